// A spot of the solution: who acts, with what, how often; and ways on.
/** @import { Place, Seat, Study } from "/page/study/types.d.ts" */
/** @import { Cells } from "/page/study/grid.js" */
import { $, make, minis } from "/page/lib/dom.js";
import { wordsOf } from "/page/lib/errors.js";
import { coloursOf, heat, stripes } from "/page/study/colours.js";
import { makeGrid } from "/page/study/grid.js";
import { handsOfKind } from "/page/study/hands.js";
import { byKind, spokenKind } from "/page/study/kinds.js";
import { chips, percent } from "/page/study/numbers.js";
import { SEATS } from "/page/study/range_editor.js";
import { get } from "/page/study/server.js";
import { makeStrip } from "/page/study/strip.js";

/** What cells are coloured by, and what they say then. */
const SHOWN = { actions: "Actions", evs: "EV", equities: "Equity" };
const OVER = {
  fold: "Somebody folded: the hand is over.",
  showdown: "The hands are shown down: the better one wins the pot.",
};

/**
 * @typedef {object} Spot
 * @property {(study: Study, path: string[]) => Promise<void>} show
 * @property {() => void} clear
 * @property {(event: KeyboardEvent) => void} key
 */

// Prepare the view of a spot; `go` is asked to go to another one.
/** @type {(go: (path: string[]) => void) => Spot} */
export function prepareSpot(go) {
  /** @type {Place | null} */
  let place = null;
  /** @type {string[]} */
  let path = [];
  /** @type {Study | null} */
  let study = null;
  let leaving = new AbortController();
  /** @type {Seat | null} whose range is shown, where somebody chose */
  let chosen = null;
  /** @type {keyof typeof SHOWN} */
  let shown = "actions";
  /** @type {number | null} the action whose share is written into the cells */
  let marked = null;
  let kind = "";

  /** @type {(of: Study, to: string[]) => Promise<void>} */
  async function show(of, to) {
    leaving.abort();
    leaving = new AbortController();
    const { signal } = leaving;
    [study, path, marked, chosen] = [of, to, null, null];
    $("nothing").hidden = true;
    showLine();
    $("place").setAttribute("aria-busy", "true");
    try {
      const steps = to.map((step) => `step=${encodeURIComponent(step)}`).join("&");
      const found = await get(`/solutions/${of.id}/at?${steps}`, signal);
      if (signal.aborted) return;
      place = found;
      showLine();
      draw();
    } catch (error) {
      if (signal.aborted) return;
      place = null;
      $("place").replaceChildren(make("p", { class: "problem" }, `${wordsOf(error)}.`));
    }
    $("place").removeAttribute("aria-busy");
  }

  function showLine() {
    const known = place && place.path.length === path.length ? place.path : null;
    /** @type {(words: (Node | string)[], to: string[], last: boolean) => HTMLElement} */
    const step = (words, to, last) => {
      const button = make("button", { type: "button", "data-id": String(to.length) }, ...words);
      if (last) button.setAttribute("aria-current", "step");
      button.addEventListener("click", () => go(to));
      return make("li", {}, button);
    };
    const board = study?.board ?? [];
    $("line").replaceChildren(
      make(
        "ol",
        {},
        step([make("span", { class: "minis" }, ...minis(board))], [], path.length === 0),
        ...path.map((name, number) => {
          const who = known?.[number].player;
          const isCard = /^[2-9TJQKA][cdhs]$/.test(name);
          const words = isCard
            ? [make("span", { class: "minis" }, ...minis([name]))]
            : [...(who ? [make("span", { class: "quiet" }, `${who.toUpperCase()} `)] : []), name];
          return step(words, path.slice(0, number + 1), number === path.length - 1);
        }),
      ),
    );
  }

  function draw() {
    if (!place || !study) return;
    if (place.kind === "fold" || place.kind === "showdown")
      return $("place").replaceChildren(head(place), make("p", {}, OVER[place.kind]));
    const seat = chosen ?? place.player ?? "oop";
    const by = place.player === seat ? shown : shown === "actions" ? "evs" : shown;
    const grid = gridOf(place, seat, by);
    const details = make("div", { class: "details", id: "details" });
    const told = (/** @type {string} */ to) => {
      kind = to;
      if (place) details.replaceChildren(...handsOfKind(place, seat, kind));
    };
    if (kind) told(kind);
    else details.append(make("p", { class: "quiet" }, "Choose a hand in the grid to see its suits."));
    grid.element.addEventListener("focusin", ({ target }) => {
      const to = target instanceof HTMLElement ? target.dataset.kind : undefined;
      if (to && to !== kind) told(to);
    });
    if (kind) grid.goTo(kind);
    const focused = document.activeElement instanceof HTMLElement && $("place").contains(document.activeElement);
    $("place").replaceChildren(
      head(place),
      ways(place),
      make("div", { class: "choices" }, seats(seat), shows(place, seat, by)),
      make("div", { class: "both" }, make("div", {}, grid.element, legend(by)), details),
    );
    const next = $("place").querySelector(".moves button, .strip button");
    if (focused && next instanceof HTMLElement) next.focus({ preventScroll: true });
  }

  /** @type {(place: Place) => HTMLElement} */
  const head = (place) =>
    make(
      "div",
      { class: "facts" },
      make(
        "span",
        { class: "minis", role: "img", "aria-label": `Board ${place.board.join(" ")}` },
        ...minis(place.board).map(silent),
      ),
      fact("Pot", chips(place.pot)),
      fact("OOP behind", chips(place.stacks[0])),
      fact("IP behind", chips(place.stacks[1])),
      ...(place.values
        ? [
            fact("OOP EV", `${chips(place.values.oop)} · ${percent(place.equities.oop)}`),
            fact("IP EV", `${chips(place.values.ip)} · ${percent(place.equities.ip)}`),
          ]
        : []),
    );

  // What can be done here, with how often the whole range does it: the legend of the grid, and the way on.
  /** @type {(place: Place) => HTMLElement} */
  function ways(place) {
    if (place.kind === "card" && study)
      return makeStrip(study.id, place, chosen ?? "oop", leaving.signal, (card) => go([...path, card]));
    const names = place.actions.map(({ name }) => name);
    const colours = coloursOf(names);
    return make(
      "div",
      { class: "moves", role: "group", "aria-label": `${SEATS[/** @type {Seat} */ (place.player)]} acts` },
      ...place.actions.map(({ name }, number) => {
        const swatch = make("span", { class: "swatch", "aria-hidden": "true" });
        swatch.style.background = colours[number];
        const often = percent(place.frequencies[number]);
        const button = make(
          "button",
          { type: "button", "data-id": name },
          swatch,
          make("span", {}, `${name} `, make("b", {}, often)),
        );
        button.addEventListener("click", () => go([...path, name]));
        return button;
      }),
    );
  }

  /** @type {(seat: Seat) => HTMLElement} */
  const seats = (seat) =>
    pressed("Whose range", SEATS, seat, (to) => {
      chosen = to;
      draw();
    });

  /** @type {(place: Place, seat: Seat, by: keyof typeof SHOWN) => HTMLElement} */
  function shows(place, seat, by) {
    const names = place.actions.map(({ name }) => name);
    /** @type {Record<string, string>} */
    const options = { ...(place.player === seat ? { actions: "Actions" } : {}), evs: "EV", equities: "Equity" };
    if (place.player === seat) for (const [number, name] of names.entries()) options[`action ${number}`] = `% ${name}`;
    const select = make(
      "select",
      { "aria-label": "What the grid shows" },
      ...Object.entries(options).map(([value, words]) => make("option", { value }, words)),
    );
    select.value = marked !== null && by === "actions" ? `action ${marked}` : by;
    select.addEventListener("change", () => {
      marked = select.value.startsWith("action ") ? Number(select.value.slice(7)) : null;
      shown = marked === null ? /** @type {keyof typeof SHOWN} */ (select.value) : "actions";
      draw();
      $("place").querySelector("select")?.focus();
    });
    return make("label", { class: "field" }, "Show", select);
  }

  /** @type {(place: Place, seat: Seat, by: keyof typeof SHOWN) => Cells} */
  function gridOf(place, seat, by) {
    const kinds = byKind(place.ranges[seat]);
    const names = place.actions.map(({ name }) => name);
    const colours = coloursOf(names);
    const found = makeGrid(`${SEATS[seat]}: ${SHOWN[by]} by kind of hand`, () => {});
    const values = [...kinds.values()].map(({ ev }) => ev).filter((ev) => ev !== null);
    const [least, most] = [Math.min(...values), Math.max(...values)];
    for (const [name, cell] of found.cells) {
      const here = kinds.get(name);
      const [text, background, words] = !here?.reach
        ? ["", "", "not here"]
        : by === "actions" && here.strategy
          ? [
              marked === null ? "" : String(Math.round(100 * here.strategy[marked])),
              stripes(here.strategy, colours),
              names.map((action, number) => `${action} ${percent(here.strategy?.[number] ?? 0, 0)}`).join(", "),
            ]
          : by === "equities"
            ? [String(Math.round(100 * (here.equity ?? 0))), heat(here.equity ?? 0), `equity ${percent(here.equity)}`]
            : [
                String(Math.round(here.ev ?? 0)),
                heat(most > least && here.ev !== null ? (here.ev - least) / (most - least) : 0.5),
                `EV ${chips(here.ev)}`,
              ];
      const label = make("span", { class: "kind" }, name);
      cell.replaceChildren(label, ...(text ? [make("span", { class: "number" }, text)] : []));
      cell.classList.toggle("there", Boolean(here?.reach));
      cell.setAttribute("aria-label", `${spokenKind(name)}: ${words}`);
      cell.title = `${name}: ${words}`;
      const ground = make("span", { class: "ground", "aria-hidden": "true" });
      ground.style.background = background;
      ground.style.height = `${100 * Math.sqrt(here?.reach ?? 0)}%`;
      if (here?.reach) cell.prepend(ground);
    }
    return found;
  }

  /** @type {(by: keyof typeof SHOWN) => HTMLElement} */
  const legend = (by) =>
    make(
      "p",
      { class: "quiet" },
      by === "actions"
        ? "Stripes from left to right are actions in the order of the buttons; how much of a cell is filled, how much of the hand is here."
        : "Blue is least, orange most; how much of a cell is filled, how much of the hand is here.",
    );

  return {
    show,
    clear: () => {
      leaving.abort();
      [place, study, path] = [null, null, []];
      $("line").replaceChildren();
      $("place").replaceChildren();
      $("nothing").hidden = false;
    },
    key: (event) => {
      if (!place || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.target instanceof HTMLElement && event.target.closest("input, select, textarea")) return;
      const number = Number(event.key);
      if ((event.key === "ArrowLeft" || event.key === "Backspace") && path.length) go(path.slice(0, -1));
      else if (number >= 1 && number <= place.actions.length) go([...path, place.actions[number - 1].name]);
      else return;
      event.preventDefault();
    },
  };
}

/** @type {(element: SVGElement) => SVGElement} */
function silent(element) {
  element.removeAttribute("role");
  element.removeAttribute("aria-label");
  element.setAttribute("aria-hidden", "true");
  return element;
}

/** @type {(name: string, words: string) => HTMLElement} */
export const fact = (name, words) =>
  make("span", { class: "fact" }, make("i", { class: "quiet" }, name), make("b", {}, words));

// A choice of a few, of which one is pressed.
/** @type {<T extends string>(label: string, options: Record<T, string>, now: T, chosen: (to: T) => void) => HTMLElement} */
export function pressed(label, options, now, chosen) {
  const entries = /** @type {[any, string][]} */ (Object.entries(options));
  return make(
    "div",
    { class: "pressed", role: "group", "aria-label": label },
    ...entries.map(([value, words]) => {
      const button = make("button", { type: "button", "aria-pressed": String(value === now), "data-id": value }, words);
      button.addEventListener("click", () => chosen(value));
      return button;
    }),
  );
}

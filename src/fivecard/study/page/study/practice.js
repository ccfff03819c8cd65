// Practice: a hand from the solution, an action, and what it cost.
/** @import { Exercise, Learnt, Study, Verdict } from "/page/study/types.d.ts" */
import { $, make, minis, picture, setText } from "/page/lib/dom.js";
import { capital, counted } from "/page/lib/english.js";
import { wordsOf } from "/page/lib/errors.js";
import { coloursOf } from "/page/study/colours.js";
import { chips, percent } from "/page/study/numbers.js";
import { fact, pressed } from "/page/study/place.js";
import { get, post } from "/page/study/server.js";

const PLAYED = { both: "Both", oop: "Out of position", ip: "In position" };
/** @type {Record<string, string>} */
const WHY = {
  fold: "The hand is over: somebody folded.",
  showdown: "The hand is over: showdown.",
  unknown: "The solution never does that with this hand, so it does not say how to go on.",
};

/**
 * @typedef {object} Practice
 * @property {(study: Study | null, blind: number) => void} show
 * @property {(event: KeyboardEvent) => void} key
 */

/** @type {(look: (path: string[]) => void) => Practice} */
export function preparePractice(look) {
  /** @type {Study | null} */
  let study = null;
  /** @type {Exercise | null} */
  let exercise = null;
  /** @type {keyof typeof PLAYED} */
  let player = "both";
  let blind = 0;
  let busy = false;

  async function deal() {
    if (!study || busy) return;
    busy = true;
    try {
      exercise = await post("/practice", { id: study.id, player });
      draw();
    } catch (error) {
      draw(wordsOf(error));
    }
    busy = false;
  }

  /** @type {(action: string) => Promise<void>} */
  async function act(action) {
    if (!exercise || busy) return;
    busy = true;
    try {
      const before = exercise;
      exercise = { ...before, .../** @type {Exercise} */ (await post(`/practice/${before.exercise}`, { action })) };
      draw();
      if (exercise.progress) showLearnt(exercise.progress);
    } catch (error) {
      draw(wordsOf(error));
    }
    busy = false;
  }

  /** @type {(problem?: string) => void} */
  function draw(problem = "") {
    const choice = pressed("What you play", PLAYED, player, (to) => {
      player = to;
      exercise = null;
      draw();
    });
    const next = make("button", { type: "button", class: "main", "data-id": "deal" }, exercise ? "Next hand" : "Deal");
    next.addEventListener("click", deal);
    const parts = exercise
      ? played(exercise)
      : [make("p", { class: "quiet" }, "The opponent plays the solution. Hands that you get wrong come more often.")];
    const focused = $("hand").contains(document.activeElement);
    $("hand").replaceChildren(
      make("h2", {}, "Your hand"),
      ...(problem ? [make("p", { class: "problem" }, `${capital(problem)}.`)] : []),
      ...(study
        ? [...(exercise && !exercise.over ? [] : [choice]), ...parts, ...(!exercise || exercise.over ? [next] : [])]
        : [make("p", {}, "Solve a question or open a file first: hands are dealt from its solution.")]),
    );
    const first = $("hand").querySelector(".moves button, .main");
    if (focused && first instanceof HTMLElement) first.focus();
  }

  /** @type {(exercise: Exercise) => Node[]} */
  function played({ player, hand, other, board, path, actions, over, why, pot, stacks, verdict }) {
    const mine = player === "oop" ? 0 : 1;
    const steps = path.map(({ step, player: who }) => (who ? `${who === player ? "you" : "they"} ${step}` : step));
    const colours = coloursOf(actions);
    const cards = make(
      "div",
      { class: "own", role: "group", "aria-label": "Your cards" },
      ...hand.map((card) => picture(card)),
    );
    const shared = make(
      "div",
      { class: "shared", role: "group", "aria-label": "Board" },
      ...board.map((card) => picture(card)),
    );
    return [
      make("div", { class: "cards" }, shared, cards),
      make(
        "div",
        { class: "facts" },
        fact("You are", player.toUpperCase()),
        fact("Pot", chips(pot)),
        fact("You have", chips(stacks[mine])),
        fact("They have", chips(stacks[1 - mine])),
      ),
      make("p", {}, steps.length ? `${capital(steps.join(", "))}.` : "Nothing was done yet."),
      ...(verdict ? [judged(verdict)] : []),
      ...(over
        ? [
            make("p", { role: "status" }, WHY[why] ?? ""),
            ...(other
              ? [make("p", { class: "theirs" }, "They had ", make("span", { class: "minis" }, ...minis(other)))]
              : []),
            lookButton(path.map(({ step }) => step)),
          ]
        : [
            make(
              "div",
              { class: "moves", role: "group", "aria-label": "Your action" },
              ...actions.map((name, number) => {
                const swatch = make("span", { class: "swatch", "aria-hidden": "true" });
                swatch.style.background = colours[number];
                const button = make(
                  "button",
                  { type: "button", "data-id": name },
                  swatch,
                  make("span", {}, capital(name)),
                );
                button.addEventListener("click", () => act(name));
                return button;
              }),
            ),
          ]),
    ];
  }

  /** @type {(path: string[]) => HTMLElement} */
  function lookButton(path) {
    const until = verdictPath(path);
    const button = make("button", { type: "button" }, "Look at this spot");
    button.addEventListener("click", () => look(until));
    return button;
  }

  // The last spot of the hand that the learner decided.
  /** @type {(path: string[]) => string[]} */
  function verdictPath(path) {
    const own = exercise?.path.map(({ player: who }) => who === exercise?.player) ?? [];
    return path.slice(0, Math.max(own.lastIndexOf(true), 0));
  }

  /** @type {(verdict: Verdict) => HTMLElement} */
  function judged({ action, cost, percent: part, right, chances, evs, kind, street }) {
    const names = Object.keys(chances);
    const best = names.reduce((one, two) => (evs[two] > evs[one] ? two : one));
    const price = `${chips(cost)} chips, ${part.toFixed(part < 1 ? 2 : 1)} % of the pot${blind ? `, ${(cost / blind).toFixed(2)} bb` : ""}`;
    const words = right
      ? `Right: ${action}${cost > 0.005 ? ` (${price})` : ""}.`
      : `${capital(action)} costs ${price}. Better: ${best}.`;
    const colours = coloursOf(names);
    return make(
      "div",
      { class: right ? "verdict right" : "verdict wrong", role: "status" },
      make("p", {}, make("b", {}, words), make("span", { class: "quiet" }, ` On the ${street}, ${kind}.`)),
      make(
        "table",
        { "aria-label": "What the solution does" },
        make(
          "thead",
          {},
          make("tr", {}, ...["Action", "Solution", "EV"].map((head) => make("th", { scope: "col" }, head))),
        ),
        make(
          "tbody",
          {},
          ...names.map((name, number) => {
            const bar = make("span", { class: "mix", "aria-hidden": "true" });
            bar.style.background = colours[number];
            bar.style.width = `${Math.round(100 * chances[name])}%`;
            return make(
              "tr",
              {},
              make(
                "th",
                { scope: "row" },
                name === action ? `${name} (you)` : name,
                make("span", { class: "track" }, bar),
              ),
              make("td", {}, percent(chances[name], 0)),
              make("td", {}, chips(evs[name])),
            );
          }),
        ),
      ),
    );
  }

  /** @type {(learnt: Learnt) => void} */
  function showLearnt({ decisions, right, cost, streets, kinds, weakest }) {
    /** @type {(label: string, rows: [string, [number, number]][]) => HTMLElement} */
    const table = (label, rows) =>
      make(
        "table",
        { "aria-label": label },
        make(
          "thead",
          {},
          make("tr", {}, ...[label, "Right", "Decisions"].map((head) => make("th", { scope: "col" }, head))),
        ),
        make(
          "tbody",
          {},
          ...rows.map(([name, [dealt, wrong]]) =>
            make(
              "tr",
              {},
              make("th", { scope: "row" }, capital(name)),
              make("td", {}, percent(1 - wrong / dealt, 0)),
              make("td", {}, String(dealt)),
            ),
          ),
        ),
      );
    const bb = blind && study ? `, ${((cost / 100) * (study.pot / blind)).toFixed(2)} bb` : "";
    $("learnt").replaceChildren(
      make("h2", {}, "How you do"),
      ...(decisions
        ? [
            make(
              "p",
              {},
              `${percent(right / decisions, 0)} of ${counted(decisions, "decision")} right; mistakes cost ${cost.toFixed(2)} % of the pot${bb} a decision.`,
            ),
            ...(weakest.length ? [make("p", {}, `Most often wrong: ${weakest.join("; ")}.`)] : []),
            table("By street", Object.entries(streets)),
            make(
              "details",
              {},
              make("summary", {}, "By kind of hand"),
              table("By kind of hand", Object.entries(kinds)),
            ),
          ]
        : [make("p", { class: "quiet" }, "Nothing was practised yet.")]),
    );
  }

  return {
    show: (of, chipsOfBlind) => {
      blind = chipsOfBlind;
      if (of?.id !== study?.id) exercise = null;
      study = of;
      draw();
      get("/practice").then(showLearnt, (error) => setText($("learnt"), `${wordsOf(error)}.`));
    },
    key: (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.target instanceof HTMLElement && event.target.closest("input, select, textarea")) return;
      const number = Number(event.key);
      if (exercise && !exercise.over && number >= 1 && number <= exercise.actions.length)
        act(exercise.actions[number - 1]);
      else if (event.key === "n" && (!exercise || exercise.over)) deal();
      else return;
      event.preventDefault();
    },
  };
}

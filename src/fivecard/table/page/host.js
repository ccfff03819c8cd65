// What the host may do: pause, give chips, have somebody leave, change the stakes, end.
/** @import { TableView } from "/page/types.d.ts" */
import { session } from "/page/session.js";
import { amountOf, make } from "/page/show.js";

/** @type {(state: TableView) => HTMLElement[]} */
export function hostView(state) {
  const { paused, game, ended } = state;
  return [
    make("h3", {}, "You are the host"),
    make(
      "ul",
      { class: "list" },
      make(
        "li",
        {},
        make(
          "button",
          { type: "button", class: "grow", "data-id": "pause", onclick: () => session.send("pause", { on: !paused }) },
          paused ? "Go on" : "Pause",
        ),
        ended
          ? null
          : make(
              "button",
              { type: "button", class: "grow", "data-id": "end", onclick: endAsked },
              "End after this hand",
            ),
      ),
      ...state.seats.flatMap((seat, number) => (seat.name && number !== state.you ? [seatView(state, number)] : [])),
      game.chips && state.you !== null ? grantView(state.you, "yourself", state.seats[state.you].asks) : null,
      game.chips ? stakesView(game.stakes) : null,
    ),
  ];
}

// Ending is asked for twice.
/** @type {(event: MouseEvent) => void} */
function endAsked({ currentTarget }) {
  if (!(currentTarget instanceof HTMLElement)) return;
  if (currentTarget.dataset.sure) session.send("end");
  currentTarget.dataset.sure = "yes";
  currentTarget.textContent = "Yes, end it";
}

/** @type {(state: TableView, number: number) => HTMLElement} */
function seatView({ seats, game }, number) {
  const { name, asks, stack } = seats[number];
  return make(
    "li",
    {},
    make(
      "span",
      { class: "grow" },
      `${name}${game.chips ? `, ${amountOf(stack)}` : ""}${asks ? ", asks for chips" : ""}`,
    ),
    game.chips ? grantForm(number, name ?? "") : null,
    make(
      "button",
      {
        type: "button",
        "aria-label": `Have ${name} leave`,
        "data-id": `kick ${number}`,
        onclick: () => session.send("kick", { seat: number }),
      },
      "Remove",
    ),
  );
}

/** @type {(number: number, name: string, asks: boolean) => HTMLElement} */
const grantView = (number, name, asks) =>
  make(
    "li",
    {},
    make("span", { class: "grow" }, `Chips for ${name}${asks ? " (asked for)" : ""}`),
    grantForm(number, name),
  );

/** @type {(number: number, name: string) => HTMLElement} */
function grantForm(number, name) {
  const field = make("input", {
    type: "number",
    min: 1,
    value: 1000,
    "aria-label": `Chips for ${name}`,
    "data-id": `chips ${number}`,
  });
  return make(
    "span",
    { class: "check" },
    field,
    make(
      "button",
      {
        type: "button",
        "aria-label": `Give chips to ${name}`,
        "data-id": `grant ${number}`,
        onclick: () => session.send("grant", { seat: number, chips: field.valueAsNumber }),
      },
      "Give",
    ),
  );
}

// The stakes in words are the ante or the blinds; a change is for the next hand.
/** @type {(stakes: string) => HTMLElement} */
function stakesView(stakes) {
  const blinds = stakes.startsWith("blinds");
  const field = make("input", {
    type: "number",
    min: 1,
    value: Number(/\d+/.exec(stakes.replace(/^blinds [\d,]+\//, ""))?.[0] ?? 10),
    "aria-label": blinds ? "Big blind" : "Ante",
    "data-id": "stakes",
  });
  const wanted = () =>
    blinds ? { blinds: [Math.floor(field.valueAsNumber / 2), field.valueAsNumber] } : { ante: field.valueAsNumber };
  return make(
    "li",
    {},
    make("span", { class: "grow" }, `From the next hand on, ${blinds ? "big blind" : "ante"}`),
    field,
    make(
      "button",
      { type: "button", "data-id": "change stakes", onclick: () => session.send("stakes", wanted()) },
      "Change",
    ),
  );
}

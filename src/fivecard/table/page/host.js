// What the host may do: pause, give chips, have somebody leave, change the stakes, end.
/** @import { Amounts, TableView } from "/page/types.d.ts" */
import { session } from "/page/session.js";
import { $, amountOf, make } from "/page/show.js";

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
      state.amounts ? stakesView(state.amounts) : null,
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

// Everything that is played for; the limit stays. What the server does not accept, it says why.
/** @type {(amounts: Amounts) => HTMLElement} */
function stakesView({ ante, blinds, bring_in, small_bet, big_bet }) {
  /** @type {[name: string, words: string, amount: number | null | undefined][]} */
  const all = [
    ["ante", "Ante", ante],
    ["small_blind", "Small blind", blinds?.[0]],
    ["big_blind", "Big blind", blinds?.[1]],
    ["bring_in", "Bring-in", bring_in],
    ["small_bet", "Early bets", small_bet],
    ["big_bet", "Late bets", big_bet],
  ];
  const fields = all.flatMap(([name, words, amount]) => {
    if (amount === null || amount === undefined) return [];
    const properties = { name, type: "number", min: 0, value: amount, inputMode: "numeric", required: true };
    return [make("label", { class: "field" }, words, make("input", { ...properties, "data-id": name }))];
  });
  const form = make(
    "form",
    { class: "stakes" },
    make("h3", {}, "From the next hand on"),
    ...fields,
    make("button", { "data-id": "change stakes" }, "Change the stakes"),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const wanted = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, Number(value)]));
    const { small_blind, big_blind, ...rest } = wanted;
    $("menu", HTMLDialogElement).close(); // what comes of it is said behind it
    session.send("stakes", { ...rest, ...(blinds ? { blinds: [small_blind, big_blind] } : {}) });
  });
  return make("li", {}, form);
}

// What the host may do: pause, give chips, have somebody leave, change the stakes, end.
/** @import { Amounts, TableView } from "/page/lib/types.d.ts" */

import { $, amountOf, make } from "/page/lib/dom.js";
import { isolated } from "/page/lib/names.js";
import { session, ui } from "/page/table/session.js";

/** @type {(state: TableView) => HTMLElement[]} */
export function hostView(state) {
  const { paused, game, ended, sit_and_go } = state;
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
          : twice("end", ["End after this hand", "Yes, end it"], () => session.send("end"), { class: "grow" }),
      ),
      ...state.seats.flatMap((seat, number) => (seat.name && number !== state.you ? [seatView(state, number)] : [])),
      game.chips && state.you !== null && !sit_and_go && !ended ? grantView(state.you, state.stack) : null,
      state.amounts && !sit_and_go && !ended ? stakesView(state.amounts) : null,
    ),
  ];
}

// A button for what cannot be taken back: it is pressed twice, and not by a double press.
/** @type {(id: string, words: [string, string], act: () => void, properties?: object) => HTMLButtonElement} */
export function twice(id, [first, second], act, properties = {}) {
  const button = make(
    "button",
    { type: "button", "data-id": id, ...properties, onclick: pressed },
    ui.pressed === id ? second : first,
  );
  /** @type {(event: MouseEvent) => void} */
  function pressed({ detail }) {
    if (detail > 1) return;
    const sure = ui.pressed === id;
    ui.pressed = sure ? null : id;
    button.textContent = sure ? first : second;
    if (sure) act();
  }
  return button;
}

/** @type {(state: TableView, number: number) => HTMLElement} */
function seatView({ seats, game, stack: table_stack, sit_and_go, ended, seq }, number) {
  const { name, asks, stack, leaving } = seats[number];
  const called = isolated(name ?? "");
  const how = [
    game.chips ? amountOf(stack) : "",
    asks ? "asks for chips" : "",
    leaving ? "leaves after this hand" : "",
  ];
  return make(
    "li",
    {},
    make("span", { class: "grow" }, [called, ...how].filter(Boolean).join(", ")),
    game.chips && !sit_and_go && !ended ? grantForm(number, called, table_stack) : null,
    leaving
      ? null
      : twice(`host ${number}`, [`Make ${called} host`, `Yes, ${called} is host`], () =>
          session.send("passhost", { seat: number, seq }),
        ),
    leaving
      ? null
      : twice(`kick ${number}`, [`Remove ${called}`, `Yes, remove ${called}`], () =>
          session.send("kick", { seat: number }),
        ),
  );
}

/** @type {(number: number, stack: number) => HTMLElement} */
const grantView = (number, stack) =>
  make("li", {}, make("span", { class: "grow" }, "Chips for yourself"), grantForm(number, "yourself", stack));

/** @type {(number: number, name: string, stack: number) => HTMLElement} */
function grantForm(number, name, stack) {
  const field = make("input", {
    type: "number",
    min: 1,
    required: true,
    value: stack,
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
        onclick: () => {
          if (!field.reportValidity()) return;
          session.send("grant", { seat: number, chips: field.valueAsNumber });
          field.value = field.defaultValue;
        },
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

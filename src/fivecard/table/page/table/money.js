// Chips that are bought: who asks the host for some, what everybody reads of it, and one's own next stack.
/** @import { TableView } from "/page/lib/types.d.ts" */

import { $, amountOf, fill, make } from "/page/lib/dom.js";
import { inPlay, mine } from "/page/lib/words.js";
import { notice, session, ui } from "/page/table/session.js";

/** @type {(state: TableView) => number[]} */
const asking = ({ you, host, seats, ended }) =>
  you !== null && you === host && !ended
    ? seats.flatMap(({ name, asks }, seat) => (name && asks && seat !== you ? [seat] : []))
    : [];

// Whether somebody has asked this host since the state before.
/** @type {(before: TableView, state: TableView) => boolean} */
export const asksAnew = (before, state) => asking(state).some((seat) => !before.seats[seat].asks);

// Who asks for chips, where the host sees it, with what the host may say.
/** @type {(state: TableView) => void} */
export function showRequests(state) {
  const { seats, stack, seq } = state;
  const seat = asking(state);
  fill($("requests"), [seat.map((each) => seats[each].name), stack], () =>
    seat.map((each) =>
      make(
        "p",
        { class: "request" },
        make("span", {}, make("bdi", {}, seats[each].name ?? ""), " asks for chips."),
        reply(`give ${each}`, `Give ${amountOf(stack)}`, "grant", { seat: each, chips: stack, seq }),
        reply(`decline ${each}`, "No", "decline", { seat: each, seq }),
      ),
    ),
  );
}

/** @type {(id: string, words: string, type: string, fields: object) => HTMLElement} */
const reply = (id, words, type, fields) =>
  make("button", { type: "button", "data-id": id, onclick: () => session.send(type, fields) }, words);

// What there is to buy beside the chips that somebody has; nothing where there is no asking for them.
/** @type {(state: TableView) => string} */
export const topUpWords = ({ you, seats, takes_chips, stack }) =>
  you === null || !takes_chips || !seats[you].stack ? "" : ui.topsUp ? "Do not top up" : `Top up to ${amountOf(stack)}`;

// Buy them between hands, before anybody is ready for the next one; a second press takes it back.
/** @type {(state: TableView) => void} */
export function topUp(state) {
  ui.topsUp = !ui.topsUp;
  if (ui.topsUp && !isBetweenHands(state)) notice(`You top up to ${amountOf(state.stack)} before the next hand.`);
  buyAwaited(state);
}

/** @type {(state: TableView) => void} */
export function buyAwaited(state) {
  if (!ui.topsUp || !isBetweenHands(state)) return;
  ui.topsUp = false;
  if (topUpWords(state)) session.send("rebuy");
}

/** @type {(state: TableView) => boolean} */
const isBetweenHands = (state) => !(inPlay(state) && mine(state)) && !state.seats.some(({ ready }) => ready);

// The hands that were played here: a list with the way to each replay, and downloads.

import { $, fill, make, minis, signed } from "/page/lib/dom.js";
import { wordsOf } from "/page/lib/errors.js";
import { withNames } from "/page/lib/names.js";
import { table, ui } from "/page/table/session.js";

/**
 * A hand in the list. What is by player is in the order of `seats`; without chips there is no `net`.
 * @typedef {object} PlayedHand
 * @property {number} number
 * @property {number[]} seats
 * @property {string} what
 * @property {string[]} names
 * @property {string[][]} hands
 * @property {number[]} winners
 * @property {number[]} net
 */

// Ask for the hands again if there are more by now.
/** @type {(number: number) => Promise<void>} */
export async function showPlayed(number) {
  if (ui.listedAfter === number) return;
  ui.listedAfter = number;
  if (!number) return redraw([]);
  try {
    const answer = await fetch(`/t/${table}/hands.json`, { cache: "no-store" });
    const told = await answer.json();
    if (!answer.ok) throw new Error(told.message);
    redraw(told.hands, "", answer.headers.has("Link"));
  } catch (error) {
    ui.listedAfter = -1;
    redraw([], wordsOf(error));
  }
}

// `phh` is whether they can be had in PHH too, which has no name for some games.
/** @type {(hands: PlayedHand[], problem?: string, phh?: boolean) => void} */
function redraw(hands, problem = "", phh = false) {
  const { state } = ui;
  const words = problem ? `The hands cannot be had: ${problem}.` : "No hand has been played yet.";
  const all = `/t/${table}/hands.phhs`;
  fill($("played"), [hands, state?.you, problem], () =>
    hands.length
      ? [
          make("ol", {}, ...hands.map((hand) => handView(hand, state?.you ?? null))),
          phh ? make("p", {}, make("a", { class: "tool", href: all, download: "" }, "All hands as PHH")) : null,
        ]
      : [make("p", { class: "quiet" }, words)],
  );
}

/** @type {(hand: PlayedHand, you: number | null) => HTMLElement} */
function handView({ number, what, hands, names, winners, seats, net }, you) {
  const player = you === null ? -1 : seats.indexOf(you);
  return make(
    "li",
    {},
    make(
      "a",
      { href: `/t/${table}/rounds/${number}` },
      make("span", { class: "quiet" }, String(number)),
      make("span", {}, withNames(what, names)),
      make("span", { class: "minis" }, ...minis(hands[winners[0]] ?? [])),
      make("b", { class: "sum" }, player in net ? signed(net[player]) : ""),
    ),
  );
}

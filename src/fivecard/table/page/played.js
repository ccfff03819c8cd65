// The hands that were played here: a list with the way to each replay, and downloads.
import { wordsOf } from "/page/errors.js";
import { session, table } from "/page/session.js";
import { $, amountOf, fill, make, minis, signed } from "/page/show.js";

/**
 * @typedef {object} PlayedHand
 * @property {number} number
 * @property {string} what
 * @property {string} with
 * @property {number} amount
 * @property {string[]} cards
 * @property {Record<string, number>} net
 */

/** @type {PlayedHand[]} */
export let hands = [];
let asked = 0; // the hand after which the list was asked for

// Ask for the hands again if there are more by now.
/** @type {(number: number) => Promise<void>} */
export async function showPlayed(number) {
  if (asked === number) return;
  asked = number;
  try {
    const answer = await fetch(`/t/${table}/hands`, { cache: "no-store" });
    const told = await answer.json();
    if (!answer.ok) throw new Error(told.message);
    hands = told.hands;
    redraw();
  } catch (error) {
    asked = 0;
    fill($("played"), wordsOf(error), () => [
      make("p", { class: "quiet" }, `The hands cannot be had: ${wordsOf(error)}.`),
    ]);
  }
}

function redraw() {
  const you = session.state?.you ?? null;
  fill($("played"), [hands, you], () =>
    hands.length
      ? [
          make("ol", {}, ...[...hands].reverse().map((hand) => handView(hand, you))),
          make("p", {}, make("a", { href: `/t/${table}/hands.phhs`, download: `${table}.phhs` }, "All hands as PHH")),
        ]
      : [make("p", { class: "quiet" }, "No hand has been played yet.")],
  );
}

/** @type {(hand: PlayedHand, you: number | null) => HTMLElement} */
function handView({ number, what, with: made, amount, cards, net }, you) {
  const sum = you === null ? undefined : net[you];
  return make(
    "li",
    {},
    make(
      "a",
      { href: `/t/${table}/rounds/${number}` },
      make("span", { class: "quiet" }, String(number)),
      make("span", {}, what, amount ? make("b", {}, ` ${amountOf(amount)}`) : "", make("small", {}, made)),
      make("span", { class: "minis" }, ...minis(cards)),
      make("b", { class: "sum" }, sum === undefined ? "" : signed(sum)),
    ),
  );
}

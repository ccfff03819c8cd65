// The hands that were played at a table, the last first, each with the way to its replay.
/** @import { PlayedHand } from "/page/table/hand_list.js" */

import { $, make, minis, setText } from "/page/lib/dom.js";
import { wordsOf } from "/page/lib/errors.js";
import { withNames } from "/page/lib/names.js";
import { showDeck } from "/page/lib/settings.js";

const [, , table] = location.pathname.split("/");
$("back", HTMLAnchorElement).href = `/t/${table}`;
$("phh", HTMLAnchorElement).href = `/t/${table}/hands.phhs`;

let last = 0; // the number of the oldest hand that is shown

/** @type {(hand: PlayedHand) => HTMLElement} */
const handView = ({ number, what, hands, names, winners }) =>
  make(
    "li",
    {},
    make(
      "a",
      { href: `/t/${table}/rounds/${number}` },
      make("span", { class: "quiet" }, String(number)),
      make("span", {}, withNames(what, names)),
      make("span", { class: "minis" }, ...minis(hands[winners[0]] ?? [])),
    ),
  );

async function more() {
  try {
    const answer = await fetch(`/t/${table}/hands.json${last ? `?before=${last}` : ""}`, { cache: "no-store" });
    const told = await answer.json();
    if (!answer.ok) throw new Error(told.message);
    /** @type {PlayedHand[]} */
    const hands = told.hands;
    $("list").append(...hands.map(handView));
    last = hands.at(-1)?.number ?? last;
    $("older").hidden = !hands.length || last <= 1;
    $("phh").hidden &&= !answer.headers.has("Link");
    setText($("status"), last ? "" : "No hand has been played yet.");
  } catch (error) {
    setText($("status"), `The hands cannot be had: ${wordsOf(error)}.`);
  }
}

$("older").addEventListener("click", more);
showDeck();
await more();

// What this browser has checked of a hand, and what it objects to.
/** @import { Check } from "/page/fairness/records.d.ts" */
import { $, make } from "/page/lib/dom.js";

// What was checked, below; and what is wrong, where it is seen. An objection stays: what follows cannot unsay it.
// `witnessed` is whether this browser took part: a record by itself may have been made afterwards.
/** @type {(results: Check[], element: HTMLElement, round: number, witnessed: boolean) => void} */
export function fairness(results, element, round, witnessed) {
  const held = results.map(([holds]) => holds);
  report(results, conclusion(held, witnessed), element, round);
}

// The same, with other words below.
/** @type {(results: Check[], below: string, element: HTMLElement, round: number) => void} */
export function report(results, below, element, round) {
  const items = results.map(([holds, words]) =>
    make("li", { class: holds === false ? "wrong" : "" }, `${marks[`${holds}`]} ${words}`),
  );
  element.replaceChildren(make("ul", {}, ...items), make("p", { class: "quiet" }, below));
  element.dataset.round = String(round);
  for (const [holds, words] of results) if (holds === false) object(round, notSo(words));
}

/** @type {(results: (boolean | null)[], witnessed: boolean) => string} */
function conclusion(results, witnessed) {
  if (results.includes(false)) return "This does not show that nobody chose the deck.";
  if (!witnessed)
    return "The record agrees with itself. Only a browser that took part can tell that it was not made up afterwards.";
  return (
    "This shows that nobody chose the deck. It cannot show that the server did not look at it. Whether the hand was " +
    "played by the rules, the command “fivecard verify” finds out from its download."
  );
}

const marks = { true: "✓", false: "✗ NOT SO:", null: "…" }; // what is not known yet is no objection
/** @type {(words: string) => string} */
export const notSo = (words) => `NOT SO: ${words}`;

// Object, once, to a round, or to the table as a whole if `round` is null.
/** @type {(round: number | null, words: string) => void} */
export function object(round, words) {
  let list = $("objections").querySelector(`[data-round="${round}"] ul`);
  if (!list) {
    list = make("ul");
    const what = round === null ? "this table" : `hand ${round}`;
    const box = make("div", {}, make("strong", {}, `Do not trust ${what}:`), list);
    box.dataset.round = String(round);
    $("objections").append(box);
  }
  if (!Array.from(list.children).some((item) => item.textContent === words)) list.append(make("li", {}, words));
}

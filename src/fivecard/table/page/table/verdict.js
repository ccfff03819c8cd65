// What the solution says to what somebody did, at practice tables where it plays the game.
/** @import { Judged, TableView } from "/page/lib/types.d.ts" */

import { $, make, setText } from "/page/lib/dom.js";
import { session } from "/page/table/session.js";

let shownFor = 0; // the hand of which a verdict is shown
/** @type {string[]} */
let soFar = [];

/** @type {(verdict: Judged) => void} */
export function showVerdict({ hand, words, mistake, so_far }) {
  soFar = so_far;
  if (!words || hand !== session.state?.round?.number) return; // it comes too late
  shownFor = hand;
  $("verdict").classList.toggle("mistake", mistake);
  setText($("verdict"), words);
}

// With the next hand it is gone; who leaves begins anew.
/** @type {(state: TableView) => void} */
export function dropVerdict({ round, you }) {
  if (round?.number !== shownFor) setText($("verdict"), "");
  if (you === null) soFar = [];
}

// All verdicts so far, for the sheet that says what the evening has brought.
export const lessons = () => soFar;

/** @type {() => HTMLElement | null} */
export const lessonsView = () =>
  soFar.length
    ? make(
        "section",
        { class: "lessons" },
        make("h3", {}, "What the solution says to your play"),
        ...soFar.map((line) => make("p", {}, line)),
      )
    : null;

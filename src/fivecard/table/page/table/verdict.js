// What the solution says to what somebody did, at practice tables where it plays the game.
/** @import { Judged, TableView } from "/page/lib/types.d.ts" */

import { $, make, setText } from "/page/lib/dom.js";
import { ui } from "/page/table/session.js";

/** @type {(verdict: Judged) => void} */
export function showVerdict({ hand, words, mistake, so_far }) {
  ui.lessons = so_far;
  if (!words || hand !== ui.state?.round?.number) return; // it comes too late
  ui.verdictOf = hand;
  $("verdict").classList.toggle("mistake", mistake);
  setText($("verdict"), words);
}

// With the next hand it is gone; who leaves begins anew.
/** @type {(state: TableView) => void} */
export function dropVerdict({ round, you }) {
  if (round?.number !== ui.verdictOf) {
    setText($("verdict"), "");
    $("verdict").classList.remove("mistake");
  }
  if (you === null) ui.lessons = [];
}

// All verdicts so far, for the sheet that says what the evening has brought.
/** @type {() => HTMLElement | null} */
export const lessonsView = () =>
  ui.lessons.length
    ? make(
        "section",
        { class: "lessons" },
        make("h3", {}, "What the solution says to your play"),
        ...ui.lessons.map((line) => make("p", {}, line)),
      )
    : null;

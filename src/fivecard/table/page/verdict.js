// What the solution says to what somebody did, at practice tables where it plays the game.
/** @import { Judged, TableView } from "/page/types.d.ts" */
import { session } from "/page/session.js";
import { $, make, setText } from "/page/show.js";

let hand = 0; // of which the last verdict is
/** @type {string[]} */
let soFar = [];

/** @type {(verdict: Judged) => void} */
export function showVerdict({ words, mistake, so_far }) {
  soFar = so_far;
  if (!words) return;
  hand = session.state?.round?.number ?? 0;
  $("verdict").classList.toggle("mistake", mistake);
  setText($("verdict"), words);
}

// With the next hand it is gone.
/** @type {(state: TableView) => void} */
export function dropVerdict({ round }) {
  if (round?.number !== hand) setText($("verdict"), "");
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

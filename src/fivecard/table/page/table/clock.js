// The clock: a number in a ring at whoever thinks, and words for those who listen.
/** @import { TableView } from "/page/lib/types.d.ts" */

import { $, setText } from "/page/lib/dom.js";
import { play } from "/page/lib/sound.js";
import { myTurn } from "/page/lib/words.js";
import { secondsToNext } from "/page/table/next_hand.js";
import { ui } from "/page/table/session.js";

const SOON = 5;
const SPOKEN = [10, SOON]; // seconds at which a screen reader says what is left

// The seconds that are left now, or null if nobody counts.
/** @type {(state: TableView | null) => number | null} */
export function secondsLeft(state) {
  if (!state || state.left === null || state.paused) return null;
  return Math.max(0, state.left - (performance.now() - ui.received) / 1000);
}

// Show the time on whatever shows it: `.clock` for one who thinks, `[data-left]` for what begins by itself.
export function tick() {
  const { state } = ui;
  const coming = secondsToNext();
  for (const place of document.querySelectorAll("[data-next]")) setText(place, coming === null ? "" : String(coming));
  const left = secondsLeft(state);
  if (!state || left === null) return setText($("time"), "");
  const seconds = Math.ceil(left);
  for (const clock of document.querySelectorAll(".clock, [data-left]")) {
    setText(clock, String(seconds));
    if (!(clock instanceof HTMLElement) || !clock.classList.contains("clock")) continue;
    clock.style.setProperty("--left", String(Math.min(1, left / state.clock)));
    clock.classList.toggle("soon", seconds <= SOON);
  }
  if (myTurn(state)) speak(seconds);
  else ui.spokenAt = 0;
}

/** @type {(seconds: number) => void} */
function speak(seconds) {
  const at = SPOKEN.findLast((second) => seconds <= second) ?? 0;
  if (!at) {
    ui.spokenAt = 0;
    setText($("time"), "");
  } else if (ui.spokenAt !== at) {
    ui.spokenAt = at;
    setText($("time"), `${seconds} seconds left`);
    if (at === SOON) play("soon");
  }
}

// The next hand deals itself: after some seconds this browser is ready for it, if its person is asked and nothing is wrong.
/** @import { TableView } from "/page/lib/types.d.ts" */

import { $ } from "/page/lib/dom.js";
import { ui } from "/page/table/session.js";

const AGAIN = 1000; // milliseconds until it is tried once more
const TRIES = 3;

/** @type {(state: TableView) => string} */
const handAfter = ({ round, next }) => `${round?.number} ${next.anew}`;

// Whether this browser gets ready by itself. One that objects to a hand leaves it to its person.
/** @type {(state: TableView) => boolean} */
export function dealsItself({ next_in, asked, phase, refused }) {
  return next_in > 0 && asked === "begin" && phase === "shown" && !refused && !$("objections").childElementCount;
}

// Count to the next hand. `begin` is called when it is time.
/** @type {(state: TableView, begin: () => void) => void} */
export function awaitNext(state, begin) {
  if (!dealsItself(state)) {
    clearTimeout(ui.next.timer);
    ui.next = { of: "", at: 0, tries: 0, timer: 0 };
    return;
  }
  const of = handAfter(state);
  if (ui.next.of === of) return;
  clearTimeout(ui.next.timer);
  ui.next = { of, at: performance.now() + 1000 * state.next_in, tries: 0, timer: 0 };
  const { next } = ui;
  const ready = () => {
    if (ui.next !== next || !ui.state || !dealsItself(ui.state)) return;
    next.tries += 1;
    begin();
    if (next.tries < TRIES) next.timer = setTimeout(ready, AGAIN); // what was refused meanwhile, as others came
  };
  next.timer = setTimeout(ready, 1000 * state.next_in);
}

// The seconds until then, or null.
export const secondsToNext = () =>
  ui.next.of ? Math.max(0, Math.ceil((ui.next.at - performance.now()) / 1000)) : null;

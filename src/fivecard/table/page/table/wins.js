// What was won, pot by pot: one after the other, one's own first, each with the cards that won it.
/** @import { TableView, Win } from "/page/lib/types.d.ts" */

import { ui } from "/page/table/session.js";

const STAY = 2000; // milliseconds

// The pot that is shown now, where hands were shown and chips won.
/** @type {(state: TableView) => Win | null} */
export function winNow({ phase, round }) {
  const wins = (phase === "shown" && round?.show?.wins) || [];
  return wins[ui.win.of === round?.number ? ui.win.at : 0] ?? null;
}

// The cards that are raised: of each player in the pot that is shown, or without chips of the best hands.
/** @type {(state: TableView) => string[][]} */
export function raisedNow(state) {
  const { round, phase } = state;
  const show = phase === "shown" ? round?.show : undefined;
  if (!round || !show) return [];
  const win = winNow(state);
  return round.players.map((_, number) => {
    if (!win) return show.winners.includes(number) ? show.made_of[number] : [];
    return win.cards[win.players.indexOf(number)] ?? [];
  });
}

// Go on to the next pot in a while, and in the end back to the first. `again` is called then.
/** @type {(state: TableView, again: () => void) => void} */
export function awaitWins({ phase, round }, again) {
  const wins = (phase === "shown" && round?.show?.wins) || [];
  if (!round || wins.length < 2) return clearTimeout(ui.win.timer);
  if (ui.win.of === round.number) return;
  clearTimeout(ui.win.timer);
  ui.win = { of: round.number, at: 0, timer: 0 };
  const { win } = ui;
  const next = () => {
    win.at = (win.at + 1) % wins.length;
    if (win.at) win.timer = setTimeout(next, STAY);
    if (ui.win === win) again();
  };
  win.timer = setTimeout(next, STAY);
}

// Which pot, in a word or two; nothing where there is only one.
/** @type {(win: Win, wins: Win[]) => string} */
export function potOf({ pot, board, part }, wins) {
  const pots = wins.some((win) => win.pot);
  const boards = wins.some((win) => win.board);
  const names = [boards ? `board ${board + 1}` : "", pots ? (pot ? `side pot ${pot}` : "main pot") : "", part];
  return names.filter(Boolean).join(", ");
}

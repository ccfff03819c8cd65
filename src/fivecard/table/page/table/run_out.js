// A hand in which all are all in, card by card: the server has dealt everything, and the page shows one stage after the
// other. Until the last card lies there, no part of the page knows how it ends.
/** @import { Stage, TableView } from "/page/lib/types.d.ts" */

import { ui } from "/page/table/session.js";

const STEP = 800; // milliseconds that a card stays before the next one, also for those who want nothing to move

// What is to be shown of the newest state. `again` is called when that changes by itself. A hand that this browser saw
// only when it was over is shown as it is.
/** @type {(before: TableView | null, newest: TableView, again: () => void) => TableView} */
export function staged(before, newest, again) {
  const { round, phase } = newest;
  const stages = (phase === "shown" && round?.show?.stages) || [];
  clearTimeout(ui.runOut.timer);
  ui.runOut.stage = null;
  if (!round || !stages.length) return newest;
  if (ui.runOut.of !== round.number) {
    if (before?.phase !== "playing" || before.round?.number !== round.number) return newest;
    const { seats, chain } = before;
    ui.runOut = { of: round.number, since: performance.now(), seats, chain, stage: null, timer: 0 };
  }
  const run = ui.runOut;
  const passed = performance.now() - run.since;
  const at = Math.floor(passed / STEP);
  if (at >= stages.length) return newest;
  const shares = stages.slice(0, at + 1).findLast((stage) => stage.shares)?.shares ?? null;
  run.stage = { ...stages[at], shares };
  run.timer = setTimeout(again, (at + 1) * STEP - passed);
  return during(newest, stages, run.stage);
}

// The table as it was before anybody had won: the hands are open, and the chips in the pot.
/** @type {(state: TableView, stages: Stage[], stage: Stage) => TableView} */
function during(state, stages, stage) {
  const { round } = state;
  const show = round?.show;
  if (!round || !show) return state;
  const players = round.players.map((player, number) => {
    const stack = player.stack - show.won[number];
    return { ...player, stack, bet: 0, all_in: !stack && !player.folded };
  });
  /** @type {{ amount: number, players: number[] }[]} */
  const pots = [];
  for (const { pot, amounts } of show.wins) {
    pots[pot] ??= { amount: 0, players: [] };
    pots[pot].amount += amounts.reduce((sum, amount) => sum + amount, 0);
  }
  const seats = state.seats.map((seat, number) => {
    const { stack, net, won, rounds, biggest, best, out } = ui.runOut.seats[number] ?? seat;
    return { ...seat, stack, net, won, rounds, biggest, best, out };
  });
  const boards = stage.boards.filter((board) => board.length > stages[0].board.length);
  const pot = show.won.reduce((sum, amount) => sum + amount, 0);
  const shown = { board: stage.board, boards, pot, pots: pots.filter(Boolean), players };
  return {
    ...state,
    phase: "playing",
    asked: "nothing",
    left: null,
    chain: ui.runOut.chain ?? state.chain,
    seats,
    round: { ...round, ...shown, street: "", turn: null, made: null, made_of: [], may_show: [], show: undefined },
  };
}

// Whether cards are still to come: whoever does not want to wait sees the end.
export function skip() {
  if (!ui.runOut.stage) return false;
  ui.runOut.since = -Infinity;
  return true;
}

// What somebody can expect of the pot, in words.
/** @type {(number: number) => string} */
export function shareOf(number) {
  const { stage } = ui.runOut;
  const share = stage?.hands[number]?.length ? stage.shares?.[number] : undefined;
  if (share === undefined) return "";
  const isSure = share === 0 || share === 1;
  return `${(100 * share).toFixed(isSure ? 0 : 1)}%`;
}

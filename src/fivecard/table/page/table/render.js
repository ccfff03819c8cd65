// The whole page from a state: state in, DOM out. Nothing here speaks to the server.
/** @import { TableView } from "/page/lib/types.d.ts" */

import { $, fill, make, setText } from "/page/lib/dom.js";
import { bought, ending, hosted, reopened } from "/page/lib/evening.js";
import { play } from "/page/lib/sound.js";
import { capital, happened, inPlay, myTurn, stakesChanged, title, unseated } from "/page/lib/words.js";
import { showMoves } from "/page/table/actions.js";
import { showMiddle } from "/page/table/board.js";
import { tick } from "/page/table/clock.js";
import { dropSeatLink } from "/page/table/devices.js";
import { showDock } from "/page/table/dock.js";
import { renewInvite } from "/page/table/invite.js";
import { showMenu } from "/page/table/menu.js";
import { asksAnew, showRequests } from "/page/table/money.js";
import { moveChips, places } from "/page/table/motion.js";
import { awaitNext } from "/page/table/next_hand.js";
import { showPanel, talkVisible } from "/page/table/panel.js";
import { lapse } from "/page/table/pre_actions.js";
import { skip, staged } from "/page/table/run_out.js";
import { showSeats } from "/page/table/seats.js";
import { notice, session, ui } from "/page/table/session.js";
import { showEnd } from "/page/table/summary.js";
import { showTalk } from "/page/table/talk.js";
import { dropVerdict } from "/page/table/verdict.js";
import { awaitWins } from "/page/table/wins.js";

/** @type {(newest: TableView) => void} */
export function show(newest) {
  const before = ui.state;
  if (newest !== ui.newest) ui.received = performance.now();
  ui.newest = newest;
  const state = staged(before, newest, () => ui.newest && showAgain(ui.newest));
  const was = places();
  ui.state = state;
  showBar(state);
  showSeats(state, (seat) => session.sit(seat));
  showMiddle(state);
  showDock(state, showMoves);
  if (before && streetOf(before) !== streetOf(state)) notice("");
  dropSeatLink(state);
  const news = [stakesChanged, bought, hosted, ending, reopened]
    .map((told) => told(before, state))
    .filter(Boolean)
    .join(" ");
  for (const told of [lapse(state), news, unseated(before, state)]) if (told) notice(told);
  showRequests(state);
  showMoves();
  showTalk(state, talkVisible());
  showPanel();
  showMenu(state);
  renewInvite(state);
  dropVerdict(state);
  showEnd(state);
  awaitWins(state, () => ui.state && redraw(ui.state));
  awaitNext(state, () => session.begin());
  tick();
  moveChips(before, state, was);
  const told = happened(before, state);
  if (told) setText($("heard"), told);
  listen(before, state);
}

// Show what has come already, as time has gone on; nothing is said twice.
/** @type {(newest: TableView) => void} */
function showAgain(newest) {
  const silent = { ...newest, talk: [] };
  ui.newest = silent;
  show(silent);
}

// Show another of the wins.
/** @type {(state: TableView) => void} */
function redraw(state) {
  showSeats(state, (seat) => session.sit(seat));
  showMiddle(state);
  showDock(state, showMoves);
}

/** @type {(state: TableView) => string} */
const streetOf = ({ phase, round }) => `${phase} ${round?.number} ${round?.street}`;

/** @type {(state: TableView) => void} */
function showBar(state) {
  const { game, round, you, seats, next_stakes, ended } = state;
  document.title = title(state);
  setText($("heading"), `${capital(game.title)}, a table of ${seats.length}`);
  setText($("game"), capital(game.title.split(",")[0]));
  const hand = ended && inPlay(state) ? "the last hand" : round ? `hand ${round.number}` : "";
  const number = [hand, levelOf(state)].filter(Boolean).join(", ");
  const stakes = next_stakes ? `${game.stakes}, then ${next_stakes}` : game.stakes;
  fill($("hand-number"), [number, stakes], () => [number, number && stakes ? make("i", {}, `, ${stakes}`) : stakes]);
  $("join").hidden = you !== null || ended;
  const out = $("sit-out");
  out.hidden = you === null || ended;
  out.setAttribute("aria-pressed", String(state.sits_out));
}

/** @type {(state: TableView) => number} */
const cardsIn = ({ round }) => [round?.hand, round?.board, ...(round?.boards ?? [])].flat().length;

// The level of a sit-and-go; everything else of it is said with the standings.
/** @type {(state: TableView) => string} */
const levelOf = ({ sit_and_go }) => (sit_and_go ? `level ${sit_and_go.level}` : "");

/** @type {(before: TableView | null, state: TableView) => void} */
function listen(before, state) {
  if (!before) return;
  if (asksAnew(before, state)) play("asked");
  if (myTurn(state) && !myTurn(before)) play("turn");
  else if (inPlay(state) && cardsIn(before) < cardsIn(state)) play("card");
  else if (state.round?.pot !== before.round?.pot && state.phase === "playing") play("chip");
}

// Whoever does not want to wait for the cards of a run-out taps the table, or presses a key.
export function prepareSkip() {
  /** @type {(event: Event) => void} */
  const pressed = ({ target }) => {
    if (target instanceof Element && target.closest("dialog, .panel, .bar")) return;
    if (ui.newest && skip()) showAgain(ui.newest);
  };
  document.addEventListener("click", pressed);
  document.addEventListener("keydown", (event) => {
    if (["Escape", "Enter", " "].includes(event.key) && !event.repeat) pressed(event);
  });
}

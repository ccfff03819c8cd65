// The words: what a table is doing, and what is asked of somebody, from its state alone.
/** @import { PlayerView, RoundView, TableView } from "/page/types.d.ts" */
import { amountOf } from "/page/show.js";

/** @type {(text: string) => string} */
export const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** @type {(count: number, one: string, many?: string) => string} */
export const counted = (count, one, many = `${one}s`) => `${amountOf(count)} ${count === 1 ? one : many}`;

/** @type {(state: TableView) => PlayerView | null} */
export const mine = ({ round }) => (round && round.me !== null ? round.players[round.me] : null);

/** @type {(state: TableView) => boolean} */
export const inPlay = ({ phase }) => phase === "playing" || phase === "drawing";

/** @type {(state: TableView) => boolean} */
export const between = ({ phase }) => phase === "lobby" || phase === "shown";

// Whether this browser's person is asked now.
/** @type {(state: TableView) => boolean} */
export const myTurn = (state) =>
  inPlay(state) &&
  state.round !== null &&
  state.round.me !== null &&
  state.round.turn === state.round.me &&
  mine(state)?.level === null;

// How many cards may be thrown away now; null if it is not the time.
/** @type {(state: TableView) => number | null} */
export function mayDiscard(state) {
  if (!myTurn(state) || !state.round) return null;
  if (state.phase === "drawing") return state.round.most_discards;
  return state.round.legal?.draw ? state.round.legal.most_discards : null;
}

/** @type {(state: TableView) => boolean} */
export const isAway = ({ you, seats }) => you !== null && (seats[you].away || seats[you].out || seats[you].sits_out);

// Whether somebody has no chips left, and can only ask for more.
/** @type {(state: TableView) => boolean} */
export const isBroke = (state) =>
  state.game.chips && state.you !== null && between(state) && state.seats[state.you].stack === 0;

// What is in your hand, or what happened: the larger line.
/** @type {(state: TableView) => string} */
export function headline(state) {
  const { phase, round, you } = state;
  if (state.paused) return "The table is paused";
  if (phase === "shown" && round?.show) return verdict(round)[0];
  if (phase === "lobby") return you === null ? "Welcome" : "You are at the table";
  if (phase === "committing" || phase === "opening") return "Shuffling";
  if (!round || round.me === null) return you === null ? "You are watching" : "You play from the next hand on";
  if (mine(state)?.folded) return "You folded";
  return round.made ? capital(round.made) : "Your hand";
}

// The sentences of a show: who won what, and with what.
/** @type {(round: RoundView) => string[]} */
export function verdict({ show }) {
  if (!show) return [""];
  if (show.lines?.length) return show.lines;
  const end = show.reason.indexOf(". ") + 1; // "Ann wins with ... . Category: ..."
  return end ? [show.reason.slice(0, end), show.reason.slice(end + 1)] : [show.reason];
}

// What is asked, or waited for: the smaller line.
/** @type {(state: TableView) => string} */
export function question(state) {
  const { phase, round, you, seats } = state;
  if (you !== null && seats[you].out)
    return "Your browser did not answer the shuffle. Press “I am back” to play again.";
  if (you !== null && seats[you].sits_out) return "You sit out. Press “I am back” to be dealt in.";
  if (you !== null && seats[you].away)
    return `You were away${state.fill === "nobody" ? "" : ", and a computer plays for you"}. Press “I am back”.`;
  if (phase === "lobby" && state.voids.length)
    return `The deal came to nothing: ${state.voids.at(-1)?.reason}.${you === null ? "" : " Press “Deal” to deal again."}`;
  if (isBroke(state)) return "You have no chips left. Ask the host for more.";
  if (phase === "lobby")
    return (
      readiness(state) ||
      (you === null ? "Type your name and take a seat, or watch." : "Press “Deal” when everybody is here.")
    );
  if (phase === "opening" && round?.forcing)
    return "A seat has gone silent: the server opens its part of the shuffle by computing, which takes a minute or so.";
  if (phase === "committing" || phase === "opening") return "All of you shuffle the deck together.";
  if (!round) return "";
  if (phase === "shown") return [...verdict(round).slice(1), readiness(state)].filter(Boolean).join(" ");
  return myTurn(state) ? asked(state, round) : waitedFor(state, round);
}

/** @type {(state: TableView, round: RoundView) => string} */
function asked(state, { legal, street }) {
  const most = mayDiscard(state);
  const bank = state.in_bank ? " Your time bank runs." : "";
  if (most !== null) return `${most ? `Tap up to ${most} to throw away` : "You keep your cards"}.${bank}`;
  if (legal?.call) return `Your turn: ${amountOf(legal.call)} to call.${bank}`;
  if (legal?.bring_in) return `Your turn: you bring it in.${bank}`;
  return `Your turn${street ? `, ${street}` : ""}.${bank}`;
}

/** @type {(state: TableView, round: RoundView) => string} */
function waitedFor(state, round) {
  if (round.turn === null) return "";
  const { name } = round.players[round.turn];
  const more = round.price && mine(state) && !mine(state)?.folded ? `: ${amountOf(round.price)} more to call` : "";
  return `${name} is thinking${more}.`;
}

// Whom the next hand waits for, once somebody is ready for it.
/** @type {(state: TableView) => string} */
export function readiness({ seats, you }) {
  if (!seats.some((seat) => seat.ready)) return "";
  if (you !== null && !seats[you].ready && !seats[you].away) return "The next hand waits for you.";
  const late = seats.flatMap(({ name, connected, away, ready }) =>
    name && connected && !away && !ready ? [name] : [],
  );
  return late.length ? `Waiting for ${new Intl.ListFormat("en").format(late)}.` : "";
}

// What has happened since the state before, for those who listen.
/** @type {(before: TableView | null, state: TableView) => string} */
export function happened(before, { round }) {
  if (!round || before?.round?.number !== round.number) return "";
  const told = round.players.flatMap(({ name, did }, number) => {
    const old = before.round?.players[number]?.did;
    return did && did !== old && number !== round.me ? [`${name} ${did}.`] : [];
  });
  return told.join(" ");
}

// What becomes of this browser's seat by what others do.
/** @type {(before: TableView | null, state: TableView) => string} */
export function unseated(before, { you, seats }) {
  const was = before && before.you !== null ? before.seats[before.you] : null;
  if (!was) return "";
  if (you === null) return was.leaving ? "The host had you leave the table." : "You have no seat any more.";
  return seats[you].leaving && !was.leaving ? "The host has you leave after this hand." : "";
}

/** @type {(state: TableView) => string} */
export function title(state) {
  if (!myTurn(state)) return `${capital(state.game.title)} · fivecard`;
  const call = state.round?.legal?.call;
  return call ? `Your turn: ${amountOf(call)} to call` : "Your turn · fivecard";
}

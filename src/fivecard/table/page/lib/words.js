// The words: what a table is doing, and what is asked of somebody, from its state alone.
/** @import { PlayerView, RoundView, TableView } from "/page/lib/types.d.ts" */
import { pocket, spoken } from "/page/lib/cards.js";
import { amountOf } from "/page/lib/dom.js";
import { capital, counted } from "/page/lib/english.js";
import { brokeWords, endHeadline, endWords, finishedWords, ownPlace } from "/page/lib/evening.js";
import { isolated, withNames } from "/page/lib/names.js";

export { capital, counted };

/** @type {(state: TableView) => PlayerView | null} */
export const mine = ({ round }) => (round && round.me !== null ? round.players[round.me] : null);

// Whether a hand is being played.
/** @type {(state: TableView) => boolean} */
export const inPlay = ({ phase }) => phase === "playing";

// Whether this browser's person is asked for something that ends the turn.
/** @type {(state: TableView) => boolean} */
export const myTurn = ({ asked }) => asked === "act" || asked === "draw";

// Why somebody does not play, and what helps.
/** @type {(state: TableView, you: number) => string} */
function absence(state, you) {
  const { out } = state.seats[you];
  if (state.asked === "chips") return brokeWords(state, you);
  if (out === "asked") return "You are sitting out.";
  return `You were away, and ${absentee(state)}.`;
}

// What becomes of the hands of those who are away.
/** @type {(state: TableView) => string} */
const absentee = ({ game, substitute }) =>
  game.chips
    ? "nobody plays with your chips"
    : substitute === "nobody"
      ? "nobody plays for you"
      : "a computer plays for you";

// What is in your hand, or what happened: the larger line.
/** @type {(state: TableView) => string} */
export function headline(state) {
  const { phase, round, you } = state;
  if (state.asked === "over") return endHeadline(state);
  if (state.paused) return "The table is paused";
  if (phase === "shown" && round?.show) return verdict(round)[0];
  if (phase === "lobby") return you === null ? "Welcome" : "You are at the table";
  const place = ownPlace(state);
  if (place) return finishedWords(place);
  if (!round || round.me === null) {
    if (you === null) return "You are watching";
    return state.ended || state.asked === "back" || state.asked === "chips"
      ? "You are not in this hand"
      : "You play from the next hand on";
  }
  if (state.asked === "twice") return "Run it twice?";
  if (mine(state)?.folded) return "You folded";
  if (round.made) return capital(round.made);
  return round.hand.length === 2 ? pocket(round.hand) : "Your hand";
}

// The sentences of a show: who won what, and with what.
/** @type {(round: RoundView) => string[]} */
const verdict = ({ show, players }) =>
  (show?.lines ?? [""]).map((line) =>
    withNames(
      line,
      players.map(({ name }) => name),
    ),
  );

// What is asked, or waited for: the smaller line.
/** @type {(state: TableView) => string} */
export function question(state) {
  const { phase, round, you } = state;
  if (state.asked === "over") return endWords(state);
  if (you !== null && (state.asked === "back" || state.asked === "chips")) return absence(state, you);
  if (phase === "lobby")
    return (
      readiness(state) ||
      (you === null ? "Type your name and take a seat, or watch." : "Press “Deal” when everybody is here.")
    );
  if (!round) return "";
  if (phase === "shown") return [...verdict(round).slice(1), readiness(state)].filter(Boolean).join(" ");
  if (state.paused)
    return round.turn !== null && round.turn === round.me
      ? "It is your turn when the host goes on."
      : "It goes on when the host says so.";
  return myTurn(state) ? turn(state, round) : waitedFor(state, round);
}

/** @type {(state: TableView, round: RoundView) => string} */
function turn({ asked, in_bank }, { legal, street }) {
  const most = legal?.most_discards;
  const bank = in_bank ? " Your time bank runs." : "";
  if (asked === "draw") return `${most ? `Choose up to ${most} to discard` : "You stand pat"}.${bank}`;
  if (legal?.call) return `Your turn: ${amountOf(legal.call)} to call.${bank}`;
  if (legal?.bring_in) return `Your turn: you bring it in.${bank}`;
  return `Your turn${street ? `, ${street}` : ""}.${bank}`;
}

/** @type {(state: TableView, round: RoundView) => string} */
function waitedFor(state, round) {
  const { asked } = state;
  if (round.turn === null) return asked === "twice" ? "All in: two boards, half the pot each." : "All in.";
  const { name, seat, level } = round.players[round.turn];
  if (level === null && !state.seats[seat].connected) return `${isolated(name)} is offline.`;
  if (asked === "choose") return `${isolated(name)} is drawing: choose your discards meanwhile.`;
  const more = round.price && mine(state) && !mine(state)?.folded ? `: ${amountOf(round.price)} more to call` : "";
  return `${isolated(name)} is thinking${more}.`;
}

// Whom the next hand waits for, once somebody is ready for it.
/** @type {(state: TableView) => string} */
export function readiness({ seats, you, waited }) {
  if (you !== null && waited.includes(you)) return "The next hand waits for you.";
  return waited.length
    ? `Waiting for ${new Intl.ListFormat("en").format(waited.map((seat) => isolated(seats[seat].name ?? "")))}.`
    : "";
}

// What has happened since the state before, for those who listen.
/** @type {(before: TableView | null, state: TableView) => string} */
export function happened(before, { round }) {
  if (!round || before?.round?.number !== round.number) return "";
  const list = new Intl.ListFormat("en");
  const told = round.players.flatMap(({ name, did }, number) => {
    const old = before.round?.players[number]?.did;
    const showed = round.show?.showed[number] ?? [];
    const seen = before.round?.show?.showed[number] ?? [];
    if (showed.length > seen.length)
      return [`${isolated(name)} shows ${list.format(showed.map((card) => `the ${spoken(card)}`))}.`];
    return did && did !== old && number !== round.me ? [`${isolated(name)} ${did}.`] : [];
  });
  return told.join(" ");
}

// What the next hand is played for, if that has changed since the state before.
/** @type {(before: TableView | null, state: TableView) => string} */
export function stakesChanged(before, state) {
  const [was, now] = [before, state].map((each) => each && (each.next_stakes || each.game.stakes));
  return was && was !== now ? `From the next hand on: ${now}.` : "";
}

// Why a connection has ended, by the codes that docs/table-protocol.md lists.
/** @type {(code: number, reason: string) => string} */
export function lost(code, reason) {
  if (code === 1013) return `${capital(reason)}.`;
  if (code === 1012)
    return "Your table is moving, or the server starts again: your seat, cards and chips are safe, and you are back in a moment.";
  if (code === 1008) return "The server has closed the connection: it was too much at once.";
  return "The connection is lost.";
}

// What becomes of this browser's seat.
/** @type {(before: TableView | null, state: TableView) => string} */
export function unseated(before, { you, seats }) {
  if (!before || before.you === null) return "";
  const was = before.seats[before.you];
  if (you !== null) return seats[you].leaving && !was.leaving ? "The host removes you after this hand." : "";
  if (was.leaving) return "The host removed you.";
  return seats[before.you].name === was.name
    ? "You play on the other device now. This one watches."
    : "You left the table.";
}

export const OFFLINE = "You are offline. Your seat, cards and chips are safe.";

// How many people are at a table.
/** @type {(state: TableView) => string} */
export const hereWords = ({ seats }) => `${seats.filter(({ name }) => name).length} of ${seats.length} here`;

/** @type {(state: TableView) => string} */
export function title(state) {
  if (!myTurn(state)) return `${capital(state.game.title)} · fivecard`;
  const call = state.round?.legal?.call;
  return call ? `Your turn: ${amountOf(call)} to call` : "Your turn · fivecard";
}

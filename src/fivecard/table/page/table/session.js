// The table at which this browser is, the way to speak to it, and what the page keeps for itself. The parts of the page read
// the state from here when somebody presses something; what they show they get as an argument.
/** @import { Hints, Line, Link, SeatView, Stage, TableView } from "/page/lib/types.d.ts" */
import { $, refill } from "/page/lib/dom.js";
import * as answers from "/page/lib/press_guard.js";

export const table = location.pathname.split("/")[2];

/** @typedef {"wait" | "check" | "check or fold" | "fold" | "call" | "call any"} Ahead */

// How the page is when nothing has happened on it. Whatever a part of it remembers between two states is here.
const fresh = () => ({
  /** @type {TableView | null} */
  state: null,
  newest: /** @type {TableView | null} */ (null), // what the server sent last: `state` is what of it is shown
  received: 0, // when the state came, for the clock
  chosen: /** @type {Set<string>} */ (new Set()), // the cards that are to go
  held: /** @type {string[]} */ ([]), // the cards that were last held: they stay until the next deal
  heldIn: 0, // the hand of which they are
  sure: /** @type {string | null} */ (null), // the turn at which keeping all was asked for by a key, and waits for a second word
  raise: { amount: 0, asked: "" }, // how much to raise to, and the question for which that was chosen
  ahead: { decided: /** @type {Ahead} */ ("wait"), street: "", price: 0, draws: /** @type {string[] | null} */ (null) }, // for which street and price it was decided
  hint: { question: "", askedFor: "", last: /** @type {Hints | null} */ (null) }, // what is asked, and what a hint was asked for
  spokenAt: 0, // the seconds left that were said last, for this question
  verdictOf: 0, // the hand of which a verdict is shown
  lessons: /** @type {string[]} */ ([]),
  talk: { lines: /** @type {Line[]} */ ([]), read: 0, came: 0, anew: true }, // `anew`: the next state has all that was said
  listedAfter: -1, // the hand after which the list of hands was asked for
  pressed: /** @type {string | null} */ (null), // what the host has pressed once, and takes a second press
  endShown: false,
  wanted: /** @type {number | null} */ (null), // the seat that somebody chose, until the server has answered
  seatCode: "", // with which this browser takes a seat over, if it was opened by such a link
  seatAsked: false, // whether it was asked for on this connection
  verified: "", // what was checked last
  // the hand whose cards come one after the other, since when, and how the table was before it was over
  runOut: {
    of: 0,
    since: 0,
    seats: /** @type {SeatView[]} */ ([]),
    chain: /** @type {Link | null} */ (null),
    stage: /** @type {Stage | null} */ (null),
    timer: 0,
  },
  win: { of: 0, at: 0, timer: 0 }, // the hand whose wins are shown, and which of them
  topsUp: false, // whether chips are bought as soon as the hand is over
  next: { of: "", at: 0, tries: 0, timer: 0 }, // the hand for which this browser gets ready by itself, and when
});

export const ui = fresh();

// Begin anew, as if the page had just been opened.
export function reset() {
  Object.assign(ui, fresh());
  answers.reset();
  for (const sheet of document.querySelectorAll("dialog")) {
    sheet.close();
    sheet.replaceChildren(); // what somebody has typed into it, too
  }
  for (const told of ["objections", "verdict", "heard"]) $(told).replaceChildren();
  refill();
  notice("");
}

// What the page does to the server, or has other parts do; `table.js` says how.
export const session = {
  /** @type {(type: string, fields?: object) => void} */
  send() {},
  begin() {}, // be ready for the next hand
  /** @type {(seat: number) => void} */
  sit() {},
  /** @type {(password: string) => void} */
  enter() {}, // say the password of the table
  invite() {}, // show the table's link
  showProof() {}, // how the deck was checked
};

// Say something that concerns this browser only, in the sheet that lies on the page if one does. Said a second time it is
// heard again, unless it is what is `still` so; it stays until somebody does something, or the street is over.
// `wrong` is what did not work: the rest is no alarm.
/** @type {(text: string, options?: { still?: boolean, wrong?: boolean }) => void} */
export function notice(text, { still = false, wrong = false } = {}) {
  const place = document.querySelector("dialog[open] .notice") ?? $("notice");
  if (still && place.textContent === text) return;
  for (const each of document.querySelectorAll("#notice, dialog .notice")) if (each.textContent) each.textContent = "";
  if (!text) return;
  place.textContent = text;
  place.toggleAttribute("data-wrong", wrong);
}

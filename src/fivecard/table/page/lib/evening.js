// The words of an evening: chips that are bought, places in a sit-and-go, and the end.
/** @import { BuyView, PlaceView, TableView } from "/page/lib/types.d.ts" */
import { amountOf } from "/page/lib/dom.js";
import { isolated } from "/page/lib/names.js";

// What everybody reads of chips that were bought since the state before.
/** @type {(before: TableView | null, state: TableView) => string} */
export function bought(before, { buys, you, host }) {
  const fresh = buys.filter(({ seq, by }) => before && seq > before.seq && by !== "start");
  return fresh.map((buy) => told(buy, you, host)).join(" ");
}

/** @type {(buy: BuyView, you: number | null, host: number | null) => string} */
function told({ seat, name, chips, by }, you, host) {
  const amount = amountOf(chips);
  if (by === "top-up") return seat === you ? `You topped up ${amount}.` : `${isolated(name)} topped up ${amount}.`;
  if (by === "rebuy")
    return seat === you ? `You bought in again for ${amount}.` : `${isolated(name)} bought in again for ${amount}.`;
  if (seat === host) return seat === you ? `You take ${amount} as host.` : `${isolated(name)} takes ${amount} as host.`;
  return seat === you ? `You get ${amount} from the host.` : `${isolated(name)} gets ${amount} from the host.`;
}

// What somebody without chips reads.
/** @type {(state: TableView, you: number) => string} */
export function brokeWords({ seats, takes_chips, stack }, you) {
  if (takes_chips) return `You have no chips left. Take another ${amountOf(stack)}, or watch.`;
  return seats[you].asks ? "You have asked the host for chips." : "You have no chips left. Ask the host for more.";
}

// What somebody without chips can press.
/** @type {(state: TableView) => string} */
export const chipsWords = ({ takes_chips, stack }) =>
  takes_chips ? `Take another ${amountOf(stack)}` : "Ask for chips";

const ENDINGS = /** @type {Record<string, string>} */ ({ one: "st", two: "nd", few: "rd", other: "th" });
const RULES = new Intl.PluralRules("en", { type: "ordinal" });
/** @type {(number: number) => string} */
export const ordinal = (number) => `${number}${ENDINGS[RULES.select(number)]}`;

/** @type {(state: TableView) => PlaceView | undefined} */
export const ownPlace = ({ sit_and_go }) => sit_and_go?.places.find(({ you }) => you);

// How one finished, for the larger line.
/** @type {(place: PlaceView) => string} */
export const finishedWords = ({ place, prize }) =>
  place === 1
    ? `You win the sit-and-go: ${amountOf(prize)}`
    : `You finished ${ordinal(place)}${prize ? `: ${amountOf(prize)}` : ""}`;

// The larger line, and the smaller one.
/** @type {(state: TableView) => string} */
export function endHeadline(state) {
  const place = ownPlace(state);
  return place ? finishedWords(place) : "The evening is over";
}

/** @type {(state: TableView) => string} */
export function endWords({ next_by, you, seats, game, sit_and_go }) {
  if (next_by) return `${isolated(next_by)} has opened a new table.`;
  if (you === null) return "Nobody sits down here any more.";
  const { net } = seats[you];
  if (!game.chips || sit_and_go || !net) return "That was the last hand.";
  return `You are ${amountOf(Math.abs(net))} ${net > 0 ? "up" : "down"}.`;
}

// What is said of a new table when it has been opened.
/** @type {(before: TableView | null, state: TableView) => string} */
export const reopened = (before, { next_by }) =>
  before && !before.next_by && next_by ? `${isolated(next_by)} has opened a new table for all of you.` : "";

// Who is host from now on.
/** @type {(before: TableView | null, state: TableView) => string} */
export function hosted(before, { you, host, seats }) {
  if (!before || host === null || before.host === host) return "";
  if (host === you) return before.you === you ? "You are the host now." : "";
  return before.host === null ? "" : `${isolated(seats[host].name ?? "")} is the host now.`;
}

// That no hand follows the one that is played.
/** @type {(before: TableView | null, state: TableView) => string} */
export const ending = (before, { ended, phase }) =>
  before && !before.ended && ended && phase === "playing" ? "The host ends the evening: this is the last hand." : "";

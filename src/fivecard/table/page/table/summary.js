// What the evening has brought so far: hands, chips won or lost, the biggest pot, the best hand that was shown.
/** @import { Sum, TableView } from "/page/lib/types.d.ts" */

import { amountOf, make, signed } from "/page/lib/dom.js";
import { counted } from "/page/lib/words.js";
import { openingView, settleView } from "/page/table/after_end.js";
import { placesView } from "/page/table/places.js";
import { ui } from "/page/table/session.js";
import { fillSheet, isSheetOpen, openSheet } from "/page/table/sheets.js";
import { lessonsView } from "/page/table/verdict.js";

/** @type {(state: TableView) => void} */
export function openSummary(state) {
  fillSheet(
    "summary",
    state.asked === "over" ? "The evening is over" : "Standings",
    [
      state.ended,
      state.summary,
      state.seats,
      state.you,
      ui.lessons,
      state.sit_and_go,
      state.agreed,
      state.agrees,
      state.sealed,
    ],
    () => sums(state),
  );
  openSheet("summary");
}

// Say what was learnt meanwhile, if somebody looks.
/** @type {(state: TableView) => void} */
export function renewSummary(state) {
  if (isSheetOpen("summary")) openSummary(state);
}

// At the end everybody sees it, once.
/** @type {(state: TableView) => void} */
export function showEnd(state) {
  if (!state.ended || ui.endShown || state.phase === "playing") return;
  ui.endShown = true;
  openSummary(state);
}

/** @type {(state: TableView) => (HTMLElement | null)[]} */
function sums(state) {
  const { summary, game, seats, you, sit_and_go, round } = state;
  const rows = summary.length
    ? summary
    : seats.flatMap(({ name, rounds, won, net, biggest, best }) =>
        name ? [{ name, hands: rounds, won, net, biggest, best, here: true }] : [],
      );
  const mine = you === null ? undefined : rows.find(({ name, here }) => here && name === seats[you].name);
  const sorted = [...rows].sort((one, two) => two.net - one.net || two.won - one.won);
  return [
    mine && !sit_and_go ? make("p", { class: "brought" }, brought(mine, game.chips)) : null,
    settleView(state),
    sit_and_go && round
      ? placesView(sit_and_go)
      : make("ol", { class: "sums" }, ...sorted.map((row) => sumView(row, row === mine, game.chips))),
    openingView(state),
    mine ? lessonsView() : null,
  ];
}

/** @type {(row: Sum, own: boolean, chips: boolean) => HTMLElement} */
function sumView({ name, hands, won, net, biggest, best }, own, chips) {
  const played = `${amountOf(won)} of ${counted(hands, "hand")} won`;
  return make(
    "li",
    {},
    make("span", { class: "who" }, make("bdi", {}, name), own ? " (you)" : ""),
    make("b", {}, chips ? signed(net) : amountOf(won)),
    make("small", {}, chips && biggest ? `${played}, biggest pot ${amountOf(biggest)}` : played),
    best ? make("small", {}, `Best hand: ${best}`) : null,
  );
}

// What it has brought the reader, in a sentence.
/** @type {(mine: Sum, chips: boolean) => string} */
function brought({ hands, won, net }, chips) {
  if (!hands) return "You have not played a hand yet.";
  const played = counted(hands, "hand");
  if (!chips) return `You won ${amountOf(won)} of ${played}.`;
  const what = net > 0 ? `are ${amountOf(net)} up` : net < 0 ? `are ${amountOf(-net)} down` : "are even";
  return `You ${what} after ${played}.`;
}

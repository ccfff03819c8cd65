// What the evening has brought so far: hands, chips won or lost, the biggest pot.
/** @import { TableView } from "/page/types.d.ts" */
import { fillSheet, openSheet } from "/page/sheets.js";
import { amountOf, make, signed } from "/page/show.js";

let shownEnd = false;

/** @type {(state: TableView) => void} */
export function openSummary(state) {
  fillSheet(
    "summary",
    state.ended ? "That was the last hand" : "How it stands",
    [state.ended, state.summary, state.seats],
    () => [sums(state)],
  );
  openSheet("summary");
}

// At the end everybody sees it, once.
/** @type {(state: TableView) => void} */
export function showEnd(state) {
  if (!state.ended || shownEnd || (state.phase !== "shown" && state.phase !== "lobby")) return;
  shownEnd = true;
  openSummary(state);
}

/** @type {(state: TableView) => HTMLElement} */
function sums({ summary, game, seats }) {
  const rows = summary.length
    ? summary
    : seats.flatMap(({ name, rounds, won, net, biggest }) =>
        name ? [{ name, hands: rounds, won, net, biggest, here: true }] : [],
      );
  const columns = game.chips ? ["Player", "Hands", "Won or lost", "Biggest pot"] : ["Player", "Hands", "Won"];
  const head = make("tr", {}, ...columns.map((words) => make("th", { scope: "col" }, words)));
  const lines = [...rows]
    .sort((one, two) => two.net - one.net || two.won - one.won)
    .map(({ name, hands, won, net, biggest }) => {
      const cells = game.chips ? [amountOf(hands), signed(net), amountOf(biggest)] : [amountOf(hands), amountOf(won)];
      return make("tr", {}, make("th", { scope: "row" }, name), ...cells.map((cell) => make("td", {}, cell)));
    });
  return make("table", { class: "sums" }, make("thead", {}, head), make("tbody", {}, ...lines));
}

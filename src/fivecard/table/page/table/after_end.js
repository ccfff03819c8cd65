// A table that has ended: what it brought, who pays whom, its hands, and a new table for the same people.
/** @import { TableView } from "/page/lib/types.d.ts" */

import { make } from "/page/lib/dom.js";
import { openPanel } from "/page/table/panel.js";
import { session, table } from "/page/table/session.js";
import { openSummary } from "/page/table/summary.js";

// What can be pressed then. `answer` makes a button that answers the question.
/** @type {(state: TableView, answer: (words: string, act: () => void, options?: { main?: boolean, quiet?: boolean }) => HTMLElement) => HTMLElement} */
export function endView(state, answer) {
  const { you, next_table } = state;
  return make(
    "div",
    { class: "moves" },
    answer("Standings", () => openSummary(state), { quiet: true }),
    answer("Hands", () => openPanel("hands"), { quiet: true }),
    next_table
      ? make("a", { class: "move main", href: `/t/${next_table}`, "data-id": "next table" }, "To the new table")
      : you === null
        ? null
        : answer("New table", () => session.send("again"), { main: true }),
  );
}

// Who pays whom, at the end.
/** @type {(state: TableView) => HTMLElement | null} */
export const settleView = ({ game, asked }) =>
  game.chips && asked === "over"
    ? make("a", { class: "move settle", href: `/t/${table}/ledger`, "data-id": "ledger" }, "Settle up: who pays whom")
    : null;

// Below the standings, after the end: whether the decks are opened.
/** @type {(state: TableView) => HTMLElement | null} */
export function openingView({ game, asked, agreed, players, agrees, sealed, round }) {
  if (!game.chips || asked !== "over" || !round) return null;
  const words = sealed
    ? `What was folded stays secret. If all who played agree to show it, every deck can be checked: ${agreed} of ${players} agree.`
    : "All who played have agreed to show what they folded: every deck is open to be checked.";
  return make(
    "section",
    { class: "opening" },
    make("p", { class: "quiet" }, words),
    sealed && !agrees
      ? make(
          "button",
          { type: "button", "data-id": "agree", onclick: () => session.send("agree") },
          "Show what I folded",
        )
      : null,
  );
}

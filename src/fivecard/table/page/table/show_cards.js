// Showing cards after a hand that need not be shown: all of them, or one.
/** @import { TableView } from "/page/lib/types.d.ts" */

import { spoken } from "/page/lib/cards.js";
import { make, picture } from "/page/lib/dom.js";
import * as answers from "/page/lib/press_guard.js";
import { session } from "/page/table/session.js";

/** @type {(state: TableView) => HTMLElement | null} */
export function showCardsView({ round }) {
  const cards = round?.may_show ?? [];
  if (!cards.length) return null;
  return make(
    "div",
    { class: "shows", role: "group", "aria-label": "Show cards" },
    button(cards, "Show all", ["Show"]),
    ...(cards.length > 1
      ? cards.map((card) => button([card], `Show the ${spoken(card)}`, [picture(card, { label: "", small: true })]))
      : []),
  );
}

// It answers no question, but no press that was meant for another one shows anything.
/** @type {(cards: string[], words: string, inside: (Node | string)[]) => HTMLElement} */
const button = (cards, words, inside) =>
  make(
    "button",
    {
      type: "button",
      class: cards.length === 1 && inside[0] instanceof Node ? "one" : "all",
      "aria-label": words,
      "data-id": words,
      onclick: () => answers.meant() && session.send("show", { cards }),
    },
    ...inside,
  );

// The rules of this game and what beats what, one tap away.
/** @import { GameView, Guide } from "/page/lib/types.d.ts" */

import { $, make, minis } from "/page/lib/dom.js";
import { capital, counted } from "/page/lib/words.js";
import { notice, ui } from "/page/table/session.js";
import { fillSheet, openSheet } from "/page/table/sheets.js";

/** @type {(guide: Guide) => HTMLElement[]} */
const guideView = ({ about, hands }) => [
  make("h3", {}, about),
  make(
    "ol",
    { class: "list" },
    ...hands.map(({ kind, cards }) =>
      make("li", {}, make("span", { class: "grow" }, kind), make("span", { class: "minis" }, ...minis(cards))),
    ),
  ),
];

/** @type {(game: GameView) => string} */
function facts({ hand, draws, board, limit, stakes, chips }) {
  const parts = [
    counted(hand, "card") + (board ? " and five for all" : ""),
    draws ? counted(draws, "draw") : "",
    chips ? limit : "no bets",
    stakes,
  ];
  return `${capital(parts.filter(Boolean).join(", "))}.`;
}

// Show what is known at once, and what beats what when the server has said it.
async function openGuide() {
  if (!ui.state) return;
  const { game } = ui.state;
  const show = (/** @type {Guide[]} */ guides) =>
    fillSheet("guide", capital(game.title), [game, guides], () => [
      make("p", {}, game.about),
      make("p", { class: "quiet" }, facts(game)),
      ...guides.flatMap(guideView),
      keysView(),
    ]);
  show([]);
  openSheet("guide");
  try {
    /** @type {{ games: { name: string, guides: Guide[] }[] }} */
    const { games } = await (await fetch("/choices")).json();
    show(games.find(({ name }) => name === game.name)?.guides ?? []);
  } catch {
    notice("What beats what cannot be had at the moment.");
  }
}

export function prepareGuide() {
  $("open-guide").addEventListener("click", openGuide);
}

const KEYS = "Keys: F folds, C checks or calls, R raises, 1 to 7 choose cards, Enter presses the gold button, T talks.";

const keysView = () => make("p", { class: "quiet" }, KEYS);

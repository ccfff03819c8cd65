// The rules of this game and what beats what, one tap away.
/** @import { GameView } from "/page/lib/types.d.ts" */

import { $, make, minis } from "/page/lib/dom.js";
import { capital, counted } from "/page/lib/words.js";
import { ui } from "/page/table/session.js";
import { fillSheet, openSheet } from "/page/table/sheets.js";

/** @type {[string, string][]} */
const HIGH = [
  ["Straight flush", "Jh Th 9h 8h 7h"],
  ["Four of a kind", "9c 9d 9h 9s Kd"],
  ["Full house", "Qc Qd Qs 4h 4c"],
  ["Flush", "Ad Jd 8d 6d 3d"],
  ["Straight", "9s 8d 7c 6h 5s"],
  ["Three of a kind", "7c 7d 7s Kh 2d"],
  ["Two pair", "Kc Kd 9h 9s 5c"],
  ["One pair", "Ac Ad Js 8h 4d"],
  ["High card", "Kd Js 8c 6h 3s"],
];

/** What the lowest hand is, by how a game's name begins, with the best one. */
const LOW = {
  "deuce-to-seven": [
    "The lowest hand wins. Aces are high, and straights and flushes count against you.",
    "7d 5c 4h 3s 2c",
  ],
  "ace-to-five": ["The lowest hand wins. Aces are low, and straights and flushes do not count.", "5d 4c 3h 2s Ac"],
  razz: ["The lowest five cards win. Aces are low, and straights and flushes do not count.", "5d 4c 3h 2s Ac"],
  badugi: [
    "Four low cards of four ranks and four suits win; cards that share a rank or a suit do not count. Aces are low.",
    "4c 3d 2h As",
  ],
};

/** @type {(game: GameView) => (HTMLElement | null)[]} */
function ranksOf({ name }) {
  const low = Object.entries(LOW).find(([begins]) => name.startsWith(begins))?.[1];
  if (low)
    return [
      make("h3", {}, "What wins"),
      make("p", {}, low[0]),
      make("p", { class: "minis" }, ...minis(low[1].split(" "))),
    ];
  const short = name.startsWith("short-deck");
  const order = short ? HIGH.map((row, index) => (index === 2 ? HIGH[3] : index === 3 ? HIGH[2] : row)) : HIGH;
  return [
    make("h3", {}, "What beats what, best first"),
    make(
      "ol",
      { class: "list" },
      ...order.map(([words, cards]) =>
        make(
          "li",
          {},
          make("span", { class: "grow" }, words),
          make("span", { class: "minis" }, ...minis(cards.split(" "))),
        ),
      ),
    ),
    name.includes("hi-lo")
      ? make("p", { class: "quiet" }, "The lowest five cards, eight or lower, take half of the pot.")
      : null,
  ];
}

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

export function prepareGuide() {
  $("open-guide").addEventListener("click", () => {
    const { state } = ui;
    if (!state) return;
    const { game } = state;
    fillSheet("guide", capital(game.title), game, () => [
      make("p", {}, game.about),
      make("p", { class: "quiet" }, facts(game)),
      ...ranksOf(game),
      keysView(),
    ]);
    openSheet("guide");
  });
}

const KEYS = "Keys: F folds, C checks or calls, R raises, 1 to 7 choose cards, Enter presses the gold button, T talks.";

const keysView = () => make("p", { class: "quiet" }, KEYS);

// The board: 52 cards to press, and the same as a text.
import { spoken } from "/page/lib/cards.js";
import { $, make, picture, setText } from "/page/lib/dom.js";

const RANKS = [..."AKQJT98765432"];
const SUITS = [..."shdc"];
const MOST = 5;

/** @type {(changed: () => void) => { show: () => void }} */
export function prepareBoard(changed) {
  const text = $("board-text", HTMLInputElement);
  const chosen = () => (text.value.match(/(?:10|[2-9TJQKA])[cdhs]/gi) ?? []).map(usual);
  /** @type {Map<string, HTMLButtonElement>} */
  const buttons = new Map();
  const say = () => {
    const cards = chosen();
    for (const [card, button] of buttons) {
      button.setAttribute("aria-pressed", String(cards.includes(card)));
      button.setAttribute("aria-disabled", String(cards.length >= MOST && !cards.includes(card)));
    }
  };
  $("deck").replaceChildren(
    ...SUITS.flatMap((suit) =>
      RANKS.map((rank) => {
        const card = rank + suit;
        const button = make(
          "button",
          { type: "button", "aria-label": spoken(card) },
          picture(card, { label: "", small: true }),
        );
        button.addEventListener("click", () => {
          const cards = chosen();
          if (cards.includes(card)) text.value = cards.filter((other) => other !== card).join(" ");
          else if (cards.length < MOST) text.value = [...cards, card].join(" ");
          else return setText($("problem-board"), "A board has at most five cards: take one away first.");
          text.dispatchEvent(new Event("input", { bubbles: true }));
        });
        buttons.set(card, button);
        return button;
      }),
    ),
  );
  text.addEventListener("input", () => {
    say();
    changed();
  });
  return { show: say };
}

/** @type {(card: string) => string} */
const usual = (card) =>
  card
    .replace("10", "T")
    .replace(/^./, (rank) => rank.toUpperCase())
    .replace(/.$/, (suit) => suit.toLowerCase());

// Cards, as they are called.

const RANKS = "23456789TJQKA";
const SUITS = "cdhs";
const RANK_WORDS = "Two Three Four Five Six Seven Eight Nine Ten Jack Queen King Ace".split(" ");
const SUIT_WORDS = ["clubs", "diamonds", "hearts", "spades"];

// Two cards of one's own, as people call them before the flop.
/** @type {(hand: string[]) => string} */
export function pocket(hand) {
  const [one, two] = hand.map(([rank]) => RANKS.indexOf(rank)).sort((a, b) => b - a);
  const [high, low] = [RANK_WORDS[one], RANK_WORDS[two].toLowerCase()];
  if (one === two) return `Pocket ${low}${low === "six" ? "es" : "s"}`;
  return `${high}-${low} ${hand[0][1] === hand[1][1] ? "suited" : "offsuit"}`;
}

/** @type {(card: string) => string} */
export const spoken = (card) => `${RANK_WORDS[RANKS.indexOf(card[0])]} of ${SUIT_WORDS[SUITS.indexOf(card[1])]}`;

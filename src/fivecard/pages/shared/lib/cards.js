// Cards, as they are called.

const RANKS = "23456789TJQKA";
const SUITS = "cdhs";
const RANK_WORDS = "Two Three Four Five Six Seven Eight Nine Ten Jack Queen King Ace".split(" ");
const SUIT_WORDS = ["clubs", "diamonds", "hearts", "spades"];

/** @type {(card: string) => string} */
export const spoken = (card) => `${RANK_WORDS[RANKS.indexOf(card[0])]} of ${SUIT_WORDS[SUITS.indexOf(card[1])]}`;

// Cards and what hands are worth. Written from the rules; tests hold it to the evaluator in Python.

const RANKS = "23456789TJQKA";
const SUITS = "cdhs";
const RANK_WORDS = [
  "Two",
  "Three",
  "Four",
  "Five",
  "Six",
  "Seven",
  "Eight",
  "Nine",
  "Ten",
  "Jack",
  "Queen",
  "King",
  "Ace",
];
const SUIT_WORDS = ["clubs", "diamonds", "hearts", "spades"];
export const ACE = 12;

/** @type {string[]} */
export const CARDS = [...RANKS].flatMap((rank) => [...SUITS].map((suit) => rank + suit));
/** @type {(card: string) => number} */
export const rankOf = (card) => RANKS.indexOf(card[0]);
/** @type {(card: string) => number} */
const suitOf = (card) => SUITS.indexOf(card[1]);
/** @type {(card: string) => string} */
export const spoken = (card) => `${RANK_WORDS[rankOf(card)]} of ${SUIT_WORDS[suitOf(card)]}`;
/** @type {(rank: number) => string} */
const plural = (rank) => RANK_WORDS[rank] + (RANK_WORDS[rank] === "Six" ? "es" : "s");

// What a hand is worth

// Weakest first: the name, how many cards make it, and what each deciding rank is called.
const CATEGORIES = /** @type {[name: string, size: number, roles: string[]][]} */ ([
  ["high card", 1, ["highest card", "second card", "third card", "fourth card", "fifth card"]],
  ["one pair", 2, ["pair", "first kicker", "second kicker", "third kicker"]],
  ["two pair", 4, ["higher pair", "lower pair", "kicker"]],
  ["three of a kind", 3, ["three of a kind", "first kicker", "second kicker"]],
  ["straight", 5, ["top card"]],
  ["flush", 5, ["highest card", "second card", "third card", "fourth card", "fifth card"]],
  ["full house", 5, ["three of a kind", "pair"]],
  ["four of a kind", 4, ["four of a kind", "kicker"]],
  ["straight flush", 5, ["top card"]],
]).map(([name, size, roles]) => ({ name, size, roles }));
/** @type {Record<string, number>} */
const BY_SHAPE = { 11111: 0, 2111: 1, 221: 2, 311: 3, 32: 6, 41: 7 };
const STRAIGHT = 4,
  FLUSH = 5,
  STRAIGHT_FLUSH = 8;

/** @typedef {{ category: number, ranks: number[], cards: string[], madeOf: string[] }} Worth */

// Five cards: the category, the ranks that decide inside it, and the cards, those that decide first.
/** @type {(cards: string[]) => Worth} */
export function evaluate(cards) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  /** @type {(rank: number) => number} */
  const count = (rank) => counts.get(rank) ?? 0;
  for (const card of cards) counts.set(rankOf(card), count(rankOf(card)) + 1);
  let ranks = [...counts.keys()].sort((a, b) => count(b) - count(a) || b - a);
  const wheel = ranks.join() === "12,3,2,1,0"; // the ace is low
  if (wheel) ranks = [3, 2, 1, 0, ACE];
  const straight = ranks.length === 5 && (wheel || ranks[0] - ranks[4] === 4);
  const flush = cards.every((card) => suitOf(card) === suitOf(cards[0]));
  let category = BY_SHAPE[ranks.map(count).join("")];
  if (straight) category = flush ? STRAIGHT_FLUSH : STRAIGHT;
  else if (flush) category = FLUSH;
  const inOrder = [...cards].sort(
    (a, b) => ranks.indexOf(rankOf(a)) - ranks.indexOf(rankOf(b)) || suitOf(b) - suitOf(a),
  );
  return {
    category,
    ranks: straight ? ranks.slice(0, 1) : ranks,
    cards: inOrder,
    madeOf: inOrder.slice(0, CATEGORIES[category].size),
  };
}

// Above zero if the first hand is better, zero for a tie.
/** @type {(one: Worth, two: Worth) => number} */
export function compare(one, two) {
  if (one.category !== two.category) return one.category - two.category;
  const index = one.ranks.findIndex((rank, i) => rank !== two.ranks[i]);
  return index < 0 ? 0 : one.ranks[index] - two.ranks[index];
}

/** @type {(worth: Worth) => string} */
export const categoryName = ({ category }) => CATEGORIES[category].name;

/** @type {(worth: Worth) => string} */
export function describe({ category, ranks }) {
  const { name } = CATEGORIES[category];
  const [first, ...others] = ranks.map((rank) => RANK_WORDS[rank]);
  if (name === "straight flush" && ranks[0] === ACE) return "royal flush";
  if (["straight", "straight flush"].includes(name)) return `${name}, ${first} high`;
  if (["high card", "flush"].includes(name)) return `${name}, ${[first, ...others].join(" ")}`;
  if (name === "full house") return `${name}, ${plural(ranks[0])} over ${plural(ranks[1])}`;
  if (name === "two pair") return `${name}, ${plural(ranks[0])} and ${plural(ranks[1])}, ${others[1]} kicker`;
  return `${name}, ${plural(ranks[0])}, ${others.join(" ")} kicker${others.length > 1 ? "s" : ""}`;
}

// What decided between two hands that do not tie, the better one first.
/** @type {(better: Worth, worse: Worth) => string} */
function decision(better, worse) {
  const [high, low] = [CATEGORIES[better.category], CATEGORIES[worse.category]];
  if (high !== low) return `Category: ${high.name} beats ${low.name}.`;
  const index = better.ranks.findIndex((rank, i) => rank !== worse.ranks[i]);
  const role = high.roles[index];
  const several = /(pair|of a kind)$/.test(role);
  const [more, less] = [better, worse].map(({ ranks }) => (several ? plural(ranks[index]) : RANK_WORDS[ranks[index]]));
  return `${role[0].toUpperCase()}${role.slice(1)}: ${more} beat${several ? "" : "s"} ${less}.`;
}

/** @type {(names: string[], worth: Worth[], winners: number[]) => string} */
export function reasonOf(names, worth, winners) {
  const best = worth[winners[0]];
  if (winners.length > 1) return `${winners.map((seat) => names[seat]).join(" and ")} tie with ${describe(best)}.`;
  const others = worth.filter((_, seat) => seat !== winners[0]);
  const second = others.reduce((one, two) => (compare(two, one) > 0 ? two : one));
  return `${names[winners[0]]} wins with ${describe(best)}. ${decision(best, second)}`;
}

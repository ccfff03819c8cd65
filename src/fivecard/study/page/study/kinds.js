// The 169 kinds of hands: their names, where they stand in the grid, and the hands of a range in each.
/** @import { RangeHere } from "/page/study/types.d.ts" */

export const RANKS = "AKQJT98765432";
export const SIZE = RANKS.length;

/** @type {(row: number, column: number) => string} */
export function kindAt(row, column) {
  const [high, low] = row < column ? [row, column] : [column, row];
  return RANKS[high] + RANKS[low] + (row === column ? "" : row < column ? "s" : "o");
}

/** @type {(hand: string) => string} */
export function kindOf(hand) {
  const [first, second] = [hand[0], hand[2]];
  return first === second ? first + second : first + second + (hand[1] === hand[3] ? "s" : "o");
}

/** How many hands a kind has. */
/** @type {(kind: string) => number} */
export const handsOf = (kind) => (kind.length === 2 ? 6 : kind[2] === "s" ? 4 : 12);

/** @type {(kind: string) => string} */
export const spokenKind = (kind) =>
  kind.length === 2 ? `pair of ${kind[0]}` : `${kind[0]} ${kind[1]} ${kind[2] === "s" ? "suited" : "offsuit"}`;

/**
 * What a kind does: means over its hands, by how much each counts.
 * @typedef {object} KindHere
 * @property {number[]} places where its hands are in the range
 * @property {number} reach how much of the kind is here, from 0 to 1
 * @property {number | null} ev
 * @property {number | null} equity
 * @property {number[] | null} strategy
 */

/** @type {(range: RangeHere) => Map<string, KindHere>} */
export function byKind(range) {
  /** @type {Map<string, number[]>} */
  const places = new Map();
  for (const [place, hand] of range.hands.entries()) {
    const kind = kindOf(hand);
    const known = places.get(kind);
    if (known) known.push(place);
    else places.set(kind, [place]);
  }
  return new Map([...places].map(([kind, there]) => [kind, means(range, kind, there)]));
}

/** @type {(range: RangeHere, kind: string, places: number[]) => KindHere} */
function means(range, kind, places) {
  const weights = places.map((place) => range.weights[place] ?? 0);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  /** @type {(numbers: (number | null)[]) => number | null} */
  const mean = (numbers) =>
    total ? places.reduce((sum, place, at) => sum + weights[at] * (numbers[place] ?? 0), 0) / total : null;
  const reach = places.reduce((sum, place) => sum + (range.reach[place] ?? 0), 0) / handsOf(kind);
  return {
    places,
    reach: Math.min(reach, 1),
    ev: mean(range.evs),
    equity: mean(range.equities),
    strategy: range.strategy && total ? range.strategy.map((row) => mean(row) ?? 0) : null,
  };
}

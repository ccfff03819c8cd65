// The shuffle that nobody chooses, as in core/commitments.py; both pass the same test vectors.
/** @import { Check, HandRecord, OwnWitness } from "/page/fairness/records.d.ts" */

import { hex, hmac, join, sha256, unhex } from "/page/fairness/sha256.js";
import { wordsOf } from "/page/lib/errors.js";

/** @type {(value: number) => Uint8Array} */
const number = (value) => Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);

/** @type {(...parts: (string | Uint8Array)[]) => Uint8Array} */
export function encode(...parts) {
  const bytes = parts.map((part) => (typeof part === "string" ? new TextEncoder().encode(part) : part));
  return join(...bytes.flatMap((part) => [number(part.length), part]));
}

/** @type {(bySeat: Record<string, unknown>) => string[]} */
const inOrder = (bySeat) => Object.keys(bySeat).sort((a, b) => Number(a) - Number(b));

// The hash by which a browser commits to a nonce, which it opens with being ready.
/** @type {(table: string, nonce: string) => string} */
export const nonceCommitment = (table, nonce) => hex(sha256(encode("fivecard nonce", table, unhex(nonce))));

// The hash by which the server commits to its seed for a hand, before anybody is ready for it.
/** @type {(table: string, round: number, seed: string) => string} */
export const serverCommitment = (table, round, seed) =>
  hex(sha256(encode("fivecard server", table, String(round), unhex(seed))));

/** @type {(table: string) => string} */
export const firstLink = (table) => hex(sha256(encode("fivecard table", table)));

// JSON in the one way that is hashed: names in order, nothing between.
/** @type {(value: any) => string} */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const inside = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`);
  return `{${inside.join()}}`;
}

// What was shown after the hand is added to a record, and is no part of it.
/** @type {(record: HandRecord) => string} */
export const recordHash = ({ showed, ...record }) => hex(sha256(new TextEncoder().encode(canonical(record))));

// `nonces` are those of seats.
/** @type {(table: string, round: number, nonces: Record<string, string>, seed: string) => { deck: string[], reserve: string[] }} */
export function dealFrom(table, round, nonces, seed) {
  const seats = inOrder(nonces).flatMap((seat) => [seat, unhex(nonces[seat])]);
  const message = encode("fivecard deck", table, String(round), ...seats);
  const key = unhex(seed);
  const words = (function* () {
    for (let counter = 0; ; counter++) {
      const block = hmac(key, join(message, number(counter)));
      for (let i = 0; i < 32; i += 2) yield block[i] * 256 + block[i + 1];
    }
  })();
  const shuffled = () => {
    const cards = [..."23456789TJQKA"].flatMap((rank) => [..."cdhs"].map((suit) => rank + suit));
    for (let last = 51; last > 0; last--) {
      const fair = 65536 - (65536 % (last + 1));
      let word;
      do word = words.next().value;
      while (word >= fair);
      const other = word % (last + 1);
      [cards[last], cards[other]] = [cards[other], cards[last]];
    }
    return cards;
  };
  return { deck: shuffled(), reserve: shuffled() };
}

/** @type {(record: HandRecord, player: number | string) => string} */
const seatOf = ({ seats }, player) => seats[Number(player)]?.split(":")[0];

const PROTOCOL = 1;

// What can be said of a finished round: a list of [whether it holds, in words]. `witness` is what this browser kept of it.
/** @type {(record: HandRecord, witness?: OwnWitness | null) => Check[]} */
export function check(record, witness) {
  if (record.protocol !== PROTOCOL) return [[false, "the record is of a protocol that this page knows"]];
  try {
    return checkShuffle(record, witness);
  } catch (error) {
    return [[false, `the record can be read: ${wordsOf(error)}`]];
  }
}

/** @type {(record: HandRecord, witness: OwnWitness | null | undefined) => Check[]} */
function checkShuffle(record, witness) {
  const { table, round, seats, nonces, server_seed } = record;
  /** @type {Check[]} */
  const results = [];
  /** @type {(holds: boolean, words: string) => void} */
  const say = (holds, words) => results.push([holds, words]);
  const people = seats.flatMap((who, player) => (who.endsWith(":person") ? [String(player)] : []));
  const numbers = seats.map((who) => (/^\d:/.test(who) ? Number(who[0]) : -1));
  say(
    numbers.every((seat, player) => seat > (numbers[player - 1] ?? -1)),
    "the players stand in the order of their seats",
  );
  say(
    people.length > 0 && people.join() === inOrder(nonces).join(),
    "everybody who was dealt in took part in the shuffle",
  );
  const bySeat = Object.fromEntries(inOrder(nonces).map((player) => [seatOf(record, player), nonces[player]]));
  const { deck, reserve } = dealFrom(table, round, bySeat, server_seed);
  const ranks = new Set(record.deck.map(([rank]) => rank)); // games with a short deck leave whole ranks out
  /** @type {(cards: string[]) => string} */
  const used = (cards) => cards.filter(([rank]) => ranks.has(rank)).join();
  say(
    used(deck) === record.deck.join() && used(reserve) === record.reserve.join(),
    "the deck follows from the server’s seed and the nonces of all",
  );
  if (round === 1) say(record.previous === firstLink(table), "it follows the opening of the table");
  if (!witness) return results;
  const { player: me, seat, nonce, commitments, server_commitment, people: seen } = witness;
  say(nonces[me] === nonce, "your nonce is the one that this browser made");
  if (seat !== undefined) say(seats[me] === `${seat}:person`, "you sat where the record says");
  const played = people.map((player) => Number(seatOf(record, player)));
  if (seen) say(seen.join() === played.join(), "those who played as people are the people in the record");
  say(
    serverCommitment(table, round, server_seed) === server_commitment,
    "the server’s seed is the one that it had committed to before you were ready",
  );
  for (const player of people)
    if (Number(player) !== me)
      say(
        commitments[seatOf(record, player)] === nonceCommitment(table, nonces[player]),
        `${record.names[Number(player)]} had committed to a nonce before you opened yours`,
      );
  return results;
}

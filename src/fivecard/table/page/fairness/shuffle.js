// The shuffle that nobody chooses, as in core/commitments.py; both pass the same test vectors.
/** @import { Check, OwnWitness, PlayedRecord, RoundRecord, VoidRecord } from "/page/fairness/records.d.ts" */

import { hex, hmac, join, sha256, unhex } from "/page/fairness/sha256.js";
import { fromHex, puzzleOf, SEALED_WITHIN, SQUARINGS, valueByFactor, valueToHex } from "/page/fairness/timelock.js";
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

// The number that is squared to open a seat's puzzle.
/** @type {(table: string, round: number, seat: number | string, puzzle: string) => bigint} */
export function lockBase(table, round, seat, puzzle) {
  const message = encode("fivecard puzzle", table, String(round), String(seat), unhex(puzzle));
  const blocks = Array.from({ length: 5 }, (_, counter) => sha256(join(message, number(counter))));
  return fromHex(hex(join(...blocks))) % fromHex(puzzle);
}

/** @type {(value: string) => Uint8Array} */
export const seedOf = (value) => sha256(encode("fivecard seed", unhex(value)));

/** @type {(table: string, round: number, previous: string, agreed: string, puzzles: Record<string, string>, seed: Uint8Array) => string} */
export const serverCommitment = (table, round, previous, agreed, puzzles, seed) =>
  hex(
    sha256(
      encode(
        "fivecard server",
        table,
        String(round),
        previous,
        agreed,
        ...inOrder(puzzles).flatMap((s) => [s, unhex(puzzles[s])]),
        seed,
      ),
    ),
  );

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

/** @type {(record: RoundRecord) => string} */
export const recordHash = (record) => hex(sha256(new TextEncoder().encode(canonical(record))));

/** @type {(table: string, round: number, seeds: Record<string, Uint8Array>, serverSeed: Uint8Array) => { deck: string[], reserve: string[] }} */
export function dealFrom(table, round, seeds, serverSeed) {
  const message = encode("fivecard deck", table, String(round), ...inOrder(seeds).flatMap((s) => [s, seeds[s]]));
  const words = (function* () {
    for (let counter = 0; ; counter++) {
      const block = hmac(serverSeed, join(message, number(counter)));
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

// Void deals must have come to nothing before their seal: some person had not committed, or nobody was left.
/** @type {(record: VoidRecord) => boolean} */
export function voidedTooLate(record) {
  const asked = people(record.players);
  return asked.length > 0 && asked.every((player) => record.puzzles[player]);
}

/** @type {(seats: string[]) => number[]} */
const people = (seats) => seats.flatMap((who, player) => (who.endsWith(":person") ? [player] : []));

/** @type {(record: PlayedRecord, player: string) => string} */
const seatName = (record, player) => `seat ${Number(seatsOf(record)[Number(player)]?.split(":")[0]) + 1}`;

// Who plays where, of what was agreed: the rest is what is played for.
/** @type {(record: PlayedRecord) => string[]} */
const seatsOf = ({ agreed }) => agreed.split(" ").filter((part) => part.includes(":"));

// The puzzles of a record that were opened by squaring, which takes minutes to check, except our own; `[player, base, puzzle]` each.
/** @type {(record: PlayedRecord, witness: OwnWitness | null | undefined) => [player: string, base: bigint, puzzle: string][]} */
export const forcedPuzzles = (record, witness) =>
  inOrder(record.openings ?? {})
    .filter((player) => record.openings[player].forced && !ownFactors(record, player, witness))
    .map((player) => [
      player,
      lockBase(record.table, record.round, player, record.puzzles[player]),
      record.puzzles[player],
    ]);

// The factors of a player's puzzle, if this browser has them.
/** @type {(record: PlayedRecord, player: string, witness: OwnWitness | null | undefined) => string[] | null} */
const ownFactors = (record, player, witness) =>
  witness?.factors && Number(player) === witness.seat && puzzleOf(witness.factors) === record.puzzles[player]
    ? witness.factors
    : null;

const PROTOCOL = 2;

// What can be said of a finished round: a list of [whether it holds, in words]; null is not known yet. `witness` is what
// this browser kept of it, `squared` the values of puzzles that it has found by squaring, by player.
/** @type {(record: PlayedRecord, witness?: OwnWitness | null, squared?: Record<string, string>) => Check[]} */
export function check(record, witness, squared = {}) {
  if (record.protocol !== PROTOCOL) return [[false, "the record is of a protocol that this page knows"]];
  try {
    return checkShuffle(record, witness, squared);
  } catch (error) {
    return [[false, `the record can be read: ${wordsOf(error)}`]];
  }
}

/** @type {(record: PlayedRecord, witness: OwnWitness | null | undefined, squared: Record<string, string>) => Check[]} */
function checkShuffle(record, witness, squared) {
  /** @type {Check[]} */
  const results = [];
  /** @type {(holds: boolean | null, words: string) => void} */
  const say = (holds, words) => results.push([holds, words]);
  const [rules, count] = record.agreed.split(" ");
  const seats = seatsOf(record);
  const squarings = Number(count);
  say(rules === record.rules && seats.length === record.players, "the players and the rules are those of the seal");
  say(
    people(seats).every((player) => record.puzzles[player]),
    "every person who was dealt in had a puzzle",
  );
  /** @type {Record<string, Uint8Array>} */
  const seeds = {};
  let opened = inOrder(record.openings).join() === inOrder(record.puzzles).join();
  for (const player of opened ? inOrder(record.puzzles) : []) {
    const { factor, forced } = record.openings[player];
    const base = lockBase(record.table, record.round, player, record.puzzles[player]);
    const known = factor ?? ownFactors(record, player, witness)?.[0];
    const value = known ? valueByFactor(base, record.puzzles[player], fromHex(known), squarings) : null;
    const found = value === null ? (forced ? squared[player] : null) : valueToHex(value);
    if (forced)
      say(
        found === undefined ? null : found === forced,
        `${seatName(record, player)} had gone silent, and its puzzle holds what the server found by squaring${found === undefined ? " (being computed again here, which takes minutes)" : ""}`,
      );
    else opened &&= found !== null;
    seeds[player] = seedOf(forced ?? found ?? "");
  }
  say(opened, "every puzzle was opened");
  say(
    squarings >= SQUARINGS,
    `no puzzle could be opened by others in time (${squarings} squarings of at least ${SQUARINGS})`,
  );
  const serverSeed = unhex(record.server_seed);
  const seal = serverCommitment(record.table, record.round, record.previous, record.agreed, record.puzzles, serverSeed);
  say(
    seal === record.server_commitment,
    "the seal covers the server’s seed, the players, the rules, the puzzles and the record before",
  );
  say(linked(record), "every number since the last hand is accounted for");
  const deal = dealFrom(record.table, record.round, seeds, serverSeed);
  say(
    deal.deck.join() === record.deck.join() && deal.reserve.join() === record.reserve.join(),
    "the deck follows from all seeds together",
  );
  if (witness?.factors) {
    const { factors, server_commitment, sealed_after, acknowledged = [] } = witness;
    say(puzzleOf(factors) === record.puzzles[witness.seat], "your puzzle is the one that this browser made");
    if (!server_commitment && witness.hand) say(false, "this browser saw the seal before it was dealt cards");
    else if (!server_commitment) say(null, "this browser was away when the deal was sealed, and did not see the seal");
    else
      say(server_commitment === record.server_commitment, "the seal is the one that this browser saw before the deal");
    if (acknowledged.includes("open"))
      say(!record.openings[witness.seat]?.forced, "you opened your puzzle in time, and the record says so");
    if (sealed_after !== undefined)
      say(
        sealed_after <= SEALED_WITHIN,
        `the seal came before anybody had the time to look (${(sealed_after / 1000).toFixed(1)} s after your puzzle)`,
      );
  }
  return results;
}

// Whether the void deals since the last round that was played are all there, one after the other.
/** @type {(record: PlayedRecord) => boolean} */
function linked(record) {
  let before = record.after === 0 ? firstLink(record.table) : null;
  let last = record.after;
  for (const link of [...record.voids, record]) {
    if (link.round !== ++last || link.table !== record.table || (before !== null && link.previous !== before))
      return false;
    if ("void" in link && voidedTooLate(link)) return false;
    before = link === record ? null : recordHash(link);
  }
  return true;
}

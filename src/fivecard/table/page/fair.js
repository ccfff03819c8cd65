// The shuffle that nobody chooses, as in fair.py; both pass the same test vectors. SHA-256 is written out here because
// browsers offer theirs only to pages that came by https, and a table among friends often has none.
import { SEALED_WITHIN, SQUARINGS, fromHex, puzzleOf, valueByFactor, valueToHex } from "/page/timelock.js";

const K = new Uint32Array(64);
const START = new Uint32Array(8);
{
  // The first 32 bits of the fractional parts of cube and square roots of primes (FIPS 180-4).
  const primes = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n);
  const fraction = (x) => Number(x & 0xffffffffn);
  const root = (n, k) => {
    // floor(n^(1/k) * 2^32), by bisection with whole numbers
    const target = BigInt(n) << BigInt(32 * k);
    let low = 0n, high = 1n << 40n;
    while (high - low > 1n) {
      const middle = (low + high) >> 1n;
      if (middle ** BigInt(k) <= target) low = middle;
      else high = middle;
    }
    return low;
  };
  primes.forEach((p, i) => (K[i] = fraction(root(p, 3))));
  primes.slice(0, 8).forEach((p, i) => (START[i] = fraction(root(p, 2))));
}

export function sha256(bytes) {
  const length = bytes.length;
  const padded = new Uint8Array(((length + 8) >> 6 << 6) + 64);
  padded.set(bytes);
  padded[length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(length / 0x20000000));
  view.setUint32(padded.length - 4, length << 3);
  const h = START.slice();
  const w = new Uint32Array(64);
  const turn = (x, n) => (x >>> n) | (x << (32 - n));
  for (let start = 0; start < padded.length; start += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getUint32(start + 4 * i);
    for (let i = 16; i < 64; i++) {
      const a = w[i - 15], b = w[i - 2];
      w[i] = w[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + w[i - 7] + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
    }
    let [a, b, c, d, e, f, g, k] = h;
    for (let i = 0; i < 64; i++) {
      const one = (k + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [k, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, k].forEach((value, i) => (h[i] += value));
  }
  const digest = new Uint8Array(32);
  h.forEach((value, i) => new DataView(digest.buffer).setUint32(4 * i, value));
  return digest;
}

export function hmac(key, message) {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const inner = sha256(join(block.map((b) => b ^ 0x36), message));
  return sha256(join(block.map((b) => b ^ 0x5c), inner));
}

export const hex = (bytes) => Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
export const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

function join(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

const number = (value) => Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);

export function encode(...parts) {
  const bytes = parts.map((part) => (typeof part === "string" ? new TextEncoder().encode(part) : part));
  return join(...bytes.flatMap((part) => [number(part.length), part]));
}

const inOrder = (bySeat) => Object.keys(bySeat).sort((a, b) => a - b);

// The number that is squared to open a seat's puzzle.
export function lockBase(table, round, seat, puzzle) {
  const message = encode("fivecard puzzle", table, String(round), String(seat), unhex(puzzle));
  const blocks = Array.from({ length: 5 }, (_, counter) => sha256(join(message, number(counter))));
  return fromHex(hex(join(...blocks))) % fromHex(puzzle);
}

export const seedOf = (value) => sha256(encode("fivecard seed", unhex(value)));

export const serverCommitment = (table, round, previous, agreed, puzzles, seed) =>
  hex(sha256(encode("fivecard server", table, String(round), previous, agreed, ...inOrder(puzzles).flatMap((s) => [s, unhex(puzzles[s])]), seed)));

export const firstLink = (table) => hex(sha256(encode("fivecard table", table)));

// JSON in the one way that is hashed: names in order, nothing between.
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const inside = Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`);
  return `{${inside.join()}}`;
}

export const recordHash = (record) => hex(sha256(new TextEncoder().encode(canonical(record))));

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
export function voidedTooLate(record) {
  const asked = people(record.players);
  return asked.length > 0 && asked.every((player) => record.puzzles[player]);
}

const people = (seats) => seats.flatMap((who, player) => (who.endsWith(":person") ? [player] : []));

const seatName = (record, player) => `seat ${Number(record.agreed.split(" ")[Number(player) + 2]?.split(":")[0]) + 1}`;

// The puzzles of a record that were opened by squaring, which takes minutes to check, except our own; `[player, base, puzzle]` each.
export const forcedPuzzles = (record, witness) =>
  inOrder(record.openings ?? {}).filter((player) => record.openings[player].forced && !isOwn(record, player, witness)).map((player) =>
    [player, lockBase(record.table, record.round, player, record.puzzles[player]), record.puzzles[player]]);

// Whether a player's puzzle is the one whose factors this browser has.
const isOwn = (record, player, witness) => Boolean(witness?.factors) && Number(player) === witness.seat && puzzleOf(witness.factors) === record.puzzles[player];

export const PROTOCOL = 2;
export const OF_THIS_PROTOCOL = "the round was dealt under the protocol under which this browser took part";

// What can be said of a finished round: a list of [whether it holds, in words]; null is not known yet. `witness` is what
// this browser kept of it, `squared` the values of puzzles that it has found by squaring, by player.
export function check(record, witness, squared = {}) {
  if (record.protocol !== PROTOCOL)
    return [witness?.factors ? [false, OF_THIS_PROTOCOL] : [null, "this round was dealt under the earlier protocol, which this page does not check"]];
  try {
    return checkShuffle(record, witness, squared);
  } catch (error) {
    return [[false, `the record can be read: ${error.message}`]];
  }
}

function checkShuffle(record, witness, squared) {
  const results = [];
  const say = (holds, words) => results.push([holds, words]);
  const [rules, count, ...seats] = record.agreed.split(" ");
  const squarings = Number(count);
  say(rules === record.rules && seats.length === record.players, "the players and the rules are those of the seal");
  say(people(seats).every((player) => record.puzzles[player]), "every person who was dealt in had a puzzle");
  const seeds = {};
  let opened = inOrder(record.openings).join() === inOrder(record.puzzles).join();
  for (const player of opened ? inOrder(record.puzzles) : []) {
    const { factor, forced } = record.openings[player];
    const base = lockBase(record.table, record.round, player, record.puzzles[player]);
    const known = factor ?? (isOwn(record, player, witness) ? witness.factors[0] : null);
    const value = known ? valueByFactor(base, record.puzzles[player], fromHex(known), squarings) : null;
    const found = value === null ? (forced ? squared[player] : null) : valueToHex(value);
    if (forced) say(found === undefined ? null : found === forced, `${seatName(record, player)} had gone silent, and its puzzle holds what the server found by squaring${found === undefined ? " (being computed again here, which takes minutes)" : ""}`);
    else opened &&= found !== null;
    seeds[player] = seedOf(forced ?? found ?? "");
  }
  say(opened, "every puzzle was opened");
  say(squarings >= SQUARINGS, `no puzzle could be opened by others in time (${squarings} squarings of at least ${SQUARINGS})`);
  const serverSeed = unhex(record.server_seed);
  const seal = serverCommitment(record.table, record.round, record.previous, record.agreed, record.puzzles, serverSeed);
  say(seal === record.server_commitment, "the seal covers the server’s seed, the players, the rules, the puzzles and the record before");
  say(linked(record), "every number since the last round is accounted for");
  const deal = dealFrom(record.table, record.round, seeds, serverSeed);
  say(deal.deck.join() === record.deck.join() && deal.reserve.join() === record.reserve.join(), "the deck follows from all seeds together");
  if (witness?.factors) {
    const { factors, server_commitment, sealed_after, acknowledged = [] } = witness;
    say(puzzleOf(factors) === record.puzzles[witness.seat], "your puzzle is the one that this browser made");
    if (!server_commitment && witness.hand) say(false, "this browser saw the seal before it was dealt cards");
    else if (!server_commitment) say(null, "this browser was away when the deal was sealed, and did not see the seal");
    else say(server_commitment === record.server_commitment, "the seal is the one that this browser saw before the deal");
    if (acknowledged.includes("open")) say(!record.openings[witness.seat]?.forced, "you opened your puzzle in time, and the record says so");
    if (sealed_after !== undefined) say(sealed_after <= SEALED_WITHIN, `the seal came before anybody had the time to look (${(sealed_after / 1000).toFixed(1)} s after your puzzle)`);
  }
  return results;
}

// Whether the void deals since the last round that was played are all there, one after the other.
function linked(record) {
  let before = record.after === 0 ? firstLink(record.table) : null;
  let last = record.after;
  for (const link of [...record.voids, record]) {
    if (link.round !== ++last || link.table !== record.table || (before !== null && link.previous !== before)) return false;
    if (link !== record && voidedTooLate(link)) return false;
    before = link === record ? null : recordHash(link);
  }
  return true;
}

// The shuffle that nobody chooses, as in fair.py; both pass the same test vectors. SHA-256 is written out here because
// browsers offer theirs only to pages that came by https, and a table among friends often has none.

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
  let place = 0;
  for (const part of parts) {
    whole.set(part, place);
    place += part.length;
  }
  return whole;
}

const number = (value) => Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);

export function encode(...parts) {
  const bytes = parts.map((part) => (typeof part === "string" ? new TextEncoder().encode(part) : part));
  return join(...bytes.flatMap((part) => [number(part.length), part]));
}

const inOrder = (bySeat) => Object.keys(bySeat).sort((a, b) => a - b);

export const seatCommitment = (table, round, seat, seed) =>
  hex(sha256(encode("fivecard seat", table, String(round), String(seat), seed)));

export const serverCommitment = (table, round, agreed, commitments, seed) =>
  hex(sha256(encode("fivecard server", table, String(round), agreed, ...inOrder(commitments).flatMap((s) => [s, commitments[s]]), seed)));

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

// What can be said of a finished round: a list of [whether it holds, in words].
export function check(record, witness) {
  const seeds = Object.fromEntries(Object.entries(record.seeds).map(([seat, text]) => [seat, unhex(text)]));
  const serverSeed = unhex(record.server_seed);
  const seats = inOrder(seeds).join() === inOrder(record.commitments).join() && inOrder(seeds).every(
    (seat) => seeds[seat] && seatCommitment(record.table, record.round, seat, seeds[seat]) === record.commitments[seat],
  );
  const told = serverCommitment(record.table, record.round, record.agreed, record.commitments, serverSeed) === record.server_commitment;
  const deal = dealFrom(record.table, record.round, seeds, serverSeed);
  const results = [
    [seats, "every browser opened the seed it had committed to"],
    [told, "the server opened the seed it had committed to"],
    [deal.deck.join() === record.deck.join() && deal.reserve.join() === record.reserve.join(), "the deck follows from all seeds together"],
  ];
  if (witness) {
    const dealt = record.deck.slice(0, 5 * record.players).filter((_, place) => place % record.players === witness.seat);
    const cards = !witness.hand || [...witness.hand].sort().join() === dealt.sort().join();
    const same = cards && witness.server_commitment === record.server_commitment && witness.seed === record.seeds[witness.seat];
    results.push([same, "these are the seeds and cards that this browser saw"]);
  }
  return results;
}

export const witnessKey = (table, round) => `fivecard ${table} ${round}`;

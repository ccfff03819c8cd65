// SHA-256, written out because browsers offer theirs only to pages that came by https, and a table among friends often has
// none. FIPS 180-4.

const K = new Uint32Array(64);
const START = new Uint32Array(8);
{
  // The first 32 bits of the fractional parts of cube and square roots of primes (FIPS 180-4).
  /** @type {number[]} */
  const primes = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n);
  /** @type {(x: bigint) => number} */
  const fraction = (x) => Number(x & 0xffffffffn);
  /** @type {(n: number, k: number) => bigint} */
  const root = (n, k) => {
    // floor(n^(1/k) * 2^32), by bisection with whole numbers
    const target = BigInt(n) << BigInt(32 * k);
    let low = 0n,
      high = 1n << 40n;
    while (high - low > 1n) {
      const middle = (low + high) >> 1n;
      if (middle ** BigInt(k) <= target) low = middle;
      else high = middle;
    }
    return low;
  };
  K.set(primes.map((p) => fraction(root(p, 3))));
  START.set(primes.slice(0, 8).map((p) => fraction(root(p, 2))));
}

/** @type {(bytes: Uint8Array) => Uint8Array} */
export function sha256(bytes) {
  const length = bytes.length;
  const padded = new Uint8Array((((length + 8) >> 6) << 6) + 64);
  padded.set(bytes);
  padded[length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(length / 0x20000000));
  view.setUint32(padded.length - 4, length << 3);
  const h = START.slice();
  const w = new Uint32Array(64);
  /** @type {(x: number, n: number) => number} */
  const turn = (x, n) => (x >>> n) | (x << (32 - n));
  for (let start = 0; start < padded.length; start += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getUint32(start + 4 * i);
    for (let i = 16; i < 64; i++) {
      const a = w[i - 15],
        b = w[i - 2];
      w[i] = w[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + w[i - 7] + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
    }
    let [a, b, c, d, e, f, g, k] = h;
    for (let i = 0; i < 64; i++) {
      const one = (k + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [k, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    for (const [i, value] of [a, b, c, d, e, f, g, k].entries()) h[i] += value;
  }
  const digest = new DataView(new ArrayBuffer(32));
  for (const [i, value] of h.entries()) digest.setUint32(4 * i, value);
  return new Uint8Array(digest.buffer);
}

/** @type {(key: Uint8Array, message: Uint8Array) => Uint8Array} */
export function hmac(key, message) {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const padded = (/** @type {number} */ pad) => block.map((byte) => byte ^ pad);
  return sha256(join(padded(0x5c), sha256(join(padded(0x36), message))));
}

/** @type {(bytes: Uint8Array) => string} */
export const hex = (bytes) => Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
/** @type {(text: string) => Uint8Array} */
export const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** @type {(...parts: Uint8Array[]) => Uint8Array} */
export function join(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

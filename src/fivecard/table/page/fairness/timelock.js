// Seeds under a time-lock, as in core/timelock.py.

export const SQUARINGS = 2 ** 28;
export const SEALED_WITHIN = 4000; // milliseconds from our puzzle to the seal; later, somebody may have had the time to look
const FACTOR_BYTES = 64;
const PUZZLE_DIGITS = 256;

/** @type {number[]} */
const SMALL_PRIMES = [];
for (let n = 3; n < 2000; n += 2) if (SMALL_PRIMES.every((p) => n % p)) SMALL_PRIMES.push(n);
const SMALL_PRODUCT = SMALL_PRIMES.reduce((product, prime) => product * BigInt(prime), 1n);

/** @type {(text: string) => bigint} */
export const fromHex = (text) => BigInt(`0x${text}`);
/** @type {(number: bigint, digits: number) => string} */
const toHex = (number, digits) => number.toString(16).padStart(digits, "0");
/** @type {(value: bigint) => string} */
export const valueToHex = (value) => toHex(value, PUZZLE_DIGITS);

/** @type {(base: bigint, exponent: bigint, modulus: bigint) => bigint} */
function power(base, exponent, modulus) {
  let result = 1n;
  for (const bit of exponent.toString(2)) {
    result = (result * result) % modulus;
    if (bit === "1") result = (result * base) % modulus;
  }
  return result;
}

function randomNumber() {
  const bytes = crypto.getRandomValues(new Uint8Array(FACTOR_BYTES));
  return fromHex(Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(""));
}

/** @type {(a: bigint, b: bigint) => bigint} */
function greatestCommonDivisor(a, b) {
  while (b) [a, b] = [b, a % b];
  return a;
}

// Miller and Rabin, with random bases. A composite that passed would only mean that others have to open our puzzle.
/** @type {(number: bigint) => boolean} */
export function isPrime(number) {
  if (greatestCommonDivisor(SMALL_PRODUCT % number, number) !== 1n) return false;
  let odd = number - 1n;
  let twos = 0;
  for (; !(odd & 1n); twos++) odd >>= 1n;
  for (let round = 0; round < 5; round++) {
    let found = power((randomNumber() % (number - 3n)) + 2n, odd, number);
    if (found === 1n || found === number - 1n) continue;
    let left = twos - 1;
    while (left-- > 0 && found !== number - 1n) found = (found * found) % number;
    if (found !== number - 1n) return false;
  }
  return true;
}

function makePrime() {
  for (;;) {
    const candidate = randomNumber() | (3n << BigInt(8 * FACTOR_BYTES - 2)) | 1n;
    if (isPrime(candidate)) return candidate;
  }
}

// The two secret primes of a puzzle, as text.
/** @type {() => string[]} */
export function makeFactors() {
  const factors = [makePrime(), makePrime()];
  return factors[0] === factors[1] ? makeFactors() : factors.map((prime) => toHex(prime, 2 * FACTOR_BYTES));
}

/** @type {(factors: string[]) => string} */
export const puzzleOf = (factors) => toHex(fromHex(factors[0]) * fromHex(factors[1]), PUZZLE_DIGITS);

/** @type {(number: bigint, modulus: bigint) => bigint | null} */
function inverse(number, modulus) {
  let [a, b, x, y] = [number % modulus, modulus, 1n, 0n];
  while (b) [a, b, x, y] = [b, a % b, y, x - (a / b) * y];
  return a === 1n ? ((x % modulus) + modulus) % modulus : null;
}

// The value of a puzzle by one of its factors; null if that is none. See timelock.py for why primes need not be proven.
/** @type {(base: bigint, puzzle: string, factor: bigint, squarings: number) => bigint | null} */
export function valueByFactor(base, puzzle, factor, squarings) {
  const number = fromHex(puzzle);
  if (factor <= 1n || factor >= number || number % factor) return null;
  const factors = [factor, number / factor];
  if (factors.some((each) => each.toString(2).length !== 8 * FACTOR_BYTES)) return null;
  if (factors.some((each) => power(base % each, each - 1n, each) !== 1n)) return null;
  const [one, two] = factors.map((each) => power(base % each, power(2n, BigInt(squarings), each - 1n), each));
  const back = inverse(factors[1], factors[0]);
  if (back === null) return null;
  const step = ((one - two) * back) % factors[0];
  return two + factors[1] * (step < 0n ? step + factors[0] : step);
}

/** @typedef {{ value?: string, done?: number, report?: (value: string, done: number) => void, every?: number }} Squaring */

// The value of a puzzle by squaring, as text, computed beside the page: minutes. It goes on from `value`, which was squared
// `done` times, and reports such pairs on its way.
/** @type {(base: bigint, puzzle: string, squarings: number, options?: Squaring) => Promise<string>} */
export function valueBySquaring(
  base,
  puzzle,
  squarings,
  { value = valueToHex(base), done = 0, report = () => {}, every = 2 ** 20 } = {},
) {
  return new Promise((resolve, reject) => {
    if (done >= squarings) return resolve(value);
    const worker = new Worker("/page/fairness/squaring.js", { type: "module" });
    worker.addEventListener("message", ({ data }) => {
      if (data.done < squarings) return report(valueToHex(data.value), data.done);
      worker.terminate();
      resolve(valueToHex(data.value));
    });
    worker.addEventListener("error", (event) => {
      worker.terminate();
      reject(new Error(event.message));
    });
    worker.postMessage({ value: fromHex(value), modulus: fromHex(puzzle), done, squarings, every });
  });
}

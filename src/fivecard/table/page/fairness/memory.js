// What this browser knows of a table: what it kept of every round, how far it has followed the records, and what it objects to.
/** @import { Witness as Kept } from "/page/fairness/records.d.ts" */
/** @import { Commitment, Link } from "/page/lib/types.d.ts" */
import { read, witnessKey, write } from "/page/lib/store.js";

const MOST_NONCES = 8; // of several windows, too
const MOST_PROMISES = 64;
const MOST_GOING = 8;

export class Memory {
  #changed;
  waiting = ""; // why something is not checked yet

  // `changed` is called when there is something new to be shown.
  /**
   * @param {string} table
   * @param {() => void} changed
   */
  constructor(table, changed) {
    this.table = table;
    this.#changed = changed;
  }

  /** @type {(name: string) => string} */
  #key = (name) => `fivecard ${this.table} ${name}`;
  /** @type {(round: number) => Partial<Kept>} */
  kept = (round) => read(witnessKey(this.table, round)) ?? {};
  /** @type {(round: number, fields: Partial<Kept>) => Partial<Kept>} */
  keep(round, fields) {
    const witness = { ...this.kept(round), ...fields };
    write(witnessKey(this.table, round), witness);
    return witness;
  }

  // Everything this browser has found wrong at this table: `[round, in words]`, or null for the table as a whole. It stays:
  // what follows cannot unsay it.
  /** @type {[round: number | null, words: string][]} */
  get objections() {
    return read(this.#key("objections")) ?? [];
  }

  /** @type {(round: number | null, words: string) => void} */
  object(round, words) {
    if (this.objections.some(([about, told]) => about === round && told === words)) return;
    write(this.#key("objections"), [...this.objections, [round, words]]);
    this.#changed();
  }

  // Say why something cannot be checked yet, or nothing more.
  /** @type {(words: string) => void} */
  wait(words) {
    if (this.waiting === words) return;
    this.waiting = words;
    this.#changed();
  }

  // The nonces that this browser has committed to last and has not opened, by their commitments.
  /** @type {Record<string, string>} */
  get nonces() {
    return read(this.#key("nonces")) ?? {};
  }

  /** @type {(commitment: string, nonce: string) => void} */
  remember(commitment, nonce) {
    const last = Object.entries(this.nonces).slice(1 - MOST_NONCES);
    write(this.#key("nonces"), Object.fromEntries([...last, [commitment, nonce]]));
  }

  /** @type {(commitment: string) => void} */
  forget(commitment) {
    const { [commitment]: _, ...rest } = this.nonces;
    write(this.#key("nonces"), rest);
  }

  // What the server has committed to its seeds with for hands that are not checked yet, as this browser saw it first.
  /** @type {Record<string, string>} */
  get promises() {
    return read(this.#key("promises")) ?? {};
  }

  /** @type {(promise: Pick<Commitment, "round" | "commitment">) => void} */
  promise({ round, commitment }) {
    const checked = this.chain?.round ?? 0;
    const open = Object.entries(this.promises).filter(([each]) => Number(each) >= checked);
    write(this.#key("promises"), Object.fromEntries([...open.slice(1 - MOST_PROMISES), [round, commitment]]));
  }

  // The number of the newest event that any window of this browser has seen from its seat.
  /** @type {number} */
  get seen() {
    return read(this.#key("seen")) ?? 0;
  }
  /** @type {(seq: number) => void} */
  see(seq) {
    if (seq > this.seen) write(this.#key("seen"), seq);
  }

  // The messages with which this browser has asked for the seat of another device of its person, and was not refused it, until
  // it has committed to a nonce there.
  /** @type {string[]} */
  get takeovers() {
    return read(this.#key("takeovers")) ?? [];
  }
  /** @type {(asked: string[]) => void} */
  setTakeovers(asked) {
    write(this.#key("takeovers"), asked.slice(-MOST_GOING));
  }

  // The number of the event from which on a seat that was taken over has a nonce of this browser: a window that is behind sees
  // what was before.
  /** @type {number} */
  get ownSince() {
    return read(this.#key("own since")) ?? 0;
  }
  set ownSince(seq) {
    write(this.#key("own since"), seq);
  }

  // What this person has asked for in order to go, in whichever window: by message, whether to leave, to sit out or to hand the
  // seat over, when, and whether the server has done it.
  /** @type {Record<string, { type: string, when: number, done: boolean }>} */
  get going() {
    return read(this.#key("going")) ?? {};
  }
  /** @type {(asked: Memory["going"]) => void} */
  setGoing(asked) {
    const last = Object.entries(asked).slice(-MOST_GOING);
    write(this.#key("going"), Object.fromEntries(last));
  }

  // The last hand for which this browser knows what the server has committed to.
  get lastPromised() {
    return Math.max(0, ...Object.keys(this.promises).map(Number));
  }

  // How often somebody who had committed was not dealt in, by name: who knows the deck may choose to be in it or not.
  /** @type {[name: string, times: number][]} */
  get leftOut() {
    return read(this.#key("left out")) ?? [];
  }

  /** @type {(names: string[]) => void} */
  countOut(names) {
    if (!names.length) return;
    const counts = new Map(this.leftOut);
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    write(this.#key("left out"), [...counts]);
    this.#changed();
  }

  // The last round whose record this browser has followed, and its hash; null before the first.
  /** @type {Link | null} */
  get chain() {
    return read(this.#key("chain"));
  }
  set chain(link) {
    write(this.#key("chain"), link);
  }
}

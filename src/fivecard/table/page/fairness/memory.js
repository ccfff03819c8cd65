// What this browser knows of a table: what it kept of every round, how far it has followed the records, and what it objects to.
/** @import { Witness as Kept } from "/page/fairness/records.d.ts" */
/** @import { Commitment, Link } from "/page/lib/types.d.ts" */
import { read, witnessKey, write } from "/page/lib/store.js";

const MOST_NONCES = 8; // of several windows, too
const MOST_PROMISES = 8;

export class Memory {
  #changed;

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

  // The nonces that this browser has committed to last, by their commitments.
  /** @type {Record<string, string>} */
  get nonces() {
    return read(this.#key("nonces")) ?? {};
  }

  /** @type {(commitment: string, nonce: string) => void} */
  remember(commitment, nonce) {
    const last = Object.entries(this.nonces).slice(1 - MOST_NONCES);
    write(this.#key("nonces"), Object.fromEntries([...last, [commitment, nonce]]));
  }

  // What the server has committed to its seeds for the last hands with, as this browser saw it first.
  /** @type {Record<string, string>} */
  get promises() {
    return read(this.#key("promises")) ?? {};
  }

  /** @type {(promise: Commitment) => void} */
  promise({ round, commitment }) {
    const last = Object.entries(this.promises).slice(1 - MOST_PROMISES);
    write(this.#key("promises"), Object.fromEntries([...last, [round, commitment]]));
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

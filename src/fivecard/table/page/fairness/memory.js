// What this browser knows of a table: what it kept of every round, how far it has followed the records, and what it objects to.
/** @import { Witness as Kept } from "/page/fairness/records.d.ts" */
/** @import { Link, VoidView } from "/page/lib/types.d.ts" */
import { read, witnessKey, write } from "/page/lib/store.js";

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

  // The void deals that nobody has acknowledged in this browser.
  /** @type {VoidView[]} */
  get voids() {
    return read(this.#key("voids")) ?? [];
  }
  set voids(links) {
    write(this.#key("voids"), links);
    this.#changed();
  }

  // The rounds with a seat that went silent, whose puzzle this browser has not squared to the end yet.
  /** @type {number[]} */
  get unsquared() {
    return read(this.#key("unsquared")) ?? [];
  }
  set unsquared(rounds) {
    write(this.#key("unsquared"), rounds);
    this.#changed();
  }

  /** @type {(round: number) => void} */
  acknowledge(round) {
    this.voids = this.voids.filter((link) => link.round !== round);
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

// The records of a table, followed from the last one that this browser knows to the newest, and judged.
/** @import { Memory } from "/page/fairness/memory.js" */
/** @import { Check, HandRecord } from "/page/fairness/records.d.ts" */
/** @import { Link } from "/page/lib/types.d.ts" */

import { becauseOf } from "/page/fairness/anew.js";
import { notSo } from "/page/fairness/checks.js";
import { witnessOf } from "/page/fairness/record.js";
import { checkRecord } from "/page/fairness/seen.js";
import { check, recordHash, serverCommitment } from "/page/fairness/shuffle.js";

const LOOK_BACK = 5; // rounds that are looked at again when a page is opened
const PATIENCE = 15000; // milliseconds that a record may take

export class Chain {
  #memory;
  #looked = false;
  #rules = ""; // of the table
  #watching = false; // without a seat: what was seen at one may be kept back for a while

  /** @param {Memory} memory */
  constructor(memory) {
    this.#memory = memory;
  }

  // Hands whose records are sealed are told by their hash: keep what was told.
  /** @type {(head: Link) => void} */
  await({ round, hash }) {
    if (!this.#memory.chain) this.#memory.chain = { round, hash };
    if (!round) return;
    const kept = this.#memory.kept(round);
    if (!kept.hash) this.#memory.keep(round, { hash });
    else if (kept.hash !== hash)
      this.#memory.object(round, "The server names another record of this hand than it did before.");
  }

  // Go along the chain of records from the last one that this browser knows to the newest. Who comes anew begins there.
  /** @type {(head: Link, watching: boolean, rules: string) => Promise<void>} */
  async follow(head, watching, rules) {
    this.#watching = watching;
    this.#rules = rules;
    this.#memory.chain ??= head;
    let known = this.#memory.chain;
    if (!this.#looked) {
      this.#looked = true;
      for (let round = Math.max(1, known.round - LOOK_BACK + 1); round <= known.round; round++)
        await this.#lookAgain(round);
    }
    if (head.round < known.round) await this.#lookAgain(known.round); // or this window is behind another one
    while (known.round < head.round) {
      const record = await this.#fetch(known.round + 1);
      if (!record) {
        this.#memory.object(null, `A hand is missing: the server has no record of hand ${known.round + 1}.`);
        this.#memory.chain = head;
        return;
      }
      known = this.#link(known, record);
      this.#memory.chain = known;
    }
    if (known.round === head.round && known.hash !== head.hash)
      this.#memory.object(
        null,
        `The chain is broken: the server names another record of hand ${head.round} than the one that this browser saw.`,
      );
  }

  // Gives null if there is no such record, and undefined if it may be shown later to those who watch.
  /** @type {(round: number) => Promise<HandRecord | null | undefined>} */
  async #fetch(round) {
    const signal = AbortSignal.timeout(PATIENCE);
    const answer = await fetch(`/t/${this.#memory.table}/rounds/${round}.json`, { cache: "no-store", signal });
    if (answer.status === 404) return this.#watching ? undefined : null;
    const record = await answer.json();
    if (record.public) throw new Error(`the record of hand ${round} is still kept back`);
    if (answer.ok) return record;
    throw new Error(record.message);
  }

  // Gives the record of a round if it is still as this browser saw it.
  /** @type {(round: number) => Promise<HandRecord | null>} */
  async #lookAgain(round) {
    const { hash } = this.#memory.kept(round);
    if (!hash) return null;
    const record = await this.#fetch(round);
    if (record === undefined) return null;
    if (record && recordHash(record) === hash) return record;
    if (!record) this.#memory.object(null, `A hand is missing: the server no longer has the record of hand ${round}.`);
    else this.#memory.object(round, "The record has changed since this browser saw it.");
    return null;
  }

  // Take the next record of the chain; gives the new end.
  /** @type {(known: Link, record: HandRecord) => Link} */
  #link(known, record) {
    const round = known.round + 1;
    const hash = recordHash(record);
    const { hash: told } = this.#memory.kept(round);
    if (told && told !== hash)
      this.#memory.object(round, "The record is not the one that the server named after the hand.");
    if (record.table !== this.#memory.table || record.round !== round || record.previous !== known.hash)
      this.#memory.object(
        null,
        `The chain is broken: the record of hand ${round} does not follow the one before it, as this browser saw it.`,
      );
    if (record.rules !== this.#rules) this.#memory.object(round, "The record is of another game than this table's.");
    const commitment = serverCommitment(record.table, round, record.server_seed);
    const promised = this.#memory.promises[round];
    if (promised !== undefined && promised !== commitment)
      this.#memory.object(round, "The server’s seed is not the one that it had committed to before this hand.");
    const next = this.#memory.promises[round + 1];
    if (next === undefined) this.#memory.promise({ round: round + 1, commitment: record.next_commitment });
    else if (next !== record.next_commitment)
      this.#memory.object(round, "The record names another commitment to the next seed than this browser saw.");
    this.#checkButton(known.round, record);
    const kept = this.#memory.kept(round);
    const { nonce, arrived, excused, spent } = kept;
    const isOut = nonce && arrived && !excused && !spent && !Object.values(record.nonces).includes(nonce);
    const names = isOut ? becauseOf(record, kept, "") : [];
    this.#memory.countOut(names);
    if (isOut && !names.length)
      this.#memory.object(round, "You were ready for this hand, and the record does not have you in it.");
    const witness = witnessOf(this.#memory.table, record);
    this.#objectTo(record, [...check(record, witness), ...checkRecord(record, witness)]);
    this.#memory.keep(round, { hash });
    return { round, hash };
  }

  // The button, if there is one, goes from seat to seat of those who play.
  /** @type {(before: number, record: HandRecord) => void} */
  #checkButton(before, record) {
    if (record.button === null) return;
    const seats = record.seats.map((who) => parseInt(who, 10));
    const last = before ? this.#memory.kept(before).button : -1;
    const button = seats[record.button];
    if (typeof last === "number" && button !== (seats.find((seat) => seat > last) ?? seats[0]))
      this.#memory.object(record.round, "The button has not gone to the next player.");
    this.#memory.keep(record.round, { button });
  }

  /** @type {(record: HandRecord, results: Check[]) => void} */
  #objectTo(record, results) {
    for (const [holds, words] of results) if (holds === false) this.#memory.object(record.round, notSo(words));
  }
}

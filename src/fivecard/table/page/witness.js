// This browser's part in the shuffle, and its memory: what it saw of every round at a table, so that it can object when the
// server says something else later.
/** @import { Check, PlayedRecord, Playing, RoundRecord, VoidRecord, Witness as Kept } from "/page/records.d.ts" */
/** @import { Link, Message, TableView, VoidView } from "/page/types.d.ts" */
import { wordsOf } from "/page/errors.js";
import { check, firstLink, forcedPuzzles, OF_THIS_PROTOCOL, PROTOCOL, recordHash, voidedTooLate } from "/page/fair.js";
import { notSo } from "/page/fairness.js";
import { squaredBy } from "/page/forced.js";
import { witnessOf } from "/page/record.js";
import { checkPlay } from "/page/rules.js";
import { read, witnessKey, write } from "/page/store.js";
import { makeFactors, puzzleOf, SEALED_WITHIN, SQUARINGS } from "/page/timelock.js";

const LOOK_BACK = 5; // rounds that are looked at again when a page is opened
const MANY_VOIDS = 3;

// Four groups of four digits, which friends can compare by voice.
/** @type {(hash: string) => string} */
export const fingerprint = (hash) => hash.slice(0, 16).replace(/....(?=.)/g, "$& ");

// Whether the records of a table are still kept back: in them is what everybody folded.
/** @type {(state: TableView) => boolean} */
const sealed = ({ game, ended, phase }) => game.chips && !(ended && (phase === "shown" || phase === "lobby"));

export class Witness {
  #table;
  #send;
  #changed;
  #asked = ""; // what has been sent for this round, so that it is sent once
  /** @type {Record<string, number>} */
  #sent = {}; // the round for which a puzzle, or an opening, was sent
  /** @type {Promise<void>} */
  #work = Promise.resolve(); // records are followed one after the other
  #looked = false;
  /** @type {string[] | null} */
  #spare = null; // factors made when there is time, for the next puzzle. No other window may have them: it could be at another table
  /** @type {{ round: number, factors: string[], acknowledged: boolean }} */
  #made = { round: 0, factors: [], acknowledged: false }; // what this window made for its last puzzle

  // `send` speaks to the server; `changed` is called when there is something new to be shown.
  /**
   * @param {string} table
   * @param {(type: Message["type"], fields?: object) => void} send
   * @param {() => void} changed
   */
  constructor(table, send, changed) {
    this.#table = table;
    this.#send = send;
    this.#changed = changed;
  }

  /** @type {(name: string) => string} */
  #key = (name) => `fivecard ${this.#table} ${name}`;
  /** @type {(round: number) => Partial<Kept>} */
  #kept = (round) => read(witnessKey(this.#table, round)) ?? {};
  /** @type {(round: number, fields: Partial<Kept>) => Partial<Kept>} */
  #keep(round, fields) {
    const witness = { ...this.#kept(round), ...fields };
    write(witnessKey(this.#table, round), witness);
    return witness;
  }

  // Everything this browser has found wrong at this table: `[round, in words]`, or null for the table as a whole. It stays:
  // what follows cannot unsay it.
  /** @type {[round: number | null, words: string][]} */
  get objections() {
    return read(this.#key("objections")) ?? [];
  }

  /** @type {(round: number | null, words: string) => void} */
  #object(round, words) {
    if (this.objections.some(([about, told]) => about === round && told === words)) return;
    write(this.#key("objections"), [...this.objections, [round, words]]);
    this.#changed();
  }

  // The void deals that nobody has acknowledged in this browser.
  /** @type {VoidView[]} */
  get voids() {
    return read(this.#key("voids")) ?? [];
  }

  // The rounds with a seat that went silent, whose puzzle this browser has not squared to the end yet.
  /** @type {number[]} */
  get unsquared() {
    return read(this.#key("unsquared")) ?? [];
  }

  /** @type {(round: number) => void} */
  acknowledge(round) {
    write(
      this.#key("voids"),
      this.voids.filter((link) => link.round !== round),
    );
    this.#changed();
  }

  // A connection is new: what was sent may not have arrived.
  again() {
    this.#asked = "";
  }

  // The server has acknowledged a puzzle or an opening.
  /** @type {(of: string) => void} */
  done(of) {
    const round = this.#sent[of];
    if (!round) return;
    delete this.#sent[of];
    if (of === "commit" && this.#made.round === round) {
      this.#made.acknowledged = true;
      this.#keep(round, { factors: this.#made.factors }); // another window may have made others, too late
    }
    const { acknowledged = [] } = this.#kept(round);
    this.#keep(round, { acknowledged: [...new Set([...acknowledged, of])] });
  }

  // Take a state. What this gives is done when the chain has been followed to its end.
  /** @type {(state: TableView) => Promise<void>} */
  receive(state) {
    const { round } = state;
    if (round) {
      const dealt = { ...state, round };
      const me = round.me !== null && round.players[round.me].level === null ? round.me : null;
      if (me !== null) this.#commit(dealt, me);
      this.#seal(dealt);
      if (me !== null) this.#takePart(dealt);
      if (me !== null) this.#open(dealt, me);
      this.#remember(dealt);
    }
    if (state.you !== null) this.#spare ??= makeFactors();
    this.#work = this.#work
      .then(() => (sealed(state) ? this.#await(state.chain) : this.#follow(state.chain)))
      .catch((error) => this.#object(null, `The records cannot be followed: ${wordsOf(error)}.`));
    return this.#work;
  }

  // The cards as they were dealt, and the show as it was first shown.
  /** @type {(state: Playing) => void} */
  #remember({ round, phase }) {
    const { number, me, hand, show } = round;
    const kept = this.#kept(number);
    if (
      (phase === "drawing" || phase === "playing") &&
      kept.factors &&
      !kept.hand &&
      me !== null &&
      !round.players[me].drew.length &&
      hand.length
    )
      this.#keep(number, { hand });
    if (!show || kept.shown) return;
    const { hands, made, winners, reason, won, returned } = show;
    this.#keep(number, { shown: { hands, made, winners, reason, won, returned } });
  }

  /** @type {(name: string, round: number) => boolean} */
  #step(name, round) {
    const step = `${name} ${round}`;
    if (this.#asked === step) return false;
    this.#asked = step;
    this.#sent[name] = round;
    return true;
  }

  /** @type {(state: Playing, me: number) => void} */
  #commit(state, me) {
    const { round, phase } = state;
    const number = round.number;
    if (phase !== "committing" || round.players[me].committed || !this.#step("commit", number)) return;
    let { factors } = this.#kept(number);
    if (!factors) {
      factors = this.#spare ?? makeFactors();
      this.#spare = null;
      this.#made = { round: number, factors, acknowledged: false };
      const chain = sealed(state) ? state.chain : read(this.#key("chain"));
      this.#keep(number, { seat: me, factors, committed: Date.now(), chain });
    }
    this.#send("commit", { puzzle: puzzleOf(factors) });
  }

  // Keep the seal as it was first seen, and see whether it stays.
  /** @type {(state: Playing) => void} */
  #seal({ round }) {
    const { number, server_commitment: seal } = round;
    if (!seal) return;
    const kept = this.#kept(number);
    if (kept.server_commitment && kept.server_commitment !== seal)
      this.#object(number, "The seal was changed after you had seen it.");
    if (kept.server_commitment) return;
    const after = kept.committed === undefined ? null : Date.now() - kept.committed;
    this.#keep(number, { server_commitment: seal, ...(after === null ? {} : { sealed_after: after }) });
    if (after !== null && after > SEALED_WITHIN)
      this.#object(
        number,
        `The seal came ${(after / 1000).toFixed(1)} s after your puzzle: the host may have had the time to look at your seed before. (A slow network, or a restart, does the same.)`,
      );
    const squarings = Number(round.agreed.split(" ")[1]);
    if (!(squarings >= SQUARINGS))
      this.#object(
        number,
        `The puzzles hold for ${squarings} squarings only, not ${SQUARINGS}: the host may have had the time to look at your seed before the seal.`,
      );
  }

  // Who plays in a deal has a puzzle in it, and has seen its seal.
  /** @type {(state: Playing) => void} */
  #takePart({ round: { number, server_commitment: seal }, phase }) {
    const dealt = phase === "drawing" || phase === "playing" || phase === "shown";
    if (dealt && !this.#kept(number).factors)
      this.#object(
        number,
        "You were dealt in without a puzzle of this browser: the host may know the deck. (A browser that forgets what it keeps does the same.)",
      );
    else if (dealt && !seal)
      this.#object(number, "You were not shown the seal before the cards: the host may have chosen the deck.");
  }

  /** @type {(state: Playing, me: number) => void} */
  #open({ round, phase }, me) {
    const { number } = round;
    const { factors: kept, server_commitment: seal } = this.#kept(number);
    if (phase !== "opening" || round.players[me].opened || !kept || !seal) return;
    const made = this.#made.round === number ? this.#made : null;
    const factors = [made?.factors, kept].find((each) => each && puzzleOf(each) === round.puzzles?.[me]);
    if (!factors) {
      // If the server did not take this window's puzzle, it may have taken another window's: the record will tell.
      if (!made || made.acknowledged)
        this.#object(number, "The server shows another puzzle for you than the one you sent.");
    } else if (seal === round.server_commitment && this.#step("open", number))
      this.#send("open", { factor: factors[0] });
  }

  // Hands with chips are told by their hash, and their records come when the table has ended: keep what was told.
  /** @type {(head: Link) => void} */
  #await({ round, hash }) {
    if (!read(this.#key("chain"))) write(this.#key("chain"), { round, hash });
    if (!round) return;
    const kept = this.#kept(round);
    if (!kept.hash) this.#keep(round, { hash });
    else if (kept.hash !== hash)
      this.#object(round, "The server names another record of this hand than it did before.");
  }

  // Go along the chain of records from the last one that this browser knows to the newest. Who comes anew begins there.
  /** @type {(head: Link) => Promise<void>} */
  async #follow(head) {
    /** @type {Link} */
    let known = read(this.#key("chain"));
    if (!known) {
      known = head;
      write(this.#key("chain"), head);
    }
    if (!this.#looked) {
      this.#looked = true;
      for (let round = Math.max(1, known.round - LOOK_BACK + 1); round <= known.round; round++)
        await this.#lookAgain(round);
      for (const round of this.unsquared) {
        const record = await this.#lookAgain(round);
        if (record && "openings" in record) this.#square(record);
      }
    }
    if (head.round < known.round) await this.#lookAgain(known.round); // or this window is behind another one
    while (known.round < head.round) {
      const record = await this.#fetch(known.round + 1);
      if (!record) {
        this.#object(null, `A round is missing: the server has no record of round ${known.round + 1}.`);
        write(this.#key("chain"), head);
        return;
      }
      known = this.#link(known, record);
      write(this.#key("chain"), known);
    }
    if (known.round === head.round && known.hash !== head.hash)
      this.#object(
        null,
        `The chain is broken: the server names another record of round ${head.round} than the one that this browser saw.`,
      );
  }

  /** @type {(round: number) => Promise<RoundRecord | null>} */
  async #fetch(round) {
    const answer = await fetch(`/t/${this.#table}/rounds/${round}.json`, { cache: "no-store" });
    if (answer.status === 404) return null;
    const record = await answer.json();
    if (record.public) throw new Error(`the record of hand ${round} is still kept back`);
    if (answer.ok) return record;
    throw new Error(record.message);
  }

  // Gives the record of a round if it is still as this browser saw it.
  /** @type {(round: number) => Promise<RoundRecord | null>} */
  async #lookAgain(round) {
    const { hash } = this.#kept(round);
    if (!hash) return null;
    const record = await this.#fetch(round);
    if (record && recordHash(record) === hash) return record;
    if (!record) this.#object(null, `A round is missing: the server no longer has the record of round ${round}.`);
    else this.#object(round, "The record has changed since this browser saw it.");
    return null;
  }

  // Take the next record of the chain; gives the new end.
  /** @type {(known: Link, record: RoundRecord) => Link} */
  #link(known, record) {
    const round = known.round + 1;
    if (record.protocol !== PROTOCOL) {
      // Of the earlier protocol: the chain begins after it, and nobody who plays now had a part in it.
      if (known.hash !== firstLink(this.#table) || this.#kept(round).factors)
        this.#object(round, notSo(OF_THIS_PROTOCOL));
      return { round, hash: known.hash };
    }
    const hash = recordHash(record);
    const { hash: told } = this.#kept(round);
    if (told && told !== hash) this.#object(round, "The record is not the one that the server named after the hand.");
    if (record.table !== this.#table || record.round !== round || record.previous !== known.hash)
      this.#object(
        null,
        `The chain is broken: the record of round ${round} does not follow the one before it, as this browser saw it.`,
      );
    if ("void" in record) this.#judgeVoid(record, this.#kept(round));
    else this.#judge(record);
    this.#keep(round, { hash });
    return { round, hash };
  }

  /** @type {(record: VoidRecord, kept: Partial<Kept>) => void} */
  #judgeVoid(record, kept) {
    const { round, after, puzzles } = record;
    if (!kept.void) {
      this.#keep(round, { void: record.void });
      write(this.#key("voids"), [...this.voids, { round, reason: record.void }]);
      this.#changed();
    }
    if (kept.server_commitment || voidedTooLate(record))
      this.#object(
        round,
        `It was sealed, and then thrown away: “${record.void}”. An honest server never does this: somebody did not like the deck.`,
      );
    else if (
      kept.factors &&
      kept.acknowledged?.includes("commit") &&
      puzzles[Number(kept.seat)] !== puzzleOf(kept.factors)
    )
      this.#object(round, "The record leaves out your puzzle, although the server had acknowledged it.");
    if (round - after >= MANY_VOIDS)
      this.#object(
        null,
        `${round - after} deals in a row came to nothing before they were sealed. Nobody gains by that, but something is wrong.`,
      );
  }

  /** @type {(record: PlayedRecord) => void} */
  #judge(record) {
    const witness = witnessOf(this.#table, record);
    this.#objectTo(record, [...check(record, witness), ...checkPlay(record, { witness }), ...this.#checkVoids(record)]);
    if (!forcedPuzzles(record, witness).length) return;
    write(this.#key("unsquared"), [...new Set([...this.unsquared, record.round])]);
    this.#square(record);
  }

  // Square for the seats that went silent, beside everything else, and judge again.
  /** @type {(record: PlayedRecord) => Promise<void>} */
  async #square(record) {
    const witness = witnessOf(this.#table, record);
    try {
      this.#objectTo(record, check(record, witness, await squaredBy(record, witness)));
      write(
        this.#key("unsquared"),
        this.unsquared.filter((round) => round !== record.round),
      );
    } catch (error) {
      this.#object(record.round, `What the server found by squaring cannot be checked: ${wordsOf(error)}.`);
    }
    this.#changed();
  }

  // Void deals are in the next record as they were seen.
  /** @type {(record: PlayedRecord) => Check[]} */
  #checkVoids(record) {
    /** @type {Check[]} */
    const results = [];
    for (const link of record.voids) {
      const { hash } = this.#kept(link.round);
      if (hash && hash !== recordHash(link))
        results.push([false, `void round ${link.round} is in it as this browser saw it`]);
    }
    return results;
  }

  /** @type {(record: PlayedRecord, results: Check[]) => void} */
  #objectTo(record, results) {
    for (const [holds, words] of results) if (holds === false) this.#object(record.round, notSo(words));
  }
}

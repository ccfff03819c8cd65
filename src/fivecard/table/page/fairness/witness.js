// This browser's part in the shuffle, and its memory: what it saw of every round at a table, so that it can object when the
// server says something else later.
/** @import { Playing } from "/page/fairness/records.d.ts" */
/** @import { Message, TableView } from "/page/lib/types.d.ts" */
import { Chain } from "/page/fairness/chain.js";
import { Memory } from "/page/fairness/memory.js";
import { makeFactors, puzzleOf, SEALED_WITHIN, SQUARINGS } from "/page/fairness/timelock.js";
import { wordsOf } from "/page/lib/errors.js";

// Four groups of four digits, which friends can compare by voice.
/** @type {(hash: string) => string} */
export const fingerprint = (hash) => hash.slice(0, 16).replace(/....(?=.)/g, "$& ");

// Whether the records of a table are still kept back: in them is what everybody folded.
/** @type {(state: TableView) => boolean} */
const sealed = ({ game, ended, phase }) => game.chips && !(ended && (phase === "shown" || phase === "lobby"));

export class Witness extends Memory {
  #chain;
  #send;
  #asked = ""; // what has been sent for this round, so that it is sent once
  /** @type {Record<string, number>} */
  #sent = {}; // the round for which a puzzle, or an opening, was sent
  /** @type {Promise<void>} */
  #work = Promise.resolve(); // records are followed one after the other
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
    super(table, changed);
    this.#chain = new Chain(this);
    this.#send = send;
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
      this.keep(round, { factors: this.#made.factors }); // another window may have made others, too late
    }
    const { acknowledged = [] } = this.kept(round);
    this.keep(round, { acknowledged: [...new Set([...acknowledged, of])] });
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
      .then(() =>
        sealed(state) ? this.#chain.await(state.chain) : this.#chain.follow(state.chain, state.you === null),
      )
      .catch((error) => this.object(null, `The records cannot be followed: ${wordsOf(error)}.`));
    return this.#work;
  }

  // The cards as they were dealt, and the show as it was first shown.
  /** @type {(state: Playing) => void} */
  #remember({ round, phase }) {
    const { number, me, hand, show } = round;
    const kept = this.kept(number);
    if (
      (phase === "drawing" || phase === "playing") &&
      kept.factors &&
      !kept.hand &&
      me !== null &&
      !round.players[me].drew.length &&
      hand.length
    )
      this.keep(number, { hand });
    if (!show || kept.shown) return;
    const { hands, made, winners, reason, won, returned } = show;
    this.keep(number, { shown: { hands, made, winners, reason, won, returned } });
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
    let { factors } = this.kept(number);
    if (!factors) {
      factors = this.#spare ?? makeFactors();
      this.#spare = null;
      this.#made = { round: number, factors, acknowledged: false };
      const chain = sealed(state) ? state.chain : this.chain;
      this.keep(number, { seat: me, factors, committed: Date.now(), chain });
    }
    this.#send("commit", { puzzle: puzzleOf(factors) });
  }

  // Keep the seal as it was first seen, and see whether it stays.
  /** @type {(state: Playing) => void} */
  #seal({ round }) {
    const { number, server_commitment: seal } = round;
    if (!seal) return;
    const kept = this.kept(number);
    if (kept.server_commitment && kept.server_commitment !== seal)
      this.object(number, "The seal was changed after you had seen it.");
    if (kept.server_commitment) return;
    const after = kept.committed === undefined ? null : Date.now() - kept.committed;
    this.keep(number, { server_commitment: seal, ...(after === null ? {} : { sealed_after: after }) });
    if (after !== null && after > SEALED_WITHIN)
      this.object(
        number,
        `The seal came ${(after / 1000).toFixed(1)} s after your puzzle: the host may have had the time to look at your seed before. (A slow network, or a restart, does the same.)`,
      );
    const squarings = Number(round.agreed.split(" ")[1]);
    if (!(squarings >= SQUARINGS))
      this.object(
        number,
        `The puzzles hold for ${squarings} squarings only, not ${SQUARINGS}: the host may have had the time to look at your seed before the seal.`,
      );
  }

  // Who plays in a deal has a puzzle in it, and has seen its seal.
  /** @type {(state: Playing) => void} */
  #takePart({ round: { number, server_commitment: seal }, phase }) {
    const dealt = phase === "drawing" || phase === "playing" || phase === "shown";
    if (dealt && !this.kept(number).factors)
      this.object(
        number,
        "You were dealt in without a puzzle of this browser: the host may know the deck. (A browser that forgets what it keeps does the same.)",
      );
    else if (dealt && !seal)
      this.object(number, "You were not shown the seal before the cards: the host may have chosen the deck.");
  }

  /** @type {(state: Playing, me: number) => void} */
  #open({ round, phase }, me) {
    const { number } = round;
    const { factors: kept, server_commitment: seal } = this.kept(number);
    if (phase !== "opening" || round.players[me].opened || !kept || !seal) return;
    const made = this.#made.round === number ? this.#made : null;
    const factors = [made?.factors, kept].find((each) => each && puzzleOf(each) === round.puzzles?.[me]);
    if (!factors) {
      // If the server did not take this window's puzzle, it may have taken another window's: the record will tell.
      if (!made || made.acknowledged)
        this.object(number, "The server shows another puzzle for you than the one you sent.");
    } else if (seal === round.server_commitment && this.#step("open", number))
      this.#send("open", { factor: factors[0] });
  }
}

// This browser's part in the shuffle, and its memory: what it saw of every round at a table, so that it can object when the
// server says something else later.
/** @import { Playing } from "/page/fairness/records.d.ts" */
/** @import { Message, TableView } from "/page/lib/types.d.ts" */
import { Chain } from "/page/fairness/chain.js";
import { Memory } from "/page/fairness/memory.js";
import { hex } from "/page/fairness/sha256.js";
import { nonceCommitment } from "/page/fairness/shuffle.js";
import { wordsOf } from "/page/lib/errors.js";

const NONCE_BYTES = 32;

// Four groups of four digits, which friends can compare by voice.
/** @type {(hash: string) => string} */
export const fingerprint = (hash) => hash.slice(0, 16).replace(/....(?=.)/g, "$& ");

// Whether the records of a table are still kept back: in them is what everybody folded.
/** @type {(state: TableView) => boolean} */
const keptBack = ({ game, ended, phase }) => game.chips && !(ended && between(phase));

/** @type {(phase: string) => boolean} */
const between = (phase) => phase === "shown" || phase === "lobby";

export class Witness extends Memory {
  #chain;
  #send;
  #committed = 0; // the round for which this window has committed anew without being asked: once, or two windows never end
  #told = ""; // what the server knew when this window committed anew last
  #wants = false; // whether somebody was ready before the server knew of a nonce that this browser has
  /** @type {number | null} */
  #sent = null; // the round for which this browser has said that it is ready, until the server has answered
  /** @type {TableView | null} */
  #newest = null;
  /** @type {boolean | null} */
  #possible = null; // whether a hand could be dealt when this person was last seen ready
  /** @type {Promise<void>} */
  #work = Promise.resolve(); // records are followed one after the other

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
    this.#committed = 0;
    this.#told = "";
  }

  // Commit to a fresh nonce.
  commitment() {
    const nonce = hex(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)));
    const commitment = nonceCommitment(this.table, nonce);
    this.remember(commitment, nonce);
    return commitment;
  }

  // What is sent with being ready; nothing yet where this browser has lost its nonce, and has to commit to another first.
  /** @type {(state: TableView) => { nonce: string, commitment: string } | null} */
  begin(state) {
    const { seats, you, next } = state;
    if (you === null) return null;
    const nonce = this.nonces[seats[you].commitment];
    this.#wants = !nonce;
    if (!nonce) {
      this.#commit(seats[you].commitment);
      return null;
    }
    const commitments = Object.fromEntries(
      seats.flatMap(({ name, commitment }, seat) => (name && seat !== you ? [[seat, commitment]] : [])),
    );
    const chain = keptBack(state) ? state.chain : this.chain;
    const following = this.commitment();
    const opened = seats[you].commitment;
    const seen = { commitments, server_commitment: next.commitment, committed: Date.now(), chain };
    this.keep(next.round, { nonce, opened, following, acknowledged: 0, ...seen });
    this.#sent = next.round;
    this.#possible = null;
    return { nonce, commitment: following };
  }

  // The server has acknowledged something; `seq` is the number of the event that it led to.
  /** @type {(of: string, seq: number) => void} */
  done(of, seq) {
    if (of !== "begin" || this.#sent === null) return;
    if (this.kept(this.#sent).nonce) this.keep(this.#sent, { acknowledged: seq });
    this.#sent = null;
    if (this.#newest) this.#checkDealt(this.#newest);
  }

  // Take a state. What this gives is done when the chain has been followed to its end.
  /** @type {(state: TableView) => Promise<void>} */
  receive(state) {
    const { round, you, seats } = state;
    this.#checkPromise(state);
    if (you !== null && !this.nonces[seats[you].commitment] && !seats[you].ready) {
      if (this.#committed !== state.next.round) this.#commit(seats[you].commitment);
      this.#committed = state.next.round;
    } else if (this.#wants && you !== null && between(state.phase)) {
      const fields = this.begin(state);
      if (fields) this.#send("begin", fields);
    }
    this.#checkDealt(state);
    if (round) {
      const dealt = { ...state, round };
      if (round.me !== null && round.players[round.me].level === null) this.#takePart(dealt, round.me);
      this.#remember(dealt);
    }
    this.#newest = state;
    this.#work = this.#work
      .then(() =>
        keptBack(state) ? this.#chain.await(state.chain) : this.#chain.follow(state.chain, state.you === null),
      )
      .catch((error) => this.object(null, `The records cannot be followed: ${wordsOf(error)}.`));
    return this.#work;
  }

  // The server does not have the commitment of a nonce that this browser knows: it gets another.
  /** @type {(known: string) => void} */
  #commit(known) {
    if (this.#told === known) return; // it has, and the server does not know of it yet
    this.#told = known;
    this.#send("commit", { commitment: this.commitment() });
  }

  // What the server has committed to for the next hand stays.
  /** @type {(state: TableView) => void} */
  #checkPromise({ next }) {
    const promised = this.promises[next.round];
    if (promised === undefined) this.promise(next);
    else if (promised !== next.commitment)
      this.object(next.round, "The server has committed to another seed for this hand than it had before.");
  }

  // Who was ready for a hand is dealt in, and the hand is dealt, unless there is nobody left to play it with. A state from
  // before the server's answer, or of a seat that was taken anew, says nothing of it.
  /** @type {(state: TableView) => void} */
  #checkDealt({ seq, next, round, you, seats, phase, fill }) {
    if (you === null) return;
    const { ready, away, out, commitment } = seats[you];
    const others = seats.some((seat, number) => seat.ready && number !== you);
    if (ready && between(phase)) this.#possible = fill !== "nobody" || others;
    const of = (/** @type {number} */ number) => {
      const { acknowledged, opened, following } = this.kept(number);
      return acknowledged && seq >= acknowledged && (commitment === opened || commitment === following);
    };
    if (ready || away || out) return;
    if (round && round.me === null && of(round.number))
      this.object(round.number, "You were ready for this hand, and were not dealt in.");
    if (!between(phase) || !of(next.round)) return;
    this.keep(next.round, { acknowledged: 0 });
    if (this.#possible ?? (fill !== "nobody" || others))
      this.object(
        next.round,
        "You were ready for this hand, and it was not dealt: somebody may not have liked the deck.",
      );
  }

  // The cards as they were dealt, and the show as it was first shown.
  /** @type {(state: Playing) => void} */
  #remember({ round, phase }) {
    const { number, me, hand, show } = round;
    const kept = this.kept(number);
    if (
      (phase === "drawing" || phase === "playing") &&
      kept.nonce &&
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

  // Who plays in a deal has opened a nonce for it.
  /** @type {(state: Playing, me: number) => void} */
  #takePart({ round: { number } }, me) {
    const { nonce, player } = this.kept(number);
    if (!nonce)
      this.object(
        number,
        "You were dealt in without a nonce of this browser: the host may know the deck. (A browser that forgets what it keeps does the same.)",
      );
    else if (player === undefined) this.keep(number, { player: me });
  }
}

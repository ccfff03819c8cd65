// This browser's part in the shuffle, and its memory: what it saw of every round at a table, so that it can object when the
// server says something else later.
/** @import { Playing } from "/page/fairness/records.d.ts" */
/** @import { Message, TableView } from "/page/lib/types.d.ts" */
import { Chain } from "/page/fairness/chain.js";
import { chipsIn } from "/page/fairness/chips.js";
import { Memory } from "/page/fairness/memory.js";
import { hex } from "/page/fairness/sha256.js";
import { nonceCommitment } from "/page/fairness/shuffle.js";
import { wordsOf } from "/page/lib/errors.js";

const NONCE_BYTES = 32;
const AGAIN = 5000; // milliseconds until records that could not be had are asked for again

// Four groups of four digits, which friends can compare by voice.
/** @type {(hash: string) => string} */
export const fingerprint = (hash) => hash.slice(0, 16).replace(/....(?=.)/g, "$& ");

// Whether the records of a table are still kept back: in them is what everybody folded.
/** @type {(state: TableView) => boolean} */
const keptBack = ({ game, ended, phase }) => game.chips && !(ended && between(phase));

/** @type {(phase: string) => boolean} */
const between = (phase) => phase === "shown" || phase === "lobby";

// The people on the other seats, by seat: what they are called, or have committed to.
/** @type {(state: TableView, what: "name" | "commitment") => Record<string, string>} */
const others = ({ seats, you }, what) =>
  Object.fromEntries(
    seats.flatMap((seat, number) => (seat.name && number !== you ? [[number, seat[what] ?? ""]] : [])),
  );

export class Witness extends Memory {
  #chain;
  #send;
  #committed = 0; // the round for which this window has committed anew without being asked: once, or two windows never end
  #told = ""; // what the server knew when this window committed anew last
  #wants = 0; // the round for which somebody was ready before the server knew of a nonce that this browser has
  #sent = 0; // the round for which this browser has said that it is ready, until the server has answered
  #anew = true; // whether the connection is new, so that anything may have happened before
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #retry;
  /** @type {TableView | null} */
  #newest = null;
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
    this.#sent = 0;
    this.#anew = true;
  }

  // Commit to a fresh nonce.
  commitment() {
    const nonce = hex(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)));
    const commitment = nonceCommitment(this.table, nonce);
    this.remember(commitment, nonce);
    return commitment;
  }

  // What is sent with being ready; nothing yet where this browser has no nonce to open, and has to commit to one first.
  //
  // A nonce is opened for one hand, one seed and those commitments that were seen then: who has seen it could choose all
  // others well. So it is sent again for these alone, and for anything else there is another.
  /** @type {(state: TableView) => { nonce: string, commitment: string } | null} */
  begin(state) {
    const { seats, you, next } = state;
    if (you === null) return null;
    const { commitment } = seats[you];
    const kept = this.kept(next.round);
    this.#wants = 0;
    this.#sent = next.round;
    if (kept.nonce && kept.following && kept.opened === commitment) {
      if (this.#isFor(state)) return { nonce: kept.nonce, commitment: kept.following };
    } else if (this.nonces[commitment]) return this.#open(state, commitment);
    this.#wants = next.round;
    this.#commit(commitment);
    return null;
  }

  // Whether the nonce that is open for a hand was opened for what stands there now.
  /** @type {(state: TableView) => boolean} */
  #isFor(state) {
    const { commitments = {}, server_commitment } = this.kept(state.next.round);
    const now = Object.entries(others(state, "commitment")).filter(([seat]) => !state.seats[Number(seat)].late);
    return server_commitment === state.next.commitment && now.every(([seat, each]) => commitments[seat] === each);
  }

  /** @type {(state: TableView, opened: string) => { nonce: string, commitment: string }} */
  #open(state, opened) {
    const { next, seats, you } = state;
    const nonce = this.nonces[opened];
    const following = this.commitment();
    this.forget(opened);
    this.keep(next.round, {
      nonce,
      opened,
      following,
      commitments: others(state, "commitment"),
      names: others(state, "name"),
      asked: seats.flatMap(({ name, away, out, late }, seat) =>
        name && seat !== you && !away && !out && !late ? [name] : [],
      ),
      released: next.released.length,
      server_commitment: next.commitment,
      committed: Date.now(),
      chain: keptBack(state) ? state.chain : this.chain,
      arrived: 0,
      excused: false,
    });
    return { nonce, commitment: following };
  }

  // This person goes, or stays out of the hand for which the browser has opened a nonce.
  /** @type {(type: string) => void} */
  sends(type) {
    if ((type === "leave" || type === "sitout") && this.#newest) this.#excuse(this.#newest.next.round);
  }

  /** @type {(round: number) => void} */
  #excuse(round) {
    const { nonce, player, excused } = this.kept(round);
    if (nonce && player === undefined && !excused) this.keep(round, { excused: true });
  }

  // The server has acknowledged something, or refused it; `seq` is the number of the event that it led to.
  /** @type {(of: string, seq: number) => void} */
  done(of, seq) {
    if (of !== "begin" || !this.#sent) return;
    if (this.kept(this.#sent).nonce) this.keep(this.#sent, { arrived: seq });
    this.#sent = 0;
    if (this.#newest && this.#newest.you !== null) this.#checkReady(this.#newest, this.#newest.you);
  }

  refused() {
    this.#sent = 0;
  }

  // Take a state. What this gives is done when the chain has been followed to its end.
  /** @type {(state: TableView) => Promise<void>} */
  receive(state) {
    const { round, you, next, phase } = state;
    this.#checkPromise(state);
    if (you !== null) {
      const { commitment, ready } = state.seats[you];
      const known = this.nonces[commitment] || this.kept(next.round).opened === commitment;
      if (!known && !ready) {
        if (this.#committed !== next.round) this.#commit(commitment);
        this.#committed = next.round;
      } else if (this.#wants && between(phase)) {
        const fields = this.#wants === next.round ? this.begin(state) : null;
        if (fields) this.#send("begin", fields);
        else if (this.#wants !== next.round) this.#wants = 0;
      }
      this.#checkReady(state, you);
    }
    if (round) {
      const dealt = { ...state, round };
      if (round.me !== null && round.players[round.me].level === null) this.#takePart(dealt, round.me);
      this.#remember(dealt);
    }
    this.#newest = state;
    this.#anew = false;
    return this.#follow(state);
  }

  // What cannot be fetched now is fetched later: a network that fails is nobody's fault.
  /** @type {(state: TableView) => Promise<void>} */
  #follow(state) {
    clearTimeout(this.#retry);
    this.#work = this.#work.then(async () => {
      try {
        if (keptBack(state)) this.#chain.await(state.chain);
        else await this.#chain.follow(state.chain, state.you === null);
        this.wait("");
      } catch (error) {
        this.wait(`Hands after ${this.chain?.round ?? 0} are not checked yet: ${wordsOf(error)}. Trying again ...`);
        this.#retry = setTimeout(() => this.#newest && this.#follow(this.#newest), AGAIN);
      }
    });
    return this.#work;
  }

  // The server does not have the commitment of a nonce that this browser can open: it gets another.
  /** @type {(known: string) => void} */
  #commit(known) {
    if (this.#told === known) return; // it has, and the server does not know of it yet
    this.#told = known;
    this.#send("commit", { commitment: this.commitment() });
  }

  // What the server has committed to for the next hand stays, and between hands that is the one after the last record.
  /** @type {(state: TableView) => void} */
  #checkPromise({ next, chain, phase }) {
    const promised = this.promises[next.round];
    if (promised === undefined) this.promise(next);
    else if (promised !== next.commitment)
      this.object(next.round, "The server has committed to another seed for this hand than it had before.");
    if (between(phase) && next.round !== chain.round + 1)
      this.object(null, `The server asks for hand ${next.round} after hand ${chain.round}.`);
  }

  // Who is ready stays ready and is dealt in, unless too few are left who had committed before, and the server says who went.
  // What happened while this browser was not connected, or after it said that its person goes, is nobody's fault.
  /** @type {(state: TableView, you: number) => void} */
  #checkReady({ seq, round, next, seats, phase, ended }, you) {
    const { commitment, ready, away, out } = seats[you];
    const waits = (/** @type {number} */ number) => this.#waits(number, seq);
    if (this.#anew) for (const number of [round?.number ?? 0, next.round]) if (number) this.#excuse(number);
    if (away || out) this.#excuse(next.round);
    if (round && round.me === null && commitment === this.kept(round.number).following && waits(round.number))
      this.object(round.number, "You were ready for this hand, and were not dealt in.");
    if (!between(phase) || ended) return;
    const { opened, following, released = 0, names = {} } = this.kept(next.round);
    if (following && (commitment === following || (ready && commitment === opened))) this.#arrive(next.round, seq);
    if (!ready && commitment === opened && waits(next.round))
      this.object(next.round, "You were ready for this hand, and the server says that you are not.");
    if (!following || commitment !== following) return;
    const gone = next.released.slice(released).filter((name) => Object.values(names).includes(name));
    if (waits(next.round) && !gone.length)
      this.object(
        next.round,
        "You were ready for this hand, and it is begun anew: somebody may not have liked the deck.",
      );
    this.countOut(gone);
    this.keep(next.round, { nonce: undefined, opened: undefined, following: undefined });
  }

  /** @type {(round: number, seq: number) => void} */
  #arrive(round, seq) {
    if (!this.kept(round).arrived) this.keep(round, { arrived: seq });
  }

  // Whether this browser had opened a nonce, by some event, for a hand that it has not seen dealt, and has not gone itself.
  /** @type {(round: number, seq: number) => boolean} */
  #waits(round, seq) {
    const { nonce, arrived, excused, player } = this.kept(round);
    return Boolean(nonce && arrived && seq >= arrived && !excused) && player === undefined;
  }

  // The cards as they were dealt, those that were seen last, and the show as it was first shown.
  /** @type {(state: Playing) => void} */
  #remember({ round, phase, game }) {
    const { number, me, hand, board, players, show } = round;
    const kept = this.kept(number);
    if (kept.nonce && me !== null && hand.length && !show) {
      if ((phase === "drawing" || phase === "playing") && !kept.hand && !players[me].drew.length)
        this.keep(number, { hand });
      const seen = { hand, board, up: players.map(({ up }) => up), drawn: players[me].drew.length };
      if (game.chips) this.keep(number, { seen, total: kept.total ?? chipsIn(round) });
    }
    if (!show || kept.shown) return;
    const { hands, made, winners, reason, won, returned } = show;
    this.keep(number, { shown: { hands, made, winners, reason, won, returned } });
  }

  // Who plays in a deal has opened a nonce for it.
  /** @type {(state: Playing, me: number) => void} */
  #takePart({ round: { number, players } }, me) {
    const { nonce, player, asked = [] } = this.kept(number);
    if (!nonce)
      this.object(
        number,
        "You were dealt in without a nonce of this browser: the host may know the deck. (A browser that forgets what it keeps does the same.)",
      );
    else if (player === undefined) {
      this.keep(number, { player: me });
      const dealt = players.flatMap(({ name, level }) => (level === null ? [name] : []));
      this.countOut(asked.filter((name) => !dealt.includes(name)));
    }
  }
}

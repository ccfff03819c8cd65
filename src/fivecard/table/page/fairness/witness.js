// This browser's part in the shuffle, and its memory: what it saw of every round at a table, so that it can object when the
// server says something else later.
/** @import { Act, Playing } from "/page/fairness/records.d.ts" */
/** @import { Message, TableView } from "/page/lib/types.d.ts" */
import { Chain } from "/page/fairness/chain.js";
import { Memory } from "/page/fairness/memory.js";
import { begins, chipsIn } from "/page/fairness/seen.js";
import { hex } from "/page/fairness/sha256.js";
import { nonceCommitment } from "/page/fairness/shuffle.js";
import { wordsOf } from "/page/lib/errors.js";

const NONCE_BYTES = 32;
const THROWN =
  "You were ready for this hand, and it is begun anew though nobody has gone: somebody may not have liked the deck.";
const MOST_MISSED = 64; // hands that were dealt without a connection, and are looked at
const LARGEST = 20_000; // characters of a show: more could push older hands out of what this browser keeps
const AGAIN = 5000; // milliseconds until records that could not be had are asked for again

// Four groups of four digits, which friends can compare by voice.
/** @type {(hash: string) => string} */
export const fingerprint = (hash) => hash.slice(0, 16).replace(/....(?=.)/g, "$& ");

// What the others have committed to for the next hand, by seat.
/** @type {(state: TableView) => Record<string, string>} */
const others = ({ seats, you }) =>
  Object.fromEntries(
    seats.flatMap(({ name, late, commitment }, seat) => (name && seat !== you && !late ? [[seat, commitment]] : [])),
  );

// The names of those of them who are waited for.
/** @type {(state: TableView) => string[]} */
const waitedFor = ({ seats, you }) =>
  seats.flatMap(({ name, away, out, late }, seat) => (name && seat !== you && !away && !out && !late ? [name] : []));

/** @type {(value: unknown) => boolean} */
const isNumber = (value) => Number.isSafeInteger(value) && Number(value) >= 0;

// Whether what this browser goes by is of the kind that it should be.
/** @type {(state: TableView) => boolean} */
const isState = ({ seq, next, chain, round, you, seats }) =>
  [seq, next?.round, next?.anew, chain?.round, round?.number ?? 0, you ?? 0].every(isNumber) &&
  [next.commitment, chain.hash].every((hash) => /^[0-9a-f]*$/.test(hash)) &&
  (you === null || Boolean(seats[you]?.name));

export class Witness extends Memory {
  #chain;
  #send;
  #committed = 0; // the round for which this window has committed anew without being asked: once, or two windows never end
  #told = ""; // what the server knew when this window committed anew last
  #wants = 0; // the round for which somebody was ready before the server knew of a nonce that this browser has
  #sent = 0; // the round for which this browser has said that it is ready, until the server has answered
  #anew = true; // whether the connection is new, so that anything may have happened before
  /** @type {{ round: number, act: Act } | null} */
  #act = null; // what was done last, until the server has answered
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
    this.#act = null; // whether it arrived is not known
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
    if (state.refused) return null; // the server would not deal: nothing is opened
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
    return this.kept(state.next.round).server_commitment === state.next.commitment && !this.#changed(state).length;
  }

  // The seats of those who have committed to something that this browser did not know when it opened its nonce.
  /** @type {(state: TableView) => string[]} */
  #changed(state) {
    const { commitments = {} } = this.kept(state.next.round);
    const now = Object.entries(others(state));
    return now.flatMap(([seat, commitment]) => (commitments[seat] === commitment ? [] : [seat]));
  }

  /** @type {(state: TableView, opened: string) => { nonce: string, commitment: string }} */
  #open(state, opened) {
    const { next, you } = state;
    const nonce = this.nonces[opened];
    if (this.kept(next.round).nonce) this.#beginAnew(state);
    const following = this.commitment();
    this.forget(opened);
    this.keep(next.round, {
      seat: you ?? undefined,
      nonce,
      opened,
      following,
      commitments: others(state),
      asked: waitedFor(state),
      anew: next.anew,
      server_commitment: next.commitment,
      committed: Date.now(),
      chain: this.chain?.round === state.chain.round ? this.chain : state.chain, // or it is still to be followed
      arrived: 0,
      excused: false,
      left: false,
      spent: false,
    });
    return { nonce, commitment: following };
  }

  // A second nonce for one hand is another deck to choose from: it is counted, by the name of who has gone or committed to
  // something else, and where nobody has, it is the host's doing. Only this person's own leaving is nobody's.
  /** @type {(state: TableView) => void} */
  #beginAnew(state) {
    const { next, seats, you } = state;
    const { left, excused, asked = [], anew = 0 } = this.kept(next.round);
    if (left) return;
    const changed = this.#changed(state).map((seat) => seats[Number(seat)].name ?? "");
    const named = next.anew > anew ? next.anew_by : "";
    const names = named.split(" and ");
    const gone = asked.filter((name) => names.includes(name));
    const mine = you === null ? "" : (seats[you].name ?? "");
    if (gone.length || changed.length) this.countOut([...gone, ...changed]);
    else if (excused && mine && names.includes(mine)) this.countOut([mine]);
    else this.object(next.round, THROWN);
  }

  // Take note of what this person does: it goes, or stays out of the hand for which the browser has opened a nonce; or acts.
  /** @type {(type: string, fields?: { do?: string, to?: number, cards?: string[] }) => void} */
  sends(type, fields = {}) {
    if (!this.#newest) return;
    const { next, round } = this.#newest;
    if (type === "act" && round) this.#acts(round.number, fields);
    if (type !== "leave" && type !== "sitout") return;
    this.#excuse(next.round);
    if (type === "leave" && this.kept(next.round).nonce) this.keep(next.round, { left: true });
  }

  // What was done is known only when the server has answered: until then, and if it never does, this browser says nothing.
  /** @type {(round: number, fields: { do?: string, to?: number, cards?: string[] }) => void} */
  #acts(round, { do: what = "", to, cards }) {
    const { nonce, acts = [] } = this.kept(round);
    if (!nonce) return;
    const act = { do: what, ...(to ? { to } : {}), ...(cards?.length ? { cards: cards.join(" ") } : {}) };
    this.#act = { round, act };
    this.keep(round, { acts: null, acts_before: acts });
  }

  // The server has answered.
  /** @type {(done: boolean) => void} */
  #acted(done) {
    if (!this.#act) return;
    const { round, act } = this.#act;
    const before = this.kept(round).acts_before;
    if (before) this.keep(round, { acts: done ? [...before, act] : before });
    this.#act = null;
  }

  /** @type {(round: number) => void} */
  #excuse(round) {
    const { nonce, player, excused } = this.kept(round);
    if (nonce && player === undefined && !excused) this.keep(round, { excused: true });
  }

  // The server has acknowledged something, or refused it; `seq` is the number of the event that it led to.
  /** @type {(of: string, seq: number) => void} */
  done(of, seq) {
    if (of === "act") this.#acted(true);
    if (of !== "begin" || !this.#sent) return;
    const newest = this.#newest;
    const soon = (newest?.seq ?? 0) + 100; // a number that never comes would silence this browser
    if (this.kept(this.#sent).nonce) this.keep(this.#sent, { arrived: Math.min(seq, soon) });
    this.#sent = 0;
    if (newest && newest.you !== null) this.#checkReady(newest, newest.you);
  }

  refused() {
    this.#acted(false);
    this.#sent = 0;
  }

  // Take a state. What this gives is done when the chain has been followed to its end.
  /** @type {(state: TableView) => Promise<void>} */
  receive(state) {
    if (!isState(state)) {
      this.object(null, "The server sends what is none of its messages.");
      return this.#work;
    }
    const { round, you, next, phase } = state;
    this.#checkPromise(state);
    if (this.#anew) this.#excuseMissed(next.round);
    if (you === null) this.#excuse(next.round);
    else {
      const { commitment, ready } = state.seats[you];
      const known = this.nonces[commitment] || this.kept(next.round).opened === commitment;
      if (!known && !ready) {
        if (this.#committed !== next.round) this.#commit(commitment);
        this.#committed = next.round;
      } else if (this.#wants && phase !== "playing") {
        const fields = this.#wants === next.round ? this.begin(state) : null;
        if (fields) this.#send("begin", fields);
        else if (this.#wants !== next.round) this.#wants = 0;
      }
      this.#checkReady(state, you);
    }
    if (round) {
      const dealt = { ...state, round };
      if (round.me !== null) this.#takePart(dealt, round.me);
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
        if (state.sealed) this.#chain.await(state.chain);
        else await this.#chain.follow(state.chain, state.you === null, state.rules);
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
    if (phase !== "playing" && next.round !== chain.round + 1)
      this.object(null, `The server asks for hand ${next.round} after hand ${chain.round}.`);
  }

  // Who is ready stays ready and is dealt in, or else all begin anew with what they had committed to (see `#beginAnew`).
  // What happened while this browser was not connected, or after it said that its person goes, is nobody's fault.
  /** @type {(state: TableView, you: number) => void} */
  #checkReady({ seq, round, next, seats, phase, ended }, you) {
    const { commitment, ready } = seats[you];
    if (round && round.me === null && this.#waits(round.number, seq))
      this.object(round.number, "You were ready for this hand, and were not dealt in.");
    if (phase === "playing" || ended) return;
    const { nonce, opened, following, player, arrived, dealt = 0, anew = 0 } = this.kept(next.round);
    if (!nonce) return;
    if (player !== undefined && seq > dealt) this.object(next.round, "This hand was dealt, and is asked for again.");
    if (!arrived && (commitment === following || (ready && commitment === opened)))
      this.keep(next.round, { arrived: seq });
    if (!this.#waits(next.round, seq)) return;
    if (commitment === following) {
      if (next.anew <= anew) this.object(next.round, THROWN);
      else this.keep(next.round, { spent: true }); // until this browser opens another
      return;
    }
    if (commitment === opened ? !ready : !this.nonces[commitment])
      this.object(next.round, "You were ready for this hand, and the server says that you are not.");
  }

  // Whether this browser had opened a nonce, by some event, for a hand that it has not seen dealt, and has not gone itself.
  /** @type {(round: number, seq: number) => boolean} */
  #waits(round, seq) {
    const { nonce, arrived, excused, spent, player } = this.kept(round);
    return Boolean(nonce && arrived && seq >= arrived && !excused && !spent) && player === undefined;
  }

  // What was dealt without a connection was dealt without this browser.
  /** @type {(next: number) => void} */
  #excuseMissed(next) {
    for (let round = Math.max(1, (this.chain?.round ?? 0) - 1, next - MOST_MISSED); round <= next; round++)
      this.#excuse(round);
  }

  // The cards as they were dealt, those that were seen last, and the show as it was first shown.
  /** @type {(state: Playing) => void} */
  #remember({ round }) {
    const { number, me, hand, board, players, show } = round;
    const kept = this.kept(number);
    if (kept.nonce && me !== null && hand.length) {
      if (!show) {
        const isFirst = players.every(({ up }) => up.length < 2) && !players[me].drew.length;
        if (!kept.hand && isFirst) this.keep(number, { hand });
        const seen = { hand, board, up: players.map(({ up }) => up), drawn: players[me].drew.length };
        this.keep(number, { seen, total: kept.total ?? chipsIn(round) });
      }
      const before = kept.drew ?? [];
      const drew = players.map((each, player) =>
        begins(each.drew, before[player] ?? []) ? each.drew : before[player],
      );
      if (!kept.shown) this.keep(number, { drew }); // what was seen first stays
    }
    if (!show || kept.shown) return;
    const { hands, made, winners, won, returned } = show;
    const shown = { hands, made, winners, won, returned };
    if (JSON.stringify(shown).length < LARGEST) this.keep(number, { shown });
    else this.object(number, "What the server shows of this hand is too long to be kept.");
  }

  // Who plays in a deal has opened a nonce for it. Who else does, this browser keeps as it saw it first.
  /** @type {(state: Playing, me: number) => void} */
  #takePart({ seq, round: { number, players }, seats, substitute }, me) {
    const { nonce, player, asked = [] } = this.kept(number);
    if (player !== undefined) return;
    if (!nonce) {
      const words =
        "You were dealt in without a nonce of this browser: the host may know the deck. (A browser that forgets what it keeps does the same.)";
      return this.object(number, words);
    }
    const people = players.flatMap(({ seat, name, level }) => (level === null ? [{ seat, name }] : []));
    this.keep(number, { player: me, dealt: seq, people: people.map(({ seat }) => seat) });
    const here = people.flatMap(({ seat, name }) => (seat === players[me].seat ? [] : [name]));
    this.countOut([...asked.filter((name) => !here.includes(name)), ...here.filter((name) => !asked.includes(name))]);
    if (substitute !== "nobody" && players.length !== seats.length)
      this.object(number, "There are not as many computers in this hand as there are seats.");
  }
}

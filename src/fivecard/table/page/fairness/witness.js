// This browser's part in the shuffle, and its memory: what it saw of every round at a table, so that it can object when the
// server says something else later.
/** @import { Playing } from "/page/fairness/records.d.ts" */
/** @import { Message, TableView } from "/page/lib/types.d.ts" */
import { becauseOf } from "/page/fairness/anew.js";
import { Chain } from "/page/fairness/chain.js";
import { Memory } from "/page/fairness/memory.js";
import { changedBy, isFor, knowsAll, others, stacksOf, stakesOf, waitedFor } from "/page/fairness/opened.js";
import { begins, chipsIn } from "/page/fairness/seen.js";
import { Sent } from "/page/fairness/sent.js";
import { hex } from "/page/fairness/sha256.js";
import { nonceCommitment } from "/page/fairness/shuffle.js";
import { wordsOf } from "/page/lib/errors.js";

/** @typedef {{ nonce: string, commitment: string, seq: number }} Ready */

const NONCE_BYTES = 32;
const THROWN =
  "You were ready for this hand, and it is begun anew though nobody has gone: somebody may not have liked the deck.";
const GOES = ["leave", "sitout", "handover"]; // what a person says who is not to be dealt in, perhaps
const LEAVES = ["leave", "takeover"]; // what says that the seat for which a nonce is open was given up, perhaps to another device
const RETURNS = ["sit", "back"]; // and what ends that, but no code for a seat: in a sit-and-go, who leaves keeps the seat
const MOST_MISSED = 64; // hands that were dealt without a connection, and are looked at
const LARGEST = 20_000; // characters of a show: more could push older hands out of what this browser keeps
const GOING = 600_000; // milliseconds that asking to leave or sit out may be on its way
const HANDING_OVER = 180_000; // milliseconds that another device has to take the seat over, and that the news of it may take
const AGAIN = 5000; // milliseconds until records that could not be had are asked for again

// Four groups of four digits, which friends can compare by voice.
/** @type {(hash: string) => string} */
export const fingerprint = (hash) => hash.slice(0, 16).replace(/....(?=.)/g, "$& ");

/** @type {(value: unknown) => boolean} */
const isNumber = (value) => Number.isSafeInteger(value) && Number(value) >= 0;

// Whether what this browser goes by is of the kind that it should be.
/** @type {(state: TableView) => boolean} */
const isState = ({ seq, next, chain, round, you, seats }) =>
  [seq, next?.round, next?.anew, chain?.round, round?.number ?? 0, round?.anew ?? 0, you ?? 0].every(isNumber) &&
  [next.anew_by, round?.anew_by ?? []].every((names) => Array.isArray(names) && names.every(Array.isArray)) &&
  [next.commitment, chain.hash].every((hash) => /^[0-9a-f]*$/.test(hash)) &&
  (you === null || Boolean(seats[you]?.name));

export class Witness extends Memory {
  #chain;
  #send;
  #committed = 0; // the round for which this window has committed anew without being asked: once, or two windows never end
  #told = ""; // what the server knew when this window committed anew last
  #wants = 0; // the round for which somebody was ready before the server knew of a nonce that this browser has
  #sent = new Sent(this);
  #floor; // the number of the newest event that this window knows to have happened
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
    this.#floor = this.seen;
    this.#chain = new Chain(this);
    this.#send = send;
  }

  // A connection is new: what was sent may not have arrived.
  again() {
    this.#committed = 0;
    this.#told = "";
    this.#sent.forget();
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
  /** @type {(state: TableView) => Ready | null} */
  begin(state) {
    const { seats, you, next } = state;
    if (you === null) return null;
    const { commitment } = seats[you];
    const kept = this.kept(next.round);
    this.#wants = 0;
    if (state.refused) return null; // the server would not deal: nothing is opened
    if (this.#isBehind(state)) this.#wants = next.round;
    if (this.#wants) return null;
    if (kept.nonce && kept.following && kept.opened === commitment) {
      if (isFor(state, kept)) return { nonce: kept.nonce, commitment: kept.following, seq: kept.knew ?? state.seq };
    } else if (this.nonces[commitment]) return this.#open(state, commitment);
    if (kept.nonce) this.keep(next.round, { changed: [...(kept.changed ?? []), ...changedBy(state, kept)] }); // who may be gone then
    this.#wants = next.round;
    this.#commit(commitment);
    return null;
  }

  // Whether another window of this browser knows more than this one, which then waits until it does too.
  /** @type {(state: TableView) => boolean} */
  #isBehind({ seq, you }) {
    return you !== null && seq < this.seen;
  }

  // What has happened has happened: a connection that is made later knows of it, whichever window it is for.
  /** @type {(state: TableView) => void} */
  #checkOrder({ seq, you }) {
    if (you === null) return; // what those who watch see may be older
    if (seq < this.#floor)
      this.object(null, `The server has gone back from what this browser saw: to event ${seq}, from ${this.#floor}.`);
    this.#floor = Math.max(this.#floor, seq);
    this.see(seq);
  }

  // A nonce that is open is sent with what this browser knew when it opened it: who has committed to something else since then is
  // none of those for whom it was opened. Who is only back with what was known then may take part.
  /** @type {(state: TableView) => void} */
  #learn(state) {
    const { seq, next } = state;
    const kept = this.kept(next.round);
    if (kept.nonce && (kept.knew ?? 0) < seq && knowsAll(state, kept)) this.keep(next.round, { knew: seq });
  }

  /** @type {(state: TableView, opened: string) => Ready} */
  #open(state, opened) {
    const { seq, next, you } = state;
    const nonce = this.nonces[opened];
    if (this.kept(next.round).nonce) this.#beginAnew(state);
    const following = this.commitment();
    this.forget(opened);
    this.keep(next.round, {
      seat: you ?? undefined,
      nonce,
      opened,
      following,
      knew: seq,
      refused: false,
      commitments: others(state),
      asked: waitedFor(state),
      here: state.seats.flatMap(({ name }, seat) => (name && seat !== you ? [name] : [])),
      anew: next.anew,
      stakes: stakesOf(state),
      stacks: stacksOf(state),
      server_commitment: next.commitment,
      committed: Date.now(),
      chain: this.chain?.round === state.chain.round ? this.chain : state.chain, // or it is still to be followed
      arrived: 0,
      excused: this.#goes.length > 0,
      left: this.#goes.includes("leave"),
      handed: this.#goes.includes("handover"),
      spent: false,
      changed: [],
    });
    return { nonce, commitment: following, seq };
  }

  // A second nonce for one hand is another deck to choose from: it is counted, by the name of who has gone, or has committed to
  // something else before the first one arrived, and where nobody has, it is the host's doing. Once it has arrived, all begin
  // anew with other commitments, which says nothing. Only this person's own leaving is nobody's.
  /** @type {(state: TableView) => void} */
  #beginAnew(state) {
    const { next, seats, you } = state;
    const kept = this.kept(next.round);
    if (kept.left) return;
    const { name, commitment } = seats[you ?? 0];
    const gone = becauseOf(next, kept, name ?? "");
    const names = gone.length || commitment === kept.following ? gone : (kept.changed ?? []);
    if (names.length) this.countOut([...new Set(names)]);
    else this.object(next.round, THROWN);
  }

  // Take note of what this window sends: that the person acts, goes and stays out of a hand for which there is a nonce open, has
  // another device take the seat over, or takes it over with this one.
  /** @type {(type: string, fields?: { nonce?: string, do?: string, to?: number, cards?: string[] }) => void} */
  sends(type, fields = {}) {
    const { next, round } = this.#newest ?? {};
    const { id } = this.#sent.add(type, fields, (type === "act" ? round?.number : next?.round) ?? 0);
    if (type === "takeover") this.setTakeovers([...this.takeovers, id]);
    if (!next || ![...GOES, "takeover"].includes(type)) return;
    if (GOES.includes(type)) this.setGoing({ ...this.going, [id]: { type, when: Date.now(), done: false } });
    if (type === "handover" && round && this.kept(round.number).nonce) this.keep(round.number, { handed: true });
    for (const each of this.#coming(next.round)) {
      this.#excuse(each);
      if (!this.kept(each).nonce) continue;
      if (LEAVES.includes(type)) this.keep(each, { left: true });
      if (type === "handover") this.keep(each, { handed: true });
    }
  }

  // The hands for which a nonce may be open: this window may be behind, and those who watch may see what was before.
  /** @type {(next: number) => number[]} */
  #coming(next) {
    const last = Math.min(Math.max(next, this.lastPromised), next + MOST_MISSED);
    return Array.from({ length: last - next + 1 }, (_, place) => next + place);
  }

  // What this person has asked for in order to go, if that is on its way from whichever window.
  get #goes() {
    return Object.values(this.going).flatMap(({ type, when }) =>
      Date.now() - when < (type === "handover" ? HANDING_OVER : GOING) ? [type] : [],
    );
  }

  /** @type {(round: number) => void} */
  #excuse(round) {
    const { nonce, player, excused } = this.kept(round);
    if (nonce && player === undefined && !excused) this.keep(round, { excused: true });
  }

  // The server has acknowledged something, or refused it; `seq` is the number of the event that it led to.
  /** @type {(of: string, seq: number) => void} */
  done(of, seq) {
    const message = this.#answered(seq);
    if (of !== "begin" || message?.type !== "begin") return;
    const newest = this.#newest;
    if (this.kept(message.round).nonce === message.nonce) this.keep(message.round, { arrived: this.#soon(seq) });
    if (newest && newest.you !== null) this.#checkReady(newest, newest.you);
  }

  // ... for this reason. What is too old by what others have committed to meanwhile stays so: they may be late because of it.
  /** @type {(code: string) => void} */
  refused(code) {
    const message = this.#answered(null);
    if (code !== "stale" || message?.type !== "begin" || !this.#newest) return;
    const kept = this.kept(message.round);
    if (kept.nonce === message.nonce && !knowsAll(this.#newest, kept)) this.keep(message.round, { refused: true });
  }

  // The number of an event, or one that is still to come soon: a number that never comes would silence this browser.
  /** @type {(seq: number) => number} */
  #soon(seq) {
    return Math.min(seq, (this.#newest?.seq ?? 0) + 100);
  }

  /** @type {(seq: number | null) => ReturnType<Sent["answered"]>} */
  #answered(seq) {
    const message = this.#sent.answered(seq);
    if (!message) return;
    const { [message.id]: asked, ...rest } = this.going;
    const isDone = seq !== null;
    if (!isDone && message.type === "commit") this.#told = ""; // it may be sent again
    if (isDone && message.type === "leave") this.see(this.#soon(seq));
    if (!isDone && message.type === "takeover") this.setTakeovers(this.takeovers.filter((id) => id !== message.id));
    if (asked && isDone && asked.type !== "sitout")
      this.setGoing({ ...rest, [message.id]: { ...asked, when: Date.now(), done: true } });
    else if (asked) this.setGoing(rest);
    if (isDone && RETURNS.includes(message.type))
      this.setGoing(
        Object.fromEntries(Object.entries(this.going).filter(([, { type, done }]) => !done || type === "handover")),
      );
    return message;
  }

  // Take a state. What this gives is done when the chain has been followed to its end.
  /** @type {(state: TableView) => Promise<void>} */
  receive(state) {
    if (!isState(state)) {
      this.object(null, "The server sends what is none of its messages.");
      return this.#work;
    }
    const { round, you, next, phase } = state;
    this.#newest = state;
    this.#checkOrder(state);
    this.#checkPromise(state);
    if (this.#anew) this.#excuseMissed(next.round);
    if (you === null) this.#isUnseated(state);
    else if (!this.#isBehind(state)) {
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
      this.#learn(state);
      this.#checkReady(state, you);
    }
    const isOwn = you !== null && Boolean(this.nonces[state.seats[you].commitment]);
    if (round) {
      const dealt = { ...state, round };
      if (round.me !== null) this.#takePart(dealt, round.me);
      this.#remember(dealt);
    }
    if (this.takeovers.length && isOwn && !this.#isBehind(state)) {
      this.setTakeovers([]); // from the next hand on the seat plays with nonces of this browser
      this.ownSince = state.seq;
    }
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
    this.#send("commit", { commitment: this.commitment(), instead: known });
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
  #checkReady(state, you) {
    if (this.#isBehind(state)) return;
    const { seq, round, next, seats, phase, ended } = state;
    const { commitment, ready } = seats[you];
    if (round && round.me === null && this.#waits(round.number, seq)) this.#isLeftOut(round);
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

  // A hand was dealt without this browser, which was ready: all have begun anew meanwhile, or it was left out.
  /** @type {(round: Playing["round"]) => void} */
  #isLeftOut(round) {
    const names = becauseOf(round, this.kept(round.number), "");
    if (!names.length) return this.object(round.number, "You were ready for this hand, and were not dealt in.");
    this.countOut(names);
    this.keep(round.number, { spent: true });
  }

  // Somebody who is ready keeps the seat until the hand is dealt, unless this person goes, or all begin anew. Those who watch
  // may see what was before: that says nothing.
  /** @type {(state: TableView) => void} */
  #isUnseated({ seq, next, phase, ended }) {
    const isOver = phase === "playing" || ended;
    if (
      !isOver &&
      seq > this.seen &&
      this.#waits(next.round, seq) &&
      !becauseOf(next, this.kept(next.round), "").length
    )
      this.object(next.round, "You were ready for this hand, and the server says that you have no seat.");
    this.#excuse(next.round);
    for (const each of this.#coming(next.round)) if (this.kept(each).handed) this.keep(each, { left: true });
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
  #takePart({ seq, round, seats, substitute, phase, game }, me) {
    const { number, players } = round;
    const kept = this.kept(number);
    const { nonce, player, tookOver, stakes = game.stakes, stacks = {}, asked = [], commitments = {} } = kept;
    if (player !== undefined || tookOver) return;
    if (this.takeovers.length || seq < this.ownSince) return void this.keep(number, { tookOver: true }); // whatever nonce is open
    if (!nonce) {
      const words =
        "You were dealt in without a nonce of this browser: the host may know the deck. (A browser that forgets what it keeps does the same.)";
      return this.object(number, words);
    }
    const people = players.flatMap(({ seat, name, person }) => (person ? [{ seat, name }] : []));
    const handed = this.#goes.includes("handover");
    this.keep(number, { player: me, dealt: seq, people: people.map(({ seat }) => seat), handed });
    const here = people.flatMap(({ seat, name }) => (seat === players[me].seat ? [] : [name]));
    this.countOut([...asked.filter((name) => !here.includes(name)), ...here.filter((name) => !asked.includes(name))]);
    for (const { seat, name } of people)
      if (seat !== players[me].seat && !commitments[seat])
        this.object(number, `${name} was dealt in, and had committed to nothing when you were ready.`);
    if (phase === "playing" && game.stakes !== stakes)
      this.object(number, "This hand is not played for what stood there when you were ready.");
    const isKept = players.every(({ seat }) => seat in stacks); // of computers nothing is kept
    const before = players.reduce((sum, { seat }) => sum + (stacks[seat] ?? 0), 0);
    if (phase === "playing" && isKept && before !== chipsIn(round))
      this.object(number, "There are other chips in this hand than lay there when you were ready.");
    if (substitute !== "nobody" && players.length !== seats.length)
      this.object(number, "There are not as many computers in this hand as there are seats.");
  }
}

// What this window has sent and the server has still to answer: answers come in the order of the messages, one for each.
/** @import { Act, Witness } from "/page/fairness/records.d.ts" */
/** @import { Memory } from "/page/fairness/memory.js" */

/** @typedef {{ id: string, type: string, round: number, nonce?: string, act?: Act & { id: string } }} Message */

export class Sent {
  #memory;
  /** @type {Message[]} */
  #messages = [];

  /** @param {Memory} memory */
  constructor(memory) {
    this.#memory = memory;
  }

  // What was sent may not have arrived: what was done with it is not known any more.
  forget() {
    this.#messages = [];
  }

  // Note a message that is sent, `round` being the hand that it is for. An act counts as unanswered until it is answered,
  // if it ever is: also for other windows, and for those that are opened later.
  /** @type {(type: string, fields: { nonce?: string, do?: string, to?: number, cards?: string[] }, round: number) => Message} */
  add(type, { nonce, do: what = "", to, cards }, round) {
    /** @type {Message} */
    const message = { id: `${Date.now()} ${Math.random()}`, type, round, nonce };
    const { nonce: own, unanswered = [] } = this.#memory.kept(round);
    if (type === "act" && own) {
      const { id } = message;
      message.act = { id, do: what, ...(to ? { to } : {}), ...(cards?.length ? { cards: cards.join(" ") } : {}) };
      this.#memory.keep(round, { unanswered: [...unanswered, message.act] });
    }
    this.#messages.push(message);
    return message;
  }

  // Take what the server answers, by the event with this number if it has done it; gives what the answer is to.
  /** @type {(seq: number | null) => Message | undefined} */
  answered(seq) {
    const message = this.#messages.shift();
    if (message?.act) this.#acted(message.round, message.act, seq);
    return message;
  }

  /** @type {(round: number, act: Act & { id: string }, seq: number | null) => void} */
  #acted(round, { id, ...act }, seq) {
    const { acts = [], unanswered = [] } = this.#memory.kept(round);
    const rest = unanswered.filter((each) => each.id !== id);
    const done = seq === null ? acts : [...acts, { ...act, seq }].sort((one, two) => one.seq - two.seq);
    this.#memory.keep(round, { acts: done, unanswered: rest });
  }
}

// Whether somebody did all that a browser sent and the server acknowledged, in this order, and beside it nothing but what
// was never answered.
/** @type {(done: Act[], witness: Partial<Witness>) => boolean} */
export function didWhatWasSent(done, { acts = [], unanswered = [] }) {
  /** @type {(act: Act) => string} */
  const name = (act) => JSON.stringify([act.do, act.to ?? null, act.cards ?? ""]);
  const known = acts.map(name);
  const perhaps = unanswered.map(name);
  for (const each of done.map(name)) {
    const place = perhaps.indexOf(each);
    if (known[0] === each) known.shift();
    else if (place >= 0) perhaps.splice(place, 1);
    else return false;
  }
  return !known.length;
}

// The socket: connects again by itself, with the number of the last state that this browser knows.
/** @import { Told } from "/page/lib/types.d.ts" */

import { lost } from "/page/lib/words.js";
import { notice, table } from "/page/table/session.js";

const LONGEST = 8000; // milliseconds until the next try
const FULL = 1013; // the code with which a socket is closed that found no room

export class Connection {
  /** @type {WebSocket | null} */
  #socket = null;
  #retry = 500;
  #opened;
  #receive;
  seq = 0; // of the last state

  // `opened` is called when there is a new connection, `receive` with each message.
  /**
   * @param {() => void} opened
   * @param {(message: Told) => void} receive
   */
  constructor(opened, receive) {
    this.#opened = opened;
    this.#receive = receive;
  }

  connect() {
    const socket = new WebSocket(
      `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/t/${table}/socket`,
    );
    socket.addEventListener("open", () => {
      this.#retry = 500;
      this.#opened();
      notice("");
    });
    socket.addEventListener("message", (event) => this.#receive(JSON.parse(event.data)));
    socket.addEventListener("close", ({ code, reason }) => {
      if (code === FULL) this.#retry = LONGEST;
      notice(`${lost(code, reason)} Trying again ...`, { still: true });
      setTimeout(() => this.connect(), this.#retry);
      this.#retry = Math.min(this.#retry * 1.7, LONGEST);
    });
    this.#socket = socket;
  }

  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN && this.seq > 0;
  }

  /** @type {(type: string, fields: object) => void} */
  send(type, fields) {
    this.say({ type, seq: this.seq, ...fields });
  }

  // Send what is no answer to a state.
  /** @type {(message: object) => void} */
  say(message) {
    this.#socket?.send(JSON.stringify(message));
  }
}

// The socket: connects again by itself, with the number of the last state that this browser knows.
/** @import { Told } from "/page/lib/types.d.ts" */

import { lost, OFFLINE } from "/page/lib/words.js";
import { notice, table } from "/page/table/session.js";

const LONGEST = 8000; // milliseconds until the next try
const SILENCE = 25_000; // milliseconds: two beats of the server, and some
const FULL = 1013; // the code with which a socket is closed that found no room

// What cannot be sent now looks so.
/** @type {(is: boolean) => void} */
const showOffline = (is) => void document.body.toggleAttribute("data-offline", is);

export class Connection {
  /** @type {WebSocket | null} */
  #socket = null;
  #retry = 500;
  #silence = 0; // when nothing is heard until then, the network is gone
  #timer = 0; // of the next try
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

  // Connect as soon as there is a network again, and notice that there is none: a socket alone may take minutes to.
  watch() {
    addEventListener("offline", () => this.#lose());
    addEventListener("online", () => this.#again(0));
  }

  connect() {
    clearTimeout(this.#timer);
    const socket = new WebSocket(
      `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/t/${table}/socket`,
    );
    socket.addEventListener("open", () => {
      this.#retry = 500;
      showOffline(false);
      this.#listen();
      this.#opened();
      notice("");
    });
    socket.addEventListener("message", (event) => {
      if (this.#socket !== socket) return;
      this.#listen();
      const message = JSON.parse(event.data);
      if (message.type !== "beat") this.#receive(message);
    });
    socket.addEventListener("close", ({ code, reason }) => {
      if (this.#socket !== socket) return; // it was given up before
      clearTimeout(this.#silence);
      this.#socket = null;
      showOffline(true);
      if (code === FULL) this.#retry = LONGEST;
      notice(`${navigator.onLine ? lost(code, reason) : OFFLINE} Trying again ...`, { still: true, wrong: true });
      this.#again(this.#retry);
      this.#retry = Math.min(this.#retry * 1.7, LONGEST);
    });
    this.#socket = socket;
  }

  // Something was heard: the server is there, and says so every ten seconds.
  #listen() {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#lose(), SILENCE);
  }

  // Give the socket up without waiting for the other side.
  #lose() {
    const socket = this.#socket;
    clearTimeout(this.#silence);
    this.#socket = null;
    socket?.close();
    showOffline(true);
    notice(`${OFFLINE} Trying again ...`, { still: true, wrong: true });
    this.#again(this.#retry);
  }

  /** @type {(milliseconds: number) => void} */
  #again(milliseconds) {
    if (this.#socket) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.connect(), milliseconds);
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

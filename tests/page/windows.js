// Windows of several browsers at one table, without a screen: the page's own witness, connection and checks, each browser
// with a store that all its windows share. Whoever drives them (tests/table/windows.py) writes a line of JSON for
// each thing that happens to a window, and reads a line with what the windows did then.
import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import { createInterface } from "node:readline";
import { Store } from "./here.js";

const OPEN = 1;
const CLOSED = 3;
const SILENCE = 25_000; // milliseconds until a socket is given up of which nothing is heard: whoever drives the windows drops it
const whose = new AsyncLocalStorage(); // the window that code runs for

const stores = new Map();
const windows = new Map();
const fetches = new Map();
let did = []; // since the last line
let drawn = 0;
let seed = "";
let now = 0;

class Socket {
  static OPEN = OPEN;
  readyState = 0;
  #heard = {};
  constructor() {
    this.window = whose.getStore();
    this.window.socket = this;
    did.push({ window: this.window.name, what: "connect" });
  }
  addEventListener(name, listener) {
    this.#heard[name] = listener;
  }
  emit(name, event) {
    this.#heard[name](event);
  }
  send(text) {
    if (this.readyState === OPEN) did.push({ window: this.window.name, what: "send", text });
  }
}

function store() {
  const { browser } = whose.getStore();
  if (!stores.has(browser)) stores.set(browser, new Store());
  return stores.get(browser);
}

// What a browser has: all of it is the window's for which code runs, chance follows from the seed, and time stands still.
Object.defineProperty(globalThis, "localStorage", { get: store });
Object.defineProperty(globalThis, "crypto", {
  value: {
    getRandomValues: (bytes) =>
      bytes.map((_, place) => createHash("sha256").update(`${seed} ${drawn++}`).digest()[place % 32]),
  },
});
Object.defineProperty(globalThis, "navigator", { value: { onLine: true } });
Object.assign(globalThis, {
  WebSocket: Socket,
  document: {
    addEventListener() {},
    querySelector: () => null,
    querySelectorAll: () => [],
    getElementById: () => ({ toggleAttribute() {} }),
    body: { toggleAttribute() {} },
  },
  location: { pathname: "/t/table", protocol: "http:", host: "table" },
  fetch: (address) =>
    new Promise((resolve, reject) => {
      const { name } = whose.getStore();
      const id = fetches.size;
      fetches.set(id, { resolve, reject });
      did.push({ window: name, what: "fetch", id, address });
    }),
  setTimeout: (call, after) => {
    const timer = { call };
    if (after < SILENCE) whose.getStore().timers.add(timer);
    return timer;
  },
  clearTimeout: (timer) => whose.getStore()?.timers.delete(timer),
});
Date.now = () => now * 1000;
AbortSignal.timeout = () => undefined;

const { Connection } = await import("/page/table/connection.js");
const { Witness } = await import("/page/fairness/witness.js");
const { checksOf } = await import("/page/fairness/record.js");
const { notSo } = await import("/page/fairness/checks.js");
const { read } = await import("/page/lib/store.js");

const TABLE = "table";

// A window, as page/table/table.js has it.
class Window {
  timers = new Set();
  state = null;
  #verified = "";

  constructor(browser, name) {
    Object.assign(this, { browser, name });
  }

  start() {
    this.connection = new Connection(
      () => this.witness.again(),
      (message) => this.#receive(message),
    );
    this.witness = new Witness(
      TABLE,
      (type, fields) => this.send(type, fields),
      () => {},
    );
    this.connection.connect();
  }

  send(type, fields = {}) {
    if (!this.connection.isOpen) return;
    this.witness.sends(type, fields);
    this.connection.send(type, fields);
  }

  sit(fields) {
    this.send("sit", { ...fields, commitment: this.witness.commitment() });
  }

  enter({ password }) {
    this.witness.sends("enter");
    this.connection.say({ type: "enter", password });
  }

  begin() {
    const fields = this.witness.begin(this.state);
    if (fields) this.send("begin", fields);
  }

  #receive(message) {
    if (message.type === "state") {
      this.connection.seq = message.seq;
      this.witness.receive(message);
      this.state = message;
      if (message.round?.show) this.#check(message);
    } else if (message.type === "done") this.witness.done(message.of, message.seq);
    else if (message.type === "error") this.witness.refused(message.code);
    else if (message.type === "seatlink") this.witness.done("handover", 0);
  }

  async #check(shown) {
    const { round, sealed } = shown;
    const now = JSON.stringify([round.number, round.show, round.players, round.hand, sealed]);
    if (this.#verified === now) return;
    this.#verified = now;
    const { results } = await checksOf(TABLE, shown, this.witness.kept(round.number));
    for (const [holds, words] of results) if (holds === false) this.witness.object(round.number, notSo(words));
  }
}

const OWN_WAYS = ["sit", "begin", "enter"]; // of pressing

const HAPPENS = {
  seed: ({ text }) => {
    seed = text;
    drawn = 0;
    for (const each of [stores, windows, fetches]) each.clear();
  },
  open: ({ browser, window }) => {
    const opened = new Window(browser, window);
    windows.set(window, opened);
    whose.run(opened, () => opened.start());
  },
  close: ({ window }) => {
    windows.get(window).timers.clear();
    windows.delete(window);
  },
  accept: (_, { socket }) => {
    socket.readyState = OPEN;
    socket.emit("open", {});
  },
  drop: ({ code = 1006 }, { socket }) => {
    socket.readyState = CLOSED;
    socket.emit("close", { code, reason: "" });
  },
  told: ({ text }, { socket }) => socket.emit("message", { data: text }),
  press: ({ type, fields }, window) => (OWN_WAYS.includes(type) ? window[type](fields) : window.send(type, fields)),
  wait: (_, window) => {
    const timers = [...window.timers];
    window.timers.clear();
    for (const { call } of timers) call();
  },
  fetched: ({ id, status, body }) => {
    const { resolve, reject } = fetches.get(id);
    if (status === 0) reject(new TypeError("Failed to fetch"));
    else resolve({ ok: status === 200, status, headers: { has: () => false }, json: async () => JSON.parse(body) });
  },
};

const settled = () => new Promise((resolve) => setImmediate(resolve));

// What all browsers object to, whom they count as left out, and what they kept of hands.
function found() {
  const objections = {};
  const out = {};
  for (const browser of stores.keys())
    whose.run({ browser }, () => {
      objections[browser] = read(`fivecard ${TABLE} objections`) ?? [];
      out[browser] = read(`fivecard ${TABLE} left out`) ?? [];
    });
  return { objections, out };
}

for await (const line of createInterface({ input: process.stdin })) {
  const told = JSON.parse(line);
  now = told.now;
  const window = windows.get(told.window);
  let problem = "";
  try {
    if (told.what === "kept") {
      const all = Object.entries(stores.get(told.browser) ?? {});
      console.log(JSON.stringify(Object.fromEntries(all.map(([key, text]) => [key, JSON.parse(text)]))));
      continue;
    }
    const happen = HAPPENS[told.what];
    if (window) whose.run(window, () => happen(told, window));
    else happen(told);
    await settled();
  } catch (error) {
    problem = error.stack;
  }
  console.log(JSON.stringify({ did, problem, ...found() }));
  did = [];
}

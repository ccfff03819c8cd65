// The page's modules in node, which has no window: their addresses, and as much of a browser as they need.
import { readFileSync } from "node:fs";
import { register } from "node:module";

const FOLDERS = ["table/page/", "pages/shared/"].map((name) => new URL(`../../src/fivecard/${name}`, import.meta.url));
const GOLDEN = new URL("../golden/", import.meta.url);

// "/page/fairness/shuffle.js" is an address of the server's.
const hooks = `import { existsSync } from "node:fs";
const places = (name) => ${JSON.stringify(FOLDERS)}.map((folder) => new URL(name.slice(6), folder));
export const resolve = (name, context, next) =>
  next(name.startsWith("/page/") ? places(name).find(existsSync).href : name, context);`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);

export const golden = (name) => JSON.parse(readFileSync(new URL(name, GOLDEN), "utf8"));

// What Python has found, in a file that tests/table/test_node.py writes.
export function vectors() {
  const file = process.env.FIVECARD_VECTORS;
  if (!file) throw new Error("run pytest tests/table/test_node.py: it writes what this is held against");
  return JSON.parse(readFileSync(file, "utf8"));
}

// A store that takes no more than `room` characters; its names are its keys, as those of a browser's are.
export class Store {
  static room = 5 * 2 ** 20;
  getItem(key) {
    return Object.hasOwn(this, key) ? this[key] : null;
  }
  setItem(key, value) {
    const others = Object.entries(this).filter(([name]) => name !== key);
    const used = others.reduce((sum, [name, text]) => sum + name.length + text.length, key.length + value.length);
    if (used > Store.room) throw new Error("QuotaExceededError");
    this[key] = value;
  }
  removeItem(key) {
    delete this[key];
  }
  clear() {
    for (const key of Object.keys(this)) delete this[key];
  }
}

export function setRoom(room) {
  Store.room = room;
}

Object.assign(globalThis, {
  localStorage: new Store(),
  document: { addEventListener() {} },
  location: { pathname: "/t/table" },
});

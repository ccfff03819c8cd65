// Where the page is, in its address: the view, the solution, the spot in it, and the question by which it can be solved
// again elsewhere. The part behind # is sent to nobody.
/** @import { Question } from "/page/study/types.d.ts" */

/** @typedef {"question" | "solution" | "practice" | "flops"} View */
export const VIEWS = ["question", "solution", "practice", "flops"];

/**
 * @typedef {object} Where
 * @property {View} view
 * @property {string} id
 * @property {string[]} at
 * @property {Question} question the fields that the address names
 */

/** @type {() => Where} */
export function where() {
  const { view = "", id = "", at = "", ...question } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  const known = /** @type {View} */ (VIEWS.includes(view) ? view : id ? "solution" : "question");
  return { view: known, id, at: at ? at.split(",") : [], question };
}

// The address of a place; fields that are as usual are left out.
/** @type {(to: Where, usual: Question) => string} */
export function addressOf({ view, id, at, question }, usual) {
  const words = new URLSearchParams({ view });
  if (id) words.set("id", id);
  if (at.length) words.set("at", at.join(","));
  for (const [field, text] of Object.entries(question)) if (usual[field] !== text) words.set(field, text);
  return `#${words.toString().replaceAll("%2C", ",")}`;
}

// Go somewhere: a step that the browser's own back button takes back, unless it replaces the one before.
/** @type {(address: string, replace?: boolean) => void} */
export function goTo(address, replace = false) {
  if (address === location.hash) return;
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
}

// Small helpers to build what is shown. Text is always set as text.
/** @import { Check } from "/page/records.d.ts" */
import { spoken } from "/page/hands.js";
import { read, write } from "/page/store.js";

// An element of the page that is there, of the kind that is asked for.
/**
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @param {new () => T} [kind]
 */
export function $(id, kind) {
  const element = document.getElementById(id);
  if (!element || (kind && !(element instanceof kind))) throw new Error(`the page has no #${id}`);
  return /** @type {T} */ (element);
}

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} properties
 * @param {(Node | string)[]} children
 */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name === "class") element.className = value;
    else if (name.startsWith("aria-") || name === "role") element.setAttribute(name, value);
    else Object.assign(element, { [name]: value });
  }
  element.append(...children);
  return element;
}

export const fourColours = {
  get on() {
    return read("fivecard four colours") === "yes";
  },
  set on(value) {
    write("fivecard four colours", value ? "yes" : "no");
  },
};

const SVG = "http://www.w3.org/2000/svg";

// A card's face. All of them came with the page: asking for one by name would tell whoever listens what was dealt.
/** @type {(card: string, options?: { label?: string, lifted?: boolean }) => SVGSVGElement} */
export function picture(card, { label = spoken(card), lifted = false } = {}) {
  const svg = document.createElementNS(SVG, "svg");
  const attributes = {
    viewBox: "0 0 250 350",
    ...(label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" }),
  };
  for (const [name, value] of Object.entries(attributes)) svg.setAttribute(name, value);
  svg.classList.add("card", card[1]);
  svg.classList.toggle("lifted", lifted);
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#card-${card}`);
  svg.append(use);
  return svg;
}

/** @type {(table: string) => HTMLImageElement} */
export const backPicture = (table) =>
  make("img", { src: `/t/${encodeURIComponent(table)}/back.svg`, alt: "", width: 250, height: 350, class: "card" });

export function showColours() {
  document.body.classList.toggle("four-colours", fourColours.on);
}

// What was checked, below; and what is wrong, where it is seen. An objection stays: what follows cannot unsay it.
// `witnessed` is whether this browser took part and saw the seal: a record by itself may have been made afterwards.
/** @type {(results: Check[], element: HTMLElement, round: number, witnessed: boolean) => void} */
export function fairness(results, element, round, witnessed) {
  element.replaceChildren(
    make(
      "ul",
      {},
      ...results.map(([holds, words]) =>
        make("li", { class: holds === false ? "wrong" : "" }, `${marks[`${holds}`]} ${words}`),
      ),
    ),
    make(
      "p",
      { class: "quiet" },
      conclusion(
        results.map(([holds]) => holds),
        witnessed,
      ),
    ),
  );
  element.dataset.round = String(round);
  for (const [holds, words] of results) if (holds === false) object(round, notSo(words));
}

/** @type {(results: (boolean | null)[], witnessed: boolean) => string} */
function conclusion(results, witnessed) {
  if (results.includes(false)) return "This does not show that nobody chose the deck.";
  if (!witnessed)
    return "The record agrees with itself. Only a browser that took part, and saw the seal, can tell that it was not made up afterwards.";
  if (results.includes(null)) return "It is not known yet whether somebody chose the deck.";
  return "This shows that nobody chose the deck. It cannot show that the server did not look at it.";
}

const marks = { true: "✓", false: "✗ NOT SO:", null: "…" }; // what is not known yet is no objection
/** @type {(words: string) => string} */
export const notSo = (words) => `NOT SO: ${words}`;

// Object, once, to a round, or to the table as a whole if `round` is null.
/** @type {(round: number | null, words: string) => void} */
export function object(round, words) {
  let list = $("objections").querySelector(`[data-round="${round}"] ul`);
  if (!list) {
    list = make("ul");
    const what = round === null ? "this table" : `round ${round}`;
    const box = make("div", {}, make("strong", {}, `Do not trust ${what}:`), list);
    box.dataset.round = String(round);
    $("objections").append(box);
  }
  if (!Array.from(list.children).some((item) => item.textContent === words)) list.append(make("li", {}, words));
}

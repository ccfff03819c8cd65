// Small helpers to build what is shown. Text is always set as text.
import { spoken } from "/page/lib/cards.js";

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
 * @param {(Node | string | null)[]} children
 */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name === "class") element.className = value;
    else if (name.startsWith("--")) element.style.setProperty(name, value);
    else if (name === "value" && tag === "input")
      element.setAttribute(name, value); // what it is until somebody types
    else if (name.startsWith("aria-") || name.startsWith("data-") || name === "role") element.setAttribute(name, value);
    else Object.assign(element, { [name]: value });
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** @type {WeakMap<Element, string>} */
let filled = new WeakMap();

// Have everything filled anew.
export function refill() {
  filled = new WeakMap();
}

// Fill an element with what is built from these inputs, if they have changed: what stays is not replaced under a finger,
// and keeps the focus. Where the focus was inside, it goes to the same thing (by `data-id`), or to what is to be pressed.
/** @type {(element: HTMLElement, inputs: unknown, build: () => (Node | string | null)[]) => boolean} */
export function fill(element, inputs, build) {
  const key = JSON.stringify(inputs);
  if (filled.get(element) === key) return false;
  filled.set(element, key);
  const focused = element.contains(document.activeElement) ? document.activeElement : null;
  const same = focused?.getAttribute("data-id");
  element.replaceChildren(...build().filter((child) => child !== null));
  if (focused && !element.contains(document.activeElement)) {
    const next = (same && element.querySelector(`[data-id="${same}"]`)) || element.querySelector(".main") || element;
    if (next instanceof HTMLElement) next.focus();
  }
  return true;
}

// Set a text, if it is another one: screen readers hear it once.
/** @type {(element: Element, text: string) => void} */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

const SVG = "http://www.w3.org/2000/svg";

/** @type {(tag: string, attributes: Record<string, string | number>, ...children: Node[]) => SVGElement} */
export function svg(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** @type {(name: string, kind?: string) => SVGElement} */
export const icon = (name, kind = "icon") =>
  svg("svg", { class: kind, "aria-hidden": "true" }, svg("use", { href: `#i-${name}` }));

/** @type {(amount: number) => (Node | string)[]} */
export const chips = (amount) => [icon("chip", "chip"), amountOf(amount)];

/** @type {(amount: number) => string} */
export const amountOf = (amount) => amount.toLocaleString("en");
// An amount where there is little room; it is written in full elsewhere.
const SHORT = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3, roundingMode: "trunc" });
/** @type {(amount: number) => string} */
export const shortly = (amount) => (amount < 1e6 ? amountOf(amount) : SHORT.format(amount));
/** @type {(amount: number) => string} */
export const signed = (amount) => `${amount > 0 ? "+" : amount < 0 ? "−" : ""}${amountOf(Math.abs(amount))}`;

// A card's face. All of them came with the page: asking for one by name would tell whoever listens what was dealt. A small
// one shows its corner only, which can be read from 16 pixels on.
/** @type {(card: string, options?: { label?: string, small?: boolean, raised?: boolean }) => SVGElement} */
export function picture(card, { label = spoken(card), small = false, raised = false } = {}) {
  /** @type {Record<string, string>} */
  const named = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  const use = svg("use", { href: `#card-${card}`, width: 250, height: 350 });
  const kinds = ["card", card[1], small ? "mini" : "", raised ? "raised" : ""].filter(Boolean).join(" ");
  return svg("svg", { viewBox: small ? "0 0 72 140" : "0 0 250 350", class: kinds, ...named }, use);
}

/** @type {(cards: string[], raised?: string[]) => SVGElement[]} */
export const minis = (cards, raised = []) =>
  cards.map((card) => picture(card, { small: true, raised: raised.includes(card) }));

const LETTERS = new Intl.Segmenter("en", { granularity: "grapheme" });
// The first letter of a name, as people see letters: a picture of several parts is one.
/** @type {(name: string) => string} */
export const initialOf = (name) =>
  [...LETTERS.segment(name)]
    .slice(0, 1)
    .map(({ segment }) => segment.toUpperCase())
    .join("");

// A colour for somebody's name, always the same.
/** @type {(name: string) => number} */
export const hueOf = (name) => [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7);

// Small helpers to build what is shown. Text is always set as text.
import { spoken } from "/page/rules.js";
import { read, write } from "/page/store.js";

export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name === "class") element.className = value;
    else if (name.startsWith("aria-") || name === "role") element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
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
export function picture(card, { label = spoken(card), lifted = false } = {}) {
  const svg = document.createElementNS(SVG, "svg");
  const attributes = { viewBox: "0 0 250 350", ...(label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" }) };
  for (const [name, value] of Object.entries(attributes)) svg.setAttribute(name, value);
  svg.classList.add("card", card[1]);
  svg.classList.toggle("lifted", lifted);
  svg.append(document.createElementNS(SVG, "use"));
  svg.firstChild.setAttribute("href", `#card-${card}`);
  return svg;
}

export const backPicture = (table) => make("img", { src: `/t/${encodeURIComponent(table)}/back.svg`, alt: "", width: 250, height: 350, class: "card" });

export function showColours() {
  document.body.classList.toggle("four-colours", fourColours.on);
}

// What was checked, below; and what is wrong, where it is seen. An objection stays: what follows cannot unsay it.
// `witnessed` is whether this browser took part and saw the seal: a record by itself may have been made afterwards.
export function fairness(results, element, round, witnessed) {
  element.replaceChildren(
    make("ul", {}, ...results.map(([holds, words]) => make("li", { class: holds === false ? "wrong" : "" }, `${marks[holds]} ${words}`))),
    make("p", { class: "quiet" }, conclusion(results.map(([holds]) => holds), witnessed)),
  );
  element.dataset.round = round;
  for (const [holds, words] of results) if (holds === false) object(round, notSo(words));
}

function conclusion(results, witnessed) {
  if (results.includes(false)) return "This does not show that nobody chose the deck.";
  if (!witnessed) return "The record agrees with itself. Only a browser that took part, and saw the seal, can tell that it was not made up afterwards.";
  if (results.includes(null)) return "It is not known yet whether somebody chose the deck.";
  return "This shows that nobody chose the deck. It cannot show that the server did not look at it.";
}

const marks = { true: "✓", false: "✗ NOT SO:", null: "…" }; // what is not known yet is no objection
export const notSo = (words) => `NOT SO: ${words}`;

// Object, once, to a round, or to the table as a whole if `round` is null.
export function object(round, words) {
  const objections = document.getElementById("objections");
  const name = String(round);
  let box = Array.from(objections.children).find((other) => other.dataset.round === name);
  if (!box) {
    box = make("div", {}, make("strong", {}, `Do not trust ${round === null ? "this table" : `round ${round}`}:`), make("ul"));
    box.dataset.round = name;
    objections.append(box);
  }
  const list = box.lastElementChild;
  if (!Array.from(list.children).some((item) => item.textContent === words)) list.append(make("li", {}, words));
}

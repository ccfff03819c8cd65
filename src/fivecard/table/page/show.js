// Small helpers to build what is shown. Text is always set as text.
import { spoken } from "/page/rules.js";

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
    return localStorage.getItem("fivecard four colours") === "yes";
  },
  set on(value) {
    localStorage.setItem("fivecard four colours", value ? "yes" : "no");
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
export function fairness(results, element, round) {
  element.replaceChildren(
    make("ul", {}, ...results.map(([holds, words]) => make("li", { class: holds ? "" : "wrong" }, `${holds ? "✓" : "✗ NOT SO:"} ${words}`))),
    make("p", { class: "quiet" }, "This shows that nobody chose the deck. It cannot show that the server did not look at it."),
  );
  const wrong = results.filter(([holds]) => !holds).map(([, words]) => make("li", {}, `NOT SO: ${words}`));
  const box = make("div", {}, make("strong", {}, `Do not trust round ${round}:`), make("ul", {}, ...wrong));
  const told = Array.from(document.getElementById("objections").children, (other) => other.textContent);
  if (wrong.length && !told.includes(box.textContent)) document.getElementById("objections").append(box);
}

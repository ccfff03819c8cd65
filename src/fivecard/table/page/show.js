// Small helpers to build what is shown. Text is always set as text.

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

const ranks = { T: "Ten", J: "Jack", Q: "Queen", K: "King", A: "Ace", 2: "Two", 3: "Three", 4: "Four", 5: "Five", 6: "Six", 7: "Seven", 8: "Eight", 9: "Nine" };
const suits = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
export const spoken = (card) => `${ranks[card[0]]} of ${suits[card[1]]}`;

export const fourColours = {
  get on() {
    return localStorage.getItem("fivecard four colours") === "yes";
  },
  set on(value) {
    localStorage.setItem("fivecard four colours", value ? "yes" : "no");
  },
};

export function picture(card, properties = {}) {
  const source = `/cards/${card}.svg${fourColours.on ? "?colours=4" : ""}`;
  return make("img", { src: source, alt: spoken(card), width: 250, height: 350, ...properties });
}

export const backPicture = (table) =>
  make("img", { src: `/cards/back-${encodeURIComponent(table)}.svg`, alt: "", width: 250, height: 350 });

export function fairness(results, element) {
  element.replaceChildren(
    make("ul", {}, ...results.map(([holds, words]) => make("li", {}, `${holds ? "✓" : "✗ NOT SO:"} ${words}`))),
    make("p", { class: "quiet" }, "This shows that nobody chose the deck. It cannot show that the server did not look at it."),
  );
}

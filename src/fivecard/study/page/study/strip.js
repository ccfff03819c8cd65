// The next cards: each coloured by what it is worth, which the server is asked one by one.
/** @import { CardValue, Place, Seat } from "/page/study/types.d.ts" */
import { spoken } from "/page/lib/cards.js";
import { make, picture, setText } from "/page/lib/dom.js";
import { heat } from "/page/study/colours.js";
import { chips } from "/page/study/numbers.js";
import { get } from "/page/study/server.js";

// Draw the strip; what is worth most for the player is orange, what is worth least blue, and all say their chips.
/** @type {(id: string, place: Place, seat: Seat, signal: AbortSignal, go: (card: string) => void) => HTMLElement} */
export function makeStrip(id, place, seat, signal, go) {
  const said = make("p", { class: "quiet", role: "status" }, "What each card is worth ...");
  /** @type {Map<string, { button: HTMLElement, number: HTMLElement }>} */
  const buttons = new Map();
  const strip = make("div", { class: "strip", role: "group", "aria-label": "The next card" });
  for (const suit of "shdc") {
    const row = make("div", { class: "suit" });
    for (const card of place.cards.filter((each) => each[1] === suit)) {
      const number = make("span", { class: "worth" });
      const button = make(
        "button",
        { type: "button", "data-card": card, "aria-label": spoken(card) },
        picture(card, { label: "", small: true }),
        number,
      );
      button.addEventListener("click", () => go(card));
      buttons.set(card, { button, number });
      row.append(button);
    }
    strip.append(row);
  }
  const steps = place.path.map(({ step }) => `step=${encodeURIComponent(step)}`);
  const at = seat === "oop" ? 0 : 1;

  async function fetchAll() {
    /** @type {CardValue[]} */
    const found = await get(`/solutions/${id}/cards?${steps.join("&")}`, signal);
    /** @type {Map<string, number>} */
    const worth = new Map(found.map(({ card, values }) => [card, values[at] ?? 0]));
    colour(worth);
    const mean = [...worth.values()].reduce((sum, value) => sum + value, 0) / worth.size;
    const sorted = [...worth].sort(([, one], [, two]) => two - one);
    const [best, worst] = [sorted[0], sorted[sorted.length - 1]].map(([card, value]) => `${card} (${chips(value)})`);
    setText(said, `Best ${best}, worst ${worst}, on average ${chips(mean)} chips.`);
  }

  /** @type {(worth: Map<string, number>) => void} */
  function colour(worth) {
    const [least, most] = [Math.min(...worth.values()), Math.max(...worth.values())];
    for (const [card, value] of worth) {
      const found = buttons.get(card);
      if (!found) continue;
      found.button.style.background = heat(most > least ? (value - least) / (most - least) : 0.5);
      found.button.setAttribute("aria-label", `${spoken(card)}: ${chips(value)} chips`);
      setText(found.number, chips(Math.round(value)));
    }
  }

  if (place.cards.length)
    fetchAll().catch((error) => {
      if (!signal.aborted) setText(said, `${error.message}.`);
    });
  else setText(said, "All in: the other cards are dealt, and nobody acts any more.");
  return make("div", {}, said, strip);
}

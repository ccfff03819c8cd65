// The next cards: each coloured by what it is worth, which the server is asked one by one.
/** @import { CardValue, Place, Seat } from "/page/study/types.d.ts" */
import { spoken } from "/page/lib/cards.js";
import { make, picture, setText } from "/page/lib/dom.js";
import { heat } from "/page/study/colours.js";
import { chips } from "/page/study/numbers.js";
import { get } from "/page/study/server.js";

/** @type {Map<string, Promise<CardValue>>} */
const known = new Map();
const KEPT = 2000;

/** @type {(address: string, signal: AbortSignal) => Promise<CardValue>} */
function ask(address, signal) {
  const found = known.get(address) ?? get(address, signal);
  if (known.size >= KEPT) known.clear();
  known.set(address, found);
  found.catch(() => known.delete(address));
  return found;
}

// Draw the strip; what is worth most for the player is orange, what is worth least blue, and all say their chips.
/** @type {(id: string, version: number, place: Place, seat: Seat, signal: AbortSignal, go: (card: string) => void) => HTMLElement} */
export function makeStrip(id, version, place, seat, signal, go) {
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
    /** @type {Map<string, number>} */
    const worth = new Map();
    for (const card of place.cards) {
      const found = await ask(`/solutions/${id}/card?${[...steps, `card=${card}`, `v=${version}`].join("&")}`, signal);
      const value = found.values[at];
      if (value !== null) worth.set(card, value);
      colour(worth);
    }
    const mean = [...worth.values()].reduce((sum, value) => sum + value, 0) / (worth.size || 1);
    const sorted = [...worth].sort(([, one], [, two]) => two - one);
    if (sorted.length)
      setText(
        said,
        `Best ${sorted[0][0]} (${chips(sorted[0][1])}), worst ${sorted.at(-1)?.[0]} (${chips(sorted.at(-1)?.[1] ?? 0)}), on average ${chips(mean)} chips.`,
      );
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

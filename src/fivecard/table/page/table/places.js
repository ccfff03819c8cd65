// How far a sit-and-go is, and who finished where.
/** @import { SitAndGoView } from "/page/lib/types.d.ts" */

import { amountOf, make } from "/page/lib/dom.js";
import { ordinal } from "/page/lib/evening.js";
import { counted } from "/page/lib/words.js";

// The level, and when it ends.
/** @type {(told: SitAndGoView) => string} */
export function levelWords({ level, hands_left, seconds_left, then }) {
  if (!then) return `level ${level}, the last`;
  const minutes = Math.ceil((seconds_left ?? 0) / 60);
  const left = seconds_left === null ? counted(hands_left, "hand") : counted(minutes, "minute");
  return `level ${level}, ${then} ${seconds_left === 0 ? "from the next hand on" : `in ${left}`}`;
}

// Who finished where, and what is still to be won.
/** @type {(told: SitAndGoView) => HTMLElement} */
export function placesView({ left, prizes, places, ...rest }) {
  const paid = prizes.map((prize, index) => `${ordinal(index + 1)} ${amountOf(prize)}`).join(", ");
  return make(
    "section",
    { class: "places" },
    left
      ? make(
          "p",
          { class: "quiet" },
          `${counted(left, "player")} left, ${levelWords({ left, prizes, places, ...rest })}.`,
        )
      : null,
    make("p", { class: "quiet" }, `Prizes: ${paid}.`),
    make(
      "ol",
      { class: "sums" },
      ...places.map(({ place, name, you, prize }) =>
        make(
          "li",
          { value: place },
          make("span", { class: "who" }, `${ordinal(place)} `, make("bdi", {}, name), you ? " (you)" : ""),
          make("b", {}, prize ? amountOf(prize) : ""),
        ),
      ),
    ),
  );
}

// How far a sit-and-go is, and who finished where.
/** @import { SitAndGoView } from "/page/lib/types.d.ts" */

import { amountOf, make } from "/page/lib/dom.js";
import { ordinal } from "/page/lib/evening.js";
import { counted } from "/page/lib/words.js";

// The level, and when it ends.
/** @type {(told: SitAndGoView) => string} */
export const levelWords = ({ level, hands_left, then }) =>
  then ? `level ${level}, ${then} in ${counted(hands_left, "hand")}` : `level ${level}, the last`;

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

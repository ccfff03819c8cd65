// Deciding ahead: what is to be done when the turn comes. Nothing of it leaves this browser before then, and it lapses
// when the price changes, so that it never does what was not meant. "Check or fold" says what it does at any price.
/** @import { TableView } from "/page/lib/types.d.ts" */
/** @import { Ahead } from "/page/table/session.js" */

import { amountOf, make } from "/page/lib/dom.js";
import { meant } from "/page/lib/press_guard.js";
import { notice, ui } from "/page/table/session.js";

/** @type {Ahead[]} */
const AT_ANY_PRICE = ["check or fold", "call any"];

// What there is to decide, as a name that nothing else has; whose turn it is makes no difference.
/** @type {(state: TableView) => string} */
export const aheadOf = ({ round }) => JSON.stringify(["ahead", round?.number, round?.street, round?.price]);

// Take note of a state: what was decided for another price or street lapses. Gives why, if anything did that can be decided
// again in this hand.
/** @type {(state: TableView) => string} */
export function lapse(state) {
  const { round } = state;
  const here = `${round?.number} ${round?.street}`;
  const now = round?.price ?? 0;
  const playing = state.phase === "playing";
  const { decided, street, price } = ui.ahead;
  const stays = here === street && (now === price || AT_ANY_PRICE.includes(decided)) && playing;
  const lapsed = decided !== "wait" && !stays && playing;
  const bet = Math.max(0, ...(round?.players ?? []).map((player) => player.bet));
  const why = here !== street ? "A new street" : now ? `Raised to ${amountOf(bet)}` : "It is free to check now";
  ui.ahead = {
    decided: stays ? decided : "wait",
    street: here,
    price: now,
    draws: here === street ? ui.ahead.draws : null,
  };
  return lapsed ? `${why}: your choice was cleared.` : "";
}

// What was decided, as a message to send now that the turn has come; null if nothing was, or it is not possible.
/** @type {(state: TableView) => { do: string, cards?: string[] } | null} */
export function decision({ round }) {
  const legal = round?.legal;
  const { decided: was, price } = ui.ahead;
  if (!legal) return null;
  if (legal.draw) return discardsAhead();
  ui.ahead.decided = "wait";
  if ((was === "check" || was === "check or fold") && legal.check) return { do: "check" };
  if ((was === "fold" || was === "check or fold") && legal.fold) return { do: "fold" };
  if (was === "call" && legal.call === price) return { do: "call" };
  if (was === "call any") return legal.call ? { do: "call" } : legal.check ? { do: "check" } : null;
  return null;
}

// The discards that were decided on: exactly those that are still chosen.
function discardsAhead() {
  const { draws } = ui.ahead;
  ui.ahead.draws = null;
  const cards = [...ui.chosen];
  return draws && String(draws) === String(cards) ? { do: "discard", cards } : null;
}

// Draw as soon as it is one's turn: other cards, or a second press, take it back.
/** @type {(changed: () => void) => HTMLElement} */
export function drawAheadView(changed) {
  const cards = [...ui.chosen];
  const decided = ui.ahead.draws !== null && String(ui.ahead.draws) === String(cards);
  const words = cards.length ? `Draw ${cards.length}` : "Stand pat";
  return make(
    "div",
    { class: "moves" },
    make(
      "button",
      {
        type: "button",
        class: "move",
        "data-id": "Enter",
        "aria-pressed": String(decided),
        onclick: () => {
          if (!meant()) return;
          ui.ahead.draws = decided ? null : cards;
          changed();
        },
      },
      decided ? `${words} on your turn ✓` : `${words} when it is your turn`,
    ),
  );
}

// Whether this was decided: "check or fold" is to fold, once there is a price.
/** @type {(name: Ahead) => boolean} */
const isDecided = (name) => name === ui.ahead.decided || (name === "fold" && ui.ahead.decided === "check or fold");

// What folds lies where raising was: a finger that comes again after a check or a call does not meet it.
/** @type {(state: TableView) => HTMLElement} */
export function aheadView({ round }) {
  const cost = round?.price ?? 0;
  /** @type {[Ahead, string, string][]} */
  const choices = cost
    ? [
        ["call", "Call ", amountOf(cost)],
        ["call any", "Call any", ""],
        ["fold", "Fold", ""],
      ]
    : [
        ["check", "Check", ""],
        ["call any", "Call any", ""],
        ["check or fold", "Check/fold", ""],
      ];
  return make(
    "fieldset",
    { class: "moves ahead" },
    make("legend", { class: "visually-hidden" }, "Decide ahead, until the price changes"),
    ...choices.map(([name, words, amount]) =>
      make(
        "label",
        { class: "move" },
        make("input", {
          type: "checkbox", // of which one can be chosen, or none
          name: "ahead",
          value: name,
          checked: isDecided(name),
          "data-id": name,
          onclick: (/** @type {MouseEvent} */ event) => {
            if (!meant()) return event.preventDefault(); // what was chosen stays
            const taken = isDecided(name);
            ui.ahead.decided = taken ? "wait" : name;
            for (const other of document.querySelectorAll(".ahead input"))
              if (other instanceof HTMLInputElement) other.checked = !taken && other.value === name;
            notice("");
          },
        }),
        words,
        amount ? make("b", {}, amount) : null,
      ),
    ),
  );
}

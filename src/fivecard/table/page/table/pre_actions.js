// Deciding ahead: what is to be done when the turn comes. Nothing of it leaves this browser before then, and it lapses
// when the price changes, so that it never does what was not meant. "Check or fold" says what it does at any price.
/** @import { TableView } from "/page/lib/types.d.ts" */
/** @import { Ahead } from "/page/table/session.js" */

import { amountOf, make } from "/page/lib/dom.js";
import { meant } from "/page/lib/press_guard.js";
import { notice, ui } from "/page/table/session.js";

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
  const stays = here === street && (now === price || decided === "check or fold") && playing;
  const lapsed = decided !== "wait" && !stays && playing;
  const why = here !== street ? "The street has changed" : now ? `It costs ${amountOf(now)} now` : "It is free now";
  ui.ahead = { decided: stays ? decided : "wait", street: here, price: now };
  return lapsed ? `${why}: what you had decided ahead does not count.` : "";
}

// What was decided, as a message to send now that the turn has come; null if nothing was, or it is not possible.
/** @type {(state: TableView) => { do: string } | null} */
export function decision({ round }) {
  const legal = round?.legal;
  const { decided: was, price } = ui.ahead;
  if (!legal || legal.draw) return null;
  ui.ahead.decided = "wait";
  if ((was === "check" || was === "check or fold") && legal.check) return { do: "check" };
  if ((was === "fold" || was === "check or fold") && legal.fold) return { do: "fold" };
  if (was === "call" && legal.call === price) return { do: "call" };
  return null;
}

// What folds lies where raising was: a finger that comes again after a check or a call does not meet it.
/** @type {(state: TableView) => HTMLElement} */
export function aheadView({ round }) {
  const cost = round?.price ?? 0;
  const { decided } = ui.ahead;
  /** @type {[Ahead, string, string][]} */
  const choices = cost
    ? [
        ["wait", "Wait", ""],
        ["call", "Call ", amountOf(cost)],
        ["fold", "Fold", ""],
      ]
    : [
        ["wait", "Wait", ""],
        ["check", "Check", ""],
        ["check or fold", "Check or fold", ""],
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
          type: "radio",
          name: "ahead",
          value: name,
          checked: name === decided || (name === "fold" && decided === "check or fold"), // which that is by now
          "data-id": name,
          onclick: (/** @type {MouseEvent} */ event) => {
            if (!meant()) return event.preventDefault(); // what was chosen stays
            ui.ahead.decided = name;
            notice("");
          },
        }),
        words,
        amount ? make("b", {}, amount) : null,
      ),
    ),
  );
}

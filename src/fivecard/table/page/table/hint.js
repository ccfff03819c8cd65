// Hints at practice tables: what the solution or the solid player would do and why, or the best discards and what each
// comes to.
/** @import { Choice, Hints, Worth } from "/page/lib/types.d.ts" */

import { make, minis } from "/page/lib/dom.js";
import { capital } from "/page/lib/words.js";
import { choose } from "/page/table/dock.js";
import { session, ui } from "/page/table/session.js";

// Where a hint to the question is shown: it stays while cards are chosen, and none comes too late. `choosing` is called
// when somebody presses one of its discards.
/** @type {(practice: boolean, asked: string, choosing: () => void) => HTMLElement | null} */
export function hintView(practice, asked, choosing) {
  const { hint } = ui;
  if (hint.question !== asked) [hint.question, hint.last] = [asked, null];
  if (!practice) return null;
  const views = hint.last ? viewsOf(hint.last, choosing) : [];
  return make(
    "div",
    { id: "hint", class: "hint", role: "group", "aria-label": "Hint", "aria-live": "polite" },
    ...views,
  );
}

/** @type {(practice: boolean) => HTMLElement | null} */
export const hintButton = (practice) =>
  practice
    ? make(
        "button",
        { type: "button", class: "move plainly", "data-id": "hint", "aria-keyshortcuts": "h", onclick: ask },
        "Hint",
      )
    : null;

// A second press closes it.
function ask() {
  const { hint } = ui;
  if (hint.last) {
    hint.last = null;
    return document.getElementById("hint")?.replaceChildren();
  }
  hint.askedFor = hint.question;
  session.send("hint");
}

/** @type {(hint: Hints, choosing: () => void) => void} */
export function showHint(hint, choosing) {
  if (ui.hint.askedFor !== ui.hint.question) return;
  ui.hint.last = hint;
  document.getElementById("hint")?.replaceChildren(...viewsOf(hint, choosing));
}

/** @type {(hint: Hints, choosing: () => void) => HTMLElement[]} */
const viewsOf = ({ words = "", choices, margin, options = [], units = "" }, choosing) => [
  ...(words ? [make("p", { tabIndex: 0 }, words)] : []),
  ...options.slice(0, 3).map((option) => optionView(option, units, choosing)),
  ...choices.slice(0, 3).map((choice) => choiceView(choice, margin, choosing)),
];

// How often the solution does it, and what it is worth beside folding. A way to draw can be pressed.
/** @type {(option: Worth, units: string, choosing: () => void) => HTMLElement} */
function optionView({ do: what, keep, chance, value }, units, choosing) {
  const views = [
    make(
      "span",
      { class: "minis" },
      ...(what === "keep" ? minis(keep) : [capital(what)]),
      what === "keep" && !keep.length ? "none" : "",
    ),
    make("span", { class: "meter", "--share": `${100 * chance}%` }, make("b", {}, `${Math.round(100 * chance)} %`)),
    make("span", {}, `${value.toFixed(2).replace("-", "−")} ${units}`),
  ];
  if (what !== "keep") return make("div", { class: "option" }, ...views);
  return make("button", { type: "button", class: "option", onclick: () => throwAllBut(keep, choosing) }, ...views);
}

/** @type {(keep: string[], choosing: () => void) => void} */
function throwAllBut(keep, choosing) {
  const hand = ui.state?.round?.hand ?? [];
  choose(
    hand.filter((card) => !keep.includes(card)),
    choosing,
  );
}

/** @type {(part: number) => string} */
const percent = (part) => `${(100 * part).toFixed(1)} %`;

// Shares are right within the margin, 19 times of 20, where it is known.
/** @type {(choice: Choice, margin: number | null, choosing: () => void) => HTMLElement} */
function choiceView({ keep, share, better }, margin, choosing) {
  const worth = share === null ? "" : margin === null ? `${Math.round(100 * share)} %` : percent(share);
  return make(
    "button",
    { type: "button", class: "option", onclick: () => throwAllBut(keep, choosing) },
    make("span", { class: "minis" }, ...minis(keep), keep.length ? "" : "none"),
    make(
      "span",
      { class: "meter", "--share": `${100 * (share ?? 0)}%` },
      make("b", {}, worth),
      margin === null ? (better === null ? " of the pot" : "") : ` ± ${(100 * margin).toFixed(1)}`,
    ),
    make("span", {}, better === null ? "" : `${Math.round(100 * better)} % improve`),
  );
}

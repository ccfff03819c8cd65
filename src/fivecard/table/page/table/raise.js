// How much to raise to: a slider, an amount to type, and the usual sizes. All show one amount.
/** @import { LegalView } from "/page/lib/types.d.ts" */
import { $, amountOf, make } from "/page/lib/dom.js";
import { mine } from "/page/lib/words.js";
import { ui } from "/page/table/session.js";

// The amount to raise to: the lowest, unless another was chosen for this question.
/** @type {(question: string, legal: LegalView) => number} */
export function raiseTo(question, legal) {
  if (ui.raise.asked !== question) ui.raise = { asked: question, amount: legal.lowest_raise };
  return nearest(ui.raise.amount, legal);
}

// The amount nearest to a value that may be raised to.
/** @type {(value: number, legal: Pick<LegalView, "lowest_raise" | "highest_raise" | "raise_step">) => number} */
export function nearest(value, { lowest_raise: low, highest_raise: high, raise_step: step }) {
  return Math.min(Math.max(low + step * Math.round((value - low) / step), low), high);
}

// The row to choose it by, or null if there is nothing to choose. `changed` is called with every new amount.
/** @type {(question: string, legal: LegalView, changed: () => void) => HTMLElement | null} */
export function raiseView(question, legal, changed) {
  const { lowest_raise: low, highest_raise: high, raise_step: step, sizes } = legal;
  if (low >= high) return null;
  const player = ui.state && mine(ui.state);
  const allIn = player && player.stack + player.bet === high;
  const slider = make("input", {
    type: "range",
    min: low,
    max: high,
    step,
    "aria-label": "Raise to",
    "data-id": "slider",
  });
  const typed = make("input", {
    type: "number",
    min: low,
    max: high,
    step,
    inputMode: "numeric",
    "aria-label": "Raise to, typed",
    "data-id": "typed",
  });
  /** @type {(value: number, from?: HTMLInputElement) => void} */
  const set = (value, from) => {
    ui.raise = { asked: question, amount: nearest(value || low, legal) };
    const shown = raiseTo(question, legal);
    slider.value = String(shown);
    slider.setAttribute("aria-valuetext", `raise to ${amountOf(shown)}`);
    if (from !== typed) typed.value = String(shown); // not while somebody types
    changed();
  };
  slider.addEventListener("input", () => set(slider.valueAsNumber, slider));
  typed.addEventListener("input", () => set(typed.valueAsNumber, typed));
  typed.addEventListener("change", () => set(typed.valueAsNumber));
  typed.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.repeat) return;
    event.preventDefault();
    set(typed.valueAsNumber);
    const send = $("actions").querySelector('[data-id="r"]');
    if (send instanceof HTMLElement) send.click(); // as if the button had been pressed, which says the amount
  });
  /** @type {(words: string, label: string, value: number | null) => HTMLElement | null} */
  const size = (words, label, value) =>
    make(
      "button",
      {
        type: "button",
        "data-id": label,
        "aria-label": label,
        disabled: value === null,
        onclick: () => value !== null && set(value),
      },
      words,
    );
  const row = make(
    "fieldset",
    { class: "raise" },
    make("legend", { class: "visually-hidden" }, "How much to raise to"),
    slider,
    typed,
    ...(sizes.blinds_2_5 || sizes.blinds_3
      ? [
          size("2.5 BB", "Two and a half big blinds", sizes.blinds_2_5 ?? null),
          size("3 BB", "Three big blinds", sizes.blinds_3 ?? null),
        ]
      : [size("½ pot", "Half the pot", sizes.half), size("⅔ pot", "Two thirds of the pot", sizes.two_thirds)]),
    size("Pot", "The pot", sizes.pot),
    size(allIn ? "All in" : "Max", allIn ? "All in" : "As much as may be", high),
  );
  slider.value = typed.value = String(raiseTo(question, legal));
  slider.setAttribute("aria-valuetext", `raise to ${slider.value}`);
  return row;
}

// What keys do at the table.

import { $ } from "/page/lib/dom.js";
import { showMoves } from "/page/table/actions.js";
import { toggle } from "/page/table/dock.js";
import { closePanel, openPanel } from "/page/table/panel.js";
import { ui } from "/page/table/session.js";

const LETTERS = /** @type {Record<string, string>} */ ({ f: "f", c: "c", r: "r", h: "hint" });

/** @type {(selector: string) => void} */
function press(selector) {
  const button = $("actions").querySelector(selector);
  if (button instanceof HTMLElement) button.click();
}

/** @type {(event: KeyboardEvent) => void} */
function pressed(event) {
  const { target, key } = event;
  if (!ui.state || event.repeat || event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element))
    return;
  if (key === "Escape" && !document.querySelector("dialog[open]")) return closePanel();
  if (target.closest("input:not([type=radio], [type=range]), select, dialog")) return;
  const letter = key.toLowerCase(); // capitals too
  if (/^[1-7]$/.test(key)) toggle(ui.state.round?.hand[Number(key) - 1], showMoves);
  else if (letter in LETTERS) press(`[data-id="${LETTERS[letter]}"]`);
  else if (letter === "t") {
    openPanel("talk");
    $("text").focus();
    event.preventDefault();
  } else if (key === "Enter" && !target.closest("a, button, summary, label")) press("button.main");
}

export function prepareKeys() {
  document.addEventListener("keydown", pressed);
}

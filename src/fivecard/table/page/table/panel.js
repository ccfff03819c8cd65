// The panel: talk, the hands that were played, and how the deck was checked. It opens over the stage, never over the dock.

import { $ } from "/page/lib/dom.js";
import { showPlayed } from "/page/table/hand_list.js";
import { ui } from "/page/table/session.js";
import { redraw } from "/page/table/talk.js";

const DESK = matchMedia("(min-width: 68rem)"); // as in sizes.css: the panel is always there
const ROOMY = matchMedia("(min-width: 68rem) and (min-height: 40rem)"); // and the talk too

const isOpen = () => DESK.matches || "open" in $("panel").dataset;

// Whether the talk is on the screen.
export const talkVisible = () => ROOMY.matches || (isOpen() && $("panel").dataset.tab === "talk");

// Open the panel, at one of its parts.
/** @type {(tab?: string) => void} */
export function openPanel(tab = $("panel").dataset.tab ?? "talk") {
  $("panel").dataset.tab = tab;
  $("panel").dataset.open = "";
  showPanel();
}

export function closePanel() {
  const inside = $("panel").contains(document.activeElement);
  delete $("panel").dataset.open;
  showPanel();
  if (inside) $("open-panel").focus();
}

export function showPanel() {
  const { tab } = $("panel").dataset;
  for (const button of $("panel").querySelectorAll(".tabs [data-tab]"))
    button.setAttribute("aria-pressed", String(button.getAttribute("data-tab") === tab));
  $("open-panel").setAttribute("aria-expanded", String(isOpen()));
  if (talkVisible()) redraw(true);
  const number = ui.state?.chain.round;
  if (isOpen() && (tab === "hands" || ROOMY.matches) && number !== undefined) showPlayed(number);
}

export function preparePanel() {
  if (ROOMY.matches) $("panel").dataset.tab = "hands";
  ROOMY.addEventListener("change", () => {
    if (ROOMY.matches && $("panel").dataset.tab === "talk") $("panel").dataset.tab = "hands";
    showPanel();
  });
  for (const button of $("panel").querySelectorAll(".tabs [data-tab]"))
    button.addEventListener("click", () => openPanel(button.getAttribute("data-tab") ?? "talk"));
  $("open-panel").addEventListener("click", () => (isOpen() ? closePanel() : openPanel()));
  $("close-panel").addEventListener("click", closePanel);
  showPanel();
}

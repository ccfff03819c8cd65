// The invitation: the table's link as a QR code and as text, and how many have come.
/** @import { TableView } from "/page/lib/types.d.ts" */

import { $, make } from "/page/lib/dom.js";
import { hereWords } from "/page/lib/words.js";
import { notice, table, ui } from "/page/table/session.js";
import { fillSheet, isSheetOpen, openSheet } from "/page/table/sheets.js";

const LOCAL = ["localhost", "127.0.0.1", "[::1]"]; // names that every computer has for itself

const address = () => `${location.origin}/t/${table}`;

// A link with its picture, and the ways to hand it on.
/** @type {(link: string, picture: string, words: string) => (HTMLElement | null)[]} */
export const linkViews = (link, picture, words) => [
  LOCAL.includes(location.hostname)
    ? make(
        "p",
        { class: "quiet" },
        "This link works on this computer only. To invite others, open the table by this computer’s name or address in your network.",
      )
    : null,
  make("img", { class: "qr", src: picture, alt: `QR code: ${words}`, width: 240, height: 240 }),
  make("input", { class: "link", readOnly: true, value: link, "aria-label": "Link", "data-id": "link" }),
  make(
    "div",
    { class: "moves" },
    make(
      "button",
      { type: "button", class: "move", "data-id": "copy link", onclick: () => copy(link) },
      "Copy the link",
    ),
    "share" in navigator
      ? make("button", { type: "button", class: "move", onclick: () => share(link) }, "Share")
      : null,
  ),
];

/** @type {(link: string) => Promise<void>} */
async function copy(link) {
  try {
    await navigator.clipboard.writeText(link);
    notice("Copied.");
  } catch {
    notice("This browser does not let the page copy: select the link yourself.", { wrong: true });
  }
}

/** @type {(link: string) => Promise<void>} */
async function share(link) {
  try {
    await navigator.share({ title: "Poker", url: link });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError"))
      notice("It could not be shared.", { wrong: true });
  }
}

// Say who has come meanwhile, if somebody looks.
/** @type {(state: TableView) => void} */
export function renewInvite(state) {
  if (isSheetOpen("invite") && $("invite").dataset.of === "table") showInvite(state);
}

/** @type {(state: TableView) => void} */
function showInvite(state) {
  $("invite").dataset.of = "table";
  fillSheet("invite", "Invite", ["table", hereWords(state)], () => [
    make("p", { class: "here" }, hereWords(state)),
    ...linkViews(address(), `/t/${table}/invitation.svg`, "the table's link"),
  ]);
}

export function openInvite() {
  if (!ui.state) return;
  showInvite(ui.state);
  openSheet("invite");
}

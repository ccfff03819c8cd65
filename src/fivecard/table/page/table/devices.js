// One's seat on another device: the link that takes it there, and what is asked where that is opened.
/** @import { SeatLink, TableView } from "/page/lib/types.d.ts" */

import { $, make } from "/page/lib/dom.js";
import { linkViews } from "/page/table/invite.js";
import { notice, session, table, ui } from "/page/table/session.js";
import { fillSheet, openSheet } from "/page/table/sheets.js";

// The link, and its picture for the camera of a phone.
/** @type {(link: SeatLink) => void} */
export function showSeatLink({ code, seconds, picture }) {
  const minutes = Math.round(seconds / 60);
  const drawn = `data:image/svg+xml,${encodeURIComponent(picture)}`;
  $("invite").dataset.of = "seat";
  fillSheet("invite", "Play on another device", code, () => [
    make(
      "p",
      {},
      `Open this on the other device within ${minutes} minutes. It works once. Your seat moves there, and this device watches.`,
    ),
    ...linkViews(`${location.origin}/t/${table}#seat=${code}`, drawn, "the link to your seat"),
    make("p", { class: "quiet" }, "Whoever opens it has your seat: give it to nobody."),
  ]);
  openSheet("invite");
}

// The link is used when this browser has no seat any more.
/** @type {(state: TableView) => void} */
export function dropSeatLink({ you }) {
  if (you === null && $("invite").dataset.of === "seat") $("invite", HTMLDialogElement).close();
}

// Take note of the code with which the page was opened; it is not left in the address.
export function readSeatCode() {
  const [, code] = /^#seat=([\w-]+)$/.exec(location.hash) ?? [];
  if (!code) return;
  ui.seatCode = code;
  history.replaceState(null, "", location.pathname);
}

// Ask once whether this device is to have the seat.
/** @type {(state: TableView) => void} */
export function askForSeat({ you }) {
  const code = ui.seatCode;
  if (!code) return;
  ui.seatCode = "";
  if (you !== null) return notice("This device has a seat already.");
  $("invite").dataset.of = "here";
  const take = () => {
    $("invite", HTMLDialogElement).close();
    session.send("takeover", { code });
  };
  fillSheet("invite", "Play on this device?", code, () => [
    make("p", {}, "Your seat moves here, and the other device watches."),
    make("div", { class: "moves" }, make("button", { type: "button", class: "move main", onclick: take }, "Play here")),
  ]);
  openSheet("invite");
}

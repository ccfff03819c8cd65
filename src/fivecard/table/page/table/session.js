// The table at which this browser is, and the way to speak to it. The parts of the page read the state from here when
// somebody presses something; what they show they get as an argument.
/** @import { TableView } from "/page/lib/types.d.ts" */
import { $ } from "/page/lib/dom.js";

export const table = location.pathname.split("/")[2];

/** @type {{ state: TableView | null, received: number, send: (type: string, fields?: object) => void, begin: () => void }} */
export const session = {
  state: null,
  received: 0, // when the state came, for the clock
  send() {},
  begin() {}, // be ready for the next hand
};

// Say something that concerns this browser only, in the sheet that lies on the page if one does. Said a second time it is
// heard again, unless it is what is `still` so; it stays until somebody does something, or the street is over.
/** @type {(text: string, options?: { still?: boolean }) => void} */
export function notice(text, { still = false } = {}) {
  const place = document.querySelector("dialog[open] .notice") ?? $("notice");
  if (still && place.textContent === text) return;
  for (const each of document.querySelectorAll("#notice, dialog .notice")) if (each.textContent) each.textContent = "";
  if (text) place.textContent = text;
}

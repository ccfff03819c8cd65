// The table at which this browser is, and the way to speak to it. The parts of the page read the state from here when
// somebody presses something; what they show they get as an argument.
/** @import { TableView } from "/page/types.d.ts" */
import { $, setText } from "/page/show.js";

export const table = location.pathname.split("/")[2];

/** @type {{ state: TableView | null, received: number, send: (type: string, fields?: object) => void }} */
export const session = {
  state: null,
  received: 0, // when the state came, for the clock
  send() {},
};

// Say something that concerns this browser only.
/** @type {(text: string) => void} */
export const notice = (text) => setText($("notice"), text);

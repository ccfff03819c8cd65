// The back of the cards of a table.
import { make } from "/page/lib/dom.js";

/** @type {(table: string) => HTMLImageElement} */
export const backPicture = (table) =>
  make("img", {
    src: `/t/${encodeURIComponent(table)}/back.svg`,
    alt: "",
    width: 250,
    height: 350,
    class: "card back",
  });

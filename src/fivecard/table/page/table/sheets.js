// Sheets that lie on the page when somebody asks for them: a title, a way to close them, and what they hold.

import { $, fill, icon, make } from "/page/lib/dom.js";
import { notice } from "/page/table/session.js";

// Fill a sheet; it is filled again when the inputs change, and what somebody has typed into it stays.
/** @type {(id: string, title: string, inputs: unknown, build: () => (Node | string | null)[]) => void} */
export function fillSheet(id, title, inputs, build) {
  const sheet = $(id, HTMLDialogElement);
  const typed = new Map(fieldsOf(sheet).flatMap((field) => (isTyped(field) ? [[nameOf(field), field.value]] : [])));
  const said = sheet.querySelector(".notice") ?? make("p", { class: "notice", role: "status" });
  fill(sheet, inputs, () => [
    make(
      "div",
      { class: "head" },
      make("h2", { id: `${id}-title` }, title),
      make(
        "button",
        { type: "button", class: "tool", "aria-label": "Close", "data-id": "close", onclick: () => sheet.close() },
        icon("close"),
      ),
    ),
    said,
    ...build(),
  ]);
  for (const field of fieldsOf(sheet)) field.value = typed.get(nameOf(field)) ?? field.value;
}

/** @type {(sheet: HTMLElement) => HTMLInputElement[]} */
const fieldsOf = (sheet) => [...sheet.querySelectorAll(/** @type {"input"} */ ("input[data-id]"))];
/** @type {(field: HTMLInputElement) => boolean} */
const isTyped = (field) => field.value !== field.defaultValue;
// Also for whom it is: somebody else may sit on the same seat by now.
/** @type {(field: HTMLInputElement) => string} */
const nameOf = (field) => `${field.dataset.id} ${field.ariaLabel}`;

// Open a sheet, in place of another.
/** @type {(id: string) => void} */
export function openSheet(id) {
  const sheet = $(id, HTMLDialogElement);
  for (const other of document.querySelectorAll("dialog")) if (other !== sheet) other.close();
  if (!sheet.open) sheet.showModal();
  notice("");
}

/** @type {(id: string) => boolean} */
export const isSheetOpen = (id) => $(id, HTMLDialogElement).open;

// Sheets that lie on the page when somebody asks for them: a title, a way to close them, and what they hold.
import { $, fill, icon, make } from "/page/show.js";

// Fill a sheet; it is filled again when the inputs change.
/** @type {(id: string, title: string, inputs: unknown, build: () => (Node | string | null)[]) => void} */
export function fillSheet(id, title, inputs, build) {
  const sheet = $(id, HTMLDialogElement);
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
    ...build(),
  ]);
}

// Open a sheet, in place of another.
/** @type {(id: string) => void} */
export function openSheet(id) {
  const sheet = $(id, HTMLDialogElement);
  for (const other of document.querySelectorAll("dialog")) if (other !== sheet) other.close();
  if (!sheet.open) sheet.showModal();
}

/** @type {(id: string) => boolean} */
export const isSheetOpen = (id) => $(id, HTMLDialogElement).open;

// A table with a password: it is asked for before anything of the table is shown.
import { $, make } from "/page/lib/dom.js";
import { session } from "/page/table/session.js";

// Ask for it.
export function askPassword() {
  const field = make("input", { type: "password", maxLength: 64, required: true, autocomplete: "off", id: "password" });
  const form = make(
    "form",
    {},
    make("h2", { id: "locked-title" }, "This table has a password"),
    make("label", { class: "field" }, "Password", field),
    make("p", { class: "notice", role: "status" }),
    make("button", { class: "move main" }, "Go in"),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    session.enter(field.value);
    field.select();
  });
  const sheet = $("locked", HTMLDialogElement);
  sheet.replaceChildren(form);
  sheet.addEventListener("cancel", (event) => event.preventDefault()); // there is nothing behind it
  if (!sheet.open) sheet.showModal();
}

// Show the table.
export const unlocked = () => $("locked", HTMLDialogElement).close();

// Opens a table and goes there.
/** @import { Wishes } from "/page/types.d.ts" */
import { $ } from "/page/show.js";
import "/page/answers.js"; // keys that are held down do nothing

const form = $("open", HTMLFormElement);
const button = $("submit");

// What the server offers, and what it offers first.
<<<<<<< HEAD
/** @type {Record<string, Record<string, string>>} */
const { usual, ...offered } = await (await fetch("/choices")).json();
=======
const { games, usual } = await (await fetch("/choices")).json();
const plain = games.filter((game) => !game.chips);
const offered = { rules: Object.fromEntries(plain.map((game) => [game.name, game.about])), fill: plain[0].fill };
>>>>>>> tablebets
for (const [name, choices] of Object.entries(offered)) {
  const select = $(name, HTMLSelectElement);
  select.replaceChildren(...Object.entries(choices).map(([value, words]) => new Option(words, value)));
  select.value = usual[name];
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (button.getAttribute("aria-busy") === "true") return; // one table at a time
  button.setAttribute("aria-busy", "true");
  const data = new FormData(form);
  /** @type {Wishes} */
  const wishes = {
    rules: String(data.get("rules")),
    seats: Number(data.get("seats")),
    fill: String(data.get("fill")),
    clock: Number(data.get("clock")),
    practice: data.has("practice"),
  };
  const answer = await fetch("/tables", { method: "POST", body: JSON.stringify(wishes) });
  const told = await answer.json();
  if (answer.ok) location.assign(told.address);
  else {
    button.removeAttribute("aria-busy");
    $("notice").textContent = told.message;
  }
});

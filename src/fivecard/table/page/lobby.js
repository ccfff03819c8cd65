// Opens a table and goes there.
import "/page/answers.js"; // keys that are held down do nothing

const form = document.getElementById("open");

// What the server offers, and what it offers first.
const { games, usual } = await (await fetch("/choices")).json();
const plain = games.filter((game) => !game.chips);
const offered = { rules: Object.fromEntries(plain.map((game) => [game.name, game.about])), fill: plain[0].fill };
for (const [name, choices] of Object.entries(offered)) {
  const options = Object.entries(choices).map(([value, words]) => new Option(words, value));
  form.elements[name].replaceChildren(...options);
  form.elements[name].value = usual[name];
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = form.querySelector("button");
  if (button.getAttribute("aria-busy") === "true") return; // one table at a time
  button.setAttribute("aria-busy", "true");
  const data = new FormData(form);
  const wishes = {
    rules: data.get("rules"),
    seats: Number(data.get("seats")),
    fill: data.get("fill"),
    clock: Number(data.get("clock")),
    practice: data.has("practice"),
  };
  const answer = await fetch("/tables", { method: "POST", body: JSON.stringify(wishes) });
  const told = await answer.json();
  if (answer.ok) location.assign(told.address);
  else {
    button.removeAttribute("aria-busy");
    document.getElementById("notice").textContent = told.message;
  }
});

// Opens a table and goes there.
const form = document.getElementById("open");

// What the server offers, and what it offers first.
const { usual, ...offered } = await (await fetch("/choices")).json();
for (const [name, choices] of Object.entries(offered)) {
  const options = Object.entries(choices).map(([value, words]) => new Option(words, value));
  form.elements[name].replaceChildren(...options);
  form.elements[name].value = usual[name];
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
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
  else document.getElementById("notice").textContent = told.message;
});

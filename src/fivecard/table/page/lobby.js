// Opens a table and goes there.
const form = document.getElementById("open");

// What the server offers first.
form.elements.rules.value = (await (await fetch("/health")).json()).rules;

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

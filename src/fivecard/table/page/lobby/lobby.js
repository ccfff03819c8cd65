// Opens a table and goes there.
import "/page/lib/press_guard.js"; // keys that are held down do nothing
import { $, make, picture } from "/page/lib/dom.js";
import { settings, showDeck } from "/page/lib/settings.js";
import { play } from "/page/lib/sound.js";
import { read, write } from "/page/lib/store.js";
import { capital } from "/page/lib/words.js";
import { choice, eveningFields, eveningWishes, eveningWords } from "/page/lobby/evening_options.js";

const NEXT = {
  3: "Deals itself after 3 seconds",
  5: "Deals itself after 5 seconds",
  10: "Deals itself after 10 seconds",
  0: "When all have pressed a button",
};

/**
 * A game that the server offers; what depends on the limit is by its name.
 * @typedef {object} Offer
 * @property {string} name
 * @property {string} title
 * @property {string} about
 * @property {boolean} chips
 * @property {string | null} limit
 * @property {Record<string, string>} limits
 * @property {Record<string, { ante: number, blinds: number[], bring_in: number, small_bet: number, big_bet: number | null }>} stakes
 * @property {Record<string, number>} stack
 * @property {number} most_seats
 * @property {Record<string, Record<string, string>>} fill
 * @property {boolean} openers
 * @property {boolean} twice
 */

const form = $("open", HTMLFormElement);
/** @type {{ games: Offer[], usual: { rules: string, seats: number, fill: string | null, clock: number, bank: number } }} */
const { games, usual } = await (await fetch("/choices")).json();
const rules = $("rules", HTMLSelectElement);

/** @type {(name: string) => string} */
const value = (name) => String(new FormData(form).get(name) ?? "");
const offer = () => games.find((game) => game.name === rules.value) ?? games[0];

/** @type {Set<string>} */
const touched = new Set(); // what somebody has chosen; the rest goes by the game

// Choices side by side, of which one is made; the same stays chosen if it is still there.
/** @type {(id: string, name: string, choices: [string, string][], wanted: string) => void} */
function offerChoices(id, name, choices, wanted) {
  const before = touched.has(name) ? value(name) : "";
  const chosen = choices.some(([each]) => each === before) ? before : wanted;
  const [legend] = $(id).children;
  $(id).replaceChildren(
    legend,
    ...choices.map(([each, words]) =>
      make("label", {}, make("input", { type: "radio", name, value: each, checked: each === chosen }), words),
    ),
  );
  $(id).hidden = !choices.length;
}

function showGame() {
  const game = offer();
  $("about").textContent = game.about;
  const seats = Array.from({ length: game.most_seats - 1 }, (_, index) => String(index + 2));
  offerChoices(
    "seats",
    "seats",
    seats.map((each) => [each, each]),
    String(Math.min(usual.seats, game.most_seats)),
  );
  offerChoices(
    "limits",
    "limit",
    Object.entries(game.limits).map(([name, words]) => [name, capital(words)]),
    game.limit ?? "",
  );
  showOptions();
}

// The amounts go by the game and its limit.
function showOptions() {
  const game = offer();
  const limit = value("limit");
  const stakes = game.stakes[limit];
  /** @type {(name: string, words: string, amount: number, least?: number) => HTMLElement} */
  const field = (name, words, amount, least = 1) =>
    make(
      "label",
      { class: "field" },
      words,
      make("input", { name, type: "number", min: least, value: amount, inputMode: "numeric", required: true }),
    );
  /** @type {(name: string, words: string) => HTMLElement} */
  const check = (name, words) =>
    make("label", { class: "check" }, make("input", { type: "checkbox", name, checked: value(name) === "on" }), words);
  const [small, big] = stakes?.blinds ?? [];
  const fill = game.fill[limit];
  const short = Object.fromEntries(Object.entries(fill).map(([name, words]) => [name, capital(words.split(",")[0])]));
  const wanted = usual.fill && usual.fill in fill ? usual.fill : Object.keys(fill)[0];
  $("options").replaceChildren(
    ...(stakes
      ? big
        ? [field("small_blind", "Small blind", small, 0), field("big_blind", "Big blind", big)]
        : [field("ante", "Ante", stakes.ante)]
      : []),
    ...(stakes ? [field("stack", "Chips each", game.stack[limit])] : []),
    field("clock", "Seconds to think", usual.clock),
    ...(stakes
      ? [field("bank", "Time bank, seconds", usual.bank, 0), field("delay", "Spectator delay, seconds", 0, 0)]
      : []),
    choice("fill", "Empty seats", short, wanted),
    ...(game.openers ? [check("openers", "Jacks or better to open")] : []),
    ...(stakes ? [choice("next_in", "Next hand", NEXT, value("next_in") || "5")] : []),
    ...(game.twice ? [check("twice", "All in: ask to run it twice")] : []),
    check("practice", "Practice: show hints"),
  );
  showEvening();
}

function showEvening() {
  $("evening").replaceChildren(...eveningFields(value, offer().chips));
  showWords();
}

function showWords() {
  const fill = value("fill");
  const parts = [
    value("ante") && `ante ${value("ante")}`,
    value("big_blind") && `blinds ${value("small_blind")}/${value("big_blind")}`,
    value("twice") && "run it twice",
    value("openers") && "jacks or better to open",
    value("stack") && `${Number(value("stack")).toLocaleString("en")} chips`,
    `${value("clock")} seconds`,
    fill === "nobody" ? "only friends" : "computers fill up",
    value("practice") && "hints",
    ...eveningWords(value),
  ];
  $("fill-words").textContent = fill === "nobody" ? "" : `${capital(offer().fill[value("limit")][fill])}.`;
  $("words").textContent = capital(parts.filter(Boolean).join(", "));
}

// What is wanted, as the server takes it.
function wishes() {
  const game = offer();
  const number = (/** @type {string} */ name) => Number(value(name));
  const wanted = { rules: game.name, seats: number("seats"), fill: value("fill"), clock: number("clock") };
  const practice = value("practice") === "on";
  const evening = eveningWishes(value, game.chips);
  if (!game.chips) return { ...wanted, ...evening, practice };
  const [usualSmall, usualBig] = game.stakes[value("limit")].blinds;
  const same = value("big_blind") && number("small_blind") === usualSmall && number("big_blind") === usualBig;
  const stakes = value("big_blind")
    ? same
      ? {}
      : { blinds: [number("small_blind"), number("big_blind")] }
    : number("ante") === game.stakes[value("limit")].ante
      ? {}
      : { ante: number("ante") };
  return {
    ...wanted,
    ...evening,
    practice,
    openers: value("openers") === "on",
    limit: value("limit"),
    stakes,
    stack: number("stack"),
    bank: number("bank"),
    delay: number("delay"),
    next_in: number("next_in"),
    twice: value("twice") === "on",
  };
}

form.addEventListener("change", ({ target }) => {
  if (target instanceof HTMLInputElement) touched.add(target.name);
  if (target === rules) showGame();
  else if (target instanceof HTMLInputElement && target.name === "limit") showOptions();
  else if (target instanceof HTMLSelectElement && target.name === "kind") showEvening();
  else showWords();
});

const name = form.elements.namedItem("name");
const button = form.querySelector("button.main");

function keepName() {
  if (value("name").trim()) write("fivecard name", value("name").trim());
}

form.addEventListener("input", keepName); // at once: the table may come while somebody is still typing
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  keepName();
  if (button?.getAttribute("aria-busy") === "true") return; // one table at a time
  button?.setAttribute("aria-busy", "true");
  $("notice").textContent = "";
  const problem = await open().catch(() => "There is no connection at the moment.");
  if (!problem) return;
  button?.removeAttribute("aria-busy");
  $("notice").textContent = problem;
});
addEventListener("pageshow", () => button?.removeAttribute("aria-busy")); // somebody came back from the table

// Open a table and go there; gives what is wrong, if anything is.
async function open() {
  const answer = await fetch("/tables", { method: "POST", body: JSON.stringify(wishes()) });
  const told = await answer.json();
  if (!answer.ok) return String(told.message);
  location.assign(told.address);
  return "";
}

$("sound").addEventListener("click", () => {
  settings.sound = !settings.sound;
  showSound();
  play("turn");
});

function showSound() {
  $("sound").textContent = `Sound: ${settings.sound ? "on" : "off"}`;
  $("sound").setAttribute("aria-pressed", String(settings.sound));
}

showDeck();
showSound();
$("fan").replaceChildren(...["Ts", "Js", "Qs", "Ks", "As"].map((card) => picture(card, { label: "" })));
rules.replaceChildren(
  ...games.map(({ name, title, chips }) => new Option(`${capital(title)}${chips ? "" : ", no chips"}`, name)),
);
rules.value = games[0].name;
if (name instanceof HTMLInputElement) name.value ||= read("fivecard name") ?? ""; // unless somebody has typed one already
showGame();

// The question: its fields, what is wrong with them, and how large it is before it is solved.
/** @import { Estimate, Question, Settings, Study } from "/page/study/types.d.ts" */
import { $, amountOf, make, setText } from "/page/lib/dom.js";
import { capital } from "/page/lib/english.js";
import { wordsOf } from "/page/lib/errors.js";
import { prepareBoard } from "/page/study/board.js";
import { prepareRanges, SEATS } from "/page/study/range_editor.js";
import { get, post, Refused } from "/page/study/server.js";

const STREETS = ["flop", "turn", "river"];
const WAIT = 350; // milliseconds after the last change

/**
 * @typedef {object} Form
 * @property {(question: Question) => void} show
 * @property {() => Question} read
 */

// Prepare the form; `solved` hears of what was begun, or opened from a file.
/** @type {(settings: Settings, solved: (study: Study) => void) => Form} */
export function prepareQuestion(settings, solved) {
  const form = $("question", HTMLFormElement);
  $("sizes").append(sizesTable());
  let waiting = 0;
  let newest = 0;
  const later = () => {
    clearTimeout(waiting);
    waiting = setTimeout(estimate, WAIT);
  };
  const board = prepareBoard(later);
  const ranges = prepareRanges(() => field("game").value, later);

  /** @type {(name: string) => HTMLInputElement | HTMLSelectElement} */
  function field(name) {
    const found = form.elements.namedItem(name);
    if (found instanceof HTMLInputElement || found instanceof HTMLSelectElement) return found;
    throw new Error(`the form has no ${name}`);
  }
  const typed = Object.keys(settings.usual).filter((name) => name !== "oop" && name !== "ip");
  /** @type {() => Question} */
  const read = () => ({ ...Object.fromEntries(typed.map((name) => [name, field(name).value])), ...ranges.texts });

  /** @type {(problems: Record<string, string>) => void} */
  function blame(problems) {
    for (const name of typed) {
      const place = document.getElementById(`problem-${name}`);
      const words = problems[name] ? `${capital(problems[name])}.` : "";
      if (place) setText(place, words);
      const input = field(name);
      input.setAttribute("aria-invalid", String(Boolean(words)));
      if (words) input.setAttribute("aria-describedby", `problem-${name}`);
      else input.removeAttribute("aria-describedby");
    }
    ranges.blame(problems);
  }

  async function estimate() {
    const mine = ++newest;
    await ranges.settled();
    if (mine !== newest) return;
    try {
      /** @type {Estimate} */
      const found = await post("/estimate", read());
      if (mine !== newest) return;
      blame(found.problems);
      setText($("estimate"), estimateWords(found));
      $("solve").setAttribute("aria-disabled", String(Object.keys(found.problems).length > 0));
    } catch (error) {
      if (mine === newest) setText($("estimate"), capital(wordsOf(error)));
    }
  }

  form.addEventListener("input", (event) => {
    if (event.target instanceof HTMLElement && !event.target.closest("#range-text, #brush, #file, #whose")) later();
  });
  field("game").addEventListener("change", () => ranges.show());
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    clearTimeout(waiting);
    await ranges.settled();
    try {
      solved(await post("/solutions", read()));
    } catch (error) {
      if (error instanceof Refused && error.field) blame({ [error.field]: error.message });
      setText($("estimate"), `${capital(wordsOf(error))}.`);
      const wrong = form.querySelector("[aria-invalid=true]");
      if (wrong instanceof HTMLElement) wrong.focus();
    }
  });
  $("file", HTMLInputElement).addEventListener("change", async (event) => {
    const input = /** @type {HTMLInputElement} */ (event.currentTarget);
    const file = input.files?.[0];
    if (!file) return;
    setText($("estimate"), `Opening ${file.name} ...`);
    try {
      solved(await post("/files", file));
      setText($("estimate"), "");
    } catch (error) {
      setText($("estimate"), `${capital(wordsOf(error))}.`);
    }
    input.value = "";
  });

  return {
    read,
    show: (question) => {
      const all = { ...settings.usual, ...question };
      for (const name of typed) field(name).value = all[name];
      ranges.texts.oop = all.oop;
      ranges.texts.ip = all.ip;
      board.show();
      ranges.show();
      later();
    },
  };
}

/** @type {(found: Estimate) => string} */
function estimateWords({ problems, nodes, memory, seconds }) {
  const [first] = Object.entries(problems);
  if (first) {
    const [name, words] = first;
    const whose = name === "oop" || name === "ip" ? `${SEATS[name]}: ` : "";
    return `${capital(whose + words)}.`;
  }
  if (nodes === undefined || memory === undefined || seconds === undefined) return "";
  const [likely, least, most] = seconds;
  return `About ${memory}, ${likely} here (${least} to ${most}): ${amountOf(nodes)} nodes.`;
}

/** @type {() => HTMLElement} */
function sizesTable() {
  /** @type {(what: string, street: string) => HTMLElement} */
  const cell = (what, street) =>
    make(
      "td",
      {},
      make("input", {
        name: `${what}.${street}`,
        autocomplete: "off",
        spellcheck: false,
        "aria-label": `${what} on the ${street}`,
      }),
      make("p", { class: "problem", id: `problem-${what}.${street}` }),
    );
  return make(
    "table",
    { "aria-label": "Sizes of bets and raises" },
    make(
      "thead",
      {},
      make("tr", {}, make("td"), ...["Bets", "Raises"].map((head) => make("th", { scope: "col" }, head))),
    ),
    make(
      "tbody",
      {},
      ...STREETS.map((street) =>
        make("tr", {}, make("th", { scope: "row" }, capital(street)), cell("bets", street), cell("raises", street)),
      ),
    ),
  );
}

/** @type {() => Promise<Settings>} */
export const askSettings = () => get("/settings");

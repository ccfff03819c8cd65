// A finished hand, from the deal to the show.
/** @import { PlayedRecord, PublicRecord } from "/page/records.d.ts" */
import "/page/answers.js"; // keys that are held down do nothing
import { download, fetchRound, showChecks } from "/page/record.js";
import { checkPlay } from "/page/rules.js";
import { showDeck } from "/page/settings.js";
import { $, make, picture, setText } from "/page/show.js";

const [, , table, , number] = location.pathname.split("/");
const { record, witness, phh } = await fetchRound(table, number);

/** @type {(cards: string[]) => HTMLElement} */
const row = (cards) => make("div", { class: "row" }, ...cards.map((card) => picture(card)));

/** @type {(name: string, won: boolean, ...what: HTMLElement[]) => HTMLElement} */
const seatView = (name, won, ...what) =>
  make("li", { class: won ? "won" : "" }, make("div", { class: "name" }, name), ...what);

/** @type {(text: string) => HTMLElement} */
const note = (text) => make("div", { class: "quiet" }, text);

// Without chips everybody shows: what was dealt, thrown away, and held at the end.
/** @type {(record: PlayedRecord) => void} */
function showDraws({ names, players, deck, discards, by, winners, made, hands }) {
  $("seats").replaceChildren(
    ...names.map((name, seat) => {
      const dealt = deck.slice(0, 5 * players).filter((_, index) => index % players === seat);
      const decided = { person: "", computer: " (computer)", clock: " (out of time)" }[by[seat]];
      const threw = discards[seat].length ? `threw ${discards[seat].join(" ")} away` : "kept all";
      return seatView(
        name,
        winners.includes(seat),
        note(`dealt${decided}, ${threw}`),
        row(dealt),
        note(made[seat]),
        row(hands[seat]),
      );
    }),
  );
}

// With chips: the hands that were shown, and every step in words.
/** @type {(record: Pick<PublicRecord, "names" | "hands" | "made" | "winners">) => void} */
function showShown({ names, hands, made, winners }) {
  const seats = names.flatMap((name, player) =>
    hands[player].length ? [seatView(name, winners.includes(player), note(made[player]), row(hands[player]))] : [],
  );
  $("seats").replaceChildren(...seats);
}

/** @type {(told: string[]) => void} */
function showSteps(told) {
  let step = told.length - 1;
  const lines = told.map((line) => make("li", {}, line));
  const where = note("");
  const move = (/** @type {number} */ to) => {
    step = Math.min(Math.max(to, 0), told.length - 1);
    lines.forEach((line, index) => {
      line.classList.toggle("later", index > step);
      if (index === step) line.setAttribute("aria-current", "step");
      else line.removeAttribute("aria-current");
    });
    setText(where, `Step ${step + 1} of ${told.length}: ${told[step]}`);
  };
  /** @type {(words: string, by: () => number) => HTMLElement} */
  const button = (words, by) => make("button", { type: "button", onclick: () => move(by()) }, words);
  where.setAttribute("role", "status");
  $("steps").hidden = false;
  $("steps").replaceChildren(
    make(
      "p",
      { class: "ways" },
      button("First", () => 0),
      button("Back", () => step - 1),
      button("On", () => step + 1),
      button("Last", () => told.length),
    ),
    where,
    make("ol", { class: "told" }, ...lines),
  );
  document.addEventListener("keydown", ({ key }) => {
    if (key === "ArrowLeft") move(step - 1);
    else if (key === "ArrowRight") move(step + 1);
  });
  move(step);
}

setText($("title"), `Hand ${record.round}`);
$("back", HTMLAnchorElement).href = `/t/${table}`;
$("text", HTMLAnchorElement).href = `/t/${table}/rounds/${number}.txt`;
$("phh", HTMLAnchorElement).href = `/t/${table}/rounds/${number}.phh`;
$("phh").hidden = !phh;
$("download").addEventListener("click", () => download(table, number));
showDeck();
if ("void" in record) setText($("status"), `The deal came to nothing: ${record.void}.`);
else if ("public" in record) {
  setText($("status"), record.lines.join(" "));
  showShown(record);
  showSteps(record.told);
  setText(
    $("fair"),
    "The deck was sealed before it was dealt. Its record is given out, and checked, when the table has ended: until then, what was folded stays secret.",
  );
} else {
  setText($("status"), "lines" in record ? record.lines.join(" ") : record.reason);
  if ("lines" in record) showShown(record);
  else showDraws(record);
  showChecks(record, witness, checkPlay(record, { witness }), $("fair"));
}

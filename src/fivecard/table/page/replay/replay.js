// A finished hand, from the deal to the show.
/** @import { ChipsRecord, PlayedRecord } from "/page/fairness/records.d.ts" */
/** @import { Steps } from "/page/lib/types.d.ts" */
import { playAgain } from "/page/replay/playback.js";
import "/page/lib/press_guard.js"; // keys that are held down do nothing
import { download, fetchRound, showChecks } from "/page/fairness/record.js";
import { checkPlay } from "/page/fairness/rules.js";
import { $, make, picture, setText } from "/page/lib/dom.js";
import { showDeck } from "/page/lib/settings.js";

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
  $("hands").replaceChildren(
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

/** @type {(record: PlayedRecord | ChipsRecord) => record is ChipsRecord} */
const isChips = (record) => "lines" in record;

// On the table, as this browser's person saw it; the server leaves out what was not seen.
async function showSteps() {
  const answer = await fetch(`/t/${table}/rounds/${number}/steps`);
  if (!answer.ok) return;
  /** @type {Steps} */
  const { steps } = await answer.json();
  playAgain(steps);
}

setText($("title"), `Hand ${record.round}`);
$("back", HTMLAnchorElement).href = `/t/${table}`;
$("text", HTMLAnchorElement).href = `/t/${table}/rounds/${number}.txt`;
$("phh", HTMLAnchorElement).href = `/t/${table}/rounds/${number}.phh`;
$("phh").hidden = !phh;
$("download").addEventListener("click", () => download(table, number));
showDeck();
await showSteps();
if ("public" in record) {
  setText($("status"), record.lines.join(" "));
  setText(
    $("fair"),
    "All that the deck follows from was committed to before. Its record is given out, and checked, when the table has ended: until then, what was folded stays secret.",
  );
} else {
  setText($("status"), isChips(record) ? record.lines.join(" ") : record.reason);
  if (!isChips(record)) showDraws(record);
  showChecks(record, witness, checkPlay(record, { witness }), $("fair"));
}

// A finished hand, from the deal to the show.
/** @import { Steps } from "/page/lib/types.d.ts" */
import { playAgain } from "/page/replay/playback.js";
import "/page/lib/press_guard.js"; // keys that are held down do nothing
import { download, fetchRound, showChecks } from "/page/fairness/record.js";
import { checkRecord } from "/page/fairness/seen.js";
import { $, setText } from "/page/lib/dom.js";
import { withNames } from "/page/lib/names.js";
import { showDeck } from "/page/lib/settings.js";

const [, , table, , number] = location.pathname.split("/");
const { record, witness, phh } = await fetchRound(table, number);

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
setText($("status"), withNames(record.lines.join(" "), record.names));
if ("public" in record)
  setText(
    $("fair"),
    "All that the deck follows from was committed to before. Its record is given out, and checked, when the table has ended and all who played agree: until then, what was folded stays secret.",
  );
else showChecks(record, witness, checkRecord(record, witness), $("fair"));

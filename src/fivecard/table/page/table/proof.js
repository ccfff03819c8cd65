// What this browser has checked of the deck and the hands, and what it objects to, on the page of the table.
/** @import { Playing } from "/page/fairness/records.d.ts" */
/** @import { Witness } from "/page/fairness/witness.js" */

import { fairness, object, report } from "/page/fairness/checks.js";
import { checksOf } from "/page/fairness/record.js";
import { $, setText } from "/page/lib/dom.js";
import { counted } from "/page/lib/words.js";
import { table, ui } from "/page/table/session.js";

// What this browser objects to.
/** @type {(witness: Witness) => void} */
export function showWitness({ objections, waiting, leftOut }) {
  for (const [round, words] of objections) object(round, words);
  setText($("unchecked"), waiting);
  const out = leftOut.map(([name, times]) => `${name} (${counted(times, "hand")})`);
  setText(
    $("left-out"),
    out.length
      ? `Left, came or was left out once you were ready: ${out.join(", ")}. Who knows the deck could choose that.`
      : "",
  );
}

// Hold everything that is on the screen against what was seen and against the record, and again whenever any of it changes.
/** @type {(shown: Playing, witness: Witness) => Promise<void>} */
export async function checkHand(shown, witness) {
  const { round, sealed } = shown;
  const { number, show, players, hand } = round;
  const now = JSON.stringify([number, show, players, hand, sealed]);
  if (ui.verified === now) return;
  ui.verified = now;
  const { results, witnessed, had } = await checksOf(table, shown, witness.kept(number));
  if (sealed) return report(results, sealedWords(number), $("fair"), number);
  fairness(results, $("fair"), number, witnessed);
  if (had) $("download").hidden = false;
  else if (ui.verified === now) ui.verified = ""; // the next state has it tried again
}

// The record holds what everybody folded: it comes when the table has ended.
/** @type {(number: number) => string} */
const sealedWords = (number) =>
  `All that the deck of hand ${number} follows from was committed to before, and your browser has kept it. What everybody ` +
  "folded stays secret: when the table has ended and all who played agree to show it, your browser checks the deck of every hand.";

// Finished rounds, and what this browser kept of them.
/** @import { Check, HandRecord, OwnWitness, Playing, PublicRecord, Witness } from "/page/fairness/records.d.ts" */

import { fairness } from "/page/fairness/checks.js";
import { checkRecord, checkSeen } from "/page/fairness/seen.js";
import { check } from "/page/fairness/shuffle.js";
import { make } from "/page/lib/dom.js";
import { wordsOf } from "/page/lib/errors.js";
import { read, witnessKey } from "/page/lib/store.js";

// What this browser kept of a round that it was dealt in: for checks here, and for `fivecard verify`.
/** @type {(table: string, record: HandRecord | PublicRecord) => OwnWitness | null} */
export function witnessOf(table, record) {
  const witness = read(witnessKey(table, record.round));
  return witness?.nonce && witness.player !== undefined ? witness : null;
}

// `phh` is whether it can be had in PHH too, which has no name for some games.
/** @type {(table: string, number: number | string) => Promise<{ record: HandRecord | PublicRecord, witness: OwnWitness | null, phh: boolean }>} */
export async function fetchRound(table, number) {
  const answer = await fetch(`/t/${table}/rounds/${number}.json`);
  if (!answer.ok) throw new Error((await answer.json()).message);
  const record = await answer.json();
  return { record, witness: witnessOf(table, record), phh: answer.headers.has("Link") };
}

// All that can be checked of a hand that is over and stands on the page: against what this browser saw of it, and against its
// record, unless that is sealed. A record that cannot be had now is nobody's fault: the witness asks for it again.
/** @type {(table: string, shown: Playing, kept: Partial<Witness>) => Promise<{ results: Check[], witnessed: boolean, had: boolean }>} */
export async function checksOf(table, { round, sealed }, kept) {
  const seen = checkSeen(round, kept);
  if (sealed) return { results: seen, witnessed: false, had: false };
  try {
    const { record, witness } = await fetchRound(table, round.number);
    if ("public" in record) throw new Error("it is not whole");
    const results = [...check(record, witness), ...seen, ...checkRecord(record, witness, round)];
    return { results, witnessed: Boolean(witness), had: true };
  } catch (error) {
    const words = `the record of this hand can be had: ${wordsOf(error)}`;
    return { results: [...seen, [null, words]], witnessed: false, had: false };
  }
}

// The round for `fivecard verify`, together with what this browser kept of it.
/** @type {(table: string, number: number | string) => Promise<void>} */
export async function download(table, number) {
  const { record, witness } = await fetchRound(table, number);
  const text = JSON.stringify(witness ? { ...record, witness } : record, null, 1);
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  make("a", { href: address, download: `round-${record.round}.json` }).click();
  URL.revokeObjectURL(address);
}

// Show all that can be checked of a round, `others` included.
/** @type {(record: HandRecord, witness: OwnWitness | null, others: Check[], element: HTMLElement) => void} */
export function showChecks(record, witness, others, element) {
  fairness([...check(record, witness), ...others], element, record.round, Boolean(witness));
}

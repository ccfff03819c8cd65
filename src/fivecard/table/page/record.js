// Finished rounds, and what this browser kept of them.
import { check, forcedPuzzles, witnessKey } from "/page/fair.js";
import { fairness, make } from "/page/show.js";
import { valueBySquaring } from "/page/timelock.js";
import { witnessOf } from "/page/witness.js";

export const kept = (key) => JSON.parse(localStorage.getItem(key) ?? "null");
export const standingsKey = (table) => `fivecard ${table} standings`;

// Add to what is kept of a round that this browser plays in.
export function keep(table, round, fields) {
  const key = witnessKey(table, round);
  const witness = kept(key);
  if (witness) localStorage.setItem(key, JSON.stringify({ ...witness, ...fields }));
}

export async function fetchRound(table, number) {
  const answer = await fetch(`/t/${table}/rounds/${number}.json`);
  if (!answer.ok) throw new Error((await answer.json()).message);
  const record = await answer.json();
  return { record, witness: witnessOf(table, record) };
}

// The round for `fivecard verify`, together with what this browser kept of it.
export async function download(table, number) {
  const { record, witness } = await fetchRound(table, number);
  const text = JSON.stringify(witness ? { ...record, witness } : record, null, 1);
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  make("a", { href: address, download: `round-${record.round}.json` }).click();
  URL.revokeObjectURL(address);
}

// Show all that can be checked of a round, `others` included; the puzzles of silent seats are squared again meanwhile.
export async function showChecks(record, witness, others, element) {
  const show = (squared) => fairness([...check(record, witness, squared), ...others], element, record.round);
  show({});
  const squared = {};
  for (const [player, base, puzzle] of forcedPuzzles(record))
    squared[player] = await valueBySquaring(base, puzzle, Number(record.agreed.split(" ")[1]));
  if (Object.keys(squared).length && element.dataset.round === String(record.round)) show(squared);
}

// Finished rounds, and what this browser kept of them.
import { witnessKey } from "/page/fair.js";
import { make } from "/page/show.js";

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
  return { record: await answer.json(), witness: kept(witnessKey(table, number)) };
}

// The round for `fivecard verify`, together with what this browser kept of it.
export async function download(table, number) {
  const { record, witness } = await fetchRound(table, number);
  const text = JSON.stringify(witness ? { ...record, witness } : record, null, 1);
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  make("a", { href: address, download: `round-${record.round}.json` }).click();
  URL.revokeObjectURL(address);
}

// Finished rounds, and what this browser kept of them.
import { check } from "/page/fair.js";
import { squaredBy } from "/page/forced.js";
import { fairness, make } from "/page/show.js";
import { read, witnessKey } from "/page/store.js";

// What this browser kept of a round, and of the void deals since the round before: for checks here, and for `fivecard verify`.
export function witnessOf(table, record) {
  const witness = read(witnessKey(table, record.round));
  if (!witness?.factors) return null;
  const rounds = (record.voids ?? []).map((link) => link.round);
  const voids = Object.fromEntries(rounds.map((number) => [number, read(witnessKey(table, number)) ?? {}]));
  return { ...witness, voids };
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
  const witnessed = Boolean(witness?.server_commitment);
  const show = (squared) => fairness([...check(record, witness, squared), ...others], element, record.round, witnessed);
  show({});
  const squared = await squaredBy(record, witness);
  if (Object.keys(squared).length && element.dataset.round === String(record.round)) show(squared);
}

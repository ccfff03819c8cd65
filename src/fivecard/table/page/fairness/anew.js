// Why a nonce that was opened for a hand is for nothing: all have begun anew, and the server has said because of whom.
/** @import { Witness } from "/page/fairness/records.d.ts" */

/** @typedef {{ anew: number, anew_by: string[][] }} Told */

// The names because of whom all began anew after a browser had opened its nonce.
/** @type {(told: Told, kept: Partial<Witness>) => string[]} */
const namesSince = ({ anew, anew_by }, kept) =>
  Array.isArray(anew_by) && anew > (kept.anew ?? 0) ? anew_by.slice((kept.anew ?? 0) - anew).flat() : [];

// Those of them who were here when the nonce was opened, or the person at this browser, if that person has gone meanwhile.
/** @type {(told: Told, kept: Partial<Witness>, mine: string) => string[]} */
export function becauseOf(told, kept, mine) {
  const names = [...new Set(namesSince(told, kept))];
  const gone = names.filter((name) => kept.here?.includes(name));
  return gone.length || !kept.excused ? gone : names.filter((name) => name === mine);
}

// Puzzles of seats that went silent are squared again here, however long it takes: a value that was made up would be a deck
// that somebody chose. How far it is stays in the store, so that a page that is opened anew goes on from there.
/** @import { OwnWitness, PlayedRecord } from "/page/fairness/records.d.ts" */
import { forcedPuzzles } from "/page/fairness/shuffle.js";
import { valueBySquaring } from "/page/fairness/timelock.js";
import { read, remove, write } from "/page/lib/store.js";

/** @type {Map<string, Promise<string>>} */
const running = new Map(); // one computation for each puzzle, whoever asks
/** @type {Promise<unknown>} */
let last = Promise.resolve(); // one after the other

// The values of a record's forced puzzles, by player; not the one whose factors this browser has.
/** @type {(record: PlayedRecord, witness: OwnWitness | null) => Promise<Record<string, string>>} */
export async function squaredBy(record, witness) {
  /** @type {Record<string, string>} */
  const squared = {};
  for (const [player, base, puzzle] of forcedPuzzles(record, witness))
    squared[player] = await squareAgain(base, puzzle, record);
  return squared;
}

/** @type {(base: bigint, puzzle: string, record: PlayedRecord) => Promise<string>} */
function squareAgain(base, puzzle, { agreed }) {
  const squarings = Number(agreed.split(" ")[1]);
  if (!Number.isSafeInteger(squarings)) throw new Error(`“${squarings}” is no number of squarings`);
  const key = `fivecard squaring ${base.toString(16).slice(0, 32)}`; // the base follows from the table, the round and the puzzle
  const begun = running.get(key);
  if (begun) return begun;
  /** @type {(value: string, done: number) => void} */
  const report = (value, done) => write(key, { value, done });
  const work = last.catch(() => {}).then(() => valueBySquaring(base, puzzle, squarings, { ...read(key), report }));
  last = work;
  running.set(key, work);
  work.then(
    () => remove(key),
    () => running.delete(key),
  );
  return work;
}

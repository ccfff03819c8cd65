// What this browser keeps: in localStorage, which all its windows share, as JSON.

/** @type {Map<string, string>} */
const memory = new Map(); // what the store does not take, for as long as this page is open

/** @type {(table: string, round: number) => string} */
export const witnessKey = (table, round) => `fivecard ${table} ${round}`;
const ROUND = /^fivecard \S+ \d+$/;

/** @type {(key: string) => any} */
export function read(key) {
  const kept = memory.get(key);
  if (kept !== undefined) return JSON.parse(kept);
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null; // there is no store, or somebody else wrote this
  }
}

// Keep something; if the store is full, the rounds that were longest ago make room, whatever their table.
/** @type {(key: string, value: unknown) => void} */
export function write(key, value) {
  const text = JSON.stringify(value);
  for (;;) {
    try {
      localStorage.setItem(key, text);
      memory.delete(key);
      return;
    } catch {
      if (!forget(key)) return void memory.set(key, text);
    }
  }
}

/** @type {(key: string) => void} */
export function remove(key) {
  memory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // there is no store
  }
}

// Forget some rounds, but not the one of this key; gives whether there were any.
/** @type {(key: string) => boolean} */
function forget(key) {
  try {
    /** @type {(name: string) => number} */
    const when = (name) => read(name)?.committed ?? 0;
    const rounds = Object.keys(localStorage).filter((name) => ROUND.test(name) && name !== key);
    const oldest = rounds.sort((one, two) => when(one) - when(two)).slice(0, 20);
    for (const name of oldest) localStorage.removeItem(name);
    return oldest.length > 0;
  } catch {
    return false;
  }
}

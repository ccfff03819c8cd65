// What this browser holds a hand against: what it saw of it, and its record; and what it objects to.
import assert from "node:assert/strict";
import { test } from "node:test";
import { vectors } from "./here.js";

const { check } = await import("/page/fairness/shuffle.js");
const { checkRecord, checkSeen } = await import("/page/fairness/seen.js");
const told = vectors();

const wrong = (results) => results.filter(([holds]) => !holds).map(([, words]) => words);
const judged = ({ record, round, witness }) => [...checkSeen(round, witness), ...checkRecord(record, witness, round)];

for (const [game, seen] of Object.entries(told.honest))
  test(`honest hands of ${game} get all ticks`, () => {
    for (const each of seen) {
      assert.deepEqual(wrong([...check(each.record), ...judged(each)]), [], JSON.stringify(each));
      assert.ok(judged(each).length >= 10);
    }
  });

for (const [path, { words, ...changed }] of Object.entries(told.changed))
  test(`another ${path} is objected to`, () => {
    assert.ok(wrong(judged(changed)).includes(words), JSON.stringify(judged(changed)));
  });

test("what cannot be read is objected to", () => {
  const { record, witness, round } = told.honest.C[0];
  for (const name of ["deck", "dealt", "actions", "stacks", "hands", "names"]) {
    const { [name]: _, ...rest } = record;
    assert.notDeepEqual(wrong(checkRecord(rest, witness, round)), [], name);
  }
});

test("a deck lacks whole ranks or nothing", () => {
  const [{ record }] = told.honest["short-deck"];
  assert.equal(record.deck.length, 36);
  const words = "the deck follows from the server’s seed and the nonces of all";
  const without = record.deck.slice(1); // the first card was not to the host's liking
  assert.ok(wrong(check({ ...record, deck: without })).includes(words));
});

// The rules as the page has them, held to the engine and the evaluator; and what it objects to.
import assert from "node:assert/strict";
import { test } from "node:test";
import { vectors } from "./here.js";

const { compare, describe, evaluate } = await import("/page/lib/hands.js");
const { checkPlay, replay, standingsOf } = await import("/page/fairness/rules.js");
const told = vectors();

const wrong = (results) => results.filter(([holds]) => !holds).map(([, words]) => words);
const judged = ({ record, state, witness, before }) =>
  checkPlay(record, { state, witness, before: standingsOf(before) });

test("a hand of each strength is ranked as Python does", () => {
  let weaker = { category: -1 };
  for (const [hand, ...expected] of told.hands) {
    const worth = evaluate(hand);
    assert.deepEqual([describe(worth), worth.cards.join(" "), worth.madeOf.join(" ")], expected);
    const orders = [compare(worth, worth), compare(worth, weaker), compare(weaker, worth)].map(Math.sign);
    assert.deepEqual(orders, [0, 1, -1], `${hand}`);
    weaker = worth;
  }
});

test("rounds are replayed as the engine does", () => {
  for (const record of told.played) {
    const { hands, made, winners, reason } = replay(record);
    const expected = { hands: record.hands, made: record.made, winners: record.winners, reason: record.reason };
    assert.deepEqual({ hands, made, winners, reason }, expected, JSON.stringify(record));
    assert.deepEqual(wrong(checkPlay(record)), []);
  }
});

test("discards that the rules do not allow are refused", () => {
  const deck = "Ac 2d Tc 3d 8c 4d 6c 5d 4c 7d Kd Kh Ks Kc Qd".split(" ");
  for (const [rules, discard, words] of [
    ["A", "Ac Tc 8c 6c", "seat 1 throws 4 cards away"],
    ["C", "Ac Tc 8c 6c", "seat 1 throws 4 cards away"], // the four is kept, not the ace
    ["C", "Ac Tc 8c 6c 4c", "seat 1 throws 5 cards away"],
    ["C", "Tc Tc", "“Tc”, which is no card or is there twice"],
    ["C", "9c", "seat 1 throws 9c away, and holds Ac Tc 8c 6c 4c"],
    ["X", "", "there are no rules X"],
  ]) {
    const discards = [discard.split(" ").filter(Boolean), []];
    const results = checkPlay({ rules, players: 2, deck, reserve: [], names: ["Ann", "Bob"], discards });
    assert.deepEqual(
      results.map(([holds]) => holds),
      [false],
    );
    assert.ok(results[0][1].includes(words), results[0][1]);
  }
});

test("a server that announces another winner is objected to", () => {
  const { record, state } = structuredClone(told.honest);
  const loser = (record.winners[0] + 1) % 4;
  const { show } = state.round;
  show.made[loser] = "royal flush";
  show.winners = [loser];
  show.reason = `${record.names[loser]} wins with royal flush.`;
  const objections = wrong(checkPlay(record, { state }));
  const where = `seat ${loser + 1} (${record.names[loser]})`;
  assert.equal(objections.length, 3);
  const made = `the hand in words of ${where} is given as “royal flush”, but it is “${record.made[loser]}”`;
  for (const [index, words] of [made, `the winner is given as “${where}”`, record.reason].entries())
    assert.ok(objections[index].includes(words), objections[index]);
});

test("an honest round gets all ticks", () => {
  assert.deepEqual(
    judged(told.honest).map(([holds]) => holds),
    Array(6).fill(true),
  );
});

for (const [path, changed] of Object.entries(told.changed))
  test(`another ${path} is objected to`, () => assert.notDeepEqual(wrong(judged(changed)), []));

test("seats that change hands and rounds that were missed are not objected to", () => {
  for (const before of told.missed) assert.deepEqual(wrong(judged(before)), []);
});

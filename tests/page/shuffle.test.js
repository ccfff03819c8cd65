// The shuffle, its hashes and its puzzles, held to Python's by the same vectors.
import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { test } from "node:test";
import { golden, vectors } from "./here.js";

const fair = { ...(await import("/page/fairness/shuffle.js")), ...(await import("/page/fairness/sha256.js")) };
const lock = await import("/page/fairness/timelock.js");
const told = vectors();

const each = (values, make) =>
  Object.fromEntries(Object.entries(values).map(([seat, value]) => [seat, make(value, seat)]));

test("the page shuffles as Python does", () => {
  for (const vector of golden("fair.json")) {
    const v = vector.from;
    const server = fair.unhex(v.server_seed);
    const puzzles = each(v.factors, lock.puzzleOf);
    const values = each(v.factors, (factors, seat) => {
      const base = fair.lockBase(v.table, v.round, seat, puzzles[seat]);
      const [one, two] = factors.map((factor) =>
        lock.valueToHex(lock.valueByFactor(base, puzzles[seat], lock.fromHex(factor), v.squarings)),
      );
      assert.equal(one, two); // either factor opens it
      return one;
    });
    const seeds = each(values, fair.seedOf);
    const found = {
      from: v,
      first_link: fair.firstLink(v.table),
      puzzles,
      values,
      seeds: each(seeds, fair.hex),
      server_commitment: fair.serverCommitment(v.table, v.round, v.previous, v.agreed, puzzles, server),
      ...fair.dealFrom(v.table, v.round, seeds, server),
    };
    assert.deepEqual(found, vector);
  }
});

test("hashes are those of everybody", () => {
  for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000]) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 7 + length) % 256);
    assert.equal(fair.hex(fair.sha256(bytes)), createHash("sha256").update(bytes).digest("hex"));
    const key = bytes.slice(0, 100);
    assert.equal(fair.hex(fair.hmac(key, bytes)), createHmac("sha256", key).update(bytes).digest("hex"));
  }
});

test("JSON is written, and hashed, as Python does it", () => {
  for (const [value, text, hash] of told.canonical) {
    assert.equal(fair.canonical(value), text);
    assert.equal(fair.recordHash(value), hash);
  }
});

test("primes are told from what looks like them", () => {
  for (const [number, prime] of told.primes) assert.equal(lock.isPrime(lock.fromHex(number)), prime, number);
});

test("factors make a puzzle", () => {
  for (let times = 0; times < 6; times++) {
    const factors = lock.makeFactors().map(lock.fromHex);
    for (const factor of factors) {
      assert.equal(factor.toString(2).length, 512);
      assert.ok(lock.isPrime(factor)); // which is held to Python's above
    }
    assert.equal((factors[0] * factors[1]).toString(2).length, 1024);
  }
});

test("what has been squared is not squared again", async () => {
  const { puzzle, squarings, value: expected } = told.squared;
  const progress = [];
  const report = (...each) => progress.push(each);
  await lock.valueBySquaring(3n, puzzle, squarings, { report, every: squarings / 4 });
  assert.deepEqual(
    progress.map(([, done]) => done),
    [1, 2, 3].map((quarters) => (quarters * squarings) / 4),
  );
  const [value, done] = progress[1];
  assert.equal(await lock.valueBySquaring(3n, puzzle, squarings), expected);
  assert.equal(await lock.valueBySquaring(3n, puzzle, squarings, { value, done }), expected);
});

test("a round that was changed is noticed", () => {
  for (const { record, honest, words } of told.rounds) {
    const results = fair.check(record, null);
    assert.equal(
      results.every(([holds]) => holds),
      honest,
      JSON.stringify(results),
    );
    if (words)
      assert.ok(
        results.some(([holds, each]) => holds === false && each === words),
        JSON.stringify(results),
      );
  }
});

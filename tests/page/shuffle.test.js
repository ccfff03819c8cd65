// The shuffle and its hashes, held to Python's by the same vectors.
import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { test } from "node:test";
import { golden, vectors } from "./here.js";

const fair = { ...(await import("/page/fairness/shuffle.js")), ...(await import("/page/fairness/sha256.js")) };
const told = vectors();

test("the page shuffles as Python does", () => {
  for (const vector of golden("fair.json")) {
    const { table, round, nonces } = vector.from;
    const found = {
      ...vector,
      first_link: fair.firstLink(table),
      commitments: Object.fromEntries(
        Object.entries(nonces).map(([seat, nonce]) => [seat, fair.nonceCommitment(table, nonce)]),
      ),
      server_commitment: fair.serverCommitment(table, round, vector.server_seed),
      ...fair.dealFrom(table, round, nonces, vector.server_seed),
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

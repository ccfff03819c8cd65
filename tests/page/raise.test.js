// What may be raised to, as the slider and the typed amount have it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { vectors } from "./here.js";

const { nearest, raiseTo } = await import("/page/table/raise.js");
const told = vectors();

test("whatever is chosen becomes an amount that the engine allows", () => {
  for (const { legal, amounts } of told.raises) {
    assert.equal(raiseTo(JSON.stringify(legal), legal), amounts[0]);
    for (const amount of amounts) assert.equal(nearest(amount, legal), amount);
    for (let value = 0; value < legal.highest_raise + 3; value += 0.5)
      assert.ok(amounts.includes(nearest(value, legal)), `${value} of ${amounts}`);
  }
});

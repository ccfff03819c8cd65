// A browser's witness with a fake store, a fake network and a clock that stands still: what it objects to, and what not.
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { setRoom, vectors } from "./here.js";

const { Witness } = await import("/page/fairness/witness.js");
const { check, firstLink, recordHash } = await import("/page/fairness/shuffle.js");
const { read, write } = await import("/page/lib/store.js");
const { puzzleOf, SQUARINGS, SEALED_WITHIN } = await import("/page/fairness/timelock.js");
const told = vectors();
const FACTORS = told.factors;
const HEAD = { round: 0, hash: firstLink("table") };

mock.timers.enable({ apis: ["Date"], now: 1e12 });

// To look for primes takes long, and shuffle.test.js does it: here what is random is a prime, one after the other.
const primes = FACTORS.flat().slice(1); // an odd number of them, so that each becomes a factor before one does again
mock.method(crypto, "getRandomValues", (bytes) => {
  primes.push(primes.shift());
  bytes.set(Buffer.from(primes[0], "hex"));
  return bytes;
});

beforeEach(() => {
  localStorage.clear();
  setRoom(5 * 2 ** 20);
});

const byNumber = (records) => Object.fromEntries(records.map((record) => [record.round, record]));
const window = (sent) =>
  new Witness(
    "table",
    (type, fields) => sent.push([type, fields]),
    () => {},
  );
const includes = (objections, words) =>
  assert.ok(
    objections.some(([, each]) => each.includes(words)),
    `${words}: ${JSON.stringify(objections)}`,
  );

// Let two windows of one browser see a table; gives what they say and send.
async function watch(list, looks, kept = {}) {
  const records = byNumber(list);
  let later = false;
  for (const [name, value] of Object.entries(kept)) write(`fivecard table ${name}`, value);
  globalThis.fetch = async (address) => {
    const record = later ? undefined : records[Number(address.match(/(\d+)\.json/)[1])];
    return { ok: Boolean(record), status: record ? 200 : 404, json: async () => record ?? { message: "not yet" } };
  };
  const sent = [];
  let windows = [window(sent), window(sent)];
  for (const look of looks) {
    if (look.reload) windows = [window(sent), window(sent)];
    if (look.done) windows[0].done(look.done);
    if (look.change) records[look.change.round] = look.change;
    if (look.lose) delete records[look.lose];
    if (look.pass) mock.timers.setTime(Date.now() + look.pass);
    if (look.round === undefined) continue;
    const chain = look.chain ?? { round: look.round, hash: recordHash(records[look.round] ?? {}) };
    later = Boolean(look.later);
    const you = look.later === "watching" ? null : 0;
    const state = { you, round: look.playing ?? null, phase: look.phase, chain, game: { chips: false } };
    await Promise.all(windows.map((each) => each.receive(state)));
  }
  const unsquared = () => read("fivecard table unsquared") ?? [];
  const unsure = () => windows[0].objections.some(([, words]) => words.includes("has changed"));
  while (unsquared().length && !unsure()) await new Promise((resolve) => setTimeout(resolve, 5)); // the test has a limit
  const voids = windows[0].voids.length;
  for (const { round } of windows[0].voids) windows[1].acknowledge(round);
  const left = windows[0].voids.length;
  const { objections } = windows[0];
  const head = read("fivecard table chain");
  const found = { objections, voids, left, sent, head, unsquared: unsquared() };
  localStorage.clear();
  return found;
}

const rounds = (...numbers) => numbers.map((round) => ({ round }));

// The chain

test("an honest table gets no objection in two windows", async () => {
  const found = await watch(told.with_voids, [...rounds(1, 2, 7), { reload: 1 }, { round: 7 }]);
  assert.deepEqual(found.objections, []);
  assert.deepEqual([found.voids, found.left], [4, 0]); // until they are acknowledged
  assert.equal(found.head.round, 7);
});

test("an old window does not think that the table went back", async () => {
  assert.deepEqual((await watch(told.three, rounds(1, 3, 2))).objections, []);
});

test("only those who watch take it that a round is shown later", async () => {
  const seen = [...rounds(1, 3), { reload: 1 }];
  const opened = { round: 0, chain: { round: 0, hash: "00".repeat(32) } };
  assert.deepEqual((await watch(told.three, [...seen, { ...opened, later: "watching" }])).objections, []);
  const { objections } = await watch(told.three, [...seen, { ...opened, later: "seated" }]);
  includes(objections, "A hand is missing: the server no longer has the record of hand 3");
});

test("what is done to records afterwards is seen", async () => {
  const chain = (round) => ({ round, chain: { round, hash: "00".repeat(32) } });
  const altered = { ...told.three[1], reason: "Host wins." };
  for (const [looks, words] of [
    [[{ change: altered }, { reload: 1 }, { round: 3 }], "The record has changed since this browser saw"],
    [[{ lose: 2 }, { reload: 1 }, { round: 3 }], "the server no longer has the record of hand 2"],
    [[{ lose: 3 }, chain(2)], "the server no longer has the record of hand 3"],
    [[chain(3)], "the server names another record of hand 3"],
  ])
    includes((await watch(told.three, [...rounds(1, 2, 3), ...looks])).objections, words);
});

test("a chain that is broken, or misses a round, is objected to", async () => {
  const [first, second, third] = told.three;
  const other = { ...second, previous: "00".repeat(32) };
  const broken = "The chain is broken: the record of hand 2 does not follow the one before it";
  includes((await watch([first, other], rounds(1, 2))).objections, broken);
  includes((await watch([first, third], rounds(1, 3))).objections, "the server has no record of hand 2");
});

test("voids that pile up are objected to", async () => {
  assert.deepEqual((await watch(told.piled, rounds(1, 3))).objections, []);
  includes((await watch(told.piled, rounds(1, 5))).objections, "3 deals in a row came to nothing");
});

test("the next round must hold the void deals that were seen", async () => {
  const [first, empty, last] = told.one_void;
  for (const [voids, words] of [
    [[], "every number since the last hand is accounted for"],
    [[{ ...empty, names: ["Ann", "Eve"] }], "the void hand 2 is in it as this browser saw it"],
  ])
    includes((await watch([first, empty, { ...last, voids }], rounds(1, 2, 3))).objections, words);
});

test("deals that are thrown away after the seal are objected to", async () => {
  const [first, empty, last] = told.one_void;
  const full = { ...empty, puzzles: last.puzzles };
  const own = { seat: 0, factors: FACTORS[0], acknowledged: ["commit"] };
  const thrown = `It was sealed, and then thrown away: “${empty.void}”`;
  for (const [record, kept, words] of [
    [full, {}, thrown], // everybody had committed
    [empty, { ...own, server_commitment: "11".repeat(32) }, thrown], // this browser saw the seal
    [empty, own, "The record leaves out your puzzle, although the server had acknowledged it"],
  ])
    includes((await watch([first, record], rounds(1, 2), { 2: kept })).objections, words);
  const { objections } = await watch([first, empty], rounds(1, 2), { 2: { ...own, acknowledged: [] } });
  assert.deepEqual(objections, []);
});

// The store

test("a full memory forgets the oldest rounds and goes on", async () => {
  const text = "x".repeat(100_000);
  for (let number = 1; number <= 52; number++)
    localStorage.setItem(`fivecard other ${number}`, JSON.stringify(text.slice(0, number < 52 ? undefined : 42_000)));
  assert.throws(() => localStorage.setItem("one more", text));
  const found = await watch(told.three, rounds(1, 2));
  assert.deepEqual(found.objections, []);
  assert.equal(found.head.round, 2);
});

test("the rounds that were longest ago are forgotten first", () => {
  // Not those with the lowest numbers: the round that is being played may be the first of its table.
  localStorage.setItem("fivecard new 1", JSON.stringify({ committed: 2e12, factors: ["a", "b"] }));
  const text = "x".repeat(100_000);
  for (let n = 0; n < 80; n++) write(`fivecard old ${1000 + n}`, { committed: 1e12 + n, text });
  assert.deepEqual(read("fivecard new 1").factors, ["a", "b"]);
  assert.equal(read("fivecard old 1079").committed, 1e12 + 79);
  assert.equal(read("fivecard old 1000"), null);
});

// The shuffle

const player = { level: null, committed: false, opened: false, drew: [] };
const playing = { number: 1, me: 0, players: [player], server_commitment: "", puzzles: {}, hand: [] };
playing.agreed = `C ${SQUARINGS} 0:person`;
const at = (phase, changed = {}) => ({ round: 0, chain: HEAD, phase, playing: { ...playing, ...changed } });
const SEALED = {
  players: [{ ...player, committed: true }],
  server_commitment: "11".repeat(32),
  puzzles: { 0: puzzleOf(FACTORS[0]) },
};
const sealed = (changed = {}) => at("opening", { ...SEALED, ...changed });
const kept = () => ({ 1: { seat: 0, factors: FACTORS[0], committed: Date.now() } });

test("windows of one browser send one puzzle and open it once each", async () => {
  const { sent } = await watch([], [at("committing"), at("committing")]);
  assert.deepEqual(
    sent.map(([type]) => type),
    ["commit", "commit"],
  );
  assert.deepEqual(sent[0], sent[1]);
  const found = await watch([], [sealed(), sealed()], kept());
  assert.deepEqual(found.sent, Array(2).fill(["open", { factor: FACTORS[0][0] }]));
  assert.deepEqual(found.objections, []);
});

test("a seal that is not the one, or not for this puzzle, is objected to", async () => {
  for (const [changed, words] of [
    [{ puzzles: { 0: "ff".repeat(128) } }, "The server shows another puzzle for you"],
    [{ agreed: "C 1000 0:person" }, `The puzzles hold for 1000 squarings only, not ${SQUARINGS}`],
  ])
    includes((await watch([], [sealed(changed)], kept())).objections, words);
  const again = sealed({ server_commitment: "22".repeat(32) });
  const { objections } = await watch([], [sealed(), again], kept());
  assert.deepEqual(objections, [[1, "The seal was changed after you had seen it."]]);
});

test("a seal that comes late is objected to, however late", async () => {
  for (const [pass, words] of [
    [SEALED_WITHIN, null],
    [SEALED_WITHIN + 100, "The seal came 4.1 s after your puzzle"],
    [12_345, "The seal came 12.3 s after your puzzle: the host may have had the time to look at your seed before"],
  ]) {
    const { objections } = await watch([], [{ pass }, sealed()], kept());
    if (words) includes(objections, words);
    else assert.deepEqual(objections, []);
  }
});

test("who is dealt in has a puzzle in it, and has seen the seal", async () => {
  const { objections } = await watch([], [at("drawing", { server_commitment: "11".repeat(32) })]);
  includes(objections, "You were dealt in without a puzzle of this browser");
  const unsealed = await watch([], [at("drawing")], kept());
  includes(unsealed.objections, "You were not shown the seal before the cards");
});

test("no two tables get the same puzzle", () => {
  // Its factor is told at the one before the other is sealed: windows share nothing of what is still secret.
  const puzzles = [];
  const windows = ["one", "two"].map(
    (table) =>
      new Witness(
        table,
        (_, fields) => puzzles.push(fields.puzzle),
        () => {},
      ),
  );
  const state = (round) => ({
    you: 0,
    phase: round ? "committing" : "lobby",
    chain: { round: 0, hash: "" },
    round,
    game: { chips: false },
  });
  for (const window of windows) window.receive(state(null)); // there is time for what the next round needs
  const before = { ...localStorage };
  for (const window of windows) {
    localStorage.clear(); // what the other window did has not arrived here yet
    for (const [name, value] of Object.entries(before)) localStorage.setItem(name, value);
    window.receive(state(playing));
  }
  assert.equal(new Set(puzzles).size, 2);
});

test("windows that answer at once do not accuse the server", () => {
  // Each has sent a puzzle of its own before it could know of the other's: the one that was taken counts.
  const sent = [];
  const windows = [window(sent), window(sent)];
  const state = { you: 0, chain: HEAD, game: { chips: false } };
  for (const window of windows) {
    localStorage.clear();
    window.receive({ ...state, phase: "committing", round: playing });
  }
  windows[0].done("commit");
  const round = { ...playing, server_commitment: "11".repeat(32), puzzles: { 0: sent[0][1].puzzle } };
  for (const window of windows) window.receive({ ...state, phase: "opening", round });
  assert.deepEqual(
    sent.map(([type]) => type),
    ["commit", "commit", "open", "open"],
  );
  assert.deepEqual(windows[0].objections, []);
});

test("an opening that was acknowledged came in time", () => {
  const [forced] = told.forced;
  const own = { seat: 1, factors: FACTORS[1], server_commitment: forced.server_commitment };
  const words = "you opened your puzzle in time, and the record says so";
  const wrong = (witness) => check(forced, witness).filter(([holds]) => holds === false);
  assert.ok(wrong({ ...own, acknowledged: ["commit", "open"] }).some(([, each]) => each === words));
  assert.ok(!wrong({ ...own, acknowledged: ["commit"] }).some(([, each]) => each === words));
});

// Rounds go on while the browser squares, and the page may be opened anew: the objection comes all the same.
test("a lie about a silent seat is found however long it takes", async () => {
  const [record] = told.forced;
  const lie = { ...record, openings: { ...record.openings, 1: { forced: "00".repeat(128) } } };
  const silent = "NOT SO: seat 2 had gone silent, and its puzzle holds what the server found by squaring";
  const tells = ({ objections }) => objections.some(([round, words]) => round === 1 && words === silent);
  for (const [one, found] of [
    [lie, true],
    [record, false],
  ]) {
    const seen = await watch([one], [{ round: 0, chain: HEAD }, { round: 1 }]);
    assert.equal(tells(seen), found);
    assert.deepEqual(seen.unsquared, []);
  }
  const head = { round: 1, hash: recordHash(lie) };
  const known = { 1: { hash: head.hash }, chain: head, unsquared: [1] };
  assert.ok(tells(await watch([lie], rounds(1), known)));
  const seen = await watch([record], [{ round: 1, chain: head }], known);
  includes(seen.objections, "The record has changed since this browser saw it.");
  assert.deepEqual(seen.unsquared, [1]); // it is still not known
});

// The last one: what the store does not take stays in memory for as long as the page is open.
test("a browser that can keep nothing checks all the same", async () => {
  setRoom(0);
  assert.deepEqual((await watch([], [{ round: 0, chain: HEAD }])).objections, []);
  const { objections } = await watch(told.one_lie, rounds(1));
  includes(objections, "NOT SO: the deck follows from all seeds together");
});

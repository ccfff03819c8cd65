// A browser's witness with a fake store, a fake network and a clock that stands still: what it objects to, and what not.
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { setRoom, vectors } from "./here.js";

const { Witness } = await import("/page/fairness/witness.js");
const { check, firstLink, nonceCommitment, recordHash, serverCommitment } = await import("/page/fairness/shuffle.js");
const { checkRecord } = await import("/page/fairness/seen.js");
const { read, write } = await import("/page/lib/store.js");
const told = vectors();
const NONCES = told.nonces;
const HEAD = { round: 0, hash: firstLink("table") };
const OTHER = "00".repeat(32);

mock.timers.enable({ apis: ["Date"], now: 1e12 });

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

// What an honest server has committed to after a round.
const promised = (list, round) => {
  const next = told.three.find((record) => record.round === round + 1);
  const said = list.find((record) => record.round === round)?.next_commitment;
  return said ?? (next ? serverCommitment("table", round + 1, next.server_seed) : "");
};

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
    if (look.done) windows[0].done(look.done, 0);
    if (look.change) records[look.change.round] = look.change;
    if (look.lose) delete records[look.lose];
    if (look.round === undefined) continue;
    const chain = look.chain ?? { round: look.round, hash: recordHash(records[look.round] ?? {}) };
    later = Boolean(look.later);
    const you = look.later === "watching" ? null : 0;
    await Promise.all(
      windows.map((each) =>
        each.receive(
          at({ you, chain, next: { ...NEXT, round: look.round + 1, commitment: promised(list, look.round) } }),
        ),
      ),
    );
  }
  const { objections } = windows[0];
  const head = read("fivecard table chain");
  localStorage.clear();
  return { objections, sent, head };
}

// A state between hands, at which Ann looks; nonces that she knows are those of her commitments.
const seat = (number, more = {}) => ({
  name: ["Ann", "Bob"][number],
  commitment: nonceCommitment("table", NONCES[number]),
  stack: 100,
  ready: false,
  away: false,
  out: "",
  ...more,
});
const NEXT = { round: 1, commitment: "11".repeat(32), anew: 0, anew_by: [] };
const at = (more = {}) => ({
  you: 0,
  seq: 5,
  round: null,
  phase: "lobby",
  chain: HEAD,
  sealed: false,
  substitute: "nobody",
  refused: "",
  rules: told.three[0].rules,
  game: { stakes: "ante 10" },
  host: 1,
  seats: [seat(0), seat(1)],
  next: NEXT,
  ...more,
});
const PLAYER = { seat: 0, name: "Ann", level: null, person: true, stack: 100, drew: [], up: [] };
const playing = (more = {}) => ({
  number: 1,
  me: 0,
  players: [PLAYER, { ...PLAYER, seat: 1, name: "Bob" }],
  hand: [],
  board: [],
  pot: 0,
  anew: 0,
  anew_by: [],
  ...more,
});
const know = (...nonces) =>
  write("fivecard table nonces", Object.fromEntries(nonces.map((nonce) => [nonceCommitment("table", nonce), nonce])));

const rounds = (...numbers) => numbers.map((round) => ({ round }));

// The chain

test("an honest table gets no objection in two windows", async () => {
  const found = await watch(told.three, [...rounds(1, 2, 3), { reload: 1 }, { round: 3 }]);
  assert.deepEqual(found.objections, []);
  assert.equal(found.head.round, 3);
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
  const altered = { ...told.three[1], lines: ["Host wins."] };
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

test("the seed of a hand is the one that the hand before committed to", async () => {
  const [first, second] = told.three;
  const other = { ...second, server_seed: OTHER };
  const words = "The server’s seed is not the one that it had committed to before this hand.";
  includes((await watch([first, other], rounds(1, 2))).objections, words);
  const { objections } = await watch([first, second], rounds(1, 2));
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
  localStorage.setItem("fivecard new 1", JSON.stringify({ committed: 2e12, nonce: "ab" }));
  const text = "x".repeat(100_000);
  for (let n = 0; n < 80; n++) write(`fivecard old ${1000 + n}`, { committed: 1e12 + n, text });
  assert.equal(read("fivecard new 1").nonce, "ab");
  assert.equal(read("fivecard old 1079").committed, 1e12 + 79);
  assert.equal(read("fivecard old 1000"), null);
});

// The shuffle

const types = (sent) => sent.map(([type]) => type);

test("being ready opens the nonce that the server knows of, and commits to another", () => {
  know(NONCES[0]);
  const sent = [];
  const one = window(sent);
  one.receive(at());
  const { nonce, commitment } = one.begin(at());
  assert.equal(nonce, NONCES[0]);
  assert.equal(nonceCommitment("table", one.nonces[commitment]), commitment);
  assert.ok(!Object.values(one.nonces).includes(nonce));
  const { commitments, server_commitment } = one.kept(1);
  assert.deepEqual(commitments, { 1: nonceCommitment("table", NONCES[1]) });
  assert.equal(server_commitment, NEXT.commitment);
  assert.deepEqual([sent, one.objections], [[], []]);
});

test("a browser that has lost its nonce commits anew, once, and is ready when the server knows", () => {
  const sent = [];
  const one = window(sent);
  one.receive(at());
  one.receive(at());
  assert.deepEqual(types(sent), ["commit"]);
  assert.equal(one.begin(at()), null);
  const [[, { commitment }]] = sent;
  one.receive(at({ seats: [seat(0, { commitment }), seat(1)] }));
  assert.deepEqual(types(sent), ["commit", "begin"]);
  assert.equal(nonceCommitment("table", sent[1][1].nonce), commitment);
  one.receive(at({ seats: [seat(0, { commitment }), seat(1)] }));
  assert.equal(sent.length, 2);
});

test("no two tables and no two hands have the same nonce", () => {
  const commitments = ["one", "two"].flatMap((table) => {
    const each = new Witness(
      table,
      () => {},
      () => {},
    );
    return [each.commitment(), each.commitment()];
  });
  assert.equal(new Set(commitments).size, 4);
});

test("what the server has committed to stays", () => {
  const one = window([]);
  know(NONCES[0]);
  one.receive(at());
  one.receive(at({ next: { ...NEXT, commitment: "22".repeat(32) } }));
  includes(one.objections, "The server has committed to another seed for this hand than it had before.");
});

test("who is dealt in has opened a nonce for it", () => {
  know(NONCES[0]);
  const one = window([]);
  one.receive(at({ phase: "playing", round: playing(), next: { ...NEXT, round: 2, commitment: "" } }));
  includes(one.objections, "You were dealt in without a nonce of this browser");
});

// A browser that is ready for the first hand, before anybody answers.
function ready(state = at()) {
  localStorage.clear();
  know(NONCES[0]);
  const sent = [];
  const one = window(sent);
  one.receive(state);
  const fields = one.begin(state);
  one.sends("begin", fields);
  const { nonce, commitment } = fields;
  return { one, sent, nonce, next: commitment, told: () => one.objections.map(([, words]) => words) };
}

// ... and that has arrived, with what it says in the state that follows.
function after(change) {
  const { one, next, told } = ready();
  one.receive(at({ seats: [seat(0, { ready: true }), seat(1)] }));
  one.done("begin", 5);
  one.receive(at(change(next)));
  return told();
}

const LATER = { next: { ...NEXT, round: 2 }, chain: { round: 1, hash: "" }, sealed: true };
const DEALT = { phase: "playing", next: { ...NEXT, round: 2, commitment: "" } };
const mine = (commitment, more) => ({ seats: [seat(0, { commitment, ...more }), seat(1)] });
const anew = (...by) => ({ next: { ...NEXT, anew: by.length, anew_by: by } });
const LOST = "You were ready for this hand, and the server says that you are not.";
const THROWN =
  "You were ready for this hand, and it is begun anew though nobody has gone: somebody may not have liked the deck.";

test("who was ready is dealt in", () => {
  assert.deepEqual(
    after((next) => ({ ...DEALT, ...mine(next), round: playing() })),
    [],
  );
  for (const commitment of [undefined, "ab".repeat(32)])
    assert.deepEqual(
      after((next) => ({ ...DEALT, ...mine(commitment ?? next), round: playing({ me: null }) })),
      ["You were ready for this hand, and were not dealt in."],
    );
});

test("who is ready stays ready", () => {
  assert.deepEqual(
    after(() => ({ seats: [seat(0, { ready: true }), seat(1)] })),
    [],
  );
  for (const change of [
    () => ({}),
    () => mine("ab".repeat(32)),
    () => ({ seats: [seat(0, { away: true }), seat(1)] }),
    () => ({ seats: [seat(0, { out: "asked" }), seat(1)] }),
  ])
    assert.deepEqual(after(change), [LOST]);
  assert.deepEqual(
    after(() => ({ ended: true })),
    [],
  );
  const { one, told } = ready();
  one.receive(at()); // of before it arrived
  one.done("begin", 6);
  assert.deepEqual(told(), []); // the answer was quicker than its state
  one.receive(at({ seq: 6 }));
  assert.deepEqual(told(), [LOST]);
  const forgotten = ready();
  forgotten.one.done("begin", 5); // acknowledged, and treated as if it had never come
  assert.deepEqual(forgotten.told(), [LOST]);
  const later = ready();
  later.one.done("begin", 1e15); // a number that never comes
  later.one.receive(at({ seq: 200 }));
  assert.deepEqual(later.told(), [LOST]);
});

test("a second nonce for a hand is counted by the name of who has gone, or is the host's doing", () => {
  const three = (next, more) => [seat(0, { commitment: next }), seat(1), { ...seat(1), name: "Cy", ...more }];
  for (const [change, counted, told] of [
    [(next) => ({ ...mine(next), ...anew(["Bob"]) }), [["Bob", 1]], []],
    [(next) => ({ seats: three(next), ...anew(["Dee", "Bob"]) }), [["Bob", 1]], []],
    [(next) => ({ seats: three(next), ...anew([]) }), [], [THROWN]], // Cy is new, and has committed in time
    [(next) => ({ seats: three(next, { late: true }), ...anew(["Bob"]) }), [["Bob", 1]], []],
    [(next) => mine(next), [], [THROWN]],
    [(next) => ({ ...mine(next), ...anew(["Eve"]) }), [], [THROWN]], // who was not here
    [(next) => ({ ...mine(next), ...anew(["Ann"]) }), [], [THROWN]], // who did not go
  ]) {
    const { one, next, told: objections } = ready();
    one.done("begin", 6);
    one.receive(at({ seq: 6, seats: [seat(0, { ready: true }), seat(1)] }));
    one.receive(at({ seq: 7, ...change(next) }));
    assert.ok(one.begin(at({ seq: 7, ...change(next) })));
    assert.deepEqual(one.leftOut, counted);
    assert.deepEqual(objections(), told);
  }
});

test("who was ready and lost the connection begins anew only by name", () => {
  for (const [by, counted, objections] of [
    ["Ann", [["Ann", 1]], []],
    ["", [], [THROWN]],
  ]) {
    const { one, next, told } = ready();
    one.done("begin", 6);
    one.receive(at({ seq: 6, seats: [seat(0, { ready: true }), seat(1)] }));
    one.again();
    const state = at({ seq: 7, ...mine(next), ...(by ? anew([by]) : {}) });
    one.receive(state);
    assert.deepEqual(told(), []);
    assert.ok(one.begin(state));
    assert.deepEqual(one.leftOut, counted);
    assert.deepEqual(told(), objections);
  }
});

test("who leaves and sits down again begins anew, which is nobody's doing", () => {
  const { one, told } = ready();
  one.done("begin", 6);
  one.sends("leave");
  one.receive(at({ seq: 7, you: null }));
  const commitment = one.commitment();
  one.receive(at({ seq: 8, ...mine(commitment) }));
  assert.ok(one.begin(at({ seq: 8, ...mine(commitment) })));
  assert.deepEqual([one.leftOut, told()], [[], []]);
});

test("who had committed and is not dealt in is counted, whatever the name", () => {
  know(NONCES[0]);
  const one = window([]);
  const names = ["Cy", "__proto__", "Di"];
  const state = at({ seats: [seat(0), ...names.map((name) => ({ ...seat(1), name }))] });
  one.receive(state);
  const { commitment } = one.begin(state);
  const players = [PLAYER, { ...PLAYER, seat: 1, name: "Cy", level: "nobody" }]; // who was dealt in, and has left
  one.receive({
    ...state,
    ...DEALT,
    seats: [seat(0, { commitment }), ...state.seats.slice(1)],
    round: playing({ players }),
  });
  assert.deepEqual(one.leftOut, [
    ["__proto__", 1],
    ["Di", 1],
  ]);
  assert.deepEqual(one.kept(1).people, [0, 1]);
});

test("a hand that was dealt is not asked for again", () => {
  const { one, next } = ready();
  one.receive(at({ ...DEALT, ...mine(next), round: playing() }));
  one.receive(at(mine(next)));
  assert.deepEqual(one.objections, []); // it was on its way before
  one.receive(at({ seq: 6, ...mine(next) }));
  includes(one.objections, "This hand was dealt, and is asked for again.");
});

test("computers play on the seats that nobody has", () => {
  for (const [players, objections] of [
    [2, ["There are not as many computers in this hand as there are seats."]],
    [3, []],
  ]) {
    const state = at({ substitute: "sharp", seats: [seat(0), seat(1), { name: null }] });
    const { one, next, told } = ready(state);
    const round = playing({
      players: [PLAYER, ...[1, 2].map((each) => ({ ...PLAYER, seat: each, level: "sharp", person: false }))].slice(
        0,
        players,
      ),
    });
    one.receive({ ...state, ...DEALT, seats: [seat(0, { commitment: next }), ...state.seats.slice(1)], round });
    assert.deepEqual(told(), objections);
  }
});

test("what happens without a connection, or after leaving, is nobody's fault", () => {
  for (const change of [
    () => ({}),
    (next) => mine(next),
    (next) => ({ ...DEALT, ...mine(next), round: playing({ me: null }) }),
  ])
    for (const go of [(one) => one.again(), (one) => one.sends("sitout"), (one) => one.sends("leave")]) {
      const { one, next, told } = ready();
      one.done("begin", 6);
      one.receive(at({ seq: 6, seats: [seat(0, { ready: true }), seat(1)] }));
      go(one);
      one.receive(at({ seq: 7, ...change(next) }));
      assert.deepEqual(told(), []);
    }
});

test("a seat that goes to another device of its person is nobody's fault, for as long as the code is good", () => {
  const unseated = (go) => {
    const { one, told } = ready();
    one.done("begin", 6);
    go(one);
    one.receive(at({ seq: 7, you: null }));
    return told();
  };
  const words = "You were ready for this hand, and the server says that you have no seat.";
  assert.deepEqual(
    unseated(() => {}),
    [words],
  );
  assert.deepEqual(
    unseated((one) => one.sends("handover")),
    [],
  );
  for (const [milliseconds, excused] of [
    [100_000, true],
    [200_000, false],
  ]) {
    localStorage.clear();
    know(NONCES[0]);
    const one = window([]);
    one.receive(at());
    one.sends("handover");
    one.done("handover", 0);
    mock.timers.tick(milliseconds);
    assert.ok(one.begin(at()));
    assert.equal(one.kept(1).excused, excused);
  }
});

test("the device that hands a seat over does not know what the other one does in the hand", () => {
  const { one, next } = ready();
  one.receive(at({ ...DEALT, ...mine(next), round: playing() }));
  assert.equal(one.kept(1).handed, false);
  one.sends("handover");
  assert.equal(one.kept(1).handed, true);
  const [record] = told.one;
  const wrong = (more) => checkRecord(record, { player: 0, acts: [{ do: "none", seq: 1 }], ...more });
  const words = "you did what the record says, and nothing else";
  const about = (results) => results.filter(([, each]) => each === words).map(([holds]) => holds);
  assert.deepEqual(about(wrong({})), [false]);
  assert.deepEqual(about(wrong({ handed: true })), []);
});

test("a device that takes a seat over plays on in the hand of the other one's nonce, and in no later one", () => {
  const sent = [];
  const one = window(sent);
  const other = nonceCommitment("table", NONCES[1]);
  const inHand = (number, commitment) =>
    at({
      seq: 10 * number,
      phase: "playing",
      round: playing({ number }),
      next: { ...NEXT, round: number + 1, commitment: "" },
      seats: [seat(0, { commitment }), seat(1)],
    });
  one.receive(at({ seq: 9, you: null }));
  one.sends("takeover", { code: "code" });
  one.receive(inHand(1, other));
  one.done("takeover", 10);
  assert.deepEqual([one.objections, types(sent)], [[], ["commit"]]);
  const [[, { commitment }]] = sent;
  one.receive({ ...inHand(1, commitment), seq: 11 });
  assert.deepEqual(one.objections, []);
  one.receive(inHand(2, commitment));
  includes(one.objections, "You were dealt in without a nonce of this browser");
});

test("a seat that comes back from another device is nobody's doing, nor is the hand that lies there its own", () => {
  for (const isPlaying of [true, false]) {
    const { one, sent, told } = ready();
    one.done("begin", 6);
    one.sends("handover");
    one.receive(at({ seq: 7, you: null }));
    one.sends("takeover", { code: "code" });
    const theirs = mine(nonceCommitment("table", NONCES[2]));
    one.receive(at({ seq: 8, ...theirs, ...(isPlaying ? { ...DEALT, round: playing() } : {}) }));
    one.done("takeover", 8);
    assert.deepEqual(types(sent), ["commit"]);
    assert.equal(one.kept(1).player, undefined); // or its record would be held against a nonce that is not this one
    const [[, { commitment }]] = sent;
    const state = at({ seq: 9, ...mine(commitment), ...(isPlaying ? { ...DEALT, round: playing() } : {}) });
    one.receive(state);
    if (!isPlaying) assert.notEqual(one.begin(state).nonce, NONCES[0]);
    assert.deepEqual([one.leftOut, told()], [[], []]);
  }
});

test("a window that is behind the one that took a seat over takes no older hand for its own", () => {
  const sent = [];
  const [one, other] = [window(sent), window([])];
  for (const each of [one, other]) each.receive(at({ seq: 2, you: null }));
  one.sends("takeover", { code: "code" });
  const shown = (seq, commitment) => at({ seq, ...mine(commitment), phase: "shown", round: playing(), ...LATER });
  one.receive(at({ seq: 8, ...mine("ab".repeat(32)), ...LATER, round: playing({ number: 2 }) }));
  const [[, { commitment }]] = sent;
  one.receive(at({ seq: 9, ...mine(commitment), ...LATER, round: playing({ number: 2 }) }));
  other.receive(shown(5, "ab".repeat(32)));
  assert.deepEqual(one.objections, []);
  const now = { ...LATER, phase: "playing", round: playing({ number: 3 }), next: { ...NEXT, round: 4 } };
  other.receive(at({ seq: 10, ...mine(commitment), ...now }));
  includes(one.objections, "You were dealt in without a nonce of this browser");
});

test("who sits down again where another device has left begins anew, which is nobody's doing", () => {
  for (const [go, objections] of [
    [(one) => one.sends("handover"), []],
    [(one) => one.again(), [THROWN]], // a host can say after any break that somebody has no seat
  ]) {
    const { one, told } = ready();
    one.done("begin", 6);
    go(one);
    one.receive(at({ seq: 7, you: null }));
    mock.timers.tick(300_000);
    const commitment = one.commitment();
    one.sends("sit");
    one.receive(at({ seq: 9, ...mine(commitment) }));
    assert.ok(one.begin(at({ seq: 9, ...mine(commitment) })));
    assert.deepEqual([one.leftOut, told()], [[], objections]);
  }
});

test("a seat that is refused to a device is none of its own", () => {
  const one = window([]);
  one.receive(at({ you: null }));
  one.sends("takeover", { code: "code" });
  one.refused("log");
  one.receive(at({ seq: 6, phase: "playing", round: playing(), next: { ...NEXT, round: 2, commitment: "" } }));
  includes(one.objections, "You were dealt in without a nonce of this browser");
});

test("a seat that is given by the second code that was tried is one's own, though the first is refused later", () => {
  const one = window([]);
  one.receive(at({ you: null }));
  for (const code of ["old", "new"]) one.sends("takeover", { code });
  one.refused("no-code");
  one.receive(at({ seq: 6, ...mine("ab".repeat(32)), ...DEALT, round: playing() }));
  assert.deepEqual(one.objections, []);
});

test("who is back in a sit-and-go has not left", () => {
  const { one } = ready();
  one.done("begin", 6);
  for (const type of ["leave", "back"]) {
    one.sends(type);
    one.done(type, 7);
  }
  assert.deepEqual(one.going, {});
});

test("a code for a seat stays good for whoever presses something else meanwhile", () => {
  const { one, told } = ready();
  one.done("begin", 6);
  one.sends("handover");
  mock.timers.tick(100_000); // until the server answers
  one.done("handover", 0);
  one.sends("back");
  one.done("back", 6);
  mock.timers.tick(100_000);
  know(NONCES[0]);
  const state = at({ seq: 6, ...LATER });
  one.begin(state);
  one.keep(2, { arrived: 6 });
  one.receive(at({ seq: 7, you: null, ...LATER }));
  assert.deepEqual(told(), []);
});

test("the next hand is played for what it says beside this one", () => {
  const raised = { game: { stakes: "ante 10" }, next_stakes: "ante 20" };
  for (const [stakes, objections] of [
    ["ante 20", []],
    ["ante 10", ["This hand is not played for what stood there when you were ready."]],
  ]) {
    const { one, next, told } = ready(at(raised));
    one.receive(at({ ...DEALT, ...mine(next), game: { stakes }, round: playing() }));
    assert.deepEqual(told(), objections);
  }
});

test("the password is the first message where there is one", () => {
  const sent = [];
  const one = new Witness(
    "table",
    (type, fields) => {
      one.sends(type, fields);
      sent.push([type, fields]);
    },
    () => {},
  );
  one.sends("enter");
  one.receive(at()); // the state may come before the answer
  one.done("enter", 0);
  one.refused("log"); // of the commitment
  assert.equal(one.begin(at()), null);
  assert.deepEqual(types(sent), ["commit", "commit"]);
});

test("what is none of the server's messages is objected to, and changes nothing", () => {
  for (const wrong of [
    { round: playing({ number: "objections", me: null, show: {} }) },
    { chain: { round: "objections", hash: "" } },
    { next: { ...NEXT, round: 1.5 } },
    { seq: NaN },
    { you: 7 },
  ]) {
    localStorage.clear();
    const one = window([]);
    one.receive(at(wrong));
    assert.deepEqual(one.objections, [[null, "The server sends what is none of its messages."]]);
  }
});

test("what is shown cannot push out what was kept before", () => {
  know(NONCES[0]);
  const one = window([]);
  const show = { hands: [], made: ["x".repeat(30_000)], winners: [], won: [], returned: [] };
  one.receive(at({ phase: "shown", round: playing({ me: null, show }) }));
  includes(one.objections, "too long to be kept");
  assert.equal(one.kept(1).shown, undefined);
});

test("a nonce that is open is sent again for the same hand alone", () => {
  const { one, sent, nonce, next } = ready();
  assert.deepEqual(one.begin(at()), { nonce, commitment: next, seq: 5 });
  const late = { ...seat(1), name: "Cy", commitment: "ef".repeat(32), late: true };
  assert.deepEqual(one.begin(at({ seats: [seat(0), seat(1), late] })), { nonce, commitment: next, seq: 5 });
  for (const other of [
    { seats: [seat(0), seat(1), { ...late, late: false }] }, // who came too late to be vouched for
    { seats: [seat(0), seat(1, { commitment: "ef".repeat(32) })] },
    { next: { ...NEXT, commitment: "22".repeat(32) } },
    { next: { ...NEXT, round: 2 }, chain: { round: 1, hash: "" } },
  ]) {
    const again = ready();
    assert.equal(again.one.begin(at(other)), null);
    assert.deepEqual(types(again.sent), ["commit"]);
    assert.notEqual(again.sent[0][1].commitment, again.next);
  }
  assert.deepEqual(sent, []);
});

// Otherwise whoever came since, and could know it, would count as one of those for whom it was opened.
test("a nonce that is sent again says what this browser knew when it opened it", () => {
  const late = (name) => ({
    ...seat(1),
    name,
    commitment: nonceCommitment("table", name === "Cy" ? OTHER : NONCES[2]),
    late: true,
  });
  const { one, sent, told } = ready();
  const see = (seq, more) => {
    const state = at({ seq, ...more });
    one.receive(state);
    return one.begin(state);
  };
  assert.equal(see(6, { seats: [seat(0), seat(1, { away: true })] }).seq, 6);
  assert.equal(see(7).seq, 7); // Bob is back, with what he had committed to before
  assert.equal(see(8, { seats: [seat(0), seat(1), late("Cy")] }).seq, 7);
  assert.equal(see(9, { seats: [seat(0), seat(1), late("Cy"), late("Di")] }).seq, 7);
  assert.equal(see(10).seq, 10); // they have gone
  assert.equal(see(11, { seats: [seat(0), seat(1), late("Cy")] }).seq, 10);
  assert.deepEqual([sent, told()], [[], []]);
});

test("a nonce that is too old for what others have committed to since is refused, and is followed by another", () => {
  const late = { ...seat(1), name: "Cy", commitment: OTHER, late: true };
  const press = (code, seats) => {
    const { one, sent, told } = ready();
    const state = at({ seq: 8, seats });
    one.receive(state);
    one.refused(code);
    const again = one.begin(state);
    if (again) return [again.seq, one.leftOut, told()];
    const [[type, { commitment }]] = sent;
    const [, ...rest] = seats;
    const now = at({ seq: 9, seats: [seat(0, { commitment }), ...rest] });
    one.receive(now);
    assert.deepEqual(types(sent), ["commit", "begin"]);
    return [type, one.leftOut, told()];
  };
  assert.deepEqual(press("stale", [seat(0), seat(1), late]), ["commit", [["Cy", 1]], []]);
  assert.deepEqual(press("log", [seat(0), seat(1), late]), [5, [], []]);
  assert.deepEqual(press("stale", [seat(0), seat(1)]), [8, [], []]);
});

test("a window that is behind another one waits until it has caught up", () => {
  know(NONCES[0]);
  const sent = [];
  const [one, other] = [window([]), window(sent)];
  one.receive(at({ seq: 9 }));
  const { nonce } = one.begin(at({ seq: 9 }));
  other.receive(at({ seq: 7 }));
  assert.equal(other.begin(at({ seq: 7 })), null);
  other.receive(at({ seq: 8, ...mine("ab".repeat(32)) })); // nor does it judge, or commit
  assert.deepEqual([sent, one.objections], [[], []]);
  other.receive(at({ seq: 9 }));
  assert.deepEqual(types(sent), ["begin"]);
  assert.equal(sent[0][1].nonce, nonce);
});

test("the server does not go back behind what this browser saw", () => {
  const one = window([]);
  one.receive(at({ seq: 9 }));
  one.receive(at({ seq: 8, you: null })); // those who watch may see what was before
  assert.deepEqual(one.objections, []);
  window([]).receive(at({ seq: 8 }));
  includes(one.objections, "The server has gone back from what this browser saw: to event 8, from 9.");
});

test("an answer belongs to the message that was sent first", () => {
  const { one } = ready();
  one.sends("back");
  one.refused("log"); // of being ready
  one.done("back", 6);
  one.receive(at({ seq: 7 }));
  assert.deepEqual(one.objections, []);
});

test("a commitment that was refused is sent again", () => {
  const sent = [];
  const one = new Witness(
    "table",
    (type, fields) => {
      one.sends(type, fields);
      sent.push([type, fields]);
    },
    () => {},
  );
  one.receive(at());
  one.refused("log");
  assert.equal(one.begin(at()), null);
  assert.deepEqual(types(sent), ["commit", "commit"]);
  assert.deepEqual(sent[0][1].instead, at().seats[0].commitment);
});

test("a nonce that was opened is not opened for another hand, whatever the server says", () => {
  const { one, sent, next } = ready();
  one.receive(at({ ...mine(next), ...anew(["Bob"]) }));
  assert.ok(one.begin(at({ ...mine(next), ...anew(["Bob"]) })));
  assert.equal(one.begin(at()), null); // back to the first commitment
  assert.deepEqual(types(sent), ["commit"]);
});

test("between hands the next is the one after the last record", () => {
  const one = window([]);
  one.receive(at({ next: { ...NEXT, round: 7 } }));
  includes(one.objections, "The server asks for hand 7 after hand 0.");
});

test("records that cannot be had are asked for again, and nobody is accused", async () => {
  const one = window([]);
  globalThis.fetch = async () => {
    throw new TypeError("Failed to fetch");
  };
  await one.receive(at());
  await one.receive(at({ chain: { round: 1, hash: "ab" }, next: { ...NEXT, round: 2 } }));
  includes([[0, one.waiting]], "Hands after 0 are not checked yet: Failed to fetch");
  assert.deepEqual(one.objections, []);
});

test("a record is held against what this browser kept", () => {
  const [record] = told.one;
  const { table, round, server_seed } = record;
  const witness = {
    player: 0,
    nonce: NONCES[0],
    commitments: { 1: nonceCommitment("table", NONCES[1]) },
    server_commitment: serverCommitment(table, round, server_seed),
  };
  const wrong = (more) =>
    check(record, { ...witness, ...more })
      .filter(([holds]) => !holds)
      .map(([, words]) => words);
  assert.deepEqual(wrong({}), []);
  assert.deepEqual(wrong({ nonce: OTHER }), ["your nonce is the one that this browser made"]);
  assert.deepEqual(wrong({ commitments: {} }), ["Bób 🂡 had committed to a nonce before you opened yours"]);
  assert.deepEqual(wrong({ commitments: { 1: OTHER } }), ["Bób 🂡 had committed to a nonce before you opened yours"]);
  assert.deepEqual(wrong({ server_commitment: OTHER }), [
    "the server’s seed is the one that it had committed to before you were ready",
  ]);
});

// The last one: what the store does not take stays in memory for as long as the page is open.
test("a browser that can keep nothing checks all the same", async () => {
  setRoom(0);
  assert.deepEqual((await watch([], [{ round: 0, chain: HEAD }])).objections, []);
  const { objections } = await watch(told.one_lie, rounds(1));
  includes(objections, "NOT SO: the deck follows from the server’s seed and the nonces of all");
});

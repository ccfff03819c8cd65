// The table: takes each state that the server sends, and sends what the person does. The server decides everything.
/** @import { TableView, Told } from "/page/lib/types.d.ts" */
/** @import { Act, Playing } from "/page/fairness/records.d.ts" */

import { fairness, object, report } from "/page/fairness/checks.js";
import { checkSeen } from "/page/fairness/chips.js";
import { download, fetchRound, showChecks } from "/page/fairness/record.js";
import { checkPlay, standingsOf } from "/page/fairness/rules.js";
import { fingerprint, isRefused, Witness } from "/page/fairness/witness.js";
import { $, backPicture, fill, make, setText } from "/page/lib/dom.js";
import { wordsOf } from "/page/lib/errors.js";
import * as answers from "/page/lib/press_guard.js";
import { showDeck } from "/page/lib/settings.js";
import { read, witnessKey, write } from "/page/lib/store.js";
import { counted, lost, myTurn, sitsOut } from "/page/lib/words.js";
import { showMoves, whenProofIsWanted } from "/page/table/actions.js";
import { tick } from "/page/table/clock.js";
import { toggle } from "/page/table/dock.js";
import { prepareGuide } from "/page/table/guide.js";
import { showHint } from "/page/table/hint.js";
import { prepareMenu } from "/page/table/menu.js";
import { closePanel, openPanel, preparePanel } from "/page/table/panel.js";
import { decision } from "/page/table/pre_actions.js";
import { show, whenSeatIsChosen } from "/page/table/render.js";
import { notice, session, table } from "/page/table/session.js";
import { renewSummary } from "/page/table/summary.js";
import { listenAnew, prepareTalk } from "/page/table/talk.js";
import { showVerdict } from "/page/table/verdict.js";

const standingsKey = `fivecard ${table} standings`;
/** @type {WebSocket} */
let socket;
/** @type {{ round: number, thrown?: string[], act?: Act } | null} */
let sent = null; // what was done last, until the server has answered
let verified = ""; // what was checked last
let retry = 500;
let seq = 0; // of the last state
/** @type {number | null} */
let wanted = null; // the seat that somebody chose, until the server has answered
let asked = false; // whether it was asked for on this connection

function connect() {
  socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/t/${table}/socket`);
  socket.addEventListener("open", () => {
    retry = 500;
    asked = false;
    sent = null; // whether it arrived is not known
    witness.again();
    answers.askAgain();
    listenAnew();
    notice("");
  });
  socket.addEventListener("message", (event) => receive(JSON.parse(event.data)));
  socket.addEventListener("close", ({ code, reason }) => {
    if (code === 1013) retry = 8000; // full
    notice(`${lost(code, reason)} Trying again ...`, { still: true });
    setTimeout(connect, retry);
    retry = Math.min(retry * 1.7, 8000);
  });
}

const connected = () => socket.readyState === WebSocket.OPEN && seq > 0;

/** @type {(type: string, fields?: object) => void} */
function send(type, fields = {}) {
  if (!connected()) return notice("There is no connection at the moment.");
  const number = session.state?.round?.number;
  if (number) noteSent(number, type, fields);
  witness.sends(type);
  socket.send(JSON.stringify({ type, seq, ...fields }));
}
session.send = send;
session.begin = () => {
  const fields = session.state && witness.begin(session.state);
  if (session.state && isRefused(session.state)) return notice(whyRefused(session.state));
  if (fields) send("begin", fields); // or else it is sent when the server knows what this browser has committed to anew
};
const witness = new Witness(table, send, showWitness);

/** @type {(message: Told) => void} */
export function receive(message) {
  if (message.type === "state") {
    seq = message.seq; // before anything answers this state
    witness.receive(message);
    remember(message);
    show(message);
    showWitness();
    setText($("chain"), fingerprint(message.chain.hash));
    if (message.you !== null) wanted = null;
    else if (wanted !== null && !asked) sit(message.seats[wanted].name ? freeSeat() : wanted);
    const ahead = myTurn(message) ? decision(message) : null;
    if (ahead) send("act", ahead);
    if (message.round?.show) verifyRound(/** @type {Playing} */ (message));
  } else if (message.type === "done") {
    witness.done(message.of, message.seq);
    if (message.of === "discard" || message.of === "act") noteAnswer(true);
  } else if (message.type === "error") {
    wanted = null;
    noteAnswer(false);
    answers.askAgain();
    showMoves();
    witness.refused();
    notice(message.code === "stale" ? "The table had gone on meanwhile: please look again." : message.message);
  } else if (message.type === "hint") showHint(message, showMoves);
  else if (message.type === "verdict") {
    showVerdict(message);
    if (session.state) renewSummary(session.state);
  }
}

// Why nobody deals now.
/** @type {(state: TableView) => string} */
function whyRefused({ paused, ended }) {
  if (ended) return "The evening has ended.";
  return paused ? "The host has stopped the clock." : "Two players are needed: somebody must sit down.";
}

// What this browser objects to.
function showWitness() {
  for (const [round, words] of witness.objections) object(round, words);
  setText($("unchecked"), witness.waiting);
  const out = witness.leftOut.map(([name, times]) => `${name} (${counted(times, "hand")})`);
  setText(
    $("left-out"),
    out.length ? `Here before a deal, and not dealt in: ${out.join(", ")}. Who knows the deck could choose that.` : "",
  );
}

// Keep what is seen of a round as it is played, to hold the record against.
/** @type {(state: TableView) => void} */
function remember({ round, game }) {
  const kept = round && round.me !== null ? read(witnessKey(table, round.number)) : null;
  if (!kept || !round || round.me === null || game.chips) return;
  const drew = Object.fromEntries(
    round.players.flatMap((player, number) => player.drew.map((count) => [number, count])),
  );
  const final = round.players[round.me].drew.length ? { final: round.hand } : {};
  keep(round.number, { ...final, ...kept, drew: { ...drew, ...kept.drew } }); // what was seen first stays
}

// What this browser did is known only when the server has answered: until then, and if it never does, it says nothing of it.
/** @type {(round: number, type: string, fields: { do?: string, to?: number, cards?: string[] }) => void} */
function noteSent(round, type, { do: what, to, cards }) {
  if (type === "discard") sent = { round, thrown: cards };
  if (type !== "act" || !what) return;
  const { acts = [] } = read(witnessKey(table, round)) ?? {};
  sent = { round, act: { do: what, ...(to ? { to } : {}), ...(cards?.length ? { cards: cards.join(" ") } : {}) } };
  keep(round, { acts: null, acts_before: acts });
}

/** @type {(done: boolean) => void} */
function noteAnswer(done) {
  if (!sent) return;
  const { round, thrown, act } = sent;
  const before = read(witnessKey(table, round))?.acts_before;
  if (act && before) keep(round, { acts: done ? [...before, act] : before });
  else if (thrown && done) keep(round, { thrown });
  sent = null;
}

// Add to what is kept of a round that this browser plays in.
/** @type {(round: number, fields: object) => void} */
function keep(round, fields) {
  const key = witnessKey(table, round);
  const kept = read(key);
  if (kept) write(key, { ...kept, ...fields });
}

// Hold everything that is on the screen against the record, and again whenever any of it changes.
/** @type {(shown: Playing) => Promise<void>} */
async function verifyRound(shown) {
  const { number, show: told, players, hand } = shown.round;
  const seen = JSON.stringify([number, told, players, hand, standingsOf(shown), shown.ended]);
  if (verified === seen) return;
  verified = seen;
  if (shown.game.chips && !shown.ended) return showSealed(shown);
  const before = read(standingsKey);
  write(standingsKey, standingsOf(shown));
  try {
    const { record, witness: kept } = await fetchRound(table, number);
    if ("public" in record) throw new Error("it is not whole");
    showChecks(record, kept, checkPlay(record, { state: shown, witness: kept, before }), $("fair"));
    $("download").hidden = false;
  } catch (error) {
    fairness([[false, `the record of this hand can be had and read: ${wordsOf(error)}`]], $("fair"), number, false);
  }
}

// The record of a hand with chips holds what everybody folded: it comes when the table has ended.
/** @type {(shown: Playing) => void} */
function showSealed({ round }) {
  const words =
    `All that the deck of hand ${round.number} follows from was committed to before, and your browser has kept it. What everybody ` +
    "folded stays secret while you play: when the table has ended, your browser checks the deck of every hand.";
  report(checkSeen(round, witness.kept(round.number)), words, $("fair"), round.number);
}

const freeSeat = () => session.state?.seats.findIndex((seat) => !seat.name) ?? -1;

// Ask for a seat. What is asked while there is no connection, or never arrives, is asked again on the next one.
/** @type {(seat: number) => void} */
function sit(seat) {
  wanted = null;
  const name = $("name", HTMLInputElement).value.trim();
  if (!name) {
    notice("Type your name first.");
    return $("name").focus();
  }
  write("fivecard name", name);
  if (seat < 0) return notice("All seats are taken: you can watch.");
  wanted = seat;
  asked = connected();
  if (!asked) return notice("There is no connection at the moment: you sit down as soon as there is one.");
  notice("");
  send("sit", { seat, name, commitment: witness.commitment() });
}

const LETTERS = /** @type {Record<string, string>} */ ({ f: "f", c: "c", r: "r", h: "hint" });

document.addEventListener("keydown", (event) => {
  const { state } = session;
  const { target, key } = event;
  if (!state || event.repeat || event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element)) return;
  if (key === "Escape" && !document.querySelector("dialog[open]")) return closePanel();
  if (target.closest("input:not([type=radio], [type=range]), select, dialog")) return;
  const press = (/** @type {string} */ selector) => {
    const button = $("actions").querySelector(selector);
    if (button instanceof HTMLElement) button.click();
  };
  const letter = key.toLowerCase(); // capitals too
  if (/^[1-7]$/.test(key)) toggle(state.round?.hand[Number(key) - 1], showMoves);
  else if (letter in LETTERS) press(`[data-id="${LETTERS[letter]}"]`);
  else if (letter === "t") {
    openPanel("talk");
    $("text").focus();
    event.preventDefault();
  } else if (key === "Enter" && !target.closest("a, button, summary, label")) press("button.main");
});

$("join").addEventListener("submit", (event) => {
  event.preventDefault();
  sit(freeSeat());
});
$("sit-out").addEventListener("click", () => {
  const { state } = session;
  if (state) send(sitsOut(state) ? "back" : "sitout");
});
$("copy").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(location.href);
    notice("The link is copied: send it to your friends.");
  } catch {
    notice(`The link is ${location.href}`);
  }
});
$("download").addEventListener("click", () => download(table, session.state?.round?.number ?? 0));
new ResizeObserver(([entry]) => {
  entry.target.setAttribute("tabindex", entry.target.scrollHeight > entry.target.clientHeight ? "0" : "-1"); // keys can scroll it
}).observe($("alerts"));

whenSeatIsChosen(sit);
whenProofIsWanted(() => openPanel("deck"));
showDeck();
prepareTalk();
preparePanel();
prepareMenu();
prepareGuide();
backPicture(table); // so that it is there before the deal, as the faces are
$("name", HTMLInputElement).value = read("fivecard name") ?? "";
fill($("fair"), "none", () => [
  make("p", { class: "quiet" }, "After each hand, your browser checks here that nobody chose the deck."),
]);
setInterval(tick, 250);
connect();

// The table: takes each state that the server sends, and sends what the person does. The server decides everything.
/** @import { Told } from "/page/lib/types.d.ts" */
/** @import { Playing } from "/page/fairness/records.d.ts" */

import { download } from "/page/fairness/record.js";
import { fingerprint, Witness } from "/page/fairness/witness.js";
import { $, fill, make, setText } from "/page/lib/dom.js";
import { withNames } from "/page/lib/names.js";
import * as answers from "/page/lib/press_guard.js";
import { showDeck } from "/page/lib/settings.js";
import { read, write } from "/page/lib/store.js";
import { capital, myTurn, OFFLINE } from "/page/lib/words.js";
import { showMoves } from "/page/table/actions.js";
import { backPicture } from "/page/table/back.js";
import { tick } from "/page/table/clock.js";
import { Connection } from "/page/table/connection.js";
import { askForSeat, readSeatCode, showSeatLink } from "/page/table/devices.js";
import { prepareDock } from "/page/table/dock.js";
import { prepareGuide } from "/page/table/guide.js";
import { showHint } from "/page/table/hint.js";
import { openInvite } from "/page/table/invite.js";
import { prepareKeys } from "/page/table/keys.js";
import { prepareMenu } from "/page/table/menu.js";
import { buyAwaited } from "/page/table/money.js";
import { openPanel, preparePanel } from "/page/table/panel.js";
import { askPassword, unlocked } from "/page/table/password.js";
import { decision } from "/page/table/pre_actions.js";
import { checkHand, showWitness } from "/page/table/proof.js";
import { prepareSkip, show } from "/page/table/render.js";
import { notice, session, table, ui } from "/page/table/session.js";
import { renewSummary } from "/page/table/summary.js";
import { listenAnew, prepareTalk } from "/page/table/talk.js";
import { showVerdict } from "/page/table/verdict.js";

const connection = new Connection(opened, receive);
/** @type {(type: string, fields?: object) => void} */
const send = (type, fields = {}) => {
  if (!connection.isOpen) return notice(OFFLINE, { wrong: true });
  witness.sends(type, fields);
  connection.send(type, fields);
};
const witness = new Witness(table, send, () => showWitness(witness));

function opened() {
  ui.seatAsked = false;
  witness.again();
  answers.askAgain();
  listenAnew();
}

/** @type {(message: Told) => void} */
export function receive(message) {
  if (message.type === "state") {
    connection.seq = message.seq; // before anything answers this state
    witness.receive(message);
    show(message);
    showWitness(witness);
    setText($("chain"), fingerprint(message.chain.hash));
    if (message.you !== null) ui.wanted = null;
    else if (ui.wanted !== null && !ui.seatAsked) sit(message.seats[ui.wanted].name ? freeSeat() : ui.wanted);
    const ahead = myTurn(message) ? decision(message) : null;
    if (ahead) send("act", ahead);
    buyAwaited(message);
    askForSeat(message);
    if (message.round?.show) checkHand(/** @type {Playing} */ (message), witness);
  } else if (message.type === "locked") askPassword();
  else if (message.type === "done") {
    witness.done(message.of, message.seq);
    if (message.of === "enter") unlocked();
    else if (message.of === "again" && ui.state?.next_table) location.assign(`/t/${ui.state.next_table}`);
  } else if (message.type === "error") {
    ui.wanted = null;
    answers.askAgain();
    showMoves();
    witness.refused(message.code);
    notice(
      message.code === "stale"
        ? "The table had gone on meanwhile: please look again."
        : withNames(capital(`${message.message}.`), ui.state?.seats.map(({ name }) => name) ?? []),
      {
        wrong: true,
      },
    );
  } else if (message.type === "seatlink") {
    witness.done("handover", 0);
    showSeatLink(message);
  } else if (message.type === "hint") {
    witness.done(message.type, 0);
    showHint(message, showMoves);
  } else if (message.type === "verdict") {
    showVerdict(message);
    if (ui.state) renewSummary(ui.state);
  }
}

// Be ready for the next hand; or else it is said so when the server knows what this browser has committed to anew.
function begin() {
  const { state } = ui;
  if (!state) return;
  const fields = witness.begin(state);
  if (state.refused) {
    answers.askAgain(); // it is the same question when somebody comes
    notice(`${capital(state.refused)}.`);
  } else if (fields) send("begin", fields);
}

const freeSeat = () => ui.state?.seats.findIndex((seat) => !seat.name) ?? -1;

// Ask for a seat. What is asked while there is no connection, or never arrives, is asked again on the next one.
/** @type {(seat: number) => void} */
function sit(seat) {
  ui.wanted = null;
  const name = $("name", HTMLInputElement).value.trim();
  if (!name) {
    notice("Type your name first.");
    return $("name").focus();
  }
  write("fivecard name", name);
  if (seat < 0) return notice("All seats are taken: you can watch.");
  ui.wanted = seat;
  ui.seatAsked = connection.isOpen;
  if (!ui.seatAsked) return notice("There is no connection at the moment: you sit down as soon as there is one.");
  notice("");
  send("sit", { seat, name, commitment: witness.commitment() });
}

$("join").addEventListener("submit", (event) => {
  event.preventDefault();
  sit(freeSeat());
});
$("sit-out").addEventListener("click", () => {
  if (ui.state) send(ui.state.sits_out ? "back" : "sitout");
});
$("download").addEventListener("click", () => download(table, ui.state?.round?.number ?? 0));
new ResizeObserver(([entry]) => {
  entry.target.setAttribute("tabindex", entry.target.scrollHeight > entry.target.clientHeight ? "0" : "-1"); // keys can scroll it
}).observe($("alerts"));

/** @type {(password: string) => void} */
const enter = (password) => {
  witness.sends("enter");
  connection.say({ type: "enter", password });
};

Object.assign(session, { send, enter, begin, sit, invite: openInvite, showProof: () => openPanel("deck") });
$("copy").addEventListener("click", openInvite);
showDeck();
prepareDock();
prepareTalk();
preparePanel();
prepareMenu();
prepareGuide();
prepareKeys();
readSeatCode();
prepareSkip();
backPicture(table); // so that it is there before the deal, as the faces are
$("name", HTMLInputElement).value = read("fivecard name") ?? "";
fill($("fair"), "none", () => [
  make("p", { class: "quiet" }, "After each hand, your browser checks here that nobody chose the deck."),
]);
setInterval(tick, 250);
connection.watch();
connection.connect();

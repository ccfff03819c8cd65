// The table: shows each state that the server sends, and sends what the person does. The server decides everything.
import { check, hex, seatCommitment, unhex, witnessKey } from "/page/fair.js";
import { backPicture, fairness, fourColours, make, picture, spoken } from "/page/show.js";

const table = location.pathname.split("/")[2];
const $ = (id) => document.getElementById(id);
let socket = null;
let state = null;
let received = 0; // when the state came, for the clock
let chosen = new Set(); // cards that are to go
let asked = ""; // what has been sent by itself for this round, so that it is sent once
let shownRound = 0;
let dealtRound = 0;
let retry = 500;

function connect() {
  socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/t/${table}/socket`);
  socket.addEventListener("open", () => {
    retry = 500;
    asked = "";
    notice("");
  });
  socket.addEventListener("message", (event) => receive(JSON.parse(event.data)));
  socket.addEventListener("close", ({ code, reason }) => {
    if (code === 1013) retry = 8000; // full: it says so
    notice(code === 1013 ? `${reason}. Trying again ...` : "The connection is lost. Trying again ...");
    setTimeout(connect, retry);
    retry = Math.min(retry * 1.7, 8000);
  });
}

function send(type, fields = {}) {
  if (socket.readyState === WebSocket.OPEN && state) socket.send(JSON.stringify({ type, seq: state.seq, ...fields }));
  else notice("There is no connection at the moment.");
}

function receive(message) {
  if (message.type === "state") {
    state = message;
    received = performance.now();
    playFair();
    render();
  } else if (message.type === "error") {
    if (message.code === "stale") asked = ""; // the next state asks again
    notice(message.code === "stale" ? "The table had gone on meanwhile: please look again." : message.message);
  } else if (message.type === "hint") showHint(message.choices);
}

const notice = (text) => ($("notice").textContent = text);

// Commit to a seed of our own, and open it when the server has committed to its own.
function playFair() {
  const { round, phase } = state;
  if (!round || round.me === null || round.players[round.me].level !== null) return;
  const key = witnessKey(table, round.number);
  const step = `${phase} ${round.number}`;
  if (asked === step) return;
  const mine = round.players[round.me];
  if (phase === "committing" && !mine.committed) {
    // Another window of this browser may have made one already.
    const seed = JSON.parse(localStorage.getItem(key) ?? "null")?.seed ?? hex(crypto.getRandomValues(new Uint8Array(32)));
    localStorage.setItem(key, JSON.stringify({ seat: round.me, seed }));
    asked = step;
    send("commit", { hash: seatCommitment(table, round.number, round.me, unhex(seed)) });
  } else if (phase === "drawing" && mine.drew === null && round.hand.length) {
    const witness = JSON.parse(localStorage.getItem(key) ?? "null"); // the cards as they were dealt are kept too
    asked = step;
    if (witness && !witness.hand) localStorage.setItem(key, JSON.stringify({ ...witness, hand: round.hand }));
  } else if (phase === "opening" && !mine.opened) {
    const witness = JSON.parse(localStorage.getItem(key) ?? "null");
    if (!witness) return;
    if (seatCommitment(table, round.number, round.me, unhex(witness.seed)) !== round.commitments[round.me]) {
      notice("The server shows another commitment than ours. This round is not fair.");
      return;
    }
    if ((witness.server_commitment ?? round.server_commitment) !== round.server_commitment) {
      notice("The server has changed its commitment. This round is not fair.");
      return;
    }
    localStorage.setItem(key, JSON.stringify({ ...witness, server_commitment: round.server_commitment }));
    asked = step;
    send("open", { seed: witness.seed });
  }
}

function render() {
  const { round } = state;
  const seated = state.you !== null;
  say(sentence());
  $("leave").hidden = !seated;
  $("join").hidden = seated;
  $("seats").replaceChildren(...state.seats.map((_, seat) => seatView(seat)));
  hand();
  actions();
  standings();
  document.title = myTurn() ? "Your turn · fivecard" : "fivecard table";
  if (round?.show && shownRound !== round.number) {
    shownRound = round.number;
    verifyRound();
  }
}

// A screen reader hears each sentence once.
function say(text) {
  if ($("status").textContent !== text) $("status").textContent = text;
}

const playerOf = (seat) => state.round?.players.findIndex((player) => player.seat === seat) ?? -1;
const myTurn = () => state.phase === "drawing" && state.round.me !== null && state.round.turn === state.round.me && state.round.players[state.round.me].level === null;

function sentence() {
  const { round, phase, seats, you } = state;
  if (you !== null && seats[you].out) return "You sit out: your browser did not answer the shuffle. Press “I am back” to play again.";
  if (you !== null && seats[you].away) return `You were away${state.fill === "nobody" ? "" : ", and a computer plays for you"}. Press “I am back”.`;
  if (phase === "lobby" && state.void && round && state.void.round === round.number)
    return `The deal came to nothing: ${state.void.reason}. ${you === null ? "" : "Press “Deal” to deal again."}`;
  if (phase === "lobby" && readiness()) return readiness();
  if (phase === "lobby") return you === null ? "Type your name and take a seat, or watch." : "Press “Deal” when everybody is here.";
  if (phase === "committing" || phase === "opening") return "The deck is being shuffled by all of you together ...";
  if (phase === "drawing") {
    if (myTurn()) return `Your turn. Choose up to ${round.most_discards} cards to throw away, or stand pat.`;
    const drew = round.players.filter((player) => player.drew !== null).map((player) => `${player.name} drew ${player.drew || "no cards"}`);
    return `${drew.length ? drew.at(-1) + ". " : ""}It is ${round.players[round.turn].name}’s turn.`;
  }
  return `${round.show.reason} ${readiness()}`.trim();
}

// Whom the next round waits for, once somebody is ready for it.
function readiness() {
  const { seats, you } = state;
  if (!seats.some((seat) => seat.ready)) return "";
  if (you !== null && !seats[you].ready) return "The next round waits for you.";
  const late = seats.filter((seat) => seat.name && seat.connected && !seat.away && !seat.ready).map((seat) => seat.name);
  return late.length ? `Waiting for ${new Intl.ListFormat("en").format(late)}.` : "";
}

function seatView(seat) {
  const { name, away, out, ready, connected, won, rounds } = state.seats[seat];
  const { round, phase } = state;
  const number = playerOf(seat);
  const player = round?.players[number];
  const inPlay = player && phase !== "lobby";
  const wins = round?.show?.winners.includes(number) && phase === "shown";
  const item = make("li", { class: `seat${phase === "drawing" && round.turn === number ? " turn" : ""}${wins ? " won" : ""}` });
  const shown = name ?? (inPlay ? player.name : state.fill === "nobody" ? "free" : `${state.fill} computer`);
  const score = rounds ? `${won} of ${rounds}` : "";
  item.append(make("div", { class: "who" }, make("span", { class: "name" }, shown + (seat === state.you ? " (you)" : "")), make("span", { class: "note" }, score)));
  const notes = [];
  if (name && away) notes.push((out ? "sits out" : "away") + (state.fill === "nobody" ? "" : ", a computer plays"));
  else if (name && !connected) notes.push("not connected");
  else if (ready) notes.push("ready");
  if (inPlay && player.drew !== null) notes.push(player.drew ? `drew ${player.drew}` : "stood pat");
  if (round?.show && phase === "shown" && number >= 0) notes.push(round.show.made[number]);
  item.append(make("div", { class: "note" }, notes.join(" · ")));
  if (inPlay && number >= 0 && ["drawing", "shown"].includes(phase)) {
    const row = make("div", { class: "row" });
    if (phase === "shown") {
      const lifted = new Set(wins ? round.show.made_of[number] : []);
      row.append(...round.show.hands[number].map((card) => picture(card, { class: lifted.has(card) ? "lifted" : "" })));
    } else if (number !== round.me) row.append(...Array.from({ length: 5 }, () => backPicture(table)));
    item.append(row);
  }
  if (!name && state.you === null) {
    item.append(make("button", { type: "button", onclick: () => sit(seat) }, `Take seat ${seat + 1}`));
  }
  return item;
}

function sit(seat) {
  const name = $("name").value.trim();
  if (!name) {
    notice("Type your name first.");
    $("name").focus();
    return;
  }
  localStorage.setItem("fivecard name", name);
  notice("");
  send("sit", { seat, name });
}

function hand() {
  const { round, phase } = state;
  const mine = round && phase === "drawing" && round.me !== null ? round.hand : [];
  const key = mine.join() + phase + fourColours.on + myTurn();
  if ($("hand").dataset.key === key) return;
  $("hand").dataset.key = key;
  chosen = new Set([...chosen].filter((card) => mine.includes(card)));
  const fresh = mine.length && dealtRound !== round.number;
  if (fresh) dealtRound = round.number;
  $("hand").replaceChildren(
    ...mine.map((card, place) =>
      make(
        "button",
        {
          type: "button",
          class: fresh ? "dealt" : "",
          disabled: !myTurn(),
          "aria-pressed": String(chosen.has(card)),
          "aria-label": `${spoken(card)}, card ${place + 1}: throw away`,
          onclick: () => toggle(card),
        },
        picture(card, { alt: "" }),
      ),
    ),
  );
}

function toggle(card) {
  if (!myTurn()) return;
  if (chosen.has(card)) chosen.delete(card);
  else chosen.add(card);
  state.round.hand.forEach((each, place) => $("hand").children[place].setAttribute("aria-pressed", String(chosen.has(each))));
  notice("");
  actions();
}

function actions() {
  const { phase, you, seats } = state;
  const buttons = [];
  const button = (words, act, main = true) => buttons.push(make("button", { type: "button", class: main ? "main" : "", onclick: act }, words));
  if (you !== null && seats[you].away) button("I am back", () => send("back"));
  else if (you !== null && seats[you].ready) buttons.push(make("span", { class: "quiet" }, "You are ready."));
  else if (you !== null && phase === "lobby") button("Deal", () => send("begin"));
  else if (you !== null && phase === "shown") button("Next round", () => send("begin"));
  if (myTurn()) {
    button(chosen.size ? `Throw ${chosen.size} away` : "Stand pat", draw);
    if (state.practice) button("Hint", () => send("hint"), false);
  }
  const focused = document.activeElement?.parentElement === $("actions");
  $("actions").replaceChildren(...buttons);
  if (focused) $("actions").firstElementChild?.focus();
  if (!myTurn()) $("hint").replaceChildren();
  if (phase === "shown") {
    const link = `/t/${table}/rounds/${state.round.number}`;
    $("actions").append(make("a", { href: link }, "Replay of this round"), make("button", { type: "button", onclick: download }, "Download it"));
  }
}

function draw() {
  send("discard", { cards: [...chosen] }); // what has gone is taken from the chosen when the new hand comes
}

function showHint(choices) {
  const percent = (part) => `${(100 * part).toFixed(1)} %`;
  const rows = choices.map(({ keep, share, better }) =>
    make("tr", {}, make("td", {}, keep.join(" ")), make("td", {}, percent(share)), make("td", {}, percent(better))),
  );
  const head = make("tr", {}, make("th", { scope: "col" }, "keep"), make("th", { scope: "col" }, "share of the pot"), make("th", { scope: "col" }, "gets better"));
  $("hint").replaceChildren(make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows)));
}

async function fetchRound() {
  const record = await (await fetch(`/t/${table}/rounds/${state.round.number}.json`)).json();
  const witness = JSON.parse(localStorage.getItem(witnessKey(table, record.round)) ?? "null");
  return { record, witness };
}

async function verifyRound() {
  const { record, witness } = await fetchRound();
  fairness(check(record, witness), $("fair"));
}

async function download() {
  const { record, witness } = await fetchRound();
  const text = JSON.stringify(witness ? { ...record, witness } : record, null, 1);
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  make("a", { href: address, download: `round-${record.round}.json` }).click();
  URL.revokeObjectURL(address);
}

function standings() {
  const rows = state.seats.map((seat, number) => ({ ...seat, who: seat.name ?? `Seat ${number + 1}` })).filter((seat) => seat.rounds);
  if (!rows.length) {
    $("plot").replaceChildren(make("p", { class: "quiet" }, "No round has been played yet."));
    return;
  }
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const add = (tag, attributes, text) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    if (text) element.textContent = text;
    svg.append(element);
  };
  svg.setAttribute("viewBox", `0 0 400 ${rows.length * 26 + 4}`);
  svg.setAttribute("class", "plot");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", rows.map((row) => `${row.who}: ${row.share} of ${row.rounds} pots`).join(", "));
  const most = Math.max(...rows.map((row) => row.share / row.rounds), 0.01);
  rows.forEach((row, i) => {
    add("text", { x: 0, y: 18 + 26 * i }, row.who.slice(0, 16));
    add("rect", { x: 120, y: 6 + 26 * i, width: Math.max(1, (180 * row.share) / row.rounds / most), height: 16, rx: 3 });
    add("text", { x: 310, y: 18 + 26 * i }, `${((100 * row.share) / row.rounds).toFixed(0)} % of pots`);
  });
  const made = rows.map((row) => make("li", {}, `${row.who}: ${Object.entries(row.made).map(([name, count]) => `${name} ${count}`).join(", ")}`));
  $("plot").replaceChildren(svg, make("ul", { class: "quiet" }, ...made));
}

setInterval(() => {
  const left = state?.left;
  const width = left === null || left === undefined || state.phase !== "drawing" ? 0 : Math.max(0, left - (performance.now() - received) / 1000) / state.clock;
  $("clock").style.width = `${100 * Math.min(1, width)}%`;
}, 250);

document.addEventListener("keydown", (event) => {
  if (!state || event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return;
  if (myTurn() && "12345".includes(event.key) && event.key.length === 1) toggle(state.round.hand[Number(event.key) - 1]);
  else if (event.key === "Enter" && !(event.target instanceof HTMLButtonElement) && !(event.target instanceof HTMLAnchorElement)) {
    if (myTurn()) draw();
    else $("actions").querySelector("button.main")?.click();
  }
});

$("join").addEventListener("submit", (event) => {
  event.preventDefault();
  const free = state?.seats.findIndex((seat) => !seat.name) ?? -1;
  if (free >= 0) sit(free);
  else notice("All seats are taken: you can watch.");
});
$("leave").addEventListener("click", () => send("leave"));
$("copy").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(location.href);
    notice("The link is copied: send it to your friends.");
  } catch {
    notice(`The link is ${location.href}`);
  }
});
$("colours").addEventListener("click", () => {
  fourColours.on = !fourColours.on;
  showColours();
  if (state) render();
});
const showColours = () => $("colours").setAttribute("aria-pressed", String(fourColours.on));

showColours();
$("name").value = localStorage.getItem("fivecard name") ?? "";
$("fair").replaceChildren(make("p", { class: "quiet" }, "After each round, your browser checks here that nobody chose the deck."));
connect();

// The table: shows each state that the server sends, and sends what the person does. The server decides everything.
import * as answers from "/page/answers.js";
import { download, fetchRound, showChecks } from "/page/record.js";
import { checkPlay, spoken, standingsOf } from "/page/rules.js";
import { backPicture, fairness, fourColours, make, object, picture, showColours } from "/page/show.js";
import { read, witnessKey, write } from "/page/store.js";
import { Witness, fingerprint } from "/page/witness.js";

const table = location.pathname.split("/")[2];
const standingsKey = `fivecard ${table} standings`;
const $ = (id) => document.getElementById(id);
let socket = null;
let state = null;
let received = 0; // when the state came, for the clock
let chosen = new Set(); // cards that are to go
let sent = null; // the cards that were thrown away, until the server has confirmed it
let sure = null; // the turn at which standing pat was asked for, and waits for a second word
let verified = ""; // what was checked last
let dealtRound = 0;
let retry = 500;
const witness = new Witness(table, send, showWitness);

function connect() {
  socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/t/${table}/socket`);
  socket.addEventListener("open", () => {
    retry = 500;
    witness.again();
    answers.askAgain();
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
    witness.receive(state);
    remember();
    render();
  } else if (message.type === "done") {
    witness.done(message.of);
    if (message.of === "discard" && sent) keep(sent.round, { thrown: sent.cards });
  } else if (message.type === "error") {
    answers.askAgain();
    actions();
    if (message.code === "stale") witness.again(); // the next state asks again
    notice(message.code === "stale" ? "The table had gone on meanwhile: please look again." : message.message);
  } else if (message.type === "hint") showHint(message.choices, message.margin);
}

const notice = (text) => ($("notice").textContent = text);

// What this browser objects to, and the deals that came to nothing, until somebody has taken notice of them.
function showWitness() {
  for (const [round, words] of witness.objections) object(round, words);
  $("voids").replaceChildren(
    ...witness.voids.map(({ round, reason }) =>
      make("p", {}, `The deal of round ${round} came to nothing: ${reason}. `, make("button", { type: "button", onclick: () => witness.acknowledge(round) }, "I have seen it")),
    ),
    ...witness.unsquared.map((round) => make("p", {}, `In round ${round} a seat went silent. Your browser squares its puzzle again, which takes minutes; only then is it known whether somebody chose that deck.`)),
  );
}

// Keep what is seen of a round as it is played, to hold the record against.
function remember() {
  const { round } = state;
  const witness = round && round.me !== null ? read(witnessKey(table, round.number)) : null;
  if (!witness) return;
  const drew = Object.fromEntries(round.players.flatMap((player, number) => player.drew.map((count) => [number, count])));
  const final = !round.players[round.me].drew.length ? {} : { final: round.hand };
  keep(round.number, { ...final, ...witness, drew: { ...drew, ...witness.drew } }); // what was seen first stays
}

// Add to what is kept of a round that this browser plays in.
function keep(round, fields) {
  const key = witnessKey(table, round);
  const witness = read(key);
  if (witness) write(key, { ...witness, ...fields });
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
  showWitness();
  $("chain").textContent = fingerprint(state.chain.hash);
  document.title = myTurn() ? "Your turn · fivecard" : "fivecard table";
  if (round?.show) verifyRound();
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
  if (phase === "lobby" && state.voids.length) return `The deal came to nothing: ${state.voids.at(-1).reason}. ${you === null ? "" : "Press “Deal” to deal again."}`;
  if (phase === "lobby" && readiness()) return readiness();
  if (phase === "lobby") return you === null ? "Type your name and take a seat, or watch." : "Press “Deal” when everybody is here.";
  if (phase === "opening" && round.forcing) return "A seat has gone silent: the server opens its part of the shuffle by computing, which takes a minute or so ...";
  if (phase === "committing" || phase === "opening") return "The deck is being shuffled by all of you together ...";
  if (phase === "drawing") {
    if (myTurn()) return `Your turn. Choose up to ${round.most_discards} cards to throw away, or stand pat.`;
    const drew = round.players.filter((player) => player.drew.length).map((player) => `${player.name} drew ${player.drew[0] || "no cards"}`);
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
  if (inPlay && player.drew.length) notes.push(player.drew[0] ? `drew ${player.drew[0]}` : "stood pat");
  if (round?.show && phase === "shown" && number >= 0) notes.push(round.show.made[number]);
  item.append(make("div", { class: "note" }, notes.join(" · ")));
  if (inPlay && number >= 0 && ["drawing", "shown"].includes(phase)) {
    const row = make("div", { class: "row" });
    if (phase === "shown") {
      const lifted = new Set(wins ? round.show.made_of[number] : []);
      row.append(...round.show.hands[number].map((card) => picture(card, { lifted: lifted.has(card) })));
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
  write("fivecard name", name);
  notice("");
  send("sit", { seat, name });
}

function hand() {
  const { round, phase } = state;
  const mine = round && phase === "drawing" && round.me !== null ? round.hand : [];
  const key = mine.join() + phase + myTurn();
  if ($("hand").dataset.key === key) return;
  $("hand").dataset.key = key;
  chosen = new Set([...chosen].filter((card) => mine.includes(card)));
  const fresh = mine.length && dealtRound !== round.number;
  if (fresh) dealtRound = round.number;
  $("hand").replaceChildren(
    ...mine.map((card, index) =>
      make(
        "button",
        {
          type: "button",
          class: fresh ? "dealt" : "",
          disabled: !myTurn(),
          "aria-pressed": String(chosen.has(card)),
          "aria-label": `${spoken(card)}, card ${index + 1}: throw away`,
          onclick: () => toggle(card),
        },
        picture(card, { label: "" }),
      ),
    ),
  );
}

function toggle(card) {
  if (!myTurn()) return;
  if (chosen.has(card)) chosen.delete(card);
  else chosen.add(card);
  state.round.hand.forEach((each, index) => $("hand").children[index].setAttribute("aria-pressed", String(chosen.has(each))));
  notice("");
  actions();
}

// What is asked of the person now.
function question() {
  const { phase, you, seats, round } = state;
  const turn = `${phase} ${round?.number} ${round?.turn}`;
  if (sure !== turn || !myTurn() || chosen.size) sure = null;
  return `${turn} ${you} ${you !== null && seats[you].away} ${sure !== null}`;
}

function actions() {
  const { phase, you, seats } = state;
  answers.ask(question(), actions);
  const items = [];
  const button = (words, act, main) => items.push(make("button", { type: "button", class: main ? "main" : "", onclick: act }, words));
  const answer = (words, act) => button(words, (event) => answers.take() && act(event), true);
  if (you !== null && seats[you].away) answer("I am back", () => send("back"));
  else if (you !== null && seats[you].ready) items.push(make("span", { class: "quiet" }, "You are ready."));
  else if (you !== null && phase === "lobby") answer("Deal", () => send("begin"));
  else if (you !== null && phase === "shown") answer("Next round", () => send("begin"));
  if (myTurn()) {
    answer(chosen.size ? `Throw ${chosen.size} away` : sure ? "Yes, stand pat" : "Stand pat", draw);
    if (state.practice) button("Hint", () => send("hint"));
  } else $("hint").replaceChildren();
  if (phase === "shown") {
    const { number } = state.round;
    items.push(make("a", { href: `/t/${table}/rounds/${number}` }, "Replay of this round"));
    button("Download it", () => download(table, number));
  }
  // What has not changed stays: a button that is replaced under the finger would not be pressed.
  const key = items.map((item) => item.outerHTML).join();
  if ($("actions").dataset.key !== key) {
    const focused = document.activeElement?.parentElement === $("actions");
    $("actions").dataset.key = key;
    $("actions").replaceChildren(...items);
    if (focused) $("actions").firstElementChild?.focus();
  }
  for (const main of $("actions").querySelectorAll(".main")) main.setAttribute("aria-disabled", String(!answers.open()));
}

// Standing pat by a key is asked for twice: Enter is also what begins a round. A finger on the button knows what it does.
function draw(event) {
  const byKey = !event?.detail;
  if (!chosen.size && byKey && !sure) {
    sure = `${state.phase} ${state.round.number} ${state.round.turn}`;
    notice("Keep all five cards? Press Enter again to stand pat, or choose cards.");
    actions();
    return;
  }
  sent = { round: state.round.number, cards: [...chosen] };
  notice("");
  send("discard", { cards: sent.cards }); // what has gone is taken from the chosen when the new hand comes
}

// Shares are approximate: 19 of 20 are right within the margin.
function showHint(choices, margin) {
  const percent = (part) => `${(100 * part).toFixed(1)} %`;
  const rows = choices.map(({ keep, share, better }) =>
    make("tr", {}, make("td", {}, keep.join(" ")), make("td", {}, `${percent(share)} ± ${(100 * margin).toFixed(1)}`), make("td", {}, percent(better))),
  );
  const head = make("tr", {}, make("th", { scope: "col" }, "keep"), make("th", { scope: "col" }, "share of the pot"), make("th", { scope: "col" }, "gets better"));
  $("hint").replaceChildren(make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows)));
}

// Hold everything that is on the screen against the record, and again whenever any of it changes.
async function verifyRound() {
  const shown = state;
  const { number, show, players, hand } = shown.round;
  const seen = JSON.stringify([number, show, players, hand, standingsOf(shown)]);
  if (verified === seen) return;
  verified = seen;
  const before = read(standingsKey);
  write(standingsKey, standingsOf(shown));
  try {
    const { record, witness } = await fetchRound(table, number);
    await showChecks(record, witness, checkPlay(record, { state: shown, witness, before }), $("fair"));
  } catch (error) {
    fairness([[false, `the record of this round can be had and read: ${error.message}`]], $("fair"), number, false);
  }
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
  if (!state || event.repeat || event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return;
  if (myTurn() && "12345".includes(event.key) && event.key.length === 1) toggle(state.round.hand[Number(event.key) - 1]);
  else if (event.key === "Enter" && !event.target.closest("a, button, summary")) $("actions").querySelector("button.main")?.click();
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
  pressColours();
});
function pressColours() {
  showColours();
  $("colours").setAttribute("aria-pressed", String(fourColours.on));
}

pressColours();
backPicture(table); // so that it is there before the deal, as the faces are
$("name").value = read("fivecard name") ?? "";
$("fair").replaceChildren(make("p", { class: "quiet" }, "After each round, your browser checks here that nobody chose the deck."));
connect();

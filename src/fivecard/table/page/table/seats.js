// The seats around the table: everybody but you, who are in the dock.
/** @import { PlayerView, TableView } from "/page/lib/types.d.ts" */

import { $, amountOf, fill, hueOf, icon, initialOf, make, minis, shortly } from "/page/lib/dom.js";
import { inPlay } from "/page/lib/words.js";
import { backPicture } from "/page/table/back.js";
import { shareOf } from "/page/table/run_out.js";
import { table, ui } from "/page/table/session.js";
import { raisedNow } from "/page/table/wins.js";

// Show all seats; `sit` is called with a free one that somebody chooses.
/** @type {(state: TableView, sit: (seat: number) => void) => void} */
export function showSeats(state, sit) {
  const { seats, you } = state;
  const count = seats.length;
  const others = Array.from({ length: count }, (_, step) => ((you ?? -1) + 1 + step) % count).filter(
    (seat) => seat !== you,
  );
  const places = others.length + 1; // the dock is one
  const ring = $("seats");
  ring.dataset.places = String(places);
  ring.style.setProperty("--cards", String(Math.max(state.game.hand, 5)));
  ring.toggleAttribute("data-many", state.game.hand > 5);
  ring.style.setProperty("--places", String(places));
  const items = others.map((seat, index) => {
    const part = others.length > 1 ? index / (others.length - 1) : 0.5;
    return { seat, part, ...seatOf(state, seat) };
  });
  const own = ownBet(state);
  fill(ring, [items, own, others], () => [
    ...items.map((item) => seatView(item, sit)),
    own ? make("li", { class: "seat own" }, betView(own, -1)) : null,
  ]);
}

/** @type {(state: TableView, seat: number) => PlayerView | null} */
function playerAt({ round, phase }, seat) {
  return phase === "lobby" ? null : (round?.players.find((player) => player.seat === seat) ?? null);
}

/** @type {(state: TableView) => number} */
function ownBet(state) {
  const { round } = state;
  return round && round.me !== null && state.phase === "playing" ? (round.players[round.me].bet ?? 0) : 0;
}

// All that is shown of a seat.
/** @type {(state: TableView, seat: number) => any} */
function seatOf(state, seat) {
  const { name, away, ready, connected, stack, asks } = state.seats[seat];
  const { round, phase, game } = state;
  const player = playerAt(state, seat);
  const out = player && inPlay(state) ? "" : state.seats[seat].out; // a hand that has begun is played to its end
  const number = player && round ? round.players.indexOf(player) : -1;
  const show = phase === "shown" ? round?.show : undefined;
  const turn = inPlay(state) && round?.turn === number && number >= 0;
  const free = !name;
  const empty = free && !player;
  const shownName = player?.name ?? name ?? (state.fill === "nobody" ? "Empty seat" : "Computer");
  const playing = player && inPlay(state) ? player : null;
  const money = game.chips && (name || player) ? (playing?.stack ?? stack) : null; // a computer's are those it ended with
  const comes = free && !player && state.fill !== "nobody" ? "computer" : "";
  const shown = show?.hands[number] ?? ui.runOut.stage?.hands[number] ?? [];
  const showed = show?.showed[number] ?? [];
  const hand = shown.length || !showed.length ? shown : [...(player?.up ?? []), ...showed];
  const wins = Boolean(show?.winners.includes(number));
  return {
    name: shownName,
    empty,
    computer: player ? player.level !== null && player.level !== "nobody" : free && state.fill !== "nobody",
    line: playing?.all_in ? "all in" : money === null ? comes : shortly(money),
    exact: money === null ? "" : amountOf(money),
    did: shareOf(number) || doing({ name, away, out, ready, connected, asks }, player, show?.made[number] ?? "", state),
    dim: Boolean(player?.folded) || Boolean(name && (away || out)) || (!player && phase !== "lobby"),
    turn,
    timed: turn && state.left !== null,
    wins,
    button: Boolean(player?.button),
    bet: phase === "playing" ? (player?.bet ?? 0) : 0,
    hidden: hand.length || !inPlay(state) || player?.folded ? 0 : (player?.cards ?? 0),
    up: hand.length ? [] : (player?.up ?? []),
    hand,
    raised: raisedNow(state)[number] ?? [],
    free: free && state.you === null && !player && !state.ended, // whoever comes during a hand sits down by name
  };
}

// The last thing that somebody did, or how they are: one short line.
/** @type {(seat: any, player: PlayerView | null, made: string, state: TableView) => string} */
function doing({ name, away, out, ready, connected, asks }, player, made, { phase, substitute, sit_and_go }) {
  const shown = phase === "shown";
  if (name && asks && out) return "asks for chips";
  if (name && out === "broke" && sit_and_go) return "out";
  if (name && out) return out === "broke" ? "no chips" : "sits out";
  if (name && away) return substitute === "nobody" ? "away" : "away, computer plays";
  if (name && !connected) return "not connected";
  if (shown && player?.folded) return "folded";
  if (shown && made) return made.split(",")[0].replace(/^an? /, ""); // the whole of it is said in the dock
  if (ready) return "ready";
  if (!player || phase !== "playing") return "";
  return player.did || (player.folded ? "folded" : "");
}

/** @type {(item: any, sit: (seat: number) => void) => HTMLElement} */
function seatView(item, sit) {
  const kinds = ["seat", item.dim ? "out" : "", item.turn ? "turn" : "", item.wins ? "won" : ""].filter(Boolean);
  return make(
    "li",
    { class: kinds.join(" "), "--part": item.part, "data-seat": item.seat },
    make("div", { class: "player" }, cardsView(item), plateView(item, sit), item.did ? didView(item.did) : null),
    item.bet ? betView(item.bet, item.seat) : null,
  );
}

// What somebody did; the amount of a raise is in front of them too, so small screens may leave it out here.
/** @type {(did: string) => HTMLElement} */
function didView(did) {
  const [what, to] = did.split(/(?= to )/);
  return make("span", { class: "did" }, what, to ? make("i", {}, to) : null);
}

/** @type {(item: any, sit: (seat: number) => void) => HTMLElement} */
function plateView(item, sit) {
  const face = make(
    "span",
    { class: item.timed ? "face clock" : "face", "--hue": hueOf(item.name), "aria-hidden": "true" },
    item.timed ? "" : item.computer ? icon("computer") : initialOf(item.name),
  );
  if (item.free)
    return make(
      "div",
      { class: "plate" },
      make(
        "button",
        { type: "button", "aria-label": `Sit here, seat ${item.seat + 1}`, onclick: () => sit(item.seat) },
        "Sit here",
      ),
    );
  if (item.empty) return make("div", { class: "plate empty" }, make("span", { class: "name" }, item.name));
  return make(
    "div",
    { class: "plate" },
    face,
    make("bdi", { class: "name", title: item.name }, item.name),
    make("span", { class: "line", title: item.exact }, item.line),
    item.button ? make("abbr", { class: "dealer", title: "dealer" }, "D") : null,
  );
}

/** @type {(item: any) => HTMLElement | null} */
function cardsView({ name, hidden, up, hand, raised }) {
  if (hand.length)
    return make("div", { class: "held shown", role: "group", "aria-label": `${name} shows` }, ...minis(hand, raised));
  if (!hidden && !up.length) return null;
  const backs = Array.from({ length: up.length ? Math.min(hidden, 1) : hidden }, () => backPicture(table)); // beside open cards, one is enough to see
  const down = make("span", { class: "visually-hidden" }, hidden ? `${hidden} cards face down` : "");
  return make("div", { class: up.length ? "held open" : "held" }, ...backs, ...minis(up), down);
}

/** @type {(amount: number, seat: number) => HTMLElement} */
const betView = (amount, seat) =>
  make(
    "p",
    { class: "bet", "data-bet": seat, title: amountOf(amount) },
    make("span", { class: "visually-hidden" }, "bet"),
    icon("chip", "chip"),
    shortly(amount),
  );

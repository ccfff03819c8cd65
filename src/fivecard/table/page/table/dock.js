// Your seat: your cards, which of them are to go, what they are in words, and your chips.
/** @import { TableView } from "/page/lib/types.d.ts" */

import { spoken } from "/page/lib/cards.js";
import { $, amountOf, fill, hueOf, icon, initialOf, make, picture, setText, shortly } from "/page/lib/dom.js";
import { headline, inPlay, mine, myTurn, question } from "/page/lib/words.js";
import { shareOf } from "/page/table/run_out.js";
import { notice, ui } from "/page/table/session.js";
import { raisedNow } from "/page/table/wins.js";

// Show the dock; `changed` is called when cards are chosen.
/** @type {(state: TableView, changed: () => void) => void} */
export function showDock(state, changed) {
  makeRoom(state);
  showHand(state, changed);
  showMe(state);
}

// The room of all that may come in this game, so that nothing moves when it does.
/** @type {(state: TableView) => void} */
function makeRoom({ you, game }) {
  const dock = $("dock");
  dock.toggleAttribute("data-watch", you === null);
  dock.toggleAttribute("data-raise", game.chips && game.limit !== "fixed limit");
  dock.style.setProperty("--count", String(game.hand));
}

/** @type {(state: TableView, changed: () => void) => void} */
function showHand(state, changed) {
  const { round, phase } = state;
  const dealt = round && round.me !== null && (inPlay(state) || phase === "shown") ? round.hand : [];
  const kept = dealt.length ? dealt : phase === "lobby" || !round || round.me === null ? [] : ui.held;
  const past = !dealt.length && kept.length > 0;
  const folded = Boolean(mine(state)?.folded);
  const choosing = mayChoose(state);
  const show = phase === "shown" ? round?.show : undefined;
  const made = (round && round.me !== null && raisedNow(state)[round.me]) || [];
  const up = mine(state)?.up ?? [];
  const fresh = dealt.filter((card) => !ui.held.includes(card) || ui.heldIn !== round?.number);
  ui.chosen = new Set(choosing ? [...ui.chosen].filter((card) => kept.includes(card)) : []);
  const hand = $("hand");
  hand.classList.toggle("past", past || folded);
  fill(hand, [kept, choosing, made, show ? 1 : 0, up], () =>
    kept.map((card, index) => {
      const kinds = [
        fresh.includes(card) && !show ? "dealt" : "",
        made.includes(card) ? "raised" : made.length ? "lowered" : "",
        up.includes(card) ? "open" : "",
      ];
      return cardView(card, index, choosing, kinds.filter(Boolean).join(" "), changed);
    }),
  );
  if (dealt.length && round) [ui.held, ui.heldIn] = [dealt, round.number];
}

/** @type {(card: string, index: number, choosing: boolean, kinds: string, changed: () => void) => HTMLElement} */
function cardView(card, index, choosing, kinds, changed) {
  const open = kinds.includes("open") ? ", open" : "";
  if (!choosing)
    return make("span", { class: kinds, "--k": index }, picture(card, { label: `${spoken(card)}${open}` }));
  return make(
    "button",
    {
      type: "button",
      class: kinds,
      "--k": index,
      "data-id": card,
      "aria-pressed": String(ui.chosen.has(card)),
      "aria-label": `${spoken(card)}, card ${index + 1}: discard`,
      onclick: () => toggle(card, changed),
    },
    picture(card, { label: "" }),
  );
}

// Whether cards can be chosen: on one's turn to draw, or ahead of it.
/** @type {(state: TableView | null) => boolean} */
const mayChoose = (state) => state?.asked === "draw" || state?.asked === "choose";

// Choose a card to go, or let it stay.
/** @type {(card: string | undefined, changed: () => void) => void} */
export function toggle(card, changed) {
  const { state, chosen } = ui;
  if (!card || !mayChoose(state)) return;
  choose(chosen.has(card) ? [...chosen].filter((other) => other !== card) : [...chosen, card], changed);
}

// Choose exactly these cards to go.
/** @type {(cards: string[], changed: () => void) => void} */
export function choose(cards, changed) {
  ui.chosen = new Set(cards);
  for (const button of $("hand").querySelectorAll("button"))
    button.setAttribute("aria-pressed", String(ui.chosen.has(button.dataset.id ?? "")));
  notice("");
  changed();
}

/** @type {(state: TableView) => void} */
function showMe(state) {
  const { you, seats, round, phase, game } = state;
  const turn = myTurn(state);
  const show = phase === "shown" ? round?.show : undefined;
  const wins = Boolean(show && round && round.me !== null && show.winners.includes(round.me));
  const player = mine(state);
  const name = you === null ? "" : (seats[you].name ?? "");
  $("me").className = ["me", turn ? "turn" : "", wins ? "won" : ""].filter(Boolean).join(" ");
  const timed = (turn || state.asked === "twice") && state.left !== null;
  const face = $("face");
  face.hidden = you === null;
  face.className = timed ? "face clock" : "face";
  face.style.setProperty("--hue", String(hueOf(name)));
  fill(face, [timed, name], () => [timed ? "" : initialOf(name)]);
  const [large, small] = $("status").children;
  const share = round && round.me !== null ? shareOf(round.me) : "";
  setText(large, ui.runOut.stage ? (share ? `All in: ${share}` : "All in") : headline(state));
  setText(small, ui.runOut.stage ? "Tap to skip." : question(state));
  const stack = inPlay(state) && player ? player.stack : you === null ? null : seats[you].stack;
  const button = Boolean(inPlay(state) && player?.button);
  fill($("mine"), [name, game.chips, stack, button, player?.all_in], () =>
    you === null
      ? []
      : [
          whoseView(name, button),
          game.chips
            ? make(
                "b",
                { title: amountOf(stack ?? 0) },
                icon("chip", "chip"),
                inPlay(state) && player?.all_in ? "all in" : shortly(stack ?? 0),
              )
            : null,
        ],
  );
  fit($("status")); // when it is known how much room the rest leaves
}

// Your name, and the dealer's button if you have it.
/** @type {(name: string, button: boolean) => HTMLElement} */
export const whoseView = (name, button) =>
  make(
    "span",
    { class: "whose" },
    make("bdi", { class: "long" }, name),
    " (you)",
    button ? make("abbr", { class: "dealer", title: "dealer" }, "D") : null,
  );

// A phone that is turned has other room for the words.
export function prepareDock() {
  new ResizeObserver(() => fit($("status"))).observe($("me"));
}

// Long words are written smaller, and if that is not enough they can be scrolled: the place that they have stays.
/** @type {(words: HTMLElement) => void} */
function fit(words) {
  const isTooHigh = () => words.scrollHeight > words.clientHeight + 1;
  words.classList.remove("tight");
  words.classList.toggle("tight", isTooHigh());
  words.tabIndex = isTooHigh() ? 0 : -1;
}

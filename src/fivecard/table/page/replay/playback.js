// A finished hand on the table again: one step an action, forwards, backwards, and by itself.
/** @import { Step, TableView } from "/page/lib/types.d.ts" */

import { $, chips, fill, icon, make, picture, setText } from "/page/lib/dom.js";
import { withNames } from "/page/lib/names.js";
import { mine } from "/page/lib/words.js";
import { showMiddle } from "/page/table/board.js";
import { whoseView } from "/page/table/dock.js";
import { moveChips, places } from "/page/table/motion.js";
import { showSeats } from "/page/table/seats.js";
import { raisedNow } from "/page/table/wins.js";

const PACE = 1600; // milliseconds that a step stays when the hand plays by itself

// Show a hand from its deal on.
/** @type {(steps: Step[]) => void} */
export function playAgain(steps) {
  let at = -1;
  let timer = 0;
  const end = steps.length - 1;
  const sentences = steps.map(({ told, state }) =>
    withNames(told.join(" "), state.round?.players.map(({ name }) => name) ?? []),
  );
  const lines = sentences.map((line) => make("li", {}, line));
  const slider = $("where", HTMLInputElement);

  /** @type {(to: number) => void} */
  function show(to) {
    const before = at < 0 || to !== at + 1 ? null : steps[at].state; // chips move forwards only
    const was = places();
    at = Math.min(Math.max(to, 0), end);
    const { state } = steps[at];
    showSeats(state, () => {});
    showMiddle(state);
    showOwn(state);
    moveChips(before, state, was);
    setText($("step"), sentences[at]);
    slider.value = String(at);
    slider.setAttribute("aria-valuetext", `Step ${at + 1} of ${steps.length}`);
    lines.forEach((line, index) => {
      if (index === at) line.setAttribute("aria-current", "step");
      else line.removeAttribute("aria-current");
    });
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    setText($("play"), "Play");
  }

  function play() {
    if (timer) return stop();
    show(at === end ? 0 : at + 1);
    setText($("play"), "Stop");
    timer = setInterval(() => {
      show(at + 1);
      if (at === end) stop();
    }, PACE);
  }

  /** @type {(to: () => number) => () => void} */
  const go = (to) => () => {
    stop();
    show(to());
  };
  const ways = { first: go(() => 0), backward: go(() => at - 1), forward: go(() => at + 1), last: go(() => end), play };
  for (const [id, act] of Object.entries(ways)) $(id).addEventListener("click", act);
  slider.addEventListener(
    "input",
    go(() => slider.valueAsNumber),
  );
  /** @type {Record<string, () => void>} */
  const keys = { ArrowLeft: ways.backward, ArrowRight: ways.forward, Home: ways.first, End: ways.last, " ": play };
  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || !(key in keys)) return;
    if (target instanceof Element && target.closest(key === " " ? "a, button, summary, input" : "input")) return;
    event.preventDefault();
    keys[key]();
  });
  slider.max = String(end);
  $("again").classList.toggle("tall", steps[0].state.game.hand > 5);
  $("told").replaceChildren(...lines);
  $("again").hidden = $("words").hidden = false;
  show(0);
}

// Your own cards and chips, if you were in it.
/** @type {(state: TableView) => void} */
function showOwn(state) {
  const { round, seats, you, phase, game } = state;
  const player = mine(state);
  const hand = player && round ? round.hand : [];
  const made = (round && round.me !== null && raisedNow(state)[round.me]) || [];
  $("hand").classList.toggle("past", Boolean(player?.folded));
  $("hand").style.setProperty("--count", String(Math.max(hand.length, 1)));
  fill($("hand"), [hand, made], () =>
    hand.map((card) => make("span", { class: made.includes(card) ? "raised" : "" }, picture(card))),
  );
  const stack = you === null || !player ? 0 : phase === "shown" ? seats[you].stack : player.stack;
  fill($("mine"), [player, stack], () =>
    player
      ? [
          whoseView(player.name, player.button),
          game.chips ? make("b", {}, ...(player.all_in ? [icon("chip", "chip"), "all in"] : chips(stack))) : null,
        ]
      : [],
  );
}

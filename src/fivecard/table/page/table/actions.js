// What can be done now: one gold button, the rest quiet. Each press answers the question it was made for, once.
/** @import { LegalView, TableView } from "/page/lib/types.d.ts" */

import { $, amountOf, fill, make, shortly } from "/page/lib/dom.js";
import { chipsWords } from "/page/lib/evening.js";
import * as answers from "/page/lib/press_guard.js";
import { mine } from "/page/lib/words.js";
import { endView } from "/page/table/after_end.js";
import { hintButton, hintView } from "/page/table/hint.js";
import { dealsItself, secondsToNext } from "/page/table/next_hand.js";
import { aheadOf, aheadView, drawAheadView } from "/page/table/pre_actions.js";
import { raiseTo, raiseView } from "/page/table/raise.js";
import { notice, session, table, ui } from "/page/table/session.js";
import { showCardsView } from "/page/table/show_cards.js";

// The turn as a name that no other one has: the amounts are in it, so that none changes under a finger.
/** @type {(state: TableView) => string} */
function turnOf({ phase, round, paused }) {
  return JSON.stringify([phase, round?.number, round?.turn, round?.street, round?.legal, round?.hand, paused]);
}

// What makes being ready, or asking for chips, another question: to be asked again, or to begin anew.
/** @type {(state: TableView, you: number) => unknown[]} */
const readiness = ({ seats, next, takes_chips }, you) => [
  seats[you].ready,
  seats[you].commitment,
  next.anew,
  seats[you].asks,
  takes_chips,
];

/** @type {() => void} */
export function showMoves() {
  const { state, chosen } = ui;
  if (!state) return;
  const turn = turnOf(state);
  if (ui.sure !== turn || chosen.size) ui.sure = null;
  const { you, seats, asked } = state;
  answers.ask(
    asked === "ahead" || asked === "choose"
      ? aheadOf(state)
      : JSON.stringify([turn, you, asked, ui.sure !== null, you !== null && readiness(state, you)]),
    showMoves,
  );
  const inputs = [
    asked,
    turn,
    asked === "choose" ? [[...chosen], ui.ahead.draws] : chosen.size,
    ui.sure,
    state.practice,
    state.round?.price,
    state.round?.may_show,
    dealsItself(state),
    you !== null && [seats[you].ready, seats[you].asks],
    [state.takes_chips, state.next_table],
  ];
  fill($("actions"), inputs, () => VIEWS[asked](state, turn));
  for (const button of $("actions").querySelectorAll("button.move, .move input"))
    button.setAttribute("aria-disabled", String(!answers.open()));
}

/** @type {Record<TableView["asked"], (state: TableView, turn: string) => (HTMLElement | null)[]>} */
const VIEWS = {
  seat: () => [],
  nothing: (state) => [showCardsView(state)],
  back: (state) => [showCardsView(state), moves(answer("I'm back", () => session.send("back"), { main: true }))],
  chips: (state) => [
    state.you !== null && state.seats[state.you].asks && !state.takes_chips
      ? make("p", { class: "ready" }, "You have asked for chips.")
      : moves(answer(chipsWords(state), () => session.send("rebuy"), { main: true })),
  ],
  over: (state) => [endView(state, answer)],
  begin: beginViews,
  ready: (state) => [afterView(state), make("p", { class: "ready" }, "You are ready.")],
  late: (state) => [
    showCardsView(state),
    make("p", { class: "ready" }, "Others are ready for the next hand already: you play the one after it."),
  ],
  draw: ({ practice }, turn) => [
    hintView(practice, turn, showMoves),
    moves(
      hintButton(practice),
      answer(ui.chosen.size ? `Draw ${ui.chosen.size}` : ui.sure ? "Yes, stand pat" : "Stand pat", discard, {
        main: true,
        key: "Enter",
      }),
    ),
  ],
  choose: () => [drawAheadView(showMoves)],
  act: betViews,
  ahead: (state) => [aheadView(state)],
  twice: () => [
    moves(
      answer("Run it once", () => session.send("twice", { yes: false }), { quiet: true }),
      answer("Run it twice", () => session.send("twice", { yes: true }), { main: true }),
    ),
  ],
};

/** @type {(state: TableView) => (HTMLElement | null)[]} */
function beginViews(state) {
  const { phase, round } = state;
  if (phase === "lobby") return [moves(answer("Deal", begin, { main: true }))];
  return [
    afterView(state),
    moves(
      dealsItself(state)
        ? answer("Sit out", () => session.send("sitout"), { quiet: true })
        : make(
            "a",
            { class: "move plainly", href: `/t/${table}/rounds/${round?.number}`, "data-id": "replay" },
            "Replay",
          ),
      answer("Next hand", begin, { main: true, counts: dealsItself(state) }),
    ),
  ];
}

const begin = () => session.begin();

/** @type {(state: TableView, turn: string) => (HTMLElement | null)[]} */
function betViews({ round, practice }, turn) {
  const legal = round?.legal;
  if (!legal || !round) return [];
  const { fold, check, call, bring_in, lowest_raise } = legal;
  /** @type {(what: object) => () => void} */
  const act = (what) => () => session.send("act", what);
  const main = check
    ? answer("Check", act({ do: "check" }), { main: true, key: "c" })
    : call
      ? answer("Call", act({ do: "call" }), {
          main: true,
          key: "c",
          amount: call,
          more: isAllIn(call) ? ", all in" : "",
        })
      : bring_in
        ? answer("Bring in", act({ do: "bringin" }), { main: true, key: "c", amount: bring_in })
        : null;
  const raising = round.players.some((player) => player.bet > 0);
  const raise = lowest_raise ? raiseButton(legal, turn, raising) : null;
  return [
    hintView(practice, turn, showMoves),
    raise && raiseView(turn, legal, () => nameRaise(raise, legal, turn)),
    moves(
      fold && !check ? answer("Fold", act({ do: "fold" }), { key: "f", quiet: true }) : null, // never when checking is free
      main,
      raise,
      hintButton(practice),
    ),
  ];
}

/** @type {(legal: LegalView, turn: string, raising: boolean) => HTMLButtonElement} */
function raiseButton(legal, turn, raising) {
  const button = answer("", () => session.send("act", { do: "raise", to: raiseTo(turn, legal) }), { key: "r" });
  button.dataset.words = raising ? "Raise to" : "Bet";
  nameRaise(button, legal, turn);
  return button;
}

// The amount stands in the button.
/** @type {(button: HTMLButtonElement, legal: LegalView, turn: string) => void} */
function nameRaise(button, legal, turn) {
  const to = raiseTo(turn, legal);
  const player = ui.state && mine(ui.state);
  const all = player && isAllIn(to - player.bet);
  button.replaceChildren(`${all ? "All in:" : button.dataset.words} `, make("b", { title: amountOf(to) }, shortly(to)));
}

// Whether so many chips more are all that this browser's person has.
/** @type {(amount: number) => boolean} */
const isAllIn = (amount) => Boolean(ui.state && mine(ui.state)?.stack === amount);

/** @type {(...items: (HTMLElement | null)[]) => HTMLElement} */
const moves = (...items) => make("div", { class: "moves" }, ...items);

// What can be done with a hand that is over: show cards that nobody has seen, or else look how the deck was checked.
/** @type {(state: TableView) => HTMLElement | null} */
const afterView = (state) => showCardsView(state) ?? (state.phase === "shown" ? proofView() : null);

const proofView = () =>
  make(
    "p",
    { class: "proof" },
    make(
      "button",
      { type: "button", "data-id": "proof", onclick: () => session.showProof() },
      "How the deck was checked",
    ),
  );

// A button that answers the question.
/** @type {(words: string, act: (event: MouseEvent) => void, options?: { main?: boolean, quiet?: boolean, key?: string, amount?: number, more?: string, counts?: boolean }) => HTMLButtonElement} */
function answer(words, act, { main = false, quiet = false, key = "", amount, more = "", counts = false } = {}) {
  return make(
    "button",
    {
      type: "button",
      class: main ? "move main" : quiet ? "move plainly" : "move",
      "data-id": key || words,
      ...(key ? { "aria-keyshortcuts": key } : {}),
      onclick: (/** @type {MouseEvent} */ event) => {
        if (!answers.take()) return;
        notice("");
        act(event);
        showMoves(); // they take no other answer
      },
    },
    amount === undefined && !counts ? words : `${words} `,
    counts ? make("b", { "data-next": "", "aria-hidden": "true" }, String(secondsToNext() ?? "")) : null,
    amount === undefined ? null : make("b", { title: amountOf(amount) }, shortly(amount) + more),
  );
}

// Keeping all by a key is asked for twice: Enter is also what begins a hand. A finger on the button knows what it does.
/** @type {(event: MouseEvent) => void} */
function discard(event) {
  const { state, chosen } = ui;
  if (!state) return;
  if (!chosen.size && !event.detail && !ui.sure) {
    ui.sure = turnOf(state);
    notice("Stand pat? Press Enter again, or choose cards.");
    return showMoves();
  }
  session.send("act", { do: "discard", cards: [...chosen] });
}

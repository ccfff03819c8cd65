// The menu: what somebody likes, standing up, and what only the host may do.
/** @import { TableView } from "/page/lib/types.d.ts" */

import { $, make } from "/page/lib/dom.js";
import { DECKS, settings, toggleMuted } from "/page/lib/settings.js";
import { play } from "/page/lib/sound.js";
import { counted, inPlay, mine } from "/page/lib/words.js";
import { hostView, twice } from "/page/table/host.js";
import { topUp, topUpWords } from "/page/table/money.js";
import { talkVisible } from "/page/table/panel.js";
import { session, table, ui } from "/page/table/session.js";
import { fillSheet, isSheetOpen, openSheet } from "/page/table/sheets.js";
import { openSummary } from "/page/table/summary.js";
import { redraw } from "/page/table/talk.js";

/** @type {(state: TableView) => void} */
export function showMenu(state) {
  if (!isSheetOpen("menu")) return;
  const { you, host, seats, paused, watching, game, amounts, ended, computers } = state;
  const inputs = [
    you,
    host,
    paused,
    watching,
    game,
    amounts,
    ended,
    computers,
    seats.map(({ name, asks, stack, away, out, leaving }) => [name, asks, stack, away, out, leaving]),
    ui.pressed,
    topUpWords(state),
    inPlay(state) && mine(state)?.folded,
  ];
  fillSheet("menu", "This table", inputs, () => [
    make(
      "p",
      { class: "quiet" },
      watching ? `${counted(watching, "person watches", "people watch")}.` : "Nobody watches.",
    ),
    computers ? make("p", { class: "quiet" }, computers) : null,
    make(
      "ul",
      { class: "list" },
      choice("summary", "Standings", () => openSummary(state)),
      game.chips
        ? make("li", {}, make("a", { class: "grow", href: `/t/${table}/ledger`, "data-id": "ledger" }, "Ledger"))
        : null,
      topUpWords(state) ? choice("top up", topUpWords(state), () => topUp(state)) : null,
      you === null
        ? null
        : choice("sit out", state.sits_out ? "I'm back" : "Sit out", () =>
            session.send(state.sits_out ? "back" : "sitout"),
          ),
      you === null ? null : choice("other device", "Play on another device", () => session.send("handover")),
      you === null ? null : leaveView(state),
    ),
    ...(you !== null && host === you ? hostView(state) : []),
    make("h3", {}, "Settings"),
    soundView(),
    deckView(),
    mutedView(state),
  ]);
}

// In a hand, which it checks or folds from then on, leaving takes a second press.
/** @type {(state: TableView) => HTMLElement} */
function leaveView(state) {
  const player = mine(state);
  const leave = () => {
    $("menu", HTMLDialogElement).close();
    session.send("leave");
  };
  if (inPlay(state) && player && !player.folded)
    return make(
      "li",
      {},
      twice("leave", ["Leave the table", "Yes, leave this hand and the table"], leave, { class: "grow", id: "leave" }),
    );
  return choice("leave", "Leave the table", () => session.send("leave"), { id: "leave" });
}

// What closes the menu, and does something else.
/** @type {(id: string, words: string, act: () => void, properties?: Record<string, string>) => HTMLElement} */
function choice(id, words, act, properties = {}) {
  const leave = () => {
    $("menu", HTMLDialogElement).close();
    act();
  };
  return make(
    "li",
    {},
    make("button", { type: "button", class: "grow", "data-id": id, ...properties, onclick: leave }, words),
  );
}

function soundView() {
  const box = make("input", { type: "checkbox", checked: settings.sound, id: "sound" });
  box.addEventListener("change", () => {
    settings.sound = box.checked;
    play("turn");
  });
  return make("label", { class: "check" }, box, "Sounds");
}

function deckView() {
  return make(
    "fieldset",
    { class: "choice", id: "decks" },
    make("legend", {}, "Deck"),
    ...Object.entries(DECKS).map(([name, words]) =>
      make(
        "label",
        {},
        make("input", {
          type: "radio",
          name: "deck",
          value: name,
          checked: settings.deck === name,
          onchange: () => (settings.deck = name),
        }),
        words,
      ),
    ),
  );
}

// Whom not to hear.
/** @type {(state: TableView) => HTMLElement | null} */
function mutedView({ seats, you }) {
  const others = seats.flatMap(({ name }, seat) => (name && seat !== you ? [name] : []));
  if (!others.length) return null;
  return make(
    "fieldset",
    { class: "muted" },
    make("legend", { class: "quiet" }, "Mute"),
    ...others.map((name) => {
      const box = make("input", { type: "checkbox", checked: settings.muted.includes(name) });
      box.addEventListener("change", () => {
        toggleMuted(name);
        redraw(talkVisible());
      });
      return make("label", { class: "check" }, box, make("bdi", {}, name));
    }),
  );
}

export function prepareMenu() {
  $("open-menu").addEventListener("click", () => {
    openSheet("menu");
    ui.pressed = null; // nothing has been pressed yet
    if (ui.state) showMenu(ui.state);
  });
}

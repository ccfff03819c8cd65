// The middle of the table: the cards that are for all, and what is to be won.
/** @import { TableView } from "/page/lib/types.d.ts" */
import { $, amountOf, chips, fill, icon, make, picture, shortly } from "/page/lib/dom.js";
import { isolated } from "/page/lib/names.js";
import { hereWords, inPlay } from "/page/lib/words.js";
import { session, table, ui } from "/page/table/session.js";
import { potOf, raisedNow, winNow } from "/page/table/wins.js";

const BOARD = 5; // cards for all, whose places are there from the deal on

/** @type {(state: TableView) => void} */
export function showMiddle(state) {
  const { round, phase, game, left } = state;
  const shown = phase === "shown" ? round?.show : undefined;
  const counting = !inPlay(state) && left !== null && !state.paused;
  const dealt = inPlay(state) || shown;
  const slots = game.board && inPlay(state) ? BOARD : 0;
  const inputs = {
    here: phase === "lobby" ? hereWords(state) : "",
    computers: phase === "lobby" ? state.computers : "",
    street: inPlay(state) ? round?.street : "",
    boards: dealt && (round?.board.length || slots) ? [round?.board ?? [], ...(round?.boards ?? [])] : [],
    twice: dealt && (ui.runOut.stage ?? round)?.boards.length,
    slots,
    pot: game.chips && inPlay(state) ? round?.pot : 0,
    pots: game.chips && inPlay(state) && round && round.pots.length > 1 ? round.pots : [],
    won: game.chips && shown && !counting ? winnings(state) : null,
    raised: raisedNow(state).flat(),
    on: winNow(state)?.board ?? 0,
    counting: counting ? "Next hand in" : "",
  };
  const street = inputs.street ? make("span", { class: "street" }, inputs.street) : null;
  fill($("middle"), inputs, () => [
    ...(inputs.here && !inputs.counting ? waitingViews(inputs.here) : []),
    inputs.computers && !inputs.counting ? make("p", { class: "about says" }, inputs.computers) : null,
    ...inputs.boards.map((board, number) =>
      make(
        "div",
        {
          class: inputs.twice ? "board twice" : "board",
          role: "group",
          "aria-label": number ? `Board ${number + 1}` : "Cards for all",
        },
        ...board.map((card) => boardCard(card, number === inputs.on ? inputs.raised : [])),
        ...Array.from({ length: inputs.slots && BOARD - board.length }, () =>
          make("span", { class: "mini slot", "aria-hidden": "true" }),
        ),
      ),
    ),
    inputs.pot
      ? make(
          "p",
          { class: "pot", title: amountOf(inputs.pot) },
          "Pot ",
          make("b", {}, icon("chip", "chip"), shortly(inputs.pot)),
          street,
        )
      : street,
    inputs.pots.length
      ? make("ul", { class: "pots" }, ...inputs.pots.map(({ amount }, index) => potView(amount, index)))
      : null,
    inputs.won
      ? make("p", { class: "pot home" }, `${inputs.won.what} `, make("b", {}, ...chips(inputs.won.amount)))
      : null,
    inputs.counting ? make("p", { class: "pot" }, `${inputs.counting} `, make("b", { "data-left": "" })) : null,
  ]);
}

// Before the first hand: how many have come, and how others do.
/** @type {(here: string) => HTMLElement[]} */
const waitingViews = (here) => [
  make("p", { class: "here" }, here),
  make("img", {
    class: "qr",
    loading: "lazy", // where there is no room for it, it is not asked for
    src: `/t/${table}/invitation.svg`,
    alt: "QR code: the table's link",
    width: 160,
    height: 160,
  }),
  make(
    "button",
    { type: "button", class: "move", "data-id": "invite", onclick: () => session.invite() },
    "Invite friends",
  ),
];

/** @type {(card: string, raised: string[]) => SVGElement} */
const boardCard = (card, raised) => picture(card, { small: true, raised: raised.includes(card) });

/** @type {(amount: number, index: number) => HTMLElement} */
const potView = (amount, index) =>
  make(
    "li",
    { title: `${index ? "side" : "main"} pot: ${amountOf(amount)}` },
    make("b", {}, shortly(amount)),
    make("i", {}, index ? " side" : " main"),
  );

// What has gone to whom: the pot that is shown now.
/** @type {(state: TableView) => { what: string, amount: number } | null} */
function winnings(state) {
  const { round } = state;
  const win = winNow(state);
  if (!round?.show || !win) return null;
  const pot = potOf(win, round.show.wins);
  const who = win.players.map((number) => (number === round.me ? "you" : isolated(round.players[number].name)));
  const whom = `to ${new Intl.ListFormat("en").format(who)}`;
  return { what: pot ? `${pot} ${whom}` : whom, amount: win.amounts.reduce((sum, each) => sum + each, 0) };
}

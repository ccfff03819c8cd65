// The middle of the table: the cards that are for all, and what is to be won.
/** @import { TableView } from "/page/lib/types.d.ts" */
import { $, amountOf, chips, fill, icon, make, picture, shortly } from "/page/lib/dom.js";
import { inPlay } from "/page/lib/words.js";

const BOARD = 5; // cards for all, whose places are there from the deal on

/** @type {(state: TableView) => void} */
export function showMiddle(state) {
  const { round, phase, game, left } = state;
  const shown = phase === "shown" ? round?.show : undefined;
  const counting = !inPlay(state) && left !== null && !state.paused;
  const dealt = inPlay(state) || shown;
  const inputs = {
    about: phase === "lobby" ? game.about : "",
    computers: phase === "lobby" ? state.computers : "",
    street: inPlay(state) ? round?.street : "",
    board: dealt ? (round?.board ?? []) : [],
    slots: game.board && inPlay(state) ? BOARD - (round?.board.length ?? 0) : 0,
    pot: game.chips && inPlay(state) ? round?.pot : 0,
    pots: game.chips && inPlay(state) && round && round.pots.length > 1 ? round.pots : [],
    won: game.chips && shown && !counting ? winnings(state) : null,
    raised: shown ? shown.winners.flatMap((winner) => shown.made_of[winner] ?? []) : [],
    counting: counting ? "Next hand in" : "",
  };
  fill($("middle"), inputs, () => [
    inputs.about && !inputs.counting ? make("p", { class: "about" }, inputs.about) : null,
    inputs.computers && !inputs.counting ? make("p", { class: "about says" }, inputs.computers) : null,
    inputs.street ? make("p", { class: "street" }, inputs.street) : null,
    inputs.board.length || inputs.slots
      ? make(
          "div",
          { class: "board", role: "group", "aria-label": "Cards for all" },
          ...inputs.board.map((card) => boardCard(card, inputs.raised)),
          ...Array.from({ length: inputs.slots }, () => make("span", { class: "mini slot", "aria-hidden": "true" })),
        )
      : null,
    inputs.pot
      ? make(
          "p",
          { class: "pot", title: amountOf(inputs.pot) },
          "Pot ",
          make("b", {}, icon("chip", "chip"), shortly(inputs.pot)),
        )
      : null,
    inputs.pots.length
      ? make("ul", { class: "pots" }, ...inputs.pots.map(({ amount }, index) => potView(amount, index)))
      : null,
    inputs.won
      ? make("p", { class: "pot home" }, `to ${inputs.won.who} `, make("b", {}, ...chips(inputs.won.amount)))
      : null,
    inputs.counting ? make("p", { class: "pot" }, `${inputs.counting} `, make("b", { "data-left": "" })) : null,
  ]);
}

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

// What has gone to whom, if it is one player; several share it in words.
/** @type {(state: TableView) => { who: string, amount: number } | null} */
function winnings({ round }) {
  const won = round?.show?.won ?? [];
  const winners = won.flatMap((amount, number) => (amount > 0 ? [number] : []));
  if (!round || !winners.length) return null;
  const who = winners.map((number) => (number === round.me ? "you" : round.players[number].name));
  return { who: who.join(" and "), amount: won.reduce((sum, amount) => sum + amount, 0) };
}

// What this browser saw of a hand, held against how it ended and against its record. Nothing here knows the rules of a game:
// who may do what, and who has won what, `fivecard verify` plays again.
/** @import { Check, HandRecord, OwnWitness, Playing, Witness } from "/page/fairness/records.d.ts" */

import { didWhatWasSent } from "/page/fairness/sent.js";
import { wordsOf } from "/page/lib/errors.js";

const BOARD = -1; // in a record's `dealt`
const FEWEST_DEALT = 2; // cards that everybody gets of their own in any game

// All chips of a hand: those in front of its players, and in the pot.
/** @type {(round: Playing["round"]) => number} */
export const chipsIn = ({ players, pot }) => players.reduce((sum, { stack }) => sum + stack, pot);

// What can be checked as soon as a hand is over, against what this browser saw of it before.
/** @type {(round: Playing["round"], kept: Partial<Witness>) => Check[]} */
export function checkSeen(round, { seen, total }) {
  const { show, players, me, board } = round;
  if (!show || !seen || me === null) return [];
  const shown = show.hands[me];
  const mine = !shown.length || players[me].drew.length > seen.drawn || seen.hand.every((card) => shown.includes(card));
  const up = seen.up.every((cards, player) => players[player].folded || begins(players[player].up, cards));
  return [
    [mine, "your cards are those that you held"],
    [begins(board, seen.board), "the cards on the board are those that lay there"],
    [up, "the cards that lay open are those that were dealt"],
    [show.winners.every((player) => !players[player].folded), "nobody won who had folded"],
    [total === chipsIn(round), "no chip was lost, and none was made"],
  ];
}

// What can be checked of a record: by itself, against what this browser kept of the hand (`witness`), and against what stands
// on the page (`round`).
/** @type {(record: HandRecord, witness: OwnWitness | null, round?: Playing["round"] | null) => Check[]} */
export function checkRecord(record, witness, round = null) {
  try {
    return [...checkChips(record), ...(witness ? checkWitness(record, witness) : []), ...checkShown(record, round)];
  } catch (error) {
    return [[false, `the record can be read: ${wordsOf(error)}`]];
  }
}

/** @type {(record: HandRecord) => Check[]} */
function checkChips({ stacks, finishing_stacks }) {
  /** @type {(amounts: number[]) => number} */
  const sum = (amounts) => amounts.reduce((total, each) => total + each, 0);
  return stacks.length ? [[sum(stacks) === sum(finishing_stacks), "the stacks at the end add up to those before"]] : [];
}

/** @type {(record: HandRecord, witness: OwnWitness) => Check[]} */
function checkWitness(record, witness) {
  const { hand, shown, acts, unanswered, handed, player, seen, drew, stacks } = witness;
  /** @type {Check[]} */
  const results = [];
  const got = dealtTo(record);
  results.push([cameInTurn(record, player, hand), "the cards that you were dealt came off the deck in turn"]);
  if (seen) {
    const up = seen.up.every((cards, other) => cards.every((card) => got(other).includes(card)));
    results.push(
      [seen.hand.every((card) => got(player).includes(card)), "the cards that you held later came off it for you"],
      [begins(got(BOARD), seen.board) && up, "what lay open came off it for the board, and for those who had it"],
    );
  }
  if (record.stacks.length && stacks) {
    const same = record.seats.every(
      (who, other) => (stacks[parseInt(who, 10)] ?? record.stacks[other]) === record.stacks[other],
    );
    results.push([same, "everybody had the chips that this browser saw when you were ready"]);
  }
  if (shown) results.push([isShown(record, shown), "the page showed what the record says"]);
  if (drew) {
    const counts = (/** @type {number} */ other) =>
      record.actions.flatMap((move) =>
        move.player === other && move.do === "discard" ? [cardsOf(move.cards).length] : [],
      );
    const same = drew.every((told, other) => begins(counts(other), told));
    results.push([same, "everybody drew as many cards as this browser saw"]);
  }
  if ((acts || unanswered) && !handed) {
    const done = record.actions.filter((move) => move.player === player && move.by === "person");
    results.push([didWhatWasSent(done, witness), "you did what the record says, and nothing else"]);
  }
  return results;
}

// What stands on the page now, whoever looks.
/** @type {(record: HandRecord, round: Playing["round"] | null) => Check[]} */
function checkShown(record, round) {
  if (!round?.show) return [];
  const names = round.players.map(({ name }) => name);
  const same = round.number === record.round && JSON.stringify(names) === JSON.stringify(record.names);
  const showed = record.hands.map((hand, player) => [...hand, ...(record.showed?.[player] ?? [])]);
  const shows = showed.every((cards, player) => cards.every((card) => dealtTo(record)(player).includes(card)));
  return [
    [same && isShown(record, round.show), "what stands on the page is what the record says"],
    [shows, "the hands that were shown came off the deck for those who showed them"],
  ];
}

/** @type {(record: HandRecord, shown: Witness["shown"]) => boolean} */
function isShown(record, shown) {
  const said = [record, shown].map(({ hands, made, winners, won, returned }) => [
    hands.map((hand) => [...hand].sort()),
    made,
    winners,
    won,
    returned,
  ]);
  return JSON.stringify(said[0]) === JSON.stringify(said[1]);
}

// What came off the deck for a player or the board, in order; where the draw pile ran out, what was thrown away or folded too.
/** @type {(record: HandRecord) => (player: number) => string[]} */
const dealtTo =
  ({ deck, dealt, actions }) =>
  (player) => {
    /** @type {(to: number) => string[]} */
    const taken = (to) => deck.filter((_, place) => dealt[place] === to);
    if (player === BOARD || dealt.length < deck.length) return taken(player);
    const again = actions.flatMap((act) => (act.do === "fold" ? taken(act.player) : cardsOf(act.cards)));
    return [...taken(player), ...again];
  };

/** @type {(cards: string | undefined) => string[]} */
const cardsOf = (cards) => (cards ? cards.split(" ") : []);

/** @type {<T>(all: T[], first: T[]) => boolean} */
export const begins = (all, first) => first.every((each, place) => all[place] === each);

// Cards are dealt one at a time around the table, from the left of the button on, or of the last seat where nobody has it: at
// least two each, and as many as this browser saw at first.
/** @type {(record: HandRecord, player: number, hand: string[] | undefined) => boolean} */
function cameInTurn({ deck, dealt, names, button }, player, hand) {
  const left = (button ?? names.length - 1) + 1;
  const first = (hand?.length ?? FEWEST_DEALT) * names.length;
  return (
    dealt.length >= first &&
    dealt
      .slice(0, first)
      .every(
        (who, place) =>
          who === (left + place) % names.length && (who !== player || !hand || hand.includes(deck[place])),
      )
  );
}

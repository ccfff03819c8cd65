// What this browser can check of a hand with chips, once its record is given out: whether it is the hand that it saw. The
// rules of every game are in `fivecard verify`, which plays the record again.
/** @import { ChipsRecord, Check, OwnWitness, Playing, Witness } from "/page/fairness/records.d.ts" */

// All chips of a hand: those in front of its players, and in the pot.
/** @type {(round: Playing["round"]) => number} */
export const chipsIn = ({ players, pot }) => players.reduce((sum, { stack }) => sum + stack, pot);

// What can be checked as soon as a hand is over, against what this browser saw of it before.
/** @type {(round: Playing["round"], kept: Partial<Witness>) => Check[]} */
export function checkSeen(round, { seen, total }) {
  const { show, players, me, board } = round;
  if (!show || !seen || me === null) return [];
  /** @type {(now: string[], before: string[]) => boolean} */
  const goesOn = (now, before) => before.every((card, place) => now[place] === card);
  const shown = show.hands[me];
  const mine = !shown.length || players[me].drew.length > seen.drawn || seen.hand.every((card) => shown.includes(card));
  const up = seen.up.every((cards, player) => players[player].folded || goesOn(players[player].up, cards));
  return [
    [mine, "your cards are those that you held"],
    [goesOn(board, seen.board), "the cards on the board are those that lay there"],
    [up, "the cards that lay open are those that were dealt"],
    [show.winners.every((player) => !players[player].folded), "nobody won who had folded"],
    [total === chipsIn(round), "no chip was lost, and none was made"],
  ];
}

/** @type {(record: ChipsRecord, witness: OwnWitness | null) => Check[]} */
export function checkChips(record, witness) {
  /** @type {(amounts: number[]) => number} */
  const sum = (amounts) => amounts.reduce((total, each) => total + each, 0);
  /** @type {Check[]} */
  const results = [[sum(record.stacks) === sum(record.finishing_stacks), "no chip was lost, and none was made"]];
  if (!witness) return results;
  const { hand, shown, acts, player } = witness;
  if (hand) results.push([cameInTurn(record, hand), "the cards that this browser was dealt came off the deck in turn"]);
  if (shown) {
    const told = [shown.hands.map(inOrder), shown.made, shown.winners, shown.won, shown.returned];
    const written = [record.hands.map(inOrder), record.made, record.winners, record.won, record.returned];
    results.push([JSON.stringify(told) === JSON.stringify(written), "the page showed what the record says"]);
  }
  if (acts) {
    const done = record.actions
      .filter((move) => move.player === player && move.by === "person")
      .map((move) => [move.do, move.to ?? null, move.cards ?? ""]);
    const sent = acts.map((act) => [act.do, act.to ?? null, act.cards ?? ""]);
    results.push([JSON.stringify(sent) === JSON.stringify(done), "you did what the record says, and nothing else"]);
  }
  return results;
}

/** @type {(cards: string[]) => string[]} */
const inOrder = (cards) => [...cards].sort();

// Cards are dealt one at a time around the table: those of one player are as far apart as there are players.
/** @type {(record: ChipsRecord, hand: string[]) => boolean} */
function cameInTurn({ deck, players, rules }, hand) {
  const dealt = rules.startsWith("short-deck") ? deck.filter((card) => !"2345".includes(card[0])) : deck;
  const places = hand.map((card) => dealt.indexOf(card));
  return places.every(
    (place) => place >= 0 && place < hand.length * players && place % players === places[0] % players,
  );
}

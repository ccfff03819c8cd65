// The rules in the browser: a finished round is played again from its record, and what the page showed is held against
// it. Written from the rules, not from the server's words; tests hold it to the engine and the evaluator in Python.
/** @import { ChipsRecord, Check, OwnWitness, PlayedRecord, Playing } from "/page/fairness/records.d.ts" */
/** @import { Worth } from "/page/lib/hands.js" */

import { checkChips } from "/page/fairness/chips.js";
import { wordsOf } from "/page/lib/errors.js";
import { ACE, CARDS, categoryName, compare, describe, evaluate, rankOf, reasonOf } from "/page/lib/hands.js";

/** @typedef {{ mostPlayers: number, mostDiscards: number, fourWithAce: boolean, sorted: (cards: string[]) => string[] }} Rules */
/** @typedef {{ dealt: string[][], hands: string[][], worth: Worth[], made: string[], winners: number[], reason: string }} Played */
/** @typedef {[what: string, told: string, found: string]} Row */
/** @typedef {<T>(what: string, told: T[] | undefined, found: T[], text?: (each: any) => string) => Row[]} BySeat */
/** @typedef {{ name: string | null, rounds: number, won: number, share: number, made: Record<string, number> }} Standing */
/** @typedef {{ round: number, seats: Standing[] }} Standings */

// The round again

/** @type {(card: string) => number} */
const aceLow = (card) => (rankOf(card) + 1) % 13;
/** @type {Record<string, Rules>} */
const RULES = {
  A: {
    mostPlayers: 6,
    mostDiscards: 3,
    fourWithAce: false,
    sorted: (cards) => [...cards].sort((a, b) => aceLow(a) - aceLow(b)),
  },
  C: {
    mostPlayers: 10,
    mostDiscards: 3,
    fourWithAce: true,
    sorted: (cards) => [...cards].sort((a, b) => CARDS.indexOf(b) - CARDS.indexOf(a)),
  },
};

// Play a record's deck and discards by its rules; what the rules do not allow is thrown as an error.
/** @type {(record: PlayedRecord) => Played} */
export function replay({ rules: name, players, deck, reserve, discards, names }) {
  const rules = Object.hasOwn(RULES, name) ? RULES[name] : null;
  if (!rules) throw new Error(`there are no rules ${name}`);
  if (!Number.isInteger(players) || players < 2 || players > rules.mostPlayers)
    throw new Error(`rules ${name} are not for ${players} players`);
  checkCards("the deck", deck, 5 * players);
  checkCards("the reserve", reserve, 0);
  for (const [what, list] of Object.entries({ discards, names }))
    if (!Array.isArray(list) || list.length !== players)
      throw new Error(`there are ${list?.length} ${what} for ${players} players`);

  const dealt = names.map((_, seat) =>
    rules.sorted(deck.slice(0, 5 * players).filter((_, index) => index % players === seat)),
  );
  let stock = deck.slice(5 * players);
  /** @type {string[]} */
  let pile = [];
  const hands = dealt.map((hand, seat) => {
    const thrown = discards[seat];
    checkDiscard(rules, seat, hand, thrown, stock.length + pile.length);
    if (thrown.length > stock.length) {
      // What others threw away before comes back, in the order of the reserve.
      /** @type {(card: string) => number} */
      const position = (card) => (reserve.includes(card) ? reserve.indexOf(card) : reserve.length);
      stock = [...stock, ...pile.sort((a, b) => position(a) - position(b))];
      pile = [];
    }
    const drawn = stock.splice(0, thrown.length);
    pile.push(...thrown);
    return rules.sorted(hand.map((card) => (thrown.includes(card) ? drawn[thrown.indexOf(card)] : card)));
  });

  const worth = hands.map(evaluate);
  const best = worth.reduce((one, two) => (compare(two, one) > 0 ? two : one));
  const winners = worth.flatMap((each, seat) => (compare(each, best) === 0 ? [seat] : []));
  const reason = reasonOf(names, worth, winners);
  return { dealt, hands, worth, made: worth.map(describe), winners, reason };
}

/** @type {(what: string, cards: string[], fewest: number) => void} */
function checkCards(what, cards, fewest) {
  if (!Array.isArray(cards) || cards.length < fewest)
    throw new Error(`${what} has ${cards?.length} cards, not ${fewest}`);
  const wrong = cards.find((card, index) => !CARDS.includes(card) || cards.indexOf(card) !== index);
  if (wrong !== undefined) throw new Error(`${what} has “${wrong}”, which is no card or is there twice`);
}

/** @type {(rules: Rules, seat: number, hand: string[], thrown: string[], replaceable: number) => void} */
function checkDiscard(rules, seat, hand, thrown, replaceable) {
  checkCards(`the discard of seat ${seat + 1}`, thrown, 0);
  const strange = thrown.find((card) => !hand.includes(card));
  if (strange) throw new Error(`seat ${seat + 1} throws ${strange} away, and holds ${hand.join(" ")}`);
  const kept = hand.filter((card) => !thrown.includes(card));
  const keepsAce = kept.length === 1 && rankOf(kept[0]) === ACE;
  if (thrown.length > rules.mostDiscards && !(rules.fourWithAce && keepsAce))
    throw new Error(`seat ${seat + 1} throws ${thrown.length} cards away`);
  if (thrown.length > replaceable)
    throw new Error(`seat ${seat + 1} throws ${thrown.length} cards away, and ${replaceable} are left to draw`);
}

// What was shown

/** @type {(value: unknown) => string} */
const asText = (value) => (Array.isArray(value) ? value.join(" ") : String(value ?? "nothing"));
/** @type {(cards: string[] | undefined) => string} */
const asSet = (cards) =>
  asText(Array.isArray(cards) ? [...cards].sort((a, b) => CARDS.indexOf(b) - CARDS.indexOf(a)) : cards);

// Nobody can have a round be taken for one with chips, whose play is not checked here.
/** @type {(record: PlayedRecord | ChipsRecord) => ChipsRecord | null} */
const withChips = (record) => ("actions" in record && !Object.hasOwn(RULES, record.rules) ? record : null);

// Hold everything that was shown of a finished round against its record, and both against the round played again: a
// list of [whether it holds, in words]. `state` is the table's state at the show; `witness` what this browser kept of
// the round (`seat`, `hand` as dealt, `thrown` away, `final` hand, `drew` by seat); `before` the standings that it
// kept from an earlier round, as `standingsOf` gives them. What is not there is not checked.
/** @type {(record: PlayedRecord, seen?: { state?: Playing | null, witness?: OwnWitness | null, before?: Standings | null }) => Check[]} */
export function checkPlay(record, { state = null, witness = null, before = null } = {}) {
  /** @type {Check[]} */
  const results = [];
  /** @type {Played} */
  let played;
  /** @type {(seat: number) => string} */
  const who = (seat) => `seat ${seat + 1} (${record.names?.[seat] ?? "nobody"})`;
  /** @type {(seats: number[] | undefined) => string} */
  const all = (seats) => (Array.isArray(seats) ? seats.map(who).join(", ") : asText(seats));
  /** @type {(claim: string, rows: Row[]) => void} */
  const expect = (claim, rows) => {
    const wrong = rows.filter(([, told, found]) => told !== found);
    if (!wrong.length) results.push([true, claim]);
    for (const [what, told, found] of wrong)
      results.push([false, `${claim}: ${what} is given as “${told}”, but it is “${found}”`]);
  };
  const chips = withChips(record);
  if (chips) return checkChips(chips, witness);
  try {
    played = replay(record);
  } catch (error) {
    return [[false, `the hand was played by its rules: ${wordsOf(error)}`]];
  }
  /** @type {BySeat} */
  const bySeat = (what, told, found, text = asText) =>
    found.map((each, seat) => [`${what} of ${who(seat)}`, text(told?.[seat]), text(each)]);

  expect("the draws follow from the deck and the rules", bySeat("the hand", record.hands, played.hands));
  expect("every hand is called what it is", bySeat("the name", record.made, played.made));
  expect("the best hand won", [
    ["the winner", all(record.winners), all(played.winners)],
    ["the reason", asText(record.reason), played.reason],
  ]);
  if (state) expect("the page showed what the record says", shownRows(state, record, played, bySeat, all));
  if (witness) {
    const rows = witnessRows(witness, record, played, who);
    if (rows.length) expect("these are the cards and draws that this browser saw", rows);
  }
  if (state && before)
    expect("the standings count this hand, and nothing else", standingRows(state, before, played, record));
  return results;
}

/** @type {(state: Playing, record: PlayedRecord, played: Played, bySeat: BySeat, all: (seats: number[] | undefined) => string) => Row[]} */
function shownRows(state, record, played, bySeat, all) {
  const { round, rules } = state;
  const { show, players } = round;
  /** @type {Row[]} */
  const rows = [
    ["the number of the hand", asText(round.number), asText(record.round)],
    ["the rules", asText(rules), asText(record.rules)],
    ["the number of players", asText(players?.length), asText(record.players)],
    ...bySeat(
      "the name",
      players?.map((player) => player.name),
      record.names,
    ),
    ...bySeat(
      "the number of cards drawn",
      players?.map((player) => player.drew?.[0]),
      record.discards.map((cards) => cards.length),
    ),
    ...bySeat("the hand", show?.hands, played.hands, asSet),
    ...bySeat("the hand in words", show?.made, played.made),
    ...bySeat(
      "the part that decides",
      show?.made_of,
      played.worth.map(({ madeOf }) => madeOf),
      asSet,
    ),
    ["the winner", all(show?.winners), all(played.winners)],
    ["the reason", asText(show?.reason), played.reason],
  ];
  if (round.me !== null) rows.push(["your hand", asSet(round.hand), asSet(played.hands[round.me])]);
  return rows;
}

/** @type {(witness: OwnWitness, record: PlayedRecord, played: Played, who: (seat: number) => string) => Row[]} */
function witnessRows({ player: seat, hand, thrown, final, drew }, record, played, who) {
  /** @type {Row[]} */
  const rows = [];
  if (hand) rows.push([`the hand dealt to ${who(seat)}`, asSet(played.dealt[seat]), asSet(hand)]);
  if (thrown) {
    rows.push([`what ${who(seat)} threw away`, asSet(record.discards[seat]), asSet(thrown)]);
    rows.push([`who decided for ${who(seat)}`, asText(record.by?.[seat]), "person"]);
  }
  if (final) rows.push([`the last hand of ${who(seat)}`, asSet(played.hands[seat]), asSet(final)]);
  for (const [other, count] of Object.entries(drew ?? {}))
    rows.push([
      `the number of cards that ${who(Number(other))} drew`,
      asText(record.discards[Number(other)]?.length),
      asText(count),
    ]);
  return rows;
}

// What to keep of the standings, to check the next ones by.
/** @type {(state: Playing) => Standings} */
export const standingsOf = (state) => ({
  round: state.round.number,
  seats: state.seats.map(({ name, rounds, won, share, made }) => ({ name, rounds, won, share, made })),
});

// Between two looks a seat may have changed hands, which starts its count anew, and rounds may have been missed: a
// standing has grown from the old one, or from nothing.
/** @type {(state: Playing, before: Standings, played: Played, record: PlayedRecord) => Row[]} */
function standingRows(state, before, played, record) {
  const gap = state.round.number - before.round;
  return state.seats.flatMap((seat, number) => {
    const old = before.seats[number];
    const at = state.round.players.findIndex((each) => each.seat === number);
    const player = seat.name === null || record.seats[at]?.endsWith(":person") ? at : -1; // a computer wins for nobody else
    const afresh = growth(seat, NOTHING, number, player, gap, played);
    if (old?.name !== seat.name || afresh.every(([, told, found]) => told === found)) return afresh;
    return growth(seat, old, number, player, gap, played);
  });
}

const NOTHING = { rounds: 0, won: 0, share: 0, made: {} };

/** @type {(seat: Standing, base: Omit<Standing, "name">, number: number, player: number, gap: number, played: Played) => Row[]} */
function growth(seat, base, number, player, gap, played) {
  /** @type {Row[]} */
  const rows = [];
  /** @type {(what: string, value: number, low: number, high: number) => void} */
  const within = (what, value, low, high) => {
    const fits = value > low - 0.0015 && value < high + 0.0015; // shares are told with three digits
    const [least, most] = [low, high].map((each) => Number(each.toFixed(3)));
    const wanted = least === most ? `${least}` : `from ${least} to ${most}`;
    rows.push([`${what} of seat ${number + 1} (${seat.name ?? "no name"})`, fits ? wanted : String(value), wanted]);
  };
  const count = seat.rounds - base.rounds;
  within(
    "the number of hands",
    seat.rounds,
    base.rounds + (base !== NOTHING && gap && player >= 0 ? 1 : 0),
    base.rounds + gap,
  );
  const counted = player >= 0 && count > 0; // not who sat down in the middle of this round
  const missed = count - (counted ? 1 : 0);
  const won = counted && played.winners.includes(player) ? 1 : 0;
  within("the number of hands won", seat.won, base.won + won, base.won + won + missed);
  const share = base.share + won / played.winners.length;
  within("the share", seat.share, share, share + missed);
  /** @type {(made: Record<string, number>) => number} */
  const sum = (made) => Object.values(made).reduce((total, each) => total + each, 0);
  within("the number of hands", sum(seat.made), sum(base.made) + count, sum(base.made) + count);
  if (counted) {
    const name = categoryName(played.worth[player]);
    const times = (base.made[name] ?? 0) + 1;
    within(`the count of “${name}”`, seat.made[name] ?? 0, times, times + missed);
  }
  return rows;
}

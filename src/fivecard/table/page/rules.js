// The rules in the browser: a finished round is played again from its record, and what the page showed is held against
// it. Written from the rules, not from the server's words; tests hold it to the engine and the evaluator in Python.

const RANKS = "23456789TJQKA";
const SUITS = "cdhs";
const RANK_WORDS = ["Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King", "Ace"];
const SUIT_WORDS = ["clubs", "diamonds", "hearts", "spades"];
const ACE = 12;

export const CARDS = [...RANKS].flatMap((rank) => [...SUITS].map((suit) => rank + suit));
const rankOf = (card) => RANKS.indexOf(card[0]);
const suitOf = (card) => SUITS.indexOf(card[1]);
export const spoken = (card) => `${RANK_WORDS[rankOf(card)]} of ${SUIT_WORDS[suitOf(card)]}`;
const plural = (rank) => RANK_WORDS[rank] + (RANK_WORDS[rank] === "Six" ? "es" : "s");

// What a hand is worth

// Weakest first: the name, how many cards make it, and what each deciding rank is called.
const CATEGORIES = [
  ["high card", 1, ["highest card", "second card", "third card", "fourth card", "fifth card"]],
  ["one pair", 2, ["pair", "first kicker", "second kicker", "third kicker"]],
  ["two pair", 4, ["higher pair", "lower pair", "kicker"]],
  ["three of a kind", 3, ["three of a kind", "first kicker", "second kicker"]],
  ["straight", 5, ["top card"]],
  ["flush", 5, ["highest card", "second card", "third card", "fourth card", "fifth card"]],
  ["full house", 5, ["three of a kind", "pair"]],
  ["four of a kind", 4, ["four of a kind", "kicker"]],
  ["straight flush", 5, ["top card"]],
].map(([name, size, roles]) => ({ name, size, roles }));
const BY_SHAPE = { 11111: 0, 2111: 1, 221: 2, 311: 3, 32: 6, 41: 7 };
const STRAIGHT = 4, FLUSH = 5, STRAIGHT_FLUSH = 8;

// Five cards: the category, the ranks that decide inside it, and the cards, those that decide first.
export function evaluate(cards) {
  const counts = new Map();
  for (const card of cards) counts.set(rankOf(card), (counts.get(rankOf(card)) ?? 0) + 1);
  let ranks = [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a) || b - a);
  const wheel = ranks.join() === "12,3,2,1,0"; // the ace is low
  if (wheel) ranks = [3, 2, 1, 0, ACE];
  const straight = ranks.length === 5 && (wheel || ranks[0] - ranks[4] === 4);
  const flush = cards.every((card) => suitOf(card) === suitOf(cards[0]));
  let category = BY_SHAPE[ranks.map((rank) => counts.get(rank)).join("")];
  if (straight) category = flush ? STRAIGHT_FLUSH : STRAIGHT;
  else if (flush) category = FLUSH;
  const inOrder = [...cards].sort((a, b) => ranks.indexOf(rankOf(a)) - ranks.indexOf(rankOf(b)) || suitOf(b) - suitOf(a));
  return { category, ranks: straight ? ranks.slice(0, 1) : ranks, cards: inOrder, madeOf: inOrder.slice(0, CATEGORIES[category].size) };
}

// Above zero if the first hand is better, zero for a tie.
export function compare(one, two) {
  if (one.category !== two.category) return one.category - two.category;
  const index = one.ranks.findIndex((rank, i) => rank !== two.ranks[i]);
  return index < 0 ? 0 : one.ranks[index] - two.ranks[index];
}

export function describe({ category, ranks }) {
  const { name } = CATEGORIES[category];
  const [first, ...others] = ranks.map((rank) => RANK_WORDS[rank]);
  if (name === "straight flush" && ranks[0] === ACE) return "royal flush";
  if (["straight", "straight flush"].includes(name)) return `${name}, ${first} high`;
  if (["high card", "flush"].includes(name)) return `${name}, ${[first, ...others].join(" ")}`;
  if (name === "full house") return `${name}, ${plural(ranks[0])} over ${plural(ranks[1])}`;
  if (name === "two pair") return `${name}, ${plural(ranks[0])} and ${plural(ranks[1])}, ${others[1]} kicker`;
  return `${name}, ${plural(ranks[0])}, ${others.join(" ")} kicker${others.length > 1 ? "s" : ""}`;
}

// What decided between two hands that do not tie, the better one first.
function decision(better, worse) {
  const [high, low] = [CATEGORIES[better.category], CATEGORIES[worse.category]];
  if (high !== low) return `Category: ${high.name} beats ${low.name}.`;
  const index = better.ranks.findIndex((rank, i) => rank !== worse.ranks[i]);
  const role = high.roles[index];
  const several = /(pair|of a kind)$/.test(role);
  const [more, less] = [better, worse].map(({ ranks }) => (several ? plural(ranks[index]) : RANK_WORDS[ranks[index]]));
  return `${role[0].toUpperCase()}${role.slice(1)}: ${more} beat${several ? "" : "s"} ${less}.`;
}

function reasonOf(names, worth, winners) {
  const best = worth[winners[0]];
  if (winners.length > 1) return `${winners.map((seat) => names[seat]).join(" and ")} tie with ${describe(best)}.`;
  const others = worth.filter((_, seat) => seat !== winners[0]);
  const second = others.reduce((one, two) => (compare(two, one) > 0 ? two : one));
  return `${names[winners[0]]} wins with ${describe(best)}. ${decision(best, second)}`;
}

// The round again

const aceLow = (card) => (rankOf(card) + 1) % 13;
const RULES = {
  A: { mostPlayers: 6, mostDiscards: 3, fourWithAce: false, sorted: (cards) => [...cards].sort((a, b) => aceLow(a) - aceLow(b)) },
  C: { mostPlayers: 10, mostDiscards: 3, fourWithAce: true, sorted: (cards) => [...cards].sort((a, b) => CARDS.indexOf(b) - CARDS.indexOf(a)) },
};

// Play a record's deck and discards by its rules; what the rules do not allow is thrown as an error.
export function replay({ rules: name, players, deck, reserve, discards, names }) {
  const rules = Object.hasOwn(RULES, name) ? RULES[name] : null;
  if (!rules) throw new Error(`there are no rules ${name}`);
  if (!Number.isInteger(players) || players < 2 || players > rules.mostPlayers) throw new Error(`rules ${name} are not for ${players} players`);
  checkCards("the deck", deck, 5 * players);
  checkCards("the reserve", reserve, 0);
  for (const [what, list] of Object.entries({ discards, names }))
    if (!Array.isArray(list) || list.length !== players) throw new Error(`there are ${list?.length} ${what} for ${players} players`);

  const dealt = names.map((_, seat) => rules.sorted(deck.slice(0, 5 * players).filter((_, index) => index % players === seat)));
  let stock = deck.slice(5 * players);
  let pile = [];
  const hands = dealt.map((hand, seat) => {
    const thrown = discards[seat];
    checkDiscard(rules, seat, hand, thrown, stock.length + pile.length);
    if (thrown.length > stock.length) {
      // What others threw away before comes back, in the order of the reserve.
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

function checkCards(what, cards, fewest) {
  if (!Array.isArray(cards) || cards.length < fewest) throw new Error(`${what} has ${cards?.length} cards, not ${fewest}`);
  const wrong = cards.find((card, index) => !CARDS.includes(card) || cards.indexOf(card) !== index);
  if (wrong !== undefined) throw new Error(`${what} has “${wrong}”, which is no card or is there twice`);
}

function checkDiscard(rules, seat, hand, thrown, replaceable) {
  checkCards(`the discard of seat ${seat + 1}`, thrown, 0);
  const strange = thrown.find((card) => !hand.includes(card));
  if (strange) throw new Error(`seat ${seat + 1} throws ${strange} away, and holds ${hand.join(" ")}`);
  const keepsAce = thrown.length === 4 && rankOf(hand.find((card) => !thrown.includes(card))) === ACE;
  if (thrown.length > rules.mostDiscards && !(rules.fourWithAce && keepsAce)) throw new Error(`seat ${seat + 1} throws ${thrown.length} cards away`);
  if (thrown.length > replaceable) throw new Error(`seat ${seat + 1} throws ${thrown.length} cards away, and ${replaceable} are left to draw`);
}

// What was shown

const asText = (value) => (Array.isArray(value) ? value.join(" ") : String(value ?? "nothing"));
const asSet = (cards) => asText(Array.isArray(cards) ? [...cards].sort((a, b) => CARDS.indexOf(b) - CARDS.indexOf(a)) : cards);

// Hold everything that was shown of a finished round against its record, and both against the round played again: a
// list of [whether it holds, in words]. `state` is the table's state at the show; `witness` what this browser kept of
// the round (`seat`, `hand` as dealt, `thrown` away, `final` hand, `drew` by seat); `before` the standings that it
// kept from an earlier round, as `standingsOf` gives them. What is not there is not checked.
export function checkPlay(record, { state = null, witness = null, before = null } = {}) {
  const results = [];
  let played;
  const who = (seat) => `seat ${seat + 1} (${record.names?.[seat] ?? "nobody"})`;
  const all = (seats) => (Array.isArray(seats) ? seats.map(who).join(", ") : asText(seats));
  const expect = (claim, rows) => {
    const wrong = rows.filter(([, told, found]) => told !== found);
    if (!wrong.length) results.push([true, claim]);
    for (const [what, told, found] of wrong) results.push([false, `${claim}: ${what} is given as “${told}”, but it is “${found}”`]);
  };
  try {
    played = replay(record);
  } catch (error) {
    return [[false, `the round was played by its rules: ${error.message}`]];
  }
  const bySeat = (what, told, found, text = asText) => found.map((each, seat) => [`${what} of ${who(seat)}`, text(told?.[seat]), text(each)]);

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
  if (state && before) expect("the standings count this round, and nothing else", standingRows(state, before, played));
  return results;
}

function shownRows(state, record, played, bySeat, all) {
  const { round, rules } = state;
  const { show, players } = round;
  const rows = [
    ["the number of the round", asText(round.number), asText(record.round)],
    ["the rules", asText(rules), asText(record.rules)],
    ["the number of players", asText(players?.length), asText(record.players)],
    ...bySeat("the name", players?.map((player) => player.name), record.names),
    ...bySeat("the number of cards drawn", players?.map((player) => player.drew?.[0]), record.discards.map((cards) => cards.length)),
    ...bySeat("the hand", show?.hands, played.hands, asSet),
    ...bySeat("the hand in words", show?.made, played.made),
    ...bySeat("the part that decides", show?.made_of, played.worth.map(({ madeOf }) => madeOf), asSet),
    ["the winner", all(show?.winners), all(played.winners)],
    ["the reason", asText(show?.reason), played.reason],
  ];
  if (round.me !== null) rows.push(["your hand", asSet(round.hand), asSet(played.hands[round.me])]);
  return rows;
}

function witnessRows({ seat, hand, thrown, final, drew }, record, played, who) {
  const rows = [];
  if (hand) rows.push([`the hand dealt to ${who(seat)}`, asSet(played.dealt[seat]), asSet(hand)]);
  if (thrown) {
    rows.push([`what ${who(seat)} threw away`, asSet(record.discards[seat]), asSet(thrown)]);
    rows.push([`who decided for ${who(seat)}`, asText(record.by?.[seat]), "person"]);
  }
  if (final) rows.push([`the last hand of ${who(seat)}`, asSet(played.hands[seat]), asSet(final)]);
  for (const [other, count] of Object.entries(drew ?? {}))
    rows.push([`the number of cards that ${who(Number(other))} drew`, asText(record.discards[other]?.length), asText(count)]);
  return rows;
}

// What to keep of the standings, to check the next ones by.
export const standingsOf = (state) => ({
  round: state.round.number,
  seats: state.seats.map(({ name, rounds, won, share, made }) => ({ name, rounds, won, share, made })),
});

// Between two looks a seat may have changed hands, which starts its count anew, and rounds may have been missed: a
// standing has grown from the old one, or from nothing.
function standingRows(state, before, played) {
  const gap = state.round.number - before.round;
  return state.seats.flatMap((seat, number) => {
    const old = before.seats[number];
    const player = state.round.players.findIndex((each) => each.seat === number);
    const afresh = growth(seat, NOTHING, number, player, gap, played);
    if (old?.name !== seat.name || afresh.every(([, told, found]) => told === found)) return afresh;
    return growth(seat, old, number, player, gap, played);
  });
}

const NOTHING = { rounds: 0, won: 0, share: 0, made: {} };

function growth(seat, base, number, player, gap, played) {
  const rows = [];
  const within = (what, value, low, high) => {
    const fits = value > low - 0.0015 && value < high + 0.0015; // shares are told with three digits
    const [least, most] = [low, high].map((each) => Number(each.toFixed(3)));
    const wanted = least === most ? `${least}` : `from ${least} to ${most}`;
    rows.push([`${what} of seat ${number + 1} (${seat.name ?? "no name"})`, fits ? wanted : String(value), wanted]);
  };
  const count = seat.rounds - base.rounds;
  within("the number of rounds", seat.rounds, base.rounds + (base !== NOTHING && gap && player >= 0 ? 1 : 0), base.rounds + gap);
  const counted = player >= 0 && count > 0; // not who sat down in the middle of this round
  const missed = count - (counted ? 1 : 0);
  const won = counted && played.winners.includes(player) ? 1 : 0;
  within("the number of rounds won", seat.won, base.won + won, base.won + won + missed);
  const share = base.share + won / played.winners.length;
  within("the share", seat.share, share, share + missed);
  const sum = (made) => Object.values(made).reduce((total, each) => total + each, 0);
  within("the number of hands", sum(seat.made), sum(base.made) + count, sum(base.made) + count);
  if (counted) {
    const { name } = CATEGORIES[played.worth[player].category];
    const times = (base.made[name] ?? 0) + 1;
    within(`the count of “${name}”`, seat.made[name] ?? 0, times, times + missed);
  }
  return rows;
}

"""Hands dealt from one shuffled deck: held to the engine, to exact values of small games, and to cut decks."""

from functools import cache
from itertools import combinations, product
from random import Random
from typing import Any

import numpy as np
import pytest

from fivecard import _core
from fivecard.cards import ALL_CARDS, Card, card_id, parse_cards
from fivecard.engine import Action, Call, Check, Deal, Discard, Fold, Raise, State, apply, legal, start, view_for
from fivecard.errors import ArgumentError, HandError, IllegalActionError
from fivecard.solvers.limit_draw import BestResponse, InfoSet, LimitDraw, Policy, Training, advise
from fivecard.solvers.limit_draw.game import Tree
from tests.effort import effort, some
from tests.solvers.limit_draw.small_betting import Chances, Said, Small, kinds_of, value
from tests.solvers.limit_draw.small_betting import Deal as SmallDeal

BY_ID = {card_id(card): card for card in ALL_CARDS}
GAMES = {
    "antes": LimitDraw(),
    "all five cards": LimitDraw(most_drawn=5, cap=2),
    "blinds": LimitDraw(ante=0, blinds=(1, 2), small_bet=2, big_bet=4, cap=3, most_drawn=1),
}


@cache
def trained(game: LimitDraw) -> Policy:
    """Plays badly, but everything."""
    training = Training(game, threads=2, seed=3)
    for _ in range(2):
        training.iterate()
    return Policy.of(training)


@pytest.fixture(scope="module", params=effort(["antes", "blinds"], [*GAMES]))
def strategy(request: pytest.FixtureRequest) -> Policy:
    return trained(GAMES[request.param])


@pytest.fixture(scope="module")
def usual() -> Policy:
    return trained(GAMES["antes"])


# The engine


def test_played_hands_are_the_engines_hands(strategy: Policy) -> None:
    """Every hand is played again by the engine, action by action, and everybody wins what was said."""
    game = strategy.game
    cards, kept, moves, won = strategy.native.play(0, effort(150, 1500), 5)
    ends = set()
    for number in range(len(won)):
        hand = [BY_ID[each] for each in cards[number].tolist()]
        unwanted = [
            tuple(card for place, card in enumerate(some) if not bits >> place & 1)
            for some, bits in zip((hand[:5], hand[5:10]), kept[number].tolist(), strict=True)
        ]
        state = dealt(game, hand, [len(some) for some in unwanted])
        rounds = [[move for move in of_round if move >= 0] for of_round in moves[number].tolist()]
        while state.to_act:
            state, _ = apply(state, action_of(game, state, rounds, unwanted))
        assert rounds == [[], []]
        assert state.stacks[state.order[0]] - 1000 == won[number] * game.unit
        ends.add((len(state.folded), len(state.rounds)))
    assert ends == {(1, 1), (1, 2), (0, 2)}  # folds in both rounds, and shows


def dealt(game: LimitDraw, cards: list[Card], drawn: list[int]) -> State:
    """Put the deck so that the engine deals these hands, and these draws."""
    before = start(game.rules, 2, stakes=game.stakes, stacks=[1000, 1000])
    sample, _ = apply(before, Deal(ALL_CARDS))
    places = {card: ALL_CARDS.index(card) for hand in sample.hands for card in hand}
    deck: list[Card | None] = [None] * 52
    for player, seat in enumerate(sample.order):
        for place, card in enumerate(sample.hands[seat]):
            deck[places[card]] = cards[5 * player + place]
    deck[10 : 10 + sum(drawn)] = [*cards[10 : 10 + drawn[0]], *cards[15 : 15 + drawn[1]]]
    rest = iter([card for card in ALL_CARDS if card not in deck])
    state, _ = apply(before, Deal(tuple([card or next(rest) for card in deck])))
    assert [{*state.hands[seat]} for seat in state.order] == [{*cards[:5]}, {*cards[5:10]}]
    return state


def action_of(game: LimitDraw, state: State, rounds: list[list[int]], unwanted: list[tuple[Card, ...]]) -> Action:
    seat = state.to_act[0]
    view = view_for(state, seat)
    now = legal(view)
    assert now
    player = state.order.index(seat)
    if now.draw:
        return Discard(seat, unwanted[player])
    infoset = InfoSet.of(view)
    assert infoset
    assert infoset.player == player
    assert infoset.game == game
    assert (infoset.paid[player], infoset.paid[1 - player]) == (view.committed[seat], view.committed[1 - seat])
    match infoset.actions[rounds[infoset.stage == "second"].pop(0)]:
        case "fold":
            return Fold(seat)
        case "check":
            return Check(seat)
        case "call":
            return Call(seat)
    assert now.min_raise_to == now.max_raise_to
    return Raise(seat, now.min_raise_to)


def test_cut_decks_are_worth_what_dealing_is() -> None:
    """The mean of many hands, one deck each, is the mean over cut decks, within four standard errors."""
    strategy = trained(LimitDraw(cap=1, most_drawn=1))
    won = np.concatenate([strategy.native.play(part * 200_000, 200_000, 9)[3] for part in range(effort(1, 4))])
    value = BestResponse(strategy, threads=2).measure(effort(10, 40)).value
    error = (won.var() / len(won) + value.error**2) ** 0.5
    assert abs(won.mean() - value.mean) < 4 * error
    assert error < effort(0.04, 0.02)


def test_hands_are_dealt_alike_in_any_portions(usual: Policy) -> None:
    whole = usual.native.play(0, 50, 1)
    parts = usual.native.play(0, 20, 1), usual.native.play(20, 30, 1)
    for each in range(4):
        assert np.array_equal(whole[each], np.concatenate([part[each] for part in parts]))
    assert len(np.unique(whole[0], axis=0)) == 50


# Values


SMALL = Small(ranks=4, suits=3, hand=2, most_drawn=1, caps=(2, 1))


@pytest.fixture(scope="module")
def small() -> tuple[_core.BettingDealer, Chances]:
    """A dealer who plays anything, and how, one infoset at a time."""
    kinds = kinds_of(SMALL)
    deck = SMALL.ranks * SMALL.suits
    hands = sorted(combinations(range(deck), SMALL.hand), key=lambda cards: cards[::-1])
    numbers = [kinds[tuple(card // SMALL.suits for card in hand)] for hand in hands]
    native = _core.BettingGame.of_cards(
        (1, 1), 0, SMALL.bets, SMALL.caps, SMALL.most_drawn, deck, SMALL.hand, numbers, numbers
    )
    first, second = (sum(len(node[2]) - 1 for node in tree[0]) for tree in native.trees)
    calls, draws = len(native.trees[0][2]), SMALL.most_drawn + 1
    source = np.random.default_rng(4)
    parts = [source.integers(20, 120, first * len(kinds))]
    for lanes in (calls, calls * draws):
        rows = [
            source.integers(0, len(native.holds), (lanes, 3, len(kinds))),
            source.integers(20, 120, (lanes, 2, len(kinds))),
        ]
        parts.append(np.concatenate(rows, axis=1).ravel())
    parts.append(source.integers(20, 120, calls * draws**2 * second * len(kinds)))
    dealer = _core.BettingDealer(native, np.concatenate(parts).astype(np.uint8).tobytes())
    return dealer, played_by(dealer, native)


def played_by(dealer: _core.BettingDealer, native: _core.BettingGame) -> Chances:
    trees = [Tree(told) for told in native.trees]
    kinds = kinds_of(SMALL)

    def chances(player: int, cards: tuple[int, ...], said: Said) -> list[float]:
        first, counts, second = parted(said)
        ended = trees[0].follow(first)
        if ended.kind == "node":
            return dealer.first(kinds[cards], ended.number)[: len(trees[0].nodes[ended.number].actions)]
        if len(counts) < 2:
            lane = ended.number * 2 + counts[0] if player else ended.number
            _, options = SMALL.options(said, cards) or (0, [])
            found = dict.fromkeys(options, 0.0)
            for hold, chance in zip(*dealer.draw(player, kinds[cards], lane), strict=True):
                places = native.holds[hold][0]
                found[tuple(card for place, card in enumerate(cards) if places >> place & 1)] += chance
            return [*found.values()]
        path = (ended.number * 2 + counts[0]) * 2 + counts[1]
        node = trees[1].follow(second).number
        return dealer.second(path, node, kinds[cards])[: len(trees[1].nodes[node].actions)]

    return chances


def parted(said: Said) -> tuple[tuple[str, ...], list[int], tuple[str, ...]]:
    at = next((number for number, each in enumerate(said) if isinstance(each, int)), len(said))
    words = [tuple(each for each in some if isinstance(each, str)) for some in (said[:at], said[at:])]
    return words[0], [each for each in said if isinstance(each, int)], words[1]


@pytest.mark.parametrize(
    ("player", "cards", "thrown", "said"),
    some(
        4,
        [
            (0, (0, 4), (), ()),
            (0, (3, 10), (), ("check", "bet")),
            (1, (6, 7), (), ("bet",)),
            (0, (0, 11), (), ("bet", "raise")),
            (0, (3, 10), (), ("check", "bet", "call")),
            (1, (3, 10), (), ("check", "bet", "call", 1)),
            (0, (3, 10), (0,), ("check", "bet", "call", 1, 0)),
            (1, (1, 4), (9,), ("check", "bet", "call", 1, 1, "bet")),
            (0, (1, 4), (9,), ("bet", "call", 1, 1, "check", "bet")),
        ],
    ),
)
def test_choices_are_worth_what_all_deals_say(
    small: tuple[_core.BettingDealer, Chances],
    player: int,
    cards: tuple[int, ...],
    thrown: tuple[int, ...],
    said: Said,
) -> None:
    """Within four standard errors of the exact value, which is found in plain Python from every deal there is."""
    (dealer, chances), deals = small, effort(10_000, 40_000)
    first, drawn, second = parted(said)
    number_of = {"check": 0, "bet": 1, "fold": 0, "call": 1, "raise": 2}
    numbers = [[number_of[word] for word in words] for words in (first, second)]
    _, values = dealer.worth(player, [*cards], [*thrown], numbers[0], drawn, numbers[1], deals, 100 * deals, 0, 1)
    assert len(values) == deals
    exact = exact_values(chances, player, cards, thrown, said)
    means, errors = values.mean(axis=0), values.std(axis=0, ddof=1) / len(values) ** 0.5
    assert len(means) == len(exact)
    for mean, error, wanted in zip(means, errors, exact, strict=True):
        assert abs(mean - wanted) <= 4 * error + 1e-5, (means, errors, exact)
    assert max(errors) < effort(0.1, 0.05)


def exact_values(
    chances: Chances, player: int, cards: tuple[int, ...], thrown: tuple[int, ...], said: Said
) -> list[float]:
    """What each choice is worth: over all deals, weighed by what the other has done in them."""
    deals = consistent(chances, player, cards, thrown, said)
    total = sum(deal.weight for deal in deals)
    ranks = ranks_of(cards)
    paid = paid_after(said)[player]
    _, options = SMALL.options(said, ranks) or (-1, [])

    def worth(said: Said, deals: list[SmallDeal]) -> float:
        return (-1 if player else 1) * value(SMALL, chances, None, said, deals) / total + paid

    if isinstance(options[0], str):
        return [worth((*said, str(action)), deals) for action in options]
    kept = [tuple(rank for place, rank in enumerate(ranks) if places >> place & 1) for places in (3, 2, 1)]
    counts = [SMALL.hand - len(some) for some in kept]
    return [
        worth((*said, count), [deal.draw(player, some, count) for deal in deals])
        for some, count in zip(kept, counts, strict=True)
    ]


def consistent(
    chances: Chances, player: int, cards: tuple[int, ...], thrown: tuple[int, ...], said: Said
) -> list[SmallDeal]:
    """All deals in which the other did what was done. A player's own draw is over: its hand is what it is now."""
    own, other = ranks_of(cards), 1 - player
    gone = [card // SMALL.suits for card in (*cards, *thrown)]
    deals = []
    for ranks in product(range(SMALL.ranks), repeat=SMALL.hand + 2 * SMALL.most_drawn):
        weight = 1.0
        for number, rank in enumerate(ranks):
            weight *= max(SMALL.suits - gone.count(rank) - ranks[:number].count(rank), 0)
        theirs = tuple(sorted(ranks[: SMALL.hand]))
        deals.append(SmallDeal(weight, (own, theirs) if other else (theirs, own), ranks[SMALL.hand :]))
    for at, done in enumerate(said):
        turn, _ = SMALL.options(said[:at], own) or (-1, [])
        if turn != other:
            continue
        following = []
        for deal in deals:
            _, options = SMALL.options(said[:at], deal.hands[other]) or (-1, [])
            for option, chance in zip(options, chances(other, deal.hands[other], said[:at]), strict=True):
                weighed = deal._replace(weight=deal.weight * chance)
                if option == done:
                    following.append(weighed)
                elif isinstance(option, tuple) and SMALL.hand - len(option) == done:
                    following.append(weighed.draw(other, option, SMALL.hand - len(option)))
        deals = [deal for deal in following if deal.weight]
    return deals


def ranks_of(cards: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(card // SMALL.suits for card in cards))


def paid_after(said: Said) -> list[int]:
    first, _, second = parted(said)
    paid = [1, 1]
    for actions, bet in ((first, SMALL.bets[0]), (second, SMALL.bets[1])):
        for number, action in enumerate(actions):
            if action in {"call", "bet", "raise"}:
                paid[number % 2] = max(paid) + bet * (action != "call")
    return paid


# Advice


def test_advice_is_the_same_each_time_and_says_how_sure_it_is(usual: Policy) -> None:
    infoset = InfoSet(usual.game, 0, parse_cards("Kh Kd 9s 4c 2d"), ("check", "bet"))
    advice = advise(usual, infoset, deals=5000)
    assert advice == advise(usual, infoset, deals=5000)
    assert [option.choice for option in advice.options] == ["fold", "call", "raise"]
    assert advice.option("fold").value == (0, 0)
    assert sum(option.chance for option in advice.options) == pytest.approx(1)
    more = advise(usual, infoset, deals=20_000)
    for few, many in zip(advice.options[1:], more.options[1:], strict=True):
        assert many.value.error < few.value.error
        assert abs(few.value.mean - many.value.mean) < 5 * few.value.error
    assert more.best.behind.mean == 0
    assert not more.best.mistake


def test_throwing_a_full_house_away_is_a_mistake(usual: Policy) -> None:
    full = parse_cards("Kh Kd Ks 4c 4d")
    folding = advise(usual, InfoSet(usual.game, 1, full, ("bet",)), deals=5000).option("fold")
    assert folding.behind.mean > 3
    assert folding.mistake or folding.chance > 0.05
    drawing = advise(usual, InfoSet(usual.game, 0, full, ("bet", "call")), deals=5000)
    assert len(drawing.options) == 26
    assert drawing.option(full[3:]).behind.mean > 1  # not so the small pair: hidden, three kings may win more


def test_what_was_thrown_away_is_gone(usual: Policy) -> None:
    """A king that was thrown away is in nobody's hand: with two others in one's own, few are left to fear."""
    infoset = InfoSet(usual.game, 0, parse_cards("Qh Qd 9s 4c 2d"), ("bet", "call"), (3, 3))
    known = advise(usual, infoset, thrown=parse_cards("Kh Kd Ks"), deals=40_000)
    unknown = advise(usual, infoset, deals=40_000)
    apart = known.best.value.mean - unknown.best.value.mean
    assert apart > 2 * (known.best.value.error + unknown.best.value.error)


def test_what_the_other_never_does_is_a_slip(usual: Policy) -> None:
    never = Policy(usual.game, {}, bytes(len(usual.numbers)))  # checks, folds, and never draws
    advice = advise(never, InfoSet(never.game, 1, parse_cards("Kh Kd 9s 4c 2d"), ("bet",)), deals=1000)
    assert advice.off_tree
    assert advice.deals == 1000
    assert not advise(never, InfoSet(never.game, 1, parse_cards("Kh Kd 9s 4c 2d"), ("check",)), deals=1000).off_tree


@pytest.mark.parametrize(
    ("infoset", "wrong"),
    [
        (("Kh Kd 9s 4c", 0), "5 different cards"),
        (("Kh Kd 9s 4c 4c", 0), "5 different cards"),
        (("Kh Kd 9s 4c 2d", 1), "turn of the first player"),
        (("Kh Kd 9s 4c 2d", 0, ("bet",)), "turn of the second player"),
        (("Kh Kd 9s 4c 2d", 0, ("check", "raise")), "'raise' is not possible here: check or bet is"),
        (("Kh Kd 9s 4c 2d", 0, ("check", "bet", "fold")), "the hand is over"),
        (("Kh Kd 9s 4c 2d", 0, ("check",), (1, 2)), "nobody draws after 'check'"),
        (("Kh Kd 9s 4c 2d", 0, ("check", "check"), (4, 2)), "up to 3 cards are drawn, not 4"),
        (("Kh Kd 9s 4c 2d", 0, ("check", "check"), (1,), ("bet",)), "both draw once"),
        (("Kh Kd 9s 4c 2d", 0, ("check", "check"), (1, 1), ("check", "check")), "the hand is over"),
    ],
)
def test_infosets_that_cannot_come_up_are_refused(infoset: tuple[Any, ...], wrong: str) -> None:
    hand, player, *rest = infoset
    with pytest.raises((IllegalActionError, HandError), match=wrong):
        InfoSet(LimitDraw(), player, parse_cards(hand), *rest)


def test_numbers_that_are_no_strategy_are_refused(usual: Policy) -> None:
    native = usual.game.native
    with pytest.raises(ArgumentError, match=f"has {len(usual.numbers)} numbers, not 3"):
        _core.BettingDealer(native, b"abc")
    with pytest.raises(ArgumentError, match="more than a whole"):
        _core.BettingDealer(native, b"\xff" * len(usual.numbers))


def test_random_infosets_have_values(usual: Policy) -> None:
    """Wherever a hand can get to, each choice is worth no more than all that can be won."""
    random = Random(2)
    for _ in range(15):
        state, _ = apply(start(usual.game.rules, 2, stakes=usual.game.stakes, stacks=[100, 100]), Deal.shuffled(random))
        while state.to_act:
            view = view_for(state, state.to_act[0])
            infoset = InfoSet.of(view)
            assert infoset
            for option in advise(usual, infoset, deals=200).options:
                assert abs(option.value.mean) <= usual.game.deepest + sum(infoset.paid)
            now = legal(view)
            assert now
            options: list[Action] = [Discard(now.seat, view.hand[: random.randrange(4)])] if now.draw else []
            options += [Check(now.seat)] * now.check + [Call(now.seat)] * (3 * bool(now.call_amount))
            options += [Raise(now.seat, now.min_raise_to)] * bool(now.min_raise_to)
            state, _ = apply(state, random.choice(options))

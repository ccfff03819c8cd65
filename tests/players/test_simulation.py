"""The native simulator plays by the engine's rules: round by round, the very same."""

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import TypeAlias

import numpy as np
import pytest
from numpy.typing import NDArray

from fivecard import ArgumentError, HandError, _core
from fivecard.cards import ALL_CARDS, Card, card_id
from fivecard.draw.strategy import ALL_HELD, Strategy
from fivecard.engine import FOUR_WITH_AN_ACE, RULES, THREE_CARD_DRAW, Deal, Discard, Drew, Rules, View, apply, start
from fivecard.engine.rules import without_bets
from fivecard.engine.streets import DrawRound
from fivecard.players import Decide, play_out, strategy_of
from fivecard.players.simulation import simulate
from tests.effort import effort, some

Sets: TypeAlias = NDArray[np.uint64]
Endings: TypeAlias = tuple[Sets, Sets, Sets]
"""Final hands and discards as sets, and the parts of the pot won: a row a round, a column a seat."""

GREEDY = without_bets("greedy", 10, DrawRound())
"""Rules under which the draw pile runs out, several times in a round where there are many players."""
TABLES = [
    (rules, players)
    for rules in (*RULES.values(), GREEDY)
    for players in effort(
        sorted({rules.fewest_players, 5, rules.most_players}), range(rules.fewest_players, rules.most_players + 1)
    )
]


@cache
def at_random(seed: int, fewest_kept: int, most_kept: int) -> Strategy:
    """Keep any cards, with neither rhyme nor reason, so that no two such strategies can be taken for each other."""
    holds = [hold for hold in range(ALL_HELD + 1) if fewest_kept <= hold.bit_count() <= most_kept]
    return Strategy(f"random {seed}", bytes(Random(seed).choices(holds, k=134_459)))


def strategies_for(rules: Rules, players: int) -> list[Strategy]:
    """A different strategy for every seat; where all may be thrown, four or five cards are, and the pile runs out."""
    if rules is GREEDY:
        return [at_random(seed, 0, 1) for seed in range(players)]
    known = [strategy_of(name, rules, players) for name in ("sharp", "classic")]
    return [*known, *(at_random(seed, 2, 5) for seed in range(2, players))]


def by(strategy: Strategy) -> Decide:
    def decide(view: View, _: Random) -> Discard:
        return view.discard(strategy.discards(view.hand))

    return decide


def set_of(cards: Sequence[Card | None]) -> int:
    return sum(1 << card_id(card) for card in cards if card)


def engine(
    rules: Rules, strategies: Sequence[Strategy], decks: NDArray[np.uint8], reserves: NDArray[np.uint8]
) -> Endings:
    """Play given deals with the pure engine."""
    players = [by(strategy) for strategy in strategies]
    table, nobody = start(rules, len(players)), Random(0)
    hands, discards, parts = [], [], []
    for deck, reserve in zip(decks.tolist(), reserves.tolist(), strict=True):
        deal = Deal(tuple([ALL_CARDS[card] for card in deck]), tuple([ALL_CARDS[card] for card in reserve]))
        dealt, _ = apply(table, deal)
        state, events = play_out(dealt, players, nobody)
        hands.append([set_of(hand) for hand in state.hands])
        discards.append([set_of(event.discarded) for event in events if isinstance(event, Drew)])
        share = _core.POT_PARTS // len(state.winners)
        parts.append([share * (seat in state.winners) for seat in range(len(players))])
    return np.array(hands, np.uint64), np.array(discards, np.uint64), np.array(parts, np.uint64)


@cache
def pool(rules: Rules) -> tuple[list[Strategy], _core.Rounds]:
    """All strategies that are used with some rules: to spread one over all hands takes longer than to play."""
    tables = [strategies_for(rules, players) for one, players in TABLES if one is rules]
    known = list(dict.fromkeys(strategy for table in tables for strategy in table))
    return known, _core.Rounds([strategy.holds for strategy in known])


def simulator(
    rules: Rules, strategies: Sequence[Strategy], decks: NDArray[np.uint8], reserves: NDArray[np.uint8]
) -> Endings:
    known, native = pool(rules)
    return native.replay([known.index(strategy) for strategy in strategies], decks, reserves)


def rounds_that_differ(one: Endings, two: Endings) -> list[int]:
    differ = np.zeros(len(one[0]), dtype=bool)
    for ours, theirs in zip(one, two, strict=True):
        differ |= (ours != theirs).any(axis=1)
    return np.flatnonzero(differ).tolist()


every_table = pytest.mark.parametrize(
    ("rules", "players"), TABLES, ids=[f"{rules.name} {players}" for rules, players in TABLES]
)


@pytest.mark.parametrize(("rules", "players"), some(4, TABLES))
def test_the_simulator_plays_every_round_as_the_engine_does(rules: Rules, players: int) -> None:
    compare(rules, players, rounds=effort(100, 500))


@pytest.mark.exhaustive
@every_table
def test_the_simulator_plays_a_hundred_thousand_rounds_as_the_engine_does(rules: Rules, players: int) -> None:
    compare(rules, players, rounds=100_000 // len(TABLES) + 1)


def compare(rules: Rules, players: int, rounds: int) -> None:
    strategies = strategies_for(rules, players)
    decks, reserves = _core.Rounds.deals(players, 0, rounds)
    assert (
        rounds_that_differ(simulator(rules, strategies, decks, reserves), engine(rules, strategies, decks, reserves))
        == []
    )


def test_a_simulator_with_other_rules_would_be_found_out() -> None:
    """What it must not do, done to it from outside: the comparison above sees each at once."""
    rules, players, rounds = GREEDY, 6, 200
    strategies = strategies_for(rules, players)
    decks, reserves = _core.Rounds.deals(1, 0, rounds)
    truth = engine(rules, strategies, decks, reserves)
    ignoring = [strategies[-1]] * players
    mixed_up = [strategies[seat] for seat in (0, 2, 1, 3, 4, 5)]
    assert len(rounds_that_differ(simulator(rules, ignoring, decks, reserves), truth)) == rounds
    assert len(rounds_that_differ(simulator(rules, mixed_up, decks, reserves), truth)) > 0.9 * rounds
    by_hands = decks.copy()  # dealt hand by hand, not card by card
    by_hands[:, :30] = decks[:, :30].reshape(-1, 6, 5).transpose(0, 2, 1).reshape(-1, 30)
    assert len(rounds_that_differ(simulator(rules, strategies, by_hands, reserves), truth)) > 0.9 * rounds
    other_order = np.ascontiguousarray(reserves[:, ::-1])
    assert len(rounds_that_differ(simulator(rules, strategies, decks, other_order), truth)) > 0.9 * rounds
    sharp, classic = heads_up = strategies_for(FOUR_WITH_AN_ACE, 2)  # players who mostly do the same
    honest = engine(FOUR_WITH_AN_ACE, heads_up, decks, reserves)
    assert rounds_that_differ(simulator(FOUR_WITH_AN_ACE, heads_up, decks, reserves), honest) == []
    assert (
        len(rounds_that_differ(simulator(FOUR_WITH_AN_ACE, [classic, sharp], decks, reserves), honest)) > 0.2 * rounds
    )


@pytest.mark.parametrize(
    ("rules", "names"),
    [
        (FOUR_WITH_AN_ACE, ["sharp", "classic", "classic"]),
        (THREE_CARD_DRAW, ["classic", "sharp"]),
        (FOUR_WITH_AN_ACE, ["sharp", "classic"] * 5),
    ],
)
def test_a_simulation_is_the_sum_of_the_rounds_that_the_engine_plays(rules: Rules, names: list[str]) -> None:
    """The same deals, one after the other: shares, margins and ties to the last digit."""
    rounds, seed = 1000, 2026
    result = simulate(names, rounds, seed=seed, rules=rules)
    decks, reserves = _core.Rounds.deals(seed, 0, rounds)
    strategies = [strategy_of(name, rules, len(names)) for name in names]
    _, _, parts = engine(rules, strategies, decks, reserves)
    shares = parts.sum(axis=0) / _core.POT_PARTS / rounds
    assert list(result.shares) == shares.tolist()
    assert result.ties == int((parts.max(axis=1) < _core.POT_PARTS).sum())
    squares = (parts * parts).sum(axis=0) / _core.POT_PARTS**2 / rounds
    assert result.margins == pytest.approx((1.96 * np.sqrt((squares - shares**2) / rounds)).tolist())


def test_every_order_of_the_deck_and_of_the_reserve_is_as_likely() -> None:
    """Each card is in each place of both as often as it should be, and what is in one says nothing of the other."""
    rounds = 52_000
    decks, reserves = _core.Rounds.deals(7, 0, rounds)
    for cards in (decks, reserves):
        assert (np.sort(cards, axis=1) == np.arange(52)).all()
        counts = np.array([np.bincount(cards[:, position], minlength=52) for position in range(52)])
        assert 2300 < ((counts - 1000) ** 2 / 1000).sum() < 2950  # chi squared with 51 * 51 degrees of freedom
        pairs = np.bincount(52 * cards[:, 5].astype(int) + cards[:, 6], minlength=52 * 52).reshape(52, 52)
        assert (np.diag(pairs) == 0).all()
        assert pairs[~np.eye(52, dtype=bool)].std() < 6  # about the root of 19.6
    assert (decks == reserves).mean() == pytest.approx(1 / 52, abs=0.0005)


def test_a_given_deal_has_all_cards() -> None:
    native = _core.Rounds([bytes([ALL_HELD]) * 134_459])
    decks, reserves = _core.Rounds.deals(1, 0, 3)
    wrong = decks.copy()
    wrong[1, 7] = wrong[1, 8]
    with pytest.raises(HandError, match=r"a deck has all 52 cards \(row 1\)"):
        native.replay([0, 0], wrong, reserves)
    wrong[1, 7] = 52
    with pytest.raises(HandError, match=r"a deck has all 52 cards \(row 1\)"):
        native.replay([0, 0], reserves, wrong)
    with pytest.raises(ArgumentError, match="a row of 52 cards for each round"):
        native.replay([0, 0], decks[:2], reserves)
    with pytest.raises(ArgumentError, match="2 to 10 players, not 11"):
        native.replay([0] * 11, decks, reserves)
    with pytest.raises(ArgumentError, match="at most 16777216 deals at a time"):
        _core.Rounds.deals(1, 0, 1 << 60)

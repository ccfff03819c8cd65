"""Players who play each other for chips: counted as one would count by hand, from every seat of every deal."""

from random import Random
from statistics import mean, stdev

import pytest

from fivecard import ArgumentError, RulesError, UnknownNameError
from fivecard.engine import (
    VARIANTS,
    Action,
    BringIn,
    Call,
    Check,
    Deal,
    Discard,
    Fold,
    Limit,
    Stakes,
    View,
    apply,
    legal,
    start,
)
from fivecard.players import Player, play_out
from fivecard.players.chips import play_for_chips, player_for
from tests.effort import effort

BETS = frozenset({Limit.FIXED_LIMIT, Limit.POT_LIMIT, Limit.NO_LIMIT})
"""Without the handouts' games."""


def _calls(view: View, random: Random) -> Action:
    now = legal(view)
    assert now is not None
    if now.draw is not None:
        return Discard(now.seat)
    return Check(now.seat) if now.check else Call(now.seat) if now.call_amount else BringIn(now.seat)


def _folds(view: View, random: Random) -> Action:
    now = legal(view)
    assert now is not None
    return Fold(now.seat) if now.fold and not now.check else _calls(view, random)


def _anything(view: View, random: Random) -> Action:
    now = legal(view)
    assert now is not None
    return now.sample(random)


CALLS, FOLDS, ANYTHING = (
    Player(name, f"so that it {name}", decide, limits=BETS)
    for name, decide in (("calls", _calls), ("folds", _folds), ("does anything", _anything))
)


@pytest.mark.parametrize("name", VARIANTS)
def test_players_who_are_alike_come_out_even_in_every_game(name: str) -> None:
    """The same is done with the same cards from all seats: what one seat wins, all players win in turn."""
    result = play_for_chips([CALLS] * 3, effort(4, 50), rules=VARIANTS[name], seed=1)
    assert [(line.rate, line.error, line.chips) for line in result.players] == [(0, 0, 0)] * 3
    assert result.hands == 3 * result.deals


def test_who_never_plays_loses_the_blinds() -> None:
    """From the big blind it wins the small one, from the small blind it loses that: nothing; against a caller, both."""
    result = play_for_chips([FOLDS, FOLDS], 10, rules=VARIANTS["holdem"], seed=1)
    assert [line.chips for line in result.players] == [0, 0]
    folds, calls = play_for_chips(
        [FOLDS, CALLS], 50, rules=VARIANTS["holdem"], stakes=Stakes(blinds=(5, 10), small_bet=10)
    ).players
    assert folds.chips == -calls.chips
    assert folds.rate == pytest.approx(folds.chips / 10)  # big blinds in a hundred hands, of which there were a hundred


def test_rates_and_errors_are_those_of_deals_played_by_hand() -> None:
    players, rules, stakes, deals = (
        (ANYTHING, CALLS, FOLDS),
        VARIANTS["razz"],
        Stakes(ante=1, bring_in=2, small_bet=4, big_bet=8),
        30,
    )
    result = play_for_chips(players, deals, rules=rules, stakes=stakes, stacks=100, seed=9)
    gains: list[list[int]] = []
    for number in range(deals):
        random = Random(9 << 64 | number)
        deal = Deal.shuffled(random, cards=sorted(rules.deck))
        gains.append([0, 0, 0])
        for turn in range(3):
            seated = [*players[-turn:], *players[:-turn]] if turn else [*players]
            state, _ = apply(start(rules, 3, stakes=stakes, stacks=100), deal)
            state, _ = play_out(state, seated, random)
            for player in range(3):
                gains[-1][player] += state.stacks[(player + turn) % 3] - 100
    for player, line in enumerate(result.players):
        won = [gain[player] for gain in gains]
        assert line.chips == sum(won)
        assert line.rate == pytest.approx(100 * mean(won) / 3 / 4)
        assert line.error == pytest.approx(100 * stdev(won) / deals**0.5 / 3 / 4)
        assert line.margin == pytest.approx(1.96 * line.error)
    assert result.unit == 4


def test_who_sits_where_makes_no_difference() -> None:
    """Named in another order, players without chance win the same."""
    one = play_for_chips([CALLS, FOLDS], 40, rules=VARIANTS["badugi"], seed=3)
    other = play_for_chips([FOLDS, CALLS], 40, rules=VARIANTS["badugi"], seed=3)
    assert one.players == other.players[::-1]
    assert one.players[0].chips > 0


def test_progress_is_told_and_seeds_repeat() -> None:
    told: list[int] = []
    one = play_for_chips([ANYTHING, CALLS], 3, rules=VARIANTS["omaha"], seed=5, progress=told.append)
    assert told == [1, 2, 3]
    assert play_for_chips([ANYTHING, CALLS], 3, rules=VARIANTS["omaha"], seed=5) == one
    assert play_for_chips([ANYTHING, CALLS], 3, rules=VARIANTS["omaha"], seed=6) != one


def test_one_deal_says_nothing_of_how_sure_it_is() -> None:
    assert play_for_chips([CALLS, FOLDS], 1, rules=VARIANTS["holdem"]).players[0].error == float("inf")


def test_what_cannot_be_played_is_refused() -> None:
    holdem = VARIANTS["holdem"]
    for deals in (0, True, 1.5):
        with pytest.raises(ArgumentError):
            play_for_chips([CALLS, CALLS], deals, rules=holdem)  # type: ignore[arg-type]
    with pytest.raises(RulesError):
        play_for_chips([CALLS], 1, rules=holdem)
    with pytest.raises(RulesError):
        play_for_chips([CALLS, CALLS], 1, rules=holdem, stacks=0)
    with pytest.raises(ArgumentError):
        play_for_chips([CALLS, CALLS], 1, rules=holdem, seed=-1)
    with pytest.raises(ArgumentError):
        player_for(5, holdem, 2)  # type: ignore[arg-type]
    with pytest.raises(UnknownNameError, match="there is no player 'nobody'"):
        player_for("nobody", holdem, 2)
    with pytest.raises(UnknownNameError, match="sharp does not play Texas hold'em, no limit: solid, solver do"):
        player_for("sharp", holdem, 2)
    with pytest.raises(RulesError, match="solved plays 2 at a table, not 3"):
        player_for("solved", VARIANTS["five-card-draw"], 3)

"""Heads-up betting: the solver against games that are answered exactly, and its files."""

from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest

from fivecard import ArgumentError, RulesError, _core
from fivecard.solvers.limit_draw.game import NOT_FACING, LimitDraw, Tree
from tests.effort import effort
from tests.solvers.limit_draw.small_betting import Cards, Chances, Said, Small, best_answer, kinds_of


def solved(game: Small, iterations: int, threads: int = 1) -> tuple[_core.BettingGame, _core.BettingSolver]:
    """Solve a small game. Kinds of hands, and groups too, are numbered from the weakest up."""
    deck = game.ranks * game.suits
    hands = sorted(combinations(range(deck), game.hand), key=lambda cards: cards[::-1])  # as the solver numbers them
    kinds = kinds_of(game)
    numbers = [kinds[tuple(card // game.suits for card in hand)] for hand in hands]
    native = _core.BettingGame.of_cards(
        (1, 1), 0, game.bets, game.caps, game.most_drawn, deck, game.hand, numbers, numbers
    )
    solver = _core.BettingSolver(native, threads, 1)
    for _ in range(iterations):
        solver.iterate()
    return native, solver


@pytest.mark.sanitized
@pytest.mark.parametrize("number", [comb(12, 2), 2**32 - 1])
def test_a_kind_that_is_no_number_of_a_hand_is_refused(number: int) -> None:
    with pytest.raises(ArgumentError, match="kinds and groups are numbered from 0 up"):
        _core.BettingGame.of_cards((1, 1), 0, (1, 2), (2, 2), 1, 12, 2, [number] * comb(12, 2), [0] * comb(12, 2))


@pytest.mark.sanitized
@pytest.mark.parametrize("most_drawn", range(6))
def test_every_number_of_bets_and_draws_is_solved_or_refused(kernel: str, most_drawn: int) -> None:
    deck, hand = 20, 5
    numbers = [number % 7 for number in range(comb(deck, hand))]
    lanes = set()
    for cap in range(1, 40):
        try:
            native = _core.BettingGame.of_cards((1, 1), 0, (1, 2), (cap, cap), most_drawn, deck, hand, numbers, numbers)
        except RulesError:  # too many for the loops
            assert cap > 5  # of what LimitDraw allows, nothing is refused
            break
        calls = len(native.trees[0][2])
        assert native.lanes[0] >= calls
        assert native.lanes[1] >= calls * (most_drawn + 1)
        lanes.update(native.lanes)
        solver = _core.BettingSolver(native, 2, 1)
        solver.iterate()
        assert -4 * (1 + cap) < solver.value < 4 * (1 + cap)
        first, *draws, second = solver.average()
        for table, axis in zip(draws, native.lanes, strict=True):
            assert table.shape[2] == axis
        assert all(np.isfinite(table).all() for table in (first, *draws, second))
    else:
        pytest.fail("no number of bets was refused")
    assert len(lanes) >= 2


def play_of(game: Small, native: _core.BettingGame, table: "_core.BettingTable") -> Chances:
    """How a table plays, one infoset at a time."""
    first, *draws, second = table
    trees = [Tree(told) for told in native.trees]
    kinds = kinds_of(game)

    def chances(player: int, cards: Cards, said: Said) -> list[float]:
        counts = [each for each in said if isinstance(each, int)]
        start = next((number for number, each in enumerate(said) if isinstance(each, int)), len(said))
        ended = trees[0].follow(tuple(map(str, said[:start])))
        kind = kinds[cards]
        if ended.kind == "node":
            numbers = first[kind, ended.number, : len(trees[0].nodes[ended.number].actions)]
        elif len(counts) < 2:
            lane = ended.number * (game.most_drawn + 1) + counts[0] if player else ended.number
            _, options = game.options(said, cards) or (0, [])
            kept = [
                tuple(card for place, card in enumerate(cards) if places >> place & 1) for places, _ in native.holds
            ]
            played = draws[player][kind, :, lane]
            numbers = np.array(
                [sum(played[hold] for hold, each in enumerate(kept) if each == option) for option in options]
            )
        else:
            draws_each = game.most_drawn + 1
            path = (ended.number * draws_each + counts[0]) * draws_each + counts[1]
            node = trees[1].follow(tuple(str(each) for each in said[start:] if isinstance(each, str))).number
            numbers = second[path, node, : len(trees[1].nodes[node].actions), kind]
        total = float(numbers.sum())
        return [float(number) / total if total > 0 else 1 / len(numbers) for number in numbers]

    return chances


def test_kuhn_poker_is_worth_what_kuhn_found() -> None:
    """One card each of three, one bet; no draw, no second round. Player 0 loses an eighteenth, Kuhn 1950."""
    game = Small(ranks=3, suits=1, hand=1, most_drawn=0, bets=(1, 1), caps=(1, 0))
    native, solver = solved(game, 20_000)
    chances = play_of(game, native, solver.average())
    most, least = best_answer(game, chances, 0), -best_answer(game, chances, 1)
    assert least <= -1 / 18 <= most
    assert most - least < 0.02
    bluff, value = chances(0, (0,), ())[1], chances(0, (2,), ())[1]
    assert value == pytest.approx(3 * bluff, abs=0.1)  # whatever it bluffs, it bets three times as much
    assert chances(1, (0,), ("check",))[1] == pytest.approx(1 / 3, abs=0.05)
    assert chances(1, (1,), ("bet",))[1] == pytest.approx(1 / 3, abs=0.05)
    assert native.trees[0][0][0][1] is False
    assert Tree(native.trees[0]).nodes[0].actions == NOT_FACING


@pytest.mark.parametrize(
    ("game", "iterations", "bound"),
    [
        (Small(ranks=4, suits=13, hand=1, most_drawn=1), effort(3_000, 10_000), effort(0.01, 0.003)),
        (Small(ranks=3, suits=13, hand=2, most_drawn=1, caps=(1, 1)), effort(2_000, 5_000), effort(0.05, 0.02)),
    ],
)
def test_small_games_with_a_draw_cannot_be_exploited(game: Small, iterations: int, bound: float) -> None:
    native, solver = solved(game, iterations)
    chances = play_of(game, native, solver.average())
    value = best_answer(game, chances, None)
    gains = best_answer(game, chances, 0) - value, best_answer(game, chances, 1) + value
    assert all(gain > -1e-6 for gain in gains)
    assert sum(gains) / 2 < bound, (value, gains)


@pytest.mark.parametrize(
    "amounts", [{"ante": 10**400}, {"small_bet": 10**400, "big_bet": 2 * 10**400}, {"big_bet": 1_000_001}]
)
def test_amounts_that_no_machine_weighs_against_each_other_are_refused(amounts: dict[str, Any]) -> None:
    with pytest.raises(RulesError, match=r"no amount is more than 1,000,000 times another, not [0-9.]+ beside 1$"):
        LimitDraw(**{"ante": 1, "small_bet": 1, "big_bet": 1, **amounts})

"""Small games: what a linear program says, and what walking through all hands and cards says."""

from dataclasses import replace

import pytest

from fivecard.ranges import Range
from fivecard.solvers.postflop import solve
from tests.solvers.postflop.games import ALL_IN_TURN, RIVER, TURN, chances_of, spot_of
from tests.solvers.postflop.small_holdem import SmallHoldem


@pytest.mark.parametrize("game", [RIVER, TURN, ALL_IN_TURN], ids=["river", "turn", "all-in on the turn"])
def test_values_are_those_of_a_linear_program(game: SmallHoldem) -> None:
    solution = solve(spot_of(game), target=0.002, iterations=20_000, threads=1, precision="f32")
    within = solution.exploitability / 100 * game.pot
    assert within < 0.002 / 100 * game.pot
    assert solution.values[0] - game.pot / 2 == pytest.approx(game.linear_program(), abs=2 * within)


FLOP = SmallHoldem(
    "Td9d6h", ({"TcTs": 1, "8d7d": 1, "AhKh": 0.5}, {"QdQs": 1, "9h8h": 1}), pot=10, stack=8, all_in_bet=True
)
LOCKED = replace(RIVER, locked=frozenset([("check",), ("bet 5", "raise 12.5")]))


@pytest.mark.parametrize(
    "game",
    [
        RIVER,
        TURN,
        FLOP,
        replace(RIVER, rake=0.05, cap=1.5),
        replace(TURN, rake=0.1),
        replace(TURN, donks=False),
    ],
    ids=["river", "turn", "flop", "rake with a cap", "rake", "no donks"],
)
def test_values_and_best_answers_are_those_of_a_walk(game: SmallHoldem) -> None:
    solution = solve(spot_of(game), target=0, iterations=30, threads=1)
    chances = chances_of(solution)
    pot = game.pot
    for player in (0, 1):
        value, best = (game.values(player, chances, best=best) for best in (False, True))
        assert solution.values[player] - pot / 2 == pytest.approx(value, abs=1e-9 * pot)
        assert solution.gains[player] == pytest.approx(100 * (best - value) / pot, abs=1e-7)


def test_a_player_who_is_bound_plays_as_told_and_the_other_answers_it() -> None:
    free = spot_of(RIVER)
    checking = free.tree.at("check").names
    raised = free.tree.at("bet 5", "raise 12.5").names
    spot = free.locked("check", chances=[1] + [0] * (len(checking) - 1)).locked(
        "bet 5",
        "raise 12.5",
        chances=[Range("AhKh, AsQs:0.5"), Range("TcTs, 8d7d, 5h4h, AsQs:0.5"), *[Range("none")] * (len(raised) - 2)],
    )
    solution = solve(spot, target=0.001, iterations=20_000)
    assert solution.at("check").frequency("check") == 1
    assert solution.at("bet 5", "raise 12.5").chance("AsQs", "fold") == pytest.approx(0.5)
    assert solution.at("bet 5", "raise 12.5").chance("AhKh", "fold") == 1
    chances = chances_of(solution)
    for player in (0, 1):
        value, best = (LOCKED.values(player, chances, best=best) for best in (False, True))
        assert solution.gains[player] == pytest.approx(100 * (best - value) / LOCKED.pot, abs=1e-7)
    assert solution.exploitability <= 0.001
    free_value = solve(free, target=0.001, iterations=20_000).values[1]
    assert solution.values[1] < free_value  # it was told to check back the nuts


def test_a_lock_on_a_card_holds_on_that_card_alone() -> None:
    spot = spot_of(TURN).locked("check", "check", "2s", chances=[1, 0])
    solution = solve(spot, target=0, iterations=50)
    assert solution.at("check", "check", "2s").frequency("check") == 1
    assert solution.at("check", "check", "2c").frequency("check") < 1


@pytest.mark.parametrize("player", [0, 1])
def test_what_hands_win_by_each_action_adds_up(player: int) -> None:
    solution = solve(spot_of(TURN), target=0.05)
    path = ((), ("check",))[player]
    place = solution.at(*path)
    mixed = (place.strategy * place.action_evs).sum(axis=0)
    assert mixed == pytest.approx(place.evs[player], abs=1e-9)
    root = solution.at()
    assert root.mean(("oop", "ip")[player], root.evs[player]) == pytest.approx(solution.values[player], abs=1e-9)

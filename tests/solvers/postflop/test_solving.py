"""Solving: the same on all machines, with any number of threads, stopped and gone on; games with known solutions."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from fivecard import ArgumentError, _core
from fivecard.equities import equity
from fivecard.errors import IllegalActionError, MemoryLimitError
from fivecard.solvers.postflop import Progress, Solution, Spot, improve, solve, start
from tests.solvers.postflop.games import RIVER, TURN, spot_of

# Suits c and s are alike on the first board, and no hand or weight tells them apart.
FLOP = Spot(
    "Td 9d 6h", ("TT, 87s, AKs:0.5, QJo:0.25", "QQ-JJ, 99, A5s, KQs:0.75"), pot=10, stack=20, bets="50%", raises="a"
)
TURN_SPOT = Spot(
    "Td 9d 6h Qc", ("66+, A8s+, KQo, QTs+", "QQ-22, ATo+, K9s+, T8s+"), 200, 900, bets="60%, a", raises="2.5x"
)


def plays(solution: Solution) -> list[Any]:
    """All that a solution says, as bytes."""
    return [solution.native.averages(player).tobytes() for player in (0, 1)]


@pytest.mark.sanitized
@pytest.mark.parametrize("precision", ["f32", "fp16"])
def test_all_kernels_learn_the_same(precision: Any) -> None:
    names, found = [], []
    for name in ("", "avx2", "portable"):
        try:
            _core.use_kernel(name)
        except ArgumentError:  # not of this machine
            continue
        names.append(_core.kernel())
        found.append(plays(solve(TURN_SPOT, target=0, iterations=12, threads=1, precision=precision)))
    _core.use_kernel("")
    assert "portable" in names
    assert all(each == found[0] for each in found)


def test_threads_change_nothing() -> None:
    assert plays(solve(FLOP, target=0, iterations=5, threads=1)) == plays(
        solve(FLOP, target=0, iterations=5, threads=3)
    )


def test_boards_that_are_alike_but_for_suits_are_solved_once_and_come_to_the_same() -> None:
    alike, apart = (
        solve(replace(FLOP, merge_suits=merge), target=0.1, threads=2, precision="f32") for merge in (True, False)
    )
    assert alike.spot.tree.nodes < 0.75 * apart.spot.tree.nodes
    assert alike.values == pytest.approx(apart.values, abs=0.002 * FLOP.pot)
    for path in (
        (),
        ("check", "check", "2c"),
        ("check", "check", "2s"),
        ("bet 5", "call", "3s", "check", "check", "3c"),
    ):
        one, other = alike.at(*path), apart.at(*path)
        assert one.actions == other.actions
        assert one.frequency(one.actions[0]) == pytest.approx(other.frequency(one.actions[0]), abs=0.05)
    # What was solved for clubs is told of spades, with the hands named anew.
    clubs, spades = (alike.at("check", "check", card) for card in ("2c", "2s"))
    assert clubs.row("8c7c").chances == spades.row("8s7s").chances
    assert clubs.row("8s7s").chances == spades.row("8c7c").chances
    assert clubs.row("8c7c").ev == pytest.approx(spades.row("8s7s").ev)


@pytest.mark.parametrize("spot", [TURN_SPOT, spot_of(RIVER)], ids=["turn", "river"])
def test_half_the_memory_plays_as_well(spot: Spot) -> None:
    single, half = (solve(spot, target=0.05, precision=precision) for precision in ("f32", "fp16"))
    assert half.exploitability <= 0.05
    assert half.iterations <= 1.25 * single.iterations
    assert half.values == pytest.approx(single.values, abs=0.001 * spot.pot)
    assert 0.45 < spot.tree.game.strategy_bytes(True) / spot.tree.game.strategy_bytes(False) < 0.6


def test_without_bets_hands_win_their_equity() -> None:
    spot = replace(FLOP, bets="", raises="")
    solution = solve(spot, target=0, iterations=1)
    shares = equity(*spot.hand_ranges, board="Td 9d 6h").shares
    assert shares is not None
    assert solution.values[0] / spot.pot == pytest.approx(float(shares[0] / sum(shares)), abs=1e-7)
    assert solution.exploitability == pytest.approx(0, abs=1e-9)
    place = solution.at()
    assert place.equities[0] * spot.pot == pytest.approx(place.evs[0], abs=1e-9)


@pytest.mark.parametrize("spot", [FLOP, TURN_SPOT, spot_of(RIVER), spot_of(TURN)])
def test_what_one_wins_the_other_loses(spot: Spot) -> None:
    judge = solve(spot, target=0, iterations=7).native
    assert judge.value(0, False) + judge.value(1, False) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("size", [25, 50, 100, 200, 400])
def test_a_polar_range_bluffs_and_is_called_as_the_odds_say(size: int) -> None:
    """Of nuts and air against hands between: bluffs are s / (1 + s) of the nuts' bets, and are called 1 / (1 + s)."""
    spot = Spot("2c 2d 2h 3s 3c", ("AA, QQ", "KK"), pot=100, stack=size, bets={"oop": "a"})
    solution = solve(spot, target=2e-3, precision="f32")
    part = size / 100
    root, facing = solution.at(), solution.at("all-in")
    assert root.chance("AhAc", "bet " + str(size)) == pytest.approx(1, abs=1e-3)
    bluffs = np.nansum(
        [root.chance(hand, "bet " + str(size)) for hand in ("QhQc", "QhQd", "QhQs", "QcQd", "QcQs", "QdQs")]
    )
    assert bluffs / 6 == pytest.approx(part / (1 + part), abs=5e-3)
    assert facing.frequency("call") == pytest.approx(1 / (1 + part), abs=5e-3)
    # The nuts win the pot, and their bet when called; air wins nothing more than by checking.
    assert solution.values[0] == pytest.approx(50 + 50 * part / (1 + part), abs=0.02)


def test_with_a_choice_of_sizes_a_polar_range_bets_all_it_has() -> None:
    spot = Spot("2c 2d 2h 3s 3c", ("AA, QQ", "KK"), pot=100, stack=300, bets={"oop": "25%, 50%, 100%, a"})
    root = solve(spot, target=1e-3, precision="f32").at()
    assert root.frequencies["bet 300"] == pytest.approx((1 + 0.75) / 2, abs=0.01)


def test_stopped_it_goes_on_as_if_it_had_not_been() -> None:
    whole = solve(FLOP, target=0, iterations=6, threads=1)
    stopped = start(FLOP, threads=1)
    for _ in range(1000):
        stopped.solver.iterate_until(6 - stopped.iterations, 0.005)
        if stopped.iterations == 6:
            break
    assert plays(stopped) == plays(whole)


def test_seconds_and_iterations_end_it() -> None:
    assert solve(TURN_SPOT, target=0, iterations=17).iterations == 17
    seen: list[Progress] = []
    solution = solve(TURN_SPOT, target=0, seconds=0.5, progress=seen.append)
    assert 0 < solution.iterations < 100_000
    assert [each.iterations for each in seen] == sorted(each.iterations for each in seen)
    assert improve(solution, target=0, iterations=solution.iterations + 3).iterations == seen[-1].iterations + 3
    with pytest.raises(ArgumentError, match="would never end"):
        solve(TURN_SPOT, target=0)


def test_it_ends_where_numbers_are_too_coarse_to_go_on() -> None:
    spot = Spot("2c 2d 2h 3s 3c", ("AA, QQ", "KK"), pot=100, stack=200, bets={"oop": "a"})
    solution = solve(spot, target=1e-9, precision="fp16")
    assert 1e-9 < solution.exploitability < 0.05


def test_what_progress_raises_ends_it() -> None:
    def enough(progress: Progress) -> None:
        raise KeyboardInterrupt(progress.iterations)

    with pytest.raises(KeyboardInterrupt):
        solve(TURN_SPOT, progress=enough)


def test_what_is_too_large_says_what_would_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIVECARD_MEMORY", "40M")
    spot = replace(FLOP, ranges=("22+, A2s+, KTs+", "22+, A2s+, KTs+"))
    with pytest.raises(
        MemoryLimitError, match=r"nodes would take \d+ MB .* are allowed .*: about [\d,]+ nodes would fit"
    ):
        start(spot)
    needed = spot.tree.memory("fp16", threads=1)
    monkeypatch.setenv("FIVECARD_MEMORY", str(needed + 1000))
    with pytest.raises(MemoryLimitError, match=r"fp16 takes \d+ MB"):
        start(spot, threads=1, precision="f32")
    assert start(spot, threads=1).precision == "fp16"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"target": -1}, "target is a number from 0 up, not -1"),
        ({"target": float("nan")}, "target is a number from 0 up, not nan"),
        ({"iterations": 1.5}, "iterations are a whole number"),
        ({"precision": "f64"}, "the precision is f32 or fp16, not 'f64'"),
        ({"threads": 0}, "threads are a whole number"),
        ({"progress": 3}, "expected a function as progress"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        solve(spot_of(RIVER), **options)


@pytest.mark.parametrize(
    ("path", "message"),
    [
        (("bet 7",), "'bet 7' is none of the actions: check, bet 5, bet 20"),
        (("check", "check", "Td"), "'Td' cannot come on the river: it is on the board"),
        (("check", "check", "bet 5"), "the river comes next: expected a card, got 'bet 5'"),
        (("bet 5", "fold"), "the hand is over"),
        (("bet 5", "fold", "call"), "'call' comes after the end of the hand"),
    ],
)
def test_paths_that_lead_nowhere_are_refused(path: tuple[str, ...], message: str) -> None:
    solution = solve(replace(spot_of(TURN), bets="50%, a"), target=0, iterations=1)
    with pytest.raises(IllegalActionError, match=message):
        solution.at(*path)

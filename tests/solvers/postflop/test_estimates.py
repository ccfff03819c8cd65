"""How large and how long: said before anything is taken."""

import pytest

from fivecard.errors import ArgumentError
from fivecard.solvers.postflop import Progress, Spot, solve
from fivecard.solvers.postflop.estimates import estimate

RANGES = ("66+, A8s+, A5s-A4s, AJo+, K9s+, KQo", "QQ-22, AQs-A2s, ATo+, K5s+")


def turn(board: str = "Td 9d 6h Qc", **sizes: str) -> Spot:
    return Spot(board, RANGES, 200, 900, **({"bets": "60%", "raises": "a"} | sizes))  # type: ignore[arg-type]


def test_an_estimate_says_what_the_tree_says() -> None:
    found = turn().estimate(target=0.5, threads=2)
    assert (found.nodes, found.memory) == (turn().tree.nodes, turn().tree.memory("f32", 2))
    assert 0 < found.least < found.seconds < found.most
    assert str(found).startswith(f"{found.nodes:,} nodes, ")


def test_more_takes_longer() -> None:
    usual = turn().estimate(target=0.5, threads=1)
    assert turn(bets="30%, 60%, a").estimate(target=0.5, threads=1).seconds > 2 * usual.seconds
    assert turn().estimate(target=0.05, threads=1).seconds > 2 * usual.seconds
    assert turn("Td 9d 6h").estimate(target=0.5, threads=1).seconds > 10 * usual.seconds
    assert turn().estimate(target=0.5, threads=2).seconds < usual.seconds
    river = turn("Td 9d 6h Qc 2s")
    assert river.estimate(target=0.5, threads=2).seconds == river.estimate(target=0.5, threads=1).seconds


@pytest.mark.parametrize("target", [1, 0.1])
@pytest.mark.parametrize(
    "spot",
    [
        turn(),
        turn(bets="33%, a", raises="2.5x"),
        Spot("Qs Jh 2h 7c", RANGES, 10, 95, bets="100%", raises="50%, a"),
        Spot("7c 7d 2h Ks", RANGES, 50, 50, bets="50%, a"),
    ],
    ids=["usual", "all-in", "deep", "shallow"],
)
def test_as_many_iterations_are_needed_as_is_said(spot: Spot, target: float) -> None:
    """Of this, unlike of seconds, machines do not differ. Twice as many is the spread; a third beyond it is allowed."""
    likely = estimate(spot, target=target).iterations
    assert likely / 2.7 < solve(spot, target=target).iterations < likely * 2.7


def test_no_time_is_said_for_a_target_that_is_never_reached() -> None:
    for target in (0, -1, float("nan"), float("inf"), True):
        with pytest.raises(ArgumentError, match="how long it takes is said for a target above 0"):
            turn().estimate(target=target)
    with pytest.raises(ArgumentError, match="the precision is f32 or fp16, not 'f64'"):
        turn().estimate(precision="f64")  # type: ignore[arg-type]


def test_the_rest_is_guessed_from_what_was_done() -> None:
    now = Progress(iterations=40, exploitability=1.2, seconds=2)
    assert (now.seconds_to(0.3), now.seconds_to(2), now.seconds_to(0)) == (2, 0, float("inf"))

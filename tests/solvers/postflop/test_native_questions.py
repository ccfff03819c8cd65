"""What the compiled module is told of a question: what would lead it astray is refused in words."""

import threading
from typing import Any, Final

import numpy as np
import pytest

from fivecard import ArgumentError, _core
from fivecard.errors import RangeError

NODE, FOLD, SHOWDOWN, STREET = range(4)
RIGHT: Final[dict[str, Any]] = {
    "ranking": "high",
    "board": [0, 5, 10, 15, 20],
    "first_hands": np.array([3 << 50], np.uint64),
    "first_weights": np.ones(1, np.float32),
    "second_hands": np.array([3 << 48], np.uint64),
    "second_weights": np.ones(1, np.float32),
    "streets": [([(0, [(NODE, 1), (FOLD, 0)]), (1, [(SHOWDOWN, 0)])], [(NODE, 0)])],
    "payoffs": [(0.5, 0.5, 0.0)],
    "locks": [],
    "merge_suits": True,
}
DEEP: Final = [(0, [(NODE, number + 1)]) for number in range(5000)]


def river(*nodes: Any, entry: tuple[int, int] = (NODE, 0)) -> list[Any]:
    return [(list(nodes), [entry])]


@pytest.mark.sanitized
@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"streets": river((0, [(NODE, 0)]))}, "a node leads to one behind it"),
        ({"streets": river((0, [(NODE, 7)]))}, "a node leads to one behind it"),
        ({"streets": river((0, [(FOLD, 1)]))}, "a fold has a payoff"),
        ({"streets": river((0, [(STREET, 0)]))}, "a street leads to an entry of the next"),
        ({"streets": river((0, [(9, 0)]))}, "is a node, a fold, a showdown or a street"),
        ({"streets": river((2, [(FOLD, 0)]))}, "a node has a player, and 1 to 16 actions"),
        ({"streets": river((0, []))}, "a node has a player, and 1 to 16 actions"),
        ({"streets": river((0, [(FOLD, 0)] * 2))}, "one fold and one showdown at most"),
        ({"streets": river((0, [(SHOWDOWN, 0)]), (1, [(SHOWDOWN, 0)]))}, "every node and every entry is come to once"),
        ({"streets": river(*DEEP, (1, [(SHOWDOWN, 0)]))}, "a line of a street has up to 1000 actions"),
        ({"streets": river((0, [(SHOWDOWN, 0)]), entry=(FOLD, 0))}, "a fold has a payoff"),
        ({"streets": []}, "streets go from the board's on to the river"),
        ({"payoffs": [(-1.0, 0.5, 0.0)]}, "a payoff is more for who wins"),
        ({"payoffs": [(float("nan"), 0.5, 0.0)]}, "a payoff is more for who wins"),
        ({"board": [0, 5, 10, 15, 15]}, "the cards of a board are of the deck, and differ"),
        ({"first_hands": np.array([7 << 49], np.uint64)}, "a hand is two cards that are not on the board"),
        ({"first_hands": np.array([33], np.uint64)}, "a hand is two cards that are not on the board"),
        ({"first_weights": np.zeros(1, np.float32)}, "a weight is above 0 and at most 1"),
        ({"locks": [(0, 5, [], [1.0])]}, "there is no such node to lock"),
        ({"locks": [(0, 0, [], [1.0])]}, "a lock has chances for all actions and hands"),
        ({"ranking": "eight-or-better"}, "every hand has a strength"),
    ],
)
def test_what_would_lead_it_astray_is_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        _core.PostflopGame(**(RIGHT | changes))


def test_hands_that_cannot_meet_are_refused() -> None:
    with pytest.raises(RangeError, match="no two hands of the ranges can be dealt together"):
        _core.PostflopGame(**(RIGHT | {"second_hands": RIGHT["first_hands"]}))


@pytest.mark.parametrize("steps", [[5], [0, 0, 0], [-1], [0, -60], [-1000], [1, 0]])
def test_steps_that_are_not_there_are_refused(steps: list[int]) -> None:
    solver = _core.PostflopSolver(_core.PostflopGame(**RIGHT), False, 1)
    with pytest.raises(ArgumentError, match="there is no such step"):
        solver.look(steps, True)


@pytest.mark.sanitized
@pytest.mark.parametrize(
    ("first", "message"),
    [
        (np.zeros(63, np.uint8), "as many bytes as the question asks"),
        (np.zeros(0, np.uint8), "as many bytes as the question asks"),
        (np.zeros(65, np.uint8)[1:], "averages begin where a number may stand"),
    ],
)
def test_averages_of_another_question_are_refused(first: Any, message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        _core.PostflopAverages(_core.PostflopGame(**RIGHT), True, 1, first, np.zeros(32, np.uint8))


@pytest.mark.sanitized
@pytest.mark.parametrize("steps", [[5], [0, 0, 0], [-1]])
def test_kept_averages_refuse_the_same_steps(steps: list[int]) -> None:
    kept = _core.PostflopAverages(_core.PostflopGame(**RIGHT), True, 1, np.zeros(64, np.uint8), np.zeros(32, np.uint8))
    with pytest.raises(ArgumentError, match="there is no such step"):
        kept.look_at_all([(), tuple(steps)], False)
    with pytest.raises(ArgumentError, match="there is no such step"):
        kept.next_cards(steps)


@pytest.mark.sanitized
def test_averages_that_change_while_they_are_read_give_chances() -> None:
    """Another program may write to a file that is mapped."""
    numbers = np.zeros(64, np.uint8)
    kept = _core.PostflopAverages(_core.PostflopGame(**RIGHT), True, 1, numbers, np.zeros(32, np.uint8))
    stop = threading.Event()

    def change() -> None:
        while not stop.is_set():
            for byte in (0, 255, 127, 60):
                numbers[...] = byte

    thread = threading.Thread(target=change)
    thread.start()
    try:
        for _ in range(2000):
            chances = kept.look([], False)[4]
            assert chances is not None
            assert (chances >= 0).all()
            assert chances.sum(axis=0) == pytest.approx(1)
    finally:
        stop.set()
        thread.join()

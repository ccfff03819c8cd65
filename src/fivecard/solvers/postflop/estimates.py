"""How long solving will take, said before it begins: measured, and with its spread.

An iteration goes through all numbers of a strategy; how long one number takes is measured on a small turn that is
solved for that, once a process. How many iterations a target takes differs from question to question: the likely
number and its spread are those of the questions in docs/postflop.md.
"""

from dataclasses import dataclass
from functools import cache
from time import perf_counter
from typing import TYPE_CHECKING, Final, NamedTuple

from fivecard import _core
from fivecard._util.machine import threads_for
from fivecard.errors import ArgumentError, quoted
from fivecard.solvers.postflop.spot import Spot

if TYPE_CHECKING:
    from fivecard.solvers.postflop.solving import Precision

_TURN: Final = Spot(
    "Td 9d 6h Qc",
    ("66+, A8s+, A5s-A4s, AJo+, K9s+, KQo, QTs+, JTs, 96s+, 85s+, 75s+, 65s, 54s", "QQ-22, A2s+, ATo+, K5s+, KJo+"),
    pot=200,
    stack=900,
    bets="60%",
    raises="a",
)
"""What is solved to measure the machine: about 1,000 nodes."""
_TRIES: Final = 10
_ITERATIONS: Final = 2  # a try

_ITERATIONS_TO_ONE_PERCENT: Final = {3: 55.0, 4: 55.0, 5: 38.0}
"""By the number of cards on the board."""
_SLOWER_BELOW: Final = 0.1  # percent of the pot
_SPREAD: Final = 2.0
"""Questions take so many times the likely number of iterations, or so many times fewer."""
_BEYOND_CACHES: Final = 1.3
"""What a number takes where they lie in memory, not in a cache as those of the small turn do."""
_CACHES: Final = 64 << 20  # bytes
_LOST_A_THREAD: Final = 0.02
"""Of each thread's work, for every other."""
_BOARDS: Final = 48
"""Of the next street: as many threads can work."""
_BETWEEN_CHECKS: Final = 1.2
"""Iterations that asking how good it is adds, in iterations that are played."""
_ASKED: Final = 2.5
"""How often the judge values a player: both, and sometimes again, where floats were too sure."""


@dataclass(frozen=True)
class Estimate:
    """The size and time of solving a spot.

    >>> print(Estimate(204_876, 457_000_000, 110, 24.0, 13.0, 43.0))
    204,876 nodes, 0.46 GB, about 24 s (13 s to 43 s)

    Args:
        nodes: In how many places somebody acts, on boards that differ by more than suits.
        memory: Bytes.
        iterations: About how many.
        seconds: About how many.
        least: Seconds, if it goes well.
        most: Seconds, if it does not. One question in ten or so takes longer yet.
    """

    nodes: int
    memory: int
    iterations: int
    seconds: float
    least: float
    most: float

    def __str__(self) -> str:
        least, most = (rounded_seconds(each) for each in (self.least, self.most))
        size = in_bytes(self.memory)
        return f"{self.nodes:,} nodes, {size}, about {rounded_seconds(self.seconds)} ({least} to {most})"


class Pace(NamedTuple):
    """What a number of a strategy takes on this machine, in seconds of one thread."""

    learning: float
    judging: float


def estimate(
    spot: Spot, *, target: float = 0.3, threads: int | None = None, precision: "Precision | None" = None
) -> Estimate:
    """Estimate the size of a spot, and how long solving it takes on this machine with no other work to do.

    The first call measures the machine for a part of a second. Nothing is solved, and no memory taken for it.

    Args:
        spot: The question.
        target: As `solve` takes it, in percent of the pot, above 0.
        threads: How many threads; None for as many as there are cores.
        precision: `f32`, `fp16`, or None for what suits the size.

    >>> from fivecard.solvers.postflop import Spot
    >>> found = estimate(Spot("2c 2d 2h 3s 3c", ("AA, QQ", "KK"), pot=100, stack=100, bets="a"), target=0.1)
    >>> found.nodes, found.least < found.seconds < found.most
    (4, True)
    """
    if isinstance(target, bool) or not isinstance(target, int | float) or not 0 < target < float("inf"):
        raise ArgumentError(f"how long it takes is said for a target above 0, not {quoted(target)}")
    count = threads_for(threads)
    game = spot.tree.game
    halves = keeps_halves(game, precision)
    numbers = game.numbers(0) + game.numbers(1)
    pace = measured_pace(halves)
    learning = numbers * pace.learning * (_BEYOND_CACHES if game.strategy_bytes(halves) > _CACHES else 1)
    at_once = min(count, (len(spot.streets) > 1 and 48) or 1)  # boards of the next street
    speed = at_once / (1 + _LOST_A_THREAD * (at_once - 1))
    iterations = _iterations(len(spot.cards), target)
    judging = _ASKED * numbers * pace.judging

    def seconds(times: float) -> float:
        return (_BETWEEN_CHECKS * times * iterations * learning + judging) / speed

    memory = int(game.bytes(halves, count))
    return Estimate(
        game.nodes, memory, round(iterations), seconds(1), seconds(1 / _SPREAD), seconds(_SPREAD) + judging / speed
    )


def _iterations(cards: int, target: float) -> float:
    """At first, what can be gained falls as the square of the number of iterations; later more slowly."""
    at_least = max(target, _SLOWER_BELOW)
    found: float = _ITERATIONS_TO_ONE_PERCENT[cards] * at_least**-0.5
    return max(found * float((at_least / target) ** 0.7), 10.0)


def keeps_halves(game: "_core.PostflopGame", precision: "Precision | None", *, gpu: bool = False) -> bool:
    """Whether numbers are kept in fp16: as asked, or where f32 would not be small.

    Args:
        game: The question.
        precision: What was asked for.
        gpu: Whether a GPU solves it, in f32.
    """
    if precision not in {"f32", "fp16", None}:
        raise ArgumentError(f"the precision is f32 or fp16, not {quoted(precision)}")
    if gpu and precision == "fp16":
        raise ArgumentError("a GPU keeps numbers in f32, not in fp16")
    return not gpu and (precision == "fp16" or (precision is None and game.strategy_bytes(False) > _SMALL))


_SMALL: Final = 32 << 20
"""Bytes of a strategy in f32 below which fp16 would save nothing worth having."""


@cache
def measured_pace(halves: bool) -> Pace:
    """Measure this machine, in a part of a second: the best of several tries.

    Args:
        halves: Whether numbers are kept in fp16.
    """
    game = _TURN.tree.game
    numbers = game.numbers(0) + game.numbers(1)
    solver = _core.PostflopSolver(game, halves, 1)
    solver.iterate(1)  # what is met for the first time takes longer
    learning, judging = [], []
    for _ in range(_TRIES):
        began = perf_counter()
        solver.iterate(_ITERATIONS)
        learning.append((perf_counter() - began) / _ITERATIONS)
    for _ in range(_TRIES // 2):
        began = perf_counter()
        solver.value(0, True)
        judging.append(perf_counter() - began)
    return Pace(min(learning) / numbers, min(judging) / numbers)


def rounded_seconds(seconds: float) -> str:
    """Say a time to two digits, in the unit that people would use.

    >>> [rounded_seconds(each) for each in (0.0012, 0.34, 24.4, 700, 9000)]
    ['less than 0.1 s', '0.3 s', '24 s', '12 minutes', '2.5 hours']
    """
    if seconds < 0.1:
        return "less than 0.1 s"
    if seconds < 10:
        return f"{seconds:.1f} s"
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} minutes" if seconds < 7200 else f"{seconds / 3600:.1f} hours"


def in_bytes(number: float) -> str:
    """Say how much memory that is.

    >>> in_bytes(457e6), in_bytes(7e6), in_bytes(3.2e11)
    ('0.46 GB', '7 MB', '320 GB')
    """
    if number < 1e8:
        return f"{max(number / 1e6, 1):.0f} MB"
    return f"{number / 1e9:.2f} GB" if number < 1e10 else f"{number / 1e9:,.0f} GB"

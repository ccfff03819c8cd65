"""Solving: how long, how well, and what it takes."""

from collections.abc import Callable
from time import monotonic
from typing import Final, Literal, NamedTuple

from fivecard._util.machine import memory, threads_for
from fivecard.errors import ArgumentError, MemoryLimitError, expect, expect_progress, quoted
from fivecard.solvers.postflop.estimates import in_bytes, keeps_halves
from fivecard.solvers.postflop.solution import Solution
from fivecard.solvers.postflop.spot import Spot

Precision = Literal["f32", "fp16"]
_FIRST_CHECK: Final = 10
_BETWEEN_REPORTS: Final = 5.0
"""Seconds."""
_TOO_EARLY: Final = 1000
"""Iterations before which nothing is said of whether it still gets better."""
_BETTER: Final = 0.9
"""What can be gained falls to half with twice the iterations; where it stays above this, rounding is all that is
left.
"""


class Progress(NamedTuple):
    """How far solving is."""

    iterations: int
    exploitability: float
    """In percent of the pot, as floats are rounded."""
    seconds: float
    """Since this call began."""

    def seconds_to(self, target: float) -> float:
        """About how many more seconds it takes: at first, what can be gained falls as the square of the iterations.

        Args:
            target: In percent of the pot.

        >>> Progress(20, 1.2, 3.0).seconds_to(0.3)
        3.0
        """
        if self.exploitability <= target:
            return 0.0
        return self.seconds * ((self.exploitability / target) ** 0.5 - 1) if target > 0 else float("inf")


def solve(
    spot: Spot,
    *,
    target: float = 0.3,
    seconds: float | None = None,
    iterations: int | None = None,
    threads: int | None = None,
    precision: Precision | None = None,
    gpu: bool = False,
    progress: Callable[[Progress], object] | None = None,
) -> Solution:
    """Find how both players should play, until nobody can gain more than a part of the pot, or until time is up.

    It ends, too, where going on makes nothing better, because numbers are rounded: with targets below some thousandths
    of a percent. The solution says how good it is.

    Args:
        spot: The question.
        target: What both could gain on average, at most, in percent of the pot; 0 to go on until another limit.
        seconds: How long it may take at most.
        iterations: How many iterations at most.
        threads: How many threads; None for as many as there are cores. The result is the same.
        precision: How numbers are kept: `fp16` takes half the memory, and plays as well; None for that, but where
            `f32` is small.
        gpu: Whether the GPU in use solves it, in f32: that takes CuPy.
        progress: Called now and then with how far it is.

    >>> from fivecard.solvers.postflop import Spot
    >>> spot = Spot("2c 2d 2h 3s 3c", ("AA, QQ", "KK"), pot=100, stack=100, bets="a")
    >>> solution = solve(spot, target=0.01)
    >>> solution.exploitability <= 0.01
    True
    """
    return improve(
        start(spot, threads=threads, precision=precision, gpu=gpu),
        target=target,
        seconds=seconds,
        iterations=iterations,
        progress=progress,
    )


def start(spot: Spot, *, threads: int | None = None, precision: Precision | None = None, gpu: bool = False) -> Solution:
    """Take the memory that a solution needs; nothing is solved yet.

    Args:
        spot: The question.
        threads: How many threads; None for as many as there are cores.
        precision: `f32`, `fp16`, or None for what suits the size.
        gpu: Whether the GPU in use is to solve it.
    """
    expect(spot, Spot, "a spot")
    expect(gpu, bool, "True or False as gpu")
    count = threads_for(threads)
    halves = keeps_halves(spot.tree.game, precision, gpu=gpu)
    _refuse_too_large(spot, halves=halves, threads=count)
    return Solution(spot, threads=count, halves=halves, gpu=gpu)


def improve(
    solution: Solution,
    *,
    target: float = 0.3,
    seconds: float | None = None,
    iterations: int | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Solution:
    """Continue solving; returns the same solution, improved. Interrupted, it can go on again.

    Args:
        solution: What is solved so far.
        target: In percent of the pot.
        seconds: How long it may take from now on.
        iterations: How many iterations there are in the end, at most.
        progress: Called now and then with how far it is.
    """
    expect_progress(progress)
    most = _checked_limits(target, seconds, iterations)
    if not solution.can_improve:
        raise ArgumentError("a solution that was read from a file cannot be solved further: solve its spot anew")
    solver, began = solution.solver, monotonic()
    seen: list[Progress] = []
    while solver.iterations < most:
        left = None if seconds is None else seconds - (monotonic() - began)
        if left is not None and left <= 0:
            break
        count = min(_until_check(solver.iterations, seen, target, monotonic() - began), most - solver.iterations)
        if left is None:
            solver.iterate(count)
        else:
            solver.iterate_until(count, left)
        found = 100 * solver.exploitability()  # an iteration that time has ended is finished here
        now = Progress(solver.iterations, found, monotonic() - began)
        if progress:
            progress(now)
        # Floats only say when to ask the judge, whose word counts.
        if now.exploitability <= target and solution.exploitability <= target:
            break
        seen.append(now)
        if _stands_still(seen):
            break
    return solution


def _stands_still(seen: list[Progress]) -> bool:
    now = seen[-1]
    before = [each.exploitability for each in seen if _TOO_EARLY <= each.iterations <= now.iterations / 2]
    return bool(before) and now.exploitability > _BETTER * min(before)


def _until_check(done: int, seen: list[Progress], target: float, seconds: float) -> int:
    """Guess how many iterations will do: at first, what can be gained falls as the square of how many there were."""
    if not seen or done == 0:
        return _FIRST_CHECK
    wanted = done * max(seen[-1].exploitability / target, 1) ** 0.5 if target > 0 else 2 * done
    count = round(min(wanted, 1.5 * done) - done)
    per_report = int(_BETWEEN_REPORTS / max(seconds / done, 1e-9))
    return max(min(count, per_report), done // 20, 1)


def _checked_limits(target: float, seconds: float | None, iterations: int | None) -> int:
    for what, number in (("target", target), ("seconds", seconds)):
        if number is not None and (isinstance(number, bool) or not isinstance(number, int | float) or not number >= 0):
            raise ArgumentError(f"{what} is a number from 0 up, not {quoted(number)}")
    if iterations is not None and (isinstance(iterations, bool) or not isinstance(iterations, int) or iterations < 0):
        raise ArgumentError(f"iterations are a whole number from 0 up, not {quoted(iterations)}")
    if target == 0 and seconds is None and iterations is None:
        raise ArgumentError("with a target of 0 it would never end: say how many seconds or iterations it may take")
    return 1 << 40 if iterations is None else iterations


def _refuse_too_large(spot: Spot, *, halves: bool, threads: int) -> None:
    game, allowed = spot.tree.game, memory()
    wanted = game.bytes(halves, threads)
    if wanted <= allowed:
        return
    if not halves and game.bytes(True, threads) <= allowed:
        instead = f"fp16 takes {in_bytes(game.bytes(True, threads))}"
    else:
        fitting = int(game.nodes * allowed / game.bytes(True, threads))
        instead = f"about {fitting:,} nodes would fit: allow fewer sizes, or begin later"
    raise MemoryLimitError(
        f"{game.nodes:,} nodes would take {in_bytes(wanted)} of memory, and {in_bytes(allowed)} are allowed "
        f"(FIVECARD_MEMORY): {instead}"
    )

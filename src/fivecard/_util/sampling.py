"""What everything that samples shares: chunks of work, running means, how sure they are, and when to stop.

>>> means = Means(columns=2, unit=10)
>>> means.add(4, sums=[10, 30], squares=[100, 300])  # pots of ten: one for the first, three for the second
>>> means.means
(0.25, 0.75)
>>> [round(error, 3) for error in means.standard_errors]
[0.217, 0.217]
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from time import monotonic
from typing import Final

from fivecard.errors import ArgumentError, quoted

SURE: Final = 1.96
"""Standard errors on either side of a mean that the truth is within in 19 of 20 cases."""


def checked_seed(seed: int) -> int:
    """Refuse what is not a seed.

    >>> checked_seed(-1)
    Traceback (most recent call last):
    fivecard.errors.ArgumentError: a seed is a whole number from 0 to 2^64 - 1, not -1
    """
    if not isinstance(seed, int) or not 0 <= seed < 1 << 64:
        raise ArgumentError(f"a seed is a whole number from 0 to 2^64 - 1, not {quoted(seed)}")
    return seed


def chunks(total: int | None, size: int, progress: Callable[[int], None] | None = None) -> Iterator[tuple[int, int]]:
    """Cut work into chunks, (first, count), and tell after each how much is done; without a total there is no end.

    >>> list(chunks(10, 4, print))
    4
    8
    10
    [(0, 4), (4, 4), (8, 2)]
    """
    first = 0
    while total is None or first < total:
        count = size if total is None else min(size, total - first)
        yield first, count
        first += count
        if progress:
            progress(first)


class Means:
    """Means of several columns over independent rows, from the sums of whole numbers and of their squares."""

    def __init__(self, columns: int, unit: float = 1) -> None:
        self.columns = columns
        self.rows = 0
        self._unit = unit
        self._sums: list[float] = [0] * columns
        self._squares: list[float] = [0] * columns

    def add(self, rows: int, sums: Sequence[float], squares: Sequence[float]) -> None:
        """Add what more rows sum up to."""
        self.rows += rows
        self._sums = [one + two for one, two in zip(self._sums, sums, strict=True)]
        self._squares = [one + two for one, two in zip(self._squares, squares, strict=True)]

    @property
    def means(self) -> tuple[float, ...]:
        """The mean of each column."""
        return tuple(total / self._unit / self.rows for total in self._sums)

    @property
    def standard_errors(self) -> tuple[float, ...]:
        """By how much each mean is off, as a rule."""
        pairs = zip(self._squares, self.means, strict=True)
        variances = [square / self._unit**2 / self.rows - mean**2 for square, mean in pairs]
        return tuple(sqrt(max(variance, 0) / self.rows) for variance in variances)


class StoppingRule:
    """When to stop: as soon as all standard errors are small enough, or when time is up."""

    def __init__(self, error: float | None, seconds: float | None) -> None:
        for name, value in (("error", error), ("seconds", seconds)):
            if value is None:
                continue
            if isinstance(value, bool) or not isinstance(value, int | float) or not value > 0:
                raise ArgumentError(f"{name} must be a number above 0, not {quoted(value)}")
            if isinstance(value, int) and value > sys.float_info.max:
                raise ArgumentError(f"{name} must be at most about 1.8e308, not {quoted(value)}")
        self._error = error
        self.seconds = seconds
        self._start = monotonic()

    def left(self, part: float = 1) -> float | None:
        """The seconds that are left, or left of a part of them; None without a limit."""
        return None if self.seconds is None else self._start + part * self.seconds - monotonic()

    @property
    def over(self) -> bool:
        """Whether time is up."""
        left = self.left()
        return left is not None and left <= 0

    def done(self, standard_errors: Sequence[float]) -> float:
        """How much of the way is gone, from 0 to 1: errors shrink with the root of the time."""
        worst = max(standard_errors)
        by_error = 0.0 if self._error is None else 1.0 if worst <= self._error else (self._error / worst) ** 2
        by_time = 0.0 if self.seconds is None else (monotonic() - self._start) / self.seconds
        return min(max(by_error, by_time), 1.0)

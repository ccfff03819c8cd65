"""What this machine has to work with."""

import os
import sys
from collections.abc import Iterator
from operator import index

from fivecard.errors import HandError, quoted

MOST_THREADS = 1024
"""The compiled module starts no more."""


def cores() -> int:
    """Count the cores that this process may use.

    >>> cores() >= 1
    True
    """
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def threads_for(wanted: int | None) -> int:
    """The number of threads that is wanted, checked, or one for each core.

    >>> threads_for(3)
    3
    >>> threads_for(0)
    Traceback (most recent call last):
    fivecard.errors.HandError: threads are a whole number from 1 to 1024, not 0
    """
    if wanted is None:
        return min(cores(), MOST_THREADS)
    try:
        number = index(wanted)  # NumPy's whole numbers too
    except TypeError:
        number = 0
    if not 1 <= number <= MOST_THREADS:
        raise HandError(f"threads are a whole number from 1 to {MOST_THREADS}, not {quoted(wanted)}")
    return number


def pieces(count: int, size: int = 1 << 20) -> Iterator[slice]:
    """Cut long work into parts, between which Python hears signals.

    >>> list(pieces(5, size=3))
    [slice(0, 3, None), slice(3, 5, None)]
    """
    return (slice(start, min(start + size, count)) for start in range(0, count, size))


def columns() -> int:
    """How wide a line may be: COLUMNS if that is set, else the terminal's width, without one 80."""
    if os.environ.get("COLUMNS", "").isdecimal():
        return max(int(os.environ["COLUMNS"]), 20)
    try:
        width = os.get_terminal_size(sys.__stdout__.fileno()).columns  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):  # no terminal, or no output at all
        return 80
    return width or 80  # some terminals do not know theirs

"""What this machine has to work with."""

import os
from operator import index
from typing import Final

from fivecard.errors import HandError, quoted

MOST_THREADS: Final = 1024
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

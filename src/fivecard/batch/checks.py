"""What the functions of this package share: how many cards, how many threads, and how a message shows an array."""

from functools import cache
from typing import Final

import numpy as np

from fivecard._util.machine import threads_for
from fivecard.batch._input import Sizes
from fivecard.errors import quoted
from fivecard.rankings import Ranking

_ROWS_A_THREAD: Final = 1 << 18  # below this, another thread costs more than it brings


@cache
def sizes_of(ranking: Ranking) -> Sizes:
    """How many cards a hand has that a ranking judges."""
    return Sizes(ranking.hand_size, ranking.largest_hand)


def shape(value: object) -> str:
    """Write what was given as messages show it: an array by its kind and shape."""
    if isinstance(value, np.ndarray):
        return f"{value.dtype}{list(value.shape)}"
    return quoted(value)


def threads(wanted: int | None, rows: int) -> int:
    """The number of threads that is wanted, or as many as so many rows keep busy."""
    found = threads_for(wanted)
    return found if wanted is not None else max(1, min(found, rows // _ROWS_A_THREAD))

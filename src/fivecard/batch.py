"""Arrays of hands, natively: a row of card ids in, a strength out.

>>> import numpy as np
>>> strengths(np.array([[0, 5, 10, 15, 20], [32, 36, 40, 44, 48]], dtype=np.uint8))
array([   1, 7462], dtype=uint16)
"""

import numpy as np
from numpy.typing import NDArray

from fivecard import _core
from fivecard.errors import HandError


def strengths(hands: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """Give the strength of every row of 5, 6 or 7 card ids; a bad row is named and nothing is returned."""
    if not isinstance(hands, np.ndarray) or hands.dtype != np.uint8 or hands.ndim != 2:
        found = f"{hands.dtype}{list(hands.shape)}" if isinstance(hands, np.ndarray) else repr(hands)
        raise HandError(f"hands are a uint8 array with a row for each hand, not {found}")
    return _core.strengths(np.ascontiguousarray(hands))


def census(cards: int) -> NDArray[np.uint64]:
    """Count all hands of 5, 6 or 7 cards by strength: entry `s` says how many have strength `s`.

    >>> int(census(5)[7462])
    4
    """
    return _core.census(cards)

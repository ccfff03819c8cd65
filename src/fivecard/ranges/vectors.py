"""Ranges of hold'em as vectors: 1,326 weights, one a hand, or 169, one a kind of hand.

>>> vector = vector_of(Range("AA, AKs:0.5"))
>>> vector.shape, float(vector.sum())
((1326,), 8.0)
>>> [(name, float(part)) for name, part in zip(KINDS, kinds_of(vector)) if part]
[('AA', 1.0), ('AKs', 0.5)]
"""

from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fivecard.errors import RangeError
from fivecard.ranges.kinds import grid_cells
from fivecard.ranges.range import Range
from fivecard.ranges.weighted import all_hands

HANDS: Final = all_hands(52, 2)
"""The 1,326 hands in the order of such vectors: sets of cards, whose bit `i` is the card with id `i`."""
_LETTERS: Final = "AKQJT98765432"
KINDS: Final = tuple(
    high + low if high == low else f"{high}{low}s" if row < column else f"{low}{high}o"
    for row, high in enumerate(_LETTERS)
    for column, low in enumerate(_LETTERS)
)
"""The 169 kinds in the order of such vectors, row by row of the grid: aces first, suited to the upper right."""
KIND_OF_HAND: Final = np.ravel_multi_index(grid_cells(HANDS), (13, 13))
"""For each of the 1,326 hands, which of the 169 kinds it is of."""
HANDS_OF_KIND: Final = np.bincount(KIND_OF_HAND, minlength=169)
"""How many hands each kind has: 6 of a pair, 4 suited, 12 offsuit."""
for _table in (HANDS, KIND_OF_HAND, HANDS_OF_KIND):
    _table.flags.writeable = False


def vector_of(range_: Range) -> NDArray[np.float64]:
    """The weights of all hands, in the order of `HANDS`.

    Args:
        range_: A range of hold'em.
    """
    if not isinstance(range_, Range) or range_.hole != 2 or range_.game.deck_size != 52:
        raise RangeError("vectors are those of ranges of two cards from a deck of 52")
    found = np.zeros(len(HANDS))
    found[np.searchsorted(HANDS, range_.hands)] = range_.weights
    return found


def range_of(weights: ArrayLike) -> Range:
    """Make a range of 1,326 weights by hand, or 169 by kind.

    Args:
        weights: From 0 to 1, in the order of `HANDS` or of `KINDS`.

    >>> str(range_of(vector_of(Range("QQ+, AKs"))))
    'QQ+, AKs'
    """
    given = np.asarray(weights, np.float64)
    if given.shape == (len(KINDS),):
        given = given[KIND_OF_HAND]
    if given.shape != (len(HANDS),):
        raise RangeError(f"a range has 1,326 weights by hand or 169 by kind, not an array of {given.shape}")
    if not ((given >= 0) & (given <= 1)).all():
        raise RangeError("weights are from 0 to 1")
    held = given > 0
    return Range.from_hands(HANDS[held], given[held])


def kinds_of(weights: ArrayLike) -> NDArray[np.float64]:
    """The mean weight of each kind of hand, in the order of `KINDS`, of 1,326 weights.

    Args:
        weights: By hand, in the order of `HANDS`.
    """
    given = np.asarray(weights, np.float64)
    if given.shape != (len(HANDS),):
        raise RangeError(f"a range has 1,326 weights by hand, not an array of {given.shape}")
    return np.bincount(KIND_OF_HAND, given, minlength=len(KINDS)) / HANDS_OF_KIND

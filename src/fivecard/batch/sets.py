"""Sets of cards in arrays: 64-bit masks, as `fivecard.cards.CardSet` has one, from rows of card ids and back."""

import numpy as np
from numpy.typing import NDArray

from fivecard.batch.checks import shape
from fivecard.errors import FormatError


def card_sets(rows: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Turn every row of card ids, as `parse` gives them, into a set; `NO_CARD` adds nothing.

    >>> [hex(mask) for mask in card_sets(np.array([[51, 0], [4, 255]], np.uint8)).tolist()]
    ['0x8000000000001', '0x10']
    """
    if not isinstance(rows, np.ndarray) or rows.dtype != np.uint8 or rows.ndim != 2:
        raise FormatError(f"rows of card ids are a uint8 array of two dimensions, not {shape(rows)}")
    sets: NDArray[np.uint64] = np.bitwise_or.reduce(_MASKS[rows], axis=1, initial=np.uint64(0))
    return sets


def card_ids(sets: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """List the ids of the cards of every set in rows, the lowest first; all sets have the same number of cards.

    >>> card_ids(np.array([1 << 51 | 1 << 3, 1 << 4 | 1 << 5], np.uint64))
    array([[ 3, 51],
           [ 4,  5]], dtype=uint8)
    """
    if not isinstance(sets, np.ndarray) or sets.dtype != np.uint64 or sets.ndim != 1:
        raise FormatError(f"sets of cards are a uint64 array of one dimension, not {shape(sets)}")
    sizes = np.bitwise_count(sets)
    if (sizes != sizes[:1]).any():
        raise FormatError(f"sets of as many cards are needed, not of {sizes.min()} to {sizes.max()}")
    bits = np.unpackbits(sets.astype("<u8").view(np.uint8).reshape(len(sets), 8), axis=1, bitorder="little")
    return np.nonzero(bits)[1].astype(np.uint8).reshape(len(sets), sizes[0] if len(sets) else 0)


_MASKS = np.zeros(256, np.uint64)
_MASKS[:52] = np.uint64(1) << np.arange(52, dtype=np.uint64)

"""What boards are like: suits, pairs, straights and flushes that are possible, of many boards at once."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivecard.batch.checks import shape
from fivecard.errors import FormatError

_RANKS: Final = 13
_STRAIGHTS: Final = np.array(
    [sum(1 << (rank % _RANKS) for rank in range(low - 1, low + 4)) for low in range(10)], np.uint16
)  # the first from the ace, which is below the two
_NEEDED: Final = 3
"""The cards of a board that a straight or a flush with two hole cards needs."""


class Texture(NamedTuple):
    """The textures of many boards, as arrays side by side."""

    highest: NDArray[np.uint8]
    """The rank of the highest card, 0 (two) to 12 (ace)."""
    ranks: NDArray[np.uint8]
    """How many different ranks there are."""
    most_of_a_rank: NDArray[np.uint8]
    """1: unpaired, 2: paired, 3: three of a kind, 4: four of a kind."""
    suits: NDArray[np.uint8]
    """How many different suits there are: of a flop 1 is monotone, 2 two-tone, 3 rainbow."""
    most_of_a_suit: NDArray[np.uint8]
    """How many cards the commonest suit has."""
    flush_possible: NDArray[np.bool_]
    """Whether two hole cards can make a flush."""
    straights: NDArray[np.uint8]
    """How many straights two hole cards can make, from the ace to the five up to the ten to the ace."""
    span: NDArray[np.uint8]
    """How many ranks there are from the lowest to the highest, both included; the ace is high."""


def board_textures(boards: NDArray[np.uint64]) -> Texture:
    """Describe the texture of many boards.

    Args:
        boards: Sets of cards, as `card_sets` makes them, of any size but none.

    >>> from fivecard.cards import CardSet
    >>> found = board_textures(np.array([CardSet("Ts 9s 8d").mask, CardSet("Kd Kh 2d").mask], np.uint64))
    >>> found.straights, found.suits, found.most_of_a_rank, found.flush_possible
    (array([3, 0], dtype=uint8), array([2, 2], dtype=uint8), array([1, 2], dtype=uint8), array([False, False]))
    """
    if not isinstance(boards, np.ndarray) or boards.dtype != np.uint64 or boards.ndim != 1:
        raise FormatError(f"boards are a uint64 array of one dimension, not {shape(boards)}")
    wrong = (boards == 0) | (boards >> np.uint64(52) != 0)
    if wrong.any():
        raise FormatError("a board is a set of cards, and no empty one", row=int(np.flatnonzero(wrong)[0]))
    cards = (boards[:, None] >> np.arange(52, dtype=np.uint64)) & np.uint64(1)
    table = cards.astype(np.uint8).reshape(len(boards), _RANKS, 4)
    of_rank, of_suit = table.sum(axis=2, dtype=np.uint8), table.sum(axis=1, dtype=np.uint8)
    there = of_rank > 0
    bits = (there * (np.uint16(1) << np.arange(_RANKS, dtype=np.uint16))).sum(axis=1, dtype=np.uint16)
    highest = (_RANKS - 1 - there[:, ::-1].argmax(axis=1)).astype(np.uint8)
    lowest = there.argmax(axis=1).astype(np.uint8)
    shared = np.bitwise_count(bits[:, None] & _STRAIGHTS)
    return Texture(
        highest=highest,
        ranks=there.sum(axis=1, dtype=np.uint8),
        most_of_a_rank=of_rank.max(axis=1),
        suits=(of_suit > 0).sum(axis=1, dtype=np.uint8),
        most_of_a_suit=of_suit.max(axis=1),
        flush_possible=of_suit.max(axis=1) >= _NEEDED,
        straights=(shared >= _NEEDED).sum(axis=1, dtype=np.uint8),
        span=highest - lowest + np.uint8(1),
    )

"""The tables of the kernels, made from those of the compiled core: kernels/hands.cuh tells what stands in them."""

from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivecard import _core

MULTIPLIER: Final = 889
"""Spreads the sets of 13 ranks over the banks of shared memory: the best of a hundred odd numbers tried."""
_RANKS: Final = 13
_FLUSH: Final = 5


class RankHash(NamedTuple):
    """The perfect hash of the ranks of some cards, and what a ranking has in it."""

    offsets: NDArray[np.uint16]
    suits: NDArray[np.uint32]
    """By the ranks that a suit has, multiplied and turned round."""
    values: NDArray[np.uint16]
    flushes: NDArray[np.uint16]
    """By the ranks of the suit; none where suits are ignored."""
    flushes_lower: bool
    """Whether a flush is to be avoided, and the best five have to be looked for."""


@cache
def rank_hash(ranking: str, cards: int) -> RankHash:
    """Lay out the hash of a ranking's hands of so many cards."""
    tallies, row_shift, offsets, values, suits, flushes = _core.rank_hash(ranking, cards)
    lower = suits == "lower" and cards > _FLUSH
    table = plain_suits(tallies, row_shift, len(offsets), len(values))
    if len(flushes):
        sets = np.arange(1 << _RANKS, dtype=np.uint32)
        suited = sets[_held(sets).sum(axis=1) >= _FLUSH]
        at = turned(suited)
        table[at] = table[at] | 1 if lower else np.uint32(1 << 31) | flushes[suited].astype(np.uint32) << np.uint32(15)
    return RankHash(offsets, table, values, flushes, lower)


def plain_suits(tallies: NDArray[np.uint64], row_shift: int, rows: int, columns: int) -> NDArray[np.uint32]:
    """For the ranks that a suit has: the sum of their keys, `row << 1 | column << 15`. Four rows have room together."""
    of_ranks = tallies[::4]
    sets = np.arange(1 << _RANKS, dtype=np.uint32)
    held = _held(sets).astype(np.uint64)
    row = held @ (of_ranks >> np.uint64(row_shift) & np.uint64(0xFFFF)) % np.uint64(rows)
    column = held @ (of_ranks >> np.uint64(48)) % np.uint64(columns)
    table = np.empty(len(sets), np.uint32)
    table[turned(sets)] = row << np.uint64(1) | column << np.uint64(15)
    return table


def turned(sets: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """Where the table of suits has a set of ranks: multiplied, and its bits turned round.

    >>> sorted(turned(np.arange(8192, dtype=np.uint32)).tolist()) == list(range(8192))
    True
    """
    mixed = sets * np.uint32(MULTIPLIER)
    return _held(mixed) @ (np.uint32(1) << np.arange(_RANKS - 1, -1, -1, dtype=np.uint32))


def _held(sets: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """The low 13 bits of each number, one by one."""
    return (sets[:, None] >> np.arange(_RANKS, dtype=np.uint32)) & np.uint32(1)


def bits_of(sets: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Sets of cards, by id, as the kernels have them: suit `s` has the bits from `16 s` on.

    >>> [hex(bits) for bits in bits_of(np.array([0b1, 0b10, 1 << 51], np.uint64))]
    ['0x1', '0x10000', '0x1000000000000000']
    """
    bits = np.zeros_like(sets)
    for card in range(4 * _RANKS):
        bits |= (sets >> np.uint64(card) & np.uint64(1)) << np.uint64(card % 4 * 16 + card // 4)
    return bits

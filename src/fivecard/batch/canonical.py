"""Suit isomorphism: one canonical form for all hands, flops and boards that differ by the names of suits alone.

>>> import numpy as np
>>> from fivecard.cards import CardSet
>>> flops = np.array([CardSet(cards).mask for cards in ("As Ks 2h", "Ah Kh 2c", "As Kh 2c")], np.uint64)
>>> [str(CardSet(flop)) for flop in canonical(flops).tolist()]
['AsKs2h', 'AsKs2h', 'AsKh2d']
>>> [len(canonical_sets(cards)[0]) for cards in (2, 3)]
[169, 1755]
"""

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Final, overload

import numpy as np
from numpy.typing import NDArray

from fivecard.batch.checks import shape
from fivecard.errors import ArgumentError, FormatError, quoted

Sets = NDArray[np.uint64]
Weights = NDArray[np.int64]

_RANKS: Final = 13
_SUITS: Final = 4
_MOST_GROUPS: Final = 4
_MOST_CARDS: Final = 6
_CHUNK: Final = 16
"""The bits of a set that are looked up at once: four ranks of four suits."""


@overload
def canonical(sets: Sets, /) -> Sets: ...


@overload
def canonical(sets: Sets, other: Sets, /, *more: Sets) -> tuple[Sets, ...]: ...


def canonical(sets: Sets, *more: Sets) -> Sets | tuple[Sets, ...]:
    """Find the canonical form of each set of cards, or of each deal of several sets: hole cards, flop, turn, river.

    Sets of one row are renamed together, so that hands keep what they have in common with their board. Two rows have
    the same form exactly if renaming suits makes one of the other. In it, of the suits that differ, spades have what is
    highest in the first set, then in the next.

    Args:
        sets: Sets of cards, as `card_sets` makes them.
        more: Other sets of the same deals, such as boards; up to three.
    """
    groups = (sets, *more)
    if len(groups) > _MOST_GROUPS:
        raise ArgumentError(f"a deal has up to {_MOST_GROUPS} sets of cards here, not {len(groups)}")
    for group in groups:
        if not isinstance(group, np.ndarray) or group.dtype != np.uint64 or group.ndim != 1:
            raise FormatError(f"sets of cards are a uint64 array of one dimension, not {shape(group)}")
        if len(group) != len(sets):
            raise FormatError(f"there are {len(sets)} sets of cards, and {len(group)} beside them")
        if (group >> np.uint64(_RANKS * _SUITS)).any():
            row = int(np.flatnonzero(group >> np.uint64(_RANKS * _SUITS))[0])
            raise FormatError("a set of cards has no more than 52 bits", row=row)
    found = _forms(groups)
    return tuple(found) if more else found[0]


def _forms(groups: Sequence[Sets]) -> list[Sets]:
    """The canonical forms of rows of sets that are right."""
    keys = np.zeros((_SUITS, len(groups[0])), np.uint64)
    for group in groups:
        for suit in range(_SUITS):
            keys[suit] = keys[suit] << np.uint64(_RANKS) | _of_suit(group, suit)
    keys.sort(axis=0)  # the highest becomes spades, the suit with the highest number
    found = []
    for number in reversed(range(len(groups))):
        ranks = (keys >> np.uint64(_RANKS * number)) & np.uint64((1 << _RANKS) - 1)
        found.append(reduce(or_, [_SPREAD[ranks[suit]] << np.uint64(suit) for suit in range(_SUITS)]))
    return found


def canonical_sets(cards: int) -> tuple[Sets, Weights]:
    """List the canonical forms of sets of so many cards, in order, and how many sets have each form.

    Two cards are 169 hands, three 1,755 flops, five 134,459 hands or boards.

    Args:
        cards: How many, 1 to 6.
    """
    if type(cards) is not int or not 1 <= cards <= _MOST_CARDS:
        raise ArgumentError(f"forms are those of 1 to {_MOST_CARDS} cards, not of {quoted(cards)}")
    [found], weights = _extended([np.zeros(1, np.uint64)], np.ones(1, np.int64), cards)
    return found, weights


def canonical_deals(hole: int = 2, board: int = 3) -> tuple[Sets, Sets, Weights]:
    """List the canonical forms of hole cards with a board, in order, and how many deals have each form.

    Two cards and a flop are 1,286,792.

    Args:
        hole: How many hole cards.
        board: How many cards on the board; the two are 1 to 5 cards together.
    """
    if type(hole) is not int or type(board) is not int or min(hole, board) < 1 or hole + board >= _MOST_CARDS:
        raise ArgumentError(
            f"forms are those of up to {_MOST_CARDS - 1} cards, not of {quoted(hole)} with {quoted(board)} on the board"
        )
    hands, weights = canonical_sets(hole)
    [hands, boards], weights = _extended([hands, np.zeros(len(hands), np.uint64)], weights, board)
    return hands, boards, weights


def _extended(groups: list[Sets], weights: Weights, cards: int) -> tuple[list[Sets], Weights]:
    """Add so many cards to the last group of all forms: each set is reached once from each of its cards."""
    for number in range(1, cards + 1):
        gone = reduce(or_, groups)
        pieces: list[tuple[list[Sets], Weights]] = []
        for card in range(_RANKS * _SUITS):
            bit = np.uint64(1 << card)
            free = (gone & bit) == 0
            more = [group[free] for group in groups]
            more[-1] = more[-1] | bit
            pieces.append(_counted(_forms(more), weights[free]))
        together = [np.concatenate([piece[0][each] for piece in pieces]) for each in range(len(groups))]
        groups, weights = _counted(together, np.concatenate([piece[1] for piece in pieces]))
        weights //= number
    return groups, weights


def _counted(groups: list[Sets], weights: Weights) -> tuple[list[Sets], Weights]:
    """Rows that are the same as one, with their weights together, in order."""
    order = np.lexsort(groups[::-1])
    groups = [group[order] for group in groups]
    new = np.ones(len(order), bool)
    new[1:] = reduce(or_, [group[1:] != group[:-1] for group in groups])
    first = np.flatnonzero(new)
    return [group[first] for group in groups], np.add.reduceat(weights[order], first)


def _of_suit(sets: Sets, suit: int) -> Sets:
    """The ranks that sets have in a suit, as 13 bits."""
    found = np.zeros(len(sets), np.uint64)
    for place in range(_SUITS):
        part = (sets >> np.uint64(_CHUNK * place)) & np.uint64((1 << _CHUNK) - 1)
        found |= _GATHER[part >> np.uint64(suit) & np.uint64(0x1111)] << np.uint64(4 * place)
    return found


def _gather() -> Sets:
    """By the bits of four ranks of one suit, which stand four apart: the same side by side."""
    table = np.zeros(0x1112, np.uint64)
    for ranks in range(16):
        table[sum(1 << 4 * rank for rank in range(4) if ranks >> rank & 1)] = ranks
    return table


_GATHER: Final = _gather()
_SPREAD: Final = np.array(
    [sum(1 << 4 * rank for rank in range(_RANKS) if ranks >> rank & 1) for ranks in range(1 << _RANKS)], np.uint64
)

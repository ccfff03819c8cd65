"""Sets of hands with weights: 64-bit sets of cards in order, and beside each its weight in ten-thousandths."""

from collections.abc import Callable, Sequence
from functools import cache
from math import comb
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivecard._util.machine import pieces
from fivecard.errors import RangeError

FULL: Final = 10_000
"""The weight of a hand that is always there. Finer weights are rounded."""
Hands = NDArray[np.uint64]
_MOST_KEPT: Final = 4  # the 2.6 million hands of five cards are made again in a few milliseconds


AT_ONCE: Final = 1 << 17
"""Hands that are looked at together, before Python hears signals again: a step takes some ten milliseconds."""


class Weighted(NamedTuple):
    """Hands, each once and in order, with their weights, of which none is 0."""

    hands: Hands
    units: NDArray[np.uint16]

    def weights_there(self) -> list[int]:
        """The weights that there are, the largest first."""
        there = np.zeros(FULL + 1, bool)
        for piece in pieces(len(self.units)):
            there[self.units[piece]] = True
        found: list[int] = np.flatnonzero(there)[::-1].tolist()
        return found

    def parted_at(self, units: int) -> tuple[Hands, Hands]:
        """The hands with this weight, and those with more."""
        if len(self.weights_there()) == 1:
            return self.hands, self.hands[:0]
        return self.hands[self.units == units], self.hands[self.units > units]

    def times(self, units: int) -> "Weighted":
        """The same hands with their weights multiplied; a weight does not become 0 by rounding."""
        if units in (0, FULL):
            return self if units else Weighted(self.hands[:0], self.units[:0])
        product = np.maximum((self.units.astype(np.uint32) * units + FULL // 2) // FULL, 1)
        return Weighted(self.hands, product.astype(np.uint16))


def with_full_weight(hands: Hands) -> Weighted:
    """Hands that are always there."""
    return Weighted(hands, np.full(len(hands), FULL, np.uint16))


def weight_units(weight: float) -> int:
    """A weight from 0 to 1 in ten-thousandths; only 0 becomes 0."""
    if not 0 <= weight <= 1:
        raise RangeError("weights are from 0 to 1, or from 0% to 100%")
    return max(round(weight * FULL), 1) if weight else 0


def union(parts: Sequence[Weighted]) -> Weighted:
    """All hands of several sets; one that stands in several has its largest weight."""
    if len(parts) == 1:
        return parts[0]
    starts = max(parts, key=lambda part: len(part.hands)).hands[AT_ONCE::AT_ONCE]
    cuts = [[0, *np.searchsorted(part.hands, starts).tolist(), len(part.hands)] for part in parts]
    found = []
    for number in range(len(starts) + 1):  # hands between the same two, of all
        here = [slice(cut[number], cut[number + 1]) for cut in cuts]
        several = [(part.hands[place], part.units[place]) for part, place in zip(parts, here, strict=True)]
        found.append(ordered(*map(np.concatenate, zip(*several, strict=True))))
    return Weighted(*map(np.concatenate, zip(*found, strict=True)))


def added(one: Weighted, two: Weighted) -> Weighted:
    """All hands of both, with their weights together, of which none is above that of a hand that is always there."""
    hands, places = np.unique(np.concatenate([one.hands, two.hands]), return_inverse=True)
    units = np.bincount(places, np.concatenate([one.units, two.units]), len(hands))
    return Weighted(hands, np.minimum(units, FULL).astype(np.uint16))


def ordered(hands: Hands, units: NDArray[np.uint16]) -> Weighted:
    """Put hands in order; one that stands there several times has its largest weight, and one with weight 0 goes."""
    order = np.lexsort((units, hands))
    hands, units = hands[order], units[order]
    last = units > 0
    last[:-1] &= hands[1:] != hands[:-1]
    return Weighted(hands[last], units[last])


def intersection(one: Weighted, two: Weighted) -> Weighted:
    """The hands of both, with the smaller weight."""
    first, second = among(one.hands, two.hands), among(two.hands, one.hands)
    return Weighted(one.hands[first], np.minimum(one.units[first], two.units[second]))


def difference(one: Weighted, two: Weighted) -> Weighted:
    """The hands of one that are not in the other, whatever their weight there."""
    left = ~among(one.hands, two.hands)
    return Weighted(one.hands[left], one.units[left])


def in_parts(answer: Callable[[Hands], NDArray[Any]], hands: Hands) -> NDArray[Any]:
    """What is found hand by hand, for some hands after the other: between them Python hears signals."""
    if len(hands) <= AT_ONCE:
        return answer(hands)
    return np.concatenate([answer(hands[piece]) for piece in pieces(len(hands), size=AT_ONCE)])


def among(hands: Hands, others: Hands) -> NDArray[np.bool_]:
    """Which hands are among others, which are in order.

    >>> among(np.array([1, 2, 9], np.uint64), np.array([2, 5], np.uint64))
    array([False,  True, False])
    """
    if not len(hands) or not len(others):
        return np.zeros(len(hands), bool)
    return in_parts(lambda part: others[np.minimum(np.searchsorted(others, part), len(others) - 1)] == part, hands)


def distinct(hands: Hands) -> Hands:
    """Hands in order, each once; faster than NumPy's `unique`."""
    ordered = np.sort(hands)
    return ordered[np.append(True, ordered[1:] != ordered[:-1])] if len(ordered) else ordered


def all_hands(deck: int, size: int) -> Hands:
    """All sets of so many cards from the highest cards of the deck: 52, or 36 in short deck.

    >>> len(all_hands(52, 4)), int(all_hands(36, 2)[0]) == 0b11 << 16
    (270725, True)
    """
    found = _subsets(deck, size)
    return found if deck == 52 else found << np.uint64(52 - deck)


def _subsets(cards: int, size: int) -> Hands:
    return _few(cards, size) if size <= _MOST_KEPT else _grown(cards, size)


@cache
def _few(cards: int, size: int) -> Hands:
    found = _grown(cards, size) if size else np.zeros(1, np.uint64)
    found.flags.writeable = False  # it is kept
    return found


def _grown(cards: int, size: int) -> Hands:
    """Sets in order begin with those of low cards: put each next card on top of all sets of lower ones."""
    smaller = _subsets(cards, size - 1)
    found, start = np.empty(comb(cards, size), np.uint64), 0
    for top in range(size - 1, cards):  # one after the other, between which Python hears signals
        below = smaller[: comb(top, size - 1)]
        np.bitwise_or(below, np.uint64(1 << top), out=found[start : start + len(below)])
        start += len(below)
    return found

"""Hands by patterns of cards: a pattern is a list of slots, each with the cards that may stand in it.

A hand fits if its cards can be put into the slots, one into each. Slots in which any card may stand come last: they are
filled with all sets of so many cards at once.
"""

from collections.abc import Mapping, Sequence
from itertools import permutations
from math import comb
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivecard.cards import CardSet, Rank, Suit
from fivecard.errors import RangeError
from fivecard.ranges.weighted import Hands, all_hands, distinct

_MOST_TRIED: Final = 1 << 24
LARGEST_LISTED: Final = 6
"""Cards of the largest hands that are ever listed all: 20 million, of 160 MB."""

SUITED_TWICE: Final = {"ds": 2, "ss": 1, "rr": 0}
"""How many suits come twice, none more often, in hands that are double-suited, single-suited or rainbow."""


class Slot(NamedTuple):
    """One card of a pattern: its ranks, and its suit; variables stand for ranks and suits that are not named."""

    ranks: tuple[Rank, ...] | str
    """Those that it may have, or a rank's variable."""
    suit: Suit | str | None = None
    """The suit, or its variable; None for any."""

    @property
    def is_named(self) -> bool:
        """Whether its rank is one that is named."""
        return not isinstance(self.ranks, str) and len(self.ranks) == 1

    @property
    def rank(self) -> Rank:
        """The lowest rank that it may have."""
        return Rank.TWO if isinstance(self.ranks, str) else self.ranks[0]


def fitting(slots: Sequence[Slot], deck: int, size: int) -> Hands:
    """All hands that fit a pattern; where it has fewer slots than a hand has cards, the others are any.

    Different variables stand for different ranks or suits, and for none that are named.

    >>> len(fitting([Slot((Rank.ACE,))] * 2, 52, 4))
    6961
    >>> len(fitting([Slot((Rank.ACE,), "x"), Slot((Rank.KING,), "x")], 52, 2))
    4
    """
    ranks, suits = {slot.ranks for slot in slots}, {slot.suit for slot in slots}
    rank_names, suit_names = (sorted(name for name in names if isinstance(name, str)) for names in (ranks, suits))
    free_ranks = [rank for rank in Rank if rank >= _lowest(deck) and (rank,) not in ranks]
    free_suits = [suit for suit in Suit if suit not in suits]
    found = [
        _filled([_cards(slot, known, deck) for slot in slots], deck, size)
        for chosen_ranks in permutations(free_ranks, len(rank_names))
        for chosen_suits in permutations(free_suits, len(suit_names))
        for known in [dict(zip(rank_names + suit_names, chosen_ranks + chosen_suits, strict=True))]
    ]
    if not found:
        raise RangeError("there are not so many different ranks or suits")
    return found[0] if len(found) == 1 else distinct(np.concatenate(found))


def _lowest(deck: int) -> int:
    return (52 - deck) // 4


def _cards(slot: Slot, known: Mapping[str, Rank | Suit], deck: int) -> int:
    """The set of cards that may stand in a slot, given what its variables are."""
    ranks = (known[slot.ranks],) if isinstance(slot.ranks, str) else slot.ranks
    suit = known[slot.suit] if isinstance(slot.suit, str) else slot.suit
    of_a_rank = 0b1111 if suit is None else 1 << suit
    return sum(of_a_rank << 4 * rank for rank in ranks if rank >= _lowest(deck))


def _filled(slots: Sequence[int], deck: int, size: int) -> Hands:
    anything = (1 << 52) - (1 << 52 - deck)
    narrow = sorted((cards for cards in slots if cards != anything), key=int.bit_count)
    hands = np.zeros(1, np.uint64)
    for cards in narrow:
        hands = _extended(hands, np.array([1 << card.id for card in CardSet(cards)], np.uint64))
    others = size - len(narrow)
    if narrow or size > LARGEST_LISTED:
        _check_tried(len(hands) * comb(deck, others))  # before they are listed, which takes seconds
    return _extended(hands, all_hands(deck, others))


def _extended(hands: Hands, more: Hands) -> Hands:
    """Every one of these sets with every one of those that has none of its cards."""
    if len(hands) == 1 and not hands[0]:
        return more
    _check_tried(len(hands) * len(more))
    rows = hands[:, None]
    return distinct((rows | more)[(rows & more) == 0])


def _check_tried(number: int) -> None:
    if number > _MOST_TRIED:
        raise RangeError("it fits too many hands to list them: name more of its cards")


def suited_like(hands: Hands, word: str) -> NDArray[np.bool_]:
    """Which hands are double-suited, single-suited or rainbow."""
    of_suits = np.stack([np.bitwise_count(hands & np.uint64(0x1111111111111 << suit)) for suit in Suit])
    twice = np.count_nonzero(of_suits == 2, axis=0)
    fits: NDArray[np.bool_] = (of_suits.max(axis=0) <= 2) & (twice == SUITED_TWICE[word])
    return fits

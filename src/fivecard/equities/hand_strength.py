"""How strong all hands of hold'em are on a board: EHS, EHS², histograms over all run-outs, nut rank and outs."""

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from fivecard.batch import strengths
from fivecard.cards import ALL_CARDS, Card, CardSet, CardsLike, first_repeated, to_cards
from fivecard.errors import ArgumentError, DuplicateCardError, quoted

_PAIRS_LEFT = 990
"""The hands that an opponent can have on a whole board, beside one that is known."""


@dataclass(frozen=True)
class HandStrengths:
    """The strength of every hand on a board, against an opponent who may have any other."""

    hands: NDArray[np.uint64]
    """The hands that can be, as sets of cards, in order."""
    runouts: NDArray[np.float32]
    """For each hand in a row, its hand strength on each run-out: the part of the opponent's hands that it beats, ties
    being a half; nan where the run-out takes one of its cards. On a whole board there is one column."""

    @cached_property
    def ehs(self) -> NDArray[np.float64]:
        """The expected hand strength: the mean over all run-outs, which is the equity against any hand."""
        found: NDArray[np.float64] = np.nanmean(self.runouts, axis=1, dtype=np.float64)
        return found

    @cached_property
    def ehs2(self) -> NDArray[np.float64]:
        """The mean of the square: of equal `ehs`, hands that become very strong or weak have more."""
        found: NDArray[np.float64] = np.nanmean(np.square(self.runouts, dtype=np.float64), axis=1)
        return found

    def histograms(self, bins: int = 10) -> NDArray[np.float64]:
        """For each hand in a row, which part of the run-outs brings it a strength in each of so many equal bins.

        Args:
            bins: How many, from 0 to 1.
        """
        if type(bins) is not int or bins < 1:
            raise ArgumentError(f"a histogram has a whole number of bins above 0, not {quoted(bins)}")
        there = ~np.isnan(self.runouts)
        bin_ = np.minimum((np.nan_to_num(self.runouts) * bins).astype(np.intp), bins - 1)
        cells = (np.arange(len(self.hands))[:, None] * bins + bin_)[there]
        found = np.bincount(cells, minlength=len(self.hands) * bins).reshape(len(self.hands), bins)
        parts: NDArray[np.float64] = found / there.sum(axis=1, keepdims=True)
        return parts


def hand_strengths_on(board: CardsLike) -> HandStrengths:
    """The strength of every hand on a board of 3 to 5 cards, over all run-outs, exactly.

    Args:
        board: The cards on the board.

    >>> found = hand_strengths_on("Ks Kd 7h 7c 2d")
    >>> best = found.ehs.argmax()
    >>> str(CardSet(int(found.hands[best]))), float(found.ehs[best]), len(found.hands)
    ('KhKc', 1.0, 1081)
    """
    cards = _board(board, 3, 5)
    deck = [card for card in ALL_CARDS if card not in cards]
    bits = np.array([1 << card.id for card in deck], np.uint64)
    low, high = np.triu_indices(len(deck), 1)
    hands = bits[low] | bits[high]
    more = [*combinations(range(len(deck)), 5 - len(cards))]
    runouts = np.full((len(hands), len(more)), np.nan, np.float32)
    laid = np.uint64(CardSet(cards).mask)
    for number, places in enumerate(more):
        whole = laid | np.bitwise_or.reduce(bits[[*places]], initial=np.uint64(0))
        free = np.flatnonzero((hands & whole) == 0)
        runouts[free, number] = _against_any(hands[free] | whole, low[free], high[free], len(deck))
    order = np.argsort(hands)
    return HandStrengths(hands[order], runouts[order])


def _against_any(
    sevens: NDArray[np.uint64], low: NDArray[np.intp], high: NDArray[np.intp], deck: int
) -> NDArray[np.float32]:
    """The hand strength of every hand that can be on a whole board, of which `low` and `high` are the cards.

    Of the hands that are weaker, or as strong, those with one of the same two cards cannot be the opponent's. They are
    counted card by card, in rows that are sorted.
    """
    found = strengths(sevens).astype(np.int32)
    ordered = np.sort(found)
    below, upto = np.searchsorted(ordered, found), np.searchsorted(ordered, found, side="right")
    table = np.full((deck, deck), 1 << 15, np.int32)  # above all strengths, where there is no hand
    table[low, high] = table[high, low] = found
    step = np.arange(deck, dtype=np.int32)[:, None] << 16  # rows one after the other, each above the one before
    rows = np.sort(table + step, axis=1).ravel()
    for card in (low, high):
        wanted = found + step[card, 0]
        below = below - (np.searchsorted(rows, wanted) - card * deck)
        upto = upto - (np.searchsorted(rows, wanted, side="right") - card * deck)
    ties = upto + 1 - below  # the hand itself was taken off twice
    return ((below + ties / 2) / _PAIRS_LEFT).astype(np.float32)


def nut_rank(hand: CardsLike, board: CardsLike) -> int:
    """How many different strengths beat a hand on a board of 3 to 5 cards, and one: 1 is the nuts.

    Args:
        hand: The two cards.
        board: The cards on the board.

    >>> nut_rank("Ah Jh", "Kh Qh 7h 3d 2s"), nut_rank("Ah 4h", "Kh Qh 7h 3d 2s")
    (1, 7)
    """
    own, cards = _hand(hand), _board(board, 3, 5)
    _check_apart(own, cards)
    left = [card for card in ALL_CARDS if card not in cards]
    sets = np.array([CardSet((*pair, *cards)).mask for pair in combinations(left, 2)], np.uint64)
    [mine] = strengths(np.array([CardSet((*own, *cards)).mask], np.uint64))
    found = np.unique(strengths(sets))
    return 1 + int((found > mine).sum())


def outs(hand: CardsLike, against: CardsLike, board: CardsLike) -> CardSet:
    """The cards that, as the next of the board, bring a hand ahead that is behind or ties now; none if it is ahead.

    Args:
        hand: The two cards.
        against: The opponent's two cards.
        board: The three or four cards on the board.

    >>> str(outs("Ah Kh", "Qs Qd", "Th 7h 2c"))
    'AsAdAcKsKdKcQhJh9h8h6h5h4h3h2h'
    """
    own, other, cards = _hand(hand), _hand(against), _board(board, 3, 4)
    _check_apart(own, other, cards)
    left = [card for card in ALL_CARDS if card not in (*own, *other, *cards)]
    boards = [cards, *[(*cards, card) for card in left]]
    mine, theirs = (
        np.array([int(strengths(np.array([CardSet((*held, *each)).mask], np.uint64))[0]) for each in boards])
        for held in (own, other)
    )
    ahead = mine > theirs
    return CardSet([] if ahead[0] else [card for card, better in zip(left, ahead[1:], strict=True) if better])


def _hand(hand: CardsLike) -> tuple[Card, ...]:
    cards = to_cards(hand)
    if len(cards) != 2:
        raise ArgumentError(f"a hand of hold'em has two cards, not {len(cards)}")
    return cards


def _board(board: CardsLike, fewest: int, most: int) -> tuple[Card, ...]:
    cards = to_cards(board)
    _check_apart(cards)
    if not fewest <= len(cards) <= most:
        raise ArgumentError(f"a board has {fewest} to {most} cards here, not {len(cards)}")
    return cards


def _check_apart(*parts: tuple[Card, ...]) -> None:
    cards = [card for part in parts for card in part]
    if twice := first_repeated(cards):
        raise DuplicateCardError(f"duplicate card '{twice}'")

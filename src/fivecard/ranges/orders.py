"""Which hole cards are best: the order behind `15%`.

Hands stand in the order of their equity against one random hand: what they win of the pot on average when the whole
board is dealt, ties split. For hold'em and short deck that is exact, over all boards; for Omaha it was found on 16,384
random boards, on each of them against every hand the opponent could have: an equity is off by .0024 (its standard
error), and neighbours may stand in the wrong order. `native/tables/order_hands.cpp` tells how.
"""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import permutations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fivecard.cards import ALL_CARDS, PLAIN, Suit
from fivecard.errors import RangeError
from fivecard.games import Game
from fivecard.ranges.weighted import Hands, distinct

_ORDERED: Final = {
    ("holdem", 2): "holdem",
    ("short-deck", 2): "short-deck",
    ("short-deck-trips", 2): "short-deck-trips",
    ("omaha", 4): "omaha",
    ("omaha-hi-lo", 4): "omaha-hi-lo",
}
_OF_A_SUIT: Final = np.uint64(0x1111111111111)


def best_hands(game: Game, hole: int, part: float) -> Hands:
    """The best hands of a game, as many as fit into a part of all; hands that differ in suits alone stay together."""
    name = _ORDERED.get((game.name, hole))
    if name is None:
        raise RangeError(f"there is no order of the hands of {game.title} with {hole} cards: name them instead")
    hands, sizes = _order(name)
    ends = np.cumsum(sizes)
    count = np.searchsorted(ends, part * ends[-1] + 1e-6, side="right")
    return distinct(np.concatenate([*_suitings(hands[:count])]))


@cache
def _order(name: str) -> tuple[Hands, NDArray[np.intp]]:
    """One hand of each class, the best first, and how many the class has."""
    import lzma  # only percentages need it

    file = files("fivecard.ranges") / "data" / f"{name}.xz"
    lines = lzma.decompress(file.read_bytes()).split()
    cards = np.frombuffer(b"".join(lines), ">u2").reshape(len(lines), -1)  # two letters each
    known = np.zeros(1 << 16, np.uint64)
    for card in ALL_CARDS:
        known[int.from_bytes(PLAIN.join([card]).encode("ascii"))] = 1 << card.id
    hands: Hands = np.bitwise_or.reduce(known[cards], axis=1)
    suitings = np.sort(np.stack([*_suitings(hands)]), axis=0)
    return hands, 1 + np.count_nonzero(suitings[1:] != suitings[:-1], axis=0)


def _suitings(hands: Hands) -> Iterator[Hands]:
    """The same hands with their suits exchanged, in all 24 ways."""
    suits = [hands >> np.uint64(suit) & _OF_A_SUIT for suit in Suit]
    for places in permutations(Suit):
        yield np.bitwise_or.reduce([ranks << np.uint64(place) for ranks, place in zip(suits, places, strict=True)])

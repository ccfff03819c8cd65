"""All flops that differ by more than suits, and few that stand for all.

>>> flops = all_flops()
>>> len(flops), sum(flop.weight for flop in flops), flops[0]
(1755, 22100.0, Flop(board='Ah Ad Ac', weight=4.0))
"""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from itertools import combinations, permutations
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivecard.cards import PLAIN, CardSet
from fivecard.errors import ArgumentError, RulesError, quoted
from fivecard.games import Game
from fivecard.ranges import Range

SUBSETS: Final = (25, 49, 85, 184)
"""How many flops the subsets have that come with fivecard."""
_SUITS: Final = 4
_CARDS: Final = 52


class Flop(NamedTuple):
    """A flop, and for how many of the 22,100 it stands.

    Args:
        board: Its cards, highest first.
        weight: How many flops it stands for; of a subset, not a whole number.
    """

    board: str
    weight: float


def all_flops(ranges: Sequence[Range | str] = (), game: str = "holdem") -> list[Flop]:
    """List the flops that differ by more than suits, each with how many it stands for.

    There are 1,755 of hold'em. Where a range has some suits of a kind and not others, suits differ, and there are more.

    Args:
        ranges: Whose suits count.
        game: `holdem`, `short-deck` or `short-deck-trips`.

    >>> len(all_flops(["AKs, QQ"])), len(all_flops(["AsKs"])), len(all_flops(game="short-deck"))
    (1755, 5252, 573)
    """
    deck = [card for card in range(_CARDS) if Game.find(game).deck_set.mask >> card & 1]
    flops = np.array(list(combinations(deck, 3)), np.int64)
    read = [Range(each, game) if isinstance(each, str) else each for each in ranges]
    keys = np.full(len(flops), np.iinfo(np.int64).max)
    for suits in permutations(range(_SUITS)):
        if all(_keeps(each, suits) for each in read):
            renamed = np.sort(_renamed(flops, suits), axis=1)
            keys = np.minimum(keys, renamed @ [1, _CARDS, _CARDS**2])
    found, counts = np.unique(keys, return_counts=True)
    return [
        Flop(_text([key % _CARDS, key // _CARDS % _CARDS, key // _CARDS**2]), float(count))
        for key, count in zip(found[::-1].tolist(), counts[::-1].tolist(), strict=True)
    ]


def subset(size: int) -> list[Flop]:
    """Choose a few flops of hold'em that stand for all, with weights that add up to 22,100.

    How they were chosen, and how well they represent the others, stands in docs/postflop.md.

    Args:
        size: 25, 49, 85 or 184.

    >>> len(subset(25)), round(sum(flop.weight for flop in subset(25)))
    (25, 22100)
    """
    if size not in SUBSETS:
        raise ArgumentError(f"subsets of the flops have {', '.join(map(str, SUBSETS))} of them, not {quoted(size)}")
    return list(_subsets()[size])


@cache
def _subsets() -> dict[int, list[Flop]]:
    found: dict[int, list[Flop]] = {size: [] for size in SUBSETS}
    text = (files("fivecard.solvers.postflop") / "data" / "flops.csv").read_text("utf-8")
    for line in text.splitlines()[1:]:
        size, board, weight = line.split(",")
        found[int(size)].append(Flop(board, float(weight)))
    return found


def _keeps(range_: Range, suits: tuple[int, ...]) -> bool:
    """Whether a range is the same with its suits renamed."""
    if range_.hole != 2:
        raise RulesError("after the flop hands have two cards")
    hands = range_.hands
    low = np.log2((hands & (~hands + np.uint64(1))).astype(np.float64)).astype(np.int64)
    high = np.log2((hands & (hands - np.uint64(1))).astype(np.float64)).astype(np.int64)
    renamed = np.uint64(1) << _renamed(low, suits).astype(np.uint64) | np.uint64(1) << _renamed(high, suits).astype(
        np.uint64
    )
    order = np.argsort(renamed)
    return bool((renamed[order] == hands).all() and (range_.weights[order] == range_.weights).all())


def _renamed(cards: NDArray[np.int64], suits: tuple[int, ...]) -> NDArray[np.int64]:
    renamed: NDArray[np.int64] = cards // _SUITS * _SUITS + np.array(suits)[cards % _SUITS]
    return renamed


def _text(cards: Sequence[int]) -> str:
    return PLAIN.join(reversed(list(CardSet(sum(1 << card for card in cards)))))

"""Short texts for hands of several cards: `AAxx, KKQJds, AsKsxx, AhKhQhJd`.

The ranks of a hand, suits aside, are a multiset: of four there are 1,820. Where all hands of a multiset are there, its
ranks say so; where all multisets are there that hold certain ranks, those ranks do, with `x` for the others.
"""

from collections import Counter
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import comb
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fivecard._util.machine import pieces
from fivecard.batch import card_ids
from fivecard.cards import CardSet, Rank, Suit
from fivecard.ranges.patterns import SUITED_TWICE, suited_like
from fivecard.ranges.weighted import AT_ONCE, Hands, all_hands, among, distinct, in_parts

Ranks: TypeAlias = tuple[int, ...]
"""Ranks from low to high, some of them several times."""
_MOST_SUBSETS: Final = 1 << 23  # beyond that hands are written one by one
_LARGEST_COUNTED: Final = 5  # sets of so many cards are counted in a table: there are 2.6 million


def short_texts(hands: Hands, also: Hands | None = None) -> list[str]:
    """Write hands, all of them with as many cards; those in `also` may be named too."""
    texts, left = [], hands
    there = hands if also is None or not len(also) else distinct(np.concatenate([hands, also]))
    for word in ("", *SUITED_TWICE):
        suited, wanted = ((some[_suited(some, word)] if word else some) for some in (there, left))
        if len(wanted):
            found, covered = _by_ranks(suited, wanted, word)
            texts += found
            left = left[~among(left, covered)]
    return texts + _by_cards(there, left)


def _by_ranks(hands: Hands, wanted: Hands, word: str) -> tuple[list[str], Hands]:
    """Texts for those wanted hands, and these, whose ranks are there in all suits; all of `hands` may be named."""
    size = int(np.bitwise_count(hands[0]))
    multisets = {key: (_ranks_of(key, size), count) for key, count in _counted(hands).items()}
    whole = {key: ranks for key, (ranks, count) in multisets.items() if count == _suitings(_shape(ranks), word)}
    needed = {whole[key] for key in _counted(wanted).keys() & whole.keys()}
    texts = []
    for core in _cores(set(whole.values()), size, word):
        covered = {ranks for ranks in needed if not Counter(core) - Counter(ranks)}
        if covered:
            needed -= covered
            texts.append(_letters(core) + "x" * (size - len(core)) + word)
    texts += [_letters(ranks) + word for ranks in sorted(needed, key=lambda ranks: ranks[::-1], reverse=True)]
    known = np.array(sorted(whole), np.int64)
    return texts, wanted[in_parts(lambda part: np.isin(_keys(part), known), wanted)]


def _cores(whole: set[Ranks], size: int, word: str) -> list[Ranks]:
    """Fewer ranks of which all multisets that hold them are there: fewest first, then highest."""
    if not whole:
        return []
    numbers = Counter(core for ranks in whole for less in range(size) for core in set(combinations(ranks, less)))
    found = [core for core, number in numbers.items() if number == _holding(_shape(core), size, word)]
    return sorted(found, key=lambda core: (-len(core), core[::-1]), reverse=True)


def _by_cards(hands: Hands, left: Hands) -> list[str]:
    """Texts for the hands that are left: cards with which all hands are there, and then one by one."""
    texts: list[str] = []
    if not len(left):
        return texts
    size = int(np.bitwise_count(left[0]))
    for less in range(1, size):
        full = comb(52 - less, size - less)
        if not full <= 2 * len(left) <= 2 * _MOST_SUBSETS // comb(size, less):
            continue
        cores, counts = _subsets(left, size, less)
        for core in cores[2 * counts > full][::-1]:
            covered = left & core == core
            if covered.any() and np.count_nonzero(hands & core == core) == full:
                texts.append(str(CardSet(int(core))) + "x" * (size - less))
                left = left[~covered]
    return texts + [str(CardSet(hand)) for hand in reversed(left.tolist())]


def _subsets(hands: Hands, size: int, less: int) -> tuple[Hands, NDArray[np.intp]]:
    """All sets of fewer cards, in order, and in how many hands each is; those that are in none may be left out."""
    chosen = [*combinations(range(size), less)]
    if less > _LARGEST_COUNTED:
        bits = np.uint64(1) << card_ids(hands).astype(np.uint64)
        subsets = [np.bitwise_or.reduce(bits[:, each], axis=1) for each in chosen]
        return np.unique(np.concatenate(subsets), return_counts=True)
    counts = np.zeros(comb(52, less), np.intp)
    ways = np.array([[comb(card, place) for card in range(52)] for place in range(1, less + 1)])
    for piece in pieces(len(hands), size=AT_ONCE):
        ids = card_ids(hands[piece])
        for each in chosen:  # sets in order have the numbers from 0 on
            np.add.at(counts, sum(ways[place][ids[:, column]] for place, column in enumerate(each)), 1)
    return all_hands(52, less), counts


def _suited(hands: Hands, word: str) -> NDArray[np.bool_]:
    return in_parts(lambda part: suited_like(part, word), hands)


def _counted(hands: Hands) -> dict[int, int]:
    """How many hands have certain ranks, by their key."""
    found = Counter[int]()
    for piece in pieces(len(hands), size=AT_ONCE):
        for key, count in zip(*map(np.ndarray.tolist, np.unique(_keys(hands[piece]), return_counts=True)), strict=True):
            found[key] += count
    return found


def _keys(hands: Hands) -> NDArray[np.int64]:
    """A number for each hand's ranks."""
    ranks = card_ids(hands) // 4
    return ranks @ 13 ** np.arange(ranks.shape[1], dtype=np.int64)


def _ranks_of(key: int, size: int) -> Ranks:
    return tuple(key // 13**place % 13 for place in range(size))


def _letters(ranks: Ranks) -> str:
    return "".join(Rank(rank).letter for rank in reversed(ranks))


def _shape(ranks: Ranks) -> tuple[int, ...]:
    """How often ranks come: hands of one shape have as many suitings."""
    return tuple(sorted(Counter(ranks).values()))


@cache
def _suitings(shape: tuple[int, ...], word: str) -> int:
    """How many hands have certain ranks, in suits as a word says."""
    found = 0
    for chosen in product(*(list(combinations(Suit, number)) for number in shape)):
        suits = Counter(suit for some in chosen for suit in some)
        twice = sum(number == 2 for number in suits.values())
        found += not word or (max(suits.values()) <= 2 and twice == SUITED_TWICE[word])
    return found


@cache
def _holding(shape: tuple[int, ...], size: int, word: str) -> int:
    """How many multisets, of those that hands can have, hold ranks of a shape."""
    core = Counter(dict(enumerate(shape)))
    sums = (core + Counter(more) for more in combinations_with_replacement(range(13), size - sum(shape)))
    return sum(max(both.values()) <= 4 and _suitings(tuple(sorted(both.values())), word) > 0 for both in sums)

"""The 169 kinds of hold'em hands, pairs and two ranks suited or offsuit, and short texts for sets of them."""

from functools import cache
from itertools import combinations, product
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fivecard.batch import card_ids
from fivecard.cards import CardSet, Rank, Suit
from fivecard.ranges.weighted import Hands


class Kind(NamedTuple):
    """A kind of hands: two ranks, the higher first, and whether they are suited; `AK` is both."""

    high: Rank
    low: Rank
    suited: str = ""
    """`s`, `o`, or empty for a pair and for both."""

    def __str__(self) -> str:
        return self.high.letter + self.low.letter + self.suited

    @property
    def gap(self) -> int:
        """How far apart the ranks are; a pair's are not."""
        return self.high - self.low

    def hands(self) -> Hands:
        """The hands of this kind, in order: 6 for a pair, 4 suited, 12 offsuit."""
        return _hands_of(self)

    def shifted(self, high: int, low: int) -> "Kind":
        """The kind with other ranks."""
        return self._replace(high=Rank(high), low=Rank(low))


Run: TypeAlias = tuple[Kind, ...]
"""Kinds next to each other, highest first."""


@cache
def _hands_of(kind: Kind) -> Hands:
    if kind.gap == 0:
        chosen = list(combinations(Suit, 2))
    else:
        chosen = [(one, two) for one, two in product(Suit, Suit) if kind.suited != ("o" if one is two else "s")]
    return np.array(sorted(1 << 4 * kind.high + one | 1 << 4 * kind.low + two for one, two in chosen), np.uint64)


@cache
def kind_of_hands() -> dict[int, Kind]:
    """Which of the 169 kinds each hand is of."""
    pairs = [Kind(rank, rank) for rank in Rank]
    others = [Kind(high, low, suited) for low, high in combinations(Rank, 2) for suited in "so"]
    return {hand: kind for kind in pairs + others for hand in kind.hands().tolist()}


def split(hands: Hands) -> tuple[set[Kind], list[str]]:
    """The kinds of which all hands are there, and texts for the other hands."""
    by_kind: dict[Kind, list[int]] = {}
    kind_of = kind_of_hands()
    for hand in hands.tolist():
        by_kind.setdefault(kind_of[hand], []).append(hand)
    whole = {kind for kind, there in by_kind.items() if len(there) == len(kind.hands())}
    parts = sorted(((kind, there) for kind, there in by_kind.items() if kind not in whole), reverse=True)
    return whole, [text for kind, there in parts for text in _part(kind, there)]


def _part(kind: Kind, there: list[int]) -> list[str]:
    """Some hands of a kind: one by one, or the kind without the others if that is shorter."""
    texts = [str(CardSet(hand)) for hand in reversed(there)]
    missing = [str(CardSet(hand)) for hand in reversed(kind.hands().tolist()) if hand not in there]
    without = f"{kind}!{missing[0]}" if len(missing) == 1 else f"{kind}!({', '.join(missing)})"
    return [without] if len(without) < len(", ".join(texts)) else texts


def grid_cells(hands: Hands) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The row and the column of each hand in the grid of kinds: aces first, suited to the upper right.

    >>> grid_cells(Kind(Rank.ACE, Rank.KING, "s").hands())[1]
    array([1, 1, 1, 1])
    """
    ids = card_ids(hands)
    low, high = Rank.ACE - ids[:, 0] // 4, Rank.ACE - ids[:, 1] // 4
    suited = ids[:, 0] % 4 == ids[:, 1] % 4
    return np.where(suited, high, low), np.where(suited, low, high)


def runs(kinds: set[Kind]) -> list[str]:
    """Write kinds in runs: pairs, then both suited and offsuit, then suited, then offsuit.

    >>> kinds = {Kind(Rank(high), Rank(high - 1), suited) for high in range(5, 13) for suited in "so"}
    >>> runs(kinds - {Kind(Rank.ACE, Rank.KING, "o")} | {Kind(Rank.ACE, Rank.ACE), Kind(Rank.KING, Rank.KING)})
    ['KK+', 'KQ-76', 'AKs']
    """
    found = _neighbours({kind for kind in kinds if not kind.gap}, (1, 1))
    for high in Rank:
        suited, offsuit = ({kind for kind in kinds if kind.high is high and kind.suited == word} for word in "so")
        found += _shortest_row(suited, offsuit)
    singles = {run[0] for run in found if len(run) == 1 and run[0].gap}
    diagonals = [run for run in _neighbours(singles, (1, 1)) if len(run) > 2]
    joined = {kind for run in diagonals for kind in run}
    found = [run for run in found if run[0] not in joined or len(run) > 1] + diagonals
    order = sorted(
        found, key=lambda run: (run[0].gap > 0, ("", "s", "o").index(run[0].suited), -run[0].high, -run[0].low)
    )
    return [_run_text(run) for run in order]


def _shortest_row(suited: set[Kind], offsuit: set[Kind]) -> list[Run]:
    """Cover the kinds with one higher card by runs, which may overlap, in the shortest of three ways."""
    both = {kind._replace(suited="") for kind in suited} & {kind._replace(suited="") for kind in offsuit}
    apart, together = [], _neighbours(both, (0, 1))
    rest, over = list(together), list(together)
    for kinds in (suited, offsuit):
        covered = {kind for kind in kinds if kind._replace(suited="") in both}
        apart += _neighbours(kinds, (0, 1))
        rest += _neighbours(kinds - covered, (0, 1))
        over += [run for run in _neighbours(kinds, (0, 1)) if not covered.issuperset(run)]
    return min((rest, over, apart), key=lambda runs: sum(len(_run_text(run)) + len(", ") for run in runs))


def _neighbours(kinds: set[Kind], step: tuple[int, int]) -> list[Run]:
    """Split kinds into runs, highest first, in which the ranks go down by a step from one to the next."""
    found: list[Run] = []
    for kind in sorted(kinds, reverse=True):
        above = (kind.high + step[0], kind.low + step[1], kind.suited)
        if above not in kinds:
            run = [kind]
            while (below := (run[-1].high - step[0], run[-1].low - step[1], kind.suited)) in kinds:
                run.append(Kind(Rank(below[0]), Rank(below[1]), kind.suited))
            found.append(tuple(run))
    return found


def _run_text(run: Run) -> str:
    first, last = run[0], run[-1]
    if first == last:
        return str(first)
    is_best = first.high is Rank.ACE if not first.gap else first.gap == 1 and first.high is last.high
    return f"{last}+" if is_best else f"{first}-{last}"

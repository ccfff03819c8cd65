"""What strengths say: the kinds of hands they are, and how many hands have each."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from fivecard import _core
from fivecard.cards import whole_number
from fivecard.errors import HandError, quoted
from fivecard.rankings import BADUGI, HIGH, Ranking, compiled_name


def categories(strengths: NDArray[np.uint16], *, ranking: Ranking = HIGH) -> NDArray[np.uint8]:
    """Find the category of every strength, as the number of a `Category` (or a `BadugiCategory`).

    >>> categories(np.array([1, 7462], dtype=np.uint16))
    array([0, 8], dtype=uint8)
    """
    array, most = np.asarray(strengths), ranking.strongest
    if array.dtype.kind not in "ui" or (array.size and not 0 <= int(array.min()) <= int(array.max()) <= most):
        raise HandError(f"strengths are whole numbers from 0 to {most}")
    return _category_table(ranking)[array]


def census(cards: int, *, ranking: Ranking = HIGH) -> NDArray[np.uint64]:
    """Count all hands of 5, 6 or 7 cards (4 in badugi) by strength: entry `s` says how many have strength `s`.

    >>> from fivecard.rankings import EIGHT_OR_BETTER
    >>> int(census(5)[7462]), int(census(7, ranking=EIGHT_OR_BETTER)[0])  # royal flushes; hands without a low
    (4, 109253616)
    """
    name, number = compiled_name(ranking), whole_number(cards)
    fewest, most = ranking.hand_size, ranking.largest_hand
    if number is None or not fewest <= number <= most:
        raise HandError(f"a hand has {f'{fewest} to {most}' if most > fewest else fewest} cards, not {quoted(cards)}")
    return _core.badugi_census() if ranking is BADUGI else _core.census(number, name)


@cache
def _category_table(ranking: Ranking) -> NDArray[np.uint8]:
    return np.array([rung.category for rung in ranking.ladder], dtype=np.uint8)

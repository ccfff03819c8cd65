"""What strengths say: the kind of hand, how good it is, in numbers and words; and how many hands have each.

Strengths may be an array of any shape, or a column of pandas, polars or Arrow. What is missing there (masked, null or
NaN) is masked in the answer.
"""

from functools import cache
from typing import TypeAlias, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fivecard import _core
from fivecard._util.machine import pieces
from fivecard.batch import checks
from fivecard.batch._input import ArrowArrayLike, ArrowStreamLike, ToNumpy, read_numbers
from fivecard.batch.labels import Labels
from fivecard.batch.missing import mask_of, with_mask
from fivecard.cards import whole_number
from fivecard.errors import ArgumentError, quoted
from fivecard.rankings import HIGH, Ranking, RankingLike, compiled_ranking, find_ranking

NumbersLike: TypeAlias = ArrayLike | ArrowArrayLike | ArrowStreamLike | ToNumpy
"""Strengths as an array of any shape, or as a column of any library for data."""
Number = TypeVar("Number", np.uint8, np.int8, np.int16, np.float64)


def categories(strengths: NumbersLike, *, ranking: RankingLike = HIGH) -> NDArray[np.uint8]:
    """Find the category of every strength, as the number of a `Category` (or a `BadugiCategory`).

    Args:
        strengths: An array of any shape, or a column.
        ranking: The `Ranking`, or its name, by which these are strengths.

    >>> categories(np.array([1, 7462], dtype=np.uint16))
    array([0, 8], dtype=uint8)
    """
    ranked_by = find_ranking(ranking)
    return _looked_up(_category_table(ranked_by), strengths, ranked_by, fill=255)


def category_names(strengths: NumbersLike, *, ranking: RankingLike = HIGH) -> Labels:
    """Name the category of every strength. Codes grow with the strength: 0 is no hand, 1 the weakest category.

    Args:
        strengths: An array of any shape, or a column.
        ranking: The `Ranking`, or its name, by which these are strengths.

    >>> category_names(np.array([4628, 7462, 4629], dtype=np.uint16)).tolist()
    ['two pair', 'straight flush', 'two pair']
    """
    ranked_by = find_ranking(ranking)
    table, names = _category_names(ranked_by)
    return Labels(_looked_up(table, strengths, ranked_by, fill=-1), names)


def words(strengths: NumbersLike, *, ranking: RankingLike = HIGH) -> Labels:
    """Describe every strength in the words of an `Evaluation`. The codes are the strengths.

    Args:
        strengths: An array of any shape, or a column.
        ranking: The `Ranking`, or its name, by which these are strengths.

    >>> words(np.array([4628, 49], dtype=np.uint16)).tolist()
    ['two pair, Jacks and Tens, Eight kicker', 'high card, Nine Eight Seven Five Four']
    """
    ranked_by = find_ranking(ranking)
    table, names = _all_words(ranked_by)
    return Labels(_looked_up(table, strengths, ranked_by, fill=-1), names)


def percentiles(strengths: NumbersLike, *, cards: int, ranking: RankingLike = HIGH) -> NDArray[np.float64]:
    """Find the part of all hands of so many cards that are weaker than each strength, 0 to 1; ties count half.

    It is exact, from a `census`, and its mean over all hands is .5. A strength that no hand of so many cards has is
    refused.

    Args:
        strengths: An array of any shape, or a column.
        cards: How many cards the hands have: a pair of aces is better among five than among seven.
        ranking: The `Ranking`, or its name, by which these are strengths.

    >>> percentiles(np.array([4628, 7462], dtype=np.uint16), cards=7)
    array([0.74213196, 0.99998384])
    """
    ranked_by = find_ranking(ranking)
    number = _hand_size(cards, ranked_by)
    table = _percentile_table(number, ranked_by)
    return _looked_up(table, strengths, ranked_by, fill=np.nan, unless=f"no hand of {number} cards has the strength")


def census(cards: int, *, ranking: RankingLike = HIGH) -> NDArray[np.uint64]:
    """Count all hands of 5, 6 or 7 cards (4 in badugi) by strength: entry `s` says how many have strength `s`.

    Args:
        cards: How many cards a hand has.
        ranking: What they are ranked by: a `Ranking` or its name.

    >>> from fivecard.rankings import EIGHT_OR_BETTER
    >>> int(census(5)[7462]), int(census(7, ranking=EIGHT_OR_BETTER)[0])  # royal flushes; hands without a low
    (4, 109253616)
    """
    ranked_by = compiled_ranking(ranking)
    return _core.census(_hand_size(cards, ranked_by), ranked_by.name)


def _hand_size(cards: int, ranking: Ranking) -> int:
    """How many cards a hand has, checked."""
    number, fewest, most = whole_number(cards), ranking.hand_size, ranking.largest_hand
    if number is None or not fewest <= number <= most:
        raise ArgumentError(
            f"a hand has {f'{fewest} to {most}' if most > fewest else fewest} cards, not {quoted(cards)}"
        )
    return number


def _looked_up(
    table: NDArray[Number], strengths: NumbersLike, ranking: Ranking, *, fill: float, unless: str = ""
) -> NDArray[Number]:
    """What a table says of every strength. Where it says NaN there is no such strength, `unless` being the reason."""
    array = read_numbers(strengths)
    mask, most = mask_of(array), ranking.strongest
    if array.dtype.kind not in "ui" and array.size:
        raise ArgumentError(f"strengths are whole numbers from 0 to {most}, not {checks.shape(strengths)}")
    numbers = np.asarray(array) if mask is None else np.where(mask, ranking.strongest, array)
    found = np.empty(numbers.shape, table.dtype)
    every, answers = numbers.reshape(-1), found.reshape(-1)
    for piece in pieces(every.size):
        part = every[piece]
        if not 0 <= int(part.min()) <= int(part.max()) <= most:
            strange = (part < 0) | (part > most)
            raise _first(f"strengths are whole numbers from 0 to {most}, not", numbers, piece, strange)
        answers[piece] = table.take(part.astype(np.intp, copy=False))  # NumPy 2.0 takes no single uint64
        if unless and np.isnan(answers[piece]).any():
            raise _first(unless, numbers, piece, np.isnan(answers[piece]))
    return with_mask(found if found.ndim else found[()], mask, fill=fill)


def _first(said: str, numbers: NDArray[np.generic], piece: slice, strange: NDArray[np.bool_]) -> ArgumentError:
    """Say something of the first strange number of a piece."""
    place = tuple(map(int, np.unravel_index(piece.start + int(strange.argmax()), numbers.shape)))
    return ArgumentError(f"{said} {numbers[place]}", row=place[0] if place else None)


@cache
def _category_table(ranking: Ranking) -> NDArray[np.uint8]:
    return np.array([each.category for each in ranking.classes], dtype=np.uint8)


@cache
def _category_names(ranking: Ranking) -> tuple[NDArray[np.int8], tuple[str, ...]]:
    in_order = list(dict.fromkeys(each.category for each in ranking.classes[1:]))
    codes = [0, *(1 + in_order.index(each.category) for each in ranking.classes[1:])]
    return np.array(codes, dtype=np.int8), (ranking.describe(0), *(category.words for category in in_order))


@cache
def _all_words(ranking: Ranking) -> tuple[NDArray[np.int16], tuple[str, ...]]:
    strengths = range(ranking.strongest + 1)
    return np.array(strengths, dtype=np.int16), tuple(ranking.describe(strength) for strength in strengths)


@cache
def _percentile_table(cards: int, ranking: Ranking) -> NDArray[np.float64]:
    counts = census(cards, ranking=ranking).astype(np.int64)  # of all hands of seven cards there are fewer than 2 ** 28
    twice_below = 2 * np.cumsum(counts) - counts
    return np.where(counts > 0, twice_below / (2 * counts.sum()), np.nan)

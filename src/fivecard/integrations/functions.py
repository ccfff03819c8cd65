"""What can be asked of a column of hands, whoever holds it: one answer each, for polars, duckdb and Arrow alike.

Hands are whatever `fivecard.batch` reads: texts, lists of card ids, sets. A missing hand has a missing answer, and with
`errors="null"` so has a bad one. Answers are arrays or `Labels`, masked where they are missing.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, wraps
from typing import Any, ParamSpec, TypeVar

import numpy as np
from numpy.typing import NDArray

from fivecard import batch
from fivecard._util.bad_rows import Errors
from fivecard.batch import NO_CARD, HandsLike, Labels
from fivecard.errors import ArgumentError, DuplicateCardError, FivecardError
from fivecard.rankings import HIGH, RankingLike

Given = ParamSpec("Given")
Found = TypeVar("Found")


def strength(hands: HandsLike, *, ranking: RankingLike = HIGH, errors: Errors = "raise") -> NDArray[np.uint16]:
    """Find the strength of every hand.

    >>> strength(["As Ks Qs Js Ts", "no hand"], errors="null").tolist()
    [7462, None]
    """
    return batch.strengths(hands, ranking=ranking, errors=errors)


def category(hands: HandsLike, *, ranking: RankingLike = HIGH, errors: Errors = "raise") -> Labels:
    """Name the category of every hand.

    >>> category(["As Ks Qs Js Ts", None]).tolist()
    ['straight flush', None]
    """
    return batch.category_names(strength(hands, ranking=ranking, errors=errors), ranking=ranking)


def words(hands: HandsLike, *, ranking: RankingLike = HIGH, errors: Errors = "raise") -> Labels:
    """Say what every hand is.

    >>> words(["Jh Js Ts Td 8s"]).tolist()
    ['two pair, Jacks and Tens, Eight kicker']
    """
    return batch.words(strength(hands, ranking=ranking, errors=errors), ranking=ranking)


def percentile(
    hands: HandsLike, *, cards: int, ranking: RankingLike = HIGH, errors: Errors = "raise"
) -> NDArray[np.float64]:
    """Find the part of all hands of so many cards that are weaker; ties count half.

    A hand of fewer cards may be worse than any of so many: that is a bad one.

    >>> percentile(["Jh Js Ts Td 8s 2c 3d", "7c 5d 4h 3s 2c"], cards=7, errors="null").round(4).tolist()
    [0.7421, None]
    """
    found = strength(hands, ranking=ranking, errors=errors)
    if errors == "null":
        never = ~_reached(cards, ranking)[np.asarray(found)]
        if never.any():
            found = np.ma.MaskedArray(found, mask=never | np.ma.getmaskarray(found))
    return batch.percentiles(found, cards=cards, ranking=ranking)


def best(hands: HandsLike, *, ranking: RankingLike = HIGH, errors: Errors = "raise") -> NDArray[np.uint8]:
    """Choose the cards that make every hand: rows of ids, missing where a hand does not qualify.

    >>> best(["2c 7h Jh Js Ts Td 8s"]).tolist()
    [[38, 39, 35, 33, 27]]
    """
    found = batch.best_cards(hands, ranking=ranking, errors=errors)
    none: NDArray[np.bool_] = np.asarray(found)[:, 0] == NO_CARD
    if not none.any():
        return found
    return np.ma.MaskedArray(found, mask=np.ma.getmaskarray(found) | none[:, None])


def parse(hands: HandsLike, *, errors: Errors = "raise") -> NDArray[np.uint8]:
    """Read texts of any number of cards: rows of ids, `NO_CARD` behind the cards of those that have fewer."""
    return batch.parse(hands, errors=errors)


def omaha_strength(
    hole: HandsLike, board: HandsLike, *, ranking: RankingLike = HIGH, errors: Errors = "raise"
) -> NDArray[np.uint16]:
    """Find the strength of hole cards with a board: exactly two of the one and three of the other.

    >>> omaha_strength(["As Ad 2c 7h"], ["Ks Qs Js Ts 2h"])
    array([4137], dtype=uint16)
    """

    def tell(error: FivecardError, row: int) -> FivecardError:
        if not isinstance(error, DuplicateCardError):
            return error
        # It shows all cards, not whose they are, and an engine cuts columns into pieces: a row is no help.
        return error.showing([text for column in (hole, board) if isinstance(text := _item(column, row), str)])

    with rows_told(tell):
        return batch.omaha_strengths(hole, board, ranking=ranking, errors=errors)


def winner(hands: Sequence[HandsLike], *, ranking: RankingLike = HIGH, errors: Errors = "raise") -> NDArray[np.uint8]:
    """Say who wins, of columns of whole hands: 1, 2, ..., or 0 where several tie; missing where one of them is.

    Each hand is checked by itself: hands that share a board share cards.

    >>> winner([["As Ad Kc Kd 2h"], ["Qs Qd Qc Jd 2c"]])
    array([2], dtype=uint8)
    """
    if len(hands) < 2:
        raise ArgumentError(f"a showdown has two players or more, not {len(hands)}")
    found = batch.winners([strength(each, ranking=ranking, errors=errors) for each in hands])
    return (found + 1).astype(np.uint8)  # in tables players are counted from 1


def lists_of(rows: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.bool_]]:
    """Rows of ids as lists have them: the cards one after the other, where each list begins, and which are missing.

    >>> lists_of(np.array([[51, 47], [35, NO_CARD]], dtype=np.uint8))
    (array([51, 47, 35], dtype=uint8), array([0, 2, 3]), array([False, False]))
    """
    missing: NDArray[np.bool_] = np.any(np.ma.getmaskarray(rows), axis=1)
    cards = np.asarray(rows)
    there = (cards != NO_CARD) & ~missing[:, None]
    starts = np.zeros(len(rows) + 1, np.int64)
    np.cumsum(there.sum(axis=1), out=starts[1:])
    return cards[there], starts, missing


@contextmanager
def rows_told(tell: Callable[[FivecardError, int], FivecardError]) -> Iterator[None]:
    """Tell errors of a row in another way."""
    try:
        yield
    except FivecardError as error:
        if error.row is None:
            raise
        raise tell(error, error.row) from None


def in_pieces(answer: Callable[Given, Found]) -> Callable[Given, Found]:
    """Have a function that an engine calls with pieces of columns say that rows are those of a piece."""

    @wraps(answer)
    def answered(*args: Given.args, **options: Given.kwargs) -> Found:
        with rows_told(lambda error, _: error.at(source="a batch")):
            return answer(*args, **options)

    return answered


def _item(column: Any, row: int) -> object:  # noqa: ANN401
    """One row of a column, whoever holds it."""
    item = column[row if len(column) > 1 else 0]
    return item.as_py() if hasattr(item, "as_py") else item


@cache
def _reached(cards: int, ranking: RankingLike) -> NDArray[np.bool_]:
    """Which strengths hands of so many cards have."""
    return batch.census(cards, ranking=ranking) > 0

"""Poker in polars: `import fivecard.integrations.polars` gives expressions and series a namespace `poker`.

Expressions are element-wise, so that lazy frames filter before them and the streaming engine takes them piece by piece.
A null stays null; a bad hand ends the query with an error that shows it, or is null with `errors="null"`. Rows in
messages are those of the piece that polars was at.

>>> import polars as pl
>>> import fivecard.integrations.polars
>>> frame = pl.DataFrame({"hand": ["Ah Kh Qh Jh Th", "Jh Js Ts Td 8s 2c 3c", None]})
>>> frame.with_columns(pl.col("hand").poker.strength().alias("strength")).rows()
[('Ah Kh Qh Jh Th', 7462), ('Jh Js Ts Td 8s 2c 3c', 4628), (None, None)]
>>> frame["hand"].poker.category().to_list()
['straight flush', 'two pair', None]
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

import numpy as np
import polars as pl
from numpy.typing import NDArray

from fivecard._util.bad_rows import Errors, check_errors
from fivecard.batch import NO_CARD, Labels
from fivecard.batch import format as written
from fivecard.errors import ArgumentError
from fivecard.integrations import functions
from fivecard.rankings import HIGH, Ranking, RankingLike, compiled_ranking

Column: TypeAlias = str | pl.Expr
"""A column of a frame: its name, or an expression."""
_Answer: TypeAlias = Callable[[pl.Series], pl.Series]

CARDS = pl.List(pl.UInt8)
"""The type of parsed hands: lists of card ids."""


def winner(*hands: Column, ranking: RankingLike = HIGH, errors: Errors = "raise") -> pl.Expr:
    """Say who wins, of columns of whole hands: 1, 2, ..., or 0 where several tie; null where one of them is.

    >>> frame = pl.DataFrame({"ann": ["As Ah 9d"], "bob": ["Ks Kh 9c"], "board": ["2c 2d 7h 7s"]})
    >>> of = lambda name: pl.concat_str(name, "board", separator=" ")
    >>> frame.select(winner(of("ann"), of("bob"))).item()
    1
    """
    rule = _checked(ranking, errors)
    if len(hands) < 2:
        raise ArgumentError(f"a showdown has two players or more, not {len(hands)}")

    def find(columns: Sequence[pl.Series]) -> pl.Series:
        return _numbers(functions.winner(columns, ranking=rule, errors=errors), pl.UInt8)

    return _of_several(hands, find, pl.UInt8)


def omaha_strength(hole: Column, board: Column, *, ranking: RankingLike = HIGH, errors: Errors = "raise") -> pl.Expr:
    """Find the strength of four to six hole cards with a board of five, as Omaha has it.

    >>> pl.select(omaha_strength(pl.lit("As Ad 2c 7h"), pl.lit("Ks Qs Js Ts 2h"))).item()
    4137
    """
    rule = _checked(ranking, errors)

    def find(columns: Sequence[pl.Series]) -> pl.Series:
        return _numbers(functions.omaha_strength(*columns, ranking=rule, errors=errors), pl.UInt16)

    return _of_several((hole, board), find, pl.UInt16)


class _Questions:
    """What can be asked: an answer for each question, and its type. Expressions and series ask the same."""

    @staticmethod
    def strength(ranking: RankingLike, errors: Errors) -> tuple[_Answer, pl.DataType]:
        rule = _checked(ranking, errors)
        return lambda hands: _numbers(functions.strength(hands, ranking=rule, errors=errors), pl.UInt16), pl.UInt16()

    @staticmethod
    def category(ranking: RankingLike, errors: Errors) -> tuple[_Answer, pl.DataType]:
        rule = _checked(ranking, errors)
        kind = _enum(functions.category([], ranking=rule))
        return lambda hands: _labels(functions.category(hands, ranking=rule, errors=errors), kind), kind

    @staticmethod
    def words(ranking: RankingLike, errors: Errors) -> tuple[_Answer, pl.DataType]:
        rule = _checked(ranking, errors)
        kind = _enum(functions.words([], ranking=rule))
        return lambda hands: _labels(functions.words(hands, ranking=rule, errors=errors), kind), kind

    @staticmethod
    def percentile(cards: int, ranking: RankingLike, errors: Errors) -> tuple[_Answer, pl.DataType]:
        find = partial(functions.percentile, cards=cards, ranking=_checked(ranking, errors), errors=errors)
        find([])  # a wrong number of cards is told before the query runs
        return lambda hands: _numbers(find(hands), pl.Float64), pl.Float64()

    @staticmethod
    def best(ranking: RankingLike, errors: Errors) -> tuple[_Answer, pl.DataType]:
        rule = _checked(ranking, errors)
        return lambda hands: _lists(functions.best(hands, ranking=rule, errors=errors)), CARDS

    @staticmethod
    def parse(errors: Errors) -> tuple[_Answer, pl.DataType]:
        check_errors(errors)
        return lambda hands: _lists(functions.parse(hands, errors=errors)), CARDS

    @staticmethod
    def format() -> tuple[_Answer, pl.DataType]:
        return _texts, pl.String()


for _kind in (pl.Expr, pl.Series):  # of this module, loaded again: polars would warn of two
    if getattr(getattr(_kind, "poker", None), "__module__", None) == __name__:
        delattr(_kind, "poker")


@pl.api.register_expr_namespace("poker")
class PokerExpr:
    """The namespace `poker` of expressions, over texts of hands, lists of card ids (`uint8`) or sets (`uint64`)."""

    def __init__(self, hands: pl.Expr) -> None:
        self._hands = hands

    def strength(self, *, ranking: RankingLike = HIGH, errors: Errors = "raise") -> pl.Expr:
        """Find the strength of every hand: higher is stronger, equal means tie, 0 does not qualify (`UInt16`)."""
        return self._ask(*_Questions.strength(ranking, errors))

    def category(self, *, ranking: RankingLike = HIGH, errors: Errors = "raise") -> pl.Expr:
        """Name the category of every hand: an `Enum`, which sorts from weakest to strongest."""
        return self._ask(*_Questions.category(ranking, errors))

    def words(self, *, ranking: RankingLike = HIGH, errors: Errors = "raise") -> pl.Expr:
        """Say what every hand is: an `Enum`, which sorts from weakest to strongest."""
        return self._ask(*_Questions.words(ranking, errors))

    def percentile(self, *, cards: int, ranking: RankingLike = HIGH, errors: Errors = "raise") -> pl.Expr:
        """Find the part of all hands of so many cards that are weaker, ties by half (`Float64`, 0 to 1)."""
        return self._ask(*_Questions.percentile(cards, ranking, errors))

    def best(self, *, ranking: RankingLike = HIGH, errors: Errors = "raise") -> pl.Expr:
        """Choose the cards that make every hand, as lists of ids; null where it does not qualify."""
        return self._ask(*_Questions.best(ranking, errors))

    def parse(self, *, errors: Errors = "raise") -> pl.Expr:
        """Read texts of any number of cards into lists of ids."""
        return self._ask(*_Questions.parse(errors))

    def format(self) -> pl.Expr:
        """Write lists of ids as texts, `Ah Kh ...`."""
        return self._ask(*_Questions.format())

    def _ask(self, answer: _Answer, kind: pl.DataType) -> pl.Expr:
        return self._hands.map_batches(functions.in_pieces(answer), return_dtype=kind, is_elementwise=True)


@pl.api.register_series_namespace("poker")
class PokerSeries:
    """The namespace `poker` of series: the same questions, answered at once."""

    def __init__(self, hands: pl.Series) -> None:
        self._hands = hands

    def strength(self, *, ranking: RankingLike = HIGH, errors: Errors = "raise") -> pl.Series:
        """Find the strength of every hand: higher is stronger, equal means tie, 0 does not qualify (`UInt16`)."""
        return self._ask(_Questions.strength(ranking, errors)[0])

    def category(self, *, ranking: RankingLike = HIGH, errors: Errors = "raise") -> pl.Series:
        """Name the category of every hand: an `Enum`, which sorts from weakest to strongest."""
        return self._ask(_Questions.category(ranking, errors)[0])

    def words(self, *, ranking: RankingLike = HIGH, errors: Errors = "raise") -> pl.Series:
        """Say what every hand is: an `Enum`, which sorts from weakest to strongest."""
        return self._ask(_Questions.words(ranking, errors)[0])

    def percentile(self, *, cards: int, ranking: RankingLike = HIGH, errors: Errors = "raise") -> pl.Series:
        """Find the part of all hands of so many cards that are weaker, ties by half (`Float64`, 0 to 1)."""
        return self._ask(_Questions.percentile(cards, ranking, errors)[0])

    def best(self, *, ranking: RankingLike = HIGH, errors: Errors = "raise") -> pl.Series:
        """Choose the cards that make every hand, as lists of ids; null where it does not qualify."""
        return self._ask(_Questions.best(ranking, errors)[0])

    def parse(self, *, errors: Errors = "raise") -> pl.Series:
        """Read texts of any number of cards into lists of ids."""
        return self._ask(_Questions.parse(errors)[0])

    def format(self) -> pl.Series:
        """Write lists of ids as texts, `Ah Kh ...`."""
        return self._ask(_Questions.format()[0])

    def _ask(self, answer: _Answer) -> pl.Series:
        return answer(self._hands).alias(self._hands.name)


def _of_several(
    columns: Sequence[Column], find: Callable[[Sequence[pl.Series]], pl.Series], kind: type[pl.DataType]
) -> pl.Expr:
    def spread(found: Sequence[pl.Series]) -> pl.Series:
        rows = max((len(each) for each in found if len(each) != 1), default=1)  # a literal has one for all
        return find([each if len(each) == rows else each.new_from_index(0, rows) for each in found])

    return pl.map_batches(list(columns), functions.in_pieces(spread), return_dtype=kind, is_elementwise=True)


def _checked(ranking: RankingLike, errors: Errors) -> Ranking:
    """Find a ranking. What is none, or no way to treat bad hands, is told before the query runs."""
    check_errors(errors)
    return compiled_ranking(ranking)


def _numbers(found: NDArray[np.generic], kind: type[pl.DataType]) -> pl.Series:
    """An array as a column, null where it is masked."""
    column = pl.Series(values=np.asarray(found), dtype=kind)
    return _with_nulls(column, np.ma.getmaskarray(found)) if np.ma.is_masked(found) else column


def _with_nulls(column: pl.Series, missing: NDArray[np.bool_]) -> pl.Series:
    return column.zip_with(pl.Series(~missing), pl.Series([None], dtype=column.dtype))


def _enum(labels: Labels) -> pl.DataType:
    return pl.Enum(labels.names)


def _labels(labels: Labels, kind: pl.DataType) -> pl.Series:
    """Codes and names as an enum, whose categories are the names; -1 stands for what is missing."""
    codes: NDArray[np.int64] = np.asarray(labels.codes, dtype=np.int64)
    missing: NDArray[np.bool_] = codes < 0
    column = pl.Series(values=np.where(missing, 0, codes).astype(np.uint16))
    column = column.cat.to(kind) if hasattr(column.cat, "to") else column.cast(kind)  # polars 2 and 1
    return _with_nulls(column, missing) if missing.any() else column


def _lists(rows: NDArray[np.uint8]) -> pl.Series:
    """Rows of ids as lists, without the places where there is no card."""
    if not rows.size:
        return pl.Series(values=[None] * len(rows), dtype=CARDS)
    column = pl.Series(values=np.ascontiguousarray(rows)).arr.to_list()
    if (np.asarray(rows) == NO_CARD).any():
        column = column.list.eval(pl.element().filter(pl.element() != NO_CARD))
    return _with_nulls(column, np.ma.getmaskarray(rows)[:, 0]) if np.ma.is_masked(rows) else column


def _texts(rows: pl.Series) -> pl.Series:
    missing = rows.is_null().to_numpy()
    column = pl.Series(values=written(rows), dtype=pl.String)
    return _with_nulls(column, missing) if missing.any() else column

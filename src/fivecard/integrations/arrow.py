"""Arrow's record batches in, record batches out: for Spark's `mapInArrow`, Ray's and Dask's maps, or a loop.

`EvaluateHands` adds to each batch what is asked of a column of hands; `SettleDeals` adds who wins each deal and what
everyone has. Both are values that can be pickled, so that an engine sends them to its workers.

>>> import pyarrow as pa
>>> table = pa.table({"hand": ["Ah Kh Qh Jh Th", None]})
>>> EvaluateHands("hand", ask=("strength", "category")).batch(table).to_pylist()[0]
{'hand': 'Ah Kh Qh Jh Th', 'strength': 7462, 'category': 'straight flush'}
>>> deals = pa.table({"player_1": ["AH AC", "7D 7S"], "player_2": ["KH KC", "7C 2H"], "board": ["QC 3H TS 8H JD"] * 2})
>>> SettleDeals().batch(deals).column("winner").to_pylist()
[1, 1]
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeVar

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from fivecard import batch as hands_of
from fivecard._util.bad_rows import Errors, check_errors
from fivecard.batch import Labels
from fivecard.errors import ArgumentError, FivecardError, FormatError, UnknownNameError, expect, quoted
from fivecard.integrations import functions
from fivecard.rankings import Ranking, compiled_ranking
from fivecard.showdown import Settling
from fivecard.showdown.deal_formats import columns_of_deals

if TYPE_CHECKING:
    import pandas as pd

Rows = TypeVar("Rows", pa.RecordBatch, pa.Table)

_LABEL: Final = pa.dictionary(pa.int16(), pa.string(), ordered=True)
_NULLABLE: Final = ("UInt8", "UInt16", "Int16", "Int32")
_PLAIN: Final = {_LABEL: pa.string(), pa.uint8(): pa.int16(), pa.uint16(): pa.int32()}


class _Adder(ABC):
    """What adds columns to batches."""

    plain: bool

    @abstractmethod
    def fields(self) -> "list[pa.Field]":
        """The columns that are added, as Arrow has them."""

    @abstractmethod
    def answers(self, rows: "pa.RecordBatch | pa.Table") -> "list[pa.Array]":
        """What stands in them."""

    @abstractmethod
    def reads(self, names: Sequence[str]) -> Sequence[str]:
        """The columns that it looks at, of those that are there."""

    def added(self) -> "pa.Schema":
        """The columns that are added, and their types."""
        return pa.schema(
            [(each.name, _PLAIN.get(each.type, each.type) if self.plain else each.type) for each in self.fields()]
        )

    def schema(self, before: "pa.Schema") -> "pa.Schema":
        """What the columns of a batch are with the answers."""
        for each in self.added():
            if each.name in before.names:
                raise FormatError(
                    f"there is a column {quoted(each.name)} already: rename it, or ask under another name"
                )
            before = before.append(each)
        return before

    def batch(self, rows: Rows) -> Rows:
        """Add the answers to a record batch or a table: what Ray's `map_batches(batch_format="pyarrow")` calls."""
        schema = self.schema(rows.schema)
        found: list[pa.Array] = []
        for answer, added in zip(self.answers(rows), self.added(), strict=True):
            found.append(answer.cast(added.type))
        return type(rows).from_arrays([*rows.columns, *found], schema=schema)

    def batches(self, rows: "Iterable[pa.RecordBatch]") -> "Iterator[pa.RecordBatch]":
        """Add the answers to one batch after the other: what Spark's `mapInArrow` calls. Errors count all rows."""
        before = 0

        def tell(error: FivecardError, row: int) -> FivecardError:
            return error.at(row=before + row)

        for each in rows:
            with functions.rows_told(tell):
                found = self.batch(each)
            yield found
            before += each.num_rows

    def pandas(self, frame: "pd.DataFrame") -> "pd.DataFrame":
        """Add the answers to a data frame of pandas: what Dask's `map_partitions` calls."""
        import pandas as pd

        numbers = {getattr(pa, name.lower())(): getattr(pd, f"{name}Dtype")() for name in _NULLABLE}
        self.schema(pa.schema([(str(name), pa.null()) for name in frame.columns]))
        known = [name for name in frame.columns if isinstance(name, str)]
        table = pa.Table.from_pandas(
            frame[[*self.reads(known)]], preserve_index=False
        )  # others may be nothing to Arrow
        added = self.batch(table).select(self.added().names).to_pandas(types_mapper=numbers.get)
        return frame.assign(**{name: added[name].array for name in added.columns})  # an index may have a row twice


@dataclass(frozen=True)
class EvaluateHands(_Adder):
    """Adds to each batch what is asked of its column of hands, in a column named as the question is.

    Questions are `strength`, `category`, `words`, `best` (a list of card ids) and `percentile`, which needs the number
    of `cards`. `plain` gives only the types that Spark knows: no unsigned numbers and no dictionaries.
    """

    column: str
    ask: Sequence[str] = ("strength", "category")
    ranking: str = "high"
    errors: Errors = "raise"
    cards: int | None = None
    plain: bool = False

    def __post_init__(self) -> None:
        if isinstance(self.ask, str) or not self.ask:
            raise ArgumentError(f"what is asked is a list of names, not {quoted(self.ask)}")
        for name in self.ask:
            if name not in _KINDS:
                raise UnknownNameError(f"there is no question {quoted(name)}: there are {', '.join(_KINDS)}")
        if "percentile" in self.ask and self.cards is None:
            raise ArgumentError("a percentile needs the number of cards, cards=7 for example")
        check_errors(self.errors)
        ranking = compiled_ranking(self.ranking)
        if self.cards is not None:
            functions.percentile([], cards=self.cards, ranking=ranking)  # a wrong number of cards is told at once

    def fields(self) -> "list[pa.Field]":
        """Name the questions, and the types of their answers."""
        return [pa.field(name, _KINDS[name]) for name in self.ask]

    def reads(self, names: Sequence[str]) -> Sequence[str]:
        """Only the hands."""
        return (_checked_name(self.column, names),)

    def answers(self, rows: "pa.RecordBatch | pa.Table") -> "list[pa.Array]":
        """Ask the questions of all hands."""
        column = column_of(rows, self.column)
        return [self._answer(name, column) for name in self.ask]

    def _answer(self, name: str, column: "pa.Array") -> "pa.Array":
        ranking = compiled_ranking(self.ranking)
        if name == "percentile" and self.cards is not None:
            return numbers(functions.percentile(column, cards=self.cards, ranking=ranking, errors=self.errors))
        if name == "best":
            return lists(functions.best(column, ranking=ranking, errors=self.errors))
        if name == "strength":
            return numbers(functions.strength(column, ranking=ranking, errors=self.errors))
        return labels(
            (functions.category if name == "category" else functions.words)(column, ranking=ranking, errors=self.errors)
        )


_KINDS: Final = {
    "strength": pa.uint16(),
    "category": _LABEL,
    "words": _LABEL,
    "percentile": pa.float64(),
    "best": pa.list_(pa.uint8()),
}


@dataclass(frozen=True)
class SettleDeals(_Adder):
    """Adds to each batch of deals its winner (0 where the pot is tied or shared), and everyone's strength and category.

    `settling` says what a deal is. Where high and low share the pot, there are columns of the low hands too. `plain`
    gives only the types that Spark knows.
    """

    settling: Settling = field(default_factory=Settling)
    plain: bool = False

    def __post_init__(self) -> None:
        expect(self.settling, Settling, "a Settling")

    def fields(self) -> "list[pa.Field]":
        """Name the winner, and for each ranking what each player has."""
        found = [pa.field("winner", pa.uint8())]
        for low in ("", "low_")[: len(self.settling.game.rankings)]:
            for player in range(1, self.settling.players + 1):
                found.append(pa.field(f"{low}strength_{player}", pa.uint16()))
                found.append(pa.field(f"{low}category_{player}", _LABEL))
        return found

    def reads(self, names: Sequence[str]) -> Sequence[str]:
        """All cards of the deals."""
        return columns_of_deals(names, self.settling)

    def answers(self, rows: "pa.RecordBatch | pa.Table") -> "list[pa.Array]":
        """Settle all deals."""
        chosen = self.reads(rows.schema.names)
        columns = [_cards_of(rows, name) for name in chosen]
        settled = self.settling.of_columns(columns, apart=len(chosen) > 1 and not self.settling.columns)
        found = [numbers(settled.winners)]
        for ranking, strengths in zip(self.settling.game.rankings, settled.strengths, strict=True):
            found += self._hands(strengths, ranking)
        return found

    @staticmethod
    def _hands(strengths: NDArray[np.uint16], ranking: Ranking) -> "list[pa.Array]":
        found = []
        for each in strengths.T:
            found.append(numbers(each))
            found.append(labels(hands_of.category_names(each, ranking=ranking)))
        return found


def column_of(rows: "pa.RecordBatch | pa.Table", name: str) -> "pa.Array":
    """Find a column; its chunks are put together."""
    column = rows.column(_checked_name(name, rows.schema.names))
    return column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column


def _cards_of(rows: "pa.RecordBatch | pa.Table", name: str) -> "pa.Array":
    """Find a column of cards, which numbers are not."""
    column = column_of(rows, name)
    kind = column.type.value_type if pa.types.is_dictionary(column.type) else column.type
    if pa.types.is_primitive(kind) and kind != pa.null():
        raise FormatError(f"the cards of deals are texts or lists, not {column.type}")
    return column


def _checked_name(name: str, there: Sequence[str]) -> str:
    """A name that just one of the columns has."""
    if name not in there:
        known = ", ".join(map(quoted, there)) or "none"
        raise FormatError(f"there is no column {quoted(name)}: the columns are {known}")
    if (count := list(there).count(name)) > 1:
        raise FormatError(f"there are {count} columns {quoted(name)}")
    return name


def numbers(found: NDArray[np.generic]) -> "pa.Array":
    """Give an array as Arrow has it, null where it is masked."""
    mask = np.ma.getmaskarray(found) if np.ma.is_masked(found) else None
    return pa.array(np.ascontiguousarray(found), mask=mask)


def labels(found: Labels) -> "pa.Array":
    """Give texts that are kept once as a dictionary, whose names stand in order."""
    codes = np.asarray(found.codes).astype(np.int16, copy=False)
    return pa.DictionaryArray.from_arrays(pa.array(codes, mask=codes < 0), pa.array(found.names), ordered=True)


def lists(rows: NDArray[np.uint8]) -> "pa.Array":
    """Give rows of card ids as lists, null where they are masked."""
    cards, starts, missing = functions.lists_of(rows)
    return pa.ListArray.from_arrays(pa.array(starts, pa.int32()), pa.array(cards), mask=pa.array(missing))

"""The types of what holds hands, for type checkers and readers of `help()`."""

from collections.abc import Sequence
from typing import Protocol, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from fivecard.cards import Card


@runtime_checkable
class ArrowArrayLike(Protocol):
    """One array of the Arrow PyCapsule interface: pyarrow's arrays and record batches."""

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...


@runtime_checkable
class ArrowStreamLike(Protocol):
    """Several of them: polars' series and frames, pyarrow's tables, duckdb's relations, columns of pandas 3."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...


@runtime_checkable
class ToNumpy(Protocol):
    """What can be made an array: columns and frames of pandas."""

    def to_numpy(self) -> NDArray[np.generic]:
        """Give the values as an array."""
        ...


HandLike: TypeAlias = str | bytes | Sequence[int] | Sequence[str] | Sequence[Card] | NDArray[np.generic] | None
"""One hand of a list: its text, its cards, their ids or their texts; None where it is missing."""

HandsLike: TypeAlias = (
    str | bytes | NDArray[np.generic] | Sequence[HandLike] | ArrowArrayLike | ArrowStreamLike | ToNumpy
)
"""Hands, in whatever form they come:

- text, a hand a line; lists and columns of texts, in every spelling that `parse_cards` reads
- rows of card ids: arrays of two dimensions of any integer type, lists of lists, columns of lists
- data frames with a column for each card, as ids or texts
- sets of cards: arrays and columns of `uint64` (or `int64`) whose bit `i` is the card with id `i`

Columns are those of pandas, polars, pyarrow, duckdb and all others with the Arrow PyCapsule interface. Rows may differ
in size; behind the cards of a shorter row of an array stands `NO_CARD`.
"""

StrengthsLike: TypeAlias = (
    NDArray[np.integer]
    | Sequence[NDArray[np.integer] | ArrowStreamLike | ToNumpy]
    | ArrowArrayLike
    | ArrowStreamLike
    | ToNumpy
)
"""The strengths of several players: an array with a row for each showdown, a data frame, or a list of columns."""

"""Columns of whole numbers: the strengths of several players."""

from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fivecard import _core
from fivecard.batch._input.objects import is_missing, whole_numbers
from fivecard.batch._input.pandas import array_capsules, arrow_of, is_plain, objects_of, stream_capsule
from fivecard.batch._input.reading import shown
from fivecard.batch._input.types import ArrowArrayLike, ArrowStreamLike, StrengthsLike, ToNumpy
from fivecard.cards import whole_number
from fivecard.errors import ArgumentError, FormatError

Numbers = NDArray[np.integer]
Missing = NDArray[np.bool_]
_FAR: Final = 1 << 63  # what is farther from 0 is no strength, and no number of an array


def read_strengths(strengths: StrengthsLike, players: range) -> tuple[Numbers, Missing | None]:
    """Read an array, a frame or a list of columns into rows, a player each; and which numbers are missing, if any.

    >>> read_strengths([np.array([5, 8]), np.array([9, 3])], range(1, 256))
    (array([[5, 9],
           [8, 3]]), None)
    """
    refused = FormatError(
        f"strengths are an array with a row for each showdown of {players[0]} to {players[-1]} players, a data frame "
        f"or a list of columns, not {shown(strengths)}"
    )
    if isinstance(strengths, (list, tuple)):
        if any(isinstance(column, (list, tuple)) for column in strengths):
            raise FormatError(
                f"strengths are an array with a row for each showdown, or a list of columns that are arrays; lists in "
                f"a list may be either: {shown(strengths)}"
            )
        columns = [_read(column) for column in strengths]
        if not columns or any(column is None or column[0].shape[1:] != (1,) for column in columns):
            raise refused
        pairs = [column for column in columns if column is not None]
        if len({len(numbers) for numbers, _ in pairs}) > 1:
            raise FormatError(f"the columns of strengths have {[len(numbers) for numbers, _ in pairs]} rows")
        numbers = np.concatenate([each for each, _ in pairs], axis=1)
        missing = None
        if any(flags is not None for _, flags in pairs):
            missing = np.concatenate(
                [np.zeros(each.shape, bool) if flags is None else flags for each, flags in pairs], axis=1
            )
    else:
        read = _read(strengths)
        if read is None:
            raise refused
        numbers, missing = read
        frame = hasattr(strengths, "columns")  # which may have but one; a column is no frame
        if numbers.shape[1] == 1 and not frame and np.ndim(strengths) == 1:  # type: ignore[arg-type]
            raise refused
    if numbers.shape[1] not in players:
        raise refused
    return numbers, missing


def _read(column: object) -> tuple[Numbers, Missing | None] | None:
    """Read a column as rows of one, an array or a frame as it is; None for what is neither."""
    if isinstance(column, np.ndarray):
        return _of_array(column)
    if isinstance(column, ToNumpy) and is_plain(column):
        return (
            _of_objects(values)
            if (values := column.to_numpy()).dtype == object
            else _of_array(whole_numbers(values, "strengths", ArgumentError, pandas=True))
        )
    arrow = arrow_of(column)
    if isinstance(arrow, ArrowArrayLike):
        return _core.read_arrow_array_numbers(*array_capsules(arrow))
    if isinstance(arrow, ArrowStreamLike):
        return _core.read_arrow_stream_numbers(stream_capsule(arrow))
    if not isinstance(column, ToNumpy):
        return None
    return _of_objects(objects_of(column))


def _of_objects(values: NDArray[np.generic]) -> tuple[Numbers, Missing | None] | None:
    """Whole numbers of Python's one by one, of which some are missing."""
    flags = np.fromiter(map(is_missing, values.flat), bool, values.size).reshape(values.shape)
    numbers = [0 if gone else whole_number(value) for value, gone in zip(values.flat, flags.flat, strict=True)]
    known = [number for number in numbers if number is not None and abs(number) < _FAR]
    if len(known) < values.size:
        return None
    return _of_array(np.ma.MaskedArray(np.array(known, np.int64).reshape(values.shape), mask=flags))


def read_numbers(values: ArrayLike | ArrowArrayLike | ArrowStreamLike | ToNumpy) -> NDArray[np.generic]:
    """Read whole numbers in whatever form they come, an array of any shape; masked where some are missing.

    >>> read_numbers([5, None])
    masked_array(data=[5, --],
                 mask=[False,  True],
           fill_value=999999)
    """
    if isinstance(values, (np.ndarray, list, tuple)) or (read := _read(values)) is None:
        array = np.asanyarray(values)
        return whole_numbers(
            _without_none(array) if array.dtype == object and array.ndim else array, "strengths", ArgumentError
        )
    numbers, missing = read
    found = numbers if missing is None else np.ma.MaskedArray(numbers, mask=missing)
    return found if hasattr(values, "columns") else found.reshape(-1)


def _without_none(values: NDArray[np.generic]) -> NDArray[np.generic]:
    read = _of_objects(values.reshape(-1))
    if read is None:
        return values
    numbers, missing = read
    found = numbers if missing is None else np.ma.MaskedArray(numbers, mask=missing)
    return found.reshape(values.shape)


def _of_array(array: NDArray[np.generic]) -> tuple[Numbers, Missing | None] | None:
    array = whole_numbers(array, "strengths", ArgumentError)
    if array.dtype.kind == "f" and array.size:
        raise FormatError(f"strengths are whole numbers, not {array.dtype}")
    if array.dtype.kind not in "ui" or array.ndim not in (1, 2):
        return None
    numbers = np.asarray(array.data if isinstance(array, np.ma.MaskedArray) else array)
    mask = np.ma.getmaskarray(array) if np.ma.is_masked(array) else None
    if array.ndim == 1:
        return numbers[:, None], None if mask is None else mask[:, None]
    return numbers, mask

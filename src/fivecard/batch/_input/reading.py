"""The door: what kind of thing holds the hands, and who reads it."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from fivecard import _core
from fivecard._util.machine import pieces
from fivecard.batch._input.hands import NO_CARD, Cards, Flags, Hands, Sizes
from fivecard.batch._input.objects import read_objects, whole_numbers, without_missing
from fivecard.batch._input.pandas import (
    array_capsules,
    arrow_of,
    is_frame,
    is_plain,
    objects_of,
    only_column,
    stream_capsule,
)
from fivecard.batch._input.types import ArrowArrayLike, ArrowStreamLike, HandsLike, ToNumpy
from fivecard.errors import CardError, FormatError, HandError, quoted

if TYPE_CHECKING:
    from collections.abc import Callable


def read_hands(hands: HandsLike, sizes: Sizes, threads: int = 1) -> Hands:
    """Read hands in whatever form they come; what cannot hold any is refused.

    >>> read_hands(["Ah Kh", None, "10♠"], Sizes(1, 2)).cards
    array([[ 50,  46],
           [255, 255],
           [ 35, 255]], dtype=uint8)
    """
    if isinstance(hands, np.ndarray):
        return _of_array(hands, sizes, threads)
    if isinstance(hands, (str, bytes)):
        block = hands if isinstance(hands, bytes) else hands.encode("utf-8", errors="replace")
        return Hands.of_native(_core.read_lines(block, *sizes, threads))
    if isinstance(hands, (list, tuple)):
        return read_objects(hands, sizes, threads)
    if is_frame(hands) and (column := only_column(hands)) is not None:
        return read_hands(column, sizes, threads)
    if isinstance(hands, ToNumpy) and is_plain(hands):  # pandas' columns that are NumPy's
        return _of_array(whole_numbers(hands.to_numpy(), "card ids", CardError, pandas=is_frame(hands)), sizes, threads)
    if (column := arrow_of(hands)) is not None:
        return _of_arrow(column, sizes, threads)
    if isinstance(hands, ToNumpy):
        return _of_array(objects_of(hands), sizes, threads)
    raise refusal(hands)


def refusal(value: object) -> FormatError:
    """Say what hands are, and that this is none of it."""
    return FormatError(f"hands are texts, rows of card ids or uint64 sets of cards, not {shown(value)}")


def shown(value: object) -> str:
    """Write a value as messages show it: of an array its type and shape."""
    return f"{value.dtype}{list(value.shape)}" if isinstance(value, np.ndarray) else quoted(value)


def _of_arrow(column: ArrowArrayLike | ArrowStreamLike, sizes: Sizes, threads: int) -> Hands:
    if isinstance(column, ArrowArrayLike):
        schema, array = array_capsules(column)
        return Hands.of_native(_core.read_arrow_array(schema, array, *sizes, threads))
    return Hands.of_native(_core.read_arrow_stream(stream_capsule(column), *sizes, threads))


def _of_array(array: NDArray[np.generic], sizes: Sizes, threads: int) -> Hands:
    if isinstance(array, np.ma.MaskedArray):
        if np.ma.is_masked(array):
            return _of_masked(array, sizes, threads)
        array = array.data
    kind, itemsize = array.dtype.kind, array.dtype.itemsize
    if kind in "ui" and array.ndim == 2:
        return _of_ids(array, sizes)
    if kind in "ui" and itemsize == 8 and array.ndim == 1:
        return _of_sets(array)
    if kind in "SU" and array.ndim == 1:
        native = np.require(array, array.dtype.newbyteorder("="), ["C", "A"])
        read: Callable[..., tuple[Cards, Flags | None, Flags | None, tuple[str, str, int] | None]]
        read, letter = (_core.read_fixed_texts, 1) if kind == "S" else (_core.read_wide_texts, 4)
        shape = len(array), itemsize // letter
        letters = np.zeros(shape, f"u{letter}") if 0 in shape else native.view(f"u{letter}").reshape(shape)
        return Hands.of_native(read(letters, *sizes, threads))
    if kind in "SUTO" and array.ndim == 1:
        return read_objects(array.tolist(), sizes, threads)
    if kind in "SUTO" and array.ndim == 2:
        return read_objects([without_missing(row) for row in array.tolist()], sizes, threads)
    if kind == "f" and array.ndim == 2 and np.isnan(array).any():
        return _of_array(whole_numbers(array, "card ids", CardError), sizes, threads)
    if kind == "f" and array.ndim == 1 and np.isnan(array).all():  # what pandas makes of a column without any value
        return read_objects([None] * len(array), sizes, threads)
    raise refusal(array)


def _of_ids(array: NDArray[np.generic], sizes: Sizes) -> Hands:
    """Rows of ids of any type. What no byte can hold is refused here; the rest is for whoever judges the hands."""
    if array.shape == (0, 0):
        return Hands(np.empty((0, sizes.fewest), dtype=np.uint8))  # no rows have as many columns as one likes
    if array.dtype == np.uint8:
        usual = type(array) is np.ndarray and array.flags.c_contiguous  # which is found out sooner than made
        return Hands(array.view(np.uint8) if usual else _in_rows(np.asarray(array, np.uint8)))
    numbers = np.asarray(array)
    cards = np.empty(numbers.shape, np.uint8)
    outside: Flags = np.empty(numbers.shape, np.bool_)
    for piece in pieces(len(numbers)):
        cards[piece] = numbers[piece]
        outside[piece] = cards[piece] != numbers[piece]  # after the bytes were made: others may change the numbers
    if not outside.any():
        return Hands(cards)

    def problem(row: int) -> CardError:
        number = int(numbers[row, outside[row].argmax()])
        return CardError(f"card id {number} is {'below 0' if number < 0 else 'not below 52'}", row=row)

    cards[outside] = NO_CARD
    return Hands(cards).refused(np.any(outside, axis=1), problem)


def _in_rows(cards: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Rows of ids that stand one behind the other, as the compiled module takes them."""
    if cards.flags.c_contiguous:
        return cards
    found = np.empty(cards.shape, np.uint8)
    for piece in pieces(len(cards)):
        found[piece] = cards[piece]
    return found


def _of_sets(array: NDArray[np.generic]) -> Hands:
    if array.dtype.kind == "u":
        return Hands(np.require(np.asarray(array, dtype=np.uint64), requirements=["C", "A"]))
    numbers = np.asarray(array, dtype=np.int64)
    sets = Hands(np.ascontiguousarray(numbers).view(np.uint64))
    return sets.refused(numbers < 0, lambda row: HandError(f"{numbers[row]} is not a set of cards", row=row))


def _of_masked(array: "np.ma.MaskedArray[tuple[int, ...], np.dtype[np.generic]]", sizes: Sizes, threads: int) -> Hands:
    """Rows that are masked as a whole are missing; a hand of which a card is masked is bad."""
    mask = np.ma.getmaskarray(array)
    if array.dtype.kind not in "ui":
        values = array.data.astype(object)
        values[mask] = None
        return _of_array(values, sizes, threads)
    hands = _of_array(np.where(mask, np.zeros((), array.dtype), array.data), sizes, threads)
    if array.ndim == 1:
        return hands.without(mask)
    missing: Flags = np.all(mask, axis=1)
    partly: Flags = np.any(mask, axis=1) & ~missing
    found = hands.without(missing) if missing.any() else hands
    return found.refused(partly, lambda row: HandError("a card is masked: hands have no missing cards", row=row))

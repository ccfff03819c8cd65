"""Hands from lists of Python's objects."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fivecard import _core
from fivecard.batch._input.hands import NO_CARD, Hands, Sizes
from fivecard.cards import Card, whole_number
from fivecard.errors import CardError, FivecardError, HandError, quoted

_LARGEST_EXACT: Final = 1 << 53  # from there on, floats are no longer all whole numbers


def read_objects(values: Sequence[object], sizes: Sizes, threads: int = 1) -> Hands:
    """Read a list whose items are hands: texts, or lists of ids, cards or texts; None or NaN where one is missing.

    >>> read_objects([[0, 4], "2d 3d"], Sizes(2, 2)).cards
    array([[0, 4],
           [1, 5]], dtype=uint8)
    """
    texts = _core.read_texts(tuple(values), *sizes, threads)
    if texts is not None:
        return Hands.of_native(texts)
    items = [None if is_missing(value) else value for value in values]
    texts = _core.read_texts(tuple(items), *sizes, threads)
    return Hands.of_native(texts) if texts is not None else _read_rows(items, sizes)


def is_missing(value: object) -> bool:
    """Whether a value stands for none: None, NaN, pandas' NA and NaT."""
    if value is None or (isinstance(value, float) and value != value):
        return True
    return type(value).__name__ in ("NAType", "NaTType")


def whole_numbers(
    array: NDArray[np.generic], noun: str, error: type[FivecardError], *, pandas: bool = False
) -> NDArray[np.generic]:
    """Floats as whole numbers, masked where they are NaN, as pandas has whole numbers of which some are missing.

    Where none is, they are what they look like, unless they come from `pandas`: there, others of the column may be.
    """
    if array.dtype.kind != "f" or not array.size or not (pandas or np.isnan(np.asarray(array)).any()):
        return array
    missing: NDArray[np.bool_] = np.isnan(array.data) | np.ma.getmaskarray(array)
    values = np.where(missing, 0, np.asarray(array))
    broken = (values != np.rint(values)) | (np.abs(values) >= _LARGEST_EXACT)
    if broken.any():
        place = np.argwhere(broken)[0].tolist()
        raise error(f"{noun} are whole numbers, not {values[tuple(place)]}", row=place[0] if place else None)
    numbers = values.astype(np.int64)
    return np.ma.MaskedArray(numbers, mask=missing) if missing.any() else numbers


def without_missing(cards: "list[object]") -> "list[object] | None":
    """One row of an array with a column for each card: missing itself where every card is, as in any frame."""
    return None if cards and all(map(is_missing, cards)) else cards


def _read_rows(items: Sequence[object], sizes: Sizes) -> Hands:
    """Read one row after the other, whatever it is."""
    rows: list[bytes] = []
    problems: dict[int, FivecardError] = {}
    for number, item in enumerate(items):
        try:
            rows.append(b"" if item is None else _read_row(item, sizes))
        except FivecardError as error:
            rows.append(b"")
            problems[number] = error.at(row=number)
    lengths = np.fromiter(map(len, rows), np.intp, len(rows))
    width = max(sizes.fewest, int(lengths.max(initial=0)))
    cards = np.full((len(rows), width), NO_CARD, np.uint8)
    cards[np.arange(width) < lengths[:, None]] = np.fromiter(chain.from_iterable(rows), np.uint8, int(lengths.sum()))
    bad = np.zeros(len(rows), bool)
    bad[list(problems)] = True
    missing = np.fromiter((item is None for item in items), bool, len(rows))
    hands = Hands(cards, missing if missing.any() else None)
    return hands.refused(bad, problems.__getitem__)


def _read_row(item: object, sizes: Sizes) -> bytes:
    """Read one hand that is a text, or several cards."""
    if isinstance(item, (str, bytes)):
        hands = Hands.of_native(_core.read_texts((item,), *sizes, 1) or _no_text(item))
        if hands.problem is not None:
            raise hands.problem.at(row=None)
        return bytes(hands.rows[0]).rstrip(bytes([NO_CARD]))
    if isinstance(item, np.ndarray):
        item = item.tolist()
    if not isinstance(item, Iterable) or isinstance(item, dict):
        raise HandError(f"expected {sizes.noun}, as a text or a list of cards, got {quoted(item)}")
    values = list(item)
    cards = bytes(_read_card(value, values) for value in values).rstrip(bytes([NO_CARD]))
    if NO_CARD in cards:
        raise CardError(f"card id {NO_CARD} is not below 52 in {quoted(values)}")
    if not sizes.fewest <= len(cards) <= sizes.most:
        most = f" to {sizes.most}" if sizes.most > sizes.fewest else ""
        raise HandError(f"{sizes.noun} has {sizes.fewest}{most} cards, this one has {len(cards)}: {quoted(values)}")
    return cards


def _no_text(item: object) -> "tuple[np.ndarray[tuple[int, int], np.dtype[np.uint8]], None, None, None]":
    raise HandError(f"expected the text of a hand, got {quoted(item)}")


def _read_card(value: object, hand: object) -> int:
    if isinstance(value, Card):
        return value.id
    if isinstance(value, (str, bytes)):
        return Card(value.decode(errors="replace") if isinstance(value, bytes) else value).id
    if is_missing(value):
        raise HandError(f"a card is missing in {quoted(hand)}")
    number = None if isinstance(value, bool) else whole_number(value)
    if number is None:
        raise CardError(f"expected a card, its id or its text, got {quoted(value)}")
    if not 0 <= number < 52 and number != NO_CARD:
        raise CardError(f"card id {quoted(number)} is {'below 0' if number < 0 else 'not below 52'} in {quoted(hand)}")
    return number

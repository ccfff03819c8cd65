"""What the functions of this package take: arrays, Arrow columns and texts, checked and made contiguous."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fivecard import arrow
from fivecard.errors import HandError, quoted
from fivecard.machine import threads_for

_ROWS_A_THREAD: Final = 1 << 18  # below this, another thread costs more than it brings


def cards(hands: Any, columns: int = 5) -> NDArray[np.uint8] | NDArray[np.uint64]:  # noqa: ANN401
    """Give rows of ids or sets as a contiguous array; no rows at all have as many columns as one likes."""
    if not isinstance(hands, np.ndarray):
        if arrow.is_arrow(hands):
            hands = arrow.rows_or_sets(hands)
        elif hasattr(hands, "to_numpy"):  # pandas before 3
            hands = hands.to_numpy()
    if isinstance(hands, np.ma.MaskedArray) and np.ma.is_masked(hands):
        raise HandError("a card is masked: hands have no missing cards")
    rows = isinstance(hands, np.ndarray) and hands.dtype == np.uint8 and hands.ndim == 2
    sets = isinstance(hands, np.ndarray) and hands.dtype == np.uint64 and hands.ndim == 1
    if not rows and not sets:
        raise HandError(f"hands are a uint8 array with a row for each, or a uint64 array of sets, not {shape(hands)}")
    if hands.shape == (0, 0):
        return np.empty((0, columns), dtype=np.uint8)
    return np.require(np.asarray(hands), requirements=["C", "A"])


def shape(value: object) -> str:
    """Write what was given as messages show it: an array by its kind and shape."""
    if isinstance(value, np.ndarray):
        return f"{value.dtype}{list(value.shape)}"
    return quoted(value)


def texts(column: Any) -> Iterable[str]:  # noqa: ANN401
    """Give a column of strings one by one; a null or another thing is named with its row."""
    values = column
    if hasattr(column, "tolist"):  # NumPy's and pandas' columns, of whatever kind
        values = column.tolist()
    elif not isinstance(column, Sequence) and arrow.is_arrow(column):
        values = arrow.texts(column)
    if not isinstance(values, (list, tuple)):
        raise HandError(f"texts are a block of text or a column of strings, not {shape(column)}")
    for row, value in enumerate(values):
        text = value.decode("utf-8", errors="replace") if isinstance(value, bytes) else value
        if not isinstance(text, str) or "\n" in text:
            raise HandError(f"expected the text of a hand, got {quoted(value)} (row {row})")
        yield text


def threads(wanted: int | None, rows: int) -> int:
    """The number of threads that is wanted, or as many as so many rows keep busy."""
    found = threads_for(wanted)
    return found if wanted is not None else max(1, min(found, rows // _ROWS_A_THREAD))

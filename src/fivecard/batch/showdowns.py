"""Who wins, and how much of the pot, given the strengths of all players."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from fivecard.batch import checks
from fivecard.errors import HandError

POT: Final = 5040
"""The units of a pot in `shares`: both halves of it part evenly among up to ten players."""

_MOST_SHARING: Final = 10


def winners(strengths: NDArray[np.uint16]) -> NDArray[np.uint8]:
    """Say who wins, given the strengths of all players, `[n, players]`: 1, 2, ..., or 0 where several tie.

    >>> winners(np.array([[5, 9, 7], [8, 3, 8]], dtype=np.uint16))
    array([2, 0], dtype=uint8)
    """
    _check_showdowns(strengths, range(1, 256))
    return np.where(_best(strengths).sum(axis=1) > 1, 0, strengths.argmax(axis=1) + 1).astype(np.uint8)


def shares(strengths: NDArray[np.uint16], low: NDArray[np.uint16] | None = None) -> NDArray[np.uint16]:
    """Part every pot among 2 to 10 players by their strengths, `[n, players]`, exactly: in units of 1/5040 (`POT`).

    With `low`, half of it goes by those strengths, and all by the others where nobody has a low (all of them are 0).

    >>> shares(np.array([[5, 9, 7], [8, 3, 8]], dtype=np.uint16))
    array([[   0, 5040,    0],
           [2520,    0, 2520]], dtype=uint16)
    >>> high, low = np.array([[9, 7], [9, 7]], dtype=np.uint16), np.array([[50, 50], [0, 0]], dtype=np.uint16)
    >>> shares(high, low) / POT
    array([[0.75, 0.25],
           [1.  , 0.  ]])
    """
    _check_showdowns(strengths, range(2, _MOST_SHARING + 1))
    high_half = _half(strengths)
    if low is None:
        return 2 * high_half
    _check_showdowns(low, range(2, _MOST_SHARING + 1))
    if low.shape != strengths.shape:
        raise HandError(f"there are {checks.shape(low)} low strengths for {checks.shape(strengths)} high ones")
    return high_half + np.where(low.any(axis=1, keepdims=True), _half(low), high_half)


def _check_showdowns(strengths: NDArray[np.uint16], players: range) -> None:
    numbers = isinstance(strengths, np.ndarray) and strengths.dtype.kind in "ui" and strengths.ndim == 2
    if not numbers or strengths.shape[1] not in players:
        many = f"{players[0]} to {players[-1]} players"
        raise HandError(f"strengths are an array with a row for each showdown of {many}, not {checks.shape(strengths)}")


def _best(strengths: NDArray[np.uint16]) -> NDArray[np.bool_]:
    """Which players of every row have its highest strength."""
    best: NDArray[np.bool_] = strengths == strengths.max(axis=1, keepdims=True)
    return best


def _half(strengths: NDArray[np.uint16]) -> NDArray[np.uint16]:
    """Half a pot, parted among the best of every row."""
    best = _best(strengths)
    each = POT // 2 // best.sum(axis=1, keepdims=True, dtype=np.uint16)
    return np.where(best, each, 0).astype(np.uint16)

"""Who wins, and how much of the pot, given the strengths of all players.

Strengths are an array with a row for each showdown and a column for each player, a data frame of such columns or a list
of them, of any integer type; 0 is the weakest, as of a player who has no hand. Where one of a row is masked, the row is
missing, and so is what is said of it.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from fivecard import _core
from fivecard._util.machine import pieces
from fivecard.batch import checks
from fivecard.batch._input import StrengthsLike, read_strengths
from fivecard.batch.missing import with_mask
from fivecard.errors import ArgumentError, FormatError

POT: Final[int] = _core.POT
"""The units of a pot in `shares`: both halves of it part evenly among up to ten players."""

_MOST_SHARING: Final = 10
_HIGHEST: Final = int(np.iinfo(np.uint16).max)


def winners(strengths: StrengthsLike, *, threads: int | None = None) -> NDArray[np.int8]:
    """Say who wins, given the strengths of all players, `[n, players]`: 0, 1, ..., or -1 where several tie.

    Args:
        strengths: A row for each showdown and a column for each of up to 127 players, in any form of `StrengthsLike`.
        threads: How many threads; None for as many as there are cores, where there are rows enough.

    >>> winners(np.array([[5, 9, 7], [8, 3, 8]], dtype=np.uint16))
    array([ 1, -1], dtype=int8)
    """
    rows, mask = _showdowns(strengths, range(1, 128))
    found = _core.winners(rows, checks.threads(threads, len(rows)))
    return with_mask(found.view(np.int8), mask, fill=-1)


def ties(strengths: StrengthsLike, *, threads: int | None = None) -> NDArray[np.uint8]:
    """Count the players of every showdown, `[n, players]`, who share its best hand: 1 where one wins alone.

    Args:
        strengths: A row for each showdown and a column for each of up to 255 players, in any form of `StrengthsLike`.
        threads: How many threads; None for as many as there are cores, where there are rows enough.

    >>> ties(np.array([[5, 9, 7], [8, 3, 8]], dtype=np.uint16))
    array([1, 2], dtype=uint8)
    """
    rows, mask = _showdowns(strengths, range(1, 256))
    return with_mask(_core.ties(rows, checks.threads(threads, len(rows))), mask, fill=0)


def shares(
    strengths: StrengthsLike, low: StrengthsLike | None = None, *, threads: int | None = None
) -> NDArray[np.uint16]:
    """Divide every pot exactly among 2 to 10 players by their strengths, `[n, players]`, in units of 1/5040 (`POT`).

    With `low`, half of it goes by those strengths, and all by the others where nobody has a low (all of them are 0).

    Args:
        strengths: A row for each showdown and a column for each player, in any form of `StrengthsLike`.
        low: The strengths of the low hands, 0 for none, where they have half of the pot.
        threads: How many threads; None for as many as there are cores, where there are rows enough.

    >>> shares(np.array([[5, 9, 7], [8, 3, 8]], dtype=np.uint16))
    array([[   0, 5040,    0],
           [2520,    0, 2520]], dtype=uint16)
    >>> high, low = np.array([[9, 7], [9, 7]], dtype=np.uint16), np.array([[50, 50], [0, 0]], dtype=np.uint16)
    >>> shares(high, low) / POT
    array([[0.75, 0.25],
           [1.  , 0.  ]])
    """
    rows, mask = _showdowns(strengths, range(2, _MOST_SHARING + 1))
    low_rows = None
    if low is not None:
        low_rows, low_mask = _showdowns(low, range(2, _MOST_SHARING + 1))
        if low_rows.shape != rows.shape:
            raise FormatError(f"there are {list(low_rows.shape)} low strengths for {list(rows.shape)} high ones")
        if low_mask is not None:
            mask = low_mask if mask is None else mask | low_mask
    parted = np.empty_like(rows)
    _core.shares(rows, parted, low_rows, checks.threads(threads, len(rows)))
    return with_mask(parted, None if mask is None else np.repeat(mask[:, None], parted.shape[1], axis=1), fill=0)


def _showdowns(strengths: StrengthsLike, players: range) -> tuple[NDArray[np.uint16], NDArray[np.bool_] | None]:
    """Give strengths as the compiled module takes them, and which rows are missing."""
    rows, mask = read_strengths(strengths, players)
    absent = None if mask is None else np.logical_or.reduce(mask, axis=1)
    if rows.dtype == np.uint16:
        return np.require(rows, dtype=np.uint16, requirements=["C", "A"]), absent
    known = np.empty(rows.shape, np.uint16)
    for piece in pieces(len(rows)):
        part = rows[piece]
        strange = (part < 0) | (part > _HIGHEST)
        if mask is not None:
            strange &= ~mask[piece]
        if strange.any():
            row, player = (int(place[0]) for place in np.nonzero(strange))
            raise ArgumentError(
                f"strengths are whole numbers from 0 to {_HIGHEST}, not {part[row, player]}", row=piece.start + row
            )
        known[piece] = part
    return known, absent

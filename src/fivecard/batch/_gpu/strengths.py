"""Strengths of hands in the memory of a GPU: what `fivecard.batch` does for arrays in the machine's own."""

from typing import Any, Final

import numpy as np

from fivecard import _core
from fivecard._util.bad_rows import Errors
from fivecard.batch._gpu import compiled
from fivecard.batch._gpu.arrays import GpuArray, OnGpu, borrowed, cupy, given_back
from fivecard.batch._input import NO_CARD
from fivecard.errors import ArgumentError, FivecardError, FormatError, HandError, RankingError, quoted
from fivecard.rankings import EIGHT_OR_BETTER, HIGH, Ranking

_NO_ROW: Final = (1 << 64) - 1


def strengths(hands: OnGpu, *, ranking: Ranking = HIGH, errors: Errors = "raise") -> OnGpu:
    """Find the strength of every row of 5, 6 or 7 card ids: `uint8[n, 5..7]` in, `uint16[n]` out, of the same library.

    There are no nulls in these arrays: with `errors="null"` rows that are not hands have strength 0, and the GPU is not
    waited for.
    """
    name = ranking.name
    if ranking.hand_size != 5:
        raise RankingError(f"hands of {name} are not ranked on the GPU")
    with borrowed(hands) as [rows]:
        _check_rows(rows, "hands", ranking.hand_size, ranking.largest_hand)
        rows = cupy().ascontiguousarray(rows)
        kernel = compiled.ranked(name, ranking.deck[0].id, rows.shape[1])
        found = cupy().empty(len(rows), np.uint16)
        aligned = rows.data.ptr % 16 == 0
        bad = _first_bad(errors)
        kernel(len(rows), rows, np.uint64(len(rows)), np.bool_(aligned), found, bad)
        if (row := _number(bad, errors)) != _NO_ROW:
            _refuse(row, [rows[row]], name)
        return given_back(found, hands)


def omaha_strengths(hole: OnGpu, board: GpuArray, *, ranking: Ranking = HIGH, errors: Errors = "raise") -> OnGpu:
    """Find the strength of 4 to 6 hole cards with five of the board: `uint8[n, 4..6]`, and `uint8[n, 5]` or `[5]`."""
    with borrowed(hole, board) as [holes, boards]:
        boards = cupy().atleast_2d(boards)
        _check_rows(holes, "hole cards", 4, 6)
        _check_rows(boards, "boards", 5, 5)
        if len(boards) not in {1, len(holes)}:
            raise HandError(
                f"there are {len(boards)} boards for {len(holes)} hands: one for all is needed, or one for each"
            )
        holes, boards = cupy().ascontiguousarray(holes), cupy().ascontiguousarray(boards)
        kernel = compiled.omaha(holes.shape[1], low=ranking is EIGHT_OR_BETTER)
        found = cupy().empty(len(holes), np.uint16)
        step = 0 if len(boards) == 1 else boards.shape[1]
        bad = _first_bad(errors)
        kernel(len(holes), holes, boards, np.uint64(step), np.uint64(len(holes)), found, bad)
        if (row := _number(bad, errors)) != _NO_ROW:
            _refuse(row, [holes[row], boards[row if step else 0]], None)
        return given_back(found, hole)


def _check_rows(rows: Any, what: str, fewest: int, most: int) -> None:  # noqa: ANN401
    if rows.dtype != np.uint8 or rows.ndim != 2:
        raise FormatError(
            f"on the GPU {what} are a uint8 array with a row for each, not {rows.dtype}{list(rows.shape)}"
        )
    if not fewest <= rows.shape[1] <= most:
        columns = f"{fewest} to {most}" if most > fewest else fewest
        raise HandError(f"{what} have {columns} columns, this array has {rows.shape[1]}")


def _first_bad(errors: Errors) -> Any:  # noqa: ANN401
    if errors not in {"raise", "null"}:
        raise ArgumentError(f"errors is 'raise' or 'null', not {quoted(errors)}")
    return cupy().full(1, _NO_ROW, np.uint64)


def _number(bad: Any, errors: Errors) -> int:  # noqa: ANN401
    """The first bad row, for which the GPU is waited for; nobody asks where errors are nulls."""
    return int(bad[0]) if errors == "raise" else _NO_ROW


def _refuse(row: int, cards: list[Any], name: str | None) -> None:
    """Say what is wrong with a row as it is said of rows elsewhere."""
    rows = [cupy().asnumpy(each)[None] for each in cards]
    try:
        if name is None:
            _core.omaha_strengths(rows[0], rows[1], 1)
        else:
            _core.strengths(rows[0], 1, None, name)
    except FivecardError as error:
        raise error.at(row=row) from None
    if (rows[0] == NO_CARD).any():
        raise HandError(f"on the GPU all hands of an array have one size: card id {NO_CARD} is no card", row=row)
    raise HandError("the array was changed while it was read", row=row)

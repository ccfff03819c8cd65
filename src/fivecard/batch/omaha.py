"""Omaha in arrays: exactly two of the hole cards, exactly three of the board."""

from collections.abc import Callable
from typing import Final, Literal, TypeAlias, cast, overload

import numpy as np
from numpy.typing import NDArray

from fivecard import _core
from fivecard._util.bad_rows import Errors
from fivecard._util.machine import threads_for
from fivecard.batch import checks
from fivecard.batch._gpu.arrays import GpuArray, OnGpu, in_gpu_memory
from fivecard.batch._input import DEAL, NO_CARD, Cards, Hands, HandsLike, Sizes, apply_kernel, read_hands
from fivecard.batch._input.hands import Flags
from fivecard.batch.missing import Masked
from fivecard.errors import ArgumentError, FivecardError, HandError, RankingError
from fivecard.rankings import EIGHT_OR_BETTER, HIGH, RankingLike, compiled_ranking

Ids: TypeAlias = NDArray[np.uint8]

_BOARD: Final = Sizes(5, 5, "a board")
_OMAHA_HOLE: Final = Sizes(4, 6, "an Omaha hand")


@overload
def omaha_strengths(
    hole: HandsLike,
    board: HandsLike,
    *,
    ranking: RankingLike = HIGH,
    errors: Literal["null"],
    threads: int | None = None,
) -> Masked[np.uint16]: ...


@overload
def omaha_strengths(
    hole: HandsLike,
    board: HandsLike,
    *,
    ranking: RankingLike = HIGH,
    errors: Errors = "raise",
    threads: int | None = None,
) -> NDArray[np.uint16]: ...


@overload
def omaha_strengths(
    hole: OnGpu, board: GpuArray, *, ranking: RankingLike = HIGH, errors: Errors = "raise"
) -> OnGpu: ...


def omaha_strengths(
    hole: HandsLike | OnGpu,
    board: HandsLike | GpuArray,
    *,
    ranking: RankingLike = HIGH,
    errors: Errors = "raise",
    threads: int | None = None,
) -> NDArray[np.uint16] | OnGpu:
    """Find the strength of 4, 5 or 6 hole cards with a board of five: exactly two of the one and three of the other.

    Hole cards are `uint8[n, 4..6]`, or any rows or texts; so are boards, of which one for all is enough (`uint8[5]` or
    a text). `EIGHT_OR_BETTER` is the ranking of the low half: 0 where there is no low. Arrays in the memory of a GPU
    stay there.

    Args:
        hole: 4, 5 or 6 cards a player, as texts or rows of card ids, or an array in the memory of a GPU.
        board: Five cards for each of them, or one board for all.
        ranking: `HIGH`, or `EIGHT_OR_BETTER` for the low half, or their names.
        errors: `raise` for the first bad row, or `null` to mask all of them.
        threads: How many threads; None for as many as there are cores, where there are rows enough.

    >>> omaha_strengths("As Ad 2c 7h", "Ks Qs Js Ts 2h")  # a pair of aces: one card makes no straight
    array([4137], dtype=uint16)
    >>> omaha_strengths(["As Ad 2c 7h"], "8s 4s 3s Ts Kh", ranking=EIGHT_OR_BETTER)
    array([35], dtype=uint16)
    """
    ranked_by = compiled_ranking(ranking)
    if ranked_by not in (HIGH, EIGHT_OR_BETTER):
        raise RankingError(f"Omaha is played for high and for eight or better, not for {ranked_by.name}")
    if in_gpu_memory(hole) or in_gpu_memory(board):
        if not (in_gpu_memory(hole) and in_gpu_memory(board)):
            raise ArgumentError("hole cards and boards are both on the GPU, or neither is")
        from fivecard.batch._gpu import strengths as on_gpu

        return on_gpu.omaha_strengths(cast("OnGpu", hole), cast("GpuArray", board), ranking=ranked_by, errors=errors)
    hole, board = cast("HandsLike", hole), cast("HandsLike", board)
    find = _core.omaha_strengths if ranked_by is HIGH else _core.omaha_low_strengths
    holes = read_hands(hole, _OMAHA_HOLE, threads_for(threads))
    if isinstance(board, np.ndarray) and board.ndim == 1 and board.dtype.kind in "ui":
        board = board[None, :]
    boards = read_hands(board, _BOARD, threads_for(threads))
    number = checks.threads(threads, len(holes.rows))
    columns = holes.rows.shape[1]
    if columns > _OMAHA_HOLE.fewest and (holes.rows[:, _OMAHA_HOLE.fewest :] == NO_CARD).any():
        return apply_kernel(
            _together(holes, boards),
            lambda cards, absent, mark: _by_size(
                cards, columns, absent, lambda hole, board, some: find(hole, board, number, some, mark)
            ),
            errors,
        )
    if boards.absent() is None and holes.absent() is None and errors == "raise":
        return find(holes.rows, boards.rows, number)
    return apply_kernel(
        _together(holes, boards),
        lambda cards, absent, mark: find(*_parted(cards, columns), number, absent, mark),
        errors,
    )


@overload
def omaha_winners(deals: HandsLike, *, errors: Literal["null"], threads: int | None = None) -> Masked[np.int8]: ...


@overload
def omaha_winners(deals: HandsLike, *, errors: Errors = "raise", threads: int | None = None) -> NDArray[np.int8]: ...


def omaha_winners(deals: HandsLike, *, errors: Errors = "raise", threads: int | None = None) -> NDArray[np.int8]:
    """Say who wins every Omaha showdown of two players, rows of 13: 4 + 4 hole cards and 5 on the board.

    0 is the first player, 1 the second, -1 a tie.

    Args:
        deals: Texts or rows of 13 cards: the hole cards of both players, then the board.
        errors: `raise` for the first bad row, or `null` to mask all of them.
        threads: How many threads; None for as many as there are cores, where there are rows enough.

    >>> omaha_winners("8H AS 3S 3H TH AD 8D 9C 2C 9S JH 4D 5S")
    array([0], dtype=int8)
    """
    read = read_hands(deals, DEAL, threads_for(threads))
    number = checks.threads(threads, len(read.rows))

    def find(cards: Cards, absent: Flags | None, mark: bool) -> NDArray[np.uint8]:
        found = _core.omaha_winners(cards.view(np.uint8), number, absent, mark)
        found -= 1  # from 1, and 0 for a tie
        return found

    return apply_kernel(read, find, errors).view(np.int8)


@overload
def omaha_high_low_quarters(
    deals: HandsLike, *, errors: Literal["null"], threads: int | None = None
) -> Masked[np.uint8]: ...


@overload
def omaha_high_low_quarters(
    deals: HandsLike, *, errors: Errors = "raise", threads: int | None = None
) -> NDArray[np.uint8]: ...


def omaha_high_low_quarters(
    deals: HandsLike, *, errors: Errors = "raise", threads: int | None = None
) -> NDArray[np.uint8]:
    """Count the quarters of the pot that the first player wins in every Omaha high-low showdown of two, rows of 13.

    Half a pot is for the high hand and half for the low, eight or better; without a low, all is for the high.

    Args:
        deals: Texts or rows of 13 cards: the hole cards of both players, then the board.
        errors: `raise` for the first bad row, or `null` to mask all of them.
        threads: How many threads; None for as many as there are cores, where there are rows enough.

    >>> from fivecard.batch import parse
    >>> deals = parse(["As 2s Kd Kc Ac 2c Jd Tc 3h 4h 8d Ks 9s", "As 2s Kd Kc Ac 3c Jd 6c 3h Qh 8d Ks 9s"])
    >>> omaha_high_low_quarters(deals)  # both have 8-4-3-2-A; the other board has but two low cards
    array([3, 4], dtype=uint8)
    """
    read = read_hands(deals, DEAL, threads_for(threads))
    number = checks.threads(threads, len(read.rows))
    return apply_kernel(
        read,
        lambda deals, absent, mark: _core.omaha_high_low_quarters(deals.view(np.uint8), number, absent, mark),
        errors,
    )


def _together(holes: Hands, boards: Hands) -> Hands:
    """Hole cards and board in one row, as far as both can be there."""
    rows, board = holes.rows, boards.rows
    if len(board) not in (1, len(rows)):
        raise HandError(f"there are {len(board)} boards for {len(rows)} hands: one for all is needed, or one for each")

    def spread(flags: NDArray[np.bool_] | None) -> NDArray[np.bool_] | None:
        return None if flags is None else np.broadcast_to(flags, len(rows)).copy()

    deals = holes._replace(cards=np.hstack([rows, np.broadcast_to(board, (len(rows), board.shape[1]))]))
    if (bad := spread(boards.bad)) is not None and (problem := boards.problem) is not None:
        deals = deals.refused(bad, lambda _: problem)
    missing = spread(boards.missing)
    return deals if missing is None else deals.without(missing)


def _parted(cards: Cards, hole: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    rows = cards.view(np.uint8)
    return np.ascontiguousarray(rows[:, :hole]), np.ascontiguousarray(rows[:, hole:])


def _by_size(
    cards: Cards, columns: int, absent: Flags | None, ask: Callable[[Ids, Ids, Flags | None], NDArray[np.uint16]]
) -> NDArray[np.uint16]:
    """Ask about hole cards and boards where some rows have fewer, and so `NO_CARD` behind: a number at a time."""
    hole, board = _parted(cards, columns)
    sizes = (columns - (hole[:, ::-1] != NO_CARD).argmax(axis=1)).clip(_OMAHA_HOLE.fewest)
    found = np.empty(len(hole), np.uint16)
    problems: dict[int, FivecardError] = {}
    for size in range(_OMAHA_HOLE.fewest, columns + 1):
        rows = np.flatnonzero(sizes == size)
        some = None if absent is None else absent[rows]
        try:
            found[rows] = ask(np.ascontiguousarray(hole[rows, :size]), board[rows], some)
        except FivecardError as error:
            if error.row is None:
                raise
            row = int(rows[error.row])
            problems[row] = error.at(row=row)
        if absent is not None and some is not None:
            absent[rows] = some
    if problems:
        raise problems[min(problems)]
    return found

"""What every hand of an array is worth, and which of its cards make it."""

from typing import Literal, cast, overload

import numpy as np
from numpy.typing import NDArray

from fivecard import _core
from fivecard._util.bad_rows import Errors
from fivecard._util.machine import threads_for
from fivecard.batch import checks
from fivecard.batch._gpu.arrays import OnGpu, in_gpu_memory
from fivecard.batch._input import Cards, HandsLike, apply_kernel, read_hands
from fivecard.batch._input.hands import Flags
from fivecard.batch.missing import Masked
from fivecard.errors import ArgumentError
from fivecard.rankings import HIGH, Ranking, RankingLike, compiled_ranking


def kernel() -> str:
    """Name the kernels in use: `avx512`, `avx2`, `neon` or `portable`.

    The environment variable FIVECARD_KERNEL chooses.

    >>> kernel() in {"avx512", "avx2", "neon", "portable"}
    True
    """
    return _core.kernel()


@overload
def strengths(
    hands: HandsLike,
    *,
    ranking: RankingLike = HIGH,
    errors: Literal["null"],
    threads: int | None = None,
    out: NDArray[np.uint16] | None = None,
) -> Masked[np.uint16]: ...


@overload
def strengths(
    hands: HandsLike,
    *,
    ranking: RankingLike = HIGH,
    errors: Errors = "raise",
    threads: int | None = None,
    out: NDArray[np.uint16] | None = None,
) -> NDArray[np.uint16]: ...


@overload
def strengths(hands: OnGpu, *, ranking: RankingLike = HIGH, errors: Errors = "raise") -> OnGpu: ...


def strengths(
    hands: HandsLike | OnGpu,
    *,
    ranking: RankingLike = HIGH,
    errors: Errors = "raise",
    threads: int | None = None,
    out: NDArray[np.uint16] | None = None,
) -> NDArray[np.uint16] | OnGpu:
    """Find the strength of every hand of 5, 6 or 7 cards, or of 4 in badugi; 0 where a hand does not qualify.

    Results never depend on the number of threads. Arrays in the memory of a GPU (CuPy, PyTorch, JAX) stay there, and so
    do their strengths: see `docs/gpu.md`.

    Args:
        hands: Hands in any form of `HandsLike`, or an array in the memory of a GPU; sizes may be mixed.
        ranking: What they are ranked by: a `Ranking` or its name.
        errors: `raise` for the first row that is no hand, or `null` to mask all such rows.
        threads: How many threads; None for as many as there are cores, where there are rows enough.
        out: A contiguous `uint16` array to write into; its content is undefined after an error.

    >>> from fivecard.batch import parse
    >>> from fivecard.rankings import EIGHT_OR_BETTER
    >>> strengths(["Jh Js Ts Td 8s", "J♥ J♠ 10♠ 10♦ 8♠ 2c 3c"])
    array([4628, 4628], dtype=uint16)
    >>> strengths(parse(["8h 6d 4c 3s Ah Kc Kh", "9h 6d 4c 3s Ah Kc Kh"]), ranking=EIGHT_OR_BETTER)
    array([28,  0], dtype=uint16)
    """
    ranked_by = compiled_ranking(ranking)
    if in_gpu_memory(hands):
        from fivecard.batch._gpu import strengths as on_gpu

        if out is not None:
            raise ArgumentError("strengths on the GPU go into an array of their own: there is no out")
        return on_gpu.strengths(cast("OnGpu", hands), ranking=ranked_by, errors=errors)
    read = read_hands(cast("HandsLike", hands), checks.sizes_of(ranked_by), threads_for(threads))
    if out is not None and (not isinstance(out, np.ndarray) or out.dtype != np.uint16 or out.ndim != 1):
        raise ArgumentError(f"out is a uint16 array of one dimension, not {checks.shape(out)}")
    if out is not None and not (out.flags.c_contiguous and out.flags.writeable and out.flags.aligned):
        raise ArgumentError("out must be contiguous, aligned and writeable")
    number = checks.threads(threads, len(read.cards))
    return apply_kernel(
        read,
        lambda cards, absent, mark: _strengths(cards, ranked_by, number, out, absent, mark),
        errors,
        check=lambda cards, absent, mark: _strengths(cards, ranked_by, number, None, absent, mark),
    )


def bad_rows(hands: HandsLike, *, ranking: RankingLike = HIGH) -> NDArray[np.bool_]:
    """Flag every row or set that is no valid hand, instead of raising an error at the first. A missing hand is valid.

    Args:
        hands: Hands in any form of `HandsLike`.
        ranking: The `Ranking`, or its name, by which they should be hands.

    >>> bad_rows(np.array([[0, 4, 8, 12, 20], [0, 0, 8, 12, 20], [0, 4, 8, 12, 52]], dtype=np.uint8))
    array([False,  True,  True])
    >>> bad_rows(["Ah Kh Qh Jh Th", "Ah Kh Qh Jh", "Ah Ah Qh Jh Th", None, "what?"])
    array([False,  True,  True, False,  True])
    """
    ranked_by = compiled_ranking(ranking)
    read = read_hands(hands, checks.sizes_of(ranked_by), threads_for(None))
    absent = np.zeros(len(read.cards), np.bool_) if (known := read.absent()) is None else known.copy()
    _strengths(read.cards, ranked_by, 1, None, absent, mark=True)
    return absent if read.missing is None else absent & ~read.missing


@overload
def best_cards(
    hands: HandsLike, *, ranking: RankingLike = HIGH, errors: Literal["null"], threads: int | None = None
) -> Masked[np.uint8]: ...


@overload
def best_cards(
    hands: HandsLike, *, ranking: RankingLike = HIGH, errors: Errors = "raise", threads: int | None = None
) -> NDArray[np.uint8]: ...


def best_cards(
    hands: HandsLike,
    *,
    ranking: RankingLike = HIGH,
    errors: Errors = "raise",
    threads: int | None = None,
) -> NDArray[np.uint8]:
    """Choose the five cards of every row that make its hand, in the order of the row: `uint8[n, 5]`.

    Where a hand does not qualify, `NO_CARD` stands in all five places. In badugi there are four places, and `NO_CARD`
    stands behind the cards that play.

    Args:
        hands: Hands as texts or rows of card ids, in any form of `HandsLike` but sets.
        ranking: What they are ranked by: a `Ranking` or its name.
        errors: `raise` for the first row that is no hand, or `null` to mask all such rows.
        threads: How many threads; None for as many as there are cores, where there are rows enough.

    >>> from fivecard.batch import format
    >>> format(best_cards("2c 7h Jh Js Ts Td 8s"))
    ['Jh Js Ts Td 8s']
    >>> from fivecard.rankings import BADUGI
    >>> best_cards("As 2s 3d 4c", ranking=BADUGI)
    array([[ 51,   5,   8, 255]], dtype=uint8)
    """
    ranked_by = compiled_ranking(ranking)
    read = read_hands(hands, checks.sizes_of(ranked_by), threads_for(threads))
    number = checks.threads(threads, len(read.rows))

    def choose(cards: Cards, absent: Flags | None, mark: bool) -> NDArray[np.uint8]:
        return _core.best_cards(cards.view(np.uint8), number, ranked_by.name, absent, mark)

    return apply_kernel(read, choose, errors)


def _strengths(
    cards: Cards, ranking: Ranking, threads: int, out: NDArray[np.uint16] | None, absent: Flags | None, mark: bool
) -> NDArray[np.uint16]:
    if cards.ndim == 1:
        return _core.set_strengths(cards.view(np.uint64), threads, out, ranking.name, absent, mark)
    return _core.strengths(cards.view(np.uint8), threads, out, ranking.name, absent, mark)

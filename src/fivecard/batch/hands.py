"""What every hand of an array is worth, and which of its cards make it."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fivecard import _core
from fivecard.batch import checks
from fivecard.errors import HandError
from fivecard.rankings import BADUGI, HIGH, Ranking, compiled_name

NO_CARD: Final = 255
"""What stands where there is no card."""


def kernel() -> str:
    """Name the kernels in use: `avx512`, `avx2`, `neon` or `portable`.

    The environment variable FIVECARD_KERNEL chooses.

    >>> kernel() in {"avx512", "avx2", "neon", "portable"}
    True
    """
    return _core.kernel()


def strengths(
    hands: Any,  # noqa: ANN401  (arrays, or anything with the Arrow interface)
    *,
    ranking: Ranking = HIGH,
    threads: int | None = None,
    out: NDArray[np.uint16] | None = None,
) -> NDArray[np.uint16]:
    """Find the strength of every hand of 5, 6 or 7 cards, or of 4 in badugi; 0 where a hand does not qualify.

    Rows of ids (`uint8[n, 5..7]`) or sets (`uint64[n]`, which may differ in size) are taken; an array that is not
    contiguous is copied once. `threads` is all cores for large inputs unless given; results never depend on it.
    Strengths go into `out` if that is given; its content is undefined after an error.

    >>> from fivecard.batch import parse
    >>> from fivecard.rankings import EIGHT_OR_BETTER
    >>> strengths(parse("Jh Js Ts Td 8s"))
    array([4628], dtype=uint16)
    >>> strengths(parse(["8h 6d 4c 3s Ah Kc Kh", "9h 6d 4c 3s Ah Kc Kh"]), ranking=EIGHT_OR_BETTER)
    array([28,  0], dtype=uint16)
    """
    name = compiled_name(ranking)
    cards = checks.cards(hands, ranking.hand_size)
    if out is not None and (not isinstance(out, np.ndarray) or out.dtype != np.uint16 or out.ndim != 1):
        raise HandError(f"out is a uint16 array of one dimension, not {checks.shape(out)}")
    if out is not None and not (out.flags.c_contiguous and out.flags.writeable and out.flags.aligned):
        raise HandError("out must be contiguous, aligned and writeable")
    number = checks.threads(threads, len(cards))
    if cards.ndim == 1:
        sets = cards.view(np.uint64)
        if ranking is BADUGI:
            return _core.badugi_set_strengths(sets, number, out)
        return _core.set_strengths(sets, number, out, name)
    rows = cards.view(np.uint8)
    if ranking is BADUGI:
        return _core.badugi_strengths(rows, number, out)
    return _core.strengths(rows, number, out, name)


def bad_rows(hands: Any, *, ranking: Ranking = HIGH) -> NDArray[np.bool_]:  # noqa: ANN401
    """Say of every row or set whether it is wrong, instead of raising at the first.

    >>> bad_rows(np.array([[0, 4, 8, 12, 20], [0, 0, 8, 12, 20], [0, 4, 8, 12, 52]], dtype=np.uint8))
    array([False,  True,  True])
    """
    name = compiled_name(ranking)
    cards = checks.cards(hands, ranking.hand_size)
    badugi = ranking is BADUGI
    if cards.ndim == 1:
        sets = cards.view(np.uint64)
        return _core.bad_badugi_sets(sets) if badugi else _core.bad_sets(sets, name)
    rows = cards.view(np.uint8)
    return _core.bad_badugi_rows(rows) if badugi else _core.bad_rows(rows, name)


def best_cards(
    hands: Any,  # noqa: ANN401
    *,
    ranking: Ranking = HIGH,
    threads: int | None = None,
) -> NDArray[np.uint8]:
    """Choose from every row the five cards that make its hand, in the order they stand there: `uint8[n, 5]`.

    Where a hand does not qualify, `NO_CARD` stands in all five places. In badugi there are four places, and `NO_CARD`
    stands behind the cards that play.

    >>> from fivecard.batch import format, parse
    >>> format(best_cards(parse("2c 7h Jh Js Ts Td 8s")))
    ['Jh Js Ts Td 8s']
    >>> best_cards(parse("As 2s 3d 4c"), ranking=BADUGI)
    array([[ 51,   5,   8, 255]], dtype=uint8)
    """
    name = compiled_name(ranking)
    cards = checks.cards(hands, ranking.hand_size)
    if cards.ndim != 2:
        raise HandError(f"the best cards are chosen from rows of card ids, not from {checks.shape(cards)}")
    rows, number = cards.view(np.uint8), checks.threads(threads, len(cards))
    if ranking is BADUGI:
        return _core.best_badugis(rows, number)
    return _core.best_fives(rows, number, name)

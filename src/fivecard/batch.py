r"""Arrays of hands, natively: every hand checked, at the speed of the hardware.

A hand is a row of card ids (four times the rank plus the suit, 0 to 51) in a `uint8` array, or a set of cards in a
`uint64` whose bit `i` is the card with id `i`. Arrow columns (pyarrow, polars, duckdb) are taken too. What is not a
hand raises `HandError` with the number of its row, and then nothing is returned.

>>> import numpy as np
>>> hands = parse("Ah Kh Qh Jh Th 2c 3d\n2c 3d 4h 5s 7c 8d 9h")
>>> hands.dtype, hands.shape
(dtype('uint8'), (2, 7))
>>> strengths(hands)
array([7462,   49], dtype=uint16)
>>> strengths(np.array([0b11111 << 47], dtype=np.uint64))
array([7452], dtype=uint16)
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fivecard import _core, arrow
from fivecard.cards import whole_number
from fivecard.errors import HandError, quoted
from fivecard.machine import threads_for
from fivecard.rankings import HIGH, Ranking

_ROWS_A_THREAD: Final = 1 << 18  # below this, another thread costs more than it brings


def kernel() -> str:
    """Name the kernels in use: `avx512` or `portable`; the environment variable FIVECARD_KERNEL chooses.

    >>> kernel() in {"avx512", "portable"}
    True
    """
    return _core.kernel()


def strengths(
    hands: Any,  # noqa: ANN401  (arrays, or anything with the Arrow interface)
    *,
    threads: int | None = None,
    out: NDArray[np.uint16] | None = None,
) -> NDArray[np.uint16]:
    """Give the strength of every hand of 5, 6 or 7 cards.

    Rows of ids (`uint8[n, 5..7]`) or sets (`uint64[n]`, which may differ in size) are taken; an array that is not
    contiguous is copied once. `threads` is all cores for large inputs unless given; results never depend on it.
    Strengths go into `out` if that is given; its content is undefined after an error.

    >>> strengths(parse("Jh Js Ts Td 8s"))
    array([4628], dtype=uint16)
    """
    cards = _cards(hands)
    if out is not None and (not isinstance(out, np.ndarray) or out.dtype != np.uint16 or out.ndim != 1):
        raise HandError(f"out is a uint16 array of one dimension, not {_shape(out)}")
    if out is not None and not (out.flags.c_contiguous and out.flags.writeable and out.flags.aligned):
        raise HandError("out must be contiguous, aligned and writeable")
    if cards.ndim == 1:
        return _core.set_strengths(cards.view(np.uint64), _threads(threads, len(cards)), out)
    return _core.strengths(cards.view(np.uint8), _threads(threads, len(cards)), out)


def bad_rows(hands: Any) -> NDArray[np.bool_]:  # noqa: ANN401
    """Say of every row or set whether it is wrong, instead of raising at the first.

    >>> bad_rows(np.array([[0, 4, 8, 12, 20], [0, 0, 8, 12, 20], [0, 4, 8, 12, 52]], dtype=np.uint8))
    array([False,  True,  True])
    """
    cards = _cards(hands)
    return _core.bad_sets(cards.view(np.uint64)) if cards.ndim == 1 else _core.bad_rows(cards.view(np.uint8))


def omaha_strengths(hole: Any, board: Any, *, threads: int | None = None) -> NDArray[np.uint16]:  # noqa: ANN401
    """Give the strength of 4, 5 or 6 hole cards with a board of five: exactly two of the one and three of the other.

    Hole cards are `uint8[n, 4..6]`; boards are `uint8[n, 5]`, or one board for all, `uint8[5]`.

    >>> omaha_strengths(parse("As Ad 2c 7h"), parse("Ks Qs Js Ts 2h")[0])  # a pair of aces: one card makes no straight
    array([4137], dtype=uint16)
    """
    holes = _cards(hole, columns=4)
    boards = _cards(np.atleast_2d(board) if isinstance(board, np.ndarray) else board)
    for name, array in (("hole cards", holes), ("boards", boards)):
        if array.ndim != 2:
            raise HandError(f"{name} are rows of card ids, not {_shape(array)}")
    return _core.omaha_strengths(holes.view(np.uint8), boards.view(np.uint8), _threads(threads, len(holes)))


def omaha_winners(deals: Any, *, threads: int | None = None) -> NDArray[np.uint8]:  # noqa: ANN401
    """Say who wins every Omaha showdown of two players, `uint8[n, 13]`: 4 + 4 hole cards and 5 on the board.

    >>> omaha_winners(parse("8H AS 3S 3H TH AD 8D 9C 2C 9S JH 4D 5S"))
    array([1], dtype=uint8)
    """
    cards = _cards(deals, columns=13)
    if cards.ndim != 2:
        raise HandError(f"deals are rows of card ids, not {_shape(cards)}")
    return _core.omaha_winners(cards.view(np.uint8), _threads(threads, len(cards)))


def winners(strengths: NDArray[np.uint16]) -> NDArray[np.uint8]:
    """Say who wins, given the strengths of all players, `[n, players]`: 1, 2, ..., or 0 where several tie.

    >>> winners(np.array([[5, 9, 7], [8, 3, 8]], dtype=np.uint16))
    array([2, 0], dtype=uint8)
    """
    numbers = isinstance(strengths, np.ndarray) and strengths.dtype.kind in "ui"
    if not numbers or strengths.ndim != 2 or not 1 <= strengths.shape[1] <= 255:
        raise HandError(f"strengths are an array with a row for each showdown, not {_shape(strengths)}")
    best = strengths.max(axis=1, keepdims=True)
    tied = (strengths == best).sum(axis=1) > 1
    return np.where(tied, 0, strengths.argmax(axis=1) + 1).astype(np.uint8)


def categories(strengths: NDArray[np.uint16], *, ranking: Ranking = HIGH) -> NDArray[np.uint8]:
    """Find the category of every strength, as the number of a `Category` (or a `BadugiCategory`).

    >>> categories(np.array([1, 7462], dtype=np.uint16))
    array([0, 8], dtype=uint8)
    """
    array, most = np.asarray(strengths), ranking.strongest
    if array.dtype.kind not in "ui" or (array.size and not 0 <= int(array.min()) <= int(array.max()) <= most):
        raise HandError(f"strengths are whole numbers from 0 to {most}")
    return _category_table(ranking)[array]


def parse(texts: Any) -> NDArray[np.uint8]:  # noqa: ANN401
    r"""Read hands from text, one a line, or from a column of strings: a row of card ids for each.

    Cards are written as `Ah`, `AH`, `ah` or `10h`, with spaces, commas or nothing between. All rows have as many cards
    as the first.

    >>> parse(["2c3c", "As Ks"])
    array([[ 0,  4],
           [51, 47]], dtype=uint8)
    """
    if not isinstance(texts, (str, bytes)):
        texts = "".join(f"{text}\n" for text in _texts(texts))
    return _core.parse(texts if isinstance(texts, bytes) else texts.encode("utf-8", errors="replace"))


def format(hands: Any) -> list[str]:  # noqa: A001, ANN401
    """Write rows of card ids as texts, `Ah Kh ...`.

    >>> format(np.array([[51, 47]], dtype=np.uint8))
    ['As Ks']
    """
    cards = _cards(hands)
    if cards.ndim != 2:
        raise HandError(f"hands are rows of card ids, not {_shape(cards)}")
    return _core.format_rows(cards.view(np.uint8)).decode("ascii").splitlines() if cards.size else [""] * len(cards)


def random_hands(n: int, cards: int, seed: int, *, threads: int | None = None) -> NDArray[np.uint8]:
    """Make `n` rows of different random cards; a seed gives the same rows everywhere.

    >>> random_hands(2, 5, seed=1).shape
    (2, 5)
    """
    rows, number = whole_number(n), whole_number(seed)
    if rows is None or not 0 <= rows < 1 << 48:
        raise HandError(f"a number of hands is a whole number from 0 to 2**48 - 1, not {quoted(n)}")
    if number is None or not 0 <= number < 1 << 64:
        raise HandError(f"a seed is a whole number from 0 to 2**64 - 1, not {quoted(seed)}")
    count = whole_number(cards)
    if count is None or not 1 <= count <= 52:
        raise HandError(f"a hand has 1 to 52 cards, not {quoted(cards)}")
    return _core.random_hands(rows, count, number, _threads(threads, rows))


def random_deals(
    n: int, seed: int, *, players: int = 2, hole: int = 4, board: int = 5, threads: int | None = None
) -> NDArray[np.uint8]:
    """Make `n` random deals: the hole cards of every player, then the board.

    >>> random_deals(2, seed=1).shape
    (2, 13)
    """
    counts = [count for each in (players, hole, board) if (count := whole_number(each)) is not None and count >= 0]
    cards = counts[0] * counts[1] + counts[2] if len(counts) == 3 else 0
    if not 1 <= cards <= 52:
        raise HandError(
            f"no deck has {quoted(hole)} cards for {quoted(players)} players and {quoted(board)} for the board"
        )
    return random_hands(n, cards, seed, threads=threads)


def census(cards: int) -> NDArray[np.uint64]:
    """Count all hands of 5, 6 or 7 cards by strength: entry `s` says how many have strength `s`.

    >>> int(census(5)[7462])
    4
    """
    number = whole_number(cards)
    if number is None or not 5 <= number <= 7:
        raise HandError(f"a hand has 5 to 7 cards, not {quoted(cards)}")
    return _core.census(number)


def _cards(hands: Any, columns: int = 5) -> NDArray[np.uint8] | NDArray[np.uint64]:  # noqa: ANN401
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
        raise HandError(f"hands are a uint8 array with a row for each, or a uint64 array of sets, not {_shape(hands)}")
    if hands.shape == (0, 0):
        return np.empty((0, columns), dtype=np.uint8)
    return np.require(np.asarray(hands), requirements=["C", "A"])


def _shape(value: object) -> str:
    if isinstance(value, np.ndarray):
        return f"{value.dtype}{list(value.shape)}"
    return quoted(value)


def _texts(column: Any) -> Iterable[str]:  # noqa: ANN401
    """Give a column of strings one by one; a null or another thing is named with its row."""
    values = column
    if hasattr(column, "tolist"):  # NumPy's and pandas' columns, of whatever kind
        values = column.tolist()
    elif not isinstance(column, Sequence) and arrow.is_arrow(column):
        values = arrow.texts(column)
    if not isinstance(values, (list, tuple)):
        raise HandError(f"texts are a block of text or a column of strings, not {_shape(column)}")
    for row, value in enumerate(values):
        text = value.decode("utf-8", errors="replace") if isinstance(value, bytes) else value
        if not isinstance(text, str) or "\n" in text:
            raise HandError(f"expected the text of a hand, got {quoted(value)} (row {row})")
        yield text


def _threads(wanted: int | None, rows: int) -> int:
    found = threads_for(wanted)
    return found if wanted is not None else max(1, min(found, rows // _ROWS_A_THREAD))


@cache
def _category_table(ranking: Ranking) -> NDArray[np.uint8]:
    return np.array([rung.category for rung in ranking.ladder], dtype=np.uint8)

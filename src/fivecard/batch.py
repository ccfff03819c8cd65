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
from fivecard.errors import HandError, RankingError, quoted
from fivecard.machine import threads_for
from fivecard.rankings import BADUGI, EIGHT_OR_BETTER, HIGH, Ranking, compiled_name

NO_CARD: Final = 255
"""What stands where there is no card."""
POT: Final = 5040
"""The units of a pot in `shares`: both halves of it part evenly among up to ten players."""

_MOST_SHARING: Final = 10
_ROWS_A_THREAD: Final = 1 << 18  # below this, another thread costs more than it brings


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

    >>> strengths(parse("Jh Js Ts Td 8s"))
    array([4628], dtype=uint16)
    >>> strengths(parse(["8h 6d 4c 3s Ah Kc Kh", "9h 6d 4c 3s Ah Kc Kh"]), ranking=EIGHT_OR_BETTER)
    array([28,  0], dtype=uint16)
    """
    name = compiled_name(ranking)
    cards = _cards(hands, ranking.hand_size)
    if out is not None and (not isinstance(out, np.ndarray) or out.dtype != np.uint16 or out.ndim != 1):
        raise HandError(f"out is a uint16 array of one dimension, not {_shape(out)}")
    if out is not None and not (out.flags.c_contiguous and out.flags.writeable and out.flags.aligned):
        raise HandError("out must be contiguous, aligned and writeable")
    number = _threads(threads, len(cards))
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
    cards = _cards(hands, ranking.hand_size)
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

    >>> format(best_cards(parse("2c 7h Jh Js Ts Td 8s")))
    ['Jh Js Ts Td 8s']
    >>> best_cards(parse("As 2s 3d 4c"), ranking=BADUGI)
    array([[ 51,   5,   8, 255]], dtype=uint8)
    """
    name = compiled_name(ranking)
    cards = _cards(hands, ranking.hand_size)
    if cards.ndim != 2:
        raise HandError(f"the best cards are chosen from rows of card ids, not from {_shape(cards)}")
    rows, number = cards.view(np.uint8), _threads(threads, len(cards))
    if ranking is BADUGI:
        return _core.best_badugis(rows, number)
    return _core.best_fives(rows, number, name)


def omaha_strengths(
    hole: Any,  # noqa: ANN401
    board: Any,  # noqa: ANN401
    *,
    ranking: Ranking = HIGH,
    threads: int | None = None,
) -> NDArray[np.uint16]:
    """Find the strength of 4, 5 or 6 hole cards with a board of five: exactly two of the one and three of the other.

    Hole cards are `uint8[n, 4..6]`; boards are `uint8[n, 5]`, or one board for all, `uint8[5]`. `EIGHT_OR_BETTER` is
    the ranking of the low half: 0 where there is no low.

    >>> omaha_strengths(parse("As Ad 2c 7h"), parse("Ks Qs Js Ts 2h")[0])  # a pair of aces: one card makes no straight
    array([4137], dtype=uint16)
    >>> omaha_strengths(parse("As Ad 2c 7h"), parse("8s 4s 3s Ts Kh")[0], ranking=EIGHT_OR_BETTER)
    array([35], dtype=uint16)
    """
    if ranking is not HIGH and ranking is not EIGHT_OR_BETTER:
        raise RankingError(f"Omaha is played for high and for eight or better, not for {compiled_name(ranking)}")
    holes = _cards(hole, columns=4)
    boards = _cards(np.atleast_2d(board) if isinstance(board, np.ndarray) else board)
    for name, array in (("hole cards", holes), ("boards", boards)):
        if array.ndim != 2:
            raise HandError(f"{name} are rows of card ids, not {_shape(array)}")
    find = _core.omaha_strengths if ranking is HIGH else _core.omaha_low_strengths
    return find(holes.view(np.uint8), boards.view(np.uint8), _threads(threads, len(holes)))


def omaha_winners(deals: Any, *, threads: int | None = None) -> NDArray[np.uint8]:  # noqa: ANN401
    """Say who wins every Omaha showdown of two players, `uint8[n, 13]`: 4 + 4 hole cards and 5 on the board.

    >>> omaha_winners(parse("8H AS 3S 3H TH AD 8D 9C 2C 9S JH 4D 5S"))
    array([1], dtype=uint8)
    """
    cards = _deals_of_two(deals)
    return _core.omaha_winners(cards, _threads(threads, len(cards)))


def omaha_high_low_quarters(deals: Any, *, threads: int | None = None) -> NDArray[np.uint8]:  # noqa: ANN401
    """Count the quarters of the pot that player 1 wins in every Omaha high-low showdown of two, `uint8[n, 13]`.

    Half a pot is for the high hand and half for the low, eight or better; without a low, all is for the high.

    >>> deals = parse(["As 2s Kd Kc Ac 2c Jd Tc 3h 4h 8d Ks 9s", "As 2s Kd Kc Ac 3c Jd 6c 3h Qh 8d Ks 9s"])
    >>> omaha_high_low_quarters(deals)  # both have 8-4-3-2-A; the other board has but two low cards
    array([3, 4], dtype=uint8)
    """
    cards = _deals_of_two(deals)
    return _core.omaha_high_low_quarters(cards, _threads(threads, len(cards)))


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
        raise HandError(f"there are {_shape(low)} low strengths for {_shape(strengths)} high ones")
    return high_half + np.where(low.any(axis=1, keepdims=True), _half(low), high_half)


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


def random_hands(
    n: int, cards: int, seed: int, *, ranking: Ranking = HIGH, threads: int | None = None
) -> NDArray[np.uint8]:
    """Make `n` rows of different random cards of a ranking's deck; a seed gives the same rows everywhere.

    >>> random_hands(2, 5, seed=1).shape
    (2, 5)
    """
    rows, number = whole_number(n), whole_number(seed)
    if rows is None or not 0 <= rows < 1 << 48:
        raise HandError(f"a number of hands is a whole number from 0 to 2**48 - 1, not {quoted(n)}")
    if number is None or not 0 <= number < 1 << 64:
        raise HandError(f"a seed is a whole number from 0 to 2**64 - 1, not {quoted(seed)}")
    compiled_name(ranking)  # decks of other rankings may have gaps
    count, deck = whole_number(cards), ranking.deck
    if count is None or not 1 <= count <= len(deck):
        raise HandError(f"a hand has 1 to {len(deck)} cards, not {quoted(cards)}")
    return _core.random_hands(rows, count, number, _threads(threads, rows), deck[0].id)


def random_deals(
    n: int,
    seed: int,
    *,
    players: int = 2,
    hole: int = 4,
    board: int = 5,
    ranking: Ranking = HIGH,
    threads: int | None = None,
) -> NDArray[np.uint8]:
    """Make `n` random deals: the hole cards of every player, then the board.

    >>> random_deals(2, seed=1).shape
    (2, 13)
    """
    compiled_name(ranking)
    counts = [count for each in (players, hole, board) if (count := whole_number(each)) is not None and count >= 0]
    cards = counts[0] * counts[1] + counts[2] if len(counts) == 3 else 0
    if not 1 <= cards <= len(ranking.deck):
        raise HandError(
            f"no deck has {quoted(hole)} cards for {quoted(players)} players and {quoted(board)} for the board"
        )
    return random_hands(n, cards, seed, ranking=ranking, threads=threads)


def census(cards: int, *, ranking: Ranking = HIGH) -> NDArray[np.uint64]:
    """Count all hands of 5, 6 or 7 cards (4 in badugi) by strength: entry `s` says how many have strength `s`.

    >>> int(census(5)[7462]), int(census(7, ranking=EIGHT_OR_BETTER)[0])  # royal flushes; hands without a low
    (4, 109253616)
    """
    name, number = compiled_name(ranking), whole_number(cards)
    fewest, most = ranking.hand_size, ranking.largest_hand
    if number is None or not fewest <= number <= most:
        raise HandError(f"a hand has {f'{fewest} to {most}' if most > fewest else fewest} cards, not {quoted(cards)}")
    return _core.badugi_census() if ranking is BADUGI else _core.census(number, name)


def _deals_of_two(deals: Any) -> NDArray[np.uint8]:  # noqa: ANN401
    cards = _cards(deals, columns=13)
    if cards.ndim != 2:
        raise HandError(f"deals are rows of card ids, not {_shape(cards)}")
    return cards.view(np.uint8)


def _check_showdowns(strengths: NDArray[np.uint16], players: range) -> None:
    numbers = isinstance(strengths, np.ndarray) and strengths.dtype.kind in "ui" and strengths.ndim == 2
    if not numbers or strengths.shape[1] not in players:
        many = f"{players[0]} to {players[-1]} players"
        raise HandError(f"strengths are an array with a row for each showdown of {many}, not {_shape(strengths)}")


def _best(strengths: NDArray[np.uint16]) -> NDArray[np.bool_]:
    """Which players of every row have its highest strength."""
    best: NDArray[np.bool_] = strengths == strengths.max(axis=1, keepdims=True)
    return best


def _half(strengths: NDArray[np.uint16]) -> NDArray[np.uint16]:
    """Half a pot, parted among the best of every row."""
    best = _best(strengths)
    each = POT // 2 // best.sum(axis=1, keepdims=True, dtype=np.uint16)
    return np.where(best, each, 0).astype(np.uint16)


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

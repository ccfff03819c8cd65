r"""Arrays of hands, natively: every hand checked, at the speed of the hardware.

A hand is a text, a row of card ids (four times the rank plus the suit, 0 to 51), or a set of cards in a `uint64` whose
bit `i` is the card with id `i`; `HandsLike` lists what may hold them. What is not a hand raises `HandError` with the
number of its row, and then nothing is returned; with `errors="null"` it is masked in the result. A hand that is missing
(a null, None, NaN) is always masked: results are masked arrays where something is, and plain ones elsewhere.

>>> import numpy as np
>>> strengths(["Ah Kh Qh Jh Th", None, "2♣ 3♦ 4♥ 5♠ 7♣ 8♦ 9♥"])
masked_array(data=[7462, --, 49],
             mask=[False,  True, False],
       fill_value=np.uint64(999999),
            dtype=uint16)
>>> hands = parse("Ah Kh Qh Jh Th 2c 3d\n2c 3d 4h 5s 7c 8d 9h")
>>> hands.dtype, hands.shape
(dtype('uint8'), (2, 7))
>>> strengths(hands)
array([7462,   49], dtype=uint16)
>>> strengths(np.array([0b11111 << 47], dtype=np.uint64))
array([7452], dtype=uint16)
"""

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fivecard import _core
from fivecard.cards import whole_number
from fivecard.columns import (
    DEAL,
    NO_CARD,
    ROW,
    Cards,
    Errors,
    Hands,
    HandsLike,
    Sizes,
    StrengthsLike,
    judged,
    read_hands,
    read_strengths,
)
from fivecard.errors import HandError, RankingError, quoted
from fivecard.machine import threads_for
from fivecard.rankings import BADUGI, EIGHT_OR_BETTER, HIGH, Ranking, compiled_name

__all__ = [
    "NO_CARD", "POT", "HandsLike", "StrengthsLike", "bad_rows", "best_cards", "categories", "census", "format",
    "kernel", "omaha_high_low_quarters", "omaha_strengths", "omaha_winners", "parse", "random_deals", "random_hands",
    "shares", "strengths", "winners",
]  # fmt: skip

POT: Final = 5040
"""The units of a pot in `shares`: both halves of it part evenly among up to ten players."""

_MOST_SHARING: Final = 10
_BOARD: Final = Sizes(5, 5, "a board")
_OMAHA_HOLE: Final = Sizes(4, 6, "an Omaha hand")
_ROWS_A_THREAD: Final = 1 << 18  # below this, another thread costs more than it brings


def kernel() -> str:
    """Name the kernels in use: `avx512`, `avx2`, `neon` or `portable`.

    The environment variable FIVECARD_KERNEL chooses.

    >>> kernel() in {"avx512", "avx2", "neon", "portable"}
    True
    """
    return _core.kernel()


def strengths(
    hands: HandsLike,
    *,
    ranking: Ranking = HIGH,
    errors: Errors = "raise",
    threads: int | None = None,
    out: NDArray[np.uint16] | None = None,
) -> NDArray[np.uint16]:
    """Find the strength of every hand of 5, 6 or 7 cards, or of 4 in badugi; 0 where a hand does not qualify.

    Hands come in any of the forms of `HandsLike`, sizes may be mixed. `errors="null"` masks hands that are none instead
    of raising for the first. `threads` is all cores for large inputs unless given; results never depend on it.
    Strengths go into `out` if that is given; its content is undefined after an error.

    >>> strengths(["Jh Js Ts Td 8s", "J♥ J♠ 10♠ 10♦ 8♠ 2c 3c"])
    array([4628, 4628], dtype=uint16)
    >>> strengths(parse(["8h 6d 4c 3s Ah Kc Kh", "9h 6d 4c 3s Ah Kc Kh"]), ranking=EIGHT_OR_BETTER)
    array([28,  0], dtype=uint16)
    """
    compiled_name(ranking)
    read = read_hands(hands, _sizes(ranking), threads_for(threads))
    if out is not None and (not isinstance(out, np.ndarray) or out.dtype != np.uint16 or out.ndim != 1):
        raise HandError(f"out is a uint16 array of one dimension, not {_shape(out)}")
    if out is not None and not (out.flags.c_contiguous and out.flags.writeable and out.flags.aligned):
        raise HandError("out must be contiguous, aligned and writeable")
    number = _threads(threads, len(read.cards))
    return judged(
        read,
        lambda cards: _strengths(cards, ranking, number, out),
        lambda cards: _bad_rows(cards, ranking),
        errors,
        first_card=ranking.deck[0].id,
        check=lambda cards: _strengths(cards, ranking, number, None),
    )


def bad_rows(hands: HandsLike, *, ranking: Ranking = HIGH) -> NDArray[np.bool_]:
    """Say of every row or set whether it is wrong, instead of raising at the first. A missing hand is not wrong.

    >>> bad_rows(np.array([[0, 4, 8, 12, 20], [0, 0, 8, 12, 20], [0, 4, 8, 12, 52]], dtype=np.uint8))
    array([False,  True,  True])
    >>> bad_rows(["Ah Kh Qh Jh Th", "Ah Kh Qh Jh", "Ah Ah Qh Jh Th", None, "what?"])
    array([False,  True,  True, False,  True])
    """
    compiled_name(ranking)
    read = read_hands(hands, _sizes(ranking), threads_for(None))
    found = _bad_rows(read.there(ranking.deck[0].id), ranking)
    return found if read.bad is None else found | read.bad


def best_cards(
    hands: HandsLike,
    *,
    ranking: Ranking = HIGH,
    errors: Errors = "raise",
    threads: int | None = None,
) -> NDArray[np.uint8]:
    """Choose from every row the five cards that make its hand, in the order they stand there: `uint8[n, 5]`.

    Where a hand does not qualify, `NO_CARD` stands in all five places. In badugi there are four places, and `NO_CARD`
    stands behind the cards that play.

    >>> format(best_cards("2c 7h Jh Js Ts Td 8s"))
    ['Jh Js Ts Td 8s']
    >>> best_cards("As 2s 3d 4c", ranking=BADUGI)
    array([[ 51,   5,   8, 255]], dtype=uint8)
    """
    name = compiled_name(ranking)
    read = read_hands(hands, _sizes(ranking), threads_for(threads))
    number = _threads(threads, len(read.rows))

    def choose(cards: Cards) -> NDArray[np.uint8]:
        rows = cards.view(np.uint8)
        return _core.best_badugis(rows, number) if ranking is BADUGI else _core.best_fives(rows, number, name)

    return judged(read, choose, lambda cards: _bad_rows(cards, ranking), errors, first_card=ranking.deck[0].id)


def omaha_strengths(
    hole: HandsLike,
    board: HandsLike,
    *,
    ranking: Ranking = HIGH,
    errors: Errors = "raise",
    threads: int | None = None,
) -> NDArray[np.uint16]:
    """Find the strength of 4, 5 or 6 hole cards with a board of five: exactly two of the one and three of the other.

    Hole cards are `uint8[n, 4..6]`, or any rows or texts; so are boards, of which one for all is enough (`uint8[5]` or
    a text). `EIGHT_OR_BETTER` is the ranking of the low half: 0 where there is no low.

    >>> omaha_strengths("As Ad 2c 7h", "Ks Qs Js Ts 2h")  # a pair of aces: one card makes no straight
    array([4137], dtype=uint16)
    >>> omaha_strengths(["As Ad 2c 7h"], "8s 4s 3s Ts Kh", ranking=EIGHT_OR_BETTER)
    array([35], dtype=uint16)
    """
    if ranking is not HIGH and ranking is not EIGHT_OR_BETTER:
        raise RankingError(f"Omaha is played for high and for eight or better, not for {compiled_name(ranking)}")
    find = _core.omaha_strengths if ranking is HIGH else _core.omaha_low_strengths
    holes = read_hands(hole, _OMAHA_HOLE, threads_for(threads))
    if isinstance(board, np.ndarray) and board.ndim == 1 and board.dtype.kind in "ui":
        board = board[None, :]
    boards = read_hands(board, _BOARD, threads_for(threads))
    number = _threads(threads, len(holes.rows))
    columns = holes.rows.shape[1]
    if boards.absent() is None and holes.absent() is None and errors == "raise":
        return find(holes.rows, boards.rows, number)
    return judged(
        _together(holes, boards),
        lambda cards: find(*_parted(cards, columns), number),
        _bad_deals,
        errors,
    )


def omaha_winners(deals: HandsLike, *, errors: Errors = "raise", threads: int | None = None) -> NDArray[np.uint8]:
    """Say who wins every Omaha showdown of two players, rows of 13: 4 + 4 hole cards and 5 on the board.

    >>> omaha_winners("8H AS 3S 3H TH AD 8D 9C 2C 9S JH 4D 5S")
    array([1], dtype=uint8)
    """
    read = read_hands(deals, DEAL, threads_for(threads))
    number = _threads(threads, len(read.rows))
    return judged(read, lambda cards: _core.omaha_winners(cards.view(np.uint8), number), _bad_deals, errors)


def omaha_high_low_quarters(
    deals: HandsLike, *, errors: Errors = "raise", threads: int | None = None
) -> NDArray[np.uint8]:
    """Count the quarters of the pot that player 1 wins in every Omaha high-low showdown of two, rows of 13.

    Half a pot is for the high hand and half for the low, eight or better; without a low, all is for the high.

    >>> deals = parse(["As 2s Kd Kc Ac 2c Jd Tc 3h 4h 8d Ks 9s", "As 2s Kd Kc Ac 3c Jd 6c 3h Qh 8d Ks 9s"])
    >>> omaha_high_low_quarters(deals)  # both have 8-4-3-2-A; the other board has but two low cards
    array([3, 4], dtype=uint8)
    """
    read = read_hands(deals, DEAL, threads_for(threads))
    number = _threads(threads, len(read.rows))
    return judged(read, lambda cards: _core.omaha_high_low_quarters(cards.view(np.uint8), number), _bad_deals, errors)


def winners(strengths: StrengthsLike) -> NDArray[np.uint8]:
    """Say who wins, given the strengths of all players: 1, 2, ..., or 0 where several tie.

    Strengths are an array `[n, players]`, a data frame with a column for each player, or a list of columns, of any
    integer type. Where one is missing, so is the winner.

    >>> winners(np.array([[5, 9, 7], [8, 3, 8]], dtype=np.uint16))
    array([2, 0], dtype=uint8)
    """
    numbers, missing = read_strengths(strengths, range(1, 256))
    best = numbers == numbers.max(axis=1, keepdims=True)
    found = np.where(best.sum(axis=1) > 1, 0, best.argmax(axis=1) + 1).astype(np.uint8)
    return found if missing is None else np.ma.MaskedArray(found, mask=missing.any(axis=1))


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


def parse(texts: HandsLike, *, errors: Errors = "raise", threads: int | None = None) -> NDArray[np.uint8]:
    r"""Read hands from text, one a line, or from a column of strings: a row of card ids for each.

    Cards are written as `parse_cards` reads them: `Ah`, `AH`, `ah`, `10h` or `A♥`, with spaces, commas or nothing
    between. Behind the cards of a row that has fewer than others stands `NO_CARD`. Other forms of hands are taken too.

    >>> parse(["2c3c", "As Ks", "10♥"])
    array([[  0,   4],
           [ 51,  47],
           [ 34, 255]], dtype=uint8)
    """
    read = read_hands(texts, ROW, threads_for(threads))
    cards = read.rows

    def find_bad(cards: Cards) -> NDArray[np.bool_]:
        flags: NDArray[np.bool_] = ((cards > 51) & (cards != NO_CARD)).any(axis=1)
        return flags

    def check(cards: Cards) -> NDArray[np.uint8]:
        if (bad := find_bad(cards)).any():
            row = int(bad.argmax())
            wrong = next(card for card in cards[row].tolist() if card > 51 and card != NO_CARD)
            raise HandError(f"card id {wrong} is not below 52 (row {row})")
        return cards.view(np.uint8)

    return judged(read, check, find_bad, errors) if len(cards) else np.empty((0, 0), np.uint8)


def format(hands: HandsLike) -> list[str]:  # noqa: A001
    """Write rows of card ids as texts, `Ah Kh ...`; nothing where a hand is missing.

    >>> format(np.array([[51, 47], [35, NO_CARD]], dtype=np.uint8))
    ['As Ks', 'Ts']
    """
    read = read_hands(hands, ROW)
    if read.problem is not None:
        raise read.problem
    if not read.rows.size:
        return [""] * len(read.rows)
    lines = _core.format_rows(read.there().view(np.uint8)).decode("ascii").splitlines()
    if read.missing is not None:
        return ["" if gone else line for line, gone in zip(lines, read.missing.tolist(), strict=True)]
    return lines


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


@cache
def _sizes(ranking: Ranking) -> Sizes:
    return Sizes(ranking.hand_size, ranking.largest_hand)


def _strengths(cards: Cards, ranking: Ranking, threads: int, out: NDArray[np.uint16] | None) -> NDArray[np.uint16]:
    name = compiled_name(ranking)
    if cards.ndim == 1:
        sets = cards.view(np.uint64)
        if ranking is BADUGI:
            return _core.badugi_set_strengths(sets, threads, out)
        return _core.set_strengths(sets, threads, out, name)
    rows = cards.view(np.uint8)
    if ranking is BADUGI:
        return _core.badugi_strengths(rows, threads, out)
    return _core.strengths(rows, threads, out, name)


def _bad_rows(cards: Cards, ranking: Ranking) -> NDArray[np.bool_]:
    name, badugi = compiled_name(ranking), ranking is BADUGI
    if cards.ndim == 1:
        sets = cards.view(np.uint64)
        return _core.bad_badugi_sets(sets) if badugi else _core.bad_sets(sets, name)
    rows = cards.view(np.uint8)
    return _core.bad_badugi_rows(rows) if badugi else _core.bad_rows(rows, name)


def _together(holes: Hands, boards: Hands) -> Hands:
    """Hole cards and board in one row, as far as both can be there."""
    rows, board = holes.rows, boards.rows
    if len(board) not in (1, len(rows)):
        raise HandError(f"there are {len(board)} boards for {len(rows)} hands: one for all is needed, or one for each")

    def spread(flags: NDArray[np.bool_] | None) -> NDArray[np.bool_] | None:
        return None if flags is None else np.broadcast_to(flags, len(rows))

    deals = holes._replace(cards=np.hstack([rows, np.broadcast_to(board, (len(rows), board.shape[1]))]))
    if (bad := spread(boards.bad)) is not None and (problem := boards.problem) is not None:
        deals = deals.refused(bad, lambda _: problem)
    missing = spread(boards.missing)
    return deals if missing is None else deals.without(missing)


def _parted(cards: Cards, hole: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    rows = cards.view(np.uint8)
    return np.ascontiguousarray(rows[:, :hole]), np.ascontiguousarray(rows[:, hole:])


def _bad_deals(cards: Cards) -> NDArray[np.bool_]:
    """Which rows have a card twice, or what is no card."""
    rows = np.sort(cards.view(np.uint8), axis=1)
    bad: NDArray[np.bool_] = (rows[:, 1:] == rows[:, :-1]).any(axis=1) | (rows[:, -1] > 51)
    return bad


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


def _shape(value: object) -> str:
    if isinstance(value, np.ndarray):
        return f"{value.dtype}{list(value.shape)}"
    return quoted(value)


def _threads(wanted: int | None, rows: int) -> int:
    found = threads_for(wanted)
    return found if wanted is not None else max(1, min(found, rows // _ROWS_A_THREAD))


@cache
def _category_table(ranking: Ranking) -> NDArray[np.uint8]:
    return np.array([rung.category for rung in ranking.ladder], dtype=np.uint8)

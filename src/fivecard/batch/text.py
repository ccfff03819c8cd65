"""Hands from text and back."""

from typing import Literal, overload

import numpy as np
from numpy.typing import NDArray

from fivecard import _core
from fivecard._util.bad_rows import Errors
from fivecard._util.machine import pieces, threads_for
from fivecard.batch._input import NO_CARD, ROW, Cards, Hands, HandsLike, apply_kernel, read_hands
from fivecard.batch._input.hands import Flags
from fivecard.batch.missing import Masked
from fivecard.errors import CardError


@overload
def parse(texts: HandsLike, *, errors: Literal["null"], threads: int | None = None) -> Masked[np.uint8]: ...


@overload
def parse(texts: HandsLike, *, errors: Errors = "raise", threads: int | None = None) -> NDArray[np.uint8]: ...


def parse(texts: HandsLike, *, errors: Errors = "raise", threads: int | None = None) -> NDArray[np.uint8]:
    r"""Read hands from text, one a line, or from a column of strings: a row of card ids for each.

    Cards are written as `parse_cards` reads them: `Ah`, `AH`, `ah`, `10h` or `A♥`, with spaces, commas or nothing
    between. Behind the cards of a row that has fewer than others stands `NO_CARD`. Other forms of hands are taken too.

    Args:
        texts: A text of lines, a list or a column of texts, or any other form of `HandsLike`.
        errors: `raise` for the first bad row, or `null` to mask all of them.
        threads: How many threads; None for as many as there are cores.

    >>> parse(["2c3c", "As Ks", "10♥"])
    array([[  0,   4],
           [ 51,  47],
           [ 34, 255]], dtype=uint8)
    """
    read = read_hands(texts, ROW, threads_for(threads))
    cards = read.rows

    def check(cards: Cards, absent: Flags | None, mark: bool) -> NDArray[np.uint8]:
        rows = cards.view(np.uint8)
        bad: Flags = ((rows > 51) & (rows != NO_CARD)).any(axis=1)
        if absent is not None:
            bad &= ~absent
        if not mark and bad.any():
            row = int(bad.argmax())
            wrong = next(card for card in rows[row].tolist() if card > 51 and card != NO_CARD)
            raise CardError(f"card id {wrong} is not below 52", row=row)
        if absent is None:
            return rows
        absent |= bad
        return np.where(absent[:, None], np.uint8(0), rows)

    return apply_kernel(read if len(cards) else Hands(np.empty((0, 0), np.uint8)), check, errors)


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
    rows, lines = read.rows, list[str]()
    if read.missing is not None:
        rows = np.where(read.missing[:, None], np.uint8(0), rows)
    for piece in pieces(len(rows), size=1 << 16):
        lines += _core.format_rows(rows[piece]).decode("ascii").splitlines()
    if read.missing is not None:
        return ["" if gone else line for line, gone in zip(lines, read.missing.tolist(), strict=True)]
    return lines

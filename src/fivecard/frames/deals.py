"""Deals in columns of texts, settled in memory as a file of them would be: all cards of a deal are checked together."""

import io
import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from fivecard.batch import winners
from fivecard.columns import Errors, Sizes, read_hands
from fivecard.errors import HandError
from fivecard.machine import threads_for
from fivecard.showdown import Layout, strengths_of_file


class Settled(NamedTuple):
    """Who wins each deal, and what everyone has for each part of the pot; masked where a deal is missing or bad."""

    winners: NDArray[np.uint8]
    strengths: "list[NDArray[np.uint16]]"


def settle_texts(
    columns: "Sequence[pa.Array]", layout: Layout, errors: Errors = "raise", *, apart: bool = False
) -> Settled:
    """Settle deals whose cards stand side by side in columns of texts; a deal of which one is null is missing.

    Columns that are `apart` have the cards of one player each, and then the board's: a card of another is refused.

    >>> settle_texts([pa.array(["AH AC KH KC"]), pa.array(["QC 3H TS 8H JD"])], Layout("holdem")).winners
    array([1], dtype=uint8)
    >>> settle_texts([pa.array(["AH AC KH KC QC 3H TS 8H AH"])], Layout("holdem"))
    Traceback (most recent call last):
    fivecard.errors.HandError: duplicate card 'AH' at column 25 (row 0)
    >>> shifted = [pa.array(["AH"]), pa.array(["AC KH KC"]), pa.array(["QC 3H TS 8H JD"])]
    >>> settle_texts(shifted, Layout("holdem"), apart=True)
    Traceback (most recent call last):
    fivecard.errors.HandError: the hand of player 1 has 2 cards, this one has 1: 'AH' (row 0)
    """
    texts = [_texts(column) for column in columns]
    separator = pa.scalar(" ", pa.large_string())
    deals = texts[0] if len(texts) == 1 else pc.binary_join_element_wise(*texts, separator, null_handling="emit_null")
    missing = deals.is_null().to_numpy(zero_copy_only=False)
    if apart:
        deals = _without_shifted(deals, texts, layout, errors)
    rows = _strengths(_lines(deals, layout), layout, errors)
    if len(rows) != len(deals):
        raise HandError(f"{len(rows)} deals were found in {len(deals)} rows")
    bad = ~rows.any(axis=1)  # of a hand there is, one part of the pot is never 0
    absent = missing | bad
    parts = len(layout.game.rankings)
    strengths: list[NDArray[np.uint16]] = [
        np.ascontiguousarray(rows[:, part * layout.players : (part + 1) * layout.players]) for part in range(parts)
    ]
    won = _winners(strengths)
    if absent.any():
        mask = np.repeat(absent[:, None], layout.players, axis=1)
        strengths = [np.ma.MaskedArray(part, mask=mask) for part in strengths]
        won = np.ma.MaskedArray(won, mask=absent)
    return Settled(won, strengths)


def _texts(column: "pa.Array") -> "pa.Array":
    """A column of texts or bytes, whatever they are; those that are no UTF-8 are no cards either."""
    kind = column.type.value_type if pa.types.is_dictionary(column.type) else column.type
    texts = (pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.large_binary(), pa.binary_view())
    if kind not in (*texts, pa.null()) and not pa.types.is_fixed_size_binary(kind):
        raise HandError(f"the cards of deals are texts, not {column.type}")
    return column.cast(pa.large_string(), safe=False)


def _without_shifted(deals: "pa.Array", texts: "list[pa.Array]", layout: Layout, errors: Errors) -> "pa.Array":
    """The deals, none of which has the cards of one player in the column of another: they are bad."""
    hole = [Sizes(layout.hole, layout.hole, f"the hand of player {number}") for number in range(1, layout.players + 1)]
    wanted = [*hole, *([Sizes(layout.game.board, layout.game.board, "the board")] if layout.game.board else [])]
    shifted = np.zeros(len(deals), bool)
    for column, sizes in zip(texts, wanted, strict=True):
        if (bad := read_hands(column, sizes, threads_for(None)).bad) is not None:
            shifted |= bad
    shifted &= deals.is_valid().to_numpy(zero_copy_only=False)
    if not shifted.any():
        return deals
    if errors == "raise":
        first = int(shifted.argmax())
        _strengths(_lines(deals[:first], layout), layout, errors)  # of which none is bad
        for column, sizes in zip(texts, wanted, strict=True):
            if (problem := read_hands(column[first : first + 1], sizes).problem) is not None:
                raise HandError(f"{str(problem).removesuffix('(row 0)')}(row {first})")
    return pc.if_else(pa.array(shifted), pa.scalar("?", pa.large_string()), deals)


def _winners(strengths: "list[NDArray[np.uint16]]") -> NDArray[np.uint8]:
    """Who wins all of each pot. Nobody wins the part that nobody qualifies for."""
    won = winners(strengths[0])
    for part in strengths[1:]:
        won = np.where(part.any(axis=1) & (winners(part) != won), 0, won).astype(np.uint8)
    return won


def _lines(deals: "pa.Array", layout: Layout) -> memoryview:
    """A line for each deal: some deal where there is none, and what is no deal where there is a blank."""
    deck = layout.game.rankings[0].deck
    some = " ".join(str(card) for card in deck[: layout.cards])
    if deals.null_count:
        deals = deals.fill_null(some)
    deals = pc.replace_substring(deals, "\n", "?")
    blank = pc.equal(pc.ascii_trim_whitespace(deals), "")
    if pc.any(blank).as_py():
        deals = pc.if_else(blank, pa.scalar("?", pa.large_string()), deals)
    nothing, end = (pa.scalar(text, pa.large_string()) for text in ("", "\n"))
    lines = pc.binary_join_element_wise(deals, nothing, end)
    _, offsets, data = lines.buffers()
    first, last = np.frombuffer(offsets, np.int64)[[lines.offset, lines.offset + len(lines)]].tolist()
    return memoryview(data if data is not None else b"")[first:last]


def _strengths(lines: memoryview, layout: Layout, errors: Errors) -> NDArray[np.uint16]:
    width = layout.players * len(layout.game.rankings)
    try:
        pieces = list(strengths_of_file(io.BytesIO(lines), layout, keep_bad_lines=errors == "null"))
    except HandError as error:
        if found := re.fullmatch(r"line (\d+): (.*)", str(error), re.DOTALL):
            raise HandError(f"{found[2]} (row {int(found[1]) - 1})") from None
        raise
    parts = [np.frombuffer(piece, np.uint16) for piece in pieces]
    return np.concatenate([np.empty(0, np.uint16), *parts]).reshape(-1, width)

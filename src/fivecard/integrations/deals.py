"""Deals in columns of hands, settled in memory: all cards of a deal are checked together."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from fivecard._util.machine import threads_for
from fivecard.batch import format as texts_of
from fivecard.batch import omaha_strengths, winners
from fivecard.batch import strengths as strengths_of
from fivecard.batch._input import Errors, Hands, Sizes, read_hands
from fivecard.batch._input.hands import NO_CARD, check_errors
from fivecard.cards import ALL_CARDS
from fivecard.errors import FivecardError, FormatError, HandError
from fivecard.rankings import Ranking
from fivecard.showdown import Layout


class Settled(NamedTuple):
    """Who wins each deal, and what everyone has for each part of the pot; masked where a deal is missing or bad."""

    winners: NDArray[np.uint8]
    strengths: "list[NDArray[np.uint16]]"


def settle_columns(
    columns: "Sequence[pa.Array]", layout: Layout, errors: Errors = "raise", *, apart: bool = False
) -> Settled:
    """Settle deals whose cards stand side by side in columns, as texts or lists; where one is null, a deal is missing.

    Columns that are `apart` have the cards of one player each, and then the board's: a card of another is refused.

    >>> settle_columns([pa.array(["AH AC KH KC"]), pa.array(["Q♣3♥T♠8♥J♦"])], Layout("holdem")).winners
    array([1], dtype=uint8)
    >>> settle_columns([pa.array(["AH AC KH KC QC 3H TS 8H AH"])], Layout("holdem"))
    Traceback (most recent call last):
    fivecard.errors.HandError: duplicate card 'Ah' in 'Ah Ac Kh Kc Qc 3h Ts 8h Ah' (row 0)
    >>> shifted = [pa.array(["AH"]), pa.array(["AC KH KC"]), pa.array(["QC 3H TS 8H JD"])]
    >>> settle_columns(shifted, Layout("holdem"), apart=True)
    Traceback (most recent call last):
    fivecard.errors.HandError: the hand of player 1 has 2 cards, this one has 1: 'AH' (row 0)
    """
    check_errors(errors)
    first_card = layout.game.rankings[0].deck[0].id
    deals = _checked(_apart(columns, layout) if apart else _side_by_side(columns, layout), first_card, layout)
    if errors == "raise" and deals.problem is not None:
        raise deals.problem
    cards = deals.there(first_card).view(np.uint8)
    strengths = [_strengths(cards, layout, ranking) for ranking in layout.game.rankings]
    won = _winners(strengths)
    if (absent := deals.absent()) is not None:
        mask = np.repeat(absent[:, None], layout.players, axis=1)
        strengths = [np.ma.MaskedArray(part, mask=mask) for part in strengths]
        won = np.ma.MaskedArray(won, mask=absent)
    return Settled(won, strengths)


def _apart(columns: "Sequence[pa.Array]", layout: Layout) -> Hands:
    """Read the cards of one player after the other, and the board's."""
    hole, board = layout.hole, layout.game.board
    sizes = [Sizes(hole, hole, f"the hand of player {number}") for number in range(1, layout.players + 1)]
    if board:
        sizes.append(Sizes(board, board, "the board"))
    return _together(columns, sizes)


def _side_by_side(columns: "Sequence[pa.Array]", layout: Layout) -> Hands:
    """Read cards in the order in which they stand, whatever column they are in."""
    if len(columns) == 1:
        return _together(columns, [Sizes(layout.cards, layout.cards, "a deal")])
    deals = _together(columns, [Sizes(1, layout.cards, "a part of a deal")] * len(columns))
    rows = deals.rows
    gaps = rows == NO_CARD
    counts = (~gaps).sum(axis=1)
    cards = np.take_along_axis(rows, np.argsort(gaps, axis=1, kind="stable"), axis=1)[:, : layout.cards]
    absent = deals.absent()
    wrong = counts != layout.cards if absent is None else (counts != layout.cards) & ~absent

    def problem(row: int) -> HandError:
        return HandError(f"a deal has {layout.cards} cards, this one has {counts[row]}", row=row)

    return deals._replace(cards=np.ascontiguousarray(cards)).refused(wrong, problem)


def _read(column: "pa.Array", sizes: Sizes) -> Hands:
    kind = column.type.value_type if pa.types.is_dictionary(column.type) else column.type
    if pa.types.is_primitive(kind) and kind != pa.null():
        raise FormatError(f"the cards of deals are texts or lists, not {column.type}")
    return read_hands(column, sizes, threads_for(None))


def _together(columns: "Sequence[pa.Array]", sizes: Sequence[Sizes]) -> Hands:
    """Read parts of deals into one row: missing where one is missing, else bad where one is bad."""
    parts = [_read(column, size) for column, size in zip(columns, sizes, strict=True)]
    deals = Hands(np.hstack([part.rows for part in parts]))
    if missing := [part.missing for part in parts if part.missing is not None]:
        deals = deals.without(np.logical_or.reduce(missing))

    def problem(row: int) -> FivecardError:
        again = (_read(column[row : row + 1], size).problem for column, size in zip(columns, sizes, strict=True))
        return next(filter(None, again)).at(row=row)

    for bad in [part.bad for part in parts if part.bad is not None]:
        deals = deals.refused(bad if deals.missing is None else bad & ~deals.missing, problem)
    return deals


def _checked(deals: Hands, first_card: int, layout: Layout) -> Hands:
    """Refuse deals with a card twice, or with one that the game has not."""
    cards = deals.there(first_card).view(np.uint8)
    if (strange := (cards < first_card) | (cards >= len(ALL_CARDS))).any():

        def problem(row: int) -> HandError:
            card = int(cards[row, strange[row].argmax()])
            named = f"'{ALL_CARDS[card]}'" if card < len(ALL_CARDS) else f"card id {card}"
            return HandError(f"{named} is not in the deck of {layout.game.title}", row=row)

        deals = deals.refused(np.logical_or.reduce(strange, axis=1), problem)
        cards = deals.there(first_card).view(np.uint8)
    sets = np.left_shift(np.uint64(1), cards, dtype=np.uint64)
    repeated = np.bitwise_or.reduce(sets, axis=1) != np.add.reduce(sets, axis=1)

    def twice(row: int) -> HandError:
        shown: str = texts_of(cards[row : row + 1])[0]
        words = shown.split()
        card = next(word for place, word in enumerate(words) if word in words[:place])
        return HandError(f"duplicate card '{card}' in '{shown}'", row=row)

    return deals.refused(repeated, twice)


def _strengths(cards: NDArray[np.uint8], layout: Layout, ranking: Ranking) -> NDArray[np.uint16]:
    """What every player has under a ranking: a column each."""
    game, hole, end = layout.game, layout.hole, layout.players * layout.hole
    found = np.empty((len(cards), layout.players), np.uint16)
    for player in range(layout.players):
        own, board = cards[:, player * hole : (player + 1) * hole], cards[:, end:]
        if game.from_hole is not None:
            found[:, player] = omaha_strengths(own, board, ranking=ranking)
        else:
            found[:, player] = strengths_of(np.hstack([own, board]), ranking=ranking)
    return found


def _winners(strengths: "list[NDArray[np.uint16]]") -> NDArray[np.uint8]:
    """Who wins all of each pot. Nobody wins the part that nobody qualifies for."""
    won = winners(strengths[0])
    for part in strengths[1:]:
        won = np.where(part.any(axis=1) & (winners(part) != won), -1, won)
    return (won + 1).astype(np.uint8)  # in tables players are counted from 1

"""Deals in columns of hands, settled in memory: all cards of a deal are checked together."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from fivecard import _core
from fivecard._util.machine import threads_for
from fivecard.batch import format as texts_of
from fivecard.batch import omaha_strengths, winners
from fivecard.batch import strengths as strengths_of
from fivecard.batch._input import NO_CARD, Hands, HandsLike, Sizes, read_hands
from fivecard.cards import ALL_CARDS
from fivecard.errors import ArgumentError, DuplicateCardError, FivecardError, HandError
from fivecard.rankings import Ranking
from fivecard.showdown.settling import Settling

Number = TypeVar("Number", np.uint8, np.uint16)


class Settled(NamedTuple):
    """Who wins each deal, and what everyone has for each part of the pot; masked where a deal is missing or bad."""

    winners: NDArray[np.uint8]
    strengths: "list[NDArray[np.uint16]]"


def settle_columns(columns: Sequence[HandsLike], settling: Settling, *, apart: bool) -> Settled:
    """Do what `Settling.of_columns` promises."""
    deals = _checked(_apart(columns, settling) if apart else _side_by_side(columns, settling), settling)
    if settling.errors == "raise" and deals.problem is not None:
        raise deals.problem
    absent = deals.absent()
    cards = deals.rows if absent is None else deals.rows[~absent]
    strengths = [_strengths(cards, settling, ranking) for ranking in settling.game.rankings]
    won = _winners(strengths)
    if absent is None:
        return Settled(won, strengths)
    return Settled(_spread(won, absent), [_spread(part, absent) for part in strengths])


def _spread(found: NDArray[Number], absent: NDArray[np.bool_]) -> NDArray[Number]:
    """What was found of the deals that are there, the others masked."""
    spread = np.zeros((len(absent), *found.shape[1:]), found.dtype)
    spread[~absent] = found
    return np.ma.MaskedArray(spread, mask=np.broadcast_to(absent.reshape(-1, *[1] * (found.ndim - 1)), spread.shape))


def _apart(columns: Sequence[HandsLike], settling: Settling) -> Hands:
    """Read the cards of one player after the other, and the board's."""
    hole, board = settling.hole, settling.game.board
    sizes = [Sizes(hole, hole, f"the hand of player {number}") for number in range(1, settling.players + 1)]
    if board:
        sizes.append(Sizes(board, board, "the board"))
    return _together(columns, sizes, settling)


def _side_by_side(columns: Sequence[HandsLike], settling: Settling) -> Hands:
    """Read cards in the order in which they stand, whatever column they are in."""
    if len(columns) == 1:
        return _together(columns, [Sizes(settling.cards, settling.cards, "a deal")], settling)
    deals = _together(columns, [Sizes(1, settling.cards, "a part of a deal")] * len(columns), settling)
    rows = deals.rows
    gaps = rows == NO_CARD
    counts = (~gaps).sum(axis=1)
    cards = np.take_along_axis(rows, np.argsort(gaps, axis=1, kind="stable"), axis=1)[:, : settling.cards]
    absent = deals.absent()
    wrong = counts != settling.cards if absent is None else (counts != settling.cards) & ~absent

    def problem(row: int) -> HandError:
        return HandError(f"a deal has {settling.cards} cards, this one has {counts[row]}", row=row)

    return deals._replace(cards=np.ascontiguousarray(cards)).refused(wrong, problem)


def _together(columns: Sequence[HandsLike], sizes: Sequence[Sizes], settling: Settling) -> Hands:
    """Read parts of deals into one row: missing where one is missing, else bad where one is bad."""
    if len(columns) != len(sizes) or not columns:
        raise ArgumentError(f"there are {len(columns)} columns, not {len(sizes) or 'one or more'}")
    parts = [
        read_hands(column, size, threads_for(settling.threads)) for column, size in zip(columns, sizes, strict=True)
    ]
    for part, size in zip(parts, sizes, strict=True):
        if not size.fewest <= part.rows.shape[1] <= size.most:
            raise HandError(f"{size.noun} has {size.most} cards, not {part.rows.shape[1]}")
    if len({len(part.rows) for part in parts}) > 1:
        raise ArgumentError(f"the columns of deals have {[len(part.rows) for part in parts]} rows")
    deals = Hands(np.hstack([part.rows for part in parts]))
    if missing := [part.missing for part in parts if part.missing is not None]:
        deals = deals.without(np.logical_or.reduce(missing))

    def problem(row: int) -> FivecardError:
        alone: Iterator[Any] = (column[row : row + 1] for column in cast("Sequence[Any]", columns))
        again = (read_hands(column, size).problem for column, size in zip(alone, sizes, strict=True))
        return next(filter(None, again)).at(row=row)

    for bad in [part.bad for part in parts if part.bad is not None]:
        deals = deals.refused(bad if deals.missing is None else bad & ~deals.missing, problem)
    return deals


def _checked(deals: Hands, settling: Settling) -> Hands:
    """Refuse deals with a card twice, or with one that the game has not."""
    cards, first_card = deals.rows, settling.game.deck[0].id
    bad = _core.bad_deals(cards, threads_for(settling.threads), first_card)
    if (absent := deals.absent()) is not None:
        bad &= ~absent

    def problem(row: int) -> HandError:
        strange = [card for card in cards[row].tolist() if not first_card <= card < len(ALL_CARDS)]
        if not strange:
            return twice(row)
        named = f"'{ALL_CARDS[strange[0]]}'" if strange[0] < len(ALL_CARDS) else f"card id {strange[0]}"
        return HandError(f"{named} is not in the deck of {settling.game.title}", row=row)

    def twice(row: int) -> DuplicateCardError:
        shown: str = texts_of(cards[row : row + 1])[0]
        words = shown.split()
        card = next(word for place, word in enumerate(words) if word in words[:place])
        return DuplicateCardError(f"duplicate card '{card}' in '{shown}'", row=row)

    return deals.refused(bad, problem)


def _strengths(cards: NDArray[np.uint8], settling: Settling, ranking: Ranking) -> NDArray[np.uint16]:
    """What every player has under a ranking: a column each."""
    game, hole, end = settling.game, settling.hole, settling.players * settling.hole
    found = np.empty((len(cards), settling.players), np.uint16)
    for player in range(settling.players):
        own, board = cards[:, player * hole : (player + 1) * hole], cards[:, end:]
        if game.from_hole is not None:
            found[:, player] = omaha_strengths(own, board, ranking=ranking, threads=settling.threads)
        else:
            found[:, player] = strengths_of(np.hstack([own, board]), ranking=ranking, threads=settling.threads)
    return found


def _winners(strengths: "list[NDArray[np.uint16]]") -> NDArray[np.uint8]:
    """Who wins all of each pot. Nobody wins the part that nobody qualifies for."""
    won = winners(strengths[0])
    for part in strengths[1:]:
        won = np.where(part.any(axis=1) & (winners(part) != won), -1, won)
    return (won + 1).astype(np.uint8)  # in tables players are counted from 1

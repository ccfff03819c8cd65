"""What others may hold, as samples, and the share of the pot that one can expect against it.

All arrays have three axes: deals that share nothing, hands that an opponent may have, and ways in which the remaining
cards may come.
"""

from collections.abc import Mapping
from functools import lru_cache
from math import prod
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fivecard import batch
from fivecard.cards import Card, card_id
from fivecard.engine import Rules, View
from fivecard.games import Game

Floats = NDArray[np.float32]
Ids = NDArray[np.uint8]
Strengths = NDArray[np.uint16]

TIGHTNESS: Final = 0.7
"""How fast the hands that somebody may have become fewer with the chips that he put in."""
AGGRESSOR: Final = 0.55
"""The part of his hands with which somebody who would call would have bet or raised."""
NOISE: Final = 0.03
"""The weight of hands that somebody should not have played: people bluff and err."""
SLOPE: Final = 0.6
"""Over how many hands the weight falls from one to that, against those that should be played."""

_DEALS, _HANDS, _BOARDS = 4, 56, 16
_FLOP: Final = 3
_FIRST_HIDDEN: Final = 2
_STUD_HANDS, _STUD_ENDS, _STUD_OWN = 64, 3, 40


class Reading(NamedTuple):
    """What an opponent's chips tell: which part of its hands, the best, it would have played like that."""

    before: float = 1.0
    """On the streets before, by what its hand was worth then."""
    now: float = 1.0

    @property
    def part(self) -> float:
        """The part of all hands with which it would have come so far, roughly."""
        return self.before * self.now


class Rival(NamedTuple):
    """One opponent: the hands that it may have."""

    beaten: list[Floats]
    """For each ranking: 1 where our hand beats theirs, 1/2 where they are equal."""
    without_low: Floats | None
    """Where the second ranking has a qualifier: 1 where their hand does not qualify."""
    before: Floats
    """How each hand ranked among all that it may have, 0 to 1, before the last card came."""
    now: Floats

    def weights(self, reading: Reading) -> Floats:
        """How likely each hand is."""
        weights = _ramp(self.before, reading.before) * _ramp(self.now, reading.now)
        scaled: Floats = weights / weights.sum(axis=-1, keepdims=True)
        return scaled


def _ramp(places: Floats, best: float) -> Floats:
    ramp: Floats = np.clip((places - (1 - best)) / np.float32(SLOPE * best) + 1, NOISE, 1)
    return ramp


class Outlook(NamedTuple):
    """Our hand against everybody who is still in."""

    rivals: dict[int, Rival]
    own_low: NDArray[np.bool_] | None
    """Where the second ranking has a qualifier: whether our hand qualifies."""

    def share(self, readings: Mapping[int, Reading], folding: Mapping[int, float] | None = None) -> float:
        """The share of the pot against hands as they are read, if each opponent folds so often.

        Opponents' cards are taken to be independent of each other, and two equal hands to halve a pot.
        """
        won: list[Floats | float] = [1.0, 1.0]
        nobody_low: Floats | float = 1.0
        for seat, rival in self.rivals.items():
            weights = rival.weights(readings[seat])[:, None, :]
            folds = folding[seat] if folding else 0.0
            for number, beaten in enumerate(rival.beaten):
                won[number] = won[number] * (folds + (1 - folds) * (weights @ beaten))
            if rival.without_low is not None:
                nobody_low = nobody_low * (folds + (1 - folds) * (weights @ rival.without_low))
        if self.own_low is None:
            return float(np.mean(won[0]))
        return float(np.mean(np.where(self.own_low, (won[0] + won[1]) / 2, won[0] * (1 + nobody_low) / 2)))


def rival(own: list[Strengths], theirs: list[Strengths], before: Floats, now: Floats) -> Rival:
    """Compare our strengths with an opponent's, ranking by ranking."""
    beaten = [_beaten(ours, others) for ours, others in zip(own, theirs, strict=True)]
    low = (theirs[1] == 0) if len(theirs) > 1 else None
    without = None if low is None else np.broadcast_to(low, beaten[0].shape).astype(np.float32)
    return Rival(beaten, without, before, now)


def outlook_of(own: list[Strengths], rivals: dict[int, Rival]) -> Outlook:
    """Our hand, of these strengths, against these opponents."""
    return Outlook(rivals, own[1] > 0 if len(own) > 1 else None)


def opponents(view: View) -> list[int]:
    """The other seats that have not folded."""
    return [seat for seat in view.order if seat != view.to_act[0] and seat not in view.folded]


def within_reach(view: View) -> View:
    """The same hand without chips that cannot be won or lost: what one player has more than all the others comes back.

    For the seat to act that is what it does not cover, and what nobody covers of its own.
    """
    everything = [paid + stack for paid, stack in zip(view.committed, view.stacks, strict=True)]
    reach = min(everything[view.to_act[0]], max(everything[other] for other in opponents(view)))
    if max(everything) <= reach:
        return view
    beyond = [max(0, paid - reach) for paid in view.committed]
    return view._replace(
        committed=tuple(min(paid, reach) for paid in view.committed),
        bets=tuple(max(0, bet - more) for bet, more in zip(view.bets, beyond, strict=True)),
        stacks=tuple(max(0, min(stack, reach - paid)) for stack, paid in zip(view.stacks, view.committed, strict=True)),
    )


def ids(cards: tuple[Card, ...]) -> list[int]:
    """Cards as arrays have them."""
    return [card_id(card) for card in cards]


def unseen(view: View) -> Ids:
    """The cards that the seat has not seen."""
    seen = {*view.hand, *view.board, *(card for cards in view.up for card in cards)}
    return np.array([card_id(card) for card in deck(view.rules) if card not in seen], dtype=np.uint8)


@lru_cache
def deck(rules: Rules) -> tuple[Card, ...]:
    """The cards of a game, in order of their ids."""
    return rules.game.deck


def shuffles(cards: Ids, count: int, source: np.random.Generator) -> Ids:
    """Shuffle the same cards so many times."""
    return source.permuted(np.tile(cards, (count, 1)), axis=1)


def with_board(view: View, source: np.random.Generator) -> Outlook:
    """Hold'em, Omaha and their like: everybody shares the cards to come.

    Each deal parts the unseen cards at random into those for hands and those for boards, so that all its hands go with
    all its boards.
    """
    game, cards = view.rules.game, shuffles(unseen(view), _DEALS, source)
    half = cards.shape[1] // 2
    hands = cards[:, half + _choices(cards.shape[1] - half, view.rules.hole, _HANDS)][:, :, None]
    boards = _boards(view, cards[:, :half], len(view.board))
    theirs = _strengths(hands, boards, game)
    own = _strengths(np.array(ids(view.hand), np.uint8)[None, None, None], boards, game)
    now = before = _places_on_boards(theirs)
    if view.board:
        earlier = _boards(view, cards[:, :half], len(view.board) - 1 if len(view.board) > _FLOP else 0)
        before = _places_on_boards(_strengths(hands, earlier, game))
    return outlook_of(own, dict.fromkeys(opponents(view), rival(own, theirs, before, now)))


def _boards(view: View, cards: Ids, known: int) -> Ids:
    """Whole boards that begin with so many of the cards that lie there."""
    missing = view.rules.board - known
    ways = _BOARDS if missing else 1
    begun = np.broadcast_to(np.array(ids(view.board[:known]), np.uint8), (len(cards), ways, known))
    return np.concatenate((begun, cards[:, _choices(cards.shape[1], missing, ways)]), axis=2)[:, None]


def _places_on_boards(strengths: list[Strengths]) -> Floats:
    """How hands rank among each other by what they beat, all boards together."""
    by_board = [np.ascontiguousarray(of.transpose(0, 2, 1)) for of in strengths]
    return places(sum((_order(of) * (of > 0)).sum(axis=1) for of in by_board))  # no low is worth nothing


def with_open_cards(view: View, source: np.random.Generator) -> Outlook:
    """Stud: everybody's cards to come are their own, and some of their cards lie open."""
    game, cards, seats = view.rules.game, unseen(view), opponents(view)
    to_come = view.rules.hole - len(view.hand) - len(view.board)
    mine = np.array([*ids(view.hand), *ids(view.board)], np.uint8)
    stock = shuffles(cards, _STUD_OWN if to_come else 1, source)
    own = [of[None] for of in _run_outs(np.tile(mine, (len(stock), 1)), stock, to_come, 1, game)]
    hidden = len(view.hand) - len(view.up[view.to_act[0]])
    shuffled = shuffles(cards, len(seats) * _STUD_HANDS, source).reshape(len(seats), _STUD_HANDS, -1)
    shown = np.array([[*ids(view.up[seat]), *ids(view.board)] for seat in seats], np.uint8)[:, None]
    shown = np.broadcast_to(shown, (len(seats), _STUD_HANDS, shown.shape[-1]))
    held, rest = np.concatenate((shuffled[..., :hidden], shown), axis=2), shuffled[..., hidden:]
    earlier = held[..., 1:] if hidden > _FIRST_HIDDEN else held[..., :-1]
    theirs = _run_outs(held, rest, to_come, _STUD_ENDS, game)
    before = _places_by_ends(_run_outs(earlier, rest, to_come + 1, _STUD_ENDS, game))
    now = _places_by_ends(theirs)
    rivals = {
        seat: rival(own, [of[:, number, :, None] for of in theirs], before[number, None], now[number, None])
        for number, seat in enumerate(seats)
    }
    return outlook_of(own, rivals)


def _run_outs(held: Ids, stock: Ids, to_come: int, ways: int, game: Game) -> list[Strengths]:
    """Strengths of hands, each with some ways in which its cards may come; the ways are the first axis."""
    ways = min(ways, stock.shape[-1] // to_come) if to_come else 1
    ends = [np.concatenate((held, stock[..., way * to_come : (way + 1) * to_come]), axis=-1) for way in range(ways)]
    return _strengths(np.stack(ends), np.zeros((1, 0), np.uint8), game)


def _places_by_ends(strengths: list[Strengths]) -> Floats:
    """How the hands of each seat rank among each other by what they come to."""
    return places(sum(np.searchsorted(np.sort(of, axis=None), of).mean(axis=0) for of in strengths))


def _strengths(hands: Ids, boards: Ids, game: Game) -> list[Strengths]:
    """Strengths under each ranking of all hands with all boards; the axes before the last are broadcast."""
    shape = np.broadcast_shapes(hands.shape[:-1], boards.shape[:-1])
    holes, tables = (
        np.broadcast_to(cards, (*shape, cards.shape[-1])).reshape(prod(shape), cards.shape[-1])
        for cards in (hands, boards)
    )
    if game.from_hole is not None:
        return [batch.omaha_strengths(holes, tables, ranking=of, threads=1).reshape(shape) for of in game.rankings]
    rows = np.hstack((holes, tables))
    return [batch.strengths(rows, ranking=of, threads=1).reshape(shape) for of in game.rankings]


def _beaten(own: Strengths, theirs: Strengths) -> Floats:
    beaten: Floats = ((own > theirs).astype(np.float32) + (own >= theirs)) * np.float32(0.5)
    return beaten


def places(quality: ArrayLike) -> Floats:
    """Each number's place along the last axis, from 0 for the lowest to 1.

    >>> places([3.0, 1.0, 2.0])
    array([1. , 0. , 0.5], dtype=float32)
    """
    order = _order(np.asarray(quality))
    return (order / np.float32(order.shape[-1] - 1)).astype(np.float32)


def _order(numbers: NDArray[Any]) -> NDArray[np.intp]:
    """How many of its row come before each number; equal ones in any order."""
    return numbers.argsort(axis=-1).argsort(axis=-1)


@lru_cache(maxsize=256)
def _choices(cards: int, count: int, many: int) -> NDArray[np.intp]:
    """Many ways to choose so many of some cards. The cards are shuffled, so these may stay the same."""
    source = np.random.default_rng(cards)
    return source.permuted(np.tile(np.arange(cards), (many, 1)), axis=1)[:, :count]


def read(view: View, seat: int) -> Reading:
    """Read an opponent's chips.

    A bet of `x` into a pot of `p` is called with about `p / (p + x)` of all hands by somebody who does not want to be
    bluffed. Here `p` is what was in the pot before anybody chose to put chips in, on this street or on all before.
    """
    stakes = view.stakes
    if stakes is None:
        return Reading()
    antes, blinds = stakes.antes(view.players), stakes.posted_blinds(view.players)
    position = view.order.index(seat)
    forced = sum(antes) + sum(blinds) + stakes.bring_in
    chosen = max(0, view.committed[seat] - antes[position] - blinds[position])
    bet = min(view.bets[seat], chosen)
    pot = max(sum(view.committed) - sum(view.bets), forced, 1)
    now = _part(pot, bet)
    if view.raises and seat == view.last_aggressor:
        now *= AGGRESSOR
    return Reading(_part(max(forced, 1), chosen - bet), now)


def _part(pot: int, chips: int) -> float:
    return float((pot / (pot + chips)) ** TIGHTNESS)

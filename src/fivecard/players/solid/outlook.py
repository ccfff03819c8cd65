"""What others may hold, as samples, and the share of the pot that one can expect against it.

All arrays have three axes: deals that share nothing, hands that an opponent may have, and ways in which the remaining
cards may come.
"""

from functools import lru_cache
from math import prod
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivecard import batch
from fivecard.cards import Card, card_id
from fivecard.engine import Rules, View
from fivecard.games import Game

Floats = NDArray[np.float32]
Ids = NDArray[np.uint8]
Strengths = NDArray[np.uint16]

NOISE: Final = 0.06
"""The weight of hands that somebody should not have played: people bluff and err."""
SLOPE: Final = 0.3
"""Over which part of all hands the weight falls from one to that."""

_FLOP_DEALS, _FLOP_HANDS, _FLOP_BOARDS = 4, 56, 20
_RIVER_HANDS: Final = 224
_STUD_HANDS, _STUD_ENDS, _STUD_OWN = 80, 4, 40


class Rival(NamedTuple):
    """One opponent: the hands that it may have."""

    beaten: list[Floats]
    """For each ranking: 1 where our hand beats theirs, 1/2 where they are equal."""
    without_low: Floats | None
    """Where the second ranking has a qualifier: 1 where their hand does not qualify."""
    quality: Floats
    """How each hand ranks among all that it may have, 0 to 1."""

    def weights(self, best: float) -> Floats:
        """How likely each hand is if the opponent goes on with this part of them, the best, and errs at times."""
        weights = np.clip((self.quality - (1 - best)) / SLOPE + 1, NOISE, 1)
        scaled: Floats = weights / weights.sum(axis=-1, keepdims=True)
        return scaled


class Outlook(NamedTuple):
    """Our hand against everybody who is still in."""

    rivals: dict[int, Rival]
    own_low: NDArray[np.bool_] | None
    """Where the second ranking has a qualifier: whether our hand qualifies."""

    def share(self, best: dict[int, float], folding: dict[int, float] | None = None) -> float:
        """The share of the pot, if each opponent has the best of its hands, so many, or folds, so often.

        Opponents' cards are taken to be independent of each other, and two equal hands to halve a pot.
        """
        won: list[Floats | float] = [1.0, 1.0]
        nobody_low: Floats | float = 1.0
        for seat, rival in self.rivals.items():
            weights = rival.weights(best[seat])[:, None, :]
            folds = folding[seat] if folding else 0.0
            for number, beaten in enumerate(rival.beaten):
                won[number] = won[number] * (folds + (1 - folds) * (weights @ beaten))
            if rival.without_low is not None:
                nobody_low = nobody_low * (folds + (1 - folds) * (weights @ rival.without_low))
        if self.own_low is None:
            return float(np.mean(won[0]))
        return float(np.mean(np.where(self.own_low, (won[0] + won[1]) / 2, won[0] * (1 + nobody_low) / 2)))


def rival(own: list[Strengths], theirs: list[Strengths], quality: Floats) -> Rival:
    """Compare our strengths with an opponent's, ranking by ranking."""
    beaten = [_beaten(ours, others) for ours, others in zip(own, theirs, strict=True)]
    low = (theirs[1] == 0) if len(theirs) > 1 else None
    return Rival(beaten, None if low is None else np.broadcast_to(low, beaten[0].shape).astype(np.float32), quality)


def outlook_of(own: list[Strengths], rivals: dict[int, Rival]) -> Outlook:
    """Our hand, of these strengths, against these opponents."""
    return Outlook(rivals, own[1] > 0 if len(own) > 1 else None)


def opponents(view: View) -> list[int]:
    """The other seats that have not folded."""
    return [seat for seat in view.order if seat != view.to_act[0] and seat not in view.folded]


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
    return rules.game.rankings[0].deck


def shuffles(cards: Ids, count: int, source: np.random.Generator) -> Ids:
    """Shuffle the same cards so many times."""
    return source.permuted(np.tile(cards, (count, 1)), axis=1)


def with_board(view: View, source: np.random.Generator) -> Outlook:
    """Hold'em, Omaha and their like: everybody shares the cards to come.

    Each deal parts the unseen cards at random into those for hands and those for boards, so that all its hands go with
    all its boards.
    """
    hole, missing = view.rules.hole, view.rules.board - len(view.board)
    deals, many, ways = (_FLOP_DEALS, _FLOP_HANDS, _FLOP_BOARDS) if missing else (1, _RIVER_HANDS, 1)
    cards = shuffles(unseen(view), deals, source)
    half = cards.shape[1] // 2 if missing else 0
    to_come = cards[:, _choices(half, missing, ways)] if missing else np.zeros((deals, ways, 0), np.uint8)
    known = np.broadcast_to(np.array(ids(view.board), np.uint8), (deals, ways, len(view.board)))
    boards = np.concatenate((known, to_come), axis=2)[:, None]
    hands = cards[:, half + _choices(cards.shape[1] - half, hole, many)][:, :, None]
    theirs = _strengths(hands, boards, view.rules.game)
    own = _strengths(np.array(ids(view.hand), np.uint8)[None, None, None], boards, view.rules.game)
    better = sum((of[:, :, None] > of[:, None]).mean(axis=(2, 3), dtype=np.float32) for of in theirs)
    one = rival(own, theirs, _placed(np.asarray(better)))
    return outlook_of(own, dict.fromkeys(opponents(view), one))


def with_open_cards(view: View, source: np.random.Generator) -> Outlook:
    """Stud: everybody's cards to come are their own, and some of their cards lie open."""
    game, cards = view.rules.game, unseen(view)
    to_come = view.rules.hole - len(view.hand) - len(view.board)
    hidden = len(view.hand) - len(view.up[view.to_act[0]])
    none = np.zeros((1, 1, 1, 0), np.uint8)
    mine = np.array([*ids(view.hand), *ids(view.board)], np.uint8)
    ends = shuffles(cards, _STUD_OWN, source)[:, :to_come] if to_come else none[0, 0]
    own = _strengths(np.hstack((np.tile(mine, (len(ends), 1)), ends))[None, None], none, game)
    ways = min(_STUD_ENDS, (len(cards) - hidden) // to_come) if to_come else 1
    rivals = {}
    for other in opponents(view):
        shuffled = shuffles(cards, _STUD_HANDS, source)
        open_cards = np.array([*ids(view.up[other]), *ids(view.board)], np.uint8)
        held = np.hstack((np.tile(open_cards, (_STUD_HANDS, 1)), shuffled[:, :hidden]))
        later = [shuffled[:, hidden + way * to_come : hidden + (way + 1) * to_come] for way in range(ways)]
        rows = np.stack([np.hstack((held, end)) for end in later])[:, :, None]
        theirs = _strengths(rows, none, game)
        quality = sum(np.searchsorted(np.sort(of, axis=None), of).mean(axis=(0, 2)) for of in theirs)
        rivals[other] = rival(own, theirs, _placed(np.asarray(quality)[None]))
    return outlook_of(own, rivals)


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


def _placed(quality: NDArray[np.floating]) -> Floats:
    """Each number's place along the last axis, from 0 for the lowest to 1."""
    places = quality.argsort(axis=-1).argsort(axis=-1)
    return (places / np.float32(max(1, quality.shape[-1] - 1))).astype(np.float32)


@lru_cache(maxsize=256)
def _choices(cards: int, count: int, many: int) -> NDArray[np.intp]:
    """Many ways to choose so many of some cards. The cards are shuffled, so these may stay the same."""
    source = np.random.default_rng(cards)
    return source.permuted(np.tile(np.arange(cards), (many, 1)), axis=1)[:, :count]

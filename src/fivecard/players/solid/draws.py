"""What people draw to, what that makes of their hands, and what to draw to oneself.

`keep` is how everybody is taken to draw. A few thousand hands drawn out like that, once for each game, tell what
somebody who drew two cards, then one, then none, may have.
"""

from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivecard import batch
from fivecard.cards import Rank
from fivecard.engine import Discard, View
from fivecard.engine.streets import Bet, Draw
from fivecard.players.solid.outlook import (
    Floats,
    Ids,
    Outlook,
    Rival,
    Strengths,
    ids,
    opponents,
    outlook_of,
    places,
    read,
    rival,
    shuffles,
    unseen,
)
from fivecard.rankings import ACE_TO_FIVE, BADUGI, DEUCE_TO_SEVEN, HIGH, Ranking
from fivecard.strategy import solved

Mask = NDArray[np.bool_]

_STORIES: Final = 6000
_ENDS: Final = 6
_RIVAL_HANDS: Final = 160
_FEWEST_HANDS: Final = 32
_OWN_ENDS: Final = 96

_KEPT: Final = {  # the highest card that is drawn to, and the highest of a hand that stands pat; last draw first
    DEUCE_TO_SEVEN: ((Rank.NINE, Rank.TEN), (Rank.EIGHT, Rank.NINE), (Rank.SEVEN, Rank.EIGHT)),
    ACE_TO_FIVE: ((Rank.EIGHT, Rank.NINE), (Rank.SEVEN, Rank.EIGHT), (Rank.SEVEN, Rank.EIGHT)),
    BADUGI: ((Rank.NINE, Rank.KING), (Rank.EIGHT, Rank.JACK), (Rank.SEVEN, Rank.NINE)),
}


def keep(hands: Ids, ranking: Ranking, left: int) -> Mask:
    """Say which cards of each row are kept where so many draws are left."""
    if ranking is HIGH:
        kept = solved().kept_of(_sets(hands))
        return (kept[:, None] >> hands & np.uint64(1)).astype(bool)
    highest, pat = _KEPT[ranking][left - 1]
    return _keep_low(hands, ranking, ranking.height(highest)) | _stands(hands, ranking, pat)[:, None]


def discard(view: View, source: np.random.Generator) -> Discard:
    """Throw away what leaves the largest share against what the others have, as far as their draws tell."""
    seat = view.to_act[0]
    left = _draws(view) - len(view.drawn[seat])
    hand, ranking = np.array([ids(view.hand)], np.uint8), view.rules.game.rankings[0]
    usual = keep(hand, ranking, left)[0]
    masks = {tuple(mask.tolist()): mask for mask in (usual, np.ones_like(usual), *_other_holds(hand, ranking, usual))}
    draw = view.rules.streets[view.street]
    readings = {other: read(view, other) for other in opponents(view)}
    found = []
    for mask in masks.values():
        kept = [card for card, stays in zip(view.hand, mask, strict=True) if stays]
        thrown = tuple(card for card, stays in zip(view.hand, mask, strict=True) if not stays)
        if len(thrown) <= view.replaceable and isinstance(draw, Draw) and draw.may_keep(kept):
            share = with_draws(view, source, first=mask).share(readings)
            found.append((share, thrown))
    return Discard(seat, max(found, key=lambda choice: choice[0])[1])


def with_draws(view: View, source: np.random.Generator, *, first: Mask | None = None) -> Outlook:
    """Our hand, drawn out, against those of the others, drawn out; `first` says what to keep in the next draw."""
    ranking, draws = view.rules.game.rankings[0], _draws(view)
    left = draws - len(view.drawn[view.to_act[0]])
    stock = shuffles(unseen(view), _OWN_ENDS if left else 1, source)
    hands = np.tile(np.array(ids(view.hand), np.uint8), (len(stock), 1))
    own: list[Strengths] = [_drawn_out(hands, stock, ranking, left, first=first)[None, None]]
    told = stories(ranking, draws)
    mine = _sets(hands[:1])[0]
    street = view.rules.streets[: view.street]
    bet = max(0, sum(isinstance(past, Bet) for past in street) - 1)
    return outlook_of(own, {seat: told.rival(view.drawn[seat], bet, mine, own) for seat in opponents(view)})


class Stories(NamedTuple):
    """Hands from the deal to the last draw, as people draw."""

    sets: NDArray[np.uint64]
    """The cards before each draw, and at the end."""
    drawn: NDArray[np.int8]
    """How many were drawn, draw by draw."""
    ends: Strengths
    quality: Floats
    """What the cards before each draw, and at the end, come to on average, as a part of all hands that are worse."""

    def rival(self, drawn: tuple[int, ...], bet: int, seen: np.uint64, own: list[Strengths]) -> Rival:
        """An opponent who drew so many cards, and can have none of those that we have seen.

        `bet` is how many draws there had been when the chips of earlier streets went in.
        """
        stage = len(drawn)
        possible = (self.sets[:, stage] & seen) == 0
        distance = np.abs(self.drawn[:, :stage] - np.array(drawn, np.int8)) @ (1 << np.arange(stage))
        found = np.flatnonzero(possible & (distance == 0))[:_RIVAL_HANDS]
        if len(found) < _FEWEST_HANDS:  # rare: take what is most like it, later draws first
            order = np.argsort(np.where(possible, distance, distance.max() + 1), kind="stable")
            found = order[:_FEWEST_HANDS]
        before, now = (places(self.quality[found, at])[None] for at in (bet, stage))
        return rival(own, [self.ends[found][None, :, None]], before, now)


@cache
def stories(ranking: Ranking, draws: int) -> Stories:
    """Tell the stories of a game: the same ones every time."""
    size = ranking.hand_size
    cards = batch.random_hands(_STORIES, len(ranking.deck), seed=1, ranking=ranking, threads=1)
    hand, stock = cards[:, :size], cards[:, size:]
    stages, counts = [hand], []
    for left in range(draws, 0, -1):
        stays = keep(hand, ranking, left)
        counts.append(size - stays.sum(axis=1))
        hand, stock = np.where(stays, hand, stock[:, :size]), stock[:, size:]
        stages.append(hand)
    ends = batch.strengths(hand, ranking=ranking, threads=1)
    ladder = np.sort(ends)
    quality = np.empty((_STORIES, draws + 1), np.float32)
    for stage, held in enumerate(stages):
        left, fresh = draws - stage, cards[:, size * (stage + 1) :]
        others = [
            np.searchsorted(ladder, _drawn_out(held, np.roll(fresh, -size * way, axis=1), ranking, left))
            for way in range(_ENDS if left else 1)
        ]
        quality[:, stage] = np.mean(others, axis=0) / _STORIES
    sets = np.stack([_sets(held) for held in stages], axis=1)
    return Stories(sets, np.stack(counts, axis=1).astype(np.int8), ends, quality)


def _drawn_out(hands: Ids, stock: Ids, ranking: Ranking, left: int, *, first: Mask | None = None) -> Strengths:
    """The strengths of hands after all draws that are left, each from its row of the stock."""
    size = ranking.hand_size
    for number in range(left):
        stays = first if first is not None and number == 0 else keep(hands, ranking, left - number)
        hands = np.where(stays, hands, stock[:, number * size : (number + 1) * size])
    return batch.strengths(hands, ranking=ranking, threads=1)


def _draws(view: View) -> int:
    return sum(isinstance(street, Draw) for street in view.rules.streets)


def _other_holds(hand: Ids, ranking: Ranking, usual: Mask) -> list[Mask]:
    """For low hands: the lowest cards, one more or one fewer than usual."""
    if ranking is HIGH:
        return []
    heights = np.unique(_heights(ranking)[hand[0]])
    holds = [_keep_low(hand, ranking, int(height))[0] for height in heights]
    return [hold for hold in holds if abs(int(hold.sum()) - int(usual.sum())) == 1]


def _keep_low(hands: Ids, ranking: Ranking, highest: int) -> Mask:
    """The cards of different ranks (and suits, in badugi) up to a height; of five that make a straight, but four."""
    heights = _heights(ranking)[hands]
    if ranking is BADUGI:
        playing = batch.best_cards(hands, ranking=BADUGI, threads=1)
        different: Mask = (hands[:, :, None] == playing[:, None, :]).any(axis=2)
        return different & (heights <= highest)
    repeated = np.tril(heights[:, :, None] == heights[:, None, :], k=-1).any(axis=2)
    stays: Mask = ~repeated & (heights <= highest)
    spoilt = stays.all(axis=1)
    if spoilt.any():
        spoilt &= ~_stands(hands, ranking, ranking.ranks[-1])
        stays &= ~(spoilt[:, None] & (heights == heights.max(axis=1, keepdims=True)))
    return stays


def _stands(hands: Ids, ranking: Ranking, highest: Rank) -> Mask:
    """Whether hands are good enough to be kept whole: no pairs, straights or flushes, and nothing above a rank."""
    weakest = _weakest_with(ranking, highest)
    return batch.strengths(hands, ranking=ranking, threads=1) >= weakest


@cache
def _weakest_with(ranking: Ranking, highest: Rank) -> int:
    """The strength of the worst hand of different cards of which this is the highest."""
    top = ranking.height(highest)
    best = ranking.rung(ranking.strongest).category
    return next(s for s in ranking.strengths_of(best) if ranking.height(ranking.rung(s).ranks[0]) <= top)


@cache
def _heights(ranking: Ranking) -> Ids:
    return np.array([ranking.height(Rank(number // 4)) for number in range(52)], np.uint8)


def _sets(hands: Ids) -> NDArray[np.uint64]:
    sets: NDArray[np.uint64] = (np.uint64(1) << hands.astype(np.uint64)).sum(axis=1, dtype=np.uint64)
    return sets

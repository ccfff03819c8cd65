"""What people draw to, what that makes of their hands, and what to draw to oneself.

`keep` is how everybody is taken to draw. A few thousand hands drawn out like that, once for each game, tell what
somebody who drew two cards, then one, then none, may have.
"""

from collections import defaultdict
from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivecard import batch
from fivecard.cards import Card, Rank
from fivecard.draw.strategy import solved
from fivecard.engine import Discard, View, legal
from fivecard.engine.streets import BettingRound, DrawRound
from fivecard.errors import IllegalActionError
from fivecard.players.solid.outlook import (
    Floats,
    Ids,
    Outlook,
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
from fivecard.rankings import ACE_TO_FIVE, ACE_TO_SIX, BADUGI, DEUCE_TO_SEVEN, HIGH, Ranking

Mask = NDArray[np.bool_]

_STORIES: Final = 8000
_ENDS: Final = 6
_RIVAL_HANDS: Final = 160
_FEWEST_HANDS: Final = 16
_OWN_ENDS: Final = 96

_KEPT: Final = {  # the highest card that is drawn to, and the highest of a hand that stands pat; last draw first
    DEUCE_TO_SEVEN: ((Rank.NINE, Rank.TEN), (Rank.EIGHT, Rank.NINE), (Rank.SEVEN, Rank.EIGHT)),
    ACE_TO_FIVE: ((Rank.EIGHT, Rank.NINE), (Rank.SEVEN, Rank.EIGHT), (Rank.SEVEN, Rank.EIGHT)),
    ACE_TO_SIX: ((Rank.EIGHT, Rank.NINE), (Rank.SEVEN, Rank.EIGHT), (Rank.SEVEN, Rank.EIGHT)),
    BADUGI: ((Rank.NINE, Rank.KING), (Rank.EIGHT, Rank.JACK), (Rank.SEVEN, Rank.NINE)),
}


def keep(hands: Ids, ranking: Ranking, left: int) -> Mask:
    """Say which cards of each row are kept where so many draws are left."""
    if ranking is HIGH:
        kept = solved().kept_of(batch.card_sets(hands))
        return (kept[:, None] >> hands & np.uint64(1)).astype(bool)
    highest, pat = _KEPT[ranking][min(left, len(_KEPT[ranking])) - 1]
    return _keep_low(hands, ranking, ranking.height(highest)) | _stands(hands, ranking, pat)[:, None]


def discard(view: View, source: np.random.Generator) -> Discard:
    """Throw away what leaves the largest share against what the others have, as far as draws and chips tell."""
    shares = shares_of_discards(view, source)
    return Discard(view.to_act[0], max(shares, key=shares.__getitem__))


def shares_of_discards(view: View, source: np.random.Generator) -> dict[tuple[Card, ...], float]:
    """The share of the pot that everything that may be thrown away, and is worth a thought, leaves."""
    now = legal(view)
    if now is None:
        raise IllegalActionError("it is not this seat's turn")
    drawn = _Draws(view, source)
    readings = {seat: read(view, seat) for seat in drawn.others}
    holds = {
        tuple(card for card, stays in zip(view.hand, hold, strict=True) if not stays): hold for hold in drawn.holds()
    }
    return {thrown: drawn.outlook(hold).share(readings) for thrown, hold in holds.items() if now.may_discard(thrown)}


def with_draws(view: View, source: np.random.Generator) -> Outlook:
    """Our hand, drawn out, against those of the others, drawn out."""
    return _Draws(view, source).outlook()


class _Draws:
    """A hand in a drawing game, and what the others may have. Every way to go on is tried with the same cards."""

    def __init__(self, view: View, source: np.random.Generator) -> None:
        streets = view.rules.streets
        draws = sum(isinstance(street, DrawRound) for street in streets)
        bet = max(0, sum(isinstance(street, BettingRound) for street in streets[: view.street]) - 1)
        self._left = draws - len(view.drawn[view.to_act[0]])
        self._ranking = view.rules.game.rankings[0]
        self._stock = shuffles(unseen(view), _OWN_ENDS if self._left else 1, source)
        self._hands = np.tile(np.array(ids(view.hand), np.uint8), (len(self._stock), 1))
        told, seen = stories(self._ranking, draws), batch.card_sets(self._hands[:1])[0]
        self.others = {seat: told.held(view.drawn[seat], bet, seen) for seat in opponents(view)}

    def outlook(self, first: Mask | None = None) -> Outlook:
        """Draw out and compare; `first` says what to keep in the next draw."""
        own = [_drawn_out(self._hands, self._stock, self._ranking, self._left, first=first)[None, None]]
        return outlook_of(
            own, {seat: rival(own, [held.ends], held.before, held.now) for seat, held in self.others.items()}
        )

    def holds(self) -> list[Mask]:
        """What may be worth keeping: what people keep, everything, and in low games one card more or fewer."""
        hand, ranking = self._hands[:1], self._ranking
        usual = keep(hand, ranking, self._left)[0]
        if ranking is HIGH:
            return [usual, np.ones_like(usual)]
        low = [_keep_low(hand, ranking, height)[0] for height in np.unique(_heights(ranking)[hand]).tolist()]
        near = [hold for hold in low if abs(int(hold.sum()) - int(usual.sum())) == 1]
        return [usual, np.ones_like(usual), *near]


class Held(NamedTuple):
    """The hands that an opponent may have: what they come to, and their places among each other."""

    ends: Strengths
    before: Floats
    now: Floats


class Stories(NamedTuple):
    """Hands from the deal to the last draw, as people draw."""

    sets: NDArray[np.uint64]
    """The cards before each draw, and at the end."""
    drawn: NDArray[np.int8]
    """How many were drawn, draw by draw."""
    ends: Strengths
    quality: Floats
    """What the cards before each draw, and at the end, come to on average, as a part of all hands that are worse."""

    by_draws: dict[tuple[int, ...], NDArray[np.intp]]
    """Which stories begin with these numbers of cards drawn."""

    def held(self, drawn: tuple[int, ...], bet: int, seen: np.uint64) -> Held:
        """What somebody may have who drew so many cards, and can have none of those that we have seen.

        `bet` is how many draws there had been when the chips of earlier streets went in.
        """
        stage = len(drawn)
        found = self.by_draws.get(drawn, self.by_draws[()][:0])
        found = found[(self.sets[found, stage] & seen) == 0][:_RIVAL_HANDS]
        if len(found) < _FEWEST_HANDS:  # rare: take what is most like it, later draws first
            distance = np.abs(self.drawn[:, :stage] - np.array(drawn, np.int8)) @ (1 << np.arange(stage))
            distance[(self.sets[:, stage] & seen) != 0] = _STORIES
            found = np.argsort(distance, kind="stable")[:_FEWEST_HANDS]
        before, now = (places(self.quality[found, at])[None] for at in (bet, stage))
        return Held(self.ends[found][None, :, None], before, now)


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
    in_order = np.sort(ends)
    quality = np.empty((_STORIES, draws + 1), np.float32)
    for stage, held in enumerate(stages):
        left, fresh = draws - stage, cards[:, size * (stage + 1) :]
        others = [
            np.searchsorted(in_order, _drawn_out(held, np.roll(fresh, -size * way, axis=1), ranking, left))
            for way in range(_ENDS if left else 1)
        ]
        quality[:, stage] = np.mean(others, axis=0) / _STORIES
    sets = np.stack([batch.card_sets(held) for held in stages], axis=1)
    drawn = np.stack(counts, axis=1).astype(np.int8)
    by_draws: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for number, story in enumerate(map(tuple, drawn.tolist())):
        for stage in range(draws + 1):
            by_draws[story[:stage]].append(number)
    return Stories(sets, drawn, ends, quality, {told: np.array(found) for told, found in by_draws.items()})


def _drawn_out(hands: Ids, stock: Ids, ranking: Ranking, left: int, *, first: Mask | None = None) -> Strengths:
    """The strengths of hands after all draws that are left, each from its row of the stock."""
    size = ranking.hand_size
    for number in range(left):
        stays = first if first is not None and number == 0 else keep(hands, ranking, left - number)
        hands = np.where(stays, hands, stock[:, number * size : (number + 1) * size])
    return batch.strengths(hands, ranking=ranking, threads=1)


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
    best = ranking.hand_class(ranking.strongest).category
    return next(s for s in ranking.strengths_of(best) if ranking.height(ranking.hand_class(s).ranks[0]) <= top)


@cache
def _heights(ranking: Ranking) -> Ids:
    return np.array([ranking.height(Rank(number // 4)) for number in range(52)], np.uint8)

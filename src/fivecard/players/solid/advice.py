"""What the solid player thinks of a hand, for people who ask: what it would do and why, by what their seat sees."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from random import Random
from statistics import median_low
from typing import Final, NamedTuple

import numpy as np

from fivecard.cards import Card
from fivecard.engine import Action, BringIn, Call, Check, Discard, Fold, Raise, View, legal
from fivecard.engine.legal import is_completing
from fivecard.engine.pots import pot_for
from fivecard.errors import IllegalActionError
from fivecard.players.solid.betting import choose, outlook
from fivecard.players.solid.draws import shares_of_discards
from fivecard.players.solid.outlook import opponents, read, within_reach
from fivecard.words.english import percent
from fivecard.words.narrating import raising

_ESTIMATES: Final = 40
"""Each is a small sample: the mean of so many is off by a hundredth or so."""
_TRIES: Final = 9
"""It mixes what it does: what it does most often of so many times is what it would do."""


class Advice(NamedTuple):
    """What to do, and why."""

    action: Action
    share: float
    """The part of the pot that the hand can expect, if it does not fold."""
    discards: Mapping[tuple[Card, ...], float]
    """At a draw, what can be expected of everything that could go, the best first."""
    view: View

    @property
    def needed(self) -> float:
        """The part of the pot that a call has to win; 0 if there is nothing to call."""
        now = legal(self.view)
        return now.call_amount / pot_for(self.view, now.seat, now.call_amount) if now and now.call_amount else 0.0

    def words(self, cards: Callable[[Iterable[Card]], str]) -> str:
        """Say it, with the cards as they are shown."""
        if isinstance(self.action, Discard):
            what = f"discard {cards(self.action.cards)}" if self.action.cards else "keep all of them"
            return f"{what}, for {percent(self.share)} of the pot."
        share, needed = _told_apart(self.share, self.needed)
        judging = f"judging by bets{' and draws' * any(self.view.drawn)}, you can expect {share} of the pot"
        return f"{_doing(self.action, self.view)}: {judging}{self._against_the_price(needed)}."

    def _against_the_price(self, price: str) -> str:
        """Hold the share against what a call needs; where that is not the reason, name it."""
        action, enough = self.action, self.share > self.needed
        bluff = ", but others may fold" * isinstance(action, Raise)
        if not self.needed:
            return bluff if self.share * (1 + len(opponents(self.view))) < 1 else ""
        needed = f"the {price} that a call needs"
        if isinstance(action, Fold) and enough:
            return f", hardly more than {needed}, and there are bets to come"
        if isinstance(action, Call) and not enough:
            return f", hardly less than {needed}"
        return f", more than {needed}" if enough else f", less than {needed}{bluff}"


def advice(view: View) -> Advice:
    """Think about a hand whose turn it is. The same question has the same answer."""
    now = legal(view)
    if now is None:
        raise IllegalActionError("it is not this seat's turn")
    random = Random(repr((view.hand, view.board, view.committed)))
    source = np.random.Generator(np.random.PCG64(random.getrandbits(64)))
    seen = within_reach(view)
    if now.draw:
        discards = _discards(seen, source)
        best, share = next(iter(discards.items()))
        return Advice(Discard(now.seat, best), share, discards, view)
    found = [outlook(seen, source) for _ in range(_ESTIMATES)]
    share = sum(each.share({other: read(seen, other) for other in each.rivals}) for each in found) / _ESTIMATES
    return Advice(_usual([choose(view, random) for _ in range(_TRIES)]), share, {}, view)


def _discards(view: View, source: np.random.Generator) -> dict[tuple[Card, ...], float]:
    found = defaultdict[tuple[Card, ...], list[float]](list)
    for _ in range(_ESTIMATES // 4):  # it tries every discard with the same cards, so they compare well
        for thrown, share in shares_of_discards(view, source).items():
            found[thrown].append(share)
    means = {thrown: sum(shares) / len(shares) for thrown, shares in found.items()}
    return dict(sorted(means.items(), key=lambda each: -each[1]))


def _usual(actions: list[Action]) -> Action:
    """What is done most often; of raises, one in the middle."""
    [(kind, _)] = Counter(map(type, actions)).most_common(1)
    raises = {action.to: action for action in actions if isinstance(action, Raise)}
    if kind is Raise:
        return raises[median_low(action.to for action in actions if isinstance(action, Raise))]
    return next(action for action in actions if isinstance(action, kind))


def _doing(action: Action, view: View) -> str:
    match action:
        case Raise(_, to):
            return f"{raising(max(view.bets), completing=is_completing(view))} {to:,}"
        case Check():
            return "check"
        case Call():
            return "call"
        case BringIn():
            return "bring it in"
        case Fold():
            return "fold"
    raise AssertionError(action)


def _told_apart(one: float, other: float) -> tuple[str, str]:
    """Write two parts in percent, with as many digits as it takes to see which is the larger."""
    digits = next((digits for digits in range(4) if percent(one, digits) != percent(other, digits)), 0)
    return percent(one, digits), percent(other, digits)

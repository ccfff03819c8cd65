"""Before the flop, heads-up: short stacks push or fold by an equilibrium, all others play a chart that is none."""

from functools import lru_cache
from random import Random
from typing import Final

import numpy as np

from fivecard.cards import CardSet
from fivecard.engine import Action, Call, Check, Fold, Raise, View, legal
from fivecard.players.solver.advice import Advice, action_for, advice_of
from fivecard.players.solver.question import name_for
from fivecard.players.solver.ranges import CALLS, CALLS_RERAISE, OPENS, RAISES_LIMPS, RERAISES, RERAISES_AGAIN
from fivecard.ranges import Range
from fivecard.ranges.vectors import HANDS, KIND_OF_HAND
from fivecard.tournaments.push_fold import PushFold, heads_up_shares, pairs_of_kinds, push_fold

SHORT: Final = 15
"""Big blinds, of the smaller stack, up to which pushing or folding is advised."""
BEFORE: Final = "before the flop"
SOURCE: Final = "by the equilibrium of push or fold"
_WITHIN: Final = 0.01  # of the big blind
_OPEN, _OVER_LIMP = 2.5, 4.0  # big blinds to which is raised
_RERAISE, _RERAISE_AGAIN = 3.5, 2.3  # times what was raised to
_USUAL: Final = (4.0, 14.0)
"""Big blinds to which a first raise and a second may go for the chart to answer."""


def why_no_advice(view: View) -> str | None:
    """Say why push or fold does not answer here, in a clause; None if it does."""
    if not _has_two_blinds(view):
        return "push or fold is solved for two blinds and the same ante for both"
    if (depth := _depth(view)) > SHORT:
        return f"push or fold answers up to {SHORT} big blinds, and the smaller stack has {depth:.0f}"
    if not (_is_first(view) or _faces_all_in(view)):
        return "push or fold knows no limps and no smaller raises"
    return None


def push_fold_advice(view: View) -> Advice | None:
    """Advise a seat whose turn it is before the flop; None where push or fold does not answer.

    Args:
        view: A hand of no-limit hold'em between two players.
    """
    if why_no_advice(view):
        return None
    found = _equilibrium(_stacks(view), *_stakes(view))
    kind = int(KIND_OF_HAND[np.searchsorted(HANDS, np.uint64(CardSet(view.hand).mask))])
    first = _is_first(view)
    often = float((found.strategy(0) if first else found.strategy(1, pushed=(0,)))[kind])
    worth = _worth_pushing(found, view, kind) if first else _worth_calling(found, view, kind)
    doing = _all_in(view) if first else "call"
    row = [(doing, often, worth), ("fold", 1 - often, 0.0)]
    return advice_of(view, row, where=BEFORE, within=_WITHIN * _stakes(view)[0][1], source=SOURCE)


def choose(view: View, random: Random) -> Action | None:
    """Play by push or fold, or by the chart; None where neither has an answer.

    Args:
        view: What the seat sees, whose turn it is.
        random: Where chance comes from.
    """
    now = legal(view)
    assert now is not None
    if advice := push_fold_advice(view):
        (option,) = random.choices(advice.options, [each.chance for each in advice.options])
        return action_for(option.action, view)
    if not _has_two_blinds(view) or _depth(view) <= SHORT:
        return None
    return _by_chart(view)


def _by_chart(view: View) -> Action | None:
    now = legal(view)
    assert now is not None
    seat, blind, largest = now.seat, _stakes(view)[0][1], max(view.bets)
    if view.raises == 0:
        if _is_first(view):
            return _raise(view, _OPEN * blind) if _holds(view, OPENS) else Fold(seat)
        return _raise(view, _OVER_LIMP * blind) if _holds(view, RAISES_LIMPS) else Check(seat)
    if view.raises > len(_USUAL) or largest > _USUAL[view.raises - 1] * blind or not now.min_raise_to:
        return None
    more, calls, times = [(RERAISES, CALLS, _RERAISE), (RERAISES_AGAIN, CALLS_RERAISE, _RERAISE_AGAIN)][view.raises - 1]
    if _holds(view, more):
        return _raise(view, times * largest)
    return Call(seat) if _holds(view, calls) else Fold(seat)


def _raise(view: View, to: float) -> Raise:
    now = legal(view)
    assert now is not None
    return Raise(now.seat, min(max(round(to), now.min_raise_to), now.max_raise_to))


@lru_cache(maxsize=16)
def _masks(text: str) -> frozenset[int]:
    return frozenset(Range(text).hands.tolist())


def _holds(view: View, text: str) -> bool:
    return CardSet(view.hand).mask in _masks(text)


# Push or fold


def _stakes(view: View) -> tuple[tuple[int, int], int]:
    assert view.stakes is not None
    small, big = view.stakes.blinds
    assert isinstance(view.stakes.ante, int)  # `_has_two_blinds` has seen to that
    return (small, big), view.stakes.ante


def _has_two_blinds(view: View) -> bool:
    if view.stakes is None or not isinstance(view.stakes.ante, int):
        return False
    blinds = view.stakes.blinds
    return len(blinds) == 2 and 0 < blinds[0] <= blinds[1]


def _stacks(view: View) -> tuple[int, int]:
    """What the button and the big blind had before anything was put in; what only one has is not played for."""
    least = min(stack + put for stack, put in zip(view.stacks, view.committed, strict=True))
    return least, least


def _put_in(view: View) -> int:
    """What the seat has put in of what is played for."""
    return min(view.committed[view.seat or 0], _stacks(view)[0])


def _depth(view: View) -> float:
    return _stacks(view)[0] / _stakes(view)[0][1]


def _is_first(view: View) -> bool:
    """Whether this is the button's first decision."""
    return view.turn == view.button and not view.acted and not view.raises


def _faces_all_in(view: View) -> bool:
    """Whether the big blind is asked to play for all chips, right away."""
    other = view.order[1 - view.order.index(view.seat or 0)]
    return view.turn != view.button and view.raises == 1 and view.committed[other] >= _stacks(view)[0]


def _all_in(view: View) -> str:
    now = legal(view)
    assert now is not None
    return name_for(now.max_raise_to, view) if now.min_raise_to else "call"


@lru_cache(maxsize=64)
def _equilibrium(stacks: tuple[int, int], blinds: tuple[int, int], ante: int) -> PushFold:
    return push_fold(stacks, blinds=blinds, ante=ante)


def _worth_pushing(found: PushFold, view: View, kind: int) -> float:
    """How many chips more than a fold an all-in of the button wins."""
    pairs = pairs_of_kinds()[kind]
    calls = found.strategy(1, pushed=(0,)) * pairs / pairs.sum()
    stack, dead = _stacks(view)[0], _put_in(view)
    taken = sum(min(put, stack) for put in view.committed) - dead
    called = 2 * stack * heads_up_shares()[kind] - stack
    return float((1 - calls.sum()) * taken + calls @ called) + dead


def _worth_calling(found: PushFold, view: View, kind: int) -> float:
    """How many chips more than a fold a call of the big blind wins."""
    weights = found.strategy(0) * pairs_of_kinds()[kind]
    stack, dead = _stacks(view)[0], _put_in(view)
    share = float(weights @ heads_up_shares()[kind] / weights.sum())
    return 2 * stack * share - stack + dead

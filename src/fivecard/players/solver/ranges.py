"""What both players of a heads-up hand may hold when a street begins, by what was bet before: a stated rule.

Before the flop a chart of our own says which part of all hands does what; it is a rule of thumb, no equilibrium. After
the flop every bet that was called narrows both ranges, by the equity of each hand on that street's board.

>>> preflop_ranges(raises=1, last_by_button=True)
('8%-65%', '80%')
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from fivecard.cards import Card, CardSet
from fivecard.engine import View
from fivecard.errors import RangeError
from fivecard.ranges import Range
from fivecard.solvers.postflop import Spot, start

OPENS: Final = "80%"
"""The button raises with these, and folds the rest."""
RAISES_LIMPS: Final = "20%"
RERAISES: Final = "8%"
CALLS: Final = "8%-65%"
"""The big blind against a raise."""
RERAISES_AGAIN: Final = "4%"
CALLS_RERAISE: Final = "4%-40%"

_LIMPED: Final = ("20%-100%", "20%-90%")
_RAISED: Final = {  # by how often was raised, and whether the button did so last; the big blind's range is the first
    (1, True): (CALLS, OPENS),
    (1, False): (RAISES_LIMPS, "15%-70%"),
    (2, True): ("3%-18%", "8%"),
    (2, False): ("12%", CALLS_RERAISE),
    (3, True): ("2%-14%", "5%"),
    (3, False): ("5%", "2%-14%"),
}
_MOST_RAISES: Final = 3

AGGRESSOR_KEEPS, AGGRESSOR_REST = 0.6, 0.35
CALLER_KEEPS, CALLER_REST = 0.7, 0.15
"""The best part of a range that stays whole after a bet that was called, and the weight that the rest keeps."""
_OWN_HAND: Final = 0.01
"""The least weight of the hand that is held: the other player does not expect it, but it is advised all the same."""

RULE: Final = (
    f"after each bet that was called, who bet keeps the best {AGGRESSOR_KEEPS:.0%} and {AGGRESSOR_REST:.0%} of the rest"
    f", who called the best {CALLER_KEEPS:.0%} and {CALLER_REST:.0%} of the rest"
)


@dataclass(frozen=True)
class Given:
    """Ranges with which players come to the flop, instead of the chart's; None for the chart's."""

    mine: Range | None = None
    theirs: Range | None = None


@dataclass(frozen=True)
class Assumed:
    """What a seat assumes of both players, the big blind first, who is out of position.

    Args:
        flop: The ranges with which they come to the flop.
        now: What is left of them when this street begins, without hands that the board makes impossible.
        given: Which of both were given, not taken from the chart.
    """

    flop: tuple[Range, Range]
    now: tuple[Range, Range]
    given: tuple[bool, bool]

    def left(self, player: int, *, known: tuple[Card, ...] = ()) -> int:
        """Count the hands of a range that are possible, whatever their weight.

        Args:
            player: 0 out of position, 1 in position.
            known: Cards that are known to be elsewhere.
        """
        return int(((self.now[player].hands & np.uint64(CardSet(known).mask)) == 0).sum())


def preflop_ranges(*, raises: int, last_by_button: bool) -> tuple[str, str]:
    """Read the chart: with what the big blind and the button come to the flop.

    Args:
        raises: How often was raised before the flop; more than three times count as three.
        last_by_button: Whether the button raised last.
    """
    return _RAISED[min(raises, _MOST_RAISES), last_by_button] if raises else _LIMPED


def assumed(view: View, given: Given) -> Assumed:
    """Say what both may hold when this street began, as a seat sees it, whose own hand is always possible.

    Args:
        view: A hand of two players after the flop.
        given: Ranges that count instead of the chart's.
    """
    me = view.order.index(view.seat or 0)
    chosen = (given.mine, given.theirs) if me == 0 else (given.theirs, given.mine)
    raises, last = view.rounds[0]
    charted = preflop_ranges(raises=raises, last_by_button=last == view.button)
    first, second = (own or _read(text) for own, text in zip(chosen, charted, strict=True))
    now = (_possible(first, view.board[:3]), _possible(second, view.board[:3]))
    for street, (bets, seat) in enumerate(view.rounds[1:]):
        board = view.board[: 3 + street]
        for _ in range(bets):
            now = _narrowed(board, now, view.order.index(seat))
        now = (_possible(now[0], view.board[: 4 + street]), _possible(now[1], view.board[: 4 + street]))
    held = [*now]
    held[me] = _with_hand(now[me], view.hand)
    if not held[1 - me].hands.size or not ((held[1 - me].hands & np.uint64(CardSet(view.hand).mask)) == 0).any():
        raise RangeError(f"the range '{(first, second)[1 - me]}' has no hand that the cards in sight leave possible")
    return Assumed((first, second), (held[0], held[1]), (chosen[0] is not None, chosen[1] is not None))


@lru_cache(maxsize=32)
def _read(text: str) -> Range:
    return Range(text)


def _possible(range_: Range, board: tuple[Card, ...]) -> Range:
    """Leave out the hands that a board makes impossible."""
    there = (range_.hands & np.uint64(CardSet(board).mask)) == 0
    return Range.from_hands(range_.hands[there], range_.weights[there])


def _with_hand(range_: Range, hand: tuple[Card, ...]) -> Range:
    held = np.uint64(CardSet(hand).mask)
    is_held = range_.hands == held
    if is_held.any():
        return Range.from_hands(range_.hands, np.where(is_held, np.maximum(range_.weights, _OWN_HAND), range_.weights))
    return Range.from_hands(np.append(range_.hands, held), np.append(range_.weights, _OWN_HAND))


@lru_cache(maxsize=64)
def _narrowed(board: tuple[Card, ...], ranges: tuple[Range, Range], aggressor: int) -> tuple[Range, Range]:
    """What is left of both ranges after a bet on a board that was called."""
    equities = start(Spot(board, ranges, pot=1, stack=1)).at().equities  # without bets: exact equities
    found = []
    for player, range_ in enumerate(ranges):
        part, rest = (AGGRESSOR_KEEPS, AGGRESSOR_REST) if player == aggressor else (CALLER_KEEPS, CALLER_REST)
        order = np.argsort(-np.nan_to_num(equities[player]), kind="stable")
        before = np.cumsum(range_.weights[order]) - range_.weights[order]
        weights = range_.weights.copy()
        weights[order[before >= part * range_.weights.sum()]] *= rest
        found.append(Range.from_hands(range_.hands, weights))
    return found[0], found[1]

"""Actions by number: the same for batches, environments and games for solvers.

Bets come first: fold, pass, the least bet or raise, parts of the pot, the largest; or a number for each amount.
In games with draws the sets of places in the hand come behind them.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from fivecard.cards import Card
from fivecard.engine import Action, BringIn, Call, Check, Discard, Fold, LegalActions, Limit, Raise, Rules, View
from fivecard.engine.legal import legal_at, part_of_pot
from fivecard.engine.streets import DrawRound
from fivecard.errors import ArgumentError, IllegalActionError, quoted

FOLD: Final = 0
"""Fold the hand."""
PASS: Final = 1
"""Check, call, or bring it in: the least that stays in the hand."""
LEAST: Final = 2
"""The least bet or raise. Behind it come the parts of the pot, and then the largest bet or raise."""
PARTS: Final = (Fraction(1, 2), Fraction(1))
"""The parts of the pot that may be bet unless others are named."""


def pot_parts(rules: Rules, sizes: Sequence[Fraction | int]) -> tuple[Fraction, ...]:
    """Check the bet sizes, as parts of the pot; fixed limit has none.

    Args:
        rules: The game.
        sizes: The parts, ascending.

    >>> from fivecard.engine import VARIANTS
    >>> pot_parts(VARIANTS["holdem"], [Fraction(1, 2), 1]), pot_parts(VARIANTS["razz"], [1])
    ((Fraction(1, 2), Fraction(1, 1)), ())
    """
    if rules.limit is Limit.FIXED_LIMIT:
        return ()
    if not isinstance(sizes, Sequence) or not all(isinstance(size, Fraction | int) and size > 0 for size in sizes):
        raise ArgumentError(f"sizes are parts of the pot, each a Fraction or a whole number, not {quoted(sizes)}")
    parts = tuple([Fraction(size) for size in sizes])
    if list(parts) != sorted({*parts}):
        raise ArgumentError(f"sizes ascend, and none is there twice, not {quoted(sizes)}")
    return parts


class Menu:
    """The actions of a game, by number.

    Args:
        rules: The game.
        stack: The largest of the stacks.
        sizes: The parts of the pot that may be bet or raised, ascending. In fixed limit there are none.
        exact: Number every amount of chips instead: 0 folds, 1 checks, calls or brings it in, and from 2 on a bet or
            raise goes to one chip less than its number.

    >>> from fivecard.engine import VARIANTS
    >>> Menu(VARIANTS["holdem"], 200).size, Menu(VARIANTS["holdem"], 200, exact=True).size
    (6, 202)
    >>> menu = Menu(VARIANTS["five-card-draw"], 200)
    >>> menu.bets, menu.size
    (4, 36)
    """

    def __init__(
        self, rules: Rules, stack: int, *, sizes: Sequence[Fraction | int] = PARTS, exact: bool = False
    ) -> None:
        self.parts = pot_parts(rules, sizes)
        """The parts of the pot that numbers from `LEAST + 1` on stand for."""
        self.exact = exact
        """Whether every amount has a number."""
        self.bets: int = stack + 2 if exact else LEAST + len(self.parts) + 2
        """How many numbers stand for bets. Behind them are the sets of cards to discard, as bits: the first is none."""
        hands = [street.hand for street in rules.streets if isinstance(street, DrawRound)]
        self.size: int = self.bets + (1 << max(hands) if hands else 0)
        """How many numbers there are."""

    def offered(self, view: View, now: LegalActions) -> dict[int, int]:
        """Say what each bet or raise that may be done goes to, by its number.

        Args:
            view: What the seat to act sees.
            now: What it may do.
        """
        if self.exact:
            return {to + 1: to for to in now.amounts}
        if not now.min_raise_to:
            return {}
        found = {LEAST: now.min_raise_to}
        before = now.min_raise_to
        if now.max_raise_to > now.min_raise_to:
            for number, part in enumerate(self.parts, LEAST + 1):
                to = part_of_pot(view, part.numerator, part.denominator)
                if before < to < now.max_raise_to:
                    found[number] = before = to
            found[LEAST + len(self.parts) + 1] = now.max_raise_to
        return found

    def legal(self, view: View) -> list[int]:
        """Say which actions may be done, ascending; none if it is not the turn of who sees this.

        Args:
            view: What a seat sees.

        >>> from random import Random
        >>> from fivecard.engine import VARIANTS, Deal, Stakes, apply, start, view_for
        >>> rules = VARIANTS["holdem"]
        >>> state, _ = apply(
        ...     start(rules, 2, stakes=Stakes(blinds=(1, 2), small_bet=2), stacks=9), Deal.shuffled(Random(1))
        ... )
        >>> menu = Menu(rules, 9)
        >>> menu.legal(view_for(state, 1)), [menu.name(view_for(state, 1), number) for number in (0, 1, 2, 4, 5)]
        ([0, 1, 2, 4, 5], ['fold', 'call 1', 'raise to 4', 'raise to 6', 'raise to 9'])
        """
        now = _now(view)
        if now is None:
            return []
        if now.draw is not None:
            sets = range(1 << len(view.hand))
            return [self.bets + places for places in sets if now.may_discard(_cards(view, places))]
        return [FOLD] * now.fold + [PASS, *sorted(self.offered(view, now))]

    def action(self, view: View, number: int) -> Action:
        """Say what a number stands for.

        Args:
            view: What the seat to act sees.
            number: The number of the action.
        """
        now = _now(view)
        if now is not None and now.draw is not None:
            places = number - self.bets
            if 0 <= places < 1 << len(view.hand) and now.may_discard(cards := _cards(view, places)):
                return Discard(now.seat, cards)
        elif now is not None:
            if number == FOLD and now.fold:
                return Fold(now.seat)
            if number == PASS:
                return Check(now.seat) if now.check else Call(now.seat) if now.call_amount else BringIn(now.seat)
            if to := self.offered(view, now).get(number, 0):
                return Raise(now.seat, to)
        raise IllegalActionError(f"action {quoted(number)} is not legal")

    def name(self, view: View, number: int) -> str:
        """Name an action, with its chips or cards.

        Args:
            view: What the seat to act sees.
            number: The number of the action.
        """
        match self.action(view, number):
            case Fold():
                return "fold"
            case Check():
                return "check"
            case Raise(_, to):
                return f"raise to {to}" if view.raises or max(view.bets) else f"bet {to}"
            case Discard(_, cards):
                return f"discard {' '.join(map(str, cards))}" if cards else "stand pat"
            case action:
                now = _now(view)
                if now is None:
                    raise AssertionError(action)
                return f"call {now.call_amount}" if isinstance(action, Call) else f"bring in {now.bring_in}"


def _now(view: View) -> LegalActions | None:
    return None if view.seat is None or view.turn != view.seat else legal_at(view, view.hand)


def _cards(view: View, places: int) -> tuple[Card, ...]:
    return tuple([card for place, card in enumerate(view.hand) if places >> place & 1])

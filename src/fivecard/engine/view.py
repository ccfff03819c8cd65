"""What one seat may know of a round: built from nothing, field by field, out of what that seat may see."""

from typing import NamedTuple

from fivecard.cards import Card, card_id
from fivecard.engine.rules import Rules
from fivecard.engine.state import State
from fivecard.errors import IllegalActionError, quoted


class View(NamedTuple):
    """A round as seen from a seat, or by somebody without one."""

    rules: Rules
    players: int
    seat: int | None
    turn: int | None
    hand: tuple[Card, ...]
    """The seat's own cards, in the order in which the rules have them held."""
    replaceable: int
    """How many discards can be replaced now: the draw pile, and what others discarded before."""
    drawn: tuple[int, ...]
    """How many cards each seat drew, for the seats that have acted."""
    shown: tuple[tuple[Card, ...], ...]
    """All hands, once they have been shown."""
    winners: tuple[int, ...]

    @property
    def most_discards(self) -> int:
        """How many cards the seat may discard now; none if it is not its turn."""
        if self.turn is None or self.turn != self.seat:
            return 0
        return min(self.rules.most_discards_from(self.hand), self.replaceable)

    def allowed(self, unwanted: tuple[Card, ...]) -> tuple[Card, ...]:
        """Cut some cards down to what the seat may discard now: where too many, the lowest go."""
        if len(unwanted) <= min(self.rules.most_discards, self.replaceable):
            return unwanted
        thrown = sorted(unwanted, key=card_id)[: self.replaceable]
        while not self.rules.may_keep([card for card in self.hand if card not in thrown]):
            thrown.pop()
        return tuple(thrown)


def view_for(state: State, seat: int | None) -> View:
    """Show a state as a seat may know it; None is a spectator.

    >>> import random
    >>> from fivecard.engine import THREE_CARD_DRAW, Deal, apply, start
    >>> state, _ = apply(start(THREE_CARD_DRAW, 2), Deal.shuffled(random.Random(1)))
    >>> len(view_for(state, 0).hand), len(view_for(state, None).hand)
    (5, 0)
    """
    if seat is not None and (not isinstance(seat, int) or not 0 <= seat < state.players):
        raise IllegalActionError(f"there is no seat {quoted(seat)} at a table of {state.players}")
    hand = state.hands[seat] if seat is not None and state.hands else ()
    shown = state.hands if state.is_over else ()
    return View(
        state.rules, state.players, seat, state.turn, hand, state.replaceable, state.drawn, shown, state.winners
    )

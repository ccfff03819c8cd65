"""What one seat may know of a hand: built from nothing, out of the fields that it lists and the seat's own cards."""

from operator import attrgetter
from typing import NamedTuple

from fivecard.cards import Card, card_id
from fivecard.engine.actions import Discard
from fivecard.engine.events import Cards
from fivecard.engine.legal import LegalActions, legal_at
from fivecard.engine.rules import Rules
from fivecard.engine.stakes import Stakes
from fivecard.engine.state import State
from fivecard.errors import IllegalActionError, quoted


class View(NamedTuple):
    """A hand as seen from a seat, or by somebody without one. What its fields mean, `State` says.

    What both have is public: the fields listed here are all that anybody may see of a state.
    """

    rules: Rules
    stakes: Stakes | None
    order: tuple[int, ...]
    street: int
    to_act: tuple[int, ...]
    drawn: tuple[tuple[int, ...], ...]
    winners: tuple[int, ...]
    shown: tuple[Cards, ...]
    folded: tuple[int, ...]
    board: Cards
    up: tuple[Cards, ...]
    stacks: tuple[int, ...]
    bets: tuple[int, ...]
    committed: tuple[int, ...]
    raises: int
    largest_raise: int
    acted: tuple[int, ...]
    last_aggressor: int
    won: tuple[int, ...]
    rounds: tuple[tuple[int, int], ...]
    levels: tuple[int, ...]
    raked: int
    runs: int
    boards: tuple[Cards, ...]
    seat: int | None
    hand: tuple[Card, ...]
    """The seat's own cards, in the order in which the rules have them held."""
    replaceable: int
    """How many discards can be replaced now: the draw pile, and what was thrown away before."""

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.order)

    @property
    def turn(self) -> int | None:
        """The seat to act; None before the deal and after the end."""
        return self.to_act[0] if self.to_act else None

    @property
    def button(self) -> int:
        """The seat with the button."""
        return self.order[-1]

    @property
    def pot(self) -> int:
        """All chips that were put in, until they are won."""
        return sum(self.committed)

    @property
    def most_discards(self) -> int:
        """How many cards the seat may discard now; none if it is not its turn to draw."""
        now = legal(self)
        return now.most_discards if now else 0

    def discard(self, unwanted: tuple[Card, ...]) -> Discard:
        """Discard some cards, cut down to what the seat may discard now: where too many, the lowest go."""
        draw, seat, count = self.rules.draw, self.to_act[0], len(unwanted)
        if count <= draw.most_discards and count <= self.replaceable:
            return Discard(seat, unwanted)
        thrown = sorted(unwanted, key=card_id)[: self.replaceable]
        while not draw.may_keep([card for card in self.hand if card not in thrown]):
            thrown.pop()
        return Discard(seat, tuple(thrown))


def legal(view: View) -> LegalActions | None:
    """List what the seat may do now; None if it is not its turn.

    >>> import random
    >>> from fivecard.engine import FOUR_WITH_AN_ACE, Deal, Discard, apply, start
    >>> state, _ = apply(start(FOUR_WITH_AN_ACE, 2), Deal.shuffled(random.Random(1)))
    >>> legal(view_for(state, 0)).allows(Discard(0, view_for(state, 0).hand[:3]))
    True
    >>> legal(view_for(state, 1)) is None
    True
    """
    if view.seat is None or not view.to_act or view.to_act[0] != view.seat:
        return None
    return legal_at(view, view.hand)


def view_for(state: State, seat: int | None) -> View:
    """Show a state as a seat may see it.

    Args:
        state: Where the hand stands.
        seat: Who looks; None for a spectator.

    >>> import random
    >>> from fivecard.engine import THREE_CARD_DRAW, Deal, apply, start
    >>> state, _ = apply(start(THREE_CARD_DRAW, 2), Deal.shuffled(random.Random(1)))
    >>> len(view_for(state, 0).hand), len(view_for(state, None).hand)
    (5, 0)
    """
    if seat is not None and (seat.__class__ is not int or not 0 <= seat < len(state.order)):
        raise IllegalActionError(f"there is no seat {quoted(seat)} at a table of {state.players}")
    hand = state.hands[seat] if seat is not None and state.hands else ()
    return View._make((*_public_part(state), seat, hand, len(state.stub) + len(state.discards)))


_public_part = attrgetter(*[name for name in View._fields if name in State._fields])

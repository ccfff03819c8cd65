"""All there is to know about a hand at one moment."""

from typing import Any, NamedTuple

from fivecard.cards import Card
from fivecard.engine.events import Cards
from fivecard.engine.rules import Rules
from fivecard.engine.stakes import Stakes


class State(NamedTuple):
    """A hand of poker. Nobody at the table sees all of it: see `view_for`.

    What is listed by seat has an entry for every seat, folded or not; in games without chips there are no stacks.
    """

    rules: Rules
    stakes: Stakes | None
    order: tuple[int, ...]
    """The seats as they are dealt to and act, from the left of the button; the last has the button."""
    reserve: tuple[Card, ...] = ()
    """The order in which discards come back if the draw pile runs out."""
    unknown: frozenset[Card] = frozenset()
    """The cards that only stand for some that nobody saw."""
    street: int = -1
    """The number of the street being played; -1 before the deal, and after the end the number of streets."""
    to_act: tuple[int, ...] = ()
    """The seats that have yet to act on this street, in turn."""
    hands: tuple[Cards, ...] = ()
    """The cards of every seat, folded hands included; none before the deal."""
    stub: Cards = ()
    """The draw pile, top card first."""
    discards: Cards = ()
    """The discard pile, oldest first; folded hands are in it too."""
    drawn: tuple[tuple[int, ...], ...] = ()
    """How many cards each seat drew, one number a draw."""
    winners: tuple[int, ...] = ()
    """The seats that won something, once the hand is over."""
    shown: tuple[Cards, ...] = ()
    """The hand of each seat that showed it at the end; nothing for the others."""
    folded: tuple[int, ...] = ()
    """The seats that gave up, in turn."""
    board: Cards = ()
    up: tuple[Cards, ...] = ()
    """Those of the cards of every seat that lie open."""
    stacks: tuple[int, ...] = ()
    """The chips that each seat has left."""
    bets: tuple[int, ...] = ()
    """What lies before each seat on this street."""
    committed: tuple[int, ...] = ()
    """What each seat has put in since the beginning of the hand, bets and antes included; nothing once that was won."""
    raises: int = 0
    """How many bets and raises there were on this street."""
    largest_raise: int = 0
    """The largest raise on this street: the next must be as large, unless it is all in."""
    acted: tuple[int, ...] = ()
    """The seats that have acted on this street."""
    last_aggressor: int = 0
    """The seat of the last bet or raise on this street, or else the first in turn: it shows first."""
    won: tuple[int, ...] = ()
    """The chips that each seat won at the end."""
    rounds: tuple[tuple[int, int], ...] = ()
    """Of each round of bets that is over: how many bets and raises there were, and the seat of the last."""
    levels: tuple[int, ...] = ()
    """In fixed limit, what each bet and raise on this street goes to. One that is all in for less is listed if it is
    half of a whole one or more."""
    raked: int = 0
    """The chips that the house took at the end."""
    runs: int = 1
    """How many boards there are if all are all in before the last card; 0 if the hand stops there and waits for it."""
    boards: tuple[Cards, ...] = ()
    """The boards after the first, if there are any."""

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.order)

    @property
    def turn(self) -> int | None:
        """The seat to act, counted from 0; None before the deal and after the end."""
        return self.to_act[0] if self.to_act else None

    @property
    def button(self) -> int:
        """The seat with the button."""
        return self.order[-1]

    @property
    def is_over(self) -> bool:
        """Whether the hand has come to its end."""
        return self.street == len(self.rules.streets)

    @property
    def waits_for_runs(self) -> bool:
        """Whether all are all in, and it has to be said on how many boards the hand is decided."""
        return not self.runs and self.street >= 0 and not self.to_act and not self.is_over

    @property
    def replaceable(self) -> int:
        """How many discards can be replaced now: the draw pile, and what was thrown away before."""
        return len(self.stub) + len(self.discards)

    @property
    def pot(self) -> int:
        """All chips that were put in, until they are won."""
        return sum(self.committed)


def _replace(state: State, /, **changes: Any) -> State:  # noqa: ANN401  (of types that a checker knows from the fields)
    """Give a state with other values in some fields: as every named tuple does, in half of the time."""
    values = [*state]
    for name, value in changes.items():
        values[_PLACES[name]] = value
    return _new(State, values)


_new = tuple.__new__
_PLACES = {name: place for place, name in enumerate(State._fields)}
State._replace = _replace  # type: ignore[method-assign, assignment]

"""All there is to know about a round at one moment."""

from typing import NamedTuple

from fivecard.cards import Card
from fivecard.engine.rules import Rules


class State(NamedTuple):
    """A round of five-card draw. Nobody at the table sees all of it: see `view_for`."""

    rules: Rules
    players: int
    turn: int | None = None
    """The seat to act, counted from 0; None before the deal and after the show."""
    hands: tuple[tuple[Card, ...], ...] = ()
    """The hand of every seat; none before the deal."""
    stock: tuple[Card, ...] = ()
    """The draw pile, top card first."""
    discards: tuple[Card, ...] = ()
    """The discard pile, oldest first."""
    reserve: tuple[Card, ...] = ()
    """The order in which discards come back if the draw pile runs out."""
    drawn: tuple[int, ...] = ()
    """How many cards each seat drew, for the seats that have acted."""
    winners: tuple[int, ...] = ()
    """The seats that won, once the round is over."""

    @property
    def is_over(self) -> bool:
        """Whether the hands have been shown."""
        return bool(self.winners)

    @property
    def replaceable(self) -> int:
        """How many discards can be replaced now: the draw pile, and what others discarded before."""
        return len(self.stock) + len(self.discards)

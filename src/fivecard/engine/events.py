"""What happened in a hand. `seen_by` gives an event as one seat saw it: cards face down to that seat are None.

An event says enough that nobody has to play the hand beside the engine to tell of it. `street` is the number of the
street in `Rules.streets`. What moves chips says how many (`amount`), and how things stand then: what the seat has left
(`stack`), and the chips of all pots together with those that lie before the seats (`pot`).
"""

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from fivecard.cards import Card

Cards: TypeAlias = tuple[Card, ...]
SeenCards: TypeAlias = tuple[Card | None, ...]


class Public:
    """What everybody sees alike."""

    __slots__ = ()

    def seen_by(self, seat: int | None) -> "Event":
        """Show everything to everybody."""
        return self  # type: ignore[return-value]  # every public event is one of the union


@dataclass(frozen=True, slots=True)
class Posted(Public):
    """A seat paid an ante, a blind or the bring-in, or posted blinds that it had missed."""

    seat: int
    amount: int
    what: str
    """`ante`, `dead blind`, `blind` or `bring-in`."""
    stack: int
    pot: int
    street: int


class Dealt(NamedTuple):
    """Every seat in the hand was dealt cards."""

    hands: tuple[SeenCards, ...]
    """The new cards of each seat."""
    up: bool
    """Whether they lie open."""
    street: int

    def seen_by(self, seat: int | None) -> "Dealt":
        """Show a seat its own cards alone, unless they lie open; None is somebody without a seat."""
        if self.up:
            return self
        hands = tuple(hand if owner == seat else _face_down(hand) for owner, hand in enumerate(self.hands))
        return Dealt(hands, self.up, self.street)


@dataclass(frozen=True, slots=True)
class BoardDealt(Public):
    """Cards were dealt to the board."""

    cards: Cards
    street: int
    board: int = 0
    """Which board, if it is run more than once; the others share what lay there before."""


@dataclass(frozen=True, slots=True)
class Folded(Public):
    """A seat folded."""

    seat: int
    street: int


@dataclass(frozen=True, slots=True)
class Checked(Public):
    """A seat bet nothing."""

    seat: int
    street: int


@dataclass(frozen=True, slots=True)
class Called(Public):
    """A seat matched the largest bet, or went all in for less."""

    seat: int
    amount: int
    stack: int
    pot: int
    street: int


@dataclass(frozen=True, slots=True)
class Raised(Public):
    """A seat bet, raised or completed."""

    seat: int
    to: int
    """What lies before the seat, on this street, in all."""
    over: int
    """The largest bet before: 0 makes it a bet."""
    amount: int
    stack: int
    pot: int
    street: int


class Drew(NamedTuple):
    """A seat discarded cards and drew as many."""

    seat: int
    discarded: SeenCards
    drawn: SeenCards
    street: int
    replenished: int = 0
    """How many earlier discards became the new draw pile during this draw."""

    def seen_by(self, seat: int | None) -> "Drew":
        """Show everybody else only how many cards there were."""
        if seat == self.seat:
            return self
        return Drew(self.seat, _face_down(self.discarded), _face_down(self.drawn), self.street, self.replenished)


@dataclass(frozen=True, slots=True)
class Returned(Public):
    """Chips go back to their seat: nobody called all of a bet, or the deal is void."""

    seat: int
    amount: int
    stack: int
    pot: int
    street: int


class Showed(NamedTuple):
    """Hands are shown."""

    hands: tuple[Cards, ...]
    """The hand of each seat that showed it; nothing for the others."""
    strengths: tuple[int, ...]
    """What each shown hand is worth under the first ranking; 0 for the others."""
    winners: tuple[int, ...]
    """The seats that win something; in a game without chips, the strongest hands."""
    street: int
    order: tuple[int, ...] = ()
    """The seats that were asked to show, in turn: one whose hand is not there has mucked it."""

    def seen_by(self, seat: int | None) -> "Showed":
        """Show everything to everybody."""
        return self


@dataclass(frozen=True, slots=True)
class Raked(Public):
    """The house took chips from a pot."""

    amount: int
    pot: int
    street: int
    side_pot: int = 0
    """Which pot: 0 is the main pot, side pots follow."""


@dataclass(frozen=True, slots=True)
class Won(Public):
    """A seat won chips."""

    seat: int
    amount: int
    stack: int
    pot: int
    street: int
    side_pot: int = 0
    """Which pot: 0 is the main pot, side pots follow."""
    ranking: int | None = None
    """For which of the rankings that share the pot; None if all others had folded."""
    board: int = 0
    """On which board, if it was run more than once."""


Event: TypeAlias = (
    Posted | Dealt | BoardDealt | Folded | Checked | Called | Raised | Drew | Returned | Showed | Raked | Won
)


def _face_down(cards: SeenCards) -> SeenCards:
    return (None,) * len(cards)

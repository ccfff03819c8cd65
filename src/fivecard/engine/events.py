"""What happened in a round. `seen_by` gives an event as one seat saw it: cards face down to that seat are None."""

from typing import NamedTuple, TypeAlias

from fivecard.cards import Card

Cards: TypeAlias = tuple[Card, ...]
SeenCards: TypeAlias = tuple[Card | None, ...]


class Dealt(NamedTuple):
    """Every seat got its hand."""

    hands: tuple[SeenCards, ...]

    def seen_by(self, seat: int | None) -> "Dealt":
        """Show a seat its own hand alone; None is somebody without a seat."""
        return Dealt(tuple(hand if owner == seat else _face_down(hand) for owner, hand in enumerate(self.hands)))


class Drew(NamedTuple):
    """A seat discarded cards and drew as many."""

    seat: int
    discarded: SeenCards
    drawn: SeenCards
    replenished: int = 0
    """How many earlier discards became the new draw pile during this draw."""

    def seen_by(self, seat: int | None) -> "Drew":
        """Show everybody else only how many cards there were."""
        if seat == self.seat:
            return self
        return Drew(self.seat, _face_down(self.discarded), _face_down(self.drawn), self.replenished)


class Showed(NamedTuple):
    """All hands are shown, and the round is over."""

    hands: tuple[Cards, ...]
    strengths: tuple[int, ...]
    winners: tuple[int, ...]
    """The seats with the strongest hand; several in a tie."""

    def seen_by(self, seat: int | None) -> "Showed":
        """Show everything to everybody."""
        return self


Event: TypeAlias = Dealt | Drew | Showed


def _face_down(cards: SeenCards) -> SeenCards:
    return (None,) * len(cards)

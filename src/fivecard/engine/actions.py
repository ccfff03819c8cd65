"""What can be done in a round."""

from random import Random
from typing import NamedTuple, TypeAlias

from fivecard.cards import ALL_CARDS, Card


class Deal(NamedTuple):
    """Deal from this deck, first card first."""

    deck: tuple[Card, ...]
    reserve: tuple[Card, ...] = ()
    """The order in which discards come back if the draw pile runs out: a second shuffle of the deck. Without one,
    they come back in the order in which they were discarded."""

    @classmethod
    def shuffled(cls, random: Random, *, reserve: bool = True) -> "Deal":
        """Shuffle a deck and, unless the draw pile cannot run out, the reserve."""
        return cls(_shuffle(random), _shuffle(random) if reserve else ())


class Discard(NamedTuple):
    """Throw these cards of a seat's hand away; they are replaced together, in this order. No cards: stand pat."""

    seat: int
    cards: tuple[Card, ...] = ()


Action: TypeAlias = Deal | Discard


def _shuffle(random: Random) -> tuple[Card, ...]:
    """Sort by random numbers: as fair as exchanging cards one by one, and half as dear."""
    number = random.random
    return tuple(sorted(ALL_CARDS, key=lambda _: number()))

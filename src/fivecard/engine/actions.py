"""What can be done in a hand. Everything but the deal is done by a seat whose turn it is."""

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from fivecard.cards import ALL_CARDS, Card


@dataclass(frozen=True, slots=True)
class Deal:
    """Begin the hand: antes and blinds are posted, and cards dealt from this deck, first card first."""

    deck: tuple[Card, ...]
    reserve: tuple[Card, ...] = ()
    """The order in which discards come back if the draw pile runs out: a second shuffle of the deck. Without one,
    they come back in the order in which they were discarded."""
    unknown: frozenset[Card] = frozenset()
    """In the history of a game that others played: those cards of the deck that only stand for some that nobody saw. A
    hand with one of them is never shown."""

    @classmethod
    def shuffled(cls, random: Random, *, cards: Iterable[Card] = ALL_CARDS, reserve: bool = True) -> "Deal":
        """Shuffle a deck and a reserve.

        Without a reserve there is one shuffle less, where the draw pile cannot run out.

        Args:
            random: It alone decides the order.
            cards: The deck of the game (`Rules.deck`), if it is not the usual one.
            reserve: Whether a second shuffle is made, for discards that come back if the draw pile runs out.
        """
        return cls(_shuffle(random, cards), _shuffle(random, cards) if reserve else ())


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard these cards of the hand; they are replaced together, in this order. No cards: stand pat."""

    seat: int
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Fold:
    """Fold the hand."""

    seat: int


@dataclass(frozen=True, slots=True)
class Check:
    """Check: bet nothing when there is nothing to call."""

    seat: int


@dataclass(frozen=True, slots=True)
class Call:
    """Match the largest bet, or go all in for less."""

    seat: int


@dataclass(frozen=True, slots=True)
class Raise:
    """Bet, raise, or complete the bring-in; `to` is the total that then lies before the seat on this street."""

    seat: int
    to: int


@dataclass(frozen=True, slots=True)
class BringIn:
    """Put in the forced bet of stud and no more."""

    seat: int


Bets: TypeAlias = Fold | Check | Call | Raise | BringIn
Action: TypeAlias = Deal | Discard | Bets


def _shuffle(random: Random, cards: Iterable[Card]) -> tuple[Card, ...]:
    """Sort by random numbers: as fair as exchanging cards one by one, and half as dear."""
    number = random.random
    return tuple(sorted(cards, key=lambda _: number()))

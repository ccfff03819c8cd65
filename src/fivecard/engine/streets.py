"""The streets of a game, as data: a hand is played through a tuple of them, the first to the last.

>>> rounds = (DealBoard(3), BettingRound(), DealBoard(1), BettingRound(big=True), DealBoard(1), BettingRound(big=True))
>>> holdem = (Post(), DealHole(2), BettingRound(), *rounds, Showdown())
>>> [type(street).__name__ for street in holdem[:4]]
['Post', 'DealHole', 'BettingRound', 'DealBoard']
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from fivecard.cards import Card, Rank
from fivecard.errors import IllegalActionError
from fivecard.words.english import number


class Opening(Enum):
    """Who acts first in a round of betting."""

    POSITION = "left of the blinds, or of the button where there are none"
    LOW_CARD = "the lowest card that lies open, which brings it in"
    HIGH_CARD = "the highest card that lies open, aces low, which brings it in"
    HIGH_HAND = "the best of the hands that lie open"
    LOW_HAND = "the lowest of the hands that lie open"


@dataclass(frozen=True)
class Post:
    """Antes are paid, then blinds."""


@dataclass(frozen=True)
class DealHole:
    """Everybody who has not folded gets cards, one at a time round the table."""

    cards: int
    up: bool = False
    """Whether they lie open for all to see."""


@dataclass(frozen=True)
class DealBoard:
    """Cards are laid on the table for all."""

    cards: int


@dataclass(frozen=True)
class BettingRound:
    """A round of betting."""

    big: bool = False
    """Whether fixed-limit bets are the big ones."""
    opening: Opening = Opening.POSITION
    opening_strength: int = 0
    """The strength of the weakest hand that may make the first bet of the round; 0 if any may. If nobody bets who
    could have, the deal is void and everybody has the chips of the beginning again."""
    open_pair: bool = False
    """Whether in fixed limit, if a pair lies open as the round begins, everybody may bet or raise by the big bet too;
    once somebody has, all raises are by the big bet. (Robert's Rules of Poker, seven-card stud, on fourth street.)"""


@dataclass(frozen=True)
class DrawRound:
    """Everybody in turn throws cards away and gets as many.

    The draw pile may run short: then what was thrown away or folded before becomes the new draw pile, in the order of
    the reserve that was dealt with the deck. Nobody may discard more cards than can be replaced in this way; what a
    player throws away in one draw never comes back to the same player in that draw.
    """

    hand: int = 5
    """How many cards everybody holds."""
    most_discards: int = 5
    four_with_ace: bool = False
    """Whether all cards but one may go if that one is an ace."""

    def may_keep(self, kept: Sequence[Card]) -> bool:
        """Whether these cards of a hand may be all that is kept: here the rule is stated, everything else asks.

        >>> from fivecard.cards import parse_cards
        >>> [DrawRound(5, 3, four_with_ace=True).may_keep(parse_cards(kept)) for kept in ("Ah Kd", "Ah", "Kd")]
        [True, True, False]
        """
        if len(kept) >= self.hand - self.most_discards:
            return True
        return self.four_with_ace and len(kept) == 1 and kept[0].rank is Rank.ACE

    def check_kept(self, kept: Sequence[Card]) -> None:
        """Refuse to keep no more than these cards, unless the rules allow it."""
        if self.may_keep(kept):
            return
        if self.four_with_ace and len(kept) == 1:
            raise IllegalActionError(f"four cards may be discarded only if an ace is kept, not '{kept[0]}'")
        raise IllegalActionError(f"at most {self.most_discards} cards may be discarded, not {self.hand - len(kept)}")

    def most_discards_from(self, hand: Sequence[Card]) -> int:
        """How many cards of this hand may go, as far as the rules are concerned."""
        if any(self.may_keep((card,)) for card in hand):
            return max(self.most_discards, self.hand - 1)
        return self.most_discards

    @property
    def words(self) -> str:
        """What may be discarded, for people: `up to three cards, four if an ace is kept`."""
        return f"up to {number(self.most_discards)} cards{', four if an ace is kept' if self.four_with_ace else ''}"


@dataclass(frozen=True)
class Showdown:
    """Hands are shown and the pot is divided.

    Who made the last bet or raise on the last street shows first, or else who was first there. Then everybody in turn
    shows a hand that wins some part of what it plays for against those shown before; any other stays hidden. If
    somebody is all in, all of them are shown.
    """

    everybody: bool = False
    """Whether all hands are shown."""


Street: TypeAlias = Post | DealHole | DealBoard | BettingRound | DrawRound | Showdown

"""The rules of a game of five-card draw, as data."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from fivecard.cards import Card, Rank
from fivecard.errors import IllegalActionError, quoted
from fivecard.hand import Order

HAND_SIZE: Final = 5
_NUMBERS: Final = ("no", "one", "two", "three", "four", "five")


@dataclass(frozen=True)
class Rules:
    """What a table agrees on before the deal.

    The draw pile may run short: then the cards discarded by players before become the new draw pile, in the order
    of the reserve that was dealt with the deck. Nobody may discard more cards than can be replaced in this way; a
    player's own discards never come back to the same player.
    """

    name: str
    most_players: int
    fewest_players: int = 2
    most_discards: int = 3
    four_with_ace: bool = False
    """Whether four cards may go if the one kept is an ace."""
    order: Order = Order.DESCENDING
    """How players hold their cards. Replacements take the places of the discards, then the hand is put in order."""

    def check_players(self, players: int) -> None:
        """Refuse a number of players that these rules do not provide for."""
        if not isinstance(players, int) or not self.fewest_players <= players <= self.most_players:
            raise IllegalActionError(
                f"rules {self.name} are for {self.fewest_players} to {self.most_players} players, not {quoted(players)}"
            )

    def may_keep(self, kept: Sequence[Card]) -> bool:
        """Whether these cards of a hand may be all that is kept: here the rule is stated, everything else asks.

        >>> from fivecard.cards import parse_cards
        >>> [FOUR_WITH_AN_ACE.may_keep(parse_cards(kept)) for kept in ("Ah Kd", "Ah", "Kd")]
        [True, True, False]
        """
        if len(kept) >= HAND_SIZE - self.most_discards:
            return True
        return self.four_with_ace and len(kept) == 1 and kept[0].rank is Rank.ACE

    def check_kept(self, kept: Sequence[Card]) -> None:
        """Refuse to keep no more than these cards, unless the rules allow it."""
        if self.may_keep(kept):
            return
        if self.four_with_ace and len(kept) == 1:
            raise IllegalActionError(f"four cards may be discarded only if an ace is kept, not '{kept[0]}'")
        raise IllegalActionError(f"at most {self.most_discards} cards may be discarded, not {HAND_SIZE - len(kept)}")

    def most_discards_from(self, hand: tuple[Card, ...]) -> int:
        """How many cards of this hand may go, as far as the rules are concerned."""
        if any(self.may_keep((card,)) for card in hand):
            return max(self.most_discards, HAND_SIZE - 1)
        return self.most_discards

    @property
    def words(self) -> str:
        """What may be discarded, for people: `up to three cards, four if an ace is kept`."""
        return f"up to {_NUMBERS[self.most_discards]} cards{', four if an ace is kept' if self.four_with_ace else ''}"


THREE_CARD_DRAW: Final = Rules("A", most_players=6, order=Order.ACE_LOW)
"""Two to six people, at most three cards each."""
FOUR_WITH_AN_ACE: Final = Rules("C", most_players=10, four_with_ace=True)
"""Up to ten players, at most three cards each, four if an ace is kept."""
RULES: Final = {rules.name: rules for rules in (THREE_CARD_DRAW, FOUR_WITH_AN_ACE)}

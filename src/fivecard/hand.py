"""A player's hand: a pile that grows, has cards replaced, and is shown in one of several orders.

>>> from fivecard.cards import TEN_AS_NUMBER
>>> hand = Hand("Kh As 4d Ac Ts")
>>> hand.sort(Order.ACE_LOW)
>>> hand.text(width=4, notation=TEN_AS_NUMBER)
'  AS  AC  4D 10S  KH'
>>> hand.sort(Order.MATCHED_FIRST)
>>> print(hand)
As Ac Kh Ts 4d
"""

from collections import Counter
from collections.abc import Callable, Iterable
from enum import Enum
from functools import partial
from typing import Any

from fivecard.cards import PLAIN, Card, Notation, ace_low, card_id, whole_number
from fivecard.errors import CardTypeError, DuplicateCardError, PileError, quoted
from fivecard.pile import Pile


def _matched_first(cards: Iterable[Card]) -> list[Card]:
    descending = sorted(cards, key=card_id, reverse=True)
    count = Counter(card.rank for card in descending)
    return sorted(descending, key=lambda card: -count[card.rank])


class Order(Enum):
    """The orders in which a hand may be shown.

    >>> print(*Order.MATCHED_FIRST.sorted(Hand("Qh 3c 3s Qd 3h")))
    3s 3h 3c Qh Qd
    """

    ACE_LOW = "ace low", partial(sorted, key=ace_low)
    """Ascending with the ace below the two; equal ranks keep the order in which they came."""
    ACE_HIGH = "ace high", partial(sorted, key=card_id)
    """Ascending with the ace above the king, clubs to spades within a rank."""
    DESCENDING = "descending", partial(sorted, key=card_id, reverse=True)
    """Highest first, spades to clubs within a rank."""
    MATCHED_FIRST = "matched first", _matched_first
    """Pairs and better first, the larger and then the higher match before the other; the rest highest first."""

    def __init__(self, label: str, sorter: Callable[[Iterable[Card]], list[Card]]) -> None:
        self.label = label
        self.sorted = sorter

    def __reduce_ex__(self, protocol: object) -> tuple[Callable[..., Any], tuple[type["Order"], str]]:
        return getattr, (Order, self.name)  # by name: its functions are not what it is found by


class Hand(Pile):
    """The cards of one player.

    >>> hand = Hand("Ah Kd")
    >>> hand.add(Card.parse("Qs"))
    >>> hand.replace(1, Card.parse("2c"))
    Card.parse('Kd')
    >>> hand
    Hand('Ah 2c Qs')
    """

    def add(self, card: Card) -> None:
        """Put one more card into the hand, behind the others."""
        if not isinstance(card, Card):
            raise CardTypeError(f"expected a Card, got {quoted(card)}")
        self._add([card])

    def replace(self, position: int, card: Card) -> Card:
        """Put a card in place of the one at a position, counted from 0, and give that one."""
        if not isinstance(card, Card):
            raise CardTypeError(f"expected a Card, got {quoted(card)}")
        if not isinstance(position, int) or not 0 <= position < len(self):
            raise PileError(f"no card at position {quoted(position)}: the hand has positions 0 to {len(self) - 1}")
        replaced = self._cards[position]
        if card is not replaced and card in self:
            raise DuplicateCardError(f"duplicate card '{card}': it is already in '{self}'")
        self._cards[position] = card
        return replaced

    def clear(self) -> None:
        """Remove all cards."""
        self._cards.clear()

    def sort(self, order: Order) -> None:
        """Put the cards into one of the orders."""
        if not isinstance(order, Order):
            raise PileError(f"a hand is sorted in an Order, not in {quoted(order)}")
        self._cards = order.sorted(self._cards)

    def text(self, *, width: int = 0, notation: Notation = PLAIN) -> str:
        """Write the hand on one line, each card right-justified in `width` columns if that is given."""
        return notation.join(self, width=width)


def deal_hands(deck: Pile, players: int, cards: int = 5) -> list[Hand]:
    """Deal cards to each player, one at a time round the table.

    >>> [str(hand) for hand in deal_hands(Pile("Ah Kh Qh Jh Th 9h 8h"), players=2, cards=3)]
    ['Ah Qh Th', 'Kh Jh 9h']
    """
    if min(whole_number(players) or 0, whole_number(cards) or 0) < 1:
        raise PileError(f"cannot deal {quoted(cards)} cards to {quoted(players)} players")
    if len(deck) < players * cards:
        raise PileError(f"{players} players need {players * cards} cards, the deck has {len(deck)}")
    hands = [Hand() for _ in range(players)]
    for _ in range(cards):
        for hand in hands:
            hand.take(deck)
    return hands

"""Piles: ordered cards that can be dealt, taken and arranged. A deck and a hand are both piles.

>>> deck, hand = Deck(), Pile()
>>> hand.take(deck, 2)
>>> print(hand)
2c 2d
>>> len(deck)
50
>>> deck.take_all(hand)
>>> len(deck), len(hand)
(52, 0)

A hand has cards replaced, and is shown in one of several orders:

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
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Any, Final, Protocol, Self, overload

from fivecard.cards import (
    ALL_CARDS,
    PLAIN,
    Card,
    CardsLike,
    Notation,
    ace_low,
    card_id,
    first_repeated,
    scan_cards,
    to_cards,
    whole_number,
)
from fivecard.errors import (
    CardError,
    CardTypeError,
    DuplicateCardError,
    FivecardError,
    PileError,
    load_once,
    place_in,
    quoted,
)
from fivecard.words.english import plural

load_once(globals(), "Pile")

_LONGEST_FILE: Final = 10_000_000  # characters; what has no end, like /dev/zero, would fill the memory


class RandomSource(Protocol):
    """What shuffling needs: `random.Random(seed)` to repeat a deal, `random.SystemRandom()` for a real one."""

    def shuffle(self, x: list[Card], /) -> None:
        """Put a list into random order, in place."""


class Pile:
    """An ordered pile of different cards; the first card is the top.

    >>> pile = Pile("Ah Kh Qh")
    >>> pile.deal(2)
    (Card('Ah'), Card('Kh'))
    >>> pile.deal(2)
    Traceback (most recent call last):
    fivecard.errors.PileError: cannot take 2 cards: the pile holds 1
    """

    def __init__(self, cards: CardsLike = ()) -> None:
        self._cards: list[Card] = []
        self._add(to_cards(cards))
        self._start = tuple(self._cards)

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read a pile from text. A card that is wrong or stands twice is named with its place.

        >>> print(Pile.from_text("AS 10C"))
        As Tc
        >>> Pile.from_text("As Kd As")
        Traceback (most recent call last):
        fivecard.errors.DuplicateCardError: column 7: duplicate card 'As', first seen as card 1
        """
        if not isinstance(text, str):
            raise CardTypeError(f"expected a pile as text, got {quoted(text)}")
        first_seen: dict[Card, int] = {}
        for position, (card, at) in enumerate(cls._scan(text), 1):
            if (first := first_seen.setdefault(card, position)) != position:
                raise DuplicateCardError(f"duplicate card '{card}', first seen as card {first}", **place_in(text, at))
        return cls([*first_seen])

    @classmethod
    def from_file(cls, path: str | PathLike[str]) -> Self:
        """Read a pile from a text file, as `from_text` does."""
        try:
            with Path(path).open(encoding="utf-8-sig") as file:
                text = file.read(_LONGEST_FILE + 1)
            if len(text) > _LONGEST_FILE:
                raise CardError(f"this is no pile of cards: it has more than {_LONGEST_FILE:,} characters")
            return cls.from_text(text)
        except UnicodeDecodeError as error:
            raise CardError(f"{path} is not a text file: {error.reason} at byte {error.start}") from None
        except FivecardError as error:
            raise error.within(path) from None
        except OSError as error:
            if error.filename is None:  # it can be opened, but not read
                raise CardError(error.strerror or "", source=path) from None
            raise

    @staticmethod
    def _scan(text: str) -> Iterator[tuple[Card, int]]:
        """The cards of a text, each with where it begins."""
        return scan_cards(text)

    def take(self, other: "Pile", count: int = 1) -> None:
        """Move `count` cards from the top of another pile to the bottom of this one; all of them, or none.

        Args:
            other: The pile whose top cards are moved.
            count: How many.
        """
        if not isinstance(other, Pile):
            raise PileError(f"cards are taken from a pile, not from {quoted(other)}")
        count = other._checked(count)
        moving = other._cards[:count]
        if other is not self:
            self._add(moving)
            del other._cards[:count]
        else:
            self._cards = self._cards[count:] + moving

    def take_all(self, other: "Pile") -> None:
        """Move every card of another pile, in its order, to the bottom of this one."""
        self.take(other, len(other) if isinstance(other, Pile) else 0)

    def deal(self, count: int = 1) -> tuple[Card, ...]:
        """Remove `count` cards from the top and give them, top card first."""
        count = self._checked(count)
        dealt = tuple(self._cards[:count])
        del self._cards[:count]
        return dealt

    def deal_card(self) -> Card:
        """Remove the top card and give it."""
        return self.deal(1)[0]

    def arrange(self, key: Callable[[Card], int] | None = None) -> None:
        """Sort by rank and, within a rank, by suit; or by another key, equal cards keeping their order."""
        self._cards.sort(key=key or card_id)

    def shuffle(self, random: RandomSource) -> None:
        """Put the cards into an order given by a random source; `reset` comes back to that order."""
        random.shuffle(self._cards)
        self._start = tuple(self._cards)

    def reset(self) -> None:
        """Go back to the cards and the order that the pile was made with or last shuffled to.

        Cards that went to other piles are then in both: to play on with one deck, `take_all` them back instead.
        """
        self._cards = list(self._start)

    def _checked(self, count: int) -> int:
        """Check that a number of cards can be taken off this pile."""
        whole = whole_number(count)
        if whole is None or whole < 0:
            raise PileError(f"cannot take {quoted(count)} cards: not a number of cards")
        if whole > len(self._cards):
            holds = f"holds {len(self._cards)}" if self._cards else "is empty"
            raise PileError(f"cannot take {quoted(whole)} {plural('card', whole)}: the pile {holds}")
        return whole

    def _add(self, cards: Iterable[Card]) -> None:
        """Put different cards at the bottom: all of them or, where one stands here already, none."""
        combined = [*self._cards, *cards]
        if twice := first_repeated(combined):
            raise DuplicateCardError(f"duplicate card '{twice}' in {quoted(PLAIN.join(combined))}")
        self._cards = combined

    def __len__(self) -> int:
        return len(self._cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(self._cards)

    def __contains__(self, card: object) -> bool:
        return card in self._cards

    @overload
    def __getitem__(self, index: int) -> Card: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Card, ...]: ...
    def __getitem__(self, index: int | slice) -> Card | tuple[Card, ...]:
        """The card at an index, the top being 0; or several."""
        if isinstance(index, slice):
            return tuple(self._cards[index])
        try:
            return self._cards[index]
        except IndexError:
            raise PileError(f"no card at index {index}: the pile holds {len(self)}") from None
        except TypeError:
            raise CardTypeError(f"a pile's index is a whole number, not {quoted(index)}") from None

    def __eq__(self, other: object) -> bool:
        """Compare cards in their order; what kind of pile holds them does not matter."""
        return self._cards == other._cards if isinstance(other, Pile) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # piles change

    def __str__(self) -> str:
        return PLAIN.join(self._cards)

    def __repr__(self) -> str:
        return f"{type(self).__name__}('{self}')"


class Deck(Pile):
    """A pile that starts with all fifty-two cards, by rank and then suit, unless others are given.

    >>> deck = Deck()
    >>> deck[0], deck[-1], len(deck)
    (Card('2c'), Card('As'), 52)
    """

    def __init__(self, cards: CardsLike = ALL_CARDS) -> None:
        super().__init__(cards)


def _matched_first(cards: Iterable[Card]) -> list[Card]:
    descending = sorted(cards, key=card_id, reverse=True)
    count = Counter(card.rank for card in descending)
    return sorted(descending, key=lambda card: -count[card.rank])


class Order(Enum):
    """The orders in which a hand may be shown.

    Args:
        label: What people read.
        sorter: Gives cards in that order.

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
    >>> hand.add(Card("Qs"))
    >>> hand.replace(1, Card("2c"))
    Card('Kd')
    >>> hand
    Hand('Ah 2c Qs')
    """

    def add(self, card: Card) -> None:
        """Put one more card into the hand, behind the others."""
        if not isinstance(card, Card):
            raise CardTypeError(f"expected a Card, got {quoted(card)}")
        self._add([card])

    def replace(self, position: int, card: Card) -> Card:
        """Put a card in place of the one at a position, counted from 0, and give that one.

        Args:
            position: Where the card lies, counted from 0.
            card: The one that comes in its place; it may not be in the hand already.
        """
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
        """Write the hand on one line, each card right-justified in `width` columns if that is given.

        Args:
            width: In how many columns each card is right-justified; 0 separates them by one space.
            notation: How cards are written.
        """
        return notation.join(self, width=width)


def deal_hands(deck: Pile, players: int, cards: int = 5) -> list[Hand]:
    """Deal cards to each player, one at a time round the table.

    Args:
        deck: Where cards come from, top card first; they leave it.
        players: How many hands are dealt.
        cards: How many each player is dealt.

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

"""Cards: ranks, suits, the fifty-two, sets of them, and the ways to write them down.

There are only fifty-two cards, so each exists once: two equal cards are the same object, and making one is a
look-up. Comparing cards with `==` and `<` means rank *and* suit (the order of `Pile.arrange`); comparing by rank alone
is spelled out, with `card.rank` or one of the keys `by_rank` and `ace_low`.

>>> ace = Card("A♥")
>>> ace
Card('Ah')
>>> ace is Card(Rank.ACE, Suit.HEARTS)
True
>>> sorted(parse_cards("Ah 10s 2c"), key=ace_low)
[Card('Ah'), Card('2c'), Card('Ts')]
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import IntEnum
from operator import attrgetter, index
from typing import Final, NoReturn, SupportsIndex, TypeAlias, final, overload

from fivecard.errors import CardError, CardTypeError, load_once, place_in, quoted

load_once(globals(), "ALL_CARDS")


class Rank(IntEnum):
    """A card's rank, Two to Ace; ranks compare and count from 0, as in a card's id."""

    TWO = 0
    THREE = 1
    FOUR = 2
    FIVE = 3
    SIX = 4
    SEVEN = 5
    EIGHT = 6
    NINE = 7
    TEN = 8
    JACK = 9
    QUEEN = 10
    KING = 11
    ACE = 12

    @property
    def letter(self) -> str:
        """One character: `2` to `9`, `T`, `J`, `Q`, `K`, `A`."""
        return "23456789TJQKA"[self]

    @property
    def pips(self) -> int:
        """The number on the card: 2 to 10, then Jack 11, Queen 12, King 13, Ace 14."""
        return self + 2

    @property
    def word(self) -> str:
        """The rank as a word: `Six`."""
        return self.name.capitalize()

    @property
    def plural(self) -> str:
        """Several of that rank: `Sixes`.

        >>> [rank.plural for rank in (Rank.FIVE, Rank.SIX)]
        ['Fives', 'Sixes']
        """
        return self.word + ("es" if self is Rank.SIX else "s")


class Suit(IntEnum):
    """A card's suit, in the order clubs, diamonds, hearts, spades. No suit outranks another in poker."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        """One small letter: `c`, `d`, `h`, `s`."""
        return "cdhs"[self]

    @property
    def symbol(self) -> str:
        """The suit's sign: `♣`, `♦`, `♥`, `♠`."""
        return "♣♦♥♠"[self]

    @property
    def is_red(self) -> bool:
        """Diamonds and hearts are red."""
        return self in (Suit.DIAMONDS, Suit.HEARTS)


@final
class Card:
    """One of the fifty-two cards: frozen, hashable, ordered by rank and then suit.

    >>> Card(Rank.TEN, Suit.SPADES)
    Card('Ts')
    >>> Card("10s").rank.word
    'Ten'
    >>> Card("Th") < Card("Ts"), Card("Th").rank < Card("Ts").rank
    (True, False)
    """

    __slots__ = ("id", "rank", "suit")
    id: int
    rank: Rank
    suit: Suit

    @overload
    def __new__(cls, text: str, /) -> "Card": ...

    @overload
    def __new__(cls, rank: Rank, suit: Suit, /) -> "Card": ...

    def __new__(cls, card: str | Rank, suit: Suit | None = None, /) -> "Card":
        """Look up a card by its text, or by its rank and suit: no second is made.

        Texts are `Ah`, `AH`, `ah`, `Th`, `10h` and `A♥`.

        >>> Card("Xh")
        Traceback (most recent call last):
        fivecard.errors.CardError: 'Xh' is not a card: no rank 'X'
        """
        if isinstance(card, str) and suit is None:
            return _SPELLINGS.get(card) or _SPELLINGS.get(card.removesuffix("\ufe0f")) or _refuse_spelling(card)
        if not isinstance(card, Rank) or not isinstance(suit, Suit):
            given = quoted(card) if suit is None else f"{quoted(card)} and {quoted(suit)}"
            raise CardTypeError(f"a card is made of its text, or of a Rank and a Suit, not of {given}")
        return ALL_CARDS[4 * card + suit]

    @classmethod
    def from_id(cls, number: SupportsIndex) -> "Card":
        """Look up the card with this id: four times the rank plus the suit, 0 to 51."""
        whole = whole_number(number)
        if whole is None or not 0 <= whole < len(ALL_CARDS):
            raise CardError(f"a card's id is a whole number from 0 to 51, not {quoted(number)}")
        return ALL_CARDS[whole]

    def same_rank(self, other: "Card") -> bool:
        """Whether the two cards pair up; suits do not matter."""
        return self.rank is other.rank

    def __str__(self) -> str:
        return self.rank.letter + self.suit.letter

    def __repr__(self) -> str:
        return f"Card('{self}')"

    def __format__(self, spec: str) -> str:
        """Format in a named notation (`f"{card:symbols}"`), or as any text (`f"{card:>4}"`)."""
        return NOTATIONS[spec](self) if spec in NOTATIONS else format(str(self), spec)

    # Each card exists once: equality and hash are those of the object, which keeps sets of cards fast.
    def __lt__(self, other: "Card") -> bool:
        return self.id < other.id if isinstance(other, Card) else NotImplemented

    def __le__(self, other: "Card") -> bool:
        return self.id <= other.id if isinstance(other, Card) else NotImplemented

    def __gt__(self, other: "Card") -> bool:
        return self.id > other.id if isinstance(other, Card) else NotImplemented

    def __ge__(self, other: "Card") -> bool:
        return self.id >= other.id if isinstance(other, Card) else NotImplemented

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a card cannot be changed: {self!r}.{name} = {quoted(value)}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a card cannot be changed: del {self!r}.{name}")

    def __reduce__(self) -> tuple[type["Card"], tuple[Rank, Suit]]:
        return Card, (self.rank, self.suit)  # not a classmethod, which cloudpickle writes by value, the whole class too


def _make(rank: Rank, suit: Suit) -> Card:
    card = object.__new__(Card)
    for name, value in (("id", 4 * rank + suit), ("rank", rank), ("suit", suit)):
        object.__setattr__(card, name, value)
    return card


ALL_CARDS: Final = tuple(_make(rank, suit) for rank in Rank for suit in Suit)
"""The fifty-two cards in order of their ids: 2c 2d 2h 2s 3c ... As."""


class Notation:
    """A named way to write cards. Call it with a card, or `join` several.

    Args:
        name: What a format string calls it: `f"{card:capitals}"`.
        ten: How the rank ten is written, `T` or `10`.
        suits: Four characters: clubs, diamonds, hearts, spades.

    >>> CAPITALS(Card("Td")), TEN_AS_NUMBER(Card("Td")), SYMBOLS(Card("Td"))
    ('TD', '10D', 'T♦')
    >>> TEN_AS_NUMBER.join(parse_cards("5s 10h"), width=4)
    '  5S 10H'
    >>> CAPITALS(Card("As"), gap=" ")
    'A S'
    """

    def __init__(self, name: str, *, ten: str, suits: str) -> None:
        self.name = name
        self.ten = ten
        self._ranks = tuple(ten if rank is Rank.TEN else rank.letter for rank in Rank)
        self._suits = tuple(suits)

    def __call__(self, card: Card, *, gap: str = "") -> str:
        """Write one card, with `gap` between rank and suit."""
        return self._ranks[card.rank] + gap + self._suits[card.suit]

    def join(self, cards: Iterable[Card], *, separator: str = " ", width: int = 0) -> str:
        """Write cards side by side; with a `width` each is right-justified in that many columns instead.

        Args:
            cards: Those to be written, in this order.
            separator: What stands between them, unless there is a width.
            width: In how many columns each is right-justified; 0 for as many as it needs.
        """
        if width:
            return "".join(self(card).rjust(width) for card in cards)
        return separator.join(map(self, cards))

    def with_symbols(self) -> "Notation":
        """The notation that writes ranks like this one, and suits as symbols."""
        return Notation(f"{self.name}-symbols", ten=self.ten, suits="♣♦♥♠")

    def __eq__(self, other: object) -> bool:
        return vars(self) == vars(other) if isinstance(other, Notation) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"<Notation {self.name}>"


PLAIN: Final = Notation("plain", ten="T", suits="cdhs")
"""As `str` writes a card: `Td`."""
CAPITALS: Final = Notation("capitals", ten="T", suits="CDHS")
"""Capitals: `TD`."""
TEN_AS_NUMBER: Final = Notation("ten-as-number", ten="10", suits="CDHS")
"""Capitals, with tens in digits: `10D`."""
SYMBOLS: Final = Notation("symbols", ten="T", suits="♣♦♥♠")
"""Symbols for suits: `T♦`."""
NOTATIONS: Final = {notation.name: notation for notation in (PLAIN, CAPITALS, TEN_AS_NUMBER, SYMBOLS)}
"""All notations by their names."""


card_id: Final = attrgetter("id")
"""Sort key: by rank and then suit."""


def by_rank(card: Card) -> int:
    """Sort key: by rank alone, ace high.

    >>> [str(card) for card in sorted(parse_cards("Ah 2c Kd"), key=by_rank)]
    ['2c', 'Kd', 'Ah']
    """
    return card.rank


def ace_low(card: Card) -> int:
    """Sort key: by rank alone with the ace below the two, 1 to 13.

    >>> [str(card) for card in sorted(parse_cards("Ah 2c Kd"), key=ace_low)]
    ['Ah', '2c', 'Kd']
    """
    return card.rank.pips if card.rank is not Rank.ACE else 1


_ONLY_CARDS: Final = frozenset({Card})

CardsLike: TypeAlias = str | Iterable[Card | str]
"""Cards as text or one by one: `"Ah Kh"`, `["Ah", "Kh"]`, a list of `Card`, a `Hand`, ..."""

RANK_SPELLINGS: Final = {spelling: rank for rank in Rank for spelling in (rank.letter, rank.letter.lower())} | {
    "10": Rank.TEN
}
SUIT_SPELLINGS: Final = {
    spelling: suit
    for suit, outline in zip(Suit, "♧♢♡♤", strict=True)
    for spelling in (suit.letter, suit.letter.upper(), suit.symbol, outline)
}
_SPELLINGS: Final = {
    rank_text + suit_text: ALL_CARDS[4 * rank + suit]
    for rank_text, rank in RANK_SPELLINGS.items()
    for suit_text, suit in SUIT_SPELLINGS.items()
}
# One card, or whatever stands up to the next separator; an emoji's variation selector may follow a suit.
_TOKEN: Final = rf"(10|[{''.join(r for r in RANK_SPELLINGS if r != '10')}])([{''.join(SUIT_SPELLINGS)}])\ufe0f?|[^\s,]+"


def _refuse_spelling(text: str, **place: int) -> NoReturn:
    rank, suit = text[:-1], text[-1:]
    if not text:
        reason = "it is empty"
    elif suit not in SUIT_SPELLINGS:
        reason = "no suit" if text in RANK_SPELLINGS else f"no suit {quoted(suit)}"
    else:
        reason = f"no rank {quoted(rank)}" if rank else "no rank"
    raise CardError(f"{quoted(text)} is not a card: {reason}", **place)


def scan_cards(text: str) -> Iterator[tuple[Card, int]]:
    """Read cards from a text one by one, each with where it begins."""
    for token in re.finditer(_TOKEN, text):  # compiled, and kept, when it is first needed
        if token[1] is None:
            _refuse_spelling(token[0], **place_in(text, token.start()))
        yield _SPELLINGS[token[1] + token[2]], token.start()


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards with spaces, commas or nothing between them.

    >>> parse_cards("AhKh, Qh")
    (Card('Ah'), Card('Kh'), Card('Qh'))
    >>> parse_cards("Ah Kx")
    Traceback (most recent call last):
    fivecard.errors.CardError: column 4: 'Kx' is not a card: no suit 'x'
    """
    if not isinstance(text, str):
        raise CardTypeError(f"expected cards as text, got {quoted(text)}")
    words = text.replace(",", " ").split()
    if len(words) == 1:  # a card, or several with nothing between them
        words = [words[0][at : at + 2] for at in range(0, len(words[0]), 2)]
    try:  # as most people write them, which is several times as quick
        return tuple([_SPELLINGS[word] for word in words])
    except KeyError:
        return tuple(card for card, _ in scan_cards(text))


def to_cards(cards: CardsLike) -> tuple[Card, ...]:
    """Turn cards, in any form that functions take, into a tuple.

    >>> to_cards(["Ah", Card("Kh")])
    (Card('Ah'), Card('Kh'))
    >>> to_cards([51])
    Traceback (most recent call last):
    fivecard.errors.CardTypeError: expected a Card at position 0, got 51
    """
    if isinstance(cards, str):
        return parse_cards(cards)
    try:
        result = tuple(cards)
    except TypeError:
        raise CardTypeError(f"expected cards, got {quoted(cards)}") from None
    if set(map(type, result)) <= _ONLY_CARDS:
        return result  # type: ignore[return-value]
    return tuple([_to_card(value, position) for position, value in enumerate(result)])


def _to_card(value: object, position: int) -> Card:
    if isinstance(value, Card):
        return value
    if isinstance(value, str):
        return Card(value)
    kind = type(value)
    same_name = (kind.__module__, kind.__qualname__) == (Card.__module__, Card.__qualname__)
    earlier = " from another import of fivecard" if same_name else ""
    raise CardTypeError(f"expected a Card at position {position}, got {quoted(value)}{earlier}")


def first_repeated(cards: Sequence[Card]) -> Card | None:
    """Find the first card that is repeated.

    >>> first_repeated(parse_cards("Ah 2c Ah"))
    Card('Ah')
    """
    if len(set(cards)) == len(cards):
        return None
    return next(card for index, card in enumerate(cards) if card in cards[:index])


@final
class CardSet:
    """A set of cards, frozen, held as a number of 52 bits: bit `i` of its `mask` is the card with id `i`.

    Cards come as text, one by one, or as such a number. They are given in the order of their ids, and written the
    highest first, as hands are. `fivecard.batch.card_sets` and `card_ids` make arrays of masks and back.

    >>> aces = CardSet("As Ah")
    >>> len(aces), Card("As") in aces, list(aces)
    (2, True, [Card('Ah'), Card('As')])
    >>> print(aces | CardSet("Kd"), aces - CardSet("Ah"), aces & CardSet("2c") or "no card")
    AsAhKd As no card
    >>> CardSet(1 << 51), CardSet("2c").isdisjoint(aces)
    (CardSet('As'), True)
    """

    __slots__ = ("mask",)
    mask: int
    """The set as a number."""

    def __init__(self, cards: "CardsLike | SupportsIndex" = ()) -> None:
        mask = None if isinstance(cards, (str, tuple, list)) else whole_number(cards)
        if mask is None:
            mask = 0
            for card in to_cards(cards):  # type: ignore[arg-type]
                mask |= 1 << card.id
        elif mask >> len(ALL_CARDS):  # of a negative number -1 is left
            raise CardError(f"a set of cards is a number of {len(ALL_CARDS)} bits, not {quoted(cards)}")
        _set_mask(self, mask)

    def __iter__(self) -> Iterator[Card]:
        left = self.mask
        while left:
            lowest = left & -left
            yield ALL_CARDS[lowest.bit_length() - 1]
            left ^= lowest

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and bool(self.mask >> card.id & 1)

    def __or__(self, other: "CardSet") -> "CardSet":
        return _set_of_mask(self.mask | other.mask) if isinstance(other, CardSet) else NotImplemented

    def __and__(self, other: "CardSet") -> "CardSet":
        return _set_of_mask(self.mask & other.mask) if isinstance(other, CardSet) else NotImplemented

    def __sub__(self, other: "CardSet") -> "CardSet":
        return _set_of_mask(self.mask & ~other.mask) if isinstance(other, CardSet) else NotImplemented

    def __xor__(self, other: "CardSet") -> "CardSet":
        return _set_of_mask(self.mask ^ other.mask) if isinstance(other, CardSet) else NotImplemented

    def __lt__(self, other: "CardSet") -> bool:
        return self <= other and self != other if isinstance(other, CardSet) else NotImplemented

    def __le__(self, other: "CardSet") -> bool:
        return not self.mask & ~other.mask if isinstance(other, CardSet) else NotImplemented

    def isdisjoint(self, other: "CardSet | CardsLike") -> bool:
        """Whether no card is in both."""
        return not self.mask & (other if isinstance(other, CardSet) else CardSet(other)).mask

    def __index__(self) -> int:
        return self.mask

    def __eq__(self, other: object) -> bool:
        return self.mask == other.mask if isinstance(other, CardSet) else NotImplemented

    def __hash__(self) -> int:
        return hash((CardSet, self.mask))

    def __str__(self) -> str:
        return "".join(map(str, reversed([*self])))

    def __repr__(self) -> str:
        return f"CardSet('{self}')"

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a set of cards cannot be changed: {self!r}.{name} = {quoted(value)}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a set of cards cannot be changed: del {self!r}.{name}")

    def __reduce__(self) -> "tuple[type[CardSet], tuple[int]]":
        return CardSet, (self.mask,)


_new: Final = object.__new__
_set_mask: Final[Callable[[CardSet, int], None]] = vars(CardSet)[
    "mask"
].__set__  # in half the time of object.__setattr__


def set_of_cards(cards: Iterable[Card]) -> CardSet:
    """The set of cards that were read already: `CardSet` without looking at what they are, in half the time."""
    mask = 0
    for card in cards:
        mask |= 1 << card.id
    return _set_of_mask(mask)


def _set_of_mask(mask: int) -> CardSet:
    """A set of what is known to be one."""
    found = _new(CardSet)
    _set_mask(found, mask)
    return found


def whole_number(value: object) -> int | None:
    """Read any kind of whole number, NumPy's included; None for what is not one."""
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        return None

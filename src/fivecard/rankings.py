"""What beats what. A ranking is a value: which cards are in its deck, which kinds of hands it knows, who wins.

All hands of a ranking fall into *classes* of equal worth. Numbered from the weakest, a hand's class is its *strength*,
counted from 1: higher is stronger and equal is a tie in every ranking, lowball too. Strength 0 is no hand: no cards, or
cards that do not qualify.

Everything else follows from the few lines that state a ranking at the end of this module: words, boundaries between
categories, and (by `native/tables/write_rankings.py`, in every build) the tables of the compiled core.

>>> HIGH.strongest, DEUCE_TO_SEVEN.strongest, ACE_TO_FIVE.strongest, EIGHT_OR_BETTER.strongest
(7462, 7462, 6175, 56)
>>> DEUCE_TO_SEVEN.describe(7462), ACE_TO_FIVE.describe(6175), BADUGI.describe(1092)
('seven-five low, 7-5-4-3-2', 'five-four low, 5-4-3-2-A', 'four-high badugi, 4-3-2-A')
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator
from enum import IntEnum
from functools import cached_property, partial
from itertools import combinations, combinations_with_replacement, repeat
from typing import Final, NamedTuple, SupportsIndex, TypeAlias

from fivecard.cards import Card, CardSet, Rank, Suit
from fivecard.errors import ArgumentError, HandError, RankingError, UnknownNameError, expect, load_once, quoted
from fivecard.words.english import number, plural

load_once(globals(), "RANKINGS")

Ranks: TypeAlias = tuple[Rank, ...]


class Category(IntEnum):
    """The kinds of five-card hands, weakest first as high hands have it."""

    HIGH_CARD = 0
    ONE_PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8

    @property
    def words(self) -> str:
        """The name in running text: `three of a kind`."""
        return self.name.lower().replace("_", " ")


class BadugiCategory(IntEnum):
    """How many cards of a badugi hand play."""

    ONE_CARD = 1
    TWO_CARDS = 2
    THREE_CARDS = 3
    BADUGI = 4

    @property
    def words(self) -> str:
        """The name in running text: `three-card hand`."""
        return "badugi" if self is BadugiCategory.BADUGI else f"{number(self)}-card hand"


AnyCategory: TypeAlias = Category | BadugiCategory


class HandClass(NamedTuple):
    """A class of equal hands: its category, and the ranks that decide inside it, most significant first."""

    category: AnyCategory
    ranks: Ranks


_quick_class: Final = partial(tuple.__new__, HandClass)
"""The same from a pair, in a third of the time: a ranking has thousands of classes, and commands wait for it."""


class Ranking(ABC):
    """What beats what among the hands of one deck. Each of `RANKINGS` exists once: copies of it are the same object.

    Args:
        name: What commands, SQL and `find_ranking` call it.
        ranks: Those of its deck, lowest first, as it counts them.
        hand_size: How many cards make a hand.
        largest_hand: From how many cards the best hand may be chosen.
        low: Whether the lowest hand wins.
    """

    def __init__(self, name: str, ranks: Iterable[Rank], *, hand_size: int, largest_hand: int, low: bool) -> None:
        self.name = name
        self.ranks: Ranks = tuple(ranks)
        """The ranks of its deck, lowest first, as this ranking counts them."""
        self.hand_size = hand_size
        """How many cards make a hand."""
        self.largest_hand = largest_hand
        """From how many cards the best hand may be chosen."""
        self.low = low
        """Whether the lowest hand wins."""
        self._height = {rank: height for height, rank in enumerate(self.ranks)}

    def __repr__(self) -> str:
        return self.name.upper().replace("-", "_")

    def _stated(self) -> tuple[object, ...]:
        """All that makes it what it is."""
        return type(self), self.name, self.ranks, self.hand_size, self.largest_hand, self.low

    def __eq__(self, other: object) -> bool:
        return self is other or (self._stated() == other._stated() if isinstance(other, Ranking) else NotImplemented)

    def __hash__(self) -> int:
        return hash(self.name)

    def __reduce_ex__(self, protocol: SupportsIndex) -> str | tuple[object, ...]:
        """Pickle and copy those of `RANKINGS` by their names here, and rankings of others by what they hold."""
        return repr(self) if RANKINGS.get(self.name) is self else super().__reduce_ex__(protocol)

    @cached_property
    def deck(self) -> tuple[Card, ...]:
        """The cards it is played with, in order of their ids."""
        return tuple(Card(rank, suit) for rank in sorted(self.ranks) for suit in Suit)

    @cached_property
    def deck_set(self) -> CardSet:
        """The same as a set."""
        return CardSet(self.deck)

    @cached_property
    def classes(self) -> tuple[HandClass, ...]:
        """Every class of equal hands, weakest first, behind class 0, which is no hand."""
        classes = list(self._downwards())
        if not self.low:
            classes.reverse()
        return (HandClass(classes[0].category, ()), *classes)

    @cached_property
    def strongest(self) -> int:
        """The strength of the best hand: as many classes as there are."""
        return len(self.classes) - 1

    @property
    def qualified(self) -> bool:
        """Whether a hand must qualify: some have no strength at all.

        >>> EIGHT_OR_BETTER.qualified, ACE_TO_FIVE.qualified
        (True, False)
        """
        return False

    def height(self, rank: Rank) -> int:
        """The height of a rank, 0 for the lowest.

        >>> ACE_TO_FIVE.height(Rank.ACE), HIGH.height(Rank.ACE)
        (0, 12)
        """
        return self._height[rank]

    def strength(self, category: AnyCategory, ranks: Iterable[Rank]) -> int:
        """Find the strength of a category with its deciding ranks, most significant first.

        Args:
            category: The kind of hand.
            ranks: Those that decide inside it; of a straight the highest alone.

        >>> HIGH.strength(Category.TWO_PAIR, [Rank.JACK, Rank.TEN, Rank.EIGHT])
        4628
        """
        hand_class = HandClass(category, tuple(ranks))
        if hand_class not in self._strengths:
            names = " ".join(rank.letter for rank in hand_class.ranks)
            raise HandError(f"no hand is {category.words} decided by '{names}' in the ranking '{self.name}'")
        return self._strengths[hand_class]

    def hand_class(self, strength: int) -> HandClass:
        """Find the class of hands with a strength.

        >>> HIGH.hand_class(7462).category.words, DEUCE_TO_SEVEN.hand_class(7462).category.words
        ('straight flush', 'high card')
        """
        if not 0 <= strength <= self.strongest:
            raise ArgumentError(f"a strength is a whole number from 0 to {self.strongest}, not {quoted(strength)}")
        return self.classes[strength]

    def category(self, strength: int) -> AnyCategory:
        """Find the category of hands with a strength."""
        return self.hand_class(strength).category

    def strengths_of(self, category: AnyCategory) -> range:
        """All strengths of a category: they are next to each other.

        >>> HIGH.strengths_of(Category.FLUSH)
        range(5864, 7141)
        """
        return self._boundaries.get(category, range(0))

    def describe(self, strength: int) -> str:
        """Say in one line what hands of a strength are.

        >>> HIGH.describe(7462), HIGH.describe(7461)
        ('royal flush', 'straight flush, King high')
        """
        category, ranks = self.hand_class(strength)
        return self._words(category, ranks) if strength else self._nothing

    def nickname(self, strength: int) -> str:
        """The name by which players know one of the very best hands; empty for all others.

        >>> HIGH.nickname(7462), DEUCE_TO_SEVEN.nickname(7461), DEUCE_TO_SEVEN.nickname(1)
        ('royal flush', 'number two', '')
        """
        from_top = self.strongest - strength
        if self.low:
            return f"number {number(from_top + 1)}" if 0 <= from_top < 10 else ""
        return "royal flush" if from_top == 0 else ""

    @abstractmethod
    def _downwards(self) -> Iterator[HandClass]:
        """Every class once, the highest hand first."""

    @abstractmethod
    def _words(self, category: AnyCategory, ranks: Ranks) -> str:
        """A class in words."""

    @property
    def _nothing(self) -> str:
        return "no cards"

    @cached_property
    def _strengths(self) -> dict[HandClass, int]:
        return {hand_class: strength for strength, hand_class in enumerate(self.classes)}

    @cached_property
    def _boundaries(self) -> dict[AnyCategory, range]:
        sizes = Counter(hand_class.category for hand_class in self.classes[1:])
        found, start = {}, 1
        for category, size in sizes.items():  # in the order of the classes
            found[category] = range(start, start + size)
            start += size
        return found


RankingLike: TypeAlias = Ranking | str
"""A ranking or its name: what every `ranking=` takes."""


class FiveCardRanking(Ranking):
    """A ranking of five cards, or the best five of six or seven.

    `categories` are the kinds of hands that it tells apart, from the lowest to the highest: without straights and
    flushes among them, suits and rows do not matter. `wheel` lets the ace stand below the lowest rank in a straight.
    `qualifier` is the highest card with which a low hand still counts.
    """

    def __init__(
        self,
        name: str,
        ranks: Iterable[Rank],
        categories: Iterable[Category],
        *,
        wheel: bool = False,
        low: bool = False,
        qualifier: Rank | None = None,
    ) -> None:
        super().__init__(name, ranks, hand_size=5, largest_hand=7, low=low)
        self.categories = tuple(categories)
        self.wheel = wheel
        self.qualifier = qualifier
        runs = [self.ranks[start : start + 5][::-1] for start in range(len(self.ranks) - 4)]
        if wheel:
            runs.append((*reversed(self.ranks[:4]), self.ranks[-1]))
        self._runs = {run[0]: run for run in runs} if Category.STRAIGHT in self.categories else {}
        self._straights = {frozenset(run): top for top, run in self._runs.items()}

    def _stated(self) -> tuple[object, ...]:
        return *super()._stated(), self.categories, self.wheel, self.qualifier

    @property
    def suits_matter(self) -> bool:
        """Whether a flush is worth something else than the same ranks in different suits."""
        return Category.FLUSH in self.categories

    def run_from(self, top: Rank) -> Ranks:
        """The five ranks of the straight with this top card.

        >>> "".join(rank.letter for rank in HIGH.run_from(Rank.FIVE))
        '5432A'
        """
        return self._runs[top]

    def classify(self, ranks: Iterable[Rank], *, suited: bool) -> HandClass:
        """Find the class of five ranks, of one suit or not.

        >>> SHORT_DECK.classify([Rank.ACE, Rank.SIX, Rank.SEVEN, Rank.EIGHT, Rank.NINE], suited=False).category.words
        'straight'
        """
        counts = Counter(ranks)
        flush = suited and self.suits_matter
        if (top := self._straights.get(frozenset(counts))) is not None:
            return HandClass(Category.STRAIGHT_FLUSH if flush else Category.STRAIGHT, (top,))
        deciding = sorted(counts, key=lambda rank: (counts[rank], self._height[rank]), reverse=True)
        repeats = tuple(counts[rank] for rank in deciding)
        return HandClass(Category.FLUSH if flush else _BY_REPEATS[repeats], tuple(deciding))

    @property
    def qualified(self) -> bool:
        """Whether a hand must qualify: some have no strength at all."""
        return self.qualifier is not None

    def qualifies(self, hand_class: HandClass) -> bool:
        """Whether hands of a class count at all."""
        if self.qualifier is None:
            return True
        height = self._height
        return hand_class.category is Category.HIGH_CARD and height[hand_class.ranks[0]] <= height[self.qualifier]

    def five_ranks(self) -> Iterator[Ranks]:
        """All ways to choose five ranks of the deck, suits aside."""
        for ranks in combinations_with_replacement(self.ranks, 5):
            if ranks[0] is not ranks[4]:
                yield ranks

    def _downwards(self) -> Iterator[HandClass]:
        for category in reversed(self.categories):
            classes = map(_quick_class, zip(repeat(category), self._deciding(category), strict=False))
            yield from filter(self.qualifies, classes) if self.qualified else classes

    def _deciding(self, category: Category) -> Iterator[Ranks]:
        """All lists of deciding ranks that hands of a category can have, highest first."""
        downwards = self.ranks[::-1]
        match category:
            case Category.STRAIGHT | Category.STRAIGHT_FLUSH:
                return ((rank,) for rank in downwards if rank in self._runs)
            case Category.HIGH_CARD | Category.FLUSH:
                return (five for five in combinations(downwards, 5) if frozenset(five) not in self._straights)
            case _:
                matched, alone = _MATCHED[category]
                return (
                    made + others
                    for made in combinations(downwards, matched)
                    for others in combinations([rank for rank in downwards if rank not in made], alone)
                )

    @property
    def _nothing(self) -> str:
        return "no low" if self.qualified else "no cards"

    def _words(self, category: AnyCategory, ranks: Ranks) -> str:
        words = [rank.word for rank in ranks]
        if self.low and category is Category.HIGH_CARD:
            return f"{words[0].lower()}-{words[1].lower()} low, {hyphenated(ranks)}"
        match category:
            case Category.HIGH_CARD | Category.FLUSH:
                details = " ".join(words)
            case Category.STRAIGHT | Category.STRAIGHT_FLUSH:
                if category is Category.STRAIGHT_FLUSH and ranks[0] is Rank.ACE:
                    return "royal flush"
                details = f"{words[0]} high"
            case Category.FULL_HOUSE:
                details = f"{ranks[0].plural} over {ranks[1].plural}"
            case Category.TWO_PAIR:
                details = f"{ranks[0].plural} and {ranks[1].plural}, {words[2]} kicker"
            case _:
                details = f"{ranks[0].plural}, {' '.join(words[1:])} {plural('kicker', len(words) - 1)}"
        return f"{category.words}, {details}"


class BadugiRanking(Ranking):
    """Four cards, of which those play that differ in rank and suit: more are better, then the lowest win."""

    def __init__(self, name: str, ranks: Iterable[Rank]) -> None:
        super().__init__(name, ranks, hand_size=4, largest_hand=4, low=True)

    def _downwards(self) -> Iterator[HandClass]:
        for category in BadugiCategory:  # fewer cards are as bad as high ones
            for ranks in combinations(self.ranks[::-1], category):
                yield HandClass(category, ranks)

    def _words(self, category: AnyCategory, ranks: Ranks) -> str:
        high = f"{ranks[0].word.lower()}-high " if category is BadugiCategory.BADUGI else ""
        return f"{high}{category.words}, {hyphenated(ranks)}"


def hyphenated(ranks: Ranks) -> str:
    """Write ranks as low hands are called: `7-5-4-3-2`."""
    return "-".join(rank.letter for rank in ranks)


_BY_REPEATS: Final = {
    (1, 1, 1, 1, 1): Category.HIGH_CARD,
    (2, 1, 1, 1): Category.ONE_PAIR,
    (2, 2, 1): Category.TWO_PAIR,
    (3, 1, 1): Category.THREE_OF_A_KIND,
    (3, 2): Category.FULL_HOUSE,
    (4, 1): Category.FOUR_OF_A_KIND,
}
_MATCHED: Final = {  # how many ranks make the category, and how many stand beside them
    Category.ONE_PAIR: (1, 3),
    Category.TWO_PAIR: (2, 1),
    Category.THREE_OF_A_KIND: (1, 2),
    Category.FULL_HOUSE: (1, 1),
    Category.FOUR_OF_A_KIND: (1, 1),
}
_ACE_HIGH: Final = tuple(Rank)
_ACE_LOW: Final = (Rank.ACE, *_ACE_HIGH[:-1])
_PAIRS_ALONE: Final = tuple(_BY_REPEATS.values())  # straights and flushes do not count


def _with_flush_above_full_house(*, trips_above_straight: bool) -> tuple[Category, ...]:
    order = list(Category)
    order.remove(Category.FLUSH)
    order.insert(order.index(Category.FULL_HOUSE) + 1, Category.FLUSH)
    if trips_above_straight:
        order.remove(Category.THREE_OF_A_KIND)
        order.insert(order.index(Category.STRAIGHT) + 1, Category.THREE_OF_A_KIND)
    return tuple(order)


HIGH: Final = FiveCardRanking("high", _ACE_HIGH, Category, wheel=True)
"""The usual one: the highest hand wins, 7-5-4-3-2 to a royal flush."""
DEUCE_TO_SEVEN: Final = FiveCardRanking("deuce-to-seven", _ACE_HIGH, Category, low=True)
"""Low, as Kansas City lowball has it: aces are high, straights and flushes count against you; 7-5-4-3-2 is best."""
ACE_TO_FIVE: Final = FiveCardRanking("ace-to-five", _ACE_LOW, _PAIRS_ALONE, low=True)
"""Low, as California lowball and razz have it: aces are low, straights and flushes do not count; 5-4-3-2-A is best."""
ACE_TO_SIX: Final = FiveCardRanking("ace-to-six", _ACE_LOW, Category, low=True)
"""Low, as London lowball has it: aces are low, straights and flushes count against you; 6-4-3-2-A is best."""
EIGHT_OR_BETTER: Final = FiveCardRanking("eight-or-better", _ACE_LOW, _PAIRS_ALONE, low=True, qualifier=Rank.EIGHT)
"""Ace to five for the low half of a pot: five different ranks, none above the eight."""
SHORT_DECK: Final = FiveCardRanking(
    "short-deck", _ACE_HIGH[Rank.SIX :], _with_flush_above_full_house(trips_above_straight=False), wheel=True
)
"""High with 36 cards, six to ace: A-6-7-8-9 is a straight, and a flush beats a full house."""
SHORT_DECK_TRIPS: Final = FiveCardRanking(
    "short-deck-trips", _ACE_HIGH[Rank.SIX :], _with_flush_above_full_house(trips_above_straight=True), wheel=True
)
"""The same where three of a kind beats a straight."""
BADUGI: Final = BadugiRanking("badugi", _ACE_LOW)
"""Four cards of different ranks and suits, or as many as there are; A-2-3-4 is best."""

RANKINGS: Final[dict[str, Ranking]] = {
    ranking.name: ranking
    for ranking in (
        HIGH,
        DEUCE_TO_SEVEN,
        ACE_TO_FIVE,
        ACE_TO_SIX,
        EIGHT_OR_BETTER,
        SHORT_DECK,
        SHORT_DECK_TRIPS,
        BADUGI,
    )
}
"""All rankings by their names."""


def find_ranking(ranking: RankingLike) -> Ranking:
    """Find a ranking by its name; what is a ranking already is given back.

    >>> find_ranking("ace-to-five"), find_ranking(BADUGI)
    (ACE_TO_FIVE, BADUGI)
    >>> find_ranking("low")
    Traceback (most recent call last):
    fivecard.errors.UnknownNameError: there is no ranking 'low': there are high, deuce-to-seven, ace-to-five, \
ace-to-six, eight-or-better, short-deck, short-deck-trips, badugi
    """
    if not isinstance(ranking, str):
        expect(ranking, Ranking, "a Ranking or its name", RankingError)
        return ranking
    if ranking not in RANKINGS:
        raise UnknownNameError(f"there is no ranking {quoted(ranking)}: there are {', '.join(RANKINGS)}")
    return RANKINGS[ranking]


def compiled_ranking(ranking: RankingLike) -> Ranking:
    """Find a ranking that the compiled core knows: it has tables for those in `RANKINGS` and for no others.

    >>> compiled_ranking(FiveCardRanking("high", _ACE_HIGH, Category))
    Traceback (most recent call last):
    fivecard.errors.RankingError: there are no tables for the ranking 'high' given here; reference.evaluate knows it
    """
    if isinstance(ranking, str):
        return find_ranking(ranking)
    known = RANKINGS.get(getattr(ranking, "name", ""))
    if known is not None and known is ranking:  # another one may have the same name
        return known
    name = quoted(find_ranking(ranking).name)
    raise RankingError(f"there are no tables for the ranking {name} given here; reference.evaluate knows it")

"""What a hand is worth: its category, the ranks that decide inside it, and the numbers and words for both.

All hands fall into 7,462 classes of equal worth. Standing in line from weakest to strongest they form a ladder, and
a hand's *strength* is its rung: 1 for 7-5-4-3-2 to 7,462 for a royal flush. Rung 0 is a hand without cards.

>>> evaluation = Evaluation.of(Category.TWO_PAIR, [Rank.JACK, Rank.TEN, Rank.EIGHT])
>>> evaluation.strength
4628
>>> print(evaluation)
two pair, Jacks and Tens, Eight kicker
"""

from collections.abc import Iterable, Iterator
from enum import IntEnum
from functools import cache
from itertools import combinations, permutations
from typing import Final, SupportsIndex, TypeAlias

from fivecard.cards import PLAIN, Card, CardsLike, Rank, to_cards, whole_number
from fivecard.errors import HandError

Ranks: TypeAlias = tuple[Rank, ...]

STRONGEST: Final = 7462


class Category(IntEnum):
    """The kinds of hands, weakest first."""

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


class Evaluation:
    """The worth of a hand. Evaluations compare and hash by strength alone, so equal evaluations are a tie.

    >>> jacks = Evaluation.of(Category.ONE_PAIR, [Rank.JACK, Rank.NINE, Rank.EIGHT, Rank.FOUR])
    >>> eights = Evaluation.of(Category.FULL_HOUSE, [Rank.EIGHT, Rank.JACK])
    >>> jacks < eights
    True
    """

    __slots__ = ("_cards", "_strength")

    def __init__(self, strength: int, cards: tuple[Card, ...] = ()) -> None:
        if not 0 <= strength <= STRONGEST:
            raise HandError(f"a strength is a whole number from 0 to {STRONGEST}, not {strength!r}")
        self._strength = strength
        self._cards = cards

    @classmethod
    def of(cls, category: Category, ranks: Iterable[Rank], cards: CardsLike = ()) -> "Evaluation":
        """Make an evaluation of a category and its deciding ranks, most significant first."""
        rung = (category, tuple(ranks))
        if rung not in _rungs():
            names = " ".join(rank.letter for rank in rung[1])
            raise HandError(f"no hand is {category.words} decided by '{names}'")
        evaluation = cls(_rungs()[rung], to_cards(cards))
        if not {card.rank for card in evaluation._cards} <= set(evaluation.all_ranks):
            raise HandError(f"'{PLAIN.join(evaluation._cards)}' is not {evaluation}")
        return evaluation

    @classmethod
    def from_strength(cls, strength: SupportsIndex) -> "Evaluation":
        """Make the evaluation with this strength, 0 (no cards) to 7,462.

        >>> print(Evaluation.from_strength(1))
        high card, Seven Five Four Three Two
        """
        whole = whole_number(strength)
        if whole is None:
            raise HandError(f"a strength is a whole number from 0 to {STRONGEST}, not {strength!r}")
        return cls(whole)

    @property
    def strength(self) -> int:
        """1 to 7,462: higher is stronger, equal is a tie; 0 for no cards."""
        return self._strength

    @property
    def cards(self) -> tuple[Card, ...]:
        """The five cards that make the hand, those that decide first (in a five-high straight the ace is last)."""
        position = {rank: place for place, rank in enumerate(self.all_ranks)}
        return tuple(sorted(self._cards, key=lambda card: (position[card.rank], -card.suit)))

    @property
    def made_of(self) -> tuple[Card, ...]:
        """The cards that make the category: the pair of a pair, all five of a flush, the highest of a high card.

        >>> from fivecard.evaluator import evaluate
        >>> print(*evaluate("Kh As 4d Ac Ts").made_of)
        As Ac
        """
        count = {
            Category.HIGH_CARD: 1,
            Category.ONE_PAIR: 2,
            Category.TWO_PAIR: 4,
            Category.THREE_OF_A_KIND: 3,
            Category.FOUR_OF_A_KIND: 4,
        }
        return self.cards[: count.get(self.category, 5)]

    @property
    def category(self) -> Category:
        """The kind of hand; for no cards the lowest one."""
        return category_of(self._strength)

    @property
    def ranks(self) -> Ranks:
        """The ranks that decide between hands of one category, most significant first.

        A straight needs only its top card; three sevens with ten and three are decided by Seven, Ten, Three.
        """
        return _ladder()[self._strength][1]

    @property
    def all_ranks(self) -> Ranks:
        """The different ranks of the hand, most significant first: `ranks`, and for a straight all five."""
        straight = self.category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH)
        return run_down_from(self.ranks[0]) if straight else self.ranks

    @property
    def is_royal(self) -> bool:
        """Whether this is a royal flush, the ace-high straight flush."""
        return self._strength == STRONGEST

    @property
    def lower_is_better(self) -> int:
        """The number many other libraries use: 1 for a royal flush to 7,462 for the weakest hand."""
        return STRONGEST + 1 - self._strength

    def describe(self, *, royal: bool = False) -> str:
        """Say what the hand is in one line; with `royal`, a royal flush is called one.

        >>> Evaluation.from_strength(7462).describe(), Evaluation.from_strength(7462).describe(royal=True)
        ('straight flush, Ace high', 'royal flush')
        """
        if not self._strength:
            return "no cards"
        if royal and self.is_royal:
            return "royal flush"
        return f"{self.category.words}, {_details(self.category, self.ranks)}"

    def __str__(self) -> str:
        return self.describe()

    def __repr__(self) -> str:
        cards = f", parse_cards('{' '.join(map(str, self.cards))}')" if self._cards else ""
        return f"Evaluation({self._strength}{cards})"

    def __eq__(self, other: object) -> bool:
        return self._strength == other._strength if isinstance(other, Evaluation) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._strength)

    def __lt__(self, other: "Evaluation") -> bool:
        return self._strength < other._strength if isinstance(other, Evaluation) else NotImplemented

    def __le__(self, other: "Evaluation") -> bool:
        return self._strength <= other._strength if isinstance(other, Evaluation) else NotImplemented

    def __gt__(self, other: "Evaluation") -> bool:
        return self._strength > other._strength if isinstance(other, Evaluation) else NotImplemented

    def __ge__(self, other: "Evaluation") -> bool:
        return self._strength >= other._strength if isinstance(other, Evaluation) else NotImplemented


def category_of(strength: int) -> Category:
    """Give the category of hands with this strength.

    >>> category_of(7462).words, category_of(1).words
    ('straight flush', 'high card')
    """
    return _ladder()[strength][0]


def run_down_from(top: Rank) -> Ranks:
    """Give the five ranks of the straight with this top card; below the two comes the ace.

    >>> "".join(rank.letter for rank in run_down_from(Rank.FIVE))
    '5432A'
    """
    return tuple(Rank((top - step) % len(Rank)) for step in range(5))


def _details(category: Category, ranks: Ranks) -> str:
    """The part of a description after the category's name."""
    words = [rank.word for rank in ranks]
    match category:
        case Category.HIGH_CARD | Category.FLUSH:
            return " ".join(words)
        case Category.STRAIGHT | Category.STRAIGHT_FLUSH:
            return f"{words[0]} high"
        case Category.FULL_HOUSE:
            return f"{ranks[0].plural} over {ranks[1].plural}"
        case Category.TWO_PAIR:
            return f"{ranks[0].plural} and {ranks[1].plural}, {words[2]} kicker"
        case _:
            return f"{ranks[0].plural}, {' '.join(words[1:])} kicker{'s' * (len(words) > 2)}"


def _deciding_ranks(category: Category) -> Iterator[Ranks]:
    """All lists of deciding ranks that hands of a category can have."""
    downwards = sorted(Rank, reverse=True)
    match category:
        case Category.HIGH_CARD | Category.FLUSH:
            straights = {frozenset(run_down_from(top)) for top in downwards if top >= Rank.FIVE}
            yield from (five for five in combinations(downwards, 5) if frozenset(five) not in straights)
        case Category.STRAIGHT | Category.STRAIGHT_FLUSH:
            yield from ((top,) for top in downwards if top >= Rank.FIVE)
        case Category.FULL_HOUSE | Category.FOUR_OF_A_KIND:
            yield from permutations(downwards, 2)
        case Category.TWO_PAIR:
            yield from (
                (high, low, kicker)
                for high, low in combinations(downwards, 2)
                for kicker in downwards
                if kicker not in (high, low)
            )
        case _:
            kickers = 3 if category is Category.ONE_PAIR else 2
            yield from (
                (matched, *others)
                for matched in downwards
                for others in combinations([rank for rank in downwards if rank is not matched], kickers)
            )


@cache
def _ladder() -> list[tuple[Category, Ranks]]:
    """Every class of equal hands, weakest first, behind the empty hand on rung 0."""
    rungs: list[tuple[Category, Ranks]] = [(Category.HIGH_CARD, ())]
    for category in Category:
        rungs += sorted((category, ranks) for ranks in _deciding_ranks(category))
    return rungs


@cache
def _rungs() -> dict[tuple[Category, Ranks], int]:
    """The strength of each category and its deciding ranks."""
    return {rung: strength for strength, rung in enumerate(_ladder())}

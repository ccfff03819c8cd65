"""What a hand is worth under a ranking: its category, the ranks that decide inside it, a strength, and words.

>>> evaluation = Evaluation.of(Category.TWO_PAIR, [Rank.JACK, Rank.TEN, Rank.EIGHT])
>>> evaluation.strength
4628
>>> print(evaluation)
two pair, Jacks and Tens, Eight kicker

`evaluate` and `strength` find it for one hand, natively:

>>> from fivecard.cards import parse_cards
>>> hand = parse_cards("7h 7s 7c Ts 3d")
>>> strength(hand)
5348
>>> evaluation = evaluate(hand)
>>> evaluation.category.words, [rank.word for rank in evaluation.ranks]
('three of a kind', ['Seven', 'Ten', 'Three'])
>>> evaluate("7h 7s 7c Ts 7h")
Traceback (most recent call last):
fivecard.errors.DuplicateCardError: duplicate card '7h' in '7h 7s 7c Ts 7h'
"""

from collections.abc import Iterable
from typing import SupportsIndex

from fivecard import _core
from fivecard.cards import PLAIN, Card, CardsLike, Rank, to_cards, whole_number
from fivecard.errors import ArgumentError, HandError, RankingError, quoted
from fivecard.rankings import (
    HIGH,
    AnyCategory,
    Category,
    FiveCardRanking,
    Ranking,
    RankingLike,
    Ranks,
    compiled_ranking,
    find_ranking,
)


class Evaluation:
    """The worth of a hand. Evaluations compare and hash by strength alone, so equal evaluations are a tie.

    Those of different rankings cannot be compared: that is an error.

    Args:
        strength: From 0, no hand, to the ranking's strongest.
        cards: Those that make the hand, where they are known.
        ranking: The `Ranking`, or its name, in which a hand has that strength.

    >>> jacks = Evaluation.of(Category.ONE_PAIR, [Rank.JACK, Rank.NINE, Rank.EIGHT, Rank.FOUR])
    >>> eights = Evaluation.of(Category.FULL_HOUSE, [Rank.EIGHT, Rank.JACK])
    >>> jacks < eights
    True
    """

    __slots__ = ("_cards", "_ranking", "_strength")

    def __init__(self, strength: int, cards: tuple[Card, ...] = (), *, ranking: RankingLike = HIGH) -> None:
        self._ranking = find_ranking(ranking)
        if not 0 <= strength <= self._ranking.strongest:
            raise ArgumentError(
                f"a strength is a whole number from 0 to {self._ranking.strongest}, not {quoted(strength)}"
            )
        self._strength = strength
        self._cards = cards

    @classmethod
    def of(
        cls, category: AnyCategory, ranks: Iterable[Rank], cards: CardsLike = (), *, ranking: RankingLike = HIGH
    ) -> "Evaluation":
        """Make an evaluation of a category and its deciding ranks, most significant first.

        Args:
            category: The kind of hand.
            ranks: Those that decide inside it, most significant first; of a straight the highest alone.
            cards: Those that make the hand, where they are known.
            ranking: The `Ranking`, or its name, in which it stands.
        """
        ranked_by = find_ranking(ranking)
        evaluation = cls(ranked_by.strength(category, ranks), to_cards(cards), ranking=ranked_by)
        if not {card.rank for card in evaluation._cards} <= set(evaluation.all_ranks):
            raise HandError(f"'{PLAIN.join(evaluation._cards)}' is not {evaluation}")
        return evaluation

    @classmethod
    def from_strength(cls, strength: SupportsIndex, *, ranking: RankingLike = HIGH) -> "Evaluation":
        """Make the evaluation with this strength, 0 (no hand) to the ranking's strongest.

        Args:
            strength: From 0, no hand, to the ranking's strongest; NumPy's whole numbers too.
            ranking: The `Ranking`, or its name, in which a hand has that strength.

        >>> print(Evaluation.from_strength(1))
        high card, Seven Five Four Three Two
        """
        whole, ranked_by = whole_number(strength), find_ranking(ranking)
        if whole is None:
            raise ArgumentError(f"a strength is a whole number from 0 to {ranked_by.strongest}, not {quoted(strength)}")
        return cls(whole, ranking=ranked_by)

    @property
    def ranking(self) -> Ranking:
        """The ranking under which this is a hand's worth."""
        return self._ranking

    @property
    def strength(self) -> int:
        """1 to the ranking's strongest: higher is stronger, equal is a tie; 0 for no hand."""
        return self._strength

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that make the hand, those that decide first (in a five-high straight the ace is last)."""
        position = {rank: index for index, rank in enumerate(self.all_ranks)}
        return tuple(sorted(self._cards, key=lambda card: (position[card.rank], -card.suit)))

    @property
    def made_of(self) -> tuple[Card, ...]:
        """The cards that make the category: the pair of a pair, all five of a flush, the highest of a high card.

        Of a hand that wins by being low, all cards are.

        >>> from fivecard.evaluation import evaluate
        >>> print(*evaluate("Kh As 4d Ac Ts").made_of)
        As Ac
        """
        if self._ranking.low:
            return self.cards
        count = {
            Category.HIGH_CARD: 1,
            Category.ONE_PAIR: 2,
            Category.TWO_PAIR: 4,
            Category.THREE_OF_A_KIND: 3,
            Category.FOUR_OF_A_KIND: 4,
        }
        category = self.category
        return self.cards[: count.get(category, 5) if isinstance(category, Category) else None]

    @property
    def category(self) -> AnyCategory:
        """The kind of hand; for no hand the lowest one."""
        return self._ranking.category(self._strength)

    @property
    def ranks(self) -> Ranks:
        """The ranks that decide between hands of one category, most significant first.

        A straight needs only its top card; three sevens with ten and three are decided by Seven, Ten, Three.
        """
        return self._ranking.hand_class(self._strength).ranks

    @property
    def all_ranks(self) -> Ranks:
        """The different ranks of the hand, most significant first: `ranks`, and for a straight all five."""
        ranks = self.ranks  # none for no hand, which counts as the lowest category: in lowball that has straights
        if ranks and isinstance(self._ranking, FiveCardRanking) and self.category in _STRAIGHTS:
            return self._ranking.run_from(ranks[0])
        return ranks

    @property
    def is_royal(self) -> bool:
        """Whether this is a royal flush, the ace-high straight flush."""
        return self.category is Category.STRAIGHT_FLUSH and self.ranks == (Rank.ACE,)

    @property
    def nickname(self) -> str:
        """The name by which players know one of the very best hands, such as `number one`; empty for all others."""
        return self._ranking.nickname(self._strength)

    @property
    def lower_is_better(self) -> int:
        """The number many other libraries use: 1 for the strongest hand, 7,462 for the weakest high one."""
        return self._ranking.strongest + 1 - self._strength

    def describe(self, *, kickers: bool = True) -> str:
        """Say what the hand is in one line; without `kickers` in short.

        >>> Evaluation.from_strength(7462).describe(), Evaluation.from_strength(4628).describe(kickers=False)
        ('royal flush', 'two pair, Jacks and Tens')
        """
        words = self._ranking.describe(self._strength)  # the category, what makes it, the kickers
        return words if kickers else ", ".join(words.split(", ")[:2])

    def __str__(self) -> str:
        return self.describe()

    def __repr__(self) -> str:
        cards = f", parse_cards('{' '.join(map(str, self.cards))}')" if self._cards else ""
        ranking = f", ranking={self._ranking!r}" if self._ranking is not HIGH else ""
        return f"Evaluation({self._strength}{cards}{ranking})"

    def __eq__(self, other: object) -> bool:
        return self._strength == self._comparable(other) if isinstance(other, Evaluation) else NotImplemented

    def __hash__(self) -> int:
        return hash((self._strength, self._ranking))

    def __lt__(self, other: "Evaluation") -> bool:
        return self._strength < self._comparable(other) if isinstance(other, Evaluation) else NotImplemented

    def __le__(self, other: "Evaluation") -> bool:
        return self._strength <= self._comparable(other) if isinstance(other, Evaluation) else NotImplemented

    def __gt__(self, other: "Evaluation") -> bool:
        return self._strength > self._comparable(other) if isinstance(other, Evaluation) else NotImplemented

    def __ge__(self, other: "Evaluation") -> bool:
        return self._strength >= self._comparable(other) if isinstance(other, Evaluation) else NotImplemented

    def __reduce__(self) -> tuple[object, ...]:
        return unchecked_evaluation, ((self._strength, self._cards), self._ranking)

    def _comparable(self, other: "Evaluation") -> int:
        if other._ranking is not self._ranking and other._ranking != self._ranking:
            raise RankingError(f"a hand of {self._ranking.name} cannot be compared with one of {other._ranking.name}")
        return other._strength


def unchecked_evaluation(found: tuple[int, tuple[Card, ...]], ranking: Ranking) -> Evaluation:
    """Make an evaluation of a strength and cards that are known to be right; a tenth of the time of a hand is saved."""
    evaluation = _new(Evaluation)
    evaluation._strength, evaluation._cards = found
    evaluation._ranking = ranking
    return evaluation


_new = object.__new__
_STRAIGHTS = (Category.STRAIGHT, Category.STRAIGHT_FLUSH)


# `ranking` is given by its name, as everywhere. Were it keyword-only, a call would take a fifth longer: Python has no
# quick way for those.


def strength(cards: CardsLike, ranking: RankingLike = HIGH) -> int:
    """The strength alone of 5, 6 or 7 cards (4 in badugi): higher is stronger, equal is a tie, 0 is no hand.

    Args:
        cards: The hand: one text, or cards one by one.
        ranking: What it is ranked by: a `Ranking` or its name.

    >>> strength("Ah Kh Qh Jh Th"), strength("7c 5s 4s 3s 2s")
    (7462, 1)
    >>> strength("7c 5s 4s 3s 2s", ranking="deuce-to-seven")
    7462
    """
    if ranking is HIGH:
        return _core.strength(cards)
    return _core.ranked_strength(cards, compiled_ranking(ranking).name)


def evaluate(cards: CardsLike, ranking: RankingLike = HIGH) -> Evaluation:
    """Evaluate 5, 6 or 7 cards (4 in badugi); no cards at all are below every hand.

    Args:
        cards: The hand: one text, or cards one by one.
        ranking: What it is ranked by: a `Ranking` or its name.

    >>> print(evaluate("Jh Js Ts Td 8s"))
    two pair, Jacks and Tens, Eight kicker
    >>> from fivecard.rankings import BADUGI
    >>> print(*evaluate("As 2s 3d 4c", ranking=BADUGI).cards)
    4c 3d As
    """
    if ranking is HIGH:
        return unchecked_evaluation(_core.evaluate(cards), HIGH)
    ranked_by = compiled_ranking(ranking)
    return unchecked_evaluation(_core.ranked_evaluate(cards, ranked_by.name), ranked_by)

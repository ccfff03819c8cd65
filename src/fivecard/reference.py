"""The readable evaluator: slow, without tables, in the steps a person takes. Every fast path is tested against it.

It counts the cards of each rank into an array of thirteen cells, looks whether all suits are alike, and asks one
question per category, strongest first. Ranks then decide in the order of how often they are repeated.

>>> counting_array("4s 4c 5c Kd Ac")
[0, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1]
>>> is_pair("4s 4c 5c Kd Ac"), is_flush("4s 4c 5c Kd Ac")
(True, False)
>>> print(evaluate("4s 4c 5c Kd Ac"))
one pair, Fours, Ace King Five kickers
"""

from itertools import combinations

from fivecard.cards import PLAIN, Card, CardsLike, Rank, first_repeated, to_cards
from fivecard.errors import DuplicateCardError, HandError
from fivecard.evaluation import Category, Evaluation, Ranks

_IN_A_ROW = [1, 1, 1, 1, 1]
_FIVE_HIGH_STRAIGHT = [1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1]


def counting_array(cards: CardsLike) -> list[int]:
    """Count the cards of each rank: cell 0 for twos, cell 12 for aces.

    >>> counting_array("Ah Ad 2c 3c 3d")
    [1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2]
    """
    counts = [0] * len(Rank)
    for card in to_cards(cards):
        counts[card.rank] += 1
    return counts


def suit_counts(cards: CardsLike) -> list[int]:
    """Count the cards of each suit: clubs, diamonds, hearts, spades.

    >>> suit_counts("Ah Ad 2c 3c 3d")
    [2, 2, 1, 0]
    """
    counts = [0] * 4
    for card in to_cards(cards):
        counts[card.suit] += 1
    return counts


# The questions are about five cards. A straight flush is a straight and is a flush; all others exclude each other.


def is_straight_flush(cards: CardsLike) -> bool:
    """Are the cards in a row and of one suit?

    >>> is_straight_flush("5h 4h 3h 2h Ah")
    True
    """
    five = _five(cards)
    return is_flush(five) and is_straight(five)


def is_four_of_a_kind(cards: CardsLike) -> bool:
    """Are four cards of one rank?

    >>> is_four_of_a_kind("5h 5c 5d 5s Ah")
    True
    """
    return _repeats(cards) == [4, 1]


def is_full_house(cards: CardsLike) -> bool:
    """Are three cards of one rank and two of another?

    >>> is_full_house("5h 5c 5d As Ah")
    True
    """
    return _repeats(cards) == [3, 2]


def is_flush(cards: CardsLike) -> bool:
    """Are all cards of one suit?

    >>> is_flush("5h 9h 3h 2h Ah")
    True
    """
    five = _five(cards)
    return all(card.suit is five[0].suit for card in five)


def is_straight(cards: CardsLike) -> bool:
    """Are the ranks in a row? The ace stands above the king or below the two.

    >>> is_straight("5h 4c 3h 2h Ah")
    True
    """
    counts = counting_array(_five(cards))
    lowest = counts.index(max(counts))
    return counts[lowest : lowest + 5] == _IN_A_ROW or counts == _FIVE_HIGH_STRAIGHT


def is_three_of_a_kind(cards: CardsLike) -> bool:
    """Are three cards of one rank, and the other two neither like them nor a pair?

    >>> is_three_of_a_kind("5h 5c 5d 2s Ah")
    True
    """
    return _repeats(cards) == [3, 1, 1]


def is_two_pair(cards: CardsLike) -> bool:
    """Are there exactly two pairs?

    >>> is_two_pair("5h 5c 2d 2s Ah")
    True
    """
    return _repeats(cards) == [2, 2, 1]


def is_pair(cards: CardsLike) -> bool:
    """Is there exactly one pair, and nothing else alike?

    >>> is_pair("5h 5c 3d 2s Ah")
    True
    """
    return _repeats(cards) == [2, 1, 1, 1]


def is_high_card(cards: CardsLike) -> bool:
    """Is it none of the others?

    >>> is_high_card("5h 7c 3d 2s Ah")
    True
    """
    return categorise(cards) is Category.HIGH_CARD


QUESTIONS = (
    (Category.STRAIGHT_FLUSH, is_straight_flush),
    (Category.FOUR_OF_A_KIND, is_four_of_a_kind),
    (Category.FULL_HOUSE, is_full_house),
    (Category.FLUSH, is_flush),
    (Category.STRAIGHT, is_straight),
    (Category.THREE_OF_A_KIND, is_three_of_a_kind),
    (Category.TWO_PAIR, is_two_pair),
    (Category.ONE_PAIR, is_pair),
)
"""The questions in the order in which the first yes decides; high card is what remains."""


def categorise(cards: CardsLike) -> Category:
    """Name the category of five cards: the first question answered with yes.

    >>> categorise("5h 5c 2d 2s Ah").words
    'two pair'
    """
    five = _five(cards)
    return next((category for category, question in QUESTIONS if question(five)), Category.HIGH_CARD)


def deciding_ranks(cards: CardsLike) -> Ranks:
    """List the ranks that decide inside the category of five cards, most significant first.

    >>> [rank.word for rank in deciding_ranks("5h 5c 2d 2s Ah")]
    ['Five', 'Two', 'Ace']
    """
    five = _five(cards)
    counts = counting_array(five)
    if is_straight(five):
        return (Rank.FIVE,) if counts == _FIVE_HIGH_STRAIGHT else (max(card.rank for card in five),)
    return tuple(sorted((rank for rank in Rank if counts[rank]), key=lambda r: (counts[r], r), reverse=True))


def evaluate(cards: CardsLike) -> Evaluation:
    """Evaluate five cards, or the best five of six or seven; no cards at all are below every hand.

    >>> evaluate("5h 5c 2d 2s Ah").strength
    4181
    """
    given = to_cards(cards)
    if not given:
        return Evaluation.from_strength(0)
    if not 5 <= len(given) <= 7:
        raise HandError(f"a hand has 5 to 7 cards, this one has {len(given)}: '{PLAIN.join(given)}'")
    if twice := first_repeated(given):
        raise DuplicateCardError(f"duplicate card '{twice}' in '{PLAIN.join(given)}'")
    return max(Evaluation.of(categorise(five), deciding_ranks(five), five) for five in combinations(given, 5))


def _repeats(cards: CardsLike) -> list[int]:
    """How often the ranks stand there, most often first: [3, 2] for a full house."""
    return sorted((count for count in counting_array(_five(cards)) if count), reverse=True)


def _five(cards: CardsLike) -> tuple[Card, ...]:
    five = to_cards(cards)
    if len(five) != 5:
        raise HandError(f"this is asked of five cards, not of {len(five)}: '{PLAIN.join(five)}'")
    if twice := first_repeated(five):
        raise DuplicateCardError(f"duplicate card '{twice}' in '{PLAIN.join(five)}'")
    return five

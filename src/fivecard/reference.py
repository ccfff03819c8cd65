"""The readable evaluator: slow, without tables, in the steps a person takes. Every fast path is tested against it.

It counts the cards of each rank into an array of thirteen cells, looks whether all suits are alike, and asks one
question per category, strongest first. Ranks then decide in the order of how often they are repeated. Every ranking of
five cards asks these questions, as far as it knows the category; badugi asks another one.

>>> counting_array("4s 4c 5c Kd Ac")
[0, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1]
>>> is_pair("4s 4c 5c Kd Ac"), is_flush("4s 4c 5c Kd Ac")
(True, False)
>>> print(evaluate("4s 4c 5c Kd Ac"))
one pair, Fours, Ace King Five kickers
"""

from collections.abc import Callable
from functools import cache, partial
from itertools import combinations

from fivecard.cards import PLAIN, Card, CardsLike, Rank, first_repeated, to_cards
from fivecard.errors import DuplicateCardError, HandError
from fivecard.evaluation import Evaluation
from fivecard.rankings import HIGH, BadugiCategory, BadugiRanking, Category, FiveCardRanking, Ranking, Ranks


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


def is_straight_flush(cards: CardsLike, ranking: FiveCardRanking = HIGH) -> bool:
    """Are the cards in a row and of one suit?

    >>> is_straight_flush("5h 4h 3h 2h Ah")
    True
    """
    five = _five(cards)
    return is_flush(five) and is_straight(five, ranking)


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


def is_straight(cards: CardsLike, ranking: FiveCardRanking = HIGH) -> bool:
    """Are the ranks in a row? Where the ranking lets it, the ace stands below the lowest rank too.

    >>> is_straight("5h 4c 3h 2h Ah"), is_straight("9h 8c 7h 6h Ah")
    (True, False)
    """
    return straight_top(cards, ranking) is not None


def straight_top(cards: CardsLike, ranking: FiveCardRanking = HIGH) -> Rank | None:
    """Find the highest card of a straight: of a wheel, that is not the ace. None where there is no straight.

    >>> straight_top("5h 4c 3h 2h Ah")
    <Rank.FIVE: 3>
    """
    ranks = sorted((card.rank for card in _five(cards)), key=ranking.height)
    heights = [ranking.height(rank) for rank in ranks]
    if heights == [heights[0] + step for step in range(5)]:
        return ranks[4]
    if ranking.wheel and heights == [0, 1, 2, 3, len(ranking.ranks) - 1]:
        return ranks[3]
    return None


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


@cache
def questions(ranking: FiveCardRanking = HIGH) -> list[tuple[Category, Callable[[CardsLike], bool]]]:
    """List the questions in the order in which the first yes decides; high card is what remains."""
    all_of_them: list[tuple[Category, Callable[[CardsLike], bool]]] = [
        (Category.STRAIGHT_FLUSH, partial(is_straight_flush, ranking=ranking)),
        (Category.FOUR_OF_A_KIND, is_four_of_a_kind),
        (Category.FULL_HOUSE, is_full_house),
        (Category.FLUSH, is_flush),
        (Category.STRAIGHT, partial(is_straight, ranking=ranking)),
        (Category.THREE_OF_A_KIND, is_three_of_a_kind),
        (Category.TWO_PAIR, is_two_pair),
        (Category.ONE_PAIR, is_pair),
    ]
    return [(category, question) for category, question in all_of_them if category in ranking.categories]


def categorise(cards: CardsLike, ranking: FiveCardRanking = HIGH) -> Category:
    """Name the category of five cards: the first question answered with yes.

    >>> categorise("5h 5c 2d 2s Ah").words
    'two pair'
    """
    five = _five(cards)
    return next((category for category, question in questions(ranking) if question(five)), Category.HIGH_CARD)


def deciding_ranks(cards: CardsLike, ranking: FiveCardRanking = HIGH) -> Ranks:
    """List the ranks that decide inside the category of five cards, most significant first.

    >>> [rank.word for rank in deciding_ranks("5h 5c 2d 2s Ah")]
    ['Five', 'Two', 'Ace']
    """
    five = _five(cards)
    if Category.STRAIGHT in ranking.categories and (top := straight_top(five, ranking)) is not None:
        return (top,)
    counts = counting_array(five)
    ranks = (rank for rank in Rank if counts[rank])
    return tuple(sorted(ranks, key=lambda rank: (counts[rank], ranking.height(rank)), reverse=True))


def evaluate(cards: CardsLike, *, ranking: Ranking = HIGH) -> Evaluation:
    """Evaluate the cards of a hand, or choose the best of one or two cards more; no cards are below every hand.

    >>> evaluate("5h 5c 2d 2s Ah").strength
    4181
    """
    given = to_cards(cards)
    if not given:
        return Evaluation(0, ranking=ranking)
    check_hand(given, ranking)
    if isinstance(ranking, BadugiRanking):
        return evaluate_badugi(given, ranking)
    assert isinstance(ranking, FiveCardRanking)
    return max(_evaluate_five(five, ranking) for five in combinations(given, 5))


def evaluate_badugi(cards: CardsLike, ranking: BadugiRanking) -> Evaluation:
    """Evaluate four cards: as many as possible whose ranks and suits all differ, and of those the lowest.

    >>> from fivecard.rankings import BADUGI
    >>> print(evaluate_badugi("As 2s 3d 4c", BADUGI))
    three-card hand, 4-3-A
    """
    hand = to_cards(cards)
    for count in reversed(BadugiCategory):
        different = [
            chosen
            for chosen in combinations(hand, count)
            if len({card.rank for card in chosen}) == len({card.suit for card in chosen}) == count
        ]
        if different:
            made = (Evaluation.of(count, _downwards(chosen, ranking), chosen, ranking=ranking) for chosen in different)
            return max(made)
    raise HandError("there are no cards to evaluate")


def check_hand(cards: tuple[Card, ...], ranking: Ranking) -> None:
    """Refuse what is not a hand of a ranking: too few or too many cards, one twice, or one not in its deck."""
    fewest, most = ranking.hand_size, ranking.largest_hand
    if not fewest <= len(cards) <= most:
        many = f"{fewest} to {most}" if most > fewest else str(fewest)
        raise HandError(f"a hand has {many} cards, this one has {len(cards)}: '{PLAIN.join(cards)}'")
    if twice := first_repeated(cards):
        raise DuplicateCardError(f"duplicate card '{twice}' in '{PLAIN.join(cards)}'")
    if strange := next((card for card in cards if card.rank not in ranking.ranks), None):
        raise HandError(f"'{strange}' is not in the deck of {ranking.name}: '{PLAIN.join(cards)}'")


def _evaluate_five(five: tuple[Card, ...], ranking: FiveCardRanking) -> Evaluation:
    category, ranks = categorise(five, ranking), deciding_ranks(five, ranking)
    if ranking.qualifier is not None and (
        category is not Category.HIGH_CARD or ranking.height(ranks[0]) > ranking.height(ranking.qualifier)
    ):
        return Evaluation(0, ranking=ranking)
    return Evaluation.of(category, ranks, five, ranking=ranking)


def _downwards(cards: tuple[Card, ...], ranking: Ranking) -> Ranks:
    return tuple(sorted((card.rank for card in cards), key=ranking.height, reverse=True))


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

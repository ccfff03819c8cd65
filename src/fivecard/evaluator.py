"""Evaluating one hand, natively.

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

from fivecard import _core
from fivecard.cards import CardsLike
from fivecard.evaluation import Evaluation, unchecked_evaluation
from fivecard.rankings import BADUGI, HIGH, Ranking, compiled_name

# A keyword-only argument would add a fifth to the time of a call: Python has no quick way for those.


def strength(cards: CardsLike, ranking: Ranking = HIGH) -> int:
    """The strength alone of 5, 6 or 7 cards (4 in badugi): higher is stronger, equal is a tie, 0 is no hand.

    >>> strength("Ah Kh Qh Jh Th"), strength("7c 5s 4s 3s 2s")
    (7462, 1)
    >>> from fivecard.rankings import DEUCE_TO_SEVEN
    >>> strength("7c 5s 4s 3s 2s", ranking=DEUCE_TO_SEVEN)
    7462
    """
    if ranking is HIGH:
        return _core.strength(cards)
    name = compiled_name(ranking)
    return _core.badugi_strength(cards) if ranking is BADUGI else _core.ranked_strength(cards, name)


def evaluate(cards: CardsLike, ranking: Ranking = HIGH) -> Evaluation:
    """Evaluate 5, 6 or 7 cards (4 in badugi); no cards at all are below every hand.

    >>> print(evaluate("Jh Js Ts Td 8s"))
    two pair, Jacks and Tens, Eight kicker
    >>> from fivecard.rankings import BADUGI
    >>> print(*evaluate("As 2s 3d 4c", ranking=BADUGI).cards)
    4c 3d As
    """
    if ranking is HIGH:
        return unchecked_evaluation(_core.evaluate(cards), ranking)
    name = compiled_name(ranking)
    found = _core.badugi_evaluate(cards) if ranking is BADUGI else _core.ranked_evaluate(cards, name)
    return unchecked_evaluation(found, ranking)

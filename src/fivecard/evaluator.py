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

from fivecard import _core, reference
from fivecard.cards import CardsLike, parse_cards
from fivecard.evaluation import Evaluation
from fivecard.rankings import HIGH, Ranking


def strength(cards: CardsLike, *, ranking: Ranking = HIGH) -> int:
    """Give only the strength of 5, 6 or 7 cards: 1 to 7,462, higher is stronger, equal is a tie; 0 for no cards.

    >>> strength("Ah Kh Qh Jh Th"), strength("7c 5s 4s 3s 2s")
    (7462, 1)
    """
    if isinstance(cards, str):
        cards = parse_cards(cards)
    return _core.strength(cards) if ranking is HIGH else reference.evaluate(cards, ranking).strength


def evaluate(cards: CardsLike, *, ranking: Ranking = HIGH) -> Evaluation:
    """Evaluate 5, 6 or 7 cards; of no cards at all, give the evaluation below every hand.

    >>> print(evaluate("Jh Js Ts Td 8s"))
    two pair, Jacks and Tens, Eight kicker
    """
    if isinstance(cards, str):
        cards = parse_cards(cards)
    return Evaluation(*_core.evaluate(cards)) if ranking is HIGH else reference.evaluate(cards, ranking)

"""Evaluating one hand, natively.

>>> from fivecard.cards import parse_cards
>>> hand = parse_cards("7h 7s 7c Ts 3d")
>>> strength(hand)
5348
>>> evaluation = evaluate(hand)
>>> evaluation.category.title(), [rank.word for rank in evaluation.ranks]
('Three of a Kind', ['Seven', 'Ten', 'Three'])
>>> evaluate("7h 7s 7c Ts 7h")
Traceback (most recent call last):
fivecard.errors.DuplicateCardError: duplicate card '7h' in '7h 7s 7c Ts 7h'
"""

from fivecard import _core
from fivecard.cards import TEN_AS_NUMBER, CardsLike, Notation, parse_cards, to_cards
from fivecard.evaluation import Evaluation


def strength(cards: CardsLike) -> int:
    """Give only the strength of 5, 6 or 7 cards: 1 to 7,462, higher is stronger, equal is a tie; 0 for no cards.

    >>> strength("Ah Kh Qh Jh Th"), strength("7c 5s 4s 3s 2s")
    (7462, 1)
    """
    if isinstance(cards, str):
        cards = parse_cards(cards)
    return _core.strength(cards)


def evaluate(cards: CardsLike) -> Evaluation:
    """Evaluate 5, 6 or 7 cards; of no cards at all, give the evaluation below every hand.

    >>> print(evaluate("Jh Js Ts Td 8s"))
    two pair, Jacks and Tens, Eight kicker
    """
    if isinstance(cards, str):
        cards = parse_cards(cards)
    return Evaluation(*_core.evaluate(cards))


def hand_and_type(cards: CardsLike, *, width: int = 4, notation: Notation = TEN_AS_NUMBER) -> str:
    """Write a hand, each card right-justified in a width, and its type, as handout A does.

    >>> hand_and_type("AD AC 4H 10S KS")
    '  AD  AC  4H 10S  KS --- One Pair'
    """
    hand = to_cards(cards)
    return f"{notation.join(hand, width=width)} --- {evaluate(hand).title()}"

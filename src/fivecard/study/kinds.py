"""What a hand makes with a board, as players call it.

>>> [kind_of(hand, "Td 9d 6h") for hand in ("TsTc", "QsQc", "AhTh", "6s7c", "KdQd", "Qs8s", "Ah2c", "4s3s")]
['a set', 'an overpair', 'top pair', 'a lower pair', 'a flush draw', 'a straight draw', 'ace high', 'nothing']
>>> [kind_of(hand, "Td Tc 6h 2s 2h") for hand in ("Ts9s", "6s2c", "AcKd", "8s8d", "6c5c")]
['a full house or better', 'a full house or better', 'ace high', 'a pair below the board', 'a lower pair']
>>> kind_of("8d7d", "Td 9d 6h"), kind_of("Kd7d", "Td 9d 6d 2c"), kind_of("Ts9s", "Td 9d 6h")
('a straight', 'a flush', 'two pair')
"""

from typing import Final

from fivecard.cards import ALL_CARDS, Card, CardsLike, Rank, to_cards
from fivecard.evaluation import evaluate
from fivecard.rankings import HIGH, Category, Ranking

STRONG: Final = {Category.STRAIGHT: "a straight", Category.FLUSH: "a flush"}
_BEST: Final = frozenset({Category.FULL_HOUSE, Category.FOUR_OF_A_KIND, Category.STRAIGHT_FLUSH})
_RIVER: Final = 5


def kind_of(hand: CardsLike, board: CardsLike, ranking: Ranking = HIGH) -> str:
    """Name what two cards make with a board of three to five.

    Args:
        hand: Two cards.
        board: The cards on the board.
        ranking: What beats what.
    """
    own, shared = to_cards(hand), to_cards(board)
    category = evaluate((*own, *shared), ranking=ranking).category
    if category in _BEST:
        return "a full house or better"
    if category in STRONG:
        return STRONG[Category(category)]
    ranks = [card.rank for card in shared]
    first, second = (card.rank for card in own)
    if first == second:
        if first in ranks:
            return "a set"
        return "an overpair" if first > max(ranks) else "a pair below the board"
    paired = [rank for rank in (first, second) if rank in ranks]
    if any(ranks.count(rank) > 1 for rank in paired):
        return "trips"
    if len(paired) > 1:
        return "two pair"
    if paired:
        return "top pair" if paired[0] == max(ranks) else "a lower pair"
    if len(shared) < _RIVER:
        if any(sum(card.suit is each.suit for each in (*own, *shared)) == 4 for card in own):
            return "a flush draw"
        if _draws_to_a_straight(own, shared, ranking):
            return "a straight draw"
    return "ace high" if Rank.ACE in (first, second) else "nothing"


def _draws_to_a_straight(own: tuple[Card, ...], shared: tuple[Card, ...], ranking: Ranking) -> bool:
    """Whether one more card makes a straight that is not all on the board."""
    for card in ALL_CARDS:
        if card.rank not in ranking.ranks or card in (*own, *shared):
            continue
        there = (*shared, card)
        if evaluate((*own, *there), ranking=ranking).category is Category.STRAIGHT:
            return len(there) < _RIVER or evaluate(there, ranking=ranking).category is not Category.STRAIGHT
    return False

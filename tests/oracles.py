"""Slow answers, worked out in the plainest way, that fast ones are compared with."""

from collections.abc import Sequence
from itertools import combinations

from fivecard import HIGH, Card, Ranking, reference


def omaha_strength_by_reference(hole: Sequence[Card], board: Sequence[Card], ranking: Ranking = HIGH) -> int:
    """Find the strength of an Omaha hand by all combinations of two and three."""
    return max(
        reference.evaluate([*two, *three], ranking=ranking).strength
        for two in combinations(hole, 2)
        for three in combinations(board, 3)
    )


def omaha_winner_by_reference(cards: list[Card]) -> str:
    """Say who wins a deal of 4 + 4 + 5 cards."""
    one, two = (omaha_strength_by_reference(hand, cards[8:]) for hand in (cards[:4], cards[4:8]))
    return "No single winner" if one == two else f"Player {1 if one > two else 2} wins"

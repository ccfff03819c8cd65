"""Slow answers, worked out in the plainest way, that fast ones are compared with."""

from itertools import combinations

from fivecard import Card, reference


def omaha_winner_by_reference(cards: list[Card]) -> str:
    """Say who wins a deal of 4 + 4 + 5 cards, by all sixty combinations of each player."""

    def best(hand: list[Card]) -> int:
        return max(
            reference.evaluate([*two, *three]).strength
            for two in combinations(hand, 2)
            for three in combinations(cards[8:], 3)
        )

    one, two = best(cards[:4]), best(cards[4:8])
    return "No single winner" if one == two else f"Player {1 if one > two else 2} wins"

"""Hypothesis strategies shared by the tests."""

from collections.abc import Sequence
from typing import TypeVar

from hypothesis import strategies as st

from fivecard import Ranking
from fivecard.cards import ALL_CARDS, Card

AnyRanking = TypeVar("AnyRanking", bound=Ranking)

cards = st.sampled_from(ALL_CARDS)


def hands(smallest: int = 5, largest: int = 7) -> st.SearchStrategy[list[Card]]:
    return st.lists(cards, min_size=smallest, max_size=largest, unique=True)


def ranked_hands(
    rankings: Sequence[AnyRanking], smallest: int = 5, largest: int = 7
) -> st.SearchStrategy[tuple[AnyRanking, list[Card]]]:
    """A ranking and a hand of its deck."""

    def with_hand(ranking: AnyRanking) -> st.SearchStrategy[tuple[AnyRanking, list[Card]]]:
        hand = st.lists(st.sampled_from(ranking.deck), min_size=smallest, max_size=largest, unique=True)
        return st.tuples(st.just(ranking), hand)

    return st.sampled_from(rankings).flatmap(with_hand)

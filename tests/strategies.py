"""Hypothesis strategies shared by the tests."""

from hypothesis import strategies as st

from fivecard.cards import ALL_CARDS, Card

cards = st.sampled_from(ALL_CARDS)


def hands(smallest: int = 5, largest: int = 7) -> st.SearchStrategy[list[Card]]:
    return st.lists(cards, min_size=smallest, max_size=largest, unique=True)

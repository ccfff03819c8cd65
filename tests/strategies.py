"""Hypothesis strategies shared by the tests."""

from collections.abc import Sequence
from itertools import product
from typing import TypeVar

from hypothesis import strategies as st

from fivecard import Ranking
from fivecard.cards import ALL_CARDS, Card, Rank, Suit

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


# Hands as text

EMOJI = "\ufe0f"
SUITS = {Suit.CLUBS: "cC♣♧", Suit.DIAMONDS: "dD♦♢", Suit.HEARTS: "hH♥♡", Suit.SPADES: "sS♠♤"}
SPELLINGS = {
    card: [
        rank + suit + after
        for rank in {card.rank.letter, card.rank.letter.lower()} | ({"10"} if card.rank is Rank.TEN else set())
        for suit, after in product(SUITS[card.suit], ("", EMOJI))
    ]
    for card in ALL_CARDS
}
SEPARATORS = ["", " ", ",", ", ", "\t", "\r\n", "\n", "\v", "\f", "\x1c", "\x85", "\xa0", "\u2003", "\u3000"]
NO_CARDS = [
    "x",
    "1",
    "0",
    "10",
    "h",
    "A",
    "♥",
    EMOJI,
    "\0",
    "Ahh",
    "11h",
    "♥A",
    "ß",
    "\u2668",
    "\u265f",
    "\ud800",
    "🂡",
    "Α♥",
]

cards_spelled = st.sampled_from(ALL_CARDS).flatmap(lambda card: st.sampled_from(SPELLINGS[card]))
texts = st.lists(
    st.one_of(
        cards_spelled, cards_spelled, cards_spelled, st.sampled_from(SEPARATORS), st.sampled_from(NO_CARDS), st.text()
    ),
    max_size=14,
).map("".join)

"""Decks of pairs of numbers."""

import pytest

from fivecard import CardError, Deck, DuplicateCardError
from fivecard.cards import ALL_CARDS, Card
from fivecard.handouts import HandoutDeck


def number_pairs(cards: tuple[Card, ...], separator: str = " ") -> str:
    return separator.join(f"{int(card.rank)} {int(card.suit)}" for card in cards)


@pytest.mark.parametrize("separator", [" ", "\n", "\r\n", "\t", "   "])
def test_a_deck_of_number_pairs_is_read(separator: str) -> None:
    assert HandoutDeck.from_text(number_pairs(ALL_CARDS, separator)) == Deck()


def test_a_deck_may_hold_only_the_cards_needed() -> None:
    assert tuple(HandoutDeck.from_text(number_pairs(ALL_CARDS[:50]))) == ALL_CARDS[:50]
    assert len(HandoutDeck.from_text("")) == 0


def test_a_deck_of_card_texts_is_read_too() -> None:
    assert str(HandoutDeck.from_text("TS, 9C")) == "Ts 9c"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0 0 13 2", r"column 5: impossible card '13 2': ranks"),
        ("0 0 1 4", r"column 5: impossible card '1 4': ranks"),
        ("-1 0", r"column 1: impossible card '-1 0': ranks"),
        ("0 0 1", "column 5: a rank, '1', but no suit"),
        ("0 0 1 1 0 0", r"column 9: duplicate card '2c', first seen as card 1"),
        ("12 3, 8 x", r"column 9: 'x' is not a number"),
    ],
)
def test_a_bad_deck_is_refused_with_the_place(text: str, message: str) -> None:
    with pytest.raises((CardError, DuplicateCardError), match=message):
        HandoutDeck.from_text(text)

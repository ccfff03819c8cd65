import pytest

from fivecard import DuplicateCardError, HandError, evaluate, reference
from fivecard.rankings import Category
from fivecard.reference import counting_array, questions

EXAMPLES = {
    Category.HIGH_CARD: "2H 4H 9S JH QH",
    Category.ONE_PAIR: "4C 5S AS TC TH",
    Category.TWO_PAIR: "QH 3C 3S 8C 8H",
    Category.THREE_OF_A_KIND: "5D AD JS JC JD",
    Category.STRAIGHT: "AH 2S 3S 4C 5H",
    Category.FLUSH: "3D 5D 9D TD KD",
    Category.FULL_HOUSE: "KH KS 7C 7H 7D",
    Category.FOUR_OF_A_KIND: "2D 7C 7S 7H 7D",
    Category.STRAIGHT_FLUSH: "8H 9H TH JH QH",
}  # handout D's table


@pytest.mark.parametrize(
    ("hand", "cells"),
    [
        ("4S 4C 5C KD AC", "0021000000011"),
        ("9D 9C 9H JD JC", "0000000302000"),
        ("2C 10S JS QH KC", "1000000011110"),
        ("5D 5C 5H 7D QC", "0003010000100"),
        ("5D 5C 5H 5S QC", "0004000000100"),
        # The handout prints four ones for 9C 10S JS QH KC; its words say five ones in a row, which is right.
        ("9C 10S JS QH KC", "0000000111110"),
    ],
)
def test_the_counting_arrays_of_handout_a(hand: str, cells: str) -> None:
    assert counting_array(hand) == [int(cell) for cell in cells]


@pytest.mark.parametrize(("category", "hand"), EXAMPLES.items())
def test_exactly_the_right_questions_are_answered_with_yes(category: Category, hand: str) -> None:
    said_yes = {asked for asked, question in questions() if question(hand)}
    if category is Category.STRAIGHT_FLUSH:
        assert said_yes == {Category.STRAIGHT_FLUSH, Category.STRAIGHT, Category.FLUSH}
    else:
        assert said_yes == ({category} if category is not Category.HIGH_CARD else set())
    assert reference.is_high_card(hand) == (category is Category.HIGH_CARD)
    assert reference.categorise(hand) is category
    assert evaluate(hand).category is category


@pytest.mark.parametrize("hand", ["AH 2S 3S 4C 5H", "TC JD QS KH AC", "4C 5C 6D 7S 8H"])
def test_an_ace_may_stand_at_either_end_of_a_straight(hand: str) -> None:
    assert reference.is_straight(hand)


@pytest.mark.parametrize("hand", ["QH KS AD 2C 3C", "KH AS 2D 3C 4C", "AH 2S 3S 4C 6H", "2H 2S 3S 4C 5H"])
def test_a_straight_does_not_wrap_round_or_repeat(hand: str) -> None:
    assert not reference.is_straight(hand)


def test_questions_are_asked_of_five_cards() -> None:
    with pytest.raises(HandError, match="not of 4: 'Ah Kh Qh Jh'"):
        reference.is_flush("Ah Kh Qh Jh")
    with pytest.raises(DuplicateCardError, match="duplicate card 'Ah'"):
        reference.is_flush("Ah Ah Ah Ah Ah")


@pytest.mark.parametrize("hand", ["Ah", "Ah Kh Qh Jh", "Ah Kh Qh Jh Th 9h 8h 7h"])
def test_the_reference_refuses_the_wrong_number_of_cards(hand: str) -> None:
    with pytest.raises(HandError, match="5 to 7 cards"):
        reference.evaluate(hand)


def test_the_reference_refuses_a_card_twice() -> None:
    with pytest.raises(DuplicateCardError, match="duplicate card 'Ah' in 'Ah Kh Ah Jh Th'"):
        reference.evaluate("Ah Kh Ah Jh Th")


def test_the_reference_puts_no_cards_below_every_hand() -> None:
    assert reference.evaluate([]).strength == 0

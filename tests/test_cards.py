import copy
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivecard import CardError, CardTypeError, FivecardError
from fivecard.cards import (
    ALL_CARDS,
    NOTATIONS,
    Card,
    Notation,
    Rank,
    Suit,
    ace_low,
    by_rank,
    parse_cards,
    to_cards,
)
from tests.strategies import cards


@pytest.mark.parametrize("text", ["Ah", "AH", "ah", "aH", "A♥", "a♥", "A♡"])
def test_every_usual_spelling_of_a_card_is_read(text: str) -> None:
    assert Card(text) is Card(Rank.ACE, Suit.HEARTS)


@pytest.mark.parametrize("text", ["Th", "TH", "th", "10h", "10H", "10♥"])
def test_ten_is_read_as_letter_and_number(text: str) -> None:
    assert Card(text) is Card(Rank.TEN, Suit.HEARTS)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "it is empty"),
        ("A", "no suit"),
        ("10", "no suit"),
        ("h", "no rank"),
        ("Xh", "no rank 'X'"),
        ("1h", "no rank '1'"),
        ("11h", "no rank '11'"),
        ("Ax", "no suit 'x'"),
        ("Ah ", "no suit ' '"),
        ("AhKh", "no rank 'AhK'"),
    ],
)
def test_a_bad_card_is_named_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(CardError) as caught:
        Card(text)
    assert str(caught.value) == f"{text!r} is not a card: {reason}"


@pytest.mark.parametrize("value", [None, 17, b"Ah", ["Ah"]])
def test_a_card_is_made_of_its_text_alone(value: object) -> None:
    with pytest.raises(CardTypeError, match="a card is made of its text, or of a Rank and a Suit, not of"):
        Card(value)  # type: ignore[call-overload]
    with pytest.raises(CardTypeError, match="not of 'Ah' and"):
        Card("Ah", Suit.HEARTS)  # type: ignore[call-overload]


def test_a_card_is_made_of_a_rank_and_a_suit() -> None:
    with pytest.raises(CardTypeError, match="not of 12 and 2"):
        Card(12, 2)  # type: ignore[call-overload]
    with pytest.raises(CardTypeError, match=r"not of <Rank\.ACE: 12>"):
        Card(Rank.ACE)  # type: ignore[call-overload]


@pytest.mark.parametrize("number", [-1, 52, 1000, 2.0, "3"])
def test_ids_outside_the_deck_are_refused(number: object) -> None:
    with pytest.raises(CardError, match="0 to 51"):
        Card.from_id(number)  # type: ignore[arg-type]


def test_an_id_is_four_times_the_rank_plus_the_suit() -> None:
    assert [card.id for card in ALL_CARDS] == list(range(52))
    assert all(card.id == 4 * card.rank + card.suit for card in ALL_CARDS)
    assert [str(Card.from_id(number)) for number in (0, 1, 2, 3, 4, 51)] == ["2c", "2d", "2h", "2s", "3c", "As"]


@given(cards)
def test_repr_evaluates_back(card: Card) -> None:
    assert eval(repr(card)) is card


@given(cards, st.sampled_from(sorted(NOTATIONS)))
def test_every_notation_is_read_back(card: Card, name: str) -> None:
    assert Card(NOTATIONS[name](card)) is card
    assert format(card, name) == NOTATIONS[name](card)


@given(st.lists(cards), st.sampled_from([" ", "", ",", ", ", "\n", "\t"]))
def test_several_cards_are_read_back_with_any_separator(pile: list[Card], separator: str) -> None:
    assert list(parse_cards(separator.join(map(str, pile)))) == pile


@given(st.text())
def test_any_text_is_cards_or_an_error_of_ours(text: str) -> None:
    try:
        found = parse_cards(text)
    except FivecardError:
        return
    assert all(isinstance(card, Card) for card in found)


def test_a_bad_card_among_several_is_named_with_its_place() -> None:
    with pytest.raises(CardError, match=r"line 2, column 4: '1x' is not a card"):
        parse_cards("Ah Kh\nQh 1x Th")
    with pytest.raises(CardError, match=r"column 5: 'Zz' is not a card"):
        parse_cards("AhKhZz")


def test_a_card_is_written_with_a_gap() -> None:
    texts = [NOTATIONS["ten-as-number"](card, gap=" ") for card in parse_cards("2C AS JD 10H")]
    assert texts == ["2 C", "A S", "J D", "10 H"]  # as handout A, 4.2


def test_numpy_numbers_are_ids_too() -> None:
    assert Card.from_id(np.uint8(51)) is Card("As")


def test_an_emoji_suit_is_read() -> None:
    assert Card("A♥️") is Card("Ah")
    assert parse_cards("A♥️ K♠️") == parse_cards("Ah Ks")


def test_cards_may_be_texts_one_by_one() -> None:
    assert to_cards(["Ah", Card("Kh"), "10s"]) == parse_cards("Ah Kh Ts")
    assert to_cards(text for text in ("A♥", "kh")) == parse_cards("Ah Kh")
    with pytest.raises(CardError, match="'AhKh' is not a card: no rank 'AhK'"):
        to_cards(["AhKh", "Qh"])


def test_a_list_of_texts_is_not_one_text() -> None:
    with pytest.raises(CardTypeError, match="expected cards as text"):
        parse_cards(["Ah"])  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [None, 5, [None], [0, 1, 2, 3, 4], b"Ah"])
def test_what_is_not_cards_is_refused(value: object) -> None:
    with pytest.raises(CardTypeError):
        parse_cards(value)  # type: ignore[arg-type]
    with pytest.raises(CardTypeError):
        to_cards(value)  # type: ignore[arg-type]


@given(cards, cards)
def test_equal_means_rank_and_suit(one: Card, two: Card) -> None:
    assert (one == two) == (one.rank == two.rank and one.suit == two.suit)
    assert (one == two) == (hash(one) == hash(two))
    assert one.same_rank(two) == (one.rank == two.rank)


@given(cards, cards, cards)
def test_the_order_of_cards_is_total(one: Card, two: Card, three: Card) -> None:
    assert (one < two) + (one == two) + (one > two) == 1
    assert (one <= two) == (not one > two)
    assert (one >= two) == (not one < two)
    assert not (one < two < three) or one < three


def test_cards_do_not_compare_with_other_things() -> None:
    with pytest.raises(TypeError):
        Card("Ah") < 3  # type: ignore[operator] # noqa: B015
    assert Card("2c") != object()


def test_comparing_by_rank_is_spelled_out() -> None:
    ten, other_ten, ace = parse_cards("Th Ts As")
    assert ten != other_ten
    assert by_rank(ten) == by_rank(other_ten)
    assert by_rank(ten) < by_rank(ace)


def test_ace_is_low_in_the_ace_low_key() -> None:
    assert [ace_low(card) for card in parse_cards("Ah 2c 3d Ts Jc Qc Kc")] == [1, 2, 3, 10, 11, 12, 13]


def test_a_card_cannot_be_changed() -> None:
    card = Card("Ah")
    with pytest.raises(AttributeError, match="cannot be changed"):
        card.rank = Rank.TWO
    with pytest.raises(AttributeError, match="cannot be changed"):
        del card.suit
    with pytest.raises(AttributeError):
        card.colour = "red"


def test_each_card_exists_once_even_when_copied() -> None:
    card = Card("Ah")
    assert copy.copy(card) is card
    assert copy.deepcopy([card])[0] is card
    assert pickle.loads(pickle.dumps(card)) is card


def test_ranks_have_numbers_letters_and_words() -> None:
    assert [rank.pips for rank in Rank] == list(range(2, 15))
    assert "".join(rank.letter for rank in Rank) == "23456789TJQKA"
    assert Rank.SIX.plural == "Sixes"
    assert Rank.QUEEN.plural == "Queens"


def test_suits_have_colours() -> None:
    assert [suit.is_red for suit in Suit] == [False, True, True, False]


def test_a_notation_can_be_made_for_any_spelling() -> None:
    german = Notation("letters", ten="Z", suits="KEHP")
    assert german.join(parse_cards("Th As"), separator="-") == "ZH-AP"

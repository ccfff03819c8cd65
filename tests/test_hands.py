import pytest
from hypothesis import given

from fivecard import (
    CAPITALS,
    TEN_AS_NUMBER,
    CardTypeError,
    Deck,
    DuplicateCardError,
    Hand,
    Order,
    PileError,
    deal_hands,
)
from fivecard.cards import Card
from tests.strategies import hands


def sorted_text(cards: str, order: Order) -> str:
    hand = Hand(cards)
    hand.sort(order)
    return str(hand)


def test_ace_low_order_keeps_the_order_of_arrival() -> None:
    assert sorted_text("Kh 4s As 4d Ts Ac", Order.ACE_LOW) == "As Ac 4s 4d Ts Kh"


def test_ace_high_order_sorts_suits_within_a_rank() -> None:
    assert sorted_text("Ks As Qh Qd Qs", Order.ACE_HIGH) == "Qd Qh Qs Ks As"


def test_descending_order_shows_the_highest_first() -> None:
    assert sorted_text("6s Tc As Td Kh", Order.DESCENDING) == "As Kh Td Tc 6s"  # as handout C's prompt


@pytest.mark.parametrize(
    ("cards", "shown"),
    [
        ("6s Tc As Td Kh", "Td Tc As Kh 6s"),
        ("Qh 3c 3s 8c 8h", "8h 8c 3s 3c Qh"),
        ("Kh Ks 7c 7h 7d", "7h 7d 7c Ks Kh"),
        ("2d 7c 7s 7h 7d", "7s 7h 7d 7c 2d"),
        ("2h 4h 9s Jh Qh", "Qh Jh 9s 4h 2h"),
    ],
)
def test_matched_cards_come_first_and_the_more_important_match_before(cards: str, shown: str) -> None:
    assert sorted_text(cards, Order.MATCHED_FIRST) == shown


@given(hands(0, 10))
def test_sorting_keeps_the_cards(cards: list[Card]) -> None:
    for order in Order:
        assert sorted(order.sorted(cards)) == sorted(cards)


def test_a_hand_is_printed_with_a_column_width() -> None:
    hand = Hand("5s 6s 6d 8d Th")
    assert hand.text(width=4, notation=TEN_AS_NUMBER) == "  5S  6S  6D  8D 10H"
    assert hand.text(notation=CAPITALS) == "5S 6S 6D 8D TH"


def test_a_card_is_replaced_at_its_position() -> None:
    hand = Hand("Ah Kh Qh")
    assert hand.replace(1, Card("2c")) is Card("Kh")
    assert str(hand) == "Ah 2c Qh"
    assert hand.replace(1, Card("2c")) is Card("2c")


@pytest.mark.parametrize("position", [-1, 3, "1"])
def test_a_position_outside_the_hand_is_refused(position: object) -> None:
    with pytest.raises(PileError, match="positions 0 to 2"):
        Hand("Ah Kh Qh").replace(position, Card("2c"))  # type: ignore[arg-type]


def test_a_hand_never_holds_a_card_twice() -> None:
    hand = Hand("Ah Kh")
    with pytest.raises(DuplicateCardError, match="'Ah'"):
        hand.add(Card("Ah"))
    with pytest.raises(DuplicateCardError, match="'Ah'"):
        hand.replace(1, Card("Ah"))
    assert str(hand) == "Ah Kh"


def test_only_cards_go_into_a_hand() -> None:
    with pytest.raises(CardTypeError, match="'Ah'"):
        Hand().add("Ah")  # type: ignore[arg-type]
    with pytest.raises(CardTypeError, match="None"):
        Hand("Ah").replace(0, None)  # type: ignore[arg-type]


@pytest.mark.parametrize(("players", "cards"), [(-1, 5), (0, 5), (2.5, 5), (2, 0)])
def test_impossible_deals_are_refused(players: object, cards: int) -> None:
    with pytest.raises(PileError, match="cannot deal"):
        deal_hands(Deck(), players, cards)  # type: ignore[arg-type]


def test_a_hand_is_sorted_in_an_order() -> None:
    with pytest.raises(PileError, match="not in 'ace low'"):
        Hand("Ah").sort("ace low")  # type: ignore[arg-type]


def test_a_cleared_hand_is_empty() -> None:
    hand = Hand("Ah Kh")
    hand.clear()
    assert len(hand) == 0

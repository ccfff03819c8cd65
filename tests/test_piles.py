import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivecard import CardError, CardTypeError, Deck, DuplicateCardError, Pile, PileError
from fivecard.cards import ALL_CARDS, Card, by_rank, parse_cards
from tests.strategies import hands


def test_a_deck_holds_every_card_once() -> None:
    assert tuple(Deck()) == ALL_CARDS


@given(hands(0, 52), st.integers(0, 60))
def test_taking_conserves_the_cards(cards: list[Card], count: int) -> None:
    source, target = Pile(cards), Pile()
    if count <= len(cards):
        target.take(source, count)
        assert list(target) == cards[:count]
        assert list(source) == cards[count:]
    else:
        with pytest.raises(PileError, match=f"cannot take {count} card"):
            target.take(source, count)
        assert list(source) == cards
        assert len(target) == 0


def test_taking_from_an_empty_pile_says_so() -> None:
    with pytest.raises(PileError, match="cannot take 1 card: the pile is empty"):
        Pile().take(Pile())
    with pytest.raises(PileError, match="cannot take 1 card: the pile is empty"):
        Pile().deal_card()


def test_taking_too_many_says_how_many_there_were() -> None:
    with pytest.raises(PileError, match="cannot take 3 cards: the pile holds 2"):
        Pile().take(Pile("Ah Kh"), 3)


def test_cards_are_taken_from_a_pile() -> None:
    for take in (Pile().take, Pile().take_all):
        with pytest.raises(PileError, match="cards are taken from a pile, not from 'x'"):
            take("x")  # type: ignore[arg-type]


@pytest.mark.parametrize("text", [None, b"AS", 5])
def test_a_deck_is_read_from_text(text: object) -> None:
    with pytest.raises(CardTypeError, match="expected a pile as text"):
        Deck.from_text(text)  # type: ignore[arg-type]


@pytest.mark.parametrize("count", [-1, 1.5, "2", None])
def test_a_number_of_cards_is_a_whole_number(count: object) -> None:
    with pytest.raises(PileError, match="not a number of cards"):
        Deck().deal(count)  # type: ignore[arg-type]


def test_taken_cards_go_from_the_front_to_the_back() -> None:
    deck, hand = Pile("2c 3c 4c"), Pile("Ah")
    hand.take(deck, 2)
    assert str(hand) == "Ah 2c 3c"
    deck.take_all(hand)
    assert str(deck) == "4c Ah 2c 3c"
    assert len(hand) == 0


def test_a_pile_may_take_from_itself() -> None:
    pile = Pile("2c 3c 4c")
    pile.take(pile, 1)
    assert str(pile) == "3c 4c 2c"


def test_arranging_a_shuffled_deck_gives_its_first_order_back() -> None:
    deck = Deck()
    deck.shuffle(random.Random(1))
    assert deck != Deck()
    deck.arrange()
    assert deck == Deck()


def test_arranging_by_a_key_keeps_equal_cards_in_order() -> None:
    pile = Pile("3s 2h 3c 2d")
    pile.arrange(by_rank)
    assert str(pile) == "2h 2d 3s 3c"


def test_a_seed_repeats_a_shuffle() -> None:
    first, second = Deck(), Deck()
    first.shuffle(random.Random(7))
    second.shuffle(random.Random(7))
    assert first == second


def test_reset_goes_back_to_the_last_shuffle() -> None:
    deck = Deck()
    deck.shuffle(random.Random(3))
    order = tuple(deck)
    deck.deal(20)
    deck.reset()
    assert tuple(deck) == order


def test_the_card_at_an_index_is_seen_without_being_dealt() -> None:
    deck = Deck()
    assert deck[3] is Card("2s")
    assert deck[:2] == parse_cards("2c 2d")
    assert len(deck) == 52
    with pytest.raises(PileError, match="no card at index 52: the pile holds 52"):
        deck[52]
    with pytest.raises(CardTypeError, match="'x'"):
        deck["x"]  # type: ignore[call-overload]


def test_no_card_stands_twice_in_a_pile() -> None:
    with pytest.raises(DuplicateCardError, match="duplicate card 'As' in 'As Kd As'"):
        Pile("As Kd As")
    target, source = Pile("As"), Pile("Kd As")
    with pytest.raises(DuplicateCardError, match="duplicate card 'As'"):
        target.take_all(source)
    assert str(source) == "Kd As"


def test_piles_are_equal_when_their_cards_are() -> None:
    assert Deck("Ah Kh") == Pile("Ah Kh") != Pile("Kh Ah")
    assert repr(Deck("Ah Kh")) == "Deck('Ah Kh')"
    assert Card("Kh") in Deck("Ah Kh")
    with pytest.raises(TypeError):
        hash(Pile())


# Reading decks


def test_a_deck_may_hold_no_cards() -> None:
    assert len(Deck.from_text("")) == 0


@pytest.mark.parametrize("text", ["TS, 9C", "TS 9C", "10s\r\n9c", "T♠9♣"])
def test_a_deck_of_card_texts_is_read(text: str) -> None:
    assert str(Deck.from_text(text)) == "Ts 9c"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("As Kd As", r"column 7: duplicate card 'As', first seen as card 1"),
        ("As Kd\nQx", r"line 2, column 1: 'Qx' is not a card"),
        ("As 3", r"column 4: '3' is not a card: no suit"),
    ],
)
def test_a_bad_deck_is_refused_with_the_place(text: str, message: str) -> None:
    with pytest.raises((CardError, DuplicateCardError), match=message):
        Deck.from_text(text)


def test_a_deck_is_read_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "deck.txt").write_bytes(b"\xef\xbb\xbfAS 10D\r\n2C")  # a mark and line ends as Windows writes them
    assert str(Deck.from_file(tmp_path / "deck.txt")) == "As Td 2c"
    (tmp_path / "wrong.txt").write_text("AS 1X")
    with pytest.raises(CardError, match=r"wrong\.txt: column 4: '1X' is not a card"):
        Deck.from_file(tmp_path / "wrong.txt")
    (tmp_path / "picture.bmp").write_bytes(b"BM\xff\xfe")
    with pytest.raises(CardError, match=r"picture\.bmp is not a text file"):
        Deck.from_file(tmp_path / "picture.bmp")
    with pytest.raises(FileNotFoundError):
        Deck.from_file(tmp_path / "missing.txt")

"""Sets of cards, one and in arrays."""

import copy
import pickle
from operator import and_, le, or_, sub

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivecard import CardError, CardSet, FormatError, batch
from fivecard.batch import NO_CARD, card_ids, card_sets
from fivecard.cards import ALL_CARDS, Card
from fivecard.games import GAMES

sets_of_cards = st.sets(st.sampled_from(ALL_CARDS))


@given(sets_of_cards, sets_of_cards)
def test_sets_of_cards_are_what_pythons_sets_are(one: set[Card], two: set[Card]) -> None:
    first, second = CardSet(one), CardSet(two)
    assert list(first) == sorted(one)
    assert len(first) == len(one)
    assert bool(first) == bool(one)
    assert {card for card in ALL_CARDS if card in first} == one
    assert list(first | second) == sorted(one | two)
    assert list(first & second) == sorted(one & two)
    assert list(first - second) == sorted(one - two)
    assert (first <= second, first.isdisjoint(second)) == (one <= two, one.isdisjoint(two))
    assert (first == second, len({first, second}) == 1) == (one == two, one == two)


@given(sets_of_cards)
def test_a_set_is_read_from_text_from_cards_and_from_its_number(cards: set[Card]) -> None:
    found = CardSet(cards)
    assert found == CardSet(str(found)) == CardSet(found.mask) == CardSet(np.uint64(found.mask)) == CardSet(found)
    assert eval(repr(found)) == found
    assert copy.copy(found) == copy.deepcopy(found) == pickle.loads(pickle.dumps(found)) == found


@pytest.mark.parametrize("wrong", [-1, 1 << 52, "Xx", ["Xx"], 1.5, None])
def test_what_is_no_set_of_cards_is_refused(wrong: object) -> None:
    with pytest.raises(CardError):
        CardSet(wrong)  # type: ignore[arg-type]


def test_a_set_of_cards_does_not_change_and_mixes_with_no_numbers() -> None:
    with pytest.raises(AttributeError, match="cannot be changed"):
        CardSet("As").mask = 0
    for operation in (or_, and_, sub, le):
        for other in (1, {Card("As")}):
            with pytest.raises(TypeError):
                operation(CardSet("As"), other)
    assert CardSet("As") != 1 << 51


def test_arrays_of_sets_are_those_of_their_rows() -> None:
    rows = batch.random_hands(500, 7, seed=1)
    sets = card_sets(rows)
    assert sets.tolist() == [CardSet([ALL_CARDS[card] for card in row]).mask for row in rows.tolist()]
    assert (card_ids(sets) == np.sort(rows, axis=1)).all()
    assert card_sets(np.array([[4, NO_CARD]], np.uint8)).tolist() == [1 << 4]
    assert card_ids(np.empty(0, np.uint64)).shape == (0, 0)
    for wrong in (rows.astype(np.int64), rows[0], [[1, 2]]):
        with pytest.raises(FormatError, match="rows of card ids are a uint8 array of two dimensions"):
            card_sets(wrong)  # type: ignore[arg-type]
    with pytest.raises(FormatError, match="sets of cards are a uint64 array of one dimension"):
        card_ids(rows)  # type: ignore[arg-type]
    with pytest.raises(FormatError, match="sets of as many cards are needed, not of 1 to 2"):
        card_ids(np.array([1, 3], np.uint64))


def test_a_deck_is_the_highest_cards() -> None:
    for game in GAMES.values():
        assert CardSet(game.deck).mask == (1 << 52) - (1 << 52 - game.deck_size)


def test_a_set_takes_cards_in_every_form_and_stays_what_it_is() -> None:
    aces = CardSet("As Ah")
    assert aces.isdisjoint("Kd Kc")
    assert not aces.isdisjoint(["As"])
    with pytest.raises(CardError):
        aces.isdisjoint("Xx")
    with pytest.raises(AttributeError, match="cannot be changed"):
        del aces.mask
    assert len(aces) == 2


def test_sets_are_compared_and_exchanged_as_sets_are() -> None:
    aces, ace = CardSet("As Ah"), CardSet("As")
    assert ace < aces > ace
    assert not aces < aces <= aces
    assert aces ^ CardSet("As Kd") == CardSet("Ah Kd")

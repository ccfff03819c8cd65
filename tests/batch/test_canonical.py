"""Suit isomorphism: published counts of forms, their weights, and that exactly what suits rename is one."""

from itertools import permutations
from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray

from fivecard.batch import card_sets, random_hands
from fivecard.batch.canonical import canonical, canonical_deals, canonical_sets
from fivecard.errors import ArgumentError, FormatError
from fivecard.ranges.kinds import kind_of_hands


@pytest.mark.parametrize(("cards", "forms"), [(1, 13), (2, 169), (3, 1755), (4, 16432), (5, 134459)])
def test_there_are_as_many_forms_as_published(cards: int, forms: int) -> None:
    found, weights = canonical_sets(cards)
    assert len(found) == len(weights) == forms
    assert weights.sum() == comb(52, cards)
    assert set(weights.tolist()) <= {1, 4, 6, 12, 24}
    assert np.array_equal(canonical(found), found)
    assert (np.diff(found.astype(np.int64)) > 0).all()


@pytest.mark.exhaustive
def test_there_are_1286792_hands_with_a_flop() -> None:
    hands, boards, weights = canonical_deals(2, 3)
    assert (len(hands), len(boards), weights.sum()) == (1_286_792, 1_286_792, comb(52, 2) * comb(50, 3))


@pytest.mark.exhaustive
def test_there_are_962988_forms_of_six_cards() -> None:
    found, weights = canonical_sets(6)
    assert (len(found), weights.sum()) == (962_988, comb(52, 6))


def test_forms_of_hands_with_a_card_are_those_of_trying_all() -> None:
    hands, boards, weights = canonical_deals(2, 1)
    tried = {
        min((*tuple(sorted(_renamed(hand, suits))), -1, *_renamed((card,), suits)) for suits in permutations(range(4)))
        for hand in _pairs()
        for card in range(52)
        if card not in hand
    }
    assert len(hands) == len(boards) == len(tried)
    assert weights.sum() == 1326 * 50


def _pairs() -> list[tuple[int, int]]:
    return [(one, two) for two in range(52) for one in range(two)]


def _renamed(cards: tuple[int, ...], suits: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([card // 4 * 4 + suits[card % 4] for card in cards])


def test_forms_are_the_same_exactly_if_suits_can_be_renamed() -> None:
    rows = random_hands(300, 7, seed=5)
    hole, flop, river = card_sets(rows[:, :2]), card_sets(rows[:, 2:5]), card_sets(rows[:, 5:])
    forms = canonical(hole, flop, river)
    for suits in permutations(range(4)):
        other = (rows // 4 * 4 + np.array(suits, np.uint8)[rows % 4]).astype(np.uint8)
        renamed = canonical(card_sets(other[:, :2]), card_sets(other[:, 2:5]), card_sets(other[:, 5:]))
        assert all(np.array_equal(one, two) for one, two in zip(forms, renamed, strict=True))
    sizes = [np.bitwise_count(form).tolist() for form in forms]
    assert sizes == [[2] * 300, [3] * 300, [2] * 300]
    assert not any((forms[one] & forms[two]).any() for one, two in ((0, 1), (0, 2), (1, 2)))
    _are_renamed(rows, forms)


def _are_renamed(rows: NDArray[np.uint8], forms: tuple[NDArray[np.uint64], ...]) -> None:
    """Some renaming makes each deal its form."""
    for row, form in zip(rows, zip(*[form.tolist() for form in forms], strict=True), strict=True):
        groups = (row[:2], row[2:5], row[5:])
        found = {
            tuple(sum(1 << card for card in _renamed(tuple(map(int, group)), suits)) for group in groups)
            for suits in permutations(range(4))
        }
        assert form in found


def test_forms_of_two_cards_are_the_kinds_of_hands() -> None:
    found, weights = canonical_sets(2)
    kinds = kind_of_hands()
    assert len({kinds[hand] for hand in found.tolist()}) == 169
    assert [len(kinds[hand].hands()) for hand in found.tolist()] == weights.tolist()


def test_what_is_no_set_of_cards_is_refused() -> None:
    one = np.ones(1, np.uint64)
    with pytest.raises(FormatError, match="uint64 array of one dimension"):
        canonical(np.ones((1, 2), np.uint64))
    with pytest.raises(FormatError, match="there are 1 sets of cards, and 2 beside them"):
        canonical(one, np.ones(2, np.uint64))
    with pytest.raises(FormatError, match="no more than 52 bits"):
        canonical(np.array([1, 1 << 52], np.uint64))
    with pytest.raises(ArgumentError, match="up to 4 sets"):
        canonical(one, one, one, one, one)
    with pytest.raises(ArgumentError, match="1 to 6 cards, not of 7"):
        canonical_sets(7)
    with pytest.raises(ArgumentError, match="up to 5 cards, not of 2 with 4"):
        canonical_deals(2, 4)
    assert len(canonical(np.zeros(0, np.uint64))) == 0

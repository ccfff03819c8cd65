"""Proofs over all hands there are, against published totals and against the readable reference."""

from io import BytesIO
from itertools import combinations
from random import Random
from typing import Final

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from fivecard import Card, Category, Evaluation, Suit, evaluate, reference, strength
from fivecard.batch import census, format, random_deals, strengths  # noqa: A004
from fivecard.cards import ALL_CARDS
from fivecard.showdown import settle_file
from oracles import omaha_winner_by_reference
from strategies import hands

# Published counts, straight flush (royal included) down to high card.
PUBLISHED: Final = {
    5: [40, 624, 3_744, 5_108, 10_200, 54_912, 123_552, 1_098_240, 1_302_540],
    6: [1_844, 14_664, 165_984, 205_792, 361_620, 732_160, 2_532_816, 9_730_740, 6_612_900],
    7: [41_584, 224_848, 3_473_184, 4_047_644, 6_180_020, 6_461_620, 31_433_400, 58_627_800, 23_294_460],
}


@pytest.mark.parametrize("cards", PUBLISHED)
def test_all_hands_fall_into_the_published_categories(cards: int) -> None:
    counts = census(cards)
    category = np.array([Evaluation.from_strength(strength).category for strength in range(counts.size)])
    found = [int(counts[category == wanted].sum()) for wanted in reversed(Category)]
    assert found == PUBLISHED[cards]


def test_five_cards_have_exactly_7462_strengths() -> None:
    counts = census(5)
    assert counts[0] == 0
    assert np.count_nonzero(counts) == 7462 == counts.size - 1


def test_seven_cards_have_the_published_number_of_strengths() -> None:
    assert np.count_nonzero(census(7)) == 4824  # the hands that seven cards can always improve on never come up


def all_five_card_hands(top: range) -> NDArray[np.uint8]:
    """All hands whose highest id is in `top`."""
    rows = [(*lower, high) for high in top for lower in combinations(range(high), 4)]
    return np.array(rows, dtype=np.uint8).reshape(-1, 5)


# In parts of about equal size, so that they can run side by side.
@pytest.mark.parametrize("top", [range(4, 36), range(36, 42), range(42, 46), range(46, 49), range(49, 52)])
def test_native_equals_reference_for_every_five_card_hand(top: range) -> None:
    rows = all_five_card_hands(top)
    native = strengths(rows)
    for row, found in zip(rows.tolist(), native.tolist(), strict=True):
        five = tuple([ALL_CARDS[card] for card in row])
        expected = Evaluation.of(reference.categorise(five), reference.deciding_ranks(five)).strength
        assert found == expected, f"first differing hand: {' '.join(map(str, five))}"


@given(hands(6, 7))
@settings(max_examples=300)
def test_native_equals_reference_for_six_and_seven_cards(hand: list[Card]) -> None:
    expected = reference.evaluate(hand)
    found = evaluate(hand)
    assert found == expected
    assert reference.evaluate(found.cards) == expected
    assert set(found.cards) <= set(hand)


@given(hands(6, 7))
def test_more_than_five_cards_are_worth_the_best_five_of_them(hand: list[Card]) -> None:
    assert strength(hand) == max(strength(five) for five in combinations(hand, 5))


@pytest.mark.exhaustive
@pytest.mark.parametrize("count", [6, 7])
def test_the_best_of_all_five_card_choices_for_two_million_random_hands(count: int) -> None:
    random = np.random.default_rng(2026)
    rows = random.permuted(np.tile(np.arange(52, dtype=np.uint8), (1_000_000, 1)), axis=1)[:, :count].copy()
    choices = [strengths(rows[:, list(choice)]) for choice in combinations(range(count), 5)]
    np.testing.assert_array_equal(strengths(rows), np.max(choices, axis=0))


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(10))
def test_a_hundred_thousand_omaha_deals_against_the_reference(seed: int) -> None:
    deals = random_deals(10_000, seed=100 + seed)
    text = "".join(f"{line}\n" for line in format(deals)).upper().encode()
    written = BytesIO()
    settle_file(BytesIO(text), written.write)
    results = written.getvalue().decode().splitlines()
    for deal, result in zip(deals.tolist(), results, strict=True):
        assert result == omaha_winner_by_reference([ALL_CARDS[card] for card in deal]), deal


@given(hands(), st.permutations(list(Suit)), st.randoms(use_true_random=False))
def test_suits_and_the_order_of_cards_never_change_a_strength(
    hand: list[Card], suits: list[Suit], random: Random
) -> None:
    renamed = [Card(card.rank, suits[card.suit]) for card in hand]
    random.shuffle(renamed)
    assert strength(renamed) == strength(hand)


@given(hands())
def test_every_form_of_a_hand_has_the_same_strength(hand: list[Card]) -> None:
    rows = np.array([[card.id for card in hand]], dtype=np.uint8)
    text = "".join(map(str, hand))
    assert strength(hand) == strength(tuple(hand)) == strength(iter(hand)) == strength(text)
    assert strength(hand) == strengths(rows)[0] == evaluate(hand).strength

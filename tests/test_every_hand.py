"""Proofs over all hands there are, against published totals and against the readable reference."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from io import BytesIO
from itertools import chain, combinations, product
from math import comb
from random import Random
from typing import Final

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from fivecard import (
    ACE_TO_FIVE,
    ACE_TO_SIX,
    BADUGI,
    DEUCE_TO_SEVEN,
    EIGHT_OR_BETTER,
    HIGH,
    RANKINGS,
    SHORT_DECK,
    SHORT_DECK_TRIPS,
    BadugiCategory,
    Card,
    Category,
    Rank,
    Ranking,
    Suit,
    evaluate,
    reference,
    strength,
)
from fivecard.batch import (
    best_cards,
    categories,
    census,
    format,  # noqa: A004
    random_deals,
    random_hands,
    strengths,
)
from fivecard.cards import ALL_CARDS
from fivecard.rankings import FiveCardRanking
from fivecard.showdown import Settling
from tests.oracles import omaha_winner_by_reference
from tests.strategies import hands, ranked_hands

FIVE_CARD: Final = [ranking for ranking in RANKINGS.values() if isinstance(ranking, FiveCardRanking)]
every_ranking = pytest.mark.parametrize("ranking", RANKINGS.values(), ids=str)
every_five_card_ranking = pytest.mark.parametrize("ranking", FIVE_CARD, ids=str)
on_every_kernel = pytest.mark.usefixtures("kernel")

# Totals, published or counted by combinations.

# Published counts, straight flush (royal included) down to high card.
PUBLISHED: Final = {
    5: [40, 624, 3_744, 5_108, 10_200, 54_912, 123_552, 1_098_240, 1_302_540],
    6: [1_844, 14_664, 165_984, 205_792, 361_620, 732_160, 2_532_816, 9_730_740, 6_612_900],
    7: [41_584, 224_848, 3_473_184, 4_047_644, 6_180_020, 6_461_620, 31_433_400, 58_627_800, 23_294_460],
}
# Published counts of ace-to-five hands without a pair, five-high to king-high.
PUBLISHED_LOWS: Final = {
    5: [1_024, 5_120, 15_360, 35_840, 71_680, 129_024, 215_040, 337_920, 506_880],
    7: [
        781_824, 3_151_360, 7_426_560, 13_171_200, 19_174_400, 23_675_904, 24_837_120, 21_457_920, 13_939_200,
    ],
}  # fmt: skip
# Short deck, five cards: straight flush, four of a kind, flush, full house, straight, and so on down.
SHORT_DECK_HANDS: Final = {
    Category.STRAIGHT_FLUSH: 4 * 6,
    Category.FOUR_OF_A_KIND: 9 * 32,
    Category.FLUSH: 4 * (comb(9, 5) - 6),
    Category.FULL_HOUSE: 9 * 4 * 8 * 6,
    Category.STRAIGHT: 6 * (4**5 - 4),
    Category.THREE_OF_A_KIND: 9 * 4 * comb(8, 2) * 16,
    Category.TWO_PAIR: comb(9, 2) * 36 * 28,
    Category.ONE_PAIR: 9 * 6 * comb(8, 3) * 64,
    Category.HIGH_CARD: (comb(9, 5) - 6) * (4**5 - 4),
}


def count_by_category(counts: NDArray[np.uint64], ranking: Ranking) -> dict[int, int]:
    of_strengths = categories(np.arange(counts.size, dtype=np.uint16), ranking=ranking)
    return {int(number): int(counts[of_strengths == number].sum()) for number in np.unique(of_strengths)}


@pytest.mark.parametrize("cards", PUBLISHED)
def test_all_hands_fall_into_the_published_categories(cards: int) -> None:
    found = count_by_category(census(cards), HIGH)
    assert [found[category] for category in reversed(Category)] == PUBLISHED[cards]


def test_five_cards_have_exactly_7462_strengths() -> None:
    counts = census(5)
    assert counts[0] == 0
    assert np.count_nonzero(counts) == 7462 == counts.size - 1


def test_seven_cards_have_the_published_number_of_strengths() -> None:
    assert np.count_nonzero(census(7)) == 4824  # the hands that seven cards can always improve on never come up


@every_five_card_ranking
@pytest.mark.parametrize("cards", [5, 6, 7])
def test_a_census_counts_every_hand_of_the_deck(ranking: Ranking, cards: int) -> None:
    counts = census(cards, ranking=ranking)
    assert counts.sum() == comb(len(ranking.deck), cards)
    if cards == 5:
        assert counts[1:].all()  # no class is empty
        assert counts[0] == (comb(52, 5) - sum(PUBLISHED_LOWS[5][:4]) if ranking is EIGHT_OR_BETTER else 0)


@pytest.mark.parametrize("cards", PUBLISHED_LOWS)
def test_low_hands_come_up_as_often_as_published(cards: int) -> None:
    counts = census(cards, ranking=ACE_TO_FIVE)
    by_top = dict.fromkeys(Rank, 0)
    for number in ACE_TO_FIVE.strengths_of(Category.HIGH_CARD):
        by_top[ACE_TO_FIVE.hand_class(number).ranks[0]] += int(counts[number])
    assert [by_top[rank] for rank in Rank if rank in range(Rank.FIVE, Rank.ACE)] == PUBLISHED_LOWS[cards]
    lows = census(cards, ranking=EIGHT_OR_BETTER)
    np.testing.assert_array_equal(lows[1:], counts[-56:])  # the same hands as the best of ace to five
    assert lows[1:].sum() == sum(PUBLISHED_LOWS[cards][:4])


def test_as_many_seven_card_hands_have_a_low_as_their_ranks_allow() -> None:
    def with_ranks(ranks: int, cards: int) -> int:
        """So many choices of cards show exactly these ranks: each with one to four of its cards."""
        if ranks == 0:
            return cards == 0
        return sum(comb(4, taken) * with_ranks(ranks - 1, cards - taken) for taken in range(1, min(4, cards) + 1))

    expected = sum(
        comb(8, ranks) * with_ranks(ranks, low) * comb(20, 7 - low) for ranks in range(5, 9) for low in range(ranks, 8)
    )
    assert census(7, ranking=EIGHT_OR_BETTER)[1:].sum() == expected == 24_530_944


def test_deuce_to_seven_is_the_high_ranking_upside_down_but_for_the_wheel() -> None:
    found, high = (count_by_category(census(5, ranking=ranking), ranking) for ranking in (DEUCE_TO_SEVEN, HIGH))
    wheels, steel_wheels = 4**5 - 4, 4  # which count as ace-high, and as a flush
    assert found[Category.STRAIGHT] == high[Category.STRAIGHT] - wheels
    assert found[Category.HIGH_CARD] == high[Category.HIGH_CARD] + wheels
    assert found[Category.STRAIGHT_FLUSH] == high[Category.STRAIGHT_FLUSH] - steel_wheels
    assert found[Category.FLUSH] == high[Category.FLUSH] + steel_wheels


def test_low_hands_from_seven_cards_have_a_pair_only_where_they_must() -> None:
    found = count_by_category(census(7, ranking=DEUCE_TO_SEVEN), DEUCE_TO_SEVEN)
    assert found[Category.FLUSH] == 4 * comb(13, 7)  # seven of one suit
    assert found[Category.FULL_HOUSE] == 13 * 12 * 4  # four of one rank and three of another
    assert found[Category.STRAIGHT] == found[Category.STRAIGHT_FLUSH] == found[Category.FOUR_OF_A_KIND] == 0


@pytest.mark.parametrize("ranking", [SHORT_DECK, SHORT_DECK_TRIPS], ids=str)
def test_short_deck_hands_fall_into_the_categories_that_combinations_count(ranking: Ranking) -> None:
    assert count_by_category(census(5, ranking=ranking), ranking) == SHORT_DECK_HANDS


def test_badugi_hands_fall_into_the_categories_that_combinations_count() -> None:
    counts = census(4, ranking=BADUGI)
    found = count_by_category(counts, BADUGI)
    assert counts.sum() == comb(52, 4)
    assert found[BadugiCategory.BADUGI] == comb(13, 4) * 24
    assert found[BadugiCategory.ONE_CARD] == 13 + 4 * comb(13, 4)  # all of one rank, or all of one suit
    assert counts[1:].all()


# Every hand against the reference.


def rows_of(ids: Iterable[tuple[int, ...]], columns: int) -> NDArray[np.uint8]:
    return np.fromiter(chain.from_iterable(ids), dtype=np.uint8).reshape(-1, columns)


@cache
def all_hands(first: int, size: int) -> NDArray[np.uint8]:
    """All hands of `size` cards, of the deck that begins with card `first`; ids rise in a row."""
    return rows_of(combinations(range(first, 52), size), size)


def hands_of(ranking: Ranking) -> NDArray[np.uint8]:
    return all_hands(ranking.deck[0].id, ranking.hand_size)


@cache
def kinds_of_hands(first: int, size: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """One hand of each kind, and the kind of every hand.

    Five cards are of one kind if they have the same ranks, and one suit or not; four if their suits repeat in the same
    places too.
    """
    rows = all_hands(first, size)
    ranks, suits = rows.astype(np.int64) >> 2, rows & 3
    key = ranks @ (13 ** np.arange(size)) << 8
    if size == 5:
        key |= (suits == suits[:, :1]).all(axis=1)
    else:
        for column in range(size):  # where a suit is seen first
            key |= (suits == suits[:, column : column + 1]).argmax(axis=1) << 2 * column
    _, one, kind = np.unique(key, return_index=True, return_inverse=True)
    return one, kind


@cache
def expected_of_kinds(ranking: Ranking) -> NDArray[np.uint16]:
    one, _ = kinds_of_hands(ranking.deck[0].id, ranking.hand_size)
    hands_by_cards = (cards_of(row) for row in hands_of(ranking)[one].tolist())
    return np.array([reference.evaluate(hand, ranking=ranking).strength for hand in hands_by_cards], dtype=np.uint16)


def cards_of(ids: Iterable[int]) -> tuple[Card, ...]:
    return tuple(ALL_CARDS[card] for card in ids)


def check(rows: NDArray[np.uint8], found: NDArray[np.uint16], expected: NDArray[np.uint16]) -> None:
    wrong = np.flatnonzero(found != expected)
    if wrong.size:
        first = wrong[0]
        told = f"{found[first]} instead of {expected[first]}"
        raise AssertionError(f"{wrong.size} hands differ, first '{' '.join(map(str, cards_of(rows[first])))}': {told}")


def sets_of(rows: NDArray[np.uint8]) -> NDArray[np.uint64]:
    sets: NDArray[np.uint64] = np.bitwise_or.reduce(np.uint64(1) << rows.astype(np.uint64), axis=1)
    return sets


# The reference looks at ranks, and whether all suits are alike (in badugi, which of them are): so it is asked for one
# hand of each kind. That this is right, `make test-all` shows hand by hand.
@on_every_kernel
@every_ranking
def test_native_equals_reference_for_every_hand_of_every_ranking(ranking: Ranking) -> None:
    rows = hands_of(ranking)
    assert len(rows) == comb(len(ranking.deck), ranking.hand_size)
    _, kind = kinds_of_hands(ranking.deck[0].id, ranking.hand_size)
    expected = expected_of_kinds(ranking)[kind]
    check(rows, strengths(rows, ranking=ranking), expected)
    check(rows, strengths(sets_of(rows), ranking=ranking), expected)


@every_ranking
def test_one_hand_of_every_kind_has_the_strength_and_the_cards_of_the_reference(ranking: Ranking) -> None:
    one, _ = kinds_of_hands(ranking.deck[0].id, ranking.hand_size)
    rows = hands_of(ranking)[one]
    for row, best, expected in zip(
        rows.tolist(), best_cards(rows, ranking=ranking).tolist(), expected_of_kinds(ranking).tolist(), strict=True
    ):
        hand = cards_of(row)
        found = evaluate(hand, ranking=ranking)
        assert strength(hand, ranking=ranking) == found.strength == expected, hand
        assert {card.id for card in found.cards} == {card for card in best if card < 52}, hand
        if found.strength:
            assert {card.rank for card in found.cards} == set(found.all_ranks), hand


@pytest.mark.exhaustive
@every_ranking
@pytest.mark.parametrize("part", range(4))  # so that they can run side by side
def test_native_equals_reference_hand_by_hand(ranking: Ranking, part: int) -> None:
    """All hands of poker; one in five of the other rankings."""
    rows = hands_of(ranking)[part :: 4 if ranking is HIGH else 20]
    found = strengths(rows, ranking=ranking)
    expected = [reference.evaluate(cards_of(row), ranking=ranking).strength for row in rows.tolist()]
    check(rows, found, np.array(expected, dtype=np.uint16))


@given(ranked_hands(FIVE_CARD, 6, 7))
def test_native_equals_reference_for_six_and_seven_cards(ranked: tuple[FiveCardRanking, list[Card]]) -> None:
    ranking, hand = ranked
    expected = reference.evaluate(hand, ranking=ranking)
    found = evaluate(hand, ranking=ranking)
    assert found == expected
    assert reference.evaluate(found.cards, ranking=ranking) == expected
    assert set(found.cards) <= set(hand)


# Six and seven cards against the best five of them.


def best_of_all_fives(rows: NDArray[np.uint8], ranking: Ranking) -> NDArray[np.uint16]:
    best = np.zeros(len(rows), dtype=np.uint16)
    for choice in combinations(range(rows.shape[1]), 5):
        np.maximum(best, strengths(rows[:, choice], ranking=ranking), out=best)
    return best


@given(ranked_hands(FIVE_CARD, 6, 7))
def test_more_than_five_cards_are_worth_the_best_five_of_them(ranked: tuple[FiveCardRanking, list[Card]]) -> None:
    ranking, hand = ranked
    assert strength(hand, ranking=ranking) == max(strength(five, ranking=ranking) for five in combinations(hand, 5))


@on_every_kernel
@every_five_card_ranking
@pytest.mark.parametrize("cards", [6, 7])
@pytest.mark.parametrize("rows", [50_000, pytest.param(1_000_000, marks=pytest.mark.exhaustive)])
def test_random_hands_are_worth_the_best_of_all_choices_of_five(ranking: Ranking, cards: int, rows: int) -> None:
    hands = random_hands(rows, cards, seed=rows + cards, ranking=ranking)
    check(hands, strengths(hands, ranking=ranking), best_of_all_fives(hands, ranking))
    chosen = best_cards(hands[:50_000], ranking=ranking)
    qualified = chosen[:, 0] < 52
    found = np.zeros(len(chosen), dtype=np.uint16)
    found[qualified] = strengths(chosen[qualified], ranking=ranking)
    check(hands, found, strengths(hands[:50_000], ranking=ranking))


def suited_hands(suited: int, others: int) -> Callable[[], NDArray[np.uint8]]:
    """All hands with so many hearts, and so many cards of other suits."""

    def rows() -> NDArray[np.uint8]:
        hearts = [card.id for card in ALL_CARDS if card.suit is Suit.HEARTS]
        rest = [card.id for card in ALL_CARDS if card.suit is not Suit.HEARTS]
        chosen = product(combinations(hearts, suited), combinations(rest, others))
        return rows_of((one + two for one, two in chosen), suited + others)

    return rows


# Where a flush counts against a hand, it must be avoided by all means.
@on_every_kernel
@pytest.mark.parametrize("ranking", [HIGH, DEUCE_TO_SEVEN, ACE_TO_SIX], ids=str)
@pytest.mark.parametrize(
    ("suited", "others", "step"),
    [
        (5, 1, 1),
        (6, 0, 1),
        (5, 2, 19),
        pytest.param(5, 2, 1, marks=pytest.mark.exhaustive),
        (6, 1, 1),
        (7, 0, 1),
    ],
)
def test_hands_with_five_or_more_of_a_suit_are_worth_their_best_five(
    ranking: Ranking, suited: int, others: int, step: int
) -> None:
    rows = suited_hands(suited, others)()[::step]
    rows = np.random.default_rng(suited).permuted(rows, axis=1)
    check(rows, strengths(rows, ranking=ranking), best_of_all_fives(rows, ranking))
    check(rows, strengths(sets_of(rows), ranking=ranking), best_of_all_fives(rows, ranking))


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(4))
def test_thousands_of_omaha_deals_against_the_reference(seed: int) -> None:
    deals = random_deals(5_000, seed=100 + seed, game="omaha")
    text = "".join(f"{line}\n" for line in format(deals)).upper().encode()
    written = BytesIO()
    Settling("omaha").write(BytesIO(text), written)
    results = written.getvalue().decode().splitlines()
    for deal, result in zip(deals.tolist(), results, strict=True):
        assert result == omaha_winner_by_reference([ALL_CARDS[card] for card in deal]), deal


@given(ranked_hands(FIVE_CARD), st.permutations(list(Suit)), st.randoms(use_true_random=False))
def test_suits_and_the_order_of_cards_never_change_a_strength(
    ranked: tuple[FiveCardRanking, list[Card]], suits: Sequence[Suit], random: Random
) -> None:
    ranking, hand = ranked
    renamed = [Card(card.rank, suits[card.suit]) for card in hand]
    random.shuffle(renamed)
    assert strength(renamed, ranking=ranking) == strength(hand, ranking=ranking)


@given(hands())
def test_every_form_of_a_hand_has_the_same_strength(hand: list[Card]) -> None:
    rows = np.array([[card.id for card in hand]], dtype=np.uint8)
    text = "".join(map(str, hand))
    assert strength(hand) == strength(tuple(hand)) == strength(iter(hand)) == strength(text)
    assert strength(hand) == strengths(rows)[0] == evaluate(hand).strength

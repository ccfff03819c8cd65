"""Arrays of hands under every ranking, on every path: bad rows, best cards, shares of a pot, both halves of Omaha."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.typing import NDArray

from fivecard import (
    ACE_TO_FIVE,
    BADUGI,
    DEUCE_TO_SEVEN,
    EIGHT_OR_BETTER,
    HIGH,
    RANKINGS,
    SHORT_DECK,
    ArgumentError,
    CardError,
    Category,
    DuplicateCardError,
    HandError,
    Rank,
    Ranking,
    RankingError,
    evaluate,
    reference,
    strength,
)
from fivecard.batch import (
    NO_CARD,
    POT,
    bad_rows,
    best_cards,
    categories,
    census,
    format,  # noqa: A004
    omaha_high_low_quarters,
    omaha_strengths,
    parse,
    random_deals,
    random_hands,
    shares,
    strengths,
    winners,
)
from fivecard.cards import ALL_CARDS, Card, parse_cards
from fivecard.errors import FormatError
from fivecard.rankings import FiveCardRanking
from tests.effort import effort
from tests.oracles import omaha_strength_by_reference

TAILS = [0, 1, 31, 32, 33, 63, 64, 65, 127, 128, 129, 1023, 1024, 1025, 2049]
HANDS = [
    (ranking, cards) for ranking in RANKINGS.values() for cards in range(ranking.hand_size, ranking.largest_hand + 1)
]

pytestmark = [pytest.mark.usefixtures("kernel"), pytest.mark.sanitized]


def sets_of(rows: NDArray[np.uint8]) -> NDArray[np.uint64]:
    sets: NDArray[np.uint64] = np.bitwise_or.reduce(np.uint64(1) << rows.astype(np.uint64), axis=1)
    return sets


def cards_of(row: list[int]) -> list[Card]:
    return [ALL_CARDS[card] for card in row]


# Strengths and best cards


@pytest.mark.parametrize(("ranking", "cards"), HANDS, ids=str)
def test_arrays_say_what_is_said_of_one_hand(ranking: Ranking, cards: int) -> None:
    rows = random_hands(effort(500, 3000), cards, seed=cards, ranking=ranking)
    alone = [evaluate(cards_of(row), ranking=ranking) for row in rows.tolist()]
    expected = [evaluation.strength for evaluation in alone]
    assert strengths(rows, ranking=ranking).tolist() == strengths(sets_of(rows), ranking=ranking).tolist() == expected
    for row, best, evaluation in zip(rows.tolist(), best_cards(rows, ranking=ranking).tolist(), alone, strict=True):
        chosen = [card for card in row if ALL_CARDS[card] in evaluation.cards]
        assert best == chosen + [NO_CARD] * (ranking.hand_size - len(chosen))


@pytest.mark.parametrize("ranking", [BADUGI, DEUCE_TO_SEVEN, SHORT_DECK, EIGHT_OR_BETTER], ids=str)
@pytest.mark.parametrize("rows", TAILS)
def test_every_number_of_rows(ranking: Ranking, rows: int) -> None:
    hands = random_hands(rows, ranking.hand_size, seed=rows, ranking=ranking)
    expected = [strength(cards_of(row), ranking=ranking) for row in hands.tolist()]
    assert strengths(hands, ranking=ranking, threads=2).tolist() == expected
    assert strengths(sets_of(hands), ranking=ranking, threads=2).tolist() == expected
    assert best_cards(hands, ranking=ranking, threads=2).shape == (rows, ranking.hand_size)


def test_out_is_filled_in_badugi_too() -> None:
    hands, out = random_hands(100, 4, seed=15), np.zeros(100, dtype=np.uint16)
    assert np.shares_memory(strengths(hands, ranking=BADUGI, out=out), out)
    np.testing.assert_array_equal(strengths(sets_of(hands), ranking=BADUGI, out=np.zeros(100, np.uint16)), out)


def test_no_rows_at_all_are_fine() -> None:
    for ranking in RANKINGS.values():
        for nothing in (parse(""), np.empty((0, ranking.hand_size), np.uint8), np.empty(0, np.uint64)):
            assert strengths(nothing, ranking=ranking).shape == bad_rows(nothing, ranking=ranking).shape == (0,)
        assert best_cards(parse(""), ranking=ranking).shape == (0, ranking.hand_size)


def test_a_hand_that_does_not_qualify_has_no_best_cards() -> None:
    hands = parse(["8h 6d 4c 3s Ah Kc Kh", "9h 6d 4c 3s Ah Kc Kh"])
    assert best_cards(hands, ranking=EIGHT_OR_BETTER).tolist() == [hands[0, :5].tolist(), [NO_CARD] * 5]


def test_the_best_cards_are_chosen_from_rows() -> None:
    with pytest.raises(FormatError, match="expected rows of card ids, not uint64"):
        best_cards(np.array([31], dtype=np.uint64))


def test_categories_are_those_of_the_ranking() -> None:
    for ranking in RANKINGS.values():
        all_strengths = np.arange(ranking.strongest + 1, dtype=np.uint16)
        assert categories(all_strengths, ranking=ranking).tolist() == [
            hand_class.category for hand_class in ranking.classes
        ]
    with pytest.raises(ArgumentError, match="whole numbers from 0 to 56"):
        categories(np.array([57], dtype=np.uint16), ranking=EIGHT_OR_BETTER)


# Bad rows


@pytest.mark.parametrize("row", [*range(0, 70, 3), 1023, 1024, 2047, 2999])
def test_a_bad_badugi_row_is_found_wherever_it_stands(row: int) -> None:
    hands = random_hands(3000, 4, seed=10)
    hands[row, row % 4] = 52 + row % 200
    ask = (strengths, best_cards)
    for judge in ask:
        with pytest.raises(CardError, match=rf"card id {52 + row % 200} is not below 52 in '.*' \(row {row}\)"):
            judge(hands, ranking=BADUGI)
    hands[row, row % 4] = hands[row, (row + 1 + row % 3) % 4]
    for judge in ask:
        with pytest.raises(DuplicateCardError, match=rf"\(row {row}\)"):
            judge(hands, ranking=BADUGI, threads=2)
    assert np.flatnonzero(bad_rows(hands, ranking=BADUGI)).tolist() == [row]


def test_every_pair_of_equal_cards_in_badugi_is_found() -> None:
    for one, two in combinations(range(4), 2):
        hands = random_hands(100, 4, seed=11)
        hands[40, one] = hands[40, two]
        assert np.flatnonzero(bad_rows(hands, ranking=BADUGI)).tolist() == [40], (one, two)


@pytest.mark.parametrize("bad", [0, 0b111, 0b11111, 1 << 52 | 0b111, 1 << 52 | 0b1111, (1 << 64) - 1])
@pytest.mark.parametrize("row", [0, 64, 1023, 1024, 1999])
def test_a_bad_badugi_set_is_found(bad: int, row: int) -> None:
    sets = sets_of(random_hands(2000, 4, seed=14))
    sets[row] = bad
    with pytest.raises(HandError, match=rf"{bad:#x} is not a set of 4 of the 52 cards \(row {row}\)" if bad else "row"):
        strengths(sets, ranking=BADUGI)
    assert np.flatnonzero(bad_rows(sets, ranking=BADUGI)).tolist() == [row]


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_a_card_that_is_not_in_the_short_deck_is_found(cards: int) -> None:
    for column in range(cards):
        hands = random_hands(200, cards, seed=12, ranking=SHORT_DECK)
        hands[70, column] = 4 * Rank.FIVE + 3
        for judge in (strengths, best_cards):
            with pytest.raises(HandError, match=r"card '5s' is not in the deck of short-deck in '.*' \(row 70\)"):
                judge(hands, ranking=SHORT_DECK)
        with pytest.raises(HandError, match=r"is not a set of 5 to 7 of the 36 cards \(row 70\)"):
            strengths(sets_of(hands), ranking=SHORT_DECK)
        assert np.flatnonzero(bad_rows(hands, ranking=SHORT_DECK)).tolist() == [70]
        assert np.flatnonzero(bad_rows(sets_of(hands), ranking=SHORT_DECK)).tolist() == [70]
        assert not bad_rows(hands).any()


@given(hnp.arrays(np.uint8, st.tuples(st.integers(0, 150), st.just(4)), elements=st.integers(0, 60)))
def test_bad_badugi_rows_are_those_the_scalar_check_refuses(hands: NDArray[np.uint8]) -> None:
    expected = [len(set(row)) < len(row) or max(row) > 51 for row in hands.tolist()]
    assert bad_rows(hands, ranking=BADUGI).tolist() == expected


@pytest.mark.parametrize("columns", [3, 5])
def test_badugi_rows_have_four_columns(columns: int) -> None:
    for judge in (strengths, bad_rows, best_cards):
        with pytest.raises(HandError, match=f"badugi hands have 4 columns, this array has {columns}"):
            judge(random_hands(3, columns, seed=1), ranking=BADUGI)


MINE = FiveCardRanking("high", HIGH.ranks, Category)  # without wheels: not the one that has this name


@pytest.mark.parametrize(
    ("ranking", "message"),
    [
        (MINE, "there are no tables for the ranking 'high' given here; reference.evaluate knows it"),
        (None, "expected a Ranking or its name, got None"),
    ],
    ids=["made by a user", "none"],
)
def test_a_ranking_without_tables_is_refused(ranking: Any, message: str) -> None:
    row = random_hands(1, 5, seed=1)
    asked: list[Callable[[], object]] = [
        lambda: strengths(row, ranking=ranking),
        lambda: bad_rows(row, ranking=ranking),
        lambda: best_cards(row, ranking=ranking),
        lambda: census(5, ranking=ranking),
        lambda: omaha_strengths(row, row, ranking=ranking),
        lambda: random_hands(1, 5, 1, ranking=ranking),
        lambda: strength("Ah 2h 3h 4h 5h", ranking=ranking),
        lambda: evaluate("Ah 2h 3h 4h 5h", ranking=ranking),
    ]
    for ask in asked:
        with pytest.raises(RankingError) as caught:
            ask()
        assert str(caught.value) == message
    assert reference.evaluate("Ah 2c 3h 4h 5h", ranking=MINE).category is Category.HIGH_CARD


# Random hands and totals


def test_random_hands_of_the_short_deck_are_even_and_different() -> None:
    hands = random_hands(360_000, 5, seed=18, ranking=SHORT_DECK)
    assert not bad_rows(hands, ranking=SHORT_DECK).any()
    for column in range(5):
        counts = np.bincount(hands[:, column], minlength=52)[16:]
        assert ((counts - 10_000) ** 2 / 10_000).sum() < 76.4  # chi-squared, 35 degrees of freedom, 99.99 %
    assert sorted(random_hands(1, 36, seed=3, ranking=SHORT_DECK)[0].tolist()) == list(range(16, 52))


def test_no_more_cards_are_dealt_than_the_deck_has() -> None:
    with pytest.raises(ArgumentError, match="a hand has 1 to 36 cards, not 37"):
        random_hands(1, 37, 1, ranking=SHORT_DECK)
    with pytest.raises(ArgumentError, match="short-deck with 2 cards each has 1 to 15 players, not 16"):
        random_deals(1, 1, players=16, game="short-deck")
    assert random_deals(1, 1, players=15, game="short-deck").shape == (1, 35)


@pytest.mark.parametrize(("ranking", "cards"), [(BADUGI, 5), (BADUGI, 3), (ACE_TO_FIVE, 4), (SHORT_DECK, 8)], ids=str)
def test_a_census_is_taken_of_hands_of_the_ranking(ranking: Ranking, cards: int) -> None:
    usual = "4" if ranking is BADUGI else "5 to 7"
    with pytest.raises(ArgumentError, match=f"a hand has {usual} cards, not {cards}"):
        census(cards, ranking=ranking)


def test_a_census_counts_what_arrays_find() -> None:
    hands = np.array(list(combinations(range(52), 4)), dtype=np.uint8)
    counts = np.bincount(strengths(hands, ranking=BADUGI), minlength=BADUGI.strongest + 1)
    np.testing.assert_array_equal(census(4, ranking=BADUGI), counts)


# Omaha high-low

NAMED_DEALS = {
    "both halves to one": ("As 2s Kd Kc", "Jd Jc Td 9d", "3h 4h 8d Ks 9s", 4),
    "a half each": ("Kd Kc Qd Jd", "As 2s Jc 9d", "3h 4h 8d Ks 9s", 2),
    "a quarter for a tied low and no high": ("As 2s Kd Kc", "Ac 2c Jd Td", "3h 4h 8d Ks 9s", 3),
    "quartered": ("Ac 2c Jd Td", "As 2s Kd Kc", "3h 4h 8d Ks 9s", 1),
    "a tied high and the low": ("As 2s Kd Qd", "Ad 6s Kc Qc", "3h 4h 8d Ks Jc", 3),
    "everything tied": ("As 2s Kd Qd", "Ac 2c Kc Qc", "3h 4h 8d Ks Jh", 2),
    "no low is possible": ("As 2s Kd Kc", "Ac 3c Jd 6c", "3h Qh 8d Ks 9s", 4),
    "no low is made": ("Kd Kc Qd Jd", "Ah 9c Jc Td", "3h 4h 8d Ks 9s", 4),
    "a low is counterfeited": ("As 2s Qd Qc", "Ad 4c Kd Td", "2h 3d 8c Ks 9h", 0),
    "a low is counterfeited but a third card saves it": ("As 2s 5c Qc", "Ad 7c Kd Td", "2h 3d 8c Ks 9h", 2),
    "an ace plays high and low": ("Ad Ac 2c 7h", "Kc Kd Qs Jc", "As 3d 5h Ks 9h", 4),
    "a wheel is the best low and a straight": ("Ad 2c Ks Qs", "Kc Kd 6s 8c", "3h 4h 5c Kh 9d", 4),
}


@pytest.mark.parametrize("name", NAMED_DEALS)
def test_omaha_high_low_is_parted_as_the_rules_say(name: str) -> None:
    first, second, board, quarters = NAMED_DEALS[name]
    assert omaha_high_low_quarters(parse(f"{first} {second} {board}")).tolist() == [quarters]
    hole, table = parse([first, second]), parse(board)[0]
    high, low = omaha_strengths(hole, table), omaha_strengths(hole, table, ranking=EIGHT_OR_BETTER)
    for ranking, found in ((HIGH, high), (EIGHT_OR_BETTER, low)):
        expected = [
            omaha_strength_by_reference(parse_cards(hand), parse_cards(board), ranking) for hand in (first, second)
        ]
        assert found.tolist() == expected
    assert shares(high[None], low[None])[0, 0] * 4 == quarters * POT


@cache
def lows_by_reference(deals: int, hole: int, seed: int) -> list[int]:
    rows = random_hands(deals, hole + 5, seed=seed).tolist()
    hands = ((cards_of(row[:hole]), cards_of(row[hole:])) for row in rows)
    return [omaha_strength_by_reference(hand, board, EIGHT_OR_BETTER) for hand, board in hands]


@pytest.mark.sanitized(False)  # too slow with them
@pytest.mark.parametrize(
    ("hole", "deals", "seed"),
    [
        (4, 200, 14),
        (5, 60, 14),
        (6, 60, 14),
        *(pytest.param(4, 20_000, seed, marks=pytest.mark.exhaustive) for seed in range(3)),
    ],
)
def test_omaha_lows_against_the_reference(hole: int, deals: int, seed: int) -> None:
    rows = random_hands(deals, hole + 5, seed=seed)
    found = omaha_strengths(rows[:, :hole], rows[:, hole:], ranking=EIGHT_OR_BETTER)
    assert found.tolist() == lows_by_reference(deals, hole, seed)


@pytest.mark.parametrize("deals", [50_000, pytest.param(1_000_000, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize("hole", [4, 5, 6])
def test_omaha_lows_are_the_best_of_all_choices(hole: int, deals: int) -> None:
    rows = random_hands(deals, hole + 5, seed=hole)
    best = np.zeros(len(rows), dtype=np.uint16)
    for two, three in product(combinations(range(hole), 2), combinations(range(hole, hole + 5), 3)):
        np.maximum(best, strengths(rows[:, two + three], ranking=EIGHT_OR_BETTER), out=best)
    np.testing.assert_array_equal(omaha_strengths(rows[:, :hole], rows[:, hole:], ranking=EIGHT_OR_BETTER), best)


def test_quarters_are_what_both_players_strengths_make_of_the_pot() -> None:
    deals = random_deals(200_000, seed=4, game="omaha")
    both = [
        np.stack(
            [omaha_strengths(hole, deals[:, 8:], ranking=ranking) for hole in (deals[:, :4], deals[:, 4:8])], axis=1
        )
        for ranking in (HIGH, EIGHT_OR_BETTER)
    ]
    np.testing.assert_array_equal(omaha_high_low_quarters(deals), shares(*both)[:, 0] // (POT // 4))


def test_omaha_is_played_for_high_and_eight_or_better_alone() -> None:
    deal = random_hands(1, 9, seed=1)
    for ranking in (BADUGI, ACE_TO_FIVE):
        with pytest.raises(
            RankingError, match=f"Omaha is played for high and for eight or better, not for {ranking.name}"
        ):
            omaha_strengths(deal[:, :4], deal[:, 4:], ranking=ranking)


@pytest.mark.parametrize("column", range(13))
def test_a_bad_card_in_a_high_low_deal_is_found(column: int) -> None:
    deals = random_deals(71, seed=13, game="omaha")
    deals[35, column] = deals[35, column - 1]
    with pytest.raises(DuplicateCardError, match=r"\(row 35\)"):
        omaha_high_low_quarters(deals)


# Shares of the pot


def shares_by_fractions(high: list[int], low: list[int] | None) -> list[Fraction]:
    """Part a pot in the plainest way."""
    found = [Fraction(0)] * len(high)
    halves = [high, low if low is not None and max(low) > 0 else high]
    for half in halves:
        best = [player for player, number in enumerate(half) if number == max(half)]
        for player in best:
            found[player] += Fraction(1, 2) / len(best)
    return found


@given(st.data())
def test_shares_are_exact(data: st.DataObject) -> None:
    players = data.draw(st.integers(2, 10))
    row = st.lists(st.integers(0, 4), min_size=players, max_size=players)
    high, low = data.draw(st.lists(row, min_size=1, max_size=5)), data.draw(row)
    table = np.array(high, dtype=np.uint16)
    lows = np.array([low] * len(high), dtype=np.uint16)
    for found, given_low in ((shares(table), None), (shares(table, lows), low)):
        assert found.dtype == np.uint16
        assert (found.sum(axis=1) == POT).all()  # nothing is lost, nothing is rounded
        for units, strengths_of_row in zip(found.tolist(), high, strict=True):
            expected = shares_by_fractions(strengths_of_row, given_low)
            assert [Fraction(unit, POT) for unit in units] == expected


def test_who_wins_alone_has_the_whole_pot() -> None:
    table = random_hands(5000, 52, seed=5)[:, :4].astype(np.uint16) % 7
    alone, parted = winners(table), shares(table)
    for player in range(4):
        np.testing.assert_array_equal(alone == player, parted[:, player] == POT)


@pytest.mark.parametrize(
    ("high", "low"),
    [
        (np.zeros((3, 1), np.uint16), None),
        (np.zeros((3, 11), np.uint16), None),
        (np.zeros(3, np.uint16), None),
        (np.zeros((3, 2)), None),
        ([[1, 2]], None),
        (np.zeros((3, 2), np.uint16), np.zeros((3, 3), np.uint16)),
        (np.zeros((3, 2), np.uint16), np.zeros((2, 2), np.uint16)),
        (np.zeros((3, 2), np.uint16), [[1, 2]]),
    ],
    ids=str,
)
def test_pots_are_parted_among_two_to_ten(high: Any, low: Any) -> None:
    with pytest.raises(FormatError, match="strengths"):
        shares(high, low)


def test_hold_em_with_a_short_deck_is_parted_whole() -> None:
    deals = random_deals(20_000, seed=6, players=6, game="short-deck")
    seats = [np.hstack([deals[:, 2 * seat : 2 * seat + 2], deals[:, 12:]]) for seat in range(6)]
    parted = shares(np.stack([strengths(seat, ranking=SHORT_DECK) for seat in seats], axis=1))
    assert (parted.sum(axis=1) == POT).all()
    assert format(deals[:1])[0].count(" ") == 16

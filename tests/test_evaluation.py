import re
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivecard import (
    HIGH,
    Category,
    Evaluation,
    Hand,
    HandError,
    Rank,
    Ranking,
    UnknownNameError,
    batch,
    evaluate,
    explain,
)
from fivecard.errors import ArgumentError, quoted
from fivecard.handouts import Handout, block_number, hand_and_type, phrase, summary, summary_value, title
from fivecard.rankings import RANKINGS

pytestmark = pytest.mark.sanitized

strengths = st.integers(0, HIGH.strongest)

# Every number of handout A, part 4.4, in its full form.
BLOCK_NUMBERS = """
    5S 6S 6D 8D 9H     1,006,009,008,005,000,000
    AD AC 4H 10S KS    1,014,013,010,004,000,000
    AD 6C 6H 10S KS    1,006,014,013,010,000,000
    AC 5S 5D JH JD     2,011,005,014,000,000,000
    AH 3H 9S 10D 10C   1,010,014,009,003,000,000
    2S 5D 6H 7S JC     11,007,006,005,002,000
    AD 3S 7H 10H KD    14,013,010,007,003,000
    2S 3S 9H QD KH     13,012,009,003,002,000
    AD AC 10H 10S KS   2,014,010,013,000,000,000
    3D 3H 9S 10D 10C   2,010,003,009,000,000,000
    5C 5S 5D 7H JD     3,005,011,007,000,000,000
    AD 10C 10H 10S KS  3,010,014,013,000,000,000
    3D 3H 3S 10D JC    3,003,011,010,000,000,000
    2S 3H 4H 5S 6D     4,006,005,004,003,002,000
    AD 10H JC QD KS    4,014,013,012,011,010,000
    7C 8C 9H 10D JS    4,011,010,009,008,007,000
    2S 5S 6S 7S JS     5,011,007,006,005,002,000
    AD 3D 7D 10D KD    5,014,013,010,007,003,000
    2H 3H 9H QH KH     5,013,012,009,003,002,000
    2S 2D 7S 7C 7D     6,007,002,000,000,000,000
    AD AS AH 10D 10C   6,014,010,000,000,000,000
    2H 2C 2D QH QD     6,002,012,000,000,000,000
    2S 7H 7S 7C 7D     7,007,002,000,000,000,000
    AD AS AH AC 10C    7,014,010,000,000,000,000
    9H QC QD QH QS     7,012,009,000,000,000,000
    2S 3S 4S 5S 6S     8,006,005,004,003,002,000
    AD 10D JD QD KD    8,014,013,012,011,010,000
    7C 8C 9C 10C JC    8,011,010,009,008,007,000
"""


@pytest.mark.parametrize("line", BLOCK_NUMBERS.strip().splitlines())
def test_the_block_numbers_of_handout_a(line: str) -> None:
    hand, number = line.strip().rsplit(maxsplit=1)
    assert f"{block_number(evaluate(hand)):,}" == number


def test_there_is_no_strength_above_the_strongest() -> None:
    with pytest.raises(ArgumentError, match="0 to 7462, not 7463"):
        HIGH.category(HIGH.strongest + 1)


def test_ace_is_one_in_the_block_number_of_a_wheel() -> None:
    assert f"{block_number(evaluate('Ah 2d 3h 4c 5s')):,}" == "4,005,004,003,002,001,000"


@given(strengths, strengths)
def test_block_numbers_order_all_hands(one: int, two: int) -> None:
    first, second = Evaluation.from_strength(one), Evaluation.from_strength(two)
    assert (block_number(first) < block_number(second)) == (one < two)


def test_the_base_13_summaries_of_handout_b() -> None:
    assert summary(evaluate("8c Td Qh Ks Ac")) == 368699
    assert summary_value(sorted([0, 0, 1, 2, 3], reverse=True), base=13) == 90246  # all five cards of 2 2 3 4 5
    ten_card_suit = {"2": 0, "3": 1, "4": 2, "K": 8, "A": 9}
    pairs = ["2A43", "2AK3", "KA32", "AK32"]  # the pair, then the others downwards
    assert [summary_value([ten_card_suit[c] for c in hand], base=10) for hand in pairs] == [921, 981, 8910, 9810]


def test_a_digit_must_fit_its_base() -> None:
    with pytest.raises(ArgumentError, match="digit 12 does not fit base 10"):
        summary(evaluate("8c Td Qh Ks Ac"), base=10)


@given(strengths, strengths)
def test_summaries_order_hands_of_one_category(one: int, two: int) -> None:
    first, second = Evaluation.from_strength(one), Evaluation.from_strength(two)
    if first.category is second.category and len(first.ranks) == len(second.ranks):
        assert (summary(first) < summary(second)) == (one < two)


def test_the_number_of_other_libraries_is_lower_for_better_hands() -> None:
    assert evaluate("Th Jh Qh Kh Ah").lower_is_better == 1
    assert evaluate("2c 3d 4h 5s 7c").lower_is_better == 7462


@pytest.mark.parametrize(
    ("hand", "category", "ranks"),
    [
        ("7H 7S 7C TS 3D", Category.THREE_OF_A_KIND, [Rank.SEVEN, Rank.TEN, Rank.THREE]),
        ("3H 3D KS KC 7D", Category.TWO_PAIR, [Rank.KING, Rank.THREE, Rank.SEVEN]),
        ("AH 2S 3S 4C 5H", Category.STRAIGHT, [Rank.FIVE]),
        ("8H 9H TH JH QH", Category.STRAIGHT_FLUSH, [Rank.QUEEN]),
        ("KH KS 7C 7H 7D", Category.FULL_HOUSE, [Rank.SEVEN, Rank.KING]),
        ("3D 5D 9D TD KD", Category.FLUSH, [Rank.KING, Rank.TEN, Rank.NINE, Rank.FIVE, Rank.THREE]),
    ],
)
def test_an_evaluation_is_a_class_and_a_list_of_ranks(hand: str, category: Category, ranks: list[Rank]) -> None:
    evaluation = evaluate(hand)
    assert evaluation.category is category
    assert list(evaluation.ranks) == ranks
    assert Evaluation.of(category, ranks) == evaluation


def test_handout_d_compares_the_repeated_ranks_first() -> None:
    assert evaluate("3H 3S 9C 9S 9H") > evaluate("JH JS 8H 8D 8C")
    assert evaluate("4C 8C 9S JS JH") > evaluate("3C 8S 9H JC JD")


def test_no_cards_are_below_every_hand() -> None:
    nothing = evaluate([])
    assert nothing < Evaluation.from_strength(1)
    assert nothing.strength == 0
    assert (nothing.ranks, nothing.cards) == ((), ())
    assert str(nothing) == "no cards"
    assert evaluate(iter(())) == nothing


@pytest.mark.parametrize("ranking", RANKINGS.values(), ids=lambda ranking: ranking.name)
def test_no_cards_are_no_hand_in_any_ranking(ranking: Ranking) -> None:
    nothing = evaluate([], ranking=ranking)
    assert (nothing.strength, nothing.ranks, nothing.all_ranks, nothing.cards) == (0, (), (), ())


@given(strengths, strengths)
def test_evaluations_compare_and_hash_by_strength(one: int, two: int) -> None:
    first, second = Evaluation.from_strength(one), Evaluation.from_strength(two)
    assert (first < second, first <= second, first == second) == (one < two, one <= two, one == two)
    assert (first > second, first >= second, first != second) == (one > two, one >= two, one != two)
    assert (hash(first) == hash(second)) == (one == two)


def test_evaluations_do_not_compare_with_other_things() -> None:
    assert Evaluation.from_strength(5) != 5
    with pytest.raises(TypeError):
        Evaluation.from_strength(5) < 6  # type: ignore[operator]  # noqa: B015


def test_an_evaluation_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        evaluate([]).strength = 3  # type: ignore[misc]


@given(strengths)
def test_category_and_ranks_give_the_strength_back(strength: int) -> None:
    evaluation = Evaluation.from_strength(strength)
    assert Evaluation.of(evaluation.category, evaluation.ranks).strength == strength


def test_numpy_numbers_are_strengths_too() -> None:
    assert Evaluation.from_strength(np.uint16(7462)).is_royal


def test_repr_evaluates_back() -> None:
    from fivecard import parse_cards  # noqa: F401  (named in the repr)

    evaluation = evaluate("Jh Js Ts Td 8s 2c")
    again = eval(repr(evaluation))
    assert again == evaluation
    assert again.cards == evaluation.cards


@pytest.mark.parametrize("strength", [-1, 7463, 2.5, "9"])
def test_an_impossible_strength_is_refused(strength: object) -> None:
    with pytest.raises(ArgumentError, match="0 to 7462"):
        Evaluation.from_strength(strength)  # type: ignore[arg-type]


def test_impossible_deciding_ranks_are_refused() -> None:
    with pytest.raises(HandError, match="no hand is full house decided by 'K K'"):
        Evaluation.of(Category.FULL_HOUSE, [Rank.KING, Rank.KING])


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("Jh Js Ts Td 8s", "two pair, Jacks and Tens, Eight kicker"),
        ("Qs Jh 9c 7h 3d", "high card, Queen Jack Nine Seven Three"),
        ("6d 6h Qd 9h 4s", "one pair, Sixes, Queen Nine Four kickers"),
        ("5s 5h 5d Jh 6d", "three of a kind, Fives, Jack Six kickers"),
        ("Qh Jc Th 9d 8d", "straight, Queen high"),
        ("Ah 2d 3h 4c 5s", "straight, Five high"),
        ("As Js 8s 6s 5s", "flush, Ace Jack Eight Six Five"),
        ("7s 7h 7c Jc Jh", "full house, Sevens over Jacks"),
        ("4c 4d 4h 4s Td", "four of a kind, Fours, Ten kicker"),
        ("Th 9h 8h 7h 6h", "straight flush, Ten high"),
    ],
)
def test_a_hand_is_described_in_one_line(hand: str, words: str) -> None:
    assert str(evaluate(hand)) == words


def test_hand_and_type_as_in_handout_a() -> None:
    assert hand_and_type("AD AC 4H 10S KS") == "  AD  AC  4H 10S  KS --- One Pair"


def test_an_evaluation_of_something_else_is_refused() -> None:
    with pytest.raises(ArgumentError, match="0 to 7462, not 99999"):
        Evaluation(99999)
    with pytest.raises(HandError, match="'2c' is not two pair"):
        Evaluation.of(Category.TWO_PAIR, [Rank.JACK, Rank.TEN, Rank.EIGHT], "2c")
    with pytest.raises(UnknownNameError, match="no handout 'Z'"):
        title(evaluate([]), "Z")  # type: ignore[arg-type]


@pytest.mark.parametrize("encode", [block_number, summary, phrase, partial(title, handout="E")])
@pytest.mark.parametrize("hand", ["7h 7s 7d 2c 2d", ("7h", "7s"), Hand("7h 7s 7d 2c 2d"), None])
def test_what_handouts_write_of_an_evaluation_is_refused_for_other_values_by_name(
    encode: Callable[[Any], object], hand: object
) -> None:
    with pytest.raises(ArgumentError, match=re.escape(quoted(hand))):
        encode(hand)


def test_a_royal_flush_is_named_where_asked() -> None:
    royal = evaluate("Th Jh Qh Kh Ah")
    assert title(royal, "E") == "Royal Flush"
    assert title(royal, "B") == "Straight Flush"


@pytest.mark.parametrize("ranking", ["high", "short-deck", "short-deck-trips", "deuce-to-seven"])
def test_a_royal_flush_is_called_one_in_all_words(ranking: str) -> None:
    royal = evaluate("Th Jh Qh Kh Ah", ranking=ranking)
    assert (str(royal), royal.describe(kickers=False), royal.is_royal) == ("royal flush", "royal flush", True)
    assert royal.category is Category.STRAIGHT_FLUSH
    assert batch.words([royal.strength], ranking=ranking).tolist() == ["royal flush"]
    assert "In all: royal flush. Strength" in str(explain("Th Jh Qh Kh Ah", ranking=ranking))
    less = evaluate("Th Jh Qh Kh 9h", ranking=ranking)
    assert (str(less), less.is_royal) == ("straight flush, King high", False)


def test_category_names_follow_each_handout() -> None:
    names: dict[Handout, list[str]] = {
        "A": ["High Card", "One Pair", "Two Pair", "Three of a Kind", "Straight", "Flush", "Full House",
              "Four of a Kind", "Straight Flush"],
        "B": ["High Card", "Pair", "Two Pair", "Three of a Kind", "Straight", "Flush", "Full House",
              "Four of a kind", "Straight Flush"],
        "C": ["High Card", "One Pair", "Two Pair", "Three of a Kind", "Straight", "Flush", "Full House",
              "Four of a Kind", "Straight Flush"],
        "D": ["High Card", "Pair", "Two Pair", "Three of a Kind", "Straight", "Flush", "Full House",
              "Four of a Kind", "Straight Flush"],
        "E": ["High Card", "One Pair", "Two Pairs", "Three of a Kind", "Straight", "Flush", "Full House",
              "Four of a Kind", "Straight Flush"],
    }  # fmt: skip
    for handout, expected in names.items():
        assert [title(category, handout) for category in Category] == expected


@pytest.mark.parametrize(
    ("hand", "five"),
    [
        ("Ah Kd 2c 2d 7s 2h 9c", "2h 2d 2c Ah Kd"),
        ("5h Ac 2s 3d 4c 9h 9d", "5h 4c 3d 2s Ac"),
        ("2h 9h Jh 4h Kh Ah As", "Ah Kh Jh 9h 4h"),
        ("Kc Kd Qh Qs 7c 7d 2s", "Kd Kc Qs Qh 7d"),
    ],
)
def test_the_five_cards_that_make_the_hand_come_most_significant_first(hand: str, five: str) -> None:
    cards = " ".join(map(str, evaluate(hand).cards))
    assert cards.replace("7c", "7d") == five  # either seven may be the kicker

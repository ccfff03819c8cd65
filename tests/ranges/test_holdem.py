"""Ranges: what texts mean, what is refused and where, and that a range and its text are the same thing."""

import json
import pickle
import re
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivecard import SHORT_DECK, DuplicateCardError, HandError, Range, RangeError, parse_cards
from fivecard.cards import ALL_CARDS, Card
from fivecard.equities import equity
from fivecard.ranges.weighted import FULL, all_hands
from tests.effort import effort
from tests.paths import GOLDEN


def set_of(cards: Any) -> int:
    return sum(1 << card.id for card in parse_cards(cards))


def by_rule(rule: Any, deck: Any = ALL_CARDS) -> list[int]:
    """All hands that fit a rule, found one by one."""
    return sorted(sum(1 << card.id for card in hand) for hand in combinations(deck, 2) if rule(*hand))


COUNTS = {
    "AA": 6, "AKs": 4, "AKo": 12, "AK": 16, "random": 1326, "*": 1326, "**": 1326, "xx": 1326, "100%": 1326, "QQ+": 18,
    "22+": 78, "99-66": 24, "66-99": 24, "A2s+": 48, "KTo-K8o": 36, "JTs-76s": 20, "JT-98": 48, "JTs+": 4, "AK+": 16,
    "KA": 16, "A*": 198, "Ax": 198, "Axs": 48, "Axo": 144, "xxs": 312, "xxo": 936, "AsKd": 1, "As Kd": 1, "Ah*": 51,
    "AhK": 4, "AhKx": 4, "*h*h": 78, "QQ+, AKs": 22, "QQ+;AKs": 22, "QQ+ AKs": 22, "QQ+,,AKs,": 22, "22+!77": 72,
    "22+, !77": 72, "!AA": 1320, "random!A*": 1128, "(QQ+, AK)!A*": 12, "AA:Ah*": 3, "AA&Ah*": 3, "1010+": 30,
    "66-": 30, "22-": 6, "A5s-": 16, "K9-": 128, "QQ, 99-": 54, "AA/KK": 12, "{AA,KK}": 12, "{QQ+, AK}!A*": 12,
    "any": 1326, "all": 1326, "ATC": 1326, "atc": 1326, "any two": 1326, "any two cards": 1326, "any2": 1326,
    "any!AA": 1320, "ATc": 4, "[AKQ][AKQ]": 66, "[AKQ][AKQ]s": 12, "A[KQ]o": 24, "[A-T]9": 80, "[AK]": 380, "AKhh": 1,
    "AKcd": 1, "QQhs": 1, "5-20%": 204, "top 5-20%": 204,
    "a10S+": 16, "A♠K♦": 1, "A♠\ufe0fK♦\ufe0f": 1, "99 - 66": 24, "99–66": 24, "AsKd QhJc": 2,
}  # fmt: skip


@pytest.mark.parametrize(("text", "hands"), COUNTS.items())
def test_a_text_of_holdem_means_so_many_hands(text: str, hands: int) -> None:
    assert len(Range(text)) == hands


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("QQ+", lambda a, b: a.rank == b.rank >= 10),
        ("A2s+", lambda a, b: a.suit == b.suit and b.rank == 12),
        ("KTo-K8o", lambda a, b: b.rank == 11 and 6 <= a.rank <= 8 and a.suit != b.suit),
        ("JTs-76s", lambda a, b: a.suit == b.suit and b.rank == a.rank + 1 and 4 < b.rank < 10),
        ("Ah*", lambda a, b: Card("Ah") in (a, b)),
        ("Kx", lambda a, b: 11 in (a.rank, b.rank)),
        ("AhKx", lambda a, b: b is Card("Ah") and a.rank == 11),
    ],
)
def test_a_text_means_the_hands_of_its_rule(text: str, rule: Any) -> None:
    assert Range(text).hands.tolist() == by_rule(rule)


@pytest.mark.parametrize(("text", "by_weight"), json.loads((GOLDEN / "eval7-ranges.json").read_text()).items())
def test_texts_mean_what_eval7_0_1_11_found_them_to_mean(text: str, by_weight: dict[str, str]) -> None:
    expected = {
        set_of(hand): round(float(weight) * FULL) for weight, hands in by_weight.items() for hand in hands.split()
    }
    found = Range(text)
    assert dict(zip(found.hands.tolist(), found.units.tolist(), strict=True)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "AK:0.5",
        "0.5(AK)",
        "50%(AK)",
        "0.5{AK}",
        "50% {AK}",
        "[50]AK[/50]",
        "AK@50",
        "AK:50%",
        "AK=0.5",
        "AK=50%",
        "AK@50%",
        "0.5*(AKs,AKo)",
        "AK:.5",
    ],
)
def test_weights_are_written_in_many_ways(text: str) -> None:
    assert Range(text) == Range("AK:0.5")
    assert set(Range(text).weights) == {0.5}


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("99 - 66, 15%", "99-66, 15%"),
        ("99 - 66:50%", "99-66:0.5"),
        ("22 - 55, AK@50", "55-22, AK:0.5"),
        ("55 (AK)", "55, AK"),
        ("55 {AK, QQ}", "55, AK, QQ"),
        ("99-66,15%", "99-66, 15%"),
        ("33, 3%", "33, 3%"),
        ("22+,5%", "22+, 5%"),
        ("AA, (5%)!KK", "AA, 5%!KK"),
    ],
)
def test_pairs_of_digits_are_no_percentages_and_no_weights(text: str, same: str) -> None:
    assert Range(text) == Range(same)


def test_weights_multiply_round_and_never_vanish() -> None:
    assert Range("0.5(AA:0.5, KK)").weights.tolist() == [0.5] * 6 + [0.25] * 6
    assert set(Range("AA:0.00001").units) == {1}
    assert set(Range("0.0001(AA:0.0001)").units) == {1}
    assert len(Range("AA, KK:0")) == 6


def test_a_hand_that_is_named_twice_has_its_larger_weight() -> None:
    assert Range("AA:0.2, AA:0.7, AA:0.4") == Range("AA:0.7")


@pytest.mark.parametrize(
    ("text", "column", "piece", "reason"),
    [
        ("QQ+, AAs", 6, "AAs", "a pair has two suits: write AA"),
        ("AhAh", 1, "AhAh", "the same card stands there twice"),
        ("QQ, A", 5, "A", "it is one card: A* is a hand with it"),
        ("AKs-QTs", 1, "AKs-QTs", "the ends have the same higher card, or their cards are equally far apart"),
        ("JTs-98o", 1, "JTs-98o", "both ends are suited, or offsuit, or neither is said"),
        ("AKs+?", 1, "AKs+?", "hands are written like QQ+, AKs, KTo-K8o, AsKd, Ah*, 15% or random"),
        ("AsKd+", 1, "AsKd+", "'AsKd' is not a kind of hands such as QQ, AKs or T9o"),
        ("", 1, "", "no hands are named"),
        ("AA, ()", 6, "()", "no hands are named"),
        ("(AA, KK", 8, "K", "')' is missing at the end"),
        ("AA)", 3, ")", "a hand should stand here"),
        ("KK, [50]AA", 5, "[50]", "'[/50]' is missing behind it"),
        ("[50]AA[/5]", 1, "[50]", "'[/50]' is missing behind it"),
        ("(" * 3000, 51, "(", "more than 50 groups are in each other"),
        ("0.5(" * 51 + "AA" + ")" * 51, 204, "(", "more than 50 groups are in each other"),
        ("QQ, 99 -", 8, "-", "a hand should stand here"),
        ("JTs-", 1, "JTs-", "name where it ends: JTs-J2s lowers the kicker, JTs-32s both cards"),
        ("AKss", 1, "AKss", "'ss' may be two suits, or say how a hand is suited: write AsKs or AKs"),
        ("AKds", 1, "AKds", "'ds' may be two suits, or say how a hand is suited: write AdKs or AKs"),
        ("AAhh", 1, "AAhh", "the same card stands there twice"),
        ("{AA, KK", 8, "K", "'}' is missing at the end"),
        ("AA=KK", 3, "=", "a hand should stand here"),
        ("[25]AA", 1, "[25]AA", "there are 3 cards, but a hand has 2"),
        ("0%", 1, "0%", "a part of all hands is more than 0% and at most 100%"),
        ("120%", 1, "120%", "a part of all hands is more than 0% and at most 100%"),
        ("0.1%", 1, "0.1%", "no kind of hand is that rare"),
        ("5-5%", 1, "5-5%", "both ends are the same part of all hands"),
        ("[AA,KK]", 1, "[AA,KK]", "a rank stands twice in brackets: ranks of one card are [AK], hands are (AA, KK)"),
        ("KK, [AA]", 5, "[AA]", "a rank stands twice in brackets: ranks of one card are [AK], hands are (AA, KK)"),
        ("A[2-5]s+", 1, "A[2-5]s+", "with brackets all ranks are named: leave + out"),
        ("A[KQ]-", 1, "A[KQ]-", "with brackets all ranks are named: leave - out"),
        ("33,3%", 1, "33,3%", "it may be one number, or a pair and a part: write 33.3% or 33, 3%"),
        ("AA, 87,5 %", 5, "87,5 %", "it may be one number, or a pair and a part: write 87.5 % or 87, 5 %"),
        ("AA(50%)", 3, "(50%)", "it may be a weight or more hands: write :50% or , 50%"),
        ("KK, A2s+ {20%}", 10, "{20%}", "it may be a weight or more hands: write :20% or , 20%"),
    ],
)
def test_what_is_no_range_is_named_with_its_place(text: str, column: int, piece: str, reason: str) -> None:
    with pytest.raises(RangeError) as caught:
        Range(text)
    assert str(caught.value) == f"column {column}: {piece!r} is not a range: {reason}"


def test_groups_stand_in_groups_and_beside_each_other() -> None:
    assert Range(", ".join(["(" * 50 + "AA" + ")" * 50] * 2)) == Range("AA")


@pytest.mark.parametrize(("text", "column", "piece"), [("QQ, AK:2", 8, "2"), ("5(AA)", 1, "5"), ("AA@150", 4, "150%")])
def test_a_weight_that_is_none_is_named_with_its_place(text: str, column: int, piece: str) -> None:
    with pytest.raises(RangeError, match="weights are from 0 to 1, or from 0% to 100%") as caught:
        Range(text)
    assert str(caught.value).startswith(f"column {column}: {piece!r} is not a weight")


@pytest.mark.parametrize("game", ["holdem", "omaha", "five-card-draw"])
@pytest.mark.parametrize(
    ("text", "ways"),
    [
        ("AA@0.5", ":0.5 or @0.5%"),
        ("AA@1", ":1 or @1%"),
        ("KK, AA@.5", ":.5 or @.5%"),
        ("[0.5]AA[/0.5]", "0.5(...) or 0.5%(...)"),
    ],
)
def test_a_weight_with_two_meanings_is_refused_with_both(text: str, ways: str, game: str) -> None:
    with pytest.raises(RangeError, match=re.escape(f"it may be a part of 1 or a percentage: write {ways}")):
        Range(text, game)


@pytest.mark.parametrize("game", ["omaha", "five-card-draw"])
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("ATC", "any hand is random; an ace with the ten of clubs is ATc"),
        ("66-", "a span has two ends: 66-22"),
        ("AA--QQ", "a span has two ends: 66-22"),
        ("AA:1/2", "there is no card '1'"),
        ("AKhh", "there is no card 'h'"),
    ],
)
def test_what_only_holdem_has_is_refused_elsewhere(text: str, reason: str, game: str) -> None:
    with pytest.raises(RangeError, match=re.escape(reason)):
        Range(text, game)


@pytest.mark.parametrize(
    ("game", "text", "same"),
    [
        ("omaha", "AA/KK", "AA, KK"), ("omaha", "{AA,KK}", "AA, KK"), ("omaha", "any", "random"),
        ("omaha", "5-20%", "5%-20%"), ("omaha", "AA=0.5", "AA:0.5"), ("five-card-draw", "pair/flush", "pair, flush"),
        ("five-card-draw", "{pair, flush}", "pair, flush"), ("five-card-draw", "any", "random"),
        ("five-card-draw", "any pair", "pair"), ("five-card-draw", "[AK][AK]", "AA, KK, AK"),
    ],
)  # fmt: skip
def test_usual_spellings_mean_the_same_in_every_game(game: str, text: str, same: str) -> None:
    assert Range(text, game) == Range(same, game)


@pytest.mark.parametrize("text", ["AA!AA", "AA:KK", "AA:0"])
def test_a_range_without_hands_is_an_error(text: str) -> None:
    with pytest.raises(RangeError, match=f"no hand is in '{text}'"):
        Range(text)


@given(
    st.text(alphabet="AKQJT98765432AKQxso+-!:*()[]%., 01shdcds", max_size=16),
    st.sampled_from(["holdem", "omaha", "five-card-draw"]),
)
def test_any_text_is_a_range_or_a_range_error(text: str, game: str) -> None:
    try:
        found = Range(text, game)
    except RangeError:
        return
    assert len(found)
    assert (found.units > 0).all()


def test_short_deck_has_no_fives() -> None:
    assert len(Range("random", "short-deck")) == comb(36, 2)
    assert len(Range("66+, A6s+", "short-deck")) == 9 * 6 + 8 * 4
    assert Range("Ax", "short-deck").hands.tolist() == by_rule(lambda a, b: b.rank == 12, deck=SHORT_DECK.deck)
    with pytest.raises(RangeError, match=r"'55\+' .*: there is no Five in the 36 cards of short-deck hold'em"):
        Range("QQ, 55+", "short-deck")


@pytest.mark.parametrize("game", ["holdem", "short-deck"])
def test_percentages_go_by_exact_equity_against_a_random_hand(game: str) -> None:
    """Every class of hands, by equities that are worked out in another way."""
    share = {hand.cards: hand.share for hand in equity("random", "random", game=game, exact=True).by_hand(0)}
    for percent in (1, 5, 15, 30, 50, 80, 100):
        inside = Range(f"{percent}%", game)
        assert len(inside) <= percent / 100 * len(share)
        outside = Range("random", game) - inside
        best_outside = max((share[hand] for hand in texts(outside)), default=0.0)
        worst = min(share[hand] for hand in texts(inside))
        assert worst >= best_outside - 1e-12
        assert (
            Range(f"{percent / 2}%-{percent}%", game) == inside - Range(f"{percent / 2}%", game)
            if percent > 1
            else True
        )


def texts(hands: Range) -> list[str]:
    cards = [[ALL_CARDS[place] for place in range(52) if hand >> place & 1] for hand in hands.hands.tolist()]
    return ["".join(map(str, reversed(hand))) for hand in cards]


# Ranges as values

units = st.sampled_from([1, 3, 2500, 5000, 9999, FULL])


def ranges(game: str, size: int, *, most: int = 400) -> st.SearchStrategy[Range]:
    everything = all_hands(36 if game.startswith("short") else 52, size)

    def made(picked: dict[int, int]) -> Range:
        hands = everything[np.array(sorted(picked), np.intp)]
        weights = np.array([picked[place] for place in sorted(picked)]) / FULL
        return Range.from_hands(hands, weights, game, size)

    return st.dictionaries(st.integers(0, len(everything) - 1), units, min_size=1, max_size=most).map(made)


kinds = [f"{high}{low}{suited}" for high, low in combinations("AKQJT98765432", 2) for suited in "so"]
kinds += [2 * rank for rank in "AKQJT98765432"]
ranges_of_kinds = st.dictionaries(st.sampled_from(kinds), units, min_size=1, max_size=169).map(
    lambda picked: Range(", ".join(f"{kind}:{number / FULL:.4f}" for kind, number in picked.items()))
)
holdem = st.one_of(ranges("holdem", 2), ranges_of_kinds)


@given(holdem)
@settings(max_examples=effort(20, 240))
def test_a_range_is_its_text(range_: Range) -> None:
    assert Range(str(range_)) == range_
    assert hash(Range(str(range_))) == hash(range_)


@given(
    st.one_of(
        ranges("omaha", 4, most=40),
        ranges("omaha", 5, most=20),
        ranges("five-card-draw", 5, most=20),
        ranges("short-deck", 2),
    )
)
@settings(max_examples=effort(13, 160))
def test_a_range_of_another_game_is_its_text(range_: Range) -> None:
    assert Range(str(range_), range_.game, range_.hole) == range_


@given(holdem, holdem, holdem)
@settings(max_examples=effort(20, 240))
def test_ranges_obey_the_laws_of_sets(a: Range, b: Range, c: Range) -> None:
    assert a | b == b | a
    assert a & b == b & a
    assert a | (b | c) == (a | b) | c
    assert a & (b & c) == (a & b) & c
    assert a & (b | c) == (a & b) | (a & c)
    assert a | (a & b) == a == a & (a | b)
    assert len(a | b) == len(a) + len(b) - len(a & b)
    assert (a - b) - c == a - (b | c)
    assert len((a - b) & b) == 0
    assert len(a - b) == len(a) - len(a & b)


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("AKs, AKo, AKs", "AK"),
        ("AA,KK,QQ", "QQ+"),
        ("66,77,88,99", "99-66"),
        ("A2s+, AKo, AQo", "AQ+, A2s+"),
        ("KQs,QJs,JTs,T9s", "KQs-T9s"),
        ("AA!AhAd", "AA!AhAd"),
        ("AA, 22+:0.5", "AA, 22+:0.5"),
        ("KQs:0.5, AKs:0.5", "0.5(AKs, KQs)"),
        ("22+, xxs, xxo", "random"),
        ("!AA", "random!AA"),
        ("Ad*", "Ad*"),
    ],
)
def test_the_text_of_a_range_is_short(text: str, short: str) -> None:
    assert str(Range(text)) == short


def test_a_grid_has_aces_first_and_suited_hands_to_the_upper_right() -> None:
    grid = Range("AA, AKs:0.5, 32o, KQs!KsQs").grid()
    assert grid.shape == (13, 13)
    assert (grid[0, 0], grid[0, 1], grid[12, 11], grid[1, 2], grid.sum()) == (1, 0.5, 1, 0.75, 3.25)
    assert Range("random").grid().min() == Range("random", "short-deck").grid().min() == 1
    with pytest.raises(RangeError, match="the grid is for hands of two cards, not of 4"):
        Range("AAxx", "omaha").grid()


def test_ranges_are_frozen_values() -> None:
    aces = Range("AA")
    assert "AsAh" in aces
    assert "AsKh" not in aces
    assert pickle.loads(pickle.dumps(aces)) == aces
    assert aces != "AA"
    assert repr(Range("AAxx", "omaha")) == "Range('AAxx', 'omaha')"
    assert repr(Range("AAKKQ", "omaha", 5)) == "Range('AAKKQ', 'omaha', hole=5)"
    assert not len(aces - aces)
    with pytest.raises(ValueError, match="read-only"):
        aces.hands[0] = 3
    wrong = "a range of 2 cards for Texas hold'em cannot be combined with one of 4 cards for Omaha"
    with pytest.raises(RangeError, match=wrong):
        aces | Range("AA", "omaha")
    with pytest.raises(RangeError, match="4 cards for Omaha cannot be combined with one of 5 cards for Omaha"):
        Range("AAKK", "omaha") | Range("AAKKQ", "omaha", 5)


@given(holdem)
def test_a_range_gives_its_hands_in_the_order_of_their_weights(found: Range) -> None:
    hands = [*found]
    assert len(hands) == len(found)
    assert all(hand in found and hand[0] > hand[1] for hand in hands)
    assert Range.from_hands(hands, found.weights) == found


def test_hands_of_any_game_are_given_with_the_highest_card_first() -> None:
    assert next(iter(Range("AAKKQ", "omaha", 5))) == parse_cards("Ad Ac Kd Kc Qc")
    assert sum(1 for _ in Range("random", "omaha")) == comb(52, 4)
    assert [*Range("none")] == []


@given(holdem, holdem)
def test_ranges_that_are_added_have_the_weights_of_both_up_to_one(first: Range, second: Range) -> None:
    weights = [dict(zip(each, each.weights.tolist(), strict=True)) for each in (first, second)]
    both = first + second
    assert {*both} == {*first, *second}
    for hand, weight in zip(both, both.weights.tolist(), strict=True):
        assert weight == pytest.approx(min(1, weights[0].get(hand, 0) + weights[1].get(hand, 0)))
    assert both == second + first
    assert first + Range("none") == first
    assert first - second + second == (first - second) | second


@pytest.mark.parametrize(("game", "hole"), [("holdem", 2), ("omaha", 4), ("five-card-draw", 5), ("razz", 7)])
def test_a_range_without_hands_is_a_value(game: str, hole: int) -> None:
    nothing = Range.from_hands([], game=game)
    assert (len(nothing), str(nothing), nothing.hole) == (0, "none", hole)
    assert nothing == Range(str(nothing), game) == Range(" None ", game) == pickle.loads(pickle.dumps(nothing))
    assert "0 hands: <code>Range(&#x27;none&#x27;" in nothing._repr_html_()
    assert nothing | nothing == nothing & nothing == nothing - nothing == nothing + nothing == nothing


def test_hands_of_two_ranges_may_have_nothing_in_common() -> None:
    nothing = Range("AA") & Range("KK")
    assert nothing == Range("AA") - Range("AA") == Range("none")
    assert nothing | Range("QQ") == Range("QQ") - nothing == Range("QQ")
    assert nothing.grid().shape == (13, 13)
    assert not nothing.grid().any()
    assert nothing._repr_html_().count('title="0%"') == 169


@pytest.mark.parametrize("player", ["none", Range("none")])
def test_nobody_is_dealt_a_hand_of_an_empty_range(player: str | Range) -> None:
    with pytest.raises(HandError, match=r"^player 2: there is no hand in the range$"):
        equity("QQ", player)


def test_a_hand_that_cannot_be_is_not_looked_for() -> None:
    with pytest.raises(DuplicateCardError, match="duplicate card 'As' in 'As As Ah'"):
        assert "AsAsAh" in Range("AA")


def test_a_notebook_shows_the_grid_and_no_text_of_others_as_html() -> None:
    assert Range("AKs:0.5")._repr_html_().count("<td") == 169
    assert 'title="50%">AKs' in Range("AKs:0.5")._repr_html_()
    assert "<td" not in Range("AA", "omaha")._repr_html_()


@pytest.mark.parametrize(
    ("hands", "weights", "reason"),
    [
        (["AsKs", "As"], 1, "hand 1 is not 2 cards of Texas hold'em"),
        (["AsKs", "AhAh"], 1, "hand 1 is not 2 cards"),
        (["AsKs"], [1.5], "weight 0 is 1.5: a weight is from 0 to 1"),
        (["AsKs", "AhKh"], [1, float("nan")], "weight 1 is nan"),
        (np.array([3.0]), 1, "hands in an array are uint64 sets of cards, not float64"),
        (np.array([1 << 52 | 1], np.uint64), 1, "hand 0 is not 2 cards"),
        (None, 1, "expected hands, got None"),
        (["AsKs"], [1, 2], r"expected a weight, or 1, one for each hand, got \[1, 2\]"),
        (["AsKs", "AhKh"], "x", "expected a weight, or 2, one for each hand, got 'x'"),
        (["AsKs"], object, "expected a weight, .* got <class 'object'>"),
        (["AsKs"], 10**400, "expected a weight, .* got 1000"),
    ],
)
def test_what_is_no_hand_is_refused(hands: Any, weights: Any, reason: str) -> None:
    with pytest.raises(RangeError, match=reason):
        Range.from_hands(hands, weights)

"""Ranges of Omaha hands, of four, five and six cards."""

from itertools import combinations
from math import comb
from typing import Any

import pytest

from fivecard import ArgumentError, Range, RangeError, batch
from fivecard.cards import ALL_CARDS, Card, Suit
from fivecard.games import Game
from fivecard.ranges import multisets, patterns, weighted
from fivecard.rankings import HIGH
from tests.effort import effort

OMAHA_COUNTS = {
    "AAxx": 6961, "AA**": 6961, "AA": 6961, "random": 270725, "ds": 6 * 78**2, "ss": 12 * 78 * 169, "rr": 13**4,
    "xxyy": 6 * 78**2, "wxyz": 13**4, "xxxx": 270725, "xxxy": 12 * 286 * 13, "AxAyxy": 6 * 144, "AAds": 6 * 144,
    "JT98": 256, "JT98ds": 36, "JT98rr": 24, "JT98+": 4 * 256, "T987-5432": 6 * 256, "JT98ds+": 4 * 36,
    "AsKs**": comb(50, 2), "AsKs": comb(50, 2), "As Ks Qd Jd": 1, "AsKsQdJd AhKhQsJs": 2, "AAKK": 36,
    "AA!KK": 6961 - 36, "AA:KK": 36, "KK+": 2 * 6961 - 36, "AA!AAA": 6 * comb(48, 2),
    "[AK][AK]xx": 270725 - comb(44, 4) - 8 * comb(44, 3), "[A-Q]xxx": 270725 - comb(40, 4), "RROO": comb(13, 2) * 36,
    "RRON": 13 * 6 * comb(12, 2) * 16, "(AK)xx": 4 * comb(50, 2) - 6, "(AK)(QJ)": 12,
}  # fmt: skip


@pytest.mark.parametrize(("text", "hands"), OMAHA_COUNTS.items())
def test_a_text_of_omaha_means_so_many_hands(text: str, hands: int) -> None:
    assert len(Range(text, "omaha")) == hands


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("(AK)(xy)", lambda hand: any(
            {Card(f"A{suit.letter}"), Card(f"K{suit.letter}")} <= set(hand)
            and len({card.suit for card in hand if card.suit != suit}) == 1
            and sum(card.suit != suit for card in hand) == 2
            for suit in Suit)),
        ("AxKxxx", lambda hand: len({card.suit for card in hand}) == 1 and {12, 11} <= {card.rank for card in hand}),
        ("KKss", lambda hand: sum(card.rank == 11 for card in hand) > 1 and len({card.suit for card in hand}) == 3),
        ("As[KQ]**", lambda hand: Card("As") in hand and any(card.rank in (10, 11) for card in hand)),
    ],
)  # fmt: skip
def test_a_text_of_omaha_means_the_hands_of_its_rule(text: str, rule: Any) -> None:
    fitting = (hand for hand in combinations(ALL_CARDS, 4) if rule(hand))
    assert Range(text, "omaha").hands.tolist() == sorted(sum(1 << card.id for card in hand) for hand in fitting)


@pytest.mark.parametrize(
    ("hole", "text", "hands"),
    [
        (5, "AAxxx", comb(52, 5) - comb(48, 5) - 4 * comb(48, 4)),
        (5, "random", comb(52, 5)),
        (5, "ds", 6 * 78 * 78 * 26),
        (6, "AAKKQQ", 216),
        *effort([], [(6, "xxyyzz", 4 * 78**3)]),
    ],
)
def test_omaha_with_more_cards(hole: int, text: str, hands: int) -> None:
    assert len(Range(text, "omaha", hole)) == hands


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("AKs", "which cards are suited?"),
        ("AAAAA", "there are 5 cards, but a hand has 4"),
        ("AsAsKd", "the same card stands there twice"),
        ("(AA)xx", "no hand of 4 cards is like that"),
        ("(AhK)", "cards in parentheses are of one suit"),
        ("JT98-7652", "both ends have the same cards"),
        ("23-A", "both ends have the same cards"),
        ("A2-98", "both ends have the same cards"),
        ("[AZ]", "'AZ' is not a list of ranks"),
        ("ss+", "with '\\+', name ranks"),
        ("AAbc", "there is no card 'bc'"),
    ],
)
def test_what_is_no_range_of_omaha_is_refused(text: str, reason: str) -> None:
    with pytest.raises(RangeError, match=reason):
        Range(f"KK, {text}", "omaha")


@pytest.mark.parametrize("text", ["KKQQ ds", "AAxx ss, KK", "(AA $rr)"])
def test_how_a_hand_is_suited_stands_behind_it_or_behind_a_comma(text: str) -> None:
    with pytest.raises(RangeError, match="it stands right behind a hand, as in AAds, or behind a comma"):
        Range(text, "omaha")
    assert len(Range("AAKK, ds", "omaha")) == 36504 + 30


def test_percentages_of_omaha_are_near_what_was_asked_for_and_sensible() -> None:
    for game in ("omaha", "omaha-hi-lo"):
        five, ten = Range("5%", game), Range("10%", game)
        assert 0.0499 < len(five) / 270725 <= 0.05
        assert five - ten == five - five
    assert "AsAhKsKh" in Range("1%", "omaha")
    assert "As2sAh3h" in Range("1%", "omaha-hi-lo")
    assert "2s2h2d3c" not in Range("95%", "omaha")
    with pytest.raises(RangeError, match=r"'10%' .* there is no order of the hands of Omaha with 5 cards: name them"):
        Range("10%", "omaha", 5)


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("AA", "AAxx"),
        ("AA, KK:0.5", "AAxx, KKxx:0.5"),
        ("AxAyxy", "AAxxds"),
        ("AsKs", "AsKsxx"),
        ("!AA", "random!AAxx"),
        ("xxyz", "xxxxss"),
    ],
)
def test_the_text_of_an_omaha_range_is_short(text: str, short: str) -> None:
    assert str(Range(text, "omaha")) == short
    assert Range(short, "omaha") == Range(text, "omaha")


@pytest.mark.parametrize(
    ("game", "hole", "text"),
    [("razz", 7, "AsKsQsJs4s3s2s"), ("razz", 7, "AsKsQsJs4sxx"), ("omaha", 6, "AAKKxx"), ("omaha", 5, "random!AAxxx")],
)
def test_the_text_of_larger_hands_is_short(game: str, hole: int, text: str) -> None:
    assert str(Range(text, game, hole)) == text


def test_more_cards_than_a_game_has_are_refused() -> None:
    with pytest.raises(ArgumentError, match="in Omaha a player has 4, 5 or 6 cards, not 7"):
        Range("AA", "omaha", 7)
    with pytest.raises(RangeError, match="too many hands of 7 cards to list"):
        Range("random", "razz")


def test_too_many_hands_are_refused_before_they_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patterns, "all_hands", None)  # which takes seconds
    with pytest.raises(RangeError, match="it fits too many hands to list them: name more of its cards"):
        Range("A*", "razz")
    with pytest.raises(RangeError, match="it fits too many hands to list them: name more of its cards"):
        Range("*******", "razz")


def test_large_ranges_are_looked_at_in_parts_between_which_signals_are_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = "AAxx, KKss:0.5", "random!(AA, KK)", "AsKs**, 2c3d**, AAKK", "JT98+"
    ranges = [Range(text, "omaha") for text in texts]

    def answers() -> list[object]:
        pairs = [(one, other) for one, other in combinations(ranges, 2)]
        combined = [each for one, other in pairs for each in (one | other, one & other, one - other)]
        return [*map(str, ranges), *combined, *("AsAhKdKc" in each for each in ranges)]

    whole = answers()
    monkeypatch.setattr(weighted, "AT_ONCE", 1000)
    monkeypatch.setattr(multisets, "AT_ONCE", 1000)
    seen = []

    def card_ids(hands: weighted.Hands) -> object:
        seen.append(len(hands))
        return batch.card_ids(hands)

    monkeypatch.setattr(multisets, "card_ids", card_ids)
    assert answers() == whole
    assert 0 < max(seen) <= 1000


def test_hands_of_one_card_are_ranges_too() -> None:
    game = Game("one", "one card", hole=(1,), board=4, rankings=(HIGH,))
    assert [len(Range(text, game)) for text in ("As", "A", "As, K", "random")] == [1, 4, 5, 52]

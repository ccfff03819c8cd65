"""Ranges of draw poker, in words."""

from math import comb
from typing import Any

import numpy as np
import pytest

from fivecard import Category, Range, RangeError
from fivecard.cards import ALL_CARDS, Card
from fivecard.ranges.weighted import all_hands
from fivecard.reference import evaluate as reference_evaluate
from tests.effort import effort, some

DRAW_COUNTS = {
    "high card": 1302540, "pair": 1098240, "one pair": 1098240, "two pair": 123552, "three of a kind": 54912,
    "straight": 10200, "flush": 5108, "a full house": 3744, "four of a kind": 624, "straight flush": 40,
    "royal flush": 4, "random": 2598960, "a pair of jacks or better": 536100, "jacks or better": 536100,
    "Jacks+": 536100, "at least a pair of jacks": 536100, "aces up": 19008, "aces and tens": 36 * 44,
    "sevens full": 24 * 12, "sevens over twos": 24, "four sevens": 48, "three sevens": 4224,
    "nine-high straight": 1020, "ace-high": 502860, "ace high or worse": 1302540,
    "two pair or worse": 1302540 + 1098240 + 123552, "four to a flush": 4 * 715 * 39 - 10 * 4 * 5 * 3,
    "four to a royal flush": 4 * 5 * (47 - 8 - 3) - 4 * 3, "As Kd Qh Jh Th": 1, "AsKdQhJhTh, 2c2d2h2s3c:0.5": 2,
    "AAKQJ": 384, "pair!pair of aces": 1098240 * 12 // 13, "pair, two pair": 1098240 + 123552,
}  # fmt: skip


@pytest.mark.parametrize(("text", "hands"), DRAW_COUNTS.items())
def test_words_mean_so_many_hands(text: str, hands: int) -> None:
    assert len(Range(text, "five-card-draw")) == hands


def is_straight_draw(hand: tuple[Card, ...], *, open_ended: bool) -> bool:
    """By counting the cards that complete it."""
    if reference_evaluate(hand).category >= Category.STRAIGHT:
        return False
    ranks = {card.rank for card in hand}
    straights = [{(top - step) % 13 for step in range(5)} for top in range(3, 13)]
    completing = {rank for rank in range(13) if any(straight <= ranks | {rank} for straight in straights)}
    return len(completing) == 2 and is_run(ranks) if open_ended else bool(completing) and not is_run(ranks)


def is_run(ranks: set[Any]) -> bool:
    return any({low, low + 1, low + 2, low + 3} <= ranks for low in range(9))


def test_straight_draws_are_what_completes_them() -> None:
    rng = np.random.default_rng(5)
    everything = all_hands(52, 5)
    chosen = everything[rng.choice(len(everything), effort(1500, 4000), replace=False)]
    open_ended, inside = (Range(words, "five-card-draw").hands for words in ("open-ended straight draw", "gutshot"))
    for hand in chosen.tolist():
        cards = tuple(ALL_CARDS[place] for place in range(52) if hand >> place & 1)
        assert (hand in open_ended) == is_straight_draw(cards, open_ended=True), cards
        assert (hand in inside) == is_straight_draw(cards, open_ended=False), cards


@pytest.mark.parametrize(
    ("game", "text", "hands"),
    [
        ("deuce-to-seven", "number one", 1020),
        ("deuce-to-seven", "seven low", 4 * 1020),
        ("deuce-to-seven", "eight low or better", 18 * 1020),
        ("deuce-to-seven", "eight-six low", 4 * 1020),
        ("ace-to-five", "number two or better", 2 * 1024),
        ("ace-to-five", "eight low", comb(7, 4) * 1024),
    ],
)
def test_words_of_lowball(game: str, text: str, hands: int) -> None:
    assert len(Range(text, game)) == hands


@pytest.mark.parametrize(
    "text",
    some(
        4,
        [
            "pair of jacks or better",
            "two pair",
            "four to a flush",
            "open-ended straight draw",
            "aces up",
            "nine-high straight",
            "pair, high card:0.5",
            "three of a kind or better",
            "AAKQJ",
            "sevens over twos",
        ],
    ),
)
def test_words_are_written_as_they_are_read(text: str) -> None:
    assert str(Range(text, "five-card-draw")) == text


def test_the_best_part_of_draw_hands_goes_by_strength() -> None:
    best = Range("15%", "five-card-draw")
    assert 0.149 < len(best) / comb(52, 5) <= 0.15
    assert Range(str(best), "five-card-draw") == best
    assert best - Range("pair or better", "five-card-draw") == best - best


@pytest.mark.parametrize("text", ["a pair of ones", "four to a full house", "at least trips"])
def test_words_that_mean_nothing_are_refused(text: str) -> None:
    with pytest.raises(RangeError, match=f"column 7: '{text}' is not a range: hands in words are like"):
        Range(f"pair, {text}", "five-card-draw")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("or better", "no hands are named"),
        ("or worse", "no hands are named"),
        ("+", "no hands are named"),
        ("-", "no hands are named"),
        ("AsAsAsAsAs", "the same card stands there twice"),
        ("AAAAA", "no hand of 5 cards is like that"),
        ("[50]pair", "'\\[/50\\]' is missing behind it"),
    ],
)
def test_cards_that_mean_nothing_are_refused(text: str, reason: str) -> None:
    with pytest.raises(RangeError, match=rf"column 7: .* is not a range: {reason}$"):
        Range(f"pair, {text}", "five-card-draw")

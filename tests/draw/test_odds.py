"""Draw odds: published totals, brute force, and odds that agree with themselves."""

import random
from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from numpy.typing import NDArray

from fivecard import ArgumentError, Category, FivecardError, HandError, _core, batch, reference, strength  # noqa: TID251
from fivecard.cards import ALL_CARDS, Card, card_id, parse_cards
from fivecard.draw.odds import (
    COMMON_DRAWS,
    HANDS,
    SHARE_MARGINS,
    FinalHands,
    draw_odds,
    draws_for,
    final_distribution,
    hand_number,
    hold_values,
    win_odds,
)
from fivecard.draw.strategy import Strategy, in_order, legal_holds, solved
from fivecard.engine import FOUR_WITH_AN_ACE, THREE_CARD_DRAW
from fivecard.rankings import HIGH
from tests.effort import effort, some
from tests.strategies import hands

# The weakest hand of each line of a machine that pays for jacks or better.
LOWEST = {
    "royal flush": "As Ks Qs Js Ts", "straight flush": "5s 4s 3s 2s As", "four of a kind": "2c 2d 2h 2s 3c",
    "full house": "2c 2d 2h 3c 3d", "flush": "7s 5s 4s 3s 2s", "straight": "5c 4s 3s 2s As",
    "three of a kind": "2c 2d 2h 3c 4c", "two pair": "3c 3d 2c 2d 4c", "jacks or better": "Jc Jd 4c 3c 2d",
    "nothing": "7c 5s 4s 3s 2s",
}  # fmt: skip
ROWS = [(name, strength(hand)) for name, hand in LOWEST.items()]

# 9/6 Jacks or Better with perfect play, as published: how often each pay comes up, over all hands and draws.
NINE_SIX = {
    "royal flush": (800, 493_512_264),
    "straight flush": (50, 2_178_883_296),
    "four of a kind": (25, 47_093_167_764),
    "full house": (9, 229_475_482_596),
    "flush": (6, 219_554_786_160),
    "straight": (4, 223_837_565_784),
    "three of a kind": (3, 1_484_003_070_324),
    "two pair": (2, 2_576_946_164_148),
    "jacks or better": (1, 4_277_372_890_968),
    "nothing": (0, 10_872_274_993_896),
}


def reference_strength(hand: tuple[Card, ...]) -> int:
    return reference.evaluate(hand).strength


def nine_six() -> list[float]:
    payoff = [0.0] * (HIGH.strongest + 1)
    for (name, low), end in zip(ROWS, [HIGH.strongest + 1, *(low for _, low in ROWS)], strict=False):
        payoff[low:end] = [NINE_SIX[name][0]] * (end - low)
    return payoff


@pytest.mark.sanitized
@pytest.mark.usefixtures("kernel")
def test_nine_six_jacks_or_better_returns_what_is_published() -> None:
    values = hold_values(nine_six())
    assert values.exact
    assert values.mean * FinalHands.whole == 19_842_315_923_796
    assert FinalHands.whole == 19_933_230_517_200 == HANDS * COMMON_DRAWS
    counts = final_distribution(values.strategy("perfect")).counts
    for (name, low), end in zip(ROWS, [HIGH.strongest + 1, *(low for _, low in ROWS)], strict=False):
        assert sum(counts[low:end]) == NINE_SIX[name][1], name


@pytest.mark.sanitized
@pytest.mark.usefixtures("kernel")
def test_both_paths_agree_on_any_payoff_and_rules() -> None:
    payoff = np.random.default_rng(3).integers(-1000, 1000, HANDS).astype(float)
    for rules in (None, THREE_CARD_DRAW, FOUR_WITH_AN_ACE):
        values = hold_values(payoff, rules=rules)
        numbers = np.random.default_rng(4).integers(0, HANDS, effort(10, 40))
        for number in numbers:
            hand = hand_with_number(int(number))
            legal = set(legal_holds(hand, rules)) if rules else set(range(32))
            best = max(worth for kept, worth in values.of(hand) if hold_of(hand, kept) in legal)
            assert values.values[number] == pytest.approx(best)
            assert int(values.holds[number]) in legal


@pytest.mark.sanitized
def test_payoffs_of_any_size_are_added_up_or_refused() -> None:
    payoff = np.random.default_rng(5).standard_normal(HANDS)
    values = hold_values(payoff - payoff.mean())  # the sum over all hands is next to nothing
    assert not values.exact
    assert float(values.mean) > 0
    assert not hold_values([1.1e9] * HIGH.strongest).exact
    assert hold_values([6e8] * HIGH.strongest).mean == 600_000_000
    with pytest.raises(ArgumentError, match="too large to be added up"):
        hold_values([1e300] * HIGH.strongest)


def hand_with_number(number: int) -> tuple[Card, ...]:
    from math import comb

    cards = []
    for size in range(5, 0, -1):
        card = max(card for card in range(52) if comb(card, size) <= number)
        number -= comb(card, size)
        cards.append(ALL_CARDS[card])
    return tuple(cards[::-1])


def hold_of(hand: tuple[Card, ...], kept: tuple[Card, ...]) -> int:
    return sum(1 << position for position, card in enumerate(in_order(hand)) if card in kept)


@given(hands(5, 5))
def test_a_hand_has_its_place_in_colex_order(hand: list[Card]) -> None:
    assert hand_with_number(hand_number(hand)) == in_order(hand)


def test_the_value_of_one_card_is_the_chance_to_have_it() -> None:
    """A payoff that is no function of strength, with values known by heart."""
    payoff = np.zeros(HANDS)
    payoff[hand_number("2c 2d 2h 2s As") :] = 1  # it is the highest card: its hands come last
    values = hold_values(payoff)
    for kept, worth in values.of("As 2c 7d 9h Ks"):
        assert worth == (1 if Card("As") in kept else 0)
    for kept, worth in values.of("2c 7d 9h Ks Kd"):
        assert worth == pytest.approx((5 - len(kept)) / 47)


@pytest.mark.sanitized
def test_a_pair_that_draws_three() -> None:
    [choice] = draw_odds("As Kh Td Tc 6s", hold="Td Tc")
    assert choice.draws == 16_215
    assert [choice.categories[category] for category in Category] == [0, 11_559, 2_592, 1_854, 0, 0, 165, 45, 0]


def brute_force(hand: tuple[Card, ...], kept: tuple[Card, ...]) -> dict[int, int]:
    others = [card_id(card) for card in ALL_CARDS if card not in hand]
    draws = np.array(list(combinations(others, 5 - len(kept))), dtype=np.uint8)
    held = np.tile(np.array([card_id(card) for card in kept], dtype=np.uint8), (len(draws), 1))
    strengths, counts = np.unique(batch.strengths(np.hstack([held, draws])), return_counts=True)
    return dict(zip(strengths.tolist(), counts.tolist(), strict=True))


@pytest.mark.sanitized
@pytest.mark.parametrize("kept", range(6))
def test_all_draws_one_by_one_give_the_same_odds(kept: int) -> None:
    source = random.Random(kept)
    payoff = np.array([0, *(source.randrange(-50, 1000) for _ in range(HIGH.strongest))], dtype=float)
    values = hold_values(payoff)
    for _ in range(1 if kept == 0 else 3):
        hand = tuple(source.sample(ALL_CARDS, 5))
        held = hand[:kept]
        expected = brute_force(hand, held)
        [choice] = draw_odds(hand, hold=held, rules=None)
        assert choice.strengths == expected
        assert choice.draws == sum(expected.values()) == draws_for(choice.hold)
        now = reference_strength(hand)
        assert choice.better_draws == sum(count for strength, count in expected.items() if strength > now)
        for category in Category:
            here = sum(count for strength, count in expected.items() if HIGH.category(strength) is category)
            assert choice.categories[category] == here
        worth = next(worth for cards, worth in values.of(hand) if set(cards) == set(held))
        assert worth == pytest.approx(sum(payoff[s] * count for s, count in expected.items()) / choice.draws)


@pytest.mark.sanitized
def test_draws_of_one_card_agree_with_the_reference() -> None:
    hand = parse_cards("9h Th Jh Qh 2c")
    [choice] = draw_odds(hand, hold=hand[:4])
    others = [card for card in ALL_CARDS if card not in hand]
    found = [reference_strength((*hand[:4], card)) for card in others]
    assert choice.strengths == {strength: found.count(strength) for strength in set(found)}


@given(hands(5, 5))
@settings(max_examples=effort(10, 120))
def test_every_legal_discard_is_there_once(hand: list[Card]) -> None:
    cards = tuple(hand)
    aces = sum(card.rank.letter == "A" for card in cards)
    assert len(draw_odds(cards, rules=THREE_CARD_DRAW)) == 26
    choices = draw_odds(cards, rules=FOUR_WITH_AN_ACE)
    assert len({choice.kept for choice in choices}) == len(choices) == 26 + aces
    assert all(set(choice.kept) | set(choice.discards) == set(cards) for choice in choices)
    assert all(choice.improves >= later.improves for choice, later in pairwise(choices))


@given(hands(5, 5))
@settings(max_examples=effort(10, 80))
def test_the_names_of_suits_do_not_matter(hand: list[Card]) -> None:
    renamed = [ALL_CARDS[4 * card.rank + (3, 0, 1, 2)[card.suit]] for card in hand]
    for one, two in zip(win_odds(hand, 3), win_odds(renamed, 3), strict=True):
        assert one.share == pytest.approx(two.share)


def share_errors(opponents: int, hands: int, rounds: int) -> NDArray[np.float64]:
    """Deal for some hands at random, and give how far off the share of each hand's best choice is, luck included."""
    native = _core.Rounds([solved(FOUR_WITH_AN_ACE, opponents + 1).holds])
    source, errors = random.Random(opponents), []
    for number in range(hands):
        hand = tuple(source.sample(ALL_CARDS, 5))
        best = win_odds(hand, opponents)[0]
        assert best.share is not None
        assert best.share_margin == SHARE_MARGINS[opponents]
        parts, _, _ = native.try_out(
            [card_id(card) for card in in_order(hand)], [best.hold], 0, [-1] * opponents, number, 0, rounds, 2
        )
        errors.append(abs(best.share - parts[0] / _core.POT_PARTS / rounds))
    return np.array(errors)


@pytest.mark.parametrize("opponents", some(3, range(1, 6)))
def test_shares_are_right_within_their_margins(opponents: int) -> None:
    rounds = effort(30_000, 100_000)
    luck = 2 * 0.5 / rounds**0.5
    errors = share_errors(opponents, hands=effort(10, 20), rounds=rounds)
    assert (errors < SHARE_MARGINS[opponents] + luck).mean() >= 0.9
    assert errors.max() < 2 * SHARE_MARGINS[opponents] + luck


@pytest.mark.exhaustive
@pytest.mark.parametrize("opponents", range(1, 6))
def test_nineteen_of_twenty_shares_are_right_within_their_margins(opponents: int) -> None:
    errors = share_errors(opponents, hands=100, rounds=1_000_000)
    assert (errors < SHARE_MARGINS[opponents]).mean() >= 0.93
    assert np.quantile(errors, 0.95) > SHARE_MARGINS[opponents] / 2  # and the margins are no wider than they must be


def test_shares_are_what_dealing_gives() -> None:
    """Against the strategy that keeps every hand, heads up, the share can be counted out."""
    pat = Strategy.of("pat", lambda hand: ())
    hand = parse_cards("Kc Kd 7h 4s 2c")
    others = [card_id(card) for card in ALL_CARDS if card not in hand]
    theirs = batch.strengths(np.array(list(combinations(others, 5)), dtype=np.uint8))
    mine = reference_strength(hand)
    exact = ((theirs < mine).sum() + (theirs == mine).sum() / 2) / len(theirs)
    [choice] = win_odds(hand, 1, strategy=pat, hold=hand)
    assert choice.share == pytest.approx(exact, abs=2e-3)


def test_final_hands_of_those_who_keep_all_are_the_hands_dealt() -> None:
    finals = final_distribution(Strategy.of("pat", lambda hand: ()))
    counts = batch.census(5)
    assert list(finals.counts) == [int(count) * COMMON_DRAWS for count in counts]
    assert finals.chance(Category.STRAIGHT_FLUSH) == 40 / HANDS
    assert finals.at_least(1) == 1


@pytest.mark.sanitized
@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: draw_odds("As Ks"), "a hand for drawing has 5 cards, not 2"),
        (lambda: draw_odds("As Ks Qs Js Js"), "duplicate card 'Js'"),
        (lambda: draw_odds("As Ks Qs Js Ts", hold="2c"), "'2c' cannot be kept: it is not in the hand"),
        (lambda: draw_odds("Ks Qs Js Ts 2c", hold="Ks"), "the rules do not allow to keep only 'Ks'"),
        (lambda: win_odds("As Ks Qs Js Ts", 6), "there may be 1 to 5 opponents, not 6"),
        (lambda: win_odds("As Ks Qs Js Ts", 0), "there may be 1 to 5 opponents, not 0"),
        (lambda: hold_values([1.0, 2.0]), "a payoff has a number for each of 7,462 strengths"),
        (lambda: hold_values([float("nan")] * HIGH.strongest), "finite numbers only"),
    ],
)
def test_what_makes_no_sense_is_refused(call: "object", message: str) -> None:
    with pytest.raises((HandError, FivecardError), match=message):
        call()  # type: ignore[operator]

import pytest
from hypothesis import given

from fivecard import Card, HandError, compare, evaluate, explain
from fivecard.rankings import BADUGI
from tests.strategies import hands

pytestmark = pytest.mark.sanitized


def test_the_verdict_names_the_card_that_broke_the_tie() -> None:
    comparison = compare("JH JS TS TD 8S", "JC JD TH TC 7S")
    assert comparison.winners == (0,)
    assert comparison.steps == (
        "Category: both have two pair.",
        "Higher pair: Jacks and Jacks, equal.",
        "Lower pair: Tens and Tens, equal.",
        "Kicker: Eight beats Seven.",
    )
    assert comparison.verdict == "The first hand wins by its kicker: Eight beats Seven."


@pytest.mark.parametrize(
    ("first", "second", "verdict"),
    [
        ("2c 2d 3h 4s 5c", "Ac Kd Qh Js 9c", "The first hand wins: one pair beats high card."),
        ("Ac Kd Qh Js 9c", "2c 2d 3h 4s 5c", "The second hand wins: one pair beats high card."),
        ("Ah 2d 3h 4c 5s", "2c 3c 4d 5d 6s", "The second hand wins by its top card: Six beats Five."),
        ("3H 3S 9C 9S 9H", "JH JS 8H 8D 8C", "The first hand wins by its three of a kind: Nines beat Eights."),
        ("Ah Kh 9h 4h 2h", "As Ks 9s 4s 3s", "The second hand wins by its fifth card: Three beats Two."),
        ("Th Jh Qh Kh Ah", "Ts Js Qs Ks As", "A tie: both hands are worth royal flush."),
        ("7h 7s Ac Kc Qc", "7c 7d Ad Kd Jd", "The first hand wins by its third kicker: Queen beats Jack."),
        ("4c 4d 4h 4s Td", "3c 3d 3h 3s Ad", "The first hand wins by its four of a kind: Fours beat Threes."),
    ],
)
def test_what_decides_is_said(first: str, second: str, verdict: str) -> None:
    assert compare(first, second).verdict == verdict


@pytest.mark.parametrize(
    ("first", "second", "verdict"),
    [
        ("As 2h 3d 4c", "Ac 2s 3h 4d", "A tie: both hands are worth four-high badugi, 4-3-2-A."),
        ("As 3h 4d 5c", "Ac 2s 4h 5d", "The second hand wins by its third card: Two beats Three."),
        ("As 3h Kd 3c", "As 2h Kc 2c", "The second hand wins by its second card: Two beats Three."),
        ("Ks Kh Kd Kc", "Qs Qh Qd Qc", "The second hand wins by its highest card: Queen beats King."),
    ],
)
def test_badugi_hands_are_compared_card_by_card(first: str, second: str, verdict: str) -> None:
    assert compare(first, second, ranking=BADUGI).verdict == verdict


@given(hands(), hands())
def test_a_comparison_agrees_with_the_evaluations(first: list[Card], second: list[Card]) -> None:
    comparison = compare(first, second)
    one, two = evaluate(first), evaluate(second)
    winners, beginning = (
        ((0, 1), "A tie")
        if one == two
        else ((0,), "The first hand wins")
        if one > two
        else ((1,), "The second hand wins")
    )
    assert comparison.winners == winners
    assert comparison.verdict.startswith(beginning)


@given(hands())
def test_every_hand_can_be_explained(hand: list[Card]) -> None:
    explanation = explain(hand)
    assert sum(explanation.counts) == 5
    assert str(explanation.evaluation.describe()) in str(explanation)
    assert ("best five" in explanation.steps[0]) == (len(hand) > 5)


@pytest.mark.parametrize(
    ("hand", "step"),
    [
        ("2h 4h 9h Jh Qh", "One suit? Yes: all five are hearts."),
        ("2h 4h 9s Jh Qh", "In a row? No: below the Jack there is no Ten."),
        ("2h 4h 9s Jh Qh", "Repeated? No: five different ranks."),
        ("Ah 2d 3h 4c 6s", "In a row? No: for a straight from the ace there is no Five."),
        ("Ah Kd Qh Jc Ts", "In a row? Yes: Ace King Queen Jack Ten."),
        ("7h 7s 7c Ts 3d", "Repeated? Yes: three Sevens, one Ten, one Three."),
        ("7h 7s 7c Ts 3d", "One suit? No: 1 club, 1 diamond, 1 heart, 2 spades."),
    ],
)
def test_the_steps_answer_the_questions(hand: str, step: str) -> None:
    assert step in explain(hand).steps


def test_there_must_be_cards_to_explain() -> None:
    with pytest.raises(HandError, match="no cards to explain"):
        explain("")
    with pytest.raises(HandError, match="no cards to compare"):
        compare("Ah Kh Qh Jh Th", [])

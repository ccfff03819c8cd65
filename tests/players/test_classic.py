"""The classic player: one test a rule, and one for each pair of rules that could both apply."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivecard import Category, evaluate
from fivecard.cards import Card, parse_cards
from fivecard.engine import FOUR_WITH_AN_ACE, THREE_CARD_DRAW, Deal, Rules, apply, start
from fivecard.players import PLAYERS, classic, play_out
from tests.strategies import hands


def throws(hand: str, rules: Rules = FOUR_WITH_AN_ACE) -> str:
    thrown = classic.cards_to_throw(parse_cards(hand), rules)
    return " ".join(map(str, sorted(thrown, reverse=True)))


@pytest.mark.parametrize(
    ("hand", "thrown"),
    [
        ("As Kh Td Tc 6s", "As Kh 6s"),
        ("Td Tc 6s 6h 2c", "2c"),
        ("Td Tc Ts 6h 2c", "6h 2c"),
        ("Td Tc Ts Th 2c", "2c"),
        ("9s Th Js Qd Ks", ""),
        ("2h 4h 9h Jh Qh", ""),
        ("Td Tc Ts 6h 6c", ""),
        ("8h 9h Th Jh Qh", ""),
    ],
)
def test_one_pair_or_better_keeps_what_makes_it(hand: str, thrown: str) -> None:
    assert throws(hand) == thrown


def test_four_of_one_suit_throw_the_fifth() -> None:
    assert throws("2h 4h 9s Jh Qh") == "9s"
    assert throws("9s 2h 4h Jh Qh") == "9s"


@pytest.mark.parametrize(
    ("hand", "thrown"), [("5c 6d 7h 8s Kc", "Kc"), ("2c 9d Th Js Qc", "2c"), ("2c Jd Qh Ks Ac", "2c")]
)
def test_four_in_sequence_throw_the_odd_one(hand: str, thrown: str) -> None:
    assert throws(hand) == thrown


def test_an_ace_throws_the_other_four() -> None:
    assert throws("Ah Kd 9s 5c 3h") == "Kd 9s 5c 3h"


def test_an_ace_keeps_the_next_card_where_four_may_not_go() -> None:
    assert throws("Ah Kd 9s 5c 3h", THREE_CARD_DRAW) == "9s 5c 3h"


def test_otherwise_the_two_highest_stay() -> None:
    assert throws("Kd Js 9s 5c 3h") == "9s 5c 3h"


# Rules that could both apply


def test_a_pair_goes_before_four_of_one_suit() -> None:
    assert throws("2h 4h 9h Jh Js") == "9h 4h 2h"


def test_a_pair_goes_before_four_in_sequence() -> None:
    assert throws("5c 6d 7h 8s 8c") == "7h 6d 5c"


def test_a_pair_goes_before_an_ace() -> None:
    assert throws("2c 2d Ah 9s 5c") == "Ah 9s 5c"


def test_four_of_one_suit_go_before_four_in_sequence() -> None:
    assert throws("5h 6h 7h 8s Kh") == "8s"


def test_four_of_one_suit_go_before_an_ace() -> None:
    assert throws("2h 4h 9h Jh As") == "As"
    assert throws("2h 4h 9h Ah Qs") == "Qs"


def test_four_in_sequence_go_before_an_ace() -> None:
    assert throws("5c 6d 7h 8s Ac") == "Ac"
    assert throws("9c Jd Qh Ks Ac") == "9c"


def test_an_ace_counts_low_in_a_sequence() -> None:
    assert throws("Ac 2d 3h 4s 9c") == "9c"
    assert throws("Ac 2d 3h 4s Kc") == "Kc"


def test_a_sequence_does_not_wrap_round_the_ace() -> None:
    assert throws("Kc Ad 2h 3s 8c") == "Kc 8c 3s 2h"


def test_three_in_sequence_are_not_four() -> None:
    assert throws("2c 3d 4h 6s 8c") == "4h 3d 2c"


@given(hands(5, 5))
def test_it_never_breaks_what_it_has_made(hand: list[Card]) -> None:
    thrown = classic.cards_to_throw(tuple(hand), FOUR_WITH_AN_ACE)
    made = evaluate(hand)
    if made.category >= Category.ONE_PAIR:
        assert not set(thrown) & set(made.made_of)


@given(st.integers(), st.integers(2, 10), st.booleans())
def test_it_always_plays_by_the_rules_of_the_table(seed: int, players: int, handout_c: bool) -> None:
    rules = FOUR_WITH_AN_ACE if handout_c else THREE_CARD_DRAW
    players = min(players, rules.most_players)
    state, _ = apply(start(rules, players), Deal.shuffled(Random(seed)))
    state, events = play_out(state, [PLAYERS["classic"]] * players, Random(0))
    assert state.is_over
    assert len(events) == players + 1
    assert max(state.drawn)[0] <= (4 if handout_c else 3)

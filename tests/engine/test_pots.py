"""Pots by example: side pots, shares and odd chips. Rules cited as TDA are the Tournament Directors Association's."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivecard.engine import Pot, Returned, Won, pots_of
from fivecard.engine.pots import divide
from tests.engine.tables import ACES_KINGS_QUEENS, DRY, after, play, table


def test_all_ins_make_side_pots_and_what_nobody_called_goes_back() -> None:
    state = table("holdem", (30, 60, 100), *ACES_KINGS_QUEENS, DRY, blinds=(1, 2), small_bet=2)
    state, events = play(state, "r100 c c")
    assert Returned(2, 40, 40, 150, 2) in events
    assert events[-2:] == [Won(0, 90, 90, 60, 9, 0, 0), Won(1, 60, 60, 0, 9, 1, 0)]
    assert state.stacks == (90, 60, 40)


def test_players_with_chips_bet_on_for_a_side_pot() -> None:
    state = table("holdem", (30, 60, 200, 200), *ACES_KINGS_QUEENS, "Ts Th", DRY, blinds=(1, 2), small_bet=2)
    state = after(state, "r60 c c c r20 c")
    assert pots_of(state) == (Pot(120, (0, 1, 2, 3)), Pot(90, (1, 2, 3)), Pot(40, (2, 3)))
    assert after(state, "x x x x").won == (120, 90, 40, 0)


def test_a_bet_that_nobody_calls_goes_back_and_no_hand_is_shown() -> None:
    state, events = play(table("holdem", (100,) * 3, blinds=(1, 2), small_bet=2), "r50 f f")
    assert events[-2:] == [Returned(2, 48, 98, 5, 2), Won(2, 5, 103, 0, 2)]
    assert (state.stacks, state.shown) == ((99, 98, 103), ())


def test_the_odd_chip_goes_to_the_first_winner_left_of_the_button() -> None:
    cards = ("7h 2d", "As Kd", "Ah Kc", "3d 8h 9c Jd 4s")
    state = table("holdem", (100,) * 3, *cards, button=0, ante=1)
    assert after(state, "x x x " * 4).won == (1, 0, 2)


def test_the_odd_chip_of_a_high_low_pot_goes_to_the_high_hand() -> None:
    cards = ("As 2h 4c 5d", "Ks Kh Qs Jh", "Ts Th 9s 9h", "Kd 3c 6h 8s Td")
    state = table("omaha-hi-lo", (100,) * 3, *cards, ante=1, small_bet=2)
    assert after(state, "x x x " * 4).won == (1, 2, 0)


def test_a_side_pot_in_which_nobody_is_low_is_all_for_the_high_hand() -> None:
    cards = ("Ks Kh Qs Jh", "Ts Th 9s 9h", "As 2h 4c 5d", "Kd 3c 6h 8s Td")
    state = after(table("omaha-hi-lo", (100, 100, 10), *cards, ante=10, small_bet=10), "r10 c")
    assert pots_of(state) == (Pot(30, (0, 1, 2)), Pot(20, (0, 1)))
    assert after(state, "x x " * 3).won == (35, 0, 15)


def test_each_side_pot_is_split_separately() -> None:
    """TDA rule 21: the odd chips of a main pot of 5 and a side pot of 3 both go left of the button."""
    cards = ("Ah Kc", "As Kd", "7h 2d", "6h 2s", "5h 2c", "3d 8h 9c Jd 4s")
    state = table("holdem", (100, 100, 1, 100, 100), *cards, ante=1)
    state = after(state, "r1 c c f x x f")
    assert pots_of(state) == (Pot(5, (0, 1, 2)), Pot(3, (0, 1)))
    assert after(state, "x x x x").won == (5, 3, 0, 0, 0)


def test_nobody_gets_two_odd_chips() -> None:
    """Robert's Rules, ties: eight chips among three are three, three and two."""
    cards = ("7h 2d", "As Kd", "Ah Kc", "Ad Ks", "3d 8h 9c Jd 4s")
    state = table("holdem", (100,) * 4, *cards, button=3, ante=2)
    assert after(state, "x x x x " * 4).won == (0, 3, 3, 2)


def test_identical_high_and_low_hands_split_as_evenly_as_possible() -> None:
    """Robert's Rules, ties: of six chips, both halves leave an odd one, and each player gets one of them."""
    cards = ("As 2s Kc Qc", "Ah 2h Kd Qd", "Ts 9h 5c 4d", "3c 6h 8s Jd Jc")
    state = table("omaha-hi-lo", (100,) * 3, *cards, ante=2, small_bet=2)
    state, events = play(state, "x x x " * 4)
    assert state.won == (3, 3, 0)
    assert [event for event in events if isinstance(event, Won)] == [
        Won(0, 2, 100, 4, 9, 0, 0), Won(1, 1, 99, 3, 9, 0, 0), Won(0, 1, 101, 2, 9, 0, 1), Won(1, 2, 101, 0, 9, 0, 1)
    ]  # fmt: skip


def stud(name: str, *cards: str) -> tuple[int, ...]:
    """Three pay an ante, seat 0 brings it in, all call it and check to the end: nine chips; what everybody won."""
    state = table(name, (100,) * 3, *cards, ante=2, bring_in=1, small_bet=4)
    assert state.turn == 0
    return after(state, "b c c" + " x x x" * 4).won


@pytest.mark.parametrize(
    ("name", "cards", "won"),
    [
        # seat 1's straight has the king of hearts, seat 2's that of spades
        ("seven-card-stud", ("3d 4c 2c 7s 9h Jc Jh", "Kh Qs Jd Ts 9c 2d 3c", "Ks Qc Js Td 9d 3h 2h"), (0, 4, 5)),
        # the king of spades is not among the five that play for seat 1
        ("seven-card-stud", ("3d 4c 2c 7s 9h Jc Jh", "Ks 8h 7d 6s 5c 4d 2h", "Kc 8s 7h 6d 5s 4h 2d"), (0, 4, 5)),
        # seat 2 plays the higher of two kings
        ("seven-card-stud", ("3d 4c 2c 7s 9h 8c 8h", "Kh Qs Jd Ts 9c Kc 3c", "Ks Qc Js Td 9d Kd 2h"), (0, 4, 5)),
        # the highest of a low hand, in which an ace is low
        ("razz", ("Tc Th Kc Qd Qh Jc Jd", "As 2d 3c 4h 7c Kd Ks", "Ah 2c 3h 4d 7d Kh Js"), (0, 4, 5)),
    ],
)  # fmt: skip
def test_in_stud_the_odd_chip_goes_to_the_highest_card_that_plays(
    name: str, cards: tuple[str, ...], won: tuple[int, ...]
) -> None:
    """TDA, awarding odd chips: the high card by suit in the hand of five; spades are highest, then hearts, diamonds."""
    assert stud(name, *cards) == won


def test_in_high_low_stud_the_odd_chip_of_the_low_half_goes_by_the_low_hand() -> None:
    """Of six chips three are for the low hands, whose highest cards are sevens: the ace of spades is low in them."""
    cards = ("Tc Th 2h Qd Qh Ts Jd", "As 2d 3c 4s 7c Kd Qc", "Ah 2c 3h 4h 7s Kc Jc")
    state = table("stud-hi-lo", (100,) * 3, *cards, ante=1, bring_in=1, small_bet=4)
    assert after(state, "b c c" + " x x x" * 4).won == (3, 1, 2)


strengths = st.lists(st.integers(0, 2), min_size=4, max_size=4)


@given(st.integers(1, 60), st.permutations(range(4)), st.integers(2, 4), st.tuples(strengths, strengths))
def test_equal_winners_of_a_pot_differ_by_one_chip_at_most(
    amount: int, order: list[int], players: int, worth: tuple[list[int], list[int]]
) -> None:
    high, low = [strength + 1 for strength in worth[0]], worth[1]  # somebody has a high hand
    pot = Pot(amount, tuple(order[:players]))
    won: dict[int, int] = {}
    halves = [0, 0]
    for seat, chips, ranking in divide(pot, (high, low)):
        assert chips > 0
        won[seat] = won.get(seat, 0) + chips
        halves[ranking] += chips
    assert sum(won.values()) == amount
    has_low = any(low[seat] for seat in pot.seats)
    assert halves == ([amount - amount // 2, amount // 2] if has_low else [amount, 0])
    for seat in pot.seats:
        for other in pot.seats:
            if (high[seat], low[seat]) == (high[other], low[other]):
                assert abs(won.get(seat, 0) - won.get(other, 0)) <= 1

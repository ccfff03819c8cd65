"""Fixed limit by example: caps, and all-ins for less than a bet. The rules are Robert's Rules of Poker's, betting and
raising; the Tournament Directors Association's rule on re-opening the bet has the same half.
"""

from dataclasses import replace

import pytest

from fivecard import RulesError
from fivecard.engine import VARIANTS, Limit, Raise, State
from fivecard.engine.streets import BettingRound
from tests.engine.tables import after, now, raises, refused, table

HOLDEM = VARIANTS["holdem"].with_limit(Limit.FIXED_LIMIT)


def flop(*stacks: int, bet: int = 300) -> State:
    """Everybody has paid an ante of a bet and checked before the flop: these stacks are left."""
    state = table(HOLDEM, tuple(stack + bet for stack in stacks), ante=bet, small_bet=bet)
    return after(state, "x " * len(stacks))


def test_a_street_has_a_bet_and_three_raises() -> None:
    state = table("five-card-draw", (100,) * 3, ante=1, small_bet=2, big_bet=4)
    for number, actions in enumerate(("", "r2", "r2 r4", "r2 r4 r6"), 1):
        assert raises(after(state, actions)) == (2 * number, 2 * number)
    capped = after(state, "r2 r4 r6 r8")
    assert (raises(capped), now(capped).call_amount) == ((0, 0), 4)
    assert raises(after(capped, "c c pat pat pat")) == (4, 4)


def test_the_big_blind_is_the_first_of_four_bets() -> None:
    state = table(HOLDEM, (100,) * 3, blinds=(1, 2), small_bet=2)
    assert [raises(after(state, actions))[0] for actions in ("", "r4", "r4 r6", "r4 r6 r8")] == [4, 6, 8, 0]
    assert raises(after(state, "r4 r6 r8 c c r2 r4 r6")) == (8, 8)  # on the flop four are made


def test_a_straddle_is_the_second_bet() -> None:
    state = table(HOLDEM, (100,) * 4, blinds=(1, 2, 4), small_bet=2)
    assert [raises(after(state, actions))[0] for actions in ("", "r6", "r6 r8")] == [6, 8, 0]


def test_a_completed_bring_in_is_the_first_of_four_bets() -> None:
    state = table("seven-card-stud", (100,) * 3, ante=1, bring_in=1, small_bet=4)
    assert raises(after(state, "b r4 r8 r12")) == (16, 16)
    assert raises(after(state, "b r4 r8 r12 r16")) == (0, 0)


def test_the_cap_may_differ_by_street() -> None:
    rules = replace(HOLDEM, cap=(2, 3, 4, 5))
    betting = [number for number, street in enumerate(rules.streets) if isinstance(street, BettingRound)]
    assert [rules.cap_of(number) for number in betting] == [2, 3, 4, 5]
    state = table(rules, (100,) * 2, blinds=(1, 2), small_bet=2)
    assert raises(after(state, "r4")) == (0, 0)
    flop = after(state, "r4 c")
    assert [raises(after(flop, "r2 r4 r6"[:length]))[0] for length in (0, 2, 5, 8)] == [2, 4, 6, 0]
    assert raises(after(flop, "x x r2 r4 r6")) == (8, 8)


@pytest.mark.parametrize("cap", [0, -1, True, 1.5, None, (4, 4), (4, 4, 4, 0), [4, 4, 4, 4]])
def test_caps_are_numbers_of_bets(cap: object) -> None:
    with pytest.raises(RulesError, match="the cap is a number of bets"):
        replace(HOLDEM, cap=cap)  # type: ignore[arg-type]


# All in for less


def test_a_short_all_in_is_completed_to_a_whole_bet() -> None:
    """All in for 50 where a bet is 300: others may call, or raise to 300, not to 350."""
    state = after(flop(50, 2000, 2000), "r50")
    assert (now(state).call_amount, raises(state)) == (50, (300, 300))
    assert refused(state, Raise(1, 350)) == "a bet or raise is to 300 now, not to 350"
    assert raises(after(state, "r300")) == (600, 600)


def test_a_short_raise_is_completed_to_the_next_whole_bet() -> None:
    state = after(flop(2000, 400, 2000), "r300 r400")
    assert raises(state) == (600, 600)
    assert raises(after(state, "r600")) == (900, 900)


@pytest.mark.parametrize(("all_in", "to"), [(149, 300), (150, 450), (299, 599), (300, 600)])
def test_half_a_bet_counts_as_a_whole_one(all_in: int, to: int) -> None:
    assert raises(after(flop(all_in, 2000, 2000), f"r{all_in}")) == (to, to)


def test_a_full_raise_is_by_a_whole_bet_over_what_counts_as_one() -> None:
    """Robert's Rules, betting and raising, has the example: on a betting round of 20, all in for 15 is raised to 35."""
    state = flop(15, 200, 200, 200, bet=20)
    assert raises(after(state, "r15")) == (35, 35)
    assert raises(after(state, "r15 r35")) == (55, 55)
    assert raises(after(state, "r15 r35 r55 r75")) == (0, 0)


@pytest.mark.parametrize(("all_in", "to"), [(3, 0), (4, 0), (5, 15), (9, 19)])
def test_who_has_checked_may_raise_from_half_a_bet_on(all_in: int, to: int) -> None:
    state = after(flop(200, all_in, 200, bet=10), f"x r{all_in} c")
    assert (state.turn, now(state).call_amount, raises(state)[0]) == (0, all_in, to)


@pytest.mark.parametrize(("all_in", "to"), [(440, 0), (450, 750)])
def test_who_has_bet_may_raise_again_from_half_a_raise_on(all_in: int, to: int) -> None:
    state = after(flop(2000, 2000, all_in), f"r300 c r{all_in}")
    assert (state.turn, raises(state)[0]) == (0, to)
    assert raises(after(state, "c"))[0] == to


def test_short_raises_count_together() -> None:
    state = after(flop(2000, 400, 460, 2000), "r300 r400 r460")
    assert raises(state) == (760, 760)
    assert (after(state, "c").turn, raises(after(state, "c"))) == (0, (760, 760))


def test_who_completes_lets_callers_of_the_short_bet_raise() -> None:
    state = after(flop(50, 2000, 2000), "r50 c r300")
    assert (state.turn, raises(state)) == (1, (600, 600))


def test_what_is_less_than_half_a_bet_does_not_count_for_the_cap() -> None:
    """An all-in of 50, completed, and three raises; one of 200 is the first bet itself."""
    rules = flop(50, 9000, 9000, 9000)
    assert raises(after(rules, "r50 r300 r600 r900")) == (1200, 1200)
    assert raises(after(rules, "r50 r300 r600 r900 r1200")) == (0, 0)
    assert raises(after(flop(200, 9000, 9000, 9000), "r200 r500 r800 r1100")) == (0, 0)


@pytest.mark.parametrize(("all_in", "to"), [(149, 200), (150, 250)])
def test_a_short_raise_of_the_big_blind_is_completed_or_counts(all_in: int, to: int) -> None:
    state = after(table(HOLDEM, (500, 500, all_in), blinds=(50, 100), small_bet=100), f"r{all_in}")
    assert (state.turn, raises(state)) == (0, (to, to))
    assert raises(after(state, "c")) == (to, to)  # the big blind has not acted


def test_the_bring_in_may_be_raised_though_it_is_almost_a_bet() -> None:
    cards = ("As Ks 2c", "Qs Js 3d", "9s 8s 4h")
    state = table("seven-card-stud", (100,) * 3, *cards, ante=1, bring_in=9, small_bet=10)
    assert raises(after(state, "b")) == (10, 10)
    assert raises(after(state, "b r10 f")) == (20, 20)


def test_a_short_completion_counts_from_halfway_on() -> None:
    cards = ("As Ks 2c", "Qs Js 3d", "9s 8s 4h")
    for stack, to in ((6, 10), (7, 16)):
        state = table("seven-card-stud", (101, stack, 101), *cards, ante=1, bring_in=2, small_bet=10)
        state = after(state, f"b r{stack - 1}")
        assert raises(state) == (to, to)
        assert raises(after(state, "c")) == ((0, 0) if to == 10 else (16, 16))


# An open pair on fourth street. Robert's Rules, seven-card stud: anybody may bet either amount; after the smaller bet
# anybody may raise by either; after a bet or raise by the larger one all raises are by it.

NINES = ("As Ks 2c 3d", "Qs Js 9h 9d", "8s 7s 4h Th")
NO_PAIR = ("As Ks 2c 3d", "Qs Js 9h 8d", "9s 7s 4h Th")


def fourth_street(*cards: str, name: str = "seven-card-stud", stacks: tuple[int, ...] = (100,) * 3) -> State:
    """Everybody has paid 1 and called a bring-in of 1: these stacks are left."""
    more = (*[stack + 2 for stack in stacks],)
    return after(table(name, more, *cards, ante=1, bring_in=1, small_bet=5, big_bet=10), "b c c")


def amounts(state: State, actions: str = "") -> list[int]:
    return [*now(after(state, actions)).amounts]


def test_an_open_pair_on_fourth_street_lets_anybody_bet_either_amount() -> None:
    state = fourth_street(*NINES)
    assert state.turn == 1
    assert amounts(state) == amounts(state, "x") == amounts(state, "x x") == [5, 10]
    assert refused(state, Raise(1, 7)) == "a bet or raise is to 5 or 10 now, not to 7"
    assert amounts(fourth_street(*NO_PAIR)) == [5]


@pytest.mark.parametrize(
    ("actions", "to"),
    [
        ("r5", [10, 15]),
        ("r5 r10", [15, 20]),
        ("r5 r15", [25]),
        ("r10", [20]),
        ("r10 r20", [30]),
        ("r5 r10 r20", [30]),
        ("r5 r10 r15 r25", []),  # a bet and three raises, of whatever size
        ("r10 r20 r30 r40", []),
    ],
)
def test_raises_are_by_the_big_bet_once_it_was_made(actions: str, to: list[int]) -> None:
    assert amounts(fourth_street(*NINES), actions) == to


def test_the_choice_lasts_for_the_round_though_the_pair_is_folded() -> None:
    state = fourth_street(*NINES)
    assert amounts(state, "f") == [5, 10]
    assert amounts(state, "f r10") == [20]


def test_other_streets_and_games_do_not_ask_for_pairs() -> None:
    paired = after(
        fourth_street(*[f"{hand} {more}" for hand, more in zip(NINES, ("6c", "6d", "6h"), strict=True)]), "x x x"
    )
    assert amounts(paired) == [10]  # fifth street
    for name in ("stud-hi-lo", "razz"):
        assert amounts(fourth_street(*NINES, name=name)) == [5]
    before = table("seven-card-stud", (100,) * 3, "As Ks 2c", "Qs Js 9h", "8s 7s 4h", ante=1, bring_in=1, small_bet=5)
    assert amounts(before, "b") == [5]
    folded = table("seven-card-stud", (102,) * 3, *NINES, ante=1, bring_in=1, small_bet=5, big_bet=10)
    assert amounts(folded, "b f c") == [5]  # who folded on third street shows no pair on fourth


@pytest.mark.parametrize(
    ("all_in", "own", "others"),
    [
        (3, [3], [8, 13]),  # more than half of the small bet
        (2, [2], [5, 10]),
        (5, [5], [10, 15]),
        (7, [5, 7], [12, 17]),  # less than halfway from the small to the big bet
        (8, [5, 8], [18]),
        (10, [5, 10], [20]),
    ],
)
def test_all_in_between_the_two_bets_counts_as_the_nearer(all_in: int, own: list[int], others: list[int]) -> None:
    state = fourth_street(*NINES, stacks=(100, all_in, 100))
    assert amounts(state) == own
    assert amounts(state, f"r{all_in}") == others

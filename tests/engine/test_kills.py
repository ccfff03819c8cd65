"""Kill pots, by Robert's Rules of Poker: who wins twice in a row posts more, and the limits go up."""

import pytest

from fivecard import RulesError
from fivecard.engine import VARIANTS, KillButton, Limit, Stakes, State, start
from fivecard.engine.stakes import to_stacks
from tests.engine.tables import after, now, raises, table

LIMIT = VARIANTS["holdem"].with_limit(Limit.FIXED_LIMIT)
STAKES = Stakes(blinds=(2, 4), small_bet=4, big_bet=8)


def killed(position: int, players: int, *, half: bool = False) -> State:
    stakes = STAKES.killed(position, players, half=half)
    given = {name: getattr(stakes, name) for name in ("blinds", "posts", "small_bet", "big_bet")}
    return table(LIMIT, (100,) * players, **given)


@pytest.mark.parametrize(("half", "kill", "big"), [(False, 8, 16), (True, 6, 12)])
def test_a_kill_is_posted_and_the_limits_go_up(half: bool, kill: int, big: int) -> None:
    state = killed(3, 5, half=half)
    assert state.bets == (2, 4, 0, kill, 0)
    assert (now(state).call_amount, raises(state)) == (kill, (2 * kill, 2 * kill))
    flop = after(state, "c x c c c")
    assert raises(flop) == (kill, kill)
    assert raises(after(flop, "x x x x x")) == (big, big)


def test_the_killer_acts_in_turn() -> None:
    assert killed(3, 5).to_act == (2, 3, 4, 0, 1)
    assert killed(1, 5).to_act == (2, 3, 4, 0, 1)  # also in the big blind, which then is the kill


def test_a_kill_is_the_first_of_four_bets() -> None:
    state = killed(3, 5)
    assert [raises(after(state, actions))[0] for actions in ("", "r16", "r16 r24", "r16 r24 r32")] == [16, 24, 32, 0]


def test_a_killer_in_the_blinds_posts_the_difference() -> None:
    assert [killed(position, 3).bets for position in range(3)] == [(8, 4, 0), (2, 8, 0), (2, 4, 8)]
    assert [killed(position, 2).bets for position in range(2)] == [(8, 2), (4, 8)]


def test_without_blinds_a_kill_is_twice_the_small_bet() -> None:
    stakes = Stakes(ante=1, small_bet=2, big_bet=4).killed(1, 3)
    assert (stakes.posts, stakes.small_bet, stakes.big_bet) == ((0, 4, 0), 4, 8)
    state = table("five-card-draw", (50,) * 3, ante=1, posts=(0, 4, 0), small_bet=4, big_bet=8)
    assert (state.to_act, now(state).call_amount, raises(state)) == ((0, 1, 2), 4, (8, 8))


def test_a_kill_that_is_none_is_refused() -> None:
    with pytest.raises(RulesError, match="one and a half times 5 is no whole number of chips"):
        Stakes(blinds=(2, 5), small_bet=5).killed(0, 3, half=True)
    with pytest.raises(RulesError, match="3 players have no position 3"):
        STAKES.killed(3, 3)


# Who has to kill


def hand(button: KillButton, actions: str, *cards: str, players: tuple[int, ...] | None = None) -> KillButton:
    """Play a hand of three for the usual stakes."""
    begun = start(LIMIT, 3, stakes=STAKES, stacks=to_stacks(100, 3))
    over = after(table(LIMIT, (100,) * 3, *cards, blinds=(2, 4), small_bet=4, big_bet=8), actions)
    return button.after(begun, over, players)


CALLED = "c c x" + " x x x" * 3
ACES = ("As Ah", "Ks Kh", "Qs Qh", "2c 3d 8h 9c Jd")
SPLIT = ("As Kh", "Ah Ks", "Qs Qh", "2c 3d Ac 9c Jd")


def test_who_wins_twice_in_a_row_has_to_kill() -> None:
    first = hand(KillButton(), CALLED, *ACES)
    assert (first, first.killer) == (KillButton(0, 1), None)
    second = hand(first, CALLED, *ACES)
    assert (second.seat, second.killer) == (0, 0)
    assert hand(KillButton(2, 1), CALLED, *ACES) == KillButton(0, 1)
    assert hand(KillButton(2, 2), CALLED, *ACES) == KillButton(0, 1)


def test_the_second_leg_takes_a_full_bet_beyond_the_blinds() -> None:
    assert hand(KillButton(2, 1), "r8 f f") == KillButton(2, 1)  # nothing but the blinds
    assert hand(KillButton(2, 1), "r8 f r12 r16 f").killer == 2
    assert hand(KillButton(), "r8 f f") == KillButton(2, 1)  # the first leg takes nothing


def test_a_split_pot_leaves_the_button_with_who_has_it() -> None:
    assert hand(KillButton(0, 1), CALLED, *SPLIT) == KillButton(0, 1)
    assert hand(KillButton(0, 2), CALLED, *SPLIT).killer == 0  # who killed this pot kills the next too
    assert hand(KillButton(2, 1), CALLED, *SPLIT) == KillButton()


def test_seats_are_the_tables() -> None:
    button = hand(KillButton(7, 1), CALLED, *ACES, players=(7, 1, 3))
    assert (button.killer, button.stakes(STAKES, (1, 3, 7)).posts) == (7, (0, 0, 8))
    assert button.stakes(STAKES, (1, 3, 7), half=True).posts == (0, 0, 6)
    assert button.stakes(STAKES, (1, 3)) == STAKES  # who sits out kills nothing

"""Seats between hands: a dead button, missed blinds, and that nobody plays without paying. The rules are Robert's Rules
of Poker's, button and blind use.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivecard import IllegalActionError
from fivecard.engine import (
    VARIANTS,
    Deal,
    Fold,
    Limit,
    Places,
    Pot,
    Raise,
    Seating,
    Stakes,
    Standing,
    apply,
    pots_of,
    start,
)
from fivecard.errors import HistoryError, RulesError
from fivecard.histories import History, dumps, loads, phh, pokerstars
from tests.engine.tables import ACES_KINGS_QUEENS, DRY, after, now, play, raises, table

USUAL = Stakes(blinds=(1, 2), small_bet=2)


def six() -> Seating:
    """Six players: seat 0 has the button, 1 and 2 pay the blinds."""
    return Seating.of(6, players=range(6), button=0).next_hand()[0]


def blinds(places: Places) -> tuple[int, int | None, int]:
    return places.button, places.small_blind, places.big_blind


# The button and the blinds


def test_button_and_blinds_go_round_the_table() -> None:
    seating = Seating.of(4, players=range(4), button=3)
    found = []
    for _ in range(5):
        seating, places = seating.next_hand()
        found.append((blinds(places), places.players))
    assert found == [
        ((3, 0, 1), (0, 1, 2, 3)),
        ((0, 1, 2), (1, 2, 3, 0)),
        ((1, 2, 3), (2, 3, 0, 1)),
        ((2, 3, 0), (3, 0, 1, 2)),
        ((3, 0, 1), (0, 1, 2, 3)),
    ]


def test_with_two_players_the_button_is_the_small_blind_and_the_big_blind_alternates() -> None:
    seating = Seating.of(5, players=(1, 3), button=3)
    seating, first = seating.next_hand()
    assert (blinds(first), first.players) == ((3, 3, 1), (1, 3))
    seating, second = seating.next_hand()
    assert (blinds(second), second.players) == ((1, 1, 3), (3, 1))
    assert first.stakes(USUAL).posted_blinds(2) == (2, 1)


def test_the_small_blind_is_dead_where_the_big_blind_has_left() -> None:
    seating, places = six().leave(2).next_hand()
    assert (blinds(places), places.players) == ((1, None, 3), (3, 4, 5, 0, 1))
    stakes = places.stakes(USUAL)
    assert stakes.posted_blinds(5) == (2, 0, 0, 0, 0)
    state, _ = apply(
        start(VARIANTS["holdem"], 5, stakes=stakes, stacks=100), Deal(tuple(sorted(VARIANTS["holdem"].deck)))
    )
    assert (state.bets, state.to_act) == ((2, 0, 0, 0, 0), (1, 2, 3, 4, 0))
    seating, places = seating.next_hand()
    assert (blinds(places), places.players) == ((2, 3, 4), (3, 4, 5, 0, 1))  # the button is dead: seat 1 is last again


def test_a_dead_small_blind_does_not_change_the_pot_limit() -> None:
    """TDA, pot-limit bets: blinds of 100 and 200, the small one dead: the pot bet of the first to act is 700."""
    usual = Stakes(blinds=(100, 200), small_bet=200)
    rules = VARIANTS["omaha"]
    deal = Deal(tuple(sorted(rules.deck)))
    for leaving in (2, 1):  # the big blind of the hand before, or its small blind
        places = six().leave(leaving).next_hand()[1]
        state, _ = apply(start(rules, 5, stakes=places.stakes(usual), stacks=9000), deal)
        assert (places.small_blind is None, raises(state)) == (leaving == 2, (400, 700))
    state, _ = apply(start(rules, 5, stakes=six().leave(2).next_hand()[1].stakes(usual), stacks=9000), deal)
    assert raises(after(state, "c f f f x")) == (200, 400)  # after the flop there is what there is


def test_a_dead_small_blind_that_counts_for_the_pot_is_not_written() -> None:
    stakes = six().leave(2).next_hand()[1].stakes(USUAL)
    deal = Deal(tuple(sorted(VARIANTS["omaha"].deck)))
    history = History(VARIANTS["omaha"], stakes, (99,) * 3, deal, (Raise(1, 7), Fold(2), Fold(0)))
    for write in (phh.dumps, pokerstars.dumps):
        with pytest.raises(HistoryError, match="cannot say that a dead small blind counts for the pot"):
            write(history)
        assert write(replace(history, rules=VARIANTS["holdem"]))


def test_a_straddle_stays_a_straddle_where_the_small_blind_is_dead() -> None:
    stakes = six().leave(2).next_hand()[1].stakes(Stakes(blinds=(1, 2, 4), small_bet=2))
    assert (stakes.posted_blinds(5), stakes.big_blind) == ((2, 4, 0, 0, 0), 2)
    assert stakes.killed(3, players=5).posts == (0, 0, 0, 4, 0)
    state, _ = apply(start(VARIANTS["holdem"], 5, stakes=stakes, stacks=100), Deal.shuffled(Random(1)))
    assert (state.bets, state.to_act, raises(state)) == ((2, 4, 0, 0, 0), (2, 3, 4, 0, 1), (8, 100))


def test_a_straddle_without_a_small_blind_is_written_as_phh_alone() -> None:
    stakes = Stakes(blinds=(2, 4), small_bet=2, no_small_blind=True)
    deal = Deal(tuple(sorted(VARIANTS["holdem"].deck)))
    history = History(VARIANTS["holdem"], stakes, (9,) * 3, deal, (Fold(2), Fold(0)))
    assert loads(dumps(history)).stakes == stakes
    with pytest.raises(HistoryError, match="a straddle without a small blind cannot be written"):
        dumps(history, "pokerstars")


def test_the_big_blind_pays_the_ante_of_all_where_the_small_blind_is_dead() -> None:
    usual = Stakes(ante=(0, 2), blinds=(1, 2), small_bet=2)
    assert six().next_hand()[1].stakes(usual).antes(6) == (0, 2, 0, 0, 0, 0)
    assert six().leave(2).next_hand()[1].stakes(usual).antes(5) == (2, 0, 0, 0, 0)


def test_antes_are_for_the_positions_that_there_are() -> None:
    usual = Stakes(ante=(0, 2, 1), blinds=(1, 2), small_bet=2)
    places = Seating.of(5, players=(1, 3), button=3).next_hand()[1]
    assert places.stakes(usual).antes(2) == (2, 0)  # the big blind comes first, the button has the small one


def test_the_button_is_dead_where_the_small_blind_has_left() -> None:
    places = six().leave(1).next_hand()[1]
    assert (blinds(places), places.players) == ((1, 2, 3), (2, 3, 4, 5, 0))


def test_nobody_is_the_big_blind_twice_as_three_become_two() -> None:
    """TDA, heads-up: the button is adjusted so that nobody has the big blind twice in a row."""
    seating = Seating.of(3, players=range(3), button=0).next_hand()[0]  # 2 is the big blind
    for leaving, found in ((0, (2, 2, 1)), (1, (2, 2, 0)), (2, (1, 1, 0))):
        assert blinds(seating.leave(leaving).next_hand()[1]) == found


def test_the_button_waits_during_hands_without_blinds() -> None:
    """TDA, mixed games: it is frozen during stud where it would be in the next hand of hold'em, and starts there."""
    seating = six()
    assert seating.without_blinds() == (2, 3, 4, 5, 0, 1)  # 1 has it
    assert seating.leave(1).sit_out(4).without_blinds() == (2, 3, 5, 0)
    assert blinds(seating.next_hand()[1]) == (1, 2, 3)
    for waiting in (seating.leave(5).sit(5), seating.sit_out(5).come_back(5)):
        assert 5 in waiting.without_blinds()


def test_with_two_players_the_button_waits_for_who_would_be_the_small_blind() -> None:
    seating = Seating.of(5, players=(1, 3), button=3).next_hand()[0]
    assert seating.without_blinds() == seating.next_hand()[1].players == (3, 1)
    with pytest.raises(IllegalActionError, match="two players who are ready"):
        seating.sit_out(1).without_blinds()


# Missed blinds


def hands_until(seating: Seating, seat: int) -> tuple[int, Places]:
    """Play hands until somebody is dealt in."""
    for number in range(1, 99):
        seating, places = seating.next_hand()
        if seat in places.players:
            return number, places
    raise AssertionError(seat)


def test_who_sits_out_without_missing_a_blind_owes_nothing() -> None:
    seating = six().sit_out(5).next_hand()[0].come_back(5)
    number, places = hands_until(seating, 5)
    assert (number, places.posting, places.posting_dead) == (1, (), ())


def test_who_missed_both_blinds_posts_both_once_the_button_has_passed() -> None:
    seating = six().sit_out(3).next_hand()[0]  # 4 was the big blind in place of 3
    number, places = hands_until(seating.come_back(3, post=True), 3)
    assert (number, blinds(places), places.posting, places.posting_dead) == (2, (4, 5, 0), (3,), (3,))
    stakes = places.stakes(USUAL)
    assert (places.players, stakes.posted_blinds(6)) == ((5, 0, 1, 2, 3, 4), (1, 2, 0, 0, 2, 0))
    assert stakes.dead_blinds(6) == (0, 0, 0, 0, 1, 0)


def test_who_missed_the_small_blind_alone_posts_that_dead() -> None:
    seating = six().sit_out(2).next_hand()[0]  # who was the big blind
    number, places = hands_until(seating.come_back(2, post=True), 2)
    assert (number, blinds(places), places.posting, places.posting_dead) == (2, (3, 4, 5), (), (2,))


def test_who_waits_for_the_big_blind_pays_no_more_than_that() -> None:
    seating = six().sit_out(3).next_hand()[0].come_back(3)
    number, places = hands_until(seating, 3)
    assert (number, places.big_blind, places.posting, places.posting_dead) == (5, 3, (), ())


def test_somebody_new_posts_the_big_blind_or_waits_for_it() -> None:
    seating = six().leave(5).next_hand()[0]  # 3 is the big blind
    number, places = hands_until(seating.sit(5, post=True), 5)
    assert (number, places.posting, places.posting_dead) == (1, (5,), ())
    number, places = hands_until(seating.sit(5), 5)
    assert (number, places.big_blind, places.posting) == (2, 5, ())


def test_nobody_new_comes_in_from_the_button_to_the_big_blind() -> None:
    seating = six().leave(2).next_hand()[0].sit(2, post=True)  # 1 has the button, 3 is the big blind
    number, places = hands_until(seating, 2)
    assert (number, blinds(places), places.posting) == (2, (3, 4, 5), (2,))


def test_nobody_waits_where_there_would_be_no_hand() -> None:
    seating = six().sit_out(3).next_hand()[0].come_back(3)
    for leaving in (0, 1, 2, 4):
        seating = seating.leave(leaving)
    number, places = hands_until(seating, 3)
    assert (number, blinds(places), places.posting, places.posting_dead) == (1, (3, 3, 5), (3,), (3,))
    assert places.stakes(USUAL).posted_blinds(2) == (2, 2)
    assert places.stakes(USUAL).dead_blinds(2) == (0, 1)


MOVES: dict[str, Callable[[Seating, int], Seating]] = {
    "out": Seating.sit_out,
    "back": Seating.come_back,
    "back, posting": lambda seating, seat: seating.come_back(seat, post=True),
    "leave": Seating.leave,
    "sit": Seating.sit,
    "sit, posting": lambda seating, seat: seating.sit(seat, post=True),
}


class Account:
    """What somebody paid and played since the big blind last came to the seat or passed it."""

    def __init__(self, *, is_new: bool) -> None:
        self.is_new, self.passed = is_new, False
        self.hands = self.big = self.small = 0


@given(st.integers(0, 2**32).map(Random))
def test_nobody_plays_a_round_of_the_table_without_paying_for_it(random: Random) -> None:
    """Whatever anybody does: between two passings of the big blind over a seat, who is dealt in has paid it, and who
    is dealt in beyond that hand has paid the small blind too. Who stays pays each once, and plays every hand.
    """
    players = random.sample(range(6), random.randint(2, 6))
    seating = Seating.of(6, players=players, button=random.choice(players))
    accounts = {seat: Account(is_new=False) for seat in players}
    for _ in range(100):
        what, seat = random.choice(["deal", "deal", "deal", "out", "back, posting", *MOVES]), random.randrange(6)
        if what != "deal":
            if (seating.seats[seat] is None) == what.startswith("sit"):
                seating = MOVES[what](seating, seat)
                if what.startswith("sit"):
                    accounts[seat] = Account(is_new=True)
                elif what == "leave":
                    del accounts[seat]
            continue
        ready = [player for player in seating.seats if player and player.standing is not Standing.OUT]
        if len(ready) < 2:
            with pytest.raises(IllegalActionError, match="two players who are ready"):
                seating.next_hand()
            continue
        staying = {
            number for number, player in enumerate(seating.seats) if player and player.standing is Standing.PLAYING
        }
        before, (seating, places) = seating.big, seating.next_hand()
        assert staying <= {*places.players}
        assert len({*places.players}) == len(places.players) >= 2
        assert places.big_blind != before  # nobody has the big blind twice in a row
        assert places.big_blind == places.players[places.small_blind is not None and len(places.players) > 2]
        steps = (places.big_blind - before) % 6
        for passed in [(before + step) % 6 for step in range(1, steps + 1)]:
            if passed in accounts:
                accounts[passed] = Account(is_new=accounts[passed].is_new and passed not in places.players)
                accounts[passed].passed = True
        for dealt in places.players:
            account = accounts[dealt]
            account.hands += 1
            account.big += dealt == places.big_blind or dealt in places.posting
            account.small += dealt == places.small_blind or dealt in places.posting_dead
            if account.is_new or account.passed:
                assert account.big == 1
            if account.passed and account.hands > 1 and not account.is_new:
                assert account.small >= 1


# In the engine


def test_a_dead_blind_is_no_part_of_the_bet() -> None:
    cards = (*ACES_KINGS_QUEENS, "Ts Th", DRY)
    state = table("holdem", (100,) * 4, *cards, blinds=(1, 2), small_bet=2, posts=(0, 0, 0, 2), dead=(0, 0, 0, 1))
    assert (state.bets, state.committed, state.pot) == ((1, 2, 0, 2), (1, 2, 0, 3), 6)
    assert state.to_act == (2, 3, 0, 1)  # the post does not move the first turn
    checking = after(state, "f")
    assert (checking.turn, now(checking).check, raises(checking)) == (3, True, (4, 99))  # and may raise
    over, _ = play(state, "f x c x" + " x x x" * 3)
    assert over.won == (7, 0, 0, 0)


def test_dead_blinds_are_in_the_main_pot() -> None:
    cards = (*ACES_KINGS_QUEENS, "Ts Th", DRY)
    state = table(
        "holdem", (5, 100, 100, 100), *cards, blinds=(1, 2), small_bet=2, posts=(0, 0, 0, 2), dead=(0, 0, 0, 1)
    )
    state = after(state, "f r20 c c")
    assert pots_of(state) == (Pot(16, (0, 1, 3)), Pot(30, (1, 3)))


def test_who_is_short_pays_what_is_dead_first() -> None:
    state = table(
        "holdem", (100, 100, 2), *ACES_KINGS_QUEENS, DRY, blinds=(1, 2), small_bet=2, posts=(0, 0, 2), dead=(0, 0, 1)
    )
    assert (state.bets, state.committed, state.stacks[2]) == ((1, 2, 1), (1, 2, 2), 0)


def test_a_post_counts_as_the_big_blind_does() -> None:
    limit = VARIANTS["holdem"].with_limit(Limit.FIXED_LIMIT)
    state = table(limit, (100,) * 4, blinds=(1, 2), small_bet=2, posts=(0, 0, 0, 2))
    assert [raises(after(state, actions))[0] for actions in ("", "r4", "r4 r6", "r4 r6 r8")] == [4, 6, 8, 0]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"posts": [2]}, "posts are a tuple of chips, one for each position, not [2]"),
        ({"dead": 1}, "posts are a tuple of chips, one for each position, not 1"),
        ({"posts": (-2,)}, "the blind is a whole number of chips, not -2"),
        ({"no_small_blind": 1}, "there is a small blind or not: 1 is neither True nor False"),
        (
            {"no_small_blind": True, "blinds": (2,)},
            "without a small blind there are a big blind and straddles, not (2,)",
        ),
        ({"blinds": (2, 4), "small_bet": 2}, "no bet is smaller than the big blind of 4, not 2"),
        ({"dead": (1,), "trim_antes": True}, "antes are not trimmed where dead blinds are posted"),
    ],
)
def test_what_is_no_post_is_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(RulesError, match=f"^{re.escape(message)}$"):
        Stakes(**given)


def test_posts_are_for_games_with_blinds() -> None:
    for name, stakes in (("razz", Stakes(posts=(0, 1))), ("razz", Stakes(dead=(1,)))):
        with pytest.raises(RulesError, match="there are no blinds in razz"):
            start(VARIANTS[name], 3, stakes=stakes, stacks=9)
    with pytest.raises(RulesError, match="there are no blinds in Omaha, bomb pot"):
        start(VARIANTS["omaha"].as_bomb_pot(), 3, stakes=Stakes(posts=(0, 0, 1)), stacks=9)
    with pytest.raises(RulesError, match="there are 2 players, but antes or blinds for 3"):
        start(VARIANTS["holdem"], 2, stakes=Stakes(posts=(0, 0, 1)), stacks=9)
    with pytest.raises(RulesError, match="there are a small and a big blind to pay"):
        six().next_hand()[1].stakes(Stakes(ante=1))


def test_posts_are_not_written_as_what_they_are_not() -> None:
    history = History(VARIANTS["holdem"], Stakes(blinds=(1, 2), small_bet=2, dead=(0, 0, 1)), (9,) * 3, Deal(()))
    for write in (phh.dumps, pokerstars.dumps):
        with pytest.raises(HistoryError, match=r"(dead blinds|posts of blinds that were missed) cannot be written"):
            write(history)


@pytest.mark.parametrize(
    ("do", "message"),
    [
        (lambda: six().sit(3), "there is no free seat 3"),
        (lambda: six().sit(6), "there is no free seat 6"),
        (lambda: six().leave(9), "nobody sits on seat 9"),
        (lambda: six().leave(4).sit_out(4), "nobody sits on seat 4"),
        (lambda: Seating.of(6, players=(1,), button=1), "a game begins with a button and two players or more"),
        (lambda: Seating.of(6, players=(1, 2), button=0), "a game begins with a button and two players or more"),
    ],
)
def test_seats_that_are_not_there_are_refused(do: Callable[[], object], message: str) -> None:
    with pytest.raises((RulesError, IllegalActionError), match=message):
        do()

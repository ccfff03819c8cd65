"""Sitting down, leaving, kicking and pausing with chips: nobody makes any, wins a pot, or gains time by it."""

import random
from collections.abc import Callable

import pytest

from fivecard.engine import legal, view_for
from fivecard.table.core import Request, TableError, is_due, replay
from fivecard.table.core.commands import Grant, Kick, Pause, Rebuy, Resume, Sit
from fivecard.table.core.events import Kicked, Left, Resumed, Voided, decode, encode
from fivecard.table.view import table_view
from tables import LiveTable, chips_table, come_round
from test_table_chips import all_chips


def sit(live: LiveTable, seat: int, name: str, token: str = "") -> None:
    live.do(Request(Sit(live.table.seq, seat, name), token or f"token of {name}", 0.0))


def turn_of(live: LiveTable) -> int:
    assert live.table.game.turn is not None
    return live.table.game.turn


# Chips are not made


@pytest.mark.parametrize("go_on", [LiveTable.deal, LiveTable.begin])
def test_who_left_a_hand_sits_down_again_when_it_is_over_and_paid_for(go_on: Callable[[LiveTable], object]) -> None:
    live = chips_table("Ann", "Bob", "Cy", seats=4, fill="nobody")
    go_on(live)
    live.leave(2)
    for name in ("Cy", "Back"):
        with pytest.raises(TableError, match="wait for its end") as refusal:
            sit(live, 3, name, "token of Cy")
        assert refusal.value.code == "not-now"
    live.play_on_to_the_end(random.Random(1))
    sit(live, 3, "Cy")
    assert live.table.purses[3].stack == live.table.playing.stacks[2] - 1  # the ante
    assert all_chips(live.table) == 0


def test_who_left_a_deal_that_came_to_nothing_sits_down_again() -> None:
    live = chips_table("Ann", "Bob", "Cy", seats=3, fill="nobody")
    live.begin()
    live.leave(2)
    assert any(isinstance(event, Voided) for event in live.tick(10.0))
    sit(live, 2, "Cy")
    assert live.table.purses[2].net == 0
    assert all_chips(live.table) == 0


@pytest.mark.parametrize("rules", ["five-card-draw", "holdem", "razz"])
def test_no_coming_and_going_makes_chips(rules: str) -> None:
    source = random.Random(rules)
    live = chips_table("Ann", "Bob", "Cy", "Di", rules=rules, seats=5, fill="nobody", stack=40)
    refused = returned = kicked = 0

    def wander() -> None:
        nonlocal refused, returned, kicked
        table = live.table
        if table.shuffling:  # who leaves a shuffle has his puzzle squared, which takes long
            return
        seat = source.randrange(1, 5)
        if table.seats[seat] and source.random() < 0.04:
            live.leave(seat)
        elif table.seats[seat] and source.random() < 0.005:
            kicked += len(live.ask(0, Kick(seat=seat)))
        elif table.gone and not table.seats[seat]:
            gone = source.choice(table.gone)
            try:
                sit(live, seat, gone.name, gone.token)
                returned += 1
            except TableError:
                refused += 1

    for number in range(60):
        free = [seat for seat, person in enumerate(live.table.seats) if not person]
        if free:
            sit(live, free[0], f"New {number}")
        come_round(live)
        live.play_round(source, wander)
        assert all_chips(live.table) == 0
        assert min(purse.stack for purse in live.table.purses) >= 0
    assert min(refused, returned, kicked) > 3
    assert replay(map(decode, [encode(event) for event in live.events])) == live.table


# The kicked, and the broke


def test_the_host_wins_no_pot_by_kicking() -> None:
    live = chips_table("Ann", "Bob", seats=2, fill="nobody")
    live.deal()
    assert live.ask(0, Kick(seat=1)) == (Kicked(1),)
    assert [seat.leaving for seat in table_view(live.table, 1, (), 0.0).seats[:2]] == [False, True]
    assert live.ask(0, Kick(seat=1)) == ()
    while live.table.phase == "playing":  # Bob still acts for himself
        now = legal(view_for(live.table.game, turn_of(live)))
        assert now
        live.act(turn_of(live), "check") if now.check else live.act(turn_of(live), "discard", cards=())
    assert live.events[-1] == Left(1)
    assert live.table.game.folded == ()
    assert live.records[-1]["levels"] == [None, None]
    assert live.table.seats[1] is None
    assert all_chips(live.table) == 0
    with pytest.raises(TableError, match="the host had you leave"):
        sit(live, 1, "Bob")


def test_who_was_kicked_leaves_with_a_deal_that_comes_to_nothing_and_is_no_host_until_then() -> None:
    live = chips_table("Ann", "Bob", "Cy", seats=3, fill="nobody")
    live.begin()
    live.ask(0, Kick(seat=1))
    live.leave(0)
    assert live.table.host == 2
    assert live.tick(10.0)[-1] == Left(1)
    assert [seat and seat.name for seat in live.table.seats] == [None, None, "Cy"]


def test_another_browser_brings_no_chips_to_who_lost_them_or_was_kicked() -> None:
    live = chips_table("Ann", "Bob", "Cy", seats=4, fill="nobody")
    sit(live, 3, "Di")
    assert live.table.purses[3].stack == live.table.stack  # nobody has lost anything yet
    live.ask(0, Kick(seat=1))
    sit(live, 1, "Robert")
    assert live.table.purses[1].stack == 0
    with pytest.raises(TableError, match="you have no chips"):
        live.come_back(1)
    live.begin()
    assert 1 not in {player.seat for player in live.table.playing.players}
    assert table_view(live.table, 0, {0}, 0.0).seats[1].asks
    live.play_on_to_the_end(random.Random(1))
    live.ask(0, Grant(seat=1, chips=50))
    live.begin()
    assert 1 in {player.seat for player in live.table.playing.players}


def test_who_lost_and_left_is_not_given_chips_again_by_sitting_down_as_another() -> None:
    live = chips_table("Ann", "Bob", "Cy", seats=3, fill="nobody")
    live.deal()
    live.leave(2)
    sit(live, 2, "Cyril")  # before the hand is over, too
    assert live.table.purses[2].stack == 0
    live.leave(2)
    live.play_on_to_the_end(random.Random(1))
    sit(live, 2, "Cyrus")
    assert live.table.purses[2].stack == 0


def test_with_nobody_there_to_ask_a_newcomer_has_chips() -> None:
    live = chips_table("Ann", seats=2)
    live.deal()
    live.leave(0)
    live.play_on_to_the_end(random.Random(1))
    sit(live, 0, "Eve")
    assert live.table.purses[0].stack == live.table.stack
    with pytest.raises(TableError):
        live.do(Request(Rebuy(), "token of Ann", 0.0))


# Names


def test_nobody_has_the_name_of_who_plays_in_the_hand() -> None:
    live = chips_table("Ann", "Bob", seats=4)
    live.deal()
    live.leave(1)
    for name in ("Carl", "CarI", "Bob"):
        with pytest.raises(TableError, match="already"):
            sit(live, 2, name, "token of Eve")
    live.play_on_to_the_end(random.Random(1))
    with pytest.raises(TableError, match="already"):
        sit(live, 2, "Emmy", "token of Eve")
    sit(live, 1, "Bob")


def test_computers_find_a_name_whatever_people_are_called() -> None:
    live = chips_table(seats=6)
    for seat, name in enumerate(("Ada", "Ada II", "Ada III", "Ada IV", "Ada V"), 1):
        sit(live, seat, name)
    live.begin()
    assert live.table.playing.names()[0] == "Ada VI"


# Time


def test_leaving_does_not_fill_the_time_bank() -> None:
    live = chips_table("Ann", "Bob", seats=2, fill="nobody", bank=12)
    live.deal()
    turn = turn_of(live)
    name = live.table.playing.names()[turn]
    live.act(turn, "check", now=40.0)
    live.play_on_to_the_end(random.Random(1))
    live.leave(turn)
    sit(live, turn, name)
    assert live.table.seats[turn].bank == 2.0  # type: ignore[union-attr]


def test_a_restart_in_a_pause_gives_no_more_than_the_whole_clock() -> None:
    live = chips_table("Ann", "Bob", seats=2)
    live.deal()
    live.ask(0, Pause(on=True), 10.0)
    assert live.do(Resume(1000.0)) == (Resumed(1030.0),)
    live.ask(0, Pause(on=False), 1100.0)
    assert live.table.until == 1130.0


@pytest.mark.parametrize("go_on", [LiveTable.begin, LiveTable.seal])
def test_a_pause_does_not_stretch_the_shuffle(go_on: Callable[[LiveTable], object]) -> None:
    live = chips_table("Ann", "Bob", seats=2, fill="nobody")
    go_on(live)
    until = live.table.until
    live.ask(0, Pause(on=True), 1.0)
    live.ask(0, Pause(on=False), 2.5)
    assert live.table.until == until == 3.0
    assert is_due(live.table, 3.0, {0, 1})


def test_a_pause_from_before_the_deal_gives_the_clock_and_no_more() -> None:
    live = chips_table("Ann", "Bob", seats=2)
    live.seal()
    live.ask(0, Pause(on=True), 1.0)
    for player in (0, 1):
        live.open(player)
    live.tick(2.0)
    live.ask(0, Pause(on=False), 100.0)
    assert live.table.until == 130.0


def test_a_pause_between_hands_keeps_the_time_that_others_are_waited_for() -> None:
    live = chips_table("Ann", "Bob", seats=2)
    live.ready(0, {0, 1})
    until = live.table.until
    assert until is not None
    live.ask(0, Pause(on=True), 5.0)
    live.ask(0, Pause(on=False), 8.0)
    assert live.table.until == until + 3

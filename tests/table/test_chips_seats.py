"""Sitting down, leaving, kicking and pausing with chips: nobody makes any, wins a pot, or gains time by it."""

import random

import pytest

from fivecard.engine import legal, view_for
from fivecard.table.core import Request, TableError, replay
from fivecard.table.core.commands import (
    PATIENCE,
    Begin,
    ChangeStakes,
    End,
    Grant,
    Kick,
    MissHost,
    Pause,
    Rebuy,
    Resume,
    Return,
    SitOut,
)
from fivecard.table.core.events import (
    Acted,
    Appeared,
    Ended,
    Granted,
    Kicked,
    Left,
    Resumed,
    StakesChanged,
    Vanished,
    WentAway,
    decode,
    encode,
)
from fivecard.table.protocol.view import table_view
from tests.table.tables import NONCES, LiveTable, all_chips, come_round, refused, table_for


def sit(live: LiveTable, seat: int, name: str, token: str = "") -> None:
    live.do(Request(live.to_sit(seat, name), token or f"token of {name}", 0.0))


def turn_of(live: LiveTable) -> int:
    assert live.table.game.turn is not None
    return live.table.game.turn


# Chips are not made


def test_who_left_a_hand_sits_down_again_when_it_is_over_and_paid_for() -> None:
    live = table_for("Ann", "Bob", "Cy", seats=4, fill="nobody")
    live.deal()
    live.leave(2)
    for name in ("Cy", "Back"):
        with refused("not-now"):
            sit(live, 3, name, "token of Cy")
    live.play_on_to_the_end(random.Random(1))
    sit(live, 3, "Cy")
    assert live.table.purses[3].stack == live.table.playing.stacks[2] - 1  # the ante
    assert all_chips(live.table) == 0


def test_who_was_ready_and_left_before_the_deal_sits_down_again() -> None:
    live = table_for("Ann", "Bob", "Cy", seats=3, fill="nobody")
    live.ready(2, {0, 1, 2})
    live.leave(2)
    sit(live, 2, "Cy")
    assert live.table.purses[2].net == 0
    assert all_chips(live.table) == 0


@pytest.mark.parametrize("rules", ["five-card-draw", "holdem", "razz"])
def test_no_coming_and_going_makes_chips(rules: str) -> None:
    source = random.Random(rules)
    live = table_for("Ann", "Bob", "Cy", "Di", rules=rules, seats=5, fill="nobody", stack=40)
    refused = returned = kicked = 0

    def wander() -> None:
        nonlocal refused, returned, kicked
        table = live.table
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

    for number in range(90):
        free = [seat for seat, person in enumerate(live.table.seats) if not person]
        if free:
            sit(live, free[0], f"New {number}")
        come_round(live)
        live.play_round(source, wander)
        assert all_chips(live.table) == 0
        assert min(purse.stack for purse in live.table.purses) >= 0
    assert min(refused, returned, kicked) > 1
    assert replay(map(decode, [encode(event) for event in live.events])) == live.table


# The kicked, and the broke


def test_the_host_wins_no_pot_by_kicking() -> None:
    live = table_for("Ann", "Bob", seats=2, fill="nobody")
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
    with refused("kicked"):
        sit(live, 1, "Bob")


def test_who_was_kicked_leaves_with_the_end_of_the_hand_and_is_no_host_until_then() -> None:
    live = table_for("Ann", "Bob", "Cy", seats=3, fill="nobody")
    live.deal()
    live.ask(0, Kick(seat=1))
    live.leave(0)
    assert live.table.host == 2
    live.play_on_to_the_end(random.Random(1))
    assert live.events[-1] == Left(1)
    assert [seat and seat.name for seat in live.table.seats] == [None, None, "Cy"]


def test_who_is_kicked_while_ready_is_dealt_in_and_leaves_after_the_hand() -> None:
    """The host may know the deck, and keeps nobody out of it."""
    live = table_for("Ann", "Bob", "Cy", seats=3, fill="nobody")
    for seat in (1, 2):
        live.ready(seat, {0, 1, 2})
    assert live.ask(0, Kick(seat=1)) == (Kicked(1),)
    live.ready(0, {0, 1, 2})
    assert live.table.playing.names() == ["Ann", "Bob", "Cy"]
    live.play_on_to_the_end(random.Random(1))
    assert live.events[-1] == Left(1)


def test_who_is_host_for_a_while_neither_ends_the_evening_nor_makes_himself_rich() -> None:
    live = table_for("Ann", "Bob", "Cy", seats=3, fill="nobody", stack=100)
    live.take(Vanished(0))
    assert live.table.host == 1
    with refused("not-host", "opened"):
        live.ask(1, End())
    for chips in (1, 1_000_000):
        with refused("not-host", "stack"):
            live.ask(1, Grant(seat=1, chips=chips))
    for seat in (1, 2):  # another one may be a second browser
        live.take(Granted(seat, -100))
        with refused("not-host", "stack"):
            live.ask(1, Grant(seat=seat, chips=101))
        assert live.ask(1, Grant(seat=seat, chips=100)) == (Granted(seat, 100),)
        with refused("not-host", "stack"):
            live.ask(1, Grant(seat=seat, chips=1))
    stakes = ChangeStakes(ante=50)
    with refused("not-host", "stakes"):  # a hand for other stakes cannot be undone
        live.ask(1, stakes)
    live.leave(0)
    assert live.ask(1, stakes) == (StakesChanged(stakes.of(live.table.rules)),)  # for nobody else can
    assert live.ask(1, End()) == (Ended(),)


def test_who_sits_down_meanwhile_is_neither_kicked_nor_given_chips_for_another() -> None:
    live = table_for("Ann", "Bob", seats=3, fill="nobody")
    known = live.table.seq
    live.leave(1)
    sit(live, 1, "Eve")
    for message in (Kick(seat=1, seq=known), Grant(seat=1, chips=50, seq=known)):
        with refused("stale", "Eve", "seat 2"):
            live.ask(0, message)
    assert live.ask(0, Grant(seat=1, chips=50, seq=live.table.seq)) == (Granted(1, 50),)
    live.ask(0, Pause(on=True))  # what happens otherwise does not matter
    assert live.ask(0, Kick(seat=1, seq=live.table.seq - 1)) == (Kicked(1), Left(1))


def lose_all(live: LiveTable) -> int:
    """Go all in until somebody is broke; gives the seat."""
    live.deal()
    while live.table.phase == "playing":
        turn = turn_of(live)
        now = legal(view_for(live.table.game, turn))
        assert now
        if now.max_raise_to:
            live.act(turn, "raise", to=now.max_raise_to)
        else:
            live.act(turn, "call" if now.call_amount else "check")
    return next(seat for seat, purse in enumerate(live.table.purses) if not purse.stack)


@pytest.mark.parametrize("asks", [False, True])
def test_chips_are_given_to_who_sits_out_and_do_not_end_that(asks: bool) -> None:
    live = table_for("Ann", "Bob", seats=2, fill="nobody", rules="holdem", stack=10)
    broke = lose_all(live)
    assert live.table.seats[broke].out == "broke"  # type: ignore[union-attr]
    live.ask(broke, SitOut())
    if asks:
        live.ask(broke, Rebuy())
    live.ask(0, Grant(seat=broke, chips=5))
    assert table_view(live.table, 0, {0}, 0.0).seats[broke].out == "asked"
    live.come_back(broke)
    assert table_view(live.table, 0, {0}, 0.0).seats[broke].out == ""


@pytest.mark.parametrize("asks", [False, True])
def test_chips_bring_those_back_who_are_away_only_if_they_asked(asks: bool) -> None:
    live = table_for("Ann", "Bob", seats=2, fill="nobody", rules="holdem", stack=10)
    broke = lose_all(live)
    live.take(WentAway(broke))
    if asks:
        live.ask(broke, Rebuy())
    live.ask(0, Grant(seat=broke, chips=5))
    person = live.table.seats[broke]
    assert person
    assert (person.out, person.away) == ("", not asks)


def test_chips_that_come_in_the_middle_of_a_hand_bring_the_broke_into_the_next() -> None:
    live = table_for("Ann", "Bob", "Cy", seats=4, fill="nobody")
    live.deal()
    live.leave(2)
    sit(live, 3, "Di")
    assert table_view(live.table, 0, {0}, 0.0).seats[3].out == "broke"
    live.ask(0, Grant(seat=3, chips=50))
    live.play_on_to_the_end(random.Random(1))
    live.begin()
    assert 3 in {player.seat for player in live.table.playing.players}


def test_who_sits_elsewhere_by_now_is_known_by_the_hands_seen_from_each_seat() -> None:
    live = table_for("Ann", "Bob", seats=4, fill="nobody")
    live.play_round(random.Random(1))
    live.leave(1)
    sit(live, 1, "Cy")
    come_round(live)
    live.play_round(random.Random(2))
    sit(live, 3, "Bob")
    come_round(live)
    live.play_round(random.Random(3))
    come_round(live)
    live.deal()
    live.leave(3)  # in the middle of a hand, whose cards were seen
    live.play_on_to_the_end(random.Random(4))
    come_round(live)
    live.ready(1, {0, 1})
    live.leave(1)  # before the deal
    seen = {name: [live.table.seat_in(f"token of {name}", number) for number in range(1, 7)] for name in ("Bob", "Cy")}
    assert seen == {"Bob": [1, None, 3, 3, None, None], "Cy": [None, 1, 1, 1, None, None]}
    assert [live.table.seat_in("token of Ann", number) for number in (1, 4)] == [0, 0]


# The host


def test_who_is_not_ready_in_time_is_host_until_three_hands_have_begun_without() -> None:
    live = table_for("Ann", "Bob", "Cy", seats=3, fill="nobody")
    for seat in (1, 2):
        live.ready(seat, {0, 1, 2})
    live.tick(PATIENCE, {0, 1, 2})
    assert live.table.seats[0].away  # type: ignore[union-attr]
    for number in range(2):  # the first of them has begun
        assert live.table.host == 0
        with refused("not-host"):
            live.ask(1, Pause(on=True))
        live.play_on_to_the_end(random.Random(number))
        live.begin()
    assert live.table.host == 1
    with refused("not-now", "Ann"):
        live.ask(1, Kick(seat=0))
    live.come_back(0)
    assert live.table.host == 0


def test_who_is_here_is_host_while_the_host_has_no_browser_here() -> None:
    live = table_for("Ann", "Bob", "Cy", seats=3, fill="nobody")
    live.ask(0, SitOut())
    for present in ({0, 1}, set[int]()):  # the host is here, and nobody is
        assert live.do(MissHost(frozenset(present))) == ()
    assert live.do(MissHost(frozenset({2}))) == (Vanished(0),)
    assert live.table.host == 1
    assert live.do(MissHost(frozenset({2}))) == (Vanished(1),)
    assert live.table.host == 2
    assert live.do(MissHost(frozenset({2}))) == ()
    live.leave(2)
    assert live.table.host == 0  # all are gone
    assert live.do(MissHost(frozenset({2}))) == ()
    assert live.do(Return("token of Bob")) == (Appeared(1),)
    assert live.table.host == 1
    assert live.do(Return("token of Ann")) == (Appeared(0),)
    assert live.table.host == 0
    assert live.table.seats[0].out == "asked"  # type: ignore[union-attr]


def test_another_browser_brings_no_chips_to_who_lost_them_or_was_kicked() -> None:
    live = table_for("Ann", "Bob", "Cy", seats=4, fill="nobody")
    sit(live, 3, "Di")
    assert live.table.purses[3].stack == live.table.stack  # nobody has lost anything yet
    live.ask(0, Kick(seat=1))
    sit(live, 1, "Robert")
    assert live.table.purses[1].stack == 0
    with refused("broke"):
        live.come_back(1)
    live.begin()
    assert 1 not in {player.seat for player in live.table.playing.players}
    assert table_view(live.table, 0, {0}, 0.0).seats[1].asks
    live.play_on_to_the_end(random.Random(1))
    live.ask(0, Grant(seat=1, chips=50))
    live.begin()
    assert 1 in {player.seat for player in live.table.playing.players}


def test_who_lost_and_left_is_not_given_chips_again_by_sitting_down_as_another() -> None:
    live = table_for("Ann", "Bob", "Cy", seats=3, fill="nobody")
    live.deal()
    live.leave(2)
    sit(live, 2, "Cyril")  # before the hand is over, too
    assert live.table.purses[2].stack == 0
    live.leave(2)
    live.play_on_to_the_end(random.Random(1))
    sit(live, 2, "Cyrus")
    assert live.table.purses[2].stack == 0


def test_who_played_no_hand_is_not_remembered() -> None:
    live = table_for("Ann", "Bob", fill="nobody")
    for number in range(3):  # so many cookies cost nothing
        sit(live, 2, f"Guest {number}")
        live.leave(2)
    assert not live.table.gone
    sit(live, 2, "Cy")
    live.ready(2, {0, 1, 2})
    live.leave(2)  # before the deal
    assert not live.table.gone
    sit(live, 2, "Cy")
    live.deal()
    live.leave(2)
    assert [gone.name for gone in live.table.gone] == ["Cy"]  # whose hand is still played
    live.play_on_to_the_end(random.Random(2))
    live.leave(1)
    assert [gone.name for gone in live.table.gone] == ["Cy", "Bob"]


def test_with_nobody_there_to_ask_a_newcomer_has_chips() -> None:
    live = table_for("Ann", seats=2)
    live.deal()
    live.leave(0)
    live.play_on_to_the_end(random.Random(1))
    sit(live, 0, "Eve")
    assert live.table.purses[0].stack == live.table.stack
    with pytest.raises(TableError):
        live.do(Request(Rebuy(), "token of Ann", 0.0))


# Names


def test_nobody_has_the_name_of_who_plays_in_the_hand() -> None:
    live = table_for("Ann", "Bob", seats=4)
    live.deal()
    live.leave(1)
    for name in ("Carl", "CarI", "Bob"):
        with refused("name-taken"):
            sit(live, 2, name, "token of Eve")
    live.play_on_to_the_end(random.Random(1))
    with refused("name-taken"):
        sit(live, 2, "Emmy", "token of Eve")
    sit(live, 1, "Bob")


def test_computers_find_a_name_whatever_people_are_called() -> None:
    live = table_for(seats=6)
    for seat, name in enumerate(("Ada", "Ada II", "Ada III", "Ada IV", "Ada V"), 1):
        sit(live, seat, name)
    live.begin()
    assert live.table.playing.names()[0] == "Ada VI"


# Time


def test_leaving_does_not_fill_the_time_bank() -> None:
    live = table_for("Ann", "Bob", seats=2, fill="nobody", bank=12)
    live.deal()
    turn = turn_of(live)
    name = live.table.playing.names()[turn]
    live.act(turn, "check", now=40.0)
    live.play_on_to_the_end(random.Random(1))
    live.leave(turn)
    sit(live, turn, name)
    assert live.table.seats[turn].bank == 2.0  # type: ignore[union-attr]


def test_a_restart_in_a_pause_gives_no_more_than_the_whole_clock() -> None:
    live = table_for("Ann", "Bob", seats=2)
    live.deal()
    live.ask(0, Pause(on=True), 10.0)
    assert live.do(Resume(1000.0)) == (Resumed(40.0),)
    assert table_view(live.table, 0, {0}, 1050.0).left == 30.0
    live.ask(0, Pause(on=False), 1100.0)
    assert live.table.until == 1130.0


def test_a_pause_between_hands_keeps_the_time_that_others_are_waited_for() -> None:
    live = table_for("Ann", "Bob", seats=2)
    live.ready(0, {0, 1})
    until = live.table.until
    assert until is not None
    live.ask(0, Pause(on=True), 5.0)
    live.ask(0, Pause(on=False), 8.0)
    assert live.table.until == until + 3


def test_people_are_waited_for_as_long_as_the_server_was_told_after_pauses_and_restarts() -> None:
    live = table_for("Ann", "Bob", seats=2)
    ready = Begin(live.table.seq, NONCES[0], live.commitment(0))
    live.do(Request(ready, "token of Ann", 0.0, frozenset({0, 1}), 60.0))
    assert live.table.until == 60.0
    live.ask(0, Pause(on=True), 5.0)
    live.ask(0, Pause(on=False), 8.0)
    assert live.table.until == 63.0
    live.do(Resume(100.0, 60.0))
    assert live.table.until == 160.0
    live.ask(0, Pause(on=True), 110.0)
    live.do(Resume(200.0, 60.0))  # in the pause
    live.ask(0, Pause(on=False), 300.0)
    assert live.table.until == 360.0


def test_who_sits_down_in_the_middle_of_a_hand_has_missed_no_turn_of_it() -> None:
    live = table_for("Ann", "Bob", "Cy", seats=3, fill="nobody")
    live.deal()
    seat = live.table.playing.players[turn_of(live)].seat
    live.leave(seat)
    sit(live, seat, "Eve")
    assert [type(event) for event in live.tick()] == [Acted]
    live.play_on_to_the_end(random.Random(1))
    assert live.table.seats[seat].missed == 0  # type: ignore[union-attr]

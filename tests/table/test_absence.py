"""Somebody whose turn it is and whose browser is not connected: others wait ten seconds, once a turn."""

from fivecard.table.client import Person
from fivecard.table.core.commands import ABSENCE, Pause, Resume
from fivecard.table.core.events import Acted, FoundTouch, LostTouch
from tests.table.server import Server, meet, open_table, run
from tests.table.tables import LiveTable, table_for


def asked_table() -> tuple[LiveTable, int, int]:
    """A table for two where somebody is asked at 0, with 30 seconds and 60 in the bank; his seat, and the other's."""
    live = table_for("Ann", "Bob", seats=2)
    live.begin(now=0.0)
    turn = live.table.game.turn
    assert turn is not None
    seat = live.table.playing.players[turn].seat
    return live, seat, 1 - seat


def test_others_wait_ten_seconds_for_one_who_is_not_connected() -> None:
    live, gone, here = asked_table()
    assert live.tick(5.0, {gone, here}) == ()
    assert live.tick(6.0, {here}) == (LostTouch(6.0 + ABSENCE),)
    assert live.tick(15.9, {here}) == ()
    (acted,) = live.tick(16.0, {here})
    assert isinstance(acted, Acted)
    assert (acted.by, acted.used) == ("clock", 0.0)  # and the bank is as it was
    person = live.table.seats[gone]
    assert person
    assert (person.missed, person.bank) == (1, 60.0)


def test_who_comes_back_has_the_whole_clock_and_that_once_a_turn() -> None:
    live, gone, here = asked_table()
    live.tick(6.0, {here})
    assert live.tick(9.0, {gone, here}) == (FoundTouch(),)
    assert live.table.until == 30.0
    assert live.tick(10.0, {here}) == ()  # a bad network writes no long log
    assert live.tick(89.9, {here}) == ()  # the bank counts again
    assert isinstance(live.tick(90.0, {here})[0], Acted)


def test_in_the_time_bank_there_are_ten_seconds_too() -> None:
    live, _, here = asked_table()
    assert live.tick(40.0, {here}) == (LostTouch(40.0 + ABSENCE),)
    assert live.tick(49.9, {here}) == ()
    assert isinstance(live.tick(50.0, {here})[0], Acted)


def test_nobody_has_longer_by_going_away() -> None:
    live, _, here = asked_table()
    assert live.tick(85.0, {here}) == ()
    assert isinstance(live.tick(90.0, {here})[0], Acted)


def test_where_nobody_is_here_and_after_a_restart_nobody_is_hurried() -> None:
    live, _, here = asked_table()
    assert live.tick(6.0, set()) == ()
    live.do(Resume(7.0))
    assert live.tick(8.0, {here}) == ()
    assert live.table.until == 37.0


def test_a_pause_stops_the_short_clock_and_the_long_one() -> None:
    live, gone, here = asked_table()
    live.tick(6.0, {here})
    host = live.table.host
    assert host is not None
    live.ask(host, Pause(on=True), 10.0)
    assert live.tick(100.0, {here}) == ()
    live.ask(host, Pause(on=False), 110.0)
    assert live.table.until == 116.0
    assert live.tick(111.0, {gone, here}) == (FoundTouch(),)
    assert live.table.until == 130.0


def test_the_clock_that_others_see_is_the_short_one(server: Server) -> None:
    async def work() -> None:
        ann = Person(server.base, "")
        table = open_table(server, ann, seats=2, clock=300, fill="nobody")
        bob = Person(server.base, table)
        async with ann:
            await ann.sit(0, "Ann")
            async with bob:
                await bob.sit(1, "Bob")
                await meet(ann, bob)
                await bob.begin()
                await ann.begin()
                state = await ann.until(lambda state: state["phase"] == "playing")
                while state["round"]["turn"] == state["round"]["me"]:
                    await ann.act("check" if state["round"]["legal"]["check"] else "call")
                    state = await ann.until(lambda state: state["asked"] != "act")
                assert state["left"] > ABSENCE
            gone = await ann.until(lambda state: not state["seats"][1]["connected"] and state["left"] <= ABSENCE)
            assert not gone["in_bank"]
            async with bob:
                back = await ann.until(lambda state: state["left"] > ABSENCE)
                assert back["left"] > 200

    run(work())

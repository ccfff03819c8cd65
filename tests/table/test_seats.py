"""Who takes part in a round, and when it begins: readiness, and sitting out."""

import asyncio
import json
import random
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from fivecard.table.client import Person
from fivecard.table.core import Event, Request, replay
from fivecard.table.core.commands import PATIENCE, Begin, Discard, Hint, Leave, Return, Sit, SitOut
from fivecard.table.core.events import Discarded, Entrant, Gathering, StoppedWaiting, Voided, WentAway
from fivecard.table.core.seating import MOST_UNANSWERED
from fivecard.table.core.shuffle import OPENING_SECONDS, gather
from fivecard.table.core.timelock import squared
from fivecard.table.protocol.view import table_view
from fivecard.table.web.static import COOKIE
from tests.table.server import Server, http_client, play_at, run, serving_here
from tests.table.tables import FACTORS, LiveTable, dealt_table, refused, table_of


def kinds(events: tuple[Event, ...]) -> list[str]:
    return [type(event).__name__ for event in events]


def leave_unanswered(live: LiveTable) -> None:
    """Have the last person at the table not answer the shuffle."""
    live.begin()
    *others, late = live.table.playing.people()
    for player in others:
        live.commit(player)
    assert kinds(live.tick(OPENING_SECONDS)) == ["WentAway", "Voided"]
    assert live.table.seats[live.table.playing.players[late].seat] is not None


def entrants(live: LiveTable) -> tuple[Entrant, ...]:
    """Those who would play in a round that begins now."""
    [gathering] = gather(live.table, 0.0)
    assert isinstance(gathering, Gathering)
    return gathering.players


def test_the_next_round_begins_when_all_are_ready() -> None:
    live = table_of("Ann", "Bob", "Cy")
    present = {0, 1, 2}
    assert kinds(live.ready(0, present, 5.0)) == ["GotReady"]
    assert (live.table.phase, live.table.until) == ("lobby", 5.0 + PATIENCE)
    assert live.ready(0, present, 6.0) == ()  # once is enough
    assert [seat.ready for seat in table_view(live.table, None, present, 6.0).seats] == [True, False, False, False]
    assert kinds(live.ready(2, present, 9.0)) == ["GotReady"]
    assert live.table.until == 5.0 + PATIENCE  # the first counts
    assert live.table.waits_for(present) == {1}
    assert kinds(live.ready(1, present, 9.0)) == ["Gathering"]
    assert not any(seat and seat.ready for seat in live.table.seats)


def test_a_person_with_computers_begins_at_once() -> None:
    assert kinds(table_of("Ann").ready(0, {0})) == ["Gathering"]


def test_nobody_waits_for_those_who_are_not_there() -> None:
    live = table_of("Ann", "Bob", "Cy")
    live.take(WentAway(2))
    assert kinds(live.ready(0, {0, 2})) == ["Gathering"]


def test_a_round_begins_without_the_one_who_was_waited_for_and_has_gone() -> None:
    live = table_of("Ann", "Bob")
    live.ready(0, {0, 1})
    assert live.tick(1.0, present={0, 1}) == ()
    assert kinds(live.tick(1.0, present={0})) == ["Gathering"]


def test_one_who_went_for_tea_is_waited_for_a_while() -> None:
    live = table_of("Ann", "Bob")
    live.ready(0, {0, 1})
    assert live.tick(PATIENCE - 0.1, present={0, 1}) == ()
    [event] = live.tick(PATIENCE, present={0, 1})
    assert isinstance(event, Gathering)
    assert event.players[1] == Entrant(1, None, "Bob")


def test_waiting_ends_when_nobody_is_left_to_play_with() -> None:
    live = table_of("Ann", "Bob", fill="nobody")
    live.ready(0, {0, 1})
    live.leave(1)
    assert live.tick(PATIENCE, present={0}) == (StoppedWaiting(),)
    assert (live.table.until, live.table.waits_for({0})) == (None, {0})
    live.do(Request(Sit(live.table.seq, 1, "Bob"), "token of Bob", 0.0))
    live.ready(0, {0, 1})
    assert LiveTable(*live.events).tick(PATIENCE) == (StoppedWaiting(),)  # after a restart, nobody is connected yet
    live.leave(0)
    assert live.table.until is None  # who waited has gone


def test_a_round_does_not_begin_by_itself_when_all_who_were_ready_sit_out() -> None:
    live = table_of("Ann", "Bob", "Cy", fill="nobody")
    for seat in (1, 2):
        live.ready(seat, {0, 1, 2})
    live.ask(2, SitOut())
    until = live.table.until
    assert until == PATIENCE  # Bob is still ready
    live.ask(1, SitOut())
    assert live.table.until is None
    assert live.tick(PATIENCE + 1, present={0, 1, 2}) == ()


def test_who_sits_out_does_so_after_an_unanswered_shuffle_too() -> None:
    live = table_of("Ann", "Bob")
    live.begin()
    live.ask(1, SitOut())
    live.commit(0)
    assert kinds(live.tick(OPENING_SECONDS)) == ["WentAway", "Voided"]
    live.do(Return("token of Bob"))
    assert table_view(live.table, 1, {0, 1}, 0.0).seats[1].out == "asked"
    assert entrants(live)[1] == Entrant(1, "sharp", "Bob")


def test_a_newcomer_has_not_missed_the_turns_of_who_left() -> None:
    live = dealt_table(seats=2, fill="nobody")
    turn = live.table.game.turn
    assert turn is not None
    live.leave(turn)
    live.do(Request(Sit(live.table.seq, turn, "Eve"), "token of Eve", 0.0))
    assert kinds(live.tick()) == ["Discarded"]
    eve = live.table.seats[turn]
    assert eve
    assert eve.missed == 0


def test_sitting_down_is_never_too_late_and_those_who_watch_are_told_nothing_of_the_round() -> None:
    live = dealt_table(seats=4)
    for message in (Begin(1), Discard(1, ()), Leave(live.table.seq), Hint(1)):
        with refused("spectator"):
            live.do(Request(message, "token of Eve", 0.0))
    assert kinds(live.do(Request(Sit(1, 3, "Eve"), "token of Eve", 0.0))) == ["Sat"]


def test_a_seat_that_does_not_answer_twice_sits_out_until_a_person_asks() -> None:
    live = table_of("Ann", "Bob")
    leave_unanswered(live)
    assert live.table.returns_by_itself(1)  # a lost network is forgiven
    live.come_back(1)
    leave_unanswered(live)
    assert not live.table.returns_by_itself(1)
    view = table_view(live.table, 1, {0, 1}, 0.0).seats[1]
    assert (view.away, view.out) == (True, "silent")
    assert entrants(live)[1] == Entrant(1, "sharp", "Bob")
    with refused("out"):
        live.ready(1, {0, 1})
    live.come_back(1)
    assert entrants(live)[1] == Entrant(1, None, "Bob")
    leave_unanswered(live)  # and once more is enough
    assert not live.table.returns_by_itself(1)


def test_answering_makes_up_for_not_answering() -> None:
    live = table_of("Ann", "Bob")
    for number in range(2 * MOST_UNANSWERED):
        leave_unanswered(live)
        live.come_back(1)
        live.play_round(random.Random(number))
    leave_unanswered(live)
    assert live.table.returns_by_itself(1)


def test_a_seat_that_commits_and_never_opens_sits_out_too() -> None:
    """Each time costs the others a minute of squaring: sending a puzzle is only half of an answer."""
    live = table_of("Ann", "Bob", seats=3, squarings=40)
    for times in range(1, MOST_UNANSWERED + 1):
        live.seal()
        live.open(0)
        live.tick(OPENING_SECONDS + 1)
        silent = live.table.silent()
        assert silent is not None
        live.force(silent[0], squared(silent[1], silent[2], 40))
        while live.table.phase != "shown":
            if not live.tick():
                live.discard(0)
        bob = live.table.seats[1]
        assert bob is not None
        assert (bob.away, bob.out) == (True, "silent" if times == MOST_UNANSWERED else "")
        live.come_back(1)


def test_where_nobody_fills_seats_nobody_plays_for_those_who_are_away() -> None:
    live = table_of("Ann", "Bob", "Cy", fill="nobody")
    leave_unanswered(live)
    assert entrants(live) == (Entrant(0, None, "Ann"), Entrant(1, None, "Bob"))


def test_where_nobody_fills_seats_those_who_go_stand_pat() -> None:
    live = dealt_table(fill="nobody")
    live.leave(0)
    [first] = live.tick()
    live.take(WentAway(1))
    [last] = live.tick()
    for event in (first, last):
        assert isinstance(event, Discarded)
        assert (event.by, event.cards) == ("clock", "")
    assert live.records


def test_readiness_and_sitting_out_are_replayed() -> None:
    live = table_of("Ann", "Bob", "Cy")
    for _ in range(2):
        live.begin()
        for player in (0, 1):
            live.commit(player)
        assert isinstance(live.tick(OPENING_SECONDS)[-1], Voided)
        if live.table.returns_by_itself(2):
            live.come_back(2)
    live.ready(0, {0, 1})
    assert live.table.until == PATIENCE
    assert replay(live.events) == live.table


# Over the wire


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("table"), "--patience", "600") as running:
        yield running


def test_a_round_begins_when_the_one_it_waits_for_is_ready_or_goes(server: Server) -> None:
    async def work() -> None:
        table = server.open_table(seats=3)
        async with Person(server.base, table) as ann:
            await ann.ask("sit", seat=0, name="Ann")
            async with Person(server.base, table) as bob:
                await bob.ask("sit", seat=1, name="Bob")
                await ann.ask("begin")
                state = await bob.until(lambda state: state["seats"][0]["ready"])
                assert (state["phase"], state["seats"][1]["ready"]) == ("lobby", False)
                await asyncio.gather(play_at(ann, 1, random.Random(1)), play_at(bob, 1, random.Random(2)))
                await ann.ask("begin")
                assert (await ann.until(lambda state: state["seats"][0]["ready"]))["phase"] == "shown"
            await ann.until(lambda state: state["phase"] == "committing")  # Bob is gone: nobody else is waited for

    run(work())


@pytest.mark.parametrize("fill", ["sharp", "nobody"])
def test_a_seat_that_never_commits_is_waited_for_twice_and_never_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fill: str
) -> None:
    """It connects again and asks for things in between, as one who wants to hold the others up would."""
    monkeypatch.setattr("fivecard.table.core.shuffle.COMMITTING_SECONDS", 1.2)

    async def hold_up(base: str, eve: Person) -> None:
        """Be there for every round, and never commit."""
        while True:
            await eve.until(lambda state: state["phase"] in {"lobby", "shown"} and not state["seats"][2]["ready"])
            answer = await eve.ask("begin")
            if answer.get("code") == "out":  # only `back` would help now
                return
            await eve.until(lambda state: state["seats"][2]["away"])
            async with Person(base, eve.table, eve.token) as again:
                await again.until(bool)
            await eve.until(lambda state: not state["seats"][2]["away"] or state["seats"][2]["out"])

    async def work() -> None:
        async with serving_here(tmp_path) as base, http_client(base) as http:
            table = (await http.post(f"{base}/tables", content=json.dumps({"seats": 3, "fill": fill}))).json()["table"]
            ready = [Person(base, table, factors=partial(FACTORS.__getitem__, number)) for number in (0, 1)]
            async with ready[0] as ann, ready[1] as bob, Mute(base, table) as eve:
                for seat, person in enumerate((ann, bob, eve)):
                    await person.ask("sit", seat=seat, name=("Ann", "Bob", "Eve")[seat])
                holding = asyncio.create_task(hold_up(base, eve))
                await asyncio.gather(*(play_at(person, 4, random.Random(1), 0.02) for person in (ann, bob)))
                await holding
                assert ann.state["seats"][2]["out"]
                assert [player["level"] for player in ann.state["round"]["players"]][2:] == [fill] * (fill != "nobody")
                assert ann.state["round"]["number"] == 4 + MOST_UNANSWERED  # so many deals came to nothing
                assert (await eve.ask("back"))["type"] == "done"
                assert not (await eve.until(lambda state: not state["seats"][2]["out"]))["seats"][2]["away"]

    run(work())


class Mute(Person):
    """A person whose browser does not answer the shuffle."""

    async def answer_shuffle(self) -> None:
        """Say nothing."""


def test_somebody_else_lets_the_clock_run_when_the_host_is_gone(tmp_path: Path) -> None:
    """One who sits out is never away, and one who pauses keeps everybody from a hand."""

    async def work() -> None:
        async with (
            serving_here(tmp_path, host_absence=0.2) as base,
            http_client(base) as http,
        ):
            host = Person(base, "")
            wishes = json.dumps({"rules": "holdem", "seats": 3, "fill": "nobody"})
            answer = await http.post(f"{base}/tables", content=wishes, headers={"Cookie": f"{COOKIE}={host.token}"})
            table = host.table = answer.json()["table"]
            async with Person(base, table) as bob:
                async with host:
                    await host.ask("sit", seat=1, name="Ann")
                    await bob.ask("sit", seat=0, name="Bob")
                    for wish, fields in (("sitout", {}), ("pause", {"on": True})):
                        assert (await host.ask(wish, **fields))["type"] == "done"
                    assert (await bob.ask("pause", on=False))["code"] == "not-host"
                await bob.until(lambda state: state["host"] == 0)
                assert (await bob.ask("pause", on=False))["type"] == "done"
                async with Person(base, table, host.token) as again:  # by being here, and no more
                    state = await again.until(lambda state: state["host"] == 1)
                    assert state["seats"][1]["out"] == "asked"

    run(work())

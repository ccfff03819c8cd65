"""Who takes part in a round, and when it begins: readiness, and sitting out."""

import asyncio
import contextlib
import json
import random
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest
import uvicorn

from fivecard.table.client import Person
from fivecard.table.driver import TableDriver
from fivecard.table.limits import Limits
from fivecard.table.log import Log
from fivecard.table.registry import TableRegistry
from fivecard.table.room import MOST_UNANSWERED, OPENING_SECONDS, PATIENCE, Event, Room, TableError
from fivecard.table.server import make_app
from fivecard.table.timelock import puzzle_of, squared
from fivecard.table.view import room_view
from test_table import FACTORS, dealt_room, opened, play_round, sealed, seated
from test_table_server import Server, play_at, run


def happen(room: Room, events: list[Event]) -> list[str]:
    """Take events; give their kinds."""
    for event in events:
        room.take(event)
    return [event["kind"] for event in events]


def leave_unanswered(room: Room, times: int = 1) -> None:
    """Have the last person at the table not answer the shuffle."""
    for _ in range(times):
        happen(room, room.begin(0.0))
        assert room.round is not None
        *others, late = room.round.people()
        for player in others:
            happen(room, room.commit(player, puzzle_of(FACTORS[player])))
        assert happen(room, room.expire(OPENING_SECONDS)) == ["away", "void"]
        assert room.seats[room.round.players[late].seat] is not None


def test_the_next_round_begins_when_all_are_ready() -> None:
    room = Room(opened())
    seated(room, "Ann", "Bob", "Cy")
    present = {0, 1, 2}
    assert happen(room, room.ready(0, present, 5.0)) == ["ready"]
    assert (room.phase, room.until) == ("lobby", 5.0 + PATIENCE)
    assert room.ready(0, present, 6.0) == []  # once is enough
    assert [seat["ready"] for seat in room_view(room, None, present, 6.0)["seats"]] == [True, False, False, False]
    assert happen(room, room.ready(2, present, 9.0)) == ["ready"]
    assert room.until == 5.0 + PATIENCE  # the first counts
    assert room.waits_for(present) == {1}
    assert happen(room, room.ready(1, present, 9.0)) == ["gathering"]
    assert not any(seat and seat.ready for seat in room.seats)


def test_a_person_with_computers_begins_at_once() -> None:
    room = Room(opened())
    seated(room, "Ann")
    assert happen(room, room.ready(0, {0}, 0.0)) == ["gathering"]


def test_nobody_waits_for_those_who_are_not_there() -> None:
    room = Room(opened())
    seated(room, "Ann", "Bob", "Cy")
    happen(room, [{"kind": "away", "seat": 2}])
    assert happen(room, room.ready(0, {0, 2}, 0.0)) == ["gathering"]


def test_one_who_went_for_tea_is_waited_for_a_while() -> None:
    room = Room(opened())
    seated(room, "Ann", "Bob")
    happen(room, room.ready(0, {0, 1}, 0.0))
    assert room.expire(PATIENCE - 0.1, {0, 1}) == []
    [event] = room.expire(PATIENCE, {0, 1})
    assert (event["kind"], event["players"][1]) == ("gathering", (1, None, "Bob"))


def test_waiting_ends_when_nobody_is_left_to_play_with() -> None:
    room = Room(opened(fill="nobody"))
    seated(room, "Ann", "Bob")
    happen(room, room.ready(0, {0, 1}, 0.0))
    happen(room, room.leave(1))
    assert happen(room, room.expire(PATIENCE, {0})) == ["unready"]
    assert (room.until, room.waits_for({0})) == (None, {0})
    happen(room, room.sit(1, "Bob", "token of Bob"))
    happen(room, room.ready(0, {0, 1}, 0.0))
    assert room.expire(PATIENCE) == [{"kind": "unready"}]  # after a restart, nobody is connected yet
    happen(room, room.leave(0))
    assert room.until is None  # who waited has gone


def test_a_seat_that_does_not_answer_twice_sits_out_until_a_person_asks() -> None:
    room = Room(opened())
    seated(room, "Ann", "Bob")
    leave_unanswered(room)
    assert room.returns_by_itself(1)  # a lost network is forgiven
    happen(room, room.come_back(1))
    leave_unanswered(room)
    assert not room.returns_by_itself(1)
    view = room_view(room, 1, {0, 1}, 0.0)["seats"][1]
    assert (view["away"], view["out"]) == (True, True)
    [gathering] = room.gather(0.0)
    assert gathering["players"][1] == (1, "sharp", "Bob")
    with pytest.raises(TableError, match="ask to be back first"):
        room.ready(1, {0, 1}, 0.0)
    happen(room, room.come_back(1))
    assert room.gather(0.0)[0]["players"][1] == (1, None, "Bob")
    leave_unanswered(room)  # and once more is enough
    assert not room.returns_by_itself(1)


def test_answering_makes_up_for_not_answering() -> None:
    room = Room(opened())
    seated(room, "Ann", "Bob")
    for number in range(2 * MOST_UNANSWERED):
        leave_unanswered(room)
        happen(room, room.come_back(1))
        play_round(room, random.Random(number), [])
    leave_unanswered(room)
    assert room.returns_by_itself(1)


def test_a_seat_that_commits_and_never_opens_sits_out_too() -> None:
    """Each time costs the others a minute of squaring: sending a puzzle is only half of an answer."""
    room = Room(opened(seats=3, squarings=40))
    seated(room, "Ann", "Bob")
    for times in range(1, MOST_UNANSWERED + 1):
        sealed(room)
        happen(room, room.open(0, FACTORS[0][0]))
        happen(room, room.expire(OPENING_SECONDS + 1))
        silent = room.silent()
        assert silent is not None
        happen(room, room.open_by_force(silent[0], squared(silent[1], silent[2], 40)))
        while room.phase != "shown":
            happen(room, room.automatic(0.0, bytes(32)) or room.discard(0, (), 0.0))
        bob = room.seats[1]
        assert bob is not None
        assert (bob.away, bob.out) == (True, times == MOST_UNANSWERED)
        happen(room, room.come_back(1))


def test_where_nobody_fills_seats_nobody_plays_for_those_who_are_away() -> None:
    room = Room(opened(fill="nobody"))
    seated(room, "Ann", "Bob", "Cy")
    leave_unanswered(room, times=1)
    [gathering] = room.gather(0.0)
    assert gathering["players"] == [(0, None, "Ann"), (1, None, "Bob")]


def test_where_nobody_fills_seats_those_who_go_stand_pat() -> None:
    room = dealt_room(fill="nobody")
    happen(room, room.leave(0))
    assert [(event["by"], event["cards"]) for event in room.automatic(0.0, bytes(32))] == [("clock", "")]
    happen(room, room.automatic(0.0, bytes(32)))
    happen(room, [{"kind": "away", "seat": 1}])
    [last] = room.automatic(0.0, bytes(32))
    assert (last["by"], last["cards"]) == ("clock", "")
    assert room.record_after(last) is not None


def test_readiness_and_sitting_out_are_replayed() -> None:
    events = opened()
    room = Room(events)
    events += seated(room, "Ann", "Bob", "Cy")

    def note(new: list[Event]) -> None:
        events.extend(new)
        happen(room, new)

    for _ in range(2):
        note(room.begin(0.0))
        for player in (0, 1):
            note(room.commit(player, puzzle_of(FACTORS[player])))
        note(room.expire(OPENING_SECONDS))
        note(room.come_back(2) if room.returns_by_itself(2) else [])
    note(room.ready(0, {0, 1}, 0.0))
    again = Room(events)
    assert room_view(again, 0, {0}, 0.0) == room_view(room, 0, {0}, 0.0)
    assert (again.seats[2], again.until) == (room.seats[2], PATIENCE)


# Over the wire


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("table"), "--patience", "600")
    yield running
    assert running.stop() == 0
    assert "Traceback" not in running.errors.read_text()


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


@contextlib.asynccontextmanager
async def serving_here(folder: Path) -> AsyncIterator[str]:
    """A server in this process, whose constants a test may change."""
    app = make_app(TableRegistry(Log(str(folder / "table.db")), Limits(pace=0.0)))
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="warning", ws="websockets-sansio", lifespan="on"))
    task = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    yield f"http://localhost:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    await task


@pytest.mark.parametrize("fill", ["sharp", "nobody"])
def test_a_seat_that_never_commits_is_waited_for_twice_and_never_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fill: str
) -> None:
    """It connects again and asks for things in between, as one who wants to hold the others up would."""
    monkeypatch.setattr("fivecard.table.room.OPENING_SECONDS", 0.4)

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
        async with serving_here(tmp_path) as base, httpx.AsyncClient(headers={"Origin": base}) as http:
            table = (await http.post(f"{base}/tables", content=json.dumps({"seats": 3, "fill": fill}))).json()["table"]
            async with Person(base, table) as ann, Person(base, table) as bob, Mute(base, table) as eve:
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


def test_a_deal_is_not_void_when_the_last_answer_comes_with_the_end_of_its_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock may have to wait for the log; what came meanwhile came in time."""

    async def work() -> None:
        log = Log(str(tmp_path / "table.db"))
        room = Room(opened())
        seated(room, "Ann")
        happen(room, room.begin(0.0))
        driver = TableDriver(TableRegistry(log, Limits()), room)
        complete = room.automatic

        def not_yet_complete(now: float, seed: bytes) -> list[Event]:
            monkeypatch.setattr(room, "automatic", complete)
            happen(room, room.commit(0, puzzle_of(FACTORS[0])))
            return []

        monkeypatch.setattr(room, "automatic", not_yet_complete)
        await driver._go_on_once()
        assert (room.phase, room.voids) == ("committing", [])
        await driver._go_on_once()
        assert room.phase == "opening"
        log.close()

    run(work())

"""Tables that several processes share by a PostgreSQL database: owned by one of them at a time, and never lost."""

import asyncio
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

import postgres
from fivecard.errors import FivecardError
from fivecard.table.client import Person
from fivecard.table.core.events import Closed, Sat
from fivecard.table.postgres import PostgresStorage, shown
from fivecard.table.relay import ADDRESS, SECRET
from fivecard.table.storage import LostTableError, NoTableError
from tables import as_json, opened, table_of
from test_table_server import Server, play_at, run

LEASE = 2.0
ANN, BOB, EVE = (Sat(seat, name, f"token of {name}") for seat, name in enumerate(("Ann", "Bob", "Eve")))


@pytest.fixture(scope="module")
def server() -> Iterator[postgres.Postgres]:
    if why := postgres.missing():
        pytest.skip(why)
    running = postgres.Postgres()
    yield running
    running.remove()


@pytest.fixture
def database(server: postgres.Postgres) -> str:
    """The address of an empty database."""
    return server.new_database()


# The log


async def joined(database: str, lease: float = 60.0) -> PostgresStorage:
    """A process's part in a database."""
    storage = PostgresStorage(database, lease)
    await storage.prepare()
    assert await storage.renew("127.0.0.1", 1)
    return storage


async def take_for_dead(database: str) -> None:
    """Let the time of all processes be over."""
    await postgres.ask(database, "UPDATE fivecard.processes SET expires = now() - interval '1 second'")


async def names_that_sat(database: str) -> list[str]:
    """The names of those who sat down, in order, as the database of one table has them."""
    rows = await postgres.ask(database, "SELECT events FROM fivecard.entries ORDER BY number")
    return [event["name"] for row in rows for event in json.loads(row["events"]) if event["kind"] == "sat"]


async def closing_code(person: Person) -> int | None:
    """Take messages until the socket is closed; gives the code."""
    try:
        while True:
            await person.receive()
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None


def test_the_database_gives_back_what_was_written(database: str) -> None:
    live = table_of("Ann", "Bob", name="a-table")
    source = random.Random(3)
    records = [live.play_round(source) for _ in range(3)]

    async def work() -> None:
        first = await joined(database)
        await first.append("a-table", live.events[:5])
        await first.append("a-table", live.events[5:-1])
        await first.append("a-table", live.events[-1:], records[-1])
        await first.append("closed", [opened(name="closed"), Closed()])
        await first.close()
        second = await joined(database)
        assert await second.claim() == ["a-table"]
        assert await second.claim() == []
        assert as_json(await second.events("a-table")) == as_json(live.events)
        assert json.loads(await second.round("a-table", 3) or "") == records[-1]
        assert await second.round("a-table", 2) is None
        assert await second.owner("a-table") is None  # it is our own
        for name in ("closed", "never opened"):
            with pytest.raises(NoTableError):
                await second.owner(name)
        await second.close()

    run(work())


def test_who_was_taken_for_dead_can_write_nothing(database: str) -> None:
    """The fence: whatever a process believes, the database knows whose a table is."""

    async def work() -> None:
        old, new = await joined(database), await joined(database)
        await old.append("table", [opened()])
        assert await new.claim() == []
        owner = await new.owner("table")
        assert owner
        assert owner.secret == old.secret != new.secret
        await take_for_dead(database)
        assert await new.renew("127.0.0.1", 1)
        assert await new.claim() == ["table"]
        results = await asyncio.gather(
            old.append("table", [ANN]), old.append("other", [opened(name="other")]), return_exceptions=True
        )
        assert isinstance(results[0], LostTableError)
        assert results[1] is None  # no table suffers from another
        assert len(await new.events("table")) == 1
        await new.append("table", [BOB])
        assert not await old.renew("127.0.0.1", 1)  # and now it knows
        with pytest.raises(OSError, match="cannot be reached"):
            await old.append("table", [ANN])
        assert await old.renew("127.0.0.1", 1)  # a new life
        assert await new.claim() == ["other"]
        assert await old.claim() == []
        assert await new.events("table") == [opened(), BOB]
        await old.close()
        await new.close()

    run(work())


def test_a_process_that_was_not_renewed_in_time_knows_by_itself(database: str) -> None:
    async def work() -> None:
        storage = await joined(database, lease=0.2)
        await storage.append("table", [opened()])
        await asyncio.sleep(0.3)
        assert not await storage.renew("127.0.0.1", 1)
        with pytest.raises(OSError, match="cannot be reached"):
            await storage.append("table", [ANN])
        assert await storage.renew("127.0.0.1", 1)
        assert await storage.claim() == ["table"]
        await storage.close()

    run(work())


def test_a_writer_that_does_not_know_the_newest_event_is_refused(database: str) -> None:
    """Even if the table is its own: a connection that was cut may have written before it was."""

    async def work() -> None:
        storage = await joined(database)
        await storage.append("table", [opened()])
        await postgres.ask(database, "UPDATE fivecard.tables SET events = events + 1")
        with pytest.raises(LostTableError):
            await storage.append("table", [ANN])
        assert await storage.claim() == ["table"]  # it is to be read again
        await storage.close()

    run(work())


@pytest.mark.parametrize("times", [30])
def test_a_cut_connection_never_makes_a_writer_wrong(database: str, times: int) -> None:
    """Connections are cut at any moment: what was confirmed is there, and nothing is there twice."""

    async def work() -> None:
        storage, source = await joined(database), random.Random(times)
        await storage.append("table", [opened(seats=4)])
        confirmed, lost, number = [], 0, 0

        async def cut() -> None:
            while True:
                await asyncio.sleep(source.uniform(0.0, 0.05))
                others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'fivecard'"
                await postgres.ask(database, others)

        cutting = asyncio.create_task(cut())
        while lost < times:
            number += 1
            event = Sat(0, f"Ann {number}", "token")
            try:
                await storage.append("table", [event])
                confirmed.append(event)
            except LostTableError:
                lost += 1
                while True:
                    with contextlib.suppress(OSError):
                        await storage.renew("127.0.0.1", 1)
                        if await storage.claim():
                            await storage.events("table")
                            break
        cutting.cancel()
        await asyncio.wait({cutting})
        written = [
            row["events"] for row in await postgres.ask(database, "SELECT events FROM fivecard.entries ORDER BY number")
        ]
        names = [event["name"] for text in written for event in json.loads(text) if event["kind"] == "sat"]
        assert len(set(names)) == len(names)
        assert {event.name for event in confirmed} <= set(names)
        assert confirmed
        await storage.close()

    run(work())


# What can be wrong with a database


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("postgresql://ann:hunter2@127.0.0.1:1/cards", "postgresql://127.0.0.1:1/cards: "),
        ("postgresql://ann:hunter2/x@127.0.0.1:{port}/cards", "postgresql://...: this is no address of a database"),
        ("postgresql://ann:hunter2@127.0.0.1:{port}/postgres", 'role "ann" does not exist'),
        ("postgresql://fivecard:hunter2@127.0.0.1:{port}/no", 'database "no" does not exist'),
        ("postgresql://fivecard:hunter2@127.0.0.1:{port}/postgres?sslmode=hunter2", "no address of a database"),
    ],
)
def test_what_is_wrong_with_a_database_is_said_without_its_password(
    server: postgres.Postgres, tmp_path: Path, url: str, said: str
) -> None:
    command = [sys.executable, "-m", "fivecard", "table", "--port", "0", "--data", url.format(port=server.port)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, cwd=tmp_path)
    assert ended.returncode == 1
    assert said in ended.stderr
    assert len(ended.stderr.splitlines()) == 1
    assert "hunter2" not in ended.stdout + ended.stderr
    assert list(tmp_path.iterdir()) == []  # an address is no name of a file


def test_a_database_of_another_version_is_left_alone(database: str) -> None:
    async def work() -> None:
        await (await joined(database)).close()
        await postgres.ask(database, "UPDATE fivecard.version SET version = 99")
        with pytest.raises(FivecardError, match=r"another version of fivecard \(99\)"):
            await PostgresStorage(database).prepare()

    run(work())
    assert shown("postgresql:///cards") == "postgresql:///cards"


def test_a_server_that_does_not_wait_for_its_disk_is_told_of(database: str) -> None:
    async def notes(fsync: str) -> list[str]:
        await postgres.ask(database, f"ALTER SYSTEM SET fsync = {fsync}")
        await postgres.ask(database, "SELECT pg_reload_conf()")
        while (await postgres.ask(database, "SHOW fsync"))[0][0] != fsync:
            await asyncio.sleep(0.05)
        storage = PostgresStorage(database)
        await storage.prepare()
        return storage.notes

    (note,) = run(notes("off"))
    assert "does not wait for its disk" in note
    assert run(notes("on")) == []


# Several processes


class Cluster:
    """Processes that share a database, to any of which a browser may come."""

    def __init__(self, folder: Path, database: str, processes: int, *options: str) -> None:
        self.database = database
        self.servers: list[Server] = []
        for number in range(processes):
            own = folder / str(number)
            own.mkdir()
            self.servers.append(Server(own, "--data", database, "--lease", str(LEASE), *options))

    def owner(self, table: str) -> Server | None:
        """The process that has a table, if one has."""
        query = "SELECT port FROM fivecard.tables JOIN fivecard.processes ON id = owner WHERE name = $1"
        ports = [row["port"] for row in run(postgres.ask(self.database, query, table))]
        return next((server for server in self.servers if server.port in ports), None)

    def wait_for_owner(self, table: str, server: Server) -> None:
        """Wait until a process has a table, and serves it."""
        for _ in range(600):
            if self.owner(table) is server and httpx.get(f"{server.base}/health").json()["tables"]:
                return
            time.sleep(0.1)
        raise AssertionError(server.errors.read_text())

    def open_table(self, **wishes: object) -> str:
        """Open a table in the first process that has joined the others."""
        for _ in range(100):
            with contextlib.suppress(AssertionError):
                return self.servers[0].open_table(**wishes)
            time.sleep(0.1)
        return self.servers[0].open_table(**wishes)

    def kill(self, server: Server) -> None:
        os.kill(server.process.pid, signal.SIGKILL)
        server.process.communicate()

    def draws(self) -> dict[str, set[tuple[int, int, tuple[str, ...]]]]:
        """Round, player and cards of every draw at every table, as the database has them."""
        query = "SELECT name, events FROM fivecard.entries ORDER BY name, number"
        found: dict[str, set[tuple[int, int, tuple[str, ...]]]] = {}
        number = 0
        for row in run(postgres.ask(self.database, query)):
            draws = found.setdefault(row["name"], set())
            for event in json.loads(row["events"]):
                if event["kind"] == "gathering":
                    number = event["round"]
                if event["kind"] == "discarded":
                    draws.add((number, event["player"], tuple(event["cards"].split())))
        return found

    def stop(self) -> None:
        for server in self.servers:
            if server.process.poll() is None:
                assert server.stop() == 0
            assert "Traceback" not in server.errors.read_text()


@pytest.fixture
def start(tmp_path: Path, database: str) -> Iterator[Callable[..., Cluster]]:
    started: list[Cluster] = []

    def start(processes: int, *options: str) -> Cluster:
        started.append(Cluster(tmp_path, database, processes, *options))
        return started[-1]

    yield start
    for cluster in started:
        cluster.stop()


async def come_back(
    cluster: Cluster, person: Person, source: random.Random, work: Callable[[], Awaitable[None]]
) -> None:
    """Do something at any process that takes one, and go to another whenever the connection is lost."""
    while True:
        person.base = source.choice(cluster.servers).base
        try:
            async with person:
                await work()
                return
        except (WebSocketException, OSError):
            await asyncio.sleep(0.2)


async def sit_and_play(
    cluster: Cluster, person: Person, seat: int, source: random.Random, more_rounds: int, think: float
) -> None:
    """Play some more rounds, whatever happens to processes."""
    goal = None

    async def work() -> None:
        nonlocal goal
        if (await person.until(bool))["you"] is None:
            await person.ask("sit", seat=seat, name=f"Player {seat}")
        state = await person.until(lambda state: state["you"] is not None)
        if state["seats"][seat]["away"]:
            await person.ask("back")
        goal = goal or state["seats"][seat]["rounds"] + more_rounds
        await play_at(person, goal, source, think)

    await come_back(cluster, person, source, work)


def test_people_play_at_one_table_whatever_process_they_come_to(start: Callable[..., Cluster]) -> None:
    cluster = start(3)
    table = cluster.open_table(seats=4, fill="classic")
    owner = cluster.servers[0]
    assert cluster.owner(table) is owner

    async def work() -> list[Person]:
        people = [Person(server.base, table) for server in cluster.servers]

        async def one(person: Person, seat: int) -> None:
            async with person:
                await person.until(bool)
                assert (await person.ask("sit", seat=seat, name=f"Player {seat}"))["type"] == "done"
                await play_at(person, 2, random.Random(seat), 0.1)

        await asyncio.gather(*(one(person, seat) for seat, person in enumerate(people)))
        return people

    people = run(work())
    draws = cluster.draws()[table]
    assert all(set(person.acknowledged) <= draws for person in people)
    assert sum(len(person.acknowledged) for person in people) == 6
    for server in cluster.servers:
        assert httpx.get(f"{server.base}/t/{table}").status_code == 200
        assert httpx.get(f"{server.base}/t/{table}/rounds/1.json").json()["round"] == 1
        assert httpx.get(f"{server.base}/t/none").status_code == 404
        assert httpx.get(f"{server.base}/health").json()["tables"] == (server is owner)


def test_a_socket_that_the_owner_refuses_is_refused(start: Callable[..., Cluster]) -> None:
    cluster = start(2)
    table = cluster.open_table()
    owner, elsewhere = cluster.servers

    async def work() -> None:
        for base in (elsewhere.base, owner.base):
            stranger = Person(base, table, token="short")
            with pytest.raises(InvalidStatus):
                await stranger.__aenter__()
        async with Person(elsewhere.base, table) as person:  # floods are the owner's to end
            await person.until(bool)
            with contextlib.suppress(ConnectionClosed):
                for _ in range(200):
                    await person.socket.send("nonsense")
            assert await closing_code(person) == 1008

    run(work())


def test_nobody_is_taken_for_a_peer_without_the_secret(start: Callable[..., Cluster]) -> None:
    """A browser cannot choose the address it is counted by."""
    cluster = start(1, "--sockets-per-address", "3")
    table = cluster.open_table()

    async def let_in(secret: str) -> int:
        """How many of eight sockets are taken, each of which claims to be from another address."""
        people = [Person(cluster.servers[0].base, table) for _ in range(8)]
        count = 0
        for number, person in enumerate(people):
            person.headers = {SECRET: secret, ADDRESS: f"192.0.2.{number}"}
            await person.__aenter__()
            with contextlib.suppress(ConnectionClosed):
                await person.until(bool)
                count += 1
        for person in people:
            await person.__aexit__()
        return count

    secret = run(postgres.ask(cluster.database, "SELECT secret FROM fivecard.processes"))[0]["secret"]
    assert [run(let_in(given)) for given in ("made up", "", secret)] == [3, 3, 8]


def kill_and_go_on(cluster: Cluster, times: int, tables: int) -> None:
    """Kill processes at random under load, start others, and look for everything that was confirmed."""
    source = random.Random(times)
    names = [cluster.open_table(seats=3, fill="sharp") for _ in range(tables)]
    people = [(Person("", table), seat) for table in names for seat in range(2)]

    async def work() -> None:
        playing = [
            asyncio.create_task(sit_and_play(cluster, person, seat, random.Random(number), 10**9, 0.25))
            for number, (person, seat) in enumerate(people)
        ]
        for _ in range(times):
            await asyncio.sleep(source.uniform(0.2, 1.5 * LEASE))
            server = source.choice(cluster.servers)
            await asyncio.to_thread(cluster.kill, server)
            await asyncio.to_thread(server.start)
        for task in playing:
            assert not task.done(), task
            task.cancel()
        await asyncio.wait(playing)

    asyncio.run(asyncio.wait_for(work(), 60 + 30 * times))
    progress = [len(person.acknowledged) for person, _ in people]
    draws = cluster.draws()
    for person, _ in people:
        assert len(set(person.acknowledged)) == len(person.acknowledged)
        assert set(person.acknowledged) <= draws[person.table]
    assert sum(progress) >= times

    async def finish() -> None:  # and it still goes on, at every table
        work = (
            sit_and_play(cluster, person, seat, random.Random(seat), more_rounds=2, think=0.05)
            for person, seat in people
        )
        await asyncio.gather(*work)

    asyncio.run(asyncio.wait_for(finish(), 120))
    draws = cluster.draws()
    for (person, _), before in zip(people, progress, strict=True):
        assert len(person.acknowledged) > before
        assert set(person.acknowledged) <= draws[person.table]


def test_killing_processes_loses_nothing_that_was_acknowledged(start: Callable[..., Cluster]) -> None:
    kill_and_go_on(start(2), 3, 2)


@pytest.mark.exhaustive
def test_killing_forty_of_four_processes_loses_nothing(start: Callable[..., Cluster]) -> None:
    kill_and_go_on(start(4), 40, 8)


def test_the_tables_of_a_dead_process_are_taken_over_as_they_were(start: Callable[..., Cluster]) -> None:
    cluster = start(2)
    table = cluster.open_table(seats=2, fill="sharp", clock=600)
    dead, heir = cluster.servers

    async def deal(base: str, token: str | None = None) -> tuple[str, dict[str, Any]]:
        async with Person(base, table, token) as person:
            await person.until(bool)
            if person.state["you"] is None:
                await person.ask("sit", seat=0, name="Ann")
                await person.ask("begin")
            return person.token, await person.until(person.may_draw)

    token, before = run(deal(dead.base))
    cluster.kill(dead)
    cluster.wait_for_owner(table, heir)
    _, after = run(deal(heir.base, token))
    assert after["round"]["hand"] == before["round"]["hand"]
    assert after["seq"] > before["seq"]  # the clock begins anew


def test_a_process_that_stops_cleanly_hands_its_tables_over_at_once(start: Callable[..., Cluster]) -> None:
    cluster = start(2)
    table = cluster.open_table()
    first, second = cluster.servers
    assert first.stop() == 0
    assert run(postgres.ask(cluster.database, "SELECT count(*) FROM fivecard.processes"))[0][0] == 1
    cluster.wait_for_owner(table, second)


# A process that is cut off from the database


@pytest.mark.parametrize("how", ["silent", "gone"])
def test_a_process_that_is_cut_off_stops_answering(
    start: Callable[..., Cluster], server: postgres.Postgres, how: str
) -> None:
    cluster = start(1)
    base = cluster.servers[0].base
    table = cluster.open_table(seats=2, fill="sharp", clock=600)

    async def work() -> list[dict[str, Any]]:
        heard = []
        async with Person(base, table) as idle, Person(base, table) as person:
            await person.until(bool)
            await idle.until(bool)
            server.pause() if how == "silent" else server.stop(signal.SIGQUIT)
            await person.socket.send(json.dumps({"type": "sit", "seq": person.state["seq"], "seat": 0, "name": "Ann"}))
            codes = []
            for each in (person, idle):
                try:
                    while True:
                        heard.append(await asyncio.wait_for(each.receive(), 30))
                except ConnectionClosed as closed:
                    codes.append(closed.rcvd and closed.rcvd.code)
            assert codes == [1012, 1012]
        return heard

    try:
        heard = run(work())
        answers = [message for message in heard if message["type"] != "state"]
        assert all(message.get("code") == "moved" for message in answers)  # or nothing but the closing
        assert all(message["seats"][0]["name"] is None for message in heard if message["type"] == "state")
        assert httpx.get(f"{base}/t/{table}").status_code == 503
        assert httpx.post(f"{base}/tables", content="{}", headers={"Origin": base}).status_code == 503
        assert httpx.get(f"{base}/health").json()["tables"] == 0
        assert httpx.get(f"{base}/").status_code == 200
    finally:
        server.go_on() if how == "silent" else server.start()

    async def again() -> dict[str, Any]:
        person = Person(base, table)
        found: dict[str, Any] = {}

        async def work() -> None:
            found.update(await person.until(bool))
            assert (await person.ask("sit", seat=1, name="Bob"))["type"] == "done"

        await come_back(cluster, person, random.Random(1), work)
        return found

    assert run(again())["phase"] == "lobby"


def test_a_process_that_was_paused_for_long_knows_that_it_was(start: Callable[..., Cluster]) -> None:
    """As a machine that slept, or a process that was swapped out: others have gone on with its tables."""
    cluster = start(2)
    table = cluster.open_table(seats=2, fill="sharp", clock=600)
    paused, other = cluster.servers

    async def sit_somehow(base: str, seat: int) -> None:
        while True:
            with contextlib.suppress(WebSocketException):
                async with Person(base, table) as person:
                    await person.until(bool)
                    assert (await person.ask("sit", seat=seat, name=f"Player {seat}"))["type"] == "done"
                    return
            await asyncio.sleep(0.2)

    async def work() -> None:
        async with Person(paused.base, table) as person:
            await person.until(bool)
            paused.process.send_signal(signal.SIGSTOP)
            try:
                await sit_somehow(other.base, 0)
                asking = {"type": "sit", "seq": person.state["seq"], "seat": 0, "name": "Eve"}
                await person.socket.send(json.dumps(asking))
            finally:
                paused.process.send_signal(signal.SIGCONT)
            assert await closing_code(person) == 1012
        await sit_somehow(paused.base, 1)  # by the way of the new owner

    run(work())
    assert run(names_that_sat(cluster.database)) == ["Player 0", "Player 1"]

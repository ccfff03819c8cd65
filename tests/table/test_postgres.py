"""The log in a PostgreSQL database: whose a table is, what was written, and what can be wrong with a database."""

import asyncio
import contextlib
import json
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from fivecard.errors import FivecardError
from fivecard.table.core.events import Closed, Sat
from fivecard.table.storage.base import LostTableError, NoTableError
from fivecard.table.storage.postgres import PostgresStorage
from tests.table import postgres
from tests.table.server import run
from tests.table.tables import as_json, opened, table_of

pytestmark = pytest.mark.exhaustive  # the make target that installs PostgreSQL is test-all

TABLE = [sys.executable, "-m", "fivecard", "table", "--port", "0", "--data"]
ANN, BOB = (Sat(seat, name, f"token of {name}", "c0") for seat, name in enumerate(("Ann", "Bob")))


async def joined(database: str, lease: float = 60.0) -> PostgresStorage:
    """A process's part in a database."""
    storage = PostgresStorage(database, lease)
    await storage.prepare()
    assert await storage.renew("127.0.0.1", 1)
    return storage


def let_time_pass(seconds: float) -> None:
    """Put this process's clock forward, so that no test has to be quicker than a lease."""
    loop = asyncio.get_running_loop()
    before = loop.time
    loop.time = lambda: before() + seconds  # type: ignore[method-assign]


async def take_for_dead(database: str) -> None:
    """Let the time of all processes be over."""
    await postgres.ask(database, "UPDATE fivecard.processes SET expires = now() - interval '1 second'")


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
        assert await second.claim() == ["a-table"]  # until it is read
        assert as_json(await second.events("a-table")) == as_json(live.events)
        assert await second.claim() == []
        assert json.loads(await second.round("a-table", 3) or "") == json.loads(json.dumps(records[-1]))
        assert await second.round("a-table", 2) is None
        assert [await second.last_round(name) for name in ("a-table", "closed", "never opened")] == [3, 0, 0]
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
        storage, lapsed = await joined(database), asyncio.Event()
        storage.lapsed = lapsed.set
        await storage.append("table", [opened()])
        let_time_pass(storage.lease)
        await asyncio.wait_for(lapsed.wait(), 20)
        with pytest.raises(OSError, match="cannot be reached"):
            await storage.append("table", [ANN])
        await take_for_dead(database)  # the database has a clock of its own
        assert await storage.renew("127.0.0.1", 1)
        assert await storage.claim() == ["table"]
        await storage.close()

    run(work(), 150)


def test_whatever_waits_for_a_silent_database_ends_with_the_lease(
    database: str, postgres_server: postgres.Postgres
) -> None:
    async def work() -> tuple[object, ...]:
        storage, lapsed = await joined(database), asyncio.Event()
        storage.lapsed = lapsed.set
        await storage.append("table", [opened()])
        postgres_server.pause()
        try:
            waiting = asyncio.gather(
                storage.append("table", [ANN]), storage.claim(), storage.owner("table"), storage.round("table", 1),
                storage.renew("127.0.0.1", 1), storage.events("table"), return_exceptions=True,
            )  # fmt: skip
            await asyncio.sleep(0.1)  # all of them have asked
            let_time_pass(storage.lease)
            await asyncio.wait_for(lapsed.wait(), 20)
            return await asyncio.wait_for(waiting, 20)
        finally:
            postgres_server.go_on()
            await storage.close()

    written, claimed, owner, found, alive, events = run(work(), 150)
    assert isinstance(written, LostTableError)  # who knows
    assert alive is False
    assert all(isinstance(each, OSError) for each in (claimed, owner, found, events))


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
            event = Sat(0, f"Ann {number}", "token", "c0")
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


def test_a_process_may_hang_up_in_the_middle_of_every_step_of_a_write(database: str) -> None:
    """Its time may be over at any moment, also when an answer has come and nobody has looked at it yet."""

    async def work() -> set[str]:
        storage, ends = await joined(database), []
        await storage.append("table", [opened(seats=4)])
        for step in range(200):
            storage._die()
            await take_for_dead(database)
            assert await storage.renew("127.0.0.1", 1)
            while not await storage.claim():  # as long as the database is at work for a former life
                pass
            before = await storage.events("table")
            writing = asyncio.create_task(storage.append("table", [Sat(0, f"Ann {step}", "token", "c0")]))
            for _ in range(step):
                time.sleep(0.002)  # the database answers meanwhile
                await asyncio.sleep(0)  # and one step is taken
            storage._die()
            try:
                await writing
                ends.append("written")
            except LostTableError:
                ends.append("lost")  # who knows
            except OSError:
                ends.append("refused")
            rows = await postgres.ask(database, "SELECT FROM fivecard.entries")
            assert ends[-1] == "lost" or len(rows) == len(before) + (ends[-1] == "written")
            if ends[-3:] == ["written"] * 3:
                break
        await storage.close()
        return set(ends)

    assert run(work()) == {"refused", "lost", "written"}


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
    postgres_server: postgres.Postgres, tmp_path: Path, url: str, said: str
) -> None:
    command = [*TABLE, url.format(port=postgres_server.port)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, cwd=tmp_path)
    assert ended.returncode == 1
    assert said in ended.stderr
    assert len(ended.stderr.splitlines()) == 1
    assert "hunter2" not in ended.stdout + ended.stderr
    assert list(tmp_path.iterdir()) == []  # an address is no name of a file


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--lease", "0.5"), "--lease 0.5: from 1 to 3600 seconds"),
        (("--peer-address", "ann:x@[1"), "--peer-address 'ann:x@[1': a host, or a host and a port"),
        (("--peer-address", "http://10.0.0.7"), "--peer-address 'http://10.0.0.7': a host"),
    ],
)
def test_options_that_make_no_sense_are_named(options: tuple[str, ...], said: str) -> None:
    command = [*TABLE, "postgresql://127.0.0.1:1/x", *options]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 2
    assert said in ended.stderr


def test_a_database_of_another_version_is_left_alone(database: str) -> None:
    async def work() -> None:
        await (await joined(database)).close()
        await postgres.ask(database, "UPDATE fivecard.version SET version = 99")
        with pytest.raises(FivecardError, match=r"\b99\b"):
            await PostgresStorage(database).prepare()

    run(work())


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
    assert "fsync = off" in note
    assert run(notes("on")) == []

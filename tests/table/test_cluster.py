"""Processes that share tables by a PostgreSQL database: whichever is killed, paused or cut off, nothing is lost."""

import asyncio
import contextlib
import json
import random
import signal
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from fivecard.table.client import Person
from fivecard.table.web.relay import ADDRESS, SECRET
from tests.table import postgres
from tests.table import server as chips
from tests.table.cluster import LEASE, Cluster
from tests.table.server import Server, fetch, play_at, run

pytestmark = pytest.mark.exhaustive  # the make target that installs PostgreSQL is test-all


async def closing_code(person: Person) -> int | None:
    """Take messages until the socket is closed; gives the code."""
    try:
        while True:
            await person.receive()
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None


def to_sit(person: Person, name: str) -> dict[str, Any]:
    """What somebody sends to take the first seat."""
    asking = {"type": "sit", "seq": person.state["seq"], "seat": 0, "name": name}
    return asking | {"commitment": person.commitment()}


async def come_back(
    servers: list[Server], person: Person, source: random.Random, work: Callable[[], Awaitable[None]]
) -> None:
    """Do something at any process that takes one, and go to another whenever the connection is lost."""
    while True:
        person.base = source.choice(servers).base
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
            await person.sit(seat, f"Player {seat}")
        state = await person.until(lambda state: state["you"] is not None)
        if state["seats"][seat]["away"]:
            await person.ask("back")
        goal = goal or state["seats"][seat]["rounds"] + more_rounds
        await play_at(person, goal, source, think)

    await come_back(cluster.servers, person, source, work)


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
                assert (await person.sit(seat, f"Player {seat}"))["type"] == "done"
                await play_at(person, 2, random.Random(seat), 0.1)

        await asyncio.gather(*(one(person, seat) for seat, person in enumerate(people)))
        return people

    people = run(work())
    draws = cluster.draws()[table]
    assert all(set(person.acknowledged) <= draws for person in people)
    assert sum(len(person.acknowledged) for person in people) == 6
    for server in cluster.servers:
        assert fetch(f"{server.base}/t/{table}").status_code == 200
        assert fetch(f"{server.base}/t/{table}/rounds/1.json").json()["round"] == 1
        assert fetch(f"{server.base}/t/none").status_code == 404
        assert fetch(f"{server.base}/health").json()["tables"] == (server is owner)


def test_finished_hands_are_the_same_at_every_process(start: Callable[..., Cluster]) -> None:
    """A process that has not the table does not know who sits there, or what was when: the one that has it answers."""
    cluster = start(2)
    owner, other = cluster.servers
    rounds = [f"rounds/1{kind}" for kind in ("", ".json", ".txt", ".phh", "/steps")]
    tables = {}
    for delay in (600, 0):
        ann = Person(owner.base, "")
        table = chips.open_table(owner, ann, seats=2, stack=100_000, delay=delay)
        tables[delay] = table, ann

        async def play(ann: Person = ann) -> None:
            async with ann:
                await ann.sit(0, "Ann")
                await chips.play_hands(ann, 1, random.Random(1))

        run(play())
        for person in (ann, Person(other.base, table), None):
            for way in (*rounds, "rounds/2.json", "hands", "hands?before=1", "hands.phhs"):
                here, there = (chips.get(server, f"/t/{table}/{way}", person) for server in cluster.servers)
                assert there.status_code == here.status_code
                assert there.content == here.content
                for each in (here, there):
                    assert ("set-cookie" in each.headers) == (way == "rounds/1" and person is None and not delay)
                    for own in ("date", "set-cookie"):
                        each.headers.pop(own, None)
                assert there.headers == here.headers
                if way in rounds:
                    assert there.status_code == (404 if delay and person is not ann else 200)
        assert fetch(f"{other.base}/t/{table}/hands", "HEAD").headers["content-length"]
        assert chips.get(other, f"/t/{table}/rounds/1.json", ann).json()["me"] == 0
    assert cluster.owner(table) is owner
    ours = "SELECT secret FROM fivecard.processes WHERE port = $1"
    secret = run(postgres.ask(cluster.database, ours, other.port))[0]["secret"]
    for given, code in (("made up", 200), (secret, 503)):  # a peer's request is not passed on again
        assert fetch(f"{other.base}/t/{table}/hands", headers={SECRET: given}).status_code == code
    cluster.kill(owner)
    refused = chips.get(other, f"/t/{table}/hands", ann)
    assert (refused.status_code, refused.json()["error"]) == (503, "moved")
    page = fetch(f"{other.base}/t/{table}/rounds/1", headers={"Accept": "text/html"})
    assert (page.status_code, page.headers["content-type"]) == (503, "text/html; charset=utf-8")
    for delay, (table, ann) in tables.items():
        cluster.wait_for_owner(table, other)
        assert chips.get(other, f"/t/{table}/rounds/1.json", ann).json()["me"] == 0
        assert chips.get(other, f"/t/{table}/rounds/1.json").status_code == (404 if delay else 200)


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
            confirmed = sum(len(person.acknowledged) for person, _ in people)
            await asyncio.sleep(source.uniform(0.2, 1.5 * LEASE))
            while sum(len(person.acknowledged) for person, _ in people) == confirmed:  # a busy machine is slower
                await asyncio.sleep(0.05)
            server = source.choice(cluster.servers)
            await asyncio.to_thread(cluster.kill, server)
            await asyncio.to_thread(server.start)
        for task in playing:
            assert not task.done(), task
            task.cancel()
        await asyncio.wait(playing)

    run(work(), 60 + 30 * times)
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

    run(finish(), 120)
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
                await person.sit(0, "Ann")
                await person.begin()
            return person.token, await person.until(person.may_act)

    token, before = run(deal(dead.base))
    cluster.kill(dead)
    cluster.wait_for_owner(table, heir)
    _, after = run(deal(heir.base, token))
    assert after["round"]["hand"] == before["round"]["hand"]
    assert after["seq"] > before["seq"]  # the clock begins anew


def test_a_board_is_run_twice_though_its_process_dies_between_two_answers(start: Callable[..., Cluster]) -> None:
    cluster = start(2)
    wishes = {"rules": "holdem", "limit": "no", "seats": 2, "fill": "nobody", "stack": 100, "clock": 600}
    table = cluster.open_table(**wishes, twice=True)
    dead, heir = cluster.servers
    ann, bob = (Person(dead.base, table) for _ in range(2))

    async def go_all_in(person: Person) -> None:
        while (await person.until(lambda state: state["asked"] in {"act", "twice"}))["asked"] == "act":
            legal = person.state["round"]["legal"]
            raises = {"do": "raise", "to": legal["highest_raise"]}
            assert (await person.act(**(raises if legal["highest_raise"] else {"do": "call"})))["type"] == "done"

    async def all_in() -> None:
        async with ann, bob:
            for seat, person in enumerate((ann, bob)):
                await person.sit(seat, f"Player {seat}")
            await chips.meet(ann, bob)
            for person in (ann, bob):
                await person.begin()
            await asyncio.gather(go_all_in(ann), go_all_in(bob))
            assert (await ann.ask("twice", yes=True))["type"] == "done"

    async def agree() -> dict[str, Any]:
        ann.base = bob.base = heir.base
        async with ann, bob:
            for person, asked in ((ann, "nothing"), (bob, "twice")):
                state = await person.until(bool)
                assert (state["asked"], state["round"]["board"]) == (asked, [])
            assert (await bob.ask("twice", yes=True))["type"] == "done"
            return await ann.until(lambda state: state["phase"] == "shown")

    run(all_in())
    cluster.kill(dead)
    cluster.wait_for_owner(table, heir)
    shown = run(agree())["round"]
    assert len(shown["board"]) == 5
    assert len(shown["boards"]) == 1
    assert "Board 2 is" in chips.get(heir, f"/t/{table}/rounds/1.txt", ann).text


def test_a_seat_goes_to_another_device_at_whatever_process_until_its_own_dies(start: Callable[..., Cluster]) -> None:
    cluster = start(2)
    table = cluster.open_table(seats=2, fill="nobody", clock=600)
    dead, heir = cluster.servers
    ann, phone = Person(heir.base, table), Person(dead.base, table)

    async def hand_over() -> str:
        async with ann, phone:
            await ann.sit(0, "Ann")
            code = (await ann.ask("handover"))["code"]
            assert (await phone.ask("takeover", code=code))["type"] == "done"
            assert (await phone.until(lambda state: state["you"] == 0))["seats"][0]["name"] == "Ann"
            await ann.until(lambda state: state["you"] is None)
            return str((await phone.ask("handover"))["code"])

    async def try_again(code: str) -> str:
        async with ann:
            return str((await ann.ask("takeover", code=code))["code"])

    code = run(hand_over())
    cluster.kill(dead)
    cluster.wait_for_owner(table, heir)
    assert run(try_again(code)) == "no-code"


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
    start: Callable[..., Cluster], postgres_server: postgres.Postgres, how: str
) -> None:
    cluster = start(1)
    base = cluster.servers[0].base
    table = cluster.open_table(seats=2, fill="sharp", clock=600)

    async def work() -> list[dict[str, Any]]:
        heard = []
        async with Person(base, table) as idle, Person(base, table) as person:
            await person.until(bool)
            await idle.until(bool)
            postgres_server.pause() if how == "silent" else postgres_server.stop(signal.SIGQUIT)
            await person.socket.send(json.dumps(to_sit(person, "Ann")))
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
        assert fetch(f"{base}/t/{table}").status_code == 503
        assert fetch(f"{base}/tables", "POST", content="{}", headers={"Origin": base}).status_code == 503
        assert fetch(f"{base}/health").json()["tables"] == 0
        assert fetch(f"{base}/").status_code == 200
    finally:
        postgres_server.go_on() if how == "silent" else postgres_server.start()

    async def again() -> dict[str, Any]:
        person = Person(base, table)
        found: dict[str, Any] = {}

        async def work() -> None:
            found.update(await person.until(bool))
            assert (await person.sit(1, "Bob"))["type"] == "done"

        await come_back(cluster.servers, person, random.Random(1), work)
        return found

    assert run(again())["phase"] == "lobby"


def test_a_process_that_alone_is_cut_off_is_replaced(
    tmp_path: Path, start: Callable[..., Cluster], postgres_server: postgres.Postgres
) -> None:
    """What it was asked after the cut is answered by nobody, and what the heir confirms is what counts."""
    wire = postgres.Wire(postgres_server.port)
    cluster = start(1)
    table = cluster.open_table(seats=2, fill="sharp", clock=600)
    (cut_off,) = cluster.servers
    cluster.stop()  # to begin anew, at the end of a wire
    cut_off.options = (
        "--data",
        cluster.database.replace(str(postgres_server.port), str(wire.port)),
        "--lease",
        str(LEASE),
    )
    cut_off.start()
    cluster.wait_for_owner(table, cut_off)
    heir = Server(tmp_path, "--data", cluster.database, "--lease", str(LEASE))
    cluster.servers.append(heir)

    async def work() -> None:
        async with Person(cut_off.base, table) as near, Person(heir.base, table) as passed_on:
            await near.until(bool)
            await passed_on.until(bool)
            wire.cut()
            await near.socket.send(json.dumps(to_sit(near, "Eve")))
            near.listening = True
            assert await closing_code(near) == 1012
            assert await closing_code(passed_on) == 1012
            assert "done" not in {json.loads(text)["type"] for text in near.heard}

        bob = Person(heir.base, table)

        async def sit() -> None:
            await bob.until(bool)
            assert (await bob.sit(1, "Bob"))["type"] == "done"

        await come_back([heir], bob, random.Random(1), sit)

    try:
        run(work())
        assert fetch(f"{cut_off.base}/t/{table}").status_code == 503
        assert fetch(f"{heir.base}/t/{table}").status_code == 200
    finally:
        wire.mend()
    for _ in range(100):  # and then it is one of them again
        if fetch(f"{cut_off.base}/t/{table}").status_code == 200:
            break
        time.sleep(0.1)
    assert cluster.owner(table) is heir
    assert "Bob" in run(postgres.names_that_sat(cluster.database))
    cluster.stop()
    wire.close()


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
                    assert (await person.sit(seat, f"Player {seat}"))["type"] == "done"
                    return
            await asyncio.sleep(0.2)

    async def work() -> None:
        async with Person(paused.base, table) as person:
            await person.until(bool)
            paused.process.send_signal(signal.SIGSTOP)
            try:
                await sit_somehow(other.base, 0)
                await person.socket.send(json.dumps(to_sit(person, "Eve")))
            finally:
                paused.process.send_signal(signal.SIGCONT)
            assert await closing_code(person) == 1012
        await sit_somehow(paused.base, 1)  # by the way of the new owner

    run(work())
    assert run(postgres.names_that_sat(cluster.database)) == ["Player 0", "Player 1"]

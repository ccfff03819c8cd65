"""The table's server: played at by people made of code, abused, and killed."""

import asyncio
import contextlib
import json
import os
import random
import re
import resource
import secrets
import signal
import subprocess
import sys
from collections.abc import Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

from fivecard.histories import read_histories
from fivecard.odds import SHARE_MARGINS
from fivecard.table.audit import verify
from fivecard.table.client import Person
from fivecard.table.core import replay
from fivecard.table.core.events import Closed, decode
from fivecard.table.log import Log
from fivecard.table.pages import COOKIE
from tables import chips_table
from test_table import CARD


class Server:
    """A server of its own, in a process that can be killed."""

    def __init__(
        self, folder: Path, *options: str, files: int | None = None, program: Sequence[str] = ("-m", "fivecard")
    ) -> None:
        self.files = files
        """Files that the process may open, if fewer than it may here."""
        self.program = program
        self.file = folder / "table.db"
        self.options = options
        self.port = 0
        self.errors = folder / "errors.txt"
        self.start()

    def start(self) -> None:
        command = [
            sys.executable,
            *self.program,
            "table",
            "--port",
            str(self.port),
            "--data",
            str(self.file),
            "--pace",
            "0",
            "--patience",
            "1",
        ]
        if self.files:
            command = ["sh", "-c", f'ulimit -n {self.files}; exec "$@"', "sh", *command]
        with self.errors.open("a") as errors:
            self.process = subprocess.Popen([*command, *self.options], stdout=subprocess.PIPE, stderr=errors, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://localhost:(\d+)/", line)
        assert found, line + self.errors.read_text()
        self.port = int(found[1])
        self.base = f"http://localhost:{self.port}"

    def open_table(self, **wishes: object) -> str:
        answer = httpx.post(f"{self.base}/tables", content=json.dumps(wishes), headers={"Origin": self.base})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["table"])

    def stop(self, how: signal.Signals = signal.SIGINT) -> int:
        self.process.send_signal(how)
        self.process.communicate(timeout=15)
        return self.process.returncode


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("table"))
    yield running
    assert running.stop() == 0
    assert "Traceback" not in running.errors.read_text()


def run(work: Coroutine[Any, Any, Any]) -> Any:
    """Run asynchronous work in a thread of its own: a browser that is open in this one has a loop already."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, asyncio.wait_for(work, 90)).result()


async def play_at(person: Person, rounds: int, source: random.Random, think: float = 0.0) -> None:
    """Play rounds, being ready for each as soon as the one before has ended."""
    while True:
        state = await person.until(lambda state: person.may_draw(state) or state["phase"] in {"shown", "lobby"})
        await asyncio.sleep(think)  # slower than a flood
        if person.may_draw(state):
            hand = state["round"]["hand"]
            await person.draw(source.sample(hand, source.randrange(min(3, state["round"]["most_discards"]) + 1)))
        elif state["seats"][state["you"]]["rounds"] >= rounds:
            return
        elif not state["seats"][state["you"]]["ready"]:
            await person.ask("begin")
        else:
            await person.receive()


def test_people_and_computers_play_rounds(server: Server) -> None:
    async def work() -> None:
        table = server.open_table(seats=4, fill="classic")
        async with (
            Person(server.base, table) as ann,
            Person(server.base, table) as bob,
            Person(server.base, table) as eve,
        ):
            assert (await ann.ask("sit", seat=0, name="Ann"))["type"] == "done"
            assert (await bob.ask("sit", seat=2, name="Bob"))["type"] == "done"
            await asyncio.gather(*(play_at(person, 3, random.Random(1)) for person in (ann, bob)))
            state = await eve.until(lambda state: state["phase"] == "shown" and state["seats"][0]["rounds"] == 3)
            assert state["you"] is None
            assert len(ann.acknowledged) == len(bob.acknowledged) == 3
        record = httpx.get(f"{server.base}/t/{table}/rounds/{state['round']['number']}.json").json()
        assert len(verify(record)) == 6
        text = httpx.get(f"{server.base}/t/{table}/rounds/{state['round']['number']}.txt").text
        assert "fivecard round\nrules: C\nplayers: 4" in text

    run(work())


def test_a_seat_that_commits_and_goes_silent_is_opened_by_force(tmp_path: Path) -> None:
    """Even if the server is killed while it squares."""
    own = Server(tmp_path, "--squarings", str(1 << 22))
    table = own.open_table(seats=2, fill="nobody")

    async def begin() -> None:
        async with Person(own.base, table) as ann, Person(own.base, table) as bob:
            tokens.extend([ann.token, bob.token])
            await ann.ask("sit", seat=0, name="Ann")
            await bob.ask("sit", seat=1, name="Bob")
            bob.silent = True
            await ann.until(lambda state: state["seats"][1]["name"] == "Bob")
            await ann.ask("begin")
            waiting = lambda state: state["round"] and state["round"]["forcing"]  # noqa: E731
            await asyncio.gather(bob.until(waiting), ann.until(waiting))

    async def end() -> dict[str, Any]:
        async with Person(own.base, table, tokens[0]) as ann:
            await ann.until(ann.may_draw)
            await ann.draw([])
            return await ann.until(lambda state: state["phase"] == "shown")

    tokens: list[str] = []
    run(begin())
    own.process.kill()
    own.process.communicate()
    own.start()
    state = run(end())
    assert state["voids"] == []
    record = httpx.get(f"{own.base}/t/{table}/rounds/1.json").json()
    assert list(record["openings"]["1"]) == ["forced"]
    assert "2 puzzles opened, 1 of them by force" in verify(record, least_squarings=1 << 22)
    assert own.stop() == 0


def test_nothing_goes_over_the_wire_that_a_seat_may_not_know(server: Server) -> None:
    """Every byte that two people and a spectator are sent, errors and all, before the show."""

    async def work() -> None:
        table = server.open_table(seats=4, fill="sharp")
        async with (
            Person(server.base, table) as ann,
            Person(server.base, table) as bob,
            Person(server.base, table) as eve,
        ):
            for person in (ann, bob, eve):
                person.listening = True
            await ann.ask("sit", seat=0, name="Ann")
            await bob.ask("sit", seat=1, name="Bob")
            await asyncio.gather(*(play_at(person, 6, random.Random(3), think=0.05) for person in (ann, bob)))
            await eve.until(lambda state: state["phase"] == "shown" and state["seats"][0]["rounds"] == 6)
            await bob.ask("discard", cards=["As"])
        for person, seat in ((ann, 0), (bob, 1), (eve, None)):
            number, known = 0, set[str]()
            for text in person.heard:
                message = json.loads(text)
                if message["type"] != "state" or not message["round"] or "show" in message["round"]:
                    assert message["type"] == "state" or not CARD.findall(text)
                    continue
                if message["round"]["number"] != number:
                    number = message["round"]["number"]
                    record = httpx.get(f"{server.base}/t/{table}/rounds/{number}.json").json()
                    known = set()
                    if seat is not None:
                        dealt = record["deck"][seat : 5 * record["players"] : record["players"]]
                        known = {*dealt, *record["hands"][seat]}
                assert set(CARD.findall(text)) <= known
                assert record["server_seed"] not in text

    run(work())


def test_a_second_window_of_the_same_browser_has_the_same_seat(server: Server) -> None:
    async def work() -> None:
        table = server.open_table(seats=2)
        async with Person(server.base, table) as one:
            await one.ask("sit", seat=1, name="Ann")
            async with Person(server.base, table, one.token) as two:
                assert (await two.until(bool))["you"] == 1
            async with Person(server.base, table) as forged:
                assert (await forged.until(bool))["you"] is None
                assert (await forged.ask("leave"))["code"] == "spectator"

    run(work())


def test_illegal_stale_and_duplicate_commands_get_an_error_each(server: Server) -> None:
    async def work() -> None:
        table = server.open_table(seats=2, fill="sharp")
        async with Person(server.base, table) as ann:
            await ann.ask("sit", seat=0, name="Ann")
            await ann.ask("begin")
            state = await ann.until(ann.may_draw)
            assert (await ann.ask("discard", cards=["As", "As"]))["code"] == "illegal"
            assert (await ann.ask("hint"))["code"] == "no-hints"
            old = dict(state)
            assert (await ann.draw(state["round"]["hand"][:1]))["type"] == "done"
            ann.state = old
            assert (await ann.ask("discard", cards=[]))["code"] in {"stale", "not-your-turn", "not-now"}
            ann.state = old | {"seq": 10**9}
            assert (await ann.ask("begin"))["code"] == "stale"

    run(work())


def test_hints_are_for_practice_tables(server: Server) -> None:
    async def work() -> None:
        table = server.open_table(seats=2, practice=True)
        async with Person(server.base, table) as ann:
            await ann.ask("sit", seat=0, name="Ann")
            await ann.ask("begin")
            await ann.until(ann.may_draw)
            answer = await ann.ask("hint")
            assert answer["type"] == "hint"
            assert answer["margin"] == SHARE_MARGINS[1]
            assert [choice["share"] for choice in answer["choices"]] == sorted(
                (choice["share"] for choice in answer["choices"]), reverse=True
            )

    run(work())


@pytest.mark.parametrize(
    "headers", [{}, {"Origin": "http://evil.example"}, {"Origin": "null"}, {"Origin": "http://localhost"}], ids=str
)
def test_sockets_and_tables_are_for_our_own_pages(server: Server, headers: dict[str, str]) -> None:
    async def work() -> None:
        table = server.open_table()
        address = f"{server.base.replace('http', 'ws')}/t/{table}/socket"
        cookie = {"Cookie": f"{COOKIE}={secrets.token_urlsafe(32)}"}
        with pytest.raises(InvalidStatus, match="403"):
            async with connect(address, additional_headers=headers | cookie):
                pass

    run(work())
    assert httpx.post(f"{server.base}/tables", content="{}", headers=headers).status_code == 403


def test_a_socket_needs_a_cookie_and_a_table(server: Server) -> None:
    async def work() -> None:
        table = server.open_table()
        for name, cookie in ((table, ""), (table, f"{COOKIE}=short"), ("nowhere", f"{COOKIE}={'x' * 43}")):
            with pytest.raises(InvalidStatus, match="403"):
                async with connect(
                    f"{server.base.replace('http', 'ws')}/t/{name}/socket",
                    origin=Origin(server.base),
                    additional_headers={"Cookie": cookie},
                ):
                    pass

    run(work())


async def closing_code(person: Person) -> int:
    """Read to the end of a connection, and give the reason for it."""
    try:
        while True:
            await person.receive()
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 0


def test_malformed_and_oversized_messages_are_answered(server: Server) -> None:
    async def work() -> None:
        table = server.open_table()
        async with Person(server.base, table) as person:
            await person.until(bool)
            for text in ("", "{", '{"type":"fly","seq":1}'):
                await person.socket.send(text)
                assert (await person.receive())["code"] == "malformed"
            await person.socket.send(b"\x00")
            assert (await person.receive())["code"] == "malformed"
            await person.socket.send("x" * 5000)
            assert await closing_code(person) == 1009  # too big

    run(work())


def test_floods_are_cut_off(server: Server) -> None:
    async def work() -> None:
        table = server.open_table()
        async with Person(server.base, table) as person:
            with contextlib.suppress(ConnectionClosed):
                for _ in range(2000):
                    await person.socket.send('{"type":"leave","seq":1}')
            assert await closing_code(person) == 1008

    run(work())


def test_one_address_has_so_many_sockets(tmp_path: Path) -> None:
    own = Server(tmp_path, "--sockets-per-address", "2", "--tables", "1")

    async def work() -> None:
        table = own.open_table()
        async with Person(own.base, table), Person(own.base, table):
            with pytest.raises((InvalidStatus, ConnectionClosed)):
                async with Person(own.base, table) as third:
                    await third.receive()

    run(work())
    answer = httpx.post(f"{own.base}/tables", content="{}", headers={"Origin": own.base})
    assert (answer.status_code, answer.json()["error"]) == (503, "full")
    assert own.stop() == 0


WRONG_TABLES = ["", "[]", '{"seats":1}', '{"seats":true}', '{"rules":"B"}', '{"rules":[]}', '{"fill":"x"}',
                '{"clock":0}', '{"clock":"30"}', '{"practice":1}', '{"x":1}', "[" * 3000]  # fmt: skip


@pytest.mark.parametrize("body", WRONG_TABLES, ids=range(len(WRONG_TABLES)))
def test_wrong_tables_are_not_opened(server: Server, body: str) -> None:
    answer = httpx.post(f"{server.base}/tables", content=body, headers={"Origin": server.base})
    assert (answer.status_code, answer.json()["error"]) == (400, "malformed")


def test_too_large_a_request_is_refused(server: Server) -> None:
    answer = httpx.post(f"{server.base}/tables", content="x" * 10_000, headers={"Origin": server.base})
    assert answer.status_code == 413


@given(
    st.sampled_from(["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS"]),
    st.lists(st.sampled_from(["t", "tables", "page", "cards", "rounds", "..", "%00", "1", "-1", "As.svg", "back-x.svg",
                              "9" * 30, "9" * 5000, "1.json", "table.html", "%2e%2e", "é"]), max_size=5),
    st.binary(max_size=50),
)  # fmt: skip
@settings(max_examples=150, deadline=None)
def test_any_request_is_answered(server: Server, method: str, parts: list[str], body: bytes) -> None:
    answer = httpx.request(method, f"{server.base}/{'/'.join(parts)}", content=body)
    assert answer.status_code < 500
    if answer.status_code == 200:
        assert answer.headers["content-security-policy"].startswith("default-src 'self'")


def test_the_seat_token_is_kept_from_scripts_and_stored_hashed(server: Server) -> None:
    table = server.open_table(seats=2)
    answer = httpx.get(f"{server.base}/t/{table}")
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    token = answer.cookies[COOKIE]
    assert len(token) == 43

    async def work() -> None:
        async with Person(server.base, table, token) as ann:
            await ann.ask("sit", seat=0, name="Ann")

    run(work())
    text = server.file.read_text()
    assert token not in text
    assert sha256(token.encode()).hexdigest() in text


# Pulling the plug


async def play_until_killed(people: list[Person], source: random.Random, server: Server) -> None:
    async def one(person: Person) -> None:
        with contextlib.suppress(ConnectionClosed, OSError):
            async with person:
                if (await person.until(bool))["you"] is None:
                    await person.ask("sit", seat=people.index(person), name=f"Player {people.index(person)}")
                    await person.until(lambda state: state["you"] is not None)
                await play_at(person, 10**9, source, think=0.12)

    playing = asyncio.gather(*(one(person) for person in people))
    await asyncio.sleep(source.uniform(0.3, 0.8))
    os.kill(server.process.pid, signal.SIGKILL)
    await playing


def logged(file: Path, table: str) -> list[dict[str, Any]]:
    """What is on the disk, beside a server that runs."""
    lines = [json.loads(text) for text in file.read_text().split("\x1e")[1:]]
    entries = [rest for _, name, *rest in lines if name == table and isinstance(rest[0], int)]
    return [event for _, events, *_ in entries for event in events]


def kill_and_go_on(server: Server, times: int) -> None:
    table = server.open_table(seats=3, fill="sharp")
    people = [Person(server.base, table) for _ in range(2)]
    source = random.Random(times)
    for _ in range(times):
        run(play_until_killed(people, source, server))
        server.process.communicate()
        before = {person.token: person.state for person in people}
        server.start()
        events = logged(server.file, table)
        number, draws = 0, set()
        for event in events:
            if event["kind"] == "gathering":
                number = event["round"]
            if event["kind"] == "discarded":
                draws.add((number, event["player"], tuple(event["cards"].split())))
        for person in people:
            assert set(person.acknowledged) <= draws
            state = before[person.token]
            at = replay(decode(json.dumps(event)) for event in events)
            if state and state["phase"] == "drawing" and at.round and at.round.number == state["round"]["number"]:
                me = state["round"]["me"]
                if at.phase == "drawing" and me is not None and at.game.turn == me == state["round"]["turn"]:
                    assert [str(card) for card in at.game.hands[me]] == state["round"]["hand"]
            person.base, person.state = server.base, {}
    assert sum(len(person.acknowledged) for person in people) >= times / 2
    progress = [len(person.acknowledged) for person in people]
    for person in people:  # and it still goes on
        assert len(set(person.acknowledged)) == len(person.acknowledged)
    run(finish_a_round(people, source))
    assert [len(person.acknowledged) for person in people] > progress


async def finish_a_round(people: list[Person], source: random.Random) -> None:
    async def one(person: Person) -> None:
        async with person:
            rounds = (await person.until(bool))["seats"][people.index(person)]["rounds"]
            await play_at(person, rounds + 2, source, think=0.05)

    await asyncio.gather(*(one(person) for person in people))


def test_killing_the_server_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    server = Server(tmp_path)
    kill_and_go_on(server, 6)
    assert server.stop() == 0


@pytest.mark.exhaustive
def test_killing_the_server_a_hundred_times_loses_nothing(tmp_path: Path) -> None:
    server = Server(tmp_path)
    kill_and_go_on(server, 100)
    assert server.stop() == 0


def test_a_second_server_on_the_same_log_is_turned_away(server: Server) -> None:
    command = [sys.executable, "-m", "fivecard", "table", "--port", "0", "--data", str(server.file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=20)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"fivecard: {server.file} is in use by another server\n"
    assert server.open_table()


def test_a_port_that_is_taken_is_named(server: Server, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "fivecard", "table", "--port", str(server.port), "--data", str(tmp_path / "x.db")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=20)
    assert done.returncode == 1
    assert f"cannot listen on 127.0.0.1, port {server.port}: is it taken?" in done.stderr


# The log


def test_what_cannot_be_written_down_is_refused_in_words(tmp_path: Path) -> None:
    """A full disk: tables and commands are refused, nothing of them has happened, and all goes on afterwards."""
    server = Server(tmp_path)
    table = server.open_table(seats=2)
    for _ in range(8):  # so that the log is larger than what the server says
        server.open_table()
    unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)

    async def work() -> None:
        async with Person(server.base, table) as ann:
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (server.file.stat().st_size + 9, -1))
            answer = await ann.ask("sit", seat=0, name="Ann")
            assert (answer["type"], answer["code"]) == ("error", "log")
            refused = httpx.post(f"{server.base}/tables", content="{}", headers={"Origin": server.base})
            assert refused.status_code == 503
            assert refused.json()["error"] == "log"
            assert "cannot be written down at the moment, so nothing was done" in refused.json()["message"]
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, unlimited)
            assert (await ann.ask("sit", seat=0, name="Ann"))["type"] == "done"
            assert server.open_table()

    run(work())
    assert [event["kind"] for event in logged(server.file, table)] == ["opened", "sat"]
    assert server.stop() == 0
    said = server.errors.read_text()
    assert said.count("fivecard: the log cannot be written: ") == 2
    assert "Traceback" not in said


def test_a_damaged_round_is_said_to_be_damaged(tmp_path: Path) -> None:
    server = Server(tmp_path)
    table = server.open_table(seats=2)

    async def work() -> None:
        async with Person(server.base, table) as ann:
            await ann.ask("sit", seat=0, name="Ann")
            await play_at(ann, 2, random.Random(1))

    run(work())
    address = f"{server.base}/t/{table}/rounds"
    assert httpx.get(f"{address}/1.json").json()["names"][0] == "Ann"
    data = server.file.read_bytes()
    with server.file.open("r+b") as file:
        file.seek(data.index(b'"names":["Ann"'))
        file.write(b'"names":["Eve"')
    for form in (".json", ".txt", ""):
        answer = httpx.get(f"{address}/1{form}")
        assert answer.status_code == 410
        assert "this hand is damaged" in answer.text
    assert httpx.get(f"{address}/2.json").status_code == 200
    assert httpx.get(f"{address}/3.json").status_code == 404
    assert httpx.get(f"{server.base}/t/..%2f..%2ftable/rounds/1.json").status_code == 404
    assert server.stop() == 0
    assert "Traceback" not in server.errors.read_text()


def test_the_hands_of_a_closed_table_stay(tmp_path: Path) -> None:
    live = chips_table("Ann", "Bob", seats=2, fill="nobody")
    server = Server(tmp_path)
    assert server.stop() == 0
    with contextlib.closing(Log(str(server.file))) as log:
        log.write([("table", live.events, None)])
        for number in range(3):
            before = live.table.seq
            record = live.play_round(random.Random(number))
            log.write([("table", live.events[before:], record)])
        log.write([("table", [Closed()], None)])
    server.start()
    address = f"{server.base}/t/table"
    assert httpx.get(address).status_code == 404
    assert [hand["number"] for hand in httpx.get(f"{address}/hands").json()["hands"]] == [3, 2, 1]
    assert len(list(read_histories(httpx.get(f"{address}/hands.phhs").text.splitlines(keepends=True)))) == 3
    for way in ("rounds/1", "rounds/1.json", "rounds/1/steps", "back.svg"):
        assert httpx.get(f"{address}/{way}").status_code == 200, way
    for way in ("hands", "hands.phhs", "back.svg", "rounds/1/steps"):
        assert httpx.get(f"{server.base}/t/other/{way}").status_code == 404, way
    assert server.stop() == 0
    assert "Traceback" not in server.errors.read_text()

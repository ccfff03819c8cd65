"""The table's server: played at by people made of code, abused, and killed."""

import asyncio
import contextlib
import json
import random
import resource
import secrets
import signal
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidMessage, InvalidStatus
from websockets.typing import Origin

from fivecard.draw.odds import SHARE_MARGINS
from fivecard.histories import load_all
from fivecard.table.client import Person
from fivecard.table.core import replay
from fivecard.table.core.commitments import nonce_commitment, server_commitment
from fivecard.table.core.events import Closed, decode
from fivecard.table.fairness.verify import verify
from fivecard.table.storage.log import Log
from fivecard.table.web.ledger import ledger_of
from fivecard.table.web.static import COOKIE
from tests.effort import effort
from tests.table.server import Server, closing_code, fetch, http_client, meet, play_at, run, serving_here
from tests.table.tables import CARD, table_for


def test_people_and_computers_play_rounds(server: Server) -> None:
    async def work() -> None:
        table = server.open_table(seats=4, fill="classic")
        async with (
            Person(server.base, table) as ann,
            Person(server.base, table) as bob,
            Person(server.base, table) as eve,
        ):
            assert (await ann.sit(0, "Ann"))["type"] == "done"
            assert (await bob.sit(2, "Bob"))["type"] == "done"
            await meet(ann, bob)
            await asyncio.gather(*(play_at(person, 3, random.Random(1)) for person in (ann, bob)))
            state = await eve.until(lambda state: state["phase"] == "shown" and state["seats"][0]["rounds"] == 3)
            assert state["you"] is None
            assert len(ann.acknowledged) == len(bob.acknowledged) == 3
        record = fetch(f"{server.base}/t/{table}/rounds/{state['round']['number']}.json").json()
        assert len(verify(record)) == 4
        text = fetch(f"{server.base}/t/{table}/rounds/{state['round']['number']}.txt").text
        assert text.splitlines()[-1] == record["lines"][0]

    run(work())


def test_who_is_ready_plays_and_nobody_who_is_silent_keeps_the_others_waiting(tmp_path: Path) -> None:
    """Even if the server is killed while it waits: it knows the nonce that was opened, and its own seed."""
    with Server(tmp_path, "--patience", "1") as own:
        table = own.open_table(seats=3, fill="sharp")
        ann, bob = Person(own.base, table), Person(own.base, table)

        async def begin() -> dict[str, Any]:
            async with ann, bob:
                await ann.sit(0, "Ann")
                await bob.sit(1, "Bob")
                await meet(ann, bob)
                assert (await ann.begin())["type"] == "done"
                state = await ann.until(lambda state: state["seats"][0]["ready"])
                own.process.kill()  # while both are here
                return state

        async def finish() -> None:
            async with bob, ann:
                state = await ann.until(ann.may_act)
                assert state["seats"][1]["away"]
                assert [player["level"] for player in state["round"]["players"]] == [None, "sharp", "sharp"]
                await ann.draw([])
                await ann.until(lambda state: state["phase"] == "shown")

        before = run(begin())
        own.stop(signal.SIGKILL)
        own.start()
        run(finish())
        record = fetch(f"{own.base}/t/{table}/rounds/1.json").json()
        assert nonce_commitment(table, record["nonces"]["0"]) == before["seats"][0]["commitment"]
        assert server_commitment(table, 1, bytes.fromhex(record["server_seed"])) == before["next"]["commitment"]
        assert verify(record)


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
            await ann.sit(0, "Ann")
            await bob.sit(1, "Bob")
            await meet(ann, bob)
            await asyncio.gather(*(play_at(person, 6, random.Random(3), think=0.05) for person in (ann, bob)))
            await eve.until(lambda state: state["phase"] == "shown" and state["seats"][0]["rounds"] == 6)
            await bob.ask("act", do="discard", cards=["As"])
        for person, seat in ((ann, 0), (bob, 1), (eve, None)):
            number, known = 0, set[str]()
            for text in person.heard:
                message = json.loads(text)
                if message["type"] != "state" or not message["round"] or "show" in message["round"]:
                    assert message["type"] == "state" or not CARD.findall(text)
                    continue
                if message["round"]["number"] != number:
                    number = message["round"]["number"]
                    record = fetch(f"{server.base}/t/{table}/rounds/{number}.json").json()
                    known = set()
                    if seat is not None:
                        dealt = record["deck"][seat:20:4]
                        known = {*dealt, *record["hands"][seat]}
                assert set(CARD.findall(text)) <= known
                assert record["server_seed"] not in text

    run(work())


def test_a_second_window_of_the_same_browser_has_the_same_seat(server: Server) -> None:
    async def work() -> None:
        table = server.open_table(seats=2)
        async with Person(server.base, table) as one:
            await one.sit(1, "Ann")
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
            await ann.sit(0, "Ann")
            await ann.begin()
            state = await ann.until(ann.may_act)
            assert (await ann.ask("act", do="discard", cards=["As", "As"]))["code"] == "illegal"
            assert (await ann.ask("hint"))["code"] == "no-hints"
            old = dict(state)
            assert (await ann.draw(state["round"]["hand"][:1]))["type"] == "done"
            ann.state = old
            assert (await ann.ask("act", do="discard", cards=[]))["code"] in {"stale", "not-your-turn", "not-now"}
            ann.state = old | {"seq": 10**9}
            assert (await ann.begin())["code"] == "stale"

    run(work())


def test_hints_are_for_practice_tables(server: Server) -> None:
    async def work() -> None:
        table = server.open_table(seats=2, practice=True)
        async with Person(server.base, table) as ann:
            await ann.sit(0, "Ann")
            await ann.begin()
            await ann.until(ann.may_act)
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
    assert fetch(f"{server.base}/tables", "POST", content="{}", headers=headers).status_code == 403


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
    async def work() -> None:
        async with serving_here(tmp_path, sockets_per_address=2, tables=1) as base, http_client(base) as http:
            table = (await http.post("/tables", content="{}")).json()["table"]
            async with Person(base, table), Person(base, table):
                with pytest.raises((InvalidStatus, ConnectionClosed)):
                    async with Person(base, table) as third:
                        await third.receive()
            answer = await http.post("/tables", content="{}")
            assert (answer.status_code, answer.json()["error"]) == (503, "full")

    run(work())


WRONG_TABLES = ["", "[]", '{"seats":1}', '{"seats":true}', '{"rules":"B"}', '{"rules":[]}', '{"fill":"x"}',
                '{"clock":0}', '{"clock":"30"}', '{"practice":1}', '{"x":1}', "[" * 3000]  # fmt: skip


@pytest.mark.parametrize("body", WRONG_TABLES, ids=range(len(WRONG_TABLES)))
def test_wrong_tables_are_not_opened(server: Server, body: str) -> None:
    answer = fetch(f"{server.base}/tables", "POST", content=body, headers={"Origin": server.base})
    assert (answer.status_code, answer.json()["error"]) == (400, "malformed")


def test_too_large_a_request_is_refused(server: Server) -> None:
    answer = fetch(f"{server.base}/tables", "POST", content="x" * 10_000, headers={"Origin": server.base})
    assert answer.status_code == 413


@given(
    st.sampled_from(["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS"]),
    st.lists(st.sampled_from(["t", "tables", "page", "cards", "rounds", "..", "%00", "1", "-1", "As.svg", "back-x.svg",
                              "9" * 30, "9" * 5000, "1.json", "table.html", "%2e%2e", "é"]), max_size=5),
    st.binary(max_size=50),
)  # fmt: skip
def test_any_request_is_answered(server: Server, method: str, parts: list[str], body: bytes) -> None:
    answer = fetch(f"{server.base}/{'/'.join(parts)}", method, content=body)
    assert answer.status_code < 500
    if answer.status_code == 200:
        assert answer.headers["content-security-policy"].startswith("default-src 'self'")


def test_the_seat_token_is_kept_from_scripts_and_stored_hashed(server: Server) -> None:
    table = server.open_table(seats=2)
    answer = fetch(f"{server.base}/t/{table}")
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    token = answer.cookies[COOKIE]
    assert len(token) == 43

    async def work() -> None:
        async with Person(server.base, table, token) as ann:
            await ann.sit(0, "Ann")

    run(work())
    text = server.file.read_text()
    assert token not in text
    assert sha256(token.encode()).hexdigest() in text


# Pulling the plug


async def play_until_killed(people: list[Person], source: random.Random, server: Server, *, after_a_draw: bool) -> None:
    """Play, and pull the plug: at any time, or at any time after a draw that was acknowledged."""

    async def one(person: Person) -> None:
        with contextlib.suppress(ConnectionClosed, InvalidMessage, OSError):  # the plug may be pulled in a handshake
            async with person:
                if (await person.until(bool))["you"] is None:
                    await person.sit(people.index(person), f"Player {people.index(person)}")
                    await person.until(lambda state: state["you"] is not None)
                await play_at(person, 10**9, source, think=0.05)

    def draws() -> int:
        return sum(len(person.acknowledged) for person in people)

    before = draws()
    playing = asyncio.gather(*(one(person) for person in people))
    while after_a_draw and draws() == before:
        assert not playing.done()
        await asyncio.sleep(0.01)
    await asyncio.sleep(source.uniform(0.0, 0.4))
    server.process.kill()
    await playing


def logged(file: Path, table: str) -> list[dict[str, Any]]:
    """What is on the disk, beside a server that runs."""
    texts = file.read_text().split("\x1e")[1:]
    lines = [json.loads(text) for text in texts if text.endswith("\n")]  # the last may be on its way
    entries = [rest for _, name, *rest in lines if name == table and isinstance(rest[0], int)]
    return [event for _, events, *_ in entries for event in events]


def kill_and_go_on(server: Server, times: int) -> None:
    table = server.open_table(seats=3, fill="sharp")
    people = [Person(server.base, table) for _ in range(2)]
    source = random.Random(times)
    for number in range(times):
        run(play_until_killed(people, source, server, after_a_draw=number % 2 == 0))
        server.stop(signal.SIGKILL)
        before = {person.token: person.state for person in people}
        server.start()
        events = logged(server.file, table)
        round_, draws = 0, set()
        for event in events:
            if event["kind"] == "dealt":
                round_ = event["round"]
            if event["kind"] == "acted":
                draws.add((round_, event["player"], tuple(event.get("cards", "").split())))
        for person in people:
            assert set(person.acknowledged) <= draws
            state = before[person.token]
            at = replay(decode(json.dumps(event)) for event in events)
            if state and state["phase"] == "playing" and at.round and at.round.number == state["round"]["number"]:
                me = state["round"]["me"]
                if at.phase == "playing" and me is not None and at.game.turn == me == state["round"]["turn"]:
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
    with Server(tmp_path) as server:
        kill_and_go_on(server, effort(3, 12))


@pytest.mark.exhaustive
@pytest.mark.timeout(600)
def test_killing_the_server_a_hundred_times_loses_nothing(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        kill_and_go_on(server, 100)


def second_server(port: int, log: Path) -> "subprocess.CompletedProcess[str]":
    """Start a server that is not to come up."""
    command = [sys.executable, "-m", "fivecard", "table", "--port", str(port), "--data", str(log)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def test_a_second_server_on_the_same_log_is_turned_away(server: Server) -> None:
    done = second_server(0, server.file)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert str(server.file) in done.stderr
    assert server.open_table()


def test_a_port_that_is_taken_is_named(server: Server, tmp_path: Path) -> None:
    done = second_server(server.port, tmp_path / "x.db")
    assert done.returncode == 1
    assert f"127.0.0.1, port {server.port}" in done.stderr.splitlines()[-1]


# The log


def test_what_cannot_be_written_down_is_refused_in_words(tmp_path: Path) -> None:
    """A full disk: tables and commands are refused, nothing of them has happened, and all goes on afterwards."""
    with Server(tmp_path) as server:
        table = server.open_table(seats=2)
        for _ in range(8):  # so that the log is larger than what the server says
            server.open_table()

        async def work() -> None:
            async with Person(server.base, table) as ann:
                limit = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
                resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (server.file.stat().st_size + 9, limit[1]))
                answer = await ann.sit(0, "Ann")
                assert (answer["type"], answer["code"]) == ("error", "log")
                refused = fetch(f"{server.base}/tables", "POST", content="{}", headers={"Origin": server.base})
                assert (refused.status_code, refused.json()["error"]) == (503, "log")
                assert refused.json()["message"] == answer["message"]
                resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, limit)
                assert (await ann.sit(0, "Ann"))["type"] == "done"
                assert server.open_table()

        run(work())
        assert [event["kind"] for event in logged(server.file, table)] == ["opened", "sat"]
    assert len(server.errors.read_text().splitlines()) == 2  # one for each


def test_a_damaged_round_is_said_to_be_damaged(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        table = server.open_table(seats=2)

        async def work() -> None:
            async with Person(server.base, table) as ann:
                await ann.sit(0, "Ann")
                await play_at(ann, 2, random.Random(1))

        run(work())
        address = f"{server.base}/t/{table}/rounds"
        assert fetch(f"{address}/1.json").json()["names"][0] == "Ann"
        data = server.file.read_bytes()
        with server.file.open("r+b") as file:
            file.seek(data.index(b'"names":["Ann"'))
            file.write(b'"names":["Eve"')
        for form in (".json", ".txt", ""):
            assert fetch(f"{address}/1{form}").status_code == 410
        assert fetch(f"{address}/2.json").status_code == 200
        assert fetch(f"{address}/3.json").status_code == 404
        assert fetch(f"{server.base}/t/..%2f..%2ftable/rounds/1.json").status_code == 404


def test_the_hands_of_a_closed_table_stay(tmp_path: Path) -> None:
    live = table_for("Ann", "Bob", seats=2, fill="nobody")
    with contextlib.closing(Log(str(tmp_path / "table.db"))) as log:
        log.write([("table", live.events, None)])
        for number in range(3):
            before = live.table.seq
            record = live.play_round(random.Random(number))
            log.write([("table", live.events[before:], record)])
        log.write([("table", [Closed()], None)])

    async def work() -> None:
        async with serving_here(tmp_path) as base, http_client(base) as http:
            assert (await http.get("/t/table")).status_code == 404
            assert [hand["number"] for hand in (await http.get("/t/table/hands")).json()["hands"]] == [3, 2, 1]
            phhs = (await http.get("/t/table/hands.phhs")).text
            assert len(list(load_all(phhs.splitlines(keepends=True)))) == 3
            told = (await http.get("/t/table/ledger.json")).json()
            assert told == json.loads(json.dumps(ledger_of(replace(live.table, closed=True))))
            assert (told["hands"], told["ended"]) == (3, True)
            assert (await http.get("/t/table/ledger.csv")).text.startswith("name,buy-ins")
            for way in ("rounds/1", "rounds/1.json", "rounds/1/steps", "back.svg", "ledger"):
                assert (await http.get(f"/t/table/{way}")).status_code == 200, way
            for way in ("hands", "hands.phhs", "back.svg", "rounds/1/steps", "ledger", "ledger.json", "ledger.csv"):
                assert (await http.get(f"/t/other/{way}")).status_code == 404, way

    run(work())

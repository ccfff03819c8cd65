"""The table's server under abuse: connections that wait, names of others, frames that are none."""

import asyncio
import contextlib
import random
import secrets
import socket
import struct
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

from fivecard.pages.allowed_hosts import LOCAL_NAMES, is_ours
from fivecard.table.client import Person
from fivecard.table.core.commands import Sit
from fivecard.table.protocol.messages import Done, Wishes
from fivecard.table.protocol.types import TableView
from fivecard.table.runtime.connection import Connection
from fivecard.table.runtime.guard import FULL, FULL_ADDRESS, Door, Stage
from fivecard.table.runtime.limits import Limits
from fivecard.table.runtime.registry import TableRegistry
from fivecard.table.storage.base import FileStorage
from fivecard.table.storage.log import Log
from fivecard.table.web.static import COOKIE
from tests.effort import effort
from tests.needs import missing
from tests.table.server import PATIENCE, Server, closing_code, fetch, http_client, play_at, run, serving_here
from tests.table.tables import refused

HALF = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Half: "

# The door


class Pipe:
    """A transport that only notes what is done to it."""

    def __init__(self) -> None:
        self.sent, self.closing, self.aborted = b"", False, False

    def write(self, data: bytes) -> None:
        self.sent += data

    def is_closing(self) -> bool:
        return self.closing

    def close(self) -> None:
        self.closing = True

    def abort(self) -> None:
        self.closing = self.aborted = True


def enter(door: Door, address: str, now: float = 0.0, stage: Stage = Stage.READING) -> Any:
    pipe: Any = Pipe()
    assert door.enter(pipe, address, now) == ""
    door.go_on(pipe, stage, now)
    return pipe


def test_at_the_limit_of_an_address_its_longest_waiting_connection_goes() -> None:
    door = Door(Limits(sockets_per_address=-38))  # and 40 for pages: two
    playing = enter(door, "192.0.2.1", stage=Stage.SOCKET)
    waiting, other = enter(door, "192.0.2.1"), enter(door, "192.0.2.2")
    enter(door, "192.0.2.1", stage=Stage.SOCKET)
    assert (waiting.aborted, playing.aborted, other.aborted) == (True, False, False)
    refused: Any = Pipe()
    assert door.enter(refused, "192.0.2.1", 0.0) == FULL_ADDRESS


def test_at_the_limit_of_all_the_longest_waiting_connection_goes_and_sockets_stay() -> None:
    door = Door(Limits(connections=3))
    first, second, third = (enter(door, f"192.0.2.{number}", number) for number in range(3))
    door.go_on(first, Stage.SOCKET, 4.0)
    fourth = enter(door, "192.0.2.9", 5.0)
    assert [pipe.aborted for pipe in (first, second, third, fourth)] == [False, True, False, False]
    for pipe in (third, fourth):
        door.go_on(pipe, Stage.SOCKET, 6.0)
    refused: Any = Pipe()
    assert door.enter(refused, "192.0.2.10", 7.0) == FULL
    for pipe in (first, second, third, fourth, refused):
        door.leave(pipe)
    assert (len(door.guests), door._addresses, len(door._waiting)) == (0, {}, 0)


def test_one_household_is_one_address() -> None:
    door = Door(Limits(sockets_per_address=-39))
    first = enter(door, "2001:db8::1")
    enter(door, "2001:db8::2")
    enter(door, "2001:db8:0:1::2")
    assert first.aborted


def test_a_proxy_is_not_held_to_the_limit_of_an_address() -> None:
    door = Door(Limits(sockets_per_address=-39))
    door.is_proxy = lambda address: address == "::1"
    pipes = [enter(door, "::1") for _ in range(9)]
    assert not any(pipe.aborted for pipe in pipes)


@pytest.mark.parametrize("stage", [stage for stage in Stage if stage not in {Stage.SOCKET, Stage.CLOSING}])
def test_no_stage_lasts_for_ever(stage: Stage) -> None:
    door = Door(Limits())
    pipe = enter(door, "192.0.2.1", stage=stage)
    door.sweep(stage.value - 0.1)
    assert not pipe.closing
    door.sweep(stage.value)
    assert (pipe.closing, pipe.aborted) == (True, False)
    assert (b"408" in pipe.sent) is (stage is Stage.READING)
    door.sweep(stage.value + Stage.CLOSING.value)
    assert pipe.aborted  # it did not read what was still to be sent


def test_a_socket_that_was_closed_and_never_read_is_cut_off() -> None:
    door = Door(Limits())
    pipe = enter(door, "192.0.2.1", stage=Stage.SOCKET)
    door.sweep(1e9)
    pipe.close()
    door.sweep(1e9)
    assert not pipe.aborted
    door.sweep(1e9 + Stage.CLOSING.value)
    assert pipe.aborted


# The real server


Serving: TypeAlias = Callable[..., Server]


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Serving]:
    """Servers with options of their own, stopped at the end."""
    with contextlib.ExitStack() as running:

        def start(*options: str, **more: Any) -> Server:
            return running.enter_context(Server(tmp_path, *options, **more))

        yield start


@contextlib.contextmanager
def half_open(server: Server, connections: int, addresses: int) -> Iterator[list[socket.socket]]:
    """Connections that never finish their headers, from several addresses."""
    with contextlib.ExitStack() as stack:
        opened = []
        for number in range(connections):
            source = (f"127.0.0.{2 + number % addresses}", 0)
            connection = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE, source_address=source)
            stack.enter_context(connection)
            with contextlib.suppress(OSError):
                connection.sendall(HALF)
            opened.append(connection)
            if number % 25 == 0:  # also so that the server comes along: what it has no room to accept waits a second
                assert fetch(f"{server.base}/health").status_code == 200
        yield opened


@pytest.fixture
def many_addresses() -> None:
    """Skip loudly where a machine has one address of its own: elsewhere than on Linux."""
    with socket.socket() as one:
        try:
            one.bind(("127.0.0.2", 0))
        except OSError:
            missing("ONLY ONE LOCAL ADDRESS ON THIS MACHINE: half-sent requests from many are not tested")


@pytest.mark.usefixtures("many_addresses")
def test_half_sent_requests_shut_nobody_out(serving: Serving) -> None:
    """Four times as many as the process may have files, while one person plays on and another comes."""
    files, connections = effort((200, 86), (400, 236))
    own = serving(files=files)
    told = own.errors.read_text()
    assert f" {files} " in told
    assert f" {connections} " in told

    async def work() -> None:
        table = own.open_table(seats=3)
        async with Person(own.base, table) as ann:
            await ann.sit(0, "Ann")
            await play_at(ann, 1, random.Random(1))
            with half_open(own, 2 * files, 10), half_open(own, 2 * files, 200):
                await play_at(ann, 3, random.Random(1))
                health = fetch(f"{own.base}/health").json()
                assert health["connections"] <= connections
                assert fetch(f"{own.base}/t/{table}").status_code == 200
                async with Person(own.base, table) as bob:
                    assert (await bob.sit(1, "Bob"))["type"] == "done"

    run(work())


HASTY = ("-c", "import sys; from fivecard.cli.main import main; from fivecard.table.runtime.guard import Stage; "
               f"Stage.READING._value_ = {effort(1.5, Stage.READING.value)}; sys.exit(main())")  # fmt: skip
"""A server that does not wait as long for requests."""


def test_requests_that_do_not_become_complete_are_ended(serving: Serving) -> None:
    """However slowly and steadily they go on."""
    server = serving(program=HASTY)
    beginnings = {
        "nothing": (b"", b""),
        "half a line": (b"GET / HT", b""),
        "a header that grows": (HALF, b"x"),
        "blank lines": (b"\r\n", b"\r\n"),
        "half a body": (
            f"POST /tables HTTP/1.1\r\nHost: localhost\r\nOrigin: {server.base}\r\n".encode()
            + b"Content-Length: 500\r\n\r\n",
            b" ",
        ),
        "a body that nobody asked for": (
            b"GET /health HTTP/1.1\r\nHost: localhost\r\nContent-Length: 90\r\n\r\n",
            b" ",
        ),
    }

    async def one(first: bytes, more: bytes) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(first)

        async def drip() -> None:
            while True:
                await asyncio.sleep(0.2)
                writer.write(more)

        dripping = asyncio.create_task(drip())
        try:
            return await reader.read()
        except ConnectionResetError:
            return b""
        finally:
            dripping.cancel()
            writer.close()

    async def work() -> None:
        answers = await asyncio.gather(*(one(*beginning) for beginning in beginnings.values()))
        for name, answer in zip(beginnings, answers, strict=True):
            # a reset may swallow what was answered before it
            assert not answer or (b"200 OK" if "nobody" in name else b"408") in answer, name

    run(work())


def test_a_request_has_a_largest_size(server: Server) -> None:
    """Headers that never end are ended before they fill the memory, not when their time is up."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
        with pytest.raises((ConnectionResetError, BrokenPipeError)):
            connection.sendall(HALF + (b"x" * 100_000 + b"\r\nX-More: ") * 500)
        assert fetch(f"{server.base}/health").status_code == 200


def test_a_full_server_says_so_and_keeps_its_seats(serving: Serving) -> None:
    own = serving("--connections", "64", "--sockets-per-address", "100")

    async def work() -> None:
        tables = [own.open_table(seats=2) for _ in range(6)]
        async with contextlib.AsyncExitStack() as stack:
            ann = await stack.enter_async_context(Person(own.base, tables[0]))
            await ann.sit(0, "Ann")
            for number in range(47):
                await stack.enter_async_context(Person(own.base, tables[number % 6]))
            async with Person(own.base, tables[0]) as eve:
                with pytest.raises(ConnectionClosed) as closed:
                    await eve.receive()
            assert closed.value.rcvd is not None
            assert (closed.value.rcvd.code, closed.value.rcvd.reason[:6]) == (1013, "full: ")
            refused = fetch(f"{own.base}/tables", "POST", content="{}", headers={"Origin": own.base})
            assert (refused.status_code, refused.json()["error"]) == (503, "full")
            async with Person(own.base, tables[0], ann.token) as again:
                assert (await again.until(bool))["you"] == 0
            await play_at(ann, 2, random.Random(1))

    run(work())


def test_when_sockets_alone_fill_the_place_newcomers_are_answered(serving: Serving) -> None:
    own = serving("--connections", "64", "--sockets-per-address", "100")

    async def work() -> None:
        tables = [own.open_table(seats=2) for _ in range(4)]
        async with contextlib.AsyncExitStack() as stack:
            token = secrets.token_urlsafe(32)
            for number in range(64):
                ann = await stack.enter_async_context(Person(own.base, tables[number % 4], token))
                if number < 4:  # whoever has a seat may come in
                    await ann.sit(0, "Ann")
            refused = fetch(own.base)
            assert (refused.status_code, refused.json()) == (503, {"error": "full", "message": FULL})
            with pytest.raises(InvalidStatus, match="503"):
                async with Person(own.base, tables[0]):
                    pass
            assert (await ann.ask("hint"))["code"] == "no-hints"  # and those who are here are served
        assert fetch(own.base).status_code == 200

    run(work())


def test_a_table_has_so_many_spectators_and_who_opened_it_always_has_a_place(tmp_path: Path) -> None:
    async def work() -> None:
        limits = Limits()
        for most in (limits.spectators, limits.spectators_per_address):
            async with (
                serving_here(tmp_path, spectators=most, spectators_per_address=limits.spectators_per_address) as base,
                http_client(base) as http,
                contextlib.AsyncExitStack() as stack,
            ):
                ann = Person(base, "")
                cookie = {"Cookie": f"{COOKIE}={ann.token}"}
                ann.table = (await http.post("/tables", content="{}", headers=cookie)).json()["table"]
                for _ in range(limits.spectators_per_address):
                    await stack.enter_async_context(Person(base, ann.table))
                async with Person(base, ann.table) as eve:
                    with pytest.raises(ConnectionClosed, match=r"1013 .*full: as many people"):
                        await eve.receive()
                async with ann:
                    assert (await ann.sit(0, "Ann"))["type"] == "done"

    run(work())


def never_looks(connection: Connection) -> TableView:
    raise AssertionError(connection)


def test_one_who_does_not_read_answers_is_cut_off() -> None:
    silent: Any = None
    connection = Connection(silent, "token", "address", Limits(burst=3), never_looks)
    for _ in range(6):
        connection.answer(Done("sit", 1))
    with refused("too-slow"):
        connection.answer(Done("sit", 1))


@pytest.mark.parametrize(("sits", "hours"), [(False, 1.0), (True, 24.0)])
def test_tables_without_use_are_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, sits: bool, hours: float
) -> None:
    async def work() -> None:
        log = FileStorage(Log(str(tmp_path / "table.db")))
        registry = TableRegistry(log, Limits())
        actor = await registry.open_table(Wishes("C", seats=2), "192.0.2.1")
        if sits:
            await actor.ask("token", Sit(seq=1, seat=0, name="Ann", commitment="c0" * 32))
        looks = 0

        async def sleep(seconds: float) -> None:
            """Let the time go by, so that the table is looked at just before its end and just after it."""
            nonlocal looks
            looks += 1
            if looks == 3:
                raise asyncio.CancelledError
            actor.last_used = time.monotonic() - hours * 3600 + (60 if looks == 1 else -1)
            assert registry.tables  # so far

        monkeypatch.setattr("fivecard.table.runtime.registry.asyncio.sleep", sleep)
        with contextlib.suppress(asyncio.CancelledError):
            await registry.expire_idle()
        assert (looks, registry.tables, actor.table.closed) == (3, {}, True)
        await log.close()

    run(work())


def test_behind_a_proxy_browsers_are_counted_by_the_address_it_tells(serving: Serving) -> None:
    origin = "https://cards.example.org"
    own = serving("--origin", origin + "/", "--sockets-per-address", "2")

    async def work() -> None:
        answer = fetch(
            f"{own.base}/tables", "POST", content="{}", headers={"Origin": origin, "Host": "cards.example.org"}
        )
        assert answer.status_code == 201
        page = fetch(own.base, headers={"Host": "cards.example.org"})
        assert "Secure" in page.headers["set-cookie"]

        def browser(address: str) -> connect:
            token = {"Cookie": f"{COOKIE}={secrets.token_urlsafe(32)}", "X-Forwarded-For": address}
            path = f"ws://127.0.0.1:{own.port}/t/{answer.json()['table']}/socket"
            return connect(path, origin=Origin(origin), additional_headers=token)

        proxy = [await asyncio.open_connection("127.0.0.1", own.port) for _ in range(60)]
        for _, writer in proxy:
            writer.write(HALF)
        async with browser("198.51.100.1") as first, browser("198.51.100.1") as second:
            assert b"state" in (await first.recv(decode=False))[:20]
            assert b"state" in (await second.recv(decode=False))[:20]
            async with browser("198.51.100.1") as third:
                with pytest.raises(ConnectionClosed, match="1013"):
                    await third.recv()
            async with browser("198.51.100.2") as other:
                assert await other.recv()
        assert fetch(f"{own.base}/health").json()["connections"] > 60  # the limit of an address is 42
        for _, writer in proxy:
            writer.close()

    run(work())


# Whose name


def test_addresses_and_our_names_are_ours() -> None:
    for host in ("localhost", "LOCALHOST:8055", "localhost.", "127.0.0.1:1", "[::1]:8055", "192.0.2.7"):
        assert is_ours(host, LOCAL_NAMES), host
    for host in ("evil.example", "evil.example:8055", "localhost.evil.example", "", "a b", "[::1", "localhost:x"):
        assert not is_ours(host, LOCAL_NAMES), host


@pytest.mark.parametrize(
    "path", ["/", "/health", "/tables", "/page/table/table.js", "/cards/As.svg", "/nowhere", "/t/x"]
)
def test_a_foreign_name_that_leads_here_gets_nothing(server: Server, path: str) -> None:
    foreign = {"Host": f"evil.example:{server.port}", "Origin": f"http://evil.example:{server.port}"}
    for method in ("GET", "POST"):
        answer = fetch(f"{server.base}{path}", method, headers=foreign, content="{}")
        assert (answer.status_code, answer.json()["error"]) == (421, 421)


def test_a_foreign_name_that_leads_here_gets_no_socket(server: Server) -> None:
    table = server.open_table()

    async def work() -> None:
        with pytest.raises(InvalidStatus, match="421"):
            async with connect(
                f"ws://evil.example:{server.port}/t/{table}/socket", origin=Origin(f"http://evil.example:{server.port}"),
                additional_headers={"Cookie": f"{COOKIE}={secrets.token_urlsafe(32)}"}, host="127.0.0.1",
            ):  # fmt: skip
                pass

    run(work())


def test_names_can_be_allowed(serving: Serving) -> None:
    own = serving("--allow-host", "Cards.lan")
    assert fetch(f"{own.base}/health", headers={"Host": "cards.lan:80"}).status_code == 200
    assert fetch(f"{own.base}/health", headers={"Host": "dice.lan"}).status_code == 421


# What is no message


def masked(opcode: int, payload: bytes, *, final: bool = True, reserved: int = 0) -> bytes:
    """A frame as a browser would send it."""
    length = len(payload)
    head = bytes([final << 7 | reserved << 4 | opcode])
    size = bytes([0x80 | length]) if length < 126 else bytes([0x80 | 126]) + struct.pack("!H", length)
    return head + size + bytes(4) + payload


def handshake(server: Server, table: str, **changed: str | None) -> bytes:
    headers: dict[str, str | None] = {
        "Host": f"localhost:{server.port}", "Origin": server.base, "Upgrade": "websocket", "Connection": "Upgrade",
        "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        "Cookie": f"{COOKIE}={secrets.token_urlsafe(32)}",
    }  # fmt: skip
    headers |= {name.replace("_", "-"): value for name, value in changed.items()}
    lines = [f"{name}: {value}\r\n" for name, value in headers.items() if value is not None]
    return f"GET /t/{table}/socket HTTP/1.1\r\n{''.join(lines)}\r\n".encode("latin-1")


FRAMES = {
    "binary": masked(2, b"\x00\xff"),
    "invalid UTF-8": masked(1, b"\xff\xfe"),
    "UTF-8 cut in two": masked(1, b'"\xc3', final=False) + masked(0, b'\x28"'),
    "oversized": masked(1, b"x" * 5000),
    "unknown opcode": masked(3, b"x"),
    "unknown control opcode": masked(11, b"x"),
    "reserved bits": masked(1, b"{}", reserved=7),
    "long ping": masked(9, b"x" * 126),
    "split ping": masked(9, b"x", final=False),
    "continuation of nothing": masked(0, b"x"),
    "message in a message": masked(1, b"x", final=False) + masked(1, b"y"),
    "not masked": b"\x81\x01x",
    "close with half a code": masked(8, b"\x03"),
    "close with a code that is none": masked(8, struct.pack("!H", 1005)),
    "close with a reason that is no text": masked(8, struct.pack("!H", 1000) + b"\xff"),
    "empty parts without end": masked(1, b"", final=False) + 500 * masked(0, b"", final=False),
    "pings without end": 500 * masked(9, b"x"),
    "noise": random.Random(1).randbytes(3000),
    "a length beyond all": b"\x81\xff" + b"\xff" * 12,
}
HANDSHAKES: dict[str, dict[str, str | None]] = {
    "no key": {"Sec_WebSocket_Key": None},
    "short key": {"Sec_WebSocket_Key": "x"},
    "old version": {"Sec_WebSocket_Version": "8"},
    "no version": {"Sec_WebSocket_Version": None},
    "another upgrade": {"Upgrade": "h2c"},
    "no upgrade": {"Upgrade": None},
    "strange extension": {"Sec_WebSocket_Extensions": "permessage-deflate; x=\x7f"},
    "strange protocol": {"Sec_WebSocket_Protocol": "\xe9\xff,,,"},
    "two hosts": {"Host": "localhost\r\nHost: evil.example"},
    "strange host": {"Host": "\xe9"},
    "strange cookie": {"Cookie": f"{COOKIE}=\xff\xe9; ;=;{COOKIE}"},
    "strange origin": {"Origin": "\xff"},
}
REQUESTS = {
    "noise": random.Random(2).randbytes(500),
    "TLS": bytes.fromhex("1603010200010001fc0303") + bytes(100),
    "no method": b"\r\n / HTTP/1.1\r\n\r\n",
    "bytes in a path": b"GET /\xff\xfe HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "bytes in a socket's path": b"GET /t/\xff\xe9/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
    "two lengths": b"POST /tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx",
    "a chunk that is none": b"POST /tables HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
    "HTTP 2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "no host": b"GET / HTTP/1.0\r\n\r\n",
    "a whole address": b"GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "a connection elsewhere": b"CONNECT evil.example:443 HTTP/1.1\r\nHost: localhost\r\n\r\n",
}


def exchange(server: Server, sent: bytes, then: bytes = b"", *, reset: bool = False) -> bytes:
    """Send bytes, and more after the first answer; give all that came until the server closed."""
    came = b""
    address = ("127.0.0.1", server.port)
    with socket.create_connection(address, timeout=PATIENCE) as connection, contextlib.suppress(OSError):
        connection.sendall(sent)
        if then:
            came += connection.recv(5000)
            connection.sendall(then)
        if reset:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            return came
        connection.shutdown(socket.SHUT_WR)
        while part := connection.recv(5000):
            came += part
    return came


@pytest.mark.parametrize("kind", ["frames", "handshakes", "requests", "resets"])
def test_what_is_no_message_leaves_one_line_and_no_traceback(serving: Serving, kind: str) -> None:
    own = serving()
    table = own.open_table()
    greeting = handshake(own, table)
    before = own.errors.read_text()
    assert before == ""
    attempts = {
        "frames": [(name, greeting, frames) for name, frames in FRAMES.items()],
        "handshakes": [(name, handshake(own, table, **changed), b"") for name, changed in HANDSHAKES.items()],
        "requests": [(name, request, b"") for name, request in REQUESTS.items()],
        "resets": [("reset", greeting, masked(1, b'{"type":"leave","seq":1}') * 3)] * 20,
    }[kind]
    for name, first, then in attempts:
        came = exchange(own, first, then, reset=kind == "resets")
        if then:
            assert came.startswith(b"HTTP/1.1 101"), name
        assert b"500" not in came[:12], name
        lines = own.errors.read_text().removeprefix(before).splitlines()
        assert len(lines) <= 1, f"{name}: {lines}"
        before = own.errors.read_text()
    assert own.open_table()


def test_a_line_is_not_said_for_ever(serving: Serving) -> None:
    own = serving()
    for _ in range(40):
        exchange(own, b"nonsense\r\n\r\n")
    assert 1 <= len(own.errors.read_text().splitlines()) <= 5


def test_pings_and_parts_of_messages_are_counted_too(server: Server) -> None:
    table = server.open_table()
    for frames in (FRAMES["pings without end"], FRAMES["empty parts without end"]):
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
            connection.sendall(handshake(server, table))
            assert connection.recv(5000).startswith(b"HTTP/1.1 101")
            with contextlib.suppress(ConnectionError):
                connection.sendall(frames)
                while connection.recv(5000):  # until the server ends it
                    pass


def test_a_flooding_socket_is_told_so(server: Server) -> None:
    async def work() -> None:
        async with Person(server.base, server.open_table()) as person:
            with contextlib.suppress(ConnectionClosed):
                for _ in range(200):
                    await person.socket.send('{"type":"leave","seq":1}')
            assert await closing_code(person) == 1008

    run(work())

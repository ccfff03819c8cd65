"""The server: sockets, clocks and limits around the pure table. Events are written down before they are told."""

import asyncio
import contextlib
import json
import secrets
import sqlite3
import sys
import time
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from typing import Any, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from fivecard.cards import ALL_CARDS
from fivecard.draw import Deal, Discard, Record, start
from fivecard.draw.rules import RULES
from fivecard.odds import win_odds
from fivecard.pictures.cards import back, face
from fivecard.table.log import Log
from fivecard.table.protocol import LARGEST_MESSAGE, clean_name, read_message
from fivecard.table.room import FILLS, Event, Room, TableError
from fivecard.table.view import room_view

COOKIE: Final = "fivecard_seat"
HEADERS: Final = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'; "
    "form-action 'self'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}
PAGES: Final = {
    name: kind
    for kind, names in {
        "text/html": ("index.html", "table.html", "replay.html"),
        "text/css": ("style.css",),
        "text/javascript": ("lobby.js", "table.js", "replay.js", "fair.js", "show.js"),
    }.items()
    for name in names
}


@dataclass(frozen=True)
class Limits:
    """What one server, one address and one connection may have."""

    tables: int = 500
    tables_per_address: int = 50
    sockets_per_address: int = 60
    spectators: int = 20
    messages_a_second: float = 10.0
    burst: int = 30
    idle_hours: float = 24.0
    pace: float = 0.8
    """Seconds that a computer player takes, so that people can follow."""


class Connection:
    """One browser's socket: what is to be sent is bounded, for only the newest state is ever written out."""

    def __init__(self, socket: WebSocket, token: str, limits: Limits, look: Callable[[str], dict[str, Any]]) -> None:
        self.socket = socket
        self.token = token
        self._limits = limits
        self._look = look
        self._news = False
        self._answers: deque[str] = deque()
        self._wake = asyncio.Event()
        self._allowance = float(limits.burst)
        self._last = time.monotonic()

    def tell(self) -> None:
        """Send the state, as it is when its turn comes."""
        self._news = True
        self._wake.set()

    def answer(self, message: dict[str, Any]) -> None:
        """Send an answer; one who never reads them is cut off."""
        if len(self._answers) >= 2 * self._limits.burst:
            raise TableError("too-slow", "answers are not being read")
        self._answers.append(json.dumps(message, separators=(",", ":")))
        self._wake.set()

    def spend(self) -> bool:
        """Count a message; whether the sender still has some to spend."""
        now = time.monotonic()
        self._allowance = min(self._limits.burst, self._allowance + (now - self._last) * self._limits.messages_a_second)
        self._last = now
        self._allowance -= 1
        return self._allowance >= 0

    async def send_all(self) -> None:
        """Send what there is, as it comes."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            if self._news:  # first, so that an answer finds its effect known
                self._news = False
                await self.socket.send_text(json.dumps(self._look(self.token), separators=(",", ":")))
            while self._answers:
                await self.socket.send_text(self._answers.popleft())


class Host:
    """A table that is being played at: its room, who is connected, and its clock."""

    def __init__(self, house: "House", room: Room, address: str = "") -> None:
        self.house = house
        self.address = address
        """Where the table was opened from."""
        self.room = room
        self.connections: set[Connection] = set()
        self.last_used = time.monotonic()
        self._lock = asyncio.Lock()
        self._changed = asyncio.Event()
        self._timer: asyncio.Task[None] | None = None

    def present(self) -> set[int]:
        """Give the seats whose browsers are here."""
        found = (self.room.seat_of(connection.token) for connection in self.connections)
        return {seat for seat in found if seat is not None}

    def look(self, token: str) -> dict[str, Any]:
        """Give the state as the owner of a token may see it."""
        return room_view(self.room, self.room.seat_of(token), self.present(), self.house.now())

    def tell(self) -> None:
        """Have the state sent to everybody."""
        for connection in self.connections:
            connection.tell()

    async def do(self, command: Callable[[Room], list[Event]]) -> None:
        """Turn a command into events, write them down, and go on as far as it goes by itself."""
        async with self._lock:
            await self._happen(command(self.room))
        self._changed.set()
        if self._timer is None:
            self._timer = asyncio.create_task(self._go_on())

    async def _happen(self, events: list[Event]) -> None:
        """Write events down, then take them; only ever under the lock, and never given up half-way."""
        if not events:
            return
        self.last_used = time.monotonic()
        try:
            await self.house.log.append(self.room.id, events, self.room.record_after(events[0]))
        except (sqlite3.Error, OSError) as error:
            sys.stderr.write(f"fivecard: the log cannot be written: {error}\n")
            raise TableError("log", "this cannot be written down at the moment, so nothing was done") from None
        for event in events:
            self.room.take(event)
        if not all(event["kind"] in {"committed", "revealed"} for event in events):  # only their senders need to know
            self.tell()

    async def _go_on(self) -> None:
        """Do what happens by itself, at once or when the time is up, as long as the table is open."""
        while not self.room.closed:
            self._changed.clear()
            try:
                await self._go_on_once()
            except Exception as error:
                sys.stderr.write(f"fivecard: table {self.room.id}: {error!r}\n")
                await asyncio.sleep(1.0)

    async def _go_on_once(self) -> None:
        seed = secrets.token_bytes(32)
        if self.room.automatic(self.house.now(), seed):
            if self.room.phase == "drawing":
                await asyncio.sleep(self.house.limits.pace)
            async with self._lock:  # what was so may not be so any more
                await self._happen(self.room.automatic(self.house.now(), seed))
            return
        until = self.room.until
        try:
            await asyncio.wait_for(self._changed.wait(), None if until is None else max(0.0, until - self.house.now()))
        except TimeoutError:
            async with self._lock:
                expired = self.room.expire(self.house.now())
                await self._happen(expired)
                if any(event["kind"] == "void" for event in expired) and self.present():
                    with contextlib.suppress(TableError):
                        await self._happen(self.room.gather(self.house.now()))

    async def stop(self) -> None:
        """Stop the clock, between two events."""
        if self._timer:
            async with self._lock:
                self._timer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._timer


class House:
    """All tables of one server."""

    def __init__(self, log: Log, limits: Limits, origins: tuple[str, ...] = (), rules: str = "C") -> None:
        self.log = log
        self.rules = rules
        self.limits = limits
        self.origins = origins
        self.hosts: dict[str, Host] = {}
        self.sockets: Counter[str] = Counter()
        self.hints = asyncio.Semaphore(1)

    @staticmethod
    def now() -> float:
        """Give the time, as deadlines have it."""
        return time.time()

    async def wake(self) -> None:
        """Go on where the log ends: who was thinking gets the whole clock again."""
        for name, events in self.log.read().items():
            room = Room(events)
            if room.closed:
                continue
            host = self.hosts[name] = Host(self, room)
            if room.until is not None:
                until = self.now() + room.thinking_time()
                await host.do(lambda room, until=until: [{"kind": "resumed", "until": until}])  # type: ignore[misc]

    async def open_table(self, wishes: dict[str, Any], address: str) -> Host:
        """Make a table."""
        if len(self.hosts) >= self.limits.tables:
            raise TableError("full", "there are as many tables as this server takes")
        if sum(host.address == address for host in self.hosts.values()) >= self.limits.tables_per_address:
            raise TableError("full", "there are as many tables from your address as this server takes")
        event = {"kind": "opened", "id": secrets.token_urlsafe(9), **wishes}
        await self.log.append(event["id"], [event])
        host = self.hosts[event["id"]] = Host(self, Room([event]), address)
        return host

    async def expire_idle(self) -> None:
        """Close tables that nobody has used for long, and soon those at which nobody ever sat."""
        while True:
            await asyncio.sleep(min(600.0, self.limits.idle_hours * 3600))
            for name, host in list(self.hosts.items()):
                hours = self.limits.idle_hours if any(host.room.seats) else min(1.0, self.limits.idle_hours)
                if time.monotonic() - host.last_used > hours * 3600:
                    with contextlib.suppress(TableError):  # the log cannot be written: another time
                        await host.do(lambda _: [{"kind": "closed"}])
                        await host.stop()
                        del self.hosts[name]

    async def close(self) -> None:
        """Stop all clocks and close the log."""
        for host in self.hosts.values():
            await host.stop()
        self.log.close()


def make_app(house: House) -> Starlette:
    """Make the application that serves a house."""

    def page(name: str, request: Request | None = None) -> Response:
        content = (files("fivecard") / "table" / "page" / name).read_bytes()
        headers = HEADERS | {"Cache-Control": "no-cache"}
        response = Response(content, media_type=PAGES[name] + "; charset=utf-8", headers=headers)
        if request is not None and COOKIE not in request.cookies:
            secure = request.url.scheme == "https" or any(origin.startswith("https:") for origin in house.origins)
            token = secrets.token_urlsafe(32)
            # Lax, not Strict: a link from elsewhere must find the seat again. Sockets and new tables check the Origin.
            response.set_cookie(COOKIE, token, max_age=400 * 86400, httponly=True, samesite="lax", secure=secure)
        return response

    def host_of(connection: Request | WebSocket) -> Host:
        if host := house.hosts.get(connection.path_params["table"]):
            return host
        raise HTTPException(404, "there is no such table: it may have been closed after a long time without use")

    async def lobby(request: Request) -> Response:
        return page("index.html", request)

    async def table(request: Request) -> Response:
        host_of(request)
        return page("table.html", request)

    async def asset(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in PAGES:
            raise HTTPException(404, "there is no such file")
        return page(name)

    async def card(request: Request) -> Response:
        name, four = request.path_params["name"], request.query_params.get("colours") == "4"
        table = name.removeprefix("back-")
        svg = _back(table) if table in house.hosts else _card_pictures(four).get(name)
        if svg is None:
            raise HTTPException(404, "there is no such card")
        headers = HEADERS | {"Cache-Control": "public, max-age=86400"}
        return Response(svg, media_type="image/svg+xml", headers=headers)

    async def new_table(request: Request) -> Response:
        if not _allowed_origin(request, house.origins):
            raise HTTPException(403, "this page belongs to another site")
        body = bytearray()
        async for part in request.stream():
            body += part
            if len(body) > LARGEST_MESSAGE:
                raise HTTPException(413, "the request is too large")
        address = request.client.host if request.client else ""
        host = await house.open_table(_read_wishes(bytes(body), house.rules), address)
        return JSONResponse({"table": host.room.id, "address": f"/t/{host.room.id}"}, 201, headers=HEADERS)

    async def finished(request: Request) -> dict[str, Any]:
        number = request.path_params["number"]
        known = number.isascii() and number.isdecimal() and len(number) < 16
        text = await asyncio.to_thread(house.log.round, request.path_params["table"], int(number)) if known else None
        if text is None:
            raise HTTPException(404, "there is no such finished round")
        record: dict[str, Any] = json.loads(text)
        return record

    async def replay(request: Request) -> Response:
        await finished(request)
        return page("replay.html", request)

    async def round_json(request: Request) -> Response:
        return JSONResponse(await finished(request), headers=HEADERS)

    async def round_text(request: Request) -> Response:
        text = _round_as_text(await finished(request))
        return PlainTextResponse(text, headers=HEADERS | {"Content-Disposition": "attachment"})

    async def health(request: Request) -> Response:
        counts = {"tables": len(house.hosts), "sockets": sum(house.sockets.values())}
        return JSONResponse(counts | {"rules": house.rules}, headers=HEADERS)

    async def socket(websocket: WebSocket) -> None:
        address = websocket.client.host if websocket.client else ""
        token = websocket.cookies.get(COOKIE, "")
        if not _allowed_origin(websocket, house.origins) or len(token) < 40:
            await websocket.close(1008)  # before it is accepted: the browser sees 403
            return
        try:
            host = host_of(websocket)
        except HTTPException:
            await websocket.close(1008)
            return
        hashed = sha256(token.encode()).hexdigest()
        spectators = sum(host.room.seat_of(other.token) is None for other in host.connections)
        if house.sockets[address] >= house.limits.sockets_per_address or (
            host.room.seat_of(hashed) is None and spectators >= house.limits.spectators
        ):
            await websocket.close(1013)
            return
        await websocket.accept()
        house.sockets[address] += 1
        connection = Connection(websocket, hashed, house.limits, host.look)
        sender = asyncio.create_task(connection.send_all())
        try:
            await _serve(host, connection)
        finally:
            sender.cancel()
            house.sockets[address] -= 1
            if not house.sockets[address]:
                del house.sockets[address]

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await house.wake()
        idle = asyncio.create_task(house.expire_idle())
        yield
        idle.cancel()
        await house.close()

    def refuse(request: Request, error: Exception) -> Response:
        if isinstance(error, TableError):
            status = 503 if error.code == "full" else 400
            return JSONResponse({"error": error.code, "message": str(error)}, status, headers=HEADERS)
        assert isinstance(error, HTTPException)
        return JSONResponse({"error": error.status_code, "message": error.detail}, error.status_code, headers=HEADERS)

    return Starlette(
        routes=[
            Route("/", lobby),
            Route("/tables", new_table, methods=["POST"]),
            Route("/t/{table}", table),
            Route("/t/{table}/rounds/{number}.json", round_json),
            Route("/t/{table}/rounds/{number}.txt", round_text),
            Route("/t/{table}/rounds/{number}", replay),
            Route("/page/{name}", asset),
            Route("/cards/{name}.svg", card),
            Route("/health", health),
            Route("/favicon.ico", lambda request: RedirectResponse("/cards/As.svg")),
            WebSocketRoute("/t/{table}/socket", socket),
        ],
        exception_handlers={HTTPException: refuse, TableError: refuse},
        lifespan=lifespan,
    )


async def _serve(host: Host, connection: Connection) -> None:
    """Take one browser's messages until it goes."""
    host.connections.add(connection)
    host.last_used = time.monotonic()
    host.tell()
    try:
        seat = host.room.seat_of(connection.token)
        if seat is not None and _is_away(host.room, seat):
            await host.do(lambda room: room.come_back(seat))
        while True:
            received = await connection.socket.receive()
            if received["type"] == "websocket.disconnect":
                return
            if not connection.spend():
                connection.answer({"type": "error", "code": "flood", "message": "too many messages: wait a little"})
                await asyncio.sleep(0)
                await connection.socket.close(1008)
                return
            text = received.get("text")
            if text is None or len(text.encode()) > LARGEST_MESSAGE:
                refusal = TableError("malformed", "a message is text of at most 4 KiB")
                connection.answer({"type": "error", "code": refusal.code, "message": str(refusal)})
                continue
            try:
                message = read_message(text)
                answer = await _obey(host, connection, message)
                connection.answer(answer or {"type": "done", "of": message["type"], "seq": host.room.seq})
            except TableError as error:
                connection.answer({"type": "error", "code": error.code, "message": str(error), "seq": host.room.seq})
    except (WebSocketDisconnect, TableError, RuntimeError):
        return  # the socket is gone, or its owner does not read
    finally:
        host.connections.discard(connection)
        host.tell()


async def _obey(host: Host, connection: Connection, message: dict[str, Any]) -> dict[str, Any] | None:
    """Do what a message asks for, or refuse it; gives an answer if there is more to say than that it is done."""
    now, kind = host.house.now(), message["type"]

    def command(room: Room) -> list[Event]:
        room.check_seq(message["seq"])
        seat = room.seat_of(connection.token)
        if kind == "sit":
            return room.sit(message["seat"], clean_name(message["name"]), connection.token)
        if seat is None:
            raise TableError("spectator", "sit down first")
        if kind == "leave":
            return room.leave(seat)
        if kind == "back":
            return room.come_back(seat)
        if kind == "begin":
            return room.begin(now)
        player = room.player_of(seat)
        if player is None:
            raise TableError("not-playing", "you take part from the next round on")
        if kind == "commit":
            return room.commit(player, message["hash"])
        if kind == "open":
            return room.open(player, message["seed"])
        return room.discard(player, message["cards"], now)

    seat = host.room.seat_of(connection.token)
    if seat is not None and kind != "leave" and _is_away(host.room, seat):  # whoever does something is back
        await host.do(lambda room: room.come_back(seat))
    if kind == "hint":
        host.room.check_seq(message["seq"])
        return await _hint(host.room, connection.token, host.house.hints)
    await host.do(command)
    return None


def _is_away(room: Room, seat: int) -> bool:
    person = room.seats[seat]
    return bool(person and person.away)


async def _hint(room: Room, token: str, turn: asyncio.Semaphore) -> dict[str, Any]:
    """Give the odds of the five best discards, at practice tables."""
    if not room.practice:
        raise TableError("no-hints", "hints are for practice tables")
    player = room.player_of(room.seat_of(token))
    if player is None or room.phase != "drawing" or room.game.turn != player:
        raise TableError("not-your-turn", "hints are for your turn")
    hand, others, rules = room.game.hands[player], room.game.players - 1, room.rules
    async with turn:  # the first of its kind takes a fifth of a second
        choices = await asyncio.to_thread(lambda: win_odds(hand, others, rules=rules)[:5])
    return {
        "type": "hint",
        "choices": [
            {"keep": [str(card) for card in choice.kept], "share": choice.share, "better": choice.improves}
            for choice in choices
        ],
    }


def _read_wishes(body: bytes, rules: str) -> dict[str, Any]:
    """Read what kind of table is wanted."""
    try:
        wishes = json.loads(body)
    except (ValueError, RecursionError):
        raise TableError("malformed", "a table is asked for with a JSON object") from None
    usual = {"rules": rules, "seats": 4, "fill": "sharp", "clock": 30, "practice": False}
    if not isinstance(wishes, dict) or not set(wishes) <= set(usual):
        raise TableError("malformed", f"a table has {', '.join(usual)} and nothing else")
    wanted = usual | wishes
    if not isinstance(wanted["rules"], str) or wanted["rules"] not in RULES:
        raise TableError("malformed", f"rules are {' or '.join(RULES)}")
    if isinstance(wanted["seats"], bool) or not isinstance(wanted["seats"], int) or not 2 <= wanted["seats"] <= 6:
        raise TableError("malformed", "a table has 2 to 6 seats")
    if wanted["fill"] not in FILLS:
        raise TableError("malformed", f"empty seats are played by {', '.join(FILLS)}")
    clock = wanted["clock"]
    if isinstance(clock, bool) or not isinstance(clock, int | float) or not 1 <= clock <= 600:
        raise TableError("malformed", "the clock has 1 to 600 seconds")
    if not isinstance(wanted["practice"], bool):
        raise TableError("malformed", "practice is true or false")
    return wanted


def _allowed_origin(connection: Request | WebSocket, origins: tuple[str, ...]) -> bool:
    """Whether a page of our own asks: its origin is exactly ours."""
    origin = connection.headers.get("origin")
    host = connection.headers.get("host", "")
    scheme = {"ws": "http", "wss": "https"}.get(connection.url.scheme, connection.url.scheme)
    return origin in (origins or (f"{scheme}://{host}",))


_pictures: dict[bool, dict[str, str]] = {}


def _card_pictures(four_colour: bool) -> dict[str, str]:
    if four_colour not in _pictures:
        _pictures[four_colour] = {str(card): face(card, four_colour=four_colour) for card in ALL_CARDS}
    return _pictures[four_colour]


_backs: dict[str, str] = {}


def _back(seed: str) -> str:
    if seed not in _backs:
        if len(_backs) >= 64:
            _backs.clear()
        _backs[seed] = back(seed)
    return _backs[seed]


def _round_as_text(record: dict[str, Any]) -> str:
    """Write a finished round for people: who held what, and the record that plays it again."""
    from fivecard.cards import parse_cards

    deck, reserve = (parse_cards(" ".join(record[name])) for name in ("deck", "reserve"))
    draws = [Discard(seat, parse_cards(" ".join(cards))) for seat, cards in enumerate(record["discards"])]
    written = Record.of(start(RULES[record["rules"]], record["players"]), [Deal(deck, reserve), *draws]).to_text()
    hands = [
        f"{name}: {' '.join(hand)}  {made}"
        for name, hand, made in zip(record["names"], record["hands"], record["made"], strict=True)
    ]
    return "\n".join([f"Table {record['table']}, round {record['round']}", *hands, record["reason"], "", written, ""])

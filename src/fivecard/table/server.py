"""The server: addresses, sockets and pages around the tables."""

import asyncio
import contextlib
import json
import secrets
from collections.abc import AsyncIterator, Callable, Iterator
from functools import cache, lru_cache
from gzip import compress
from hashlib import sha256
from html import escape
from typing import Any, Final, NamedTuple

from msgspec import to_builtins
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from fivecard.cards import Card
from fivecard.engine import view_for
from fivecard.errors import HistoryError
from fivecard.histories.phh import write_phhs
from fivecard.pictures.cards import back, face
from fivecard.table.assets import ASSETS, read_asset
from fivecard.table.connection import Connection
from fivecard.table.core import Message, Table, TableError
from fivecard.table.core import replay as replayed
from fivecard.table.core.commands import Hint, Leave, React, Say
from fivecard.table.core.play import check_hint
from fivecard.table.door import household
from fivecard.table.driver import MOVED, TableDriver
from fivecard.table.hints import hints_for
from fivecard.table.hosts import OwnNamesOnly, names_of
from fivecard.table.log import DamagedRoundError
from fivecard.table.names import clean_line
from fivecard.table.offers import offered
from fivecard.table.past import Past, is_in_phh, line_of, player_in, round_as_text
from fivecard.table.protocol import (
    LARGEST_MESSAGE,
    Done,
    Hints,
    Refusal,
    Wishes,
    read_message,
    read_wishes,
    usual_fill,
)
from fivecard.table.registry import TableRegistry
from fivecard.table.relay import address_from_peer, relay
from fivecard.table.shapes import Steps
from fivecard.table.steps import steps_of
from fivecard.table.storage import NoTableError, Process

COOKIE: Final = "fivecard_seat"
SHORTEST_TOKEN: Final = 40
HANDS_AT_ONCE: Final = 100
"""In a list of hands; those before them are asked for with `?before=N`."""
HEADERS: Final = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'; "
    "form-action 'self'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}
SENTENCE: Final = b"<!-- sentence -->"


def make_app(registry: TableRegistry) -> Starlette:
    """Make the application that serves the tables of a registry."""

    def page(name: str, request: Request, *, seat: bool = False) -> Response:
        headers = {"Cache-Control": "no-cache"}
        response = _packed(request, _page(name), ASSETS[name] + "; charset=utf-8", headers)
        if seat and COOKIE not in request.cookies:
            secure = request.url.scheme == "https" or any(origin.startswith("https:") for origin in registry.origins)
            token = secrets.token_urlsafe(32)
            # Lax, not Strict: a link from elsewhere must find the seat again. Sockets and new tables check the Origin.
            response.set_cookie(COOKIE, token, max_age=400 * 86400, httponly=True, samesite="lax", secure=secure)
        return response

    async def find(connection: Request | WebSocket) -> TableDriver | Process | None:
        try:
            return await registry.find(connection.path_params["table"])
        except TableError as error:
            raise HTTPException(404 if isinstance(error, NoTableError) else 503, str(error)) from None

    async def lobby(request: Request) -> Response:
        return page("index.html", request, seat=True)

    async def table(request: Request) -> Response:
        await find(request)
        return page("table.html", request, seat=True)

    async def asset(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in ASSETS:
            raise HTTPException(404, "there is no such file")
        return page(name, request)

    async def table_back(request: Request) -> Response:
        await last_of(request)
        return _packed(request, _back(request.path_params["table"]), "image/svg+xml", _DAY)

    async def icon(request: Request) -> Response:
        return _packed(request, _icon(), "image/svg+xml", _DAY)

    async def new_table(request: Request) -> Response:
        if not _allowed_origin(request, registry.origins):
            raise HTTPException(403, "this page belongs to another site")
        body = bytearray()
        async for part in request.stream():
            body += part
            if len(body) > LARGEST_MESSAGE:
                raise HTTPException(413, "the request is too large")
        address = household(request.client.host) if request.client else ""
        host = _hashed(request.cookies.get(COOKIE, ""))
        driver = await registry.open_table(read_wishes(bytes(body), registry.rules), address, host)
        return JSONResponse({"table": driver.table.id, "address": f"/t/{driver.table.id}"}, 201, headers=HEADERS)

    async def record_of(table: str, number: str) -> dict[str, Any]:
        try:
            text = await registry.log.round(table, int(number)) if _is_number(number) else None
        except DamagedRoundError as error:
            raise HTTPException(410, str(error)) from None
        except OSError as error:
            raise HTTPException(503, f"the log cannot be read at the moment: {error.strerror or error}") from None
        if text is None:
            raise HTTPException(404, "there is no such finished hand")
        record: dict[str, Any] = json.loads(text)
        return record

    def past(request: Request, record: dict[str, Any]) -> Past:
        """A hand with chips as the one who asks may know it: with the cards of the seat that is still the same's."""
        return Past(record, reader(request, record))

    def reader(request: Request, record: dict[str, Any]) -> int | None:
        """The player that somebody was in a finished hand, as far as it is known."""
        driver = registry.tables.get(record["table"])
        seat = driver.table.seat_of(_hashed(request.cookies.get(COOKIE, ""))) if driver else None
        person = driver.table.seats[seat] if driver and seat is not None else None
        return player_in(record, seat) if person and person.after < record["round"] else None

    async def is_over(request: Request) -> bool:
        """Whether one who asks may know all cards of a table: it has ended, and no other process plays on."""
        try:
            found = await find(request)
        except HTTPException as error:
            if error.status_code != 404:
                raise
            return True
        token = _hashed(request.cookies.get(COOKIE, ""))
        return isinstance(found, TableDriver) and found.table_for(token).is_over

    async def seen_by(request: Request) -> Callable[[int], bool]:
        """Which rounds the one who asks may know of: with a delay, those who watch see them later."""
        table = request.path_params["table"]
        try:
            found = await find(request)
        except HTTPException as error:
            if error.status_code != 404:
                raise
            return lambda number: True
        if isinstance(found, TableDriver):
            token = _hashed(request.cookies.get(COOKIE, ""))
            return lambda number: found.may_know(token, number)
        delay = replayed([await registry.log.opened(table)]).delay
        return lambda number: not delay  # only the process that has the table knows what was when

    async def finished(request: Request) -> dict[str, Any]:
        number = request.path_params["number"]
        is_seen = await seen_by(request)
        if _is_number(number) and not is_seen(int(number)):  # the same, whether it was played meanwhile or not
            raise HTTPException(404, "there is no such finished round yet: those who watch see everything later")
        return await record_of(request.path_params["table"], number)

    async def replay(request: Request) -> Response:
        await finished(request)
        return page("replay.html", request, seat=True)

    async def round_json(request: Request) -> Response:
        record = await finished(request)
        headers = HEADERS | _also_in_phh(f"{record['round']}.phh", record)
        if "stakes" in record and not await is_over(request):
            record = past(request, record).public()
        return JSONResponse(record, headers=headers)

    async def round_steps(request: Request) -> Response:
        record = await finished(request)
        if "void" in record:
            raise HTTPException(404, "the deal came to nothing: there is nothing to play again")
        found = await asyncio.to_thread(steps_of, record, reader(request, record))
        return JSONResponse(to_builtins(Steps(found)), headers=HEADERS)

    async def round_text(request: Request) -> Response:
        record = await finished(request)
        text = past(request, record).text() if "stakes" in record else round_as_text(record)
        return PlainTextResponse(text, headers=HEADERS | _DOWNLOAD)

    async def round_phh(request: Request) -> Response:
        record = await finished(request)
        if "stakes" not in record:
            raise HTTPException(404, "only hands with chips are written in PHH")
        try:
            return PlainTextResponse(past(request, record).phh(), headers=HEADERS | _DOWNLOAD)
        except HistoryError as error:
            raise HTTPException(404, f"{error}: have the hand as text, at {record['round']}.txt") from None

    async def last_of(request: Request) -> int:
        """The number of a table's last finished hand; those of closed tables are there as long as the log has them."""
        try:
            found = await find(request)
        except HTTPException as error:
            last = await registry.log.last_round(request.path_params["table"]) if error.status_code == 404 else 0
            if not last:
                raise
            return last
        if isinstance(found, TableDriver):
            return found.table.head[0]
        return await registry.log.last_round(request.path_params["table"])

    async def all_records(request: Request) -> AsyncIterator[dict[str, Any]]:
        """All rounds of a table, the last first; damaged ones are passed over."""
        table = request.path_params["table"]
        before = request.query_params.get("before", "")
        last = await last_of(request)
        if _is_number(before):
            last = min(last, int(before) - 1)
        is_seen = await seen_by(request)
        for number in range(last, 0, -1):
            if not is_seen(number):
                continue
            with contextlib.suppress(HTTPException):
                yield await record_of(table, str(number))

    async def hands(request: Request) -> Response:
        lines: list[dict[str, Any]] = []
        also: dict[str, str] = {}
        async with registry.downloads:
            async for record in all_records(request):
                lines.append(line_of(record))
                also |= _also_in_phh("hands.phhs", record)
                if len(lines) == HANDS_AT_ONCE:
                    break
        return JSONResponse({"hands": lines}, headers=HEADERS | also)

    async def hands_phhs(request: Request) -> Response:
        def written(records: list[dict[str, Any]]) -> str:
            return "".join(write_phhs(past(request, record).history() for record in reversed(records)))

        try:
            async with registry.downloads:  # every hand is played again
                found = [record async for record in all_records(request) if "stakes" in record]
                text = await asyncio.to_thread(written, found)
        except HistoryError as error:
            raise HTTPException(404, f"{error}: have the hands as text, each at its rounds/N.txt") from None
        return PlainTextResponse(text, headers=HEADERS | _DOWNLOAD)

    async def choices(request: Request) -> Response:
        """What a new table can be, for the lobby: the rules and the players that there are."""
        wishes = Wishes(registry.rules)
        usual = to_builtins(wishes) | {"fill": usual_fill(wishes.game)}
        return JSONResponse(offered() | {"usual": usual}, headers=HEADERS)

    async def health(request: Request) -> Response:
        counts = {
            "tables": len(registry.tables),
            "sockets": registry.sockets.total(),
            "connections": len(registry.door.guests),
        }
        return JSONResponse(counts | {"rules": registry.rules}, headers=HEADERS)

    async def socket(websocket: WebSocket) -> None:
        from_peer = address_from_peer(websocket.headers, registry.log.secret)
        address = from_peer or (household(websocket.client.host) if websocket.client else "")
        token = websocket.cookies.get(COOKIE, "")
        if not _allowed_origin(websocket, registry.origins) or len(token) < SHORTEST_TOKEN:
            await websocket.close(1008)  # before it is accepted: the browser sees 403
            return
        try:
            found = await find(websocket)
        except HTTPException:
            await websocket.close(1008)
            return
        hashed = _hashed(token)
        if isinstance(found, Process) and from_peer is None:
            if registry.is_full or registry.sockets[address] >= registry.limits.sockets_per_address:
                await websocket.close(1008)  # the owner counts too, with those who come to it directly
                return
            with _counted(registry, address):
                await relay(websocket, found, address)
            return
        await websocket.accept()
        if not isinstance(found, TableDriver):
            await websocket.close(MOVED, "this table is being taken over: connect again")
            return
        if refusal := _no_room(found, address, hashed):
            await websocket.close(1013, refusal)  # a page can read this, but not why a socket was not accepted
            return
        connection = Connection(websocket, hashed, registry.limits, found.look)
        sender = asyncio.create_task(connection.send_all())
        with _counted(registry, address):
            try:
                await _serve(found, connection)
            finally:
                if found.lost:  # its browser is still to be told
                    await asyncio.wait({sender}, timeout=1.0)
                sender.cancel()

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await registry.wake()
        tasks = [asyncio.create_task(registry.expire_idle()), asyncio.create_task(registry.door.watch())]
        yield
        for task in tasks:
            task.cancel()
        await registry.close()

    def refuse(request: Request, error: Exception) -> Response:
        if isinstance(error, TableError):
            status = 503 if error.code in {"full", "log", "moved"} else 400
            return JSONResponse({"error": error.code, "message": str(error)}, status, headers=HEADERS)
        assert isinstance(error, HTTPException)
        status, words = error.status_code, error.detail
        if words == "Not Found":  # no route at all
            words = "there is nothing at this address"
        headers = HEADERS | {"Cache-Control": "no-store", "Vary": "Accept"} | dict(error.headers or {})
        if "text/html" in request.headers.get("accept", ""):  # a person, who wants a sentence and a way on
            sentence = f"{words[:1].upper()}{words[1:]}."
            content = _page("nothing.html").plain.replace(SENTENCE, escape(sentence).encode())
            return Response(content, status, headers, "text/html; charset=utf-8")
        return JSONResponse({"error": status, "message": words}, status, headers=headers)

    return Starlette(
        middleware=[Middleware(OwnNamesOnly, names=registry.names | names_of(registry.origins), headers=HEADERS)],
        routes=[
            Route("/", lobby),
            Route("/tables", new_table, methods=["POST"]),
            Route("/t/{table}", table),
            Route("/t/{table}/rounds/{number}.json", round_json),
            Route("/t/{table}/rounds/{number}.txt", round_text),
            Route("/t/{table}/rounds/{number}.phh", round_phh),
            Route("/t/{table}/rounds/{number}/steps", round_steps),
            Route("/t/{table}/hands", hands),
            Route("/t/{table}/hands.phhs", hands_phhs),
            Route("/t/{table}/rounds/{number}", replay),
            Route("/page/{name}", asset),
            Route("/t/{table}/back.svg", table_back),
            Route("/icon.svg", icon),
            Route("/choices", choices),
            Route("/health", health),
            Route("/favicon.ico", lambda request: RedirectResponse("/icon.svg")),
            WebSocketRoute("/t/{table}/socket", socket),
        ],
        exception_handlers={HTTPException: refuse, TableError: refuse},
        lifespan=lifespan,
    )


@contextlib.contextmanager
def _counted(registry: TableRegistry, address: str) -> Iterator[None]:
    """Count a socket as long as it is open."""
    registry.sockets[address] += 1
    try:
        yield
    finally:
        registry.sockets[address] -= 1
        if not registry.sockets[address]:
            del registry.sockets[address]


def _no_room(driver: TableDriver, address: str, token: str) -> str:
    """Say why there is no room for one more socket; people with a seat have theirs."""
    registry, seated = driver.registry, driver.table.seat_of(token) is not None
    if registry.sockets[address] >= registry.limits.sockets_per_address:
        return "full: there are as many browsers from your address as this server takes"
    if not seated and registry.is_full:
        return "full: there are as many people here as this server takes"
    spectators = sum(driver.table.seat_of(other.token) is None for other in driver.connections)
    if not seated and spectators >= registry.limits.spectators:
        return "full: as many people watch this table as it takes"
    return ""


async def _serve(driver: TableDriver, connection: Connection) -> None:
    """Take one browser's messages until it goes."""
    driver.join(connection)
    try:
        await driver.take_back(connection.token)
        while True:
            received = await connection.socket.receive()
            if received["type"] == "websocket.disconnect":
                return
            if not connection.allowance.spend():
                connection.answer(Refusal("flood", "too many messages: wait a little"))
                await asyncio.sleep(0)
                await connection.socket.close(1008)
                return
            text = received.get("text")
            if text is None or len(text.encode()) > LARGEST_MESSAGE:
                connection.answer(Refusal("malformed", "a message is text of at most 4 KiB"))
                continue
            try:
                message = read_message(text)
                connection.answer(await _obey(driver, connection, message))
            except TableError as error:
                connection.answer(Refusal(error.code, str(error), driver.table_for(connection.token).seq))
    except (WebSocketDisconnect, TableError, RuntimeError):
        return  # the socket is gone, or its owner does not read
    finally:
        driver.part(connection)


async def _obey(driver: TableDriver, connection: Connection, message: Message) -> Done | Hints:
    """Do what a message asks for, or refuse it."""
    token = connection.token
    if isinstance(message, Say | React) and not driver.may_talk(token):
        raise TableError("slow", "one thing after the other: wait a little")
    if not isinstance(message, Leave):  # whoever does something is back
        await driver.take_back(token)
    await driver.ask(token, message)
    if isinstance(message, Say):
        driver.say(token, clean_line(message.text))
    if isinstance(message, React):
        driver.say(token, message.what, reaction=True)
    if isinstance(message, Hint):
        return await _hints(driver.table, token, driver.registry.hints)
    return Done(str(message.__struct_config__.tag), driver.table_for(token).seq)


async def _hints(table: Table, token: str, turn: asyncio.Semaphore) -> Hints:
    """Think about the hand of one whose turn it is, aside: the first time it takes half a second."""
    player = table.player_of(table.seat_of(token))
    check_hint(table, player)  # again: the clock may have gone on
    view = view_for(table.game, player)
    async with turn:
        return await asyncio.to_thread(hints_for, view)


def _is_number(text: str) -> bool:
    """Whether an address has the number of a round here."""
    return text.isascii() and text.isdecimal() and len(text) < 16


def _hashed(token: str) -> str:
    """What the log has of what a browser proves itself with."""
    return sha256(token.encode()).hexdigest() if len(token) >= SHORTEST_TOKEN else ""


def _allowed_origin(connection: Request | WebSocket, origins: tuple[str, ...]) -> bool:
    """Whether a page of our own asks: its origin is exactly ours."""
    origin = connection.headers.get("origin")
    host = connection.headers.get("host", "")
    scheme = {"ws": "http", "wss": "https"}.get(connection.url.scheme, connection.url.scheme)
    return origin in (origins or (f"{scheme}://{host}",))


class _Content(NamedTuple):
    """What is sent as it is, and made smaller. Never anything secret: its size would tell of it."""

    plain: bytes
    small: bytes


def _content(plain: bytes) -> _Content:
    return _Content(plain, compress(plain, 9, mtime=0))


_DOWNLOAD: Final = {"Content-Disposition": "attachment"}
_DAY: Final = {"Cache-Control": "public, max-age=86400"}


def _also_in_phh(address: str, record: dict[str, Any]) -> dict[str, str]:
    """Say where the same is in PHH, if it can be."""
    return {"Link": f'<{address}>; rel="alternate"'} if is_in_phh(record) else {}


def _packed(request: Request, content: _Content, kind: str, headers: dict[str, str]) -> Response:
    """Send something compressed to those who take it so, as all browsers do."""
    headers = HEADERS | headers | {"Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", "").replace(" ", "").split(","):
        return Response(content.small, headers=headers | {"Content-Encoding": "gzip"}, media_type=kind)
    return Response(content.plain, headers=headers, media_type=kind)


@cache
def _page(name: str) -> _Content:
    return _content(read_asset(name))


@lru_cache(64)
def _back(seed: str) -> _Content:
    return _content(back(seed).encode())


@cache
def _icon() -> _Content:
    return _content(face(Card.parse("As")).encode())

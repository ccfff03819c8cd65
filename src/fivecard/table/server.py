"""The server: addresses, sockets and pages around the house."""

import asyncio
import contextlib
import json
import secrets
import time
from collections.abc import AsyncIterator
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
from fivecard.table.house import Connection, Host, House
from fivecard.table.protocol import LARGEST_MESSAGE, clean_name, read_message
from fivecard.table.room import FILLS, Event, Room, TableError

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
        "text/javascript": (
            "lobby.js",
            "table.js",
            "replay.js",
            "fair.js",
            "show.js",
            "squaring.js",
            "timelock.js",
            "witness.js",
        ),
    }.items()
    for name in names
}


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
            return room.commit(player, message["puzzle"])
        if kind == "open":
            return room.open(player, message["factor"])
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

    if "void" in record:
        return f"Table {record['table']}, round {record['round']}\nThe deal came to nothing: {record['void']}.\n"
    deck, reserve = (parse_cards(" ".join(record[name])) for name in ("deck", "reserve"))
    draws = [Discard(seat, parse_cards(" ".join(cards))) for seat, cards in enumerate(record["discards"])]
    written = Record.of(start(RULES[record["rules"]], record["players"]), [Deal(deck, reserve), *draws]).to_text()
    hands = [
        f"{name}: {' '.join(hand)}  {made}"
        for name, hand, made in zip(record["names"], record["hands"], record["made"], strict=True)
    ]
    return "\n".join([f"Table {record['table']}, round {record['round']}", *hands, record["reason"], "", written, ""])

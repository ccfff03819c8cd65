"""The server: addresses, sockets and pages around the tables."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from html import escape
from typing import Final

from msgspec import to_builtins
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from fivecard.engine import view_for
from fivecard.pages.allowed_hosts import LOCAL_NAMES, OwnNamesOnly, is_own_origin, names_of
from fivecard.pages.static import DAY, HEADERS, icon_content, packed
from fivecard.table.core import Message, Table, TableError
from fivecard.table.core.commands import Act, Again, HandOver, Hint, Leave, React, Say
from fivecard.table.core.hand import check_hint, thrown_by
from fivecard.table.core.player_names import clean_line
from fivecard.table.protocol.catalogue import offered
from fivecard.table.protocol.messages import (
    LARGEST_MESSAGE,
    Done,
    Hints,
    Locked,
    Refusal,
    SeatLink,
    Wishes,
    read_message,
    read_password,
    read_wishes,
    usual_fill,
)
from fivecard.table.runtime.background import MOST_HINTS, Background
from fivecard.table.runtime.connection import Connection
from fivecard.table.runtime.guard import household
from fivecard.table.runtime.hints import hints_for
from fivecard.table.runtime.registry import TableRegistry
from fivecard.table.runtime.seat_codes import CODE_SECONDS
from fivecard.table.runtime.table_actor import MOVED, TableActor
from fivecard.table.storage.base import NoTableError, Process
from fivecard.table.web.history import routes_of_finished
from fivecard.table.web.qr_codes import qr_code
from fivecard.table.web.relay import address_from_peer, relay
from fivecard.table.web.static import ASSETS, back_content, page, who_asks
from fivecard.words.english import capital

SENTENCE: Final = b"<!-- sentence -->"


def make_app(registry: TableRegistry) -> Starlette:
    """Make the application that serves the tables of a registry."""

    async def find(connection: Request | WebSocket) -> TableActor | Process | None:
        try:
            return await registry.find(connection.path_params["table"])
        except TableError as error:
            raise HTTPException(404 if isinstance(error, NoTableError) else 503, str(error)) from None

    async def lobby(request: Request) -> Response:
        return page("index.html", request, registry.origins, seat=True)

    async def table(request: Request) -> Response:
        await find(request)
        return page("table.html", request, registry.origins, seat=True)

    async def asset(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in ASSETS:
            raise HTTPException(404, "there is no such file")
        return page(name, request, registry.origins)

    async def table_back(request: Request) -> Response:
        try:
            await find(request)
        except HTTPException as error:
            if error.status_code != 404 or not await registry.log.last_round(request.path_params["table"]):
                raise
        return packed(request, back_content(request.path_params["table"]), "image/svg+xml", DAY)

    async def invitation(request: Request) -> Response:
        """The QR code of the table's address, as its browser calls the server."""
        await find(request)
        base = registry.origins[0] if registry.origins else f"{request.url.scheme}://{request.headers['host']}"
        drawn = qr_code(f"{base}/t/{request.path_params['table']}")
        return Response(drawn, media_type="image/svg+xml", headers=HEADERS | {"Cache-Control": "no-cache"})

    async def icon(request: Request) -> Response:
        return packed(request, icon_content(), "image/svg+xml", DAY)

    async def new_table(request: Request) -> Response:
        if not is_own_origin(request, registry.origins):
            raise HTTPException(403, "this page belongs to another site")
        body = bytearray()
        async for part in request.stream():
            body += part
            if len(body) > LARGEST_MESSAGE:
                raise HTTPException(413, "the request is too large")
        address = household(request.client.host) if request.client else ""
        host = who_asks(request)
        actor = await registry.open_table(read_wishes(bytes(body), registry.rules), address, host)
        return JSONResponse({"table": actor.table.id, "address": f"/t/{actor.table.id}"}, 201, headers=HEADERS)

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
        token = who_asks(websocket)
        if not is_own_origin(websocket, registry.origins) or not token:
            await websocket.close(1008)  # before it is accepted: the browser sees 403
            return
        try:
            found = await find(websocket)
        except HTTPException:
            await websocket.close(1008)
            return
        if isinstance(found, Process) and from_peer is None:
            if registry.is_full or registry.sockets[address] >= registry.limits.sockets_per_address:
                await websocket.close(1008)  # the owner counts too, with those who come to it directly
                return
            with _counted(registry, address):
                await relay(websocket, found, address)
            return
        await websocket.accept()
        if not isinstance(found, TableActor):
            await websocket.close(MOVED, "this table is being taken over: connect again")
            return
        if refusal := _no_room(registry, found, address, token):
            await websocket.close(1013, refusal)  # a page can read this, but not why a socket was not accepted
            return
        connection = Connection(websocket, token, address, registry.limits, found.look)
        sender = asyncio.create_task(connection.send_all())
        with _counted(registry, address):
            try:
                await _serve(registry, found, connection)
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
        code: int | str
        if isinstance(error, TableError):
            code, words, more = error.code, str(error), None
            status = 503 if code in {"full", "log", "moved"} else 400
        else:
            assert isinstance(error, HTTPException)
            status = code = error.status_code
            words, more = error.detail, error.headers
        if words == "Not Found":  # no route at all
            words = "there is nothing at this address"
        headers = HEADERS | {"Cache-Control": "no-store", "Vary": "Accept"} | dict(more or {})
        if "text/html" in request.headers.get("accept", ""):  # a person, who wants a sentence and a way on
            sentence = f"{capital(words)}."
            content = ASSETS.content("nothing.html").plain.replace(SENTENCE, escape(sentence).encode())
            return Response(content, status, headers, "text/html; charset=utf-8")
        return JSONResponse({"error": code, "message": words}, status, headers=headers)

    names = (LOCAL_NAMES if registry.names is None else registry.names) | names_of(registry.origins)
    return Starlette(
        middleware=[Middleware(OwnNamesOnly, names=names, headers=HEADERS)],
        routes=[
            Route("/", lobby),
            Route("/tables", new_table, methods=["POST"]),
            Route("/t/{table}", table),
            *routes_of_finished(registry),
            Route("/page/{name:path}", asset),
            Route("/t/{table}/back.svg", table_back),
            Route("/t/{table}/invitation.svg", invitation),
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


def _no_room(registry: TableRegistry, actor: TableActor, address: str, token: str) -> str:
    """Say why there is no room for one more socket; people with a seat have theirs."""
    seated = actor.table.seat_of(token) is not None or token == actor.table.opener
    if registry.sockets[address] >= registry.limits.sockets_per_address:
        return "full: there are as many browsers from your address as this server takes"
    if not seated and registry.is_full:
        return "full: there are as many people here as this server takes"
    spectators = [other.address for other in actor.connections if actor.table.seat_of(other.token) is None]
    if not seated and len(spectators) >= registry.limits.spectators:
        return "full: as many people watch this table as it takes"
    if not seated and spectators.count(address) >= registry.limits.spectators_per_address:
        return "full: as many people from your address watch this table as it takes"
    return ""


async def _serve(registry: TableRegistry, actor: TableActor, connection: Connection) -> None:
    """Take one browser's messages until it goes."""
    try:
        if not await _unlocked(actor, connection):
            return
        actor.join(connection)
        actor.coaching.remind(connection)
        await actor.take_back(connection.token)
        async for text in _texts(connection):
            try:
                connection.answer(await _obey(registry, actor, connection, read_message(text)))
            except TableError as error:
                connection.answer(Refusal(error.code, str(error), actor.table_for(connection.token).seq))
    except (WebSocketDisconnect, TableError, RuntimeError):
        return  # the socket is gone, or its owner does not read
    finally:
        actor.part(connection)


async def _texts(connection: Connection) -> AsyncIterator[str]:
    """What a browser sends, until it goes or it is too much."""
    while (received := await connection.socket.receive())["type"] != "websocket.disconnect":
        if not connection.allowance.spend():
            connection.answer(Refusal("flood", "too many messages: wait a little"))
            await asyncio.sleep(0)
            await connection.socket.close(1008)
            return
        text = received.get("text")
        if text is None or len(text.encode()) > LARGEST_MESSAGE:
            connection.answer(Refusal("malformed", "a message is text of at most 4 KiB"))
        else:
            yield text


async def _unlocked(actor: TableActor, connection: Connection) -> bool:
    """Have the password of a table said before anything of it is sent, if it has one; whether it was."""
    if actor.table.is_admitted(connection.token):
        return True
    connection.answer(Locked())
    async for text in _texts(connection):
        try:
            await actor.admit(connection.token, connection.address, read_password(text).password)
        except TableError as error:
            connection.answer(Refusal(error.code, str(error)))
        else:
            connection.answer(Done("enter", 0))
            return True
    return False


async def _obey(
    registry: TableRegistry, actor: TableActor, connection: Connection, message: Message
) -> Done | Hints | SeatLink:
    """Do what a message asks for, or refuse it."""
    token = connection.token
    if (isinstance(message, Say | React) and not actor.may_talk(token)) or not actor.may_ask(
        token, connection.address, message
    ):
        raise TableError("slow", "one thing after the other: wait a little")
    if not isinstance(message, Leave):  # whoever does something is back
        await actor.take_back(token)
    before = await actor.ask(token, message)
    if isinstance(message, Again):
        await registry.open_again(actor, token, connection.address)
    if isinstance(message, Act):
        actor.coaching.judge(connection, before, message)
    if isinstance(message, Say):
        actor.say(token, clean_line(message.text))
    if isinstance(message, React):
        actor.say(token, message.what, reaction=True)
    if isinstance(message, HandOver):
        return _seat_link(actor, connection)
    if isinstance(message, Hint):
        return await _hints(actor.table, token, actor.services.background)
    return Done(str(message.__struct_config__.tag), actor.table_for(token).seq)


def _seat_link(actor: TableActor, connection: Connection) -> SeatLink:
    """What takes the seat over: in the part of an address that browsers send to nobody."""
    code = actor.seat_codes.make(connection.token)
    origin = connection.socket.headers["origin"]  # which is one of ours, or there would be no socket
    link = qr_code(f"{origin}/t/{actor.table.id}#seat={code}")
    return SeatLink(code, int(CODE_SECONDS), link.decode())


async def _hints(table: Table, token: str, background: Background) -> Hints:
    """Think about the hand of one whose turn it is, aside: the first time it takes half a second."""
    player = table.player_of(table.seat_of(token))
    check_hint(table, player)  # again: the clock may have gone on
    view, thrown = view_for(table.game, player), thrown_by(table, player)
    if background.is_busy(MOST_HINTS):
        raise TableError("busy", "many ask for hints at the moment: ask again soon")
    return await background.think(table.id, hints_for, view, thrown)

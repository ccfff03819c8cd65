"""A browser at a process that does not have its table: sockets and requests are passed on to the one that has.

The owner sees the browser's own Host, Origin and cookie, and decides as if it had come to it. Where the browser is,
it believes a peer, who knows a secret that stands in the common database.
"""

import asyncio
import contextlib
from collections.abc import Mapping
from email.parser import BytesHeaderParser
from hmac import compare_digest
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from fivecard.table.core import TableError
from fivecard.table.runtime.table_actor import MOVED
from fivecard.table.storage.base import Process

SECRET: Final = "x-fivecard-peer"
ADDRESS: Final = "x-fivecard-for"
PASSED_ON: Final = ("origin", "cookie")
ASKED_WITH: Final = ("host", "cookie", "accept", "accept-encoding")
OUR_OWN: Final = frozenset({"connection", "date", "server"})
"""What a server says for itself in every answer."""
LONGEST_ANSWER: Final = 30.0
"""Seconds; all hands of an evening take some."""


def address_from_peer(headers: Mapping[str, str], secret: str) -> str | None:
    """The address of a browser whose socket a peer passes on; None if it is no peer who calls."""
    given = headers.get(SECRET, "")
    return headers.get(ADDRESS, "") if secret and compare_digest(given.encode(), secret.encode()) else None


async def ask_owner(request: Request, owner: Process | None) -> Response:
    """Have the owner answer a request that only it can answer, as it would answer the browser itself."""
    with contextlib.suppress(OSError, EOFError):
        if owner:
            return await asyncio.wait_for(_answer(request, owner), LONGEST_ANSWER)
    raise TableError("moved", "this table is being taken over by another process: try again in some seconds")


async def _answer(request: Request, owner: Process) -> Response:
    target = request.scope["raw_path"] + b"?" + request.scope["query_string"]
    given = {name: request.headers[name] for name in ASKED_WITH if name in request.headers}
    given |= {SECRET: owner.secret, "connection": "close"}
    head = "".join(f"{name}: {value}\r\n" for name, value in given.items()).encode("latin-1")
    reader, writer = await asyncio.open_connection(owner.host, owner.port)
    try:
        writer.write(request.method.encode() + b" " + target + b" HTTP/1.1\r\n" + head + b"\r\n")
        status = int((await reader.readuntil(b"\r\n")).split()[1])
        headers = BytesHeaderParser().parsebytes(await reader.readuntil(b"\r\n\r\n"))
        content = b"" if request.method == "HEAD" else await reader.readexactly(int(headers["content-length"]))
    finally:
        writer.close()
    response = Response(content, status)
    response.raw_headers = [
        (name.encode(), value.encode("latin-1")) for name, value in headers.items() if name.lower() not in OUR_OWN
    ]
    return response


async def relay(browser: WebSocket, owner: Process, address: str) -> None:
    """Pass messages both ways until one side ends, and its code and reason to the other."""
    host = browser.headers.get("host", "")
    headers = {name: browser.headers[name] for name in PASSED_ON if name in browser.headers}
    try:
        there = await connect(
            f"ws://{host}{browser.url.path}",
            host=owner.host,
            port=owner.port,
            additional_headers=headers | {SECRET: owner.secret, ADDRESS: address},
            compression=None,  # the size of a compressed hand would tell of it
            proxy=None,
            user_agent_header=None,
            open_timeout=5.0,
            close_timeout=1.0,
        )
    except InvalidStatus:  # the owner does not want it
        await browser.close(1008)
        return
    except (OSError, WebSocketException):
        await browser.accept()
        await browser.close(MOVED, "the process that had this table does not answer: connect again")
        return
    async with there:
        await browser.accept()
        up, down = asyncio.create_task(_up(browser, there)), asyncio.create_task(_down(there, browser))
        _, rest = await asyncio.wait({up, down}, return_when=asyncio.FIRST_COMPLETED)
        for task in rest:
            task.cancel()
        await asyncio.wait({up, down})


async def _up(browser: WebSocket, there: ClientConnection) -> None:
    with contextlib.suppress(ConnectionClosed, RuntimeError, WebSocketDisconnect):
        while (received := await browser.receive())["type"] != "websocket.disconnect":
            await there.send(received["bytes"] if received.get("text") is None else received["text"])


async def _down(there: ClientConnection, browser: WebSocket) -> None:
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):
        try:
            while True:
                message = await there.recv()
                await (browser.send_text(message) if isinstance(message, str) else browser.send_bytes(message))
        except ConnectionClosed as closed:
            code, reason = (closed.rcvd.code, closed.rcvd.reason) if closed.rcvd else (MOVED, "connect again")
            await browser.close(MOVED if code in {1005, 1006} else code, reason)

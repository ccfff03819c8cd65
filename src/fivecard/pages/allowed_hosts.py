"""Which names the server answers to.

A page of another site can let its own name lead to this server (DNS rebinding); for the browser both are then the same
site, and Host and Origin agree. So a name must be one that the server knows as its own. Addresses in digits need no
list: nobody can make a browser believe that its own page came from one.
"""

import json
from collections.abc import Iterable
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

LOCAL_NAMES: Final = frozenset({"localhost"})


def host_name(host: str) -> str | None:
    """Parse the name, or the address in digits, in a Host header; None if there is none.

    >>> host_name("Localhost.:8055"), host_name("[::1]:8055"), host_name("a b")
    ('localhost', '::1', None)
    """
    if not host or any(character in host for character in "/?#@\\") or any(character.isspace() for character in host):
        return None
    try:
        parts = urlsplit(f"//{host}")
        _ = parts.port  # refuses what is no port
        return (parts.hostname or "").removesuffix(".") or None
    except ValueError:
        return None


def names_of(origins: Iterable[str]) -> frozenset[str]:
    """Collect the host names in origins."""
    return frozenset(name for origin in origins if (name := host_name(urlsplit(origin).netloc)))


def is_ours(host: str, names: frozenset[str]) -> bool:
    """Whether a Host header names this server: by an address in digits, or by one of its names."""
    name = host_name(host)
    if name is None:
        return False
    try:
        ip_address(name)
    except ValueError:
        return name in names
    return True


def is_own_origin(connection: HTTPConnection, origins: tuple[str, ...]) -> bool:
    """Whether a page of our own asks: its origin is exactly ours."""
    origin = connection.headers.get("origin")
    host = connection.headers.get("host", "")
    scheme = {"ws": "http", "wss": "https"}.get(connection.url.scheme, connection.url.scheme)
    return origin in (origins or (f"{scheme}://{host}",))


class OwnNamesOnly:
    """Answer requests for other names with 421, whatever they ask for."""

    def __init__(self, app: ASGIApp, names: frozenset[str], headers: dict[str, str]) -> None:
        self._app = app
        self._names = names
        self._headers = headers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what is meant for this server."""
        hosts = Headers(scope=scope).getlist("host") if scope["type"] in {"http", "websocket"} else []
        if scope["type"] == "lifespan" or (len(hosts) == 1 and is_ours(hosts[0], self._names)):
            await self._app(scope, receive, send)
            return
        message = "this server is not called that: if it should be, start it with --allow-host"
        body = json.dumps({"error": 421, "message": message})
        response = Response(body, 421, self._headers, "application/json")
        if scope["type"] == "websocket":
            await WebSocket(scope, receive, send).send_denial_response(response)
        else:
            await response(scope, receive, send)

"""What is sent as it is: pages, modules and pictures, with the headers that all answers have; and who asks for it."""

import secrets
from functools import cache, lru_cache
from gzip import compress
from hashlib import sha256
from typing import Final, NamedTuple

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from fivecard.cards import Card
from fivecard.handouts.card_pictures import back, face
from fivecard.table.web.assets import ASSETS, read_asset

COOKIE: Final = "fivecard_seat"
SAFE_COOKIE: Final = f"__Host-{COOKIE}"
"""Where the server is reached by https: a cookie that no sibling of its name can have set."""
SHORTEST_TOKEN: Final = 40
HEADERS: Final = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'; "
    "form-action 'self'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}
DAY: Final = {"Cache-Control": "public, max-age=86400"}


def who_asks(connection: HTTPConnection) -> str:
    """What the log has of what a browser proves itself with; nothing if it has nothing."""
    token = connection.cookies.get(SAFE_COOKIE) or connection.cookies.get(COOKIE, "")
    return sha256(token.encode()).hexdigest() if len(token) >= SHORTEST_TOKEN else ""


def page(name: str, request: Request, origins: tuple[str, ...], *, seat: bool = False) -> Response:
    """A page; with a seat, also what its browser proves itself with from now on."""
    response = packed(request, page_content(name), ASSETS[name] + "; charset=utf-8", {"Cache-Control": "no-cache"})
    secure = request.url.scheme == "https" or any(origin.startswith("https:") for origin in origins)
    cookie = SAFE_COOKIE if secure else COOKIE
    if seat and cookie not in request.cookies:
        token = secrets.token_urlsafe(32)
        # Lax, not Strict: a link from elsewhere must find the seat again. Sockets and new tables check the Origin.
        response.set_cookie(cookie, token, max_age=400 * 86400, httponly=True, samesite="lax", secure=secure)
    return response


class Content(NamedTuple):
    """What is sent as it is, and made smaller. Never anything secret: its size would tell of it."""

    plain: bytes
    small: bytes


def content(plain: bytes) -> Content:
    """Make something smaller, once."""
    return Content(plain, compress(plain, 9, mtime=0))


def packed(request: Request, made: Content, kind: str, headers: dict[str, str]) -> Response:
    """Send something compressed to those who take it so, as all browsers do."""
    headers = HEADERS | headers | {"Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", "").replace(" ", "").split(","):
        return Response(made.small, headers=headers | {"Content-Encoding": "gzip"}, media_type=kind)
    return Response(made.plain, headers=headers, media_type=kind)


@cache
def page_content(name: str) -> Content:
    """A page, module or sheet of styles."""
    return content(read_asset(name))


@lru_cache(64)
def back_content(seed: str) -> Content:
    """The back of a table's cards."""
    return content(back(seed).encode())


@cache
def icon_content() -> Content:
    """The ace of spades."""
    return content(face(Card("As")).encode())

"""The pages of the table as they are sent, and who asks for them."""

import secrets
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import Final

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from fivecard.handouts.card_pictures import back
from fivecard.pages.assets import Assets
from fivecard.pages.static import Content, content, packed

COOKIE: Final = "fivecard_seat"
SAFE_COOKIE: Final = f"__Host-{COOKIE}"
"""Where the server is reached by https: a cookie that no sibling of its name can have set."""
SHORTEST_TOKEN: Final = 40
ASSETS: Final = Assets(files("fivecard") / "table" / "page")


def who_asks(connection: HTTPConnection) -> str:
    """What the log has of what a browser proves itself with; nothing if it has nothing."""
    token = connection.cookies.get(SAFE_COOKIE) or connection.cookies.get(COOKIE, "")
    return sha256(token.encode()).hexdigest() if len(token) >= SHORTEST_TOKEN else ""


def page(name: str, request: Request, origins: tuple[str, ...], *, seat: bool = False) -> Response:
    """A page; with a seat, also what its browser proves itself with from now on."""
    response = packed(
        request, ASSETS.content(name), f"{ASSETS.kind(name)}; charset=utf-8", {"Cache-Control": "no-cache"}
    )
    secure = request.url.scheme == "https" or any(origin.startswith("https:") for origin in origins)
    cookie = SAFE_COOKIE if secure else COOKIE
    if seat and cookie not in request.cookies:
        token = secrets.token_urlsafe(32)
        # Lax, not Strict: a link from elsewhere must find the seat again. Sockets and new tables check the Origin.
        response.set_cookie(cookie, token, max_age=400 * 86400, httponly=True, samesite="lax", secure=secure)
    return response


@lru_cache(64)
def back_content(seed: str) -> Content:
    """The back of a table's cards."""
    return content(back(seed).encode())

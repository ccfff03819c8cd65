"""What is sent as it is: pages, modules and pictures, with the headers that all answers have."""

from functools import cache
from gzip import compress
from typing import Final, NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from fivecard.cards import Card
from fivecard.handouts.card_pictures import face

HEADERS: Final = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'; "
    "form-action 'self'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}
DAY: Final = {"Cache-Control": "public, max-age=86400"}


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
def icon_content() -> Content:
    """The ace of spades."""
    return content(face(Card("As")).encode())

"""What browsers ask, read and refused in one sentence."""

import json
from typing import Any, Final

from starlette.requests import Request

from fivecard.errors import FivecardError, quoted
from fivecard.pages.allowed_hosts import is_own_origin

LARGEST: Final = 64 * 1024
"""Bytes of a request that is no file."""


class RequestError(FivecardError):
    """A request cannot be understood, or is not allowed.

    Args:
        status: As HTTP has it.
        message: What is wrong.
    """

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


def refuse_strangers(request: Request) -> None:
    """Refuse what the page of another site asks."""
    if not is_own_origin(request, ()):
        raise RequestError(403, "this page belongs to another site")


async def told(request: Request) -> dict[str, Any]:
    """Read a request's JSON: an object."""
    refuse_strangers(request)
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > LARGEST:
            raise RequestError(413, "the request is too large")
    try:
        found = json.loads(bytes(body))
    except (ValueError, RecursionError):
        raise RequestError(400, "the request is not JSON") from None
    if not isinstance(found, dict):
        raise RequestError(400, f"expected an object, got {quoted(found)}")
    return found


def text_of(found: dict[str, Any], name: str, longest: int = 10_000) -> str:
    """Read a text of a request.

    Args:
        found: What was sent.
        name: Which.
        longest: Characters.
    """
    text = found.get(name)
    if not isinstance(text, str) or len(text) > longest:
        raise RequestError(400, f"{name} is a text of at most {longest:,} characters, not {quoted(text)}")
    return text


def object_of(found: dict[str, Any], name: str) -> dict[str, Any]:
    """Read an object inside a request.

    Args:
        found: What was sent.
        name: Which.
    """
    inside = found.get(name)
    if not isinstance(inside, dict):
        raise RequestError(400, f"{name} is an object, not {quoted(inside)}")
    return inside


def visitor_of(request: Request) -> str:
    """Who asks, as far as limits go: an address."""
    return request.client.host if request.client else ""

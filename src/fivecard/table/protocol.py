"""Messages from browsers: read strictly. Anything that is not exactly one of these is refused, and said to be."""

import json
import re
from collections.abc import Callable
from typing import Any, Final

from fivecard.cards import Card
from fivecard.errors import CardError
from fivecard.table.names import objection, tidy
from fivecard.table.room import TableError
from fivecard.table.timelock import FACTOR_BYTES, PUZZLE_BYTES

LARGEST_MESSAGE: Final = 4096
_HEX: Final = re.compile(r"[0-9a-f]+")


def read_message(text: str) -> dict[str, Any]:
    """Read one message: an object with a type, the number of the last event its sender knew, and that type's fields.

    >>> read_message('{"type": "begin", "seq": 4}')
    {'type': 'begin', 'seq': 4}
    """
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise TableError("malformed", "a message is a JSON object") from None
    if not isinstance(message, dict):
        raise TableError("malformed", "a message is a JSON object")
    kind = message.get("type")
    if not isinstance(kind, str) or kind not in FIELDS:
        raise TableError("malformed", f"a message has a type: {', '.join(FIELDS)}")
    fields = {"seq": _sequence_number} | FIELDS[kind]
    if set(message) != {"type", *fields}:
        raise TableError("malformed", f"{kind!r} has the fields type, {', '.join(fields)} and no others")
    return {"type": kind} | {name: read(message[name]) for name, read in fields.items()}


def _sequence_number(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 1 << 53:
        raise TableError("malformed", "seq is the number of an event")
    return value


def _seat(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 6:
        raise TableError("malformed", "seat is from 0 to 5")
    return value


def clean_name(value: object) -> str:
    """Take a name that others can see and that pretends to be nobody else.

    >>> clean_name("  Ann   Lee ")
    'Ann Lee'
    """
    if not isinstance(value, str):
        raise TableError("name", "a name is text")
    name = tidy(value)
    if problem := objection(name):
        raise TableError("name", problem)
    return name


def _digits(value: object, what: str, size: int) -> str:
    """Take an odd number of exactly so many bytes, which any lock can be made of."""
    if not isinstance(value, str) or len(value) != 2 * size or not _HEX.fullmatch(value):
        raise TableError("malformed", f"{what} is {2 * size} hexadecimal digits, in small letters")
    if value[0] < "8" or int(value[-1], 16) % 2 == 0:
        raise TableError("malformed", f"{what} is an odd number of {8 * size} bits")
    return value


def _puzzle(value: object) -> str:
    return _digits(value, "puzzle", PUZZLE_BYTES)


def _factor(value: object) -> int:
    return int(_digits(value, "factor", FACTOR_BYTES), 16)


def _cards(value: object) -> tuple[Card, ...]:
    if not isinstance(value, list) or len(value) > 5 or not all(isinstance(card, str) for card in value):
        raise TableError("malformed", "cards is a list of up to five cards")
    try:
        return tuple(Card.parse(card) for card in value)
    except CardError as error:
        raise TableError("malformed", str(error)) from None


FIELDS: Final[dict[str, dict[str, Callable[[object], Any]]]] = {
    "sit": {"seat": _seat, "name": clean_name},
    "leave": {},
    "begin": {},
    "commit": {"puzzle": _puzzle},
    "open": {"factor": _factor},
    "discard": {"cards": _cards},
    "back": {},
    "hint": {},
}
"""The fields of every type of message, beside `type` and `seq`."""

"""TOML, read quickly where it is plain."""

import json
import re
import tomllib
from collections.abc import Iterator
from decimal import Decimal
from typing import Any, Final, NoReturn

from fivecard.errors import HistoryError

_FIELD: Final = re.compile(r"([A-Za-z0-9_-]+) *= *(.*)")
_NOT_PLAIN: Final = re.compile(r"[\\{\x00-\x08\x0b-\x1f\x7f]|null")


def load_toml(text: str) -> dict[str, Any]:
    r"""Read the fields of a text, numbers with a point as decimals.

    >>> load_toml("hand = 7\nantes = [0.5, 1]\nevent = 'Final table'")
    {'hand': 7, 'antes': [Decimal('0.5'), 1], 'event': 'Final table'}
    """
    try:
        return _plain(text)
    except _NotPlainError:
        pass
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except (ValueError, RecursionError) as error:
        raise HistoryError(f"this is not TOML: {error}") from None


class _NotPlainError(ValueError):
    """The text is more than lines of fields."""


def _plain(text: str) -> dict[str, Any]:
    """Read what most files are, a field a line or a list over some, much faster than the general parser does.

    Such values are JSON but for quotes, and the parser for that is compiled. Whatever the two formats could
    understand differently is left alone: escapes, control characters, mixed quotes, braces, comments behind values.
    """
    text = text.replace("\r\n", "\n")
    if _NOT_PLAIN.search(text):
        raise _NotPlainError
    fields: dict[str, Any] = {}
    lines = iter(text.split("\n"))
    for line in lines:
        if not line or line.startswith("#"):
            continue
        if (found := _FIELD.fullmatch(line)) is None or found[1] in fields:
            raise _NotPlainError
        key, value = found.groups()
        if value == "[":
            value = _list_over_lines(lines)
        if "'" in value:
            if '"' in value:
                raise _NotPlainError
            value = value.replace("'", '"')
        try:
            fields[key] = _decode(value)
        except (ValueError, RecursionError):
            raise _NotPlainError from None
    return fields


def _list_over_lines(lines: Iterator[str]) -> str:
    items: list[str] = []
    for line in lines:
        if line == "]":
            return "[{}]".format("\n".join(items).removesuffix(","))  # no string or number goes on in the next line
        items.append(line)
    raise _NotPlainError


def _refuse(word: str) -> NoReturn:
    raise _NotPlainError(word)


_decode: Final = json.JSONDecoder(parse_float=Decimal, parse_constant=_refuse).decode

"""Messages to and from browsers, as types. What is sent is read strictly: anything else is refused, and said to be.

>>> read_message('{"type": "begin", "seq": 4}')
Begin(seq=4)
>>> read_message('{"type": "begin", "seq": "4"}')
Traceback (most recent call last):
fivecard.table.core.commands.TableError: not a message: Expected `int`, got `str` - at `$.seq`
"""

from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct

from fivecard.cards import Card
from fivecard.engine.rules import RULES
from fivecard.table.core import Message, TableError
from fivecard.table.core.commands import MOST_SEATS
from fivecard.table.game import fills

LARGEST_MESSAGE: Final = 4096


class Wishes(Struct, frozen=True, forbid_unknown_fields=True):
    """What kind of table is wanted; what is left out is as usual."""

    rules: str
    seats: Annotated[int, Meta(ge=2, le=MOST_SEATS)] = 4
    fill: str = "sharp"
    clock: Annotated[float, Meta(ge=1, le=600)] = 30
    practice: bool = False

    def __post_init__(self) -> None:
        """Refuse rules and players that there are not."""
        if self.rules not in RULES:
            raise ValueError(f"rules are {' or '.join(RULES)}")
        if self.fill not in fills():
            raise ValueError(f"empty seats are played by {', '.join(fills())}")


class Done(Struct, frozen=True, tag_field="type", tag="done"):
    """The answer to a message that was obeyed."""

    of: str
    seq: int


class Refusal(Struct, frozen=True, tag_field="type", tag="error", omit_defaults=True):
    """The answer to one that was not."""

    code: str
    message: str
    seq: int | None = None


class Choice(Struct, frozen=True):
    """A discard, and what it comes to."""

    keep: list[str]
    share: float | None
    better: float


class Hints(Struct, frozen=True, tag_field="type", tag="hint"):
    """The answer to one who asked for hints."""

    margin: float | None
    choices: list[Choice]


def _card(kind: type, value: object) -> Card:
    """Read a card, of which JSON knows nothing."""
    assert kind is Card
    return Card.parse(value)  # type: ignore[arg-type]  # which refuses what is no text


_messages: Final[msgspec.json.Decoder[Message]] = msgspec.json.Decoder(Message, dec_hook=_card)


def read_message(text: str) -> Message:
    """Read one message."""
    try:
        return _messages.decode(text)
    except (ValueError, RecursionError) as error:
        raise TableError("malformed", f"not a message: {error}") from None


def read_wishes(body: bytes, rules: str) -> Wishes:
    """Read what kind of table is wanted, under these rules if it does not say.

    >>> read_wishes(b'{"seats": 2}', "C")
    Wishes(rules='C', seats=2, fill='sharp', clock=30, practice=False)
    """
    try:
        wanted = msgspec.json.decode(body, type=dict[str, Any])
        return msgspec.convert({"rules": rules} | wanted, Wishes)
    except (ValueError, RecursionError) as error:
        raise TableError("malformed", f"not a kind of table: {error}") from None

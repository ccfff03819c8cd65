"""What can be asked of a table: by people, whose browsers send messages, and by the server.

The messages are read into these types as they are (`protocol`): what is not exactly one of them is refused. Time,
chance and who is connected are part of a command, so that `decide` needs nothing else.
"""

from typing import Annotated, Final, TypeAlias

from msgspec import Meta, Struct

from fivecard.cards import Card
from fivecard.errors import FivecardError
from fivecard.table.timelock import FACTOR_BYTES, PUZZLE_BYTES

MOST_SEATS: Final = 6
PATIENCE: Final = 20.0
"""How long those who are ready for a round wait for the others."""


class TableError(FivecardError):
    """What a command cannot do, with a code for programs."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def _odd_number(size: int) -> Meta:
    """An odd number of exactly so many bytes, which any lock can be made of, as hexadecimal digits in small letters."""
    return Meta(pattern=rf"\A[89a-f][0-9a-f]{{{2 * size - 2}}}[13579bdf]\Z")


class _Message(Struct, frozen=True, tag_field="type", tag=str.lower, forbid_unknown_fields=True):
    """What a browser sends."""

    seq: Annotated[int, Meta(ge=0, lt=1 << 53)]
    """The number of the last event that the sender knew."""


class Sit(_Message, frozen=True):
    """Take a free seat."""

    seat: Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
    name: str


class Leave(_Message, frozen=True):
    """Stand up; a computer plays the round to its end."""


class Begin(_Message, frozen=True):
    """Be ready for a round, or the next one."""


class Commit(_Message, frozen=True):
    """Send the puzzle that locks a seed."""

    puzzle: Annotated[str, _odd_number(PUZZLE_BYTES)]


class Open(_Message, frozen=True):
    """Open the puzzle by one of its factors."""

    factor: Annotated[str, _odd_number(FACTOR_BYTES)]


class Discard(_Message, frozen=True):
    """Throw cards away and draw; none is to stand pat."""

    cards: Annotated[tuple[Card, ...], Meta(max_length=5)]


class Back(_Message, frozen=True):
    """Play again after being away, or sitting out."""


class Hint(_Message, frozen=True):
    """Ask for the odds of each discard, at practice tables."""


Message: TypeAlias = Sit | Leave | Begin | Commit | Open | Discard | Back | Hint


class Request(Struct, frozen=True):
    """A person's message, with who sent it and when."""

    message: Message
    token: str
    """The hash of what the sender's browser proves itself with."""
    now: float
    present: frozenset[int] = frozenset()
    """The seats whose browsers are connected."""
    patience: float = PATIENCE


class Return(Struct, frozen=True):
    """Take a person back who has connected or done something, unless the person sits out."""

    token: str


class Tick(Struct, frozen=True):
    """Do what happens by itself, or because the time is up."""

    now: float
    seed: bytes
    """A fresh one, for a seal."""
    present: frozenset[int] = frozenset()


class GatherAgain(Struct, frozen=True):
    """Begin anew after a deal that came to nothing, if somebody is there."""

    now: float
    present: frozenset[int] = frozenset()


class OpenByForce(Struct, frozen=True):
    """Take the value of a silent player's puzzle that was found by squaring."""

    player: int
    value: int


class Resume(Struct, frozen=True):
    """Go on after a pause: who was thinking gets the whole clock again."""

    now: float


class Close(Struct, frozen=True):
    """Close the table for good."""


Command: TypeAlias = Request | Return | Tick | GatherAgain | OpenByForce | Resume | Close

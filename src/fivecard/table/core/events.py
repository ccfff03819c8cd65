"""What happens at a table, a type each. The log holds them as JSON objects that are told apart by their `kind`.

The types are the format of the log: what is not exactly one of them cannot be read. Logs last, so a field that is added
has a default, and one that is not written any more stays.

>>> encode([Sat(0, "Ann", "f00", "c0"), Closed()])
b'[{"kind":"sat","seat":0,"name":"Ann","token":"f00","commitment":"c0"},{"kind":"closed"}]'
"""

from collections.abc import Callable
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec import Struct

from fivecard.engine import Stakes
from fivecard.table.core.commands import Do
from fivecard.table.core.tournament import SitAndGo

By: TypeAlias = Literal["person", "computer", "clock"]
"""Who decided an action."""
Source: TypeAlias = Literal["host", "rebuy", "top-up"]
"""Who decided that somebody gets chips: the host, or the person, as the table allows."""


class _Event(
    Struct, frozen=True, tag_field="kind", tag=str.lower, forbid_unknown_fields=True, omit_defaults=True
):  # fmt: skip
    """Something that has happened."""


class Opened(_Event, frozen=True, omit_defaults=False):
    """The first event of every table: what was agreed on."""

    id: str
    rules: str
    seats: int
    fill: str
    """What plays empty seats: a computer player's name, or nobody."""
    clock: float
    practice: bool
    secret: str
    """What the server's seeds follow from, which nobody else ever sees."""
    limit: str | None = None
    """How much may be bet: `fixed`, `pot` or `no`; None in games without chips."""
    stakes: Stakes | None = None
    """None in games without chips."""
    stack: int = 0
    """The chips that everybody begins with."""
    bank: float = 0.0
    """Seconds that everybody has to think longer, in all."""
    delay: float = 0.0
    """How many seconds later those who watch see everything."""
    host: str = ""
    """The hash of what the browser that opened the table proves itself with."""
    openers: bool = False
    """Whether the first bet takes a pair of jacks or better."""
    rebuys: int = 0
    """How often everybody may take a new stack without asking, when nothing is left."""
    sit_and_go: SitAndGo | None = None
    password: str = ""
    """What a password is recognized by; the password itself is nowhere."""
    admitted: tuple[str, ...] = ()
    """The hashes of what those prove themselves with who need not know it."""
    next_in: float = 0.0
    """After how many seconds browsers are ready for the next hand by themselves; 0 if people press a button."""
    twice: bool = False
    """Whether those who are all in are asked to run the rest of the board twice."""


class Sat(_Event, frozen=True):
    """A person sat down."""

    seat: int
    name: str
    token: str
    """The hash of what the person's browser proves itself with."""
    commitment: str
    """To the nonce for the person's first hand."""


class Committed(_Event, frozen=True):
    """A browser committed to another nonce, having lost the one before."""

    seat: int
    commitment: str


class Left(_Event, frozen=True):
    """A person stood up."""

    seat: int


class TookOver(_Event, frozen=True):
    """Another browser of the same person took a seat over."""

    seat: int
    token: str
    """The hash of what that browser proves itself with."""


class WentAway(_Event, frozen=True, tag="away"):
    """A person does not answer, and is played for or left out."""

    seat: int


class CameBack(_Event, frozen=True, tag="back"):
    """A person plays again."""

    seat: int


class Vanished(_Event, frozen=True):
    """The host's browser has not been here for a while: until it is, somebody else is host."""

    seat: int


class Appeared(_Event, frozen=True):
    """The browser of one who had vanished is here again."""

    seat: int


class GotReady(_Event, frozen=True, tag="ready"):
    """A person is ready for the next round, which waits for the others until then."""

    seat: int
    until: float
    nonce: str
    commitment: str
    """To the nonce for the round after."""
    knew: int
    """The number of the last event that the person's browser knew: who committed later takes no part."""


class StoppedWaiting(_Event, frozen=True, tag="unready"):
    """Those who are ready have waited in vain, and wait on; nonces that are open stay those of their hand."""

    waited: tuple[int, ...] = ()
    """The seats that were waited for."""
    absent: tuple[int, ...] = ()
    """The seats that are ready no more, because their browsers are not here."""
    until: float | None = None


class Entrant(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Who plays in a round: a seat, the level of the computer that plays it, if one does, and a name."""

    seat: int
    level: str | None
    name: str


class Dealt(_Event, frozen=True):
    """A round has begun: all who were ready have their cards."""

    round: int
    players: tuple[Entrant, ...]
    deck: str
    reserve: str
    until: float
    stakes: Stakes | None = None
    stacks: tuple[int, ...] = ()
    button: int | None = None
    """The player who has it."""
    runs: int = 1
    """How many boards there are if all are all in; 0 if they are asked then."""


class Acted(_Event, frozen=True):
    """A player did something."""

    player: int
    do: Do
    by: By
    until: float
    to: int | None = None
    cards: str = ""
    used: float = 0.0
    """Seconds that it took of the player's time bank."""
    record: str | None = None
    """The hash of the hand's record, if this ended it: so that the chain can be read off the log."""


class LostTouch(_Event, frozen=True):
    """The browser of the player whose turn it is is not connected: there is less time, and no time bank."""

    until: float


class FoundTouch(_Event, frozen=True):
    """It is connected again: the clock and the time bank are as they were."""


class Agreed(_Event, frozen=True):
    """A player who is all in wants the rest of the board to be run twice."""

    player: int


class RanOut(_Event, frozen=True):
    """The rest of the board was dealt, once or twice."""

    runs: int
    record: str
    """The hash of the hand's record, which this ended."""


class ShowedCards(_Event, frozen=True, tag="showed"):
    """A player showed cards after the hand, of those that nobody had seen."""

    player: int
    cards: str


class SatOut(_Event, frozen=True):
    """A person plays on from when asking to be back."""

    seat: int


class AskedForChips(_Event, frozen=True, tag="rebuy"):
    """A person asked the host for chips."""

    seat: int


class Granted(_Event, frozen=True):
    """A person has bought chips."""

    seat: int
    chips: int
    by: Source = "host"


class Declined(_Event, frozen=True):
    """The host gave a person no chips."""

    seat: int


class HostPassed(_Event, frozen=True):
    """The host made somebody else host, for good."""

    seat: int


class Admitted(_Event, frozen=True):
    """Somebody knew the password."""

    token: str


class Paused(_Event, frozen=True):
    """The host stopped the clock."""

    now: float


class Unpaused(_Event, frozen=True):
    """The clock runs again."""

    now: float


class Kicked(_Event, frozen=True):
    """The host had a person leave for good."""

    seat: int


class StakesChanged(_Event, frozen=True, tag="stakes"):
    """From the next hand on it is played for something else."""

    stakes: Stakes


class Ended(_Event, frozen=True):
    """The host had enough: no hand follows the present one."""


class OpenedUp(_Event, frozen=True):
    """After the end, a person agreed that all may see the own cards."""

    token: str
    """The hash of what the person's browser proves itself with."""


class Followed(_Event, frozen=True):
    """After the end, somebody opened a new table for all."""

    name: str
    table: str


class Resumed(_Event, frozen=True):
    """The server has started again, or the machine slept: who was thinking has the whole clock again."""

    until: float
    lost: float = 0.0
    """Seconds in which nobody could do anything, as far as they are known: those after the clock had run out."""


class Closed(_Event, frozen=True):
    """The last event of a table."""


Event: TypeAlias = (
    Opened | Sat | Left | TookOver | WentAway | CameBack | Vanished | Appeared | GotReady | StoppedWaiting | Committed
    | Dealt | Acted | LostTouch | FoundTouch | Agreed | RanOut | ShowedCards | SatOut | AskedForChips | Granted | Paused
    | Unpaused | Kicked | StakesChanged | Ended | Resumed | Closed
    | Declined | HostPassed | Admitted | OpenedUp | Followed
)  # fmt: skip

encode: Final = msgspec.json.Encoder().encode
"""Write an event, or several, as JSON in which no control character stands."""
decode: Final[Callable[[str | bytes | msgspec.Raw], Event]] = msgspec.json.Decoder(Event).decode
"""Read one event; whatever is not exactly one raises ValueError and says where."""

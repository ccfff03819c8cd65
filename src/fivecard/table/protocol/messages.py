"""Messages to and from browsers, as types. What is sent is read strictly: anything else is refused, and said to be.

>>> read_message('{"type": "leave", "seq": 4}')
Leave(seq=4)
>>> read_message('{"type": "leave", "seq": "4"}')
Traceback (most recent call last):
fivecard.table.core.commands.TableError: not a message: Expected `int`, got `str` - at `$.seq`
"""

from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct

from fivecard.cards import Card
from fivecard.engine import VARIANTS, Rules, Stakes
from fivecard.engine.defaults import LIMITS
from fivecard.handouts.letters import RULES_BY_LETTER
from fivecard.table.core import Message, Opened, TableError
from fivecard.table.core.commands import MOST_CHIPS, MOST_SEATS, Chips, WantedStakes
from fivecard.table.core.game import fills, rules_of
from fivecard.table.core.tournament import SitAndGo

LARGEST_MESSAGE: Final = 4096
MOST_REBUYS: Final = 100
LONGEST_PASSWORD: Final = 64
NEXT_IN: Final = 5.0
"""Seconds after which the next hand deals itself, with chips, unless somebody chose otherwise."""


class Wishes(Struct, frozen=True, forbid_unknown_fields=True):
    """What kind of table is wanted; what is left out is as usual."""

    rules: str
    """A game with chips, or the rules of one without."""
    seats: Annotated[int, Meta(ge=2, le=MOST_SEATS)] = 4
    fill: str | None = None
    clock: Annotated[float, Meta(ge=1, le=600)] = 30
    practice: bool = False
    limit: str | None = None
    stakes: WantedStakes = WantedStakes()
    stack: Chips | None = None
    bank: Annotated[float, Meta(ge=0, le=600)] = 60
    """Seconds that everybody may think longer, in all."""
    delay: Annotated[float, Meta(ge=0, le=600)] = 0
    """How many seconds later those who watch see everything."""
    openers: bool = False
    """Whether the first bet takes a pair of jacks or better, in five-card draw."""
    rebuys: Annotated[int, Meta(ge=0, le=MOST_REBUYS)] = 0
    """How often everybody may take a new stack without asking, when nothing is left."""
    sit_and_go: SitAndGo | None = None
    """How the stakes rise and what is paid, where everybody buys in once."""
    password: Annotated[str, Meta(max_length=LONGEST_PASSWORD)] = ""
    """What whoever wants to see the table has to know."""
    next_in: Annotated[float, Meta(ge=0, le=60)] | None = None
    """After how many seconds the next hand deals itself, or 0; usually 5 with chips."""
    twice: bool = False
    """Whether those who are all in are asked to run the rest of the board twice."""

    def __post_init__(self) -> None:
        """Refuse games, players and amounts that there are not."""
        if self.rules not in RULES_BY_LETTER and self.rules not in VARIANTS:
            raise ValueError(f"rules are {' or '.join([*RULES_BY_LETTER, *VARIANTS])}")
        if self.limit is not None and (self.limit not in LIMITS or self.rules in RULES_BY_LETTER):
            raise ValueError(f"limits are {', '.join(LIMITS)}, in games with chips")
        if self.rules in RULES_BY_LETTER and (self.stakes != WantedStakes() or self.stack is not None):
            raise ValueError(f"there are no chips under rules {self.rules}")
        if self.openers and not (game := rules_of(self.rules, self._limit)).may_have_openers:
            raise ValueError(f"nobody needs openers in {game.title}")
        if self.fill is not None and self.fill not in (known := fills(self.game)):
            raise ValueError(f"empty seats are played by {', '.join(known)}")
        if self.seats > (most := self.game.most_players):
            raise ValueError(f"{self.game.title} is for {most} at most")
        if self.sit_and_go and (self.rules in RULES_BY_LETTER or self.rebuys):
            raise ValueError("in a sit-and-go everybody buys in once, with chips")
        if self.rebuys and self.rules in RULES_BY_LETTER:
            raise ValueError(f"there are no chips under rules {self.rules}")
        if self.twice and not self.game.may_run_again:
            raise ValueError(f"nothing can be run twice in {self.game.title}")
        if (stakes := self.agreed) and self.bought < (least := 2 * (stakes.bet(big=True) + stakes.antes(1)[0])):
            raise ValueError(f"a stack has at least {least} chips here, not {self.stack}")
        if self.bought > MOST_CHIPS:
            raise ValueError(f"a stack has at most {MOST_CHIPS:,} chips, not {self.bought:,}")

    @property
    def game(self) -> Rules:
        """The rules with their limit."""
        return rules_of(self.rules, self._limit, openers=self.openers)

    @property
    def agreed(self) -> Stakes | None:
        """What is played for."""
        return None if self.rules in RULES_BY_LETTER else self.stakes.of(self.game)

    @property
    def bought(self) -> int:
        """The chips that everybody begins with: usually a hundred bets."""
        stakes = self.agreed
        return 0 if stakes is None else self.stack or 100 * stakes.small_bet

    @property
    def _limit(self) -> str | None:
        if self.rules in RULES_BY_LETTER:
            return None
        usual = VARIANTS[self.rules].limit
        return self.limit or next(name for name, limit in LIMITS.items() if limit is usual)

    def opened(self, name: str, *, host: str, secret: str, password: str = "") -> Opened:
        """The event with which such a table begins; of a password, it has what that is recognized by."""
        chips = self.rules in VARIANTS
        return Opened(
            name,
            rules=self.rules,
            seats=self.seats,
            fill=self.fill or usual_fill(self.game),
            clock=self.clock,
            practice=self.practice,
            secret=secret,
            limit=self._limit,
            stakes=self.agreed,
            stack=self.bought,
            bank=self.bank if chips else 0.0,
            delay=self.delay,
            host=host,
            openers=self.openers,
            rebuys=self.rebuys,
            sit_and_go=self.sit_and_go,
            password=password,
            next_in=(NEXT_IN if chips else 0.0) if self.next_in is None else self.next_in,
            twice=self.twice,
        )


def usual_fill(rules: Rules) -> str:
    """Who plays empty seats if nobody says: `sharp`, or in games that it does not know the first who does."""
    known = fills(rules)
    return "sharp" if "sharp" in known else next(iter(known))


class Enter(Struct, frozen=True, tag_field="type", tag="enter", forbid_unknown_fields=True):
    """Say the password of a table, before anything of it is sent."""

    password: Annotated[str, Meta(max_length=LONGEST_PASSWORD)]


class Locked(Struct, frozen=True, tag_field="type", tag="locked"):
    """The table has a password: nothing is sent before it was said."""


class Done(Struct, frozen=True, tag_field="type", tag="done"):
    """The answer to a message that was obeyed."""

    of: str
    seq: int


class Refusal(Struct, frozen=True, tag_field="type", tag="error", omit_defaults=True):
    """The answer to one that was not."""

    code: str
    message: str
    seq: int | None = None


class Beat(Struct, frozen=True, tag_field="type", tag="beat"):
    """Nothing but that the server is there: a browser that hears nothing for long has lost the network."""


class SeatLink(Struct, frozen=True, tag_field="type", tag="seatlink"):
    """The answer to one who wants to go on with the seat on another device."""

    code: str
    """What the other device has to know, once."""
    seconds: int
    """How long it is good."""
    picture: str
    """The QR code of the link, as SVG."""


class Choice(Struct, frozen=True):
    """A discard, and what it comes to."""

    keep: list[str]
    share: float | None
    better: float | None
    """How often it makes a better hand, where that is known."""


class Worth(Struct, frozen=True):
    """Something that can be done where the game is solved, and what it is worth."""

    do: str
    """An action, or `keep`."""
    keep: list[str]
    chance: float
    """How often the solution does it."""
    value: float
    """Compared with folding, in units."""
    error: float


class Hints(Struct, frozen=True, tag_field="type", tag="hint"):
    """The answer to one who asked for hints."""

    margin: float | None
    """Within what of the truth the shares are, where that is known."""
    choices: list[Choice]
    words: str = ""
    """What to do where nothing is thrown away or the game is solved, and why."""
    options: list[Worth] = []
    """All actions or the best ways to draw, where the game is solved."""
    units: str = ""
    """Of the values: antes, or big blinds."""


class Judged(Struct, frozen=True, tag_field="type", tag="verdict"):
    """What a decision at a practice table was worth, and all of them so far, where the game is solved."""

    hand: int
    """Its number, for the next may have begun meanwhile; 0 for those who come back."""
    words: str
    """Empty for those who come back: then only what follows is new to them."""
    mistake: bool
    so_far: list[str]


def _card(kind: type, value: object) -> Card:
    """Read a card, of which JSON knows nothing."""
    assert kind is Card
    return Card(value)  # type: ignore[call-overload,no-any-return]  # which refuses what is no text


_messages: Final[msgspec.json.Decoder[Message]] = msgspec.json.Decoder(Message, dec_hook=_card)


_passwords: Final = msgspec.json.Decoder(Enter)


def read_message(text: str) -> Message:
    """Read one message."""
    try:
        return _messages.decode(text)
    except (ValueError, RecursionError) as error:
        raise TableError("malformed", f"not a message: {error}") from None


def read_password(text: str) -> Enter:
    """Read the one message that somebody may send who has to say a password first."""
    try:
        return _passwords.decode(text)
    except (ValueError, RecursionError):
        raise TableError("locked", "this table has a password: say it first") from None


def read_wishes(body: bytes, rules: str) -> Wishes:
    """Read what kind of table is wanted, under these rules if it does not say.

    >>> read_wishes(b'{"seats": 2}', "C")
    Wishes(rules='C', seats=2, fill=None, clock=30, practice=False, limit=None, ...)
    """
    try:
        wanted = msgspec.json.decode(body, type=dict[str, Any])
        return msgspec.convert({"rules": rules} | wanted, Wishes)
    except (ValueError, RecursionError) as error:
        raise TableError("malformed", f"not a kind of table: {error}") from None

"""What can be asked of a table: by people, whose browsers send messages, and by the server.

The messages are read into these types as they are (`protocol`): what is not exactly one of them is refused. Time,
chance and who is connected are part of a command, so that `decide` needs nothing else.
"""

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from fivecard.cards import Card
from fivecard.engine import Rules, Stakes
from fivecard.engine.defaults import default_stakes
from fivecard.errors import FivecardError

MOST_SEATS: Final = 9
MOST_CHIPS: Final = 1_000_000_000
"""Of one stack or bet: sums of them stay exact in browsers."""
ABSENCE: Final = 10.0
"""How long people wait for one whose turn it is and whose browser is not connected; there is no time bank then."""
PATIENCE: Final = 20.0
"""How long those who are ready for a round wait for the others."""


Do: TypeAlias = Literal["fold", "check", "call", "raise", "bringin", "discard"]
"""What can be done on one's turn."""
Reaction: TypeAlias = Literal["👏", "😂", "😮", "😬", "🔥", "👍"]
Seat: TypeAlias = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
Amount: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_CHIPS)]
Chips: TypeAlias = Annotated[int, Meta(ge=1, le=MOST_CHIPS)]
Hex: TypeAlias = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
"""A nonce, or the hash that commits to one: 32 bytes in small letters."""


class TableError(FivecardError):
    """A command that cannot be carried out, with a code for programs."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class _Message(Struct, frozen=True, tag_field="type", tag=str.lower, forbid_unknown_fields=True):
    """What a browser sends."""

    seq: Annotated[int, Meta(ge=0, lt=1 << 53)]
    """The number of the last event that the sender knew."""


class _Anytime(_Message, frozen=True, kw_only=True):
    """What answers no question, so that it cannot come too late."""

    seq: int = 0


class _ToSomebody(_Anytime, frozen=True, kw_only=True):
    """What is meant for a person: who has sat down after `seq`, if that is given, is another one."""

    seat: Seat


class Sit(_Message, frozen=True):
    """Take a free seat: if it is free, it does not matter what has happened elsewhere."""

    seat: Seat
    name: str
    commitment: Hex
    """To the sender's first nonce."""


class Leave(_Message, frozen=True):
    """Stand up; a computer plays the round to its end."""


class Begin(_Message, frozen=True):
    """Be ready for a round, or the next one: open the nonce that one has committed to, and commit to another."""

    nonce: Hex
    commitment: Hex


class Commit(_Anytime, frozen=True, kw_only=True):
    """Commit to another nonce, from a browser that does not have the one before."""

    commitment: Hex
    instead: Hex
    """The commitment that the sender saw, which is given up."""


class Back(_Anytime, frozen=True, kw_only=True):
    """Play again after being away, or sitting out."""


class Hint(_Message, frozen=True):
    """Ask for the odds of each discard, at practice tables."""


class Act(_Message, frozen=True):
    """Do something on one's turn: `to` goes with a raise, `cards` with a discard, and nothing with the rest."""

    do: Do
    to: Annotated[int, Meta(ge=0, le=MOST_SEATS * MOST_CHIPS)] | None = None
    cards: Annotated[tuple[Card, ...], Meta(max_length=5)] | None = None


class RunTwice(_Message, frozen=True, tag_field="type", tag="twice"):
    """Say whether to run the rest of the board twice, when all are all in: one who does not agree decides it."""

    yes: bool


class ShowCards(_Message, frozen=True, tag_field="type", tag="show"):
    """Show cards of one's own, or one of them, after a hand in which one need not."""

    cards: Annotated[tuple[Card, ...], Meta(min_length=1, max_length=7)]


class SitOut(_Anytime, frozen=True, kw_only=True):
    """Play this hand to its end, and none after it until asking to be back."""


class Rebuy(_Anytime, frozen=True, kw_only=True):
    """Take a new stack, or what is missing of one, where that needs no asking; or else ask the host for chips."""


class Again(_Anytime, frozen=True, kw_only=True):
    """Open a new table with the settings of one that has ended."""


class Agree(_Anytime, frozen=True, kw_only=True):
    """Let all see the cards that one folded or mucked, now that the table has ended: the decks can then be checked."""


class HandOver(_Anytime, frozen=True, kw_only=True):
    """Ask for a code with which another browser of the same person takes the seat over."""


class TakeOver(_Anytime, frozen=True, kw_only=True):
    """Take over the seat of somebody who has asked for this code."""

    code: Annotated[str, Meta(min_length=1, max_length=64)]


class Say(_Anytime, frozen=True, kw_only=True):
    """Tell everybody something."""

    text: Annotated[str, Meta(min_length=1, max_length=200)]


class React(_Anytime, frozen=True, kw_only=True):
    """Show everybody a face."""

    what: Reaction


class WantedStakes(Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be played for; what is left out goes by the rest, or is as usual."""

    ante: Amount | None = None
    blinds: Annotated[tuple[Amount, ...], Meta(max_length=2)] | None = None
    bring_in: Amount | None = None
    small_bet: Chips | None = None
    big_bet: Chips | None = None

    def of(self, rules: Rules) -> Stakes:
        """The stakes of a game; what does not fit it raises."""
        bets = None
        if self.small_bet is not None:
            bets = (self.small_bet, self.big_bet or 2 * self.small_bet)
        try:
            stakes = default_stakes(rules, ante=self.ante, blinds=self.blinds, bring_in=self.bring_in, bets=bets)
            stakes.check(rules.fewest_players, rules.title, has_bring_in=rules.has_bring_in)
        except FivecardError as error:
            raise TableError("stakes", str(error)) from None
        if not stakes.ante and not stakes.blinds:
            raise TableError("stakes", "there must be an ante or blinds: otherwise nobody plays for anything")
        if rules.has_bring_in and not stakes.bring_in:
            raise TableError("stakes", f"somebody has to bring it in: in {rules.title} the bring-in is 1 at least")
        return stakes


# What the host may ask for


class Pause(_Anytime, frozen=True, kw_only=True):
    """Stop the clock, or let it run again."""

    on: bool


class Kick(_ToSomebody, frozen=True, kw_only=True):
    """Have a person leave for good."""


class Grant(_ToSomebody, frozen=True, kw_only=True):
    """Give a person chips."""

    chips: Chips


class Decline(_ToSomebody, frozen=True, kw_only=True):
    """Give a person who asks for chips none."""


class PassHost(_ToSomebody, frozen=True, kw_only=True):
    """Have another person be host, as if that one had opened the table."""


class ChangeStakes(WantedStakes, frozen=True, kw_only=True, tag_field="type", tag="stakes"):
    """Play for something else, from the next hand on."""

    seq: int = 0


class End(_Anytime, frozen=True, kw_only=True):
    """Let this hand be the last."""


Talk: TypeAlias = Say | React
ByHost: TypeAlias = Pause | Kick | Grant | Decline | PassHost | ChangeStakes | End
Anytime: TypeAlias = Sit | Commit | Back | SitOut | Rebuy | Again | Agree | HandOver | TakeOver | Talk | ByHost
"""What answers no question, so that it cannot come too late."""
Message: TypeAlias = (
    Sit | Leave | Begin | Commit | Act | RunTwice | ShowCards | Back | SitOut | Rebuy | Again | Agree | HandOver
    | TakeOver | Hint | Talk | ByHost
)  # fmt: skip


class Request(Struct, frozen=True):
    """A person's message, with who sent it and when."""

    message: Message
    token: str
    """The hash of what the sender's browser proves itself with."""
    now: float
    present: frozenset[int] = frozenset()
    """The seats whose browsers are connected."""
    patience: float = PATIENCE
    giver: str = ""
    """Whose seat the sender may take over: the hash of what that browser proves itself with."""


class Return(Struct, frozen=True):
    """Take a person back who has connected or done something, unless the person sits out."""

    token: str


class MissHost(Struct, frozen=True):
    """Have another host, if the host's browser is still not here, after a while."""

    present: frozenset[int] = frozenset()


class Tick(Struct, frozen=True):
    """Do what happens by itself, or because the time is up."""

    now: float
    present: frozenset[int] = frozenset()
    patience: float = PATIENCE


class Resume(Struct, frozen=True):
    """Go on after a pause: who was thinking gets the whole clock again."""

    now: float
    patience: float = PATIENCE


class Admit(Struct, frozen=True):
    """Let somebody in who knows the password."""

    token: str


class Follow(Struct, frozen=True):
    """Lead those who are at a table that has ended to a new one, which somebody has opened for them."""

    token: str
    table: str


class Close(Struct, frozen=True):
    """Close the table for good."""


Command: TypeAlias = Request | Return | MissHost | Tick | Resume | Admit | Follow | Close

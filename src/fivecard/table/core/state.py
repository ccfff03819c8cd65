"""A table at one moment: frozen, and made of frozen parts. What happens makes another one, which shares what it can."""

from collections.abc import Collection, Mapping
from typing import Any, Final, Literal, NamedTuple, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from fivecard.cards import Card
from fivecard.engine import Deal, Stakes, State
from fivecard.engine import Event as Step
from fivecard.engine.rules import Rules
from fivecard.table.core.commands import Do, TableError
from fivecard.table.core.commitments import server_commitment, server_seed
from fivecard.table.core.events import By, Event, Opened, Source
from fivecard.table.core.game import NOBODY
from fivecard.table.core.tournament import Place

Phase: TypeAlias = Literal["lobby", "playing", "shown"]
Record: TypeAlias = Mapping[str, Any]
"""A round as everybody may have it at its end."""
Out: TypeAlias = Literal["", "asked", "broke"]
"""Why a person sits out, if so: asked to, or has no chips."""
HANDS_WITHOUT_HOST: Final = 3
"""When so many hands have begun since the host went away, somebody else is host."""
Anew: TypeAlias = tuple[tuple[str, ...], ...]
"""Because of whom all have begun anew for a hand, each time."""
_Item = TypeVar("_Item")


class Seat(Struct, frozen=True):
    """A person at the table."""

    name: str
    token: str
    """The hash of what the person's browser proves itself with."""
    commitment: str
    """To the nonce for the next round that the person is ready for."""
    nonce: str | None = None
    """The nonce, once it is open, and the commitment to the one for the round after."""
    following: str = ""
    late: bool = False
    """Whether the commitment came after a nonce for the next round: it counts from the round after on."""
    committed: int = 0
    """The number of the event that brought the commitment, or the person back to where it counts."""
    away: bool = False
    since: int = 0
    """The rounds that had begun when the person went away."""
    vanished: bool = False
    """Whether the person was host, and has had no browser here since."""
    missed: int = 0
    out: Out = ""
    """Whether the person sits out: until somebody presses a button and not just connects, or gives chips."""
    ready: bool = False
    """Whether the person waits for the next round."""
    sat: int = 0
    """The number of the event with which the person sat down, and the rounds that had begun by then."""
    after: int = 0
    bank: float = 0.0
    """Seconds that the person may still think longer."""
    asks: bool = False
    """Whether the person asks for chips."""

    @property
    def is_asked(self) -> bool:
        """Whether the person can be ready for the next round."""
        return not self.away and not self.out and not self.late


class Standing(Struct, frozen=True):
    """What a seat has won so far."""

    rounds: int = 0
    won: int = 0
    biggest: int = 0
    """The most chips that one hand brought."""
    best: tuple[int, str] = (0, "")
    """The strength of the best hand that was shown, and that hand in words."""


class Purse(Struct, frozen=True):
    """The chips of a seat, between hands, and those that were bought."""

    stack: int = 0
    bought: int = 0
    buys: int = 0
    """How often some were bought, and how often so without asking."""
    rebuys: int = 0

    def plus(self, chips: int) -> "Purse":
        """The purse with more chips, or fewer."""
        return replace(self, stack=self.stack + chips)

    def buying(self, chips: int, *, rebuys: int = 0) -> "Purse":
        """The purse with more chips, which were bought."""
        return Purse(self.stack + chips, self.bought + chips, self.buys + 1, self.rebuys + rebuys)

    @property
    def net(self) -> int:
        """What was won, or lost."""
        return self.stack - self.bought


class Gone(Struct, frozen=True):
    """A person who stood up, with chips; one who comes back has them again."""

    token: str
    name: str
    purse: Purse
    standing: Standing
    seat: int
    hand: int | None = None
    """The number of the hand that the person left and that is not over."""
    bank: float = 0.0

    @property
    def is_as_new(self) -> bool:
        """Whether the person played no hand and won or lost nothing, so that there is nothing to remember."""
        return self.hand is None and not self.standing.rounds and not self.purse.net


class Buy(Struct, frozen=True):
    """Chips that somebody has bought: with the event of this number, after so many hands."""

    seq: int
    hand: int
    seat: int
    name: str
    chips: int
    by: Source | Literal["start"]


class Sitting(Struct, frozen=True):
    """The rounds that a person saw from a seat, and then stood up: those after the one, up to the other."""

    token: str
    seat: int
    after: int
    until: int


class Move(Struct, frozen=True, omit_defaults=True):
    """What a player did."""

    player: int
    do: Do
    by: By
    to: int | None = None
    cards: str = ""


class Player(Struct, frozen=True):
    """Who plays in a round: a seat, the level of the computer that plays it, if one does, and a person's nonce."""

    seat: int
    level: str | None
    name: str
    nonce: str | None = None


class Round(Struct, frozen=True):
    """A round from the deal to the show."""

    number: int
    players: tuple[Player, ...]
    previous: str = ""
    """The hash of the record before this round's."""
    server_seed: bytes = b""
    deal: Deal | None = None
    state: State | None = None
    stakes: Stakes | None = None
    """None in games without chips, which have no stacks and no button either."""
    stacks: tuple[int, ...] = ()
    """The chips of every player before the deal."""
    button: int | None = None
    at: int = 0
    """When the cards were dealt, in seconds since 1970."""
    moves: tuple[Move, ...] = ()
    did: tuple[str, ...] = ()
    """The last thing that each player did on this street, in words."""
    steps: tuple[Step, ...] = ()
    """What the last action led to."""
    anew: int = 0
    """How often all had begun anew before the deal, and because of whom."""
    anew_by: Anew = ()
    agreed: frozenset[int] = frozenset()
    """The players who want the rest of the board to be run twice."""
    levels: tuple[str | None, ...] = ()
    """Who played at the end, as the record has it: people may leave after that."""
    showed: tuple[tuple[Card, ...], ...] = ()
    """What each player showed after the hand, where somebody did."""

    @property
    def nonces(self) -> dict[int, str]:
        """The nonces of the people who were dealt in, by their players."""
        return {number: player.nonce for number, player in enumerate(self.players) if player.nonce is not None}

    def names(self) -> list[str]:
        """The names of all who play."""
        return [player.name for player in self.players]

    def seats(self) -> list[str]:
        """Who plays where, as records have it: people stay people who have left since."""
        return [f"{player.seat}:{'person' if player.nonce else player.level}" for player in self.players]


class Absence(Struct, frozen=True):
    """Whether the browser of the player whose turn it is has gone in this turn."""

    until: float | None = None
    """When the clock would have run out, while it is cut short."""
    over: bool = False
    """Whether it came back, or the server was away itself: the clock is not cut short again in this turn."""


class Table(Struct, frozen=True, kw_only=True):
    """A table: its seats, the round that is being played, and the score."""

    id: str
    terms: Opened
    """What was agreed on when it was opened."""
    rules: Rules
    fill: str
    clock: float
    practice: bool
    secret: bytes
    """What the server's seeds follow from."""
    seats: tuple[Seat | None, ...]
    standings: tuple[Standing, ...]
    head: tuple[int, str]
    """The end of the chain of records: the number of the last one and its hash."""
    seq: int = 1
    """How many events there were."""
    since: int = 1
    """The number of the event with which the present question began: older commands are stale."""
    phase: Phase = "lobby"
    until: float | None = None
    absence: Absence = Absence()
    round: Round | None = None
    rounds_begun: int = 0
    closed: bool = False
    anew: int = 0
    """How often all have begun anew for the coming hand, with other nonces."""
    anew_by: Anew = ()
    stakes_since: int = 0
    """The number of the event that last changed what the next hand is played for, or with."""
    newcomers: frozenset[int] = frozenset()
    """The seats of those who sat down after the round had begun."""
    stakes: Stakes | None = None
    """What the next hand is played for; None in games without chips."""
    stack: int = 0
    """The chips that everybody begins with."""
    bank: float = 0.0
    delay: float = 0.0
    next_in: float = 0.0
    twice: bool = False
    opener: str = ""
    """The hash of what the browser that opened the table proves itself with."""
    purses: tuple[Purse, ...] = ()
    button: int | None = None
    """The seat that had it last."""
    paused: float | None = None
    """Since when the clock stands still."""
    first_deal: float | None = None
    """When the first hand was dealt, later by as long as the clock has stood still since."""
    ended: bool = False
    banned: frozenset[str] = frozenset()
    gone: tuple[Gone, ...] = ()
    sittings: tuple[Sitting, ...] = ()
    """Where people sat before, so that they find their own cards again."""
    buys: tuple[Buy, ...] = ()
    """The last chips that were bought, the latest at the end."""
    places: tuple[Place, ...] = ()
    """Of those who have finished in a sit-and-go, the best first."""
    admitted: frozenset[str] = frozenset()
    """The tokens of those who knew the password."""
    agreed: frozenset[str] = frozenset()
    """The tokens of those who agree that everybody sees all their cards, after the end."""
    next_table: str = ""
    """The table that was opened for all after the end, and who did."""
    next_by: str = ""

    def after(self, **changes: object) -> "Table":
        """The table after one more event."""
        return replace(self, seq=self.seq + 1, **changes)

    def asking(self, phase: Phase, until: float | None, **changes: object) -> "Table":
        """The table after an event with which another question begins."""
        seq = self.seq + 1
        return replace(self, seq=seq, since=seq, phase=phase, until=until, absence=Absence(), **changes)

    @property
    def playing(self) -> Round:
        """The round, if there is one."""
        if self.round is None:
            raise TableError("no-round", "no hand is being played")
        return self.round

    @property
    def game(self) -> State:
        """The round as the engine has it, once the cards are dealt."""
        if self.playing.state is None:
            raise TableError("no-deal", "the cards have not been dealt yet")
        return self.playing.state

    @property
    def is_over(self) -> bool:
        """Whether no hand follows, so that there is nothing to hide any more."""
        return self.closed or (self.ended and self.between_rounds)

    @property
    def chips(self) -> bool:
        """Whether it is played for chips."""
        return self.stakes is not None

    @property
    def substitute(self) -> str:
        """What plays for people who are away, or have left: nobody plays with the chips of others."""
        return NOBODY if self.chips else self.fill

    @property
    def host(self) -> int | None:
        """The seat of who opened the table, or else of the person who has been here longest; of the gone if all are."""
        people = [
            (self._is_gone(seat), seat.token != self.opener, seat.sat, number)
            for number, seat in enumerate(self.seats)
            if seat and seat.token not in self.banned
        ]
        return min(people)[-1] if people else None

    def _is_gone(self, seat: Seat) -> bool:
        """Whether others need not wait any longer for what a person decides as host."""
        return seat.vanished or (seat.away and self.rounds_begun - seat.since >= HANDS_WITHOUT_HOST)

    @property
    def is_wary(self) -> bool:
        """Whether somebody new may be one who lost here or was kicked, in another browser: the host gives the chips."""
        if not self.chips or self.host is None or self.terms.sit_and_go:
            return False
        broke = any(seat and not purse.stack for seat, purse in zip(self.seats, self.purses, strict=True))
        return broke or bool(self.banned) or any(gone.hand is not None or gone.purse.net < 0 for gone in self.gone)

    @property
    def between_rounds(self) -> bool:
        """Whether a round can begin."""
        return self.phase in {"lobby", "shown"}

    def is_admitted(self, token: str) -> bool:
        """Whether somebody may see the table at all: who knows its password, if it has one.

        Nobody's token is empty: whoever has no cookie is not the program that opened the table without one.
        """
        return not self.terms.password or (bool(token) and (token in self.admitted or token == self.opener))

    def seed_for(self, number: int) -> bytes:
        """The server's seed for a round."""
        return server_seed(self.secret, number)

    def commitment_for(self, number: int) -> str:
        """What the server has committed to its seed for a round with."""
        return server_commitment(self.id, number, self.seed_for(number))

    def seat_of(self, token: str) -> int | None:
        """Find the seat of a person."""
        return next((number for number, seat in enumerate(self.seats) if seat and seat.token == token), None)

    def seat_in(self, token: str, number: int) -> int | None:
        """Find the seat from which a person saw a round."""
        found = (each.seat for each in self.sittings if each.token == token and each.after < number <= each.until)
        sits = (seat for seat, each in enumerate(self.seats) if each and each.token == token and each.after < number)
        return next(found, None) if (seat := next(sits, None)) is None else seat

    def player_of(self, seat: int | None) -> int | None:
        """Find a seat's number in the round, if it plays there itself."""
        players = self.round.players if self.round else ()
        return next((n for n, player in enumerate(players) if player.seat == seat and player.level is None), None)

    def in_hand(self, seat: int) -> bool:
        """Whether a seat plays itself in a round that is not over."""
        return not self.between_rounds and self.player_of(seat) is not None

    def waits_for(self, present: Collection[int]) -> set[int]:
        """The seats that a round waits for: those of people who are connected, could be ready, and are not."""
        return {number for number in present if (seat := self.seats[number]) and seat.is_asked and not seat.ready}

    def returns_by_itself(self, seat: int) -> bool:
        """Whether a person is away, and back by connecting or doing anything: one who sits out has to ask."""
        person = self.seats[seat]
        return bool(person and person.away and not person.out)


class Decision(NamedTuple):
    """What a command leads to: events, the table after them, and the record of the round that they end.

    The table is the one that evolves from the events. It comes along because a draw is decided by making it, and the
    engine does not make it twice.
    """

    events: tuple[Event, ...]
    table: Table
    record: Record | None = None


def put(items: tuple[_Item, ...], index: int, item: _Item) -> tuple[_Item, ...]:
    """The same items with another one in its place."""
    return (*items[:index], item, *items[index + 1 :])

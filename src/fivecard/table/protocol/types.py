"""What the page gets, as types: JSON objects with exactly these fields. How they are filled, `view` says."""

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from fivecard.table.core.asked import Asked
from fivecard.table.core.events import Source
from fivecard.table.core.state import Out, Phase


class GameView(Struct, frozen=True):
    """The game of a table, for those who do not know it."""

    name: str
    title: str
    about: str
    limit: str
    """In words, such as `pot limit`; nothing in games without chips."""
    stakes: str
    """In words, such as `ante 10` or `blinds 5/10`."""
    chips: bool
    hand: int
    """How many cards everybody gets of their own."""
    draws: int
    board: bool


class Example(Struct, frozen=True):
    """A kind of hand, and one of it."""

    kind: str
    cards: list[str]


class Guide(Struct, frozen=True):
    """What wins, for those who do not know it: a sentence, and hands from the best on."""

    about: str
    hands: list[Example]


class Amounts(Struct, frozen=True):
    """What the host can have played for, and what it is; null is what this game or limit does not have."""

    ante: int
    blinds: tuple[int, ...] | None
    """The small one and the big one, 0 where there is none."""
    bring_in: int | None
    small_bet: int | None
    big_bet: int | None


class SeatView(Struct, frozen=True):
    """A seat, its person and what was won there."""

    name: str | None
    away: bool
    out: Out
    """Why the person sits out, if so."""
    ready: bool
    connected: bool
    rounds: int
    won: int
    stack: int
    net: int
    """What the person has won or lost since sitting down."""
    biggest: int
    """The most chips that one hand brought."""
    best: str
    """The best hand that was shown, in words."""
    asks: bool
    """Whether the person asks the host for chips."""
    leaving: bool
    """Whether the host has the person leave, after the hand."""
    commitment: str
    """To the person's nonce for the next round."""
    late: bool
    """Whether that came too late for the next round, so that the person plays from the one after on."""


class PlayerView(Struct, frozen=True):
    """One who plays in the round."""

    seat: int
    name: str
    level: str | None
    person: bool
    """Whether a person was dealt in, who may have left since."""
    drew: tuple[int, ...]
    """How many cards, one number a draw."""
    stack: int
    bet: int
    folded: bool
    all_in: bool
    cards: int
    """How many lie face down."""
    up: list[str]
    did: str
    """The last thing on this street, such as `raised to 120`."""
    button: bool
    bank: float
    """Seconds of time bank left."""


class PotView(Struct, frozen=True):
    """Chips, and who plays for them."""

    amount: int
    players: tuple[int, ...]


class Sizes(Struct, frozen=True):
    """The usual raises, each as what it goes to; null when it would not be legal."""

    half: int | None
    two_thirds: int | None
    pot: int | None
    blinds_2_5: int | None = None
    """Two and a half big blinds, and three: before the flop, where nobody has raised."""
    blinds_3: int | None = None


class LegalView(Struct, frozen=True):
    """What the player may do now."""

    fold: bool
    check: bool
    call: int
    bring_in: int
    lowest_raise: int
    highest_raise: int
    raise_step: int
    """How far apart the amounts are between the two."""
    draw: bool
    most_discards: int
    sizes: Sizes


class Stage(Struct, frozen=True):
    """A moment of a hand in which all are all in: every card that is open by then."""

    hands: list[list[str]]
    """Nothing for those who folded."""
    board: list[str]
    boards: list[list[str]]
    """The boards after the first, as far as they are run."""
    shares: list[float] | None
    """The part of the main pot that each can expect, on the board that is being run; null while nobody knows it."""


class Win(Struct, frozen=True):
    """A pot, or a part of one, and who has won it."""

    pot: int
    """0 for the main pot, from 1 on for side pots."""
    board: int
    """On which board, from 0 on, where it was run twice."""
    part: str
    """`high` or `low` where both share the pot, or else nothing."""
    players: list[int]
    amounts: list[int]
    """What each of them got."""
    cards: list[list[str]]
    """The cards with which each has won it."""


class Show(Struct, frozen=True):
    """The end of a round."""

    hands: list[list[str]]
    """Nothing for those who folded, or need not show."""
    made: list[str]
    made_of: list[list[str]]
    winners: tuple[int, ...]
    won: tuple[int, ...]
    """The chips of each player from the pots."""
    returned: tuple[int, ...]
    """What each got back of a bet that nobody called."""
    lines: list[str]
    """Who won what, in sentences, to the one who reads them."""
    wins: list[Win]
    """Pot by pot, those of the one who reads them first."""
    stages: list[Stage]
    """How the cards came when all were all in, one after the other; the last is the end."""
    showed: list[list[str]]
    """What each player showed after the hand."""


class BuyView(Struct, frozen=True):
    """Chips that somebody has bought."""

    seq: int
    """The number of the event."""
    seat: int
    name: str
    chips: int
    by: Source | Literal["start"]


class PlaceView(Struct, frozen=True):
    """How somebody finished in a sit-and-go."""

    place: int
    seat: int
    name: str
    you: bool
    prize: int


class SitAndGoView(Struct, frozen=True):
    """How far a sit-and-go is."""

    level: int
    """From 1 on."""
    hands_left: int
    """Of this level, the next hand being one of them; 0 where it goes by minutes."""
    seconds_left: float | None
    """Of this level, where it goes by minutes: the stakes rise with the next hand then."""
    then: str
    """The stakes of the next level, in words; nothing if this one lasts."""
    left: int
    """How many are still in."""
    prizes: list[int]
    """What each place is paid; of those who are here, before it has begun."""
    places: list[PlaceView]
    """Of those who have finished, the best first."""


class RoundView(Struct, frozen=True):
    """The round as a seat may see it."""

    number: int
    me: int | None
    turn: int | None
    hand: list[str]
    players: list[PlayerView]
    pot: int
    pots: list[PotView]
    board: list[str]
    boards: list[list[str]]
    """The boards after the first, where it was run twice."""
    street: str
    """In words, such as `before the draw`."""
    made: str | None
    """What the player's own cards are worth by now."""
    made_of: list[str]
    price: int
    """What a call costs the player, now or when it is his turn."""
    legal: LegalView | None
    may_show: list[str]
    """The player's own cards that may be shown after the hand."""
    pad: str
    """Makes up for the length of what only the player may know: sizes tell nothing."""
    anew: int
    """How often all had begun anew before the deal, and because of whom."""
    anew_by: list[list[str]]
    show: Show | UnsetType = UNSET


class Link(Struct, frozen=True):
    """The end of the chain of records."""

    round: int
    hash: str


class Commitment(Struct, frozen=True):
    """What the server has committed to its seed for the next round with."""

    round: int
    commitment: str
    anew: int
    """How often all have begun anew for it, with other nonces, after somebody was ready."""
    anew_by: list[list[str]]
    """And because of whom, each time, of the last ones."""


class Line(Struct, frozen=True):
    """What somebody said, or a reaction."""

    seat: int
    name: str
    text: str
    at: float
    """Seconds since 1970."""
    reaction: bool = False


class Sum(Struct, frozen=True):
    """What an evening brought somebody."""

    name: str
    here: bool
    hands: int
    won: int
    net: int
    biggest: int
    best: str


class TableView(Struct, frozen=True, tag_field="type", tag="state"):
    """The whole table as a seat may see it."""

    table: str
    seq: int
    phase: Phase
    rules: str
    fill: str
    computers: str
    """Whether those who fill seats play their own way here, in a sentence; nothing if they always do."""
    clock: float
    next_in: float
    """After how many seconds browsers are ready for the next hand by themselves; 0 if people press a button."""
    practice: bool
    you: int | None
    asked: Asked
    """What this seat is asked now."""
    sits_out: bool
    """Whether the person here has to say so to be dealt in again."""
    substitute: str
    """What plays for people who are away: a computer's name, or `nobody`."""
    refused: str
    """Why the next hand cannot begin now, whoever gets ready; nothing if it can."""
    waited: list[int]
    """The seats that the next hand waits for, once somebody is ready for it."""
    sealed: bool
    """Whether the records of hands are kept back until the table has ended: in them is what everybody folded."""
    left: float | None
    """The seconds that are left for the present question: of the clock, or then of the time bank."""
    in_bank: bool
    seats: list[SeatView]
    round: RoundView | None
    next: Commitment
    chain: Link
    game: GameView
    amounts: Amounts | None
    """Of the next hand; null without chips."""
    next_stakes: str
    """In words, if the next hand is played for something else than this one."""
    host: int | None
    paused: bool
    ended: bool
    """Whether no hand follows: `summary` then says what it brought."""
    watching: int
    """How many people watch."""
    talk: list[Line]
    """What was said since the last state; to a new connection, the last fifty."""
    summary: list[Sum]
    stack: int
    """What everybody buys in for."""
    takes_chips: int
    """Whether a press gives this seat a new stack, or else asks the host for one."""
    rebuys: int
    """How often that can be done without asking, at this table."""
    buys: list[BuyView]
    """The last chips that were bought."""
    sit_and_go: SitAndGoView | None
    locked: bool
    """Whether the table has a password."""
    next_table: str
    """The table at which it goes on, after the end; and who opened it."""
    next_by: str
    agreed: int
    """After the end: how many agree to show all cards, so that the decks can be checked, of how many."""
    players: int
    agrees: bool
    """Whether this seat does."""


class Step(Struct, frozen=True):
    """A step of a hand that is over: what happened, in sentences, and the table after it."""

    told: list[str]
    state: TableView


class Steps(Struct, frozen=True):
    """A hand that is over, from the deal to the end, as the reader saw it."""

    steps: list[Step]

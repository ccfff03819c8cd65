"""What leaves the server: built from nothing, field by field, out of what a seat may know. Nothing else is sent.

The types are what the page gets, as JSON.
"""

from collections.abc import Collection, Mapping

from msgspec import UNSET, Struct, UnsetType

from fivecard.engine import View, view_for
from fivecard.evaluator import evaluate
from fivecard.table.core import Table
from fivecard.table.core.state import Phase, Round
from fivecard.table.game import drew, reason


class SeatView(Struct, frozen=True):
    """A seat, its person and what was won there."""

    name: str | None
    away: bool
    out: bool
    ready: bool
    connected: bool
    rounds: int
    won: int
    share: float
    made: Mapping[str, int]


class PlayerView(Struct, frozen=True):
    """One who plays in the round."""

    seat: int
    name: str
    level: str | None
    drew: int | None
    committed: bool
    opened: bool


class Show(Struct, frozen=True):
    """The end of a round."""

    hands: list[list[str]]
    made: list[str]
    made_of: list[list[str]]
    winners: tuple[int, ...]
    reason: str


class RoundView(Struct, frozen=True):
    """The round as a seat may see it."""

    number: int
    me: int | None
    turn: int | None
    hand: list[str]
    most_discards: int
    players: list[PlayerView]
    forcing: bool
    server_commitment: str
    agreed: str
    puzzles: dict[str, str] | UnsetType = UNSET
    show: Show | UnsetType = UNSET


class Link(Struct, frozen=True):
    """The end of the chain of records."""

    round: int
    hash: str


class VoidView(Struct, frozen=True):
    """A deal that came to nothing."""

    round: int
    reason: str


class TableView(Struct, frozen=True, tag_field="type", tag="state"):
    """The whole table as a seat may see it."""

    table: str
    seq: int
    phase: Phase
    rules: str
    fill: str
    clock: float
    practice: bool
    you: int | None
    left: float | None
    """The seconds that are left for the present question."""
    seats: list[SeatView]
    round: RoundView | None
    squarings: int
    chain: Link
    voids: list[VoidView]


def table_view(table: Table, seat: int | None, present: Collection[int], now: float) -> TableView:
    """A table as a seat may see it; None is a spectator. `present` are the seats whose browsers are connected."""
    return TableView(
        table=table.id,
        seq=table.seq,
        phase=table.phase,
        rules=table.rules.name,
        fill=table.fill,
        clock=table.clock,
        practice=table.practice,
        you=seat,
        left=None if table.until is None else max(0, round(table.until - now, 1)),
        seats=[_seat_view(table, number, number in present) for number in range(len(table.seats))],
        round=_round_view(table, table.round, seat) if table.round else None,
        squarings=table.squarings,
        chain=Link(*table.head),
        voids=[VoidView(void["round"], void["void"]) for void in table.voids],
    )


def _seat_view(table: Table, number: int, connected: bool) -> SeatView:
    person, standing = table.seats[number], table.standings[number]
    return SeatView(
        name=person.name if person else None,
        away=bool(person and person.away),
        out=bool(person and person.out),
        ready=bool(person and person.ready),
        connected=connected,
        rounds=standing.rounds,
        won=standing.won,
        share=round(standing.share, 3),
        made=standing.categories,
    )


def _round_view(table: Table, playing: Round, seat: int | None) -> RoundView:
    # Who sits down, or comes back, while a computer plays the seat sees nothing of its cards.
    me = table.player_of(seat)
    state = playing.state
    seen = view_for(state, me) if state else None
    drawn = drew(state) if state else (None,) * len(playing.players)
    puzzles = {str(number): puzzle for number, puzzle in playing.puzzles.items()}
    return RoundView(
        number=playing.number,
        me=me,
        turn=seen.turn if seen else None,
        hand=[str(card) for card in seen.hand] if seen else [],
        most_discards=seen.most_discards if seen else 0,
        players=[
            PlayerView(
                seat=player.seat,
                name=player.name,
                level=player.level,
                drew=count,
                committed=player.puzzle is not None,
                opened=player.seed is not None,
            )
            for player, count in zip(playing.players, drawn, strict=True)
        ],
        forcing=playing.forcing,
        server_commitment=playing.server_commitment,
        agreed=playing.agreed,
        puzzles=puzzles if table.shuffling else UNSET,
        show=_show(seen, reason(playing.names(), state)) if state and seen and seen.shown else UNSET,
    )


def _show(seen: View, decided: str) -> Show:
    hands = [evaluate(hand) for hand in seen.shown]
    return Show(
        hands=[[str(card) for card in hand.cards] for hand in hands],
        made=[hand.describe(royal=True) for hand in hands],
        made_of=[[str(card) for card in hand.made_of] for hand in hands],
        winners=seen.winners,
        reason=decided,
    )

"""Who is at the table: sitting down, leaving, being away and back, and being ready for a round."""

from typing import Final

from msgspec.structs import replace

from fivecard.table.core.commands import Request, Sit, TableError
from fivecard.table.core.events import CameBack, Event, GotReady, Left, Sat, StoppedWaiting, WentAway
from fivecard.table.core.state import Seat, Standing, Table, put
from fivecard.table.names import looks, objection, tidy

MOST_UNANSWERED: Final = 2
"""A person whose browser leaves this many shuffles unanswered sits out until the person asks to be back."""

# What may be asked for


def clean_name(text: str) -> str:
    """Take a name that others can see and that pretends to be nobody else.

    >>> clean_name("  Ann   Lee ")
    'Ann Lee'
    """
    name = tidy(text)
    if problem := objection(name):
        raise TableError("name", problem)
    return name


def sit(table: Table, command: Sit, token: str) -> tuple[Event, ...]:
    """Take a free seat."""
    seat, name = command.seat, clean_name(command.name)
    if seat >= len(table.seats):
        raise TableError("no-seat", f"there is no seat {seat + 1}: the table has {len(table.seats)}")
    if table.seat_of(token) is not None:
        raise TableError("seated", "you have a seat already")
    if table.seats[seat]:
        raise TableError("taken", f"seat {seat + 1} is taken")
    if taken := next((other.name for other in table.seats if other and looks(other.name) == looks(name)), None):
        alike = "" if taken == name else f", and {name!r} looks like it"
        raise TableError("name-taken", f"somebody here is called {taken!r} already{alike}")
    return (Sat(seat, name, token),)


def come_back(table: Table, seat: int) -> tuple[Event, ...]:
    """Play again after being away."""
    person = table.seats[seat]
    return (CameBack(seat),) if person and (person.away or person.missed) else ()


def get_ready(table: Table, seat: int, request: Request) -> tuple[Event, ...]:
    """Have the others waited for, for a while."""
    person = table.seats[seat]
    until = request.now + request.patience if table.until is None else table.until
    return () if person and person.ready else (GotReady(seat, until),)


# What happens then


def sat(table: Table, event: Sat) -> Table:
    """Seat a person, who has won nothing yet."""
    return table.after(
        seats=put(table.seats, event.seat, Seat(event.name, event.token)),
        standings=put(table.standings, event.seat, Standing()),
        newcomers=table.newcomers | {event.seat},
    )


def left(table: Table, event: Left) -> Table:
    """Free a seat; what is left of its round is played by a computer."""
    seats, until, playing = put(table.seats, event.seat, None), table.until, table.round
    if table.between_rounds and not any(seat and seat.ready for seat in seats):
        until = None  # nobody waits any more
    if playing and (player := table.player_of(event.seat)) is not None:
        players = put(playing.players, player, replace(playing.players[player], level=table.fill))
        playing = replace(playing, players=players)
    standings = put(table.standings, event.seat, Standing())
    return table.after(seats=seats, standings=standings, until=until, round=playing)


def went_away(table: Table, event: WentAway) -> Table:
    """Have a person be away, who sits out after too many shuffles without an answer."""
    seat = table.seats[event.seat]
    if seat is None:
        return table.after()
    unanswered = seat.unanswered + table.shuffling
    out = unanswered >= MOST_UNANSWERED if table.shuffling else seat.out
    return table.after(seats=put(table.seats, event.seat, replace(seat, away=True, unanswered=unanswered, out=out)))


def came_back(table: Table, event: CameBack) -> Table:
    """Forgive a person everything but unanswered shuffles."""
    seat = table.seats[event.seat]
    return table.after(seats=put(table.seats, event.seat, seat and replace(seat, away=False, missed=0, out=False)))


def got_ready(table: Table, event: GotReady) -> Table:
    """Note who waits for the next round, and how long."""
    seat = table.seats[event.seat]
    if seat is None:
        return table.after()
    return table.after(seats=put(table.seats, event.seat, replace(seat, ready=True)), until=event.until)


def stopped_waiting(table: Table, event: StoppedWaiting) -> Table:
    """Ask everybody again."""
    return table.after(seats=nobody_ready(table), until=None)


def nobody_ready(table: Table) -> tuple[Seat | None, ...]:
    """The seats when nobody waits for a round."""
    return tuple([replace(seat, ready=False) if seat and seat.ready else seat for seat in table.seats])

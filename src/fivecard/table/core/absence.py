"""A player who is asked and whose browser is not connected: others who are here wait ten seconds, and no time bank."""

from collections.abc import Collection

from fivecard.table.core.commands import ABSENCE
from fivecard.table.core.events import Event, FoundTouch, LostTouch
from fivecard.table.core.hand import bank_at_turn
from fivecard.table.core.state import Absence, Table


def noticed(table: Table, now: float, present: Collection[int]) -> tuple[Event, ...]:
    """What follows from who is connected. A clock is cut once a turn, so that a bad network writes no long log."""
    seat = _asked(table)
    if seat is None or not present or table.until is None or table.paused is not None:
        return ()  # where nobody is here, nobody waits
    if table.absence.until is not None:
        return (FoundTouch(),) if seat in present else ()
    until = now + ABSENCE
    is_cut = not table.absence.over and table.until + bank_at_turn(table) > until
    return (LostTouch(until),) if is_cut and seat not in present else ()


def lost_touch(table: Table, event: LostTouch) -> Table:
    """Cut the clock short."""
    return table.after(until=event.until, absence=Absence(until=table.until))


def found_touch(table: Table, event: FoundTouch) -> Table:
    """Let the clock run on as if it had not been cut short."""
    return table.after(until=table.absence.until, absence=Absence(over=True))


def _asked(table: Table) -> int | None:
    """The seat of the person whose turn it is."""
    if table.phase != "playing" or (turn := table.game.turn) is None or table.playing.players[turn].level:
        return None
    number = table.playing.players[turn].seat
    seat = table.seats[number]
    return None if seat is None or seat.away else number

"""Who is ready, who is late, and with which nonce: what tests of readiness share."""

from fivecard.table.core import Event
from fivecard.table.core.commands import Begin
from fivecard.table.protocol.view import table_view
from tests.table.tables import LiveTable

OTHER = "0d" * 32
"""A nonce that a browser makes which has lost the one before."""


def kinds(events: tuple[Event, ...]) -> list[str]:
    return [type(event).__name__ for event in events]


def dealt_in(live: LiveTable) -> list[str]:
    """The names of the people who were dealt in."""
    return [player.name for player in live.table.playing.players if player.nonce]


def open_nonce(live: LiveTable, seat: int, nonce: str, present: set[int]) -> tuple[Event, ...]:
    """Be ready with another nonce than the usual one, which is committed to for the round after."""
    return live.ask(seat, Begin(live.table.seq, nonce, live.commitment(seat)), 0.0, present)


def is_late(live: LiveTable, seat: int) -> bool:
    """Whether somebody's commitment counts from the hand after on, as everybody is told."""
    late = [table_view(live.table, viewer, {0}, 0.0).seats[seat].late for viewer in (None, seat)]
    assert late[0] is late[1]
    return late[0]

"""One person, another device: a seat goes from one browser to another, with everything that belongs to it.

Who may take a seat over is decided outside: the browser that has the seat asked for a code, and this one knew it. The
browser that had the seat watches from then on. Its nonces stay with it, so that the new one commits to its own.
"""

from msgspec.structs import replace

from fivecard.table.core.commands import TableError
from fivecard.table.core.events import Event, TookOver
from fivecard.table.core.state import Table, put


def take_over(table: Table, giver: str, token: str) -> tuple[Event, ...]:
    """Have a browser take over the seat of another one."""
    seat = table.seat_of(giver)
    if not giver or seat is None:
        raise TableError("no-code", "this link is used or too old: make another one where you sit")
    if giver == token:
        raise TableError("seated", "this device has the seat already")
    if giver in table.banned or token in table.banned:
        raise TableError("kicked", "who was removed cannot change devices")
    if table.seat_of(token) is not None:
        raise TableError("seated", "this device has a seat of its own: stand up there first")
    known = {each.token for each in table.gone} | {each.token for each in table.sittings}
    if token in known:
        raise TableError("seated", "this device has played here under another name")
    return (TookOver(seat, token),)


def took_over(table: Table, event: TookOver) -> Table:
    """Know a person by another browser, also for the hands that were seen before, and as who opened the table."""
    person = table.seats[event.seat]
    if person is None:
        return table.after()
    sittings = [replace(each, token=event.token) if each.token == person.token else each for each in table.sittings]
    opener = event.token if table.opener == person.token else table.opener
    admitted = table.admitted | {table.opener} - {opener, ""}  # who opened the table knows the password all the same
    seats = put(table.seats, event.seat, replace(person, token=event.token))
    places = [replace(each, token=event.token) if each.token == person.token else each for each in table.places]
    agreed = table.agreed - {person.token} | {event.token} if person.token in table.agreed else table.agreed
    return table.after(
        seats=seats, sittings=tuple(sittings), opener=opener, admitted=admitted, places=tuple(places), agreed=agreed
    )  # fmt: skip

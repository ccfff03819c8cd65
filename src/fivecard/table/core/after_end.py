"""What is left to do at a table that has ended: let the decks be checked, and go on at another table."""

from fivecard.table.core.commands import Follow, TableError
from fivecard.table.core.events import Event, Followed, OpenedUp
from fivecard.table.core.state import Table

# What may be asked for


def refuse_ended(table: Table) -> None:
    """Refuse what is for tables that go on."""
    if table.ended:
        raise TableError("ended", "this table has ended")


def check_again(table: Table) -> None:
    """Refuse a new table for those of one that has not ended, or that they have one already."""
    _check_over(table)
    if table.next_table:
        raise TableError("not-now", f"{table.next_by} has opened a new table already")


def follow(table: Table, command: Follow) -> tuple[Event, ...]:
    """Lead everybody to a new table."""
    check_again(table)
    seat = table.seat_of(command.token)
    person = None if seat is None else table.seats[seat]
    if person is None:
        raise TableError("spectator", "that is for those who have a seat")
    return (Followed(person.name, command.table),)


def agree(table: Table, token: str) -> tuple[Event, ...]:
    """Let everybody see all the cards that a person had, also one who has stood up since."""
    if token not in players(table):  # first: those who watch may be shown the end later
        raise TableError("not-playing", "you have played no hand here")
    _check_over(table)
    if not table.chips:
        raise TableError("not-now", "everybody has shown all cards here")
    return () if token in table.agreed else (OpenedUp(token),)


def _check_over(table: Table) -> None:
    if not table.is_over:
        raise TableError("not-now", "that is for a table that has ended")


# What may be known then


def players(table: Table) -> frozenset[str]:
    """The tokens of all who had a seat when a hand began."""
    here = {seat.token for seat in table.seats if seat and seat.after < table.rounds_begun}
    return frozenset(here | {each.token for each in table.sittings})


def is_sealed(table: Table) -> bool:
    """Whether the records of hands are kept back: they show what was folded.

    Without chips everybody shows. With chips, all who played have to agree, after the end.
    """
    return table.chips and not (table.is_over and players(table) <= table.agreed)


# What happens then


def opened_up(table: Table, event: OpenedUp) -> Table:
    """Note who agrees."""
    return table.after(agreed=table.agreed | {event.token})


def followed(table: Table, event: Followed) -> Table:
    """Note where it goes on."""
    return table.after(next_table=event.table, next_by=event.name)

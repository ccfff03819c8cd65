"""What the host of a table decides, and chips between hands: pauses, chips for the broke, stakes, and the end."""

from collections.abc import Collection

from msgspec.structs import replace

from fivecard.table.core import commands, events
from fivecard.table.core.commands import ByHost, TableError
from fivecard.table.core.events import (
    Appeared,
    AskedForChips,
    Ended,
    Granted,
    Kicked,
    Left,
    Paused,
    StakesChanged,
    Unpaused,
    Vanished,
)
from fivecard.table.core.shuffle import check_open, is_open, with_others
from fivecard.table.core.state import Seat, Table, put

# What may be asked for


def obey_host(table: Table, seat: int, message: ByHost, now: float) -> tuple[events.Event, ...]:
    """Do what the host asks for."""
    if table.host != seat:
        raise TableError("not-host", "that is for the host of the table")
    match message:
        case commands.Pause(on=on):
            if on == (table.paused is not None):
                return ()
            return (Paused(now) if on else Unpaused(now),)
        case commands.Kick(seat=other):
            if other == seat:
                raise TableError("not-now", "to go yourself, leave")
            person = _meant(table, message)
            if person.token == table.opener:
                raise TableError("not-now", f"{person.name} opened the table, and is nobody's to send away")
            return () if person.token in table.banned else (Kicked(other),)
        case commands.Grant(seat=other, chips=chips):
            _needs_chips(table)
            _meant(table, message)
            stack = table.purses[other].stack
            if other == seat and not _opened(table, seat) and (stack or chips > table.stack):
                raise TableError("not-host", "who did not open the table takes one new stack, when nothing is left")
            if stack:
                check_open(table)
            if table.purses[other].stack + chips > commands.MOST_CHIPS:
                raise TableError("stakes", f"nobody has more than {commands.MOST_CHIPS:,} chips")
            return (Granted(other, chips),)
        case commands.ChangeStakes():
            _needs_chips(table)
            check_open(table)
            return (StakesChanged(message.of(table.rules)),)
        case commands.End():
            if not _opened(table, seat) and table.seat_of(table.opener) is not None:
                raise TableError("not-host", "who opened the table ends the evening, as long as he has a seat")
            return () if table.ended else (Ended(),)


def _opened(table: Table, seat: int) -> bool:
    """Whether a person opened the table: another who is host for a while decides nothing that cannot be undone."""
    person = table.seats[seat]
    return person is not None and (not table.opener or person.token == table.opener)


def ask_for_chips(table: Table, seat: int) -> tuple[events.Event, ...]:
    """Ask the host for chips."""
    _needs_chips(table)
    return () if _person(table, seat).asks else (AskedForChips(seat),)


def _person(table: Table, seat: int) -> Seat:
    person = table.seats[seat] if seat < len(table.seats) else None
    if person is None:
        raise TableError("no-seat", f"nobody sits on seat {seat + 1}")
    return person


def _meant(table: Table, message: commands.Kick | commands.Grant) -> Seat:
    """The person on a seat, who must be the one that the sender saw there."""
    person = _person(table, message.seat)
    if message.seq and message.seq < person.sat:
        raise TableError("stale", f"{person.name} has sat down on seat {message.seat + 1} meanwhile")
    return person


def _needs_chips(table: Table) -> None:
    if not table.chips:
        raise TableError("not-now", "there are no chips at this table")


# What happens by itself


def leaving(table: Table) -> tuple[Left, ...]:
    """Let those go who were kicked, with chips after their hand: the host wins no pot by it. Who is ready plays it."""
    kicked = [
        number for number, seat in enumerate(table.seats) if seat and seat.token in table.banned and not seat.ready
    ]
    return tuple([Left(seat) for seat in kicked if not (table.chips and table.in_hand(seat))])


def missed(table: Table, present: Collection[int]) -> int | None:
    """The seat of the host, if only others are here, unless that is known already."""
    host = table.host
    person = None if host is None else table.seats[host]
    return host if person and not person.vanished and present and host not in present else None


# What happens then


def asked_for_chips(table: Table, event: AskedForChips) -> Table:
    """Note who asks for chips."""
    return table.after(seats=_changed(table, event.seat, asks=True))


def granted(table: Table, event: Granted) -> Table:
    """Give a person chips, from the next hand on: who had none plays again, unless away without having asked."""
    person, purses = table.seats[event.seat], table.purses
    number = table.seq + 1
    changes: dict[str, object] = {"asks": False}
    if person and person.out == "broke":
        changes |= {"out": "", "late": is_open(table), "committed": number}
        changes |= {"away": False, "missed": 0} if person.asks else {}
    agreed = number if purses[event.seat].stack else table.agreed
    purses = put(purses, event.seat, purses[event.seat].plus(event.chips, bought=event.chips))
    return with_others(table.after(purses=purses, seats=_changed(table, event.seat, **changes), agreed=agreed))


def vanished(table: Table, event: Vanished) -> Table:
    """Have somebody else be host."""
    return table.after(seats=_changed(table, event.seat, vanished=True))


def appeared(table: Table, event: Appeared) -> Table:
    """Count with a person again."""
    return table.after(seats=_changed(table, event.seat, vanished=False))


def paused(table: Table, event: Paused) -> Table:
    """Stop the clock."""
    return table.after(paused=event.now)


def unpaused(table: Table, event: Unpaused) -> Table:
    """Let the clock run again, from where it stood."""
    if table.until is None or table.paused is None:
        return table.after(paused=None)
    asked = table.paused if table.between_rounds else table.until - table.clock  # perhaps in the pause: by the deal
    return table.after(paused=None, until=table.until + event.now - max(table.paused, asked))


def kicked(table: Table, event: Kicked) -> Table:
    """Do not let a person sit down here again, who leaves as soon as that decides no pot."""
    person = table.seats[event.seat]
    return table.after(banned=table.banned | {person.token} if person else table.banned)


def stakes_changed(table: Table, event: StakesChanged) -> Table:
    """Agree on other stakes, for the hands that have not begun."""
    return table.after(stakes=event.stakes, agreed=table.seq + 1)


def ended(table: Table, event: Ended) -> Table:
    """Let no hand follow."""
    return table.after(ended=True, until=None if table.between_rounds else table.until)


def _changed(table: Table, seat: int, **changes: object) -> tuple[Seat | None, ...]:
    person = table.seats[seat]
    return put(table.seats, seat, person and replace(person, **changes))

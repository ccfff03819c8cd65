"""What the host of a table decides, and chips between hands: pauses, chips, stakes, another host, and the end."""

from collections.abc import Collection

from msgspec.structs import replace

from fivecard.table.core import commands, events
from fivecard.table.core.after_end import refuse_ended
from fivecard.table.core.commands import ByHost, TableError
from fivecard.table.core.events import (
    Appeared,
    AskedForChips,
    Declined,
    Ended,
    Granted,
    HostPassed,
    Kicked,
    Left,
    Paused,
    StakesChanged,
    Unpaused,
    Vanished,
)
from fivecard.table.core.places import finished, is_running, plays_on, refuse_chips
from fivecard.table.core.seating import with_buy
from fivecard.table.core.shuffle import check_open, is_open, with_others
from fivecard.table.core.state import Buy, Seat, Table, put

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
            if is_running(table):
                raise TableError("not-now", "nobody is sent away from a sit-and-go that has begun")
            if person.token == table.opener:
                raise TableError("not-now", f"{person.name} opened the table, and is nobody's to send away")
            return () if person.token in table.banned else (Kicked(other),)
        case commands.Grant(seat=other, chips=chips):
            return _grant(table, seat, other, chips, _meant(table, message))
        case commands.Decline(seat=other):
            return (Declined(other),) if _meant(table, message).asks else ()
        case commands.PassHost(seat=other):
            if not _opened(table, seat):
                raise TableError("not-host", "only who opened the table makes somebody else host")
            person = _meant(table, message)
            if person.token in table.banned:
                raise TableError("not-now", f"{person.name} leaves after this hand")
            return () if other == seat else (HostPassed(other),)
        case commands.ChangeStakes():
            _needs_chips(table)
            if table.terms.sit_and_go:
                raise TableError("not-now", "in a sit-and-go the stakes rise by themselves")
            _refuse_substitute(table, seat, "changes the stakes")
            check_open(table)
            return (StakesChanged(message.of(table.rules)),)
        case commands.End():
            _refuse_substitute(table, seat, "ends the evening")
            return () if table.ended else (Ended(),)


def _grant(table: Table, seat: int, other: int, chips: int, person: Seat) -> tuple[events.Event, ...]:
    """Give a person chips."""
    _needs_chips(table)
    refuse_ended(table)
    refuse_chips(table)
    stack = table.purses[other].stack
    if not _opened(table, seat) and (stack or chips > table.stack):
        raise TableError("not-host", "who did not open the table gives one new stack, to those who have nothing left")
    if stack:
        check_open(table)
    if stack + chips > commands.MOST_CHIPS:
        raise TableError("stakes", f"{person.name} would have more than {commands.MOST_CHIPS:,} chips")
    return (Granted(other, chips),)


def _refuse_substitute(table: Table, seat: int, does: str) -> None:
    """Refuse what cannot be undone to one who is host only while the opener, who has a seat, is away."""
    if not _opened(table, seat) and table.seat_of(table.opener) is not None:
        raise TableError("not-host", f"who opened the table {does}, as long as he has a seat")


def _opened(table: Table, seat: int) -> bool:
    """Whether a person opened the table: another who is host for a while decides nothing that cannot be undone."""
    person = table.seats[seat]
    return person is not None and (not table.opener or person.token == table.opener)


def ask_for_chips(table: Table, seat: int) -> tuple[events.Event, ...]:
    """Take a new stack, or fill up the one that there is, or ask the host for chips."""
    _needs_chips(table)
    refuse_ended(table)
    refuse_chips(table)
    missing, stack = takes_chips(table, seat), table.purses[seat].stack
    if stack and missing:
        if table.in_hand(seat):
            raise TableError("not-now", "chips are bought between hands")
        check_open(table)
        return (Granted(seat, missing, by="top-up"),)
    if missing:
        return (Granted(seat, missing, by="host" if table.host == seat else "rebuy"),)
    return () if _person(table, seat).asks else (AskedForChips(seat),)


def takes_chips(table: Table, seat: int) -> int:
    """The chips that are missing of a full stack, if the person may take them without asking: as often as all may.

    The host takes a new one at any time; one who is host only while the opener is away fills none up. Who never bought
    in may be one who lost here, in another browser: that one asks.
    """
    purse = table.purses[seat]
    if not table.chips or table.ended or table.terms.sit_and_go or (not purse.stack and table.in_hand(seat)):
        return 0
    as_host = _opened(table, seat) if purse.stack else table.host == seat
    may = as_host or (purse.bought > 0 and purse.rebuys < table.terms.rebuys)
    return max(0, table.stack - purse.stack) if may else 0


def _person(table: Table, seat: int) -> Seat:
    person = table.seats[seat] if seat < len(table.seats) else None
    if person is None:
        raise TableError("no-seat", f"nobody sits on seat {seat + 1}")
    return person


def _meant(table: Table, message: commands.Kick | commands.Grant | commands.Decline | commands.PassHost) -> Seat:
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
    stay = [seat for seat in kicked if (table.chips and table.in_hand(seat)) or plays_on(table, seat)]
    return tuple([Left(seat) for seat in kicked if seat not in stay])


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
    since = number if purses[event.seat].stack else table.stakes_since
    bought = purses[event.seat].buying(event.chips, rebuys=event.by != "host")
    seats = _changed(table, event.seat, **changes)
    table = table.after(purses=put(purses, event.seat, bought), seats=seats, stakes_since=since)
    if person:
        buy = Buy(table.seq, table.head[0], event.seat, person.name, event.chips, event.by)
        table = with_buy(table, buy)
    return with_others(table)


def declined(table: Table, event: Declined) -> Table:
    """Note that a person was refused chips."""
    return table.after(seats=_changed(table, event.seat, asks=False))


def host_passed(table: Table, event: HostPassed) -> Table:
    """Have another person be host; who was it knows the password all the same."""
    person = table.seats[event.seat]
    if person is None:
        return table.after()
    seats = _changed(table, event.seat, vanished=False)
    return table.after(opener=person.token, seats=seats, admitted=table.admitted | {table.opener} - {""})


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
    if table.paused is not None and table.first_deal is not None:
        table = replace(table, first_deal=table.first_deal + event.now - table.paused)
    if table.until is None or table.paused is None:
        return table.after(paused=None)
    full = table.absence.until or table.until
    asked = table.paused if table.between_rounds else full - table.clock  # perhaps in the pause: by the deal
    lost = event.now - max(table.paused, asked)
    absence = replace(table.absence, until=table.absence.until and table.absence.until + lost)
    return table.after(paused=None, until=table.until + lost, absence=absence)


def kicked(table: Table, event: Kicked) -> Table:
    """Do not let a person sit down here again, who leaves as soon as that decides no pot."""
    person = table.seats[event.seat]
    return table.after(banned=table.banned | {person.token} if person else table.banned)


def stakes_changed(table: Table, event: StakesChanged) -> Table:
    """Agree on other stakes, for the hands that have not begun."""
    return table.after(stakes=event.stakes, stakes_since=table.seq + 1)


def ended(table: Table, event: Ended) -> Table:
    """Let no hand follow."""
    return finished(table.after(ended=True, until=None if table.between_rounds else table.until))


def _changed(table: Table, seat: int, **changes: object) -> tuple[Seat | None, ...]:
    person = table.seats[seat]
    return put(table.seats, seat, person and replace(person, **changes))

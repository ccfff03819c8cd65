"""From event to event: what has happened cannot be refused, and the table is the replay of its events."""

from collections.abc import Callable, Iterable
from functools import reduce
from typing import Any, Final, NoReturn, get_args

from fivecard.table.core import absence, after_end, devices, events, hand, hosting, runs, seating, showing, shuffle
from fivecard.table.core.commands import TableError
from fivecard.table.core.commitments import first_link
from fivecard.table.core.events import Event, Opened
from fivecard.table.core.game import rules_of
from fivecard.table.core.record import record_between
from fivecard.table.core.state import Absence, Decision, Purse, Standing, Table


def opened(event: Opened) -> Table:
    """A new table."""
    return Table(
        id=event.id,
        terms=event,
        rules=rules_of(event.rules, event.limit, openers=event.openers),
        fill=event.fill,
        clock=event.clock,
        practice=event.practice,
        secret=bytes.fromhex(event.secret),
        seats=(None,) * event.seats,
        standings=(Standing(),) * event.seats,
        head=(0, first_link(event.id)),
        stakes=event.stakes,
        stack=event.stack,
        bank=event.bank,
        delay=event.delay,
        next_in=event.next_in,
        twice=event.twice,
        opener=event.host,
        admitted=frozenset(event.admitted),
        purses=(Purse(event.stack, event.stack),) * event.seats,
    )


def _refuse_opening(table: Table, event: Opened) -> NoReturn:
    raise TableError("broken", f"table {table.id!r} is opened a second time, as {event.id!r}")


def _resumed(table: Table, event: events.Resumed) -> Table:
    """Ask anew; what was lost is no time of a level either."""
    first_deal = None if table.first_deal is None else table.first_deal + event.lost
    return table.after(until=event.until, absence=Absence(over=True), first_deal=first_deal)


_STEPS: Final[dict[type[Event], Callable[[Table, Any], Table]]] = {
    Opened: _refuse_opening,
    events.Sat: seating.sat,
    events.Left: seating.left,
    events.TookOver: devices.took_over,
    events.WentAway: seating.went_away,
    events.CameBack: seating.came_back,
    events.Vanished: hosting.vanished,
    events.Appeared: hosting.appeared,
    events.Committed: shuffle.committed,
    events.GotReady: shuffle.got_ready,
    events.StoppedWaiting: shuffle.stopped_waiting,
    events.Dealt: hand.dealt,
    events.Acted: hand.acted,
    events.LostTouch: absence.lost_touch,
    events.FoundTouch: absence.found_touch,
    events.Agreed: runs.agreed,
    events.RanOut: runs.ran_out,
    events.ShowedCards: showing.showed_cards,
    events.SatOut: seating.sat_out,
    events.AskedForChips: hosting.asked_for_chips,
    events.Granted: hosting.granted,
    events.Paused: hosting.paused,
    events.Unpaused: hosting.unpaused,
    events.Kicked: hosting.kicked,
    events.StakesChanged: hosting.stakes_changed,
    events.Ended: hosting.ended,
    events.Declined: hosting.declined,
    events.HostPassed: hosting.host_passed,
    events.Admitted: lambda table, event: table.after(admitted=table.admitted | {event.token}),
    events.OpenedUp: after_end.opened_up,
    events.Followed: after_end.followed,
    events.Resumed: _resumed,
    events.Closed: lambda table, event: table.after(closed=True),
}
assert _STEPS.keys() == set(get_args(Event))  # every event leads somewhere


def evolve(table: Table, event: Event) -> Table:
    """Give the table after an event."""
    return _STEPS[type(event)](table, event)


def replay(happened: Iterable[Event]) -> Table:
    """Give the table that events lead to, from its opening on."""
    first, *rest = happened
    if not isinstance(first, Opened):
        raise TableError("broken", f"a table begins with its opening, not with {first!r}")
    return reduce(evolve, rest, opened(first))


def led_to(table: Table, *happened: Event) -> Decision:
    """What events lead to."""
    after = reduce(evolve, happened, table)
    return Decision(happened, after, record_between(table, after))

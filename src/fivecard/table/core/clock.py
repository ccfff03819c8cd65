"""What happens without anybody's doing: at once, or when the time is up."""

from collections.abc import Collection

from fivecard.table.core import absence, hand, runs, shuffle
from fivecard.table.core.commands import Resume, TableError, Tick
from fivecard.table.core.events import Resumed, StoppedWaiting, WentAway
from fivecard.table.core.evolve import evolve, led_to
from fivecard.table.core.state import Decision, Table


def is_due(table: Table, now: float, present: Collection[int]) -> bool:
    """Tell whether a tick would do something now."""
    return (
        (table.paused is None and hand.level_at_turn(table) is not None)
        or _all_are_ready(table, present)
        or _is_late(table, now)
        or bool(absence.noticed(table, now, present))
    )


def is_overdue(table: Table, now: float) -> bool:
    """Whether the time of people is up, which nobody has noticed: computers take as long as they take."""
    return hand.level_at_turn(table) is None and _is_late(table, now)


def tick(table: Table, command: Tick) -> Decision:
    """Do what is due."""
    now = command.now
    if table.paused is not None:
        return led_to(table)
    if level := hand.level_at_turn(table):
        return hand.act_for(table, level, now)
    if table.between_rounds:
        late = _is_late(table, now)
        return (
            _deal_without_others(table, command, late=late)
            if late or _all_are_ready(table, command.present)
            else led_to(table)
        )
    if noticed := absence.noticed(table, now, command.present):
        return led_to(table, *noticed)
    if not _is_late(table, now):
        return led_to(table)
    return runs.run(table, 1) if runs.are_open(table) else _pass(table, now)


def resume(table: Table, command: Resume) -> Resumed:
    """Give everybody the whole clock again after time in which nobody could do anything."""
    now = command.now if table.paused is None else table.paused
    until = now + (command.patience if table.between_rounds else table.clock)
    lost = 0.0 if table.until is None else max(0.0, now - table.until - hand.bank_at_turn(table))
    return Resumed(until, round(lost, 1))


def time_left(table: Table, now: float) -> float | None:
    """The seconds until the clock has run out, or then the time bank; None if nothing runs."""
    if table.until is None or table.paused is not None:
        return None
    left = table.until - now
    return max(0.0, left if left > 0 else left + hand.bank_at_turn(table))


def _all_are_ready(table: Table, present: Collection[int]) -> bool:
    """Whether nobody who is here is waited for any more."""
    waiting = table.between_rounds and table.until is not None and table.paused is None
    ready = [number for number, seat in enumerate(table.seats) if seat and seat.ready]
    return waiting and bool(present) and not table.waits_for(present) and shuffle.are_enough(table, ready)


def _is_late(table: Table, now: float) -> bool:
    """Whether the time is up."""
    return table.until is not None and table.paused is None and now >= table.until + hand.bank_at_turn(table)


def _deal_without_others(table: Table, command: Tick, *, late: bool) -> Decision:
    """Deal to those who are ready, or have them wait on; who let the time pass is away."""
    waited = sorted(table.waits_for(range(len(table.seats)))) if late else []
    gone = [WentAway(number) for number in waited]
    without = led_to(table, *gone)
    try:
        if command.present:
            return led_to(table, *gone, shuffle.deal(without.table, command.now))
    except TableError:
        pass
    return _wait_on(table, command, waited)


def _wait_on(table: Table, command: Tick, waited: list[int]) -> Decision:
    """Have those who are ready and here wait on; who is not here, or lets them wait again, is away."""
    here = command.present
    absent = [number for number, seat in enumerate(table.seats) if seat and seat.ready and number not in here]
    gone = [number for number in waited if here and (number not in here or _has_missed(table, number))]
    left = [number for number in waited if number in here and number not in gone]
    until = command.now + command.patience if left else None
    return led_to(table, StoppedWaiting(tuple(left), tuple(absent), until), *map(WentAway, gone))


def _has_missed(table: Table, number: int) -> bool:
    """Whether somebody who is not ready now has missed too much."""
    seat = table.seats[number]
    return seat is not None and seat.missed + 1 >= hand.MOST_MISSED


def _pass(table: Table, now: float) -> Decision:
    """Stand pat, check or fold for a person who ran out of time, and who is away after too many times."""
    turn = table.game.turn
    assert turn is not None
    decided = hand.pass_for(table, now)
    number = table.playing.players[turn].seat
    if (seat := decided.table.seats[number]) and seat.missed >= hand.MOST_MISSED:
        gone = WentAway(number)
        return Decision((*decided.events, gone), evolve(decided.table, gone), decided.record)
    return decided

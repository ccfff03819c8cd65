"""What happens without anybody's doing: at once, or when the time is up."""

import contextlib
from collections.abc import Collection

from fivecard.table.core import betting, play, shuffle
from fivecard.table.core.commands import TableError, Tick
from fivecard.table.core.events import Event, Forcing, StoppedWaiting, Voided, WentAway
from fivecard.table.core.evolve import evolve, led_to
from fivecard.table.core.record import void_reason
from fivecard.table.core.state import Decision, Table


def is_due(table: Table, now: float, present: Collection[int]) -> bool:
    """Whether a tick would do something now."""
    return (
        shuffle.is_answered(table)
        or (table.paused is None and play.level_at_turn(table) is not None)
        or _all_are_ready(table, present)
        or _is_late(table, now)
    )


def tick(table: Table, command: Tick) -> Decision:
    """Do what is due."""
    now = command.now
    if shuffle.is_answered(table):
        return led_to(table, *shuffle.go_on(table, now, command.seed))
    if table.paused is not None and not table.shuffling:
        return led_to(table)
    if level := play.level_at_turn(table):
        return play.play_for(table, level, now)
    if table.between_rounds:
        waited = _is_late(table, now) or _all_are_ready(table, command.present)
        return led_to(table, *(_go_without_others(table, command) if waited else ()))
    if not _is_late(table, now):
        return led_to(table)
    if table.phase in {"drawing", "playing"}:
        return _pass(table, now)
    return led_to(table, *_give_up_waiting(table, now))


def gather_again(table: Table, now: float, present: Collection[int]) -> tuple[Event, ...]:
    """Begin anew after a deal that came to nothing, if somebody is there to play."""
    if table.phase == "lobby" and table.voids and present and not table.ended:
        with contextlib.suppress(TableError):
            return shuffle.gather(table, now)
    return ()


def time_left(table: Table, now: float) -> float | None:
    """The seconds until the clock has run out, or then the time bank; None if nothing runs."""
    if table.until is None or (table.paused is not None and not table.shuffling):
        return None
    left = table.until - now
    return max(0.0, left if left > 0 else left + betting.bank_at_turn(table))


def _all_are_ready(table: Table, present: Collection[int]) -> bool:
    """Whether nobody who is here is waited for any more."""
    waiting = table.between_rounds and table.until is not None and table.paused is None
    return waiting and bool(present) and not table.waits_for(present)


def _is_late(table: Table, now: float) -> bool:
    """Whether the time is up; from then on puzzles are opened by force, which takes the time it takes."""
    if table.until is None or now < table.until + betting.bank_at_turn(table):
        return False
    return not table.playing.forcing if table.phase == "opening" else table.paused is None or table.shuffling


def _go_without_others(table: Table, command: Tick) -> tuple[Event, ...]:
    """Begin the round that people are ready for, or find that there is nobody left to play it with."""
    with contextlib.suppress(TableError):
        if command.present:
            return shuffle.gather(table, command.now)
    return (StoppedWaiting(),)


def _give_up_waiting(table: Table, now: float) -> tuple[Event, ...]:
    """Go on without those who did not answer the shuffle: from the seal on, nothing and nobody can undo the deal."""
    late = shuffle.late(table)
    gone = tuple(WentAway(seat) for seat in late)
    if table.phase == "opening":
        return (*gone, Forcing(now))
    return (*gone, Voided(void_reason(late)))


def _pass(table: Table, now: float) -> Decision:
    """Stand pat, check or fold for a person who ran out of time, and who is away after too many times."""
    turn = table.game.turn
    assert turn is not None
    decided = betting.pass_for(table, now) if table.chips else play.draw(table, turn, (), now, "clock")
    number = table.playing.players[turn].seat
    if (seat := decided.table.seats[number]) and seat.missed >= play.MOST_MISSED:
        gone = WentAway(number)
        return Decision((*decided.events, gone), evolve(decided.table, gone), decided.record)
    return decided

"""Running the rest of the board twice: those who are all in are asked, and all of them have to agree."""

from msgspec.structs import replace

from fivecard.table.core import game, hand
from fivecard.table.core.commands import TableError
from fivecard.table.core.commitments import record_hash
from fivecard.table.core.events import Agreed, RanOut
from fivecard.table.core.record import played_record
from fivecard.table.core.state import Decision, Round, Table

# What may be asked for


def answer(table: Table, player: int, *, yes: bool) -> Decision:
    """Take what a player says: the last who agrees has the board run twice, one who does not has it run once."""
    if player not in asked(table):
        raise TableError("not-now", "nobody asks you whether to run it twice")
    if table.paused is not None:
        raise TableError("paused", "the host has stopped the clock")
    if not yes:
        return run(table, 1)
    if player in table.playing.agreed:
        return Decision((), table)
    event = Agreed(player)
    after = agreed(table, event)
    return _added(Decision((event,), after), 2) if asked(after) <= after.playing.agreed else Decision((event,), after)


def before_leaving(table: Table, seat: int) -> Decision:
    """Decide that it is run once, if one who was asked stands up: the hand is over before anybody has left it."""
    return run(table, 1) if table.player_of(seat) in asked(table) else Decision((), table)


# What happens by itself


def are_open(table: Table) -> bool:
    """Whether a hand waits to be told how often the rest of its board is run."""
    state = table.round.state if table.round else None
    return table.phase == "playing" and state is not None and state.waits_for_runs


def asked(table: Table) -> frozenset[int]:
    """The players who are asked: all people who are in the hand, and nobody if one of them is not here to say."""
    if not are_open(table):
        return frozenset()
    playing, people = table.playing, set()
    for number, player in enumerate(playing.players):
        if number in table.game.folded or (player.level not in {None, game.NOBODY} and player.nonce is None):
            continue  # computers agree to everything
        seat = table.seats[player.seat]
        if player.level is not None or seat is None or seat.away:
            return frozenset()
        people.add(number)
    return frozenset(people)


def without_question(decided: Decision) -> Decision:
    """Go on at once where nobody can be asked how often it is run."""
    after = decided.table
    return _added(decided, 1) if are_open(after) and not asked(after) and after.paused is None else decided


def run(table: Table, times: int) -> Decision:
    """Run the rest of the board so often, and end the hand with it."""
    return _added(Decision((), table), times)


def _added(decided: Decision, times: int) -> Decision:
    before = decided.table
    playing = _played(before, times)
    record = played_record(before, playing)
    event = RanOut(times, record_hash(record))
    assert playing.state is not None
    after = hand.over(before, playing, playing.state, event.record, _asked_at(before))
    return Decision((*decided.events, event), after, record)


# What happens then


def agreed(table: Table, event: Agreed) -> Table:
    """Note who wants it to be run twice."""
    playing = table.playing
    return table.after(round=replace(playing, agreed=playing.agreed | {event.player}))


def ran_out(table: Table, event: RanOut) -> Table:
    """End a hand with the rest of its board."""
    playing = _played(table, event.runs)
    assert playing.state is not None
    return hand.over(table, playing, playing.state, event.record, _asked_at(table))


def _asked_at(table: Table) -> float:
    """When all were all in."""
    return 0.0 if table.until is None else table.until - min(table.clock, hand.TIME_TO_AGREE)


def _played(table: Table, times: int) -> Round:
    """The hand with the rest of its board; what is told of its end belongs to what the last action led to."""
    playing = table.playing
    state, steps = game.ran_out(table.game, times)
    return replace(playing, state=state, steps=(*playing.steps, *steps))

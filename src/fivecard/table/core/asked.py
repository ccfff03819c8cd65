"""What somebody who looks at a table is asked now: the page shows it, and works nothing of it out by itself."""

from collections.abc import Collection
from typing import Literal, TypeAlias

from fivecard.engine.streets import DrawRound
from fivecard.table.core import runs, shuffle
from fivecard.table.core.commands import TableError
from fivecard.table.core.state import Table

Asked: TypeAlias = Literal[
    "nothing",
    "seat",  # to take one, or watch
    "chips",  # to ask for some, or wait for them
    "back",  # to say so, before anything else
    "begin",  # to be ready for the next hand
    "ready",  # to wait for those who are not ready yet
    "late",  # to wait for the hand after the next
    "act",
    "draw",
    "choose",  # which cards to discard when the turn comes
    "ahead",  # what to do when the turn comes
    "over",  # nothing any more: what it brought, and whether to go on at another table
    "twice",  # whether to run the rest of the board twice
]


def asked(table: Table, seat: int | None) -> Asked:
    """What the person in a seat is asked; None is a spectator."""
    if table.is_over:
        return "over"
    person = None if seat is None else table.seats[seat]
    if seat is None or person is None:
        return "seat"
    if not table.in_hand(seat):
        if table.ended:
            return "nothing"
        if table.chips and not table.purses[seat].stack:
            return "nothing" if table.terms.sit_and_go else "chips"
        if person.out:
            return "back"
    if person.away:
        return "back"
    if table.paused is not None:
        return "nothing"
    if table.between_rounds:
        return "ready" if person.ready else "late" if person.late else "begin"
    return _in_hand(table, seat)


def sits_out(table: Table, seat: int | None) -> bool:
    """Whether the person in a seat has to say so to be dealt in again; a hand that has begun is played to its end."""
    person = None if seat is None else table.seats[seat]
    return person is not None and (person.away or person.out == "asked")


def _in_hand(table: Table, seat: int) -> Asked:
    """What a player is asked in the hand."""
    player, state = table.player_of(seat), table.game
    if player is None:
        return "nothing"
    if player in runs.asked(table):
        return "nothing" if player in table.playing.agreed else "twice"
    is_draw = isinstance(state.rules.streets[state.street], DrawRound)
    if state.turn == player:
        return "draw" if is_draw else "act"
    if is_draw:
        return "choose" if player in state.to_act else "nothing"
    may_bet = bool(state.stacks) and player not in state.folded and state.stacks[player] > 0
    return "ahead" if may_bet else "nothing"


def refusal(table: Table, here: Collection[int]) -> str:
    """Why no hand can begin now, whoever of those who are here gets ready; nothing if one can."""
    if not table.between_rounds:
        return "a hand is being played"
    try:
        shuffle.check_deal(table, here)
    except TableError as error:
        return str(error)
    return ""

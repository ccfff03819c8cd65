"""How far a sit-and-go is, as a seat sees it."""

from fivecard.table.core import Table
from fivecard.table.core.tournament import FACTORS, prizes_of, stakes_at
from fivecard.table.protocol.catalogue import game_view
from fivecard.table.protocol.types import PlaceView, SitAndGoView


def sit_and_go_view(table: Table, seat: int | None, now: float) -> SitAndGoView | None:
    """How far a sit-and-go is; None at other tables."""
    wanted, first = table.terms.sit_and_go, table.terms.stakes
    if wanted is None or first is None:
        return None
    playing = table.round
    stakes = table.stakes if playing is None or table.between_rounds else playing.stakes
    level = next(level for level in range(len(FACTORS)) if stakes_at(first, level) == stakes)
    last = level == len(FACTORS) - 1
    if playing is None:
        seats = [number for number, person in enumerate(table.seats) if person or table.fill != "nobody"]
    else:
        placed = {each.seat for each in table.places}
        seats = [player.seat for player in playing.players if player.seat not in placed]
    field = len(seats) + len(table.places)
    me = None if seat is None else table.seats[seat]
    return SitAndGoView(
        level=level + 1,
        hands_left=0 if last or wanted.minutes else _hands_left(table, level, wanted.hands),
        seconds_left=None if last or not wanted.minutes else _seconds_left(table, level, wanted.minutes, now),
        then="" if last else game_view(table.rules, stakes_at(first, level + 1)).stakes,
        left=0 if table.is_over else len(seats),
        prizes=list(prizes_of(wanted.prizes, field * table.stack, field)),
        places=[
            PlaceView(each.place, each.seat, each.name, bool(me and me.token == each.token), each.prize)
            for each in table.places
        ],
    )


def _hands_left(table: Table, level: int, hands: int) -> int:
    """The hands of a level that are still to come; the one that is played is one of them."""
    return (level + 1) * hands - table.rounds_begun + (0 if table.between_rounds else 1)


def _seconds_left(table: Table, level: int, minutes: int, now: float) -> float:
    """The seconds after which the stakes rise with the next hand."""
    now = now if table.paused is None else table.paused
    return max(0.0, round(60 * minutes * (level + 1) - (now - (table.first_deal or now)), 1))

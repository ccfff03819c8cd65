"""How far a sit-and-go is, as a seat sees it."""

from fivecard.table.core import Table
from fivecard.table.core.tournament import FACTORS, level_at, prizes_of, stakes_at
from fivecard.table.protocol.catalogue import game_view
from fivecard.table.protocol.types import PlaceView, SitAndGoView


def sit_and_go_view(table: Table, seat: int | None) -> SitAndGoView | None:
    """How far a sit-and-go is; None at other tables."""
    wanted, first = table.terms.sit_and_go, table.terms.stakes
    if wanted is None or first is None:
        return None
    between = table.between_rounds
    hands = table.rounds_begun - (0 if between else 1)  # a level is that of the hand that is played
    level = level_at(hands, wanted)
    last = level == len(FACTORS) - 1
    playing = table.round
    if playing is None:
        seats = [number for number, person in enumerate(table.seats) if person or table.fill != "nobody"]
    else:
        placed = {each.seat for each in table.places}
        seats = [player.seat for player in playing.players if player.seat not in placed]
    field = len(seats) + len(table.places)
    me = None if seat is None else table.seats[seat]
    return SitAndGoView(
        level=level + 1,
        hands_left=0 if last else (level + 1) * wanted.hands - hands,
        then="" if last else game_view(table.rules, stakes_at(first, level + 1)).stakes,
        left=0 if table.is_over else len(seats),
        prizes=list(prizes_of(wanted.prizes, field * table.stack, field)),
        places=[
            PlaceView(each.place, each.seat, each.name, bool(me and me.token == each.token), each.prize)
            for each in table.places
        ],
    )

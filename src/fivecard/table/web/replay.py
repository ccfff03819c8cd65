"""A finished hand on the table again, one step an action, each as the reader saw it.

The table plays it once more by its events, and every step leaves through `view`, as it did when it was played: what the
reader did not see then is not in it.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import convert
from msgspec.structs import replace

from fivecard.cards import parse_cards
from fivecard.engine import Stakes
from fivecard.table.core import Event, Table, evolve
from fivecard.table.core.events import Acted, Dealt, Entrant, Opened, ShowedCards
from fivecard.table.core.game import NOBODY, rules_in
from fivecard.table.core.state import Purse, Standing
from fivecard.table.protocol.types import Step
from fivecard.table.protocol.view import table_view
from fivecard.table.web.hand_history import teller, told_of_showing


def steps_of(record: Mapping[str, Any], me: int | None) -> Iterator[Step]:
    """The steps of a hand that was played, one after the other, for one of its players; None is anybody else."""
    seats = range(len(record["names"]))
    tell, table = teller(me, record["names"]), _before(record)
    for event in _events(record, me):
        table = evolve(table, event)
        told = tell(table.game, table.playing.steps)
        if isinstance(event, ShowedCards):
            told = [told_of_showing(me, record["names"], event.player, parse_cards(event.cards))]
        yield Step(told, replace(table_view(table, me, seats, 0.0), left=None))


def _events(record: Mapping[str, Any], me: int | None) -> Iterator[Event]:
    """What happened at the table, from the deal on."""
    who = enumerate(zip(record["levels"], record["names"], strict=True))
    players = tuple([Entrant(seat, None if seat == me else level, name) for seat, (level, name) in who])
    deck, reserve = (" ".join(record[name]) for name in ("deck", "reserve"))
    stakes, stacks = convert(record["stakes"], Stakes | None), tuple(record["stacks"])
    runs = record.get("runs", 1)
    yield Dealt(record["round"], players, deck, reserve, 0.0, stakes, stacks, record["button"], runs)
    for move in record["actions"]:
        yield Acted(until=0.0, **move)
    for player, cards in enumerate(record.get("showed", ())):
        if cards:
            yield ShowedCards(player, " ".join(cards))


def _before(record: Mapping[str, Any]) -> Table:
    """The table before the deal: at it are those who play, whose seats are their numbers."""
    count = len(record["names"])
    return Table(
        id=record["table"],
        terms=Opened(record["table"], record["rules"], count, NOBODY, clock=0.0, practice=False, secret=""),
        rules=rules_in(record),
        fill=NOBODY,
        clock=0.0,
        practice=False,
        secret=b"",
        seats=(None,) * count,
        standings=(Standing(),) * count,
        head=(record["round"] - 1, ""),
        stakes=convert(record["stakes"], Stakes | None),
        purses=tuple([Purse(stack, stack) for stack in record["stacks"] or [0] * count]),
    )

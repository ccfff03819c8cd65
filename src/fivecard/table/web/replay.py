"""A finished hand on the table again, one step an action, each as the reader saw it.

The table plays it once more by its events, and every step leaves through `view`, as it did when it was played: what the
reader did not see then is not in it.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import convert
from msgspec.structs import replace

from fivecard.cards import parse_cards
from fivecard.engine import Action, Deal, Discard, Stakes, State, apply, start
from fivecard.engine import Event as Happened
from fivecard.table.core import Event, Table, evolve
from fivecard.table.core.events import Acted, Dealt, Discarded, Entrant
from fivecard.table.core.game import NOBODY, rules_in
from fivecard.table.core.state import Purse, Standing
from fivecard.table.protocol.types import Step
from fivecard.table.protocol.view import table_view
from fivecard.table.web.hand_history import teller


def steps_of(record: Mapping[str, Any], me: int | None) -> Iterator[Step]:
    """The steps of a hand that was played, one after the other, for one of its players; None is anybody else."""
    seats = range(len(record["names"]))
    tell, table = teller(me, record["names"]), _before(record)
    drawn = None if "stakes" in record else _drawn(record)
    for event in _events(record, me):
        table = evolve(table, event)
        state, happened = next(drawn) if drawn else (table.game, table.playing.steps)
        yield Step(tell(state, happened), replace(table_view(table, me, seats, 0.0), left=None))


def _events(record: Mapping[str, Any], me: int | None) -> Iterator[Event]:
    """What happened at the table, from the deal on."""
    who = enumerate(zip(record["levels"], record["names"], strict=True))
    players = tuple([Entrant(seat, None if seat == me else level, name) for seat, (level, name) in who])
    stakes = convert(record["stakes"], Stakes) if "stakes" in record else None
    deck, reserve = (" ".join(record[name]) for name in ("deck", "reserve"))
    stacks, button = tuple(record.get("stacks", ())), record.get("button")
    yield Dealt(record["round"], players, deck, reserve, 0.0, stakes, stacks, button)
    for move in record.get("actions", ()):
        yield Acted(until=0.0, **move)
    for player, cards in enumerate(record.get("discards", ())):
        yield Discarded(player, " ".join(cards), record["by"][player], 0.0)


def _drawn(record: Mapping[str, Any]) -> Iterator[tuple[State, tuple[Happened, ...]]]:
    """What the engine says to each step of a hand without chips; with them the table knows."""
    deck, reserve = (parse_cards(" ".join(record[name])) for name in ("deck", "reserve"))
    draws = [Discard(player, parse_cards(" ".join(cards))) for player, cards in enumerate(record["discards"])]
    state = start(rules_in(record), record["players"])
    actions: list[Action] = [Deal(deck, reserve), *draws]
    for action in actions:
        state, events = apply(state, action)
        yield state, events


def _before(record: Mapping[str, Any]) -> Table:
    """The table before the deal: at it are those who play, whose seats are their numbers."""
    count = record["players"]
    stakes = convert(record["stakes"], Stakes) if "stakes" in record else None
    return Table(
        id=record["table"],
        rules=rules_in(record),
        fill=NOBODY,
        clock=0.0,
        practice=False,
        secret=b"",
        seats=(None,) * count,
        standings=(Standing(),) * count,
        head=(record["round"] - 1, ""),
        stakes=stakes,
        purses=tuple([Purse(stack, stack) for stack in record.get("stacks", [0] * count)]),
    )

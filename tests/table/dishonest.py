"""A server that cheats, for the tests of who finds out: `python tests/table/dishonest.py table --port 0 ...`.

How it cheats at a table is the name of the person in the first seat; at other tables it is honest.
"""

import asyncio
import sys
from typing import Any

from msgspec.structs import replace

from fivecard.cli import main as cli
from fivecard.table import core
from fivecard.table.core import Command, Decision, Request, Table, decide
from fivecard.table.core.commands import Commit, Open, Tick
from fivecard.table.core.commitments import server_commitment
from fivecard.table.core.events import Sealed, Voided
from fivecard.table.core.evolve import led_to
from fivecard.table.core.shuffle import agreed, commit, is_answered, open_puzzle
from fivecard.table.core.state import put
from fivecard.table.core.timelock import make_factors, puzzle_of
from fivecard.table.protocol import view
from fivecard.table.protocol.types import TableView
from fivecard.table.runtime import table_actor

honest_go_on = table_actor.TableActor._go_on_once
own_factors = make_factors()
sealed_again: set[tuple[str, int]] = set()


def cheats(table: Table, how: str) -> bool:
    seat = table.seats[0]
    return bool(seat and seat.name == how)


def decide_to_cheat(table: Table, command: Command) -> Decision:
    if isinstance(command, Tick) and (cheated := look_first(table, command)):
        return cheated
    if isinstance(command, Request) and table.round:  # acknowledged, and treated as if it had never come
        if cheats(table, "never opened") and isinstance(command.message, Open):
            return led_to(table)
        if cheats(table, "never committed") and isinstance(command.message, Commit):
            return led_to(table)
    return rewritten(decide(table, command))


def look_first(table: Table, command: Tick) -> Decision | None:
    """Have a look at the deck as soon as all puzzles are open, and do not deal it if it is not to one's liking."""
    playing = table.round
    if playing is None or not table.shuffling:
        return None
    own = playing.players[0]
    if cheats(table, "commit for you") and own.seed is None:
        if table.phase == "opening":
            return led_to(table, *open_puzzle(table, 0, f"{own_factors[0]:x}"))
        return led_to(table, *commit(table, 0, puzzle_of(own_factors))) if own.puzzle is None else None
    if table.phase != "opening" or not is_answered(table):
        return None
    if cheats(table, "throw away") and table.rounds_begun <= 2:
        return led_to(table, Voided("seat 2 did not open"))
    if cheats(table, "hide the seal") and table.rounds_begun <= 2:
        hidden = replace(playing, players=put(playing.players, 0, replace(own, puzzle=None)))
        return led_to(replace(table, round=hidden), Voided("seat 1 did not commit"))
    if cheats(table, "seal again") and (table.id, playing.number) not in sealed_again:
        sealed_again.add((table.id, playing.number))
        seal = table.id, playing.number, table.head[1], agreed(table), playing.puzzles, command.seed
        return led_to(table, Sealed(command.seed.hex(), server_commitment(*seal), command.now + 1))
    return None


def rewritten(decided: Decision) -> Decision:
    """Rewrite the past when a round is over."""
    table, record = decided.table, decided.record
    if record is None or "void" in record:
        return decided
    if cheats(table, "forget"):
        table = replace(table, head=(table.head[0], "00" * 32))
    if cheats(table, "skip a number"):
        table = replace(table, rounds_begun=table.rounds_begun + 1)
    return Decision(decided.events, table, record)


def is_due(table: Table, *arguments: Any) -> bool:
    """Do not wait for a person to commit or open whom one does it for."""
    own = table.round.players[0] if table.round and table.shuffling and cheats(table, "commit for you") else None
    for_you = own and own.seed is None and (table.phase == "opening" or own.puzzle is None)
    return bool(for_you) or core.is_due(table, *arguments)


def seen_from(common: view.Common, *arguments: Any) -> TableView:
    """Tell everybody that the second seat has won, or that they have committed already; or do not show the seal."""
    seen = view.seen_from(common, *arguments)
    playing, table = seen.round, common.table
    if playing and cheats(table, "no seal"):
        playing = replace(playing, server_commitment="")
    if playing and cheats(table, "commit for you"):
        playing = replace(playing, players=[replace(playing.players[0], committed=True), *playing.players[1:]])
    if playing and playing.show and cheats(table, "announce"):
        made, hands = list(playing.show.made), list(playing.show.hands)
        made[1], hands[1] = "royal flush", ["As", "Ks", "Qs", "Js", "Ts"]
        show = replace(playing.show, winners=(1,), made=made, hands=hands, reason="Host wins with royal flush.")
        playing = replace(playing, show=show)
    return replace(seen, round=playing)


async def go_on_once(own: table_actor.TableActor) -> None:
    """Look at the puzzles before the deal is sealed, until somebody says something."""
    while cheats(own.table, "wait") and own.table.phase == "committing" and is_answered(own.table) and not own._said:
        await asyncio.sleep(0.01)
    await honest_go_on(own)


if __name__ == "__main__":
    for where, name, what in (
        (table_actor, "decide", decide_to_cheat),
        (table_actor, "is_due", is_due),
        (table_actor, "seen_from", seen_from),
        (table_actor.TableActor, "_go_on_once", go_on_once),
    ):
        setattr(where, name, what)
    sys.exit(cli.command())

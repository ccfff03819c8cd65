"""A server that cheats, for the tests of who finds out: `python tests/table/dishonest.py table --port 0 ...`.

How it cheats at a table is the name of the person in the first seat; at other tables it is honest.
"""

import sys
from typing import Any

from msgspec.structs import replace

from fivecard.cli import main as cli
from fivecard.table.core import Command, Decision, Request, Table, decide
from fivecard.table.core.commands import Begin, Sit
from fivecard.table.core.commitments import nonce_commitment
from fivecard.table.core.events import Committed, Dealt, GotReady
from fivecard.table.core.evolve import led_to
from fivecard.table.core.shuffle import deal
from fivecard.table.core.state import Seat
from fivecard.table.protocol import view
from fivecard.table.protocol.types import TableView
from fivecard.table.runtime import table_actor

OWN_NONCE = "11" * 32
thrown_away: set[str] = set()


def cheats(table: Table, how: str) -> bool:
    seat = table.seats[0]
    return bool(seat and seat.name == how)


def decide_to_cheat(table: Table, command: Command) -> Decision:
    decided = decide(table, command)
    if any(isinstance(event, Dealt) for event in decided.events):
        if cheats(table, "throw away") and table.id not in thrown_away:
            thrown_away.add(table.id)
            events = [event for event in decided.events if isinstance(event, GotReady)]
            ready = led_to(table, *events).table
            return Decision((*events,), replace(ready, until=None, seats=_fresh(ready)))
        if cheats(table, "other seed"):
            return decide(replace(table, secret=b"a better one".ljust(32)), command)
    sits_down = isinstance(command, Request) and isinstance(command.message, Sit)
    if sits_down and cheats(decided.table, "ready for you"):
        return dealt_for_you(decided)
    begins = isinstance(command, Request) and isinstance(command.message, Begin)
    if begins and cheats(table, "never ready"):  # acknowledged, and treated as if it had never come
        return led_to(table)
    return rewritten(decided)


def _fresh(table: Table) -> tuple[Seat | None, ...]:
    """All seats, asked again, with the nonces after those that are open."""
    return tuple(
        seat and replace(seat, ready=False, nonce=None, commitment=seat.following if seat.nonce else seat.commitment)
        for seat in table.seats
    )


def dealt_for_you(decided: Decision) -> Decision:
    """Deal a person in without asking, with a nonce of the host's."""
    commitment = nonce_commitment(decided.table.id, OWN_NONCE)
    committed = led_to(decided.table, Committed(0, commitment))
    ready = led_to(committed.table, GotReady(0, 0.0, OWN_NONCE, commitment, committed.table.seq))
    dealt = led_to(ready.table, deal(ready.table, 4e9))
    return Decision((*decided.events, *committed.events, *ready.events, *dealt.events), dealt.table)


def rewritten(decided: Decision) -> Decision:
    """Rewrite the past when a round is over."""
    table, record = decided.table, decided.record
    if record is None:
        return decided
    if cheats(table, "forget"):
        table = replace(table, head=(table.head[0], "00" * 32))
    if cheats(table, "skip a number"):
        table = replace(table, rounds_begun=table.rounds_begun + 1)
    return Decision(decided.events, table, record)


def seen_from(common: view.Common, *arguments: Any) -> TableView:
    """Tell everybody that the second seat has won, or that the next deal follows from something else."""
    seen = view.seen_from(common, *arguments)
    playing, table = seen.round, common.table
    if cheats(table, "commit again") and table.seq > 4:
        seen = replace(seen, next=replace(seen.next, commitment="00" * 32))
    if playing and playing.show and cheats(table, "announce"):
        made, hands = list(playing.show.made), list(playing.show.hands)
        made[1], hands[1] = "royal flush", ["As", "Ks", "Qs", "Js", "Ts"]
        show = replace(playing.show, winners=(1,), made=made, hands=hands, lines=["Host wins with royal flush."])
        playing = replace(playing, show=show)
    return replace(seen, round=playing)


if __name__ == "__main__":
    for name, what in (("decide", decide_to_cheat), ("seen_from", seen_from)):
        setattr(table_actor, name, what)
    sys.exit(cli.command())

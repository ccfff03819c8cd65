"""A server that cheats, for the tests of who finds out: `python tests/dishonest.py table --port 0 ...`.

How it cheats at a table is the name of the person in the first seat; at other tables it is honest.
"""

import asyncio
import sys
from typing import Any

from fivecard import cli
from fivecard.table import driver, view
from fivecard.table.fair import first_link, server_commitment
from fivecard.table.room import Event, Room
from fivecard.table.timelock import make_factors, puzzle_of

honest_automatic, honest_take, honest_open, honest_commit = Room.automatic, Room.take, Room.open, Room.commit
honest_go_on, honest_record = driver.TableDriver._go_on_once, Room.record_after
own_factors = make_factors()
sealed_again: set[tuple[str, int]] = set()


def cheats(table: Room, how: str) -> bool:
    seat = table.seats[0]
    return bool(seat and seat.name == how)


def automatic(table: Room, now: float, seed: bytes) -> list[Event]:
    """Have a look at the deck as soon as all puzzles are open, and do not deal it if it is not to one's liking."""
    playing = table.round
    if playing and cheats(table, "commit for you") and 0 not in playing.seeds:
        if table.phase == "committing" and 0 not in playing.puzzles:
            return honest_commit(table, 0, puzzle_of(own_factors))
        if table.phase == "opening":
            return honest_open(table, 0, own_factors[0])
    if playing and table.phase == "opening" and set(playing.puzzles) <= set(playing.seeds):
        if cheats(table, "throw away") and table.rounds_begun <= 2:
            return [{"kind": "void", "reason": "seat 2 did not open"}]
        if cheats(table, "hide the seal") and table.rounds_begun <= 2:
            playing.puzzles.pop(0, None)
            return [{"kind": "void", "reason": "seat 1 did not commit"}]
        if cheats(table, "seal again") and (table.id, playing.number) not in sealed_again:
            told = server_commitment(table.id, playing.number, table.head[1], table.agreed(), playing.puzzles, seed)
            return [{"kind": "sealed", "seed": seed.hex(), "commitment": told, "until": now + 1}]
    return honest_automatic(table, now, seed)


def take(table: Room, event: Event) -> None:
    """Rewrite the past."""
    if event["kind"] == "sealed" and table.phase == "opening" and table.round:
        sealed_again.add((table.id, table.round.number))
    honest_take(table, event)
    if event["kind"] == "discarded" and "record" in event:
        if cheats(table, "forget"):
            table.head = table.head[0], "00" * 32
        if cheats(table, "skip a number"):
            table.rounds_begun += 1
        if cheats(table, "earlier protocol"):
            table.head = table.head[0], first_link(table.id)


def record_after(table: Room, event: Event) -> dict[str, Any] | None:
    """Pretend that a round was dealt before there were puzzles."""
    record = honest_record(table, event)
    if record and cheats(table, "earlier protocol"):
        del record["protocol"]
    return record


def room_view(table: Room, *arguments: Any) -> dict[str, Any]:
    """Tell everybody that the second seat has won, or that they have committed already; or do not show the seal."""
    seen = view.room_view(table, *arguments)
    if cheats(table, "no seal") and seen["round"]:
        seen["round"]["server_commitment"] = ""
    if cheats(table, "commit for you") and seen["round"]:
        seen["round"]["players"][0]["committed"] = True
    if cheats(table, "announce") and seen["round"] and "show" in seen["round"]:
        show = seen["round"]["show"]
        show["winners"] = [1]
        show["made"][1] = "royal flush"
        show["hands"][1] = ["As", "Ks", "Qs", "Js", "Ts"]
        show["reason"] = "Host wins with royal flush."
    return seen


async def go_on_once(own: driver.TableDriver) -> None:
    """Look at the puzzles for a while before the deal is sealed."""
    if cheats(own.room, "wait") and own.room.phase == "committing" and own.room.automatic(0.0, bytes(32)):
        await asyncio.sleep(4.5)
    await honest_go_on(own)


def open_puzzle(table: Room, player: int, factor: int) -> list[Event]:
    """Acknowledge an opening, and act as if it had never come."""
    return [] if cheats(table, "never opened") else honest_open(table, player, factor)


def commit(table: Room, player: int, puzzle: str) -> list[Event]:
    """Acknowledge a puzzle, and act as if it had never come."""
    return [] if cheats(table, "never committed") else honest_commit(table, player, puzzle)


if __name__ == "__main__":
    for where, name, what in (
        (Room, "automatic", automatic),
        (Room, "take", take),
        (Room, "open", open_puzzle),
        (Room, "commit", commit),
        (Room, "record_after", record_after),
        (driver, "room_view", room_view),
        (driver.TableDriver, "_go_on_once", go_on_once),
    ):
        setattr(where, name, what)
    sys.exit(cli.command())

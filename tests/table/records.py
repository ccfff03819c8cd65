"""Records of rounds as a table publishes them, and what a witness has noted of them."""

import random
from typing import Any

from fivecard.table.core import replay
from fivecard.table.core.shuffle import OPENING_SECONDS
from fivecard.table.core.timelock import squared
from tests.paths import GOLDEN
from tests.table.tables import FACTORS, LiveTable, table_of

VECTORS = GOLDEN / "fair.json"


def forced_round(squarings: int = 500) -> LiveTable:
    """Play a round in which the second of two people goes silent after the seal."""
    live = table_of("Ann", "Bob", seats=2, squarings=squarings)
    live.seal()
    live.open(0)
    assert live.table.silent() is None
    live.tick(OPENING_SECONDS + 1)
    while silent := live.table.silent():
        player, base, puzzle = silent
        assert replay(live.events).silent() == silent  # a restart goes on from here
        assert live.tick(1e9) == ()  # nothing else can happen
        live.force(player, squared(base, puzzle, squarings))
    while live.table.phase != "shown":
        if not live.tick():
            live.discard(0)
    return live


def witness_of(record: dict[str, Any], **more: Any) -> dict[str, Any]:
    """What the browser of the first person would have kept."""
    return {
        "seat": 0,
        "factors": [f"{factor:x}" for factor in FACTORS[0]],
        "server_commitment": record["server_commitment"],
        "sealed_after": 100,
        "acknowledged": ["commit", "open"],
        "voids": {},
        "hand": record["deck"][0 : 5 * record["players"] : record["players"]],
        "shown": {name: record[name] for name in ("hands", "made", "winners", "reason")},
    } | more


def rounds_of(seed: int, count: int, voids: int = 0) -> list[dict[str, Any]]:
    """Play some rounds at one table, the later ones after void deals."""
    live = table_of("Ann", "Bób 🂡")
    for number in range(count):
        for _ in range(voids if number else 0):
            live.begin()
            live.tick(1e9)
            for seat in (0, 1):
                live.come_back(seat)
        live.play_round(random.Random(seed + number))
    return live.records

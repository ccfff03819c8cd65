"""Records of rounds as a table publishes them, and what a witness has noted of them."""

import random
from typing import Any

from fivecard.table.core.commitments import nonce_commitment, server_commitment
from tests.paths import GOLDEN
from tests.table.tables import LiveTable, table_of

VECTORS = GOLDEN / "fair.json"


def witness_of(record: dict[str, Any], **more: Any) -> dict[str, Any]:
    """What the browser of the first person would have kept."""
    others = {player: nonce for player, nonce in record["nonces"].items() if player != "0"}
    return {
        "player": 0,
        "nonce": record["nonces"]["0"],
        "commitments": {
            record["seats"][int(player)].partition(":")[0]: nonce_commitment(record["table"], nonce)
            for player, nonce in others.items()
        },
        "server_commitment": server_commitment(record["table"], record["round"], bytes.fromhex(record["server_seed"])),
        "hand": record["deck"][0 : 5 * len(record["names"]) : len(record["names"])],
        "shown": {name: record[name] for name in ("hands", "made", "winners", "won", "returned")},
    } | more


def played(live: LiveTable, seed: int, count: int) -> list[dict[str, Any]]:
    """Play some rounds at a table."""
    for number in range(count):
        live.play_round(random.Random(seed + number))
    return live.records


def rounds_of(seed: int, count: int) -> list[dict[str, Any]]:
    """Play some rounds at one table."""
    return played(table_of("Ann", "Bób 🂡"), seed, count)

"""Small questions that are solved at once."""

from fivecard.solvers.postflop import Spot
from fivecard.study.questions import USUAL

RIVER = USUAL | {
    "board": "Td 9d 6h Qc 2s",
    "oop": "66+, A8s+, KQo, JTs",
    "ip": "QQ-22, AQs-A2s, KJo+, T8s+",
    "target": "0.1",
}
TURN = RIVER | {"board": "Td 9d 6h Qc", "oop": "AA, KQs, JTs, 55", "ip": "KK, TT, AQs, 87s", "target": "1"}
LONG = USUAL
"""A turn that goes on getting better for minutes."""
LARGE = RIVER | {"board": "Td 9d 6h", "oop": "random", "ip": "random", "target": "0.001"}


def river(**changes: object) -> Spot:
    """A river on which a player has something to decide."""
    given = {"pot": 100, "stack": 100, "bets": "a"} | changes
    return Spot("2c 2d 2h 3s 3c", ("AA, QQ", "KK"), **given)  # type: ignore[arg-type]

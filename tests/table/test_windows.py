"""No false alarms: the real page's windows at an honest table accuse nobody, whatever their networks and people do."""

from collections.abc import Iterator
from typing import Any, Final

import pytest

from tests.effort import effort
from tests.table.node_windows import Browsers
from tests.table.windows import PEOPLE, World

STEPS: Final = 2500
GAMES: Final[dict[str, dict[str, Any]]] = {
    "without chips": {"rules": "C", "seats": 4, "fill": "nobody"},
    "with computers": {"rules": "C", "seats": 3, "fill": "sharp"},
    "draw": {"rules": "five-card-draw", "seats": 4, "fill": "nobody", "stack": 200, "stakes": {"ante": 2}},
    "hold'em": {"rules": "holdem", "seats": 3, "fill": "nobody", "stack": 200},
    "run twice": {"rules": "holdem", "seats": 3, "fill": "nobody", "stack": 60, "twice": True, "rebuys": 5},
    "sit-and-go": {"rules": "holdem", "seats": 3, "fill": "nobody", "stack": 200, "sit_and_go": {"hands": 2}},
    "stud": {"rules": "seven-card-stud", "seats": 4, "fill": "nobody", "stack": 200},
    "password": {"rules": "five-card-draw", "seats": 4, "fill": "nobody", "stack": 200, "locked": True},
    "watched later": {"rules": "five-card-draw", "seats": 4, "fill": "nobody", "stack": 200, "delay": 20},
}


@pytest.fixture(scope="module")
def browsers() -> Iterator[Browsers]:
    running = Browsers()
    yield running
    running.close()


@pytest.mark.parametrize("game", GAMES)
def test_an_honest_table_is_accused_of_nothing(browsers: Browsers, game: str) -> None:
    hands = witnessed = 0
    for seed in range(effort(2, 80)):
        world = World(browsers, seed, **GAMES[game])
        for person in PEOPLE[:3]:
            world.open(person)
        for _ in range(STEPS):
            world.step()
        world.calm_down()
        hands, witnessed = hands + len(world.live.records), witnessed + world.witnessed
    assert hands
    assert witnessed

"""Two solutions of one tree, place by place: what is done differently, and what that does to EVs.

>>> from fivecard.solvers.postflop import Spot, solve
>>> spot = Spot("2c 2d 2h 3s 3c", ("AA, QQ", "KK"), pot=100, stack=100, bets={"oop": "50%, a"})
>>> rough, good = (solve(spot, target=target) for target in (20, 0.01))
>>> [row["action"] for row in compare(rough, good) if row["line"] == "bet 100"]
['fold', 'call']
>>> {row["moved"] for row in compare(good, good)}
{0.0}
"""

from typing import TYPE_CHECKING

import numpy as np

from fivecard._util.table_files import Cell, Columns
from fivecard.errors import ArgumentError
from fivecard.solvers.postflop.spot import PLAYERS
from fivecard.solvers.postflop.tables import Table, places_of_street

if TYPE_CHECKING:
    from fivecard.solvers.postflop.solution import Place, Solution

_COLUMNS: Columns = (
    {"line": "string", "player": "string", "action": "string"}
    | dict.fromkeys(("reached_first", "reached_second", "first", "second", "difference", "moved"), "double")
    | {f"{player} ev {which}": "double" for player in PLAYERS for which in ("first", "second")}
)


def compare(first: "Solution", second: "Solution", *path: str) -> Table:
    """Compare what two solutions do on one street, a row for each place and action.

    `reached_first` and `reached_second` say how often play gets to the place; `first` and `second` how often the whole
    range takes the action, and `difference` how much more often the second does. `moved` says how much of the range
    plays otherwise there: half of the sum of differences over actions, hand by hand, weighted by how often both get
    there. EVs are those of the whole range at the place, in chips.

    Args:
        first: One.
        second: The other: of a question with the same cards, ranges' hands, and lines of betting. Locks, weights, rake
            and how long it was solved may differ.
        path: Where the street begins.
    """
    if (second.spot.cards, second.spot.game) != (first.spot.cards, first.spot.game):
        raise ArgumentError("solutions are compared on the same board, in the same game")
    pairs = [places_of_street(solution, path) for solution in (first, second)]
    if [(place.path, place.actions) for place in pairs[0]] != [(place.path, place.actions) for place in pairs[1]]:
        raise ArgumentError("these solutions are of different trees: their lines of betting are not the same")
    starts = [_meetings(solution.at()) for solution in (first, second)]
    return Table(_COLUMNS, (row for one, other in zip(*pairs, strict=True) for row in _rows(one, other, starts)))


def _rows(one: "Place", other: "Place", starts: list[float]) -> list[list[Cell]]:
    assert one.player is not None
    player = PLAYERS.index(one.player)
    if not np.array_equal(one.hands[player], other.hands[player]):
        raise ArgumentError(f"the ranges {one.player} have other hands: only weights may differ")
    reached = [_meetings(place) / start for place, start in zip((one, other), starts, strict=True)]
    apart = np.abs(one.strategy - other.strategy).sum(axis=0) / 2
    both = (one.weights[player] + other.weights[player]) / 2
    moved = float(apart @ both / both.sum()) if both.sum() > 0 else 0.0
    evs = [place.mean(name, place.evs[number]) for number, name in enumerate(PLAYERS) for place in (one, other)]
    return [
        [", ".join(one.path), one.player, action, *reached, share, then, then - share, moved, *evs]
        for (action, share), then in zip(one.frequencies.items(), other.frequencies.values(), strict=True)
    ]


def _meetings(place: "Place") -> float:
    """How often play is there, in pairs of hands."""
    return float(place.weights[0].sum())

"""Grids of kinds of hands: what a range does, 13 x 13, aces first, suited to the upper right.

>>> from fivecard.solvers.postflop import Spot, solve
>>> solution = solve(Spot("2c 2d 2h 3s 3c", ("AA, QQ", "KK"), pot=100, stack=100, bets={"oop": "a"}), target=0.001)
>>> grid = solution.at().grid()
>>> grid.actions, grid.cell("QQ")["bet 100"].round(2)
(('check', 'bet 100'), np.float64(0.5))
"""

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from fivecard.cards import PLAIN, CardSet, Rank
from fivecard.errors import RangeError, quoted
from fivecard.ranges.kinds import grid_cells
from fivecard.solvers.postflop.spot import PLAYERS

if TYPE_CHECKING:
    from fivecard.solvers.postflop.solution import Place

Numbers = NDArray[np.float64]
_FOLD, _CALL, _BETS = (93, 138, 191), (102, 166, 97), ((232, 152, 110), (214, 96, 77), (178, 42, 52), (103, 0, 31))


@dataclass(frozen=True, eq=False)
class Grid:
    """A range by kind of hand. Arrays have a row and a column for each rank, highest first; NaN where nothing is.

    Args:
        player: Whose: `oop` or `ip`.
        ranks: Their letters.
        actions: What it does here, if it acts.
        reach: How much of each kind gets here, from 0 to 1.
        frequencies: How often each kind does what: a grid for each action.
        evs: How many chips each kind wins from here on.
        equities: And what part of the pot, without more bets.
    """

    player: str
    ranks: str
    actions: tuple[str, ...]
    reach: Numbers
    frequencies: Numbers
    evs: Numbers
    equities: Numbers

    def name(self, row: int, column: int) -> str:
        """Say what a cell is called: `AKs`.

        Args:
            row: From 0, aces.
            column: Likewise.
        """
        high, low = sorted((row, column))
        return self.ranks[high] + self.ranks[low] + ("" if row == column else "s" if row < column else "o")

    def cell(self, kind: str) -> dict[str, np.float64]:
        """Say everything of a kind: `reach`, `ev`, `equity`, and how often it does what.

        Args:
            kind: As `AKs`, `AKo` or `AA`.
        """
        places = {self.name(row, column): (row, column) for row, column in np.ndindex(self.reach.shape)}
        if kind not in places:
            raise RangeError(f"{quoted(kind)} is no kind of hand: write one as AKs, AKo or AA")
        at = places[kind]
        numbers = {"reach": self.reach[at], "ev": self.evs[at], "equity": self.equities[at]}
        return numbers | {action: grid[at] for action, grid in zip(self.actions, self.frequencies, strict=True)}

    def as_dict(self) -> dict[str, dict[str, float]]:
        """Say everything of all kinds that are here, in values that JSON has."""
        names = (self.name(row, column) for row, column in zip(*np.nonzero(self.reach > 0), strict=True))
        return {name: {what: float(number) for what, number in self.cell(name).items()} for name in names}

    def _repr_html_(self) -> str:
        rows = []
        for row in range(len(self.ranks)):
            cells = (self._html(row, column) for column in range(len(self.ranks)))
            rows.append(f"<tr>{''.join(cells)}</tr>")
        return f"<table>{''.join(rows)}</table>"

    def _html(self, row: int, column: int) -> str:
        name, reach = self.name(row, column), self.reach[row, column]
        style = "padding:1px 4px;text-align:center"
        if reach == 0:
            return f'<td style="{style};opacity:.35">{name}</td>'
        said = [f"{reach:.0%}"]
        if self.actions:
            shares = self.frequencies[:, row, column]
            said += [f"{action} {share:.0%}" for action, share in zip(self.actions, shares, strict=True)]
            style += f";background:linear-gradient(90deg,{_stripes(self.actions, shares)})"
        if not np.isnan(self.evs[row, column]):
            said.append(f"EV {self.evs[row, column]:.4g}")
        return f'<td style="{style};opacity:{0.4 + 0.6 * reach:.2f}" title="{escape("; ".join(said))}">{name}</td>'


def grid_of(place: "Place", player: int) -> Grid:
    """Sum a place up by kind of hand; hands count by how likely they are there.

    Args:
        place: Which.
        player: 0 out of position, 1 in position.
    """
    ranks = "".join(
        rank.letter for rank in reversed(Rank) if rank in place.solution.spot.hand_ranges[0].game.rankings[0].ranks
    )
    hands, weights = place.hands[player], place.weights[player]
    cells = grid_cells(hands)
    shape = (len(ranks), len(ranks))
    acts = place.player == PLAYERS[player]

    def summed(numbers: Numbers) -> Numbers:
        found = np.zeros(shape)
        np.add.at(found, cells, numbers)
        return found

    total = summed(weights)

    def mean(numbers: Numbers) -> Numbers:
        sums = summed(np.where(weights > 0, np.nan_to_num(numbers) * weights, 0))
        found: Numbers = np.divide(sums, total, out=np.full(shape, np.nan), where=total > 0)
        return found

    possible = summed(((hands & np.uint64(CardSet(place.board).mask)) == 0).astype(np.float64))
    here = summed(place.reach[player])
    return Grid(
        PLAYERS[player],
        ranks,
        place.actions if acts else (),
        np.divide(here, possible, out=np.zeros(shape), where=possible > 0),
        np.array([mean(row) for row in place.strategy]) if acts else np.zeros((0, *shape)),
        mean(place.evs[player]),
        mean(place.equities[player]),
    )


def place_html(place: "Place") -> str:
    """A place as a notebook shows it: what is done, and the grid of who acts, or of both."""
    board = PLAIN.join(place.board)
    title = f"{board}{': ' + ', '.join(place.path) if place.path else ''}"
    done = "; ".join(f"{action} {share:.1%}" for action, share in place.frequencies.items())
    acts = f"{place.player} {done}" if place.player else "a card comes"
    grids = "".join(place.grid(player)._repr_html_() for player in ([place.player] if place.player else PLAYERS))
    return f"<p>{escape(title)}<br>{escape(acts)}</p>{grids}"


def _stripes(actions: tuple[str, ...], shares: Numbers) -> str:
    """Colours side by side, each as wide as its action is frequent."""
    stops, begin = [], 0.0
    for (red, green, blue), share in zip(_colours(actions), shares.tolist(), strict=True):
        stops.append(f"rgb({red},{green},{blue}) {100 * begin:.1f}% {100 * (begin + share):.1f}%")
        begin += share
    return ",".join(stops)


def _colours(actions: tuple[str, ...]) -> list[tuple[int, int, int]]:
    """Blue to fold, green to check and call, and the darker a red the larger the bet."""
    bets = sum(action.startswith(("bet", "raise")) for action in actions)
    reds = iter([_BETS[min(number + max(0, 3 - bets), len(_BETS) - 1)] for number in range(bets)])
    return [_FOLD if action == "fold" else _CALL if action in {"check", "call"} else next(reds) for action in actions]

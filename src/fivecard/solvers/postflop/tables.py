"""What a solution says as columns, for any library of frames, and as files: csv, JSON (a line each) and Parquet.

>>> from fivecard.solvers.postflop import Spot, solve
>>> solution = solve(Spot("2c 2d 2h 3s 3c", ("AA, QQ", "KK"), pot=100, stack=100, bets={"oop": "a"}), target=0.001)
>>> table = solution.at().table()
>>> table.columns["hand"][:2], [round(chance, 1) for chance in table.columns["bet 100"][-2:]]
(['QdQc', 'QhQc'], [1.0, 1.0])
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from math import isnan
from typing import TYPE_CHECKING, Final

from fivecard._util.atomic_file import atomic_file
from fivecard._util.machine import path_of
from fivecard._util.table_files import TABLES, Cell, Columns
from fivecard.cards import CardSet
from fivecard.errors import ArgumentError, IllegalActionError, quoted
from fivecard.solvers.postflop.spot import PLAYERS, Line
from fivecard.solvers.postflop.tree import Node

if TYPE_CHECKING:
    from fivecard.solvers.postflop.solution import Place, Solution

_SHOWN: Final = 60
"""Rows that a notebook shows."""


class Table:
    """Named columns of one length, and how they are written.

    `columns` is what frames are made of: `polars.DataFrame(table.columns)`, `pandas.DataFrame(table.columns)`,
    `pyarrow.table(table.columns)`.

    Args:
        types: The type of each column by its name: `string`, `int64` or `double`.
        rows: What stands in them, row by row; NaN is nothing.
    """

    def __init__(self, types: Columns, rows: Iterable[Sequence[Cell]]) -> None:
        self.types = dict(types)
        self._rows = [tuple(_said(cell) for cell in row) for row in rows]

    @property
    def columns(self) -> dict[str, list[Cell]]:
        """The columns by name."""
        cells = list(zip(*self._rows, strict=True)) or [()] * len(self.types)
        return {name: list(column) for name, column in zip(self.types, cells, strict=True)}

    def __iter__(self) -> Iterator[dict[str, Cell]]:
        return (dict(zip(self.types, row, strict=True)) for row in self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and (self.types, self._rows) == (other.types, other._rows)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Table({len(self)} rows: {', '.join(self.types)})"

    def write(self, file: str | os.PathLike[str], form: str | None = None) -> None:
        """Write a file, which is whole at any moment.

        Args:
            file: Where to.
            form: `csv`, `json` (an object a line) or `parquet`, which wants pyarrow; by default what the name ends
                with.
        """
        path = path_of(file)
        with atomic_file(path) as target:
            TABLES[format_of(path.name, form)](self.types, self._rows, target)

    def rows(self) -> list[tuple[Cell, ...]]:
        """Give the rows as they stand."""
        return list(self._rows)

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{escape(name)}</th>" for name in self.types)
        rows = "".join(
            f"<tr>{''.join(f'<td>{escape(_short(cell))}</td>' for cell in row)}</tr>" for row in self._rows[:_SHOWN]
        )
        more = f"<p>{len(self):,} rows</p>" if len(self) > _SHOWN else ""
        return f"<table><tr>{head}</tr>{rows}</table>{more}"


def format_of(name: str, form: str | None) -> str:
    """The format of a file by its name, or as it was asked for.

    >>> format_of("flops.parquet", None)
    'parquet'
    """
    found = name.rpartition(".")[2].lower() if form is None else form
    if found not in TABLES:
        asked = f"the name {quoted(name)} ends in none of these" if form is None else f"not {quoted(form)}"
        raise ArgumentError(f"tables are written as {', '.join(TABLES)}: {asked}")
    return found


def table_of(place: "Place", player: str) -> Table:
    """Say everything of a player's hands: reach, equity, EV, and of who acts chances and EVs by action."""
    acts = place.player == player
    actions = place.actions if acts else ()
    types = {"hand": "string"} | dict.fromkeys(
        ["reach", "equity", "ev", *actions, *(f"ev {action}" for action in actions)], "double"
    )
    return Table(
        types,
        (
            (row.hand, row.reach, row.equity, row.ev, *(row.chances or {}).values(), *(row.evs or {}).values())
            for row in place.rows(player)
        ),
    )


_ACTIONS: Final[Columns] = {
    "line": "string",
    "player": "string",
    "hand": "string",
    "reach": "double",
    "equity": "double",
    "ev": "double",
    "action": "string",
    "chance": "double",
    "action_ev": "double",
}


def strategy_table(solution: "Solution", *path: str) -> Table:
    """Tabulate the strategy on one street, a row for each place, hand and action.

    Args:
        solution: What is told of.
        path: Where the street begins, or any place of it: what comes behind is told, as far as no card comes.
    """
    return Table(
        _ACTIONS,
        (
            (", ".join(place.path), place.player, row.hand, row.reach, row.equity, row.ev, action, chance, ev)
            for place in places_of_street(solution, path)
            for row in place.rows()
            for (action, chance), ev in zip((row.chances or {}).items(), (row.evs or {}).values(), strict=True)
        ),
    )


def places_of_street(solution: "Solution", path: Line, *, values: bool = True) -> "list[Place]":
    """All places of a street from one of them on, where somebody acts.

    Args:
        solution: What is looked at.
        path: Where it begins.
        values: Whether values are found, too.
    """
    start = solution.at(*path)
    if start.node is None:
        raise IllegalActionError(f"after {', '.join(path)} nobody acts: a card comes")
    paths: list[Line] = []
    nodes = solution.spot.tree.streets[len(start.board) - len(solution.spot.cards)].nodes

    def walk(node: Node, line: Line) -> None:
        paths.append(line)
        for name, child in zip(node.names, node.children, strict=True):
            if child.kind == "node":
                walk(nodes[child.number], (*line, name))

    walk(start.node, tuple(path))
    return solution.at_all(paths, values=values)


def next_cards_of(place: "Place") -> Table:
    """Say what each card that can come does to the values of both ranges, and to what is done first on it.

    Cards that are alike but for suits are looked at once, and have the same numbers; `like` names the one.
    """
    native = place.solution.native
    groups = native.next_cards([*place.steps])
    if not groups:
        raise IllegalActionError(f"after {', '.join(place.path) or 'the deal'} no card comes: somebody acts")
    first = [_name(group[0]) for group in groups]
    places = place.solution.at_all([(*place.path, card) for card in first])
    chances = [float(each.weights[0].sum()) for each in places]
    total = sum(chance * len(group) for chance, group in zip(chances, groups, strict=True))
    actions = places[0].actions
    types = (
        {"card": "string", "like": "string", "chance": "double"}
        | {f"{player} {what}": "double" for what in ("ev", "equity") for player in PLAYERS}
        | dict.fromkeys(actions, "double")
    )
    rows: list[tuple[int, tuple[Cell, ...]]] = []
    for group, like, there, chance in zip(groups, first, places, chances, strict=True):
        numbers = [
            *(there.mean(player, evs) for player, evs in zip(PLAYERS, there.evs, strict=True)),
            *(there.mean(player, equities) for player, equities in zip(PLAYERS, there.equities, strict=True)),
            *there.frequencies.values(),
        ]
        rows += [(card, (_name(card), like, chance / total if total else 0.0, *numbers)) for card in group]
    return Table(types, (row for _, row in sorted(rows, reverse=True)))


def _name(card: int) -> str:
    return str(CardSet(1 << card))


def _said(cell: Cell) -> Cell:
    if isinstance(cell, float):
        return None if isnan(cell) else float(cell)
    return cell


def _short(cell: Cell) -> str:
    return "" if cell is None else f"{cell:.4g}" if isinstance(cell, float) else str(cell)

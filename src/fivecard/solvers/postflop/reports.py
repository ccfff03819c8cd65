"""Many flops solved alike, as one table: frequencies and EVs by flop.

>>> from fivecard.solvers.postflop import Spot, all_flops
>>> spot = Spot("2c 2d 2h", ("AA, QQ", "KK"), pot=100, stack=100, bets={"ip flop": "50%"})
>>> table = report(spot, all_flops()[:2], target=1)
>>> table.columns["flop"], list(table.types)[-2:]
(['Ah Ad Ac', 'Ad Ac Kh'], ['check, check', 'check, bet 50'])
"""

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final

from fivecard import _core
from fivecard._util.machine import path_of
from fivecard._util.table_files import Cell, Columns, refuse_without
from fivecard.errors import ArgumentError, FormatError, RulesError, expect, expect_progress, quoted
from fivecard.solvers.postflop.files import spot_to_json
from fivecard.solvers.postflop.flops import Flop, all_flops
from fivecard.solvers.postflop.solution import Solution
from fivecard.solvers.postflop.solving import solve
from fivecard.solvers.postflop.spot import Spot
from fivecard.solvers.postflop.tables import Table, format_of

Row = dict[str, Cell]
Mapper = Callable[[Callable[[Flop], Row], Sequence[Flop]], Iterable[Row]]
"""Does a function with every flop, and gives what comes of each, in any order: `map`, an executor's `map`, a pool's
`imap_unordered`.
"""

_FIXED: Final[Columns] = {
    "flop": "string",
    "weight": "double",
    "chance": "double",
    "iterations": "int64",
    "exploitability": "double",
    "oop ev": "double",
    "ip ev": "double",
    "oop equity": "double",
}


def report(
    spot: Spot,
    flops: Sequence[Flop] | None = None,
    *,
    file: str | os.PathLike[str] | None = None,
    target: float = 0.5,
    seconds: float | None = None,
    iterations: int | None = None,
    threads: int | None = None,
    gpu: bool = False,
    mapper: Mapper = map,
    progress: Callable[[int, int], object] | None = None,
) -> Table:
    """Solve a spot on many flops, with a row for each: EVs, equity, and each player's first actions.

    With a file it can be stopped and started again: what is solved stands beside it, in `FILE.rows`, until all is, and
    is then written as csv, JSON or Parquet, as the file's name ends.

    Args:
        spot: The question; its board is put aside.
        flops: Which; None for all that these ranges tell apart.
        file: Where the table is written.
        target: How well each is solved, in percent of the pot.
        seconds: How long each may take.
        iterations: How many iterations each may take.
        threads: How many threads work for each flop: 1 where `mapper` has a process a core.
        gpu: Whether the GPU in use solves them.
        mapper: What goes through the flops; `ProcessPoolExecutor().map` or that of a cluster for many at once.
        progress: Called with how many are done, and of how many.
    """
    expect(spot, Spot, "a spot")
    expect_progress(progress)
    chosen = all_flops(spot.hand_ranges, spot.game) if flops is None else list(flops)
    if not chosen or not all(isinstance(flop, Flop) for flop in chosen):
        raise ArgumentError("expected flops, as `all_flops` and `subset` list them")
    target_file = None if file is None else path_of(file)
    if target_file is not None:
        refuse_without(format_of(target_file.name, None))
    work = partial(solve_flop, spot, target=target, seconds=seconds, iterations=iterations, threads=threads, gpu=gpu)
    key = {"spot": spot_to_json(on_board(spot, chosen[0].board)) | {"board": ""}, "target": target}
    journal = None if target_file is None else _Journal(target_file.with_name(target_file.name + ".rows"), key)
    wanted = {flop.board: flop for flop in chosen}
    done: dict[str, Row] = {board: row for board, row in (journal.rows() if journal else {}).items() if board in wanted}
    left = [flop for board, flop in wanted.items() if board not in done]
    for row in mapper(work, left) if left else ():
        done[str(row["flop"])] = row
        if journal:
            journal.add(row)
        if progress:
            progress(len(done), len(wanted))
    table = _table([done[board] | {"weight": flop.weight} for board, flop in wanted.items()])
    if target_file is not None and journal:
        table.write(target_file)
        journal.remove()
    return table


def means(table: Table) -> dict[str, float]:
    """Take the means of a report over its flops, weighted by how likely each comes with these ranges.

    What is done after a line is weighted by how likely flops are alone: that is what the field's reports say.

    Args:
        table: What `report` gave.
    """
    columns = table.columns
    chances = [float(chance or 0) for chance in columns["chance"]]
    found = {}
    for name, kind in table.types.items():
        if kind != "double" or name in {"weight", "chance"}:
            continue
        pairs = [(float(cell), chance) for cell, chance in zip(columns[name], chances, strict=True) if cell is not None]
        total = sum(chance for _, chance in pairs)
        found[name] = sum(number * chance for number, chance in pairs) / total if total else float("nan")
    return found


def solve_flop(
    spot: Spot,
    flop: Flop,
    *,
    target: float = 0.5,
    seconds: float | None = None,
    iterations: int | None = None,
    threads: int | None = None,
    gpu: bool = False,
) -> Row:
    """Solve a spot on one flop, and give its row of a report; `chance` is how many pairs of hands meet on it.

    Args:
        spot: The question; its board is put aside.
        flop: Which flop.
        target: In percent of the pot.
        seconds: How long it may take.
        iterations: How many iterations at most.
        threads: How many threads.
        gpu: Whether the GPU in use solves it.
    """
    here = on_board(spot, flop.board)
    solution = solve(here, target=target, seconds=seconds, iterations=iterations, threads=threads, gpu=gpu)
    first, second = solution.values
    row: Row = {
        "flop": flop.board,
        "weight": flop.weight,
        "chance": here.tree.game.meetings(),
        "iterations": solution.iterations,
        "exploitability": solution.exploitability,
        "oop ev": first,
        "ip ev": second,
        "oop equity": _equity(here, solution.threads),
    }
    return row | dict(_first_actions(solution))


def on_board(spot: Spot, board: str) -> Spot:
    """Ask the same on another flop.

    Args:
        spot: The question.
        board: Three cards.
    """
    try:
        found = replace(spot, board=board)
    except TypeError as error:
        raise RulesError(f"{quoted(board)} is no flop: {error}") from None
    if len(found.cards) != 3:
        raise RulesError(f"a report is of flops: a board of 3 cards, not {quoted(board)}")
    return found


def _first_actions(solution: Solution) -> Iterator[tuple[str, float]]:
    """How often whole ranges do what: who acts first, and the other after a check."""
    paths: list[tuple[str, ...]] = [()]
    root = solution.spot.tree.at()
    if root.player == 0 and "check" in root.names:
        below = solution.spot.tree.follow(("check",))
        if not isinstance(below, tuple) and below.street == 0:
            paths.append(("check",))
    for path, place in zip(paths, solution.at_all(paths, values=False), strict=True):
        for action, share in place.frequencies.items():
            yield ", ".join([*path, action]), share


def _equity(spot: Spot, threads: int) -> float:
    """What part of the pot the player out of position wins without bets."""
    plain = replace(spot, bets="", raises="", donks=None, add_all_in=0, rake=0, edits=(), locks=())
    return 0.5 + _core.PostflopAverages(plain.tree.game, False, threads).value(0, False)


def _table(rows: list[Row]) -> Table:
    names = list(dict.fromkeys(name for row in rows for name in row))
    total = sum(float(row["weight"] or 0) * float(row["chance"] or 0) for row in rows)
    types = dict(_FIXED) | {name: "double" for name in names if name not in _FIXED}
    for row in rows:
        row["chance"] = float(row["weight"] or 0) * float(row["chance"] or 0) / total if total else 0.0
    return Table(types, ([row.get(name) for name in types] for row in rows))


class _Journal:
    """What is solved so far: a line that says of what, then a row a line."""

    def __init__(self, file: Path, key: dict[str, Any]) -> None:
        self._file, self._key = file, key

    def rows(self) -> dict[str, Row]:
        """Read what an earlier run solved; a line that was not written to its end is left out."""
        if not self._file.exists():
            self._file.write_text(json.dumps(self._key) + "\n", "utf-8")
            return {}
        content = self._file.read_bytes()
        whole = content[: content.rfind(b"\n") + 1]
        try:
            key, *rows = [json.loads(line) for line in whole.splitlines()]
            found: dict[str, Row] = {row["flop"]: row for row in rows}
        except (ValueError, KeyError, TypeError):
            raise FormatError(f"{quoted(str(self._file))} is not what a report left behind: remove it") from None
        if key != self._key:
            raise FormatError(f"{quoted(str(self._file))} is of another question or target: finish that, or remove it")
        if whole != content:
            with self._file.open("r+b") as file:
                file.truncate(len(whole))
        return found

    def add(self, row: Row) -> None:
        """Keep a row."""
        with self._file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")

    def remove(self) -> None:
        """Leave nothing behind."""
        self._file.unlink(missing_ok=True)

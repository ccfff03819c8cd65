"""A folder of deals in, a folder of results out."""

import json
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from fivecard.distributed.engines import ENGINES, Engine, outcomes
from fivecard.distributed.tasks import NOTES, RESULT_ENDINGS, Form, Settings, Task, plan
from fivecard.distributed.work import Outcome, finished, whole
from fivecard.errors import ArgumentError, FivecardError, HandError, UnknownNameError, expect_progress, quoted
from fivecard.showdown import Layout
from fivecard.words.english import counted

ROWS_A_TASK: Final = 1 << 24
"""Rows of a Parquet file that are one task: some seconds of work, so that little is lost with a worker."""


@dataclass
class Summary:
    """What came of all deals: of how many tasks, how many of them had been done before, and the sum of their scores."""

    tasks: int = 0
    done_before: int = 0
    lines: int = 0
    wins: list[int] = field(default_factory=list)
    ties: int = 0
    invalid: int = 0

    def __str__(self) -> str:
        before = f", {self.done_before:,} of them done before" if self.done_before else ""
        won = ", ".join(f"player {number} won {count:,}" for number, count in enumerate(self.wins, 1))
        invalid = f", {self.invalid:,} invalid" if self.invalid else ""
        tasks, deals = counted(self.tasks, "task"), counted(self.lines, "deal")
        return f"{tasks}{before}: {deals}: {won}, {self.ties:,} tied or shared{invalid}"

    def count(self, outcome: Outcome) -> None:
        """Add what came of a task."""
        self.lines += outcome.lines
        self.wins = [before + more for before, more in zip(self.wins, outcome.wins, strict=True)]
        self.ties += outcome.ties
        self.invalid += outcome.invalid


def settle(
    source: str | os.PathLike[str],
    target: str | os.PathLike[str],
    *,
    game: str = "omaha",
    players: int = 2,
    hole: int | None = None,
    engine: Engine | None = "dask",
    client: Any = None,  # noqa: ANN401  (each engine has its own)
    form: Form = "parquet",
    columns: Sequence[str] = (),
    keep_bad_lines: bool = False,
    rows_a_task: int = ROWS_A_TASK,
    progress: Callable[[int, int], object] | None = None,
) -> Summary:
    """Settle all deals of a file or folder (text, csv, lines of JSON, Parquet), and write a file of results for each.

    `client` is what the engine is reached by: a client or the address of a scheduler of Dask, the address of a Ray, a
    session or the master of a Spark. Without it the active one is taken, or processes are started here. `engine=None`
    works in this process. A large Parquet file is parted into tasks of about `rows_a_task`, and has several results.

    The first bad deal ends the run, with the file and the line, unless bad lines are kept. What was finished until then
    is not done again by the next run. One folder of results is for one run at a time.
    """
    if engine is not None and engine not in ENGINES:
        raise UnknownNameError(f"there is no engine {quoted(engine)}: there are {', '.join(ENGINES)}, and None")
    if form not in RESULT_ENDINGS:
        raise HandError(f"results are written as {', '.join(RESULT_ENDINGS)}, not {quoted(form)}")
    if isinstance(columns, str):
        raise ArgumentError(f"columns are a list of names, not {quoted(columns)}")
    if not isinstance(rows_a_task, int) or rows_a_task < 1:
        raise HandError(f"a task has one row or more, not {quoted(rows_a_task)}")
    expect_progress(progress)
    layout = Layout(game, players, hole)
    settings = Settings(layout.game.name, players, layout.hole, form, tuple(columns), keep_bad_lines, rows_a_task)
    deals, folder = _paths(source, target)
    tasks = plan(deals, folder, settings)
    _make_room(folder, tasks, settings)
    summary = Summary(tasks=len(tasks), wins=[0] * players)
    left = _left_to_do(tasks, summary)
    found = outcomes(left, engine, client) if left else iter(())
    try:
        for number, outcome in enumerate(found, 1):
            if outcome.problem:
                raise HandError(outcome.problem)
            summary.count(outcome)
            if progress:
                progress(summary.done_before + number, summary.tasks)
    finally:
        if hasattr(found, "close"):
            found.close()
    _remove_parts(folder)
    return summary


def _paths(source: str | os.PathLike[str], target: str | os.PathLike[str]) -> tuple[Path, Path]:
    """Make both absolute, for workers who are somewhere else."""
    for path in (source, target):
        if not os.fspath(path):
            raise FivecardError("deals and results are in folders with a name, not ''; the one of this moment is '.'")
        if "://" in os.fspath(path):
            raise FivecardError(
                f"{quoted(os.fspath(path))} is no path: deals and results are in folders that all workers see"
            )
    deals, folder = Path(source).absolute(), Path(target).absolute()
    if deals.resolve() == folder.resolve():
        raise FivecardError(f"results would be among the deals of {quoted(os.fspath(source))}: name another folder")
    return deals, folder


def _make_room(folder: Path, tasks: Sequence[Task], settings: Settings) -> None:
    """Make the folder, or see that what is there is of earlier runs, of these settings and of deals that are there."""
    notes, note = folder / NOTES, folder / NOTES / "settings"
    try:
        earlier = note.exists()
        if not earlier and (foreign := next((task.result for task in tasks if os.path.lexists(task.result)), None)):
            raise FivecardError(f"{foreign} is there, of no earlier run: name another folder for the results")
        notes.mkdir(parents=True, exist_ok=True)
        _remove_parts(folder)
        if earlier:
            _check_settings(_read_note(note), settings.written(), folder)
        else:
            with whole(note, folder) as target:
                target.write(json.dumps(settings.written()).encode())
        expected = {task.note.name for task in tasks}
        for path in sorted(notes.glob("*.json")):
            if path.name not in expected:
                gone = folder / str(_read_note(path).get("name"))
                raise FivecardError(f"{gone} is of deals that are gone: name another folder for the results")
    except OSError as error:
        raise FivecardError(f"{folder}: {error.strerror or error}") from None


def _read_note(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_bytes())
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise FivecardError(f"{path} is no note of fivecard's: name another folder for the results")
    return found


def _check_settings(there: dict[str, Any], wanted: dict[str, Any], folder: Path) -> None:
    if different := [name for name in wanted if there.get(name) != wanted[name]]:
        name = different[0]
        raise FivecardError(
            f"{folder} has results with {name}={there.get(name)!r}, not {wanted[name]!r}: name another folder for these"
        )


def _remove_parts(folder: Path) -> None:
    """Remove what workers had begun who are no more."""
    for path in (folder / NOTES).glob("*.part"):
        path.unlink(missing_ok=True)


def _left_to_do(tasks: Sequence[Task], summary: Summary) -> list[Task]:
    """Count what has been done before, and give the rest."""
    left = []
    for task in tasks:
        if outcome := finished(task):
            summary.done_before += 1
            summary.count(outcome)
        else:
            left.append(task)
    return left

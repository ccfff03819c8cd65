"""What a worker does: settle one task, and put its result in place when it is whole."""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from fivecard.distributed.tasks import NOTES, Task
from fivecard.errors import FivecardError
from fivecard.showdown import Score, settle_file
from fivecard.showdown.parquet import settle_to_parquet


@dataclass(frozen=True)
class Outcome:
    """What came of a task: the numbers of its score, or what was wrong with its deals.

    A problem is a value: engines wrap what workers raise, each in its own way.
    """

    task: Task
    lines: int = 0
    wins: tuple[int, ...] = ()
    ties: int = 0
    invalid: int = 0
    problem: str | None = None


Work = Callable[[Task], Outcome]


def settle_task(task: Task, threads: int | None = 1) -> Outcome:
    """Settle a task. Whoever else does the same at the same time puts the same bytes in place."""
    try:
        identity = task.identity()
        with whole(task.result, task.folder) as target:
            score = _settle(task, target, threads)
            size = target.tell()
            if task.source.is_file() and task.identity() != identity:  # a pipe changes whenever it is written to
                raise FivecardError("the deals changed while they were settled: start the run again")
        outcome = Outcome(task, score.lines, tuple(score.wins), score.ties, score.invalid)
        with whole(task.note, task.folder) as target:
            target.write(json.dumps({**identity, "size": size, **scored(outcome)}).encode())
    except FivecardError as error:
        return Outcome(task, problem=str(error.within(task.source)))
    except OSError as error:
        return Outcome(task, problem=f"{error.filename2 or error.filename or task.result}: {error.strerror or error}")
    return outcome


def scored(outcome: Outcome) -> dict[str, object]:
    """The numbers of an outcome, as its note has them."""
    return {"lines": outcome.lines, "wins": list(outcome.wins), "ties": outcome.ties, "invalid": outcome.invalid}


def finished(task: Task) -> Outcome | None:
    """What came of a task that was finished before, if its deals are still the same."""
    note = task.read_note()
    if note is None or any(note.get(key) != value for key, value in task.identity().items()):
        return None
    try:
        outcome = Outcome(task, note["lines"], tuple(note["wins"]), note["ties"], note["invalid"])
        counts = [outcome.lines, *outcome.wins, outcome.ties, outcome.invalid]
    except (KeyError, TypeError):  # somebody else's
        return None
    right = len(outcome.wins) == task.settings.players and all(isinstance(count, int) for count in counts)
    return outcome if right else None


def _settle(task: Task, target: BinaryIO, threads: int | None) -> Score:
    settings = task.settings
    groups = None if task.row_groups is None else range(*task.row_groups)
    with task.source.open("rb", buffering=0) as source:
        if settings.form == "parquet":
            return settle_to_parquet(
                source, target, settings.layout, deals=task.deals, columns=settings.columns, row_groups=groups,
                keep_bad_lines=settings.keep_bad_lines, threads=threads,
            )  # fmt: skip
        return settle_file(
            source, target.write, settings.layout, form=settings.form, deals=task.deals, columns=settings.columns,
            row_groups=groups, keep_bad_lines=settings.keep_bad_lines, threads=threads,
        )  # fmt: skip


@contextmanager
def whole(wanted: Path, folder: Path) -> Iterator[BinaryIO]:
    """Write a file under a name that nobody else has, and move it to its place when all of it is on the disk.

    `cli.terminal.output` does so for the file of a program, with signals and files without a name: threads of a
    worker and network file systems know neither.
    """
    beside = folder / NOTES / f"{os.urandom(8).hex()}.part"
    try:
        with beside.open("xb") as target:
            yield target
            target.flush()
            os.fsync(target.fileno())
        wanted.parent.mkdir(parents=True, exist_ok=True)
        try:
            beside.replace(wanted)
        except FileNotFoundError:
            raise FivecardError(
                f"{wanted} was taken away before it was whole: another run began to write here"
            ) from None
    finally:
        beside.unlink(missing_ok=True)

"""What there is to do: the files of a folder, cut into tasks, each with the place of its result."""

import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from fivecard.errors import FivecardError, FormatError, MissingDependencyError, install, quoted
from fivecard.showdown import Layout
from fivecard.showdown.deals import ENDINGS, DealFormat

Form: TypeAlias = Literal["text", "csv", "json", "parquet"]

RESULT_ENDINGS: Final[dict[Form, str]] = {"text": ".txt", "csv": ".csv", "json": ".jsonl", "parquet": ".parquet"}
_HIDDEN: Final = (".", "_")  # what names begin with that engines and shells pass over
NOTES: Final = ".fivecard"
"""The folder, among the results, of what a run knows of them: a note for each, and what is being written."""


@dataclass(frozen=True)
class Settings:
    """How deals are settled: what decides, with the deals, about the names and bytes of the results."""

    game: str
    players: int
    hole: int
    form: Form
    columns: tuple[str, ...]
    keep_bad_lines: bool
    rows_a_task: int

    @property
    def layout(self) -> Layout:
        """What a deal is."""
        return Layout(self.game, self.players, self.hole)

    def written(self) -> dict[str, Any]:
        """The settings as JSON has them."""
        return {**asdict(self), "columns": list(self.columns)}


@dataclass(frozen=True)
class Task:
    """A file, or some of its row groups, and where their results go. Paths are absolute."""

    source: Path
    deals: DealFormat
    row_groups: tuple[int, int] | None
    folder: Path
    """Where all results go."""
    name: str
    """The result's place in it."""
    settings: Settings

    @property
    def result(self) -> Path:
        """The path of the result."""
        return self.folder / self.name

    @property
    def note(self) -> Path:
        """The path of the note that says that the result is whole, and what of."""
        return self.folder / NOTES / f"{hashlib.sha256(os.fsencode(self.name)).hexdigest()[:32]}.json"

    def identity(self) -> dict[str, Any]:
        """What a result is of: the same task of the same deals would give the same bytes."""
        there = self.source.stat()
        return {
            "name": self.name,
            "row_groups": self.row_groups and list(self.row_groups),
            "deals_size": there.st_size,
            "deals_modified": there.st_mtime_ns,
        }

    def read_note(self) -> dict[str, Any] | None:
        """What is noted of the result, if it is still there, as large as it was."""
        try:
            found = json.loads(self.note.read_bytes())
            size = self.result.stat().st_size
        except (OSError, ValueError):
            return None
        return found if isinstance(found, dict) and found.get("size") == size else None


def plan(source: Path, folder: Path, settings: Settings) -> list[Task]:
    """List the tasks for all deals of a file or folder, those in folders below it too, in the order of their names."""
    tasks = [task for path, name in _files(source, folder) for task in _tasks_of(path, name, folder, settings)]
    places: dict[str, Task] = {}
    for task in tasks:
        if other := places.get(task.name):
            raise FivecardError(
                f"{task.source} and {other.source} would both have their results in {task.name}: rename one of them"
            )
        places[task.name] = task
    sources = {task.source.resolve() for task in tasks}
    for task in tasks:
        if task.result.resolve() in sources:
            raise FivecardError(
                f"the results of {task.source} would take the place of deals, {task.result}: name another folder"
            )
    return tasks


def _files(source: Path, folder: Path) -> Iterator[tuple[Path, Path]]:
    """The files with deals, and their places below the source."""
    if source.is_file():
        yield source, Path(source.name)
        return
    if not source.is_dir():
        raise FivecardError(f"there is no file or folder {str(source)!r}")
    found: list[Path] = []
    results = folder.resolve()
    for place, folders, names in os.walk(source, followlinks=True):
        here = Path(place)
        above = {path.resolve() for path in (here, *here.parents)}  # links to them would lead here again, and again
        folders[:] = [
            name
            for name in folders
            if not name.startswith(_HIDDEN) and Path(place, name).resolve() not in {results, *above}
        ]
        paths = (Path(place, name) for name in names if not name.startswith(_HIDDEN))
        found += [path for path in paths if path.suffix.lower() in ENDINGS]
    if not found:
        raise FivecardError(f"there are no deals in {str(source)!r}: no file ends with {', '.join(ENDINGS)}")
    for path in found:
        if not path.exists():
            raise FivecardError(f"{path} is a link that leads nowhere")
    yield from ((path, path.relative_to(source)) for path in sorted(found))


def _tasks_of(path: Path, name: Path, folder: Path, settings: Settings) -> Iterator[Task]:
    stem = name.with_suffix("").as_posix()
    deals = ENDINGS.get(name.suffix.lower(), "text")
    result = RESULT_ENDINGS[settings.form]
    groups = _row_groups(path, settings.rows_a_task) if deals == "parquet" else []
    columns = settings.columns
    if columns and deals == "text":
        raise FormatError(f"{path}: a text has no column {quoted(columns[0])}: only tables have")
    if len(groups) < 2:
        yield Task(path, deals, None, folder, stem + result, settings)
    for number, some in enumerate(groups if len(groups) > 1 else []):
        yield Task(path, deals, some, folder, f"{stem}-{number:05}{result}", settings)


def _row_groups(path: Path, rows: int) -> list[tuple[int, int]]:
    """Cut a Parquet file into ranges of row groups that have so many rows together, or the last fewer."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise MissingDependencyError(f"reading Parquet needs pyarrow: {install('data')}") from None
    try:
        metadata = pq.ParquetFile(path).metadata
    except (pa.ArrowException, OSError) as error:
        raise FormatError(f"{path}: this is no Parquet file: {str(error).partition(chr(10))[0]}") from None
    return cut([metadata.row_group(number).num_rows for number in range(metadata.num_row_groups)], rows)


def cut(sizes: Sequence[int], rows: int) -> list[tuple[int, int]]:
    """Put neighbours together until they have so many rows.

    >>> cut([5, 5, 5, 5, 5], 10)
    [(0, 2), (2, 4), (4, 5)]
    """
    ranges, first, together = [], 0, 0
    for number, size in enumerate(sizes, 1):
        together += size
        if together >= rows or number == len(sizes):
            ranges.append((first, number))
            first, together = number, 0
    return ranges

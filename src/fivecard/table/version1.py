"""Logs of version 1: one SQLite file, in which each event's checksum covers all events before it, of any table."""

import json
import shutil
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from fivecard.errors import FivecardError
from fivecard.table.core import Event, Record, Table, evolve, replay
from fivecard.table.core.events import decode
from fivecard.table.core.record import record_between

_BEGINNING: Final = b"SQLite format 3\0"


def is_version_1(path: Path) -> bool:
    """Whether a file is a log of version 1: an SQLite file."""
    with path.open("rb") as file:
        return file.read(len(_BEGINNING)) == _BEGINNING


def read(path: Path) -> tuple[list[tuple[str, list[Event], Record | None]], list[str]]:
    """Read all whole events in order, those that finish a round with it, and what is wrong with the log.

    It is read from a copy, since SQLite writes to what it opens.
    """
    found: list[tuple[str, list[Event], Record | None]] = []
    problems, rounds = [], None
    with TemporaryDirectory(prefix=f".{path.name}.", dir=path.parent) as folder:
        shutil.copy(path, f"{folder}/log")
        if Path(f"{path}-wal").exists():
            shutil.copy(f"{path}-wal", f"{folder}/log-wal")
        try:
            with closing(sqlite3.connect(f"{folder}/log")) as connection:
                version = connection.execute("PRAGMA user_version").fetchone()[0]
                if version > 1:
                    raise FivecardError(f"{path} was written by another version of fivecard ({version})")
                rounds = _Rounds(connection)
                for table, event in _events(connection):
                    found.append((table, [event], rounds.finished_by(table, event)))
        except sqlite3.DatabaseError as error:
            problems.append(f"event {len(found) + 1} of version 1 cannot be read ({error})")
        except _DamagedError as error:
            problems.append(str(error))
    if problems:
        problems.append(f"the {len(found):,} events before it are kept")
    if rounds and rounds.left_out:
        problems.append(f"{rounds.left_out} finished rounds do not say what the events say, and are left out")
    return found, problems


class _DamagedError(Exception):
    """What was written is not what is there."""


def _events(connection: sqlite3.Connection) -> Iterator[tuple[str, Event]]:
    """Yield all events up to the first that is missing or damaged."""
    before = 0
    rows = connection.execute("SELECT number, room, event, sum FROM events ORDER BY number")
    for expected, (number, table, text, checksum) in enumerate(rows, 1):
        before = zlib.crc32(f"{number} {table} {text}".encode(), before)
        if (number, checksum) != (expected, before):
            raise _DamagedError(f"event {expected} of version 1 is missing or damaged")
        try:
            yield table, decode(text)
        except ValueError as error:
            raise _DamagedError(f"event {expected} of version 1 cannot be understood: {error}") from None


class _Rounds:
    """The finished rounds. They had no checksum: one is taken over only if it says what the events say."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._tables: dict[str, Table] = {}
        self.left_out = 0

    def finished_by(self, table: str, event: Event) -> Record | None:
        """Play on by an event; gives the round that it finishes, if one was written and is right."""
        before = self._tables.get(table)
        after = self._tables[table] = evolve(before, event) if before else replay([event])
        played = record_between(before, after) if before else None
        if played is None:
            return None
        query = "SELECT record FROM rounds WHERE room = ? AND number = ?"
        row = self._connection.execute(query, (table, played["round"])).fetchone()
        try:
            written = json.loads(row[0])
            if all(written[name] == played[name] for name in written.keys() & played.keys()):
                return dict(written)
        except (TypeError, ValueError, AttributeError):
            pass
        self.left_out += 1
        return None

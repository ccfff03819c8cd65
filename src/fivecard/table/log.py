"""The log: every event of every table, in one SQLite file that only grows. What is in it has happened.

Each row carries a checksum over itself and the row before it, so that a log which was cut or garbled is noticed and
read up to its last whole event.
"""

import asyncio
import json
import sqlite3
import threading
import zlib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, Final

from fivecard.errors import FivecardError
from fivecard.table.room import Event

_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS events (
    number INTEGER PRIMARY KEY, room TEXT NOT NULL, event TEXT NOT NULL, sum INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS rounds (
    room TEXT NOT NULL, number INTEGER NOT NULL, record TEXT NOT NULL, PRIMARY KEY (room, number)
);
"""
_VERSION: Final = 1


class Log:
    """The one connection that writes, and its thread: many tables' events become one transaction."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.notes: list[str] = []
        """What was found wrong with the log when it was opened."""
        self._owner = self._own()
        try:
            self._connection = self._open()
        except BaseException:
            self._owner.close()
            raise
        self._thread = ThreadPoolExecutor(1, "fivecard-log")  # writing waits for the disk and for nobody else
        self._lock = threading.Lock()
        self._waiting: list[tuple[str, Sequence[Event], dict[str, Any] | None, asyncio.Future[None]]] = []
        self._writer: asyncio.Task[None] | None = None
        self._number, self._sum = 0, 0

    def _own(self) -> IO[str]:
        """Make sure that no other server writes to this file."""
        owner = Path(f"{self.file}.lock").open("w")  # noqa: SIM115  (held as long as the log is)
        try:
            import fcntl

            fcntl.flock(owner, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except ImportError:  # Windows keeps others out by itself
            pass
        except OSError:
            owner.close()
            raise FivecardError(f"{self.file} is in use by another server") from None
        return owner

    def _open(self) -> sqlite3.Connection:
        try:
            return self._connect()
        except sqlite3.DatabaseError as error:
            if not _is_damage(error):
                raise FivecardError(f"{self.file}: {error}") from None
            damaged = self._put_aside()
            self.notes.append(f"{self.file} cannot be read ({error}): it is kept as {damaged}, and a new one is begun")
            return self._connect()

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.file, check_same_thread=False, isolation_level=None)
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=FULL")
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            if version not in {0, _VERSION}:
                raise FivecardError(f"{self.file} was written by another version of fivecard ({version})")
            connection.executescript(_SCHEMA)
            connection.execute(f"PRAGMA user_version={_VERSION}")
        except BaseException:
            connection.close()
            raise
        return connection

    def _put_aside(self) -> str:
        """Keep a log that cannot be read, under another name."""
        number = 1
        while (damaged := Path(f"{self.file}.damaged{number}")).exists():
            number += 1
        Path(self.file).replace(damaged)
        for suffix in ("-wal", "-shm"):
            if Path(self.file + suffix).exists():
                Path(self.file + suffix).replace(f"{damaged}{suffix}")
        return str(damaged)

    def read(self) -> dict[str, list[Event]]:
        """Give the events of all tables, up to the last whole one; what comes after it is put aside and said."""
        rooms: dict[str, list[Event]] = {}
        good: list[tuple[int, str, str, int]] = []
        problem = ""
        try:
            for number, room, text, check in self._rows():
                expected = _checksum(self._sum, number, room, text)
                if number != self._number + 1 or check != expected:
                    problem = f"event {self._number + 1} is missing or damaged"
                    break
                rooms.setdefault(room, []).append(json.loads(text))
                good.append((number, room, text, check))
                self._number, self._sum = number, check
        except (sqlite3.DatabaseError, ValueError) as error:
            if isinstance(error, sqlite3.DatabaseError) and not _is_damage(error):
                raise FivecardError(f"{self.file}: {error}") from None
            problem = f"event {self._number + 1} cannot be read ({error})"
        if problem:
            self._begin_again(good, problem)
        return rooms

    def _rows(self) -> Iterator[tuple[int, str, str, int]]:
        for number, room, text, check in self._connection.execute(
            "SELECT number, room, event, sum FROM events ORDER BY number"
        ):
            if [type(value) for value in (number, room, text, check)] != [int, str, str, int]:
                raise ValueError("it is not an event")
            yield number, room, text, check

    def _begin_again(self, good: list[tuple[int, str, str, int]], problem: str) -> None:
        """Begin a new log with the whole events of a damaged one."""
        rounds: list[tuple[str, int, str]] = []
        with suppress(sqlite3.DatabaseError):  # else replays of old rounds are lost
            rounds = self._connection.execute("SELECT room, number, record FROM rounds").fetchall()
        self._connection.close()
        damaged = self._put_aside()
        self._connection = self._connect()
        with self._transaction():
            self._connection.executemany("INSERT INTO events VALUES (?, ?, ?, ?)", good)
            self._connection.executemany("INSERT OR IGNORE INTO rounds VALUES (?, ?, ?)", rounds)
        self.notes.append(
            f"{self.file}: {problem}; the {len(good):,} events before it are kept, the damaged file is {damaged}"
        )

    def round(self, room: str, number: int) -> str | None:
        """Give a finished round, as JSON."""
        with self._lock:
            found = self._connection.execute("SELECT record FROM rounds WHERE room = ? AND number = ?", (room, number))
            row = found.fetchone()
        return str(row[0]) if row else None

    async def append(self, room: str, events: Sequence[Event], record: dict[str, Any] | None = None) -> None:
        """Write events down; when this returns they are on the disk. Whatever came in meanwhile goes together."""
        done = asyncio.get_running_loop().create_future()
        self._waiting.append((room, events, record, done))
        if self._writer is None:
            self._writer = asyncio.create_task(self._write_all())
        await done

    async def _write_all(self) -> None:
        try:
            while self._waiting:
                batch, self._waiting = self._waiting, []
                try:
                    rows = [(room, events, record) for room, events, record, _ in batch]
                    await asyncio.get_running_loop().run_in_executor(self._thread, self.write, rows)
                except Exception as error:
                    for *_, done in batch:
                        if not done.cancelled():
                            done.set_exception(error)
                else:
                    for *_, done in batch:
                        if not done.cancelled():
                            done.set_result(None)
        finally:
            self._writer = None

    def write(self, batch: Sequence[tuple[str, Sequence[Event], dict[str, Any] | None]]) -> None:
        """Write events of several tables in one transaction."""
        with self._lock:
            number, check = self._number, self._sum
            rows = []
            for room, events, _ in batch:
                for event in events:
                    number += 1
                    text = json.dumps(event, separators=(",", ":"))
                    check = _checksum(check, number, room, text)
                    rows.append((number, room, text, check))
            with self._transaction():
                self._connection.executemany("INSERT INTO events VALUES (?, ?, ?, ?)", rows)
                for room, _, record in batch:
                    if record is not None:
                        row = (room, record["round"], json.dumps(record))
                        self._connection.execute("INSERT OR REPLACE INTO rounds VALUES (?, ?, ?)", row)
            self._number, self._sum = number, check

    def _transaction(self) -> "_Transaction":
        return _Transaction(self._connection)

    def close(self) -> None:
        """Close the file."""
        self._thread.shutdown()
        with self._lock:
            self._connection.close()
        self._owner.close()


class _Transaction:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def __enter__(self) -> None:
        self._connection.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self._connection.execute("ROLLBACK" if kind else "COMMIT")


def _is_damage(error: sqlite3.DatabaseError) -> bool:
    """Whether a file is broken, and not only busy or out of reach."""
    code = getattr(error, "sqlite_errorcode", None)
    return code is None or code & 0xFF in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}


def _checksum(before: int, number: int, room: str, text: str) -> int:
    return zlib.crc32(f"{number} {room} {text}".encode(), before)

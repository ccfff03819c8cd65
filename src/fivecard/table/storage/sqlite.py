"""The log: every event of every table, in one SQLite database that is one process's. What is in it has happened.

An entry is what one command did at one table; it has the number of its first event within the table, and a checksum.
A finished round is a row of its own, whose checksum its entry names. Of a damaged database every entry that can be
reached is kept, up to the first one that its table lacks; the damaged file is kept under another name.
"""

import os
import shutil
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from msgspec import Raw
from msgspec.json import Decoder

from fivecard.errors import FivecardError
from fivecard.table.core import Event, Record
from fivecard.table.core.events import Closed, decode, encode
from fivecard.table.storage.log import DamagedRoundError

VERSION: Final = 1
_APPLICATION: Final = 0x66697665
_PAGE: Final = 4096
_SCHEMA: Final = (
    f"PRAGMA page_size={_PAGE}",
    f"PRAGMA application_id={_APPLICATION}",
    f"PRAGMA user_version={VERSION}",
    "CREATE TABLE tables (name TEXT PRIMARY KEY, closed INTEGER NOT NULL) WITHOUT ROWID",
    "CREATE TABLE entries (name TEXT, number INTEGER, events BLOB NOT NULL, round INTEGER, round_checksum BLOB,"
    " checksum BLOB NOT NULL, PRIMARY KEY (name, number)) WITHOUT ROWID",
    "CREATE TABLE rounds (name TEXT, number INTEGER, record BLOB NOT NULL, PRIMARY KEY (name, number)) WITHOUT ROWID",
)
_MOST_NOTES: Final = 10
_raw: Final = Decoder(list[Raw]).decode


class SqliteLog:
    """The one database that is written to."""

    def __init__(self, file: str, *, mode: str = "WAL", checkpoint: int = 1000) -> None:
        self.file, self._mode, self._checkpoint = file, mode, checkpoint
        self.notes: list[str] = []
        self._lock = threading.Lock()
        self._events: dict[str, list[Raw]] = {}
        self._ends: dict[str, int] = {}
        """How many events each open table has."""
        try:
            self._path = Path(file).resolve()
            self._database = self._open()
        except (OSError, RuntimeError, sqlite3.OperationalError) as error:
            if "locked" in str(error):
                raise FivecardError(f"{file} is in use by another server") from None
            raise FivecardError(f"{file}: {getattr(error, 'strerror', None) or error}") from None

    # Opening

    def _open(self) -> sqlite3.Connection:
        if not self._path.exists():
            os.close(os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
            _sync_folder(self._path.parent)
        if self._path.is_dir():
            raise IsADirectoryError(21, "Is a directory")
        try:
            database = self._connect(self._path)
            version = database.execute("PRAGMA user_version").fetchone()[0]
            known = database.execute("PRAGMA application_id").fetchone()[0] == _APPLICATION
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError:
            return self._salvage()
        if not self._path.stat().st_size or not (known or database.execute("SELECT * FROM sqlite_schema").fetchone()):
            _make(database)
        elif not known:
            database.close()
            raise FivecardError(f"{self.file} is not a log of fivecard: it is left alone")
        elif version != VERSION:
            database.close()
            raise FivecardError(f"{self.file} was written by another version of fivecard ({version})")
        try:
            damaged = self._read(database)
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError:
            damaged = ["parts of it cannot be reached"]
        if not damaged:
            return database
        database.close()
        return self._salvage()

    def _connect(self, path: Path) -> sqlite3.Connection:
        return _connect(path, self._mode, self._checkpoint)

    def _read(self, database: sqlite3.Connection) -> list[str]:
        """Read the events of all open tables; gives what is wrong with them."""
        self._events.clear()
        self._ends.clear()
        damaged = []
        for (name,) in database.execute("SELECT name FROM tables WHERE NOT closed").fetchall():
            self._ends[name], self._events[name] = 0, []
            for events, _ in _whole(database, name):
                self._events[name] += events
            self._ends[name] = len(self._events[name])
            count = database.execute("SELECT max(number) FROM entries WHERE name = ?", (name,)).fetchone()[0]
            if not self._ends[name] or count > self._ends[name]:
                damaged.append(
                    f"table {name}: event {self._ends[name] + 1} is missing or damaged; "
                    f"the {self._ends[name]:,} before it are kept"
                )
        return damaged

    def _salvage(self) -> sqlite3.Connection:
        """Begin a new database with all that can be reached; the old one is kept beside it."""
        with TemporaryDirectory(dir=self._path.parent, prefix=f".{self._path.name}.") as folder:
            new, old = Path(folder, "new"), Path(folder, "old")
            fresh = self._connect(new)
            _make(fresh)
            fresh.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            shutil.copyfile(self._path, old)
            with suppress(FileNotFoundError):
                shutil.copyfile(f"{self._path}-wal", f"{old}-wal")
            _mend_first_page(old, new.read_bytes()[:_PAGE], self.file)
            said: list[str] = []
            with suppress(sqlite3.DatabaseError), closing(self._connect(old)) as damaged:
                said = _copy(damaged, fresh)
            fresh.close()
            aside = _aside(self._path)
            shutil.copy2(self._path, aside)
            with suppress(FileNotFoundError):
                shutil.copy2(f"{self._path}-wal", f"{aside}-wal")
            shutil.copymode(self._path, new)
            Path(f"{self._path}-wal").unlink(missing_ok=True)
            new.replace(self._path)
            _sync_folder(self._path.parent)
        self.notes = [f"{self.file} is damaged: it is kept as {aside}", *said[:_MOST_NOTES]]
        if len(said) > _MOST_NOTES:
            self.notes.append(f"... and {len(said) - _MOST_NOTES:,} more like these")
        database = self._connect(self._path)
        self._read(database)
        return database

    def open_tables(self) -> list[str]:
        """The tables that were not closed when the log was opened, and whose events have not been handed over."""
        return [name for name in self._events if name in self._ends]

    def events(self, table: str) -> list[Event]:
        """Hand over the events of an open table, once."""
        return [decode(text) for text in self._events.pop(table)]

    # Rounds

    def round(self, table: str, number: int) -> str | None:
        """Read a finished round, as JSON, and never one that is not as it was written."""
        with self._lock, _as_os_errors():
            try:
                found = self._database.execute(
                    "SELECT record FROM rounds WHERE name = ? AND number = ?", (table, number)
                ).fetchone()
            except sqlite3.OperationalError:
                raise
            except sqlite3.DatabaseError:
                found = (b"",)
        if found is None:
            return None
        checksum, text = found[0][:16], found[0][16:]
        if _checksum(table, number, text) != checksum:
            raise DamagedRoundError("this hand is damaged: what the log has of it is not what was written")
        return str(text, "utf-8")

    def last_round(self, table: str) -> int:
        """The number of a table's last finished round, also when it is closed; 0 if there is none."""
        with self._lock, _as_os_errors():
            found = self._database.execute("SELECT max(number) FROM rounds WHERE name = ?", (table,)).fetchone()
        return found[0] or 0

    # Writing

    def write(self, batch: Sequence[tuple[str, Sequence[Event], Record | None]]) -> None:
        """Write events of several tables, and wait until the disk has them. If it fails, nothing of it has happened."""
        ends: dict[str, int] = {}
        closed = []
        with self._lock, _as_os_errors(), _transaction(self._database) as database:
            for table, events, record in batch:
                end = ends.get(table, self._ends.get(table, 0))
                if not end:
                    try:
                        database.execute("INSERT INTO tables VALUES (?, 0)", (table,))
                    except sqlite3.IntegrityError:
                        raise FivecardError(f"table {table} is closed") from None
                number, text, round_checksum = None, encode(events), None
                if record is not None:
                    number, whole = int(record["round"]), encode(record)
                    round_checksum = _checksum(table, number, whole)
                    database.execute("INSERT INTO rounds VALUES (?, ?, ?)", (table, number, round_checksum + whole))
                database.execute(
                    "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)",
                    (table, end + 1, text, number, round_checksum,
                     _checksum(table, end + 1, text, number, round_checksum)),
                )  # fmt: skip
                ends[table] = end + len(events)
                if isinstance(events[-1], Closed):
                    database.execute("UPDATE tables SET closed = 1 WHERE name = ?", (table,))
                    closed.append(table)
        self._ends |= ends
        for table in closed:
            del self._ends[table]

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._database.close()


def _connect(path: Path, mode: str, checkpoint: int) -> sqlite3.Connection:
    database = sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)
    try:
        database.execute("PRAGMA locking_mode=EXCLUSIVE")
        database.execute(f"PRAGMA page_size={_PAGE}")
        database.execute(f"PRAGMA journal_mode={mode}").fetchall()
        database.execute(f"PRAGMA wal_autocheckpoint={checkpoint}")
        database.execute("PRAGMA synchronous=FULL")
        database.execute("BEGIN IMMEDIATE")
        database.execute("COMMIT")
    except BaseException:
        database.close()
        raise
    return database


def _make(database: sqlite3.Connection) -> None:
    with _transaction(database):
        for statement in _SCHEMA:
            database.execute(statement)


@contextmanager
def _transaction(database: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    database.execute("BEGIN IMMEDIATE")
    try:
        yield database
        database.execute("COMMIT")
    except BaseException:
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise


@contextmanager
def _as_os_errors() -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise OSError(str(error)) from None


def _whole(database: sqlite3.Connection, name: str) -> Iterator[tuple[list[Raw], tuple[Any, ...]]]:
    """The entries of a table up to the first that it lacks."""
    end = 0
    for row in database.execute("SELECT * FROM entries WHERE name = ? ORDER BY number", (name,)):
        _, number, events, round_number, round_checksum, checksum = row
        if number != end + 1 or _checksum(name, number, events, round_number, round_checksum) != checksum:
            return
        texts = _raw(events)
        end += len(texts)
        yield texts, row


def _copy(damaged: sqlite3.Connection, fresh: sqlite3.Connection) -> list[str]:
    """Copy all that can be reached of every table; gives what could not."""
    names: set[str] = set()
    for source in ("tables", "entries", "rounds"):
        for order in ("", "DESC"):
            with suppress(sqlite3.DatabaseError):
                for (name,) in damaged.execute(f"SELECT DISTINCT name FROM {source} ORDER BY name {order}"):
                    names.add(name)
    said = []
    with _transaction(fresh):
        for name in sorted(str(name) for name in names):
            end, closed = 0, False
            with suppress(sqlite3.DatabaseError):
                for events, row in _whole(damaged, name):
                    fresh.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)", row)
                    end += len(events)
                    closed = b'"closed"' in bytes(events[-1])
                    if row[3] is not None:
                        record = b""
                        with suppress(sqlite3.DatabaseError):
                            found = damaged.execute(
                                "SELECT record FROM rounds WHERE name = ? AND number = ?", (name, row[3])
                            ).fetchone()
                            record = bytes(found[0]) if found else b""
                        if record[:16] != row[4] or _checksum(name, row[3], record[16:]) != row[4]:
                            said.append(f"table {name}: round {row[3]} is missing or damaged")
                            record = b""
                        fresh.execute("INSERT INTO rounds VALUES (?, ?, ?)", (name, row[3], record))
            if end:
                fresh.execute("INSERT INTO tables VALUES (?, ?)", (name, closed))
            if not closed:
                said.append(f"table {name}: {end:,} events are kept")
    return said


def _mend_first_page(path: Path, template: bytes, name: str) -> None:
    """Give a database its first page again, which is the same in all of ours, if it is one of ours."""
    with path.open("r+b") as file:
        first = file.read(_PAGE)
        if sum(one == other for one, other in zip(first, template, strict=False)) < 0.8 * _PAGE:
            raise FivecardError(f"{name} is not a log of fivecard: it is left alone")
        size = file.seek(0, os.SEEK_END)
        file.truncate(size - size % _PAGE)  # what is left of a page
        file.seek(0)
        file.write(template[:28] + (size // _PAGE).to_bytes(4, "big") + template[32:])


def _checksum(*covered: object) -> bytes:
    hashed = blake2b(digest_size=16)
    for each in covered:
        data = each if isinstance(each, bytes) else repr(each).encode()
        hashed.update(len(data).to_bytes(8, "big") + data)
    return hashed.digest()


def _sync_folder(path: Path) -> None:
    with suppress(OSError):
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _aside(path: Path) -> Path:
    number = 1
    while (aside := Path(f"{path}.damaged{number}")).exists():
        number += 1
    return aside

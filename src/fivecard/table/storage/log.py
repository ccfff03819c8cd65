"""The log: every event of every table, in one file that is only added to. What is in it has happened.

`journal` says how it is written. Of a damaged log every whole entry is kept, up to the first one that its table lacks;
no table suffers from another's damage, and nothing is thrown away: a damaged file is kept under another name. Closed
tables have files of their own, beside the log. One is read when somebody asks for its rounds, and where they are is
remembered for the tables that were asked for last.
"""

import io
import logging
import os
import shutil
import threading
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from tempfile import mkstemp
from typing import BinaryIO, Final

from msgspec import Raw

from fivecard.errors import FivecardError
from fivecard.table.core import Event, Record
from fivecard.table.core.events import decode
from fivecard.table.storage.journal import (
    HEADER,
    Chain,
    Damage,
    Entry,
    Tip,
    begins_like_a_log,
    compose,
    read_lines,
    round_text,
)

Batch = Sequence[tuple[str, Sequence[Event], Record | None]]
"""What commands did: the table, its events, and the round that they finish."""

LOG: Final = logging.getLogger("fivecard.table")
_MOST_NOTES: Final = 10
_MOST_DEAD: Final = 1 << 26
"""How many bytes of closed tables may be in the log of a server that runs."""
_MOST_REMEMBERED: Final = 8
"""Closed tables of which it is remembered where their rounds are: about 500 bytes a round."""


class DamagedRoundError(FivecardError):
    """A finished round that the log does not have any more as it was."""


class Log:
    """The one file that is written to."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.notes: list[str] = []
        """What was found wrong with the log when it was opened."""
        self._locked: list[io.FileIO] = []
        self._chains: defaultdict[str, Chain] = defaultdict(Chain)
        self._events: dict[str, list[Raw]] = {}
        self._end = self._dead = 0
        self._torn = False
        try:
            self._path = Path(file).resolve()  # where links lead: that is what others must be kept from
            self._folder = Path(f"{self._path}.closed")
            self._archived = {path.stem for path in self._folder.glob("*.log")}
            self._file = self._own()
            self._open()
        except (OSError, RuntimeError) as error:
            self._release()
            raise FivecardError(f"{file}: {getattr(error, 'strerror', None) or error}") from None
        except BaseException:
            self._release()
            raise
        self._lock = threading.Lock()
        self._reading = threading.Lock()  # so that many who ask for a closed table have it read once

    # Opening

    def _own(self) -> io.FileIO:
        """Open the file, and make sure that no other server has it, by whatever name."""
        while True:
            file = io.FileIO(os.open(self._path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o600), "r+")
            self._locked.append(file)
            _lock(file, self.file)
            if os.path.samestat(os.fstat(file.fileno()), self._path.stat()):
                _sync_folder(self._path.parent)  # it may be new
                return file  # else it was put aside between the opening and the lock

    def _release(self) -> None:
        for file in self._locked:
            file.close()

    def _open(self) -> None:
        """Find where every table is and how far it goes, and put in order what is not."""
        damage, archived = self._scan()
        if damage and not self._chains and not archived:
            self._file.seek(0)
            if not begins_like_a_log(self._file.read(len(HEADER))):
                raise FivecardError(f"{self.file} is not a log of fivecard (nothing in it is whole): it is left alone")
        broken = {table: chain for table, chain in self._chains.items() if chain.broken or not chain.tip.events}
        lost = [(table, number) for table, chain in self._chains.items() for number in chain.lost_rounds()]
        self._archive_closed()
        live = sum(size for chain in self._chains.values() for _, size in chain.extents())
        self._dead = self._end - live
        if damage or broken:
            self._rewrite(keep="damaged")
            self._tell_damage(damage, broken, lost)
        elif self._dead > live + len(HEADER):  # most of it is in the files of closed tables
            self._rewrite()

    def _scan(self) -> tuple[list[Damage], int]:
        """Read the whole log; gives what is damaged, and how many lines are of tables that have files of their own."""
        self._chains.clear()
        self._events.clear()
        self._file.seek(0)
        damage, archived = [], 0
        for line in read_lines(self._file, self.file):
            if isinstance(line, Damage):
                damage.append(line)
            elif line.table in self._archived:
                archived += 1
            elif (events := self._chains[line.table].take(line)) is None:
                damage.append(Damage(line.start, line.size))
            elif events:
                self._events.setdefault(line.table, []).extend(events)
        self._end = self._file.seek(0, io.SEEK_END)
        return damage, archived

    def _rewrite(self, keep: str = "") -> None:
        """Begin a new file with all that is whole of the open tables; the old one may be kept beside it."""
        starts, end = {}, len(HEADER)
        with self._anew() as new:
            for start, size in sorted(extent for chain in self._chains.values() for extent in chain.extents()):
                new.write(self._bytes(start, size))
                starts[start] = end
                end += size
            if keep:
                self.notes.append(f"{self.file} is damaged: it is kept as {_put_aside(self._path, keep)}")
        for table, chain in list(self._chains.items()):
            chain.move(starts)
            if not chain.tip.events:
                del self._chains[table]
        self._end, self._dead = end, 0

    @contextmanager
    def _anew(self) -> Iterator[BinaryIO]:
        """Write a file that takes the log's place. The old one stays locked as well where it has another name."""
        with _replacing(self._path) as new:
            new.write(HEADER)
            yield new
            self._locked.append(io.FileIO(os.dup(new.fileno()), "r+"))
            _lock(self._locked[-1], self.file)
        if not os.fstat(self._file.fileno()).st_nlink:
            self._locked.remove(self._file)
            self._file.close()
        self._file = self._locked[-1]

    def _tell_damage(self, damage: list[Damage], broken: dict[str, Chain], lost: list[tuple[str, int]]) -> None:
        said = [f"{len(damage)} parts of it are nothing whole, the first at byte {damage[0].start:,}"] if damage else []
        for table, chain in broken.items():
            kept = chain.tip.events
            said.append(f"table {table}: event {kept + 1} is missing or damaged; the {kept:,} before it are kept")
        said += [f"table {table}: round {number} is missing or damaged" for table, number in lost]
        self.notes += said[:_MOST_NOTES]
        if len(said) > _MOST_NOTES:
            self.notes.append(f"... and {len(said) - _MOST_NOTES:,} more like these")

    def open_tables(self) -> list[str]:
        """The tables that were not closed when the log was opened, and whose events have not been handed over."""
        return [name for name in self._events if name in self._chains and not self._chains[name].closed]

    def events(self, table: str) -> list[Event]:
        """Hand over the events of an open table, once. What is no event, or of another time, raises ValueError."""
        return [decode(text) for text in self._events.pop(table)]

    # Closed tables

    def _archive_closed(self) -> None:
        """Move each closed table to a file of its own. What cannot be done now is done at the next start."""
        for table, chain in list(self._chains.items()):
            if not chain.closed:
                continue
            try:
                self._folder.mkdir(0o700, exist_ok=True)  # its names are the links of tables
                with _replacing(self._archive(table)) as file:
                    file.write(HEADER)
                    for start, size in chain.extents():
                        file.write(self._bytes(start, size))
            except OSError as error:
                LOG.error("the closed table %s cannot be put into %s: %s", table, self._folder, error)
                return
            self._archived.add(table)
            self._dead += sum(size for _, size in self._chains.pop(table).extents())

    def _shrink(self) -> None:
        """Leave closed tables out of the log when they have become most of it, so that the next start is quick."""
        if self._dead <= max(_MOST_DEAD, self._end // 2):
            return
        try:
            self._rewrite()
        except OSError as error:
            self._dead = 0  # another time
            LOG.error("the log cannot be written without its closed tables: %s", error)

    def _archive(self, table: str) -> Path:
        return self._folder / f"{table}.log"

    def _bytes(self, start: int, size: int) -> bytes:
        self._file.seek(start)
        return self._file.read(size)

    def round(self, table: str, number: int) -> str | None:
        """Read a finished round, as JSON, and never one that is not as it was written."""
        with self._lock:  # the log must not be written anew meanwhile
            if table in self._chains:
                return _read_round(self._path, self._chains[table], number)
            if table not in self._archived:
                return None
        path, chain = self._archive(table), self._archived_chain(table)
        if number not in chain.rounds and not chain.closed:
            raise DamagedRoundError("this hand is damaged, or never was: the log of its table is not whole")
        return _read_round(path, chain, number)

    def last_round(self, table: str) -> int:
        """The number of a table's last finished round, also when it is closed; 0 if there is none."""
        with self._lock:
            if (chain := self._chains.get(table)) is None and table not in self._archived:
                return 0
        return max((chain or self._archived_chain(table)).rounds, default=0)

    def closed_events(self, table: str) -> list[Event]:
        """Read the events of a table that is closed; none if there is no such table. Damage raises ValueError."""
        with self._lock:
            if chain := self._chains.get(table):
                file: BinaryIO = io.BytesIO(HEADER + b"".join(self._bytes(*extent) for extent in chain.extents()))
            elif table in self._archived:
                file = self._archive(table).open("rb")
            else:
                return []
        chain, texts = Chain(), []
        with file:
            for line in read_lines(file, table):
                if not isinstance(line, Damage) and line.table == table:
                    texts += chain.take(line) or []
        if not chain.closed:
            raise ValueError("the log of this table is not whole")
        return [decode(text) for text in texts]

    def _archived_chain(self, table: str) -> Chain:
        """What there is of a closed table."""
        path = self._archive(table)
        with self._reading:
            found = path.stat()
            return _read_archive(path, table, (found.st_ino, found.st_size, found.st_mtime_ns))

    # Writing

    def write(self, batch: Batch) -> None:
        """Write events of several tables, and wait until the disk has them. If it fails, nothing of it has happened."""
        with self._lock:
            tips: dict[str, Tip] = {}
            entries: list[Entry] = []
            for table, events, record in batch:
                if table in self._archived:
                    raise FivecardError(f"table {table} is closed")
                known = self._chains.get(table)
                tip = tips.get(table) or (known.tip if known else Tip())
                entries.append(compose(table, tip, events, record))
                tips[table] = entries[-1].tip
            start = self._end or len(HEADER)
            self._append((b"" if self._end else HEADER) + b"".join(entry.data for entry in entries))
            for entry in entries:
                self._chains[entry.table].add(entry, start)
                start += len(entry.data)
            if any(entry.closed for entry in entries):
                self._archive_closed()
                self._shrink()

    def _append(self, data: bytes) -> None:
        try:
            if self._torn:
                self._mend()
            self._file.seek(self._end)
            rest = memoryview(data)
            while rest:
                rest = rest[self._file.write(rest) :]
            _sync(self._file)
        except OSError:
            self._torn = True
            with suppress(OSError):
                self._mend()
            raise
        self._end += len(data)

    def _mend(self) -> None:
        """Cut off what was written only in part: nobody was told of it."""
        self._file.truncate(self._end)
        _sync(self._file)
        self._torn = False

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._release()


@lru_cache(_MOST_REMEMBERED)
def _read_archive(path: Path, table: str, _stamp: tuple[int, ...]) -> Chain:
    """Read the file of a closed table, as it was at a time; each round is checked when it is served all the same."""
    chain = Chain()
    with path.open("rb") as file:
        for line in read_lines(file, str(path)):
            if not isinstance(line, Damage) and line.table == table:
                chain.take(line)
    return chain


def _read_round(path: Path, chain: Chain, number: int) -> str | None:
    if number not in chain.rounds:
        return None
    text = None
    if extent := chain.rounds[number]:
        with path.open("rb") as file:
            file.seek(extent.start)
            text = round_text(file.read(extent.size), extent.checksum)
    if text is None:
        raise DamagedRoundError("this hand is damaged: what the log has of it is not what was written")
    return text


def _lock(file: BinaryIO | io.FileIO, name: str) -> None:
    """Lock a file itself, whatever links lead to it; a lock goes with its process. Windows has no such lock."""
    try:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:
        pass
    except BlockingIOError:
        raise FivecardError(f"{name} is in use by another server") from None


def _sync(file: io.FileIO | BinaryIO) -> None:
    getattr(os, "fdatasync", os.fsync)(file.fileno())


@contextmanager
def _replacing(path: Path) -> Iterator[BinaryIO]:
    """Write a file that takes its place when all of it is on the disk, or not at all."""
    handle, name = mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "w+b") as file:
            yield file
            file.flush()
            if path.exists():
                shutil.copymode(path, name)
            os.fsync(handle)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _sync_folder(path: Path) -> None:
    """Wait until the disk has the names in a folder, where that can be asked for."""
    with suppress(OSError):
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _put_aside(path: Path, why: str) -> Path:
    """Link a file to a free name beside its own, or copy it; nothing that is done with the old name changes it."""
    number = 1
    while (aside := Path(f"{path}.{why}{number}")).exists():
        number += 1
    try:
        aside.hardlink_to(path)
    except OSError:  # a file system without links
        shutil.copy2(path, aside)
    return aside

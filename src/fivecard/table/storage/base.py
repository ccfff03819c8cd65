"""Where the events of all tables are kept: what the tables ask of it, and the file that does it for one process."""

import asyncio
import math
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple, Protocol

from fivecard.table.core import Event, Record, TableError
from fivecard.table.storage.log import Log


class Write(NamedTuple):
    """What one command did: its table, its events, and the round that they finish."""

    table: str
    events: Sequence[Event]
    record: Record | None


class Process(NamedTuple):
    """Another process of the same log: where it listens, and what proves to it that a peer is calling."""

    host: str
    port: int
    secret: str


class NoTableError(TableError):
    """There is no such table."""

    def __init__(self) -> None:
        super().__init__("no-table", "there is no such table: it may have been closed after a long time without use")


class LostTableError(TableError):
    """A table is another process's now, or it is not known whether something was written: what it is, the log says."""

    def __init__(self) -> None:
        super().__init__("moved", "this table has to be read again: connect again, and look whether that was done")


class Storage(Protocol):
    """The log of all tables. What cannot be read or written at the moment raises OSError."""

    notes: list[str]
    """What was found wrong with the log when it was opened."""
    shared: bool
    """Whether other processes have tables in it too; if not, all tables are this one's from the start."""
    lease: float
    """Seconds after which the others take over the tables of a process that does not renew."""
    secret: str
    """What proves to this process that a peer is calling; empty if there are none."""
    peers: frozenset[str]
    """The addresses that peers call from."""
    lapsed: Callable[[], object]
    """Is called when the others may take this process for dead: no table is its own any more."""

    async def renew(self, host: str, port: int) -> bool:
        """Stay alive in the eyes of the others, or begin a new life; whether this process is alive."""
        ...

    async def owner(self, table: str) -> Process | None:
        """Find the process that has an open table; None if it is about to be taken over."""
        ...

    async def claim(self) -> list[str]:
        """Become the owner of open tables that have none, and name them."""
        ...

    async def events(self, table: str) -> list[Event]:
        """Read the events of a table just claimed. What is no event, or of another time, raises ValueError."""
        ...

    async def append(self, table: str, events: Sequence[Event], record: Record | None = None) -> None:
        """Write down what one command did. When this returns it is not lost; if it raises, it did not happen.

        Except for LostTableError: then it may have.
        """
        ...

    async def round(self, table: str, number: int) -> str | None:
        """Read a finished round, as JSON, and never one that is not as it was written."""
        ...

    async def last_round(self, table: str) -> int:
        """The number of the last finished round of a table that is not open here; 0 if there is none."""
        ...

    async def closed_events(self, table: str) -> list[Event]:
        """Read the events of a table that is closed; none if there is no such table. Damage raises ValueError."""
        ...

    async def close(self) -> None:
        """Let go of everything."""
        ...


class GroupWriter:
    """Have everything that comes in while something is being written go together in the next write."""

    def __init__(self, write: Callable[[Sequence[Write]], Awaitable[Mapping[str, Exception]]]) -> None:
        self._write = write
        """Writes all, except for the tables that it names with a reason; if it raises, nothing was written."""
        self._waiting: list[tuple[Write, asyncio.Future[None]]] = []
        self._writer: asyncio.Task[None] | None = None

    async def append(self, write: Write) -> None:
        """Have something written, together with what comes in meanwhile."""
        done = asyncio.get_running_loop().create_future()
        self._waiting.append((write, done))
        if self._writer is None:
            self._writer = asyncio.create_task(self._write_all())
        await done

    async def _write_all(self) -> None:
        try:
            while self._waiting:
                batch, self._waiting = self._waiting, []
                refused: Mapping[str, Exception]
                try:
                    refused = await self._write([write for write, _ in batch])
                except Exception as error:
                    refused = dict.fromkeys((write.table for write, _ in batch), error)
                for write, done in batch:
                    if done.cancelled():
                        continue
                    if write.table in refused:
                        done.set_exception(refused[write.table])
                    else:
                        done.set_result(None)
        finally:
            self._writer = None


class FileStorage:
    """A file, which is one process's alone, and its thread: many tables' events are written together."""

    shared = False
    lease = math.inf
    secret = ""
    peers: frozenset[str] = frozenset()

    def __init__(self, log: Log) -> None:
        self.notes = log.notes
        self.lapsed: Callable[[], object] = lambda: None
        self._log = log
        self._thread = ThreadPoolExecutor(1, "fivecard-log")  # writing waits for the disk and for nobody else
        self._writer = GroupWriter(self._write)

    async def renew(self, host: str, port: int) -> bool:
        """Nobody else asks."""
        return True

    async def owner(self, table: str) -> Process | None:
        """All tables are in this process."""
        raise NoTableError

    async def claim(self) -> list[str]:
        """Name the tables that were open when the file was."""
        return self._log.open_tables()

    async def events(self, table: str) -> list[Event]:
        """Hand over the events of an open table, once."""
        return self._log.events(table)

    async def append(self, table: str, events: Sequence[Event], record: Record | None = None) -> None:
        """Write down what one command did; when this returns, it is on the disk."""
        await self._writer.append(Write(table, events, record))

    async def _write(self, batch: Sequence[Write]) -> Mapping[str, Exception]:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._log.write, batch)
        return {}

    async def round(self, table: str, number: int) -> str | None:
        """Read a finished round, as JSON."""
        return await asyncio.to_thread(self._log.round, table, number)

    async def last_round(self, table: str) -> int:
        """The number of the last finished round of a table, also if it is closed; 0 if there is none."""
        return await asyncio.to_thread(self._log.last_round, table)

    async def closed_events(self, table: str) -> list[Event]:
        """Read the events of a table that is closed."""
        return await asyncio.to_thread(self._log.closed_events, table)

    async def close(self) -> None:
        """Close the file, when all is written."""
        self._thread.shutdown()
        self._log.close()

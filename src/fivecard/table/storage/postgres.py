"""The log in a PostgreSQL database, which several processes share: each table is one process's at a time.

A process is a row with an expiry, which it keeps ahead of the time; its number is never used again. A table has the
number of its owner, and every write is refused, by the statement that writes, if that is not the writer's or if the
table is not as far as the writer believes: so the number is a fencing token, and a process that was taken for dead can
do no harm when it wakes. When an expiry has passed, anybody deletes the row and takes the tables.
"""

import asyncio
import secrets
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

import asyncpg
from msgspec.json import Decoder

from fivecard.errors import FivecardError
from fivecard.table.core import Event, Record
from fivecard.table.core.events import Closed, encode
from fivecard.table.storage.base import GroupWriter, LostTableError, NoTableError, Process, Write

VERSION: Final = 1
SCHEMA: Final = """
CREATE SCHEMA IF NOT EXISTS fivecard;
CREATE TABLE IF NOT EXISTS fivecard.version (version integer PRIMARY KEY);
CREATE TABLE IF NOT EXISTS fivecard.processes (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    host text NOT NULL,
    port integer NOT NULL,
    comes_from text NOT NULL, -- the address from which it reaches others
    secret text NOT NULL,
    expires timestamptz NOT NULL
);
CREATE TABLE IF NOT EXISTS fivecard.tables (
    name text PRIMARY KEY,
    owner bigint NOT NULL,
    events integer NOT NULL,
    closed boolean NOT NULL
) WITH (fillfactor = 50); -- every write changes a row in its place
CREATE INDEX IF NOT EXISTS open_tables ON fivecard.tables (owner) WHERE NOT closed;
CREATE TABLE IF NOT EXISTS fivecard.entries (
    name text NOT NULL,
    number integer NOT NULL, -- of its first event
    events json NOT NULL,
    PRIMARY KEY (name, number)
);
CREATE TABLE IF NOT EXISTS fivecard.rounds (
    name text NOT NULL,
    number bigint NOT NULL,
    record json NOT NULL,
    PRIMARY KEY (name, number)
);
"""
NEW_VERSION: Final = "INSERT INTO fivecard.version SELECT $1 WHERE NOT EXISTS (SELECT FROM fivecard.version)"
REGISTER: Final = """
INSERT INTO fivecard.processes (host, port, comes_from, secret, expires)
VALUES ($1, $2, coalesce(host(inet_client_addr()), '127.0.0.1'), $3, now() + make_interval(secs => $4))
RETURNING id
"""
RENEW: Final = """
UPDATE fivecard.processes SET expires = now() + make_interval(secs => $2) WHERE id = $1
RETURNING (SELECT array_agg(comes_from) FROM fivecard.processes)
"""
BURY: Final = "DELETE FROM fivecard.processes WHERE expires < now()"
LEAVE: Final = "DELETE FROM fivecard.processes WHERE id = $1"
CLAIM: Final = """
UPDATE fivecard.tables SET owner = $1 WHERE name IN (
    SELECT name FROM fivecard.tables AS free
    WHERE NOT closed AND (
        owner = $1 AND name = ANY($2)
        OR NOT EXISTS (SELECT FROM fivecard.processes WHERE id = free.owner)
    )
    LIMIT $3 FOR UPDATE SKIP LOCKED -- where something is being written, or another claims
) RETURNING name
"""
EVENTS: Final = "SELECT events FROM fivecard.entries WHERE name = $1 ORDER BY number"
ROUND: Final = "SELECT record FROM fivecard.rounds WHERE name = $1 AND number = $2"
LAST_ROUND: Final = "SELECT coalesce(max(number), 0) AS number FROM fivecard.rounds WHERE name = $1"
OWNER: Final = """
SELECT host, port, secret FROM fivecard.tables LEFT JOIN fivecard.processes ON id = owner AND id IS DISTINCT FROM $2
WHERE name = $1 AND NOT closed
"""
WRITE: Final = """
WITH given AS (
    SELECT * FROM unnest($2::text[], $3::int[], $4::int[], $5::bool[], $6::json[], $7::bigint[], $8::json[])
    AS given (name, before, after, closed, events, round, record)
), opened AS (
    INSERT INTO fivecard.tables (name, owner, events, closed)
    SELECT name, $1, after, closed FROM given WHERE before = 0
    ON CONFLICT DO NOTHING RETURNING name
), went_on AS (
    UPDATE fivecard.tables AS old SET events = given.after, closed = given.closed FROM given
    WHERE old.name = given.name AND old.owner = $1 AND old.events = given.before AND NOT old.closed
    RETURNING old.name
), written AS (
    SELECT name FROM opened UNION ALL SELECT name FROM went_on
), entered AS (
    INSERT INTO fivecard.entries (name, number, events)
    SELECT name, before + 1, events FROM given JOIN written USING (name)
), finished AS (
    INSERT INTO fivecard.rounds (name, number, record)
    SELECT name, round, record FROM given JOIN written USING (name) WHERE round IS NOT NULL
    ON CONFLICT (name, number) DO UPDATE SET record = excluded.record
)
SELECT name FROM written
"""
MOST_CLAIMED: Final = 16
"""Tables that are taken at once, so that several processes share those of a dead one."""
_CUT: Final = (
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    OSError,
)
"""What is raised when a connection is cut, at whatever moment: perhaps between a commit and the word of it."""
_TROUBLE: Final = (*_CUT, asyncpg.PostgresError)
_T = TypeVar("_T")
_events: Final = Decoder(list[Event]).decode


class _Connection(asyncpg.Connection):
    def get_reset_query(self) -> str:
        """Save a round trip after every query: no query here leaves anything behind in its connection."""
        return ""


class PostgresStorage:
    """A database, shared with other processes, and this process's part in it."""

    shared = True

    def __init__(self, url: str, lease: float = 5.0) -> None:
        self.notes: list[str] = []
        self.lease = lease
        self.secret = ""
        self.peers: frozenset[str] = frozenset()
        self._url, self._place = url, shown(url)
        self._pool: asyncpg.Pool | None = None
        self._asked: set[asyncio.Task[list[asyncpg.Record]]] = set()
        self._id: int | None = None
        self.lapsed: Callable[[], object] = lambda: None
        self._end: asyncio.TimerHandle | None = None
        """When, by this process's clock, the others may take it for dead."""
        self._counts: dict[str, int] = {}
        """How many events each table has that is this process's."""
        self._lost: set[str] = set()
        """Tables that are this process's, or were, and that must be read before anything is written."""
        self._writer = GroupWriter(self._write)

    # Living and dying

    async def prepare(self) -> None:
        """Make the tables of the database if it has none, or say why it cannot be used."""
        try:
            connection = await asyncpg.connect(self._url, timeout=10.0)
            try:
                async with connection.transaction():
                    await connection.execute("SELECT pg_advisory_xact_lock(hashtext('fivecard'))")
                    await connection.execute(SCHEMA)
                    await connection.execute(NEW_VERSION, VERSION)
                    version = await connection.fetchval("SELECT max(version) FROM fivecard.version")
                    careless = await connection.fetchval("SHOW fsync") == "off"
            finally:
                await connection.close(timeout=10.0)
        except (*_TROUBLE, ValueError) as error:
            raise FivecardError(f"{self._place}: {_words(error)}") from None
        if version != VERSION:
            raise FivecardError(f"{self._place} was written by another version of fivecard ({version})")
        if careless:
            self.notes.append(f"{self._place} does not wait for its disk (fsync = off): a crash may lose rounds")

    async def renew(self, host: str, port: int) -> bool:
        """Stay alive in the eyes of the others, or begin a new life; whether this process is alive."""
        sent = asyncio.get_running_loop().time()
        try:
            if self._id is None:
                await self._within(self.lease, self._register(host, port))
            elif renewed := await self._ask(RENEW, self._id, self.lease):
                self.peers = frozenset(renewed[0][0])
            else:  # somebody has taken this process for dead
                self._die()
        except _TROUBLE:
            return self._id is not None  # until its time is over
        if self._id is None:
            return False
        if self._end:
            self._end.cancel()
        self._end = asyncio.get_running_loop().call_at(sent + self.lease, self._die)
        return True

    async def _register(self, host: str, port: int) -> None:
        if self._pool is None:
            self._pool = await asyncpg.create_pool(
                self._url, min_size=0, max_size=4, timeout=self.lease, connection_class=_Connection,
                server_settings={"application_name": "fivecard", "synchronous_commit": "on"},
            )  # fmt: skip
        secret = secrets.token_urlsafe(32)
        self._id = (await self._ask(REGISTER, host, port, secret, self.lease))[0]["id"]
        self.secret = secret
        self._counts.clear()
        self._lost.clear()

    async def _within(self, seconds: float, work: Coroutine[Any, Any, _T]) -> _T:
        """Wait for the database that long, then hang up. (asyncpg's own time-outs ask the server to stop, and wait.)"""
        task = asyncio.ensure_future(work)
        try:
            done, _ = await asyncio.wait({task}, timeout=seconds)
            if not done:
                self._hang_up()
                raise TimeoutError
            return task.result()
        finally:
            if not task.done():
                task.add_done_callback(lambda task: task.cancelled() or task.exception())  # nobody waits for it
                task.cancel()

    def _hang_up(self) -> None:
        """End all connections, and with them whatever waits for an answer."""
        if self._pool is not None:
            self._pool.terminate()
            self._pool = None
            for task in self._asked:  # those with a connection have ended in a moment; others would yet open one
                asyncio.get_running_loop().call_later(0.1, task.cancel)

    def _die(self) -> None:
        """Own nothing any more, whatever is still under way; the next renewal begins a new life."""
        self._hang_up()
        self._id = None
        if self._end:
            self._end.cancel()
        self.lapsed()

    async def _ask(self, query: str, *values: object) -> list[asyncpg.Record]:
        """Have an answer of the database, or one of what is raised in trouble."""
        pool = self._pool
        if pool is None:
            raise OSError(f"{self._place} cannot be reached")
        task = asyncio.ensure_future(pool.fetch(query, *values))
        self._asked.add(task)
        task.add_done_callback(self._asked.discard)
        try:
            return await task
        except asyncio.CancelledError:
            if self._pool is pool or (own := asyncio.current_task()) is None or own.cancelling():
                raise
            raise ConnectionAbortedError(f"{self._place} was hung up on") from None
        except Exception:
            # On a new connection a query takes several steps, since types are asked for first. If this process hangs up
            # when an answer has come and the next step is still to be taken, as one that was busy until its lease was
            # over does, asyncpg goes on without a connection, into an AttributeError.
            if self._pool is not pool:
                raise ConnectionAbortedError(f"{self._place} was hung up on") from None
            raise

    async def close(self) -> None:
        """Leave the tables to the others, at once if they can be told."""
        try:
            if self._id is not None:
                await self._within(2.0, self._ask(LEAVE, self._id))
        except _TROUBLE:
            pass  # they will find out
        self._die()

    # Reading

    async def claim(self) -> list[str]:
        """Become the owner of some open tables that have none alive, or that this process lost sight of."""
        if self._id is None:
            return []
        await self._fetch(BURY)
        names = [row["name"] for row in await self._fetch(CLAIM, self._id, list(self._lost), MOST_CLAIMED)]
        self._lost.update(names)  # until they are read
        return names

    async def events(self, table: str) -> list[Event]:
        """Read the events of a table just claimed. What is no event, or of another time, raises ValueError."""
        rows = await self._fetch(EVENTS, table)
        self._lost.discard(table)
        events = [event for row in rows for event in _events(row["events"])]
        self._counts[table] = len(events)
        return events

    async def round(self, table: str, number: int) -> str | None:
        """Read a finished round, as JSON."""
        rows = await self._fetch(ROUND, table, number)
        return str(rows[0]["record"]) if rows else None

    async def last_round(self, table: str) -> int:
        """The number of the last finished round of a table."""
        rows = await self._fetch(LAST_ROUND, table)
        return int(rows[0]["number"])

    async def closed_events(self, table: str) -> list[Event]:
        """Read the events of a table that is closed."""
        return [event for row in await self._fetch(EVENTS, table) for event in _events(row["events"])]

    async def owner(self, table: str) -> Process | None:
        """Find the process that has an open table; None if it is about to be taken over."""
        rows = await self._fetch(OWNER, table, self._id)
        if not rows:
            raise NoTableError
        return Process(*rows[0]) if rows[0]["secret"] else None

    async def _fetch(self, query: str, *values: object) -> list[asyncpg.Record]:
        life = self._id
        try:
            rows = await self._ask(query, *values)
        except _TROUBLE as error:
            raise OSError(f"{self._place}: {_words(error)}") from None
        if self._id != life:  # what was true when it was asked for may be so no longer
            raise OSError(f"{self._place} was out of reach")
        return rows

    # Writing

    async def append(self, table: str, events: Sequence[Event], record: Record | None = None) -> None:
        """Write down what one command did; when this returns, it is committed."""
        await self._writer.append(Write(table, events, record))

    async def _write(self, batch: Sequence[Write]) -> Mapping[str, Exception]:
        """Write what commands did in one transaction, except at tables that are another's or went on without us."""
        if self._id is None:
            raise OSError(f"{self._place} cannot be reached")
        names = [write.table for write in batch]
        before = [self._counts.pop(name, 0) for name in names]
        after = [count + len(write.events) for count, write in zip(before, batch, strict=True)]
        records = [write.record for write in batch]
        try:
            found = await self._ask(
                WRITE,
                self._id,
                names,
                before,
                after,
                [isinstance(write.events[-1], Closed) for write in batch],
                [encode(write.events).decode() for write in batch],
                [record and int(record["round"]) for record in records],
                [record and encode(record).decode() for record in records],
            )
        except _CUT:
            self._lost.update(names)
            raise LostTableError from None
        except asyncpg.PostgresError as error:
            self._counts.update(zip(names, before, strict=True))
            raise OSError(f"{self._place}: {_words(error)}") from None
        written = {row["name"] for row in found}
        self._counts.update(each for each in zip(names, after, strict=True) if each[0] in written)
        refused = set(names) - written
        self._lost |= refused
        return {name: LostTableError() for name in refused}


def shown(url: str) -> str:
    """What may be printed of a database's address: never its password.

    >>> shown("postgresql://ann:secret@db.example.org:5433/cards?password=secret")
    'postgresql://db.example.org:5433/cards'
    """
    try:
        parts = urlsplit(url)
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        return "postgresql://..."
    return f"postgresql://{parts.hostname or ''}{port}{parts.path}"


def _words(error: Exception) -> str:
    """Say what is wrong in one line; what the actor says about an address may have a password in it."""
    if isinstance(error, asyncpg.ClientConfigurationError | ValueError):
        return "this is no address of a database, such as postgresql://name:password@host/database"
    if isinstance(error, TimeoutError):
        return "no answer"
    text = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return text.splitlines()[0]

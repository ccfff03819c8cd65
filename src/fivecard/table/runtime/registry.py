"""The tables of a server: opened, woken from the log, and closed when nobody uses them."""

import asyncio
import contextlib
import logging
import secrets
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import structs

from fivecard.table.core import Event, Opened, Record, Table, TableError, replay
from fivecard.table.core.after_end import check_again
from fivecard.table.core.commands import Close, Follow
from fivecard.table.core.game import prepare_computers
from fivecard.table.protocol.messages import Wishes
from fivecard.table.runtime.background import Background
from fivecard.table.runtime.guard import Door
from fivecard.table.runtime.limits import Allowance, Limits
from fivecard.table.runtime.passwords import hashed
from fivecard.table.runtime.table_actor import TableActor
from fivecard.table.storage.base import Process, Storage

LOG: Final = logging.getLogger("fivecard.table")


class TableRegistry:
    """All tables of one server."""

    def __init__(
        self,
        log: Storage,
        limits: Limits,
        origins: tuple[str, ...] = (),
        rules: str = "C",
        *,
        names: frozenset[str] | None = None,
        door: Door | None = None,
    ) -> None:
        self.log = log
        log.lapsed = self.abandon_all
        self.names = names
        """What browsers may call this server, beside its addresses; None for what every machine is called."""
        self.door = door or Door(limits)
        self.rules = rules
        self.limits = limits
        self.origins = origins
        self.tables: dict[str, TableActor] = {}
        self.sockets: Counter[str] = Counter()
        self._opening: Counter[str] = Counter()
        """How many tables are being opened, by address."""
        self.guessers: dict[str, Allowance] = {}
        """How many passwords may still be tried, by address."""
        self.writers: dict[str, Allowance] = {}
        """How much may still be written down beside play at all tables, by address."""
        self.background = Background()
        self.downloads = asyncio.Semaphore(1)
        """Of hands, which are played again for that: one after the other."""
        self._keeper: asyncio.Task[None] | None = None

    @staticmethod
    def now() -> float:
        """The time, as deadlines have it."""
        return time.time()

    async def wake(self) -> None:
        """Go on where the log ends."""
        await self._take_over()

    async def listen_at(self, host: str, port: int) -> None:
        """Play a part among the processes that share the log, if any do; the others reach this one there."""
        if self.log.shared:
            await self._keep_once(host, port)
            self._keeper = asyncio.create_task(self._keep(host, port))

    async def _keep(self, host: str, port: int) -> None:
        """Stay the owner of tables, and take over those of the dead."""
        while True:
            await asyncio.sleep(0.0 if await self._keep_once(host, port) else self.log.lease / 5)

    async def _keep_once(self, host: str, port: int) -> bool:
        """Renew what is owned, and take over some of what is not; whether there may be more of it."""
        try:
            return await self.log.renew(host, port) and await self._take_over()
        except OSError as error:
            LOG.error("the log cannot be read: %s", error)
        except Exception:  # whatever it is, the tables must be kept
            LOG.exception("tables cannot be kept")
        return False

    async def _take_over(self) -> bool:
        """Go on with tables that nobody has; whether there were any."""
        names = await self.log.claim()
        actors = []
        for name in names:
            if name in self.tables:
                self.abandon(self.tables[name])
            try:
                events = list(await self.log.events(name))
                actor = self.tables[name] = TableActor(self, replay(events))
                if actor.table.delay:
                    actor.wait_out(replay(events[:1]))
                actors.append(actor)
            except OSError as error:  # it is claimed again
                LOG.error("table %s cannot be read: %s", name, error)
            except Exception:  # one table that cannot be played on does not keep the others from it
                LOG.exception("table %s stays in the log, but cannot be opened", name)
        await _prepare([actor.table for actor in actors])
        await asyncio.gather(*(actor.resume() for actor in actors if actor.table.until is not None))
        return bool(names)

    def abandon(self, actor: TableActor) -> None:
        """Let go of a table without touching it: another process has it, or it must be read again."""
        if self.tables.get(actor.table.id) is actor:
            del self.tables[actor.table.id]
        actor.abandon()

    def abandon_all(self) -> None:
        """Let go of all tables: another process may have them."""
        for actor in list(self.tables.values()):
            self.abandon(actor)

    async def find(self, name: str) -> TableActor | Process | None:
        """Find a table, here or in another process; None if it is about to be taken over."""
        if actor := self.tables.get(name):
            return actor
        try:
            return await self.log.owner(name)
        except OSError as error:
            raise TableError("log", f"the log cannot be read at the moment: {error.strerror or error}") from None

    async def write_down(self, table: str, events: Sequence[Event], record: Record | None = None) -> None:
        """Have events in the log, or refuse what would have led to them."""
        try:
            await self.log.append(table, events, record)
        except OSError as error:
            LOG.error("the log cannot be written: %s", error)
            raise TableError("log", "this cannot be written down at the moment, so nothing was done") from None

    @property
    def is_full(self) -> bool:
        """Whether newcomers would take the place of those who are here."""
        return self.sockets.total() >= self.limits.sockets

    async def open_table(self, wishes: Wishes, address: str, host: str = "") -> TableActor:
        """Make a table, for the owner of a token."""
        self._check_room(address)  # before anything that takes long, and again after it
        password = await hashed(wishes.password) if wishes.password else ""
        name, secret = secrets.token_urlsafe(9), secrets.token_hex(32)
        return await self._open(wishes.opened(name, host=host, secret=secret, password=password), address)

    async def open_again(self, actor: TableActor, token: str, address: str) -> None:
        """Open a table like one that has ended, for the owner of a token, and lead all who are there to it."""
        async with actor.successor:
            before = actor.table
            check_again(before)
            people = tuple([seat.token for seat in before.seats if seat])
            stakes = before.terms.stakes if before.terms.sit_and_go else before.stakes
            event = structs.replace(
                before.terms, id=secrets.token_urlsafe(9), secret=secrets.token_hex(32), host=token,
                stakes=stakes, admitted=people if before.terms.password else (),
            )  # fmt: skip
            await self._open(event, address)
            await actor.do(Follow(token, event.id))

    def _check_room(self, address: str) -> None:
        """Refuse a table more than there may be."""
        if len(self.tables) + self._opening.total() >= self.limits.tables or self.is_full:
            raise TableError("full", "there are as many tables as this server takes: please try again later")
        here = sum(actor.address == address for actor in self.tables.values()) + self._opening[address]
        if here >= self.limits.tables_per_address:
            raise TableError("full", "there are as many tables from your address as this server takes")

    async def _open(self, event: Opened, address: str) -> TableActor:
        self._check_room(address)
        table = replay([event])
        self._opening[address] += 1  # others may ask before it is written down
        try:
            await _prepare([table])
            await self.write_down(event.id, [event])
        finally:
            self._opening -= Counter([address])
        actor = self.tables[event.id] = TableActor(self, table, address)
        return actor

    async def expire_idle(self) -> None:
        """Close tables that nobody has used for long, and soon those at which nobody ever sat."""
        while True:
            await asyncio.sleep(min(600.0, self.limits.idle_hours * 3600))
            for name, actor in list(self.tables.items()):
                hours = self.limits.idle_hours if any(actor.table.seats) else min(1.0, self.limits.idle_hours)
                if time.monotonic() - actor.last_used > hours * 3600:
                    with contextlib.suppress(TableError):  # the log cannot be written: another time
                        await actor.do(Close())
                        await actor.stop()
                        self.tables.pop(name, None)

    async def close(self) -> None:
        """Stop all clocks and close the log."""
        if self._keeper:
            self._keeper.cancel()
        for actor in list(self.tables.values()):
            await actor.stop()
        await self.log.close()


async def _prepare(tables: Iterable[Table]) -> None:
    """Have computers read what they play by, aside: in their first decision, everybody at every table would wait."""
    for level, rules in {(table.fill, table.rules) for table in tables}:
        await asyncio.to_thread(prepare_computers, level, rules)

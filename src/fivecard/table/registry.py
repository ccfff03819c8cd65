"""The tables of a server: opened, woken from the log, and closed when nobody uses them."""

import asyncio
import contextlib
import os
import secrets
import sys
import threading
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from fivecard.table.core import Event, Record, TableError, replay
from fivecard.table.core.commands import Close
from fivecard.table.door import Door
from fivecard.table.driver import TableDriver
from fivecard.table.hosts import LOCAL_NAMES
from fivecard.table.limits import Limits
from fivecard.table.log import Log
from fivecard.table.protocol import Wishes


class TableRegistry:
    """All tables of one server."""

    def __init__(
        self,
        log: Log,
        limits: Limits,
        origins: tuple[str, ...] = (),
        rules: str = "C",
        *,
        names: frozenset[str] = LOCAL_NAMES,
        door: Door | None = None,
    ) -> None:
        self.log = log
        self.names = names
        """What browsers may call this server, beside its addresses."""
        self.door = door or Door(limits)
        self.rules = rules
        self.limits = limits
        self.origins = origins
        self.tables: dict[str, TableDriver] = {}
        self.sockets: Counter[str] = Counter()
        self.hints = asyncio.Semaphore(1)
        self.downloads = asyncio.Semaphore(1)
        """Of all hands of a table, one after the other."""
        # One thread for all tables, which take turns; it gives way to everybody else.
        self.squaring = ThreadPoolExecutor(1, "fivecard-squaring", _give_way)

    @staticmethod
    def now() -> float:
        """The time, as deadlines have it."""
        return time.time()

    async def wake(self) -> None:
        """Go on where the log ends."""
        for name in self.log.open_tables():
            try:
                self.tables[name] = TableDriver(self, replay(self.log.events(name)))
            except Exception as error:  # one table that cannot be played on does not keep the others from it
                sys.stderr.write(f"fivecard: table {name} stays in the log, but cannot be opened: {error!r}\n")
        await asyncio.gather(*(driver.resume() for driver in self.tables.values() if driver.table.until is not None))

    async def write_down(self, table: str, events: Sequence[Event], record: Record | None = None) -> None:
        """Have events in the log, or refuse what would have led to them."""
        try:
            await self.log.append(table, events, record)
        except OSError as error:
            sys.stderr.write(f"fivecard: the log cannot be written: {error}\n")
            raise TableError("log", "this cannot be written down at the moment, so nothing was done") from None

    @property
    def is_full(self) -> bool:
        """Whether newcomers would take the place of those who are here."""
        return self.sockets.total() >= self.limits.sockets

    async def open_table(self, wishes: Wishes, address: str, host: str = "") -> TableDriver:
        """Make a table, for the owner of a token."""
        if len(self.tables) >= self.limits.tables or self.is_full:
            raise TableError("full", "there are as many tables as this server takes: please try again later")
        if sum(driver.address == address for driver in self.tables.values()) >= self.limits.tables_per_address:
            raise TableError("full", "there are as many tables from your address as this server takes")
        event = wishes.opened(secrets.token_urlsafe(9), host=host, squarings=self.limits.squarings)
        await self.write_down(event.id, [event])
        driver = self.tables[event.id] = TableDriver(self, replay([event]), address)
        return driver

    async def expire_idle(self) -> None:
        """Close tables that nobody has used for long, and soon those at which nobody ever sat."""
        while True:
            await asyncio.sleep(min(600.0, self.limits.idle_hours * 3600))
            for name, driver in list(self.tables.items()):
                hours = self.limits.idle_hours if any(driver.table.seats) else min(1.0, self.limits.idle_hours)
                if time.monotonic() - driver.last_used > hours * 3600:
                    with contextlib.suppress(TableError):  # the log cannot be written: another time
                        await driver.do(Close())
                        await driver.stop()
                        del self.tables[name]

    async def close(self) -> None:
        """Stop all clocks and close the log."""
        for driver in self.tables.values():
            await driver.stop()
        self.squaring.shutdown()
        self.log.close()


def _give_way() -> None:
    """Have this thread run when no other needs the processor, where threads can be told so."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 19)

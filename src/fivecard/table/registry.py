"""The tables of a server: opened, woken from the log, and closed when nobody uses them."""

import asyncio
import contextlib
import os
import secrets
import sys
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from fivecard.table.door import Door
from fivecard.table.driver import TableDriver
from fivecard.table.hosts import LOCAL_NAMES
from fivecard.table.limits import Limits
from fivecard.table.log import Log
from fivecard.table.room import Event, Room, TableError


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
        # One thread for all tables, which take turns; it gives way to everybody else.
        self.squaring = ThreadPoolExecutor(1, "fivecard-squaring", _give_way)

    @staticmethod
    def now() -> float:
        """The time, as deadlines have it."""
        return time.time()

    async def wake(self) -> None:
        """Go on where the log ends."""
        for name, events in self.log.read().items():
            try:
                driver = TableDriver(self, Room(events))
            except Exception as error:  # one table that cannot be played on does not keep the others from it
                sys.stderr.write(f"fivecard: table {name} stays in the log, but cannot be opened: {error!r}\n")
                continue
            self.tables[name] = driver
        await asyncio.gather(*(driver.resume() for driver in self.tables.values() if driver.room.until is not None))

    async def write_down(self, table: str, events: list[Event], record: dict[str, Any] | None = None) -> None:
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

    async def open_table(self, wishes: dict[str, Any], address: str) -> TableDriver:
        """Make a table."""
        if len(self.tables) >= self.limits.tables or self.is_full:
            raise TableError("full", "there are as many tables as this server takes: please try again later")
        if sum(driver.address == address for driver in self.tables.values()) >= self.limits.tables_per_address:
            raise TableError("full", "there are as many tables from your address as this server takes")
        event = {"kind": "opened", "id": secrets.token_urlsafe(9), "squarings": self.limits.squarings, **wishes}
        await self.write_down(event["id"], [event])
        driver = self.tables[event["id"]] = TableDriver(self, Room([event]), address)
        return driver

    async def expire_idle(self) -> None:
        """Close tables that nobody has used for long, and soon those at which nobody ever sat."""
        while True:
            await asyncio.sleep(min(600.0, self.limits.idle_hours * 3600))
            for name, driver in list(self.tables.items()):
                hours = self.limits.idle_hours if any(driver.room.seats) else min(1.0, self.limits.idle_hours)
                if time.monotonic() - driver.last_used > hours * 3600:
                    with contextlib.suppress(TableError):  # the log cannot be written: another time
                        await driver.do(lambda _: [{"kind": "closed"}])
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

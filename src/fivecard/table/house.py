"""The house: all tables of a server, their clocks and connections. Events are written down before they are told."""

import asyncio
import contextlib
import json
import os
import secrets
import sys
import threading
import time
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from starlette.websockets import WebSocket

from fivecard.table.door import Door
from fivecard.table.hosts import LOCAL_NAMES
from fivecard.table.limits import Allowance, Limits
from fivecard.table.log import Log
from fivecard.table.room import Event, Room, TableError
from fivecard.table.timelock import squared, steps
from fivecard.table.view import room_view


class Connection:
    """One browser's socket: what is to be sent is bounded, for only the newest state is ever written out."""

    def __init__(self, socket: WebSocket, token: str, limits: Limits, look: Callable[[str], dict[str, Any]]) -> None:
        self.socket = socket
        self.token = token
        self._limits = limits
        self._look = look
        self._news = False
        self._answers: deque[str] = deque()
        self._wake = asyncio.Event()
        self.allowance = Allowance(limits)

    def tell(self) -> None:
        """Send the state, as it is when its turn comes."""
        self._news = True
        self._wake.set()

    def answer(self, message: dict[str, Any]) -> None:
        """Send an answer; one who never reads them is cut off."""
        if len(self._answers) >= 2 * self._limits.burst:
            raise TableError("too-slow", "answers are not being read")
        self._answers.append(json.dumps(message, separators=(",", ":")))
        self._wake.set()

    async def send_all(self) -> None:
        """Send what there is, as it comes."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            if self._news:  # first, so that an answer finds its effect known
                self._news = False
                await self.socket.send_text(json.dumps(self._look(self.token), separators=(",", ":")))
            while self._answers:
                await self.socket.send_text(self._answers.popleft())


class Host:
    """A table that is being played at: its room, who is connected, and its clock."""

    def __init__(self, house: "House", room: Room, address: str = "") -> None:
        self.house = house
        self.address = address
        """Where the table was opened from."""
        self.room = room
        self.connections: set[Connection] = set()
        self.last_used = time.monotonic()
        self._lock = asyncio.Lock()
        self._changed = asyncio.Event()
        self._timer: asyncio.Task[None] | None = None

    def present(self) -> set[int]:
        """The seats whose browsers are here."""
        found = (self.room.seat_of(connection.token) for connection in self.connections)
        return {seat for seat in found if seat is not None}

    def look(self, token: str) -> dict[str, Any]:
        """The state as the owner of a token may see it."""
        return room_view(self.room, self.room.seat_of(token), self.present(), self.house.now())

    def tell(self) -> None:
        """Have the state sent to everybody."""
        for connection in self.connections:
            connection.tell()

    async def do(self, command: Callable[[Room], list[Event]]) -> None:
        """Turn a command into events, write them down, and go on as far as it goes by itself."""
        async with self._lock:
            await self._happen(command(self.room))
        self._changed.set()
        self._start()

    def _start(self) -> None:
        if self._timer is None:
            self._timer = asyncio.create_task(self._go_on())

    async def resume(self) -> None:
        """Go on after a pause: who was thinking gets the whole clock again."""
        until = self.house.now() + self.room.thinking_time()
        with contextlib.suppress(TableError):  # the log cannot be written: the clock waits until it can
            await self.do(lambda room: [{"kind": "resumed", "until": until}])
        self._start()

    async def _happen(self, events: list[Event]) -> None:
        """Write events down, then take them; only ever under the lock, and never given up half-way."""
        if not events:
            return
        self.last_used = time.monotonic()
        if self.room.closed:
            raise TableError("not-now", "this table is closed")
        records = (self.room.record_after(event) for event in events)
        await self.house.write_down(self.room.id, events, next(filter(None, records), None))
        for event in events:
            self.room.take(event)
        if not all(event["kind"] in {"committed", "revealed"} for event in events):  # only their senders need to know
            self.tell()

    async def _go_on(self) -> None:
        """Do what happens by itself, at once or when the time is up, as long as the table is open."""
        while not self.room.closed:
            self._changed.clear()
            try:
                await self._go_on_once()
            except Exception as error:
                sys.stderr.write(f"fivecard: table {self.room.id}: {error!r}\n")
                await asyncio.sleep(1.0)

    def part(self, connection: Connection) -> None:
        """Forget a browser that has gone; others may have waited for it alone."""
        self.connections.discard(connection)
        self.tell()
        self._changed.set()

    def _all_are_ready(self) -> bool:
        """Whether nobody who is here is waited for any more."""
        waiting = self.room.between_rounds and self.room.until is not None
        return waiting and bool(self.present()) and not self.room.waits_for(self.present())

    async def _go_on_once(self) -> None:
        seed = secrets.token_bytes(32)
        if self._all_are_ready():
            async with self._lock:
                if self._all_are_ready():
                    await self._happen(self.room.go_without_others(self.present(), self.house.now()))
            return
        if self.room.automatic(self.house.now(), seed):
            if self.room.phase == "drawing":
                await asyncio.sleep(self.house.limits.pace)
            async with self._lock:  # what was so may not be so any more
                await self._happen(self.room.automatic(self.house.now(), seed))
                await self._gather_again()
            return
        if self.room.silent():
            await self._open_by_force()
            return
        until = self.room.until
        try:
            await asyncio.wait_for(self._changed.wait(), None if until is None else max(0.0, until - self.house.now()))
        except TimeoutError:
            async with self._lock:
                if self.room.automatic(self.house.now(), seed):  # the last answer came while this waited for its turn
                    return
                await self._happen(self.room.expire(self.house.now(), self.present()))
                await self._gather_again()

    async def _gather_again(self) -> None:
        """Begin anew after a deal that came to nothing, if somebody is here."""
        if self.room.phase == "lobby" and self.room.voids and self.present():
            with contextlib.suppress(TableError):
                await self._happen(self.room.gather(self.house.now()))

    async def _open_by_force(self) -> None:
        """Square until a silent seat's puzzle is open, or its browser opens it after all."""
        silent = self.room.silent()
        assert silent is not None
        player, value, puzzle = silent
        for count in steps(self.room.squarings):
            work = asyncio.get_running_loop().run_in_executor(self.house.squaring, squared, value, puzzle, count)
            value = await work
            if self.room.silent() != silent:
                return
        async with self._lock:
            await self._happen(self.room.open_by_force(player, value))

    async def stop(self) -> None:
        """Stop the clock, between two events."""
        if self._timer:
            async with self._lock:
                self._timer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._timer


class House:
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
        self.hosts: dict[str, Host] = {}
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
                host = Host(self, Room(events))
            except Exception as error:  # one table that cannot be played on does not keep the others from it
                sys.stderr.write(f"fivecard: table {name} stays in the log, but cannot be opened: {error!r}\n")
                continue
            self.hosts[name] = host
        await asyncio.gather(*(host.resume() for host in self.hosts.values() if host.room.until is not None))

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

    async def open_table(self, wishes: dict[str, Any], address: str) -> Host:
        """Make a table."""
        if len(self.hosts) >= self.limits.tables or self.is_full:
            raise TableError("full", "there are as many tables as this server takes: please try again later")
        if sum(host.address == address for host in self.hosts.values()) >= self.limits.tables_per_address:
            raise TableError("full", "there are as many tables from your address as this server takes")
        event = {"kind": "opened", "id": secrets.token_urlsafe(9), "squarings": self.limits.squarings, **wishes}
        await self.write_down(event["id"], [event])
        host = self.hosts[event["id"]] = Host(self, Room([event]), address)
        return host

    async def expire_idle(self) -> None:
        """Close tables that nobody has used for long, and soon those at which nobody ever sat."""
        while True:
            await asyncio.sleep(min(600.0, self.limits.idle_hours * 3600))
            for name, host in list(self.hosts.items()):
                hours = self.limits.idle_hours if any(host.room.seats) else min(1.0, self.limits.idle_hours)
                if time.monotonic() - host.last_used > hours * 3600:
                    with contextlib.suppress(TableError):  # the log cannot be written: another time
                        await host.do(lambda _: [{"kind": "closed"}])
                        await host.stop()
                        del self.hosts[name]

    async def close(self) -> None:
        """Stop all clocks and close the log."""
        for host in self.hosts.values():
            await host.stop()
        self.squaring.shutdown()
        self.log.close()


def _give_way() -> None:
    """Have this thread run when no other needs the processor, where threads can be told so."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 19)

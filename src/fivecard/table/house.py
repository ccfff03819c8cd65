"""The house: all tables of a server, their clocks and connections. Events are written down before they are told."""

import asyncio
import contextlib
import json
import os
import secrets
import sqlite3
import sys
import threading
import time
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from starlette.websockets import WebSocket

from fivecard.table.log import Log
from fivecard.table.room import Event, Room, TableError
from fivecard.table.timelock import SQUARINGS, squared, steps
from fivecard.table.view import room_view


@dataclass(frozen=True)
class Limits:
    """What one server, one address and one connection may have."""

    tables: int = 500
    tables_per_address: int = 50
    sockets_per_address: int = 60
    spectators: int = 20
    messages_a_second: float = 10.0
    burst: int = 30
    idle_hours: float = 24.0
    pace: float = 0.8
    """Seconds that a computer player takes, so that people can follow."""
    squarings: int = SQUARINGS
    """How often the puzzles of new tables must be squared; browsers object to fewer than the usual number."""


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
        self._allowance = float(limits.burst)
        self._last = time.monotonic()

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

    def spend(self) -> bool:
        """Count a message; whether the sender still has some to spend."""
        now = time.monotonic()
        self._allowance = min(self._limits.burst, self._allowance + (now - self._last) * self._limits.messages_a_second)
        self._last = now
        self._allowance -= 1
        return self._allowance >= 0

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
        """Give the seats whose browsers are here."""
        found = (self.room.seat_of(connection.token) for connection in self.connections)
        return {seat for seat in found if seat is not None}

    def look(self, token: str) -> dict[str, Any]:
        """Give the state as the owner of a token may see it."""
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
        if self._timer is None:
            self._timer = asyncio.create_task(self._go_on())

    async def _happen(self, events: list[Event]) -> None:
        """Write events down, then take them; only ever under the lock, and never given up half-way."""
        if not events:
            return
        self.last_used = time.monotonic()
        try:
            records = (self.room.record_after(event) for event in events)
            record = next((record for record in records if record), None)
            await self.house.log.append(self.room.id, events, record)
        except (sqlite3.Error, OSError) as error:
            sys.stderr.write(f"fivecard: the log cannot be written: {error}\n")
            raise TableError("log", "this cannot be written down at the moment, so nothing was done") from None
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

    async def _go_on_once(self) -> None:
        seed = secrets.token_bytes(32)
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
                await self._happen(self.room.expire(self.house.now()))
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

    def __init__(self, log: Log, limits: Limits, origins: tuple[str, ...] = (), rules: str = "C") -> None:
        self.log = log
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
        """Give the time, as deadlines have it."""
        return time.time()

    async def wake(self) -> None:
        """Go on where the log ends: who was thinking gets the whole clock again."""
        for name, events in self.log.read().items():
            room = Room(events)
            if room.closed:
                continue
            host = self.hosts[name] = Host(self, room)
            if room.until is not None:
                until = self.now() + room.thinking_time()
                await host.do(lambda room, until=until: [{"kind": "resumed", "until": until}])  # type: ignore[misc]

    async def open_table(self, wishes: dict[str, Any], address: str) -> Host:
        """Make a table."""
        if len(self.hosts) >= self.limits.tables:
            raise TableError("full", "there are as many tables as this server takes")
        if sum(host.address == address for host in self.hosts.values()) >= self.limits.tables_per_address:
            raise TableError("full", "there are as many tables from your address as this server takes")
        event = {"kind": "opened", "id": secrets.token_urlsafe(9), "squarings": self.limits.squarings, **wishes}
        await self.log.append(event["id"], [event])
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

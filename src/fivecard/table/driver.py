"""The loop that drives one table: its lock, its clock and who is connected. Events are written down, then told."""

import asyncio
import contextlib
import secrets
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from fivecard.table.connection import Connection
from fivecard.table.room import Event, Room, TableError
from fivecard.table.timelock import squared, steps
from fivecard.table.view import room_view

if TYPE_CHECKING:
    from fivecard.table.registry import TableRegistry


class TableDriver:
    """A table that is being played at: its room, who is connected, and its clock."""

    def __init__(self, registry: "TableRegistry", room: Room, address: str = "") -> None:
        self.registry = registry
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
        return room_view(self.room, self.room.seat_of(token), self.present(), self.registry.now())

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
        until = self.registry.now() + self.room.thinking_time()
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
        await self.registry.write_down(self.room.id, events, next(filter(None, records), None))
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
                    await self._happen(self.room.go_without_others(self.present(), self.registry.now()))
            return
        if self.room.automatic(self.registry.now(), seed):
            if self.room.phase == "drawing":
                await asyncio.sleep(self.registry.limits.pace)
            async with self._lock:  # what was so may not be so any more
                await self._happen(self.room.automatic(self.registry.now(), seed))
                await self._gather_again()
            return
        if self.room.silent():
            await self._open_by_force()
            return
        until = self.room.until
        try:
            await asyncio.wait_for(
                self._changed.wait(), None if until is None else max(0.0, until - self.registry.now())
            )
        except TimeoutError:
            async with self._lock:
                if self.room.automatic(self.registry.now(), seed):  # the last answer came meanwhile
                    return
                await self._happen(self.room.expire(self.registry.now(), self.present()))
                await self._gather_again()

    async def _gather_again(self) -> None:
        """Begin anew after a deal that came to nothing, if somebody is here."""
        if self.room.phase == "lobby" and self.room.voids and self.present():
            with contextlib.suppress(TableError):
                await self._happen(self.room.gather(self.registry.now()))

    async def _open_by_force(self) -> None:
        """Square until a silent seat's puzzle is open, or its browser opens it after all."""
        silent = self.room.silent()
        assert silent is not None
        player, value, puzzle = silent
        for count in steps(self.room.squarings):
            work = asyncio.get_running_loop().run_in_executor(self.registry.squaring, squared, value, puzzle, count)
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

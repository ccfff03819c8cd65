"""The loop that drives one table: its lock, its clock and who is connected. Events are written down, then told."""

import asyncio
import contextlib
import logging
import time
from collections import deque
from collections.abc import Sequence
from itertools import islice
from typing import Final, NamedTuple, Protocol

from fivecard.table.core import (
    Command,
    Decision,
    Event,
    Message,
    Record,
    Request,
    Table,
    TableError,
    decide,
    is_due,
)
from fivecard.table.core.clock import is_overdue, time_left
from fivecard.table.core.commands import (
    Act,
    Admit,
    Begin,
    Close,
    Hint,
    MissHost,
    React,
    Resume,
    Return,
    Say,
    TakeOver,
    Tick,
)
from fivecard.table.core.game import NOBODY
from fivecard.table.core.hand import bank_at_turn, level_at_turn
from fivecard.table.core.hosting import missed
from fivecard.table.core.seating import return_by_itself
from fivecard.table.protocol.types import Line, TableView
from fivecard.table.protocol.view import Common, common_view, seen_from
from fivecard.table.runtime.background import Background
from fivecard.table.runtime.coaching import Coaching
from fivecard.table.runtime.connection import Connection
from fivecard.table.runtime.limits import Allowance, Limits
from fivecard.table.runtime.passwords import matches
from fivecard.table.runtime.run_outs import RunOuts
from fivecard.table.runtime.seat_codes import SeatCodes
from fivecard.table.storage.base import LostTableError

LOG: Final = logging.getLogger("fivecard.table")
MOST_FAILURES: Final = 5
"""When a table has failed so often in a row, it is closed."""
LONGEST_PAUSE: Final = 10
"""Seconds until what failed is tried again, at most."""
ASLEEP: Final = 3.0
"""When the clock has run out by so many seconds unseen, or goes back by them, the machine slept or its time was set."""
FAILED: Final = 1011
"""The code with which a socket is closed whose table cannot go on."""
MOVED: Final = 1012
"""The code with which a socket is closed that will find its table when it connects again."""
_MOVED_WORDS: Final = "this table has moved: connect again"


def _may(allowances: dict[str, Allowance], token: str, fresh: Allowance) -> bool:
    """Spend what somebody still may; those who have all of it again are forgotten."""
    if token not in allowances:
        for each in [each for each, left in allowances.items() if left.is_whole()]:
            del allowances[each]
        allowances[token] = fresh
    return allowances[token].spend()


class Moment(NamedTuple):
    """All that can be seen of a table at one moment."""

    table: Table
    present: frozenset[int] = frozenset()
    watching: int = 0
    said: int = 0
    """How many lines of talk there were."""


class Services(Protocol):
    """What a server does for its tables."""

    limits: Limits
    background: Background
    guessers: dict[str, Allowance]
    """How many passwords may still be tried at all tables, by address: each takes a processor for a while."""
    writers: dict[str, Allowance]
    """How much may still be written down beside play at all tables, by address."""

    @staticmethod
    def now() -> float:
        """The time, as deadlines have it."""
        ...

    async def write_down(self, table: str, events: Sequence[Event], record: Record | None = None) -> None:
        """Have events in the log, or refuse what would have led to them."""
        ...

    def abandon(self, actor: "TableActor") -> None:
        """Let go of a table without touching it."""
        ...


class TableActor:
    """A table that is being played at: its newest state, who is connected, and its clock."""

    def __init__(self, services: Services, table: Table, address: str = "") -> None:
        self.services = services
        self.address = address
        """Where the table was opened from."""
        self.table = table
        self.connections: set[Connection] = set()
        self.last_used = time.monotonic()
        self.lost = False
        """Whether another process may have the table by now, or know more of it."""
        self._lock = asyncio.Lock()
        self._changed = asyncio.Event()
        self._timer: asyncio.Task[None] | None = None
        self._talk: deque[Line] = deque(maxlen=services.limits.talk)
        self._said = 0
        self._talkers: dict[str, Allowance] = {}
        """What people may still say, by their tokens: a second window makes nobody louder."""
        self._writers: dict[str, Allowance] = {}
        """And what else they may have written down that is no part of play."""
        self.successor = asyncio.Lock()
        """So that one new table is opened for those who are here, and not two."""
        self._missed: tuple[int | None, float] = None, 0.0
        """The seat of the host that others miss, and since when."""
        self._waits: tuple[float, float] | None = None
        """Since when, and until when at the latest, the clock waits now."""
        self.seat_codes = SeatCodes()
        self.coaching = Coaching(services.background)
        self.run_outs = RunOuts(services.background, self.tell)
        self._common: Common | None = None
        self._watched = Moment(table)
        """What those who watch see, if they see everything later, and what they have yet to see."""
        self._coming: deque[Moment] = deque()

    def present(self) -> frozenset[int]:
        """The seats whose browsers are here."""
        found = (self.table.seat_of(connection.token) for connection in self.connections)
        return frozenset(seat for seat in found if seat is not None)

    def look(self, connection: Connection) -> TableView:
        """The state as the owner of a connection may see it, and what was said since the last time."""
        now, seat, forgotten = self.services.now(), self.table.seat_of(connection.token), self._said - len(self._talk)
        connection.watches = self._sees_later(connection.token)
        if connection.watches:
            seen, now = self._watched, now - self.table.delay
            common = common_view(seen.table, seen.present, seen.watching, self.run_outs.shares(seen.table))
        else:
            seen = self._now()
            if self._common is None:
                shares = self.run_outs.shares(seen.table)
                self._common = common_view(seen.table, seen.present, seen.watching, shares)
            common = self._common
        talk = list(islice(self._talk, max(connection.heard - forgotten, 0), max(seen.said - forgotten, 0)))
        connection.heard = max(connection.heard, seen.said)
        return seen_from(common, seat, now, talk)

    def _now(self) -> Moment:
        """What there is to see now."""
        watching = {each.token for each in self.connections if self.table.seat_of(each.token) is None}
        return Moment(self.table, self.present(), len(watching), self._said)

    def _sees_later(self, token: str) -> bool:
        """Whether somebody watches who sees everything later."""
        return bool(self.table.delay) and self.table.seat_of(token) is None

    def table_for(self, token: str) -> Table:
        """The table as somebody may know it: with a delay, those who watch know an earlier one."""
        return self._watched.table if self._sees_later(token) else self.table

    def may_know(self, token: str, number: int) -> bool:
        """Whether somebody may know of a finished round by now."""
        return not self._sees_later(token) or number <= self._watched.table.head[0]

    def may_talk(self, token: str) -> bool:
        """Count something that a person says; whether it is not too much."""
        limits = self.services.limits
        return _may(self._talkers, token, Allowance(limits.lines_a_second, limits.lines_at_once))

    def may_ask(self, token: str, address: str, message: Message) -> bool:
        """Count what a person asks for beside play, all of which is written down; whether it is not too much.

        It is counted for the address too: whoever deletes the cookie is somebody else.
        """
        if isinstance(message, Act | Begin | Hint | Say | React):
            return True
        limits = self.services.limits
        own = Allowance(limits.changes_a_second, limits.changes_at_once)
        of_address = Allowance(limits.address_changes_a_second, limits.address_changes_at_once)
        return _may(self._writers, token, own) and _may(self.services.writers, address, of_address)

    async def admit(self, token: str, address: str, password: str) -> None:
        """Let somebody in who knows the password, or refuse it."""
        limits = self.services.limits
        if not _may(self.services.guessers, address, Allowance(limits.guesses_a_second, limits.guesses_at_once)):
            raise TableError("slow", "too many passwords were tried: wait a little")
        if not await matches(password, self.table.terms.password):
            raise TableError("password", "that is not the password of this table")
        if len(self.table.admitted) >= limits.admitted:
            raise TableError("full", "as many browsers have been let in here as this table takes")
        await self.do(Admit(token))

    def say(self, token: str, text: str, *, reaction: bool = False) -> None:
        """Tell everybody what a person says. It is not written down: people say things for those who are here."""
        seat = self.table.seat_of(token)
        person = None if seat is None else self.table.seats[seat]
        if seat is None or person is None:
            raise TableError("spectator", "sit down first")
        self._talk.append(Line(seat, person.name, text, round(self.services.now(), 1), reaction))
        self._said += 1
        self.tell()

    def wait_out(self, opened: Table) -> None:
        """Show those who watch the table as it was opened until the delay is over: the log has no times."""
        self._watched = Moment(opened)
        self._show_later()

    def tell(self) -> None:
        """Have the state sent to everybody, in time: when something is sent tells something too."""
        self._common = None
        self._show_later()
        for connection in self.connections:
            if not (connection.watches and self._sees_later(connection.token)):
                connection.tell()

    def _show_later(self) -> None:
        """Keep what there is to see for those who see it later."""
        if self.table.delay:
            self._coming.append(self._now())
            asyncio.get_running_loop().call_later(self.table.delay, self._show_next)

    def _show_next(self) -> None:
        """Show those who watch what they were still to see."""
        self._watched = self._coming.popleft()
        for connection in self.connections:
            if self._sees_later(connection.token):
                connection.tell()

    async def ask(self, token: str, message: Message) -> Table:
        """Do what a person's browser asks for, or refuse it; gives the table as it was before."""
        async with self._lock:
            await self._wake_up()  # what waited in a socket may be read before the clock is
            before = self.table
            now, patience = self.services.now(), self.services.limits.patience
            giver = self.seat_codes.use(message.code) if isinstance(message, TakeOver) else ""
            await self._happen(decide(self.table, Request(message, token, now, self.present(), patience, giver)))
        self._go_on_from_here()
        return before

    async def take_back(self, token: str) -> None:
        """Take a person back who has connected, or done something."""
        if return_by_itself(self.table, token):
            await self.do(Return(token))

    async def do(self, command: Command) -> None:
        """Turn a command into events, write them down, and go on as far as it goes by itself."""
        async with self._lock:
            await self._happen(decide(self.table, command))
        self._go_on_from_here()

    async def resume(self) -> None:
        """Go on after a pause."""
        with contextlib.suppress(TableError):  # the log cannot be written: the clock waits until it can
            await self.do(Resume(self.services.now(), self.services.limits.patience))
        self._go_on_from_here()

    def _go_on_from_here(self) -> None:
        self._changed.set()
        if self._timer is None:
            self._timer = asyncio.create_task(self._go_on())

    async def _happen(self, decided: Decision) -> None:
        """Write events down, then take them; only ever under the lock, and never given up half-way."""
        if not decided.events:
            return
        if self.lost:
            raise LostTableError
        self.last_used = time.monotonic()
        try:
            await self.services.write_down(self.table.id, decided.events, decided.record)
        except LostTableError:
            self.services.abandon(self)
            raise
        self.table = decided.table
        self.coaching.forget(self.table)
        self.run_outs.note(self.table)
        self.tell()

    async def _go_on(self) -> None:
        """Do what happens by itself, at once or when the time is up, as long as the table is open."""
        failures = 0
        while not (self.table.closed or self.lost):
            self._changed.clear()
            try:
                await self._go_on_once()
            except LostTableError:
                return
            except Exception as error:
                failures += 1
                LOG.error("table %s cannot go on: %r", self.table.id, error, exc_info=not isinstance(error, TableError))
                if failures >= MOST_FAILURES and not isinstance(error, TableError):  # or else it is the log
                    await self._give_up()
                    return
                await asyncio.sleep(min(failures, LONGEST_PAUSE))
            else:
                failures = 0

    async def _give_up(self) -> None:
        """Close a table that fails again and again, and say so to those who are at it."""
        LOG.error("table %s is closed: it failed %d times in a row", self.table.id, MOST_FAILURES)
        with contextlib.suppress(TableError):  # the log cannot be written either
            await self.do(Close())
        self.services.abandon(self)
        for connection in self.connections:
            connection.close(FAILED, "This table cannot go on, and is closed.")

    def abandon(self) -> None:
        """Do and show nothing any more: browsers are told to connect again."""
        self.lost = True
        self._changed.set()
        for connection in self.connections:
            connection.close(MOVED, _MOVED_WORDS)

    def join(self, connection: Connection) -> None:
        """Take a browser in."""
        self.connections.add(connection)
        self.last_used = time.monotonic()
        self.tell()
        self._go_on_from_here()
        if self.lost:
            connection.close(MOVED, _MOVED_WORDS)

    def part(self, connection: Connection) -> None:
        """Forget a browser that has gone; others may have waited for it alone."""
        if connection not in self.connections:  # it never said the password, and is nothing to anybody
            return
        self.connections.discard(connection)
        self.tell()
        self._changed.set()

    async def _go_on_once(self) -> None:
        async with self._lock:
            await self._wake_up()
            self._waits = None
        if is_due(self.table, self.services.now(), self.present()):
            if level_at_turn(self.table) not in {None, NOBODY}:
                await asyncio.sleep(self.services.limits.pace)
            await self._tick()
        elif (patience := self._patience_with_host()) == 0.0:
            async with self._lock:
                await self._happen(decide(self.table, MissHost(self.present())))
        else:
            now = self.services.now()
            waits = [each for each in (time_left(self.table, now), patience) if each is not None]
            wait = min(waits, default=None)
            self._waits = None if wait is None else (now, now + wait)
            try:
                async with asyncio.timeout(wait):  # wait_for can lose a cancellation in Python 3.11
                    await self._changed.wait()
            except TimeoutError:
                if bank_at_turn(self.table):  # from now on it is the time bank that runs
                    self.tell()

    async def _wake_up(self) -> None:
        """Give everybody the whole clock again if the machine slept, or its time was changed; only under the lock."""
        now = self.services.now()
        earliest, latest = self._waits or (now, now)
        if not earliest - ASLEEP <= now <= latest + ASLEEP or is_overdue(self.table, now - ASLEEP):
            self._waits = None
            if self.table.until is not None:
                await self._happen(decide(self.table, Resume(now, self.services.limits.patience)))

    def _patience_with_host(self) -> float | None:
        """The seconds until somebody else is host, if this one's browser is not here and others are."""
        host, now = missed(self.table, self.present()), time.monotonic()
        if host != self._missed[0]:
            self._missed = host, now
        return None if host is None else max(0.0, self._missed[1] + self.services.limits.host_absence - now)

    async def _tick(self) -> None:
        """Do what is due, if it still is when the lock is free."""
        async with self._lock:
            now, present = self.services.now(), self.present()
            await self._happen(decide(self.table, Tick(now, present, self.services.limits.patience)))

    async def stop(self) -> None:
        """Stop the clock, between two events."""
        if self._timer:
            async with self._lock:
                self._timer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._timer

"""The door: every connection is counted from its acceptance to its end, and none may wait for ever.

A connection that has not finished asking holds nothing that others need: at a limit, the one that has been waiting the
longest goes, so that half-sent requests shut nobody out. Sockets are never sent away for others; when they alone fill
the place, newcomers are told so.
"""

import asyncio
import contextlib
import json
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from ipaddress import IPv6Address, ip_address
from typing import ClassVar, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from fivecard.table.runtime.limits import Allowance, Limits

LARGEST_REQUEST: Final = 64 * 1024
"""Bytes of one request, its headers included: the parser has no limit of its own."""
FULL: Final = "there are as many connections as this server takes: please try again in a minute"
FULL_ADDRESS: Final = "there are as many connections from your address as this server takes"


class Stage(Enum):
    """What a connection is doing, and for how many seconds at most."""

    READING = 10.0
    """A request has begun, or is still to come, and is not complete."""
    ANSWERING = 30.0
    IDLE = 5.0
    """Kept alive for another request."""
    REFUSED = 1.0
    """Told that there is no room; open still so that the answer can be read."""
    CLOSING = 20.0
    """Closed by us; the other side, which may be slow, has not taken all that was sent."""
    SOCKET = float("inf")
    """A WebSocket: pings find out whether it lives."""


WAITING: Final = frozenset({Stage.READING, Stage.IDLE, Stage.CLOSING})
"""What may be sent away to make room."""


@dataclass(eq=False, slots=True)
class Guest:
    """A connection."""

    transport: asyncio.Transport
    address: str
    stage: Stage
    until: float


@dataclass(slots=True)
class _Address:
    """What one address has."""

    guests: int = 0
    waiting: OrderedDict[Guest, None] = field(default_factory=OrderedDict)


def household(address: str) -> str:
    """What counts as one address: an IPv4 address, or the /64 of an IPv6 one, which one household has whole.

    >>> household("::ffff:192.0.2.7"), household("2001:db8:1:2:3::4")
    ('192.0.2.7', '2001:db8:1:2::')
    """
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(ip, IPv6Address):
        ip = ip.ipv4_mapped or IPv6Address(int(ip) >> 64 << 64)
    return str(ip)


class Door:
    """All connections of a server."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.is_proxy: Callable[[str], bool] = lambda address: False
        """Whether many people come from an address: the limit of an address is not for it. All others are."""
        self.guests: dict[asyncio.BaseTransport, Guest] = {}
        self._waiting: OrderedDict[Guest, None] = OrderedDict()
        """Those who may be sent away, the longest waiting first."""
        self._addresses: dict[str, _Address] = {}

    def enter(self, transport: asyncio.Transport, address: str, now: float) -> str:
        """Count a connection, sending away one that only waits if need be; says why if there is no room for it."""
        counted_as = household(address)
        own = self._addresses.setdefault(counted_as, _Address())
        refusal = ""
        if own.guests >= self.limits.connections_per_address and not self.is_proxy(address):
            refusal = "" if self._send_away_from(own.waiting) else FULL_ADDRESS
        elif len(self.guests) >= self.limits.connections:
            refusal = "" if self._send_away_from(self._waiting) else FULL
        own = self._addresses.setdefault(counted_as, own)  # it may just have lost its only other connection
        own.guests += 1
        self.guests[transport] = Guest(transport, counted_as, Stage.READING, now)
        self.go_on(transport, Stage.REFUSED if refusal else Stage.READING, now)
        return refusal

    def go_on(self, transport: asyncio.BaseTransport, stage: Stage, now: float) -> None:
        """Note what a connection does now."""
        guest = self.guests.get(transport)
        if guest is None:  # sent away, and not gone yet
            return
        guest.stage, guest.until = stage, now + stage.value
        for waiting in (self._waiting, self._addresses[guest.address].waiting):
            waiting.pop(guest, None)
            if stage in WAITING:
                waiting[guest] = None

    def leave(self, transport: asyncio.BaseTransport) -> None:
        """Forget a connection."""
        guest = self.guests.pop(transport, None)
        if guest is None:
            return
        own = self._addresses[guest.address]
        own.guests -= 1
        for waiting in (self._waiting, own.waiting):
            waiting.pop(guest, None)
        if not own.guests:
            del self._addresses[guest.address]

    def _send_away_from(self, waiting: OrderedDict[Guest, None]) -> bool:
        if not waiting:
            return False
        guest = next(iter(waiting))
        self.leave(guest.transport)
        guest.transport.abort()
        return True

    def sweep(self, now: float) -> None:
        """End what has taken too long; what cannot even be closed, because nobody reads, is cut off."""
        for guest in list(self.guests.values()):
            if guest.stage is not Stage.CLOSING and guest.transport.is_closing():
                self.go_on(guest.transport, Stage.CLOSING, now)
            elif now >= guest.until:
                if guest.stage is Stage.CLOSING:
                    guest.transport.abort()
                else:
                    if guest.stage is Stage.READING:
                        guest.transport.write(
                            _answer("408 Request Timeout", "slow", "the request did not come in time")
                        )
                    guest.transport.close()
                    self.go_on(guest.transport, Stage.CLOSING, now)

    async def watch(self) -> None:
        """Sweep every half second."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(0.5)
            self.sweep(loop.time())


def _answer(status: str, code: str, message: str) -> bytes:
    body = json.dumps({"error": code, "message": message}).encode()
    head = f"HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n"
    return head.encode() + b"retry-after: 60\r\nconnection: close\r\n\r\n" + body


class GuardedHttp(HttpToolsProtocol):
    """A connection that speaks HTTP, as the door sees it."""

    door: ClassVar[Door]
    deaf = False
    """Whether an answer has been given that nothing follows."""
    size = 0
    """Bytes since the last whole request."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count it, or say that there is no room."""
        super().connection_made(transport)
        if refusal := self.door.enter(transport, self.client[0] if self.client else "", self.loop.time()):
            self.deaf = True
            transport.write(_answer("503 Service Unavailable", "full", refusal))
            if len(self.door.guests) > self.door.limits.connections + self.door.limits.backlog // 2:
                transport.close()  # too many to wait until each has read it
            else:
                transport.write_eof()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        self.door.leave(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what it sent."""
        self.size += len(data)
        if self.deaf:
            return
        if self.size > LARGEST_REQUEST:
            self.deaf = True
            self.transport.write(_answer("413 Content Too Large", "malformed", "the request is too large"))
            self.transport.close()
            return
        with _survived(self):
            super().data_received(data)

    def on_message_begin(self) -> None:
        """A request begins: it has so long to be complete."""
        super().on_message_begin()
        self._go_on(Stage.READING)

    def on_message_complete(self) -> None:
        """A request is complete."""
        super().on_message_complete()
        self.size = 0
        self._go_on(Stage.IDLE if self.cycle and self.cycle.response_complete else Stage.ANSWERING)

    def on_response_complete(self) -> None:
        """It is answered."""
        super().on_response_complete()
        guest = self.door.guests.get(self.transport)
        if guest and guest.stage is Stage.ANSWERING and not self.pipeline:
            self._go_on(Stage.IDLE)

    def handle_websocket_upgrade(self) -> None:
        """It becomes a socket."""
        self._go_on(Stage.SOCKET)
        super().handle_websocket_upgrade()

    def _go_on(self, stage: Stage) -> None:
        self.door.go_on(self.transport, stage, self.loop.time())


class GuardedSocket(WebSocketsSansIOProtocol):
    """A connection that has become a WebSocket, as the door sees it."""

    door: ClassVar[Door]

    _allowance: Allowance

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin to count what it says."""
        super().connection_made(transport)
        self._allowance = Allowance(self.door.limits.messages_a_second, self.door.limits.burst)

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        self.door.leave(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what it sent."""
        with _survived(self):
            super().data_received(data)

    def handle_ping(self) -> None:
        """Answer a ping."""
        super().handle_ping()
        self._spend()

    def handle_cont(self, event: Frame) -> None:
        """Take a part of a message."""
        super().handle_cont(event)
        self._spend()

    def _spend(self) -> None:
        """Count a frame that is no message: messages are counted where they are obeyed."""
        if not self._allowance.spend():
            self.transport.close()


@contextlib.contextmanager
def _survived(protocol: GuardedHttp | GuardedSocket) -> Iterator[None]:
    """End a connection whose bytes the libraries beneath us stumble over, with one line."""
    try:
        yield
    except Exception as error:
        protocol.logger.warning("A connection was ended for what it sent: %r", error)
        protocol.transport.abort()


def guarded(door: Door) -> tuple[type[GuardedHttp], type[GuardedSocket]]:
    """Make the protocols of a server whose connections go through a door."""

    class Http(GuardedHttp):
        pass

    class Socket(GuardedSocket):
        pass

    Http.door = Socket.door = door
    return Http, Socket

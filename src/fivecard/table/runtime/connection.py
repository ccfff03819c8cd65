"""One browser's socket: what is sent to it, and how much it may say."""

import asyncio
from collections import deque
from collections.abc import Callable

import msgspec
from starlette.websockets import WebSocket

from fivecard.table.core import TableError
from fivecard.table.protocol.messages import Beat, Done, Hints, Judged, Locked, Refusal, SeatLink
from fivecard.table.protocol.types import TableView
from fivecard.table.runtime.limits import Allowance, Limits


class Connection:
    """One browser's socket: what is to be sent is bounded, for only the newest state is ever written out."""

    def __init__(
        self,
        socket: WebSocket,
        token: str,
        address: str,
        limits: Limits,
        look: Callable[["Connection"], TableView],
    ) -> None:
        self.socket = socket
        self.token = token
        self.address = address
        self._limits = limits
        self._look = look
        self._news = False
        self._answers: deque[str] = deque()
        self._wake = asyncio.Event()
        self._farewell: tuple[int, str] | None = None
        self.allowance = Allowance(limits.messages_a_second, limits.burst)
        self.heard = 0
        """How many lines of talk it was told."""
        self.watches = False
        """Whether it was last sent what those see who see everything later."""

    def tell(self) -> None:
        """Send the state, as it is when its turn comes."""
        self._news = True
        self._wake.set()

    def answer(self, message: Done | Hints | Judged | Locked | Refusal | SeatLink) -> None:
        """Send an answer; one who never reads them is cut off."""
        if len(self._answers) >= 2 * self._limits.burst:
            raise TableError("too-slow", "answers are not being read")
        self._answers.append(_text(message))
        self._wake.set()

    def close(self, code: int, reason: str) -> None:
        """Close the socket, after what is still to be answered; no state is sent any more."""
        self._farewell = code, reason
        self._wake.set()

    async def send_all(self) -> None:
        """Send what there is, as it comes."""
        loop = asyncio.get_running_loop()
        beat_at = loop.time() + self._limits.heartbeat
        while True:
            try:
                async with asyncio.timeout_at(beat_at):  # by its own clock, so that beats tell nothing of what happens
                    await self._wake.wait()
            except TimeoutError:
                beat_at += self._limits.heartbeat
                await self.socket.send_text(_text(Beat()))
                continue
            self._wake.clear()
            if self._news and not self._farewell:  # first, so that an answer finds its effect known
                self._news = False
                await self.socket.send_text(_text(self._look(self)))
            while self._answers:
                await self.socket.send_text(self._answers.popleft())
            if self._farewell:
                await self.socket.close(*self._farewell)
                return


def _text(message: msgspec.Struct) -> str:
    return msgspec.json.encode(message).decode()

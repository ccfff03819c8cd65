"""A person made of code: sits down at a table and plays, as a browser would. For tests, measurements, and bots."""

import json
import secrets
from collections.abc import Callable
from time import perf_counter
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from fivecard.table.core import TableError
from fivecard.table.core.commitments import NONCE_BYTES, nonce_commitment
from fivecard.table.web.static import COOKIE


class Person:
    """One connection to a table: takes part in the shuffle by itself, and keeps what it was told."""

    def __init__(
        self,
        base: str,
        table: str,
        token: str | None = None,
        password: str | None = None,
    ) -> None:
        self.base, self.table, self.password = base, table, password
        self.token = token or secrets.token_urlsafe(32)
        self.state: dict[str, Any] = {}
        self.verdict: dict[str, Any] = {}
        """What was said last to this person's play, at practice tables."""
        self.nonces: dict[str, str] = {}
        """The nonces that this person has committed to, by their commitments."""
        self.acknowledged: list[tuple[int, int, tuple[str, ...]]] = []
        """Hand, player and cards of every draw that the server has confirmed."""
        self.delays: list[float] = []
        """Seconds between every message and its answer."""
        self.heard: list[str] = []
        """Every message, as it came, if `listening`."""
        self.listening = False
        self.headers: dict[str, str] = {}
        """What else is sent when connecting."""
        self._socket: ClientConnection | None = None

    async def __aenter__(self) -> "Person":
        address = self.base.replace("http", "ws", 1) + f"/t/{self.table}/socket"
        self._socket = await connect(
            address, origin=Origin(self.base), max_queue=64,
            additional_headers={"Cookie": f"{COOKIE}={self.token}", **self.headers},
        )  # fmt: skip
        self.state = {}
        return self

    async def __aexit__(self, *problem: object) -> None:
        await self.socket.close()

    @property
    def socket(self) -> ClientConnection:
        """The connection, once there is one."""
        assert self._socket is not None
        return self._socket

    async def receive(self) -> dict[str, Any]:
        """Take the next message."""
        text = await self.socket.recv(decode=True)
        if self.listening:
            self.heard.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["type"] == "beat":
            return await self.receive()
        if message["type"] == "locked":
            await self._enter()
            return self.state or await self.receive()
        if message["type"] == "state":
            self.state = message
        if message["type"] == "verdict":
            self.verdict = message
        return message

    async def _enter(self) -> None:
        """Say the password, before anything of the table is sent."""
        if self.password is None:
            raise TableError("locked", "this table has a password")
        await self.socket.send(json.dumps({"type": "enter", "password": self.password}))
        while (answer := await self.receive())["type"] not in {"done", "error"}:
            pass  # the table may come before the answer
        if answer["type"] == "error":
            raise TableError(answer["code"], answer["message"])

    async def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Take messages until the state is as wanted."""
        while not (self.state and wanted(self.state)):
            await self.receive()
        return self.state

    async def ask(self, kind: str, **fields: object) -> dict[str, Any]:
        """Send a message and wait for its answer."""
        if not self.state:
            await self.until(bool)
        start = perf_counter()
        await self.socket.send(json.dumps({"type": kind, "seq": self.state["seq"], **fields}))
        while (message := await self.receive())["type"] in {"state", "verdict"}:
            pass
        self.delays.append(perf_counter() - start)
        return message

    def commitment(self) -> str:
        """Commit to a fresh nonce."""
        nonce = secrets.token_hex(NONCE_BYTES)
        commitment = nonce_commitment(self.table, nonce)
        self.nonces[commitment] = nonce
        return commitment

    async def sit(self, seat: int, name: str) -> dict[str, Any]:
        """Take a seat."""
        return await self.ask("sit", seat=seat, name=name, commitment=self.commitment())

    async def begin(self) -> dict[str, Any]:
        """Be ready for a round."""
        if not self.state:
            await self.until(bool)
        you = self.state["you"]
        nonce = None if you is None else self.nonces.get(self.state["seats"][you]["commitment"])
        return await self.ask("begin", nonce=nonce or "00" * NONCE_BYTES, commitment=self.commitment())

    def may_act(self, state: dict[str, Any]) -> bool:
        """Whether it is this person's turn."""
        return state["asked"] in {"act", "draw"}

    async def act(self, do: str, **more: object) -> dict[str, Any]:
        """Do something on one's turn."""
        return await self.ask("act", do=do, **more)

    async def draw(self, cards: list[str]) -> dict[str, Any]:
        """Throw cards away; none is to stand pat."""
        playing = self.state["round"]
        answer = await self.act("discard", cards=cards)
        if answer["type"] == "done":
            self.acknowledged.append((playing["number"], playing["me"], tuple(cards)))
        return answer

"""A server of the table's in a process of its own, and people made of code who play at it."""

import asyncio
import contextlib
import json
import random
import re
import signal
import socket
import ssl
import subprocess
import sys
import threading
import weakref
from collections.abc import AsyncIterator, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from websockets.exceptions import ConnectionClosed

from fivecard.table.client import Person
from fivecard.table.runtime.limits import Limits
from fivecard.table.runtime.registry import TableRegistry
from fivecard.table.storage.base import FileStorage
from fivecard.table.storage.log import Log
from fivecard.table.web.app import make_app
from fivecard.table.web.static import COOKIE

PATIENCE = 60.0
"""Seconds that anything may take on a busy machine; only a mistake takes longer."""
PLAIN = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""No certificates: to read those of the system for every request takes longer than the request."""


def fetch(address: str, method: str = "GET", **more: Any) -> httpx.Response:
    """Ask a server for something, over a connection of its own."""
    return httpx.request(method, address, verify=PLAIN, timeout=PATIENCE, trust_env=False, **more)


def http_client(base: str) -> httpx.AsyncClient:
    """A browser's way to a server, for tests whose server runs in the same loop."""
    return httpx.AsyncClient(base_url=base, headers={"Origin": base}, verify=PLAIN, timeout=PATIENCE, trust_env=False)


def hold_port() -> tuple[int, socket.socket]:
    """Find a port that a server can take, and take again after it was killed; nobody else is given it meanwhile.

    Linux gives a port to nobody who does not ask for it while something is bound to it, and lets a server have it
    as long as nobody listens. Elsewhere a server could not, so that there the port is only likely to stay free.
    """
    held = socket.socket()
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    held.bind(("127.0.0.1", 0))
    port = held.getsockname()[1]
    if sys.platform != "linux":
        held.close()
    return port, held


def end(process: "subprocess.Popen[Any]") -> None:
    """End a process that a test has left, whatever became of the test."""
    if process.poll() is None:
        process.kill()
        process.wait(PATIENCE)
    if process.stdout:
        process.stdout.close()


class Server:
    """A server of its own, in a process that can be killed; as a context, it ends well or with the test."""

    def __init__(
        self, folder: Path, *options: str, files: int | None = None, program: Sequence[str] = ("-m", "fivecard")
    ) -> None:
        self.files = files
        """Files that the process may open, if fewer than it may here."""
        self.program = program
        self.file = folder / "table.db"
        self.options = options
        self.port, held = hold_port()
        weakref.finalize(self, held.close)
        self.errors = folder / "errors.txt"
        self.start()

    def start(self) -> None:
        """Start it, at the same port as before."""
        command = [
            sys.executable,
            *self.program,
            "table",
            "--port",
            str(self.port),
            "--data",
            str(self.file),
            "--pace",
            "0",
            "--patience",
            "30",
        ]
        if self.files:
            command = ["sh", "-c", f'ulimit -n {self.files}; exec "$@"', "sh", *command]
        with self.errors.open("a") as errors:
            self.process = subprocess.Popen([*command, *self.options], stdout=subprocess.PIPE, stderr=errors, text=True)
        weakref.finalize(self, end, self.process)  # when this is forgotten, or the tests end: also if one failed
        assert self.process.stdout is not None
        too_late = threading.Timer(PATIENCE, self.process.kill)  # what says nothing is read to its end then
        too_late.start()
        line = self.process.stdout.readline()
        too_late.cancel()
        found = re.search(r"http://localhost:(\d+)/", line)
        assert found, line + self.errors.read_text()
        self.port = int(found[1])
        self.base = f"http://localhost:{self.port}"

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, kind: type[BaseException] | None, *problem: object) -> None:
        if kind:
            end(self.process)
            return
        assert self.stop() == 0
        assert "Traceback" not in self.errors.read_text()

    def open_table(self, **wishes: object) -> str:
        answer = fetch(
            f"{self.base}/tables", "POST", content=json.dumps({"next_in": 0, **wishes}), headers={"Origin": self.base}
        )
        assert answer.status_code == 201, answer.text
        return str(answer.json()["table"])

    def stop(self, how: signal.Signals = signal.SIGINT) -> int:
        """Have it end; gives its exit status."""
        self.process.send_signal(how)
        try:
            self.process.communicate(timeout=PATIENCE)
        finally:
            end(self.process)
        return self.process.returncode


def run(work: Coroutine[Any, Any, Any], seconds: float = 90) -> Any:
    """Run asynchronous work in a thread of its own: a browser that is open in this one has a loop already."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, asyncio.wait_for(work, seconds)).result()


async def meet(*people: Person) -> None:
    """Have all who sit at a table know of each other: who is ready before plays without the others."""
    for person in people:
        await person.until(lambda state: sum(bool(seat["name"]) for seat in state["seats"]) >= len(people))


def may_begin(state: dict[str, Any]) -> bool:
    """Whether a person who sits is waited for, or could be."""
    seat = state["seats"][state["you"]]
    return not seat["ready"] and not seat["late"]


async def play_at(person: Person, rounds: int, source: random.Random, think: float = 0.0) -> None:
    """Play rounds, being ready for each as soon as the one before has ended."""
    while True:
        state = await person.until(lambda state: person.may_act(state) or state["phase"] in {"shown", "lobby"})
        await asyncio.sleep(think)  # slower than a flood
        if person.may_act(state):
            hand = state["round"]["hand"]
            most = min(3, state["round"]["legal"]["most_discards"])
            await person.draw(source.sample(hand, source.randrange(most + 1)))
        elif state["seats"][state["you"]]["rounds"] >= rounds:
            return
        elif may_begin(state):
            await person.begin()
        else:
            await person.receive()


async def closing_code(person: Person) -> int:
    """Read to the end of a connection, and give the reason for it."""
    try:
        while True:
            await person.receive()
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 0


def choose(state: dict[str, Any], source: random.Random) -> dict[str, Any]:
    """Do anything that is legal, from what the page is told."""
    now = state["round"]["legal"]
    if now["draw"]:
        return {"do": "discard", "cards": source.sample(state["round"]["hand"], source.randrange(now["most_discards"]))}
    choices: list[dict[str, Any]] = []
    if now["check"]:
        choices.append({"do": "check"})
    if now["call"]:
        choices += [{"do": "call"}] * 2
    if now["bring_in"]:
        choices.append({"do": "bringin"})
    if now["fold"]:
        choices.append({"do": "fold"})
    if now["lowest_raise"]:  # and no more: nobody is to be broke
        choices.append({"do": "raise", "to": now["lowest_raise"]})
    return source.choice(choices)


class First(random.Random):
    """Chooses what comes first: whoever acts by it checks or calls."""

    def choice(self, choices: Any) -> Any:
        return choices[0]


async def play_hands(person: Person, hands: int, source: random.Random) -> None:
    """Play hands, being ready for each as soon as the one before has ended."""
    while True:
        state = await person.until(lambda state: person.may_act(state) or state["phase"] in {"shown", "lobby"})
        await asyncio.sleep(0.02)  # slower than a flood
        if person.may_act(state):
            answer = await person.act(**choose(state, source))
            assert answer["type"] == "done", answer
        elif state["round"] and state["phase"] == "shown" and state["round"]["number"] >= hands:
            return
        elif may_begin(state):
            await person.begin()
        else:
            await person.receive()


def get(server: Server, path: str, person: Person | None = None) -> httpx.Response:
    return fetch(f"{server.base}{path}", cookies={COOKIE: person.token} if person else {})


def open_table(server: Server, host: Person, **wishes: object) -> str:
    """Open a table as a person."""
    answer = fetch(
        f"{server.base}/tables",
        "POST",
        content=json.dumps({"rules": "five-card-draw", "next_in": 0, **wishes}),
        headers={"Origin": server.base},
        cookies={COOKIE: host.token},
    )
    assert answer.status_code == 201, answer.text
    host.table = answer.json()["table"]
    return host.table


@contextlib.asynccontextmanager
async def serving_here(folder: Path, **limits: Any) -> AsyncIterator[str]:
    """A server in this process, whose constants a test may change: without the door, which the program adds."""
    app = make_app(TableRegistry(FileStorage(Log(str(folder / "table.db"))), Limits(pace=0.0, **limits)))
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="warning", ws="websockets-sansio", lifespan="on"))
    task = asyncio.create_task(server.serve())
    try:
        while not server.started:
            assert not task.done(), task
            await asyncio.sleep(0.01)
        yield f"http://localhost:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        await task

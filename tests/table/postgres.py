"""A PostgreSQL server of a test's own, in a temporary folder, which can be paused and killed."""

import contextlib
import glob
import json
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
import weakref
from pathlib import Path

import asyncpg

from tests.table.server import end, hold_port, run

USER = "postgres"
"""Who runs the server if the tests are run by root."""


def find_program(name: str) -> str | None:
    """Find a program of the server, which packages put beside the usual path."""
    found = sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"))  # noqa: PTH207
    return shutil.which(name) or (found[-1] if found else None)


def why_not() -> str:
    """Why there can be no server on this machine, or nothing."""
    if not find_program("initdb") or not find_program("postgres"):
        return "NO POSTGRESQL ON THIS MACHINE: a log that several processes share is not tested (make postgresql)"
    if not os.geteuid():
        try:
            pwd.getpwnam(USER)
        except KeyError:
            return f"NO USER {USER} ON THIS MACHINE, and PostgreSQL refuses to run as root: it is not tested"
    return ""


class Postgres:
    """A server that runs."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="fivecard-postgres-"))
        self._user = None if os.geteuid() else USER  # the server refuses to be root
        if self._user:
            shutil.chown(self._folder, self._user)
        self._databases = 0
        self.port, self._held = hold_port()
        self.url = f"postgresql://fivecard@127.0.0.1:{self.port}/postgres"
        initdb = [find_program("initdb") or "", "--auth=trust", "--username=fivecard", "--encoding=UTF8"]
        initdb += ["--locale=C", "--no-sync", str(self._folder / "data")]
        subprocess.run(initdb, user=self._user, check=True, capture_output=True, cwd="/", timeout=60)
        self._log = (self._folder / "errors.txt").open("a")
        self.start()

    def start(self) -> None:
        program = find_program("postgres")
        assert program
        options = ["-D", f"{self._folder}/data", "-k", str(self._folder), "-h", "127.0.0.1", "-p", str(self.port)]
        self._process = subprocess.Popen([program, *options], user=self._user, stderr=self._log, cwd="/")
        weakref.finalize(self, end, self._process)  # also if a test fails while it is paused
        for _ in range(600):
            with contextlib.suppress(OSError, asyncpg.CannotConnectNowError):
                run(ask(self.url, "SELECT"))
                return
            time.sleep(0.05)
        raise AssertionError((self._folder / "errors.txt").read_text())

    def processes(self) -> list[int]:
        """The server's process, and one for every connection."""
        task = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children")
        return [self._process.pid, *map(int, task.read_text().split())]

    def pause(self) -> None:
        """Have it answer nothing at all, as if the network was cut."""
        for process in self.processes():
            os.kill(process, signal.SIGSTOP)

    def go_on(self) -> None:
        for process in self.processes():
            os.kill(process, signal.SIGCONT)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """End the server: at once, and cleanly, unless told otherwise."""
        self._process.send_signal(how)
        self._process.wait(timeout=30)

    def remove(self) -> None:
        self.stop(signal.SIGQUIT)  # nothing of it is needed
        self._log.close()
        self._held.close()
        shutil.rmtree(self._folder)

    def new_database(self) -> str:
        """Make an empty database; gives its address."""
        self._databases += 1
        name = f"database{self._databases}"
        run(ask(self.url, f"CREATE DATABASE {name}"))
        return self.url.removesuffix("postgres") + name


class Wire:
    """A way to a server that can be cut without either side being told."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._whole = threading.Event()
        self._whole.set()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, far = self._listening.accept()[0], socket.create_connection(("127.0.0.1", self._to))
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._pass_on, args=(one, other), daemon=True).start()

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError), one, other:
            while data := one.recv(65536):
                self._whole.wait()
                other.sendall(data)
            other.shutdown(socket.SHUT_RDWR)

    def cut(self) -> None:
        self._whole.clear()

    def mend(self) -> None:
        self._whole.set()

    def close(self) -> None:
        self.mend()
        self._listening.close()


async def ask(url: str, query: str, *values: object) -> list[asyncpg.Record]:
    """Ask a database something, beside those who use it."""
    connection = await asyncpg.connect(url)
    try:
        return await connection.fetch(query, *values)
    finally:
        await connection.close()


async def names_that_sat(database: str) -> list[str]:
    """The names of those who sat down, in order, as the database of one table has them."""
    rows = await ask(database, "SELECT events FROM fivecard.entries ORDER BY number")
    return [event["name"] for row in rows for event in json.loads(row["events"]) if event["kind"] == "sat"]

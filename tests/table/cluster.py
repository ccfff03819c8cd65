"""Processes that share tables by a PostgreSQL database."""

import json
import os
import signal
import time
from pathlib import Path

from tests.table import postgres
from tests.table.server import Server, fetch, run

LEASE = 2.0


class Cluster:
    """Processes that share a database, to any of which a browser may come."""

    def __init__(self, folder: Path, database: str, processes: int, *options: str) -> None:
        self.database = database
        self.servers: list[Server] = []
        for number in range(processes):
            own = folder / str(number)
            own.mkdir()
            self.servers.append(Server(own, "--data", database, "--lease", str(LEASE), *options))

    def owner(self, table: str) -> Server | None:
        """The process that has a table, if one has."""
        query = "SELECT port FROM fivecard.tables JOIN fivecard.processes ON id = owner WHERE name = $1"
        ports = [row["port"] for row in run(postgres.ask(self.database, query, table))]
        return next((server for server in self.servers if server.port in ports), None)

    def wait_for_owner(self, table: str, server: Server) -> None:
        """Wait until a process has a table, and serves it."""
        for _ in range(600):
            if self.owner(table) is server and fetch(f"{server.base}/health").json()["tables"]:
                return
            time.sleep(0.1)
        raise AssertionError(server.errors.read_text())

    def open_table(self, **wishes: object) -> str:
        """Open a table in the first process."""
        return self.servers[0].open_table(**wishes)

    def kill(self, server: Server) -> None:
        os.kill(server.process.pid, signal.SIGKILL)
        server.process.communicate(timeout=60)

    def draws(self) -> dict[str, set[tuple[int, int, tuple[str, ...]]]]:
        """Round, player and cards of every draw at every table, as the database has them."""
        query = "SELECT name, events FROM fivecard.entries ORDER BY name, number"
        found: dict[str, set[tuple[int, int, tuple[str, ...]]]] = {}
        number = 0
        for row in run(postgres.ask(self.database, query)):
            draws = found.setdefault(row["name"], set())
            for event in json.loads(row["events"]):
                if event["kind"] == "dealt":
                    number = event["round"]
                if event["kind"] == "acted":
                    draws.add((number, event["player"], tuple(event.get("cards", "").split())))
        return found

    def stop(self) -> None:
        codes = [server.stop() for server in self.servers if server.process.poll() is None]  # all, whatever one did
        assert not any(codes)
        for server in self.servers:
            assert "Traceback" not in server.errors.read_text()

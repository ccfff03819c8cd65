"""Processes that share a PostgreSQL database, on loopback: bench/run.sh bench/bench_table_cluster.py.

People sit down and stand up, each at a table of their own: the cheapest messages that are written to the log before
they are answered. Few of them with pauses show how long an answer takes; many that ask for more than two cores can do
show how many answers there can be, and how long they take then is how long they queue. Each with the table's own
process, and with every socket at another one. Then the way that was not taken: messages that are passed on by the
database's notifications. Clients, servers and database share this machine's cores; what a message costs in processor
time says more than how many there were.
"""

import asyncio
import contextlib
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter, process_time
from typing import NamedTuple

import asyncpg
import httpx

from fivecard.table.client import Person

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tests.table.postgres import Postgres

SECONDS = 8.0
NOTIFIED, PAYLOAD, TOGETHER = 10_000, "x" * 1_500, 32


class Load(NamedTuple):
    """How many people there are, and how long each waits after an answer."""

    people: int
    pause: float


LOADS = {"moderate": Load(120, 0.25), "saturated": Load(600, 0.12)}
"""480 messages a second, and 5,000 if answers took no time; more than ten a second from one socket would be a flood."""


class Servers(NamedTuple):
    """Processes that run, and where they listen."""

    processes: list[int]
    bases: list[str]


@contextlib.contextmanager
def serving(data: str, count: int) -> Iterator[Servers]:
    command = [sys.executable, "-m", "fivecard", "table", "--port", "0", "--data", data, "--pace", "0"]
    command += ["--sockets-per-address", "2000", "--tables-per-address", "2000", "--tables", "2000"]
    with contextlib.ExitStack() as stack:
        running = []
        bases = []
        for _ in range(count):
            process = stack.enter_context(subprocess.Popen(command, stdout=subprocess.PIPE, text=True))
            stack.callback(process.terminate)
            assert process.stdout is not None
            found = re.search(r"http://\S+?(?=/ )", process.stdout.readline())
            assert found
            running.append(process.pid)
            bases.append(found[0])
        yield Servers(running, bases)


def cpu(processes: list[int]) -> float:
    """Seconds of a processor that processes have used, and those of their children that have ended."""
    return sum(
        sum(map(int, Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:15])) / 100
        for process in processes
    )


async def open_table(client: httpx.AsyncClient, base: str) -> str:
    answer = await client.post(f"{base}/tables", content='{"seats": 2}', headers={"Origin": base})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["table"])


async def sit_and_stand(person: Person, end: float, pause: float) -> None:
    sitting = False
    while perf_counter() < end:
        answer = await (person.ask("leave") if sitting else person.sit(0, "Ann"))
        assert answer["type"] == "done", answer
        sitting = not sitting
        await asyncio.sleep(pause)


async def measure(servers: Servers, database: Postgres | None, load: Load, *, elsewhere: bool) -> str:
    """Have people come, each to the table's own process or to the next one."""
    count = len(servers.bases)
    people = []
    async with httpx.AsyncClient() as client:
        for number in range(load.people):
            table = await open_table(client, servers.bases[number % count])
            people.append(Person(servers.bases[(number + elsewhere) % count], table))
            await people[-1].__aenter__()
            await people[-1].until(bool)
    before, kept = cpu(servers.processes), cpu(database.processes() if database else [])
    own, start = process_time(), perf_counter()
    await asyncio.gather(*(sit_and_stand(person, start + SECONDS, load.pause) for person in people))
    delays = [delay for person in people for delay in person.delays]
    took, own = perf_counter() - start, process_time() - own
    served = cpu(servers.processes) - before
    stored = cpu(database.processes() if database else []) - kept
    for person in people:
        await person.__aexit__()
    return line(delays, took, served, stored, own)


def line(delays: list[float], took: float, served: float, stored: float, own: float) -> str:
    """Say how many there were, how long they took, and what each cost."""
    delays.sort()
    middle, most = (1000 * delays[int(part * (len(delays) - 1))] for part in (0.5, 0.99))
    costs = " ".join(f"{1e6 * seconds / len(delays):8,.0f} µs" for seconds in (served, stored, own))
    return f"{len(delays) / took:8,.0f} {middle:9.1f} ms {most:7.1f} ms {costs}"


async def take_over(servers: Servers) -> str:
    """Kill one of two processes, and wait until the other has its tables."""
    async with httpx.AsyncClient() as client:

        async def tables(base: str) -> int:
            return int((await client.get(f"{base}/health")).json()["tables"])

        together = sum([await tables(base) for base in servers.bases])
        os.kill(servers.processes[0], signal.SIGKILL)
        start = perf_counter()
        while (found := await tables(servers.bases[1])) < together:
            if perf_counter() - start > 60:
                raise RuntimeError(f"{found} of {together} tables were taken over")
            await asyncio.sleep(0.05)
        return f"{perf_counter() - start:.1f} s after the kill of one of two, all {together} tables are the other's"


async def notify(database: Postgres) -> str:
    """Pass messages on by notifications, and a state and an answer back, as two processes would."""
    here, there = await asyncpg.connect(database.url), await asyncpg.connect(database.url)
    ears = await asyncpg.connect(database.url), await asyncpg.connect(database.url)
    waiting: dict[int, asyncio.Future[None]] = {}
    wanted: asyncio.Queue[str] = asyncio.Queue()

    def answer(*got: object) -> None:
        wanted.put_nowait(f"state {PAYLOAD}")
        wanted.put_nowait(str(got[3]))

    def heard(*got: object) -> None:
        number = str(got[3]).partition(" ")[0]
        if number != "state":
            waiting.pop(int(number)).set_result(None)

    await ears[0].add_listener("there", answer)
    await ears[1].add_listener("here", heard)
    asked: asyncio.Queue[str] = asyncio.Queue()

    async def pass_on(connection: asyncpg.Connection, queue: asyncio.Queue[str], channel: str) -> None:
        while True:  # what came in meanwhile goes together, as with the log
            texts = [await queue.get()]
            while not queue.empty():
                texts.append(queue.get_nowait())
            await connection.execute("SELECT pg_notify($1, text) FROM unnest($2::text[]) AS text", channel, texts)

    workers = [
        asyncio.create_task(pass_on(here, asked, "there")),
        asyncio.create_task(pass_on(there, wanted, "here")),
    ]
    before, own, start, delays = cpu(database.processes()), process_time(), perf_counter(), []

    async def one(first: int) -> None:
        for number in range(first, NOTIFIED, TOGETHER):
            sent = perf_counter()
            waiting[number] = asyncio.get_running_loop().create_future()
            answered = waiting[number]
            asked.put_nowait(f"{number} sit down")
            await answered
            delays.append(perf_counter() - sent)

    await asyncio.wait_for(asyncio.gather(*(one(first) for first in range(TOGETHER))), 60)
    took, used, own = perf_counter() - start, cpu(database.processes()) - before, process_time() - own
    for worker in workers:
        worker.cancel()
    for connection in (here, there, *ears):
        await connection.close()
    return line(delays, took, own, used, 0.0)


def show(name: str, result: str) -> None:
    print(f"{name:42}{result}", flush=True)


def measure_all(name: str, servers: Servers, database: Postgres | None, *, elsewhere: bool = False) -> None:
    for size, load in LOADS.items():
        show(f"{name}, {size}", asyncio.run(measure(servers, database, load, elsewhere=elsewhere)))


def main() -> None:
    for size, (people, pause) in LOADS.items():
        print(f"{size}: {people} people for {SECONDS:.0f} s, {pause} s after each answer")
    print(f"{'':42}{'a second':>8} {'half within':>12} {'99 %':>10} {'servers':>11} {'database':>11} {'clients':>11}")
    with tempfile.TemporaryDirectory(dir=".") as folder, serving(f"{folder}/table.db", 1) as servers:
        measure_all("a file, 1 process", servers, None)
    database = Postgres()
    try:
        for count in (1, 2, 4):
            with serving(database.new_database(), count) as servers:
                measure_all(f"a database, {count} process{'es' * (count > 1)}", servers, database)
                if count == 2:
                    print(f"  {asyncio.run(take_over(servers))}")
        with serving(database.new_database(), 2) as servers:
            measure_all("  2, every socket passed on", servers, database, elsewhere=True)
        show("notifications instead, alone", asyncio.run(notify(database)))
    finally:
        database.remove()


if __name__ == "__main__":
    main()

"""The table under load: 200 tables with six people each, on loopback: bench/run.sh bench/bench_table.py.

1,200 sockets play real hands of pot-limit five-card draw, shuffle and all, with the log on. Every message is answered
after its events are on the disk; the time until then is what is measured. Clients and server share the cores.
First comes a rush, in which all 200 tables shuffle and deal within seconds of each other; then an ordinary evening.

The same again under attack: another process holds as many half-sent requests as it can, from 200 addresses, and opens
new ones as fast as `ATTACKS_A_SECOND` whenever they are ended, while newcomers ask for the page.
"""

import asyncio
import contextlib
import json
import random
import re
import resource
import socket
import subprocess
import sys
import tempfile
from collections import deque
from pathlib import Path
from time import perf_counter
from typing import Any

import httpx

from fivecard.table.client import Person

TABLES, SEATS = 200, 6
RUSH, SECONDS = 10.0, 45.0
ATTACKS_A_SECOND = 300
WISHES = {"rules": "five-card-draw", "limit": "pot", "stack": 10_000, "seats": SEATS, "fill": "nobody", "clock": 60}
THINK = 4.0  # seconds that a person thinks, on average: few people are as quick


def resident(process: int) -> int:
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{process}/status").read_text())
    return int(found[1]) if found else 0


def choose(playing: dict[str, Any], source: random.Random) -> dict[str, Any]:
    """Do anything that is legal, but raise little, so that the evening lasts."""
    now = playing["legal"]
    if now["draw"]:
        return {"do": "discard", "cards": source.sample(playing["hand"], source.randrange(4))}
    if now["lowest_raise"] and source.random() < 0.2:
        return {"do": "raise", "to": now["lowest_raise"]}
    if now["check"]:
        return {"do": "check"}
    return {"do": "fold" if source.random() < 0.3 else "call"}


async def play(person: Person, source: random.Random, end: float) -> int:
    """Play until the time is up; gives the number of rounds seen to their end."""
    rounds = 0
    while perf_counter() < end:
        wanted = person.until(lambda state: person.may_act(state) or state["phase"] in {"shown", "lobby"})
        try:
            state = await asyncio.wait_for(wanted, max(0.1, end - perf_counter()))
        except TimeoutError:
            break
        if person.may_act(state):
            await asyncio.sleep(source.uniform(0, 2 * THINK))
            answer = await person.act(**choose(state["round"], source))
            assert answer["type"] == "done", answer
        elif not state["seats"][state["you"]]["stack"]:
            answer = await person.ask("rebuy")
            break
        elif not state["seats"][state["you"]]["ready"]:
            rounds += state["you"] == 0 and state["phase"] == "shown"
            await asyncio.sleep(source.uniform(0, THINK))
            answer = await person.begin()
            quicker = {"stale", "playing", "not-yet"}  # others were
            assert answer["type"] == "done" or answer["code"] in quicker, answer
        else:
            try:
                await asyncio.wait_for(person.receive(), max(0.1, end - perf_counter()))
            except TimeoutError:
                break
    return rounds


async def attack(port: int) -> None:
    """Hold half-sent requests, and open new ones without end."""
    held: deque[socket.socket] = deque(maxlen=4 * 4096)
    number = 0
    end = perf_counter() + 2 * SECONDS  # even if nobody ends it
    while perf_counter() < end:
        number += 1
        connection = socket.socket()
        connection.setblocking(False)
        connection.bind((f"127.0.1.{1 + number % 200}", 0))
        with contextlib.suppress(OSError):
            await asyncio.wait_for(asyncio.get_running_loop().sock_connect(connection, ("127.0.0.1", port)), 1.0)
            connection.send(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Half: ")
        if len(held) == held.maxlen:
            held.popleft().close()
        held.append(connection)
        await asyncio.sleep(1 / ATTACKS_A_SECOND)


async def come(base: str, delays: list[float]) -> None:
    """Ask for the page again and again, each time on a new connection, as newcomers do."""
    while True:
        start = perf_counter()
        async with httpx.AsyncClient(base_url=base) as http:
            assert (await http.get("/")).status_code == 200
        delays.append(perf_counter() - start)
        await asyncio.sleep(0.2)


def within(delays: list[float], part: float) -> float:
    """Give the milliseconds within which a part of all is answered."""
    return 1000 * sorted(delays)[int(part * (len(delays) - 1))]


async def load(base: str, server: int) -> None:
    async with httpx.AsyncClient(base_url=base, headers={"Origin": base}) as http:
        tables = [(await http.post("/tables", content=json.dumps(WISHES))).json()["table"] for _ in range(TABLES)]
    before = resident(server)
    people = [Person(base, table) for table in tables for _ in range(SEATS)]
    for start in range(0, len(people), 50):
        await asyncio.gather(*(person.__aenter__() for person in people[start : start + 50]))
    for number, person in enumerate(people):
        answer = await person.sit(number % SEATS, f"Person {number % SEATS}")
        assert answer["type"] == "done", answer
    seated = resident(server)
    print(f"\n{TABLES} tables, {len(people):,} sockets, {THINK:g} s to think for each")
    for name, seconds in (("all at once", RUSH), ("in peace", SECONDS), ("under attack", SECONDS)):
        for person in people:
            person.delays.clear()
        print(f"\n{name}, {seconds:.0f} s:")
        attacker = None
        if name == "under attack":
            command = [sys.executable, __file__, "attack", base.rpartition(":")[2]]
            attacker = await asyncio.create_subprocess_exec(*command)
            await asyncio.sleep(3.0)
        await measure(base, server, people, seconds)
        if attacker:
            attacker.kill()
            await attacker.wait()
    memory = f"{(seated - before) / len(people):.0f} KiB a socket, {resident(server) / 1024:.0f} MiB in all"
    print(f"\n  the server takes {memory}")
    await asyncio.gather(*(person.__aexit__() for person in people))


async def measure(base: str, server: int, people: list[Person], seconds: float) -> None:
    end = perf_counter() + seconds
    used = Path(f"/proc/{server}/stat").read_text().split()
    newcomers: list[float] = []
    coming = asyncio.create_task(come(base, newcomers))
    rounds = await asyncio.gather(*(play(person, random.Random(number), end) for number, person in enumerate(people)))
    coming.cancel()
    after = Path(f"/proc/{server}/stat").read_text().split()
    delays = [delay for person in people for delay in person.delays]
    cpu = (int(after[13]) + int(after[14]) - int(used[13]) - int(used[14])) / 100
    connections = httpx.get(f"{base}/health").json()["connections"]
    print(f"  {sum(rounds):,} rounds, {len(delays):,} messages answered, no error; {connections:,} connections")
    for part in (0.5, 0.9, 0.99, 0.999):
        print(f"  {100 * part:>5.1f} % answered within {within(delays, part):7.1f} ms")
    half, most = within(newcomers, 0.5), within(newcomers, 0.99)
    print(f"  newcomers had the page within {half:.1f} ms (half of them), {most:.1f} ms (99 %)")
    print(f"  the server used {cpu / seconds:.0%} of a core")


def main() -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    if sys.argv[1:2] == ["attack"]:
        asyncio.run(attack(int(sys.argv[2])))
        return
    with tempfile.TemporaryDirectory(dir=".") as folder:
        command = [sys.executable, "-m", "fivecard", "table", "--port", "0", "--data", f"{folder}/table.db"]
        command += ["--pace", "0", "--sockets-per-address", "2000", "--tables", "300", "--tables-per-address", "300"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            found = re.search(r"http://\S+?(?=/ )", server.stdout.readline())
            assert found
            try:
                asyncio.run(load(found[0], server.pid))
            finally:
                server.terminate()


if __name__ == "__main__":
    main()

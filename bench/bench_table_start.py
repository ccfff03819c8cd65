"""How long the table takes to start with a million events in its log: bench/run.sh bench/bench_table_start.py.

Most tables are closed, as in a log that has been used for long. The log is measured as a server leaves it that has
never been restarted (some closed tables' lines are still in it), and as the first start leaves it. What is measured is
the whole program, from its beginning until it tells its address.
"""

import random
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import Any

from fivecard.table.log import Log
from fivecard.table.room import Event, Room
from fivecard.table.timelock import make_factors, puzzle_of

EVENTS, OPEN_TABLES, ROUNDS = 1_000_000, 200, 10


def play(table: str) -> list[tuple[list[Event], dict[str, Any] | None]]:
    """Play rounds at one table; gives what each command did."""
    source = random.Random(table)
    opening: Event = {"kind": "opened", "id": table, "rules": "C", "seats": 6, "fill": "sharp", "clock": 30}
    opening |= {"practice": False}
    room = Room([opening])
    done: list[tuple[list[Event], dict[str, Any] | None]] = [([opening], None)]

    def happen(events: list[Event]) -> None:
        done.append((events, room.record_after(events[0])))
        for event in events:
            room.take(event)

    happen(room.sit(0, "Ann", "0"))
    factors = make_factors()  # the same in all rounds: nothing here depends on it
    for _ in range(ROUNDS):
        happen(room.begin(0.0))
        happen(room.commit(0, puzzle_of(factors)))
        happen(room.automatic(0.0, source.randbytes(32)))
        happen(room.open(0, factors[0]))
        while room.phase != "shown":
            happen(room.automatic(0.0, b"") or room.discard(0, (), 0.0))
    return done


def fill(file: str) -> None:
    """Write the log."""
    log = Log(file)
    played = play("a-table")
    count = written = 0
    while written < EVENTS:
        table = f"table-{count}"
        batch = [(table, events, record) for events, record in played]
        count += 1
        if count > OPEN_TABLES:
            batch.append((table, [{"kind": "closed"}], None))
        log.write(batch)
        written += sum(len(events) for _, events, _ in batch)
    log.close()
    print(f"{written:,} events of {count:,} tables, {OPEN_TABLES} of them open, {Path(file).stat().st_size:,} bytes")


def start(file: str) -> tuple[float, float]:
    """Give the seconds until a server tells its address, and those of a processor until it has stopped again."""
    command = [sys.executable, "-m", "fivecard", "table", "--port", "0", "--data", file]
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        line = server.stdout.readline()
        seconds = perf_counter() - begin
        assert "http://" in line
        server.terminate()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def report(what: str, times: list[tuple[float, float]]) -> None:
    seconds, processor = min(times)
    print(f"  {seconds:5.2f} s to start {what} ({processor:.2f} s of a processor, with stopping)")


def main() -> None:
    with tempfile.TemporaryDirectory(dir=".") as folder:
        report("without a log", [start(f"{folder}/empty.db") for _ in range(5)])
        fill(f"{folder}/table.db")
        report("after a server that was never restarted", [start(f"{folder}/table.db")])
        report("from then on", [start(f"{folder}/table.db") for _ in range(5)])


if __name__ == "__main__":
    main()

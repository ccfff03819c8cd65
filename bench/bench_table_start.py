"""How long the table takes to start with a million events in its log: bench/run.sh bench/bench_table_start.py.

Most tables are closed, as in a log that has been used for long. The log is measured as a server leaves it that has
never been restarted (the closed tables' lines are still in it), and as the first start leaves it. What is measured is
the whole program, from its beginning until it tells its address.
"""

import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import Any

from fivecard.table.fair import seat_commitment
from fivecard.table.log import Log
from fivecard.table.room import Event, Room

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
    for number in range(1, ROUNDS + 1):
        seed = source.randbytes(32)
        happen(room.begin(0.0))
        happen(room.commit(0, seat_commitment(table, number, 0, seed)))
        happen(room.automatic(0.0, source.randbytes(32)))
        happen(room.open(0, seed))
        while room.phase != "shown":
            happen(room.automatic(0.0, b"") or room.discard(0, (), 0.0))
    return done


def fill(file: str) -> int:
    """Write the log; gives the number of its events."""
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
    return written


def start(file: str) -> float:
    """Give the seconds until a server tells its address."""
    command = [sys.executable, "-m", "fivecard", "table", "--port", "0", "--data", file]
    begin = perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        found = re.search(r"http://", server.stdout.readline())
        seconds = perf_counter() - begin
        assert found
        server.terminate()
    return seconds


def main() -> None:
    with tempfile.TemporaryDirectory(dir=".") as folder:
        print(f"  {min(start(f'{folder}/empty.db') for _ in range(5)):5.2f} s to start without a log")
        fill(f"{folder}/table.db")
        print(f"  {start(f'{folder}/table.db'):5.2f} s to start after a server that was never restarted")
        print(f"  {min(start(f'{folder}/table.db') for _ in range(5)):5.2f} s to start from then on")


if __name__ == "__main__":
    main()

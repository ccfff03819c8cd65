"""How long the table takes to start with a million events in its log: bench/run.sh bench/bench_table_start.py.

Most tables are closed, as in a log that has been used for long. The log is measured as a server leaves it that has
never been restarted (some closed tables' lines are still in it), and as the first start leaves it. What is measured is
the whole program, from its beginning until it tells its address.
"""

import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from fivecard.table.core.events import Closed
from fivecard.table.storage.log import Log
from table_hands import play

EVENTS, OPEN_TABLES, ROUNDS = 1_000_000, 200, 10


def fill(file: str) -> None:
    """Write the log."""
    log = Log(file)
    played = play("a-table", ROUNDS)
    count = written = 0
    while written < EVENTS:
        table = f"table-{count}"
        batch = [(table, events, record) for events, record in played]
        count += 1
        if count > OPEN_TABLES:
            batch.append((table, (Closed(),), None))
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

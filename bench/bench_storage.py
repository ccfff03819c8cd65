"""What the log of the table costs, and what it stands: bench/run.sh bench/bench_storage.py.

Single and grouped commits, the start with many tables, the hands of a closed one. Then what is left after kills, of
copies that are made while it is written, on a full disk, where the disk confirms nothing, and after damage. It writes
into the present folder; for some of it one must be root, or have strace, and what cannot be tried is said.
"""

import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from time import perf_counter, process_time, sleep
from typing import Protocol

from fivecard.errors import FivecardError
from fivecard.table.core import Event, Record
from fivecard.table.core.events import Closed
from fivecard.table.storage.log import Log
from fivecard.table.storage.sqlite import SqliteLog
from table_hands import Played, play

sys.path.append(str(Path(__file__).resolve().parent.parent))
from tests.table.damages import DAMAGES

TIMES, TOGETHER, TABLES, OPEN = 40, 20, 1000, 100
CHIPS = 1_000_000  # so that nobody is broke, and all play on


class Storage(Protocol):
    """A log in a file."""

    notes: list[str]

    def open_tables(self) -> list[str]: ...
    def events(self, table: str) -> list[Event]: ...
    def write(self, batch: Sequence[tuple[str, Sequence[Event], Record | None]]) -> None: ...
    def round(self, table: str, number: int) -> str | None: ...
    def last_round(self, table: str) -> int: ...
    def close(self) -> None: ...


Kind = Callable[[str], Storage]
KINDS: Mapping[str, Kind] = {
    "own log": Log,
    "SQLite, WAL": SqliteLog,
    "SQLite, WAL, checkpoint at 50 pages": partial(SqliteLog, checkpoint=50),
    "SQLite, TRUNCATE": partial(SqliteLog, mode="TRUNCATE"),
}


def read(log: Storage) -> dict[str, list[Event]]:
    return {table: log.events(table) for table in log.open_tables()}


def milliseconds(delays: Iterable[float], part: float) -> float:
    ordered = sorted(delays)
    return 1000 * ordered[int(part * (len(ordered) - 1))]


def written_bytes() -> int:
    """What this process has had the disk write."""
    lines = Path("/proc/self/io").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("write_bytes"))


def commit(kind: Kind, folder: Path, played: Played) -> None:
    for together in (1, TOGETHER):
        file, delays = folder / f"commit{together}.db", []
        log = kind(str(file))
        before, disk, began = process_time(), float(written_bytes()), perf_counter()
        for events, record in played:
            start = perf_counter()
            log.write([(f"table-{number}", events, record) for number in range(together)])
            delays.append(perf_counter() - start)
        seconds, processor = perf_counter() - began, process_time() - before
        log.close()
        count, hands = len(delays) * together, together * sum(record is not None for _, record in played)
        half, most = milliseconds(delays, 0.5), milliseconds(delays, 0.99)
        size, disk = file.stat().st_size / hands, (written_bytes() - disk) / count
        print(
            f"  {together:>2} together: {count / seconds:8,.0f} entries a second, {half:.2f} ms, 99 % {most:.2f};",
            end=" ",
        )
        print(f"{1e6 * processor / count:.0f} us, {disk:,.0f} bytes to the disk each; {size:,.0f} bytes a hand")


def start(kind: Kind, folder: Path, played: Played) -> None:
    file = str(folder / "start.db")
    log = kind(file)
    for number in range(TABLES):
        batch = [(f"table-{number}", events, record) for events, record in played]
        log.write(batch + ([(f"table-{number}", (Closed(),), None)] if number >= OPEN else []))
    log.close()
    seconds = []
    for _ in range(4):
        began = perf_counter()
        log = kind(file)
        seconds.append(perf_counter() - began)
        assert len(log.open_tables()) == OPEN
        log.close()
    print(f"  start, {TABLES:,} tables, {OPEN} of them open: {seconds[0]:.2f} s, {min(seconds):.2f} from then on")


def read_closed(kind: Kind, folder: Path, played: Played) -> None:
    log = kind(str(folder / "closed.db"))
    log.write([*(("table", events, record) for events, record in played), ("table", (Closed(),), None)])
    last, began = log.last_round("table"), perf_counter()
    assert all(log.round("table", number) for number in range(last, last - 100, -1))
    print(f"  100 of {last} hands of a closed table: {1000 * (perf_counter() - began):.0f} ms")
    log.close()


def write_on(name: str, file: str, life: str) -> None:
    """Write until killed, or until something is refused, and say what was confirmed: in a process of its own."""
    log, played, turn = KINDS[name](file), play("table", 3, stack=CHIPS), 0
    while True:
        number, step = divmod(turn, len(played))
        tables = [f"{life}-{number}-{table}" for table in range(3)]
        try:
            log.write([(table, *played[step]) for table in tables])
        except OSError:
            os.kill(os.getpid(), signal.SIGKILL)
        print(*(f"{table}:{len(played[step][0])}" for table in tables), flush=True)
        turn += 1


def writer(name: str, file: Path, life: int, **more: object) -> "subprocess.Popen[str]":
    command = [sys.executable, __file__, "write on", name, str(file), str(life)]
    return subprocess.Popen(command, text=True, **more)  # type: ignore[call-overload,no-any-return]


def confirmed(text: str) -> Counter[str]:
    found: Counter[str] = Counter()
    for each in " ".join(text.split("\n")[:-1]).split():
        table, _, count = each.partition(":")
        found[table] += int(count)
    return found


def kill(name: str, folder: Path) -> None:
    file, source = folder / "kill.db", random.Random(1)
    expected: Counter[str] = Counter()
    missing = 0
    for life in range(TIMES):
        with writer(name, file, life, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            first = process.stdout.readline()
            sleep(source.uniform(0, 0.3))
            process.send_signal(signal.SIGKILL)
            expected += confirmed(first + process.stdout.read())
        log = KINDS[name](str(file))
        found = read(log)
        missing += sum(len(found.get(table, [])) < count for table, count in expected.items())
        log.close()
    print(f"  {TIMES} kills: {expected.total():,} events confirmed, {missing} times a table lacks some")
    with writer(name, file, TIMES, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(50)]
        process.send_signal(signal.SIGKILL)
    other = folder / "other name.db"
    other.hardlink_to(file)
    log = KINDS[name](str(other))
    found = read(log)
    lacks = sum(len(found.get(table, [])) < count for table, count in confirmed("".join(lines)).items())
    print(f"  after a kill, by another hard link: {lacks} tables lack events, {len(log.notes)} notes")
    log.close()


def copy(name: str, folder: Path) -> None:
    """Copy the file as `cp` does while it is written: what was confirmed before must be in it."""
    file, source, outcomes = folder / "copy.db", random.Random(1), Counter[str]()
    out = folder / "confirmed"
    with out.open("w") as told, writer(name, file, 0, stdout=told) as process:
        sleep(3.0)
        for number in range(TIMES):
            sleep(source.uniform(0, 0.1))
            expected, place = confirmed(out.read_text()), folder / f"copy{number}"
            place.mkdir()
            for path in sorted(folder.glob("copy.db*")):
                if not path.name.endswith("-shm"):
                    shutil.copyfile(path, place / path.name)
            try:
                log = KINDS[name](str(place / "copy.db"))
            except FivecardError:
                outcomes["of no use"] += 1
                continue
            found = read(log)
            whole = all(len(found.get(table, [])) >= count for table, count in expected.items())
            outcomes["whole" if whole else "without what was confirmed"] += 1
            log.close()
        process.kill()
    print(f"  {TIMES} copies while it is written: {', '.join(f'{count} {how}' for how, count in outcomes.items())}")


def fill(kind: Kind, folder: Path, played: Played) -> None:
    small = folder / "small"
    small.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", small], check=False).returncode:
        print("  a full disk: none can be made here")
        return
    try:
        file = str(small / "log.db")
        log, count, refused = kind(file), 0, 0
        while refused < 20:
            try:
                for events, record in played:
                    log.write([(f"table-{count}", events, record)])
                    count += len(events)
            except OSError:
                refused += 1
        log.close()
        log = kind(file)
        kept = sum(map(len, read(log).values()))
        log.close()
        subprocess.run(["mount", "-o", "remount,size=32m", small], check=True)
        log = kind(file)
        log.write([("later", *played[0])])
        log.close()
        print(
            f"  a disk of 16 MiB: {count:,} events confirmed, {kept:,} found while it is full; goes on when it is not"
        )
    finally:
        subprocess.run(["umount", small], check=True)


def refuse(name: str, folder: Path) -> None:
    """Have the disk confirm nothing once, then kill: what was refused must not have happened."""
    if not shutil.which("strace"):
        print("  a disk that does not confirm: no strace")
        return
    back = 0
    for when in range(10, 20):
        file = folder / f"refuse{when}.db"
        inject = f"inject=fdatasync,fsync:error=EIO:when={when}"
        command = ["strace", "-f", "-o", "/dev/null", "-e", inject]
        command += [sys.executable, __file__, "write on", name, str(file), "0"]
        ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        log = KINDS[name](str(file))
        found, told = {table: len(events) for table, events in read(log).items()}, confirmed(ended.stdout)
        back += found != told
        log.close()
    print(f"  10 commits that the disk did not confirm: {back} are there after a kill all the same")


def damage(kind: Kind, folder: Path, played: Played, *, killed: bool) -> None:
    """Damage eight tables in the file: as it is left by a server that stops, or by one that is killed."""
    file = folder / f"damage{killed}.db"
    written: dict[str, list[Event]] = {}
    log = kind(str(file))
    for number, (events, record) in enumerate(played):
        for table in (f"table-{table}" for table in range(8) if number < len(played) - 5 * table):
            log.write([(table, events, record)])
            written.setdefault(table, []).extend(events)
    if not killed:
        log.close()
    whole = {path.name: path.read_bytes() for path in folder.glob(f"{file.name}*") if not path.name.endswith("-shm")}
    if killed:
        log.close()
    total = sum(map(len, written.values()))
    print(f"  damage {'after a kill' if killed else 'at rest'}:")
    for what, strike in DAMAGES.items():
        kept = silent = dead = 0
        for seed in range(TIMES):
            source = random.Random(f"{what} {seed}")
            [struck] = source.choices(list(whole), list(map(len, whole.values())))
            with tempfile.TemporaryDirectory(dir=folder) as place:
                for name, data in whole.items():
                    Path(place, name).write_bytes(strike(data, source) if name == struck else data)
                try:
                    log = kind(f"{place}/{file.name}")
                except FivecardError:
                    dead += 1
                    continue
                found = read(log)
                log.close()
            assert all(events == written[table][: len(events)] for table, events in found.items())
            kept += sum(map(len, found.values()))
            silent += sum(map(len, found.values())) < total and not log.notes
        print(
            f"    {what:>12}: {kept / total / TIMES:6.1%} of the events kept; of {TIMES}, {dead} do not start, "
            f"{silent} lose something and do not say so"
        )


def main() -> None:
    if sys.argv[1:2] == ["write on"]:
        write_on(*sys.argv[2:])
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    long, short = play("table", 60, stack=CHIPS), play("table", 8, stack=CHIPS)
    for name, kind in KINDS.items():
        print(f"\n{name}")
        with tempfile.TemporaryDirectory(dir=".") as place:
            folder = Path(place)
            commit(kind, folder, long)
            start(kind, folder, short)
            read_closed(kind, folder, play("table", 300, stack=CHIPS))
            kill(name, folder)
            copy(name, folder)
            fill(kind, folder, short)
            refuse(name, folder)
            damage(kind, folder, short, killed=False)
            damage(kind, folder, short, killed=True)


if __name__ == "__main__":
    main()

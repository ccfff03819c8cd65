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
from collections.abc import Iterable
from pathlib import Path
from time import perf_counter, process_time, sleep

from fivecard.errors import FivecardError
from fivecard.table.core import Event
from fivecard.table.core.events import Closed
from fivecard.table.storage.log import Log
from table_hands import Played, play

sys.path.append(str(Path(__file__).resolve().parent.parent))
from tests.table.damages import DAMAGES

TIMES, TOGETHER, TABLES, OPEN = 40, 20, 1000, 100
CHIPS = 1_000_000  # so that nobody is broke, and all play on


def read(log: Log) -> dict[str, list[Event]]:
    return {table: log.events(table) for table in log.open_tables()}


def milliseconds(delays: Iterable[float], part: float) -> float:
    ordered = sorted(delays)
    return 1000 * ordered[int(part * (len(ordered) - 1))]


def written_bytes() -> int:
    """What this process has had the disk write."""
    lines = Path("/proc/self/io").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("write_bytes"))


def commit(folder: Path, played: Played) -> None:
    for together in (1, TOGETHER):
        file, delays = folder / f"commit{together}.db", []
        log = Log(str(file))
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
        print(f"  {together:>2} together: {count / seconds:8,.0f} entries a second, {half:.2f} ms, 99 % in {most:.2f}")
        print(f"     {1e6 * processor / count:.0f} us, {disk:,.0f} bytes to the disk each; {size:,.0f} bytes a hand")


def start(folder: Path, played: Played) -> None:
    file = str(folder / "start.db")
    log = Log(file)
    for number in range(TABLES):
        batch = [(f"table-{number}", events, record) for events, record in played]
        log.write(batch + ([(f"table-{number}", (Closed(),), None)] if number >= OPEN else []))
    log.close()
    seconds = []
    for _ in range(4):
        began = perf_counter()
        log = Log(file)
        seconds.append(perf_counter() - began)
        assert len(log.open_tables()) == OPEN
        log.close()
    print(f"  start, {TABLES:,} tables, {OPEN} of them open: {seconds[0]:.2f} s, {min(seconds):.2f} from then on")


def read_closed(folder: Path, played: Played) -> None:
    log = Log(str(folder / "closed.db"))
    log.write([*(("table", events, record) for events, record in played), ("table", (Closed(),), None)])
    last, began = log.last_round("table"), perf_counter()
    assert all(log.round("table", number) for number in range(last, last - 100, -1))
    print(f"  100 of {last} hands of a closed table: {1000 * (perf_counter() - began):.0f} ms")
    log.close()


def write_on(file: str, life: str) -> None:
    """Write until killed, or until something is refused, and say what was confirmed: in a process of its own."""
    log, played, turn = Log(file), play("table", 3, stack=CHIPS), 0
    while True:
        number, step = divmod(turn, len(played))
        tables = [f"{life}-{number}-{table}" for table in range(3)]
        try:
            log.write([(table, *played[step]) for table in tables])
        except OSError:
            os.kill(os.getpid(), signal.SIGKILL)
        print(*(f"{table}:{len(played[step][0])}" for table in tables), flush=True)
        turn += 1


def writer(file: Path, life: int, **more: object) -> "subprocess.Popen[str]":
    command = [sys.executable, __file__, "write on", str(file), str(life)]
    return subprocess.Popen(command, text=True, **more)  # type: ignore[call-overload,no-any-return]


def confirmed(text: str) -> Counter[str]:
    found: Counter[str] = Counter()
    for each in " ".join(text.split("\n")[:-1]).split():
        table, _, count = each.partition(":")
        found[table] += int(count)
    return found


def kill(folder: Path) -> None:
    file, source = folder / "kill.db", random.Random(1)
    expected: Counter[str] = Counter()
    missing = 0
    for life in range(TIMES):
        with writer(file, life, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            first = process.stdout.readline()
            sleep(source.uniform(0, 0.3))
            process.send_signal(signal.SIGKILL)
            expected += confirmed(first + process.stdout.read())
        log = Log(str(file))
        found = read(log)
        missing += sum(len(found.get(table, [])) < count for table, count in expected.items())
        log.close()
    print(f"  {TIMES} kills: {expected.total():,} events confirmed, {missing} times a table lacks some")
    with writer(file, TIMES, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(50)]
        process.send_signal(signal.SIGKILL)
    other = folder / "other name.db"
    other.hardlink_to(file)
    log = Log(str(other))
    found = read(log)
    lacks = sum(len(found.get(table, [])) < count for table, count in confirmed("".join(lines)).items())
    print(f"  after a kill, by another hard link: {lacks} tables lack events, {len(log.notes)} notes")
    log.close()


def copy(folder: Path) -> None:
    """Copy the file as `cp` does while it is written: what was confirmed before must be in it."""
    file, source, outcomes = folder / "copy.db", random.Random(1), Counter[str]()
    out = folder / "confirmed"
    with out.open("w") as told, writer(file, 0, stdout=told) as process:
        sleep(3.0)
        for number in range(TIMES):
            sleep(source.uniform(0, 0.1))
            expected, place = confirmed(out.read_text()), folder / f"copy{number}.db"
            shutil.copyfile(file, place)
            try:
                log = Log(str(place))
            except FivecardError:
                outcomes["of no use"] += 1
                continue
            found = read(log)
            whole = all(len(found.get(table, [])) >= count for table, count in expected.items())
            outcomes["whole" if whole else "without what was confirmed"] += 1
            log.close()
        process.kill()
    print(f"  {TIMES} copies while it is written: {', '.join(f'{count} {how}' for how, count in outcomes.items())}")


def fill(folder: Path, played: Played) -> None:
    small = folder / "small"
    small.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", small], check=False).returncode:
        print("  a full disk: none can be made here")
        return
    try:
        file = str(small / "log.db")
        log, count, refused = Log(file), 0, 0
        while refused < 20:
            try:
                for events, record in played:
                    log.write([(f"table-{count}", events, record)])
                    count += len(events)
            except OSError:
                refused += 1
        log.close()
        log = Log(file)
        kept = sum(map(len, read(log).values()))
        log.close()
        subprocess.run(["mount", "-o", "remount,size=32m", small], check=True)
        log = Log(file)
        log.write([("later", *played[0])])
        log.close()
        print(f"  a disk of 16 MiB: {count:,} events confirmed, {kept:,} found while it is full; then it goes on")
    finally:
        subprocess.run(["umount", small], check=True)


def refuse(folder: Path) -> None:
    """Have the disk confirm nothing once, then kill: what was refused must not have happened."""
    if not shutil.which("strace"):
        print("  a disk that does not confirm: no strace")
        return
    back = 0
    for when in range(10, 20):
        file = folder / f"refuse{when}.db"
        inject = f"inject=fdatasync,fsync:error=EIO:when={when}"
        command = ["strace", "-f", "-o", "/dev/null", "-e", inject]
        command += [sys.executable, __file__, "write on", str(file), "0"]
        ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        log = Log(str(file))
        found, told = {table: len(events) for table, events in read(log).items()}, confirmed(ended.stdout)
        back += found != told
        log.close()
    print(f"  10 commits that the disk did not confirm: {back} are there after a kill all the same")


def damage(folder: Path, played: Played) -> None:
    """Damage the file of eight tables, at random."""
    file = folder / "damage.db"
    written: dict[str, list[Event]] = {}
    log = Log(str(file))
    for number, (events, record) in enumerate(played):
        for table in (f"table-{table}" for table in range(8) if number < len(played) - 5 * table):
            log.write([(table, events, record)])
            written.setdefault(table, []).extend(events)
    log.close()
    whole = file.read_bytes()
    total = sum(map(len, written.values()))
    print("  damage:")
    for what, strike in DAMAGES.items():
        kept = silent = dead = 0
        for seed in range(TIMES):
            with tempfile.TemporaryDirectory(dir=folder) as place:
                Path(place, file.name).write_bytes(strike(whole, random.Random(f"{what} {seed}")))
                try:
                    log = Log(f"{place}/{file.name}")
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
    with tempfile.TemporaryDirectory(dir=".") as place:
        folder = Path(place)
        commit(folder, long)
        start(folder, short)
        read_closed(folder, play("table", 300, stack=CHIPS))
        kill(folder)
        copy(folder)
        fill(folder, short)
        refuse(folder)
        damage(folder, short)


if __name__ == "__main__":
    main()

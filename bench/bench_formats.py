"""Showdowns from and to csv, lines of JSON and Parquet: bench/run.sh bench/bench_formats.py.

Beside wall time stands processor time, of all threads and of the system, which says something on a busy machine too:
divided by the number of processors it is the least that the work could take. `FIVECARD_BEFORE=COMMAND` measures
another version's command too, on fewer lines. `FIVECARD_BENCH_LINES` is the number of deals.
"""

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, thread_time

import pyarrow as pa
import pyarrow.parquet as pq

from fivecard import batch
from fivecard.histories import action_rows, loads
from fivecard.showdown import Settling
from fivecard.showdown import parquet as results
from fivecard.showdown.pipeline import FileWork

LINES = int(os.environ.get("FIVECARD_BENCH_LINES", "2000000"))
FEW = 100_000  # lines for what takes long
ROUNDS = 5
COMMAND = str(Path(sys.executable).parent / "fivecard")
BEFORE = os.environ.get("FIVECARD_BEFORE")
GOLDEN = Path(__file__).parent.parent / "tests" / "golden" / "histories"


def make_deals(folder: Path) -> None:
    deals = [line.upper() for line in batch.format(batch.random_deals(LINES, seed=1, game="omaha"))]
    (folder / "deals.txt").write_text("".join(f"{deal}\n" for deal in deals))
    (folder / "few.txt").write_text("".join(f"{deal}\n" for deal in deals[:FEW]))
    (folder / "deals.csv").write_text("id,deal\n" + "".join(f"{row},{deal}\n" for row, deal in enumerate(deals)))
    (folder / "deals.json").write_text(
        "".join(f'{{"id": {row}, "deal": "{deal}"}}\n' for row, deal in enumerate(deals))
    )
    pq.write_table(pa.table({"id": range(LINES), "deal": deals}), folder / "deals.parquet")


def spent(words: list[str]) -> tuple[float, float]:
    """The seconds that a command takes, by the wall and by the processors."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter()
    subprocess.run(words, check=True, capture_output=True)
    wall, after = perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def report_commands(title: str, commands: dict[str, tuple[list[str], int]]) -> None:
    """Interleaved, the best of several rounds for each kind of time."""
    best: dict[str, tuple[float, float]] = dict.fromkeys(commands, (float("inf"), float("inf")))
    for _ in range(ROUNDS):
        for name, (words, _) in commands.items():
            wall, busy = spent(words)
            best[name] = min(best[name][0], wall), min(best[name][1], busy)
    print(f"\n{title}\n")
    print(f"  {'million lines a second':<34}{'by the wall':>12}{'a processor':>12}")
    for name, (_, lines) in commands.items():
        wall, busy = best[name]
        print(f"  {name:<34}{lines / wall / 1e6:12.2f}{lines / busy / 1e6:12.2f}")


def python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def report_formats(folder: Path) -> None:
    def showdown(source: str, target: str, command: str = COMMAND) -> list[str]:
        form = Path(target).suffix.removeprefix(".")
        return [command, "showdown", f"{folder}/{source}", "--quiet", "-o", f"{folder}/{target}", "--format", form]

    passed = f"'{folder}/deals.csv'", f"'{folder}/copy.csv'"
    commands = {
        f"text to {form}": (showdown("deals.txt", f"out.{form}"), LINES) for form in ("text", "csv", "json", "parquet")
    }
    commands |= {
        f"{form} to text": (showdown(f"deals.{form}", "out.text"), LINES) for form in ("csv", "json", "parquet")
    }
    commands |= {
        f"{form} to {form}": (showdown(f"deals.{form}", f"out.{form}"), LINES) for form in ("csv", "json", "parquet")
    }
    commands |= {
        "polars, csv to the same csv": (
            python(f"import polars; polars.scan_csv({passed[0]}).sink_csv({passed[1]})"), LINES
        ),
        "duckdb, csv to the same csv": (
            python(f"import duckdb; duckdb.sql(\"COPY (FROM {passed[0]}) TO {passed[1]} (FORMAT csv)\")"), LINES
        ),
    }  # fmt: skip
    if BEFORE:
        for form in ("csv", "json", "parquet"):
            commands[f"before, text to {form}"] = showdown("few.txt", f"out.{form}", BEFORE), FEW
    report_commands(f"{LINES:,} Omaha deals for two, the whole command", commands)


def report_parquet(folder: Path) -> None:
    """What pyarrow's writer takes for the same columns, on one processor, and what it makes of them."""
    work = FileWork(Settling("omaha"), "columns", "text")
    with (folder / "deals.txt").open("rb", buffering=0) as source:
        pieces = work.through(source)
        piece = next(pieces)
        columns = results._Columns(work)
        table = pa.Table.from_batches([columns.batch(piece), *(columns.batch(more) for more in pieces)])
    categories = [name for name in table.column_names if name.startswith("category")]
    delta = {"line": "DELTA_BINARY_PACKED"}
    chosen: dict[str, object] = {**columns.writing}
    options = {
        "as it is written": chosen,
        "with statistics of all": chosen | {"write_statistics": True},
        "with snappy": chosen | {"compression": "snappy"},
        "with zstd": chosen | {"compression": "zstd"},
        "categories alone in dictionaries": chosen | {"use_dictionary": categories},
        "the same with snappy": chosen | {"use_dictionary": categories, "compression": "snappy"},
        "lines plain": chosen | {"column_encoding": None},
        "pyarrow's defaults": {},
        "pyarrow's, delta lines": {"use_dictionary": categories, "column_encoding": delta},
    }
    print(f"\n  {'pyarrow, ' + format(len(table), ',') + ' rows':<38}{'M rows/s':>10}{'bytes a row':>13}")
    for name, option in options.items():
        best = min(timed(lambda option=option: write(folder, table, option)) for _ in range(ROUNDS))  # type: ignore[misc]
        size = (folder / "try.parquet").stat().st_size
        print(f"  {name:<38}{len(table) / best / 1e6:10.1f}{size / len(table):13.2f}")
    for rows in (1 << 14, 1 << 17, 1 << 20, 1 << 22):
        best = min(timed(lambda rows=rows: write(folder, table, chosen, rows)) for _ in range(ROUNDS))  # type: ignore[misc]
        size = (folder / "try.parquet").stat().st_size
        print(f"  {f'row groups of {rows:,}':<38}{len(table) / best / 1e6:10.1f}{size / len(table):13.2f}")


def write(folder: Path, table: pa.Table, options: dict[str, object], rows: int = 1 << 20) -> None:
    with pq.ParquetWriter(folder / "try.parquet", table.schema, **options) as writer:
        writer.write_table(table, row_group_size=rows)


def timed(work: Callable[[], object]) -> float:
    start = thread_time()
    work()
    return thread_time() - start


def report_histories(folder: Path) -> None:
    """Tables of actions: hands are read, replayed and checked by Python, which is what takes the time."""
    texts = [file.read_text() for file in sorted(GOLDEN.glob("*.phh"))]
    hands = folder / "hands.phhs"
    times = 10
    hands.write_text("".join(f"[{number}]\n{text}\n" for number, text in enumerate(texts * times, 1)))
    rows = times * sum(1 for text in texts for _ in action_rows(loads(text)))
    commands = {}
    for form in ("csv", "json", "parquet"):
        target = f"{folder}/actions.{form}"
        commands[f"{rows:,} actions to {form}"] = [COMMAND, "history", "--to", form, "-o", target, str(hands)], rows
    commands["--check alone"] = [COMMAND, "history", "--check", str(hands)], rows
    report_commands(f"{times * len(texts)} hands in PHH as tables of actions", commands)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(dir=".") as name:
        make_deals(Path(name))
        report_formats(Path(name))
        report_parquet(Path(name))
        report_histories(Path(name))

"""A folder of deals by one process and by clusters of 1, 2 and 4 of them: bench/run.sh bench/bench_distributed.py.

Clusters are started before the clock is; rounds are interleaved and the best of each counts. Processor time of one
process with one thread is what a core does, on a busy machine too. Cards are written as `AH`,
but in `small` as `Ah`. `FIVECARD_BENCH_LINES` is the number of deals, `FIVECARD_BENCH_ENGINES=dask,ray,spark` names the
engines, of which those that are not installed are left out.
"""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from importlib.util import find_spec
from pathlib import Path
from shutil import rmtree
from time import perf_counter, process_time
from typing import Any, get_args

import pyarrow as pa
import pyarrow.parquet as pq

from fivecard import batch
from fivecard.distributed import Engine, settle
from fivecard.distributed.tasks import Form, Settings, plan
from fivecard.distributed.work import settle_task

LINES = int(os.environ.get("FIVECARD_BENCH_LINES", "16000000"))
ENGINES = os.environ.get("FIVECARD_BENCH_ENGINES", "dask").split(",")
FILES = 16
ROUNDS = 3
WORKERS = (1, 2, 4)
PACKAGES = {"dask": "distributed", "ray": "ray", "spark": "pyspark"}


def make_deals(folder: Path) -> None:
    for number in range(FILES):
        small = batch.format(batch.random_deals(LINES // FILES, number, hole=2))
        texts = [text.upper() for text in small]
        for form in ("text", "parquet", "small"):
            (folder / form).mkdir(exist_ok=True)
        if number < ROUNDS:
            (folder / "small" / f"{number:02}.txt").write_text("".join(f"{text}\n" for text in small))
        (folder / "text" / f"{number:02}.txt").write_text("".join(f"{text}\n" for text in texts))
        pq.write_table(pa.table({"deal": texts}), folder / "parquet" / f"{number:02}.parquet")


@contextmanager
def cluster(engine: str, workers: int) -> Iterator[Any]:
    """What an engine of so many workers is reached by."""
    if engine == "dask":
        from distributed import Client

        with Client(n_workers=workers, threads_per_worker=1, dashboard_address=None) as client:  # type: ignore[no-untyped-call]
            yield client
    elif engine == "ray":
        import ray

        ray.init(num_cpus=workers, include_dashboard=False, log_to_driver=False)
        yield None
        ray.shutdown()
    else:
        from pyspark.sql import SparkSession

        builder = SparkSession.builder.master(f"local[{workers},4]").config("spark.ui.enabled", "false")
        session = builder.getOrCreate()
        yield session
        session.stop()


def seconds(deals: Path, results: Path, engine: Engine | None, client: Any) -> float:  # noqa: ANN401
    rmtree(results, ignore_errors=True)
    start = perf_counter()
    summary = settle(deals, results, game="holdem", engine=engine, client=client)
    spent = perf_counter() - start
    assert summary.lines == LINES // FILES * FILES
    return spent


def report_core(folder: Path) -> None:
    print(f"\nOne thread, {LINES // FILES:,} deals of Texas hold'em for two a file, processor time\n")
    ways: list[tuple[str, Form]] = [("text", "text"), ("text", "parquet"), ("parquet", "parquet"), ("small", "parquet")]
    for source, form in ways:
        settings = Settings("holdem", 2, 2, form, (), False, 1 << 24)
        results = folder / "core"
        (results / ".fivecard").mkdir(parents=True)
        tasks = plan(folder / source, results, settings)[:ROUNDS]
        best, size = float("inf"), 0
        for task in tasks:
            start = process_time()
            outcome = settle_task(task)
            best = min(best, (process_time() - start) / outcome.lines)
            size = task.result.stat().st_size
        read = tasks[0].source.stat().st_size
        print(
            f"  {source + ' to ' + form:<22}{1 / best / 1e6:8.2f} M deals/s"
            f"{read / outcome.lines:8.1f} bytes read and {size / outcome.lines:5.1f} written a deal"
        )
        rmtree(results)


def report_workers(folder: Path, engine: Engine) -> None:
    best: dict[str, float] = {}
    for _ in range(ROUNDS):
        for workers in (0, *WORKERS):
            with cluster(engine, workers) if workers else nullcontext() as client:
                for source in ("text", "parquet"):
                    name = f"{source}, {workers} worker{'s' * (workers > 1)}" if workers else f"{source}, one process"
                    chosen = engine if workers else None
                    for _ in range(1 + bool(workers)):  # workers load fivecard when they are first asked
                        spent = seconds(folder / source, folder / "results", chosen, client)
                    best[name] = min(best.get(name, spent), spent)
    print(f"\n{engine}: {LINES:,} deals in {FILES} files to Parquet, by the wall\n")
    for name, each in sorted(best.items()):
        print(f"  {name:<26}{each:8.2f} s {LINES / each / 1e6:8.2f} M deals/s")


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make_deals(folder)
        report_core(folder)
        for engine in get_args(Engine):
            if engine in ENGINES and find_spec(PACKAGES[engine]):
                report_workers(folder, engine)


if __name__ == "__main__":  # workers import this
    main()

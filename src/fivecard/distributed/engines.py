"""The engines that tasks are given to. Each is imported only if it is asked for, and asked for nothing but a map.

All of them give a task to another worker if its own is lost, as often as the engine was told to.
"""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, Literal, TypeAlias

from fivecard.distributed.tasks import Task
from fivecard.distributed.work import Outcome, settle_task
from fivecard.errors import MissingDependencyError, install

Engine: TypeAlias = Literal["dask", "ray", "spark"]

_TRIES: Final = 4  # of a task whose workers are lost, where fivecard starts the engine; as Spark does it by itself


def outcomes(tasks: Sequence[Task], engine: Engine | None, client: Any) -> Iterator[Outcome]:  # noqa: ANN401
    """Give what came of each task, in whatever order they are done. Without an engine, this process does them."""
    if engine is None:
        return (settle_task(task, threads=None) for task in tasks)
    return ENGINES[engine](tasks, client)


def _dask(tasks: Sequence[Task], client: Any) -> Iterator[Outcome]:  # noqa: ANN401
    """Give tasks to a client of `distributed` or the scheduler at an address; without one, to processes of its own."""
    try:
        from distributed import as_completed
    except ImportError:
        raise _not_installed("dask", "distributed") from None
    with _dask_client(client) as at:
        futures = at.map(settle_task, tasks, pure=False, key="fivecard-settle")
        try:
            for _, outcome in as_completed(futures, with_results=True):  # type: ignore[no-untyped-call]
                yield outcome
        finally:
            at.cancel(futures)


@contextmanager
def _dask_client(client: Any) -> Iterator[Any]:  # noqa: ANN401
    from distributed import Client, LocalCluster, get_client

    if client is None:
        try:
            client = get_client()
        except ValueError:  # there is none
            client = LocalCluster(threads_per_worker=1, dashboard_address=None)  # type: ignore[no-untyped-call]
            with client, Client(client) as own:  # type: ignore[no-untyped-call]
                yield own
            return
    if isinstance(client, str):
        with Client(client) as own:  # type: ignore[no-untyped-call]
            yield own
    else:
        yield client


def _ray(tasks: Sequence[Task], client: Any) -> Iterator[Outcome]:  # noqa: ANN401
    """Give tasks to the Ray that runs, or the one at an address; to one of this machine if there is none."""
    try:
        import ray
    except ImportError:
        raise _not_installed("ray", "ray") from None
    started = not ray.is_initialized()
    if started:
        ray.init(address=client, include_dashboard=False, log_to_driver=False)
    try:
        remote = ray.remote(num_cpus=1, max_retries=_TRIES - 1)(settle_task)
        waiting = [remote.remote(task) for task in tasks]
        try:
            while waiting:
                done, waiting = ray.wait(waiting)
                yield from ray.get(done)
        finally:
            for each in waiting:
                ray.cancel(each)
    finally:
        if started:
            ray.shutdown()


def _spark(tasks: Sequence[Task], client: Any) -> Iterator[Outcome]:  # noqa: ANN401
    """Give tasks to a session of Spark, to a master by its name, or to the active session; without one, to its own."""
    try:
        from pyspark.sql import SparkSession
    except ImportError:
        raise _not_installed("spark", "pyspark") from None
    session = client if client is not None and not isinstance(client, str) else SparkSession.getActiveSession()
    started = session is None
    if session is None:
        os.environ.setdefault(
            "PYSPARK_PYTHON", sys.executable
        )  # whatever Python is first on the path may lack fivecard
        builder = SparkSession.builder.appName("fivecard").config("spark.ui.enabled", "false")
        session = builder.master(client or f"local[*,{_TRIES}]").getOrCreate()
    try:
        each = session.sparkContext.parallelize(list(tasks), max(len(tasks), 1))
        yield from each.map(settle_task).collect()
    finally:
        if started:
            session.stop()


def _not_installed(engine: str, package: str) -> MissingDependencyError:
    return MissingDependencyError(f"engine {engine!r} needs {package}: {install(engine)}")


ENGINES: Final[dict[Engine, Callable[[Sequence[Task], Any], Iterator[Outcome]]]] = {
    "dask": _dask,
    "ray": _ray,
    "spark": _spark,
}
"""What gives tasks to each engine; the first is the default."""

import atexit
import contextlib
import gc
import os
import random
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from fivecard import FivecardError, _core  # noqa: TID251  (to run the tests on every path)
from tests.effort import load_profile
from tests.needs import chromium, missing

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.table.postgres import Postgres
    from tests.table.server import Server

load_profile()


@atexit.register
def leave_without_reports() -> None:
    """End a worker before the modules are torn down: duckdb's bindings would report what others still hold of them."""
    if "PYTEST_XDIST_WORKER" in os.environ and "duckdb" in sys.modules:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)


def kernels_of_this_machine() -> Iterator[str]:
    for name in ("portable", "avx2", "avx512", "neon"):
        with contextlib.suppress(FivecardError):
            _core.use_kernel(name)
            yield name
    _core.use_kernel("")


KERNELS = list(kernels_of_this_machine())


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--sanitized", action="store_true", help="only tests that are marked for the sanitizers")
    parser.addoption("--shuffle", type=int, metavar="SEED", help="run tests in a random order, the same for a seed")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep what is marked, where only that is wanted, and put it in the order asked for; the nearest mark decides."""
    if config.getoption("--sanitized"):
        marks = [(item, item.get_closest_marker("sanitized")) for item in items]
        items[:] = [item for item, mark in marks if mark is not None and False not in mark.args]
    if (seed := config.getoption("--shuffle")) is not None:
        random.Random(seed).shuffle(items)


def pytest_collection_finish() -> None:
    """Let what was collected out of later searches for garbage: they took a fifteenth of all time."""
    gc.collect()
    gc.freeze()


@pytest.fixture(params=KERNELS)
def kernel(request: pytest.FixtureRequest) -> Iterator[str]:
    """Run a test on each path that this machine has; tests/platforms.py runs the others under emulators."""
    _core.use_kernel(request.param)
    yield request.param
    _core.use_kernel("")


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    """Open the system's Chromium, or skip loudly where there is none (`make browsers` installs it)."""
    from playwright.sync_api import sync_playwright

    program = chromium()
    quiet = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
             "--disable-sync", "--no-first-run", "--disable-quic"]  # fmt: skip
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=program, args=quiet)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def postgres_server() -> Iterator["Postgres"]:
    """Run a PostgreSQL server, or skip loudly where there is none (`make postgresql` installs it)."""
    from tests.table.postgres import Postgres, why_not

    if why := why_not():
        missing(why)
    running = Postgres()
    yield running
    running.remove()


@pytest.fixture
def database(postgres_server: "Postgres") -> str:
    """The address of an empty database."""
    return postgres_server.new_database()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator["Server"]:
    """Run one server of the table for all tests of this process: tables do not see each other."""
    from tests.table.server import Server

    running = Server(tmp_path_factory.mktemp("table"), "--tables-per-address", "2000", "--tables", "2000")
    yield running
    assert running.stop() == 0
    assert "Traceback" not in running.errors.read_text()

import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING

import hypothesis
import pytest

from fivecard import FivecardError, _core  # noqa: TID251  (to run the tests on every path)

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from postgres import Postgres

KERNELS = ["portable", "avx2", "avx512", "neon"]

# A busy machine is no mistake of ours.
hypothesis.settings.register_profile("fivecard", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow])
hypothesis.settings.load_profile("fivecard")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--sanitized", action="store_true", help="only tests that are marked for the sanitizers")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep what is marked, where only that is wanted; the mark nearest to a test decides."""
    if config.getoption("--sanitized"):
        marks = [(item, item.get_closest_marker("sanitized")) for item in items]
        items[:] = [item for item, mark in marks if mark is not None and False not in mark.args]


@pytest.fixture(params=KERNELS)
def kernel(request: pytest.FixtureRequest) -> Iterator[str]:
    """Run a test on each path that this machine has."""
    try:
        _core.use_kernel(request.param)
    except FivecardError as error:
        pytest.skip(str(error))
    yield request.param
    _core.use_kernel("")


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    """Open the system's Chromium, or skip loudly where there is none (`make browsers` installs it)."""
    from playwright.sync_api import sync_playwright

    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        pytest.skip("NO CHROMIUM ON THIS MACHINE: what needs a browser is not tested")
    quiet = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
             "--disable-sync", "--no-first-run", "--disable-quic"]  # fmt: skip
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=program, args=quiet)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def postgres_server() -> Iterator["Postgres"]:
    """Run a PostgreSQL server, or skip loudly where there is none (`make postgresql` installs it)."""
    from postgres import Postgres, missing

    if why := missing():
        pytest.skip(why)
    running = Postgres()
    yield running
    running.remove()


@pytest.fixture
def database(postgres_server: "Postgres") -> str:
    """The address of an empty database."""
    return postgres_server.new_database()

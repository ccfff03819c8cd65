from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.table.page_screens import Screen
from tests.table.server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.table.cluster import Cluster


@pytest.fixture(scope="session")
def one_screen(browser: "Browser", server: Server) -> Iterator[Screen]:
    opened = Screen(browser, server)
    yield opened
    opened.context.close()


@pytest.fixture
def screen(one_screen: Screen) -> Iterator[Screen]:
    """The one page of this process, as new: loading it again is much cheaper than another context is."""
    one_screen.renew()
    yield one_screen
    assert one_screen.errors == []


@pytest.fixture
def start(tmp_path: Path, database: str) -> Iterator[Callable[..., "Cluster"]]:
    from tests.table.cluster import Cluster

    started: list[Cluster] = []

    def start(processes: int, *options: str) -> "Cluster":
        started.append(Cluster(tmp_path, database, processes, *options))
        return started[-1]

    yield start
    for cluster in started:
        cluster.stop()

"""What it takes to open a page of the table for the first time."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from test_table_server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Response, Route

NOT_WAITED_FOR = ("/icon.svg", "/back.svg")
"""What a page is whole without, until the first deal."""
LARGEST = 150_000
QUIET = 300
"""Milliseconds without a request after which a page has asked for all that it can."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("table"))
    yield running
    assert running.stop() == 0


def round_trips(page: "Page", address: str) -> list[list[str]]:
    """Answer requests only when there are no more, all at once: what is asked for in each round trip."""
    waiting: list[Route] = []
    trips: list[list[str]] = []
    page.route("**/*", lambda route: waiting.append(route))
    page.evaluate("address => { location = address }", address)
    while True:
        seen = -1
        while seen != len(waiting):
            seen = len(waiting)
            page.wait_for_timeout(QUIET)
        if not waiting:
            return trips
        trips.append([route.request.url for route in waiting])
        for route in waiting[:]:
            waiting.remove(route)
            route.continue_()


def first_page(server: Server, path: str) -> str:
    return server.base + (path or f"/t/{server.open_table()}")


@pytest.mark.parametrize("path", ["/", ""], ids=["the lobby", "a table"])
def test_a_page_is_there_after_two_round_trips(server: Server, browser: "Browser", path: str) -> None:
    page = browser.new_page()
    trips = round_trips(page, first_page(server, path))
    page.close()
    assert len(trips[0]) == 1
    late = [url for trip in trips[2:] for url in trip]
    assert [url for url in late if not url.endswith(NOT_WAITED_FOR)] == []


@pytest.mark.parametrize("path", ["/", ""], ids=["the lobby", "a table"])
def test_a_page_comes_in_150_kilobytes(server: Server, browser: "Browser", path: str) -> None:
    page = browser.new_page()
    answers: list[Response] = []
    page.on("response", lambda response: answers.append(response))
    page.goto(first_page(server, path), wait_until="networkidle")
    sizes = [response.request.sizes() for response in answers]
    page.close()
    assert len(sizes) > 4
    assert 10_000 < sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes) < LARGEST

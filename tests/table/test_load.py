"""What it takes to open a page of the table for the first time."""

import re
from typing import TYPE_CHECKING
from urllib.parse import urljoin

import pytest

from tests.table.server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Response

NOT_WAITED_FOR = ("/icon.svg", "/back.svg", "/invitation.svg")
"""What a page is whole without, until the first deal."""
LARGEST = 150_000
NAMED = re.compile(r'<(?:link|script)\b[^>]*\b(?:href|src)="([^"]+)"')
"""What a browser asks for as soon as it reads a page, before any script runs."""


@pytest.mark.parametrize("path", ["/", ""], ids=["the lobby", "a table"])
def test_a_page_is_there_after_two_round_trips_and_in_150_kilobytes(
    server: Server, browser: "Browser", path: str
) -> None:
    page = browser.new_page()
    answers: list[Response] = []
    page.on("response", lambda response: answers.append(response))
    first = page.goto(server.base + (path or f"/t/{server.open_table()}"), wait_until="networkidle")
    assert first
    at_once = {first.url, *(urljoin(first.url, name) for name in NAMED.findall(first.text()))}
    late = {response.url for response in answers} - at_once
    assert [url for url in late if not url.endswith(NOT_WAITED_FOR)] == []
    sizes = [response.request.sizes() for response in answers]
    page.close()
    assert len(sizes) > 4
    assert 10_000 < sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes) < LARGEST

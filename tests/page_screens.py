"""A table's page whose server says only what a test says."""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import pytest

from table_states import State
from test_table_browser import Window
from test_table_server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


OPEN = '#actions button.main[aria-disabled="false"]'


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("table"), "--tables-per-address", "300", "--tables", "300")
    yield running
    assert running.stop() == 0


class Screen(Window):
    """A table's page whose server says only what the test says."""

    def __init__(self, browser: "Browser", server: Server, width: int = 1280, height: int = 800) -> None:
        super().__init__(browser, width, height)
        self.sent: list[Any] = []
        self.page.route_web_socket(re.compile("socket"), lambda route: None)
        self.page.goto(f"{server.base}/t/{server.open_table()}")
        self.page.evaluate("""async () => {
            window.sent = [];
            const { session } = await import("/page/session.js");
            session.send = (type, fields) => window.sent.push({ type, ...fields });
        }""")

    def show(self, state: State) -> None:
        self.page.evaluate("async (state) => (await import('/page/screen.js')).show(state)", state)

    def hear(self, message: State) -> None:
        """What the server says besides states."""
        self.page.evaluate("async (message) => (await import('/page/table.js')).receive(message)", message)

    def messages(self) -> list[Any]:
        found: list[Any] = self.page.evaluate("window.sent")
        return found


@pytest.fixture
def screen(browser: "Browser", server: Server) -> Iterator[Screen]:
    opened = Screen(browser, server)
    yield opened
    opened.close()


COVERED = """() => {
    const boxes = [...document.querySelectorAll(
        ".plate, .bet, .pot b, .pots li, .board > *, .hand > *, .me, .move, .held > .mini, .did, .bar, #verdict")]
        .filter((each) => each.checkVisibility({ visibilityProperty: true }))
        .map((each) => [each, each.getBoundingClientRect()]);
    const found = [];
    for (const [one, a] of boxes)
        for (const [two, b] of boxes) {
            if (one === two || one.contains(two) || two.contains(one)) continue;
            if (one.compareDocumentPosition(two) & Node.DOCUMENT_POSITION_PRECEDING) continue;
            if (one.closest(".player") && one.closest(".player") === two.closest(".player")) continue;
            if (one.closest(".hand") && two.closest(".hand")) continue;
            if (one.closest(".board, .pots") && one.closest(".board, .pots") === two.closest(".board, .pots")) continue;
            const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            const name = (each) => `${each.getAttribute("class")} ${each.textContent}`;
            if (wide > 3 && high > 3) found.push(`${name(one)} and ${name(two)}`);
        }
    return found;
}"""


def covered(page: "Page", sizes: Sequence[tuple[int, int]]) -> list[str]:
    """What lies on something else, at some sizes."""
    found = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        found += [f"at {width}x{height}: {each}" for each in page.evaluate(COVERED)]
    return found

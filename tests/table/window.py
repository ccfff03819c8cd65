"""Somebody's browser at the table, and where things are on its page."""

import json
from typing import TYPE_CHECKING, Any, Literal, TypeAlias
from weakref import WeakKeyDictionary

from tests.effort import THOROUGH
from tests.table.looks import SCREENSHOTS, accessibility_faults
from tests.table.server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

CAN_DRAW = "#hand button:not([disabled])"
NEXT = '#actions button:has-text("Next hand")'
READY = '#actions button.main:not([aria-disabled="true"])'
DECK = '#actions button:has-text("How the deck was checked")'
DOWNLOAD = "#download"
PATIENCE = 30_000
"""Milliseconds: only a mistake takes longer, also on a busy machine."""

PAUSES = """(() => {
    const PAUSE = 600, HELD = %s;  // the pause of press_guard.js
    const wait = window.setTimeout;
    let held = null;
    window.setTimeout = (work, time, ...more) => {
        if (time !== PAUSE || !HELD) return wait(work, time === PAUSE ? 0 : time, ...more);
        held = work;  // of the newest question
        return 0;
    };
    window.passPause = () => { held?.(); held = null; };
})()"""
"""The pause before a question takes answers is none, or lasts until the test has it pass."""

Pause: TypeAlias = Literal["real", "none", "held"]

_contexts: "WeakKeyDictionary[Browser, BrowserContext]" = WeakKeyDictionary()


class Window:
    """A browser of its own, whose errors fail the test.

    With `fresh=False` it is another tab of a browser that all such tests share, which is much quicker to open: the same
    person at other tables. `pause` is the pause before a question takes answers.
    """

    def __init__(
        self,
        browser: "Browser",
        width: int,
        height: int,
        *,
        still: bool = True,
        fresh: bool = True,
        pause: str = "real",
    ) -> None:
        self.fresh = fresh
        self.context = new_context(browser, still=still) if fresh else _shared(browser)
        self.page: Page = self.context.new_page()
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.set_default_timeout(PATIENCE)
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        if pause != "real":
            self.page.add_init_script(PAUSES % json.dumps(pause == "held"))

    def picture(self, name: str) -> None:
        """Take a picture for people to look at, where there is time for it."""
        if THOROUGH:
            SCREENSHOTS.mkdir(parents=True, exist_ok=True)
            self.page.screenshot(path=SCREENSHOTS / f"{name}.png")

    def sit(self, address: str, name: str) -> None:
        self.page.goto(address)
        self.page.fill("#name", name)
        self.page.press("#name", "Enter")
        self.page.wait_for_selector("#mine:has-text('(you)')")

    def pass_pause(self) -> None:
        """Let the question that is asked take answers, where the pause is held."""
        self.page.evaluate("passPause()")

    def close(self) -> None:
        assert self.errors == []
        if self.fresh:
            self.context.close()
        else:
            self.page.close()


def new_context(browser: "Browser", *, still: bool = True) -> "BrowserContext":
    return browser.new_context(reduced_motion="reduce" if still else "no-preference", accept_downloads=True)


def _shared(browser: "Browser") -> "BrowserContext":
    return _contexts.get(browser) or _contexts.setdefault(browser, new_context(browser))


def assert_accessible(page: "Page", name: str) -> None:
    assert accessibility_faults(page) == [], name


class Player(Window):
    """A person at a table of two, whose requests and messages are kept."""

    def __init__(
        self,
        browser: "Browser",
        server: Server,
        *,
        fresh: bool = False,
        pause: Literal["none", "held"] = "none",
        **wishes: Any,
    ) -> None:
        super().__init__(browser, 800, 700, fresh=fresh, pause=pause)
        self.table = server.open_table(**{"seats": 2, "fill": "classic", "clock": 300} | wishes)
        self.address = f"{server.base}/t/{self.table}"
        self.requests: list[str] = []
        self.sent: list[str] = []
        self.page.on("request", lambda request: self.requests.append(f"{request.method} {request.url}"))
        self.page.on("websocket", lambda socket: socket.on("framesent", self._note))

    def _note(self, text: str | bytes) -> None:
        self.sent.append(json.loads(text)["type"])

    def answers(self) -> list[str]:
        """What the person has done; the shuffle is done by the page itself."""
        return [kind for kind in self.sent if kind in {"begin", "act", "back"}]

    def draw_one(self) -> None:
        self.page.wait_for_selector(CAN_DRAW)
        self.page.keyboard.press("1")
        self.page.click(READY)
        self.page.wait_for_selector(NEXT)

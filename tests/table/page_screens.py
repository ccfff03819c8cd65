"""A table's page whose server says only what a test says."""

from typing import TYPE_CHECKING, Any

from tests.table.looks import resize
from tests.table.server import Server
from tests.table.states import State
from tests.table.window import Window

if TYPE_CHECKING:
    from playwright.sync_api import Browser


OPEN = '#actions button.main[aria-disabled="false"]'
SIZE = (1280, 800)
PAUSE = 600
"""Milliseconds until a question takes answers, as in press_guard.js."""


NO_SOCKET = """window.WebSocket = class extends EventTarget {
    static OPEN = 1;
    readyState = 0;
    send() {}
    close() {}
};"""
"""A socket that never opens: where nothing is ever heard, a page says that it is offline."""


class Screen(Window):
    """A table's page whose server and clock say only what the test says."""

    def __init__(self, browser: "Browser", server: Server) -> None:
        super().__init__(browser, *SIZE)
        self.address = f"{server.base}/t/{server.open_table()}"
        self.page.clock.install()
        self.page.add_init_script(NO_SOCKET)
        self.page.goto(self.address)

    def renew(self) -> None:
        """Make the page as new: what it and the browser have kept of an earlier test is gone."""
        self.errors.clear()
        if self.page.viewport_size != {"width": SIZE[0], "height": SIZE[1]}:
            self.resize(*SIZE)
        self.page.mouse.move(0, 0)
        self.page.clock.resume()
        self.page.evaluate("""async () => {
            localStorage.clear();
            document.activeElement?.blur();
            window.sent = [];
            const { closePanel } = await import("/page/table/panel.js");
            const { reset, session } = await import("/page/table/session.js");
            closePanel();
            reset();
            session.send = (type, fields) => window.sent.push({ type, ...fields });
        }""")

    def resize(self, width: int, height: int) -> None:
        resize(self.page, width, height)

    def show(self, state: State) -> None:
        self.page.evaluate("async (state) => (await import('/page/table/render.js')).show(state)", state)

    def ask(self, state: State) -> None:
        """Show a state, and let the pause pass before its buttons take answers."""
        self.show(state)
        self.wait()

    def ask_first(self, state: State) -> None:
        """Ask as if nothing had been shown before, so that nothing is said of what has changed."""
        self.page.evaluate("async () => (await import('/page/table/session.js')).reset()")
        self.ask(state)

    def wait(self, milliseconds: int = PAUSE) -> None:
        """Let time pass on the page, where no machine is too slow for it."""
        self.page.clock.run_for(milliseconds)

    def freeze(self) -> None:
        """Stop the page's clock: time passes only by `wait`, and axe would wait for ever."""
        self.page.clock.pause_at(self.page.evaluate("Date.now()") / 1000 + 60)

    def hear(self, message: State) -> None:
        """What the server says besides states."""
        self.page.evaluate("async (message) => (await import('/page/table/table.js')).receive(message)", message)

    def messages(self) -> list[Any]:
        found: list[Any] = self.page.evaluate("window.sent")
        return found

"""Three engines behind one interface, so that a scenario is written once: what a person does, and what is to be read.

Chromium is driven by Playwright. Debian's Firefox speaks WebDriver BiDi by itself; the few commands that are needed
are sent from here, since other clients of it are for Node or want geckodriver, which Debian has not. WebKit is driven
by selenium, in the browser that comes with the engine.
"""

import base64
import json
import os
import re
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from tests.needs import program
from tests.table.window import Window

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator
    from selenium.webdriver.remote.webdriver import WebDriver
    from selenium.webdriver.remote.webelement import WebElement
    from websockets.sync.client import ClientConnection

PATIENCE = 30.0
Element = TypeVar("Element")


class GoneError(Exception):
    """The page, or an element of it, was replaced while something was asked of it."""


class Tab(ABC, Generic[Element]):
    """A window of a browser that knows nobody."""

    patience = PATIENCE
    """Seconds to wait for what is to be there."""

    @abstractmethod
    def go(self, address: str) -> None: ...
    @abstractmethod
    def reload(self) -> None: ...
    @abstractmethod
    def resize(self, width: int, height: int) -> None: ...
    @abstractmethod
    def press(self, key: str) -> None:
        """Press a key: a character, Enter or Tab."""

    @abstractmethod
    def evaluate(self, expression: str) -> Any: ...
    @abstractmethod
    def picture(self, file: Path) -> None: ...
    @abstractmethod
    def find(self, role: str, name: str) -> Element | None:
        """What a screen reader would find by this role and name, if it is there."""

    @abstractmethod
    def press_on(self, element: Element) -> None: ...
    @abstractmethod
    def close(self) -> None: ...

    def until(self, found: Callable[[], Any], what: str) -> Any:
        """Wait until something is found, and give it."""
        end = time.monotonic() + self.patience
        while time.monotonic() < end:
            with suppress(GoneError):
                if value := found():
                    return value
            time.sleep(0.05)
        seen = self.evaluate("`${location}: ${document.body.innerText}`")
        raise AssertionError(f"there is no {what} on the page {seen}")

    def click(self, role: str, name: str) -> None:
        def press() -> bool:
            element = self.find(role, name)
            if element is not None:
                self.press_on(element)  # if it is replaced meanwhile, the new one is looked for
            return element is not None

        self.until(press, f"{role} “{name}”")

    def wait(self, expression: str) -> Any:
        """Wait until an expression is true in the page."""
        return self.until(lambda: self.evaluate(expression), expression)

    def type(self, text: str) -> None:
        for character in text:
            self.press(character)


class PlaywrightTab(Tab["Locator"]):
    def __init__(self, browser: "Browser") -> None:
        self.window = Window(browser, 800, 700)
        self.page = self.window.page

    def go(self, address: str) -> None:
        self.page.goto(address)

    def reload(self) -> None:
        self.page.reload()

    def resize(self, width: int, height: int) -> None:
        self.page.set_viewport_size({"width": width, "height": height})

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def evaluate(self, expression: str) -> Any:
        from playwright.sync_api import Error

        try:
            return self.page.evaluate(expression)
        except Error as error:
            raise GoneError(expression) from error

    def picture(self, file: Path) -> None:
        self.page.screenshot(path=file)

    def find(self, role: str, name: str) -> "Locator | None":
        found = self.page.get_by_role(role, name=name, exact=True)  # type: ignore[arg-type]  # a list of literals
        return found.first if found.count() else None

    def press_on(self, element: "Locator") -> None:
        element.click()

    def close(self) -> None:
        self.window.close()


class Bidi:
    """A session of WebDriver BiDi, https://w3c.github.io/webdriver-bidi/."""

    def __init__(self, connection: "ClientConnection") -> None:
        self.connection = connection
        self.sent = 0
        self.command("session.new", capabilities={})

    def command(self, method: str, **parameters: Any) -> Any:
        self.sent += 1
        self.connection.send(json.dumps({"id": self.sent, "method": method, "params": parameters}))
        answer: dict[str, Any] = {}
        # Firefox may forget a search in a page that another one replaces; it takes its time to start.
        patience = PATIENCE / 4 if method == "browsingContext.locateNodes" else 3 * PATIENCE
        while answer.get("id") != self.sent:
            try:
                answer = json.loads(self.connection.recv(timeout=patience))
            except TimeoutError:
                raise GoneError(f"{method} {parameters}") from None
        if answer["type"] == "error":
            raise GoneError(f"{method} {parameters}: {answer['message']}")
        return answer["result"]


class BidiTab(Tab[str]):
    KEYS: Final = {"Enter": "\ue007", "Tab": "\ue004"}
    patience = 5 * PATIENCE  # a search by role and name takes seconds on a busy machine, and may be forgotten

    def __init__(self, session: Bidi) -> None:
        self.command = session.command
        self.user = self.command("browser.createUserContext")["userContext"]
        self.context = self.command("browsingContext.create", type="tab", userContext=self.user)["context"]

    def close(self) -> None:
        self.command("browser.removeUserContext", userContext=self.user)

    def here(self, method: str, **parameters: Any) -> Any:
        return self.command(f"browsingContext.{method}", context=self.context, **parameters)

    def act(self, kind: str, *actions: dict[str, Any]) -> None:
        source = {"type": kind, "id": kind, "actions": actions}
        self.command("input.performActions", context=self.context, actions=[source])

    def go(self, address: str) -> None:
        self.here("navigate", url=address, wait="complete")

    def reload(self) -> None:
        self.here("reload", wait="complete")

    def resize(self, width: int, height: int) -> None:
        self.here("setViewport", viewport={"width": width, "height": height})

    def press(self, key: str) -> None:
        value = self.KEYS.get(key, key)
        self.act("key", {"type": "keyDown", "value": value}, {"type": "keyUp", "value": value})

    def call(self, function: str, *arguments: dict[str, Any]) -> Any:
        result = self.command(
            "script.callFunction",
            functionDeclaration=function,
            target={"context": self.context},
            awaitPromise=True,
            arguments=arguments,
        )
        assert result["type"] == "success", result
        return result["result"].get("value")

    def evaluate(self, expression: str) -> Any:
        text = self.call(f"async () => JSON.stringify(await ({expression}))")  # values have a notation of their own
        return None if text is None else json.loads(text)

    def picture(self, file: Path) -> None:
        file.write_bytes(base64.b64decode(self.here("captureScreenshot")["data"]))

    def find(self, role: str, name: str) -> str | None:
        locator = {"type": "accessibility", "value": {"role": role, "name": name}}
        nodes = self.here("locateNodes", locator=locator, maxNodeCount=1)["nodes"]
        return nodes[0]["sharedId"] if nodes else None

    def press_on(self, element: str) -> None:
        node = {"sharedId": element}
        self.call("(element) => element.scrollIntoView({ block: 'nearest' })", node)
        over = {"type": "pointerMove", "x": 0, "y": 0, "origin": {"type": "element", "element": node}}
        self.act("pointer", over, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0})


class SeleniumTab(Tab["WebElement"]):
    CANDIDATES: Final = {"button": "button", "textbox": "input", "link": "a"}

    def __init__(self, driver: "WebDriver") -> None:
        self.driver = driver

    def go(self, address: str) -> None:
        self.driver.get(address)

    def reload(self) -> None:
        self.driver.refresh()

    def resize(self, width: int, height: int) -> None:
        """Resize the window so that the page has this size: what is around the page takes some."""
        wanted = [width, height]
        self.driver.set_window_rect(0, 0, width, height)
        inner = self.evaluate("[innerWidth, innerHeight]")
        self.driver.set_window_rect(0, 0, 2 * width - inner[0], 2 * height - inner[1])
        self.until(lambda: self.evaluate("[innerWidth, innerHeight]") == wanted, f"size {wanted}")

    def press(self, key: str) -> None:
        from selenium.webdriver import ActionChains, Keys

        ActionChains(self.driver).send_keys({"Enter": Keys.ENTER, "Tab": Keys.TAB}.get(key, key)).perform()

    def evaluate(self, expression: str) -> Any:
        from selenium.common import WebDriverException

        try:
            return self.driver.execute_script(f"return ({expression})")
        except WebDriverException as error:
            raise GoneError(expression) from error

    def picture(self, file: Path) -> None:
        self.driver.save_screenshot(str(file))

    def find(self, role: str, name: str) -> "WebElement | None":
        from selenium.common import WebDriverException

        try:
            for element in self.driver.find_elements("css selector", self.CANDIDATES[role]):
                if element.is_displayed() and (element.aria_role, element.accessible_name) == (role, name):
                    return element
        except WebDriverException as error:
            raise GoneError(f"{role} {name}") from error
        return None

    def press_on(self, element: "WebElement") -> None:
        element.click()

    def close(self) -> None:
        self.driver.quit()


AnyTab = Tab[Any]


@contextmanager
def firefox(folder: Path) -> Iterator[Callable[[], BidiTab]]:
    """Open Firefox with a profile of its own."""
    from websockets.sync.client import connect

    (folder / "user.js").write_text('user_pref("ui.prefersReducedMotion", 1);\n')
    command = [program("firefox-esr", "firefox"), "--headless", "--no-remote", "--profile", str(folder)]
    with _running([*command, "--remote-debugging-port", "0"]) as process:
        assert process.stderr is not None
        address = next(
            found[1] for line in process.stderr if (found := re.search(r"BiDi listening on (ws://\S+)", line))
        )
        with connect(f"{address}/session", max_size=None) as connection:
            session = Bidi(connection)
            yield lambda: BidiTab(session)
            session.command("browser.close")


NARROW = "* { min-width: 0; padding: 0; margin: 0; border-width: 0; border-spacing: 0; font-size: 1px; }"
"""Buttons around the page that let the window be as narrow as a phone."""


@contextmanager
def webkit(folder: Path) -> Iterator[Callable[[], SeleniumTab]]:
    """Open the browser that comes with WebKitGTK, on a screen that nobody sees."""
    from selenium.webdriver import Remote, WebKitGTKOptions
    from selenium.webdriver.remote.client_config import ClientConfig
    from selenium.webdriver.remote.remote_connection import RemoteConnection
    from selenium.webdriver.webkitgtk.service import Service

    driver, screen = program("WebKitWebDriver"), program("Xvfb")
    settings = folder / "gtk-3.0"
    settings.mkdir()
    (settings / "gtk.css").write_text(NARROW)
    (settings / "settings.ini").write_text("[Settings]\ngtk-enable-animations=0\n")
    options = WebKitGTKOptions()
    options.binary_location = str(next(Path("/usr/lib").glob("*/webkit2gtk-4.?/MiniBrowser")))
    options.add_argument("--automation")
    with ExitStack() as stack:
        display = stack.enter_context(
            _running([screen, "-displayfd", "1", "-screen", "0", "1400x1100x24", "-nolisten", "tcp"])
        )
        assert display.stdout is not None
        number = display.stdout.readline().strip()
        env = os.environ | {"DISPLAY": f":{number}", "XDG_CONFIG_HOME": str(folder)}
        service = Service(driver, env=env)
        service.start()
        stack.callback(service.stop)
        place = ClientConfig(service.service_url, timeout=60)
        yield lambda: SeleniumTab(Remote(RemoteConnection(client_config=place), options=options))


@contextmanager
def _running(command: list[str]) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.terminate()

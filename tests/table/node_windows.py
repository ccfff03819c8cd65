"""Windows of the page in node (tests/page/windows.js), and the connections that they have."""

import json
import subprocess
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from tests.needs import program
from tests.paths import ROOT, TESTS


class Browsers:
    """The windows, in node."""

    def __init__(self) -> None:
        self._node = subprocess.Popen(
            [program("node"), "--no-warnings", str(TESTS / "page" / "windows.js")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            text=True,
            encoding="utf-8",
        )

    def tell(self, **what: Any) -> dict[str, Any]:
        """Have something happen to a window; gives what all did then."""
        assert self._node.stdin
        assert self._node.stdout
        self._node.stdin.write(json.dumps(what) + "\n")
        self._node.stdin.flush()
        did: dict[str, Any] = json.loads(self._node.stdout.readline())
        return did

    def close(self) -> None:
        assert self._node.stdin
        assert self._node.stdout
        self._node.stdin.close()
        self._node.wait(10)
        self._node.stdout.close()


@dataclass(eq=False)
class Socket:
    """One connection, as both ends have it."""

    token: str
    up: deque[str] = field(default_factory=deque)
    down: deque[str] = field(default_factory=deque)
    answers: deque[str] = field(default_factory=deque)
    news: bool = False
    watches: bool = False
    locked: bool = False
    """Whether nothing of the table is sent before its password was said."""
    open: bool = False
    """Whether the browser has it."""


@dataclass(eq=False)
class Window:
    """One window of a browser."""

    name: int
    browser: str
    weight: float
    """How quick it is."""
    socket: Socket
    state: dict[str, Any] | None = None
    answered: object = None
    """The question that was answered last: the page takes one answer to each."""
    locked: bool = False
    """Whether the page asks for a password."""

    @property
    def person(self) -> str:
        """Whose browser it is."""
        return self.browser.partition("'")[0]

    @property
    def token(self) -> str:
        """What the browser proves itself with."""
        return f"token of {self.browser}"

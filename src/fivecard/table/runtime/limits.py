"""What one server, one address and one connection may have."""

import time
from dataclasses import dataclass, replace
from typing import Final

from fivecard.table.core.commands import PATIENCE

OTHER_FILES: Final = 64
"""Open files that are no connections: the log, the standard streams, what the event loop needs."""


@dataclass(frozen=True)
class Limits:
    """What one server, one address and one connection may have."""

    tables: int = 500
    tables_per_address: int = 50
    connections: int = 4096
    """In all, whatever they are for."""
    sockets_per_address: int = 60
    spectators: int = 20
    spectators_per_address: int = 12
    messages_a_second: float = 10.0
    burst: int = 30
    lines_a_second: float = 0.5
    """What one person may say to the others at a table."""
    lines_at_once: int = 5
    changes_a_second: float = 0.2
    """What one person may have written down at a table beside play: pauses, stakes, sitting out and back."""
    changes_at_once: int = 40
    guesses_a_second: float = 0.1
    """Passwords that may be tried from one address, at whatever tables."""
    guesses_at_once: int = 10
    admitted: int = 500
    """Browsers that a table lets in by its password."""
    talk: int = 50
    """Lines that a table remembers."""
    idle_hours: float = 24.0
    heartbeat: float = 10.0
    """Seconds after which a browser hears that the server is there, whatever else it hears."""
    backlog: int = 512
    """Connections that the system accepts before the server has looked at them."""
    pace: float = 0.8
    """Seconds that a computer player takes, so that people can follow."""
    patience: float = PATIENCE
    """Seconds that those who are ready for a round wait for the others."""
    host_absence: float = 60.0
    """Seconds that people at a table wait for the browser of their host; then somebody else is host."""
    shared: bool = False
    """Whether sockets may be passed on to other processes, which takes a second connection for each."""

    @property
    def address_changes_a_second(self) -> float:
        """What all browsers of one address may have written down beside play: a new one costs nothing."""
        return self.sockets_per_address / 60

    @property
    def address_changes_at_once(self) -> int:
        """And how much of it at once: all who fit sit down, go and come back."""
        return 5 * self.sockets_per_address

    @property
    def sockets(self) -> int:
        """Sockets in all, for those without a seat: the rest is for pages, and for people who come back to theirs."""
        return self.connections * 3 // 4

    @property
    def connections_per_address(self) -> int:
        """Connections from one address: its sockets, and some for pages."""
        return self.sockets_per_address + 40

    @property
    def files(self) -> int:
        """Files that the process may need to have open: connections, those not looked at yet, the log and the rest."""
        return self.connections + (self.sockets if self.shared else 0) + self.backlog + OTHER_FILES

    def within(self, files: int) -> "Limits":
        """Lower the limits to those of a process that may open so many files.

        >>> Limits().within(10_000) == Limits(), Limits().within(1024).connections
        (True, 704)
        >>> Limits(shared=True).within(1024).files <= 1024
        True
        """
        if files >= self.files:
            return self
        backlog = min(self.backlog, files // 4)
        left = files - backlog - OTHER_FILES
        return replace(self, backlog=backlog, connections=max(1, left * 4 // 7 if self.shared else left))


class Allowance:
    """How much a connection, or a person, may still say: it grows with time, up to a burst."""

    def __init__(self, a_second: float, burst: int) -> None:
        self._a_second, self._burst = a_second, burst
        self._left = float(burst)
        self._last = time.monotonic()

    def spend(self) -> bool:
        """Count a message; whether there was still one to spend."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._last) * self._a_second)
        self._last = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def is_whole(self) -> bool:
        """Whether so long was nothing said that it is as if nothing ever was."""
        return self._left + (time.monotonic() - self._last) * self._a_second >= self._burst

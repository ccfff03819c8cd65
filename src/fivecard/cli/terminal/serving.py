"""Servers that a command runs until Ctrl-C: where they listen, what they are called, how they end."""

import platform
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from fivecard.cli.usage import UsageError
from fivecard.errors import quoted

if TYPE_CHECKING:
    from socket import socket

    import uvicorn


def check_host(text: str) -> None:
    """Refuse what is neither a name nor an address; no name at all would let everybody in."""
    try:
        fine = bool(text.encode("idna"))
    except UnicodeError:
        fine = False
    if not fine:
        raise UsageError(f"--host {quoted(text)}: a name or an address of this machine is needed")


def machine_names(host: str) -> set[str]:
    """Guess the names by which others in the network may reach this machine, if it listens to them."""
    if host in {"127.0.0.1", "localhost", "::1"}:
        return set()
    full = platform.node().lower()
    return {name for name in (host.lower(), full, full.partition(".")[0], f"{full.partition('.')[0]}.local") if name}


def serve(config: "uvicorn.Config", tell: Callable[[str, int], Awaitable[None]]) -> bool:
    """Run the server, telling host and port when it listens; whether it ever did."""
    import uvicorn

    class Server(uvicorn.Server):
        async def startup(self, sockets: "list[socket] | None" = None) -> None:
            await super().startup(sockets)
            if self.started:
                await tell(*self.servers[0].sockets[0].getsockname()[:2])

    server = Server(config)
    with suppress(KeyboardInterrupt, SystemExit):  # it has stopped cleanly, and says so again
        server.run()
    return server.started

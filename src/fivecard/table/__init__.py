"""The table in the browser: five-card draw with friends and computer players.

`core` is a table as a pure state machine, `game` its round as the engine plays it, `fair` shuffles so that nobody
chooses the deck, `view` says what may leave the server, `log` keeps what happened, `protocol` reads messages, `driver`
adds a table's clock and connections, `registry` has all tables, `server` addresses and sockets, and `page` is what the
browser gets.
"""

__all__ = [
    "audit",
    "client",
    "core",
    "driver",
    "fair",
    "game",
    "log",
    "protocol",
    "registry",
    "server",
    "storage",
    "view",
]

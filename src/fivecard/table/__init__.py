"""The table in the browser: five-card draw and its relatives with friends and computer players.

`core` is a table as a pure state machine: commands become events, and the table is their replay. `protocol` is what
browsers send and get, `fairness` checks what a table says of its hands, `storage` keeps the events, `runtime` adds
clocks and connections to tables, `web` has addresses, sockets and pages, and `page` is what the browser gets.
"""

__all__ = ["client", "core", "fairness", "protocol", "runtime", "storage", "web"]

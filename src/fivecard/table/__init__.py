"""The table in the browser: five-card draw with friends and computer players.

`fair` shuffles so that nobody chooses the deck, `room` is a table as a pure state machine, `view` says what may leave
the server, `log` keeps what happened, `protocol` reads messages, `driver` adds a table's clock and
connections, `registry` has all tables, `server` addresses and sockets, and `page` is what the browser gets.
"""

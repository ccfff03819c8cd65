"""One table as a pure state machine: commands become events, and the table is the replay of its events.

`decide(table, command)` refuses, or gives what happens; `evolve(table, event)` goes on by what has happened. There is
no clock, no randomness and no socket in here: time and chance are part of commands, and whoever calls writes the events
down before anybody hears of them. By subject: who is there (`seating`), the deck that nobody chooses (`shuffle`), the
hand (`hand`) and what happens by itself (`clock`).

>>> from fivecard.table.core.commands import Begin, Sit
>>> from fivecard.table.core.commitments import nonce_commitment
>>> secret, nonce = "00" * 32, "11" * 32  # of chance
>>> table = replay([Opened("a-table", rules="C", seats=2, fill="sharp", clock=30, practice=False, secret=secret)])
>>> commitment = nonce_commitment("a-table", nonce)
>>> events, table, _ = decide(table, Request(Sit(1, 0, "Ann", commitment), token="f00", now=0.0))
>>> [type(event).__name__ for event in events]
['Sat']
>>> events, table, _ = decide(table, Request(Begin(2, nonce, commitment), token="f00", now=9.0))
>>> [type(event).__name__ for event in events], table.phase, table.until
(['GotReady', 'Dealt'], 'playing', 39.0)
"""

from fivecard.table.core.clock import is_due
from fivecard.table.core.commands import Command, Message, Request, TableError
from fivecard.table.core.decide import decide
from fivecard.table.core.events import Event, Opened
from fivecard.table.core.evolve import evolve, replay
from fivecard.table.core.state import Decision, Record, Table

__all__ = [
    "Command",
    "Decision",
    "Event",
    "Message",
    "Opened",
    "Record",
    "Request",
    "Table",
    "TableError",
    "decide",
    "evolve",
    "is_due",
    "replay",
]

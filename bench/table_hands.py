"""Hands of a table with chips, and what each command did: what the benches of the log write down."""

from fivecard.engine import legal, view_for
from fivecard.table.core import Command, Event, Message, Record, Request, decide, replay
from fivecard.table.core.commands import Act, Begin, Sit, Tick
from fivecard.table.core.commitments import nonce_commitment
from fivecard.table.protocol.messages import Wishes

Played = list[tuple[tuple[Event, ...], Record | None]]
"""What each command did: its events, and the hand that they finish."""


def play(name: str, hands: int, stack: int = 2000) -> Played:
    """Play hands of five-card draw, a person and five computers."""
    opening = Wishes("five-card-draw", seats=6, stack=stack).opened(name, host="0", secret="5e" * 32)
    table = replay([opening])
    played: Played = [((opening,), None)]

    def do(command: Command) -> bool:
        nonlocal table
        events, table, record = decide(table, command)
        if events:
            played.append((events, record))
        return bool(events)

    def ask(message: Message) -> None:
        do(Request(message, "0", 0.0))

    nonce = "00" * 32  # the same in all hands: nothing here depends on it
    commitment = nonce_commitment(name, nonce)
    ask(Sit(table.seq, 0, "Ann", commitment))
    for _ in range(hands):
        ask(Begin(table.seq, nonce, commitment))
        while table.phase != "shown":
            if not do(Tick(0.0)):
                now = legal(view_for(table.game, table.game.turn))
                assert now is not None
                ask(Act(table.seq, "discard" if now.draw else "check" if now.check else "call"))
    return played

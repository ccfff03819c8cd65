"""Rounds of the games without chips, as `fivecard.engine.record` writes them down."""

from collections.abc import Iterable, Iterator

from fivecard.engine import RULES, Deal, Discard, Record, Stakes
from fivecard.engine.record import TITLE
from fivecard.errors import HistoryError, expect
from fivecard.histories.history import History


def read_record(text: str) -> History:
    """Read a round.

    >>> history = read_record('''fivecard round
    ... rules: A
    ... players: 2
    ... deck: 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc
    ... reserve: -
    ... seat 1 discards: 8c
    ... seat 2 discards: -
    ... ''')
    >>> history.replay().winners
    (0,)
    """
    expect(text, str, "a round as text", HistoryError)
    record = Record.from_text(text)
    return History(
        RULES[record.rules],
        Stakes(),
        (),
        Deal(record.deck, record.reserve),
        tuple(Discard(seat, cards) for seat, cards in enumerate(record.discards)),
        names=tuple(f"Player {number}" for number in range(1, record.players + 1)),
        places=tuple((number, f"seat {number} discards") for number in range(1, len(record.discards) + 1)),
    )


def split_records(lines: Iterable[str]) -> Iterator[str]:
    """Part a file into the texts of its rounds."""
    round_: list[str] = []
    for line in lines:
        if line.rstrip() == TITLE and round_:
            yield "".join(round_)
            round_.clear()
        if line.strip():
            round_.append(line)
    if round_:
        yield "".join(round_)

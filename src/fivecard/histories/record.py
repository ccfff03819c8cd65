"""A round of a game without chips written down: enough to play it again, as text that people can read.

>>> from fivecard.cards import parse_cards
>>> record = Record("draw-3", 2, parse_cards("2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc"), (), (parse_cards("8c"), ()))
>>> print(record.to_text())
fivecard round
rules: draw-3
players: 2
deck: 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc
reserve: -
seat 1 discards: 8c
seat 2 discards: -
>>> Record.from_text(record.to_text()) == record
True
>>> state, events = record.replay()
>>> state.winners
(0,)
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from fivecard.cards import PLAIN, Card, parse_cards
from fivecard.engine import RULES, Action, Deal, Discard, Event, Stakes, State, apply, start
from fivecard.errors import (
    FivecardError,
    FormatError,
    HistoryError,
    IllegalActionError,
    RulesError,
    UnknownNameError,
    expect,
    quoted,
)
from fivecard.histories.history import History

TITLE = "fivecard round"


@dataclass(frozen=True)
class Record:
    """The rules, the deck and what each seat discarded, in turn."""

    rules: str
    players: int
    deck: tuple[Card, ...]
    reserve: tuple[Card, ...]
    discards: tuple[tuple[Card, ...], ...]

    @classmethod
    def of(cls, start: State, actions: Sequence[Action]) -> "Record":
        """Write down a round.

        Args:
            start: The table before the deal.
            actions: What was done; the deal is the first.
        """
        if not actions or not isinstance(deal := actions[0], Deal):
            raise IllegalActionError("a round begins with a deal")
        if RULES.get(start.rules.name) != start.rules:
            raise RulesError(f"only rules {' and '.join(RULES)} can be written down, not {start.rules.title}")
        discards: list[tuple[Card, ...]] = []
        for seat, draw in enumerate(actions[1:]):
            if not isinstance(draw, Discard):
                raise IllegalActionError(
                    f"action {seat + 1} after the deal is no discard and cannot be written down: {quoted(draw)}"
                )
            if draw.seat != seat:
                raise IllegalActionError(
                    f"action {seat + 1} after the deal is seat {seat}'s, not seat {quoted(draw.seat)}'s"
                )
            discards.append(draw.cards)
        if len(discards) > start.players:
            raise IllegalActionError(f"there are {len(discards)} discards, but only {start.players} players")
        return cls(start.rules.name, start.players, deal.deck, deal.reserve, tuple(discards))

    @classmethod
    def from_text(cls, text: str) -> "Record":
        """Read what `to_text` wrote; what is wrong is named with its line."""
        lines = text.splitlines()
        if not lines or lines[0] != TITLE:
            raise FormatError(f"expected {quoted(TITLE)}, found {quoted(lines[0] if lines else '')}", line=1)
        labels = ["rules", "players", "deck", "reserve"]
        values: list[str] = []
        cards: list[tuple[Card, ...]] = []
        for number, line in enumerate(lines[1:], 2):
            label, _, value = line.partition(": ")
            expected = labels[len(values)] if len(values) < 4 else f"seat {len(values) - 3} discards"
            try:
                if label != expected or not value:
                    raise FormatError(f"expected '{expected}: ...', found {quoted(line)}")
                if label == "rules" and value not in RULES:
                    raise UnknownNameError(f"there are no rules {quoted(value)}: they are {' and '.join(RULES)}")
                if label == "players" and not re.fullmatch(r"[0-9]{1,2}", value):
                    raise FormatError(f"{quoted(value)} is not a number of players")
                if len(values) >= 2:
                    cards.append(parse_cards(value) if value != "-" else ())
            except FivecardError as error:
                raise error.at(line=number) from None
            values.append(value)
        if len(values) < 4:
            raise FormatError(f"not a whole record: {', '.join(labels[len(values) :])} missing")
        return cls(values[0], int(values[1]), cards[0], cards[1], tuple(cards[2:]))

    def to_text(self) -> str:
        """Write the round down."""
        lines = [TITLE, f"rules: {self.rules}", f"players: {self.players}"]
        lines += [f"deck: {_cards(self.deck)}", f"reserve: {_cards(self.reserve)}"]
        lines += [f"seat {seat} discards: {_cards(cards)}" for seat, cards in enumerate(self.discards, 1)]
        return "\n".join(lines)

    def replay(self) -> tuple[State, tuple[Event, ...]]:
        """Play the round again: the state at its end, and everything that happened."""
        state, events = apply(start(RULES[self.rules], self.players), Deal(self.deck, self.reserve))
        for seat, cards in enumerate(self.discards):
            state, more = apply(state, Discard(seat, cards))
            events += more
        return state, events


def _cards(cards: tuple[Card, ...]) -> str:
    return PLAIN.join(cards) or "-"


def loads(text: str) -> History:
    """Read a round.

    >>> history = loads('''fivecard round
    ... rules: draw-3
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


def split(lines: Iterable[str]) -> Iterator[str]:
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

"""Hands that were played at a table, as far as somebody may know them while others still play there.

A record holds the deck, and with it what everybody folded. Where something may be folded, it is given out only when the
table has ended; until then there is this: what all have seen, and the reader's own cards.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final

from msgspec import convert, to_builtins

from fivecard.cards import Card, parse_cards
from fivecard.engine import (
    Action,
    Deal,
    Event,
    Stakes,
    State,
)
from fivecard.errors import HistoryError
from fivecard.histories import SPECTATOR, History, phh, pokerstars
from fivecard.histories.phh.codes import CODES
from fivecard.table.core.commitments import record_hash
from fivecard.table.core.game import actions_in, begun, rules_in, stepped
from fivecard.words.english import YOU
from fivecard.words.narrating import Narrator

PUBLIC: Final = (
    "table", "round", "rules", "limit", "openers", "stakes", "stacks", "button", "at", "names", "levels", "seats",
    "previous", "next_commitment", "hands", "made", "made_of", "winners", "won", "returned",
    "finishing_stacks", "lines", "runs", "showed",
)  # fmt: skip
"""What everybody may have of a record at once."""


class Past:
    """A finished hand, as one of its players may know it; None is anybody else."""

    def __init__(self, record: Mapping[str, Any], me: int | None) -> None:
        self.record, self.me = record, me
        self.rules = rules_in(record)
        self.stakes = convert(record["stakes"], Stakes | None)
        deck, reserve = (parse_cards(" ".join(record[name])) for name in ("deck", "reserve"))
        self.deal = Deal(deck, reserve)
        self.actions = actions_in(record)
        for state, _ in self.steps():
            self.end = state

    def steps(self) -> Iterator[tuple[State, tuple[Event, ...]]]:
        """Play the hand again: what happened with the deal and with each action, and the state after it."""
        record, players = self.record, len(self.record["names"])
        runs = record.get("runs", 1)
        state, events = begun(self.rules, players, self.stakes, record["stacks"], record["button"], self.deal, runs)
        yield state, events
        for action in self.actions:
            state, events = stepped(state, action)
            yield state, events

    def _seen(self) -> list[Event]:
        return [event.seen_by(self.me) for _, events in self.steps() for event in events]

    def told(self) -> list[str]:
        """What happened, in sentences to the reader."""
        tell = teller(self.me, self.record["names"])
        return [line for state, events in self.steps() for line in tell(state, events)] + self.told_after()

    def told_after(self) -> list[str]:
        """What was shown after the hand, in sentences to the reader."""
        showed, names = enumerate(self.showed()), self.record["names"]
        return [told_of_showing(self.me, names, player, cards) for player, cards in showed if cards]

    def showed(self) -> list[tuple[Card, ...]]:
        """The cards that each player showed after the hand."""
        return [parse_cards(" ".join(cards)) if cards else () for cards in self.record.get("showed", ())]

    def history(self) -> History:
        """The hand as histories have it, from the left of the button, told as the reader saw it.

        What it holds is the truth: only what is written from it may be given out.
        """
        order = self.end.order
        place = {player: position for position, player in enumerate(order)}
        record, dealt_at = self.record, datetime.fromtimestamp(self.record["at"], UTC)
        return History(
            rules=self.rules,
            stakes=self.stakes or Stakes(),
            stacks=tuple(record["stacks"][player] for player in order if self.stakes),
            deal=self.deal,
            viewer=SPECTATOR if self.me is None else place[self.me],
            actions=tuple(_moved(action, place) for action in self.actions),
            names=tuple(record["names"][player] for player in order),
            finishing_stacks=tuple(self.end.stacks[player] for player in order if self.stakes),
            runs=record.get("runs", 1),
            showed=tuple(showed[player] for player in order) if (showed := self.showed()) else (),
            details={
                "table": record["table"],
                "hand": record["round"],
                "year": dealt_at.year,
                "month": dealt_at.month,
                "day": dealt_at.day,
                "time": dealt_at.time().replace(microsecond=0),
                "time_zone_abbreviation": "UTC",
            },
        )

    def phh(self) -> str:
        """The hand in PHH."""
        return phh.dumps(self.history())

    def text(self) -> str:
        """The hand in the layout that tracking programs import; where it has no name for the game, in sentences."""
        history = self.history()
        try:
            return pokerstars.dumps(history, hero=history.viewer)
        except HistoryError:
            title = f"Table {self.record['table']}, hand {self.record['round']}: {self.rules.title}"
            return "\n".join([title, *self.told(), ""])

    def public(self) -> dict[str, Any]:
        """What the reader may have of the record."""
        record = self.record
        moves = [
            {name: value for name, value in move.items() if name != "cards"}
            | ({"count": len(move.get("cards", "").split())} if move["do"] == "discard" else {})
            for move in record["actions"]
        ]
        return {name: record[name] for name in PUBLIC if name in record} | {
            "public": True,
            "hash": record_hash(record),
            "me": self.me,
            "actions": moves,
            "events": [_written(event) for event in self._seen()],
            "told": self.told(),
        }


def teller(me: int | None, names: Sequence[str]) -> Callable[[State, Iterable[Event]], list[str]]:
    """Who tells the reader what happened in each step, in sentences with the cards that he saw."""
    narrator = _narrator(me, names)
    return lambda state, events: narrator.tell([event.seen_by(me) for event in events], state)


def told_of_showing(me: int | None, names: Sequence[str], player: int, cards: Sequence[Card]) -> str:
    """Tell the reader what a player showed after a hand."""
    return _narrator(me, names).shows(player, cards)


def _narrator(me: int | None, names: Sequence[str]) -> Narrator:
    return Narrator([YOU if player == me else name for player, name in enumerate(names)])


def line_of(record: Mapping[str, Any]) -> dict[str, Any]:
    """A hand in a list of them: what was shown, and what it brought every seat."""
    seats = [int(text.partition(":")[0]) for text in record["seats"]]
    line = {"number": record["round"], "rules": record["rules"], "seats": seats, "names": record["names"]}
    line |= {name: record[name] for name in ("hands", "made", "winners", "won")}
    net = [after - before for before, after in zip(record["stacks"], record["finishing_stacks"], strict=True)]
    return line | {"what": " ".join(record["lines"]), "net": net}


def player_in(record: Mapping[str, Any], seat: int | None) -> int | None:
    """The player who sat on a seat as a person, in a record."""
    seats = record["seats"]
    return seats.index(f"{seat}:person") if f"{seat}:person" in seats else None


def is_in_phh(record: Mapping[str, Any]) -> bool:
    """Whether a hand can be written in PHH, which has no code for some games, none without chips, and no two boards."""
    return rules_in(record) in CODES.values() and "runs" not in record


def _moved(action: Action, place: Mapping[int, int]) -> Action:
    """An action of a player who is called by another number."""
    assert not isinstance(action, Deal)
    seat = place[action.seat]
    return replace(action, seat=seat)


def _written(event: Event) -> dict[str, Any]:
    """An event as JSON has it; a card that the reader may not see is null."""
    fields = to_builtins(event._asdict() if isinstance(event, tuple) else event, enc_hook=str)
    return {"kind": type(event).__name__.lower(), **fields}

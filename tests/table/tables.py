"""Tables that tests play at, without a server."""

import contextlib
import random
import re
from collections.abc import Callable, Iterator
from functools import reduce
from typing import Any

import msgspec
import pytest

from fivecard.cards import Card
from fivecard.engine import VARIANTS, Fold, legal, view_for
from fivecard.engine import Discard as EngineDiscard
from fivecard.table.core import (
    Command,
    Decision,
    Event,
    Message,
    Opened,
    Request,
    Table,
    TableError,
    decide,
    evolve,
    replay,
)
from fivecard.table.core.commands import (
    Act,
    Back,
    Begin,
    Commit,
    Grant,
    Leave,
    RunTwice,
    ShowCards,
    Sit,
    Tick,
)
from fivecard.table.core.commitments import nonce_commitment
from fivecard.table.core.game import written
from fivecard.table.core.runs import asked
from fivecard.table.fairness.verify import AuditError
from fivecard.table.protocol.messages import Wishes

NONCES = [f"{seat:02x}" * 32 for seat in range(1, 13)]
"""The first of every seat, the same in every run: nothing here depends on them."""
SECRET = "5e" * 32


def opened(seats: int = 4, fill: str = "sharp", rules: str = "C", name: str = "table", secret: str = SECRET) -> Opened:
    return Opened(name, rules, seats, fill, clock=30.0, practice=False, secret=secret)


def opened_for(
    rules: str = "five-card-draw", *, host: str = "token of Ann", secret: str = SECRET, **wishes: Any
) -> Opened:
    """A table of any game, as somebody wishes it."""
    usual = {"rules": rules, "fill": "solid" if rules in VARIANTS else "sharp"}
    wanted = msgspec.convert(usual | wishes, Wishes)
    return wanted.opened("table", host=host, secret=secret)


def as_json(value: object) -> Any:
    """What any reader of JSON has of an event, a view or several of them."""
    return msgspec.json.decode(msgspec.json.encode(value))


@contextlib.contextmanager
def raises(kind: type[AuditError] | type[TableError], code: str, *facts: object) -> Iterator[None]:
    """Have something raise an error with a code, naming facts; tests/golden/table/sentences.json has its words."""
    with pytest.raises((AuditError, TableError)) as raised:
        yield
    assert isinstance(raised.value, kind)
    assert raised.value.code == code, raised.value
    assert all(str(fact) in str(raised.value) for fact in facts), raised.value


def refused(code: str, *facts: object) -> contextlib.AbstractContextManager[None]:
    """Have a table refuse something."""
    return raises(TableError, code, *facts)


def disproved(code: str, *facts: object) -> contextlib.AbstractContextManager[None]:
    """Have a record be found not to be true."""
    return raises(AuditError, code, *facts)


class LiveTable:
    """The newest state of a table, and all that has happened at it."""

    def __init__(self, *happened: Event) -> None:
        self.events = list(happened or [opened()])
        self.table: Table = replay(self.events)
        self.records: list[dict[str, Any]] = []
        self.nonces: dict[str, str] = {}
        """What people have committed to, by their commitments."""
        self._commitments = [0] * len(NONCES)

    def take(self, *happened: Event) -> None:
        """Let something happen, whatever led to it."""
        self.table = reduce(evolve, happened, self.table)
        self.events += happened

    def do(self, command: Command) -> tuple[Event, ...]:
        """Do what a command leads to; gives its events."""
        return self.accept(decide(self.table, command))

    def accept(self, decided: Decision) -> tuple[Event, ...]:
        assert decided.table == reduce(evolve, decided.events, self.table)  # it is where its events lead
        self.take(*decided.events)
        self.records += [dict(decided.record)] if decided.record else []
        return decided.events

    def ask(self, seat: int, message: Message, now: float = 0.0, present: set[int] | None = None) -> tuple[Event, ...]:
        """Ask for something as the person in a seat, who has the token `token of NAME`."""
        person = self.table.seats[seat]
        token = person.token if person else f"token of nobody in seat {seat}"
        return self.do(Request(message, token, now, frozenset(present or ())))

    def sit(self, *names: str) -> None:
        """Sit people down, from the first seat on."""
        for seat, name in enumerate(names):
            self.do(Request(self.to_sit(seat, name), f"token of {name}", 0.0))

    def sit_at(self, seat: int, name: str) -> tuple[Event, ...]:
        """Sit somebody down on a seat."""
        return self.do(Request(self.to_sit(seat, name), f"token of {name}", 0.0))

    def commitment(self, seat: int, nonce: str | None = None) -> str:
        """Commit to a nonce, or to a fresh one."""
        times = self._commitments[seat]
        if nonce is None:
            nonce = f"{seat + 1:02x}80{times:04x}" * 8 if times else NONCES[seat]
            self._commitments[seat] += 1
        commitment = nonce_commitment(self.table.id, nonce)
        self.nonces[commitment] = nonce
        return commitment

    def nonce(self, seat: int) -> str:
        """The nonce that the person in a seat has committed to."""
        person = self.table.seats[seat]
        return self.nonces.get(person.commitment, NONCES[seat]) if person else NONCES[seat]

    def to_sit(self, seat: int, name: str) -> Sit:
        return Sit(self.table.seq, seat, name, self.commitment(seat))

    def begin(self, now: float = 0.0) -> tuple[Event, ...]:
        """Begin a round with all who can be ready; gives what came of the last of them."""
        asked = {number for number, person in enumerate(self.table.seats) if person and person.is_asked}
        happened = [self.ready(seat, asked, now) for seat in sorted(asked)]
        return happened[-1] if happened else self.ready(0, set(), now)

    def ready(self, seat: int, present: set[int], now: float = 0.0) -> tuple[Event, ...]:
        return self.ask(seat, Begin(self.table.seq, self.nonce(seat), self.commitment(seat)), now, present)

    def commit(self, seat: int, nonce: str) -> tuple[Event, ...]:
        return self.ask(seat, self.to_commit(seat, nonce))

    def to_commit(self, seat: int, nonce: str | None = None) -> Commit:
        person = self.table.seats[seat]
        known = "00" * 32 if person is None else person.following if person.ready else person.commitment
        return Commit(commitment=self.commitment(seat, nonce), instead=known)

    def leave(self, seat: int) -> tuple[Event, ...]:
        return self.ask(seat, Leave(self.table.seq))

    def come_back(self, seat: int) -> tuple[Event, ...]:
        return self.ask(seat, Back())

    def discard(self, player: int, cards: tuple[Card, ...] = (), now: float = 0.0) -> tuple[Event, ...]:
        return self.act(player, "discard", now, cards=cards)

    def tick(self, now: float = 0.0, present: set[int] | None = None) -> tuple[Event, ...]:
        """Let happen what happens by itself at some time."""
        return self.do(Tick(now, frozenset(present or ())))

    def act(self, player: int, do: Any, now: float = 0.0, **more: Any) -> tuple[Event, ...]:
        """Do something as a player."""
        return self.ask(self._seat(player), Act(self.table.seq, do, **more), now)

    def agree(self, player: int, now: float = 0.0, *, yes: bool = True) -> tuple[Event, ...]:
        """Say whether to run the rest of the board twice."""
        return self.ask(self._seat(player), RunTwice(self.table.seq, yes), now)

    def show(self, player: int, cards: tuple[Card, ...]) -> tuple[Event, ...]:
        """Show cards after a hand."""
        return self.ask(self._seat(player), ShowCards(self.table.seq, cards))

    def all_in(self) -> None:
        """Have everybody put in all that may be put in, until nobody can act."""
        while self.table.phase == "playing" and (turn := self.table.game.turn) is not None:
            options = legal(view_for(self.table.game, turn))
            assert options is not None
            if options.min_raise_to:
                self.act(turn, "raise", to=options.max_raise_to)
            else:
                self.act(turn, "call" if options.call_amount else "bringin" if options.bring_in else "check")

    def act_at_random(self, source: random.Random, now: float = 0.0) -> tuple[Event, ...]:
        """Do anything that is legal, but fold less often than not."""
        turn = self.table.game.turn
        now_legal = legal(view_for(self.table.game, turn))
        assert turn is not None
        assert now_legal is not None
        action = now_legal.sample(source)
        while isinstance(action, Fold) and source.random() < 0.8:
            action = now_legal.sample(source)
        do = written(action) | ({"cards": action.cards} if isinstance(action, EngineDiscard) else {})
        return self.act(turn, now=now, **do)

    def _seat(self, player: int) -> int:
        return self.table.playing.players[player].seat

    # Longer stories

    def deal(self) -> None:
        """Go on to where cards are drawn, or it is bet."""
        self.begin()

    def play_round(
        self, source: random.Random, watch: Callable[[], object] = lambda: None, skip: float = 0.0
    ) -> dict[str, Any]:
        """Play one round with people who draw at random, and sometimes run out of time; gives its record."""
        self.begin(1000.0 * self.table.seq)
        watch()
        return self.play_on_to_the_end(source, watch, skip)

    def play_on_to_the_end(
        self, source: random.Random, watch: Callable[[], object] = lambda: None, skip: float = 0.0
    ) -> dict[str, Any]:
        """Play what is left of a round."""
        now = (self.table.until or 1.0) - 1.0
        while self.table.phase != "shown":
            if not self.tick(now):
                now = self._play_on(source, now, skip)
            watch()
        return self.records[-1]

    def _play_on(self, source: random.Random, now: float, skip: float) -> float:
        """Do what a person is asked for; gives the time after it."""
        table = self.table
        if source.random() < skip:
            now += table.clock + table.bank + 1
            self.tick(now)
        elif players := sorted(asked(table) - table.playing.agreed):
            self.agree(players[0], now, yes=source.random() < 0.8)
        elif table.chips:
            self.act_at_random(source, now)
        else:
            turn = table.game.turn
            assert turn is not None
            cards = source.sample(table.game.hands[turn], source.randrange(min(3, table.game.replaceable) + 1))
            self.discard(turn, tuple(cards), now)
        return now


def table_of(*names: str, **more: Any) -> LiveTable:
    """A table at which people sit."""
    live = LiveTable(opened(**more))
    live.sit(*names)
    return live


def table_for(*names: str, rules: str = "five-card-draw", **wishes: Any) -> LiveTable:
    """A table of any game at which people sit."""
    live = LiveTable(opened_for(rules, **wishes))
    live.sit(*names)
    return live


def dealt_table_for(number: int, **wishes: Any) -> LiveTable:
    """A table with chips at which Ann and Bob have been dealt cards; the server's secret is a number."""
    live = table_for("Ann", "Bob", seats=2, secret=f"{number:064x}", **wishes)
    live.begin()
    return live


def dealt_table(**more: Any) -> LiveTable:
    """A table at which Ann and Bob have been dealt cards."""
    live = table_of("Ann", "Bob", **more)
    live.deal()
    return live


def come_round(live: LiveTable) -> None:
    """Have everybody back who is away, with chips if there are none left."""
    for seat, person in enumerate(live.table.seats):
        if person and live.table.chips and not live.table.purses[seat].stack:
            live.ask(live.table.host or 0, Grant(seat=seat, chips=live.table.stack))
        if person and live.table.seats[seat].away:  # type: ignore[union-attr]
            live.come_back(seat)


CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")


def all_chips(table: Table) -> int:
    """What everybody has, less what everybody bought: nothing is made, nothing is lost."""
    return sum(purse.net for purse in table.purses) + sum(gone.purse.net for gone in table.gone)


def dealt_to_ann(live: LiveTable) -> Table:
    """A table at which it is Ann's turn."""
    live.deal()
    while live.table.game.turn != live.table.player_of(0):
        live.tick()
    return live.table

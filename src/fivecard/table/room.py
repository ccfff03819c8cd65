"""One table as a pure state machine: commands and the clock become events, and the state is the replay of the events.

There is no clock, no randomness and no socket in here: the time and the seeds are handed in, and whoever calls writes
the events down before anybody hears of them.
"""

import contextlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, TypeAlias

from fivecard.cards import Card, parse_cards
from fivecard.engine import Deal, Discard, State, apply, start, view_for
from fivecard.engine.rules import FOUR_WITH_AN_ACE, RULES
from fivecard.errors import FivecardError
from fivecard.evaluator import evaluate
from fivecard.players import PLAYERS, players_for
from fivecard.table.fair import (
    SEED_BYTES,
    deal_from,
    first_link,
    lock_base,
    record_hash,
    seed_of,
    server_commitment,
)
from fivecard.table.names import looks
from fivecard.table.record import played_record, reason, void_record
from fivecard.table.round import Player, Round
from fivecard.table.timelock import PUZZLE_BYTES, SQUARINGS, LockError, value_by_factor

Event: TypeAlias = dict[str, Any]

NOBODY: Final = "nobody"
MOST_MISSED: Final = 2
"""A person who misses this many turns is away."""
MOST_UNANSWERED: Final = 2
"""A person whose browser leaves this many shuffles unanswered sits out until the person asks to be back."""
PATIENCE: Final = 20.0
"""How long those who are ready for a round wait for the others."""
COMMITTING_SECONDS: Final = 3.0
"""How long browsers have to send a puzzle; no person has to do anything for it."""
OPENING_SECONDS: Final = 3.0
"""How long browsers have to open their puzzles before the server begins to do so by squaring."""


def fills() -> dict[str, str]:
    """What may play empty seats, by name, in words: one of the computer players, or nobody."""
    players = players_for(FOUR_WITH_AN_ACE)  # those of all games without bets, as the table has them
    return {name: f"{name} computers, who play {player.plays}" for name, player in players.items()} | {NOBODY: NOBODY}


class TableError(FivecardError):
    """What a command cannot do, with a code for programs."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass
class Seat:
    """A person at the table."""

    name: str
    token: str
    """The hash of what the person's browser proves itself with."""
    away: bool = False
    missed: int = 0
    unanswered: int = 0
    """Shuffles in a row that the person's browser did not answer."""
    out: bool = False
    """Whether the person sits out: away, until somebody presses a button and not just connects."""
    ready: bool = False
    """Whether the person waits for the next round."""


@dataclass
class Standing:
    """What a seat has won so far."""

    rounds: int = 0
    won: int = 0
    share: float = 0.0
    categories: dict[str, int] = field(default_factory=dict)


class Room:
    """A table: its seats, the round that is being played, and the score."""

    def __init__(self, events: Sequence[Event]) -> None:
        first = events[0]
        if first["kind"] != "opened":
            raise TableError("broken", f"a table begins with its opening, not with {first['kind']!r}")
        self.id: str = first["id"]
        self.rules = RULES[first["rules"]]
        self.fill: str = first["fill"]
        self.clock: float = first["clock"]
        self.practice: bool = first["practice"]
        self.squarings: int = first.get("squarings", SQUARINGS)
        self.seats: list[Seat | None] = [None] * first["seats"]
        self.seq = 1
        self.since = 1
        """The number of the event with which the present question began: older commands are stale."""
        self.phase = "lobby"
        self.until: float | None = None
        self.round: Round | None = None
        self.rounds_begun = 0
        self.standings = [Standing() for _ in self.seats]
        self.closed = False
        self.head = 0, first_link(self.id)
        """The end of the chain of records: the number of the last one and its hash."""
        self.last_played = 0
        self.voids: list[dict[str, Any]] = []
        """The records of the deals that came to nothing since the last round that was played."""
        self._newcomers: set[int] = set()
        for event in events[1:]:
            self.take(event)

    # Events: what has happened cannot be refused

    def take(self, event: Event) -> None:
        """Go on by one event."""
        self.seq += 1
        getattr(self, f"_take_{event['kind']}")(event)

    def _question(self, phase: str, until: float | None) -> None:
        self.phase, self.until, self.since = phase, until, self.seq

    def _take_sat(self, event: Event) -> None:
        self.seats[event["seat"]] = Seat(event["name"], event["token"])
        self.standings[event["seat"]] = Standing()
        self._newcomers.add(event["seat"])

    def _take_left(self, event: Event) -> None:
        self.seats[event["seat"]] = None
        self.standings[event["seat"]] = Standing()
        if self.between_rounds and not any(seat and seat.ready for seat in self.seats):
            self.until = None  # nobody waits any more
        if self.round:
            for player in self.round.players:
                if player.seat == event["seat"] and player.level is None:
                    player.level = self.fill

    def _take_away(self, event: Event) -> None:
        if seat := self.seats[event["seat"]]:
            seat.away = True
            if self.phase in {"committing", "opening"}:
                seat.unanswered += 1
                seat.out = seat.unanswered >= MOST_UNANSWERED

    def _take_back(self, event: Event) -> None:
        if seat := self.seats[event["seat"]]:
            seat.away, seat.missed, seat.out = False, 0, False

    def _take_ready(self, event: Event) -> None:
        if seat := self.seats[event["seat"]]:
            seat.ready = True
            self.until = event["until"]

    def _take_unready(self, event: Event) -> None:
        self._nobody_is_ready()
        self.until = None

    def _nobody_is_ready(self) -> None:
        for seat in self.seats:
            if seat:
                seat.ready = False

    def _take_gathering(self, event: Event) -> None:
        self._nobody_is_ready()
        self.rounds_begun = event["round"]
        self.round = Round(event["round"], [Player(seat, level, name) for seat, level, name in event["players"]])
        self._newcomers.clear()
        self._question("committing", event["until"])

    def _take_committed(self, event: Event) -> None:
        if "hash" in event:
            self._playing.hashes[event["player"]] = event["hash"]
        else:
            self._playing.puzzles[event["player"]] = event["puzzle"]

    def _take_sealed(self, event: Event) -> None:
        self._playing.server_seed = bytes.fromhex(event["seed"])
        self._playing.server_commitment = event["commitment"]
        self._playing.agreed = self.agreed()
        self._playing.previous = self.head[1]
        self._question("opening", event["until"])

    def _take_revealed(self, event: Event) -> None:
        self._playing.seeds[event["player"]] = bytes.fromhex(event["seed"])
        opening = {how: text for how, text in event.items() if how in {"factor", "forced"}}
        self._playing.openings[event["player"]] = opening
        seat = self.seats[self._playing.players[event["player"]].seat]
        if seat and "forced" not in event:  # the whole shuffle has been answered
            seat.unanswered = 0

    def _take_forcing(self, event: Event) -> None:
        self._playing.forcing = True
        self.until = event["until"]

    def _take_void(self, event: Event) -> None:
        void = void_record(self.id, self._playing, self.last_played, self.head[1], event["reason"])
        self.voids.append(void)
        self.head = void["round"], record_hash(void)
        self._question("lobby", None)

    def _take_dealt(self, event: Event) -> None:
        deal = Deal(parse_cards(event["deck"]), parse_cards(event["reserve"]))
        self._act(deal)
        self._question("drawing", event["until"])

    def _take_discarded(self, event: Event) -> None:
        playing = self._playing
        self._act(Discard(event["player"], parse_cards(event["cards"])))
        playing.by.append(event["by"])
        if seat := self.seats[playing.players[event["player"]].seat]:
            if event["by"] == "person":
                seat.missed = 0
            elif event["by"] == "clock":
                seat.missed += 1
        if self.game.is_over:
            self._question("shown", None)
            self._count()
            # Rounds of the earlier protocol are not in the chain: it begins after them.
            self.head = playing.number, event.get("record", self.head[1])
            self.last_played, self.voids = playing.number, []
        else:
            self._question("drawing", event["until"])

    def _take_resumed(self, event: Event) -> None:
        self.until = event["until"]

    def _take_closed(self, event: Event) -> None:
        self.closed = True

    def _act(self, action: Deal | Discard) -> None:
        playing = self._playing
        state = playing.state or start(self.rules, len(playing.players))
        playing.state, _ = apply(state, action)
        playing.actions.append(action)

    def _count(self) -> None:
        for number, player in enumerate(self._playing.players):
            if player.seat in self._newcomers:  # what a computer won there before is not theirs
                continue
            standing = self.standings[player.seat]
            standing.rounds += 1
            if number in self.game.winners:
                standing.won += 1
                standing.share += 1 / len(self.game.winners)
            made = evaluate(self.game.hands[number]).category.words
            standing.categories[made] = standing.categories.get(made, 0) + 1

    # What there is to know

    @property
    def _playing(self) -> Round:
        if self.round is None:
            raise TableError("no-round", "no round is being played")
        return self.round

    @property
    def game(self) -> State:
        """The round as the engine has it, once the cards are dealt."""
        if self._playing.state is None:
            raise TableError("no-deal", "the cards have not been dealt yet")
        return self._playing.state

    @property
    def between_rounds(self) -> bool:
        """Whether a round can begin."""
        return self.phase in {"lobby", "shown"}

    def waits_for(self, present: Collection[int]) -> set[int]:
        """The seats that a round waits for: those of people who are connected, not away, and not ready."""
        seats = ((number, self.seats[number]) for number in present)
        return {number for number, seat in seats if seat and not seat.away and not seat.ready}

    def returns_by_itself(self, seat: int) -> bool:
        """Whether a person is away, and back by connecting or doing anything: one who sits out has to ask."""
        person = self.seats[seat]
        return bool(person and person.away and not person.out)

    def seat_of(self, token: str) -> int | None:
        """Find the seat of a person."""
        return next((number for number, seat in enumerate(self.seats) if seat and seat.token == token), None)

    def player_of(self, seat: int | None) -> int | None:
        """Find a seat's number in the round, if it plays there itself."""
        players = self.round.players if self.round else []
        return next((n for n, player in enumerate(players) if player.seat == seat and player.level is None), None)

    def agreed(self) -> str:
        """What the seal covers beside seeds: the rules, how long the puzzles hold, and who plays where."""
        squarings = [str(self.squarings)] if self._playing.puzzles else []  # the earlier protocol had none
        return " ".join([self.rules.name, *squarings, *self._playing.seats()])

    def thinking_time(self) -> float:
        """The seconds for the present question."""
        if self.between_rounds:
            return PATIENCE
        return {"committing": COMMITTING_SECONDS, "opening": OPENING_SECONDS}.get(self.phase, self.clock)

    def reason(self) -> str:
        """Say in words what decided."""
        return reason(self._playing.names(), self.game)

    def silent(self) -> tuple[int, int, str] | None:
        """The next puzzle that must be opened by squaring: its player, the base to be squared, and the puzzle."""
        playing = self.round
        if playing is None or self.phase != "opening" or not playing.forcing:
            return None
        player = next((player for player in sorted(playing.puzzles) if player not in playing.seeds), None)
        return None if player is None else (player, self._base(player), playing.puzzles[player])

    def _base(self, player: int) -> int:
        playing = self._playing
        return lock_base(self.id, playing.number, player, playing.puzzles[player])

    def record_after(self, event: Event) -> dict[str, Any] | None:
        """Record the round that an event ends as everybody may have it, enough to verify it; None if it goes on."""
        playing, last = self.round, self.last_played
        if playing and event["kind"] == "void":
            return void_record(self.id, playing, last, self.head[1], event["reason"])
        if playing and event["kind"] == "discarded":
            draw = Discard(event["player"], parse_cards(event["cards"]))
            state, _ = apply(self.game, draw)
            if state.is_over:
                return played_record(self.id, playing, last, self.voids, state, draw, event["by"])
        return None

    # Commands: what people want becomes events, or is refused

    def check_seq(self, seq: int) -> None:
        """Refuse a command that was given before the present question, or that belongs to no event yet."""
        if not self.since <= seq <= self.seq:
            raise TableError("stale", f"the table has gone on: {seq} is not from {self.since} to {self.seq}")

    def sit(self, seat: int, name: str, token: str) -> list[Event]:
        """Sit down."""
        if not 0 <= seat < len(self.seats):
            raise TableError("no-seat", f"there is no seat {seat + 1}: the table has {len(self.seats)}")
        if self.seat_of(token) is not None:
            raise TableError("seated", "you have a seat already")
        if self.seats[seat]:
            raise TableError("taken", f"seat {seat + 1} is taken")
        if taken := next((other.name for other in self.seats if other and looks(other.name) == looks(name)), None):
            alike = "" if taken == name else f", and {name!r} looks like it"
            raise TableError("name-taken", f"somebody here is called {taken!r} already{alike}")
        return [{"kind": "sat", "seat": seat, "name": name, "token": token}]

    def leave(self, seat: int) -> list[Event]:
        """Stand up; a computer plays the round to its end."""
        return [{"kind": "left", "seat": seat}]

    def come_back(self, seat: int) -> list[Event]:
        """Play again after being away."""
        person = self.seats[seat]
        return [{"kind": "back", "seat": seat}] if person and (person.away or person.missed) else []

    def begin(self, now: float) -> list[Event]:
        """Begin a round, or the next one."""
        if not self.between_rounds:
            raise TableError("playing", "a round is being played")
        return self.gather(now)

    def ready(self, seat: int, present: Collection[int], now: float, patience: float = PATIENCE) -> list[Event]:
        """Begin a round if all who are present are ready for it with this person, or else wait for them a while."""
        begun = self.begin(now)
        person = self.seats[seat]
        if person is None or person.away:
            raise TableError("out", "you sit out: ask to be back first")
        if self.waits_for(present) <= {seat}:
            return begun
        until = now + patience if self.until is None else self.until
        return [] if person.ready else [{"kind": "ready", "seat": seat, "until": until}]

    def gather(self, now: float) -> list[Event]:
        """Ask the browsers of all people for their commitments; computers play for those who are away, if any do."""
        players: list[tuple[int, str | None, str]] = []
        for number, seat in enumerate(self.seats):
            if seat and not seat.away:
                players.append((number, None, seat.name))
            elif self.fill != NOBODY:
                players.append((number, self.fill, seat.name if seat else f"Computer {number + 1}"))
        if all(level for _, level, _ in players):
            raise TableError("nobody", "there is nobody to play for")
        if len(players) < self.rules.fewest_players:
            raise TableError("alone", "two players are needed: somebody must sit down")
        number = self.rounds_begun + 1
        return [{"kind": "gathering", "round": number, "players": players, "until": now + COMMITTING_SECONDS}]

    def go_without_others(self, present: Collection[int], now: float) -> list[Event]:
        """Begin the round that people are ready for, or find that there is nobody left to play it with."""
        with contextlib.suppress(TableError):
            if present:
                return self.gather(now)
        return [{"kind": "unready"}]

    def commit(self, player: int, puzzle: str) -> list[Event]:
        """Take a browser's puzzle; the same one again, from another of its windows, changes nothing."""
        puzzles = self._playing.puzzles
        if self.phase in {"committing", "opening"} and puzzles.get(player) == puzzle:
            return []
        if self.phase != "committing" or player in puzzles:
            raise TableError("not-now", "there is nothing to commit to now")
        if puzzle in puzzles.values():
            raise TableError("wrong-puzzle", "that is the puzzle of somebody else")
        return [{"kind": "committed", "player": player, "puzzle": puzzle}]

    def open(self, player: int, factor: int) -> list[Event]:
        """Take a factor of the puzzle that a browser sent, as long as nobody has found its value by squaring."""
        playing = self._playing
        text = f"{factor:x}"
        if playing.openings.get(player) == {"factor": text}:  # from another window
            return []
        if self.phase != "opening" or player in playing.seeds or player not in playing.puzzles:
            raise TableError("not-now", "there is nothing to open now")
        try:
            value = value_by_factor(self._base(player), playing.puzzles[player], factor, self.squarings)
        except LockError as error:
            raise TableError("wrong-factor", str(error)) from None
        return [{"kind": "revealed", "player": player, "factor": text, "seed": seed_of(value).hex()}]

    def open_by_force(self, player: int, value: int) -> list[Event]:
        """Take the value that was found by squaring, unless the seat has opened its puzzle meanwhile."""
        if (silent := self.silent()) is None or silent[0] != player:
            return []
        forced = f"{value:0{2 * PUZZLE_BYTES}x}"
        return [{"kind": "revealed", "player": player, "forced": forced, "seed": seed_of(value).hex()}]

    def discard(self, player: int, cards: tuple[Card, ...], now: float, by: str = "person") -> list[Event]:
        """Throw cards away and draw."""
        if self.phase != "drawing":
            raise TableError("not-now", "no cards are being drawn now")
        if self.game.turn != player:
            raise TableError("not-your-turn", "it is not your turn")
        try:
            state, _ = apply(self.game, Discard(player, cards))
        except FivecardError as error:
            raise TableError("illegal", str(error)) from None
        text = " ".join(map(str, cards))
        event = {"kind": "discarded", "player": player, "cards": text, "by": by, "until": now + self.clock}
        if state.is_over and not self._playing.hashes and (record := self.record_after(event)):
            event["record"] = record_hash(record)  # so that the chain can be read off the log
        return [event]

    # What happens by itself

    def automatic(self, now: float, seed: bytes) -> list[Event]:
        """Decide what happens without anybody's doing: sealing, dealing, computers' draws. `seed` is a fresh one."""
        if self.round is None:
            return []
        playing = self._playing
        if self.phase in {"committing", "opening"} and playing.hashes:
            return [{"kind": "void", "reason": "the server has learned a better shuffle"}]
        if self.phase == "committing" and set(playing.people()) <= set(playing.puzzles):
            if not any(True for _ in playing.people()):
                return [{"kind": "void", "reason": "nobody is left"}]
            assert len(seed) == SEED_BYTES
            sealed = self.id, playing.number, self.head[1], self.agreed(), playing.puzzles, seed
            told = server_commitment(*sealed)
            return [{"kind": "sealed", "seed": seed.hex(), "commitment": told, "until": now + OPENING_SECONDS}]
        if self.phase == "opening" and set(playing.puzzles) <= set(playing.seeds):
            deal = deal_from(self.id, playing.number, playing.seeds, playing.server_seed)
            deck, reserve = (" ".join(map(str, cards)) for cards in (deal.deck, deal.reserve))
            return [{"kind": "dealt", "deck": deck, "reserve": reserve, "until": now + self.clock}]
        if self.phase == "drawing" and (turn := self.game.turn) is not None:
            player = playing.players[turn]
            seat = self.seats[player.seat]
            if level := player.level or (self.fill if seat is None or seat.away else None):
                if level == NOBODY:  # whose cards they are has gone, and nobody draws for them
                    return self.discard(turn, (), now, by="clock")
                action = PLAYERS[level](view_for(self.game, turn), Random(0))
                return self.discard(turn, action.cards if isinstance(action, Discard) else (), now, by="computer")
        return []

    def expire(self, now: float, present: Collection[int] = ()) -> list[Event]:
        """Decide what happens when the time is up. `present` are the seats whose browsers are connected."""
        if self.until is None or now < self.until:
            return []
        if self.between_rounds:  # those who are ready have waited long enough
            return self.go_without_others(present, now)
        playing = self._playing
        if self.phase in {"committing", "opening"}:
            done = playing.puzzles if self.phase == "committing" else playing.seeds
            late = sorted(playing.players[player].seat for player in playing.people() if player not in done)
            gone: list[Event] = [{"kind": "away", "seat": seat} for seat in late]
            if self.phase == "opening":  # from the seal on, nothing and nobody can undo the deal
                return (
                    []
                    if playing.forcing or set(playing.puzzles) <= set(done)
                    else [*gone, {"kind": "forcing", "until": now}]
                )
            if not late:  # the last puzzle came while the clock rang
                return []
            names = ", ".join(str(seat + 1) for seat in late)
            return [*gone, {"kind": "void", "reason": f"seat {names} did not commit"}]
        if self.phase == "drawing" and (turn := self.game.turn) is not None:
            events = self.discard(turn, (), now, by="clock")
            number = playing.players[turn].seat
            if (seat := self.seats[number]) and seat.missed + 1 >= MOST_MISSED:
                events.append({"kind": "away", "seat": number})
            return events
        return []

"""A hand that was played, whatever file it came from: enough to play it again to the last chip."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, Final, NamedTuple, NoReturn

from fivecard.cards import PLAIN, Card
from fivecard.engine import (
    Action,
    BoardDealt,
    Deal,
    Dealt,
    Drew,
    Event,
    Limit,
    Rules,
    Showed,
    Stakes,
    State,
    apply,
    start,
)
from fivecard.engine.events import Cards
from fivecard.engine.transitions import give_up
from fivecard.errors import HistoryError, IllegalActionError, quoted

SPECTATOR: Final = -1
"""A viewer without a seat, who sees what all have seen."""


class Step(NamedTuple):
    """An action, the state that it led to and what happened."""

    action: Action
    state: State
    events: tuple[Event, ...]


@dataclass(frozen=True)
class History:
    """A hand of poker. Seats are counted from the left of the button; the last seat has the button."""

    rules: Rules
    stakes: Stakes
    stacks: tuple[int, ...]
    """The chips of every seat at the beginning; none in a game without chips."""
    deal: Deal
    """A whole deck, in the order in which the engine deals; cards that nobody saw are in its `unknown`."""
    actions: tuple[Action, ...] = ()
    """What the seats did, after the deal."""
    names: tuple[str, ...] = ()
    """The players, if they have names."""
    finishing_stacks: tuple[int, ...] = ()
    """What the file says that every seat has at the end, if it says so."""
    unit: Fraction = Fraction(1)
    """What a chip is worth in the file: chips are whole numbers, amounts of money may not be."""
    details: Mapping[str, Any] = field(default_factory=dict)
    """What else the file says: place, date, table, number of the hand."""
    shown: frozenset[int] = frozenset()
    """The seats that showed their hands, if the file says so."""
    mucked: frozenset[int] = frozenset()
    """The seats that gave their hands up unseen at the showdown, if the file says so: they cannot win."""
    dead: frozenset[Card] = frozenset()
    """Cards of mucked hands that the file knows all the same; the engine takes them for unknown."""
    remarks: tuple[tuple[int, str], ...] = ()
    """What somebody noted: each after how many of the actions, and the text."""
    out: tuple[int, ...] = field(default=(), compare=False)
    """How many cards the file had dealt before each action and at the end, if it says so."""
    drawn: tuple[Cards, ...] = field(default=(), compare=False)
    """What came at each draw, as far as the file says so."""
    places: tuple[tuple[int, str], ...] = field(default=(), compare=False)
    """The number and the words of each action in the file, for messages."""
    runs: int = 1
    """On how many boards the pots were decided, where all were all in before the last card."""
    showed: tuple[Cards, ...] = ()
    """The cards that each seat showed after the hand, without having to, if any did."""
    gave_up: frozenset[int] = frozenset()
    """The seats that were all in before the first action and folded all the same, because nobody sat there."""
    unknown_stacks: frozenset[int] = frozenset()
    """The seats whose stacks the file does not know: what stands for them in `stacks` is never all in."""
    viewer: int | None = None
    """The seat through whose eyes its events are told, or `SPECTATOR`; None is somebody who may know all cards."""

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.stacks) or len(self.names)

    def name(self, seat: int) -> str:
        """What a player is called: by name, or `p1`, `p2` and so on."""
        return self.names[seat] if self.names else nameless(seat)

    def amount(self, chips: int, *, grouped: bool = False) -> str:
        """Write chips as the file would, in its money; `grouped` puts commas between groups of digits.

        Args:
            chips: How many chips.
            grouped: Put commas between groups of digits.

        >>> history = History(..., ..., (), ..., unit=Fraction(1, 100))
        >>> history.amount(12345), history.amount(-50)
        ('123.45', '-0.50')
        """
        return money(chips * self.unit, decimals(self.unit), grouped=grouped)

    def start(self) -> State:
        """The table before the deal."""
        if self.rules.limit is Limit.NO_BETS:
            return start(self.rules, self.players)
        return start(self.rules, self.players, stakes=self.stakes, stacks=self.stacks, runs=self.runs)

    @cached_property
    def dealt(self) -> tuple[State, tuple[Event, ...]]:
        """What the deal leads to."""
        state = self.start()
        try:
            state, events = apply(state, self.deal)
            for seat in sorted(self.gave_up):
                state, more = give_up(state, seat)
                events += more
            return state, events
        except IllegalActionError as error:
            self._refuse(0, self.deal, state, error)

    def steps(self, *, as_written: bool = False) -> Iterator[Step]:
        """Play it again, action by action, as the viewer saw it.

        `as_written` adds what the file knows beyond the rules: cards of hands that were mucked, hands shown that need
        not be.
        """
        state, events = self.dealt
        yield self._told(self.deal, state, events, as_written=as_written)
        for number, action in enumerate(self.actions, 1):
            try:
                state, events = apply(state, action)
            except IllegalActionError as error:
                self._refuse(number, action, state, error)
            yield self._told(action, state, events, as_written=as_written)

    def _told(self, action: Action, state: State, events: tuple[Event, ...], *, as_written: bool) -> Step:
        if self.viewer is not None:
            events = tuple([event.seen_by(self.viewer) for event in events])
        if as_written:
            state = state._replace(unknown=state.unknown - self.dead)
            events = tuple([self._shown(event, state) if isinstance(event, Showed) else event for event in events])
        return Step(action, state, events)

    def _shown(self, event: Showed, state: State) -> Showed:
        hands = [
            state.hands[seat] if seat in self.shown and state.unknown.isdisjoint(state.hands[seat]) else hand
            for seat, hand in enumerate(event.hands)
        ]
        return event._replace(hands=tuple(hands))

    def replay(self) -> State:
        """Play it again to its end."""
        return self._end

    @cached_property
    def _end(self) -> State:
        *_, (_, state, _) = self.steps()
        return state

    @cached_property
    def unpaid(self) -> tuple[int, ...]:
        """What each seat collected less than a replay has it win: its part of the rake that the file tells of."""
        won, rake, collected = self.replay().won, self.details.get("rake"), self.details.get("collected")
        if rake and isinstance(collected, list | tuple) and [*map(type, collected)] == [int] * len(won):
            unpaid = tuple([before - after for before, after in zip(won, collected, strict=True)])
            if min(unpaid) >= 0 and sum(unpaid) == rake:
                return unpaid
        return (0,) * len(won)

    @property
    def net(self) -> tuple[int, ...]:
        """What each seat won or lost in all, after the rake, in chips; nothing in a game without chips."""
        ends = zip(self.replay().stacks, self.stacks, self.unpaid, strict=True)
        return tuple([end - begin - unpaid for end, begin, unpaid in ends])

    def check(self) -> State:
        """Play it again, and refuse it if it does not end, or cards, times of dealing or stacks are not as it says."""
        out, drawn = 0, iter(self.drawn)
        for number, step in enumerate(self.steps()):
            state = step.state
            for event in step.events:
                if isinstance(event, Drew) and (missing := {*next(drawn, ())} - {*event.drawn}):
                    cards = PLAIN.join(sorted(missing))
                    raise HistoryError(
                        f"the file says that '{cards}' came, the deck does not", source=self._place(number)
                    )
                out += _cards_out(event)
            if self.out:
                self._check_out(number, out)
        if state.turn is not None:
            raise HistoryError(f"the hand is not over: it is {self.name(state.turn)}'s turn")
        if self.finishing_stacks and self.finishing_stacks != state.stacks:
            for seat, (claimed, found) in enumerate(zip(self.finishing_stacks, state.stacks, strict=True)):
                if claimed != found:
                    raise HistoryError(
                        f"{self.name(seat)} ends with {self.amount(found)}, the file says {self.amount(claimed)}"
                    )
        return state

    def _check_out(self, number: int, due: int) -> None:
        dealt = self.out[number]
        if dealt != due:
            place = self._place(number + 1) if number < len(self.actions) else "the end"
            raise HistoryError(f"{dealt} cards have been dealt, there should be {due}", source=place)

    def _place(self, number: int) -> str:
        if number and self.places:
            return place_of(*self.places[number - 1])
        return f"action {number}" if number else "the deal"

    def _refuse(self, number: int, action: Action, state: State, error: IllegalActionError) -> NoReturn:
        place = self._place(number)
        turn = state.turn
        if turn is not None and not isinstance(action, Deal) and action.seat != turn:
            raise IllegalActionError("it is {seat}'s turn", seat=turn, source=place).naming(self.name) from None
        raise error.naming(self.name).at(source=place) from None


def text_lines(lines: object) -> Iterator[str]:
    """The lines of a text, or of what gives lines; refuses what else can be gone through, such as a table's columns."""
    if isinstance(lines, str):
        lines = lines.splitlines(keepends=True)
    if hasattr(lines, "columns"):
        raise HistoryError(f"expected lines of text, got a {type(lines).__name__}: give one of its columns")
    if not isinstance(lines, Iterable):
        raise HistoryError(f"expected lines of text, got {quoted(lines)}")
    for number, line in enumerate(lines, 1):
        if not isinstance(line, str):
            raise HistoryError(f"expected text, got {quoted(line)}", line=number)
        yield line


def nameless(seat: int) -> str:
    """What a player without a name is called."""
    return f"p{seat + 1}"


def _cards_out(event: Event) -> int:
    match event:
        case Dealt(hands):
            return sum(map(len, hands))
        case BoardDealt(cards):
            return len(cards)
        case Drew():
            return len(event.drawn)
    return 0


def place_of(number: int, words: str) -> str:
    """Say where an action stands, and how.

    >>> place_of(17, "p2 cbr 5")
    "action 17 'p2 cbr 5'"
    """
    return f"action {number} {quoted(words)}"


def money(value: Fraction, places: int, *, grouped: bool = False) -> str:
    """Write an amount with so many places after the point, `grouped` with commas between groups of digits."""
    comma = "," * grouped
    if not places:
        return f"{value.numerator:{comma}}"
    whole, part = divmod(abs(round(value * 10**places)), 10**places)
    return f"{'-' * (value < 0)}{whole:{comma}}.{part:0{places}}"


def decimals(unit: Fraction) -> int:
    """How many places after the point amounts in this unit have."""
    places, rest = 0, unit
    while rest.denominator != 1:
        if places > 30:
            raise HistoryError(f"amounts in units of {unit} cannot be written as decimals")
        places, rest = places + 1, rest * 10
    return places

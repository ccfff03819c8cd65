"""A hand that was played, whatever file it came from: enough to play it again to the last chip."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from fivecard.engine import Action, Deal, Event, Rules, Stakes, State, apply, start


@dataclass(frozen=True)
class History:
    """A hand of poker. Seats are counted from the left of the button; the last seat has the button."""

    rules: Rules
    stakes: Stakes
    stacks: tuple[int, ...]
    """The chips of every seat at the beginning."""
    deal: Deal
    """The deck in the order in which the engine deals it; what stands for cards that nobody saw is in `unknown`."""
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

    def start(self) -> State:
        """The table before the deal."""
        return start(self.rules, len(self.stacks), stakes=self.stakes, stacks=self.stacks)

    def steps(self) -> Iterator[tuple[Action, State, tuple[Event, ...]]]:
        """Play it again, action by action: each action, the state after it and what happened."""
        state = self.start()
        for action in (self.deal, *self.actions):
            state, events = apply(state, action)
            yield action, state, events

    def replay(self) -> State:
        """Play it again to its end."""
        state = self.start()
        for action in (self.deal, *self.actions):
            state, _ = apply(state, action)
        return state

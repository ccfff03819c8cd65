"""What a computer player is."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from fivecard.draw.strategy import Strategy
from fivecard.engine import Action, Limit, Rules, Stakes, View

Decide: TypeAlias = Callable[[View, Random], Action]
"""A function that chooses an action from what a seat sees and a source of chance."""


def _its_own_way(rules: Rules, stakes: Stakes, stacks: Sequence[int]) -> None:
    return None


def _needs_nothing(rules: Rules) -> bool:
    return True


@dataclass(frozen=True)
class Player:
    """A computer player: all that commands, simulations and tables know of it."""

    name: str
    plays: str
    """How it plays, in words that go on from `plays`."""
    decide: Decide
    strategy: Callable[[Rules, int], Strategy] | None = None
    """How it plays under some rules with so many players, as data, for simulations and hints. None if it looks at more
    than its hand, or throws dice."""
    limits: frozenset[Limit] = frozenset({Limit.NO_BETS})
    """The limits of the games that it plays: usually those of the handouts, without bets."""
    games: frozenset[str] | None = None
    """The names of those games; None if it plays all of them."""
    opponents: int | None = None
    """How many it is for; None if any number will do."""
    says: Callable[[Rules, Stakes, Sequence[int]], str | None] = _its_own_way
    """Whether it plays its own way for some stakes with such stacks, in a sentence. None if it always does."""

    prepare: Callable[[Rules], bool] = _needs_nothing
    """Reads what it needs for a game, so that nobody waits for it in its first decision; whether that was there."""

    at_tables: bool = True
    """Whether it decides so fast that a server may wait for it, and all of its tables with it."""

    def fits(self, rules: Rules) -> bool:
        """Whether it plays a game."""
        return rules.limit in self.limits and (self.games is None or rules.name in self.games)

    def __call__(self, view: View, random: Random) -> Action:
        """Choose what to do."""
        return self.decide(view, random)

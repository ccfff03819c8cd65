"""What a computer player is."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from fivecard.engine import Action, Limit, Rules, View
from fivecard.strategy import Strategy

Decide: TypeAlias = Callable[[View, Random], Action]


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
    limits: frozenset[Limit] = frozenset({Limit.NONE})
    """The limits of the games that it plays: usually those of the handouts, without bets."""

    def fits(self, rules: Rules) -> bool:
        """Whether it plays a game."""
        return rules.limit in self.limits

    def __call__(self, view: View, random: Random) -> Action:
        """Choose what to do."""
        return self.decide(view, random)

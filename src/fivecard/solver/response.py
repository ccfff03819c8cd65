"""What can be gained against a strategy, at least."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from fivecard import _core
from fivecard.machine import threads_for
from fivecard.solver.strategy import HeadsUpStrategy

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]


class Mean(NamedTuple):
    """A mean, and its standard error."""

    mean: float
    error: float

    def __str__(self) -> str:
        """As thousandths.

        >>> str(Mean(0.00206, 0.00025))
        '2.06 ± 0.25'
        """
        return f"{1000 * self.mean:.2f} ± {1000 * self.error:.2f}"


@dataclass(frozen=True)
class Exploitation:
    """What a responder gained, in units of the game, a hand."""

    gain: Mean
    """Of both seats, on average: what the responder wins more than the strategy would in its place."""
    seats: tuple[Mean, Mean]
    value: Mean
    """What the strategy wins from itself as player 0."""
    sum_of_values: float
    """The farthest from nothing that both players' values added up to."""


class Responder:
    """Learns the best answer to a strategy from decks that are cut in two, and plays it on others.

    It is told everything about the strategy, and weighs the hands that the other may have by what they did, all cards
    that it knows of being out. What it gains is a lower bound: it saw finitely many decks, and forgets what it threw
    away.
    """

    def __init__(
        self, strategy: HeadsUpStrategy, *, merged: bool = False, threads: int | None = None, seed: int = 1000
    ) -> None:
        self.strategy = strategy
        game = replace(strategy.game, merged=merged)
        self._response = _core.BettingResponse(game.native, threads_for(threads), seed)
        for part, numbers in zip(self._response.strategy(), strategy.tables(game), strict=True):
            part[...] = numbers

    def learn(self, decks: int) -> None:
        """Look at so many decks for each of the two rounds, from the last to the first."""
        self._response.learn_second(decks)
        self._response.answer_second()
        self._response.learn_first(decks)
        self._response.answer_first()

    def measure(self, decks: int) -> Exploitation:
        """Play against the strategy on new decks."""
        both, first, second, value, off = self._response.measure(decks)
        return Exploitation(Mean(*both), (Mean(*first), Mean(*second)), Mean(*value), off)

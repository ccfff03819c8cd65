"""What can be gained against a strategy, at least."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from fivecard import _core
from fivecard._util.machine import threads_for
from fivecard._util.sampling import checked_seed
from fivecard.solvers.limit_draw.game import LimitDraw
from fivecard.solvers.limit_draw.policy import Policy

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Values = NDArray[np.float64]


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
class ExploitabilityEstimate:
    """What a responder gained, in units of the game, a hand."""

    gain: Mean
    """Of both seats, on average: what the responder wins more than the strategy would in its place."""
    seats: tuple[Mean, Mean]
    value: Mean
    """What the strategy wins from itself as player 0."""
    sum_of_values: float
    """The farthest from nothing that both players' values added up to."""


class BestResponse:
    """Learns the best response to a strategy from decks that are cut in two, and plays it on others.

    It is told everything about the strategy, and weighs the hands that the other may have by what they did, all cards
    that it knows of being out. What it gains is a lower bound: it saw finitely many decks, and forgets what it threw
    away.

    Args:
        strategy: What it answers.
        merged: Whether it tells no more hands apart than the strategy does, for which fewer decks are enough.
        threads: How many threads; None for as many as there are cores.
        seed: What its decks are shuffled with.
    """

    def __init__(self, strategy: Policy, *, merged: bool = False, threads: int | None = None, seed: int = 1000) -> None:
        self.strategy = strategy
        self.game = replace(strategy.game, merged=merged)
        self._threads = threads_for(threads)
        self._seed = checked_seed(seed)
        self._response = self._responding(self.game)

    def _responding(self, game: LimitDraw) -> "_core.BettingResponse":
        made = _core.BettingResponse(game.native, self._threads, self._seed)
        for part, numbers in zip(made.strategy(), self.strategy.tables(game), strict=True):
            part[...] = numbers
        return made

    def learn(self, decks: int) -> None:
        """Look at so many decks for each of the two rounds, from the last to the first, and at as many to doubt it.

        Where what was learnt is not clearly better on other decks, it does what the strategy does.
        """
        self._response.learn_second(decks)
        self._response.answer_second()
        self._response.doubt_second(decks)
        self._response.learn_first(decks)
        self._response.answer_first()
        self._response.doubt_first(decks)

    def answer(self) -> "_core.BettingTable":
        """The tables of its answer: whoever has another one fills them, and has that measured."""
        return self._response.answer()

    def measure(self, decks: int) -> ExploitabilityEstimate:
        """Play against the strategy on new decks, where hands are worth what the responder tells apart."""
        return _exploitation(self._response.measure(self._learnt, _pairs(decks)))

    def measure_in_full(self, decks: int, in_full: int | None = None) -> ExploitabilityEstimate:
        """Play against the strategy on new decks of the real game, where every kicker counts.

        That takes longer, and makes a difference that is small and nearly the same on all decks: it is found on
        `in_full` of them (default: a tenth), and added.

        Args:
            decks: How many new decks it plays where hands are worth what it tells apart.
            in_full: On how many of them the difference to the real game is found; None for a tenth.
        """
        full = replace(self.game, merged=False)
        if full == self.game:
            return self.measure(decks)
        few, many = _pairs(in_full or decks // 10), _pairs(decks)
        response = self._answering(full)
        start = self._learnt  # of both: measuring moves it on
        merged = self._response.measure(start, few + many)
        apart = response.measure(start, few) - merged[:few]
        return _exploitation(merged[few:], apart)

    def _answering(self, full: LimitDraw) -> "_core.BettingResponse":
        """The same answer, among players who tell more hands apart."""
        kinds, by_kind, groups = full.native.seen_by(self.game.native)
        response = self._responding(full)
        first, *draws, second = response.answer()
        learnt_first, *learnt_draws, learnt_second = self._response.answer()
        first[...] = learnt_first[kinds]
        holds = by_kind.reshape(len(kinds), -1)
        for drawing, learnt in zip(draws, learnt_draws, strict=True):
            for hold in range(holds.shape[1]):
                drawing[:, hold] = learnt[kinds, holds[:, hold]]
        second[..., : len(groups)] = learnt_second[..., groups]
        return response

    @property
    def _learnt(self) -> int:
        """The first pair of decks that it has not learnt from."""
        return -(-self._response.decks // 2)


def _pairs(decks: int) -> int:
    return max(2, -(-decks // 2))  # an error takes two


def _exploitation(values: "Values", apart: "Values | None" = None) -> ExploitabilityEstimate:
    """What was gained, from the values on some decks; and from what they are off by, on others."""
    gains = _gains(values)
    off = _gains(apart) if apart is not None else [None] * len(gains)
    both, first, second, value = (
        _mean(each) if by is None else _sum(_mean(each), _mean(by)) for each, by in zip(gains, off, strict=True)
    )
    return ExploitabilityEstimate(both, (first, second), value, float(abs(values[:, 0] + values[:, 2]).max()))


def _gains(values: "Values") -> "list[NDArray[np.float64]]":
    """Of both seats, of each, and the strategy's own value as player 0."""
    first, first_answer, second, second_answer = values.T
    seats = first_answer - first, second_answer - second
    return [(seats[0] + seats[1]) / 2, *seats, first]


def _mean(numbers: "NDArray[np.float64]") -> Mean:
    return Mean(float(numbers.mean()), float(numbers.std(ddof=1)) / len(numbers) ** 0.5)


def _sum(one: Mean, other: Mean) -> Mean:
    return Mean(one.mean + other.mean, (one.error**2 + other.error**2) ** 0.5)

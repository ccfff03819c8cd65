"""Questions answered by sampling: a random walk for any, and pairing the unseen cards for random opponents."""

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivecard import _core
from fivecard.equity.question import Question
from fivecard.sampling import Limit, Means, chunks

_FEWEST_CHUNKS: Final = 64  # from fewer a standard error is hardly known
_CHUNKS: Final = 16  # between two looks at the standard error
_PART_OF_A_PASS: Final = 1.0  # before it is complete, chunks of few boards may differ a lot
_PATIENCE: Final = 2.0  # seconds

Numbers = tuple[float, ...]


class Sampled(NamedTuple):
    """What there is so far: of every player, with standard errors."""

    method: str
    deals: int
    win: Numbers
    tie: Numbers
    share: Numbers
    win_errors: Numbers
    tie_errors: Numbers
    share_errors: Numbers
    outcomes: list[float]
    """How likely each set of winners is, by the set as bits."""


class _Walk:
    """A walk over the hands that players can have together. Its chunks are independent of each other."""

    at_once, fewest = _CHUNKS, _FEWEST_CHUNKS

    def __init__(self, native: _core.Question, players: int, seed: int) -> None:
        self._walk = _core.Walk(native, seed)
        self._deals = _core.WALK_DEALS
        self._columns = [Means(players, self._deals * unit) for unit in (1, 1, _core.POT)]
        self._outcomes = np.zeros(1 << players, np.uint64)

    def run(self, first: int, count: int, threads: int) -> None:
        *columns, outcomes = self._walk.run(first, count, threads)
        for means, numbers in zip(self._columns, columns, strict=True):
            by_player: list[list[int]] = numbers.reshape(-1, means.columns).T.tolist()
            means.add(count, list(map(sum, by_player)), [sum(n * n for n in each) for each in by_player])
        self._outcomes += outcomes

    def found(self) -> Sampled:
        outcomes: list[float] = (self._outcomes / self._outcomes.sum()).tolist()
        win, tie, share = self._columns
        return Sampled(
            method="random walk",
            deals=win.rows * self._deals,
            win=win.means,
            tie=tie.means,
            share=share.means,
            win_errors=win.standard_errors,
            tie_errors=tie.standard_errors,
            share_errors=share.standard_errors,
            outcomes=outcomes,
        )


class Passes:
    """Means over passes through a whole that is cut into chunks of different weights, in random order.

    A chunk's sums are noisy, and its noise is known. What chunks differ in is left to chance only as far as the last
    pass is not complete.
    """

    def __init__(self, columns: int, chunks: int) -> None:
        self._chunks = chunks
        self._rows = 0
        self._weight = 0.0
        self._sums, self._noise = np.zeros(columns), np.zeros(columns)
        self._begun = np.zeros((0, 1 + 2 * columns))  # the rows of a pass that is not complete

    def add(self, rows: NDArray[np.float64]) -> None:
        """Add chunks, in order: each has its weight, its sums, and their variances."""
        columns = len(self._sums)
        self._weight += float(rows[:, 0].sum())
        self._sums += rows[:, 1 : columns + 1].sum(axis=0)
        self._noise += rows[:, columns + 1 :].sum(axis=0)
        self._rows += len(rows)
        together = np.concatenate([self._begun, rows])
        self._begun = together[len(together) - self._rows % self._chunks :]

    @property
    def means(self) -> tuple[float, ...]:
        """The mean of each column."""
        return tuple((self._sums / self._weight).tolist())

    @property
    def standard_errors(self) -> tuple[float, ...]:
        """By how much each mean is off, as a rule."""
        rows = self._begun
        spread = rows[:, 1 : len(self._sums) + 1] - rows[:, :1] * (self._sums / self._weight)
        unseen = 1 - len(rows) / self._chunks
        variances = self._noise + unseen * (spread**2).sum(axis=0)
        return tuple((np.sqrt(variances) / self._weight).tolist())


class _RoundRobin:
    """One player against random hands, which are all worth the same. Who of them wins or ties is known from a walk."""

    def __init__(self, native: _core.Question, seed: int, walked: Sampled) -> None:
        self._rounds = _core.RoundRobin(native, seed)
        self._passes = Passes(3, self._rounds.chunks)
        self.fewest = max(2, int(self._rounds.chunks * _PART_OF_A_PASS))
        self.at_once = max(1, self.fewest // 8)
        self._walked = walked

    def run(self, first: int, count: int, threads: int) -> None:
        self._passes.add(self._rounds.run(first, count, threads))

    def found(self) -> Sampled:
        player, others = self._rounds.player, len(self._walked.win) - 1
        means, errors = self._passes.means, self._passes.standard_errors

        def put(numbers: Numbers, own: float) -> Numbers:
            return (*numbers[:player], own, *numbers[player + 1 :])

        return self._walked._replace(
            method="pairing the unseen cards",
            win=put(self._walked.win, means[0]),
            tie=put(self._walked.tie, means[1]),
            share=put(((1 - means[2]) / others,) * (others + 1), means[2]),
            win_errors=put(self._walked.win_errors, errors[0]),
            tie_errors=put(self._walked.tie_errors, errors[1]),
            share_errors=put((errors[2] / others,) * (others + 1), errors[2]),
        )


def _native(question: Question) -> _core.Question:
    return question.unknown.native if question.unknown else question.native(question.players)


def _pairs(native: _core.Question, limit: Limit) -> bool:
    """Whether to pair the unseen cards: where a pass is not too long."""
    return _core.RoundRobin.cost(native) * _PART_OF_A_PASS <= (limit.seconds or _PATIENCE)


def sample(question: Question, limit: Limit, seed: int, threads: int) -> Iterator[tuple[float, Sampled]]:
    """Sample until that is enough; give how far it is, and what there is, again and again."""
    native = _native(question)
    walk = _Walk(native, len(question.players), seed)
    if not _pairs(native, limit):
        yield from _run(walk, limit, threads)
        return
    for first, count in chunks(_FEWEST_CHUNKS, _CHUNKS):
        walk.run(first, count, threads)
    yield from _run(_RoundRobin(native, seed, walk.found()), limit, threads)


def _run(method: _Walk | _RoundRobin, limit: Limit, threads: int) -> Iterator[tuple[float, Sampled]]:
    for first, count in chunks(None, method.at_once):
        method.run(first, count, threads)
        found, ready = method.found(), min((first + count) / method.fewest, 1)
        done = min(limit.done(found.share_errors), ready)
        yield done, found
        if done == 1:
            return

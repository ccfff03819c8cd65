"""Questions answered by sampling: a random walk for any, and pairing the unseen cards for random opponents."""

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivecard import _core
from fivecard._util.sampling import Means, StoppingRule
from fivecard.batch._gpu.deals import Deals, Held
from fivecard.equities.question import Question
from fivecard.errors import HandError

_FEWEST_CHUNKS: Final = 64  # from fewer a standard error is hardly known
_CHUNKS: Final = 16  # between two looks at the standard error
_TIMED_CHUNKS: Final = 4  # are sampled even where time is up before
_WALK_PART: Final = 0.25  # of the time, for the walk before the unseen cards are paired
_DEALS_AT_ONCE: Final = 1 << 26  # on the GPU, which takes a few hundredths of a second for them
_PATIENCE: Final = 2.0  # seconds for a pass, before which little is known

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
    outcomes: Numbers
    """How likely each set of winners is, by the set as bits."""
    outcome_errors: Numbers


class _Walk:
    """A walk over the hands that players can have together. Its chunks are independent of each other."""

    at_once, fewest = _CHUNKS, _FEWEST_CHUNKS

    def __init__(self, native: _core.Question, players: int, seed: int) -> None:
        self._walk = _core.Walk(native, seed)
        self._deals = _core.WALK_DEALS
        self._columns = [Means(players, self._deals * unit) for unit in (1, 1, _core.POT)]
        self._outcomes = Means(1 << players, self._deals)

    def run(self, first: int, count: int, threads: int, seconds: float | None) -> int:
        *columns, outcomes = self._walk.run(first, count, threads, seconds)
        count = len(outcomes) // self._outcomes.columns
        for means, numbers in zip(self._columns, columns, strict=True):
            by_player: list[list[int]] = numbers.reshape(-1, means.columns).T.tolist()
            means.add(count, list(map(sum, by_player)), [sum(n * n for n in each) for each in by_player])
        counts = outcomes.reshape(count, -1).astype(np.float64)
        self._outcomes.add(count, counts.sum(axis=0).tolist(), (counts**2).sum(axis=0).tolist())
        return count

    def found(self) -> Sampled:
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
            outcomes=self._outcomes.means,
            outcome_errors=self._outcomes.standard_errors,
        )


class Passes:
    """Means over passes through a whole that is cut into chunks of different weights, in random order.

    A chunk's sums are noisy, and its noise is known. What chunks differ in is left to chance until the first pass is
    complete. From then on only complete passes count: part of another would bring that back.
    """

    def __init__(self, columns: int, chunks: int) -> None:
        self._columns = columns
        self._chunks = chunks
        self._complete = np.zeros(1 + 2 * columns)  # weight, sums, variances of all complete passes
        self._begun = np.zeros((0, 1 + 2 * columns))  # the rows of a pass that is not complete

    def add(self, rows: NDArray[np.float64]) -> None:
        """Add chunks, in order: each has its weight, its sums, and their variances."""
        rows = np.concatenate([self._begun, rows])
        complete = len(rows) - len(rows) % self._chunks
        self._complete += rows[:complete].sum(axis=0)
        self._begun = rows[complete:]

    def _counted(self) -> tuple[float, NDArray[np.float64], NDArray[np.float64]]:
        counted = self._complete if self._complete[0] else self._begun.sum(axis=0)
        return float(counted[0]), counted[1 : self._columns + 1], counted[self._columns + 1 :]

    @property
    def means(self) -> tuple[float, ...]:
        """The mean of each column."""
        weight, sums, _ = self._counted()
        return tuple((sums / weight).tolist())

    @property
    def standard_errors(self) -> tuple[float, ...]:
        """By how much each mean is off, as a rule."""
        weight, sums, variances = self._counted()
        if not self._complete[0]:
            spread = self._begun[:, 1 : self._columns + 1] - self._begun[:, :1] * (sums / weight)
            variances = variances + (1 - len(self._begun) / self._chunks) * (spread**2).sum(axis=0)
        return tuple((np.sqrt(variances) / weight).tolist())


class _RoundRobin:
    """One player against random hands, which are all worth the same. Who of them wins or ties is known from a walk.

    There is one pot in these games: who alone is in an outcome wins all of it.
    """

    def __init__(self, native: _core.Question, seed: int, walked: Sampled) -> None:
        self._rounds = _core.RoundRobin(native, seed)
        self._passes = Passes(3, self._rounds.chunks)
        self.fewest = self._rounds.chunks
        self.at_once = max(1, self.fewest // 8)
        self._walked = walked
        sets, player = range(len(walked.outcomes)), self._rounds.player
        alike = np.array([2 * winners.bit_count() + (winners >> player & 1) for winners in sets])
        self._chances, self._chance_errors = (
            (np.bincount(alike, numbers) / np.maximum(np.bincount(alike), 1))[alike]
            for numbers in (walked.outcomes, walked.outcome_errors)
        )
        alone = 1 << player
        self._fate = np.array([0 if winners == alone else 1 if winners & alone else 2 for winners in sets])
        """Of the player: 0 for a win, 1 for a tie, 2 for a loss."""

    def run(self, first: int, count: int, threads: int, seconds: float | None) -> int:
        rows = self._rounds.run(first, count, threads, seconds)
        self._passes.add(rows)
        return len(rows)

    def found(self) -> Sampled:
        player, others = self._rounds.player, len(self._walked.win) - 1
        means, errors = self._passes.means, self._passes.standard_errors
        walked = np.bincount(self._fate, self._chances, 3)
        known = np.array([means[0], means[1], 1 - means[0] - means[1]])
        outcomes = self._chances * np.divide(known, walked, out=np.zeros(3), where=walked > 0)[self._fate]
        outcome_errors = self._chance_errors.copy()
        outcome_errors[1 << player] = errors[0]
        other = 1 if player == 0 else 0
        alone = 1 << other
        with_other = np.arange(len(outcomes)) & alone != 0

        def of_all(own: float, of_others: float) -> Numbers:
            return tuple(own if number == player else of_others for number in range(others + 1))

        return self._walked._replace(
            method="pairing the unseen cards",
            win=of_all(means[0], float(outcomes[alone])),
            tie=of_all(means[1], float(outcomes[with_other].sum() - outcomes[alone])),
            share=of_all(means[2], (1 - means[2]) / others),
            win_errors=of_all(errors[0], float(outcome_errors[alone])),
            tie_errors=of_all(errors[1], self._walked.tie_errors[other]),
            share_errors=of_all(errors[2], errors[2] / others),
            outcomes=tuple(outcomes.tolist()),
            outcome_errors=tuple(outcome_errors.tolist()),
        )


class _OnGpu:
    """Deals on the GPU, independent of each other: what they are worth varies as outcomes do."""

    at_once, fewest = 1, 1

    def __init__(self, question: Question, seed: int) -> None:
        held = [Held(each.cards, each.thrown, each.weights) for each in question.with_unknown]
        self._deals = Deals(question.game, question.hole, held, question.board_set.mask, question.dead_set.mask, seed)
        self._players = len(held)

    def run(self, first: int, count: int, _threads: int, _seconds: float | None) -> int:
        self._deals.run(first * _DEALS_AT_ONCE, count * _DEALS_AT_ONCE)
        return count

    def found(self) -> Sampled:
        counts = self._deals.outcomes()
        deals = int(counts.sum())
        if not deals:
            raise HandError("hardly any hands of these ranges go together: leave out gpu=True")
        chances = counts / deals
        sets = np.arange(len(counts))
        among = (sets[:, None] >> np.arange(self._players)) & 1
        many = np.maximum(among.sum(axis=1), 1)
        parts = among / many[:, None]

        def summed(worth: NDArray[np.float64]) -> tuple[Numbers, Numbers]:
            means = chances @ worth
            errors = np.sqrt(np.maximum(chances @ worth**2 - means**2, 0) / deals)
            return tuple(means.tolist()), tuple(errors.tolist())

        win, win_errors = summed(np.where(many[:, None] == 1, parts, 0.0))
        tie, tie_errors = summed(np.where(many[:, None] > 1, among, 0.0))
        share, share_errors = summed(parts)
        return Sampled(
            method="random deals on the GPU",
            deals=deals,
            win=win,
            tie=tie,
            share=share,
            win_errors=win_errors,
            tie_errors=tie_errors,
            share_errors=share_errors,
            outcomes=tuple(chances.tolist()),
            outcome_errors=tuple(np.sqrt(chances * (1 - chances) / deals).tolist()),
        )


def _native(question: Question) -> _core.Question:
    return question.unknown.native if question.unknown else question.native(question.players)


def _pairs(native: _core.Question, stopping: StoppingRule) -> bool:
    """Whether to pair the unseen cards: where a pass is not too long. It is infinite where they cannot be paired."""
    return _core.RoundRobin.cost(native) < (stopping.seconds or _PATIENCE)


def sample(
    question: Question, stopping: StoppingRule, seed: int, threads: int, *, gpu: bool = False
) -> Iterator[tuple[float, Sampled]]:
    """Sample until that is enough; give how far it is, and what there is, again and again."""
    if gpu:
        yield from _run(_OnGpu(question, seed), stopping, threads)
        return
    native = _native(question)
    walk = _Walk(native, len(question.players), seed)
    if not _pairs(native, stopping):
        yield from _run(walk, stopping, threads)
        return
    for done in _portions(walk, stopping, threads, _WALK_PART):
        left = stopping.left(_WALK_PART)
        if done >= _FEWEST_CHUNKS or (left is not None and left <= 0):
            break
    yield from _run(_RoundRobin(native, seed, walk.found()), stopping, threads)


def _portions(
    method: _Walk | _RoundRobin | _OnGpu, stopping: StoppingRule, threads: int, part: float = 1
) -> Iterator[int]:
    """Run chunks without end, and tell how many are done; where time is up, no more are begun, but for the first."""
    timed = stopping.seconds is not None
    done = method.run(0, min(method.at_once, _TIMED_CHUNKS) if timed else method.at_once, threads, None)
    while True:
        yield done
        done += method.run(done, method.at_once, threads, stopping.left(part))


def _run(method: _Walk | _RoundRobin | _OnGpu, stopping: StoppingRule, threads: int) -> Iterator[tuple[float, Sampled]]:
    for chunks in _portions(method, stopping, threads):
        found = method.found()
        done = stopping.done(found.share_errors)
        if not stopping.over:
            done = min(done, chunks / method.fewest)
        yield done, found
        if done == 1:
            return

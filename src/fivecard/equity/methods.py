"""How a question is answered: by the cheapest exact method if that is quick enough, else by sampling."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import starmap
from math import inf
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivecard import _core
from fivecard.equity.question import Group, Question
from fivecard.errors import FivecardError
from fivecard.sampling import Limit, Means, chunks

QUICK: Final = 1.0
"""Seconds that an exact answer may take, by our reckoning, where nobody said whether it must be exact."""
_STEPS: Final = 32  # reports of progress
_FEWEST_CHUNKS: Final = 64  # from fewer a standard error is hardly known
_CHUNKS: Final = 16  # between two looks at the standard error


class Method(NamedTuple):
    """A way to an exact answer."""

    name: str
    cost: Callable[[_core.Question], float]
    """About how many seconds it takes one core: infinite where it does not apply."""
    answer: Callable[[_core.Question, int, Callable[[float], None]], _core.Answer]
    """Given the question and a number of threads; told how much is done."""


def _enumerate(question: _core.Question, threads: int, progress: Callable[[float], None]) -> _core.Answer:
    work = _core.Enumeration(question)
    for first, count in chunks(work.steps, -(-work.steps // _STEPS), lambda done: progress(done / work.steps)):
        work.run(first, count, threads)
    return work.answer()


def _in_one_go(number: int, name: str) -> Method:
    def answer(question: _core.Question, threads: int, progress: Callable[[float], None]) -> _core.Answer:
        found = _core.exact_answer(number, question, threads)
        progress(1)
        return found

    return Method(name, partial(_core.exact_cost, number), answer)


ENUMERATION: Final = Method("all deals", _core.Enumeration.cost, _enumerate)
METHODS: Final = [*starmap(_in_one_go, enumerate(_core.exact_methods())), ENUMERATION]
"""The exact methods; each question goes to the cheapest."""


def cheapest(question: _core.Question) -> Method:
    """The exact method that takes least."""
    return min(METHODS, key=lambda method: method.cost(question))


def cost(question: Question) -> float:
    """About how many seconds an exact answer takes one core."""
    return sum(cheapest(group.native).cost(group.native) for group in question.groups)


class Counts:
    """An exact answer: counts of deals, each times the weights of its hands."""

    def __init__(self, parts: list[tuple[Group, _core.Answer]], sizes: list[int]) -> None:
        self._parts = parts
        self._sizes = sizes
        self.players = [self._total(player) for player in range(len(sizes))]
        """Deals, wins, ties and shares in parts of a pot, of each player."""
        self.outcomes = [0] * (1 << len(sizes))
        """By the set of the winners, as bits."""
        for group, answer in parts:
            for winners, words in enumerate(answer.outcomes()):
                self.outcomes[winners] += group.factor * _whole(words)

    def _total(self, player: int) -> tuple[int, ...]:
        rows = [[group.factor * _whole(words) for words in answer.total(player)] for group, answer in self._parts]
        return tuple(map(sum, zip(*rows, strict=True)))

    def hands(self, player: int) -> NDArray[np.float64]:
        """The same for each hand of a player, in rows."""
        found = np.zeros((self._sizes[player], 4))
        for group, answer in self._parts:
            words = answer.hands(player).astype(np.float64)
            found[group.places[player]] += float(group.factor) * (words[:, :, 0] + words[:, :, 1] * 2.0**64)
        return found


def _whole(words: NDArray[np.uint64]) -> int:
    return int(words[0]) | int(words[1]) << 64


def count(question: Question, threads: int, progress: Callable[[float], None]) -> tuple[str, Counts]:
    """Answer exactly; also say how."""
    plan = [(group, cheapest(group.native)) for group in question.groups]
    costs = [method.cost(group.native) for group, method in plan]
    if inf in costs:
        raise FivecardError("there are too many hands for an exact answer: leave out exact=True, or name fewer")

    def answer(number: int) -> _core.Answer:
        group, method = plan[number]
        before = sum(costs[:number])
        return method.answer(group.native, threads, lambda done: progress((before + done * costs[number]) / sum(costs)))

    parts = [(group, answer(number)) for number, (group, _) in enumerate(plan)]
    return plan[0][1].name, Counts(parts, [len(holdings.dealt) for holdings in question.players])


class Samples:
    """What came of chunks of sampled deals, which are independent of each other."""

    def __init__(self, players: int, deals: int) -> None:
        self._deals = deals
        self._columns = [Means(players, deals), Means(players, deals), Means(players, deals * _core.POT)]
        self._outcomes = np.zeros(1 << players, np.uint64)

    def add(self, columns: Sequence[NDArray[np.uint64]], outcomes: NDArray[np.uint64]) -> None:
        """Add wins, ties and shares in parts of a pot, of some chunks."""
        for means, numbers in zip(self._columns, columns, strict=True):
            by_player: list[list[int]] = numbers.reshape(-1, means.columns).T.tolist()
            means.add(len(by_player[0]), list(map(sum, by_player)), [sum(n * n for n in each) for each in by_player])
        self._outcomes += outcomes

    @property
    def deals(self) -> int:
        """How many deals were sampled."""
        return self._columns[0].rows * self._deals

    @property
    def win(self) -> tuple[float, ...]:
        """The chance of each player to win all of the pot."""
        return self._columns[0].means

    @property
    def tie(self) -> tuple[float, ...]:
        """The chance of each player to win some of it."""
        return self._columns[1].means

    @property
    def share(self) -> tuple[float, ...]:
        """What each player has of the pot."""
        return self._columns[2].means

    @property
    def standard_errors(self) -> tuple[float, ...]:
        """Of the shares."""
        return self._columns[2].standard_errors

    @property
    def outcomes(self) -> list[float]:
        """How likely each set of winners is, by the set as bits."""
        chances: list[float] = (self._outcomes / self._outcomes.sum()).tolist()
        return chances


def sample(question: Question, limit: Limit, seed: int, threads: int) -> Iterator[tuple[float, Samples]]:
    """Sample deals until that is enough; give what there is, and how far it is, again and again."""
    walk = _core.Walk(question.native(question.players), seed)
    samples = Samples(len(question.players), _core.Walk.DEALS)
    for first, count in chunks(None, _CHUNKS):
        *columns, outcomes = walk.run(first, count, threads)
        samples.add(columns, outcomes)
        done = limit.done(samples.standard_errors)
        if first + count < _FEWEST_CHUNKS:
            done = min(done, (first + count) / _FEWEST_CHUNKS)
        yield done, samples
        if done == 1:
            return

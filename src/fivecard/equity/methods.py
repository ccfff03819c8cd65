"""How a question is answered exactly: by the cheapest of several methods."""

from collections.abc import Callable
from functools import partial
from itertools import starmap
from math import inf
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivecard import _core
from fivecard.equity.question import Group, Question
from fivecard.errors import FivecardError
from fivecard.sampling import chunks

QUICK: Final = 1.0
"""Seconds that an exact answer may take, by our reckoning, where nobody said whether it must be exact."""
_STEPS: Final = 32  # reports of progress


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

"""How a question is answered exactly: by the cheapest of several methods."""

from collections.abc import Callable
from functools import partial
from itertools import starmap
from math import inf
from typing import Final, NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fivecard import _core
from fivecard.equity.question import Group, Question
from fivecard.errors import FivecardError

QUICK: Final = 1.0
"""Seconds that an exact answer may take, by our reckoning, where nobody said whether it must be exact."""
_INVESTMENT: Final = 4.0


Left: TypeAlias = Callable[[], float | None]
"""How many seconds are left, if that is limited."""


class OutOfTimeError(FivecardError):
    """There is no exact answer within the seconds given."""

    def __init__(self) -> None:
        super().__init__("there is no exact answer within these seconds: give more, or leave out exact=True")


def _unlimited() -> None:
    return None


class _Answering(Protocol):
    def __call__(
        self, question: _core.Question, threads: int, progress: Callable[[float], None], left: Left = _unlimited, /
    ) -> _core.Answer:
        """Tells how much is done, and asks how many seconds are left."""


class Method(NamedTuple):
    """A way to an exact answer."""

    name: str
    cost: Callable[[_core.Question], float]
    """About how many seconds it takes one core: infinite where it does not apply."""
    answer: "_Answering"
    remembers: bool = False
    """Whether its cost is mostly for what later questions need not make again."""


def _enumerate(
    question: _core.Question, threads: int, progress: Callable[[float], None], left: Left = _unlimited
) -> _core.Answer:
    work = _core.Enumeration(question)
    if not work.run(0, work.steps, threads, left(), lambda done, total: progress(done / total)):
        raise OutOfTimeError
    progress(1)
    return work.answer()


def _in_one_go(number: int, method: tuple[str, bool]) -> Method:
    def answer(
        question: _core.Question, threads: int, progress: Callable[[float], None], left: Left = _unlimited
    ) -> _core.Answer:
        found = _core.exact_answer(number, question, threads, left(), lambda done, total: progress(done / total))
        if found is None:
            raise OutOfTimeError
        progress(1)
        return found

    name, remembers = method
    return Method(name, partial(_core.exact_cost, number), answer, remembers)


ENUMERATION: Final = Method("all deals", _core.Enumeration.cost, _enumerate)
METHODS: Final = [*starmap(_in_one_go, enumerate(_core.exact_methods())), ENUMERATION]
"""The exact methods; each question goes to the cheapest."""


Plan: TypeAlias = list[tuple[Group, Method]]


def cheapest(question: _core.Question) -> Method:
    """The exact method that takes least; one that remembers may take more, for the sake of questions to come."""
    return min(METHODS, key=lambda method: method.cost(question) / (_INVESTMENT if method.remembers else 1))


def plan(question: Question, *, every_hand: bool = False) -> tuple[float, Plan]:
    """How to answer exactly, and about how many seconds that takes one core; `every_hand` of random ones if wanted."""
    forms = [question.groups]
    if question.unknown and not every_hand:
        forms.append([question.unknown])
    plans = [[(group, cheapest(group.native)) for group in form] for form in forms]
    costs = [sum([method.cost(group.native) for group, method in each]) for each in plans]
    best = costs.index(min(costs))
    return costs[best], plans[best]


class Counts:
    """An exact answer: counts of deals, each times the weights of its hands."""

    def __init__(self, question: Question, parts: list[tuple[Group, _core.Answer]]) -> None:
        self._question = question
        self._parts = parts
        number = len(question.players)
        self.players = [self._total(player) for player in range(number)]
        """Deals, wins, ties and shares in parts of a pot, of each player."""
        self.outcomes = [0] * (1 << number)
        """By the set of the winners, as bits."""
        for group, answer in parts:
            for winners, number in enumerate(_whole(answer.outcomes())):
                self.outcomes[winners] += group.factor * number

    def _total(self, player: int) -> tuple[int, ...]:
        if len(self._parts) == 1 and self._parts[0][0].factor == 1:
            return tuple(_whole(self._parts[0][1].total(player)))
        rows = [[group.factor * number for number in _whole(answer.total(player))] for group, answer in self._parts]
        return tuple(map(sum, zip(*rows, strict=True)))

    def hands(self, player: int, threads: int) -> NDArray[np.float64]:
        """The same for each hand of a player, in rows."""
        found = np.zeros((len(self._question.players[player].cards), 4))
        for group, answer in self._parts:
            places = group.places[player]
            if places is None:  # a random hand, which was taken as a whole
                return count(self._question, plan(self._question, every_hand=True)[1], threads).hands(player, threads)
            words = answer.hands(player).astype(np.float64)
            found[places] += float(group.factor) * (words[:, :, 0] + words[:, :, 1] * 2.0**64)
        return found


def _whole(words: NDArray[np.uint64]) -> list[int]:
    """Numbers of 128 bits, given as their halves."""
    return [low | high << 64 for low, high in words.tolist()]


def count(
    question: Question,
    planned: Plan,
    threads: int,
    progress: Callable[[float], None] = lambda _: None,
    left: Left = _unlimited,
) -> Counts:
    """Answer exactly, as planned."""
    costs = [method.cost(group.native) for group, method in planned]
    if inf in costs:
        raise FivecardError(
            "there are too many hands, or weights, for exact counts: leave out exact=True, or name fewer"
        )

    def answer(number: int) -> _core.Answer:
        group, method = planned[number]
        before = sum(costs[:number])
        return method.answer(
            group.native, threads, lambda done: progress((before + done * costs[number]) / sum(costs)), left
        )

    return Counts(question, [(group, answer(number)) for number, (group, _) in enumerate(planned)])

"""How a question is answered exactly: by the cheapest of several methods that do not take too much memory."""

from collections.abc import Callable
from functools import partial
from math import inf
from typing import Final, NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fivecard import _core
from fivecard.equities.question import Group, Question
from fivecard.errors import FivecardError, MemoryLimitError

QUICK: Final = 1.0
"""Seconds that an exact answer may take, by our reckoning, where nobody said whether it must be exact."""

_MOST_LISTED: Final = 1 << 22
"""Hands of a player that exact methods take one by one; random ones of six cards, which are more, are cards to come."""

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
    memory: Callable[[_core.Question, int], float]
    """About how many bytes it takes with so many threads."""
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


def _in_one_go(number: int) -> "_Answering":
    def answer(
        question: _core.Question, threads: int, progress: Callable[[float], None], left: Left = _unlimited
    ) -> _core.Answer:
        found = _core.exact_answer(number, question, threads, left(), lambda done, total: progress(done / total))
        if found is None:
            raise OutOfTimeError
        progress(1)
        return found

    return answer


def _methods() -> list[Method]:
    found = []
    for number, (name, remembers) in enumerate(_core.exact_methods()):
        cost, memory = partial(_core.exact_cost, number), partial(_core.exact_memory, number)
        found.append(Method(name, cost, memory, _in_one_go(number), remembers))
    found[-1] = found[-1]._replace(answer=_enumerate)  # in steps, to tell how far it is
    return found


METHODS: Final = _methods()
"""The exact methods; each question goes to the cheapest that does not take more than `_core.MOST_MEMORY`."""
ENUMERATION: Final = METHODS[-1]


class Part(NamedTuple):
    """How a part of a question is answered."""

    group: Group
    method: Method
    seconds: float
    """About what it takes one core; infinite where no method answers it."""
    bytes: float
    """About the memory that it takes; 0 where it is not for want of memory that none answers it."""


Plan: TypeAlias = list[Part]


def cheapest(question: _core.Question) -> Method:
    """The exact method that takes least; one that remembers may take more, for the sake of questions to come."""
    return METHODS[_core.exact_choice(question, 1)[0]]


def _part(group: Group, threads: int) -> Part:
    number, seconds, memory = _core.exact_choice(group.native, threads)
    return Part(group, METHODS[number], seconds, memory)


def plan(question: Question, threads: int = 1, *, every_hand: bool = False) -> tuple[float, Plan]:
    """How to answer exactly, and about how many seconds that takes one core; `every_hand` of random ones if wanted."""
    unknown = None if every_hand else question.unknown
    forms = [[unknown]] if unknown else []
    if not unknown or max(len(each.cards) for each in question.players) <= _MOST_LISTED:
        forms.insert(0, question.groups)
    plans = [[_part(group, threads) for group in form] for form in forms]
    costs = [sum([part.seconds for part in each]) for each in plans]
    best = costs.index(min(costs))
    return costs[best], plans[best]


class Counts:
    """An exact answer: counts of deals, each times the weights of its hands."""

    def __init__(self, question: Question, parts: list[tuple[Group, _core.Answer]]) -> None:
        self._question = question
        self._parts = parts
        self.players, self.outcomes = self._totals()
        """Deals, wins, ties and shares in parts of a pot, of each player; deals by the set of the winners, as bits."""

    def _totals(self) -> tuple[list[tuple[int, ...]], list[int]]:
        if len(self._parts) == 1 and self._parts[0][0].factor == 1:
            return self._parts[0][1].totals()
        found = [(group.factor, *answer.totals()) for group, answer in self._parts]
        players = [
            tuple([sum(factor * rows[player][column] for factor, rows, _ in found) for column in range(4)])
            for player in range(len(self._question.players))
        ]
        sets = [
            sum(factor * outcomes[winners] for factor, _, outcomes in found) for winners in range(1 << len(players))
        ]
        return players, sets

    def hands(self, player: int, threads: int) -> NDArray[np.float64]:
        """The same for each hand of a player, in rows."""
        found = np.zeros((len(self._question.players[player].cards), 4))
        for group, answer in self._parts:
            places = group.places[player]
            if places is None:  # a random hand, which was taken as a whole
                return count(self._question, plan(self._question, threads, every_hand=True)[1], threads).hands(
                    player, threads
                )
            words = answer.hands(player).astype(np.float64)
            found[places] += float(group.factor) * (words[:, :, 0] + words[:, :, 1] * 2.0**64)
        return found


def count(
    question: Question,
    planned: Plan,
    threads: int,
    progress: Callable[[float], None] = lambda _: None,
    left: Left = _unlimited,
) -> Counts:
    """Answer exactly, as planned."""
    whole = sum([part.seconds for part in planned])
    if whole == inf:
        raise _too_much(max(part.bytes for part in planned))

    def answer(number: int) -> _core.Answer:
        group, method, seconds, _ = planned[number]
        before = sum([part.seconds for part in planned[:number]])
        return method.answer(group.native, threads, lambda done: progress((before + done * seconds) / whole), left)

    return Counts(question, [(part.group, answer(number)) for number, part in enumerate(planned)])


def _too_much(needed: float) -> FivecardError:
    """Why there is no exact answer, and what to do instead."""
    instead = "leave out exact=True to have it sampled, or name fewer hands"
    if needed <= _core.MOST_MEMORY:
        return FivecardError(f"there are too many deals, or weights, for exact counts: {instead}")
    many, most = (f"{each / 1e9:,.1f} GB" for each in (needed, _core.MOST_MEMORY))
    return MemoryLimitError(
        f"an exact answer would take about {many} of memory, more than the {most} that it may: {instead}"
    )

"""The solutions that are open: solved in the background, within limits of memory, time and number."""

import os
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Final, Literal, NamedTuple, TypeVar

from fivecard._util.machine import threads_for
from fivecard.errors import FivecardError, MemoryLimitError
from fivecard.solvers.postflop import Solution, Spot, improve, load, start
from fivecard.solvers.postflop.estimates import in_bytes, keeps_halves
from fivecard.study.questions import id_of, refuse_if_empty

Found = TypeVar("Found")
State = Literal["solving", "stopped", "solved", "failed"]

_FIRST_SLICE: Final = 0.2
_LONGEST_SLICE: Final = 3.0
"""Seconds between two points of the curve, and until a stop is heard."""
_POINTS: Final = 400
"""Of a curve: with more, every other one is forgotten."""


class BusyError(FivecardError):
    """The server has as much to do as it may, or this solution is being solved."""


class UnknownStudyError(FivecardError):
    """There is no such solution here."""


class Point(NamedTuple):
    """A point of the curve."""

    seconds: float
    iterations: int
    exploitability: float
    """In percent of the pot, as the solver estimates it."""


@dataclass(frozen=True)
class Limits:
    """What a server may take.

    Args:
        memory: Bytes, for all solutions together.
        seconds: How long a question is solved at most, at a time; None for as long as it takes.
        jobs: How many are solved at once.
        threads: Of each; None for one for each core.
    """

    memory: int
    seconds: float | None = None
    jobs: int = 1
    threads: int | None = None


def bytes_of(spot: Spot, threads: int | None = None) -> int:
    """How much memory solving takes, in the precision that is taken by default.

    Args:
        spot: The question.
        threads: How many threads; None for one for each core.
    """
    game = spot.tree.game
    return int(game.bytes(keeps_halves(game, None), threads_for(threads)))


class Study:
    """A question and its solution.

    Args:
        spot: The question.
        solution: What is solved of it so far.
        size: How many bytes it takes.
    """

    def __init__(self, spot: Spot, solution: Solution, size: int) -> None:
        self.id = id_of(spot)
        self.spot = spot
        self.solution = solution
        self.size = size
        self.state: State = "stopped"
        self.error = ""
        self.visitor = ""
        """Who has it solved."""
        self.target = 0.3
        self.curve: list[Point] = []
        self.exact: float | None = None
        """The exploitability as the judge finds it."""
        self.seconds = 0.0
        """How long it was solved in all."""
        self.used = monotonic()
        self._lock = threading.Lock()  # a solution is looked at by one at a time
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def is_solving(self) -> bool:
        """Whether it is being solved."""
        return self.state == "solving"

    def begin(self, target: float, seconds: float | None, visitor: str) -> None:
        """Solve it in the background, until nobody can gain more than the target, or time is up."""
        self.target, self.state, self.visitor, self.error = target, "solving", visitor, ""
        self._stop.clear()
        self._thread = threading.Thread(target=self._solve, args=(target, seconds), daemon=True)
        self._thread.start()

    def stop(self, wait: float = 0) -> None:
        """Stop solving, soon.

        Args:
            wait: How many seconds to wait until it has stopped.
        """
        self._stop.set()
        if self._thread and wait:
            self._thread.join(wait)

    def _solve(self, target: float, seconds: float | None) -> None:
        began, before = monotonic(), self.seconds
        try:
            ended = False
            while not ended and not self._stop.is_set():
                passed = monotonic() - began
                if seconds is not None and passed >= seconds:
                    break
                ended = self._solve_for(min(max(_FIRST_SLICE, passed / 8), _LONGEST_SLICE), target)
                self.seconds = before + monotonic() - began
            with self._lock:
                self.exact = self.solution.exploitability
            self.state = "solved" if self.exact <= target else "stopped"
        except (FivecardError, MemoryError) as error:
            self.error = str(error) or "there is not enough memory"
            self.state = "failed"

    def _solve_for(self, slice_: float, target: float) -> bool:
        """Solve for a slice of time; whether that is the end: the target is reached, or nothing gets better."""
        reports: list[float] = []
        began = monotonic()
        with self._lock:
            improve(
                self.solution,
                target=target,
                seconds=slice_,
                progress=lambda now: reports.append(now.exploitability),
            )
            passed = monotonic() - began
            point = Point(self.seconds + passed, self.solution.iterations, reports[-1] if reports else 0.0)
            reached = point.exploitability <= target and self.solution.exploitability <= target
        self.curve.append(point)
        if len(self.curve) > _POINTS:
            self.curve = self.curve[::2]
        return reached or passed < slice_  # time was left where numbers are as good as rounding lets them be

    def look(self, ask: Callable[[Solution], Found]) -> Found:
        """Ask the solution something, alone; refuses while it is being solved.

        Args:
            ask: What is asked.
        """
        if self.is_solving:
            raise BusyError("it is being solved: stop it to look at it")
        self.used = monotonic()
        with self._lock:
            return ask(self.solution)


class Library:
    """All studies of a server.

    Args:
        limits: What they may take.
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._studies: dict[str, Study] = {}
        self._lock = threading.Lock()

    def find(self, id_: str) -> Study:
        """Find a study by its name.

        Args:
            id_: As `id_of` names its question.
        """
        study = self._studies.get(id_)
        if study is None:
            raise UnknownStudyError("this solution is not open: solve its question, or open its file")
        return study

    def __iter__(self) -> Iterator[Study]:
        return iter([*self._studies.values()])

    def solve(self, spot: Spot, target: float, visitor: str) -> Study:
        """Solve a question, or go on with it.

        Args:
            spot: The question.
            target: What both may gain on average, in percent of the pot.
            visitor: Who asks: each has one question solved at a time.
        """
        refuse_if_empty(spot)
        with self._lock:
            known = self._studies.get(id_of(spot))
            if known and known.is_solving:
                return known
            self._refuse_job(visitor)
            if known and known.solution.can_improve:
                known.begin(target, self.limits.seconds, visitor)
                return known
            if known:
                del self._studies[known.id]
            size = bytes_of(spot, self.limits.threads)
            self._make_room(size)
            study = Study(spot, start(spot, threads=self.limits.threads), size)
            self._studies[study.id] = study
            study.begin(target, self.limits.seconds, visitor)
            return study

    def open(self, file: str | os.PathLike[str]) -> Study:
        """Open a solution that was saved.

        Args:
            file: Where it is.
        """
        with self._lock:
            size = Path(file).stat().st_size  # which is mapped, or was compressed
            self.refuse_too_large(size)
            solution = load(file, threads=self.limits.threads)
            known = self._studies.get(id_of(solution.spot))
            if known and known.is_solving:
                raise BusyError("the same question is being solved here: stop it first")
            taken = sum(len(solution.native.averages(player)) for player in (0, 1))
            study = Study(solution.spot, solution, max(size, taken))
            self._studies.pop(study.id, None)
            self._make_room(study.size)
            study.exact = solution.exploitability
            study.state = "solved"
            self._studies[study.id] = study
            return study

    def refuse_too_large(self, size: int) -> None:
        """Refuse what would not fit, even alone.

        Args:
            size: Bytes.
        """
        if size > self.limits.memory:
            raise MemoryLimitError(
                f"it would take {in_bytes(size)}, and this server allows {in_bytes(self.limits.memory)}: "
                "allow fewer sizes, or begin later"
            )

    def close(self) -> None:
        """Stop everything."""
        for study in self:
            study.stop()
        for study in self:
            study.stop(wait=2 * _LONGEST_SLICE)

    def _refuse_job(self, visitor: str) -> None:
        solving = [study for study in self if study.is_solving]
        if any(study.visitor == visitor for study in solving):
            raise BusyError("another question of yours is being solved: stop it first")
        if len(solving) >= self.limits.jobs:
            raise BusyError("this server solves as many questions as it may: try again in a while")

    def _make_room(self, size: int) -> None:
        """Close what was not looked at for the longest time, until so many bytes fit."""
        self.refuse_too_large(size)
        idle = sorted((study for study in self if not study.is_solving), key=lambda study: study.used)
        while sum(study.size for study in self) + size > self.limits.memory:
            if not idle:
                raise BusyError("other questions are being solved and take the memory: try again in a while")
            del self._studies[idle.pop(0).id]

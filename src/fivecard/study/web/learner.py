"""Hands that visitors practise, and what they have learnt."""

from collections import OrderedDict
from random import SystemRandom
from secrets import token_urlsafe
from typing import Any, Final

from fivecard.draw.training import Progress, Record
from fivecard.solvers.postflop.spot import PLAYERS
from fivecard.study import practice
from fivecard.study.library import Study
from fivecard.study.places import history
from fivecard.study.web.requests import RequestError

MOST_EXERCISES: Final = 200
"""Hands that are being played; of more, the oldest is forgotten."""
LESSON: Final = "hold'em after the flop"


class Learner:
    """Hands that are practised, and what was learnt: in a person's file, or for as long as the server runs.

    Args:
        progress: The person's file; None where many people use the server.
    """

    def __init__(self, progress: Progress | None) -> None:
        self._progress = progress
        self._records: OrderedDict[str, Record] = OrderedDict()
        self._exercises: OrderedDict[str, tuple[str, practice.Exercise]] = OrderedDict()
        self.random = SystemRandom()

    def record(self, visitor: str) -> Record:
        """What a visitor has learnt.

        Args:
            visitor: Who.
        """
        if self._progress:
            return self._progress.named(LESSON)
        record = self._records.setdefault(visitor, Record())
        self._records.move_to_end(visitor)
        if len(self._records) > MOST_EXERCISES:
            self._records.popitem(last=False)
        return record

    def keep(self, study: Study, exercise: practice.Exercise) -> str:
        """Keep a hand that is being played; gives its name.

        Args:
            study: What it was dealt from.
            exercise: The hand.
        """
        name = token_urlsafe(12)
        self._exercises[name] = (study.id, exercise)
        if len(self._exercises) > MOST_EXERCISES:
            self._exercises.popitem(last=False)
        return name

    def find(self, name: str) -> tuple[str, practice.Exercise]:
        """Find a hand that is being played.

        Args:
            name: As `keep` gave it.
        """
        if name not in self._exercises:
            raise RequestError(404, "this hand was dealt too long ago: deal another")
        return self._exercises[name]

    def mark(self, visitor: str, exercise: practice.Exercise, verdict: practice.Verdict) -> None:
        """Record how a hand was played.

        Args:
            visitor: By whom.
            exercise: The hand.
            verdict: What was done.
        """
        practice.mark(self.record(visitor), exercise, verdict)
        if self._progress:
            self._progress.save()


def shown(exercise: practice.Exercise) -> dict[str, Any]:
    """Say what the learner sees; the opponent's cards only when all is over.

    Args:
        exercise: The hand.
    """
    return {
        "player": PLAYERS[exercise.player],
        "hand": practice.spoken(exercise.hands[exercise.player]),
        "other": practice.spoken(exercise.hands[1 - exercise.player]) if exercise.over else None,
        "board": exercise.board,
        "path": history(exercise.solution.spot, exercise.path),
        "actions": exercise.actions,
        "street": exercise.street,
        "over": exercise.over,
        "why": exercise.why,
        **exercise.money(),
    }

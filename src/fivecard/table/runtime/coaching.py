"""Verdicts at practice tables: what the decisions of people were worth where the game is solved."""

import asyncio
import contextlib
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from fivecard.cards import Card
from fivecard.engine import Action, View, view_for
from fivecard.players.solver import is_coached
from fivecard.solvers.limit_draw import LimitDraw, has_policy
from fivecard.solvers.limit_draw.review import Review, Verdict, advice_for
from fivecard.table.core import Table, TableError
from fivecard.table.core.commands import Act
from fivecard.table.core.game import action_of
from fivecard.table.core.hand import thrown_by
from fivecard.table.protocol.messages import Judged
from fivecard.table.runtime.background import MOST_VERDICTS, Background
from fivecard.table.runtime.connection import Connection
from fivecard.table.runtime.hints import DEALS, as_text

if TYPE_CHECKING:
    from fivecard.players.solver.review import Review as SpotReview
    from fivecard.players.solver.review import Verdict as SpotVerdict


@dataclass(frozen=True)
class Lessons:
    """What came of a person's decisions.

    Args:
        strategies: Of those that a strategy judged that comes with fivecard.
        spots: Of those whose spot was solved; None while there are none.
    """

    strategies: Review = field(default_factory=Review)
    spots: "SpotReview | None" = None

    def after(self, verdict: "Verdict | SpotVerdict") -> "Lessons":
        """The same after one more."""
        if isinstance(verdict, Verdict):
            return replace(self, strategies=self.strategies.after(verdict))
        from fivecard.players.solver.review import Review as SpotReview  # NumPy, which is there by now

        return replace(self, spots=(self.spots or SpotReview()).after(verdict))

    @property
    def words(self) -> list[str]:
        """Say it in lines; nothing if nothing was judged."""
        lines = self.strategies.words(as_text) if self.strategies.whole.decisions else []
        return [*lines, *(self.spots.words(as_text) if self.spots else [])]


class Coaching:
    """Thinks aside about what people at one table did, and keeps what came of it while they sit, in memory alone."""

    def __init__(self, background: Background) -> None:
        self._background = background
        self._lessons: dict[str, Lessons] = {}
        """By the tokens of people."""
        self._thinking: set[asyncio.Task[None]] = set()

    def judge(self, connection: Connection, before: Table, message: Act) -> None:
        """Tell a person soon what was just done is worth, if that is known; `before` is the table without it."""
        player = before.player_of(before.seat_of(connection.token))
        view = view_for(before.game, player)
        if not before.practice or player is None or view.stakes is None or view.players != 2:
            return
        if not _is_judged(view) or self._background.is_busy(MOST_VERDICTS):  # what takes longer is done aside
            return
        self._lessons.setdefault(connection.token, Lessons())
        action = action_of(player, message.do, message.to, message.cards)
        task = asyncio.create_task(self._judge(connection, before, view, action))
        self._thinking.add(task)
        task.add_done_callback(self._thinking.discard)

    async def _judge(self, connection: Connection, before: Table, view: View, action: Action) -> None:
        with contextlib.suppress(TableError):  # it is in the log; who reads nothing is cut off elsewhere
            thrown, number = thrown_by(before, view.seat), before.playing.number
            verdict = await self._background.think(before.id, _verdict, view, thrown, action)
            known = self._lessons.get(connection.token)
            if verdict is None or known is None:  # nothing is known of that, or somebody has left meanwhile
                return
            lessons = self._lessons[connection.token] = known.after(verdict)
            words = verdict.words(as_text) if isinstance(verdict, Verdict) else verdict.words()
            connection.answer(Judged(number, words, verdict.mistake, lessons.words))

    def forget(self, table: Table) -> None:
        """Forget those who have left: who sits down again begins anew."""
        self._lessons = {token: each for token, each in self._lessons.items() if table.seat_of(token) is not None}

    def remind(self, connection: Connection) -> None:
        """Tell a person who comes back what was judged so far."""
        if lines := self._lessons.get(connection.token, Lessons()).words:
            connection.answer(Judged(0, "", mistake=False, so_far=lines))


def _is_judged(view: View) -> bool:
    """Whether something may be known of a decision, as far as that is seen at once."""
    game = LimitDraw.of(view.rules, view.stakes) if view.stakes else None
    return is_coached(view) or (game is not None and has_policy(game))


def _verdict(view: View, thrown: tuple[Card, ...], action: Action) -> "Verdict | SpotVerdict | None":
    if is_coached(view):
        return _verdict_of_spot(view, action)
    advice = advice_for(view, thrown, DEALS)
    return Verdict.of(advice, action) if advice else None


def _verdict_of_spot(view: View, action: Action) -> "SpotVerdict | None":
    from fivecard.players.solver import advice, coaching, ranges, review  # NumPy, for which no server waits

    found = coaching.advice_for(view, ranges.Given(), action, threads=1)
    if found is None or not found.knows(advice.option_name(action, view)):
        return None
    return review.Verdict.of(found, action, view)

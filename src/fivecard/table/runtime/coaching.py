"""Verdicts at practice tables: what the decisions of people were worth where the game is solved."""

import asyncio
import contextlib

from fivecard.cards import Card
from fivecard.engine import Action, View, view_for
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


class Coaching:
    """Thinks aside about what people at one table did, and keeps what came of it while they sit, in memory alone."""

    def __init__(self, background: Background) -> None:
        self._background = background
        self._lessons: dict[str, Review] = {}
        """By the tokens of people."""
        self._thinking: set[asyncio.Task[None]] = set()

    def judge(self, connection: Connection, before: Table, message: Act) -> None:
        """Tell a person soon what was just done is worth, if that is known; `before` is the table without it."""
        player = before.player_of(before.seat_of(connection.token))
        view = view_for(before.game, player)
        if not before.practice or player is None or view.stakes is None or view.players != 2:
            return
        game = LimitDraw.of(view.rules, view.stakes)  # what takes longer is done aside
        if game is None or not has_policy(game) or self._background.is_busy(MOST_VERDICTS):
            return
        self._lessons.setdefault(connection.token, Review())
        action = action_of(player, message.do, message.to, message.cards)
        task = asyncio.create_task(self._judge(connection, before, view, action))
        self._thinking.add(task)
        task.add_done_callback(self._thinking.discard)

    async def _judge(self, connection: Connection, before: Table, view: View, action: Action) -> None:
        with contextlib.suppress(TableError):  # it is in the log; who reads nothing is cut off elsewhere
            thrown, number = thrown_by(before, view.seat), before.playing.number
            verdict = await self._background.think(before.id, _verdict, view, thrown, action)
            known = self._lessons.get(connection.token)
            if verdict is None or known is None:  # somebody is nearly all in, or has left meanwhile
                return
            lessons = self._lessons[connection.token] = known.after(verdict)
            words, wrong = verdict.words(as_text), verdict.option.mistake
            connection.answer(Judged(number, words, wrong, lessons.words(as_text)))

    def forget(self, table: Table) -> None:
        """Forget those who have left: who sits down again begins anew."""
        self._lessons = {token: each for token, each in self._lessons.items() if table.seat_of(token) is not None}

    def remind(self, connection: Connection) -> None:
        """Tell a person who comes back what was judged so far."""
        lessons = self._lessons.get(connection.token, Review())
        if lessons.whole.decisions:
            connection.answer(Judged(0, "", mistake=False, so_far=lessons.words(as_text)))


def _verdict(view: View, thrown: tuple[Card, ...], action: Action) -> Verdict | None:
    advice = advice_for(view, thrown, DEALS)
    return Verdict.of(advice, action) if advice else None

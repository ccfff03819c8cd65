"""Verdicts at practice tables: what the decisions of people were worth where the game is solved."""

import asyncio
import contextlib

from fivecard.cards import Card
from fivecard.engine import Action, View, view_for
from fivecard.solver import LimitDraw, is_shipped
from fivecard.solver.lessons import Lessons, Verdict, advice_for
from fivecard.table.connection import Connection
from fivecard.table.core import Table, TableError
from fivecard.table.core.commands import Act
from fivecard.table.core.play import thrown_by
from fivecard.table.game import action_of
from fivecard.table.hints import as_text
from fivecard.table.protocol import Judged


class Coaching:
    """Thinks aside about what people at one table did, and keeps what came of it while they sit, in memory alone."""

    def __init__(self, turn: asyncio.Semaphore) -> None:
        self._turn = turn
        """Of all tables, which think one after the other."""
        self._lessons: dict[str, Lessons] = {}
        """By the tokens of people."""
        self._thinking: set[asyncio.Task[None]] = set()

    def judge(self, connection: Connection, before: Table, message: Act) -> None:
        """Tell a person soon what was just done is worth, if that is known; `before` is the table without it."""
        player = before.player_of(before.seat_of(connection.token))
        view = view_for(before.game, player)
        if not before.practice or player is None or view.stakes is None or view.players != 2:
            return
        game = LimitDraw.of(view.rules, view.stakes)  # what takes longer is done aside
        if game is None or not is_shipped(game):
            return
        self._lessons = {token: each for token, each in self._lessons.items() if before.seat_of(token) is not None}
        action = action_of(player, message.do, message.to, message.cards)
        task = asyncio.create_task(self._judge(connection, view, thrown_by(before, player), action))
        self._thinking.add(task)
        task.add_done_callback(self._thinking.discard)

    async def _judge(self, connection: Connection, view: View, thrown: tuple[Card, ...], action: Action) -> None:
        async with self._turn:
            advice = await asyncio.to_thread(advice_for, view, thrown)
        if advice is None:  # somebody is nearly all in
            return
        verdict = Verdict.of(advice, action)
        lessons = self._lessons[connection.token] = self._lessons.get(connection.token, Lessons()).after(verdict)
        with contextlib.suppress(TableError):  # who reads nothing is cut off elsewhere
            connection.answer(Judged(verdict.words(as_text), verdict.option.mistake, lessons.words(as_text)))

    def remind(self, connection: Connection) -> None:
        """Tell a person who comes back what was judged so far."""
        if lessons := self._lessons.get(connection.token):
            connection.answer(Judged("", mistake=False, so_far=lessons.words(as_text)))

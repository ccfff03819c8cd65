"""What each could expect while the cards came, where all were all in: thought out aside, from open cards alone."""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Final

from fivecard.equities import equity
from fivecard.table.core import Table, TableError
from fivecard.table.core.state import Round
from fivecard.table.protocol.show import Shares, stages_of
from fivecard.table.runtime.background import MOST_HINTS, Background

REMEMBERED: Final = 50
"""Hands of a table whose shares are kept, for those who watch later."""
ERROR: Final = 0.001
"""The standard error of a stage that cannot be counted within a second or so, and is sampled."""
_KNOWN_BOARDS: Final = frozenset({0, 3, 4, 5})


class RunOuts:
    """The shares of the hands of one table, by their numbers, in memory alone."""

    def __init__(self, background: Background, tell: Callable[[], None]) -> None:
        self._background = background
        self._tell = tell
        self._shares: dict[int, Shares] = {}
        self._thinking: set[asyncio.Task[None]] = set()

    def shares(self, table: Table) -> Shares:
        """What is known of the last hand of a table by now."""
        return self._shares.get(table.round.number, ()) if table.round else ()

    def note(self, table: Table) -> None:
        """Think about a hand that is over, if cards came when all were all in; who looks is told what came of it."""
        playing = table.round
        if playing is None or table.phase != "shown" or playing.number in self._shares or not stages_of(playing):
            return
        self._shares[playing.number] = ()
        while len(self._shares) > REMEMBERED:
            del self._shares[next(iter(self._shares))]
        if self._background.is_busy(MOST_HINTS):
            return
        task = asyncio.create_task(self._think(table.id, playing))
        self._thinking.add(task)
        task.add_done_callback(self._thinking.discard)

    async def _think(self, table: str, playing: Round) -> None:
        with contextlib.suppress(TableError):  # it is in the log; the cards come without shares
            self._shares[playing.number] = await self._background.think(table, shares_of, playing)
            self._tell()


def shares_of(playing: Round) -> Shares:
    """The part of the main pot that each player can expect at each stage, from the cards that are open then.

    While the flop comes card by card, there is nothing new to know: its equity is that of the whole flop.
    """
    state = playing.state
    assert state is not None
    game, stages = state.rules.game, stages_of(playing)
    found: list[list[float] | None] = []
    folded_open = [card for seat in state.folded for card in (state.up[seat] if state.up else ())]
    _, shared, _ = stages[0]
    for hands, first, boards in stages:
        board = next((board for board in boards if len(board) > len(shared)), first)  # the one that is being run
        dead = {*folded_open, *first} - {*board}
        seats = [seat for seat, hand in enumerate(hands) if hand]
        if len(seats) < 2 or (state.rules.board and len(board) not in _KNOWN_BOARDS):
            found.append(None)
            continue
        holdings = ["".join(map(str, hands[seat])) for seat in seats]
        result = equity(*holdings, board=board, dead=tuple(dead), game=game, error=ERROR, seed=playing.number)
        share = dict(zip(seats, result.share, strict=True))
        found.append([round(share.get(seat, 0.0), 4) for seat in range(len(hands))])
    return found

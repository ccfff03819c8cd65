"""Thinking in the background, so that no table waits for a hint: one thought at a time, and none that comes late."""

import asyncio
import logging
from collections.abc import Callable
from typing import Final, ParamSpec, TypeVar

from fivecard.table.core import TableError

MOST_HINTS: Final = 16
"""Who asks while so many wait is asked to ask again: that is two or three seconds."""
MOST_VERDICTS: Final = 4
"""While so many wait there are no verdicts, which nobody asked for."""

LOG: Final = logging.getLogger("fivecard.table")
P = ParamSpec("P")
R = TypeVar("R")


class Background:
    """What all tables of a server share to think in."""

    def __init__(self) -> None:
        self._turn = asyncio.Semaphore(1)
        self._waiting = 0

    def is_busy(self, most: int) -> bool:
        """Whether so many thoughts wait that one more would come late."""
        return self._waiting >= most

    async def think(self, table: str, thought: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Think in a thread, when it is one's turn; what goes wrong is logged, and refused."""
        self._waiting += 1
        try:
            async with self._turn:
                return await asyncio.to_thread(thought, *args, **kwargs)
        except Exception:
            LOG.exception("table %s: no hint", table)
            raise TableError("no-hint", "there is no hint for this hand") from None
        finally:
            self._waiting -= 1

"""Work that lasts, aside from the server's loop."""

import asyncio
from collections.abc import Callable
from typing import Final, TypeVar

from starlette.concurrency import run_in_threadpool

from fivecard.study.library import BusyError

MOST_WAITING: Final = 32
"""Requests that wait for the processor."""
AT_ONCE: Final = 2

Found = TypeVar("Found")


class Work:
    """Work for threads, of which only so much is done at once and waits."""

    def __init__(self) -> None:
        self._at_once = asyncio.Semaphore(AT_ONCE)
        self._waiting = 0

    async def do(self, ask: Callable[[], Found]) -> Found:
        """Do something in a thread.

        Args:
            ask: What.
        """
        if self._waiting >= MOST_WAITING:
            raise BusyError("the server has much to do: try again in a moment")
        self._waiting += 1
        try:
            async with self._at_once:
                return await run_in_threadpool(ask)
        finally:
            self._waiting -= 1

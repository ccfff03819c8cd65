"""What the server says about what it was sent: one line each, and not for ever."""

import logging
import time
from typing import Final

OWN: Final = "fivecard.table"
"""The logger of the tables."""
A_MINUTE: Final = 5
"""Lines of one kind in a minute; the rest are counted."""


class OneLine(logging.Filter):
    """Let through a few lines of each kind a minute, without tracebacks unless the fault is our own."""

    def __init__(self) -> None:
        super().__init__()
        self._said: dict[str, tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is to be written."""
        kind = str(record.msg)
        if record.name != OWN and not kind.startswith("Exception in ASGI application"):
            record.exc_info = record.exc_text = None
        now = time.monotonic()
        since, count = self._said.get(kind, (now, 0))
        if now - since >= 60.0:
            if count > A_MINUTE:
                record.msg, record.args = f"{record.getMessage()} ({count - A_MINUTE} more like it before)", ()
            since, count = now, 0
        self._said[kind] = (since, count + 1)
        return count < A_MINUTE


def limit_lines() -> None:
    """Have the server and the libraries beneath it say things briefly, on standard error."""
    brief = OneLine()
    for name in ("uvicorn.error", "asyncio", OWN):
        logging.getLogger(name).addFilter(brief)
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("fivecard: %(message)s"))
    logging.getLogger(OWN).addHandler(handler)

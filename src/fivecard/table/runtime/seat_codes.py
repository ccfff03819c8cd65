"""Codes with which a person takes a seat over on another device: used once, and for two minutes only."""

import secrets
import time
from collections.abc import Callable
from hashlib import sha256
from typing import Final

CODE_SECONDS: Final = 120.0
CODE_BYTES: Final = 16


class SeatCodes:
    """The codes of one table, in memory alone: nothing of them is in a log, and none outlives the process."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._codes: dict[str, tuple[str, float]] = {}
        """By the browser whose seat it is: the hash of its code, and until when that is good."""

    def make(self, token: str) -> str:
        """Make a code for the seat of a browser; the one before is void."""
        code = secrets.token_urlsafe(CODE_BYTES)
        self._forget_old()
        self._codes[token] = _hashed(code), self._clock() + CODE_SECONDS
        return code

    def use(self, code: str) -> str:
        """Give whose seat a code is for, once; nothing if it is for none."""
        self._forget_old()
        wanted = _hashed(code)  # what is compared is a hash, so that the time it takes tells nothing of the code
        token = next((token for token, (hashed, _) in self._codes.items() if hashed == wanted), "")
        self._codes.pop(token, None)
        return token

    def _forget_old(self) -> None:
        now = self._clock()
        self._codes = {token: each for token, each in self._codes.items() if each[1] > now}


def _hashed(code: str) -> str:
    return sha256(code.encode()).hexdigest()

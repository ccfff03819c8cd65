"""Standard streams that are not as usual: closed before the program began (`>&-`), or without all characters."""

import codecs
import io
import os
import sys
from typing import Final, NoReturn

from fivecard.errors import FivecardError


class ClosedStream(io.TextIOBase):
    """Says that it is closed, as soon as somebody wants to use it."""

    def __init__(self, name: str) -> None:
        self._name = name

    def _refuse(self, *_: object) -> NoReturn:
        raise FivecardError(f"standard {self._name} is closed")

    write = read = readline = fileno = _refuse
    buffer = property(_refuse)


def replace_closed_streams() -> None:
    """Let closed streams be named by whoever needs them; what would go to a closed standard error goes nowhere.

    Their numbers are taken too: the next file to be opened would get one of them, and what somebody writes to "standard
    error" would end in it. A folder can be neither read nor written, by its number or as /dev/stdout.
    """
    try:
        os.close(os.open(os.sep, os.O_RDONLY))
        nothing = os.sep
    except OSError:  # Windows opens no folders
        nothing = os.devnull
    while (number := os.open(nothing, os.O_RDONLY)) <= 2:
        pass
    os.close(number)
    if sys.stdin is None:
        sys.stdin = ClosedStream("input")
    if sys.stdout is None:
        sys.stdout = ClosedStream("output")
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115  (as long as the program)


_LETTERS: Final = {"\N{NO-BREAK SPACE}": " ", "±": "+-", "█": "#", "♣": "c", "♦": "d", "♥": "h", "♠": "s"}


def spell_what_cannot_be_encoded() -> None:
    """Write what an output has no characters for in those of ASCII; what is left of it as an escape."""

    def spelled(error: UnicodeError) -> tuple[str | bytes, int]:
        if isinstance(error, UnicodeEncodeError) and (letters := _LETTERS.get(error.object[error.start])):
            return letters, error.start + 1
        return codecs.backslashreplace_errors(error)

    codecs.register_error("fivecard", spelled)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="fivecard")

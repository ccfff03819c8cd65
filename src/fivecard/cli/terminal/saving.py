"""A file that the hands of an evening are added to, one by one; what it held before stays."""

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from fivecard.cli.usage import UsageError
from fivecard.engine import Rules
from fivecard.errors import FivecardError, HistoryError
from fivecard.histories.formats import FORMATS, Writer, writer_of

if TYPE_CHECKING:
    from fivecard.histories import History


class HandFile:
    """Hands under numbers, in the format whose files have names that end like this one, or else in PHH."""

    def __init__(self, name: str, rules: Rules) -> None:
        """Refuse a game that the format does not know, and a file that nothing can be added to."""
        self._path = Path(name)
        suffix = self._path.suffix.lower()
        self._writer = next((writer for writer in _writers() if writer.suffix == suffix), writer_of("phh"))
        try:
            self._writer.check(rules)
        except HistoryError as error:
            raise UsageError(f"--save: {error}{_other_way(rules)}") from None
        try:
            self._number = self._last_number()
        except OSError as error:
            raise UsageError(f"--save {name}: {error.strerror}") from None

    def add(self, history: "History") -> None:
        """Write a hand below the others: all of it, or nothing where the disk is full."""
        text = self._writer.numbered(history, self._number + 1)
        before = self._path.stat().st_size if self._path.exists() else 0
        try:
            with self._path.open("ab") as file:
                file.write(text.encode())
        except OSError as error:
            with suppress(OSError):
                os.truncate(self._path, before)
            raise FivecardError(f"{self._path}: {error.strerror}") from None
        self._number += 1

    def _last_number(self) -> int:
        """The highest number in the file, 0 if there is none; refuses one that cannot be added to."""
        if self._path.exists() and not self._path.is_file():
            raise UsageError(f"--save {self._path}: this is not a file that hands can be added to")
        is_new = not self._path.exists()
        with self._path.open("ab"):
            pass  # it can be written
        if is_new:
            self._path.unlink()  # until there is a hand
            return 0
        lines = self._path.read_text("utf-8", errors="replace").splitlines(keepends=True)
        told = [line for line in lines if line.strip() and not line.startswith("#")]
        number = self._writer.number
        numbers = [int(found[1]) for line in told if (found := number.match(line))]
        if told and not (number.match(told[0]) and lines[-1].endswith("\n")):
            title = self._writer.title
            raise UsageError(
                f"--save {self._path}: hands are added to {title} alone, and this file holds something else"
            )
        return max(numbers, default=0)


def _writers() -> list[Writer]:
    return [form.writer for form in FORMATS.values() if form.writer]


def _other_way(rules: Rules) -> str:
    """What to do about a game that a format does not know, where another one does."""
    for writer in _writers():
        try:
            writer.check(rules)
        except HistoryError:
            continue
        return f"; a file whose name ends in {writer.suffix} holds it, in {writer.title}"
    return ""

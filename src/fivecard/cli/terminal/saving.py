"""A file that the hands of an evening are added to, one by one; what it held before stays."""

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fivecard.engine import Rules
from fivecard.errors import FivecardError, HistoryError, UsageError
from fivecard.histories.phh import write_phhs
from fivecard.histories.phh.codes import find_code
from fivecard.histories.pokerstars import write_pokerstars
from fivecard.histories.pokerstars.layout import title_of

if TYPE_CHECKING:
    from fivecard.histories import History

_NUMBERS: Final = {
    True: re.compile(r"PokerStars [^#]*#([0-9]+)"),
    False: re.compile(r"\[\s*([0-9]+)\s*\]"),
}
"""How the first line of a hand gives its number, in PokerStars' text (True) and in PHH."""


class HandFile:
    """Hands under numbers: PokerStars' text if the name ends in `.txt`, else PHH."""

    def __init__(self, name: str, rules: Rules) -> None:
        """Refuse a game that the format does not know, and a file that nothing can be added to."""
        self._path = Path(name)
        self._is_text = self._path.suffix.lower() == ".txt"
        try:
            (title_of if self._is_text else find_code)(rules)
        except HistoryError as error:
            raise UsageError(f"--save: {error}{'' if self._is_text else _other_way(rules)}") from None
        try:
            self._number = self._last_number()
        except OSError as error:
            raise UsageError(f"--save {name}: {error.strerror}") from None

    def add(self, history: "History") -> None:
        """Write a hand below the others."""
        self._number += 1
        if self._is_text:
            text = write_pokerstars(replace(history, details={**history.details, "hand": self._number})) + "\n\n"
        else:
            text = "".join(write_phhs([history], first=self._number))
        try:
            with self._path.open("ab") as file:
                file.write(text.encode())
        except OSError as error:
            raise FivecardError(f"{self._path}: {error.strerror}") from None

    def _last_number(self) -> int:
        """The highest number in the file, 0 if there is none; refuses one that cannot be added to."""
        if self._path.exists() and not self._path.is_file():
            raise UsageError(f"--save {self._path}: this is no file that hands can be added to")
        is_new = not self._path.exists()
        with self._path.open("ab"):
            pass  # it can be written
        if is_new:
            self._path.unlink()  # until there is a hand
            return 0
        lines = self._path.read_text("utf-8", errors="replace").splitlines(keepends=True)
        told = [line for line in lines if line.strip() and not line.startswith("#")]
        numbers = [int(found[1]) for line in told if (found := _NUMBERS[self._is_text].match(line))]
        if told and not (_NUMBERS[self._is_text].match(told[0]) and lines[-1].endswith("\n")):
            kind = "PokerStars' text" if self._is_text else "PHH with numbers"
            raise UsageError(
                f"--save {self._path}: hands are added to {kind} alone, and this file holds something else"
            )
        return max(numbers, default=0)


def _other_way(rules: Rules) -> str:
    """What to do about a game that PHH does not know."""
    try:
        title_of(rules)
    except HistoryError:
        return ""
    return "; a file whose name ends in .txt holds it, in PokerStars' text"

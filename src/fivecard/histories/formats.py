"""The formats of histories: which one a file has is told by what stands in it.

A format is added with a line in `FORMATS`.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Final

from fivecard.errors import FivecardError, HistoryError, quoted
from fivecard.histories.actions import NOT_A_HISTORY, looks_like_actions
from fivecard.histories.history import History, text_lines
from fivecard.histories.phh import read_phh, split_phh, write_phhs
from fivecard.histories.pokerstars import read_hand, split_hands, write_pokerstars
from fivecard.histories.record import TITLE, read_record, split_records


@dataclass(frozen=True)
class Format:
    """A way to write hands down."""

    name: str
    begins: Callable[[str], bool]
    """Whether a file of this format can begin with this line; blank ones are not asked about."""
    split: Callable[[Iterable[str]], Iterator[tuple[int, str]]]
    """Parts the lines of a file into hands, each as soon as it is there: the number of its first line, and its text."""
    read: Callable[[str, int], History]
    """Reads such a hand."""
    write: Callable[[Iterable[History]], Iterator[str]] | None = None
    """Gives the text of a file piece by piece; None if this format is only read."""


def _begins_pokerstars(line: str) -> bool:
    return line.startswith("PokerStars ")


def _begins_record(line: str) -> bool:
    return line.strip() == TITLE


def _split_records(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    return ((1, text) for text in split_records(lines))


def _read_record(text: str, _line: int) -> History:
    return read_record(text)


def _begins_phh(line: str) -> bool:
    return bool(re.match(r"\s*(#|\[|[\w'\"-]+\s*=)", line))


def _split_phh(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    return ((1, text) for text in split_phh(lines))


def _read_phh(text: str, _line: int) -> History:
    return read_phh(text)


def _write_pokerstars(histories: Iterable[History]) -> Iterator[str]:
    return (f"{write_pokerstars(history)}\n\n" for history in histories)


# Named functions, which can be pickled.
FORMATS: Final = {
    form.name: form
    for form in (
        Format("pokerstars", _begins_pokerstars, split_hands, read_hand, _write_pokerstars),
        Format("record", _begins_record, _split_records, _read_record),
        Format("phh", _begins_phh, _split_phh, _read_phh, write_phhs),
    )
}
"""All formats by name."""


def read_histories(lines: str | Iterable[str]) -> Iterator[History | FivecardError]:
    r"""Read a file of hands one by one, whatever its format; a hand that cannot be read is an error in its place.

    >>> hands = read_histories(["fivecard round\n", "rules: B\n"])
    >>> next(hands)
    UnknownNameError("there are no rules 'B': they are A and C", line=2)
    """
    lines = text_lines(lines)
    begin: list[str] = []
    for line in lines:
        begin.append(line.removeprefix("\ufeff") if not begin else line)
        if begin[-1].strip():
            break
    else:
        return
    form = next((form for form in FORMATS.values() if form.begins(begin[-1])), None)
    if form is None and looks_like_actions(begin[-1]):
        raise HistoryError(NOT_A_HISTORY)
    if form is None:
        raise HistoryError(f"this is no history: it begins with {quoted(begin[-1].strip())}")
    for first, text in form.split(chain(begin, lines)):
        try:
            yield form.read(text, first)
        except FivecardError as error:
            yield error

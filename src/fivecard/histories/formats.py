r"""The formats of histories, and one way to read and to write them all.

`load`, `loads` and `load_all` read: a file or a text of one hand, or of many. Which format it has is told by how it
begins. `dump`, `dumps` and `dump_all` write, in PHH unless another format of `FORMATS` is named.

>>> text = "fivecard round\nrules: draw-3\nplayers: 2\ndeck: 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc\nreserve: -\n"
>>> loads(text).players
2

A format is added with a line in `FORMATS`.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import IO, Final

from fivecard.engine import Rules
from fivecard.errors import FivecardError, HistoryError, UnknownNameError, expect, quoted
from fivecard.histories import ggpoker, phh, pokerstars, record
from fivecard.histories.actions import NOT_A_HISTORY, looks_like_actions
from fivecard.histories.history import History, text_lines
from fivecard.histories.phh.codes import find_code
from fivecard.histories.pokerstars.layout import title_of


@dataclass(frozen=True)
class Writer:
    """How a format is written."""

    title: str
    """What people call such a file."""
    suffix: str
    """What the names of such files end with."""
    check: Callable[[Rules], object]
    """Refuses a game that cannot be written."""
    dumps: Callable[[History], str]
    """The text of a file with one hand."""
    numbered: Callable[[History, int], str]
    """The text of a hand in a file of many, under its number."""
    number: re.Pattern[str]
    """How the first line of a hand in a file of many says its number."""


@dataclass(frozen=True)
class Format:
    """A way to write hands down."""

    name: str
    begins: Callable[[str], bool]
    """Whether a file of this format can begin with this line; blank ones are not asked about."""
    split: Callable[[Iterable[str]], Iterator[tuple[int, str]]]
    """Parts the lines of a file into hands, each as soon as it is there: the number of its first line, and its text."""
    loads: Callable[[str, int], History]
    """Reads such a hand."""
    writer: Writer | None = None
    """None if this format is only read."""


def _begins_pokerstars(line: str) -> bool:
    return line.startswith("PokerStars ")


def _begins_ggpoker(line: str) -> bool:
    return line.startswith(ggpoker.TITLE)


def _begins_record(line: str) -> bool:
    return line.strip() == record.TITLE


def _split_records(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    return ((1, text) for text in record.split(lines))


def _load_record(text: str, _line: int) -> History:
    return record.loads(text)


def _begins_phh(line: str) -> bool:
    return bool(re.match(r"\s*(#|\[|[\w'\"-]+\s*=)", line))


def _split_phh(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    return ((1, text) for text in phh.split(lines))


def _load_phh(text: str, _line: int) -> History:
    return phh.loads(text)


def _numbered_phh(history: History, number: int) -> str:
    return f"{chr(10) * (number > 1)}[{number}]\n{phh.dumps(history)}"


def _numbered_pokerstars(history: History, number: int) -> str:
    return pokerstars.dumps(replace(history, details={"hand": number, **history.details})) + "\n\n"


# Named functions, which can be pickled.
FORMATS: Final = {
    form.name: form
    for form in (
        Format(
            "pokerstars",
            _begins_pokerstars,
            pokerstars.split,
            pokerstars.loads,
            Writer(
                "PokerStars' text",
                ".txt",
                title_of,
                pokerstars.dumps,
                _numbered_pokerstars,
                re.compile(r"PokerStars [^#]*#([0-9]+)"),
            ),
        ),
        Format("ggpoker", _begins_ggpoker, ggpoker.split, ggpoker.loads),
        Format("record", _begins_record, _split_records, _load_record),
        Format(
            "phh",
            _begins_phh,
            _split_phh,
            _load_phh,
            Writer("PHH with numbers", ".phhs", find_code, phh.dumps, _numbered_phh, re.compile(r"\[\s*([0-9]+)\s*\]")),
        ),
    )
}
"""All formats by name."""


def writer_of(name: str) -> Writer:
    """The writer of a format."""
    if name not in FORMATS or (writer := FORMATS[name].writer) is None:
        names = ", ".join(name for name, form in FORMATS.items() if form.writer)
        raise UnknownNameError(f"there is no format {quoted(name)} to write: they are {names}")
    return writer


def load_all(lines: str | Iterable[str]) -> Iterator[History | FivecardError]:
    r"""Read a file of hands one by one, whatever its format; a hand that cannot be read is an error in its place.

    `lines` is a file that was opened, or a text.

    >>> hands = load_all(["fivecard round\n", "rules: B\n"])
    >>> next(hands)
    UnknownNameError("there are no rules 'B': they are draw-3 and draw-3-ace", line=2)
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
            yield form.loads(text, first)
        except FivecardError as error:
            yield error


def load(file: Iterable[str]) -> History:
    """Read the one hand of a file that was opened."""
    hands = load_all(file)
    history = next(hands, None)
    if history is None:
        raise HistoryError("there is no hand in it")
    if isinstance(history, FivecardError):
        raise history
    if next(hands, None) is not None:
        raise HistoryError("there is more than one hand in it: load_all reads them")
    return history


def loads(text: str) -> History:
    """Read the one hand of a text."""
    expect(text, str, "a hand as text", HistoryError)
    return load(text.splitlines(keepends=True))


def dumps(history: History, format: str = "phh") -> str:  # noqa: A002  (as elsewhere)
    """Write a hand, in this format of `FORMATS`.

    Args:
        history: The hand.
        format: A name in `FORMATS` of one that can be written.
    """
    return writer_of(format).dumps(history)


def dump(history: History, file: IO[str], format: str = "phh") -> None:  # noqa: A002
    """Write a hand to a file that was opened.

    Args:
        history: The hand.
        file: A text file that was opened for writing.
        format: A name in `FORMATS` of one that can be written.
    """
    file.write(dumps(history, format))


def dump_all(histories: Iterable[History], format: str = "phh", *, first: int = 1) -> Iterator[str]:  # noqa: A002
    """Write many hands under numbers, from `first` on: the text of a file, hand by hand.

    Args:
        histories: The hands.
        format: A name in `FORMATS` of one that can be written.
        first: The number of the first hand.
    """
    numbered = writer_of(format).numbered
    return (numbered(history, number) for number, history in enumerate(histories, first))

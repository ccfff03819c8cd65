"""The formats of histories: which one a file has is told by what stands in it.

A format is added with a line in `FORMATS`.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Final

from fivecard.engine.record import TITLE
from fivecard.errors import FivecardError, HistoryError, quoted
from fivecard.histories.history import History
from fivecard.histories.phh import read_phh, split_phh, write_phhs
from fivecard.histories.record import read_record, split_records


@dataclass(frozen=True)
class Format:
    """A way to write hands down."""

    name: str
    begins: Callable[[str], bool]
    """Whether a file of this format can begin with this line; blank ones are not asked about."""
    split: Callable[[Iterable[str]], Iterator[str]]
    """Parts the lines of a file into the texts of its hands, each as soon as it is there."""
    read: Callable[[str], History]
    write: Callable[[Iterable[History]], Iterator[str]] | None = None
    """Gives the text of a file piece by piece; None if this format is only read."""


FORMATS: Final = {
    form.name: form
    for form in (
        Format("record", lambda line: line.strip() == TITLE, split_records, read_record),
        Format("phh", lambda line: bool(re.match(r"\s*(#|\[|[\w'\"-]+\s*=)", line)), split_phh, read_phh, write_phhs),
    )
}
"""All formats by name."""


def read_histories(lines: Iterable[str]) -> Iterator[History | FivecardError]:
    r"""Read a file of hands one by one, whatever its format; a hand that cannot be read is an error in its place.

    >>> hands = read_histories(["fivecard round\n", "rules: B\n"])
    >>> next(hands)
    FivecardError("line 2: there are no rules 'B': they are A and C")
    """
    lines = iter(lines)
    begin: list[str] = []
    for line in lines:
        begin.append(line.removeprefix("\ufeff") if not begin else line)
        if begin[-1].strip():
            break
    else:
        return
    form = next((form for form in FORMATS.values() if form.begins(begin[-1])), None)
    if form is None:
        raise HistoryError(f"this is no history: it begins with {quoted(begin[-1].strip())}")
    for text in form.split(chain(begin, lines)):
        try:
            yield form.read(text)
        except FivecardError as error:
            yield error

"""The hands of files and folders, one by one: what is wrong is named and counted, and the rest used."""

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple, TextIO

from fivecard.cli.terminal.output import note, would_replace
from fivecard.cli.terminal.style import ProgressBar
from fivecard.cli.usage import UsageError
from fivecard.errors import FivecardError, HistoryError
from fivecard.histories import History, load_all
from fivecard.histories.actions import NOT_A_HISTORY
from fivecard.words.english import counted

SUFFIXES: Final = (".phh", ".phhs", ".txt")
"""What is read of folders."""
_PARQUET: Final = b"PAR1"
"""What every Parquet file begins with."""
_OFTEN: Final = 200
"""After how many hands the bar moves."""


class Hand(NamedTuple):
    """A hand of a file, or what is wrong with it; without a number, what is wrong with the file."""

    file: str
    number: int
    history: History | FivecardError

    @property
    def place(self) -> str:
        """Where it stands."""
        return f"{self.file}, hand {self.number}"

    def explain(self, error: FivecardError) -> str:
        """Say where an error is."""
        return f"{self.place}, {error}" if self.number else f"{self.file}: {error}"

    def whole(self) -> History:
        """The hand, which must be right."""
        try:
            if isinstance(self.history, FivecardError):
                raise self.history
            self.history.check()
        except FivecardError as error:
            raise HistoryError(self.explain(error)) from None
        return self.history


def files_in(names: Iterable[str]) -> Iterator[str]:
    """The files that are named, and those of the folders that are, in the order of their names.

    Args:
        names: Of files and folders.
    """
    for name in names:
        if name == "-" or not Path(name).is_dir():
            yield name
            continue
        below = _files_below(Path(name))
        first = next(below, None)
        if first is None:
            yield name  # which cannot be read, as a file
        else:
            yield from map(str, chain([first], below))


def _files_below(folder: Path) -> Iterator[Path]:
    """Files of hands, folder by folder: no more names are held than one folder has."""
    try:
        entries = sorted(folder.iterdir())
    except OSError:
        yield folder  # which is named as what cannot be read
        return
    for entry in entries:
        if entry.is_dir() and not entry.is_symlink():
            yield from _files_below(entry)
        elif entry.suffix.lower() in SUFFIXES:
            yield entry


def hands_of(names: Iterable[str], output: str | None = None) -> Iterator[Hand]:
    """All hands of all files, one by one; a file that cannot be read is an error in its place.

    Args:
        names: Of files and folders; `-` is standard input.
        output: The name of a file that is written meanwhile.
    """
    for file in files_in(names):
        name = "standard input" if file == "-" else file
        number = 0
        try:
            with _opened(file) as lines:
                if output is not None and would_replace(output, lines.fileno()):
                    raise UsageError(f"{file} is read, and -o {output} is the same file")
                if lines.isatty():
                    note("Waiting for hands from the keyboard; Ctrl-D ends.\n")
                for number, history in enumerate(load_all(lines), 1):
                    yield Hand(name, number, history)
            if not number:
                yield Hand(name, 0, HistoryError("there is no hand in it"))
        except HistoryError as error:
            yield Hand(name, number + 1, error)
        except UnicodeDecodeError as error:
            if error.object.startswith(_PARQUET):
                yield Hand(name, 0, HistoryError(NOT_A_HISTORY))
                continue
            yield Hand(name, 0, HistoryError(f"after hand {number}: this is not text in UTF-8: {error.reason}"))
        except IsADirectoryError as error:
            read = os.access(file, os.R_OK | os.X_OK)
            nothing = f"there is no file in this folder that ends in {', '.join(SUFFIXES)}"
            yield Hand(name, 0, HistoryError(nothing if read else f"{error.strerror}, and it cannot be read"))
        except OSError as error:
            yield Hand(name, 0, HistoryError(error.strerror or str(error)))


@contextmanager
def _opened(file: str) -> Iterator[TextIO]:
    number = sys.stdin.fileno() if file == "-" else file
    with open(number, encoding="utf-8", closefd=file != "-") as lines:
        yield lines


class RightHands:
    """The hands of files that are right; what is wrong is named on standard error, and counted.

    Args:
        hands: What there is in the files.
    """

    def __init__(self, hands: Iterable[Hand]) -> None:
        self._hands = hands
        self._bar = ProgressBar(sys.stderr)
        self.used = 0
        self.wrong = 0
        self.unread = 0
        self.last: Hand | None = None
        """The hand that is being used."""

    def __iter__(self) -> Iterator[History]:
        for hand in self._hands:
            try:
                history = hand.whole()
            except HistoryError as error:
                self.leave_out(hand, str(error))
                continue
            self.last = hand
            self.used += 1
            if self._bar and self.used % _OFTEN == 0:
                self._bar.tell(f"{counted(self.used, 'hand')}, {self.wrong:,} wrong: {hand.file}")
            yield history
        self._bar.clear()

    def leave_out(self, hand: Hand, why: str) -> None:
        """Name a hand or a file that cannot be used, and count it."""
        self.wrong += hand.number > 0
        self.unread += not hand.number
        self._bar.clear()
        note(f"{why}\n")

    def leave_last_out(self, error: FivecardError) -> None:
        """Count the hand out that was given last."""
        if self.last is not None:
            self.used -= 1
            self.leave_out(self.last, self.last.explain(error))

    def finish(self) -> int:
        """Say how much was left out, if anything was; give the exit status.

        Whoever writes a file asks within `replacing`: where no hand is right, it stays as it was.
        """
        if not (self.wrong or self.unread):
            return 0
        left = [counted(self.wrong, "hand")] * bool(self.wrong) + [counted(self.unread, "file")] * bool(self.unread)
        if not self.used:
            raise HistoryError(f"{' and '.join(left)} left out: there is nothing to write")
        note(f"{counted(self.used, 'hand')} used, {' and '.join(left)} left out\n")
        return 1

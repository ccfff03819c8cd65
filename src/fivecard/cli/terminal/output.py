"""What programs write: files that are there whole or as they were before, and notes beside them."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from stat import S_ISREG
from typing import TYPE_CHECKING, BinaryIO

from fivecard._util.atomic_file import atomic_file
from fivecard.cli.usage import UsageError
from fivecard.errors import FivecardError

if TYPE_CHECKING:
    from pathlib import Path

_NO_DESCRIPTOR = (1 << 31) - 1  # the largest number that one could have, which the system refuses as it would a larger


def note(text: str) -> None:
    """Write something beside the result, to standard error; nothing has failed if it cannot be written."""
    if sys.stderr.isatty() and not text.startswith("\r"):
        from fivecard._util.machine import columns
        from fivecard.cli.terminal.style import wrapped  # for those who look, and not before

        text = wrapped(text, columns())
    with suppress(OSError):
        sys.stderr.write(text)


def make_folder(folder: "Path") -> None:
    """Make a folder, if it is not there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise UsageError(f"-o {folder}: that is a file, not a folder") from None


@contextmanager
def replacing(name: str) -> Iterator[BinaryIO]:
    """Open an `atomic_file`, or what cannot be replaced as it is.

    That is a device, a named pipe, or a stream that is open already (`-`, `/dev/stdout`, `/dev/fd/63` of a shell's
    `>(...)`).
    """
    if not name:
        raise UsageError("-o needs the name of a file")
    number = 1 if name == "-" else _descriptor(name)
    if number == 1:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    with _naming(name):
        if number is None and _is_replaceable(name):
            with atomic_file(name) as target:
                yield target
        else:
            with open(name if number is None else os.dup(number), "wb") as stream:
                yield stream


def would_replace(name: str, source: int) -> bool:
    """Whether writing to a name would overwrite an open file, whatever other name or link that was opened by."""
    given = os.fstat(source)
    try:
        wanted = os.fstat(sys.stdout.fileno()) if name == "-" else os.stat(name)
    except (OSError, ValueError):  # not there yet, or no file at all
        return False
    return S_ISREG(given.st_mode) and os.path.samestat(given, wanted)


@contextmanager
def _naming(name: str) -> Iterator[None]:
    """Let an error say which file could not be written; a reader that has had enough is no error."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise FivecardError(f"{name}: {error.strerror or error}") from None


def _descriptor(name: str) -> int | None:
    """Find the descriptor of our own open file that a name like /dev/stdout stands for.

    Opened again by that name, a file would be emptied and written from its start, whatever others wrote there before.
    """
    own = os.path.realpath("/dev/fd")
    for _ in range(8):  # links that are followed
        folder, last = os.path.split(os.path.abspath(name))
        if last.isdecimal() and os.path.realpath(folder) == own:
            return int(last) if len(last) < 10 else _NO_DESCRIPTOR
        if not os.path.islink(name):
            return None
        name = os.path.join(folder, os.readlink(name))
    return None


def _is_replaceable(name: str) -> bool:
    """Whether a file can be put in the place of what is there: of a file or of nothing."""
    try:
        return S_ISREG(os.stat(name).st_mode)
    except FileNotFoundError:
        return bool(os.path.basename(name))

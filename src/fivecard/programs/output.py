"""Files that are there whole, or as they were before."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, BinaryIO

from fivecard.errors import FivecardError, UsageError

if TYPE_CHECKING:
    from pathlib import Path


def make_folder(folder: "Path") -> None:
    """Make a folder, if it is not there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise UsageError(f"-o {folder}: that is a file, not a folder") from None


@contextmanager
def replacing(name: str) -> Iterator[BinaryIO]:
    """Open a file beside the one that is wanted, and put it in its place when it is whole."""
    if name == "-":
        if sys.stdout is None:
            raise FivecardError("standard output is closed")
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    if not name:
        raise UsageError("-o needs the name of a file")
    wanted = os.path.realpath(name)  # what a link points to is replaced, not the link
    if os.path.exists(wanted) and not os.path.isfile(wanted):  # a device or a pipe cannot be
        with open(wanted, "wb") as target:
            yield target
        return
    folder, own_name = os.path.split(wanted)
    beside = os.path.join(folder, f".{own_name}.{os.getpid()}.part")
    try:
        target = open(beside, "xb")  # noqa: SIM115
    except OSError as error:
        raise FivecardError(f"{name}: {error.strerror}") from None
    from signal import SIGTERM, signal

    signal(SIGTERM, lambda *_: sys.exit(143))  # so that being told to stop cleans up too
    try:
        with target:
            if os.path.exists(wanted):
                os.fchmod(target.fileno(), os.stat(wanted).st_mode & 0o777)
            yield target
        os.replace(beside, wanted)
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(beside)
        raise

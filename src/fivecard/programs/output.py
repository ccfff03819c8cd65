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
        with open(wanted, "wb") as device:
            yield device
        return
    folder, own_name = os.path.split(wanted)
    beside = os.path.join(folder, f".{own_name}.{os.getpid()}.part")
    try:
        target: BinaryIO = _without_a_name(folder) or _with_a_name(beside)
    except OSError as error:
        raise FivecardError(f"{name}: {error.strerror}") from None
    try:
        with target:
            if os.path.exists(wanted):
                os.fchmod(target.fileno(), os.stat(wanted).st_mode & 0o777)
            yield target
            target.flush()
            if not os.path.exists(beside):
                # With a folder given, though the path is absolute, the link in /proc is followed to the file.
                os.link(f"/proc/self/fd/{target.fileno()}", beside, src_dir_fd=target.fileno())
        os.replace(beside, wanted)
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(beside)
        raise


def _without_a_name(folder: str) -> BinaryIO | None:
    """Open a file that is nowhere until it is given a name: whatever ends the program, nothing is left of it."""
    if not hasattr(os, "O_TMPFILE") or not os.path.exists("/proc/self/fd"):
        return None
    try:
        return open(os.open(folder, os.O_TMPFILE | os.O_WRONLY, 0o666), "wb")
    except OSError:  # not every file system has such files
        return None


def _with_a_name(name: str) -> BinaryIO:
    """Open a file under another name, which is removed even if the program is told to end."""
    from signal import SIGTERM, signal

    target = open(name, "xb")  # noqa: SIM115
    signal(SIGTERM, lambda *_: sys.exit(143))
    return target

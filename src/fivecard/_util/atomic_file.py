"""Files that are there whole or as they were before."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from typing import BinaryIO, TypeVar

Made = TypeVar("Made")


@contextmanager
def atomic_file(wanted: "str | os.PathLike[str]") -> Iterator[BinaryIO]:
    """Write to a file of its own, without a name where the system can, and then put it in place.

    What was there stays until the new file is whole, which gets its owner and its rights. A link stays a link: the file
    that it leads to is replaced. A file that may not be written is not replaced.
    """
    wanted = os.path.realpath(wanted)
    folder = os.path.dirname(wanted)
    old = os.stat(wanted) if os.path.exists(wanted) else None
    if old and not os.access(wanted, os.W_OK):
        raise PermissionError(13, "Permission denied")
    unnamed = _without_a_name(folder)
    beside, target = (None, unnamed) if unnamed else _at_a_new_name(folder, _with_a_name)
    try:
        with nullcontext() if beside is None else _stopping_in_order():
            with target:
                number = target.fileno()
                if old:
                    _give_rights(target, beside, old)
                yield target
                target.flush()
                if beside is None:
                    # With a folder given, though the path is absolute, the link in /proc is followed to the file.
                    beside, _ = _at_a_new_name(
                        folder, lambda name: os.link(f"/proc/self/fd/{number}", name, src_dir_fd=number)
                    )
            os.replace(beside, wanted)
            beside = None
    except OSError as error:
        if error.filename is not None:  # which nobody knows who asked for the other
            error.filename = wanted
        raise
    finally:
        if beside is not None:
            with suppress(FileNotFoundError):
                os.unlink(beside)


def _give_rights(target: BinaryIO, name: str | None, old: os.stat_result) -> None:
    """Give a file the owner and the rights that another has, as far as the system knows of them."""
    if hasattr(os, "fchown"):
        with suppress(PermissionError):  # only an administrator gives files away
            os.fchown(target.fileno(), old.st_uid, old.st_gid)
    if hasattr(os, "fchmod"):
        os.fchmod(target.fileno(), old.st_mode & 0o777)
    elif name is not None:
        os.chmod(name, old.st_mode & 0o777)


def _at_a_new_name(folder: str, make: Callable[[str], Made]) -> tuple[str, Made]:
    """Make something under a name that nobody can know before, and that nothing has: not even a link to nowhere."""
    while True:
        name = os.path.join(folder, f".fivecard-{os.urandom(8).hex()}.part")
        with suppress(FileExistsError):
            return name, make(name)


def _without_a_name(folder: str) -> BinaryIO | None:
    """Open a file that is nowhere until it is given a name: whatever ends the program, nothing is left of it."""
    if not hasattr(os, "O_TMPFILE") or not os.path.exists("/proc/self/fd"):
        return None
    try:
        return open(os.open(folder, os.O_TMPFILE | os.O_WRONLY, 0o666), "wb")
    except OSError:  # not every file system has such files
        return None


def _with_a_name(name: str) -> BinaryIO:
    return open(name, "xb")


@contextmanager
def _stopping_in_order() -> Iterator[None]:
    """Let signals that end a program end it as an error would, so that its unfinished file is removed."""
    import signal
    import threading

    def stop(number: int, frame: object) -> None:
        sys.exit(128 + number)

    if threading.current_thread() is not threading.main_thread():  # which alone may say what signals do
        yield
        return
    known = [getattr(signal, name) for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name)]
    changed: list[signal.Signals] = [number for number in known if signal.getsignal(number) is signal.SIG_DFL]
    for number in changed:
        signal.signal(number, stop)
    try:
        yield
    finally:
        for number in changed:
            signal.signal(number, signal.SIG_DFL)

"""What programs write: files that are there whole or as they were before, and notes beside them."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from stat import S_ISREG
from typing import TYPE_CHECKING, BinaryIO, TypeVar

from fivecard.cli.usage import UsageError
from fivecard.errors import FivecardError

if TYPE_CHECKING:
    from pathlib import Path

Made = TypeVar("Made")

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
    """Open a file beside the one that is wanted, and put it in its place when it is whole.

    A link stays a link: the file that it leads to is replaced. The rights of a file stay too, and one that may not be
    written is not replaced. What cannot be replaced is written to as it is: a device, a named pipe, or a stream that is
    open already (`-`, `/dev/stdout`, `/dev/fd/63` of a shell's `>(...)`).
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
            with _beside(os.path.realpath(name)) as target:
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


@contextmanager
def _beside(wanted: str) -> Iterator[BinaryIO]:
    """Write to a file of its own, without a name where the system can, and then put it in place."""
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

    def stop(number: int, frame: object) -> None:
        sys.exit(128 + number)

    known = [getattr(signal, name) for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name)]
    changed: list[signal.Signals] = [number for number in known if signal.getsignal(number) is signal.SIG_DFL]
    for number in changed:
        signal.signal(number, stop)
    try:
        yield
    finally:
        for number in changed:
            signal.signal(number, signal.SIG_DFL)

"""What this machine has to work with."""

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from operator import index

from fivecard.errors import ArgumentError, expect, quoted

TYPE_CHECKING = False  # as in fivecard/__init__.py
if TYPE_CHECKING:
    from pathlib import Path

MOST_THREADS = 1024
"""The compiled module starts no more."""
_PART = 0.75  # of what there is: others need some
_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
_ANY = 1 << 63


def cores() -> int:
    """Count the cores that this process may use.

    >>> cores() >= 1
    True
    """
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def threads_for(wanted: int | None) -> int:
    """The number of threads that is wanted, checked, or one for each core.

    >>> threads_for(3)
    3
    >>> threads_for(0)
    Traceback (most recent call last):
    fivecard.errors.ArgumentError: threads are a whole number from 1 to 1024, not 0
    """
    if wanted is None:
        return min(cores(), MOST_THREADS)
    try:
        number = index(wanted)  # NumPy's whole numbers too
    except TypeError:
        number = 0
    if not 1 <= number <= MOST_THREADS:
        raise ArgumentError(f"threads are a whole number from 1 to {MOST_THREADS}, not {quoted(wanted)}")
    return number


def pieces(count: int, size: int = 1 << 20) -> Iterator[slice]:
    """Cut long work into parts, between which Python hears signals.

    >>> list(pieces(5, size=3))
    [slice(0, 3, None), slice(3, 5, None)]
    """
    return (slice(start, min(start + size, count)) for start in range(0, count, size))


def path_of(file: "str | os.PathLike[str]") -> "Path":
    """Take a file's path in any of the forms in which Python takes it.

    >>> path_of("hands.txt").name
    'hands.txt'
    """
    from pathlib import Path  # what few need

    expect(file, str | os.PathLike, "a file's path")
    return Path(file)


def data_folder() -> "Path":
    """Where a person's files are kept, with the data of the person's other programs; it need not be there yet."""
    from pathlib import Path  # what few need

    if sys.platform == "win32":
        base = Path(os.environ.get("APPDATA") or Path.home())
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "fivecard"


def memory() -> int:
    """How many bytes a call may take: FIVECARD_MEMORY, or three quarters of what the machine or its container has.

    Work that would take more is refused before it takes any. FIVECARD_MEMORY is a number of bytes, or of K, M, G or T.

    >>> memory() > 0
    True
    """
    wanted = os.environ.get("FIVECARD_MEMORY", "")
    if wanted:
        number, unit = (wanted[:-1], wanted[-1].upper()) if wanted[-1].isalpha() else (wanted, "")
        try:
            found = float(number) * _UNITS[unit]
        except (ValueError, KeyError):
            found = 0
        if not 0 < found <= _ANY:
            raise ArgumentError(f"FIVECARD_MEMORY is a number of bytes above 0, such as 8G, not {quoted(wanted)}")
        return int(found)
    return int(_PART * min(_physical_memory(), _memory_of_container()))


def _physical_memory() -> int:
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):  # Windows, which refuses memory that it does not have
        return _ANY


def _memory_of_container() -> int:
    """What the control groups of Linux leave to this process, as far as it can see them."""
    from pathlib import Path  # what few need

    try:
        groups = Path("/proc/self/cgroup").read_text("utf-8", "surrogateescape").splitlines()
    except OSError:  # no Linux
        return _ANY
    limits = [_ANY]
    for _, controllers, path in (group.split(":", 2) for group in groups):
        root, name = Path("/sys/fs/cgroup"), "memory.max"
        if controllers:  # the first version of them
            if "memory" not in controllers.split(","):
                continue
            root, name = root / "memory", "memory.limit_in_bytes"
        for folder in (root, root / path.lstrip("/")):  # in a container its own group is the root
            with suppress(OSError, ValueError):  # not there, or "max"
                limits.append(int((folder / name).read_text()))
    return min(limits)


def columns() -> int:
    """How wide a line may be: COLUMNS if that is set, else the terminal's width, without one 80."""
    if os.environ.get("COLUMNS", "").isdecimal():
        return max(int(os.environ["COLUMNS"]), 20)
    try:
        width = os.get_terminal_size(sys.__stdout__.fileno()).columns  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):  # no terminal, or no output at all
        return 80
    return width or 80  # some terminals do not know theirs

"""Solutions in files.

A file is a line of JSON, spaces up to the next multiple of 64 bytes, and then the averages of both players, the first
player's first: as they are in memory, `f32` or `fp16`, lowest byte first; or all of that as one stream of zstd, where
the line says so (`"compression": "zstd"`). The line says how many bytes each player has, and the whole question.

A player's averages are street by street, board by board in the order in which the solver goes through them, node by
node as the tree has them; of a node a row for each action, of a row a number for each hand, filled up with zeros to a
multiple of 16. What a hand does is in proportion to its numbers in these rows.

What is not compressed is mapped, not read: of a large solution only what is looked at comes into memory.
"""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import fields
from typing import TYPE_CHECKING, Any, BinaryIO, Final, Protocol

import numpy as np

from fivecard._util.atomic_file import atomic_file
from fivecard._util.machine import memory, path_of, threads_for
from fivecard.cards import PLAIN
from fivecard.errors import (
    FivecardError,
    FormatError,
    MemoryLimitError,
    MissingDependencyError,
    expect,
    install,
    quoted,
)
from fivecard.ranges import Range
from fivecard.solvers.postflop.estimates import in_bytes, keeps_halves
from fivecard.solvers.postflop.solution import Kept, Solution
from fivecard.solvers.postflop.spot import Edit, Lock, Spot

if TYPE_CHECKING:
    from numpy.typing import NDArray

_MADE_BY: Final = "fivecard postflop 1"
_ALIGNED: Final = 64
_LONGEST_LINE: Final = 1 << 26
_AT_ONCE: Final = 1 << 24  # bytes, between which Python hears signals


def save(solution: Solution, file: str | os.PathLike[str], *, compress: bool = False) -> None:
    """Save a solution to a file, which is whole at any moment.

    Args:
        solution: What is solved so far.
        file: Where to.
        compress: Whether to make it smaller by zstd, which wants pyarrow; it is then read into memory, not mapped.
    """
    expect(solution, Solution, "a solution")
    expect(compress, bool, "True or False as compress")
    averages = [solution.native.averages(player) for player in (0, 1)]
    about: dict[str, Any] = {
        "made by": _MADE_BY,
        "precision": solution.precision,
        "iterations": solution.iterations,
        "bytes": [len(each) for each in averages],
        "spot": spot_to_json(solution.spot),
    }
    if compress:
        about["compression"] = "zstd"
        _refuse_without_zstd()
    line = json.dumps(about).encode()
    with atomic_file(path_of(file)) as target:
        target.write(line + b" " * (-(len(line) + 1) % _ALIGNED) + b"\n")
        with _compressing(target) if compress else nullcontext(target) as numbers:
            for each in averages:
                _write(numbers, each)
        target.flush()
        os.fsync(target.fileno())


def load(file: str | os.PathLike[str], *, threads: int | None = None) -> Solution:
    """Load a solution that `save` wrote. It can be looked at, not solved further: a file has no regrets.

    The file is mapped, and must stay as it is while the solution is used; `save` to the same name is safe, as it puts
    another file in its place.

    Args:
        file: Where it is.
        threads: How many threads work for it; None for as many as there are cores.
    """
    file = path_of(file)
    count = threads_for(threads)
    with file.open("rb") as source:
        try:
            about = json.loads(source.readline(_LONGEST_LINE))
            if about["made by"] != _MADE_BY:
                raise ValueError("it is of another kind")
            spot, precision, iterations = spot_from_json(about["spot"]), about["precision"], int(about["iterations"])
            halves = keeps_halves(spot.tree.game, precision)
            sizes = [spot.tree.game.numbers(player) * (2 if halves else 4) for player in (0, 1)]
            if sizes != about["bytes"] or iterations < 0:
                raise ValueError("it has another number of bytes than its question")
            compression = about.get("compression")
            if compression not in {None, "zstd"}:
                raise ValueError(f"it is compressed by {quoted(compression)}")
            averages = _decompressed(source, sizes) if compression else _mapped(source, sizes)
            return Solution(spot, threads=count, halves=halves, kept=Kept(*averages, iterations))
        except FivecardError as error:
            raise error.within(file) from None
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError, EOFError, OverflowError) as error:
            raise FormatError(f"{quoted(str(file))} is no solution that was saved whole: {error}") from None


def spot_to_json(spot: Spot) -> dict[str, Any]:
    """Turn a spot into JSON values.

    Args:
        spot: The question.

    >>> spot_to_json(Spot("Td 9d 6h", ("AA", "KK"), 100, 300, bets="50%"))["board"]
    'Td 9d 6h'
    """
    found = {each.name: getattr(spot, each.name) for each in fields(spot) if each.init}
    return found | {
        "board": PLAIN.join(spot.cards),
        "ranges": [str(range_) for range_ in spot.hand_ranges],
        "edits": [[edit.what, *edit.line, edit.action] for edit in spot.edits],
        "locks": [
            [list(lock.path), [str(each) if isinstance(each, Range) else each for each in lock.chances]]
            for lock in spot.locks
        ],
    }


def spot_from_json(told: Mapping[str, Any]) -> Spot:
    """Make a spot from the values of `spot_to_json`.

    Args:
        told: What JSON has of it.
    """
    stack = told["stack"]
    return Spot(
        **{
            **told,
            "ranges": tuple(told["ranges"]),
            "stack": tuple(stack) if isinstance(stack, list) else stack,
            "edits": tuple(Edit(what, tuple(line), action) for what, *line, action in told["edits"]),
            "locks": tuple(
                Lock(
                    tuple(path), tuple(Range(each, told["game"]) if isinstance(each, str) else each for each in chances)
                )
                for path, chances in told["locks"]
            ),
        }
    )


def _write(target: BinaryIO, numbers: "NDArray[np.uint8]") -> None:
    memory = numbers.data
    for begin in range(0, len(memory), _AT_ONCE):
        target.write(memory[begin : begin + _AT_ONCE])


def _mapped(source: BinaryIO, sizes: Sequence[int]) -> "tuple[NDArray[np.uint8], NDArray[np.uint8]]":
    """Both players' averages where the file has them."""
    begin = source.tell()
    if begin % _ALIGNED:
        raise ValueError("its numbers do not begin at a multiple of 64 bytes")
    if os.fstat(source.fileno()).st_size != begin + sum(sizes):
        raise EOFError("it ends too early, or too late")
    all_ = np.memmap(source, np.uint8, "r", begin, (sum(sizes),))
    return all_[: sizes[0]], all_[sizes[0] :]


def _decompressed(source: BinaryIO, sizes: Sequence[int]) -> "tuple[NDArray[np.uint8], NDArray[np.uint8]]":
    pyarrow = _refuse_without_zstd()
    if sum(sizes) > (allowed := memory()):
        raise MemoryLimitError(
            f"its strategy takes {in_bytes(sum(sizes))}, and {in_bytes(allowed)} are allowed (FIVECARD_MEMORY): save "
            "it without compression, and it is mapped"
        )
    first, second = (np.empty(size, np.uint8) for size in sizes)
    try:
        with pyarrow.CompressedInputStream(pyarrow.PythonFile(source, "r"), "zstd") as stream:
            for each in (first, second):
                _read(stream, each)
            if stream.read(1):
                raise EOFError("it ends too late")
    except OSError as error:
        raise ValueError(error) from None
    return first, second


def _read(source: "_SupportsReadInto", numbers: "NDArray[np.uint8]") -> None:
    for begin in range(0, len(numbers), _AT_ONCE):
        part = numbers[begin : begin + _AT_ONCE]
        done = 0
        while done < len(part):
            if not (read := source.readinto(part[done:].data)):
                raise EOFError("it ends too early")
            done += read


class _SupportsReadInto(Protocol):
    """A stream of bytes that come into a buffer."""

    def readinto(self, buffer: memoryview) -> int:
        """Fill a buffer from its start, and say how far."""


@contextmanager
def _compressing(target: BinaryIO) -> Iterator[BinaryIO]:
    pyarrow = _refuse_without_zstd()
    with pyarrow.CompressedOutputStream(pyarrow.PythonFile(_Unclosed(target), "w"), "zstd") as stream:
        yield stream


class _Unclosed:
    """Writes to a file that somebody else closes: who compresses would close it."""

    closed = False

    def __init__(self, target: BinaryIO) -> None:
        self._target = target

    def write(self, part: bytes) -> int:
        return self._target.write(part)

    def flush(self) -> None:
        self._target.flush()

    def close(self) -> None:
        self._target.flush()


def _refuse_without_zstd() -> Any:  # noqa: ANN401  (a module)
    try:
        import pyarrow
    except ImportError:
        raise MissingDependencyError(f"a solution that is compressed needs pyarrow: {install('data')}") from None
    return pyarrow

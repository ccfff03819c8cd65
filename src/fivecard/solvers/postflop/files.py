"""Solutions in files.

A file is a line of JSON, spaces up to the next multiple of 64 bytes, and then the averages of both players, the first
player's first: as they are in memory, `f32` or `fp16`, lowest byte first. The line says how many bytes each has, and
the whole question.

A player's averages are street by street, board by board in the order in which the solver goes through them, node by
node as the tree has them; of a node a row for each action, of a row a number for each hand, filled up with zeros to a
multiple of 16. What a hand does is in proportion to its numbers in these rows.
"""

import json
import os
from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from fivecard._util.atomic_file import atomic_file
from fivecard._util.machine import path_of
from fivecard.cards import PLAIN
from fivecard.errors import FivecardError, FormatError, expect, quoted
from fivecard.ranges import Range
from fivecard.solvers.postflop.solution import Solution
from fivecard.solvers.postflop.solving import start
from fivecard.solvers.postflop.spot import Edit, Lock, Spot

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_MADE_BY: Final = "fivecard postflop 1"
_ALIGNED: Final = 64
_LONGEST_LINE: Final = 1 << 26
_AT_ONCE: Final = 1 << 24  # bytes, between which Python hears signals


def save(solution: Solution, file: str | os.PathLike[str]) -> None:
    """Write a solution down, to be read again; the file is whole at any moment.

    Args:
        solution: What is solved so far.
        file: Where to.
    """
    expect(solution, Solution, "a solution")
    averages = [solution.native.averages(player) for player in (0, 1)]
    about = {
        "made by": _MADE_BY,
        "precision": solution.precision,
        "iterations": solution.iterations,
        "bytes": [len(each) for each in averages],
        "spot": spot_to_json(solution.spot),
    }
    line = json.dumps(about).encode()
    with atomic_file(path_of(file)) as target:
        target.write(line + b" " * (-(len(line) + 1) % _ALIGNED) + b"\n")
        for each in averages:
            _write(target, each)
        target.flush()
        os.fsync(target.fileno())


def load(file: str | os.PathLike[str], *, threads: int | None = None) -> Solution:
    """Read a solution that was saved. It can be looked at, not solved further: a file has no regrets.

    Args:
        file: Where it is.
        threads: How many threads work for it; None for as many as there are cores.
    """
    file = path_of(file)
    with file.open("rb") as source:
        try:
            about = json.loads(source.readline(_LONGEST_LINE))
            if about["made by"] != _MADE_BY:
                raise ValueError("it is of another kind")
            solution = start(spot_from_json(about["spot"]), threads=threads, precision=about["precision"])
            averages = [solution.native.averages(player) for player in (0, 1)]
            if [len(each) for each in averages] != about["bytes"]:
                raise ValueError("it has another number of bytes than its question")
            for each in averages:
                _read(source, each)
            solution.native.resume_at(int(about["iterations"]))
            solution.can_improve = False
        except FivecardError as error:
            raise error.within(file) from None
        except (ValueError, KeyError, TypeError, RecursionError, EOFError, OverflowError) as error:
            raise FormatError(f"{quoted(str(file))} is no solution that was saved whole: {error}") from None
    return solution


def spot_to_json(spot: Spot) -> dict[str, Any]:
    """Say a question in values that JSON has.

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
    """Read a question that `spot_to_json` said.

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


def _read(source: BinaryIO, numbers: "NDArray[np.uint8]") -> None:
    memory = numbers.data
    for begin in range(0, len(memory), _AT_ONCE):
        part = memory[begin : begin + _AT_ONCE]
        read = source.read(len(part))
        if len(read) != len(part):
            raise EOFError("it ends too early")
        part[:] = read

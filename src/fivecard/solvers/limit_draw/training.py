"""A game that learns by playing against itself, and what it has learnt so far, on disk."""

import json
import os
from collections.abc import Iterator
from dataclasses import asdict
from io import BufferedReader
from itertools import chain
from typing import TYPE_CHECKING, BinaryIO, Final

from fivecard import _core
from fivecard._util.atomic_file import atomic_file
from fivecard._util.machine import path_of, threads_for
from fivecard._util.sampling import checked_seed
from fivecard.errors import FivecardError, FormatError, quoted
from fivecard.solvers.limit_draw.game import LimitDraw

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_MAGIC: Final = "fivecard training 1"
_AT_ONCE: Final = 1 << 24  # bytes of a file, between which Python hears signals


class Training:
    """Regrets and averages of a game, and how often it was played.

    The same game, threads and seed give the same numbers, also if it was stopped and went on in between.

    Args:
        game: What is played.
        threads: How many threads, each with a deck of its own in every iteration; None for as many as there are cores.
        seed: What the decks are shuffled with.
    """

    def __init__(self, game: LimitDraw, *, threads: int | None = None, seed: int = 1) -> None:
        self.game = game
        self.threads = threads_for(threads)
        self.seed = checked_seed(seed)
        self._solver = _core.BettingSolver(game.native, self.threads, seed)

    @property
    def iterations(self) -> int:
        """How often it was played, on as many decks as there are threads each time."""
        return self._solver.iterations

    @property
    def value(self) -> float:
        """What player 0 won a hand while it learnt, since it began or went on."""
        return self._solver.value

    def iterate(self) -> None:
        """Play once more, and learn from it. Interrupted, it goes on from there the next time."""
        self._solver.iterate()

    def average(self) -> "tuple[NDArray[np.float32], ...]":
        """How it played on average, not normalised: the first round, the draws of both players, the second round."""
        self._solver.finish()
        return self._solver.average()

    def regrets(self) -> "tuple[NDArray[np.float32], ...]":
        """What it regrets not to have done, in the same order."""
        self._solver.finish()
        return self._solver.regrets()

    def _tables(self) -> "Iterator[NDArray[np.float32] | NDArray[np.uint32]]":
        return chain(self._solver.regrets(), self._solver.average(), self._solver.idle())

    def save(self, file: str | os.PathLike[str]) -> None:
        """Write everything down; the file is whole at any moment."""
        self._solver.finish()
        about = {"made by": _MAGIC, "threads": self.threads, "seed": self.seed, "iterations": self.iterations}
        with atomic_file(path_of(file)) as target:
            target.write(json.dumps(about | {"game": asdict(self.game)}).encode() + b"\n")
            for table in self._tables():
                _write(target, table)
            target.flush()
            os.fsync(target.fileno())

    @classmethod
    def load(cls, file: str | os.PathLike[str]) -> "Training":
        """Go on where a file ends."""
        file = path_of(file)
        with file.open("rb") as source:
            try:
                about = json.loads(source.readline(10_000))
                if about["made by"] != _MAGIC:
                    raise ValueError
                described = about["game"] | {"blinds": tuple(about["game"]["blinds"])}
                training = cls(LimitDraw(**described), threads=about["threads"], seed=about["seed"])
                for table in training._tables():
                    _read(source, table)
                training._solver.resume_at(about["iterations"])
            except FivecardError:
                raise
            except (ValueError, KeyError, TypeError, RecursionError, EOFError) as error:
                raise FormatError(f"{quoted(str(file))} is no training that was saved whole: {error}") from None
        return training


def _write(target: BinaryIO, table: "NDArray[np.float32] | NDArray[np.uint32]") -> None:
    """Write a table as NumPy does, but in parts: whole, one takes seconds."""
    from numpy.lib import format as npy

    npy.write_array_header_1_0(target, npy.header_data_from_array_1_0(table))
    memory = table.data.cast("B")
    for start in range(0, len(memory), _AT_ONCE):
        target.write(memory[start : start + _AT_ONCE])


def _read(source: BufferedReader, table: "NDArray[np.float32] | NDArray[np.uint32]") -> None:
    """Read a table of the same shape and type to where another stands."""
    from numpy.lib import format as npy

    if npy.read_magic(source) != (1, 0):
        raise ValueError("a table in another version of its format")
    shape, by_columns, kind = npy.read_array_header_1_0(source)
    if (shape, by_columns, kind) != (table.shape, False, table.dtype):
        raise ValueError(f"a table of {shape} numbers, not of {table.shape}")
    memory = table.data.cast("B")
    for start in range(0, len(memory), _AT_ONCE):
        part = memory[start : start + _AT_ONCE]
        if source.readinto(part) != len(part):
            raise EOFError("a table ends too early")

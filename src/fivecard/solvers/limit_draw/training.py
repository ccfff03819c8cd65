"""A game that learns by playing against itself, and what it has learnt so far, on disk."""

import json
import os
from collections.abc import Iterator
from dataclasses import asdict
from itertools import chain
from typing import TYPE_CHECKING, Final

from fivecard import _core
from fivecard._util.machine import path_of, threads_for
from fivecard._util.sampling import checked_seed
from fivecard.errors import FivecardError, quoted
from fivecard.solvers.limit_draw.game import LimitDraw

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_MAGIC: Final = "fivecard training 1"


class Training:
    """Regrets and averages of a game, and how often it was played.

    The same game, threads and seed give the same numbers, also if it was stopped and went on in between.
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
        import numpy as np  # only those who train need it

        self._solver.finish()
        file = path_of(file)
        new = file.with_name(file.name + ".new")
        about = {"made by": _MAGIC, "threads": self.threads, "seed": self.seed, "iterations": self.iterations}
        with new.open("wb") as target:
            target.write(json.dumps(about | {"game": asdict(self.game)}).encode() + b"\n")
            for table in self._tables():
                np.save(target, table, allow_pickle=False)
            target.flush()
            os.fsync(target.fileno())
        new.replace(file)

    @classmethod
    def load(cls, file: str | os.PathLike[str]) -> "Training":
        """Go on where a file ends."""
        import numpy as np

        file = path_of(file)
        with file.open("rb") as source:
            try:
                about = json.loads(source.readline(10_000))
                if about["made by"] != _MAGIC:
                    raise ValueError
                described = about["game"] | {"blinds": tuple(about["game"]["blinds"])}
                training = cls(LimitDraw(**described), threads=about["threads"], seed=about["seed"])
                for table in training._tables():
                    kept = np.load(source, allow_pickle=False)
                    if kept.shape != table.shape:
                        raise ValueError(f"a table of {kept.shape} numbers, not of {table.shape}")
                    table[...] = kept
                training._solver.resume_at(about["iterations"])
            except FivecardError:
                raise
            except (ValueError, KeyError, TypeError, RecursionError, EOFError) as error:
                raise FivecardError(f"{quoted(str(file))} is no training that was saved whole: {error}") from None
        return training

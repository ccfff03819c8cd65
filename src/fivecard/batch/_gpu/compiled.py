"""Kernels, compiled for the GPU in use when they are first needed, and the tables that they look up, in its memory."""

from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivecard import _core
from fivecard.batch._gpu.arrays import cupy
from fivecard.batch._gpu.tables import MULTIPLIER, plain_suits, rank_hash

_SOURCES: Final = Path(__file__).parent / "kernels"
_THREADS: Final = 1024
_BUFFERS: Final = 2
_ROWS_OF_A_WARP: Final = 128
_STATIC: Final = 8192  # bytes of shared memory at most that a kernel declares itself


class Kernel(NamedTuple):
    """A compiled kernel, and how it is launched."""

    function: Any
    threads: int
    shared: int
    sources: Any
    """The addresses of the tables, as the kernels have them in a struct, in the GPU's memory."""
    kept: tuple[Any, ...]
    """The tables themselves."""
    blocks: int
    """As many as work at once."""

    def __call__(self, work: int, *arguments: object) -> None:
        """Launch it for so many pieces of work, a thread each, on the stream in use."""
        blocks = max(1, min(self.blocks, -(-work // self.threads)))
        self.function((blocks,), (self.threads,), (*arguments, self.sources), shared_mem=self.shared)


def ranked(ranking: str, first_card: int, cards: int) -> Kernel:
    """The kernel for rows of so many cards under a ranking."""
    return _ranked("strengths.cu", "strengths", cupy().cuda.Device().id, ranking, first_card, cards)


def ranked_deals(ranking: str, first_card: int, hole: int, board: int, players: int) -> Kernel:
    """The kernel that deals hands of a game in which any cards play."""
    options = (f"-DOMAHA=0 -DHOLE={hole} -DBOARD={board} -DPLAYERS={players}").split()
    device = cupy().cuda.Device().id
    return _ranked("equity.cu", "sample", device, ranking, first_card, hole + board, tuple(options))


def omaha(hole: int, *, low: bool) -> Kernel:
    """The kernel for rows of so many hole cards in Omaha."""
    return _omaha("omaha.cu", "omaha_strengths", cupy().cuda.Device().id, (f"-DHOLE={hole}", f"-DLOW={int(low)}"))


def omaha_deals(hole: int, players: int) -> Kernel:
    """The kernel that deals hands of Omaha."""
    options = (f"-DOMAHA=1 -DHOLE={hole} -DBOARD=5 -DPLAYERS={players}").split()
    return _omaha("equity.cu", "sample", cupy().cuda.Device().id, tuple(options))


@cache
def _ranked(
    file: str, name: str, device: int, ranking: str, first_card: int, cards: int, options: tuple[str, ...] = ()
) -> Kernel:
    tables = rank_hash(ranking, cards)
    buffers = _THREADS // 32 * _BUFFERS * _ROWS_OF_A_WARP * cards if file == "strengths.cu" else 0
    needed = tables.offsets.nbytes + tables.suits.nbytes + buffers
    fits = needed + tables.values.nbytes + _STATIC <= _shared_memory(device)
    five = rank_hash(ranking, 5) if tables.flushes_lower else None
    sources: list[NDArray[Any]] = [tables.offsets, tables.suits, tables.values]
    if five:
        sources += [_bytes(five.offsets, five.suits), five.values, tables.flushes]
    defined = [
        f"-DCARDS={cards}",
        f"-DROWS={len(tables.offsets)}",
        f"-DCOLUMNS={len(tables.values)}",
        f"-DFIRST_CARD={first_card}",
        f"-DVALUES_IN_SHARED={int(fits)}",
        f"-DFLUSHES_LOWER={int(tables.flushes_lower)}",
        f"-DBUFFERS={_BUFFERS}",
    ]
    return _compile(file, name, [*defined, *options], needed + fits * tables.values.nbytes, sources)


@cache
def _omaha(file: str, name: str, device: int, options: tuple[str, ...]) -> Kernel:
    tallies, row_shift, offsets, values, _, flushes = _core.rank_hash("high", 5)
    suits = plain_suits(tallies, row_shift, len(offsets), len(values))
    sources: list[NDArray[Any]] = [offsets, suits, flushes, _core.omaha_rows(), _core.omaha_low_rows()]
    return _compile(file, name, list(options), offsets.nbytes + suits.nbytes + flushes.nbytes, sources)


def _compile(file: str, name: str, options: list[str], shared: int, sources: list[NDArray[Any]]) -> Kernel:
    cp = cupy()
    always = ["-std=c++17", f"-I{_SOURCES}", f"-DTHREADS={_THREADS}", f"-DMULTIPLIER={MULTIPLIER}u"]
    module = cp.RawModule(code=(_SOURCES / file).read_text(), options=(*always, *options))
    function = module.get_function(name)
    function.max_dynamic_shared_size_bytes = shared
    kept = tuple(cp.asarray(source) for source in sources)
    addresses = np.zeros(8, np.uint64)
    addresses[: len(kept)] = [table.data.ptr for table in kept]
    device = cp.cuda.Device()
    blocks = device.attributes["MultiProcessorCount"] * (
        device.attributes["MaxSharedMemoryPerMultiprocessor"] // (shared + _STATIC) or 1
    )
    return Kernel(function, _THREADS, shared, cp.asarray(addresses), kept, blocks)


def _bytes(*arrays: NDArray[Any]) -> NDArray[np.uint8]:
    """Several arrays behind each other."""
    return np.concatenate([array.view(np.uint8) for array in arrays])


def _shared_memory(device: int) -> int:
    return int(cupy().cuda.Device(device).attributes["MaxSharedMemoryPerBlockOptin"])

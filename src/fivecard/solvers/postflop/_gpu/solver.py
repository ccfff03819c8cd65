"""The same updates as the native solver's, by kernels of a GPU; what is learnt comes back to the native solver."""

from functools import cache
from math import inf
from pathlib import Path
from threading import local
from time import monotonic
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivecard import _core
from fivecard.batch._gpu.arrays import cupy
from fivecard.errors import MemoryLimitError

_SOURCE: Final = Path(__file__).parent / "kernels" / "postflop.cu"
_THREADS: Final = 288
_ROWS_AT_A_TIME: Final = 24
"""About how many rows a river program works with: shared memory holds them."""
_CARDS: Final = 52
_BLOCKS: Final = 3
"""That a processor of the GPU is to have room for."""
_LEARN, _AVERAGE, _BEST = 0, 1, 2
_BESIDES: Final = 1.3
"""What is taken in all is at most so many times the strategy (1.12 to 1.21 times for flops, measured), and this much
more: there are reaches and values of boards, too.
"""
_SMALL_THINGS: Final = 32 << 20  # bytes
_CHECKED_EVERY: Final = 0.02
"""Seconds of work after which the GPU is waited for, so that Ctrl-C and limits are heard."""
_OF_THREAD: Final = local()

_ARRAYS: Final = (
    "programs", "parts", "lanes", "steps", "inputs", "entries", "reaches", "contests", "order", "by_card",
    "card_start", "valid", "ancestors", "next_start", "next",
)  # fmt: skip
_STREET: Final = np.dtype(
    [
        *((name, "u8") for name in _ARRAYS),
        *((name, "u8") for name in ("renamed", "regrets", "averages", "others_regrets", "others_averages")),
        *((name, "u8") for name in ("locked", "others_locked", "weights")),
        ("reach", "u8", 3),
        *((name, "u8") for name in ("values", "next_values", "worth", "discount")),
        *((name, "i8") for name in ("program_count", "entry_count", "next_entry_count", "hands", "others")),
        *((name, "i8") for name in ("row", "others_row", "first_row", "rows", "others_first_row", "others_rows")),
        *((name, "i8") for name in ("first_node", "nodes", "others_first_node", "others_nodes")),
        ("reach_rows", "i8", 3),
        ("street", "i8"),
        ("chance", "f8"),
    ]
)
"""The struct `Street` of the kernels."""


class _Street(NamedTuple):
    """What a player's update has on a street, in the GPU's memory, and how it is launched."""

    struct: Any
    boards: int
    programs: int
    next_entries: int
    shared: int
    values: Any
    kept: tuple[Any, ...]


class GpuSolver:
    """Learns as `PostflopSolver` does, on the GPU in use; several threads keep it busy with a solver each.

    Args:
        kept: Where `finish` brings what is learnt: in f32, of its own, and of nothing yet but locks.
        game: The question.
    """

    def __init__(self, kept: "_core.PostflopAverages", game: "_core.PostflopGame") -> None:
        self._kept, self._game = kept, game
        self._refuse_too_large()
        self._told = self.iterations = 0
        self._raked, self._meetings = game.raked, game.meetings()
        self._graph: Any = None
        self._seconds_each = 0.0
        self._stream = _stream()
        with self._stream:
            self._take_memory()

    def _take_memory(self) -> None:
        cp, kept, game = cupy(), self._kept, self._game
        locked = kept.locked_nodes()
        learnt = [kept.averages(player).view(np.float32) for player in (0, 1)]
        self._averages = [cp.asarray(each) if len(locked) else cp.zeros(len(each), cp.float32) for each in learnt]
        self._regrets = [cp.zeros_like(each) for each in self._averages]
        self._weights = [cp.asarray(_filled(weights, game.row(player))) for player, weights in enumerate(game.weights)]
        self._locked = _split(locked, game.nodes_of(0))
        self._discount = cp.zeros(4, cp.float32)
        self._counted = cp.zeros(1, cp.uint64)
        self._streets = [self._lay_out(player) for player in (0, 1)]
        self._forgotten = np.float32(0.0 if len(self._streets[0]) == 1 else 0.5)
        _refuse_too_wide(max(street.shared for streets in self._streets for street in streets))
        self._kernels = [
            _kernels(cp.cuda.Device().id, mode, self._raked, game.most_actions) for mode in (_LEARN, _AVERAGE, _BEST)
        ]

    def _refuse_too_large(self) -> None:
        free = cupy().cuda.runtime.memGetInfo()[0] + cupy().get_default_memory_pool().free_bytes()
        wanted = self._game.strategy_bytes(False) * _BESIDES + _SMALL_THINGS
        if wanted > free:
            raise MemoryLimitError(
                f"{self._game.nodes:,} nodes would take {wanted / 1e9:.1f} GB of the GPU's memory, and "
                f"{free / 1e9:.1f} GB are free: allow fewer sizes, or begin later"
            )

    def _lay_out(self, player: int) -> list[_Street]:
        cp, game, other = cupy(), self._game, 1 - player
        numbers = game.device(player, _ROWS_AT_A_TIME)
        renamed = cp.asarray(game.renamed_back(player))
        row, others_row = game.row(player), game.row(other)
        reach_rows = [street["reach_rows"] if number + 1 < len(numbers) else 0 for number, street in enumerate(numbers)]
        reaches = [
            cp.empty(max(1, street["boards"] * rows * others_row), cp.float32)
            for street, rows in zip(numbers, reach_rows, strict=True)
        ]
        entries = [len(street["reaches"]) // 8 for street in numbers]
        values = [
            cp.zeros(street["boards"] * count * row, cp.float32) for street, count in zip(numbers, entries, strict=True)
        ]
        found = []
        for number, street in enumerate(numbers):
            last = number + 1 == len(numbers)
            next_entries = 0 if last else entries[number + 1]
            worth = cp.zeros(max(1, street["boards"] * next_entries * row), cp.float32)
            kept = {name: cp.asarray(street[name]) for name in _ARRAYS}
            struct = np.zeros(1, _STREET)
            for name, array in kept.items():
                struct[name] = array.data.ptr
            for name, array in (
                ("renamed", renamed), ("regrets", self._regrets[player]), ("averages", self._averages[player]),
                ("others_regrets", self._regrets[other]), ("others_averages", self._averages[other]),
                ("locked", self._locked[player]), ("others_locked", self._locked[other]),
                ("weights", self._weights[other]), ("values", values[number]), ("worth", worth),
                ("next_values", None if last else values[number + 1]), ("discount", self._discount),
            ):  # fmt: skip
                struct[name] = 0 if array is None else array.data.ptr
            for name, value in (
                ("program_count", len(street["sizes"])), ("entry_count", entries[number]),
                ("next_entry_count", next_entries), ("hands", game.hand_count(player)),
                ("others", game.hand_count(other)), ("row", row), ("others_row", others_row), ("street", number),
                ("chance", street["chance"]),
            ):  # fmt: skip
                struct[name] = value
            for name in ("first_row", "rows", "first_node", "nodes"):
                struct[name], struct["others_" + name] = street[name][player], street[name][other]
            for at, (array, rows) in enumerate(zip(reaches, reach_rows, strict=True)):
                struct["reach"][0, at], struct["reach_rows"][0, at] = array.data.ptr, rows
            on_gpu = cp.asarray(struct.view(np.uint8))
            shared = _shared(street["sizes"], row, others_row, game.hand_count(other), river=last)
            kept_all = (*kept.values(), renamed, worth, *reaches, *values)
            programs = len(street["sizes"])
            found.append(_Street(on_gpu, street["boards"], programs, next_entries, shared, values[number], kept_all))
        return found

    def _update(self, player: int, mode: int) -> None:
        """Launch what finds the values of a player's hands, and, where it learns, what follows from them."""
        *before, river = self._streets[player]
        kernels, threads = self._kernels[mode], (_THREADS,)
        for street in before:
            kernels["forward"]((street.boards,), threads, (street.struct,), shared_mem=street.shared)
        kernels["river"]((river.boards * river.programs,), threads, (river.struct,), shared_mem=river.shared)
        for street in reversed(before):
            kernels["combine"]((street.boards * street.next_entries,), threads, (street.struct,))
            kernels["backward"]((street.boards,), threads, (street.struct,), shared_mem=street.shared)

    def _play_once(self) -> None:
        self._kernels[_LEARN]["advance"]((1,), (1,), (self._counted, self._discount, self._forgotten))
        for player in (0, 1):
            self._update(player, _LEARN)

    def iterate(self, times: int) -> None:
        """Play so often. Interrupted, it has played less often."""
        self.iterate_until(times, inf)

    def iterate_until(self, times: int, seconds: float) -> bool:
        """Play so often, or as often as the seconds allow; says which it was.

        Args:
            times: How often.
            seconds: At most for how long.
        """
        if self._graph is None:
            with self._stream:
                self._stream.begin_capture()
                self._play_once()
                self._graph = self._stream.end_capture()
        began, done = monotonic(), 0
        while done < times:
            if (spent := monotonic() - began) >= seconds:
                return False
            at_once = (
                max(1, int(min(_CHECKED_EVERY, seconds - spent) / self._seconds_each)) if self._seconds_each else 1
            )
            at_once, before = min(at_once, times - done), monotonic()
            for _ in range(at_once):
                self._graph.launch(self._stream)
            self._stream.synchronize()
            self._seconds_each = (monotonic() - before) / at_once
            done += at_once
            self.iterations += at_once
        return True

    def exploitability(self) -> float:
        """What both players could gain on average, in parts of the pot: rounded as floats are, so it is no proof."""
        gain = sum(self.value(player, best=True) for player in (0, 1))
        if self._raked:
            gain -= sum(self.value(player, best=False) for player in (0, 1))
        return gain / 2

    def value(self, player: int, *, best: bool) -> float:
        """What a player wins, in parts of the pot, as floats are rounded.

        Args:
            player: Who.
            best: Whether with the best answer to the other, or playing on average.
        """
        with self._stream:
            self._update(player, _BEST if best else _AVERAGE)
            first = self._streets[player][0].values.get()
            weights = self._weights[player].get()
        return float(first.astype(np.float64) @ weights / self._meetings)

    def finish(self) -> None:
        """Bring what is kept up to date."""
        if self._told == self.iterations:
            return
        for player, averages in enumerate(self._averages):
            averages.get(self._stream, out=self._kept.averages(player).view(np.float32))
        self._told = self.iterations


def _shared(sizes: NDArray[np.int32], row: int, others_row: int, others: int, *, river: bool) -> int:
    """The bytes of shared memory that a street's largest program takes.

    Args:
        sizes: By program, its lanes, rows of reach, slots, parts, steps and inputs.
        row: The length of a row of who is updated.
        others_row: And of the other.
        others: The other's hands.
        river: Whether rows of reach are there too, and sums of what is shown down.
    """
    lanes, reach_rows, slots, parts, steps, inputs = sizes.T.astype(np.int64)
    floats = lanes * (_CARDS + 1) + slots * row
    if river:
        floats += lanes * (2 * others + _CARDS + others + 1) + reach_rows * others_row
    bound = 32 * parts + 32 * lanes + 24 * steps + 8 * inputs + 2 * (3 * others + _CARDS + 1) + 16
    return int((4 * floats + bound).max())


def _stream() -> Any:  # noqa: ANN401  (CuPy's)
    """The stream of this thread: CuPy keeps memory by stream, so that the thread's next solver finds it there."""
    cp = cupy()
    streams: dict[int, Any] = vars(_OF_THREAD).setdefault("streams", {})
    device = cp.cuda.Device().id
    if device not in streams:
        streams[device] = cp.cuda.Stream(non_blocking=True)
    return streams[device]


def _most_shared(device: int) -> int:
    return int(cupy().cuda.Device(device).attributes["MaxSharedMemoryPerBlockOptin"])


def _refuse_too_wide(shared: int) -> None:
    if shared > (allowed := _most_shared(cupy().cuda.Device().id)):
        raise MemoryLimitError(
            f"a board takes {shared:,} bytes of a GPU's shared memory, and there are {allowed:,}: allow fewer sizes, "
            "or narrower ranges"
        )


@cache
def _kernels(device: int, mode: int, raked: bool, most_actions: int) -> dict[str, Any]:
    names = {
        "PLAY_MODE": mode,
        "THREADS": _THREADS,
        "BLOCKS": _BLOCKS,
        "RAKED": int(raked),
        "MOST_ACTIONS": most_actions,
        "STREET_BYTES": _STREET.itemsize,
    }
    options = ("-std=c++20", *(f"-D{name}={value}" for name, value in names.items()))
    module = cupy().RawModule(code=_SOURCE.read_text(), options=options)
    kernels = {name: module.get_function(name) for name in ("forward", "backward", "river", "combine", "advance")}
    for name in ("forward", "backward", "river"):
        kernels[name].max_dynamic_shared_size_bytes = _most_shared(device)
    return kernels


def _filled(weights: NDArray[np.float32], size: int) -> NDArray[np.float32]:
    return np.concatenate([weights, np.zeros(size - len(weights), np.float32)])


def _split(locked: NDArray[np.uint8], first: int) -> list[Any]:
    """Flags of both players' nodes, or nothing where none is locked."""
    return [cupy().asarray(part) for part in (locked[:first], locked[first:])] if len(locked) else [None, None]

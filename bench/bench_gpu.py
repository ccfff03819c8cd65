"""Hands in the memory of a GPU, a second: strengths, Omaha, deals. Needs a GPU and CuPy."""

import time
from collections.abc import Callable
from typing import Any

import cupy as cp
import numpy as np

from fivecard import batch
from fivecard.equities import equity

ROWS = 1_000_000_000
DEALT = 20_000_000  # different ones, over and over again in another order


def best(work: Callable[[], object], times: int = 7) -> float:
    """The shortest time, by the GPU's own clock."""
    work()
    found: list[float] = []
    for _ in range(times):
        start, end = cp.cuda.Event(), cp.cuda.Event()
        start.record()
        work()
        end.record()
        end.synchronize()
        found.append(float(cp.cuda.get_elapsed_time(start, end)) / 1000)
    return min(found)


def many(rows: np.ndarray[Any, Any], count: int) -> Any:  # noqa: ANN401
    """So many rows on the GPU."""
    some = cp.asarray(np.ascontiguousarray(rows))
    made = cp.empty((count, some.shape[1]), cp.uint8)
    for at in range(0, count, len(some)):
        made[at : at + len(some)] = some[cp.random.permutation(len(some))] if at else some
    return made


def tell(what: str, count: float, seconds: float) -> None:
    """Write a line of the table."""
    print(f"{what:<44} {count / seconds / 1e9:8.1f} billion/s", flush=True)


def copied_a_second() -> float:
    """Bytes read and written by the fastest copy."""
    source = cp.zeros(1 << 32, cp.uint8)
    target = cp.empty_like(source)
    return 2 * int(source.nbytes) / best(lambda: cp.copyto(target, source))


def main() -> None:
    """Measure all of it."""
    name = cp.cuda.runtime.getDeviceProperties(0)["name"].decode()
    print(f"{name}; a copy moves {copied_a_second() / 1e12:.2f} TB/s")
    dealt = batch.random_hands(DEALT, 11, seed=1)
    for cards in (7, 6, 5):
        hands = many(dealt[:, :cards], ROWS)
        tell(f"{cards} cards", ROWS, best(lambda: batch.strengths(hands, errors="null")))  # noqa: B023
        tell(f"{cards} cards, the first bad row named", ROWS, best(lambda: batch.strengths(hands)))  # noqa: B023
        tell(f"{cards} cards, unaligned", ROWS - 1, best(lambda: batch.strengths(hands[1:], errors="null")))  # noqa: B023
    for hole in (4, 5, 6):
        deals = many(dealt[:, : hole + 5], ROWS // 10)
        holes, boards = cp.ascontiguousarray(deals[:, :hole]), cp.ascontiguousarray(deals[:, hole:])
        tell(f"Omaha, {hole} cards", len(deals), best(lambda: batch.omaha_strengths(holes, boards, errors="null")))  # noqa: B023
    for players, game in (
        (("AsKs", "QhQd"), "holdem"),
        (("AsKs", "random"), "holdem"),
        (("random",) * 6, "holdem"),
        (("AsKsQh7d", "JcTc9h8h"), "omaha"),
    ):
        equity(*players, game=game, exact=False, gpu=True, error=1e-2, seed=1)  # compiled
        start = time.perf_counter()
        found = equity(*players, game=game, exact=False, gpu=True, error=None, seconds=1, seed=1)
        shown = " against ".join(players) if len(set(players)) > 1 else f"{len(players)} random hands"
        tell(f"deals of {game}: {shown}", found.deals, time.perf_counter() - start)


if __name__ == "__main__":
    main()

"""Winners, ties and shares of many players on one core, beside NumPy and a copy: bench/run.sh bench/bench_pots.py."""

import numpy as np
from numpy.typing import NDArray

from fivecard import batch
from harness import Contender, report

ROWS = 10_000_000

Table = NDArray[np.uint16]


def best_of(table: Table) -> NDArray[np.bool_]:
    best: NDArray[np.bool_] = table == table.max(axis=1, keepdims=True)
    return best


def winners_with_numpy(table: Table) -> NDArray[np.int8]:
    return np.where(best_of(table).sum(axis=1) > 1, -1, table.argmax(axis=1)).astype(np.int8)


def shares_with_numpy(table: Table) -> Table:
    best = best_of(table)
    each = batch.POT // 2 // best.sum(axis=1, keepdims=True, dtype=np.uint16)
    return np.where(best, 2 * each, 0).astype(np.uint16)


def compare(players: int) -> None:
    table, low = (
        np.random.default_rng(most).integers(0, most + 1, (ROWS, players), dtype=np.uint16) for most in (7462, 56)
    )
    np.testing.assert_array_equal(batch.winners(table), winners_with_numpy(table))
    np.testing.assert_array_equal(batch.shares(table), shares_with_numpy(table))
    report(
        f"{players} players, {ROWS:,} rows, one thread",
        [
            Contender("winners", lambda: batch.winners(table, threads=1), ROWS),
            Contender("ties", lambda: batch.ties(table, threads=1), ROWS),
            Contender("shares", lambda: batch.shares(table, threads=1), ROWS),
            Contender("shares, high and low", lambda: batch.shares(table, low, threads=1), ROWS),
            Contender("winners with NumPy", lambda: winners_with_numpy(table), ROWS),
            Contender("shares with NumPy", lambda: shares_with_numpy(table), ROWS),
            Contender("a copy of the strengths", table.copy, ROWS),
        ],
        unit="rows",
        rounds=4,
    )


if __name__ == "__main__":
    for players in (2, 6, 10):
        compare(players)

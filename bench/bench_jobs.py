"""What threads bring, and what they cost: arrays around the size where a second one pays, and solver iterations.

bench/run.sh bench/bench_jobs.py
"""

from statistics import median
from time import perf_counter

from fivecard import _core, batch
from fivecard.solver import LimitDraw, Training
from harness import Work


def best(work: Work, times: int) -> float:
    """The quickest of so many times, in microseconds."""
    found = []
    for _ in range(times):
        start = perf_counter()
        work()
        found.append(perf_counter() - start)
    return 1e6 * min(found)


def arrays() -> None:
    """Strengths of rows of seven cards."""
    print("\nstrengths, microseconds, the best of many\n")
    for rows, times in ((20_000, 400), (50_000, 400), (100_000, 400), (1_000_000, 50)):
        hands = batch.random_hands(rows, 7, seed=1)
        each = {threads: best(lambda: batch.strengths(hands, threads=threads), times) for threads in (1, 2, 1, 2)}  # noqa: B023
        print(f"  {rows:>9,} rows" + "".join(f"{each[threads]:10.0f} with {threads}" for threads in each))


def iterations() -> None:
    """A game of four cards, whose work is nothing, and the default game."""
    print("\nsolver iterations, microseconds, the best of many\n")
    numbers = [0, 1, 2, 3]
    game = _core.BettingGame.of_cards((1, 1), 0, (1, 2), (1, 1), 1, 4, 1, numbers, numbers)
    for threads in (1, 2, 8, 64):
        solver = _core.BettingSolver(game, threads, 1)
        print(f"  four cards, {threads:>2} threads{best(solver.iterate, 100):12.0f}")
    for threads in (1, 2):
        training = Training(LimitDraw(), threads=threads)
        times = [best(training.iterate, 1) for _ in range(8)]
        print(f"  default game, {threads} threads{min(times):12.0f}, median {median(times):.0f}")


if __name__ == "__main__":
    arrays()
    iterations()

"""What threads bring, and what they cost; how soon calls end on Ctrl-C; whether seconds are kept.

bench/run.sh bench/bench_jobs.py
"""

import signal
import subprocess
import sys
from pathlib import Path
from statistics import median
from time import monotonic, perf_counter, sleep
from typing import Final

from fivecard import _core, batch
from fivecard.equities import equity
from fivecard.errors import FivecardError
from fivecard.solvers.limit_draw import LimitDraw, Training
from harness import Work

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT))
from tests.endless import ENDLESS  # noqa: E402

SOON: Final = 0.1  # seconds from Ctrl-C to the end of a call
TIMES: Final = 5
LATE: Final = """
import os, signal, time
{setup}

def handler(*_):
    raise KeyboardInterrupt
signal.signal(signal.SIGINT, handler)
print("begun", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print(time.monotonic(), flush=True)
os._exit(0)
"""


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


def until_it_ends(name: str) -> float:
    """Seconds from the signal to the KeyboardInterrupt in the program that made a call."""
    setup, _, call = ENDLESS[name].rpartition("\n")
    command = [sys.executable, "-c", LATE.format(setup=setup, call=call)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            process.stdout.readline()
            sleep(0.7)
            sent = monotonic()  # the clock of all processes of the machine
            process.send_signal(signal.SIGINT)
            said = process.communicate(timeout=60)[0]
        finally:
            process.kill()
    return float(said) - sent


def stops(names: list[str]) -> bool:
    """Every kind of call."""
    print("\nfrom Ctrl-C to the end of a call, milliseconds: the best, the median and the worst of several\n")
    kept = True
    for name in names:
        found = [until_it_ends(name) for _ in range(TIMES)]
        kept &= min(found) <= SOON
        shown = "".join(f"{1000 * each:8.0f}" for each in (min(found), median(found), max(found)))
        print(f"  {name:<28}{shown}{'' if min(found) <= SOON else '  LATE'}", flush=True)
    return kept


QUESTIONS: Final[list[tuple[list[str], str, bool]]] = [
    (["AsKs", "QhQd"], "holdem", False),
    (["20%", *5 * ["random"]], "holdem", False),
    (10 * ["20%"], "holdem", False),
    (["1%", "1%"], "omaha", False),
    (["10%", "10%"], "omaha", True),
    (6 * ["5%"], "omaha-hi-lo", False),
    (["5%", "random"], "omaha", True),
    (3 * ["100%"], "holdem", True),
    (10 * ["TT+, ATs+, KTs+, QTs+, JTs, ATo+, KTo+, QTo+, JTo"], "holdem", False),
]


def seconds() -> bool:
    """Questions that could last much longer."""
    print("\nseconds asked for and taken: the best and the worst of several\n")
    kept = True
    for players, game, exact in QUESTIONS:
        for asked in (0.2, 1.0):
            taken = []
            for _ in range(TIMES):
                start = monotonic()
                try:
                    equity(*players, game=game, exact=exact, error=None, seconds=asked, seed=1)
                except FivecardError as error:  # not exact within these seconds
                    if "seconds" not in str(error):
                        raise
                taken.append(monotonic() - start)
            right = min(taken) - asked <= max(0.1 * asked, 0.05)
            kept &= right
            what = f"{len(players)} x {players[0]:.10} {game}{', exact' if exact else ''}"
            print(f"  {what:<44}{asked:6.1f}{min(taken):8.3f}{max(taken):8.3f}{'' if right else '  LATE'}", flush=True)
    return kept


if __name__ == "__main__":
    if sys.argv[1:] != ["--stops"]:
        arrays()
        iterations()
    kept = stops(list(ENDLESS)), seconds()
    sys.exit(0 if all(kept) else "some calls ended late")

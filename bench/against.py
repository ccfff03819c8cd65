"""High hands here against those of another environment, such as an older commit's.

    .venv/bin/python bench/against.py OTHER_PYTHON

Both stay alive, and take turns: each measures when it is asked.
"""

import subprocess
import sys
from collections.abc import Callable
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from fivecard import _core, batch, evaluate, strength  # noqa: TID251  (to force a path)
from fivecard.cards import ALL_CARDS, Card

ROWS = 2_000_000
ROUNDS = 101
FEW = 2_000
# Each has a call of its own, as a program has: Python is quicker with a call that always goes to one function.
ONE_BY_ONE: dict[str, Callable[[list[tuple[Card, ...]]], object]] = {
    "strength": lambda hands: [strength(hand) for hand in hands],
    "evaluate": lambda hands: [evaluate(hand) for hand in hands],
}
ARRAYS = [
    f"{kernel} {cards} {form}" for kernel in ("avx512", "portable") for cards in (5, 7) for form in ("rows", "sets")
]
ITEMS = dict.fromkeys(ARRAYS, ROWS) | {f"{name} one by one": FEW for name in ONE_BY_ONE}


def answer_questions() -> None:
    """Read a kernel, a number of cards and a form from each line, and write the seconds that one call takes."""
    hands: dict[str, NDArray[np.uint8] | NDArray[np.uint64]] = {}
    for cards in (5, 7):
        rows = batch.random_hands(ROWS, cards, seed=1)
        hands[f"{cards} rows"] = rows
        hands[f"{cards} sets"] = np.bitwise_or.reduce(np.uint64(1) << rows.astype(np.uint64), axis=1)
    out = np.empty(ROWS, dtype=np.uint16)
    some = [tuple(ALL_CARDS[card] for card in row) for row in hands["7 rows"][:FEW].tolist()]
    for line in sys.stdin:
        kernel, what = line.strip().split(" ", 1)
        if kernel in ONE_BY_ONE:
            start = perf_counter()
            ONE_BY_ONE[kernel](some)
        else:
            _core.use_kernel(kernel)
            start = perf_counter()
            batch.strengths(hands[what], threads=1, out=out)
        print(perf_counter() - start, flush=True)


def ask(process: "subprocess.Popen[str]", question: str) -> float:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{question}\n")
    process.stdin.flush()
    return float(process.stdout.readline())


def compare(other: str) -> None:
    these, those = (
        subprocess.Popen([python, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for python in (sys.executable, other)
    )
    print(f"\nHigh hands, one thread, best of {ROUNDS}: million a second, here and there\n")
    times = [[[ask(each, question) for each in (these, those)] for question in ITEMS] for _ in range(ROUNDS)]
    for (question, items), seconds in zip(ITEMS.items(), np.array(times).min(axis=0), strict=True):
        here, there = items / seconds / 1e6
        print(f"  {question:<20}{here:10.1f}{there:10.1f}{here / there:8.3f} x")


if __name__ == "__main__":
    compare(sys.argv[1]) if len(sys.argv) > 1 else answer_questions()

"""High hands here against those of another environment, such as an older commit's.

    .venv/bin/python bench/against.py OTHER_PYTHON

Both stay alive, and take turns: each measures when it is asked.
"""

import subprocess
import sys
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from fivecard import _core, batch  # noqa: TID251  (to force a path)

ROWS = 2_000_000
ROUNDS = 101
QUESTIONS = [
    f"{kernel} {cards} {form}" for kernel in ("avx512", "portable") for cards in (5, 7) for form in ("rows", "sets")
]


def answer_questions() -> None:
    """Read a kernel, a number of cards and a form from each line, and write the seconds that one call takes."""
    hands: dict[str, NDArray[np.uint8] | NDArray[np.uint64]] = {}
    for cards in (5, 7):
        rows = batch.random_hands(ROWS, cards, seed=1)
        hands[f"{cards} rows"] = rows
        hands[f"{cards} sets"] = np.bitwise_or.reduce(np.uint64(1) << rows.astype(np.uint64), axis=1)
    out = np.empty(ROWS, dtype=np.uint16)
    for line in sys.stdin:
        kernel, what = line.strip().split(" ", 1)
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
    print(f"\nHigh hands, {ROWS:,} a call, one thread, best of {ROUNDS}: million a second, here and there\n")
    times = [[[ask(each, question) for each in (these, those)] for question in QUESTIONS] for _ in range(ROUNDS)]
    for question, (here, there) in zip(QUESTIONS, ROWS / np.array(times).min(axis=0) / 1e6, strict=True):
        print(f"  {question:<20}{here:10.0f}{there:10.0f}{here / there:8.3f} x")


if __name__ == "__main__":
    compare(sys.argv[1]) if len(sys.argv) > 1 else answer_questions()

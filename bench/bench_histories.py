"""Hands in PHH read and replayed a second, on one core: bench/run.sh bench/bench_histories.py."""

from pathlib import Path

import pokerkit

from fivecard.histories.phh import loads
from harness import Contender, report

GOLDEN = Path(__file__).parent.parent / "tests" / "golden" / "histories"
# One of the 47 writes a raise as no more than can be called, which pokerkit does not replay.
HANDS = [file.read_text() for file in sorted(GOLDEN.glob("*.phh")) if file.stem != "wsop-83-FR"]


def fivecard_stacks() -> int:
    return sum(loads(text).replay().stacks[0] for text in HANDS)


def pokerkit_stacks() -> int:
    total = 0
    for text in HANDS:
        *_, last = pokerkit.HandHistory.loads(text)
        total += last.stacks[0]
    return int(total)


if __name__ == "__main__":
    report(
        f"{len(HANDS)} hands in PHH, from text to the last chip",
        [
            Contender("fivecard", fivecard_stacks, len(HANDS)),
            Contender("pokerkit", pokerkit_stacks, len(HANDS)),
        ],
        rounds=15,
    )

"""Handout E's program on a file of a million deals: bench/run.sh bench/bench_showdown.py.

`FIVECARD_BENCH_LINES=100000000` takes a larger file (39 bytes a line); only the whole command and `cat` run then.
"""

import filecmp
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import treys
from phevaluator import evaluate_omaha_cards

from fivecard import _core, batch
from fivecard.showdown import settle_file
from harness import Contender, keep, report

LINES = int(os.environ.get("FIVECARD_BENCH_LINES", "1000000"))
BIN = Path(sys.executable).parent
STUDENT = Path(__file__).with_name("student_omaha.c")


def make_deals(path: Path) -> None:
    with path.open("w") as file:
        for start in range(0, LINES, 1_000_000):
            deals = batch.random_deals(min(1_000_000, LINES - start), seed=start, hole=4)
            file.write("\n".join(batch.format(deals)).upper() + "\n")


def command(*words: str | Path) -> Callable[[], object]:
    return lambda: subprocess.run([str(word) for word in words], check=True, capture_output=True)


def native_part(deals: Path, out: Path, *, explain: bool = False) -> Callable[[], object]:
    def work() -> object:
        with deals.open("rb", buffering=0) as source, out.open("wb") as target:
            return settle_file(source, target.write, explain=explain)

    return work


def in_memory(deals: Path, *rankings: str) -> Callable[[], object]:
    """The native part alone: from the bytes of the deals to the bytes of the results, two texts at work at a time."""
    data = memoryview(deals.read_bytes())
    step = (1 << 20) // 39 * 39
    parts = [data[start : start + step] for start in range(0, len(data), step)]

    def work() -> object:
        showdowns = _core.Showdowns([*rankings], 2, 4, 5, 2, False, None, "text")
        at_work: list[_core.Task] = []
        lines = 0
        for part in parts:
            at_work.append(showdowns.settle(part))
            if len(at_work) > 2:
                lines += at_work.pop(0).result()[1]
        lines += sum(task.result()[1] for task in at_work)
        assert lines == LINES
        return lines

    return work


def with_phevaluator(deals: Path, lines: int) -> list[str]:
    results = []
    with deals.open() as file:
        for line in islice(file, lines):
            cards = line.split()
            one, two = (evaluate_omaha_cards(*cards[8:], *hand) for hand in (cards[:4], cards[4:8]))
            results.append("No single winner" if one == two else f"Player {1 if one < two else 2} wins")
    return results


def with_treys(deals: Path, lines: int) -> list[str]:
    from itertools import combinations

    evaluate = treys.Evaluator().evaluate
    results = []
    with deals.open() as file:
        for line in islice(file, lines):
            cards = [treys.Card.new(text[0] + text[1].lower()) for text in line.split()]
            one, two = (
                min(evaluate(list(t), list(b)) for t in combinations(hand, 2) for b in combinations(cards[8:], 3))
                for hand in (cards[:4], cards[4:8])
            )
            results.append("No single winner" if one == two else f"Player {1 if one < two else 2} wins")
    return results


def main(folder: Path) -> None:
    deals, out, copy, student = (folder / name for name in ("deals.txt", "out.txt", "copy.txt", "student"))
    print(f"\nwriting {LINES:,} deals ...")
    make_deals(deals)
    shell = ["sh", "-c", f"cat {deals} > {copy}"]
    contenders = [
        Contender("fivecard showdown (whole command)", command(BIN / "fivecard", "showdown", deals, "-o", out), LINES),
        Contender("cat INPUT > COPY", command(*shell), LINES),
    ]
    if LINES <= 1_000_000:
        command("cc", "-O2", "-o", student, STUDENT)()
        why = command(BIN / "fivecard", "showdown", deals, "-o", folder / "why.txt", "--explain")
        contenders += [
            Contender("fivecard, the native part alone", in_memory(deals, "high"), LINES),
            Contender("the same, high-low", in_memory(deals, "high", "eight-or-better"), LINES),
            Contender("fivecard, reading to writing", native_part(deals, folder / "native.txt"), LINES),
            Contender("fivecard showdown --explain", why, LINES),
            Contender("a student's C program", command(student, deals, folder / "student.txt"), LINES),
            Contender("Python with phevaluator", lambda: with_phevaluator(deals, 20_000), 20_000),
            Contender("Python with treys", lambda: with_treys(deals, 200), 200),
        ]
    rounds = 7 if LINES <= 1_000_000 else 2
    seconds = report(f"{LINES:,} lines from file to file", contenders, unit="lines", rounds=rounds)
    for name, each in seconds.items():
        print(f"  {name:<38}{each * LINES:10.3f} s for all lines")
    if LINES <= 1_000_000:
        assert filecmp.cmp(out, folder / "student.txt", shallow=False)
        assert out.read_text().splitlines()[:20_000] == with_phevaluator(deals, 20_000)
        start = min(timed(command(sys.executable, "-c", "pass")) for _ in range(20))
        whole, cat = (seconds[contender.name] * LINES for contender in contenders[:2])
        keep({"omaha_file": whole})
        print(f"\n  python -c pass: {start:.3f} s; whole command / (3 cat + python): {whole / (3 * cat + start):.2f}")


def timed(work: Callable[[], object]) -> float:
    from time import perf_counter

    start = perf_counter()
    work()
    return perf_counter() - start


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(dir=".") as name:
        main(Path(name))

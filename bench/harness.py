"""Measuring side by side: interleaved, best of several, ratios first."""

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from time import perf_counter

Work = Callable[[], object]
FIGURES = Path(__file__).parent.parent / "docs" / "figures.json"


@dataclass(frozen=True)
class Contender:
    """One way to do the work; a call does `items` pieces of it and gives something that depends on all of them."""

    name: str
    work: Work
    items: int


def measure(
    contenders: list[Contender], *, rounds: int = 9, clock: Callable[[], float] = perf_counter
) -> dict[str, float]:
    """Give seconds per item: every round runs every contender once, and the best round of each counts.

    With `clock=thread_time` it is the processor's time, for work of one thread on a machine that has other work too.
    """
    best = dict.fromkeys((contender.name for contender in contenders), float("inf"))
    for _ in range(rounds):
        for contender in contenders:
            start = clock()
            contender.work()
            best[contender.name] = min(best[contender.name], (clock() - start) / contender.items)
    return best


def report(
    title: str,
    contenders: list[Contender],
    *,
    unit: str = "hands",
    rounds: int = 9,
    clock: Callable[[], float] = perf_counter,
) -> dict[str, float]:
    """Measure and print: rate, time per item, and how many times faster the first contender is."""
    seconds = measure(contenders, rounds=rounds, clock=clock)
    ours = seconds[contenders[0].name]
    print(f"\n{title}\n")
    for name, each in sorted(seconds.items(), key=lambda item: item[1]):
        print(f"  {name:<38}{1 / each / 1e6:10.3f} M {unit}/s {each * 1e9:10.1f} ns   {each / ours:8.2f} x")
    return seconds


def keep(measured: dict[str, float]) -> None:
    """Put numbers that the documents show into docs/figures.json, where that is wanted: `bench/run.sh --keep`."""
    if "FIVECARD_KEEP" not in os.environ:
        return
    figures = json.loads(FIGURES.read_text())
    for name, value in measured.items():
        figures[name] |= {"value": float(f"{value:.4g}"), "date": date.today().isoformat()}
    lines = [f"  {json.dumps(name)}: {json.dumps(figure)}" for name, figure in figures.items()]
    FIGURES.write_text("{\n" + ",\n".join(lines) + "\n}\n")

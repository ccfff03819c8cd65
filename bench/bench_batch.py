"""Arrays of hands on one core, and against the number of rows: bench/run.sh bench/bench_batch.py.

OMPEval takes the same bytes, the number of cards being known when it was compiled (ompeval.py). Draws
docs/pictures/batch-speed.svg.
"""

from pathlib import Path
from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
from numpy.typing import NDArray
from phevaluator import evaluate_cards, evaluate_omaha_cards

import ompeval
from fivecard import _core, batch  # noqa: TID251  (to force a path)
from harness import Contender, keep, measure, report
from paths import KERNELS, on

ROWS = 10_000_000
PICTURE = Path(__file__).parent.parent / "docs" / "pictures" / "batch-speed.svg"


def array_contenders(cards: int) -> list[Contender]:
    hands = batch.random_hands(ROWS, cards, seed=1)
    sets = np.bitwise_or.reduce(np.uint64(1) << hands.astype(np.uint64), axis=1)
    out = np.empty(ROWS, dtype=np.uint16)
    few: list[Any] = hands[:2_000].tolist()
    ours = [
        contender
        for kernel in KERNELS
        for contender in (
            Contender(f"fivecard, {kernel}", on(kernel, lambda: batch.strengths(hands, threads=1, out=out)), ROWS),
            Contender(f"fivecard sets, {kernel}", on(kernel, lambda: batch.strengths(sets, threads=1, out=out)), ROWS),
        )
    ]
    return [
        *ours,
        Contender("OMPEval", ompeval.evaluator(hands, np.empty_like(out)), ROWS),
        Contender("phevaluator", lambda: [evaluate_cards(*hand) for hand in few], len(few)),
    ]


def omaha_contenders() -> list[Contender]:
    rows = 2_000_000
    deals = batch.random_deals(rows, seed=2, hole=4)
    few = deals[:1_000].tolist()

    def phevaluator() -> object:
        return [
            (evaluate_omaha_cards(*deal[8:], *deal[:4]), evaluate_omaha_cards(*deal[8:], *deal[4:8])) for deal in few
        ]

    ours = [
        Contender(f"fivecard, {kernel}", on(kernel, lambda: batch.omaha_winners(deals, threads=1)), rows)
        for kernel in KERNELS
    ]
    return [*ours, Contender("phevaluator", phevaluator, len(few))]


def against_rows() -> dict[str, list[tuple[int, float]]]:
    """Million hands a second against the number of rows, for each path; every call makes its own result."""
    curves: dict[str, list[tuple[int, float]]] = {}
    for rows in [10**power for power in range(1, 8)]:
        hands = batch.random_hands(rows, 7, seed=3)
        repeat = max(1, 200_000 // rows)

        def work(hands: NDArray[np.uint8] = hands, repeat: int = repeat) -> object:
            return [batch.strengths(hands, threads=1) for _ in range(repeat)]

        contenders = [Contender(kernel, on(kernel, work), rows * repeat) for kernel in KERNELS]
        for kernel, seconds in measure(contenders, rounds=7).items():
            curves.setdefault(kernel, []).append((rows, 1e-6 / seconds))
    return curves


def draw(seven: dict[str, float], curves: dict[str, list[tuple[int, float]]]) -> None:
    mpl.rcParams["svg.hashsalt"] = "fivecard"
    figure, (bars, lines) = plt.subplots(1, 2, figsize=(11, 3.8), layout="constrained")
    names = sorted(seven, key=lambda name: -seven[name])
    colours = ["#b3262e" if name.startswith("fivecard") else "#8a8f98" for name in names]
    rates = [1e-6 / seven[name] for name in names]
    bars.barh(names, rates, color=colours)
    bars.bar_label(bars.containers[0], [f"{rate:,.0f}" if rate >= 10 else f"{rate:.1f}" for rate in rates], padding=4)
    bars.set(title="Seven cards, 10 million rows, one core", xlabel="million hands a second")
    bars.margins(x=0.15)
    for (kernel, points), colour in zip(curves.items(), ("#b3262e", "#d0575e", "#e0898e"), strict=False):
        lines.plot(*zip(*points, strict=True), marker="o", label=kernel, color=colour)
    lines.set(xscale="log", title="Against the number of rows a call", xlabel="rows", ylabel="million hands a second")
    lines.legend(frameon=False)
    for axes in (bars, lines):
        axes.spines[["top", "right"]].set_visible(False)
    PICTURE.parent.mkdir(exist_ok=True)
    figure.savefig(PICTURE, metadata={"Date": None})


if __name__ == "__main__":
    report("Five cards, 10 million rows", array_contenders(5))
    report("Six cards, 10 million rows", array_contenders(6))
    seven = report("Seven cards, 10 million rows", array_contenders(7))
    shown = {"rows7": "fivecard, avx512", "rows7_avx2": "fivecard, avx2", "rows7_portable": "fivecard, portable",
             "ompeval7": "OMPEval", "phevaluator7": "phevaluator"}  # fmt: skip
    keep({name: 1e-6 / seven[contender] for name, contender in shown.items()})
    report("Omaha, both players", omaha_contenders(), unit="showdowns")
    _core.use_kernel("")
    big = batch.random_hands(100_000_000, 7, seed=4)
    out = np.empty(len(big), dtype=np.uint16)

    def with_threads(threads: int) -> Contender:
        return Contender(f"threads: {threads}", lambda: batch.strengths(big, threads=threads, out=out), len(big))

    report("Seven cards, 100 million rows", [with_threads(1), with_threads(2)], rounds=5)
    census = Contender("fivecard.batch.census", lambda: batch.census(7), 133_784_560)
    report("All 133,784,560 seven-card hands, counted", [census])
    draw(seven, against_rows())

"""How fast hold'em after the flop is solved, on one core: four questions that others were measured by too.

bench/run.sh bench/bench_postflop.py; `QUESTIONS="Q1 Q2"` for some, `KERNELS="avx512 avx2"` for others than the
fastest. Seconds are the processor's, in all and of the best single iteration: a machine that does other things too
makes both longer.
"""

import os
from dataclasses import dataclass
from time import process_time
from typing import Literal

from fivecard import _core
from fivecard.solvers.postflop import Progress, Spot, improve, start

OOP = "66+, A8s+, A5s-A4s, AJo+, K9s+, KQo, QTs+, JTs, 96s+, 85s+, 75s+, 65s, 54s"
IP = "QQ-22, AQs-A2s, ATo+, K5s+, KJo+, Q8s+, J8s+, T7s+, 96s+, 86s+, 75s+, 64s+, 53s+"
CALLER = (
    "TT-22, AJs:0.5, ATs-A2s, KJs:0.6, KTs-K6s, Q8s+, J8s+, T8s+, 97s+, 86s+, 75s+, 65s, 54s, AJo:0.6, ATo:0.8, "
    "KJo:0.7, QJo:0.8, KQo:0.5, KTo:0.5, JTo:0.6, T9o:0.4, A9o:0.5, QTo:0.5, T7s, 96s, 85s, 64s"
)
OPENER = (
    "22+, A2s+, K5s+, Q7s+, J7s+, T7s+, 97s+, 86s+, 75s+, 65s, 54s, A8o+, A5o:0.5, KTo+, QTo+, JTo, K9o:0.4, "
    "T9o:0.5, A7o, A6o:0.5, Q9o:0.6, J9o:0.6, 98o:0.5, K4s, K3s, T6s, 96s, 64s, 53s"
)


@dataclass(frozen=True)
class Question:
    """A spot, how well it is to be solved, and what others took, in seconds."""

    spot: Spot
    target: float
    prototype: str
    peer: str


QUESTIONS = {
    "Q1": Question(Spot("Td 9d 6h Qc 2s", (OOP, IP), 200, 900, bets="60%, a", raises="2.5x"), 0.1, "0.0012", "0.010"),
    "Q2": Question(Spot("Td 9d 6h Qc", (OOP, IP), 200, 900, bets="60%, a", raises="2.5x"), 0.1, "0.5-0.6", "3.56"),
    "Q3": Question(Spot("Td 9d 6h", (OOP, IP), 200, 900, bets="60%", raises="2.5x, a"), 0.3, "23.1", "180.6"),
    "Q4": Question(Spot("Qs Jh 2h", (CALLER, OPENER), 10, 95, bets="100%", raises="50%, a"), 0.3, "51.6", "-"),
}
TIMED = 12  # iterations, each by itself


def measure(name: str, kernel: str, precision: Literal["f32", "fp16"]) -> None:
    """Solve to the target on one thread, then time single iterations, and print a line."""
    question = QUESTIONS[name]
    _core.use_kernel(kernel)
    began = process_time()
    solution = start(question.spot, threads=1, precision=precision)
    prepared = process_time() - began
    seen: list[Progress] = []
    began = process_time()
    improve(solution, target=question.target, progress=seen.append)
    solved = process_time() - began
    iterations, reached = solution.iterations, solution.exploitability
    single = []
    for _ in range(TIMED):
        began = process_time()
        solution.solver.iterate(1)
        single.append(process_time() - began)
    tree = question.spot.tree
    print(
        f"{name}  {_core.kernel():<9}{precision:<6}{tree.nodes:>9,}{tree.memory(precision) / 1e6:>9.1f}{prepared:>9.3f}"
        f"{iterations:>7}{solved:>10.4f}{1e3 * min(single):>10.3f}{reached:>9.4f}"
        f"{question.prototype:>11}{question.peer:>8}"
    )


def main() -> None:
    """Measure what is asked for."""
    print("        kernels  kept      nodes       MB  prepare  iter.  seconds  ms/iter.  reached  prototype    peer")
    for name in os.environ.get("QUESTIONS", " ".join(QUESTIONS)).split():
        for kernel in os.environ.get("KERNELS", _core.kernel()).split():
            for precision in ("f32", "fp16"):
                measure(name, kernel, precision)
    print("Seconds of the prototype and of the best peer (f32) are those of docs/postflop.md, from other machines.")


if __name__ == "__main__":
    main()

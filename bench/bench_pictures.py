"""Handout F's pictures against its own program, built as it is described: bench/run.sh bench/bench_pictures.py."""

import subprocess
import tempfile
from pathlib import Path

from fivecard.handouts.complex import Complex
from fivecard.handouts.julia import VALUES, julia
from harness import Contender, Work, report
from paths import KERNELS, on

SIZE, ITERATIONS = 800, 1000
PROGRAM = Path(__file__).with_name("handout_julia.cpp")


def main(folder: Path) -> None:
    program, out = folder / "handout", folder / "levels"
    subprocess.run(["c++", "-O2", "-o", program, PROGRAM], check=True)
    for c in (Complex(-0.8, 0.156), VALUES[0]):
        words = [str(program), str(SIZE), str(c.real), str(c.imag), str(ITERATIONS), ".5", ".5", "4", str(out)]

        def handout(words: list[str] = words) -> object:
            return subprocess.run(words, check=True)

        def ours(threads: int, c: Complex = c) -> Work:
            return lambda: julia(SIZE, c, iterations=ITERATIONS, threads=threads)

        paths = [
            Contender(f"fivecard, {kernel}, {threads} threads", on(kernel, ours(threads)), SIZE * SIZE)
            for kernel in KERNELS
            for threads in (2, 1)
        ]
        contenders = [
            *paths,
            Contender("the handout's program (-O2)", handout, SIZE * SIZE),
        ]
        report(f"{SIZE} x {SIZE} pixels, {ITERATIONS} iterations, c = {c}", contenders, unit="pixels", rounds=15)
        assert out.read_bytes() == julia(SIZE, c, iterations=ITERATIONS).levels


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        main(Path(name))

"""How long commands take to start and end: bench/run.sh bench/bench_start.py."""

import subprocess
import sys
from pathlib import Path

from harness import Contender, report

COMMANDS = {
    "fivecard rank": [str(Path(sys.executable).with_name("fivecard")), "rank"],
    "fivecard --version": [str(Path(sys.executable).with_name("fivecard")), "--version"],
    "python -c pass": [sys.executable, "-c", "pass"],
    "python -c 'import numpy'": [sys.executable, "-c", "import numpy"],
}


def runs(command: list[str]) -> Contender:
    return Contender(" ".join(command), lambda: subprocess.run(command, check=True, capture_output=True), 1)


if __name__ == "__main__":
    report(
        "Starting and ending",
        [Contender(name, runs(command).work, 1) for name, command in COMMANDS.items()],
        unit="starts",
        rounds=30,
    )

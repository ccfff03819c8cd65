"""Everything there is to try, part by part, and a table of what came of it: `python -m tests.everything [PART ...]`.

A part that cannot be run on this machine says why; one that fails does not keep the others from running. Two parts run
at a time: many wait, or have work for one core only.
"""

import os
import shutil
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from tests.paths import ROOT

LOGS = ROOT / "build" / "test-all"
WORKERS = str(1 + (os.cpu_count() or 1))
LONGER = ("--timeout=900", "-o", "faulthandler_timeout=1000")  # a proof over all hands is no hang
LONGEST = 3600  # seconds; a part that takes longer is stopped
ELSEWHERE = "not firefox and not webkit and not ray and not spark"  # in parts of their own


@dataclass(frozen=True)
class Part:
    """Something to try: a command, or words to pytest, whose skips are told apart from what passed."""

    name: str
    command: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()


FIRST = [  # what the others use is built and installed by these
    Part("style and types", ("make", "lint")),
    Part("native tests", ("make", "native-test")),
    Part("documents", ("make", "docs")),
]
REST = [  # the longest first, so that both lanes end together
    Part("tests and exhaustive proofs", tests=("-n", WORKERS, "--dist=worksteal", "-k", ELSEWHERE)),
    Part("AddressSanitizer", ("tests/sanitized.sh", "address")),  # also undefined behaviour, and the fuzz targets
    Part("ThreadSanitizer", ("tests/sanitized.sh", "thread")),
    Part("clang-tidy", ("make", "tidy")),
    Part("other platforms", ("make", "platforms")),
    Part("lowest versions", ("tests/lowest.sh",)),
    Part("release", ("make", "release-check")),
    Part("Firefox", tests=("tests/table/test_everywhere.py", "-k", "firefox")),
    Part("WebKit", tests=("tests/table/test_everywhere.py", "-k", "webkit")),
    Part("Ray", tests=("tests/clusters", "-k", "ray")),
    Part("Spark", tests=("tests/clusters", "-k", "spark")),
]
PARTS = FIRST + REST


@dataclass(frozen=True)
class Result:
    """What came of a part."""

    part: Part
    word: str
    seconds: float
    notes: tuple[str, ...] = ()


def skips(report: Path) -> Iterator[tuple[str, int]]:
    """Reasons why tests were skipped, and how many for each."""
    counted: dict[str, int] = {}
    for skipped in ET.parse(report).getroot().iter("skipped"):
        reason = (skipped.get("message") or "no reason").strip()
        counted[reason] = counted.get(reason, 0) + 1
    yield from counted.items()


def counts(report: Path) -> str:
    suite = next(ET.parse(report).getroot().iter("testsuite"))
    number = {key: int(suite.get(key, 0)) for key in ("tests", "failures", "errors", "skipped")}
    bad = number["failures"] + number["errors"]
    return f"{number['tests'] - bad - number['skipped']} passed, {bad} failed, {number['skipped']} skipped"


def run(part: Part) -> Result:
    """Run a part, with all that it prints in a file of its own."""
    name = part.name.replace(" ", "-").lower()
    log, report = LOGS / f"{name}.log", LOGS / f"{name}.xml"
    command = list(part.command)
    if part.tests:
        command = [sys.executable, "-m", "pytest", "-m", "", "-v", f"--junitxml={report}", *LONGER, *part.tests]
    began = time.monotonic()
    with log.open("wb") as output:
        try:
            code = subprocess.run(
                command, cwd=ROOT, stdout=output, stderr=subprocess.STDOUT, check=False, timeout=LONGEST,
                env=os.environ | {"FIVECARD_THOROUGH": "1"},
            ).returncode  # fmt: skip
        except subprocess.TimeoutExpired:
            code = 1
            output.write(f"\nstopped after {LONGEST} s\n".encode())
    seconds = time.monotonic() - began
    if code:
        return Result(part, "FAILED", seconds, (f"see {log.relative_to(ROOT)}", *tail(log)))
    if not part.tests:
        return Result(
            part, "passed", seconds, tuple(line for line in tail(log, 40) if line.startswith(("NO ", "not possible")))
        )
    why = tuple(f"{number} skipped: {reason}" for reason, number in skips(report))
    word = "not possible here" if counts(report).startswith("0 passed") else "passed"
    return Result(part, word, seconds, (counts(report), *why))


def tail(log: Path, lines: int = 6) -> list[str]:
    return log.read_text(errors="replace").splitlines()[-lines:]


def chosen(part: Part, wanted: list[str]) -> bool:
    return not wanted or part.name in wanted


def told(part: Part) -> Result:
    """Run a part, and say at once what came of it."""
    result = run(part)
    print(f"{part.name}: {result.word} ({result.seconds:.0f} s)", flush=True)
    return result


def main(wanted: list[str]) -> int:
    if unknown := set(wanted) - {part.name for part in PARTS}:
        print(f"no such part: {', '.join(sorted(unknown))}; there are {', '.join(part.name for part in PARTS)}")
        return 2
    shutil.rmtree(LOGS, ignore_errors=True)
    LOGS.mkdir(parents=True)
    began = time.monotonic()
    results = [told(part) for part in FIRST if chosen(part, wanted)]
    with ThreadPoolExecutor(2) as lanes:
        results += lanes.map(told, [part for part in REST if chosen(part, wanted)])
    print()
    for result in results:
        print(f"{result.part.name:28} {result.word:18} {result.seconds:6.0f} s")
        for note in result.notes:
            print(f"{'':28} {note}")
    failed = sum(result.word == "FAILED" for result in results)
    print(f"{'all':28} {'':18} {time.monotonic() - began:6.0f} s")
    print(f"parts: {len(results) - failed} passed, {failed} failed")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

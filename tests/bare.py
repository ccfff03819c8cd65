"""Every command where nothing but NumPy is installed beside fivecard: its help, and its clearest failure.

`release-check.sh` runs this in such an environment. With `--emulate` nothing else can be imported here, whatever is
installed: `tests/cli/test_bare.py` does that.
"""

import contextlib
import io
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from importlib.abc import MetaPathFinder
from typing import Final

_ANSWERS: Final = ["--size=9", "--c", "0", "0", "--iterations=9", "--border=1", "--exponent=1", "--bailout=4"]
FAILURES: Final[dict[str, tuple[list[str], str]]] = {
    "draw": (["--deck", "nowhere"], "nowhere: No such file or directory"),
    "play": (["--opponents", "77"], "--opponents 77: there may be 1 to 9 computer players"),
    "table": ([], "a table needs uvicorn: pip install '.[table]' in a clone of fivecard"),
    "study": ([], "a study needs uvicorn: pip install '.[table]' in a clone of fivecard"),
    "history": (
        ["--format", "parquet", "x.phh"],
        "Parquet needs pyarrow: pip install '.[data]' in a clone of fivecard",
    ),
    "verify": (["round.json"], "checking a round needs msgspec: pip install '.[table]' in a clone of fivecard"),
    "rank": (["nowhere"], "Error: Could not find file"),
    "deal": (["--seed", "x"], "'x' is not a whole number"),
    "showdown": (["deals.parquet"], "reading Parquet needs pyarrow: pip install '.[data]' in a clone of fivecard"),
    "equity": (
        ["AA", "KK", "--plot", "x.svg"],
        "--plot needs matplotlib: pip install '.[plot]' in a clone of fivecard",
    ),
    "odds": (
        ["AsKhTdTc6s", "--plot", "x.svg"],
        "--plot needs matplotlib: pip install '.[plot]' in a clone of fivecard",
    ),
    "simulate": (["--rounds", "0"], "--rounds 0"),
    "strategy": (["solve", "--players", "9"], "--players: there may be 2 to 6 players, not 9"),
    "solve": (["-o", "x", "--threads", "0"], "threads are a whole number from 1 to 1024, not 0"),
    "solve flop": (
        ["--board", "Td 9d", "--oop", "AA", "--ip", "KK", "--pot", "1", "--stack", "9"],
        "a board after the flop has 3 to 5 cards, not 2",
    ),
    "solve show": (["nowhere"], "nowhere: No such file or directory"),
    "exploit": (["nowhere"], "nowhere: No such file or directory"),
    "advise": (["AsKhTdTc", "--first"], "a hand has 5 different cards, not 'As Kh Td Tc'"),
    "icm": (["5,3,2"], "--payouts says what the places get"),
    "videopoker": (["--pay", "1"], "--pay has 9 numbers"),
    "train": (["--hands", "0"], "--hands 0: there must be at least one hand"),
    "evaluate": (["As Kd"], "a hand has 5 to 7 cards, this one has 2: 'As Kd'"),
    "explain": (["As Kd As Qc Jc"], "duplicate card 'As' in 'As Kd As Qc Jc'"),
    "complex": ([], "the input ended at"),
    "picture": (
        [*_ANSWERS, "-o", "x.png"],
        "pictures other than .bmp need Pillow: pip install '.[pictures]' in a clone of fivecard",
    ),
    "gallery": ([], "a gallery needs Pillow: pip install '.[pictures]' in a clone of fivecard"),
    "cards": (["-o", "deck", "--png", "99"], "PNG cards need resvg: pip install '.[pictures]' in a clone of fivecard"),
    "completion": (["bash"], "completion needs shtab: pip install '.[completion]' in a clone of fivecard"),
    "demo": (["--seed", "x"], "'x' is not a whole number"),
}
"""What is typed after a command, and what standard error says to it."""

_INSTALLED: Final = {"fivecard", "numpy", *sys.stdlib_module_names}


class Absent(MetaPathFinder):
    """Finds nothing but what a bare installation has."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: object = None) -> None:
        """Refuse a module as Python does where it is not installed; leave the rest to others."""
        if name.partition(".")[0] not in _INSTALLED:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def faults() -> Iterator[str]:
    """Run everything, and say what did not end as it should."""
    from fivecard.cli.main import PARTS, SUMMARIES

    names = {*SUMMARIES, *(f"{command} {part}" for command, parts in PARTS.items() for part in parts)}
    yield from (f"{name}: no failure is known" for name in names - FAILURES.keys())
    for name, (words, sentence) in FAILURES.items():
        status, output, errors = run(*name.split(), "--help")
        if (status, errors) != (0, "") or f"fivecard {name}" not in output:
            yield f"{name} --help: {status}, {errors}"
        status, output, errors = run(*name.split(), *words)
        if status not in (1, 2) or sentence not in errors or "Traceback" in errors:
            yield f"{name} {' '.join(words)}: {status}, {errors}"


def run(*words: str) -> tuple[int, str, str]:
    """Run a command that nobody answers: its status, and what it wrote."""
    from fivecard.cli.main import main

    written = [io.BytesIO(), io.BytesIO()]
    output, errors = (io.TextIOWrapper(each, encoding="utf-8", write_through=True) for each in written)
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
        try:
            status = main([*words])
        except Exception as error:  # what a user would see as a traceback
            status = -1
            errors.write(f"Traceback: {error!r}")
    return status, written[0].getvalue().decode(), written[1].getvalue().decode()


if __name__ == "__main__":
    if "--emulate" in sys.argv:
        sys.meta_path.insert(0, Absent())
    sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: PTH123, SIM115
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        open("deals.parquet", "w").close()  # noqa: PTH123
        found = [*faults()]
    sys.stdout.write("".join(f"{fault}\n" for fault in found))
    sys.exit(bool(found))

"""Checks that the includes of the native code point one way: `make lint`.

import-linter does the same for Python.
"""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

NATIVE = Path(__file__).resolve().parent.parent / "native"

# From the top down. A group includes its own files and the groups of the lines below, not those of its own line. It is
# a folder with all in it, or the named files of one.
LAYERS: list[list[str]] = [
    ["bindings"],
    ["nanobind"],  # and Python's headers: nothing below knows of them
    ["src/cfr", "src/columns", "src/engine", "src/equity", "src/postflop"],
    ["src/{batch,deal_formats,records,showdown,side_by_side,text,winners}"],
    ["src/pictures"],
    ["src/kernels"],
    ["src/limit_draw"],
    ["src/odds"],
    ["src/{bad_row,game,half,lasting,letters,output,random,threads}"],
    ["src/jobs"],
    ["include"],
]

_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?:<([^>\n]+)>|"([^"\n]+)")', re.MULTILINE)
_FILES = re.compile(r"(?P<folder>.+)/\{(?P<stems>.+)\}")


@dataclass(frozen=True)
class Include:
    """A line that includes another file; both are named from native/ on."""

    file: str
    line: int
    included: str


def place(file: str) -> tuple[int, str] | None:
    """Which layer and group a file belongs to."""
    for layer, groups in enumerate(LAYERS):
        for group in groups:
            if named := _FILES.fullmatch(group):
                path = Path(file)
                if str(path.parent) == named["folder"] and path.stem in named["stems"].split(","):
                    return layer, group
            elif file.startswith(f"{group}/"):
                return layer, group
    return None


def includes(native: Path) -> Iterator[Include]:
    """All includes of our own files, and of those that only bindings may know."""
    folders = (native / name for name in ("bindings", "include", "src"))
    for path in sorted(path for folder in folders for path in folder.rglob("*.[ch]pp")):
        text = path.read_text()
        for found in _INCLUDE.finditer(text):
            name = found[1] or found[2]
            if (native / "include" / name).is_file():
                included = f"include/{name}"
            elif name.startswith(("nanobind/", "Python.h")):
                included = f"nanobind/{Path(name).name}"
            elif found[2]:
                included = name
            else:
                continue
            yield Include(path.relative_to(native).as_posix(), 1 + text.count("\n", 0, found.start()), included)


def faults(native: Path = NATIVE) -> list[str]:
    """What is against the order."""
    found = []
    for each in includes(native):
        here, there = place(each.file), place(each.included)
        where = f"native/{each.file}:{each.line}"
        if not (native / each.included).is_file() and not each.included.startswith("nanobind/"):
            found.append(f"{where}: {each.included} is written from another folder than native/")
        elif here is None or there is None:
            stranger = each.file if here is None else each.included
            found.append(f"{where}: {stranger} has no layer in {Path(__file__).name}")
        elif here[1] == there[1] or here[0] < there[0]:
            continue
        else:
            found.append(f"{where}: {here[1]} does not include {there[1]} ({each.included})")
    return found


if __name__ == "__main__":
    wrong = faults()
    sys.stderr.writelines(f"{line}\n" for line in wrong)
    sys.exit(bool(wrong))

"""What the documents show at a shell prompt is what happens. (Their `>>>` examples run as doctests.)"""

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import layers
import pytest

import fivecard
from tests.cli.terminal import run
from tests.paths import ROOT

DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def shell_examples() -> Iterator[tuple[str, str, str]]:
    """Every `$ fivecard ...` in a console block, with the output printed below it."""
    for document in DOCUMENTS:
        for block in re.findall(r"^```console\n(.*?)^```", document.read_text(encoding="utf-8"), re.S | re.M):
            for example in re.split(r"^\$ ", block, flags=re.M)[1:]:
                command, _, output = example.partition("\n")
                if command.startswith("fivecard "):
                    yield document.name, command, output


@pytest.mark.parametrize(("document", "command", "output"), list(shell_examples()))
def test_a_shell_example_prints_what_the_document_shows(document: str, command: str, output: str) -> None:
    done = run(*shlex.split(command)[1:], cwd=ROOT)
    assert done.stdout + done.stderr == output.rstrip("\n") + "\n", f"{document}: {command}"


def test_there_are_shell_examples() -> None:
    assert len(list(shell_examples())) >= 3


WRITTEN = [document for document in DOCUMENTS if document.parent.name != "reference"]
"""Those that people write; the reference is made of docstrings."""


@pytest.mark.parametrize("document", [*WRITTEN, ROOT / "CHANGELOG.md"], ids=lambda path: path.name)
def test_what_is_called_solved_is_said_to_be_solved_for_simultaneous_draws(document: Path) -> None:
    prose = re.sub(r"```.*?^```|`[^`]*`", "", document.read_text(encoding="utf-8"), flags=re.S | re.M)
    assert "solved" not in prose or "simultaneous" in prose


@pytest.mark.parametrize("words", [["play", "--help"], ["strategy", "--help"], ["odds", "2c 2d Ah Ks 9c"]], ids=str)
def test_commands_say_so_too(words: list[str]) -> None:
    assert "simultaneous" in run(*words).stdout


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_between_documents_lead_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", document.read_text(encoding="utf-8")):
        assert (document.parent / target).exists(), f"{document.name} links to {target}"


def test_the_tests_that_the_handouts_page_names_exist() -> None:
    page = (ROOT / "docs" / "handouts.md").read_text(encoding="utf-8")
    files = [*(ROOT / "tests").rglob("test_*.py")]
    known = {file.name for file in files}.union(*(re.findall(r"def (test_\w+)", file.read_text()) for file in files))
    assert set(re.findall(r"`(test_\w+(?:\.py)?)", page)) - known == set()


def test_the_functions_that_the_handouts_page_names_exist() -> None:
    page = (ROOT / "docs" / "handouts.md").read_text(encoding="utf-8")
    modules = [fivecard, *map(import_module, ("fivecard.engine", "fivecard.piles", "fivecard.handouts.complex"))]
    for name in re.findall(r"`((?:[A-Za-z]\w*\.)+\w+)(?:\(.*?\))?`", page):
        if name.endswith((".py", ".txt", ".bmp")):
            continue
        first, *rest = name.removeprefix("fivecard.").split(".")
        place: Any = next((getattr(each, first) for each in modules if hasattr(each, first)), None)
        place = place or import_module(f"fivecard.{first}")
        for step in rest:
            if step not in getattr(place, "__annotations__", {}):  # a field
                place = getattr(place, step, None) or import_module(f"{place.__name__}.{step}")  # or it fails


def test_nobody_is_told_to_install_what_is_not_released() -> None:
    files = [*DOCUMENTS, ROOT / "CHANGELOG.md", *(ROOT / "src" / "fivecard").rglob("*.py")]
    unreleased = re.compile(r"pip install '?fivecard|fivecard\[")
    assert [file.name for file in files if unreleased.search(file.read_text(encoding="utf-8"))] == []


def test_the_map_shows_the_layers_that_hold() -> None:
    assert layers.PICTURE.read_text(encoding="utf-8") == layers.drawn(), "python docs/pictures/layers.py draws it again"


def test_the_reference_has_every_public_name() -> None:
    command = [sys.executable, str(ROOT / "docs" / "reference_pages.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=100)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_page_of_the_reference_lists_what_a_module_exports() -> None:
    for module in ("batch", "engine", "showdown", "solvers.postflop", "draw.video_poker"):
        pages = [ROOT / "docs" / "reference" / f"{module}.md", *(ROOT / "docs" / "reference").glob(f"{module}.*.md")]
        listed = re.findall(r"^\| `(\w+)` \|", "".join(page.read_text(encoding="utf-8") for page in pages), re.M)
        assert set(import_module(f"fivecard.{module}").__all__) - set(listed) == set(), module


def figures(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "docs" / "figures.py"), "--check", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def test_measured_numbers_stand_in_pages_as_in_their_one_place() -> None:
    done = figures()
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("mark", ["rows7 -->1<", "rows7 / ompeval7 -->1<"])
def test_a_page_with_another_number_is_found(mark: str, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"At <!-- figure: {mark}!-- end --> million")
    assert figures(str(page)).stdout == "page.md disagrees with docs/figures.json: run docs/figures.py\n"


def test_a_mark_that_would_end_a_paragraph_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("At\n<!-- figure: rows7 -->810<!-- end --> million")
    assert "a line begins with the mark" in figures(str(page)).stderr


def test_a_page_that_shows_what_nobody_measured_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("At <!-- figure: warp -->9<!-- end -->")
    assert figures(str(page)).stderr == "there is no figure 'warp' in docs/figures.json\n"

"""The manual page says what the help says."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from fivecard import __version__
from fivecard.cli.main import SUMMARIES
from tests.cli.terminal import run


@pytest.fixture(scope="module")
def page() -> str:
    done = run("completion", "man")
    assert (done.stderr, done.returncode) == ("", 0)
    return done.stdout


def test_the_manual_has_every_command(page: str) -> None:
    assert re.findall(r"^\.SS fivecard (\S+)$", page, re.M) == [*SUMMARIES]
    assert "None" not in page
    assert page.startswith(f'.TH FIVECARD 1 "" "fivecard {__version__}" "User Commands"\n.SH NAME\n')


@pytest.mark.parametrize("command", SUMMARIES)
def test_the_manual_has_every_option_of_a_command(command: str, page: str) -> None:
    part = page.partition(f".SS fivecard {command}\n")[2].partition("\n.S")[0].replace("\\-", "-")
    options = set(re.findall(r"^  (?:-\w \S+, )?(--[\w-]+)", run(command, "--help").stdout, re.M))
    assert options
    assert options - set(re.findall(r"\\fB(--[\w-]+)\\fR", part)) == set()


def test_no_line_of_the_manual_is_a_command_by_accident(page: str) -> None:
    commands = {line.split()[0] for line in page.splitlines() if line.startswith(".")}
    assert commands == {".TH", ".SH", ".SS", ".PP", ".TP", ".B", ".nf", ".fi"}
    assert [line for line in page.splitlines() if line.startswith("'")] == []


def test_groff_reads_the_manual_without_a_warning(page: str, tmp_path: Path) -> None:
    if shutil.which("groff") is None:
        pytest.skip("NO GROFF: the manual page is not formatted")
    file = tmp_path / "fivecard.1"
    file.write_text(page, encoding="utf-8")
    command = ["groff", "-man", "-Tutf8", "-ww", "-z", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    assert done.stderr == ""

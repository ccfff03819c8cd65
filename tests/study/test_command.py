"""The command `fivecard study`."""

from pathlib import Path

import pytest

from fivecard.cli.main import main
from fivecard.solvers.postflop import save, solve
from tests.study.games import river
from tests.study.serving import StudyServer
from tests.table.server import fetch


def test_it_opens_a_file_and_ends_politely(tmp_path: Path) -> None:
    file = tmp_path / "a.postflop"
    save(solve(river(), target=0.1), file)
    server = StudyServer(tmp_path, str(file))
    first = fetch(f"{server.base}/settings").json()["first"]
    assert fetch(f"{server.base}/solutions/{first}").json()["state"] == "solved"
    assert server.stop() == (0, "\nThe study is closed.\n")
    assert server.errors.read_text() == ""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--port", "99999"], "--port 99999: a port is from 0 to 65535"),
        (["--jobs", "0"], "--jobs 0: from 1 to 64"),
        (["--seconds", "0"], "--seconds 0: there must be more than 0"),
        (["--memory", "much"], "--memory 'much': a number of bytes, such as 4G"),
        (["--threads", "0"], "threads are a whole number from 1 to 1024, not 0"),
        (["--host", ""], "--host '': a name or an address of this machine is needed"),
        (["nowhere.postflop"], "nowhere.postflop: No such file or directory"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FIVECARD_MEMORY", "1G")  # which --memory changes
    assert main(["study", *words]) in (1, 2)
    assert capsys.readouterr().err == f"fivecard: {said}\n"


def test_a_file_that_is_no_solution_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.postflop"
    file.write_text("nonsense")
    assert main(["study", str(file)]) == 1
    assert "is no solution" in capsys.readouterr().err

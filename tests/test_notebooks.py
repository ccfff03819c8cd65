"""The notebooks of the documents show what their cells give."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.paths import ROOT

SCRIPT = ROOT / "docs" / "notebooks.py"
NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))


def check(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), "--check", str(folder)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=100)


def test_notebooks_show_what_their_cells_give() -> None:
    done = check(SCRIPT.parent / "notebooks")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_has_a_picture(notebook: Path) -> None:
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    shown = [output.get("data", {}) for cell in cells for output in cell.get("outputs", [])]
    assert any(len(data.get("image/png", "")) > 10_000 for data in shown)


def test_a_notebook_that_shows_something_else_is_found(tmp_path: Path) -> None:
    [equities] = [path for path in NOTEBOOKS if path.stem == "equities"]
    text = equities.read_text(encoding="utf-8")
    assert "56.4%" in text
    (tmp_path / "equities.ipynb").write_text(text.replace("56.4%", "56.5%"), encoding="utf-8")
    done = check(tmp_path)
    assert (done.returncode, done.stdout) == (1, "equities.ipynb shows something else now: run docs/notebooks.py\n")

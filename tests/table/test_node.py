"""The page's modules by themselves, in node: tests/page holds them against what Python says here."""

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.needs import program
from tests.paths import ROOT, TESTS
from tests.table.page_vectors import Vectors, raise_vectors, seen_vectors, shuffle_vectors, witness_vectors

PAGE = TESTS / "page"
VECTORS: dict[str, Callable[[], Vectors]] = {
    "raise": raise_vectors,
    "seen": seen_vectors,
    "shuffle": shuffle_vectors,
    "witness": witness_vectors,
}


def test_every_file_is_run() -> None:
    assert {file.name for file in PAGE.glob("*.test.js")} == {f"{name}.test.js" for name in VECTORS}


@pytest.mark.parametrize("name", VECTORS)
def test_the_page_agrees_with_python(name: str, tmp_path: Path) -> None:
    node = program("node")
    vectors = tmp_path / "vectors.json"
    vectors.write_text(json.dumps(VECTORS[name](), ensure_ascii=False), encoding="utf-8")
    done = subprocess.run(
        [node, "--test-reporter=tap", "--no-warnings", str(PAGE / f"{name}.test.js")],
        env=os.environ | {"FIVECARD_VECTORS": str(vectors)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=90,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "\n# fail 0\n" in done.stdout, done.stdout
    assert "\n# pass 0\n" not in done.stdout, done.stdout

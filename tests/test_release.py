"""A release agrees with itself."""

import pytest

from fivecard.solvers.limit_draw.policy import _FILES
from tests.release import ROOT, SOLUTIONS, differences, disagreements, main, package_files

FILES = ["fivecard/__init__.py", "fivecard/draw/data/draw-3-2.xz", "fivecard/table/page/table/table.js"]
MADE = ["fivecard/_core.abi3.so", "fivecard-1.2.3.dist-info/METADATA"]


def test_this_version_is_that_of_the_changelog() -> None:
    assert main(["versions"]) == 0


@pytest.mark.parametrize(
    ("heading", "tags", "problem"),
    [
        ("## 1.2.3 (unreleased)", [], None),
        ("## 1.2.3 (2026-12-31)", ["v1.2.3"], None),
        ("## 1.2.4 (unreleased)", [], "CHANGELOG.md begins with 1.2.4, but fivecard.__version__ is 1.2.3"),
        ("## 1.2.3 (soon)", [], "CHANGELOG.md says 'soon' of 1.2.3, not 'unreleased' or its date"),
        ("## 1.2.3 (2026-12-31)", ["v1.2.4"], "this commit has the tag v1.2.4, but fivecard.__version__ is 1.2.3"),
        (
            "## 1.2.3 (unreleased)",
            ["v1.2.3"],
            "this commit has the tag v1.2.3, but CHANGELOG.md calls 1.2.3 unreleased: give it its date",
        ),
    ],
)
def test_version_changelog_and_tag_agree(heading: str, tags: list[str], problem: str | None) -> None:
    changelog = f"# Changes\n\n{heading}\n\n- Something.\n\n## 1.0.0 (2025-01-01)\n"
    assert list(disagreements("1.2.3", changelog, tags)) == ([problem] if problem else [])


def test_a_wheel_has_the_package_and_nothing_else() -> None:
    assert list(differences([*FILES, *MADE], FILES)) == []
    assert list(differences([*FILES[:2], *MADE], FILES)) == [f"the wheel lacks {FILES[2]}"]
    assert list(differences([*FILES, *MADE, "tests/x.py"], FILES)) == [
        "the wheel has tests/x.py, which is not of the package"
    ]
    assert list(differences([*FILES, MADE[1]], FILES)) == ["the wheel has 0 compiled modules"]


def test_a_wheel_and_the_source_it_is_built_from_have_the_solutions() -> None:
    assert {f"fivecard/solvers/limit_draw/data/{name}" for name in _FILES.values()} == {*SOLUTIONS}
    files = [*package_files(), *MADE]
    for name in SOLUTIONS:
        assert (ROOT / "src" / name).is_file()
        others = [each for each in files if each != name]
        assert f"the wheel lacks {name}" in differences(others, package_files())

"""A release agrees with itself."""

import re
import tomllib

import pytest

from fivecard.solvers.limit_draw.policy import _FILES
from tests.release import (
    ROOT,
    SOLUTIONS,
    absolute,
    citation_disagreements,
    differences,
    disagreements,
    main,
    missing_files,
    package_files,
    with_addresses,
)

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


def test_the_citation_is_of_this_version() -> None:
    assert list(citation_disagreements("1.2.3", "title: fivecard\nversion: 1.2.3\n")) == []
    assert list(citation_disagreements("1.2.4", "version: 1.2.3\n")) == [
        "CITATION.cff cites 1.2.3, but fivecard.__version__ is 1.2.4"
    ]
    assert list(citation_disagreements("1.2.4", "title: fivecard\n")) == [
        "CITATION.cff has no line like 'version: 1.2.3'"
    ]


def test_what_visitors_look_for_is_there() -> None:
    assert list(missing_files()) == []


def test_links_of_the_readme_become_absolute() -> None:
    page = "![A](docs/a.png) [B](docs/b.md#c) [D](https://d.example) [E](#e)"
    assert absolute(page, "https://r.example/o/r", "v1") == (
        "![A](https://r.example/o/r/raw/v1/docs/a.png) [B](https://r.example/o/r/blob/v1/docs/b.md#c)"
        " [D](https://d.example) [E](#e)"
    )
    filled = absolute((ROOT / "README.md").read_text(encoding="utf-8"), "https://r.example/o/r", "v1")
    links = re.findall(r"\]\(([^)]*)\)", filled)
    assert len(links) > 20
    assert [link for link in links if not link.startswith("https://")] == []


def test_the_addresses_of_the_project_are_stated() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    filled = tomllib.loads(with_addresses(text, "https://r.example/o/r", "v1"))
    assert filled["project"].pop("urls") == {
        "Source": "https://r.example/o/r",
        "Documentation": "https://r.example/o/r/blob/v1/docs/index.md",
        "Changelog": "https://r.example/o/r/blob/v1/CHANGELOG.md",
        "Issues": "https://r.example/o/r/issues",
    }
    assert filled == tomllib.loads(text)


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

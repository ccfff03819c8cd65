"""What tests/release-check.sh asks of a release: `release.py versions` before it is built, `contents WHEEL` after.

`release.py fill URL TAG` makes the links of the README absolute and states the addresses of the project, for the page
of the package; the workflow of a release does so in its own copy before it builds.
"""

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).parent.parent
SOLUTIONS = tuple(f"fivecard/solvers/limit_draw/data/heads-up-{most}.strategy" for most in (3, 5))
"""Without which a computer player plays like another: missed even where the source lacks them too."""


def version_of(module: str) -> str:
    """The version that a module's text states."""
    found = re.search(r'^__version__ = "(.*)"$', module, re.M)
    assert found
    return found[1]


def citation_disagreements(version: str, citation: str) -> Iterator[str]:
    """Where CITATION.cff does not cite this version."""
    cited = re.search(r"^version: (\S+)$", citation, re.M)
    if cited is None:
        yield "CITATION.cff has no line like 'version: 1.2.3'"
    elif cited[1] != version:
        yield f"CITATION.cff cites {cited[1]}, but fivecard.__version__ is {version}"


def missing_files() -> Iterator[str]:
    """The files that visitors of a project look for, as far as they are not there."""
    for name in ("LICENSE", "CITATION.cff", "SECURITY.md", "CODE_OF_CONDUCT.md", ".github/ISSUE_TEMPLATE/bug.yml"):
        if not (ROOT / name).is_file():
            yield f"{name} is missing"


def absolute(readme: str, repository: str, tag: str) -> str:
    """Give the README with links that hold anywhere: pictures as files, all others as pages of this tag."""
    pictures = re.sub(r"(!\[[^]]*\]\()(?!https?:|#)", rf"\1{repository}/raw/{tag}/", readme)
    return re.sub(r"(?<!!)(\[[^]!]*\]\()(?!https?:|#)", rf"\1{repository}/blob/{tag}/", pictures)


def with_addresses(pyproject: str, repository: str, tag: str) -> str:
    """Give pyproject.toml with the addresses of the project."""
    names = {
        "Source": "",
        "Documentation": f"/blob/{tag}/docs/index.md",
        "Changelog": f"/blob/{tag}/CHANGELOG.md",
        "Issues": "/issues",
    }
    lines = "".join(f'{name} = "{repository}{path}"\n' for name, path in names.items())
    return pyproject.replace(
        "[project.optional-dependencies]", f"[project.urls]\n{lines}\n[project.optional-dependencies]", 1
    )


def fill(repository: str, tag: str) -> None:
    """Write both."""
    for name, filled in (("README.md", absolute), ("pyproject.toml", with_addresses)):
        path = ROOT / name
        path.write_text(filled(path.read_text(encoding="utf-8"), repository, tag), encoding="utf-8")


def disagreements(version: str, changelog: str, tags: Iterable[str]) -> Iterator[str]:
    """Where the package's version, the top of the changelog and the tags of this commit do not agree, in words."""
    top = re.search(r"^## (\S+) \((.*)\)$", changelog, re.M)
    if top is None:
        yield "CHANGELOG.md has no heading like '## 1.2.3 (unreleased)' or '## 1.2.3 (2026-12-31)'"
        return
    if top[1] != version:
        yield f"CHANGELOG.md begins with {top[1]}, but fivecard.__version__ is {version}"
    if not re.fullmatch(r"unreleased|\d{4}-\d\d-\d\d", top[2]):
        yield f"CHANGELOG.md says '{top[2]}' of {top[1]}, not 'unreleased' or its date"
    for tag in tags:
        if tag != f"v{version}":
            yield f"this commit has the tag {tag}, but fivecard.__version__ is {version}"
        elif top[2] == "unreleased":
            yield f"this commit has the tag {tag}, but CHANGELOG.md calls {top[1]} unreleased: give it its date"


def differences(wheel: Iterable[str], source: Iterable[str]) -> Iterator[str]:
    """What a wheel lacks, and what it has beside the package's files, the compiled module and what describes it."""
    files = {name for name in wheel if ".dist-info/" not in name}
    compiled = {name for name in files if re.fullmatch(r"fivecard/_core\.[\w.-]*(so|pyd)", name)}
    if len(compiled) != 1:
        yield f"the wheel has {len(compiled)} compiled modules"
    expected = set(source)
    for name in sorted(expected - files):
        yield f"the wheel lacks {name}"
    for name in sorted(files - expected - compiled):
        yield f"the wheel has {name}, which is not of the package"


def package_files() -> Iterator[str]:
    """The files of the package, without what Python and the build put beside them."""
    yield from SOLUTIONS
    for path in (ROOT / "src" / "fivecard").rglob("*.*"):
        if path.is_file() and path.suffix not in {".pyc", ".so", ".pyd"}:
            yield path.relative_to(ROOT / "src").as_posix()


def tags_here() -> list[str]:
    """The tags of this commit that name a version; none outside a checkout."""
    command = ["git", "tag", "--points-at", "HEAD", "--list", "v*"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60).stdout.split()


def main(words: list[str]) -> int:
    if words[0] == "fill":
        fill(*words[1:])
        return 0
    if words[0] == "contents":
        problems = list(differences(ZipFile(words[1]).namelist(), package_files()))
    else:
        version = version_of((ROOT / "src" / "fivecard" / "__init__.py").read_text(encoding="utf-8"))
        changelog, citation = ((ROOT / name).read_text(encoding="utf-8") for name in ("CHANGELOG.md", "CITATION.cff"))
        problems = [
            *disagreements(version, changelog, tags_here()),
            *citation_disagreements(version, citation),
            *missing_files(),
        ]
    sys.stderr.writelines(f"{problem}\n" for problem in problems)
    return len(problems)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

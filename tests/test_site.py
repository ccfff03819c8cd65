"""The documentation site, built and opened in a browser."""

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.paths import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser


pytestmark = pytest.mark.exhaustive


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if find_spec("furo") is None:
        pytest.skip("NO SPHINX: the site is not tested; `make docs` installs it")
    folder = tmp_path_factory.mktemp("site")
    subprocess.run([sys.executable, "-m", "sphinx", "-q", str(ROOT / "docs"), str(folder)], check=True, timeout=300)
    return folder


@pytest.mark.parametrize("width", [900, 390])
def test_no_page_scrolls_sideways(site: Path, browser: "Browser", width: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": 800})
    pages = sorted([*site.glob("*.html"), *site.glob("reference/*.html")])
    assert len(pages) > 15
    for file in pages:
        page.goto(file.as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= width, file.name
    page.close()


def test_every_page_is_in_the_menu_of_the_front_page(site: Path) -> None:
    front = (site / "index.html").read_text(encoding="utf-8")
    for document in (ROOT / "docs").rglob("*.md"):
        page = document.relative_to(ROOT / "docs").with_suffix(".html").as_posix()
        assert page == "index.html" or f'href="{page}"' in front, document.name


def test_no_page_of_the_reference_is_large(site: Path) -> None:
    for page in sorted(site.glob("reference/*.html")):
        assert page.stat().st_size < 200_000, page.name


def test_the_search_finds_names_without_a_network(site: Path) -> None:
    index = (site / "searchindex.js").read_text(encoding="utf-8")
    assert "view_for" in index
    assert "draw_odds" in index
    page = (site / "search.html").read_text(encoding="utf-8")
    assert "searchindex.js" in page
    assert re.findall(r'<(?:script|link)[^>]*(?:src|href)="(http[^"]*)"', page) == []

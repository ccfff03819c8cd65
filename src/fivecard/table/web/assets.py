"""The files of the page, as they are sent."""

import re
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import PurePath
from typing import Final

from fivecard.handouts.card_pictures import faces

_FOLDER: Final = files("fivecard") / "table" / "page"
_KINDS: Final = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}


def _files(folder: Traversable, inside: str = "") -> Iterator[str]:
    """The addresses of all files below `/page/`."""
    for file in folder.iterdir():
        if file.is_dir():
            yield from _files(file, f"{inside}{file.name}/")
        else:
            yield inside + file.name


ASSETS: Final = {name: _KINDS[suffix] for name in _files(_FOLDER) if (suffix := PurePath(name).suffix) in _KINDS}
"""The kind of each file."""
_FACES: Final = "<!-- all faces -->"
"""Where a page that shows cards gets all of them, so that no request tells which are dealt."""
_SCRIPT: Final = re.compile(r'<script type="module" src="/page/([\w./-]+)">')
_COMMENT: Final = re.compile(r"^[ \t]*(?://.*|/\*(?:[^*]|\*(?!/))*\*/[ \t]*)\n", re.MULTILINE)
"""A comment on lines of its own, in a module or a sheet of styles: a fifth of what a browser would be sent."""
_IMPORT: Final = re.compile(r'^import\b[^;"]*"/page/([\w./-]+)"', re.MULTILINE)


def read_asset(name: str) -> bytes:
    """Read a file as it is sent: modules and styles without comments, and pages with all their modules.

    A page names the modules of its modules too, so that a browser need not find them one by one.
    """
    text = (_FOLDER / name).read_text(encoding="utf-8")
    if ASSETS[name] != "text/html":
        return _COMMENT.sub("", text).encode()
    text = text.replace(_FACES, faces())
    return _SCRIPT.sub(lambda script: _preloads(script[1]) + script[0], text).encode()


def _preloads(script: str) -> str:
    modules = _imports(script, {script})
    return "".join(f'<link rel="modulepreload" href="/page/{module}">\n  ' for module in modules)


def _imports(module: str, known: set[str]) -> Iterator[str]:
    for found in _IMPORT.findall((_FOLDER / module).read_text(encoding="utf-8")):
        if found not in known:
            known.add(found)
            yield found
            yield from _imports(found, known)

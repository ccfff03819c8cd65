"""The files of pages, as they are sent."""

import re
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import PurePath
from typing import Final

from fivecard.handouts.card_pictures import faces
from fivecard.pages.static import Content, content

_SHARED: Final = files("fivecard") / "pages" / "shared"
_KINDS: Final = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}
_FACES: Final = "<!-- all faces -->"
"""Where a page that shows cards gets all of them, so that no request tells which are dealt."""
_SCRIPT: Final = re.compile(r'<script type="module" src="/page/([\w./-]+)">')
_COMMENT: Final = re.compile(r"^[ \t]*(?://.*|/\*(?:[^*]|\*(?!/))*\*/[ \t]*)\n", re.MULTILINE)
"""A comment on lines of its own, in a module or a sheet of styles: a fifth of what a browser would be sent."""
_IMPORT: Final = re.compile(r'^import\b[^;"]*"/page/([\w./-]+)"', re.MULTILINE)


def _files(folder: Traversable, inside: str = "") -> Iterator[tuple[str, Traversable]]:
    """All files of a folder, by their addresses below `/page/`."""
    for file in folder.iterdir():
        if file.is_dir():
            yield from _files(file, f"{inside}{file.name}/")
        elif PurePath(file.name).suffix in _KINDS:
            yield inside + file.name, file


class Assets:
    """What a server sends below `/page/`: files of its own, and those that all pages share.

    Args:
        folder: Where its own are.
    """

    def __init__(self, folder: Traversable) -> None:
        self._files = dict(_files(_SHARED)) | dict(_files(folder))
        self._made: dict[str, Content] = {}

    def __contains__(self, name: str) -> bool:
        return name in self._files

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def written(self, name: str) -> str:
        """A file as it was written."""
        return self._files[name].read_text(encoding="utf-8")

    def kind(self, name: str) -> str:
        """The media type of a file."""
        return _KINDS[PurePath(name).suffix]

    def content(self, name: str) -> Content:
        """A page, module or sheet of styles."""
        if name not in self._made:
            self._made[name] = content(self._read(name))
        return self._made[name]

    def _read(self, name: str) -> bytes:
        """Read a file as it is sent: modules and styles without comments, and pages with all their modules.

        A page names the modules of its modules too, so that a browser need not find them one by one.
        """
        text = self.written(name)
        if self.kind(name) != "text/html":
            return _COMMENT.sub("", text).encode()
        text = text.replace(_FACES, faces())
        return _SCRIPT.sub(lambda script: self._preloads(script[1]) + script[0], text).encode()

    def _preloads(self, script: str) -> str:
        modules = self._imports(script, {script})
        return "".join(f'<link rel="modulepreload" href="/page/{module}">\n  ' for module in modules)

    def _imports(self, module: str, known: set[str]) -> Iterator[str]:
        for found in _IMPORT.findall(self.written(module)):
            if found not in known:
                known.add(found)
                yield found
                yield from self._imports(found, known)

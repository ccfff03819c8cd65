"""What a page's scripts import, so that a browser asks for all of it at once: in two round trips, not one an import."""

import re
from functools import cache
from importlib.resources import files
from typing import Final

PLACE: Final = b"<!-- modules -->"
_SCRIPT: Final = re.compile(rb'<script type="module" src="/page/([\w.]+)"')
_IMPORT: Final = re.compile(rb'^(?:import|export)\b[^;]*?"/page/([\w.]+\.js)";', re.MULTILINE)


def with_preloads(page: bytes) -> bytes:
    """Name every module of a page where it says so."""
    found: dict[str, None] = {}
    waiting = [name.decode() for name in _SCRIPT.findall(page)]
    while waiting:
        if (name := waiting.pop()) not in found:
            found[name] = None
            waiting += imported(name)
    links = [f'<link rel="modulepreload" href="/page/{name}">' for name in sorted(found)]
    return page.replace(PLACE, "\n  ".join(links).encode())


@cache
def imported(name: str) -> tuple[str, ...]:
    """The modules that one of the page's modules imports.

    >>> imported("session.js")
    ('show.js',)
    """
    text = (files("fivecard") / "table" / "page" / name).read_bytes()
    return tuple(found.decode() for found in _IMPORT.findall(text))

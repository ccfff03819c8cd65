"""Draw the map of the packages, docs/pictures/layers.svg, from the layers that import-linter holds."""

import ast
import tomllib
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).parents[2]
PICTURE = Path(__file__).with_suffix(".svg")
WIDTH, ROW, GAP = 1100, 24, 6
TITLES, NAMES, PURPOSES = 14, 180, 320
GROUPS = {
    "cli": "For people",
    "handouts": "The handouts",
    "tournaments": "Players, solutions",
    "draw": "Play",
    "ranges": "Crowds of hands",
    "words.comparing": "English",
    "reference": "What a hand is",
}
"""What layers are together, from the first of them to the next group's first."""
COLOURS = ("#e8eef7", "#f4f1e8")


def layers() -> list[list[str]]:
    """The names of each layer, from the one that may import all others down."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contract, *_ = project["tool"]["importlinter"]["contracts"]
    return [layer.split(" | ") for layer in contract["layers"]]


def source(name: str) -> Path:
    """The file in which a package or a module says what it is."""
    module = (ROOT / "src" / "fivecard").joinpath(*name.split(".")).with_suffix(".py")
    return module if module.exists() else module.with_suffix("") / "__init__.py"


def purpose(name: str) -> str:
    """The first sentence of what it says."""
    said = ast.get_docstring(ast.parse(source(name).read_text(encoding="utf-8"))) or ""
    return said.split("\n\n")[0].replace("\n", " ").split(". ")[0].rstrip(".").replace("`", "")


def groups() -> list[tuple[str, list[str]]]:
    """Each group's title and names, from the one that may import all others down."""
    found: list[tuple[str, list[str]]] = []
    for names in layers():
        found += [(GROUPS[name], []) for name in names if name in GROUPS]
        found[-1][1].extend(names)
    if len(found) != len(GROUPS):
        raise ValueError(f"no layer begins {set(GROUPS.values()) - {title for title, _ in found}}")
    return found


def drawn() -> str:
    """The picture: a row for each name, a block for each group."""
    y, parts = GAP, []
    for number, (title, names) in enumerate(groups()):
        box = f'x="{GAP}" y="{y}" width="{WIDTH - 2 * GAP}" height="{ROW * len(names)}" rx="3"'
        parts.append(f'<rect {box} fill="{COLOURS[number % 2]}"/>')
        parts.append(f'<text x="{TITLES}" y="{y + 17}" font-weight="bold" fill="#555">{title}</text>')
        for name in names:
            slash = "/" if source(name).name == "__init__.py" else ""
            parts.append(f'<text x="{NAMES}" y="{y + 17}" font-weight="bold">{name}{slash}</text>')
            parts.append(f'<text x="{PURPOSES}" y="{y + 17}">{escape(purpose(name))}</text>')
            y += ROW
        y += GAP
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y}" width="{WIDTH}" height="{y}"'
        ' font-family="sans-serif" font-size="13" fill="#222">'
    )
    return "\n".join([head, f'<rect width="{WIDTH}" height="{y}" fill="#fff"/>', *parts, "</svg>", ""])


if __name__ == "__main__":
    PICTURE.write_text(drawn(), encoding="utf-8")

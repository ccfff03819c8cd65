"""Draw the map of the packages, docs/pictures/layers.svg, from the layers that import-linter holds."""

import ast
import tomllib
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).parents[2]
PICTURE = Path(__file__).with_suffix(".svg")
WIDTH, ROW, GAP, NAMES = 920, 26, 4, 145
COLOURS = {"package": "#e8eef7", "module": "#f4f1e8"}


def layers() -> list[list[str]]:
    """The names of each layer, from the one that may import all others down."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (contract,) = project["tool"]["importlinter"]["contracts"]
    return [layer.split(" | ") for layer in contract["layers"]]


def source(name: str) -> Path:
    """The file in which a package or a module says what it is."""
    module = (ROOT / "src" / "fivecard").joinpath(*name.split(".")).with_suffix(".py")
    return module if module.exists() else module.with_suffix("") / "__init__.py"


def purpose(name: str) -> str:
    """The first sentence of what it says."""
    said = ast.get_docstring(ast.parse(source(name).read_text(encoding="utf-8"))) or ""
    return said.split("\n\n")[0].replace("\n", " ").split(". ")[0].rstrip(".").replace("`", "")


def drawn() -> str:
    """The picture: a row for each name, layers apart."""
    y, parts = GAP, []
    for layer in layers():
        for name in layer:
            is_package = source(name).name == "__init__.py"
            colour = COLOURS["package" if is_package else "module"]
            parts += [
                f'<rect x="{GAP}" y="{y}" width="{WIDTH - 2 * GAP}" height="{ROW}" rx="3" fill="{colour}"/>',
                f'<text x="16" y="{y + 18}" font-weight="bold">{name}{"/" if is_package else ""}</text>',
                f'<text x="{NAMES}" y="{y + 18}">{escape(purpose(name))}</text>',
            ]
            y += ROW
        y += GAP
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y}" width="{WIDTH}" height="{y}"'
        ' font-family="sans-serif" font-size="13" fill="#222">'
    )
    return "\n".join([head, f'<rect width="{WIDTH}" height="{y}" fill="#fff"/>', *parts, "</svg>", ""])


if __name__ == "__main__":
    PICTURE.write_text(drawn(), encoding="utf-8")

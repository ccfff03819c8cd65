"""Run the notebooks and keep what they show: `python docs/notebooks.py`; with `--check`, only say which disagree.

Another folder of notebooks can be named. A notebook runs from its own folder, its cells in one namespace, as Jupyter
would run them. What a cell prints and the value of its last line are kept below it: as text, as HTML where the value
has it, and a figure of matplotlib as PNG. `--check` compares everything but the bytes of pictures, which differ between
machines.
"""

import ast
import base64
import contextlib
import io
import json
import os
import re
import sys
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

mpl.use("agg")
FOLDER = Path(__file__).parent / "notebooks"


def run(notebook: dict[str, Any]) -> dict[str, Any]:
    """Give a notebook with the outputs that its cells have now."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    cells, count = [], 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            count += 1
            cell = {**cell, "execution_count": count, "outputs": outputs("".join(cell["source"]), namespace, count)}
        cells.append(cell)
    return {**notebook, "cells": cells}


def outputs(code: str, namespace: dict[str, Any], count: int) -> list[dict[str, Any]]:
    """Run a cell, and give what it prints and what its last line is."""
    tree = ast.parse(code)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(tree, "<cell>", "exec"), namespace)
        value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), namespace) if last else None
    found: list[dict[str, Any]] = []
    if printed.getvalue():
        found.append({"name": "stdout", "output_type": "stream", "text": printed.getvalue().splitlines(keepends=True)})
    if value is not None:
        data = shown(value)
        found.append({"data": data, "execution_count": count, "metadata": {}, "output_type": "execute_result"})
    return found


def shown(value: object) -> dict[str, Any]:
    """Show a value in the forms that it has."""
    if isinstance(value, Figure):
        picture = io.BytesIO()
        value.savefig(picture, dpi=100, metadata={"Software": None})
        return {"image/png": base64.b64encode(picture.getvalue()).decode(), "text/plain": ["<Figure>"]}
    html = getattr(value, "_repr_html_", None)
    words = re.sub(r" at 0x[0-9a-f]+", "", repr(value))  # an address is another in each run
    text = {"text/plain": words.splitlines(keepends=True)}
    return {"text/html": html().splitlines(keepends=True), **text} if html else text


def without_pictures(notebook: dict[str, Any]) -> str:
    """Write a notebook as text, but for the bytes of its pictures."""
    return json.dumps(json.loads(json.dumps(notebook), object_hook=lambda found: {**found, "image/png": "..."}))


def main(*words: str) -> int:
    """Run the notebooks of a folder; give how many disagree with what they show."""
    check, folder = "--check" in words, next((Path(word) for word in words if word != "--check"), FOLDER)
    wrong = 0
    os.chdir(folder)
    for path in sorted(folder.glob("*.ipynb")):
        kept = json.loads(path.read_text(encoding="utf-8"))
        found = run(kept)
        if check and without_pictures(found) != without_pictures(kept):
            wrong += 1
            print(f"{path.name} shows something else now: run docs/notebooks.py")
        elif not check:
            path.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return wrong


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

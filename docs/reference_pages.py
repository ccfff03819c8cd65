"""Write the pages of the API reference: `python docs/reference_pages.py`; with `--check`, only say which disagree.

A page has a module's names as users import them, from its `__all__` (or, where it has none, what it defines): first
a table that reads anywhere, then what Sphinx makes of signatures and docstrings.
"""

import ast
import importlib
import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import get_args

FOLDER = Path(__file__).parent / "reference"
GROUPS = {
    "Hands": ("cards", "piles", "rankings", "games", "evaluation", "reference", "words", "errors"),
    "Many hands": (
        "batch", "batch.showdowns", "batch.canonical", "batch.texture",
        "integrations.polars", "integrations.duckdb", "integrations.arrow",
        "integrations.converters"
    ),
    "Ranges, equities, showdowns": (
        "ranges", "ranges.vectors", "equities", "equities.all_in", "equities.hand_strength", "showdown"
    ),
    "Play": (
        "engine", "engine.actions", "engine.events", "engine.rules", "engine.stakes",
        "histories", "players", "players.simulation", "players.chips", "players.exploiting", "environments",
        "environments.setting", "environments.menu", "environments.features", "environments.extensive",
    ),
    "Tournaments": ("tournaments.icm", "tournaments.push_fold"),
    "Draw poker without bets": ("draw", "draw.strategy", "draw.training", "draw.video_poker"),
    "Solvers": ("solvers.limit_draw", "solvers.postflop", "solvers.postflop.files"),
    "The table": ("table.core", "table.core.commitments", "table.fairness.verify", "table.client"),
    "Course handouts": (
        "handouts", "handouts.complex", "handouts.julia", "handouts.palettes", "handouts.card_pictures"
    ),
}  # fmt: skip
"""The public modules, by the headings of the first page of the reference. Those that need PettingZoo, Gymnasium or
OpenSpiel are described in docs/environments.md: the reference is written where these are not installed, too."""
MERGED = {
    "words": ("words.explaining", "words.comparing", "words.hands", "words.english", "words.narrating", "words.stakes")
}
"""A package whose names stand in its modules, and are read on one page."""
OFFERED = {
    "batch.canonical": ["canonical", "canonical_deals", "canonical_sets"],
    "batch.texture": ["Texture", "board_textures"],
    "ranges.vectors": ["kinds_of", "range_of", "vector_of"],
    "equities.all_in": ["expected_net"],
    "equities.hand_strength": ["HandStrengths", "hand_strengths_on", "nut_rank", "outs"],
    "players.chips": ["ChipsResult", "PlayerResult", "play_for_chips", "player_for"],
    "tournaments.icm": ["IcmSample", "finishing_chances", "icm", "sample_icm"],
    "tournaments.push_fold": ["PushFold", "push_fold"],
    "environments.setting": ["Setting"],
    "environments.menu": ["Menu", "pot_parts"],
    "environments.features": ["Features"],
    "environments.extensive": ["ExtensiveGame", "ExtensiveState"],
    "draw.strategy": ["Solution", "Strategy", "best_answer", "legal_holds", "solve", "solved"],
    "draw.training": [
        "Choice", "Exercise", "Kind", "MachineLesson", "Progress", "Record", "TableLesson", "mark", "next_exercise"
    ],
}  # fmt: skip
"""What users import from a module that states more than that."""
PARTS = {
    "batch.showdowns": (
        "batch", "Many showdowns at once",
        ["omaha_high_low_quarters", "omaha_strengths", "omaha_winners", "random_deals", "shares", "ties", "winners"],
    ),
    "engine.actions": (
        "engine", "What a seat does, and what it may do",
        ["Action", "BringIn", "Call", "Check", "Deal", "Discard", "Fold", "LegalActions", "Raise", "legal",
         "part_of_pot"],
    ),
    "engine.events": (
        "engine", "What happened",
        ["BoardDealt", "Called", "Checked", "Dealt", "Drew", "Event", "Folded", "Posted", "Raised", "Raked", "Returned",
         "Showed", "Won"],
    ),
    "engine.rules": (
        "engine", "The games, and what a game agrees on",
        ["FOUR_WITH_AN_ACE", "HAND_SIZE", "Limit", "RULES", "Rules", "THREE_CARD_DRAW", "VARIANTS", "find_variant"],
    ),
    "engine.stakes": (
        "engine", "What a hand is played for, and who plays it",
        ["KillButton", "MixedGame", "Places", "Rake", "Seating", "Stakes", "Standing", "eight_game", "horse"],
    ),
}  # fmt: skip
"""Pages for some names of a module that has too many for one: the module, what they are, the names."""


def source(module: ModuleType) -> ast.Module:
    """Parse a module."""
    return ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))


def constants(module: ModuleType) -> dict[str, str]:
    """Give every value that a module states, with the docstring that follows it."""
    found: dict[str, str] = {}
    body = source(module).body
    for number, node in enumerate(body):
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        )
        after = body[number + 1] if number + 1 < len(body) else None
        text = after.value.value if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) else ""
        found |= {target.id: str(text) for target in targets if isinstance(target, ast.Name)}
    return found


def home(module: ModuleType, name: str) -> ModuleType:
    """Find the module that states a value which another one hands on."""
    for node in source(module).body:
        if isinstance(node, ast.ImportFrom) and name in {alias.asname or alias.name for alias in node.names}:
            return home(importlib.import_module(str(node.module)), name)
    return module


def names(module: ModuleType, page: str) -> list[str]:
    """List the names of a module that a page describes."""
    if page in PARTS:
        return PARTS[page][2]
    elsewhere = {name for other, _, part in PARTS.values() if other == page for name in part}
    return [name for name in all_names(module) if name not in elsewhere]


def all_names(module: ModuleType) -> list[str]:
    """List what a module offers, its own modules left out."""
    if offered := OFFERED.get(module.__name__.removeprefix("fivecard."), getattr(module, "__all__", None)):
        return [name for name in offered if not inspect.ismodule(getattr(module, name, module))]
    kept = []
    for node in source(module).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            kept.append(node.name)
    documented = [name for name, text in constants(module).items() if text]
    return [name for name in [*documented, *dict.fromkeys(kept)] if not name.startswith("_")]


def first_sentence(text: str) -> str:
    """Give the first sentence of a docstring, on one line of a table."""
    paragraph = " ".join(text.strip().split("\n\n")[0].split())
    return paragraph.partition(". ")[0].rstrip(".:").replace("|", "\\|")


def entries(module: ModuleType, page: str = "") -> Iterator[tuple[str, str, str]]:
    """Give for every name of a page, or of a whole module, what it does, in a sentence, and its directive."""
    for name in names(module, page):
        value, path = getattr(module, name), f"{module.__name__}.{name}"
        if inspect.isclass(value):
            directive = f".. autoclass:: {path}\n   :members:\n"
            yield name, first_sentence(value.__doc__ or ""), directive
        elif inspect.isroutine(value) or hasattr(value, "__wrapped__"):
            yield name, first_sentence(value.__doc__ or ""), f".. autofunction:: {path}\n"
        else:
            among = ", ".join(getattr(each, "__name__", str(each)) for each in get_args(value))
            text = constants(home(module, name)).get(name) or (f"One of {among}." if among else "")
            if not text:
                raise SystemExit(f"{path} has no docstring")
            body = "".join(f"   {line}\n" if line else "\n" for line in inspect.cleandoc(text).splitlines())
            yield name, first_sentence(text), f".. py:data:: {path}\n\n{body}"


def page(name: str) -> str:
    """Write the page of a module, or of a part of it."""
    if name in PARTS:
        of, about, _ = PARTS[name]
        module = importlib.import_module(f"fivecard.{of}")
        return (
            f"# fivecard.{of}: {name.removeprefix(of)[1:]}\n\n{about}. Import these from `fivecard.{of}`.\n\n"
            + listing(module, name)
        )
    parts = [f"# fivecard.{name}\n"]
    for each in MERGED.get(name, (name,)):
        module = importlib.import_module(f"fivecard.{each}")
        if each != name:
            parts.append(f"## fivecard.{each}\n")
        parts.append(f"```{{eval-rst}}\n.. automodule:: {module.__name__}\n```\n")
        parts.append(listing(module, each))
    return "\n".join(parts)


def listing(module: ModuleType, page: str) -> str:
    """Write the names of a page: a table that reads anywhere, then the directives for Sphinx."""
    found = list(entries(module, page))
    rows = "\n".join(f"| `{entry}` | {sentence} |" for entry, sentence, _ in found)
    directives = "\n".join(directive for *_, directive in found).rstrip()
    return f"| name | |\n|---|---|\n{rows}\n\n```{{eval-rst}}\n{directives}\n```\n"


def everyday() -> Iterator[str]:
    """Give the rows of the names of `fivecard` itself, with the pages that describe them."""
    import fivecard

    listed = {entry for group in GROUPS.values() for entry in group}
    for name in fivecard.__all__:
        place = str(fivecard._HOME_OF[name])
        where = place if place in listed else place.partition(".")[0]
        module = importlib.import_module(f"fivecard.{place}")
        sentence = next((sentence for entry, sentence, _ in entries(module) if entry == name), None)
        if sentence is None:
            raise SystemExit(f"fivecard.{name} has no docstring in {place}")
        yield f"| `{name}` | {sentence} | [fivecard.{where}]({where}.md) |"


def index() -> str:
    """Write the first page: all modules, and the names of `fivecard` itself."""
    parts = [
        "# API reference\n\nEvery public module, with its names as you import them. "
        "The search field of this site works offline.\n"
    ]
    for heading, modules in GROUPS.items():
        rows = []
        for name in modules:
            of, text = (
                PARTS[name][:2] if name in PARTS else (name, importlib.import_module(f"fivecard.{name}").__doc__ or "")
            )
            rest = f": {name.removeprefix(of)[1:]}" if name in PARTS else ""
            rows.append(f"| [`fivecard.{of}`{rest}]({name}.md) | {first_sentence(str(text))} |")
        parts.append(f"## {heading}\n\n| module | |\n|---|---|\n" + "\n".join(rows) + "\n")
    parts.append(
        "## Names of `fivecard` itself\n\n`from fivecard import ...` has these, for everyday work.\n\n"
        "| name | | described in |\n|---|---|---|\n" + "\n".join(everyday()) + "\n"
    )
    listed = "\n".join(name for modules in GROUPS.values() for name in modules)
    parts.append(f"```{{toctree}}\n:hidden:\n\n{listed}\n```\n")
    return "\n".join(parts)


def pages() -> dict[Path, str]:
    """Give every page of the reference as it should be."""
    listed = [name for modules in GROUPS.values() for name in modules]
    return {FOLDER / "index.md": index()} | {FOLDER / f"{name}.md": page(name) for name in listed}


def main(words: list[str]) -> int:
    """Write the pages, or count those that disagree."""
    right = pages()
    wrong = [path for path, text in right.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    wrong += [path for path in FOLDER.glob("*.md") if path not in right]
    for path in wrong:
        if "--check" in words:
            print(f"reference/{path.name} disagrees with its module: run docs/reference_pages.py")
        elif path in right:
            path.parent.mkdir(exist_ok=True)
            path.write_text(right[path], encoding="utf-8")
        else:
            path.unlink()
    return len(wrong) if "--check" in words else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

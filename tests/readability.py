"""What `make lint` asks of English: readable lengths of sentences, no phrase that reviews struck out, one spelling.

It reads the documents, the help of every command, and the messages of errors. It judges no style: that takes a person.
"""

import ast
import io
import re
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
LONGEST = {"page": 45, "help": 40, "message": 30}
"""Words of a sentence."""
BANNED = (
    "what is wrong is said",
    "with its place",
    "at the speed of the hardware",
    "that nobody can have chosen",
    "such a solution",
    "is said where",
    "there is to say",
    "what a file is",
    "be read as it comes",
    "answered as it comes",
    "is what it is without",
    "who always did",
    "is told there",
    "it is told so",
    "what will come of it",
    "can be had",
    "as is asked",
    "nobody can tell them apart",
    "come to no hand",
    "comes to no hand",
    "what means one thing",
    "rules A",
    "rules C",
    "everything that there is",
)
"""Phrases that reviews found to be translated, boastful, or known to insiders alone."""
AMERICAN = {
    "color": "colour",
    "colors": "colours",
    "colored": "coloured",
    "behavior": "behaviour",
    "center": "centre",
    "centered": "centred",
    "favorite": "favourite",
    "gray": "grey",
    "honor": "honour",
    "honors": "honours",
    "neighbor": "neighbour",
    "neighbors": "neighbours",
    "analyze": "analyse",
    "analyzes": "analyses",
    "catalog": "catalogue",
    "defense": "defence",
    "labeled": "labelled",
    "traveling": "travelling",
    "canceled": "cancelled",
    "practicing": "practising",
}
"""Words that are spelled in another way here, and how."""
HANDOUTS = {"handouts.md", "glossary.md", "handouts", "CHANGELOG.md"}
"""Where the letters of the course handouts belong."""


class Text(NamedTuple):
    """A piece of English: of what kind it is, and where it stands."""

    kind: str
    place: str
    words: str


def prose(page: str) -> Iterator[tuple[int, str]]:
    """Give the paragraphs and list items of a page in Markdown, with their lines; no code, tables or headings."""
    blank = re.sub(r"^```.*?^```", lambda code: "\n" * code[0].count("\n"), page, flags=re.S | re.M)
    start, kept = 0, list[str]()
    for number, line in enumerate([*blank.splitlines(), ""], 1):
        ends = not line.strip() or re.match(r"\s*([-*] |\d+\. |#|\||!\[|    )", line)
        if ends and kept:
            yield start, " ".join(kept)
            kept = []
        if line.strip() and not re.match(r"\s*(#|\||!\[)|    ", line):
            start, kept = (start if kept else number), [*kept, re.sub(r"^\s*([-*]|\d+\.) ", "", line).strip()]


def plain(text: str) -> str:
    """Take code and links out of a paragraph."""
    text = re.sub(r"<!--.*?-->", "", text)
    return re.sub(r"\]\([^)]*\)", "]", re.sub(r"`[^`]*`", "X", text))


def pages() -> Iterator[Text]:
    """Give the prose of every document; the reference is made of docstrings."""
    for path in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]:
        for line, paragraph in prose(path.read_text(encoding="utf-8")):
            yield Text("page", f"{path.relative_to(ROOT)}:{line}", plain(paragraph))


def helps() -> Iterator[Text]:
    """Give the help of every command, without its examples."""
    from fivecard.cli.main import SUMMARIES, main

    for command in ([], *([name] for name in SUMMARIES)):
        with redirect_stdout(io.StringIO()) as shown:
            main([*command, "--help"])
        text = shown.getvalue().partition("\nexamples:")[0]
        for option in re.split(r"\n\n|\n(?= {2,4}\S)", text.partition("\n\n")[2]):
            yield Text("help", " ".join(["fivecard", *command, "--help"]), " ".join(option.split()))


def messages() -> Iterator[Text]:
    """Give the text of every error that is raised, with X for what is filled in."""
    for path in sorted((ROOT / "src" / "fivecard").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
                for argument in node.exc.args[:1]:
                    yield Text("message", f"{path.relative_to(ROOT)}:{node.lineno}", spoken(argument))


def spoken(node: ast.expr) -> str:
    """Give the words of a string or an f-string."""
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    return "".join(str(part.value) if isinstance(part, ast.Constant) else "X" for part in parts)


def sentences(text: str) -> list[str]:
    """Part a text at the ends of sentences, and at colons and semicolons, where a reader breathes."""
    return re.split(r"(?<=[.!?:;])[\"')*_]*\s+", text)


def complaints(text: Text) -> Iterator[str]:
    """Say what is wrong with a text."""
    for sentence in sentences(text.words):
        if (count := len(sentence.split())) > LONGEST[text.kind]:
            yield f"{text.place}: a sentence of {count} words: {' '.join(sentence.split()[:8])} ..."
    lower = text.words.lower()
    for phrase in BANNED:
        allowed = phrase.startswith("rules ") and any(
            part in HANDOUTS for part in Path(text.place.partition(":")[0]).parts
        )
        if (phrase in text.words if phrase.startswith("rules ") else phrase in lower) and not allowed:
            yield f"{text.place}: '{phrase}'"
    for word in re.findall(r"[a-z]+", lower):
        if word in AMERICAN:
            yield f"{text.place}: '{word}' is '{AMERICAN[word]}' here"


def main() -> int:
    """Print what is wrong and count it."""
    found = [complaint for read in (pages, helps, messages) for text in read() for complaint in complaints(text)]
    sys.stdout.writelines(f"{complaint}\n" for complaint in found)
    return min(len(found), 100)


if __name__ == "__main__":
    sys.exit(main())

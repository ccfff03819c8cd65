"""The check of English finds what it is for, and the tree passes it."""

import subprocess
import sys

import pytest

from tests.paths import ROOT
from tests.readability import LONGEST, Text, complaints, helps, messages, pages, plain, prose


def test_the_tree_reads_well() -> None:
    command = [sys.executable, str(ROOT / "tests" / "readability.py")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=100)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (
            "What is wrong is said, with its place.",
            ["page.md:1: 'what is wrong is said'", "page.md:1: 'with its place'"],
        ),
        ("The color of a suit.", ["page.md:1: 'color' is 'colour' here"]),
        ("Up to three cards (rules A).", ["page.md:1: 'rules A'"]),
        ("one " * 45 + "more.", ["page.md:1: a sentence of 46 words: one one one one one one one one ..."]),
        ("Errors name the bad card and where it is: " + "one " * 40, []),
    ],
)
def test_a_text_that_people_stumble_over_is_found(words: str, found: list[str]) -> None:
    assert list(complaints(Text("page", "page.md:1", words))) == found


def test_the_letters_of_handouts_may_stand_on_their_page() -> None:
    assert list(complaints(Text("page", "docs/handouts.md:1", "Up to three cards (rules A)."))) == []


def test_prose_is_parted_from_code_tables_and_headings() -> None:
    page = "# Title\n\nOne line,\nand `code = 1` [more](x.md).\n\n- an item\n- another\n\n"
    page += "```python\n>>> color\n```\n\n| a | b |\n"
    assert [(line, plain(text)) for line, text in prose(page)] == [
        (3, "One line, and X [more]."),
        (6, "an item"),
        (7, "another"),
    ]


def test_documents_help_and_messages_are_all_read() -> None:
    assert {text.place.partition(":")[0] for text in pages()} >= {"README.md", "docs/quickstart.md"}
    assert {text.place for text in helps()} >= {"fivecard --help", "fivecard play --help"}
    assert any("is not a card" in text.words for text in messages())
    assert {text.kind for read in (pages, helps, messages) for text in read()} == set(LONGEST)

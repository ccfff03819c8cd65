"""Tables and sentences keep to a terminal's width, and outputs without all characters get legible ones."""

import os
import re
import subprocess
import sys

import pexpect
import pytest

from tests.cli.terminal import CONTROLS, run, spawn
from tests.effort import effort, some
from tests.paths import GOLDEN, ROOT

KINGS = "Kh Kd 9s 4c 2d"
WSOP = [str(path) for path in sorted((GOLDEN / "histories").glob("wsop*.phh"))]


def shown(*words: str, columns: int) -> str:
    child = spawn(*words, columns=columns)
    child.expect(pexpect.EOF)
    lines = str(child.before).replace("\r\n", "\n").replace("\r", "\n")  # a bar that is written over, too
    return CONTROLS.sub("", lines)


@pytest.mark.parametrize("columns", effort([50], [80, 50]))
@pytest.mark.parametrize(
    "words",
    some(
        4,
        [
            ["equity", "AKs", "QQ+", "--board", "Td 9s 2h", "--grid"],
            ["equity", "AKs", "22+, A2s+, KTs+, QJs, AJo+", "--board", "Td 9s 2h"],
            ["advise", KINGS, "--first", "--history", "check bet", "--deals", "20"],
            ["advise", KINGS, "--first", "--history", "bet call /", "--deals", "20", "--all"],
            ["videopoker"],
            ["videopoker", "AH KH QH JH 9H"],
            ["evaluate", "Ah Kh Qh Jh 9h", "Ah Kh Qh Jh Th 2c 3c"],
            ["history", "--stats", *WSOP],
            ["simulate", "--rounds", "1000", "--seed", "1"],
            ["history", "missing", "--text"],
            ["equity", "AA", "KK", "QQ", "--seed", "1", "--error", "0.01"],
            ["equity", "AA"],
        ],
    ),
    ids=lambda words: " ".join(words[:2]),
)
def test_no_line_is_wider_and_no_word_is_broken(words: list[str], columns: int) -> None:
    """Whatever is shown in a narrow terminal is made of the words of a wide one."""
    narrow, wide = shown(*words, columns=columns), shown(*words, columns=250)
    assert max(map(len, narrow.splitlines())) <= columns
    pieces = [set(re.sub(r"[█#\[\]]|\d\.\d million|\d+%", " ", text).split()) for text in (narrow, wide)]
    assert pieces[0] - pieces[1] == set()


def test_what_is_said_of_hands_keeps_to_the_width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(GOLDEN / "histories")  # a path is not broken
    said = shown("history", "--check", *(path.rpartition("/")[2] for path in WSOP), columns=40)
    assert max(map(len, said.splitlines())) <= 40
    assert said.split().count("legal,") == len(WSOP)


def test_columns_that_do_not_fit_follow_below_with_their_first_one() -> None:
    blocks = shown("history", "--stats", *WSOP, columns=50).strip().split("\n\n")
    names = [[line.split("  ")[0] for line in block.splitlines()] for block in blocks]
    assert len(blocks) == 3
    assert names[0] == names[1] == names[2]
    assert blocks[2].splitlines()[0].split() == ["player", "net", "bb/100"]


def test_the_counts_of_a_season_have_percentages_where_there_is_room() -> None:
    assert " (33%) " in shown("history", "--stats", *WSOP, columns=130)
    hundred = shown("history", "--stats", *WSOP, columns=100)
    assert "\n\n" not in hundred.strip()
    eighty = shown("history", "--stats", *WSOP, columns=80)
    for narrow in (hundred, eighty):
        assert " 33% " in narrow
        assert "-11,360,000" in narrow
    assert " (33%) " in run("history", "--stats", *WSOP).stdout  # a pipe has room


# Outputs that are not UTF-8


def in_ascii(*words: str) -> str:
    ascii_only = {**os.environ, "PYTHONIOENCODING": "ascii"}  # not the locale: the checkout's path may be no ASCII
    command = [sys.executable, "-m", "fivecard", *words]
    done = subprocess.run(command, capture_output=True, env=ascii_only, cwd=ROOT, check=True, timeout=60)
    return done.stdout.decode("ascii")


@pytest.mark.parametrize(
    "words",
    [["demo"], ["advise", KINGS, "--first", "--deals", "20"], ["play", "--game", "holdem", "--seed", "1"]],
    ids=lambda words: words[0],
)
def test_ascii_output_has_no_escapes(words: list[str]) -> None:
    assert not re.search(r"\\[xuU]", in_ascii(*words))


def test_no_output_has_no_break_spaces() -> None:
    for words in (["demo"], ["advise", KINGS, "--first", "--deals", "20"]):
        assert "\N{NO-BREAK SPACE}" not in run(*words).stdout


def test_what_ascii_lacks_is_spelled_and_the_rest_escaped() -> None:
    code = (
        "import sys; from fivecard.cli.terminal.streams import spell_what_cannot_be_encoded as spell; spell(); "
        "print('A\\u2665 1 \\xb1 2\\xa0% \\u2588 \\xe9')"
    )
    encoded = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, env=encoded, check=True, timeout=60)
    assert done.stdout.splitlines() == [b"Ah 1 +- 2 % # \\xe9"]

"""Evenings with chips that are written down: nothing that was there before is lost."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from fivecard.cli.terminal.saving import HandFile
from fivecard.cli.usage import UsageError
from fivecard.engine import VARIANTS, Limit
from fivecard.histories import History, load_all
from tests.cli.terminal import evening, run


def test_an_evening_is_saved_and_plays_again_to_the_last_chip(tmp_path: Path) -> None:
    file = tmp_path / "evening.phhs"
    shown = evening("five-card-draw", "--seed", "3", "--rounds", "5", "--save", str(file), typed="\nc\ni\n" * 300)
    histories = played(file)
    assert len(histories) == 5
    for history, following in zip(histories, [*histories[1:], None], strict=True):
        final = dict(zip(history.names, history.check().stacks, strict=True))
        assert final == dict(zip(history.names, history.finishing_stacks, strict=True))
        if following:
            assert dict(zip(following.names, following.stacks, strict=True)) == final
            assert following.names[-1] == history.names[0]  # the button has moved
    assert f"You have {final['You']}" in shown.replace("\xa0", " ")


def played(file: Path) -> list[History]:
    with file.open() as lines:
        return [history for history in load_all(lines) if isinstance(history, History)]


@pytest.mark.parametrize(
    ("game", "name"), [("holdem", "all.phhs"), ("omaha-hi-lo-5", "all.txt"), ("five-card-draw", "all.TXT")]
)
def test_evenings_are_added_to_a_file_and_nothing_is_lost(tmp_path: Path, game: str, name: str) -> None:
    file = tmp_path / name
    before = ""
    for evenings in (1, 2, 3):
        evening(game, "--seed", str(evenings), "--rounds", "2", "--save", str(file), typed="c\n\n" * 100)
        text = file.read_text()
        assert text.startswith(before)
        numbers = re.findall(r"^(?:\[|PokerStars Hand #)([0-9]+)", text, re.MULTILINE)
        assert numbers == [str(number) for number in range(1, 2 * evenings + 1)]
        assert len(played(file)) == 2 * evenings
        before = text
    for history in played(file):
        history.check()
    evening(game, "--save", str(file), typed="q\n")
    assert file.read_text() == before


def test_an_evening_without_a_hand_leaves_no_file(tmp_path: Path) -> None:
    evening("holdem", "--save", str(tmp_path / "x.phhs"), typed="q\n")
    assert not any(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("one.phh", "variant = 'NT'\n"),  # a hand without a number
        ("notes.txt", "milk\n"),
        ("hands.txt", "[1]\nvariant = 'NT'\n"),
        ("cut.phhs", "[1]\nvariant = 'N"),
    ],
)
def test_nothing_is_added_to_what_is_something_else(tmp_path: Path, name: str, text: str) -> None:
    file = tmp_path / name
    file.write_text(text)
    done = run("play", "--game", "holdem", "--save", str(file))
    assert (done.returncode, done.stdout) == (2, "")
    assert "this file holds something else" in done.stderr
    assert file.read_text() == text


@pytest.mark.parametrize("limit", [Limit.FIXED_LIMIT, Limit.POT_LIMIT, Limit.NO_LIMIT])
def test_text_holds_all_games_but_three(tmp_path: Path, limit: Limit) -> None:
    """As the help and docs/playing.md say."""
    refused = set()
    for name, rules in VARIANTS.items():
        try:
            HandFile(str(tmp_path / "x.txt"), rules.with_limit(limit))
        except UsageError:
            refused.add(name)
    assert refused == {"ace-to-five", "ace-to-five-triple", "short-deck-trips"}


def test_a_full_disk_keeps_whole_hands_alone(tmp_path: Path) -> None:
    file = tmp_path / "evening.phhs"
    evening("holdem", "--seed", "1", "--rounds", "3", "--save", str(file), typed="c\n" * 200)
    assert len(played(file)) == 3
    room = file.stat().st_size + 700
    script = (
        "import resource, sys\n"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({room}, {room}))\n"
        "from fivecard.cli.main import main\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    words = ["play", "--game", "holdem", "--seed", "2", "--rounds", "3", "--save", str(file)]
    done = subprocess.run(
        [sys.executable, "-c", script, *words],
        input="c\n" * 200,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (1, f"fivecard: {file}: File too large\n")
    left = len(played(file))
    assert 3 <= left < 6
    for history in load_all(file.read_text()):
        assert isinstance(history, History)
    evening("holdem", "--seed", "2", "--rounds", "1", "--save", str(file), typed="c\n" * 200)
    assert len(played(file)) == left + 1

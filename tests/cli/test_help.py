"""What a newcomer types first: nothing, `help`, and names that are nearly right."""

import re
import shlex
from importlib import import_module

import pytest

from fivecard.cli.main import COMMANDS, PARTS, SUMMARIES, WELCOME, _parse, main
from tests.cli.terminal import run

EVERYTHING = [
    ["--help"],
    [],
    *([command, "--help"] for command in SUMMARIES),
    *([command, part, "--help"] for command, parts in PARTS.items() for part in parts),
]


def test_fivecard_alone_is_a_welcome() -> None:
    done = run()
    assert (done.stdout, done.stderr, done.returncode) == (WELCOME, "", 0)
    assert len(WELCOME.splitlines()) < 12


@pytest.mark.parametrize(
    ("asked", "same"),
    [
        (["help"], ["--help"]),
        (["help", "help"], ["--help"]),
        (["help", "play"], ["play", "--help"]),
        (["help", "strategy", "solve"], ["strategy", "--help"]),
        (["help", "solve", "flop"], ["solve", "flop", "--help"]),
    ],
)
def test_help_is_a_word_too(asked: list[str], same: list[str]) -> None:
    done, other = run(*asked), run(*same)
    assert (done.stdout, done.stderr, done.returncode) == (other.stdout, "", 0)
    assert "examples:" in done.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["paly"], "command 'paly' is not known; did you mean play?"),
        (["hepl"], "command 'hepl' is not known; did you mean help?"),
        (["--verison"], "option '--verison' is not known; did you mean --version?"),
        (["-x", "play"], "option '-x' is not known; see fivecard --help"),
        (["play", "--opponets", "3"], "option '--opponets' is not known; did you mean --opponents?"),
        (["cards", "--ouptut=x"], "option '--ouptut' is not known; did you mean --output?"),
        (["draw", "--wager"], "option '--wager' is not known; see fivecard draw --help"),
        (["help", "evalute"], "command 'evalute' is not known; did you mean evaluate?"),
        (["solve", "flop", "--bords", "x"], "option '--bords' is not known; did you mean --board?"),
        (["play", "--game", "hold-em"], "--game 'hold-em' is not known; did you mean holdem?"),
        (["play", "--game", "Holdem"], "--game 'Holdem' is not known; did you mean holdem?"),
        (["equity", "AA", "KK", "--game", "omaha8"], "--game 'omaha8' is not known; did you mean omaha?"),
        (["showdown", "--game", "stud"], "--game 'stud' is not known; did you mean seven-card-stud?"),
        (["evaluate", "--ranking", "deuce", "x"], "--ranking 'deuce' is not known; did you mean deuce-to-seven?"),
        (["play", "--level", "clasic"], "--level 'clasic' is not known; did you mean classic?"),
        (["completion", "fish"], "shell 'fish' is not known; choose from bash, zsh, tcsh, man"),
        (["play", "--game", "xyzzy"], "--game 'xyzzy' is not known; see fivecard play --help"),
    ],
)
def test_a_name_that_is_not_known_gets_one_short_line(words: list[str], sentence: str) -> None:
    done = run(*words)
    assert (done.stdout, done.stderr, done.returncode) == ("", f"fivecard: {sentence}\n", 2)


@pytest.mark.parametrize("columns", [80, 50])
def test_help_keeps_to_the_width(
    columns: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    for words in EVERYTHING:
        assert main(words) == 0
        wide = [line for line in capsys.readouterr().out.splitlines() if len(line) > columns and " " in line.strip()]
        assert wide == [], words


def test_help_breaks_no_words(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """As many columns as there may be change nothing but where lines end."""
    for words in EVERYTHING:
        shown = []
        for columns in ("50", "80", "5000"):
            monkeypatch.setenv("COLUMNS", columns)
            main(words)
            shown.append(capsys.readouterr().out.split())
        assert shown[0] == shown[1] == shown[2], words


def test_a_player_of_one_game_needs_no_other_word_for_it() -> None:
    done = run("play", "--level", "solved", "--seed", "1")
    assert done.stdout.startswith("Five-card draw, fixed limit, ")
    assert "Solved plays its own strategy here" in done.stdout  # against one opponent
    assert (done.stderr, done.returncode) == ("", 0)


def test_commands_are_listed_in_groups() -> None:
    listed = run("--help").stdout.split("commands:\n")[1].split("\nexamples:")[0]
    groups = {}
    for part in listed.split("\n\n"):
        title, *lines = part.splitlines()
        group, _, names = title.strip().partition(":")
        groups[group] = names.replace(",", "").split() or [line.split()[0] for line in lines if line[4] != " "]
    assert groups == {group: [*names] for group, names in COMMANDS.items()}
    assert sum(map(len, groups.values())) == len(SUMMARIES)


@pytest.mark.parametrize("command", SUMMARIES)
def test_the_short_help_has_every_option_in_fewer_words(command: str) -> None:
    short, whole = run(command, "-h"), run(command, "--help")
    assert (short.stderr, short.returncode) == ("", 0)
    assert len(short.stdout.splitlines()) <= len(whole.stdout.splitlines())
    options = [set(re.findall(r"^  (-\w|--[\w-]+)", text, re.M)) for text in (short.stdout, whole.stdout)]
    assert options[0] == options[1]
    assert short.stdout.endswith(f"fivecard {command} --help explains every option, with examples.\n")


def examples() -> list[str]:
    """Every example of every command's help, its lines joined."""
    modules = [import_module(f"fivecard.cli.commands.{command}") for command in SUMMARIES]
    texts = [re.sub(r"\n {4,}", " ", module.EXAMPLES) for module in modules]
    lines = [line.strip() for text in texts for line in text.splitlines()]
    return [line for line in lines if line.startswith("fivecard ") and not line.endswith("--help")]


@pytest.mark.parametrize("example", examples())
def test_an_example_of_the_help_is_one_that_the_command_takes(example: str) -> None:
    words = shlex.split(re.split(r" [|<>] | # ", example)[0])[1:]
    assert _parse(words).program.EXAMPLES


def test_every_command_has_examples() -> None:
    assert {example.split()[1] for example in examples()} == set(SUMMARIES)

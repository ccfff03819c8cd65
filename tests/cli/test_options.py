"""The options that several commands have: the same spellings and the same refusals everywhere."""

import pytest

from fivecard.cli.main import main
from tests.cli.terminal import run

SOLVE = ["solve", "-o", ".", "--ante", "0"]  # a folder: refused once the game is understood
PLAY = ["play", "--game", "five-card-draw", "--opponents", "1", "--rounds", "1", "--limit", "fixed"]


@pytest.mark.parametrize(
    "words",
    [
        ["--blinds", "1,2", "--bets", "2,4"],
        ["--blinds", "1", "2", "--bets", "2", "4"],
        ["--blinds=1,2", "--bets=2/4"],
        ["--blinds", "1 2", "--bets", "2 4"],
        ["--bl", "1", "2", "--bets", "2,4"],
    ],
    ids=" ".join,
)
def test_amounts_are_written_alike_for_play_and_solve(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SOLVE, *words]) == 2
    assert "-o '.' is a folder" in capsys.readouterr().err
    assert "blinds 1 and 2, bets 2 and 4" in run(*PLAY, *words, typed="q\n").stdout


@pytest.mark.parametrize("command", [SOLVE, PLAY], ids=["solve", "play"])
@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--bets", "1,2,3"], "--bets: there are two, early and late, not 3"),
        (["--bets", "1", "2", "3"], "--bets: there are two, early and late, not 3"),
        (["--blinds", "-1", "2"], "--blinds: '-1,2' is not a number of chips"),
        (["--blinds", "1", "x"], "unrecognized arguments: x"),
        (["--blinds", "x"], "--blinds: 'x' is not a whole number"),
        (["--blinds", ""], "--blinds: '' is not a whole number"),
    ],
)
def test_amounts_are_refused_alike(
    command: list[str], words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, *words]) == 2
    assert sentence in capsys.readouterr().err


def test_a_hand_may_follow_amounts(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["advise", "--first", "--blinds", "1", "2", "Kh", "Kd", "9s", "4c", "2d"]) == 2
    assert "no solution of this game" in capsys.readouterr().err


def test_blinds_of_0_are_none_for_the_solver_too(capsys: pytest.CaptureFixture[str]) -> None:
    hand = ["Kh", "Kd", "9s", "4c", "2d"]
    assert main(["advise", "--first", "--deals", "20", "--blinds", "0", *hand]) == 0
    shown = capsys.readouterr().out
    assert main(["advise", "--first", "--deals", "20", *hand]) == 0
    assert capsys.readouterr().out == shown


@pytest.mark.parametrize(
    "command",
    [
        ["equity", "AA", "KK"],
        ["simulate"],
        ["solve", "-o", "x"],
        ["exploit", "x"],
    ],
    ids=lambda command: command[0],
)
@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        ("--threads=0", "--threads: threads are a whole number from 1 to 1024, not 0"),
        ("--threads=x", "--threads: 'x' is not a whole number"),
        ("--seed=-1", "--seed: a seed is a whole number from 0 to 2^64 - 1, not -1"),
    ],
)
def test_threads_and_seeds_are_refused_alike(
    command: list[str], option: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, option]) == 2
    assert capsys.readouterr().err == f"fivecard: {sentence}\n"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["odds", "ASKHTDTC6S", "--opponents=--"], "--opponents: expected a value, not '--'"),
        (["rank", "--seed=--"], "--seed: expected a value, not '--'"),
        (["showdown", "deals.txt", "-o--"], "-o: expected a value, not '--'"),
        (["solve", "-o", "-"], "a file is written, and '-' is standard output"),
        (["strategy", "-o", "-"], "a folder is written, and '-' is standard output"),
        (["table", "--tables", "0"], "--tables 0: there must be room for one"),
        (["table", "--patience", "-1"], "--patience -1: from 0 to 3600 seconds"),
    ],
)
def test_values_that_make_no_sense_get_one_line(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert said.count("\n") == 1


def test_names_cannot_write_to_the_terminal_what_they_like(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["showdown", "\x1b[31mred\nline"]) == 1
    assert capsys.readouterr().err == "fivecard: \\x1b[31mred\\nline: No such file or directory\n"

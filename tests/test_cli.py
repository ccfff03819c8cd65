"""The command line, run for real: in a pipe and on a terminal."""

import json
import os
import subprocess
import sys

import pexpect
import pytest

from fivecard import __version__
from fivecard.cli import COMMANDS, main


def run(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "fivecard", *words]
    return subprocess.run(command, input=typed, capture_output=True, text=True, check=False)


def on_a_terminal(*words: str, **environment: str) -> str:
    child = pexpect.spawn(
        sys.executable, ["-m", "fivecard", *words], encoding="utf-8", dimensions=(60, 150),
        env={"PATH": "", "TERM": "xterm", "PYTHONUTF8": "1", **environment},
    )  # fmt: skip
    child.expect(pexpect.EOF)
    return str(child.before)


def test_a_hand_is_named() -> None:
    done = run("evaluate", "JH JS TS TD 8S")
    assert (done.returncode, done.stdout) == (0, "Jh Js Ts Td 8s  two pair, Jacks and Tens, Eight kicker  4628\n")


def test_cards_typed_one_by_one_are_one_hand() -> None:
    assert run("evaluate", "10s", "As", "Ks", "Js", "Qs").stdout == "Ts As Ks Js Qs  royal flush  7462\n"


def test_hands_are_read_from_standard_input() -> None:
    done = run("evaluate", "-", typed="AhKhQhJhTh\n\n2c 3d 4h 5s 7c\n")
    assert [line.split()[-1] for line in done.stdout.splitlines()] == ["7462", "1"]


def test_json_holds_everything_that_is_known() -> None:
    record = json.loads(run("evaluate", "--json", "Ah2h3h4h5hKsKd").stdout)
    assert record == {
        "ranking": "high",
        "cards": ["Ah", "2h", "3h", "4h", "5h", "Ks", "Kd"],
        "category": "straight flush",
        "ranks": ["5"],
        "playing": ["5h", "4h", "3h", "2h", "Ah"],
        "strength": 7453,
        "description": "straight flush, Five high",
    }


@pytest.mark.parametrize("command", ["evaluate", "explain"])
@pytest.mark.parametrize(
    ("hand", "message"),
    [
        ("Ah Kh Qh Jh 1x", "'1x' is not a card (column 13)"),
        ("As Kd As Qc Jc", "duplicate card 'As' in 'As Kd As Qc Jc'"),
        ("As Kd", "a hand has 5 to 7 cards, this one has 2: 'As Kd'"),
        ("", "a hand without cards"),
    ],
)
def test_a_bad_hand_gets_one_line_and_status_1(command: str, hand: str, message: str) -> None:
    done = run(command, hand)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith("fivecard: ")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_bad_line_of_input_is_named() -> None:
    done = run("evaluate", "-", typed="AhKhQhJhTh\nAh Kh\n")
    assert done.returncode == 1
    assert done.stderr == "fivecard: input line 2: a hand has 5 to 7 cards, this one has 2: 'Ah Kh'\n"


def test_explain_compares_two_hands_and_says_what_decided() -> None:
    done = run("explain", "JC JD TH TC 7S", "JH JS TS TD 8S")
    assert "Jh Js Ts Td 8s  beats  Jc Jd Th Tc 7s" in done.stdout
    assert done.stdout.endswith("4. Kicker: Eight beats Seven.\n")
    assert "count  . . . . . 1 . . 2 2 . . ." in done.stdout


def test_explain_as_json() -> None:
    record = json.loads(run("explain", "--json", "JC JD TH TC 7S", "JH JS TS TD 8S").stdout)
    assert [hand["strength"] for hand in record["hands"]] == [4627, 4628]
    assert record["comparisons"][0]["steps"][-1] == "Kicker: Eight beats Seven."


def test_a_terminal_gets_colour_and_suit_symbols() -> None:
    shown = on_a_terminal("evaluate", "Ah Kh Qh Jh Th")
    assert "\x1b[31mA♥\x1b[0m" in shown
    assert "\x1b[1mroyal flush\x1b[0m" in shown


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_colour_can_be_switched_off(environment: dict[str, str]) -> None:
    shown = on_a_terminal("evaluate", "Ah Kh Qh Jh Th", **environment)
    assert shown.startswith("A♥ K♥ Q♥ J♥ T♥  royal flush")


def test_the_demo_is_a_tour() -> None:
    done = run("demo")
    assert done.returncode == 0
    assert "Player 6   8s 8h 8d Kd 7d   three of a kind" in done.stdout
    assert "133,784,560 hands" in done.stdout


def test_the_version_is_told() -> None:
    assert run("--version").stdout == f"fivecard {__version__}\n"


@pytest.mark.parametrize("words", [["--help"], ["evaluate", "--help"], ["explain", "--help"], ["demo", "--help"]])
def test_help_shows_examples(words: list[str]) -> None:
    done = run(*words)
    assert done.returncode == 0
    assert "examples:\n  fivecard " in done.stdout


@pytest.mark.parametrize("words", [[], ["shuffle"], ["evaluate"], ["demo", "--seed", "x"]])
def test_a_wrong_command_line_has_status_2(words: list[str]) -> None:
    assert run(*words).returncode == 2


def test_a_reader_that_stops_early_is_no_error() -> None:
    script = f"yes AhKhQhJhTh | head -n 100000 | {sys.executable} -m fivecard evaluate - | head -n 1"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("Ah Kh Qh Jh Th  royal flush  7462\n", "")


@pytest.mark.parametrize("words", [["rank"], ["--version"], ["--help"], ["evaluate", "AhKhQhJhTh"]])
def test_output_that_cannot_be_written_is_said_in_one_line(words: list[str]) -> None:
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with open("/dev/full", "w") as full:  # noqa: PTH123
        command = [sys.executable, "-m", "fivecard", *words]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, env=buffered, check=False)
    assert done.stderr == "fivecard: cannot write the output: No space left on device\n"
    assert done.returncode == 1


def test_a_mistyped_card_is_named() -> None:
    assert "'T' is not a card" in run("evaluate", "Ah", "Kh", "Qh", "Jh", "T").stderr
    assert run("evaluate", "10h,", "9h,", "8h,", "7h,", "6h").stdout.endswith("straight flush, Ten high  7458\n")


def test_ctrl_c_ends_politely() -> None:
    child = pexpect.spawn(sys.executable, ["-m", "fivecard", "evaluate", "-"], encoding="utf-8")
    child.sendline("AhKhQhJhTh")
    child.expect("royal flush")
    child.sendintr()
    child.expect("fivecard: stopped")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_command_has_help_with_an_example(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "--help"]) == 0
    shown = capsys.readouterr().out
    assert f"examples:\n  fivecard {command}" in shown


@pytest.mark.parametrize("shell", ["bash", "zsh", "tcsh"])
def test_completion_knows_every_command(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert all(command in script for command in COMMANDS)
    assert "bad-lines" in script

"""`fivecard solve flop` and `fivecard solve show`."""

import json
import os
import re
import signal
from pathlib import Path

import pexpect
import polars as pl
import pytest

from fivecard.solvers.postflop import Spot, load, solve
from tests.cli.terminal import CONTROLS, run, spawn

TURN = [
    "solve", "flop", "--board", "Td 9d 6h Qc", "--oop", "TT, AKs", "--ip", "QQ, A5s", "--pot", "10", "--stack", "30,40",
    "--bets", "turn: 50%; river: a", "--raises", "a",
]  # fmt: skip
RIVER = [
    "solve",
    "flop",
    "--board",
    "2c 2d 2h 3s 3c",
    "--oop",
    "AA, QQ",
    "--ip",
    "KK",
    "--pot",
    "100",
    "--stack",
    "100",
]


@pytest.fixture(scope="module")
def turn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("solve") / "turn.solution"
    done = run(*TURN, "--target", "0.5%", "-o", file)
    assert done.returncode == 0, done.stderr
    return file


def test_size_and_time_are_said_first() -> None:
    done = run(*TURN, "--memory-check", "--target", "1%")
    assert re.fullmatch(r"[\d,]+ nodes, \d+ MB, about .* \(.* to .*\) to 1 % of the pot\n", done.stdout)
    assert (done.stderr, done.returncode) == ("", 0)
    endless = run(*TURN, "--memory-check", "--target", "0", "--iterations", "5")
    assert re.fullmatch(r"[\d,]+ nodes, \d+ MB\n", endless.stdout)


def test_a_solution_is_shown_as_its_root() -> None:
    done = run(*RIVER, "--bets", "oop: a", "--target", "0.001")
    said = done.stdout.splitlines()
    assert said[0].startswith("exploitability 0.000 % of the pot after")
    assert "2c 2d 2h 3s 3c" in said
    shares = {action: float(share) for action, share in re.findall(r"^  (.{12}) +([\d.]+)%$", done.stdout, re.M)}
    assert shares == pytest.approx({"check       ": 25, "bet 100     ": 75}, abs=0.2)
    [aces] = [line for line in done.stdout.split("bet 100, % of each kind of hand")[1].splitlines() if line[:1] == "A"]
    assert aces.split()[1:] == ["100", *["."] * 12]
    assert "\x1b" not in done.stdout
    assert done.stderr.splitlines()[-1].startswith("solved in ")


def test_a_solution_is_told_in_json() -> None:
    done = run(*RIVER, "--bets", "oop: a", "--target", "0.001", "--json", "--rake", "5%", "--cap", "3")
    told = json.loads(done.stdout)
    assert told["player"] == "oop"
    assert told["exploitability"] < 0.01
    raked = solve(Spot(RIVER[3], ("AA, QQ", "KK"), 100, 100, {"oop": "a"}, rake=0.05, rake_cap=3), target=0.001)
    assert told["values"]["oop"] == pytest.approx(raked.values[0], abs=0.05)


def test_what_is_written_is_shown(turn: Path) -> None:
    solution = load(turn)
    root = run("solve", "show", turn)
    assert root.stdout.startswith("Td 9d 6h Qc\noop, out of position, acts:\n  check")
    exactly = run("solve", "show", turn, "--exactly")
    assert exactly.stdout.endswith(root.stdout)
    assert f"exploitability {solution.exploitability:.3f} %" in exactly.stdout
    cards = run("solve", "show", turn, "check, check").stdout.splitlines()
    assert cards[0] == "Td 9d 6h Qc, after check, check"
    assert cards[2].split()[:2] == ["card", "chance"]
    assert len(cards) == 3 + 48
    river = run("solve", "show", turn, "check, check, 2s", "--hand", "AhKh")
    row = solution.at("check", "check", "2s").row("AhKh")
    assert f"EV {row.ev:.2f}, equity {row.equity:.2%}" in river.stdout
    told = json.loads(run("solve", "show", turn, "check", "--json").stdout)
    assert told["frequencies"] == pytest.approx(solution.at("check").frequencies)


def test_tables_are_written(turn: Path, tmp_path: Path) -> None:
    done = run("solve", "show", turn, "check", "-o", tmp_path / "x.parquet")
    assert (done.stdout, done.returncode) == ("", 0)
    assert set(pl.read_parquet(tmp_path / "x.parquet")["player"]) == {"ip", "oop"}
    run(*TURN, "--iterations", "3", "-o", tmp_path / "turn", "--to", "json")
    lines = [json.loads(line) for line in (tmp_path / "turn").read_text().splitlines()]
    assert {line["line"] for line in lines} >= {"", "check", "bet 5"}


@pytest.mark.parametrize(
    ("words", "status", "sentence"),
    [
        ([*TURN, "--to", "json"], 2, "--to says how a file is written: -o names it"),
        ([*TURN, "--compress"], 2, "--compress says how a file is written: -o names it"),
        ([*TURN, "-o", "."], 2, "-o '.' is a folder: the solution is written to a file"),
        ([*TURN, "--to", "xlsx", "-o", "x"], 2, "--to 'xlsx' is not known; choose from csv, json, parquet"),
        (
            [*TURN, "--bets", "flop: 5%; flop: 3%"],
            2,
            "'flop: 3%' is not a street or player with its sizes",
        ),
        ([*TURN, "--bets", "preflop: 5%"], 1, "bets are for a street, a player, or both (ip flop), not for 'preflop'"),
        ([*TURN, "--bets", "2.5x"], 1, "'2.5x' is no size of a bet"),
        ([*TURN, "--stack", "1,2,3"], 2, "--stack: '1,2,3' is not a number of chips, or two"),
        ([*TURN, "--board", "Td 9d 6h Qc Qc"], 1, "duplicate card 'Qc' on the board"),
        ([*TURN, "--oop", "AZs"], 1, "'AZs'"),
        ([*TURN, "--oop", "TdTc"], 1, "the range oop has no hand that the board Td 9d 6h Qc leaves possible"),
        ([*TURN, "--rake", "105%"], 1, "the rake is a part of the pot, from 0 to less than 1, not 1.05"),
        ([*TURN, "--target", "0"], 1, "with a target of 0 it would never end"),
        (
            [*TURN, "--game", "omaha"],
            1,
            "the games are holdem, short-deck, short-deck-trips, not 'omaha'",
        ),
        (["solve", "show", "nowhere"], 1, "nowhere: No such file or directory"),
    ],
    ids=lambda value: value[-1] if isinstance(value, list) else "",
)
def test_what_cannot_be_solved_gets_one_sentence(words: list[str], status: int, sentence: str) -> None:
    done = run(*words)
    assert (done.returncode, done.stdout) == (status, "")
    assert sentence in done.stderr.splitlines()[-1]


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("check, bet 7", "'bet 7' is none of the actions after check"),
        ("check, check, 9d", "'9d' cannot come on the river"),
        ("bet 5, fold", "after bet 5, fold the hand is over"),
    ],
)
def test_a_place_that_is_not_there_gets_one_sentence(turn: Path, path: str, sentence: str) -> None:
    done = run("solve", "show", turn, path)
    assert (done.returncode, done.stdout) == (1, "")
    assert sentence in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is another thing there")
def test_ctrl_c_keeps_what_was_solved(tmp_path: Path) -> None:
    file = tmp_path / "stopped.solution"
    child = spawn(*TURN, "--target", "0", "--iterations", "100000000", "-o", str(file))
    child.expect(r"after [\d,]+ iterations", timeout=60)
    child.kill(signal.SIGINT)
    child.expect("stopped: this is what there was so far", timeout=60)
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    assert load(file).iterations > 0


def test_colours_are_for_terminals() -> None:
    child = spawn(*RIVER, "--bets", "oop: a", "--target", "0.1", columns=60)
    child.expect(pexpect.EOF)
    assert "\x1b[97;48;5;" in str(child.before)
    lines = CONTROLS.sub("", str(child.before).replace("\r\n", "\n").rpartition("\r")[2]).splitlines()
    assert 40 < max(map(len, lines)) <= 60
    plain = spawn(*RIVER, "--bets", "oop: a", "--target", "0.1", "--plain")
    plain.expect(pexpect.EOF)
    assert "48;5;" not in str(plain.before)

"""`fivecard equity`: what it prints, draws and refuses."""

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from fivecard.equities import equity
from fivecard.games import GAMES
from tests.cli import terminal
from tests.effort import some


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return terminal.run("equity", *words)


def test_in_a_pipe_it_prints_the_table_of_the_result() -> None:
    done = run("AKs", "QQ+", "--board", "Td 9s 2h", "--dead", "2c")
    assert (done.stdout, done.stderr) == (f"{equity('AKs', 'QQ+', board='Td 9s 2h', dead='2c')}\n", "")


def test_json_has_all_that_the_result_has() -> None:
    record = json.loads(run("AA", "KK", "--json").stdout)
    assert (record["exact"], record["deals"]) == (True, 61_642_944)
    assert [round(player["share"] * record["deals"]) for player in record["players"]] == [50_513_958, 11_128_986]
    assert sum(outcome["chance"] for outcome in record["outcomes"]) == pytest.approx(1)
    assert [player["wins"] for player in record["players"]] == [50_371_344, 10_986_372]
    assert [player["ties"] for player in record["players"]] == [285_228, 285_228]
    assert [Fraction(player["pots"]) for player in record["players"]] == [50_513_958, 11_128_986]
    assert (record["hole"], record["method"], record["grid"]) == (2, equity("AA", "KK").method, None)


def test_json_has_the_errors_of_samples() -> None:
    words = ("AsKs", "QhQd", "--error", "0.001", "--seed", "7")
    record = json.loads(run(*words, "--json").stdout)
    result = equity("AsKs", "QhQd", exact=False, error=0.001, seed=7)
    assert [player["win_error"] for player in record["players"]] == list(result.win_errors)
    assert [player["tie_error"] for player in record["players"]] == list(result.tie_errors)
    assert [outcome["standard_error"] for outcome in record["outcomes"]] == list(result.outcome_errors.values())
    assert all(player[name] is None for player in record["players"] for name in ("wins", "ties", "pots"))


def test_json_has_the_grid() -> None:
    grid = json.loads(run("AA, AKs, QJo", "KK", "--grid", "--json").stdout)["grid"]
    assert set(grid) == {"AA", "AKs", "QJo"}
    assert grid["QJo"] == pytest.approx(equity("QJo", "KK", exact=True).share[0])


def test_samples_say_how_sure_they_are_and_can_be_repeated() -> None:
    words = ("AAxx", "KKxx", "QQxx", "--game", "omaha", "--error", "0.005", "--seed", "7")
    first, second = run(*words), run(*words)
    assert first.stdout == second.stdout
    assert "seed 7" in first.stdout
    assert all(0 < player["standard_error"] <= 0.005 for player in json.loads(run(*words, "--json").stdout)["players"])


@pytest.mark.parametrize(("game", "ranks"), [("holdem", "AKQJT98765432"), ("short-deck", "AKQJT9876")])
def test_the_grid_has_a_cell_for_each_kind(game: str, ranks: str) -> None:
    lines = run("AA, AKs, QJo", "KK", "--grid", "--game", game).stdout.splitlines()[-len(ranks) - 1 :]
    assert lines[0].split() == list(ranks)
    cells = [line.split() for line in lines[1:]]
    assert [row[0] for row in cells] == list(ranks)
    shown = {
        (row, column): cell for row, line in enumerate(cells) for column, cell in enumerate(line[1:]) if cell != "."
    }
    assert set(shown) == {(0, 0), (0, 1), (3, 2)}
    exact = equity("QJo", "KK", game=game, exact=True).share[0]
    assert shown[3, 2] == f"{100 * exact:.0f}"


@pytest.mark.parametrize("kind", some(1, ["svg", "png"]))
def test_a_plot_is_a_picture_and_the_same_every_time(tmp_path: Path, kind: str) -> None:
    files = [tmp_path / f"{name}.{kind}" for name in "ab"]
    for file in files:
        done = run("AKs", "QQ", "--board", "Td 9s 2h 3c", "--plot", str(file))
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert files[0].read_bytes() == files[1].read_bytes()
    assert files[0].read_bytes()[:5] == (b"<?xml" if kind == "svg" else b"\x89PNG\r")


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (["AA"], 2, "there may be 2 to 10 players, not 1"),
        (["AA", "KK, AAs"], 1, "player 2: column 5: 'AAs' is not a range: a pair has two suits: write AA"),
        (["AA", "KK", "--board", "Td Td 2c"], 1, "the board: duplicate card 'Td' in 'Td Td 2c'"),
        (["AA", "KK", "--exact", "--seed", "1"], 2, "--exact: --error, --seconds and --seed are for samples"),
        (["AA", "KK", "--grid", "--seconds", "1"], 2, "--grid: --error, --seconds and --seed are for samples"),
        (["AA", "KK", "--error", "0"], 1, "error must be a number above 0, not 0.0"),
        (["AAxx", "KKxx", "--game", "omaha-7"], 2, "--game 'omaha-7' is not known; did you mean omaha-6?"),
        (["AAxx", "KK", "--game", "omaha", "--grid"], 2, "--grid: the grid is for hands of two cards, not for Omaha"),
        (["AA", "KK", "--threads", "0"], 2, "--threads: threads are a whole number from 1 to 1024, not 0"),
        (["AA", "KK", "--plot", "x.txt"], 1, "x.txt: Format 'txt' is not supported"),
    ],
)
def test_what_is_wrong_gets_one_line(words: list[str], status: int, message: str) -> None:
    done = run(*words)
    assert (done.returncode, done.stdout) == (status, "")
    assert done.stderr.startswith(f"fivecard: {message}")
    assert done.stderr.count("\n") == 1


def test_ctrl_c_gives_what_there_is_so_far() -> None:
    words = ["-m", "fivecard", "equity", "AKs", "22+", "JTs+", "random", "--error", "1e-9", "--seed", "1"]
    child = terminal.at_terminal(sys.executable, *words, dimensions=(30, 100))
    child.expect(r"\+- 0\.\d")  # a running error bar
    child.sendintr()
    child.expect("sampled: .*standard error .*, seed 1")
    child.expect("stopped: this is the result so far")
    terminal.ends(child, 130)


def test_every_game_has_an_equity() -> None:
    for name, game in some(6, GAMES.items()):
        done = run("random", "random", "--game", name, "--error", "0.02", "--seed", "1")
        assert done.returncode == 0, (game.title, done.stderr)

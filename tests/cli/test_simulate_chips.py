"""`fivecard simulate --game`: what players won is shown, and written for programs."""

import json

import pytest

from tests.cli.terminal import run

QUICK = ("simulate", "--game", "razz", "--deals", "2", "--stack", "20", "--seed", "3")


def test_what_each_player_won_is_shown() -> None:
    done = run(*QUICK)
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert [line.split("solid")[0].split() for line in lines] == [["player", "1"], ["player", "2"]]
    assert all(" bb/100  (" in line and " +- " in line for line in lines)
    assert "4 hands: 2 deals from 2 seats, seed 3" in done.stderr


def test_programs_read_the_same() -> None:
    done = json.loads(run(*QUICK, "--json").stdout)
    assert (done["game"], done["deals"], done["hands"], done["seed"], done["big_blind"]) == ("razz", 2, 4, 3, 4)
    one, other = done["players"]
    assert one["player"] == "solid"
    assert one["chips"] == -other["chips"]
    assert one["bb_per_100"] == 100 * one["chips"] / 4 / 4
    shown = run(*QUICK).stdout.splitlines()[0]
    assert f"{one['bb_per_100']:+.2f} +- {1.96 * one['standard_error']:.2f} bb/100  ({one['chips']:+,} chips)" in shown
    assert json.loads(run(*QUICK, "--json", "--deals", "1").stdout)["players"][0]["standard_error"] is None


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--game", "holdem", "solid", "solved"], "solved does not play Texas hold'em, no limit: solid, solver do"),
        (["--game", "holdem", "solid", "dull"], "there is no player 'dull': they are "),
        (["--game", "holdem", "solid"], "the rules of Texas hold'em are for 2 to 10 players, not 1"),
        (["--game", "five-card-draw", "solid", "solid", "solved"], "solved plays 2 at a table, not 3"),
        (["--game", "holdem", "--deals", "0"], "--deals 0: there must be at least one deal"),
        (["--game", "holdem", "--rounds", "5"], "--rounds does not go with --game"),
        (["--game", "holdem", "--instead", "solid"], "--instead does not go with --game"),
        (["--game", "holdem", "--rules", "draw-3"], "--rules does not go with --game"),
        (["--game", "holdem", "--stack", "0"], "--stack 0: nobody plays without chips"),
        (["--game", "holdem", "--bets", "2,4"], "--bets: with no limit there is one, the smallest, not 2"),
        (["--deals", "5"], "--deals goes with --game"),
        (["--limit", "pot"], "--limit goes with --game"),
    ],
)
def test_what_does_not_go_together_is_named(words: list[str], message: str) -> None:
    done = run("simulate", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr

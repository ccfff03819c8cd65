"""Hints in heads-up no-limit hold'em at the terminal: whole hands, with the ranges that are assumed or given."""

import re
from pathlib import Path

import pytest

from tests.cli.terminal import evening, run

GOLDEN = Path(__file__).parent.parent / "golden" / "holdem" / "coached.txt"
RANGES = ("--my-range", "22+, A2s+, 76s, 87s, T9s, KTo+", "--their-range", "22+, A2s+, K9s+, QTs+, JTs, ATo+, KJo+")
HAND = ("holdem", "--opponents", "1", "--hints", "--rounds", "1", "--seed", "2")


def numberless(text: str) -> str:
    """Put one sign for numbers with a point and for percentages: their last digits are those of a machine's floats."""
    return re.sub(r" +-?\d+\.\d+| +\d+ ?%", " #", text.replace("\xa0", " "))


def test_a_hand_is_coached_as_it_was() -> None:
    shown = evening(*HAND, *RANGES, typed="c\nc\n\nc\nc\n")
    assert numberless(shown) == numberless(GOLDEN.read_text())
    assert len(re.findall("chips +behind$", shown, re.MULTILINE)) == 2  # on the turn and on the river


def test_the_chart_is_shown_where_no_ranges_are_given() -> None:
    shown = evening(*HAND, typed="c\nc\n\nc\nc\n").replace("\xa0", " ")
    assert "Your range at the flop (our chart, no equilibrium): " in shown
    assert "Their range at the flop (our chart, no equilibrium): " in shown
    assert "No solution: push or fold answers up to 15 big blinds, and the smaller stack has 100." in shown
    assert re.search(r"^In this hand: 2 decisions, ", shown, re.MULTILINE)


def test_short_stacks_are_told_to_push_or_fold_and_what_a_fold_costs(tmp_path: Path) -> None:
    (tmp_path / "deck.txt").write_text("Kh Ac Kd Ad 2s 9h 7c 4s 3d")
    deck = ("--deck", str(tmp_path / "deck.txt"))
    words = ("holdem", "--opponents", "1", "--hints", "--stack", "20", "--seed", "2", *deck)
    shown = evening(*words, typed="f\n").replace("\xa0", " ")
    assert "Hint: Raise to 20 (by the equilibrium of push or fold)." in shown
    assert re.search(r"^That cost [0-9.]+ chips: raising to 20 was better\.$", shown, re.MULTILINE)
    assert "The worst: folding before the flop with Ac Ad cost " in shown


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--game", "omaha", "--hints", "--opponents", "1", "--my-range", "AA"), "--my-range goes with --hints in no"),
        (
            ("--game", "holdem", "--opponents", "1", "--their-range", "AA"),
            "--their-range goes with --hints in no-limit",
        ),
        (
            ("--game", "holdem", "--hints", "--my-range", "AA"),
            "--my-range goes with --hints in no-limit hold'em against",
        ),
        (
            ("--game", "holdem", "--hints", "--opponents", "1", "--my-range", "AAs"),
            "--my-range: column 1: 'AAs' is not",
        ),
        (("--game", "holdem", "--hints", "--opponents", "1", "--my-range", "none"), "--my-range: a range has at least"),
        (("--my-range", "AA"), "--my-range goes with --game"),
    ],
)
def test_ranges_that_mean_nothing_are_refused(words: tuple[str, ...], said: str) -> None:
    done = run("play", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr


def test_a_range_without_a_possible_hand_ends_no_game() -> None:
    shown = evening(*HAND, "--their-range", "8d8h", typed="c\nc\n\nc\nc\n")  # these lie on the board
    assert "No solution: the range" in shown
    assert "you can expect" in shown


def test_people_can_play_against_the_solver() -> None:
    shown = evening("holdem", "--level", "solver", "--rounds", "2", "--seed", "2", typed="c\n" * 30)
    assert shown.count("Solver solves its spots from the turn on") == 1
    assert "\nAfter 2 hands\n" in shown

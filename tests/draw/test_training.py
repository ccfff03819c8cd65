"""The trainer: costs, what is dealt more often, and the file of progress."""

import json
import random
from pathlib import Path

import pytest

from fivecard import FivecardError
from fivecard.cards import parse_cards
from fivecard.draw.odds import win_odds
from fivecard.draw.training import (
    Choice,
    Exercise,
    Hand,
    Kind,
    MachineLesson,
    Progress,
    Record,
    TableLesson,
    kept_at,
    mark,
    next_exercise,
)
from fivecard.draw.video_poker import game, options, read_hand, solve
from fivecard.engine import THREE_CARD_DRAW
from tests.effort import effort


def test_a_machine_says_what_a_choice_costs() -> None:
    lesson = MachineLesson(game("jacks or better 9/6"))
    hand = read_hand(lesson.game, "Ah Kh Qh Jh 9h")
    choices = lesson.choices(hand)
    exercise = Exercise(hand, tuple(choices), lesson.kind(choices[0].kept), 1.0)
    assert exercise.kind == "4 to a royal flush"
    assert exercise.cost(kept_at(hand, [1, 2, 3, 4])) == 0
    best, pat = (float(option.value) for option in options(lesson.game, hand)[:2])
    assert exercise.cost(kept_at(hand, [1, 2, 3, 4, 5])) == pytest.approx(best - pat)


def test_a_table_says_what_a_choice_costs() -> None:
    lesson = TableLesson(THREE_CARD_DRAW, opponents=2)
    hand = tuple(range(0, 20, 4))
    choices = lesson.choices(hand)
    assert len(choices) == 26
    assert Exercise(hand, tuple(choices), "", 1.0).cost(frozenset(hand[:1])) is None  # four may not go
    shown = win_odds(parse_cards("2c 3c 4c 5c 6c"), 2, rules=THREE_CARD_DRAW)
    assert [choice.worth for choice in choices] == [choice.share for choice in shown]


class FourKinds:
    """A lesson whose kinds are the suit of the lowest card; every choice but one costs a tenth."""

    name, unit, an_hour, cards = "four kinds", "points", 100, 52

    def choices(self, hand: Hand) -> list[Choice]:
        return [Choice(frozenset(hand[:1]), 1.0), Choice(frozenset(), 0.9)]

    def kind(self, kept: frozenset[int]) -> str:
        return str(min(kept) % 4)


def test_what_goes_wrong_is_dealt_more_often_and_its_cost_is_still_that_of_a_usual_game() -> None:
    lesson, record, source = FourKinds(), Record(), random.Random(4)
    for _ in range(effort(1000, 6000)):
        exercise = next_exercise(lesson, record, source)
        kept = frozenset[int]() if exercise.kind == "2" else frozenset(exercise.hand[:1])
        cost = exercise.cost(kept)
        assert cost is not None
        mark(record, exercise, cost)
    dealt = {name: kind.dealt / record.hands for name, kind in record.kinds.items()}
    assert dealt["2"] > 0.5 > 3 * max(dealt[name] for name in "013")
    assert record.usual / record.hands == pytest.approx(1, abs=0.35)
    assert record.cost_an_hour(100) == pytest.approx(100 * 0.1 / 4, rel=0.2)  # one hand in four costs a tenth
    assert record.accuracy == pytest.approx(1 - dealt["2"])
    assert record.weakest(3) == [("2", record.kinds["2"])]


def test_whoever_plays_anything_loses_what_that_costs_in_a_usual_game() -> None:
    """Standing pat with every hand of a machine: the cost a hand is known exactly."""
    machine = game("jacks or better 9/6")
    lesson, record, source = MachineLesson(machine), Record(), random.Random(1)
    sizes, outcomes = machine.table.class_sizes(), machine.table.outcomes()
    pat = sum(machine.pays[line] * size for line, size in zip(outcomes, sizes, strict=True)) / sum(sizes)
    for _ in range(effort(250, 3000)):
        exercise = next_exercise(lesson, record, source)
        cost = exercise.cost(frozenset(exercise.hand))
        assert cost is not None
        mark(record, exercise, cost)
    assert record.cost_an_hour(1) == pytest.approx(float(solve(machine).mean - pat), rel=0.35)


def test_progress_is_kept_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "training.json"
    progress, lesson = Progress(file), FourKinds()
    record = progress.of(lesson)
    exercise = next_exercise(lesson, record, random.Random(1))
    mark(record, exercise, 0.1)
    progress.save()
    again = Progress(file)
    assert again.of(lesson) == record
    assert again.records == {"four kinds": record}
    before = file.read_bytes()
    file.chmod(0o444)
    if not _may_write(file):
        with pytest.raises(PermissionError):
            progress.save()
        assert file.read_bytes() == before


def _may_write(file: Path) -> bool:
    try:
        file.open("ab").close()
    except PermissionError:
        return False
    return True


GOOD = {"hands": 1, "right": 0, "lost": 0.5, "usual": 1.0, "kinds": {"a": [1, 1]}}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "this is no file of `fivecard train`: Expecting"),
        ("[]", "it has no lessons"),
        (json.dumps({"version": 2, "lessons": {}}), "version 2 of the file is not known, only 1"),
        (json.dumps({"version": 1, "lessons": {"x": {}}}), "lesson 'x' lacks something"),
        (json.dumps({"version": 1, "lessons": {"x": GOOD | {"hands": -1}}}), "lesson 'x': hands is -1"),
        (json.dumps({"version": 1, "lessons": {"x": GOOD | {"lost": float("nan")}}}), "lesson 'x': lost is nan"),
        (json.dumps({"version": 1, "lessons": {"x": GOOD | {"kinds": {"a": [1, 2]}}}}), r"'a' is \[1, 2\]"),
    ],
)
def test_a_file_that_is_no_progress_is_refused_and_left_alone(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "training.json"
    file.write_text(text)
    with pytest.raises(FivecardError, match=message):
        Progress(file)
    assert file.read_text() == text


def test_kinds_that_are_known_are_dealt_less() -> None:
    assert Kind(20, 0).weight < Kind().weight < Kind(20, 20).weight

"""Questions as they are typed."""

import pytest

from fivecard.errors import FivecardError, RangeError, RulesError
from fivecard.solvers.postflop import Spot
from fivecard.study.questions import (
    LONGEST,
    USUAL,
    FieldError,
    checked,
    id_of,
    problems,
    question_of,
    read_question,
    refuse_if_empty,
)
from fivecard.study.ranges import painted, shown
from tests.study.games import RIVER

WRONG = {
    "game": "omaha",
    "board": "Td 9d 9d",
    "oop": "AAs",
    "ip": "",
    "pot": "a lot",
    "stack": "-3",
    "bets.river": "2.5x",
    "raises.turn": "much",
    "donks": "some",
    "all_in": "-1",
    "rake": "100",
    "cap": "x",
    "target": "0",
    "blind": "nothing",
}


@pytest.mark.parametrize(("field", "text"), WRONG.items())
def test_what_is_wrong_is_told_at_its_field_and_nowhere_else(field: str, text: str) -> None:
    found = problems(USUAL | {field: text})
    assert set(found) == {field}
    assert found[field]
    assert "\n" not in found[field]


def test_several_faults_are_told_at_once() -> None:
    assert set(problems(USUAL | WRONG | {"game": "holdem"})) == set(WRONG) - {"game"}


def test_the_usual_question_is_right() -> None:
    assert problems(USUAL) == {}


def test_a_board_that_leaves_no_hand_of_a_range_is_told_at_the_range() -> None:
    assert set(problems(USUAL | {"board": "As Ah Ad", "oop": "AsAh"})) == {"oop"}


def test_sizes_are_read_by_street() -> None:
    spot = read_question(RIVER | {"bets.turn": "33%", "bets.river": "75%, a", "donks": "none"})
    assert [size.number for size in spot.sizes("bets", "turn", 0) or ()] == [33]
    assert [size.kind for size in spot.sizes("bets", "river", 1) or ()] == ["pot", "all-in"]
    assert spot.sizes("donks", "river", 0) == ()


@pytest.mark.parametrize("changes", [{}, {"donks": "none"}, {"rake": "5", "cap": "30"}, {"game": "short-deck"}])
def test_a_question_that_is_read_and_said_is_the_same(changes: dict[str, str]) -> None:
    ranges = {"oop": "AA, JTs", "ip": "KK, A9s"} if "game" in changes else {}
    spot = read_question(USUAL | ranges | changes)
    told = question_of(spot)
    assert told is not None
    assert id_of(read_question(told)) == id_of(spot)


def test_a_question_beyond_the_form_is_said_to_be_so() -> None:
    spot = Spot("2c 2d 2h 3s 3c", ("AA", "KK"), 100, 300, bets="50%")
    assert question_of(spot) is not None
    assert question_of(spot.with_action("bet 30")) is None
    assert question_of(Spot("2c 2d 2h 3s 3c", ("AA", "KK"), 100, 300, bets={"ip": "50%"})) is None


def test_questions_that_differ_have_different_names() -> None:
    assert id_of(read_question(RIVER)) == id_of(read_question({**RIVER}))
    assert id_of(read_question(RIVER)) != id_of(read_question(RIVER | {"pot": "201"}))


@pytest.mark.parametrize("told", [{"nonsense": "1"}, {"pot": 200}, {"oop": "A" * (LONGEST + 1)}])
def test_what_is_no_field_is_refused(told: dict[str, object]) -> None:
    with pytest.raises(FieldError):
        checked(told)


def test_a_question_without_bets_is_refused() -> None:
    no_bets = {f"bets.{street}": "" for street in ("flop", "turn", "river")}
    with pytest.raises(RulesError, match="nothing to decide"):
        refuse_if_empty(read_question(RIVER | no_bets))


def test_painting_changes_the_kinds_that_are_painted_alone() -> None:
    assert painted("QQ+, AsKs", {"AKs": 0.5}) == "QQ+, AKs:0.5"
    assert painted("QQ+, AsKs", {"QQ": 0}) == "KK+, AsKs"
    assert painted("", {"AA": 1}) == "AA"
    assert painted("AA", {"AA": 0}) == ""


@pytest.mark.parametrize("weight", [1.5, -1, "1", None, True, float("nan")])
def test_a_weight_that_is_none_is_refused(weight: object) -> None:
    with pytest.raises(RangeError):
        painted("AA", {"KK": weight})


def test_a_kind_that_is_none_is_refused() -> None:
    with pytest.raises(FivecardError):
        painted("AA", {"ZZ": 1})


def test_a_range_is_shown_kind_by_kind() -> None:
    found = shown("AA, AKs:0.5, AhKd", "holdem")
    assert found["hands"] == 6 + 2 + 1
    assert found["grid"][0][:2] == [1, 0.5]
    assert found["grid"][1][0] == pytest.approx(1 / 12, abs=1e-4)
    assert shown("", "holdem")["text"] == ""
    assert len(shown("AA", "short-deck")["grid"]) == 9

"""Hands that are dealt from a solution."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from fivecard.cards import CardSet
from fivecard.draw.training import Progress, Record
from fivecard.errors import IllegalActionError
from fivecard.solvers.postflop import Solution, solve
from fivecard.study.practice import Exercise, Verdict, deal, mark, seat_of, spoken, summary
from fivecard.study.questions import read_question
from tests.study.games import TURN, river


@pytest.fixture(scope="module")
def polar() -> Solution:
    return solve(river(), target=0.01)


@pytest.fixture(scope="module")
def turn() -> Solution:
    return solve(read_question(TURN), target=0.5)


def played(solution: Solution, hands: tuple[str, str], player: int, seed: int = 1) -> Exercise:
    first, second = (CardSet(hand).mask for hand in hands)
    exercise = Exercise(solution, player, (first, second), 1.0, Random(seed), accuracy=0.01)
    exercise.advance()
    return exercise


def test_the_best_action_costs_nothing_and_another_what_it_is_worth_less(polar: Solution) -> None:
    exercise = played(polar, ("AhAc", "KhKc"), 0)
    verdict = exercise.act("bet 100")
    assert (verdict.cost, verdict.right) == (0, True)
    wrong = played(polar, ("AhAc", "KhKc"), 0).act("check")
    worth = polar.at().row("AhAc").evs
    assert worth is not None
    assert wrong.cost == pytest.approx(worth["bet 100"] - worth["check"])
    assert wrong.percent == pytest.approx(wrong.cost)  # the pot is 100
    assert not wrong.right
    assert (wrong.kind, wrong.street) == ("a full house or better", "river")


def test_what_the_solution_mixes_is_right_whatever_the_last_digits_say(polar: Solution) -> None:
    chances = polar.at().row("QhQc").chances
    assert chances is not None
    assert 0.1 < chances["bet 100"] < 0.9
    for action in ("check", "bet 100"):
        exercise = played(polar, ("QhQc", "KhKc"), 0)
        exercise.accuracy = 0.0
        assert exercise.act(action).right


def test_the_opponent_plays_the_mixed_strategy(polar: Solution) -> None:
    bluffs = Counter(played(polar, ("QhQc", "KhKc"), 1, seed).path[0] for seed in range(2000))
    assert bluffs["bet 100"] / 2000 == pytest.approx(polar.at().chance("QhQc", "bet 100"), abs=0.04)


def test_hands_come_as_often_as_the_ranges_meet(polar: Solution) -> None:
    random = Random(5)
    dealt = Counter(spoken(deal(polar, 1, Record(), random).hands[0])[0][0] for _ in range(1500))
    assert set(dealt) == {"A", "Q"}
    assert dealt["A"] / 1500 == pytest.approx(0.5, abs=0.05)


def test_cards_that_come_are_nobodys(turn: Solution) -> None:
    random = Random(3)
    for _ in range(200):
        exercise = deal(turn, random.randrange(2), Record(), random)
        while not exercise.over:
            exercise.act(random.choice(exercise.actions))
        cards = [*exercise.board, *spoken(exercise.hands[0]), *spoken(exercise.hands[1])]
        assert len(set(cards)) == len(cards)


def test_after_what_the_solution_never_does_the_hand_ends(turn: Solution) -> None:
    random = Random(4)
    reasons = set()
    for _ in range(300):
        exercise = deal(turn, random.randrange(2), Record(), random)
        while not exercise.over:
            verdict = exercise.act(random.choice(exercise.actions))
            if verdict.chances[verdict.action] < 0.001:
                assert exercise.over
        reasons.add(exercise.why)
    assert reasons == {"fold", "showdown", "unknown"}


def test_an_action_that_is_none_is_refused(polar: Solution) -> None:
    exercise = played(polar, ("AhAc", "KhKc"), 0)
    with pytest.raises(IllegalActionError):
        exercise.act("bet 7")
    exercise.act("check")
    with pytest.raises(IllegalActionError):
        exercise.act("check")  # it is over


def test_who_has_nothing_to_decide_is_dealt_nothing() -> None:
    solution = solve(river(bets={"oop": "a"}), target=1)
    with pytest.raises(IllegalActionError, match="nothing to decide"):
        deal(solve(river(bets={"ip": "a"}).without_action("check", "check"), target=1), 1, Record(), Random(1))
    assert deal(solution, 0, Record(), Random(1)).actions == ("check", "bet 100")


def test_what_goes_wrong_comes_more_often(turn: Solution) -> None:
    record = Record()
    verdict = Verdict("check", 9, 9, False, {}, {}, "a set", "turn")
    exercise = deal(turn, 1, Record(), Random(1))
    for _ in range(30):
        mark(record, exercise, verdict)
    usual, learning = (
        sum(deal(turn, 1, known, random).kind == "a set" for _ in range(300))
        for known, random in ((Record(), Random(2)), (record, Random(2)))
    )
    assert learning > usual * 1.3


def test_accuracy_is_kept_by_street_and_kind(turn: Solution, tmp_path: Path) -> None:
    progress = Progress(tmp_path / "study.json", "fivecard study")
    record = progress.named("hold'em")
    exercise = deal(turn, 0, record, Random(1))
    mark(record, exercise, Verdict("check", 0, 0, True, {}, {}, "a set", "turn"))
    mark(record, exercise, Verdict("check", 8, 4, False, {}, {}, "top pair", "turn"))
    mark(record, exercise, Verdict("fold", 8, 2, False, {}, {}, "a set", "river"))
    progress.save()
    found = summary(Progress(tmp_path / "study.json", "fivecard study").named("hold'em"))
    assert found["streets"] == {"turn": [2, 1], "river": [1, 1]}
    assert found["kinds"] == {"turn: a set": [1, 0], "turn: top pair": [1, 1], "river: a set": [1, 1]}
    assert (found["decisions"], found["right"]) == (3, 1)
    assert found["cost"] == pytest.approx(2)


def test_a_side_that_is_none_is_refused() -> None:
    assert {seat_of("both", Random(seed)) for seed in range(20)} == {0, 1}
    with pytest.raises(IllegalActionError):
        seat_of("button", Random(1))

"""Which exact method answers a question: the cheapest that does not take too much memory."""

from math import inf

import pytest

from fivecard import _core  # noqa: TID251  (whose choice it is)
from fivecard.cards import Card
from fivecard.equities import equity, methods
from fivecard.equities.question import Holdings, Question
from fivecard.errors import FivecardError, MemoryLimitError

QUESTIONS = [
    (("AsKs", "QhQd"), "", "holdem"),
    (("AsKs", "QhQd"), "2c7dTh", "holdem"),
    (("22+,A2s+", "random"), "2c7dTh4s", "holdem"),
    (("QQ+", "JJ", "TT"), "2c7dTh4s5d", "holdem"),
    (("QQ+", "JJ", "TT", "99"), "2c7dTh4s5d", "holdem"),
    (("AsAhKsKh", "QQJJ"), "", "omaha"),
    (("AsAhKsKh", "random"), "2c7dTh", "omaha"),
    (("As Ah Kd Kc 2s", "Qs Qh Jd Jc 4s"), "", "seven-card-stud"),
]


def _native(players: tuple[str, ...], board: str, game: str) -> _core.Question:
    question = Question(players, board, "", game)
    return (question.unknown or question.groups[0]).native


@pytest.mark.parametrize(("players", "board", "game"), QUESTIONS)
def test_a_question_goes_to_the_cheapest_method(players: tuple[str, ...], board: str, game: str) -> None:
    native = _native(players, board, game)
    number, seconds, size = _core.exact_choice(native, 1)
    chosen = methods.METHODS[number]
    assert methods.cheapest(native) is chosen
    assert seconds == chosen.cost(native) < inf
    assert size == chosen.memory(native, 1) <= _core.MOST_MEMORY
    fitting = [method for method in methods.METHODS if method.memory(native, 1) <= _core.MOST_MEMORY]
    others = [method.cost(native) for method in fitting if not method.remembers]
    assert seconds <= min(others) or chosen.remembers  # which may cost more once


def test_a_method_that_does_not_apply_has_no_finite_cost() -> None:
    native = _native(("AsKs", "QhQd"), "2c7dTh", "holdem")
    told = {method.name: (method.cost(native), method.memory(native, 1)) for method in methods.METHODS}
    assert told["table of pairs"] == (inf, inf)
    assert told["all deals"] < (1, 1e6)


def test_more_threads_take_more_memory_in_large_questions() -> None:
    native = _native(("AAxx", "KKxx"), "2c7dTh4s5d", "omaha")
    for method in methods.METHODS:
        if method.cost(native) < inf:
            assert method.memory(native, 8) > method.memory(native, 1)


def test_what_would_take_too_much_memory_is_refused_with_its_size_and_what_would_do() -> None:
    with pytest.raises(
        FivecardError, match=r"about \d\.\d GB of memory, more than the 1\.1 GB .* leave out exact=True"
    ):
        equity("As", "Kd", game="seven-card-stud", exact=True)
    native = _native(("As", "Kd"), "", "seven-card-stud")
    assert _core.exact_choice(native, 1)[1] == inf
    with pytest.raises(MemoryLimitError, match="would take too much memory"):
        _core.Enumeration(native)
    assert not equity("As", "Kd", game="seven-card-stud", error=1, seed=1).exact


def test_ranges_of_omaha_are_within_the_memory_that_answers_may_take() -> None:
    native = _native(("10%", "10%"), "", "omaha")
    number, seconds, size = _core.exact_choice(native, 2)
    assert methods.METHODS[number].name == "ranks first, flushes as corrections"
    assert 60 < seconds < inf
    assert size < 100e6
    with pytest.raises(FivecardError, match="within these seconds"):
        equity("10%", "10%", game="omaha", exact=True, seconds=0.3, threads=1)


def test_random_hands_of_six_cards_are_not_handed_over_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    question = Question(("random", "AsAhKsKhQsQh"), "2c7dTh", "", "omaha", hole=6)
    assert len(question.players[0].cards) > 1 << 22
    listed, native = [], Question.native

    def counted(self: Question, players: list[Holdings], board: list[Card] | None = None) -> _core.Question:
        listed.append(max(len(each.cards) for each in players))
        return native(self, players, board)

    monkeypatch.setattr(Question, "native", counted)
    assert methods.plan(question)[0] < inf
    assert listed == [1]

"""Solving in the background, within limits."""

from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest

from fivecard.errors import MemoryLimitError, RulesError
from fivecard.solvers.postflop import save, solve
from fivecard.study.library import BusyError, Library, Limits, Study, UnknownStudyError, bytes_of
from fivecard.study.questions import id_of, read_question
from tests.study.games import LARGE, LONG, RIVER, river

PATIENCE = 60.0
ENDLESS = 1e-9
"""A target that is never reached."""


def until(study: Study, is_so: Callable[[Study], object]) -> None:
    end = monotonic() + PATIENCE
    while not is_so(study):
        assert monotonic() < end, study.state
        sleep(0.01)


@pytest.fixture
def library() -> Iterator[Library]:
    made = Library(Limits(memory=1 << 30, jobs=1, threads=1))
    yield made
    made.close()


def test_a_question_is_solved_to_its_target(library: Library) -> None:
    study = library.solve(read_question(RIVER), 0.1, "me")
    until(study, lambda study: not study.is_solving)
    assert study.state == "solved"
    assert study.exact is not None
    assert study.exact <= 0.1
    assert study.curve[-1].iterations == study.solution.iterations


def test_solving_stops_when_asked_and_goes_on(library: Library) -> None:
    spot = read_question(LONG)
    study = library.solve(spot, ENDLESS, "me")
    until(study, lambda study: len(study.curve) > 2)
    study.stop(PATIENCE)
    states = [study.state]
    before, iterations = study.exact, study.solution.iterations
    assert before is not None
    assert library.solve(spot, before / 2, "me") is study
    until(study, lambda study: not study.is_solving)
    assert [*states, study.state] == ["stopped", "solved"]
    assert study.exact is not None
    assert study.exact <= before / 2
    assert study.solution.iterations > iterations
    seconds = [point.seconds for point in study.curve]
    assert seconds == sorted(seconds)


def test_time_ends_solving() -> None:
    library = Library(Limits(memory=1 << 30, seconds=0.3, threads=1))
    study = library.solve(read_question(LONG), ENDLESS, "me")
    until(study, lambda study: not study.is_solving)
    assert study.state == "stopped"


def test_a_solution_is_not_looked_at_while_it_is_solved(library: Library) -> None:
    study = library.solve(read_question(LONG), ENDLESS, "me")
    with pytest.raises(BusyError, match="stop it"):
        study.look(lambda solution: solution.at())
    study.stop(PATIENCE)
    assert study.look(lambda solution: solution.at().player) == "oop"


def test_a_visitor_has_one_question_solved_at_a_time_and_a_server_so_many() -> None:
    library = Library(Limits(memory=1 << 30, jobs=2, threads=1))
    first = library.solve(read_question(LONG), ENDLESS, "ann")
    with pytest.raises(BusyError, match="of yours"):
        library.solve(read_question(RIVER), 0.1, "ann")
    second = library.solve(read_question(LONG | {"pot": "300"}), ENDLESS, "bob")
    with pytest.raises(BusyError, match="as many"):
        library.solve(read_question(RIVER), 0.1, "cleo")
    assert library.solve(read_question(LONG), ENDLESS, "cleo") is first  # the same question is solved once
    library.close()
    assert not first.is_solving
    assert not second.is_solving


def test_what_is_too_large_is_refused_before_any_memory_is_taken() -> None:
    library = Library(Limits(memory=50 << 20, threads=1))
    with pytest.raises(MemoryLimitError, match="allows 52 MB"):
        library.solve(read_question(LARGE), 1, "me")
    assert [*library] == []


def test_what_was_not_looked_at_makes_room() -> None:
    spots = [river(pot=pot) for pot in (100, 110, 120)]
    library = Library(Limits(memory=2 * max(bytes_of(spot, 1) for spot in spots) + 100, threads=1))
    for spot in spots:
        study = library.solve(spot, 0.5, "me")
        until(study, lambda study: not study.is_solving)
        if spot is spots[1]:
            library.find(id_of(spots[0])).look(lambda solution: solution.at())
    assert {study.id for study in library} == {id_of(spots[0]), id_of(spots[2])}
    with pytest.raises(UnknownStudyError):
        library.find(id_of(spots[1]))


def test_nothing_to_decide_is_refused(library: Library) -> None:
    with pytest.raises(RulesError):
        library.solve(river(bets=""), 1, "me")


def test_a_file_is_opened_and_can_be_looked_at(library: Library, tmp_path: Path) -> None:
    file = tmp_path / "a.postflop"
    save(solve(river(), target=0.1), file)
    study = library.open(file)
    assert study.state == "solved"
    assert study.exact == pytest.approx(study.solution.exploitability)
    assert library.find(id_of(river())) is study
    again = library.solve(river(), 0.05, "me")  # a file has no regrets: it is solved anew
    until(again, lambda study: not study.is_solving)
    assert again is not study
    assert again.solution.can_improve

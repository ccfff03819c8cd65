"""Solutions that are saved and loaded, and files that are none."""

import json
from pathlib import Path

import pytest

from fivecard.errors import ArgumentError, FivecardError, FormatError
from fivecard.ranges import Range
from fivecard.solvers.postflop import Spot, improve, load, save, solve
from fivecard.solvers.postflop.files import spot_from_json, spot_to_json

SPOT = (
    Spot("Td 9d 6h Qc", ("TT, 87s:0.5, AKs", "QQ, A5s, KQs"), 10, (20, 30), {"turn": "50%"}, "a", rake=0.05, rake_cap=2)
    .without_action("bet 5", "raise 20")
    .with_action("check", "bet 7")
    .locked("check", chances=[Range("QQ:0.5, A5s"), Range("QQ:0.5, KQs"), Range("none")])
)


@pytest.mark.parametrize("precision", ["f32", "fp16"])
def test_what_is_loaded_says_what_was_saved(tmp_path: Path, precision: str) -> None:
    solution = solve(SPOT, target=0, iterations=20, precision=precision)  # type: ignore[arg-type]
    save(solution, tmp_path / "turn.solution")
    found = load(tmp_path / "turn.solution")
    assert (found.iterations, found.precision) == (20, precision)
    assert (found.values, found.exploitability) == (solution.values, solution.exploitability)
    with pytest.raises(ArgumentError, match="read from a file cannot be solved further"):
        improve(found, iterations=30)
    for path in ((), ("check", "bet 7", "call", "2c", "check")):
        assert (found.at(*path).strategy == solution.at(*path).strategy).all()


def test_places_are_told_in_json() -> None:
    solution = solve(SPOT, target=0, iterations=20)
    place = solution.at("check", "bet 5", "call", "2c", "check")
    told = json.loads(json.dumps(place.as_dict(), allow_nan=False))
    assert (told["path"][-2:], told["board"][-1], told["player"]) == (["2c", "check"], "2c", "ip")
    assert told["frequencies"] == pytest.approx(place.frequencies)
    [hand] = [row for row in told["hands"]["ip"] if row["hand"] == "KsQs"]
    assert hand["chances"] == pytest.approx(place.row("KsQs").chances)
    assert hand["ev"] == pytest.approx(sum(hand["chances"][name] * hand["evs"][name] for name in place.actions))
    never = solution.at("check", "bet 7").as_dict()  # the lock forbids it: no hand gets there
    assert json.loads(json.dumps(never, allow_nan=False))["hands"]["ip"] == []
    card = solution.at("check", "check")
    assert json.loads(json.dumps(card.as_dict(), allow_nan=False))["player"] is None


def test_questions_are_the_same_after_json() -> None:
    told = json.loads(json.dumps(spot_to_json(SPOT)))
    assert spot_from_json(told) == SPOT


def test_what_is_no_solution_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "some"
    whole = tmp_path / "whole"
    save(solve(SPOT, target=0, iterations=1), whole)
    content = whole.read_bytes()
    head, _, body = content.partition(b"\n")
    for wrong in (
        b"",
        b"nonsense",
        b"{}",
        b"[1]\n",
        content[:-1],
        head.replace(b"postflop 1", b"postflop 2") + b"\n" + body,
    ):
        file.write_bytes(wrong)
        with pytest.raises(FormatError, match="is no solution that was saved whole"):
            load(file)
    for old, new in (
        (b'"Td9d6hQc"', b'"Td9d6hQx"'),
        (b'"fp16"', b'"f64"'),
        (b'"f32"', b'"f64"'),
        (b'"bytes": [', b'"bytes": [1'),
    ):
        if old in head:
            file.write_bytes(head.replace(old, new) + b"\n" + body)
            with pytest.raises(FivecardError, match=r"is no solution|the precision is|Qx"):
                load(file)

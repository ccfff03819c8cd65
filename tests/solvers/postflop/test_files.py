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


@pytest.mark.parametrize("precision", ["f32", "fp16"])
def test_a_compressed_file_says_the_same(tmp_path: Path, precision: str) -> None:
    solution = solve(SPOT, target=0, iterations=20, precision=precision)  # type: ignore[arg-type]
    save(solution, tmp_path / "plain")
    save(solution, tmp_path / "small", compress=True)
    assert (tmp_path / "small").stat().st_size < (tmp_path / "plain").stat().st_size
    found = load(tmp_path / "small")
    assert found.values == solution.values
    again = tmp_path / "again"
    save(found, again)  # what was loaded is saved like what was solved
    assert again.read_bytes() == (tmp_path / "plain").read_bytes()
    content = (tmp_path / "small").read_bytes()
    for wrong in (content[:-9], content + b"more", content[: len(content) // 2]):
        (tmp_path / "wrong").write_bytes(wrong)
        with pytest.raises(FormatError, match="is no solution that was saved whole"):
            load(tmp_path / "wrong")


def test_what_is_loaded_is_mapped_and_takes_no_regrets(tmp_path: Path) -> None:
    file = tmp_path / "kept"
    solution = solve(SPOT, target=0, iterations=5)
    save(solution, file)
    found = load(file)
    for player in (0, 1):
        numbers = found.native.averages(player)
        assert not numbers.flags.writeable
        assert (numbers == solution.native.averages(player)).all()
    values = found.values
    save(solve(SPOT, target=0, iterations=7), file)  # another file is put in its place
    assert found.at("check").frequency("bet 5") == solution.at("check").frequency("bet 5")
    assert (found.values, load(file).iterations) == (values, 7)


def test_numbers_that_no_solver_writes_do_no_harm(tmp_path: Path) -> None:
    file = tmp_path / "kept"
    save(solve(SPOT, target=0, iterations=5), file)
    content = file.read_bytes()
    head = content.index(b"\n") + 1
    for byte in (b"\xff", b"\x7f", b"\x00"):  # none, and the largest
        file.write_bytes(content[:head] + byte * (len(content) - head))
        found = load(file)
        chances = found.at().strategy
        assert ((chances >= 0) & (chances <= 1)).all()
        assert chances.sum(axis=0) == pytest.approx(1)
        assert abs(found.exploitability) < 1e6


def test_compression_is_true_or_false(tmp_path: Path) -> None:
    with pytest.raises(ArgumentError, match="True or False as compress"):
        save(solve(SPOT, target=0, iterations=1), tmp_path / "x", compress="zstd")  # type: ignore[arg-type]

"""`fivecard icm`: what tournament chips are worth, and when to push or fold."""

import json

import pytest

from tests.cli import terminal


def run(*words: str) -> tuple[int, str, str]:
    done = terminal.run("icm", *words)
    return done.returncode, done.stdout, done.stderr


def test_values_are_told() -> None:
    status, told, _ = run("5000,3000,2000", "--payouts", "50,30,20")
    assert status == 0
    assert told.splitlines()[1:] == [
        "1       5,000  50.0%  38.393",
        "2       3,000  30.0%  32.750",
        "3       2,000  20.0%  28.857",
        "exact",
    ]


def test_more_than_ten_players_are_sampled_with_errors() -> None:
    stacks = ",".join(map(str, range(1, 13)))
    status, told, _ = run(stacks, "--payouts", "50,30,20", "--samples", "5000", "--seed", "4", "--json")
    found = json.loads(told)
    assert status == 0
    assert len(found["values"]) == len(found["errors"]) == 12
    assert sum(found["values"]) == pytest.approx(100)
    assert run(stacks, "--payouts", "50,30,20", "--samples", "5000")[1].endswith("sampled: 5,000 finishes, seed 0\n")


def test_an_equilibrium_is_told_with_what_can_be_gained() -> None:
    status, told, _ = run("10,10", "--push-fold")
    assert status == 0
    lines = told.splitlines()
    assert lines[0] == "small blind goes all in: 58.4%"
    assert lines[2] == "big blind goes all in after small blind: 37.4%"
    assert lines[-1].endswith("iterations over all deals, exactly")
    found = json.loads(run("10,10", "--push-fold", "--json")[1])
    assert [spot["pushed"] for spot in found["spots"]] == [[], [1]]
    assert max(found["gains"]) < 1e-4


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["5,3,2"], "--payouts says what the places get"),
        (["5,x"], "'x' is not a number"),
        (["5,3", "--payouts", "1", "--ante", "1"], "--blinds, --ante and --others go with --push-fold"),
        (["5", "--push-fold"], "2 to 5 players push or fold, not 1: see --others"),
        (["5,5", "--push-fold", "--blinds", "1"], "--blinds: there are two, small and big, not 1"),
    ],
)
def test_mistakes_are_told_in_a_sentence(words: list[str], reason: str) -> None:
    status, told, why = run(*words)
    assert (status, told) == (2, "")
    assert reason in why

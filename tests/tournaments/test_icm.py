"""ICM against finishing orders that are gone through one by one, published values, and samples against both."""

from itertools import permutations

import numpy as np
import pytest

from fivecard.errors import ArgumentError
from fivecard.tournaments import finishing_chances, icm, sample_icm


def brute(stacks: list[float], payouts: list[float]) -> list[float]:
    """Every order in which players can finish, and how likely it is."""
    found = [0.0] * len(stacks)
    for order in permutations(range(len(stacks))):
        likely, left = 1.0, sum(stacks)
        for player in order:
            likely *= stacks[player] / left if left else 1.0
            left -= stacks[player]
        for player, prize in zip(order, payouts, strict=False):
            found[player] += likely * prize
    return found


def test_published_values_are_met() -> None:
    assert icm([5000, 3000, 2000], [50, 30, 20]).round(2).tolist() == [38.39, 32.75, 28.86]


@pytest.mark.parametrize(
    ("stacks", "payouts"),
    [([3, 1], [1]), ([10, 7, 5, 3], [50, 30, 20]), ([1, 2, 3, 4, 5, 6, 7], [40, 25, 15, 10]), ([9], [3, 2])],
)
def test_values_are_those_of_all_orders(stacks: list[float], payouts: list[float]) -> None:
    assert icm(stacks, payouts) == pytest.approx(brute(stacks, payouts), rel=1e-12)


def test_ten_players_share_all_payouts() -> None:
    stacks = [*range(1, 11)]
    values = icm(stacks, [30, 20, 14, 10, 7, 6, 5, 4, 3, 1])
    assert values.sum() == pytest.approx(100)
    assert (np.diff(values) > 0).all()
    assert icm([7] * 10, [50, 30, 20]) == pytest.approx([10.0] * 10)
    chances = finishing_chances(stacks)
    assert chances.sum(axis=0) == pytest.approx(np.ones(10))
    assert chances.sum(axis=1) == pytest.approx(np.ones(10))
    assert chances[:, 0] == pytest.approx(np.array(stacks) / 55)


def test_rows_of_stacks_have_rows_of_values() -> None:
    rows = np.random.default_rng(1).random((50, 5))
    values = icm(rows, [5, 3, 1])
    assert values.shape == (50, 5)
    for row, found in zip(rows, values, strict=True):
        assert found == pytest.approx(icm(row, [5, 3, 1]))


def test_who_is_out_gets_what_is_left() -> None:
    assert icm([5, 5, 0], [50, 30, 20]) == pytest.approx([40, 40, 20])
    assert icm([5, 0, 0], [50, 30, 20]) == pytest.approx([50, 25, 25])
    assert icm([5, 3, 0], [50, 30]) == pytest.approx([*icm([5, 3], [50, 30]), 0])


def test_samples_are_as_near_as_they_say() -> None:
    stacks, payouts = [10, 7, 5, 3, 2, 1], [50, 30, 20]
    exact, sampled = icm(stacks, payouts), sample_icm(stacks, payouts, samples=40_000, seed=3)
    assert (np.abs(sampled.values - exact) < 5 * sampled.errors).all()
    assert (sampled.errors > 0).all()
    assert sampled.errors.max() < 0.15
    again = sample_icm(stacks, payouts, samples=40_000, seed=3)
    assert again.values.tolist() == sampled.values.tolist()
    many = sample_icm([1.0] * 1000, [100.0, 50.0], samples=2000, seed=1)
    assert many.values.sum() == pytest.approx(150)


@pytest.mark.parametrize(
    ("stacks", "payouts", "message"),
    [
        ([1] * 11, [1], "stacks of 1 to 10 players"),
        ([1, -1], [1], "numbers of chips from 0 on"),
        ([0, 0], [1], "somebody has some"),
        ([1, float("nan")], [1], "numbers of chips from 0 on"),
        (["a"], [1], "stacks are numbers of chips, not"),
        ([1, 2], [], "payouts are numbers from 0 on"),
        ([1, 2], [-1], "payouts are numbers from 0 on"),
        ([1, 2], ["x"], "payouts are numbers, not"),
    ],
)
def test_what_makes_no_sense_is_refused(stacks: list[float], payouts: list[float], message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        icm(stacks, payouts)


def test_samples_that_make_no_sense_are_refused() -> None:
    with pytest.raises(ArgumentError, match="whole number above 1, not 1"):
        sample_icm([1, 2], [1], samples=1)
    with pytest.raises(ArgumentError, match="who has no chips is out"):
        sample_icm([1, 0], [1])
    with pytest.raises(ArgumentError, match="one row of stacks is sampled, not 2"):
        sample_icm([[1, 2], [3, 4]], [1])
    with pytest.raises(ArgumentError, match="one row of stacks, not of 2"):
        finishing_chances([[1, 2], [3, 4]])

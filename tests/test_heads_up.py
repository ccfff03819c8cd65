"""What docs/heads-up.md says of how the solution plays, held against hands that it plays."""

import re
from pathlib import Path

import numpy as np
import pytest
from heads_up import FILE, KINDS, MARK, PAGE, SNOWS, bluffs, counts, figures, filled, kinds, played, pot_odds
from numpy.typing import NDArray

from fivecard import batch
from fivecard.solver import HeadsUpStrategy, Mean

Counts = dict[str, NDArray[np.int64]]


@pytest.fixture(scope="module")
def found() -> Counts:
    """Other hands than those that the page is about."""
    return counts(2, seed=2)


@pytest.mark.parametrize(
    ("hand", "kind"),
    [
        ("Tc 8d 6h 3s 2c", "ten high or less"),
        ("Jc 8d 6h 3s 2c", "jack high"),
        ("Ac Kd Qh Js 9c", "ace high"),  # open at one end only
        ("Ac 2d 3h 4s 9c", "ace high"),
        ("Kc Qd Jh Ts 2c", "open straight"),
        ("5c 4d 3h 2s Kc", "open straight"),
        ("Kc Qc Jc Tc 2d", "four-flush"),
        ("Kc Kd Jc Tc 2c", "KK"),  # a pair, whatever else
        ("2c 2d Qh Js Ts", "22"),
        ("Tc Td 9h 9s Ac", "two pair, to tens"),
        ("Jc Jd 2h 2s Ac", "two pair, jacks up"),
        ("2c 2d 2h As Kc", "three of a kind"),
        ("Ac 2d 3h 4s 5c", "straight or better"),
        ("2c 3c 4c 5c 7c", "straight or better"),
    ],
)
def test_hands_are_of_a_kind(hand: str, kind: str) -> None:
    assert KINDS[kinds(batch.parse([hand]))[0]] == kind


def test_every_number_of_the_page_is_what_is_played(found: Counts) -> None:
    """Up to rounding, and four standard errors of what is played here; the page's own are a third of these."""
    numbers = figures(found)
    marks = MARK.findall(PAGE.read_text(encoding="utf-8"))
    assert {name for name, _ in marks} == numbers.keys() - {"unused"}
    for name, told in marks:
        mean, error = numbers[name]
        half = 0.5 * 10.0 ** -len(told.partition(".")[2])
        assert abs(abs(mean) - float(told)) <= half + 4.3 * error, name

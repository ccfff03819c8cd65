"""Ranges as vectors of 1,326 and of 169 weights, there and back."""

import numpy as np
import pytest

from fivecard.errors import RangeError
from fivecard.ranges import Range
from fivecard.ranges.vectors import HANDS, HANDS_OF_KIND, KIND_OF_HAND, KINDS, kinds_of, range_of, vector_of


@pytest.mark.parametrize("text", ["QQ+, AKs", "22+, A2s+, KTo+:0.25", "AsKs, 7c2d:0.5", "random"])
def test_a_range_is_its_vector_and_back(text: str) -> None:
    range_ = Range(text)
    vector = vector_of(range_)
    assert vector.sum() == pytest.approx(range_.weights.sum())
    assert range_of(vector) == range_
    assert np.allclose(kinds_of(vector).reshape(13, 13), range_.grid())


def test_kinds_have_their_names_and_numbers() -> None:
    assert (len(KINDS), len(HANDS), HANDS_OF_KIND.sum()) == (169, 1326, 1326)
    for kind in ("AA", "AKs", "72o", "T9s", "32o"):
        hands = vector_of(Range(kind))
        assert np.array_equal(hands > 0, KINDS.index(kind) == KIND_OF_HAND)
        one = np.zeros(169)
        one[KINDS.index(kind)] = 1
        assert str(range_of(one)) == kind


def test_what_is_no_vector_is_refused() -> None:
    with pytest.raises(RangeError, match=r"1,326 weights by hand or 169 by kind, not an array of .7,."):
        range_of(np.ones(7))
    with pytest.raises(RangeError, match="weights are from 0 to 1"):
        range_of(np.full(169, 2.0))
    with pytest.raises(RangeError, match="two cards from a deck of 52"):
        vector_of(Range("AAxx", "omaha"))
    with pytest.raises(RangeError, match="by hand, not an array of"):
        kinds_of(np.ones(169))

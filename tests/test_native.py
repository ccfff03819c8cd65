"""The compiled module, called directly with anything at all: it answers or raises, and never crashes."""

import contextlib
import itertools
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from fivecard import CardTypeError, DuplicateCardError, FivecardError, HandError, _core, batch, evaluate, strength
from fivecard.cards import ALL_CARDS, parse_cards

GOOD = np.array([[0, 4, 8, 12, 20]], dtype=np.uint8)


@pytest.mark.parametrize("ask", [strength, evaluate])
@pytest.mark.parametrize(
    ("cards", "error", "message"),
    [
        ("Ah", HandError, "a hand has 5 to 7 cards, this one has 1: 'Ah'"),
        ("Ah Kh Qh Jh", HandError, "a hand has 5 to 7 cards, this one has 4: 'Ah Kh Qh Jh'"),
        ("AhKhQhJhTh9h8h7h", HandError, "a hand has 5 to 7 cards, this one has 8: 'Ah Kh Qh Jh Th 9h 8h ...'"),
        ("As Kd As Qc Jc", DuplicateCardError, "duplicate card 'As' in 'As Kd As Qc Jc'"),
        ([*parse_cards("Ah Kh"), "Qh"], CardTypeError, "expected a Card at position 2, got 'Qh'"),
        ([1, 2, 3, 4, 5], CardTypeError, "expected a Card at position 0, got 1"),
        ([None] * 5, CardTypeError, "expected a Card at position 0, got None"),
        (17, CardTypeError, "expected cards, got 17"),
        (None, CardTypeError, "expected cards, got None"),
        (itertools.cycle(ALL_CARDS), HandError, "a hand has 5 to 7 cards, this one has more"),
    ],
)
def test_a_bad_hand_is_refused_with_a_message(ask: Any, cards: Any, error: type[FivecardError], message: str) -> None:
    with pytest.raises(error) as caught:
        ask(cards)
    assert message in str(caught.value)


def test_an_error_inside_the_callers_iterable_is_passed_on() -> None:
    def broken() -> Iterable[object]:
        yield ALL_CARDS[0]
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        _core.strength(broken())  # type: ignore[arg-type]


@given(st.recursive(st.none() | st.integers() | st.text() | st.sampled_from(ALL_CARDS), st.lists, max_leaves=12))
def test_any_object_gets_an_answer_or_an_error_of_ours(value: Any) -> None:
    for ask in (_core.strength, _core.evaluate):
        with contextlib.suppress(FivecardError):
            ask(value)


@given(
    hnp.arrays(
        dtype=st.sampled_from([np.uint8, np.int8, np.int64, np.uint16, np.float64, np.bool_]),
        shape=hnp.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=8),
    )
)
def test_any_array_gets_an_answer_or_an_error(array: Any) -> None:
    try:
        found = _core.strengths(array)
    except (FivecardError, TypeError):
        return
    assert array.dtype == np.uint8
    assert found.shape == array.shape[:1]


@pytest.mark.parametrize("card", [52, 63, 64, 128, 255])
@pytest.mark.parametrize("column", range(5))
def test_an_id_out_of_range_is_named_with_its_row(card: int, column: int) -> None:
    hands = np.repeat(GOOD, 1000, axis=0)
    hands[777, column] = card
    with pytest.raises(HandError, match=rf"card id {card} is not below 52 in '.*' \(row 777\)"):
        batch.strengths(hands)


def test_a_card_twice_is_named_with_its_row() -> None:
    hands = np.repeat(GOOD, 10, axis=0)
    hands[3, 4] = 8
    with pytest.raises(DuplicateCardError, match=r"duplicate card '4c' in '2c 3c 4c 5c 4c' \(row 3\)"):
        batch.strengths(hands)


@pytest.mark.parametrize("columns", [0, 1, 4, 8, 52, 1000])
def test_the_wrong_number_of_columns_is_refused(columns: int) -> None:
    with pytest.raises(HandError, match=f"5 to 7 columns, this array has {columns}"):
        batch.strengths(np.zeros((3, columns), dtype=np.uint8))


@pytest.mark.parametrize(
    "hands", [GOOD.astype(np.int8), GOOD.astype(np.int64), GOOD[0], GOOD[None], GOOD.tolist(), None, "AhKh"]
)
def test_what_is_not_an_array_of_hands_is_refused(hands: Any) -> None:
    with pytest.raises(HandError, match="hands are a uint8 array"):
        batch.strengths(hands)
    with pytest.raises(TypeError):
        _core.strengths(hands)


def test_memory_that_is_not_contiguous_is_read_right_or_refused() -> None:
    spread = np.zeros((2, 10), dtype=np.uint8)
    spread[:, ::2] = [[0, 4, 8, 12, 20], [32, 36, 40, 44, 48]]
    every_other = spread[:, ::2]
    assert batch.strengths(every_other).tolist() == [5864, 7462]
    assert batch.strengths(np.asfortranarray(every_other)).tolist() == [5864, 7462]
    with pytest.raises(TypeError):
        _core.strengths(every_other)


def test_no_rows_give_no_strengths() -> None:
    assert batch.strengths(np.empty((0, 7), dtype=np.uint8)).shape == (0,)


@pytest.mark.parametrize("count", [-1, 0, 4, 8, 2**31 - 1])
def test_a_census_of_other_hand_sizes_is_refused(count: int) -> None:
    with pytest.raises(HandError, match=f"not {count}"):
        batch.census(count)

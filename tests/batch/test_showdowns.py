"""Who wins among many players, how many tie, and what is said of rows that are missing."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from fivecard.batch import POT, shares, ties, winners
from fivecard.errors import ArgumentError, FormatError

pytestmark = pytest.mark.sanitized


def some_strengths(rows: int, players: int, most: int) -> NDArray[np.uint16]:
    return np.random.default_rng(rows + players + most).integers(0, most + 1, (rows, players), dtype=np.uint16)


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 23, 126, 127])
@pytest.mark.parametrize("most", [0, 2, 7462, 65535])
def test_the_best_of_a_row_wins_alone_or_ties(players: int, most: int) -> None:
    table = some_strengths(1000, players, most)
    best = [row.count(max(row)) for row in table.tolist()]
    first = [row.index(max(row)) for row in table.tolist()]
    assert ties(table).tolist() == best
    assert winners(table).tolist() == [-1 if count > 1 else who for count, who in zip(best, first, strict=True)]


@pytest.mark.parametrize("rows", [0, 1, 63, 64, 65, 4095, 4097, 100_000])
def test_no_row_is_lost_between_blocks_or_threads(rows: int) -> None:
    table, lows = some_strengths(rows, 6, 9), some_strengths(rows, 6, 1)
    parted = shares(table, lows, threads=3)
    for each, low, tied, won, row in zip(
        parted.tolist(), lows.tolist(), ties(table, threads=3).tolist(), winners(table, threads=2).tolist(),
        table.tolist(), strict=True,
    ):  # fmt: skip
        assert sum(each) == POT
        assert tied == row.count(max(row))
        assert won == (row.index(max(row)) if tied == 1 else -1)
        whole = POT // 2 if any(low) else POT
        for units, mine, mine_low in zip(each, row, low, strict=True):
            of_low = POT // 2 // sum(low) if mine_low else 0
            assert units == of_low + (whole // tied if mine == max(row) else 0)


@given(st.lists(st.lists(st.integers(0, 3), min_size=3, max_size=3), min_size=1, max_size=70), st.data())
def test_what_is_masked_stays_masked_and_changes_nothing_else(rows: list[list[int]], data: st.DataObject) -> None:
    table = np.array(rows, dtype=np.uint16)
    mask = np.array(
        data.draw(st.lists(st.lists(st.booleans(), min_size=3, max_size=3), min_size=len(rows), max_size=len(rows)))
    )
    masked = np.ma.MaskedArray(table, mask=mask)
    missing = mask.any(axis=1)
    for ask in (winners, ties, shares):
        found = ask(masked)
        assert isinstance(found, np.ma.MaskedArray) == missing.any()
        assert (np.ma.getmaskarray(found).reshape(len(rows), -1).all(axis=1) == missing).all()
        assert (np.ma.getmaskarray(found).reshape(len(rows), -1).any(axis=1) == missing).all()
        np.testing.assert_array_equal(np.asarray(found)[~missing], ask(table)[~missing])
    found = shares(table, masked)
    assert isinstance(found, np.ma.MaskedArray) == missing.any()
    np.testing.assert_array_equal(np.ma.getmaskarray(found)[:, 0], missing)


def test_arrays_without_a_mask_stay_without_one() -> None:
    for ask in (winners, ties, shares):
        assert type(ask(np.array([[1, 2]], np.uint16))) is np.ndarray


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.int32, np.uint32, np.int64, np.uint64])
def test_strengths_of_any_whole_type_are_taken(dtype: Any) -> None:
    table = np.array([[5, 9, 7], [8, 3, 8]], dtype=dtype)
    assert winners(table).tolist() == [1, -1]
    assert ties(np.asfortranarray(table)).tolist() == [1, 2]
    assert shares(table[:, ::2]).tolist() == [[0, POT], [POT // 2, POT // 2]]


@pytest.mark.parametrize("strange", [-1, 65536, 1 << 40])
def test_what_cannot_be_a_strength_is_named_with_its_row(strange: int) -> None:
    table = np.array([[5, 9], [8, 3], [strange, 4]])
    for ask in (winners, ties, shares, lambda low: shares(np.ones((3, 2), np.uint16), low)):
        with pytest.raises(ArgumentError, match=rf"from 0 to 65535, not {strange} \(row 2\)"):
            ask(table)
    assert winners(np.ma.MaskedArray(table, mask=table == strange)).tolist() == [1, 0, None]


@pytest.mark.parametrize("players", [254, 255])
def test_ties_are_counted_of_as_many_players_as_a_byte_tells(players: int) -> None:
    table = some_strengths(1000, players, 2)
    assert ties(table).tolist() == [row.count(max(row)) for row in table.tolist()]


@pytest.mark.parametrize(("ask", "most"), [(winners, 127), (ties, 255)])
def test_more_players_than_can_be_told_are_refused(ask: Callable[[NDArray[np.uint16]], object], most: int) -> None:
    for players in (0, most + 1):
        with pytest.raises(FormatError, match=f"1 to {most} players"):
            ask(np.zeros((3, players), np.uint16))

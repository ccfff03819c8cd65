"""What strengths say: names of categories, words and percentiles, of whole arrays, with rows that are missing."""

from collections.abc import Callable
from itertools import combinations
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from fivecard import EIGHT_OR_BETTER, HIGH, RANKINGS, SHORT_DECK, Evaluation, RankingError, batch
from fivecard.errors import ArgumentError, CardError, FormatError
from fivecard.rankings import BADUGI, Category, FiveCardRanking, Ranking
from tests.effort import effort

EVERY = pytest.mark.parametrize("ranking", RANKINGS.values(), ids=str)


@EVERY
def test_names_and_words_are_those_of_one_hand_for_every_strength(ranking: Ranking) -> None:
    strengths = np.arange(ranking.strongest + 1, dtype=np.uint16)
    one_by_one = [Evaluation.from_strength(strength, ranking=ranking) for strength in strengths]
    named = batch.category_names(strengths, ranking=ranking)
    assert named.tolist()[1:] == [evaluation.category.words for evaluation in one_by_one[1:]]
    assert (
        named[0]
        == batch.words(strengths, ranking=ranking)[0]
        == ("no low" if ranking is EIGHT_OR_BETTER else "no cards")
    )
    assert batch.words(strengths, ranking=ranking).tolist() == [str(evaluation) for evaluation in one_by_one]


@EVERY
def test_codes_grow_with_the_strength_and_every_name_is_used(ranking: Ranking) -> None:
    strengths = np.arange(ranking.strongest + 1, dtype=np.uint16)
    for labels in (batch.category_names(strengths, ranking=ranking), batch.words(strengths, ranking=ranking)):
        steps = np.diff(labels.codes.astype(np.int64))
        assert set(steps.tolist()) <= {0, 1}
        assert labels.codes[0] == 0
        assert labels.codes[-1] == len(labels.names) - 1
        assert len(set(labels.names)) == len(labels.names)


def test_categories_of_high_hands_follow_their_numbers() -> None:
    strengths = np.arange(1, 7463)
    np.testing.assert_array_equal(batch.category_names(strengths).codes - 1, batch.categories(strengths))
    assert batch.category_names([SHORT_DECK.strongest], ranking=SHORT_DECK).codes.tolist() == [len(Category)]


# Percentiles


@pytest.mark.parametrize("ranking", [HIGH, EIGHT_OR_BETTER, BADUGI], ids=str)
def test_percentiles_are_counted_over_all_hands(ranking: Ranking) -> None:
    cards = ranking.hand_size
    every = (card for hand in combinations(range(52), cards) for card in hand)
    hands = np.fromiter(every, np.uint8).reshape(-1, cards)
    found = np.sort(batch.strengths(hands, ranking=ranking))
    some = np.unique(found)[:: 1 + len(np.unique(found)) // 500]
    weaker, not_stronger = np.searchsorted(found, some, "left"), np.searchsorted(found, some, "right")
    expected = (weaker + not_stronger) / 2 / len(found)
    np.testing.assert_allclose(batch.percentiles(some, cards=cards, ranking=ranking), expected, rtol=1e-14)


@pytest.mark.parametrize("cards", effort([5, 6], [5, 6, 7]))
def test_the_mean_percentile_of_all_hands_is_a_half(cards: int) -> None:
    for ranking in (each for each in RANKINGS.values() if isinstance(each, FiveCardRanking)):
        counts = batch.census(cards, ranking=ranking)
        there = np.flatnonzero(counts)
        found = batch.percentiles(there, cards=cards, ranking=ranking)
        assert found @ counts[there] / counts.sum() == pytest.approx(0.5, abs=1e-12)
        assert (np.diff(found) > 0).all()


def test_random_hands_are_spread_evenly_over_the_percentiles() -> None:
    found = batch.percentiles(batch.strengths(batch.random_hands(200_000, 7, seed=3)), cards=7)
    counts, _ = np.histogram(found, bins=10, range=(0, 1))
    assert counts.min() > 0.9 * counts.mean()
    assert counts.max() < 1.1 * counts.mean()


def test_a_strength_that_no_hand_of_so_many_cards_has_is_refused_with_its_row() -> None:
    assert batch.percentiles([1], cards=5).tolist() == [1020 / 2 / 2_598_960]  # 7-5-4-3-2: 4 ** 5 less the flushes
    with pytest.raises(ArgumentError, match=r"no hand of 7 cards has the strength 1 \(row 2\)"):
        batch.percentiles([7462, 7000, 1], cards=7)
    with pytest.raises(ArgumentError, match=r"no hand of 5 cards has the strength 0 \(row 0\)"):
        batch.percentiles([0], cards=5)


@pytest.mark.parametrize("cards", [4, 8, 5.0, "5", None, [5], True])
def test_percentiles_among_hands_of_other_sizes_are_refused(cards: Any) -> None:
    batch.percentiles([1], cards=5)
    with pytest.raises(ArgumentError, match="a hand has 5 to 7 cards"):
        batch.percentiles([7462], cards=cards)


def test_a_ranking_of_ones_own_has_names_and_no_percentiles() -> None:
    mine = FiveCardRanking("mine", HIGH.ranks, Category, low=True)
    assert batch.category_names([1], ranking=mine).tolist() == ["straight flush"]
    assert batch.words([1], ranking=mine).tolist() == ["royal flush"]
    with pytest.raises(RankingError, match="mine"):
        batch.percentiles([1], cards=5, ranking=mine)


# What is given


ASKED: dict[str, Callable[[Any], NDArray[Any]]] = {
    "categories": batch.categories,
    "names": lambda strengths: batch.category_names(strengths).codes,
    "words": lambda strengths: batch.words(strengths).codes,
    "percentiles": lambda strengths: batch.percentiles(strengths, cards=5),
}


@pytest.mark.parametrize("name", ASKED)
@given(st.lists(st.tuples(st.integers(1, 7462), st.booleans()), max_size=20))
def test_what_is_masked_stays_masked(name: str, rows: list[tuple[int, bool]]) -> None:
    ask = ASKED[name]
    strengths = np.array([strength for strength, _ in rows], dtype=np.uint16)
    mask = np.array([missing for _, missing in rows], dtype=bool)
    found = ask(np.ma.MaskedArray(np.where(mask, 60_000, strengths), mask=mask))  # whatever stands under a mask
    assert isinstance(found, np.ma.MaskedArray)
    np.testing.assert_array_equal(np.ma.getmaskarray(found), mask)
    np.testing.assert_array_equal(found.data[~mask], ask(strengths)[~mask])
    assert type(ask(strengths)) is np.ndarray


@pytest.mark.parametrize("name", ASKED)
@pytest.mark.parametrize(
    ("strengths", "said"),
    [
        ([5, 7463], r"from 0 to 7462, not 7463 \(row 1\)"),
        ([[1, 2], [3, -1]], r"from 0 to 7462, not -1 \(row 1\)"),
        ([1.0], "from 0 to 7462, not"),
        (["straight"], "from 0 to 7462, not"),
        (None, "from 0 to 7462, not None"),
        (np.array([True]), "from 0 to 7462, not bool"),
    ],
)
def test_what_is_not_a_strength_is_named(name: str, strengths: Any, said: str) -> None:
    with pytest.raises(ArgumentError, match=said):
        ASKED[name](strengths)


@pytest.mark.parametrize("name", ASKED)
def test_answers_have_the_shape_of_the_question(name: str) -> None:
    for shape in ((0,), (3, 4), (2, 3, 2)):
        assert ASKED[name](np.full(shape, 7462, dtype=np.uint16)).shape == shape


# Labels


def some_labels() -> batch.Labels:
    return batch.category_names(np.ma.MaskedArray([1, 7462, 9, 4628], mask=[False, False, True, False]))


TEXTS = ["high card", "straight flush", None, "two pair"]


def test_labels_are_a_sequence_and_an_array_of_texts() -> None:
    labels = some_labels()
    assert labels.tolist() == list(labels) == np.asarray(labels).tolist() == TEXTS
    assert [labels[row] for row in range(-4, 4)] == TEXTS * 2
    assert len(labels) == 4
    assert repr(labels) == "<Labels: 4 rows of 10 names, 'high card', 'straight flush', None, ...>"
    assert np.array(batch.words([7462]), dtype=str).tolist() == ["royal flush"]
    with pytest.raises(IndexError):
        labels[4]
    with pytest.raises(ValueError, match="copy"):
        np.array(labels, copy=False)


def test_labels_are_what_every_data_frame_has_for_them() -> None:
    labels = some_labels()
    column = pa.array(labels)
    assert column.to_pylist() == TEXTS
    assert str(column.type) == "dictionary<values=string, indices=int8, ordered=1>"
    assert pl.Series("kind", labels).to_list() == TEXTS
    enum = pl.Series("kind", labels).cast(pl.Enum(labels.names))
    assert enum.sort(nulls_last=True).to_list() == ["high card", "two pair", "straight flush", None]
    connection = duckdb.connect()
    connection.register("hands", pa.table({"kind": column}))
    assert connection.execute("SELECT kind FROM hands").fetchall() == [(text,) for text in TEXTS]
    categorical = pd.Categorical.from_codes(labels.codes, labels.names, ordered=True)
    assert [None if text is np.nan else text for text in categorical] == TEXTS
    assert categorical.max() == "straight flush"


def test_labels_of_several_rows_are_labels() -> None:
    labels = some_labels()
    assert labels[1:].tolist() == TEXTS[1:]
    assert labels[[3, 2]].tolist() == [TEXTS[3], TEXTS[2]]
    assert labels[labels.codes.mask].tolist() == [None]  # type: ignore[union-attr]


def test_labels_of_any_shape_can_be_shown() -> None:
    labels = batch.category_names([[1, 2], [3, 7462]])
    assert repr(labels) == "<Labels: [2, 2] of 10 names, 'high card', 'high card', 'high card', ...>"
    assert labels[1].tolist() == ["high card", "straight flush"]  # type: ignore[union-attr]
    one = batch.category_names(np.uint16(7462))
    assert repr(one) == "<Labels: [] of 10 names, 'straight flush'>"
    assert np.asarray(one) == "straight flush"
    assert repr(batch.words([])) == "<Labels: 0 rows of 7463 names>"


@pytest.mark.parametrize("name", ASKED)
def test_no_strengths_have_no_answers(name: str) -> None:
    assert ASKED[name]([]).tolist() == []


def test_labels_of_more_dimensions_are_no_column() -> None:
    labels = batch.category_names([[1, 2], [3, 4]])
    assert np.asarray(labels).tolist() == [["high card"] * 2] * 2
    with pytest.raises(FormatError, match="one dimension, these labels have 2"):
        pa.array(labels)


def test_long_columns_are_answered_piece_by_piece_as_short_ones_are() -> None:
    few = np.array([1, 7462, 4628, 0, 49], dtype=np.uint16)
    many = np.resize(few, (1 << 20) + 3)
    found = batch.categories(many)
    assert (found == np.resize(batch.categories(few), many.size)).all()
    assert batch.category_names(many).tolist()[-3:] == batch.category_names(many[-3:]).tolist()
    many[-1] = 7463
    with pytest.raises(ArgumentError, match=rf"not 7463 \(row {many.size - 1}\)"):
        batch.categories(many)
    many[-1] = 2  # no hand of seven cards is as weak
    with pytest.raises(ArgumentError, match=r"no hand of 7 cards has the strength .* \(row 0\)"):
        batch.percentiles(many, cards=7)


def test_long_arrays_of_ids_are_read_and_written_piece_by_piece() -> None:
    hands = batch.random_hands(1 << 20, 2, seed=1)
    hands = np.concatenate([hands, hands[:3]]).astype(np.int64)
    assert batch.format(hands)[-3:] == batch.format(hands[:3])
    assert len(batch.format(hands)) == len(hands)
    hands[-2, 1] = 300
    with pytest.raises(CardError, match=rf"card id 300 is not below 52 \(row {len(hands) - 2}\)"):
        batch.format(hands)

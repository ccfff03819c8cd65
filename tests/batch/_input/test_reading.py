"""The door: hands in every form that people have them in are the same hands, and what is wrong is named."""

from collections.abc import Callable
from functools import partial
from itertools import pairwise, product
from random import Random
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from numpy.typing import NDArray

from fivecard import ArgumentError, CardError, DuplicateCardError, FivecardError, Hand, HandError, _core, reference  # noqa: TID251  (row by row)
from fivecard.batch import (
    NO_CARD,
    bad_rows,
    best_cards,
    categories,
    category_names,
    format,  # noqa: A004
    omaha_high_low_quarters,
    omaha_strengths,
    omaha_winners,
    parse,
    percentiles,
    random_deals,
    random_hands,
    strengths,
    winners,
    words,
)
from fivecard.cards import ALL_CARDS, Card, parse_cards
from fivecard.errors import FormatError
from fivecard.rankings import BADUGI, SHORT_DECK
from tests.strategies import SEPARATORS, SPELLINGS
from tests.strategies import hands as some_hand
from tests.strategies import texts as any_text

pytestmark = pytest.mark.sanitized

INTEGERS = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"]
HANDS = random_hands(40, 7, seed=1)
EXPECTED = strengths(HANDS).tolist()


def sets_of(rows: NDArray[np.uint8]) -> NDArray[np.uint64]:
    sets: NDArray[np.uint64] = np.bitwise_or.reduce(np.uint64(1) << rows.astype(np.uint64), axis=1)
    return sets


def small_dictionary(texts: list[str | None]) -> Any:
    """Put together by hand: older versions of pyarrow read codes of large texts, but do not make them."""
    encoded = pa.array(texts, pa.large_string()).dictionary_encode()
    return pa.DictionaryArray.from_arrays(encoded.indices.cast(pa.int8()), encoded.dictionary)


def lists_of(kind: str, rows: NDArray[np.uint8]) -> Any:
    return pa.array(rows.tolist(), pa.list_(pa.type_for_alias(kind)))


# What holds texts, each made of a list in which None is a missing one.
TEXT_COLUMNS: dict[str, Callable[[list[str | None]], Any]] = {
    "list": list,
    "tuple": tuple,
    "list of bytes": lambda texts: [None if text is None else text.encode() for text in texts],
    "objects": lambda texts: np.array([*texts, None], dtype=object)[:-1],
    "masked": lambda texts: np.ma.MaskedArray(
        np.array([text or "" for text in texts], dtype=object), mask=[text is None for text in texts]
    ),
    "pyarrow string": lambda texts: pa.array(texts, pa.string()),
    "pyarrow large": lambda texts: pa.array(texts, pa.large_string()),
    "pyarrow view": lambda texts: pa.array(texts, pa.string_view()),
    "pyarrow binary": lambda texts: pa.array(texts, pa.string()).cast(pa.binary()),
    "pyarrow large binary": lambda texts: pa.array(texts, pa.string()).cast(pa.large_binary()),
    "pyarrow binary view": lambda texts: pa.array(
        [None if text is None else text.encode() for text in texts], pa.binary_view()
    ),
    "pyarrow dictionary": lambda texts: pa.array(texts, pa.string()).dictionary_encode(),
    "pyarrow small dictionary": lambda texts: small_dictionary(texts),
    "pyarrow table": lambda texts: pa.table({"hand": pa.array(texts, pa.string())}),
    "pyarrow batch": lambda texts: pa.record_batch({"hand": pa.array(texts, pa.string())}),
    "pyarrow struct": lambda texts: pa.StructArray.from_arrays(
        [pa.array([text or "x" for text in texts])],
        ["hand"],
        mask=pa.array([text is None for text in texts], pa.bool_()),
    ),
    "polars": lambda texts: pl.Series(texts, dtype=pl.String),
    "polars categories": lambda texts: pl.Series(texts, dtype=pl.Categorical),
    "polars frame": lambda texts: pl.DataFrame({"hand": pl.Series(texts, dtype=pl.String)}),
    "duckdb": lambda texts: duckdb.from_arrow(pa.table({"hand": pa.array(texts, pa.string())})),
    "pandas": lambda texts: pd.Series(texts, dtype="str"),
    "pandas objects": lambda texts: pd.Series(texts, dtype=object),
    "pandas strings": lambda texts: pd.Series(texts, dtype="string"),
    "pandas Python strings": lambda texts: pd.Series(texts, dtype="string[python]"),
    "pandas Arrow strings": lambda texts: pd.Series(texts, dtype=pd.ArrowDtype(pa.string())),
    "pandas categories": lambda texts: pd.Series(texts, dtype=object).astype("category"),
    "pandas index": lambda texts: pd.Index(texts, dtype=object),
    "pandas array": lambda texts: pd.array(texts, dtype="string"),
    "pandas frame": lambda texts: pd.DataFrame({"hand": pd.Series(texts, dtype="str")}),
}
# What holds no missing text, and nothing behind which a zero stands.
PLAIN_TEXT_COLUMNS: dict[str, Callable[[list[str]], Any]] = {
    "lines": "\n".join,
    "lines as bytes": lambda texts: "\n".join(texts).encode(),
    "lines of Windows": lambda texts: "".join(f"{text}\r\n" for text in texts),
    "bytes": lambda texts: np.array([text.encode() for text in texts], dtype="S"),
    "characters": lambda texts: np.array(texts, dtype="U"),
    "swapped characters": lambda texts: np.array(texts, dtype="U").astype(np.dtype("U200").newbyteorder()),
    "every other character": lambda texts: np.repeat(np.array(texts, dtype="U"), 2)[::2],
    "StringDType": lambda texts: np.array(texts, dtype=np.dtypes.StringDType()),
    "fixed binary": lambda texts: pa.array([text.encode().ljust(99, b"\0") for text in texts], pa.binary(99)),
}
# What holds rows of ids.
ROW_COLUMNS: dict[str, Callable[[NDArray[np.uint8]], Any]] = {
    **{f"array of {name}": partial(np.ndarray.astype, dtype=name) for name in INTEGERS},
    **{f"pyarrow list of {name}": partial(lists_of, name) for name in INTEGERS},
    "swapped": lambda rows: rows.astype(">i4"),
    "lists": lambda rows: rows.tolist(),
    "tuples": lambda rows: [tuple(row) for row in rows.tolist()],
    "arrays": list,
    "cards": lambda rows: [[ALL_CARDS[card] for card in row] for row in rows.tolist()],
    "texts of cards": lambda rows: [[str(ALL_CARDS[card]) for card in row] for row in rows.tolist()],
    "array of cards": lambda rows: np.array([[ALL_CARDS[card] for card in row] for row in rows.tolist()], dtype=object),
    "array of texts of cards": lambda rows: np.array([[str(ALL_CARDS[card]) for card in row] for row in rows.tolist()]),
    "pyarrow large list": lambda rows: pa.array(rows.tolist(), pa.large_list(pa.int64())),
    "pyarrow list view": lambda rows: pa.array(rows.tolist(), pa.list_view(pa.uint8())),
    "pyarrow large list view": lambda rows: pa.array(rows.tolist(), pa.large_list_view(pa.int16())),
    "pyarrow fixed list": lambda rows: pa.array(rows.tolist(), pa.list_(pa.int32(), rows.shape[1])),
    "pyarrow list of texts": lambda rows: pa.array([text.split() for text in format(rows)]),
    "pyarrow list of dictionaries": lambda rows: pa.ListArray.from_arrays(
        pa.array(range(0, rows.size + 1, rows.shape[1]), pa.int32()),
        pa.array([str(ALL_CARDS[card]) for card in rows.ravel().tolist()]).dictionary_encode(),
    ),
    "polars list": lambda rows: pl.Series(rows.tolist(), dtype=pl.List(pl.Int64)),
    "polars array": lambda rows: pl.Series(rows.tolist(), dtype=pl.Array(pl.UInt8, rows.shape[1])),
    "polars frame": lambda rows: pl.DataFrame({f"card {i}": column for i, column in enumerate(rows.T)}),
    "polars frame of texts": lambda rows: pl.DataFrame([text.split() for text in format(rows)], orient="row"),
    "polars frame of categories": lambda rows: pl.DataFrame([text.split() for text in format(rows)], orient="row").cast(
        pl.Categorical
    ),
    "pyarrow table": lambda rows: pa.table({f"card {i}": pa.array(column) for i, column in enumerate(rows.T)}),
    "pandas frame": lambda rows: pd.DataFrame(rows.astype(np.int64), index=range(7, 7 + len(rows))),
    "pandas frame of several types": lambda rows: pd.DataFrame(
        {str(i): column.astype(INTEGERS[i]) for i, column in enumerate(rows.T)}
    ),
    "pandas frame of signed and unsigned numbers": lambda rows: pd.DataFrame(
        {str(i): column.astype(["int64", "uint64"][i % 2]) for i, column in enumerate(rows.T)}
    ),
    "pandas frame of numbers and texts": lambda rows: pd.DataFrame(
        {str(i): column if i % 2 else format(rows[:, i : i + 1]) for i, column in enumerate(rows.T)}
    ),
    "pandas frame of objects and nullable numbers": lambda rows: pd.DataFrame(
        {
            str(i): pd.array(column, dtype="Int8") if i else [ALL_CARDS[card] for card in column.tolist()]
            for i, column in enumerate(rows.T)
        }
    ),
    "hands of cards": lambda rows: [Hand(ALL_CARDS[card] for card in row) for row in rows.tolist()],
    "pandas frame of nullable numbers": lambda rows: pd.DataFrame(rows, index=range(7, 7 + len(rows))).astype("Int64"),
    "pandas frame of texts": lambda rows: pd.DataFrame([text.split() for text in format(rows)]),
    "pandas frame of categories": lambda rows: pd.DataFrame([text.split() for text in format(rows)]).astype("category"),
    "pandas frame with a named index": lambda rows: pd.DataFrame(
        {f"card {i}": pd.array(column, dtype="UInt8") for i, column in enumerate(rows.T)}
    ).set_index(pd.Index(range(len(rows)), name="id")),
    "duckdb relation of columns": lambda rows: duckdb.from_arrow(
        pa.table({f"card{i}": pa.array(column) for i, column in enumerate(rows.T)})
    ),
    "sets": sets_of,
    "signed sets": lambda rows: sets_of(rows).astype(np.int64),
    "pyarrow sets": lambda rows: pa.array(sets_of(rows)),
    "pyarrow signed sets": lambda rows: pa.array(sets_of(rows).astype(np.int64)),
    "polars sets": lambda rows: pl.Series(sets_of(rows)),
    "pandas sets": lambda rows: pd.Series(sets_of(rows)),
    "pandas nullable sets": lambda rows: pd.Series(sets_of(rows), dtype="UInt64"),
}


@pytest.mark.parametrize("name", ROW_COLUMNS)
def test_rows_of_ids_are_taken_from_whatever_holds_them(name: str) -> None:
    found = strengths(ROW_COLUMNS[name](HANDS))
    assert type(found) is np.ndarray
    assert found.tolist() == EXPECTED
    assert not bad_rows(ROW_COLUMNS[name](HANDS)).any()


@pytest.mark.parametrize("name", [*TEXT_COLUMNS, *PLAIN_TEXT_COLUMNS])
def test_texts_are_taken_from_whatever_holds_them(name: str) -> None:
    forms: dict[str, Callable[[Any], Any]] = {**TEXT_COLUMNS, **PLAIN_TEXT_COLUMNS}
    column = forms[name](format(HANDS))
    assert type(strengths(column)) is np.ndarray
    assert strengths(column).tolist() == EXPECTED
    assert parse(column).tolist() == HANDS.tolist()


@pytest.mark.parametrize("name", TEXT_COLUMNS)
def test_a_null_in_gives_a_null_out(name: str) -> None:
    texts: list[str | None] = [*format(HANDS)]
    texts[0] = texts[17] = texts[-1] = None
    column = TEXT_COLUMNS[name](texts)
    gone = [row for row, text in enumerate(texts) if text is None]
    for found in (strengths(column), best_cards(column), parse(column)):
        mask = np.ma.getmaskarray(found)
        assert isinstance(found, np.ma.MaskedArray)
        assert np.flatnonzero(mask.reshape(len(texts), -1).all(axis=1)).tolist() == gone
        assert np.flatnonzero(mask.reshape(len(texts), -1).any(axis=1)).tolist() == gone
    assert strengths(column).tolist() == [None if row in gone else worth for row, worth in enumerate(EXPECTED)]
    assert not bad_rows(column).any()


@pytest.mark.parametrize("name", TEXT_COLUMNS)
def test_a_bad_text_is_named_with_its_row_or_masked(name: str) -> None:
    texts: list[str | None] = [*format(HANDS)]
    texts[3], texts[20], texts[21], texts[30] = None, "Ah Kh what Jh Th", "Ah Kh Qh Jh", "Ah Ah Kh Qh Jh"
    column = TEXT_COLUMNS[name](texts)
    with pytest.raises(CardError, match=r"'what' is not a card in 'Ah Kh what Jh Th' \(row 20\)"):
        strengths(column)
    found = strengths(column, errors="null")
    assert found.tolist() == [None if row in (3, 20, 21, 30) else worth for row, worth in enumerate(EXPECTED)]
    assert np.flatnonzero(bad_rows(column)).tolist() == [20, 21, 30]
    texts[20] = None
    with pytest.raises(HandError, match=r"a hand has 5 to 7 cards, this one has 4: 'Ah Kh Qh Jh' \(row 21\)"):
        strengths(TEXT_COLUMNS[name](texts))
    texts[21] = None
    with pytest.raises(DuplicateCardError, match=r"duplicate card 'Ah' in 'Ah Ah Kh Qh Jh' \(row 30\)"):
        strengths(TEXT_COLUMNS[name](texts))


def test_the_first_bad_row_is_named_whether_it_is_read_or_not() -> None:
    with pytest.raises(DuplicateCardError, match=r"\(row 1\)"):
        strengths([None, "Ah Ah Kh Qh Jh", "what"])
    with pytest.raises(CardError, match=r"\(row 1\)"):
        strengths([None, "what", "Ah Ah Kh Qh Jh"])


@given(st.lists(st.one_of(any_text, some_hand().map(lambda hand: " ".join(map(str, hand)))), min_size=1, max_size=6))
@example(["Ah\x1cKh"])
@example(["Ah\u3000Kh", "A♥️K♥️", "10h10d", "1h"])
def test_texts_are_read_as_parse_cards_reads_them(texts: list[str]) -> None:
    def by_cards(text: str) -> list[int] | None:
        try:
            ids = [card.id for card in parse_cards(text)]
        except FivecardError:
            return None
        return ids if 1 <= len(ids) <= 52 else None

    expected = [by_cards(text) for text in texts]
    encoded = not any("\ud800" <= letter <= "\udfff" for text in texts for letter in text)
    forms = TEXT_COLUMNS if encoded else {"list": list}
    for name, form in forms.items():
        found = parse(form([*texts]), errors="null")
        gone = [any(flags) for flags in np.ma.getmaskarray(found).tolist()]
        rows = [
            None if flag else [card for card in row if card != NO_CARD]
            for row, flag in zip(np.ma.getdata(found).tolist(), gone, strict=True)
        ]
        assert rows == expected, name
    if None in expected:
        with pytest.raises(FivecardError, match=rf"\(row {expected.index(None)}\)"):
            parse(texts)


@given(some_hand(), st.data())
def test_every_array_of_letters_is_read_as_parse_cards_reads_it(hand: list[Card], data: st.DataObject) -> None:
    separator = st.sampled_from([each for each in SEPARATORS if "\n" not in each])
    text = "".join(data.draw(st.sampled_from(SPELLINGS[card])) + data.draw(separator) for card in hand)
    for name, form in PLAIN_TEXT_COLUMNS.items():
        assert parse(form([text, "Ah"])).tolist()[0][: len(hand)] == [card.id for card in hand], name


@given(st.data())
def test_slices_chunks_and_nulls_are_those_of_the_rows(data: st.DataObject) -> None:
    sizes = data.draw(st.lists(st.sampled_from([5, 6, 7, None]), max_size=30))
    all_cards = random_hands(len(sizes), 7, seed=data.draw(st.integers(0, 99))).tolist()
    rows = [None if size is None else row[:size] for row, size in zip(all_cards, sizes, strict=True)]
    texts = [None if row is None else " ".join(str(ALL_CARDS[card]) for card in row) for row in rows]
    worth = [None if row is None else reference.evaluate([ALL_CARDS[card] for card in row]).strength for row in rows]
    types: list[Any] = [
        pa.string(), pa.large_string(), pa.string_view(), pa.binary_view(), pa.dictionary(pa.int16(), pa.string()),
        pa.list_(pa.uint8()), pa.large_list(pa.int64()), pa.list_view(pa.int8()), pa.large_list_view(pa.uint16()),
    ]  # fmt: skip
    kind = data.draw(st.sampled_from(types))
    lists = pa.types.is_nested(kind)
    binary = pa.types.is_binary_view(kind)
    values: list[Any] = rows if lists else [text.encode() if text and binary else text for text in texts]
    cuts = sorted(data.draw(st.lists(st.integers(0, len(rows)), max_size=3)))
    edges = [0, *cuts, len(rows)]
    # Every chunk is a slice of an array with other hands before and behind it.
    other: list[Any] = [None, values[0] if values else None, None]
    chunks = [
        pa.array([*other, *values[start:end], *other], kind).slice(3, end - start) for start, end in pairwise(edges)
    ]
    column = pa.chunked_array(chunks, kind)
    table = pa.table({"hand": column})
    for form in (column, table, pa.concat_tables([table.slice(0, len(rows) // 2), table.slice(len(rows) // 2)])):
        for threads in (1, 3):
            found = strengths(form, threads=threads)
            assert found.tolist() == worth
            assert isinstance(found, np.ma.MaskedArray) == (None in worth)


@pytest.mark.parametrize("cards", [1, 2, 5, 7, 10, 11])
@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.string_view()], ids=str)
def test_rows_that_differ_from_the_others_of_a_column_are_read_as_they_are_alone(
    kernel: str, cards: int, kind: pa.DataType
) -> None:
    """Most rows go many at a time; here some are spelled otherwise, missing, bad, or have another number of cards."""
    random, deck = Random(cards), [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    texts: list[str | None] = [" ".join(random.sample(deck, cards)) for _ in range(1_500)]
    for row, (change, chance) in product(range(len(texts)), {"spell": 0.002, "lose": 0.002, "spoil": 0.001}.items()):
        if (text := texts[row]) is None or random.random() > chance:
            continue
        spellings = [text.lower(), text.replace("T", "10"), text.replace(" ", ""), text.replace(" ", ","), text + " "]
        texts[row] = {"spell": random.choice(spellings), "lose": None, "spoil": text[:-1] + "x"}[change]
    for rows in (texts, texts[:256], texts[:257], texts[3:300], [text for text in texts if text]):
        column = pa.array(["Ah", *rows, "Kd"], kind).slice(1, len(rows))
        schema, array = column.__arrow_c_array__()
        found = _core.read_arrow_array(schema, array, cards, cards, "a hand", 1)
        alone = _core.read_texts(tuple(rows), cards, cards, "a hand", 1)
        assert alone is not None
        assert found[3] == alone[3]
        for one, other in zip(found[:3], alone[:3], strict=True):
            assert (one is None) == (other is None)
            assert one is None or other is None or np.array_equal(one, other)


def test_a_struct_that_is_sliced_is_read_from_there() -> None:
    columns = [pa.array(HANDS[:, i].astype(np.int32)).slice(2) for i in range(7)]
    table = pa.StructArray.from_arrays(columns, [str(i) for i in range(7)])
    assert strengths(table.slice(3, 10)).tolist() == EXPECTED[5:15]
    nested = pa.StructArray.from_arrays([table.slice(1)], ["hand"])
    assert strengths(nested.slice(2, 5)).tolist() == EXPECTED[5:10]
    masked = pa.StructArray.from_arrays(
        columns, [str(i) for i in range(7)], mask=pa.array([row == 1 for row in range(38)])
    )
    assert strengths(masked.slice(1, 2)).tolist() == [None, EXPECTED[4]]


def test_many_rows_are_read_the_same_by_every_number_of_threads() -> None:
    rows = random_hands(100_000, 7, seed=3)
    column = pa.chunked_array([pa.array(format(rows[:70_001])), pa.array(format(rows[70_001:]))])
    expected = strengths(rows)
    for threads in (1, 2, 5):
        np.testing.assert_array_equal(strengths(column, threads=threads), expected)
    texts: list[str | None] = [*format(rows)]
    texts[99_999] = "Ah"
    with pytest.raises(HandError, match=r"this one has 1: 'Ah' \(row 99999\)"):
        strengths(pa.array(texts), threads=3)


# Rows of different sizes


def mixed(rows: int, seed: int) -> tuple[NDArray[np.uint8], list[int]]:
    """Rows of 5 to 7 cards with NO_CARD behind, and the sizes."""
    hands = random_hands(rows, 7, seed=seed)
    sizes = np.random.default_rng(seed).integers(5, 8, rows)
    hands[np.arange(7) >= sizes[:, None]] = NO_CARD
    return hands, sizes.tolist()


@pytest.mark.usefixtures("kernel")
@pytest.mark.parametrize("rows", [1, 63, 64, 65, 1023, 1025, 5000])
def test_shorter_rows_have_no_card_behind(rows: int) -> None:
    hands, sizes = mixed(rows, seed=rows)
    cards = [[ALL_CARDS[card] for card in hand[:size]] for hand, size in zip(hands.tolist(), sizes, strict=True)]
    expected = [reference.evaluate(hand).strength for hand in cards[:200]]
    found = strengths(hands)
    assert found.tolist()[:200] == expected
    by_size = np.zeros(rows, np.uint16)
    for size in (5, 6, 7):
        chosen = np.array(sizes) == size
        by_size[chosen] = strengths(hands[chosen, :size])
    np.testing.assert_array_equal(found, by_size)
    np.testing.assert_array_equal(strengths(best_cards(hands)), found)
    np.testing.assert_array_equal(strengths(format(hands)), found)
    np.testing.assert_array_equal(strengths(hands.astype(np.int64)), found)
    np.testing.assert_array_equal(parse(format(hands)), hands[:, : max(sizes)])
    assert not bad_rows(hands).any()


@pytest.mark.usefixtures("kernel")
@pytest.mark.parametrize("row", [0, 1, 64, 1500, 2999])
def test_a_bad_row_among_rows_of_different_sizes_is_found(row: int) -> None:
    for change in (lambda hand: hand[[0, 0, 2, 3, 4, 5, 6]], lambda hand: np.where(np.arange(7) == 2, NO_CARD, hand)):
        hands, _ = mixed(3000, seed=2)
        hands[row] = change(hands[row])
        with pytest.raises((HandError, CardError), match=rf"\(row {row}\)"):
            strengths(hands, threads=2)
        assert np.flatnonzero(bad_rows(hands)).tolist() == [row]
        found = strengths(hands, errors="null")
        assert np.flatnonzero(np.ma.getmaskarray(found)).tolist() == [row]
        with pytest.raises((HandError, CardError), match=rf"\(row {row}\)"):
            best_cards(hands)


def test_four_cards_and_no_card_are_no_hand() -> None:
    hands = np.array([[0, 4, 8, 12, NO_CARD, NO_CARD]], np.uint8)
    with pytest.raises(CardError, match=r"card id 255 is not below 52 in '2c 3c 4c 5c 255' \(row 0\)"):
        strengths(hands)
    assert bad_rows(hands).tolist() == [True]


def test_the_filler_of_a_missing_hand_is_in_the_deck() -> None:
    texts = [None, *format(random_hands(5, 6, seed=4, ranking=SHORT_DECK))]
    assert np.ma.getmaskarray(strengths(texts, ranking=SHORT_DECK)).tolist() == [True] + 5 * [False]
    sets = np.ma.MaskedArray(sets_of(random_hands(3, 6, seed=4, ranking=SHORT_DECK)), mask=[False, True, False])
    assert np.ma.getmaskarray(strengths(sets, ranking=SHORT_DECK)).tolist() == [False, True, False]
    assert strengths(["As 2h 3d 4c", None], ranking=BADUGI).tolist() == [1092, None]


# Numbers out of range, cards that are missing, things that are no hands


@pytest.mark.parametrize(
    ("hands", "error", "message"),
    [
        (HANDS.astype(np.int64) - 1000, CardError, r"card id -\d+ is below 0 \(row 0\)"),
        (HANDS.astype(int) + 256 * (np.arange(40) == 9)[:, None], CardError, r"is not below 52 \(row 9\)"),
        (np.full((1, 5), 2**64 - 1, np.uint64), CardError, r"card id 18446744073709551615 is not below 52"),
        (pa.array([[0, 1, 2, 3, 300]]), CardError, r"card id 300 is not below 52 in '2c 2d 2h 2s 300' \(row 0\)"),
        (pa.array([[0, 1, 2, 3, -4]]), CardError, r"card id -4 is below 0 in '2c 2d 2h 2s -4' \(row 0\)"),
        (pa.array([None, [0, 1, 2, 3, None]]), HandError, r"a card is missing in '2c 2d 2h 2s null' \(row 1\)"),
        (pa.array([[0, 1, 255, 3, 4]]), CardError, r"card id 255 is not below 52 in '2c 2d 255 2s 3c' \(row 0\)"),
        (pa.array([[0, 1, 2, 3, 4, 5, 6, 7]]), HandError, r"5 to 7 cards, this one has 8: '2c 2d 2h .*' \(row 0\)"),
        (pa.array([["Ah", "Kh", "Qh", "Jh", "x"]]), CardError, r"'x' is not a card in 'Ah Kh Qh Jh x' \(row 0\)"),
        (pl.DataFrame({str(i): [i, None if i else i] for i in range(5)}), HandError, r"a card is missing .*\(row 1\)"),
        (pl.DataFrame({str(i): [i] for i in range(8)}), FormatError, "one for each of 5 to 7 cards: this table has 8"),
        (pl.DataFrame({str(i): [i / 2] for i in range(5)}), FormatError, "a whole number or a text, not a double"),
        (pa.array([31, None, -3]), HandError, r"-3 is not a set of cards \(row 2\)"),
        (np.array([31, -3]), HandError, r"-3 is not a set of cards \(row 1\)"),
        (pa.array([31], pa.int32()), FormatError, "not of int32"),
        (pa.array([True]), FormatError, "not of bool"),
        (pa.array([[1.5]]), FormatError, "not a double"),
        (pa.array([[[1]]]), FormatError, "not a list of int64"),
        (pa.RunEndEncodedArray.from_arrays([2], ["x"]), FormatError, "not of run-end encoded values, which have"),
        (pa.array([0], pa.date32()), FormatError, "not of date$"),
        (pa.array([0], pa.timestamp("us", "UTC")), FormatError, "not of timestamp$"),
        (pa.array([[None]], pa.list_(pa.decimal128(5))), FormatError, "not a decimal$"),
        (pa.array([{"a": {"b": 1}}]), HandError, "0x1 is not a set of 5 to 7 of the 52 cards"),
        ([[0, 1, 2, 3, 52]], CardError, r"card id 52 is not below 52 in \[0, 1, 2, 3, 52\] \(row 0\)"),
        ([[0, 1, 2, 3, 10**30]], CardError, r"card id 1000000000000000000000000000000 is not below 52"),
        ([[0, 1, 2, 3, True]], CardError, r"expected a card, its id or its text, got True \(row 0\)"),
        ([[0, 1, 2, 3, None]], HandError, r"a card is missing in \[0, 1, 2, 3, None\] \(row 0\)"),
        ([[0, 1, 2, 3]], HandError, r"a hand has 5 to 7 cards, this one has 4: \[0, 1, 2, 3\] \(row 0\)"),
        ([[0, 1, 2, 3, 4], [0, 1, 2, 3, "Xx"]], CardError, r"'Xx' is not a card: no suit 'x' \(row 1\)"),
        ([[0, 1, 2, 3, 4], 17], HandError, r"expected a hand, as a text or a list of cards, got 17 \(row 1\)"),
        ([[0, 1, 2, 3, 4], "what"], CardError, r"'what' is not a card \(row 1\)"),
        ([0, 4, 8, 12, 20], HandError, r"expected a hand, as a text or a list of cards, got 0 \(row 0\)"),
        ({"a": 1}, FormatError, "not {'a': 1}"),
        (np.zeros((2, 5)), FormatError, r"not float64\[2, 5\]"),
        (np.zeros((2, 5), bool), FormatError, r"not bool\[2, 5\]"),
        (np.zeros(5, np.int32), FormatError, r"not int32\[5\]"),
        ("Ah Kh Qh Jh Th\n\nAh", HandError, r"a hand has 5 to 7 cards, this one has 0: '' \(row 1\)"),
    ],
)  # fmt: skip
def test_what_is_no_hand_is_named(hands: Any, error: type[FivecardError], message: str) -> None:
    with pytest.raises(error, match=message):
        strengths(hands)


def test_rows_that_are_masked_are_missing_and_masked_cards_are_refused() -> None:
    mask = np.zeros(HANDS.shape, bool)
    mask[5] = True
    found = strengths(np.ma.MaskedArray(HANDS, mask=mask))
    assert found.tolist() == [None if row == 5 else worth for row, worth in enumerate(EXPECTED)]
    mask[7, 2] = True
    with pytest.raises(HandError, match=r"a card is masked: hands have no missing cards \(row 7\)"):
        strengths(np.ma.MaskedArray(HANDS, mask=mask))
    found = strengths(np.ma.MaskedArray(HANDS, mask=mask), errors="null")
    assert np.flatnonzero(np.ma.getmaskarray(found)).tolist() == [5, 7]
    np.testing.assert_array_equal(strengths(np.ma.MaskedArray(HANDS)), EXPECTED)
    assert strengths(parse([format(HANDS)[0], None])).tolist() == [EXPECTED[0], None]


def test_missing_values_of_every_kind_are_missing() -> None:
    text = "Ah Kh Qh Jh Th"
    for missing in (None, np.nan, float("nan"), pd.NA, pd.NaT):
        forms: list[Any] = [
            [text, missing],
            pd.Series([text, missing], dtype=object),
            [[51, 47, 43, 39, 35], missing],
        ]
        for values in forms:
            assert strengths(values).tolist() == [7462, None]
    assert strengths(pa.nulls(2)).tolist() == [None, None]
    assert strengths(pd.Series([np.nan, np.nan])).tolist() == [None, None]  # all that a file had was empty
    assert strengths(np.empty(0)).tolist() == []
    with pytest.raises(FormatError, match="not float64"):
        strengths(np.array([np.nan, 31.0]))
    assert strengths(pl.Series([31, None], dtype=pl.UInt64)).tolist() == [7297, None]
    assert strengths(pd.Series([31, None], dtype="Int64")).tolist() == [7297, None]
    assert strengths(pl.DataFrame({str(i): [i, None] for i in range(5)})).tolist() == [7297, None]


@pytest.mark.parametrize("dtype", ["object", "str", "string", "category"])
def test_a_row_of_which_every_card_is_missing_is_missing_in_every_frame(dtype: str) -> None:
    cards = ["Ah", "Kh", "Qh", "Jh", "Th"]
    frame = pd.DataFrame([cards, [None] * 5, [*cards[:4], None]]).astype(dtype)
    for hands in (frame, frame.to_numpy(dtype=object)):
        assert strengths(hands, errors="null").tolist() == [7462, None, None]
        assert bad_rows(hands).tolist() == [False, False, True]
    mask = np.array([[False] * 5, [True] * 5])
    assert strengths(np.ma.MaskedArray(np.array([cards, cards], object), mask=mask)).tolist() == [7462, None]


def test_a_column_of_pandas_that_pyarrow_does_not_know_is_read_one_by_one() -> None:
    with pytest.raises(HandError, match=r"expected a hand, as a text or a list of cards, got 31 \(row 0\)"):
        strengths(pd.Series(pd.arrays.SparseArray([31, 0])))


def test_out_is_filled_where_hands_are_there() -> None:
    out = np.full(3, 9, np.uint16)
    found = strengths(["Ah Kh Qh Jh Th", None, "2c 2d 2h 3s 3d"], out=out)
    assert np.shares_memory(np.ma.getdata(found), out)
    assert out.tolist() == [7462, 0, 7141]
    with pytest.raises(CardError, match=r"\(row 1\)"):
        strengths(["Ah Kh Qh Jh Th", "what", "2c 2d 2h 3s 3d"], out=out)


@pytest.mark.parametrize("errors", ["ignore", "", None, 3])
def test_errors_are_raised_or_null(errors: Any) -> None:
    for ask in (strengths, best_cards, parse):
        with pytest.raises(ArgumentError, match="errors is 'raise' or 'null'"):
            ask("Ah Kh Qh Jh Th", errors=errors)


def test_a_column_is_left_alone_and_not_copied_where_its_layout_allows() -> None:
    from fivecard.batch._input import Sizes, read_hands

    flat = pa.array(HANDS.ravel())
    fixed = pa.FixedSizeListArray.from_arrays(flat, 7)
    lists = pa.ListArray.from_arrays(pa.array(range(0, 281, 7), pa.int32()), flat)
    sets = pa.array(sets_of(HANDS))
    for column, values, size in ((fixed, flat, 7), (lists, flat, 7), (sets, sets, 8)):
        found = read_hands(column.slice(3), Sizes(5, 7)).cards
        assert found.ctypes.data == values.buffers()[1].address + 3 * size
        assert not found.flags.writeable
        del column
        assert strengths(found).tolist() == EXPECTED[3:]
    assert strengths(np.ma.MaskedArray(HANDS, mask=np.eye(40, 7) > 1)).tolist() == EXPECTED


# Omaha and showdowns


def test_hole_cards_of_different_numbers_may_be_mixed() -> None:
    deals = [("As Ad 2c 7h", 4), ("As Ad 2c 7h 8h", 5), (None, 0), ("As Ad 2c 7h 8h 9h", 6), ("Ac Ah 2d 7d", 4)]
    board = "Ks Qs Js Ts 3h"
    alone = [None if hole is None else int(omaha_strengths(hole, board)[0]) for hole, _ in deals]
    hands = [hole for hole, _ in deals]
    assert omaha_strengths(hands, board).tolist() == alone
    assert omaha_strengths(parse(hands), [board] * 5, errors="null").tolist() == alone
    worse = [*hands, "As As 2c 7h 8h", "3h Ad 2c 7h", "Ks Ad 2c 7h 9h 9d"]
    assert omaha_strengths(worse, board, errors="null").tolist() == [*alone, None, None, None]
    with pytest.raises(DuplicateCardError, match=r"duplicate card 'As' .*\(row 5\)"):
        omaha_strengths(worse, board)
    with pytest.raises(DuplicateCardError, match=r"duplicate card '3h' .*\(row 5\)"):
        omaha_strengths([*hands, *worse[6:]], board)
    for hole in ([0, 1, 2, NO_CARD, NO_CARD], [0, 1, 2, NO_CARD, 4], [NO_CARD] * 5):
        rows = np.array([[0, 1, 2, 3, NO_CARD], hole], np.uint8)
        assert omaha_strengths(rows, board, errors="null").mask.tolist() == [False, True]
        with pytest.raises(CardError, match=r"card id 255 .*\(row 1\)"):
            omaha_strengths(rows, board)


def test_omaha_goes_through_the_same_door() -> None:
    deals = random_deals(30, seed=5, game="omaha")
    expected = omaha_winners(deals).tolist()
    for form in (format(deals), pa.array(format(deals)), pl.DataFrame(deals.astype(np.int32)), deals.tolist()):
        assert omaha_winners(form).tolist() == expected
    texts: list[str | None] = [*format(deals)]
    texts[4], texts[6], texts[8] = None, "As " * 13, "Ah"
    assert omaha_winners(texts, errors="null").tolist() == [
        None if row in (4, 6, 8) else worth for row, worth in enumerate(expected)
    ]
    with pytest.raises(DuplicateCardError, match=r"\(row 6\)"):
        omaha_winners(texts)
    hole, board = deals[:, :4], deals[:, 8:]
    strong = omaha_strengths(hole, board).tolist()
    assert omaha_strengths(format(hole), pl.Series(format(board))).tolist() == strong
    boards: list[str | None] = [*format(board)]
    boards[3] = None
    assert omaha_strengths(hole, boards).tolist() == [None if row == 3 else worth for row, worth in enumerate(strong)]
    boards = [*format(board)]
    boards[9] = format(hole)[9] + " 2c"
    with pytest.raises(DuplicateCardError, match=r"\(row 9\)"):
        omaha_strengths(hole, boards)
    found = omaha_strengths(hole, boards, errors="null")
    assert np.flatnonzero(np.ma.getmaskarray(found)).tolist() == [9]
    assert omaha_strengths(["As Ad 2c 7h", None], "Ks Qs Js Ts 2h").tolist() == [4137, None]
    with pytest.raises(HandError, match="a board has 5 cards, this one has 4"):
        omaha_strengths("As Ad 2c 7h", "Ks Qs Js Ts")
    with pytest.raises(HandError, match="there are 2 boards for 3 hands"):
        omaha_strengths(hole[:3], [format(board)[0], None])


@pytest.mark.parametrize(
    "columns",
    [
        lambda array: pl.DataFrame(array),
        lambda array: pd.DataFrame(array.astype(np.int64), index=[4, 3, 2]),
        lambda array: pd.DataFrame(array).astype("UInt16").set_index(pd.Index([4, 3, 2])),
        lambda array: [array[:, 0], pl.Series(array[:, 1]), pd.Series(array[:, 2]), pa.array(array[:, 3])],
        lambda array: tuple(array.T.astype(np.int8)),
        lambda array: array.astype(np.uint64),
        lambda array: pd.DataFrame(array).astype(object),
        lambda array: pa.table({str(player): column for player, column in enumerate(array.T)}).to_struct_array(),
        lambda array: duckdb.from_arrow(pa.table({f"p{i}": each for i, each in enumerate(array.T)})),
        lambda array: pl.DataFrame({"all": pl.DataFrame(array).to_struct()}),
    ],
)  # fmt: skip
def test_winners_are_found_in_columns_of_strengths(columns: Callable[[NDArray[np.uint16]], Any]) -> None:
    array = np.array([[5, 9, 7, 1], [8, 3, 8, 2], [1, 2, 3, 4]], np.uint16)
    assert winners(columns(array)).tolist() == [1, -1, 3]


def test_where_a_strength_is_missing_so_is_the_winner() -> None:
    frames: list[Any] = [
        pl.DataFrame({"a": [5, None, 3], "b": [4, 7, 3]}),
        pd.DataFrame({"a": pd.array([5, None, 3], dtype="Int64"), "b": [4, 7, 3]}),
        pd.DataFrame({"a": [5, None, 3], "b": [4, 7, 3]}, dtype=object),
        pd.DataFrame({"a": [5, None, 3], "b": [4, 7, 3]}),  # float64, with NaN
        [pd.Series([5, None, 3]), pd.Series([4, 7, 3])],
        [pl.Series([5, None, 3]), np.array([4, 7, 3])],
        [np.ma.MaskedArray([5, 6, 3], mask=[False, True, False]), np.array([4, 7, 3])],
        [strengths(["Ah Kh Qh Jh Th", None, "Ah Kh Qh Jh 9c"]), strengths(["2c 2d 2h 3s 3d"] * 2 + ["Ad Kc Qh Jh 9c"])],
    ]
    for frame in frames:
        found = winners(frame)
        assert found.tolist() == [0, None, -1]
        assert isinstance(found, np.ma.MaskedArray)


MISSING_STRENGTHS: dict[str, Callable[[list[int | None]], Any]] = {
    "list": list,
    "masked": lambda values: np.ma.MaskedArray([each or 0 for each in values], mask=[each is None for each in values]),
    "floats": lambda values: np.array(values, float),
    "objects": lambda values: np.array(values, object),
    "pandas float64": pd.Series,
    "pandas Int64": lambda values: pd.Series(values, dtype="Int64"),
    "pandas UInt16": lambda values: pd.Series(values, dtype="UInt16"),
    "pandas Arrow": lambda values: pd.Series(values, dtype=pd.ArrowDtype(pa.uint16())),
    "polars": lambda values: pl.Series(values, dtype=pl.UInt16),
    "arrow": lambda values: pa.array(values, pa.uint16()),
    "arrow chunks": lambda values: pa.chunked_array([values[:1], values[1:]], pa.uint16()),
}


@pytest.mark.parametrize("make", MISSING_STRENGTHS.values(), ids=MISSING_STRENGTHS)
def test_a_missing_strength_is_missing_in_whatever_is_told_of_it(make: Callable[[list[int | None]], Any]) -> None:
    some = make([7462, None, 1])
    assert categories(some).tolist() == [8, None, 0]
    assert category_names(some).tolist() == ["straight flush", None, "high card"]
    assert words(some).tolist() == ["royal flush", None, "high card, Seven Five Four Three Two"]
    assert percentiles(some, cards=5).mask.tolist() == [False, True, False]  # type: ignore[attr-defined]


def test_a_missing_hand_goes_through_a_frame_of_pandas() -> None:
    frame = pd.DataFrame({"a": ["Ah Kh Qh Jh Th", None], "b": ["2c 2d 2h 3s 3d", "2c 2d 2h 3s 3d"]})
    for name in ("a", "b"):
        frame[f"{name} strength"] = strengths(frame[name])
    assert frame["a strength"].dtype == float
    assert winners(frame[["a strength", "b strength"]]).tolist() == [0, None]
    assert category_names(frame["a strength"]).tolist() == ["straight flush", None]


def test_rows_of_ids_may_be_missing_in_a_frame_of_floats() -> None:
    rows = pd.DataFrame([[51, 47, 43, 39, 35], [None] * 5])
    assert strengths(rows).tolist() == [7462, None]
    with pytest.raises(HandError, match=r"a card is masked.*\(row 1\)"):
        strengths(pd.DataFrame([[51, 47, 43, 39, 35], [51, 47, 43, 39, None]]))
    with pytest.raises(CardError, match=r"card ids are whole numbers, not 35.5 \(row 0\)"):
        strengths(pd.DataFrame([[51, 47, 43, 39, 35.5]]))


def test_null_for_bad_hands_always_gives_a_masked_array() -> None:
    hand, deal = "Ah Kh Qh Jh Th", "As 2s Kd Kc Ac 2c Jd Tc 3h 4h 8d Ks 9s"
    for found in (
        strengths([hand], errors="null"),
        strengths([], errors="null"),
        best_cards([hand], errors="null"),
        parse([hand], errors="null"),
        parse([], errors="null"),
        omaha_strengths(["As Ad 2c 7h"], "Ks Qs Js Ts 2h", errors="null"),
        omaha_winners([deal], errors="null"),
        omaha_high_low_quarters([deal], errors="null"),
    ):
        assert isinstance(found, np.ma.MaskedArray)
        assert not found.mask.any()
        assert found.mask.shape == found.shape
    assert not isinstance(strengths([hand]), np.ma.MaskedArray)


@pytest.mark.parametrize(
    "wrong",
    [
        pl.Series([1, 2]), pa.array([1, 2]), pa.chunked_array([[1, 2]]), pd.Series([1, 2]),
        pd.DataFrame({"a": [2.5]}, dtype=object), pd.DataFrame({"a": ["7"]}, dtype=object),
        pd.DataFrame({"a": [2**70]}, dtype=object), pl.DataFrame(), pa.table({}),
        [], [[1, 2], [3, 4]], ["x"], [np.array([1]), np.array([1.5])], np.array([1, 2]), 5, pl.Series([1.5]), None,
    ],
)  # fmt: skip
def test_what_are_no_strengths_is_refused(wrong: Any) -> None:
    with pytest.raises(FormatError, match="strengths are"):
        winners(wrong)


def test_a_player_without_any_strength_leaves_no_winners() -> None:
    assert winners(pl.DataFrame({"a": [None, None], "b": [4, 7]})).tolist() == [None, None]
    assert winners(pl.DataFrame({"a": [4, 7]})).tolist() == [0, 0]  # a frame may have but one player


def test_columns_of_strengths_are_of_one_length() -> None:
    with pytest.raises(FormatError, match=r"the columns of strengths have \[1, 2\] rows"):
        winners([np.array([1]), np.array([1, 2])])

"""Other libraries' numbers: what is missing, what is wrong, what looks like others; PHH and the UCI data set."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from fivecard import CardError, DuplicateCardError, FivecardError, HandError, batch
from fivecard.batch import NO_CARD
from fivecard.cards import ALL_CARDS
from fivecard.errors import FormatError
from fivecard.integrations import converters
from fivecard.integrations.converters import UCI_COLUMNS, from_phh, from_uci, to_phh, to_uci, uci_classes

CARDS = ["treys", "eval7", "phevaluator"]
RANKS = ["treys_ranks", "eval7_values", "phevaluator_ranks"]

# What is missing, and what is wrong


TAKES_CARDS = [*(f"from_{name}" for name in CARDS), *(f"to_{name}" for name in CARDS)]
TAKES_SETS = ["sets_from_eval7", "sets_to_eval7"]
TAKES_STRENGTHS = [*(f"from_{name}" for name in RANKS), *(f"to_{name}" for name in RANKS)]
RIGHT = {
    **{name: [1, 2] for name in (*TAKES_CARDS, *TAKES_SETS, *TAKES_STRENGTHS)},
    "from_treys": [98306, 268442665],
    "from_eval7_values": [0x53210, 0x80C0000],
}


@pytest.mark.parametrize("name", RIGHT)
def test_what_is_masked_stays_masked(name: str) -> None:
    convert = getattr(converters, name)
    first, second = RIGHT[name]
    found = convert(np.ma.MaskedArray([[first, -5], [second, first]], mask=[[False, True], [False, False]]))
    assert isinstance(found, np.ma.MaskedArray)
    assert np.ma.getmaskarray(found).tolist() == [[False, True], [False, False]]
    assert found[1].tolist() == convert([second, first]).tolist()
    assert type(convert([first])) is np.ndarray


@pytest.mark.parametrize("name", RIGHT)
@pytest.mark.parametrize("dtype", [np.int32, np.uint32, np.int64, np.uint64])
def test_whole_numbers_of_any_type_and_shape_are_taken(name: str, dtype: Any) -> None:
    convert = getattr(converters, name)
    for array in (np.array([RIGHT[name]] * 3, dtype=dtype), np.array(RIGHT[name][0], dtype=dtype), np.zeros(0, dtype)):
        found = convert(array)
        assert found.shape == array.shape
        assert found.dtype == convert(RIGHT[name]).dtype
    assert convert([]).shape == (0,)


@pytest.mark.parametrize("name", RIGHT)
@pytest.mark.parametrize("strange", [-1, 1 << 53, (1 << 63) - 1])
def test_what_is_nothing_there_is_named_with_its_row(name: str, strange: int) -> None:
    with pytest.raises(FivecardError, match=rf"^{strange} is not an? .* \(row 2\)$"):
        getattr(converters, name)([*RIGHT[name], strange])


@pytest.mark.parametrize("name", RIGHT)
@pytest.mark.parametrize("wrong", [[1.0], ["As"], None, [[1], [None]], np.array([True])], ids=str)
def test_what_is_not_whole_numbers_is_refused(name: str, wrong: Any) -> None:
    with pytest.raises(FivecardError, match="are whole numbers, not"):
        getattr(converters, name)(wrong)


HANDS = batch.random_hands(50, 5, seed=9)
LAYOUTS = {
    "card ids": HANDS,
    "treys cards": converters.to_treys(HANDS),
    "eval7 cards": converters.to_eval7(HANDS),
    "eval7 values": converters.to_eval7_values(batch.strengths(HANDS)),
    "strengths or ranks": batch.strengths(HANDS),
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(
    "name", ["from_treys", "from_eval7", "from_phevaluator", "from_treys_ranks", "from_eval7_values"]
)
def test_numbers_of_another_library_are_recognised(name: str, layout: str) -> None:
    own = {
        "from_treys": {"treys cards"},
        "from_eval7": {"eval7 cards"},
        "from_phevaluator": {"card ids"},
        "from_treys_ranks": {"strengths or ranks"},
        "from_eval7_values": {"eval7 values"},
    }
    convert = partial(getattr(converters, name), LAYOUTS[layout])
    if layout in own[name]:
        convert()
        return
    with pytest.raises(FivecardError, match=f": these look like {layout}"):
        convert()


def test_masks_of_hands_are_not_cards() -> None:
    masks = np.bitwise_or.reduce(converters.to_eval7(HANDS), axis=1)
    with pytest.raises(CardError, match="masks of several cards are read by sets_from_eval7"):
        converters.from_eval7(masks)


def test_one_wrong_number_among_many_is_not_taken_for_another_layout() -> None:
    cards = converters.to_treys(HANDS)
    cards[7, 3] = 12
    with pytest.raises(CardError, match=r"^12 is not a treys card \(row 7\)$"):
        converters.from_treys(cards)


def test_no_hand_has_no_number_elsewhere() -> None:
    for name in RANKS:
        with pytest.raises(HandError, match=r"0 is not a strength.* \(row 0\)"):
            getattr(converters, f"to_{name}")([0])


# PHH


def test_texts_of_phh_are_read_and_written() -> None:
    hands = batch.random_hands(300, 7, seed=4)
    hands[::3, 2] = NO_CARD
    texts = to_phh(hands)
    assert texts[1] == "".join(str(ALL_CARDS[card]) for card in hands[1])
    assert texts[0][4:6] == "??"
    np.testing.assert_array_equal(from_phh(texts), hands)
    np.testing.assert_array_equal(from_phh(np.array(texts)), hands)
    masked = np.ma.MaskedArray(hands, mask=hands == NO_CARD)
    assert to_phh(masked) == texts
    assert from_phh([]).shape == (0, 0)
    assert from_phh(["", ""]).shape == (2, 0)
    assert to_phh(from_phh(["", ""])) == ["", ""]


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        (["AsKd", "As?d"], r"'\?d' is not a card in PHH, as Ah, Td or \?\? are \(row 1\)"),
        (["AsKd", "AS??"], r"'AS' is not a card in PHH.* \(row 1\)"),
        (["As Kd"], r"'As Kd' is not a text of cards in PHH, two letters for each \(row 0\)"),
        (["As", "A♠"], r"'A♠' is not a text of cards in PHH, two letters for each \(row 1\)"),
        (["As", "AsKd"], r"2 cards where the rows before have 1 \(row 1\)"),
        (["As", None], r"expected the text of a hand, got None \(row 1\)"),
        (7, "expected a column of strings, got 7"),
        (None, "expected a column of strings, got None"),
    ],
)
def test_what_phh_does_not_write_is_named(texts: Any, said: str) -> None:
    with pytest.raises(FivecardError, match=said):
        from_phh(texts)


@pytest.mark.parametrize(
    ("hands", "said"),
    [
        ([[1, 52]], r"52 is not a card id.* \(row 0\)"),
        ([1, 2], "hands are rows of card ids"),
        ([["As"]], "card ids are whole numbers"),
    ],
)
def test_what_is_not_a_row_of_ids_is_not_written(hands: Any, said: str) -> None:
    with pytest.raises(FivecardError, match=said):
        to_phh(hands)


# The UCI data set

# Suits are hearts, spades, diamonds, clubs; ranks are ace, 2, ..., 10, jack, queen, king: as its description has them.
DOCUMENTED = [
    ("Jh 9s 3d 7c Kh", [1, 11, 2, 9, 3, 3, 4, 7, 1, 13, 0]),
    ("Ah As 3d 7c Kh", [1, 1, 2, 1, 3, 3, 4, 7, 1, 13, 1]),
    ("2h 2s 3d 3c Kh", [1, 2, 2, 2, 3, 3, 4, 3, 1, 13, 2]),
    ("2h 2s 2d 3c Kh", [1, 2, 2, 2, 3, 2, 4, 3, 1, 13, 3]),
    ("Th Js Qd Kc Ah", [1, 10, 2, 11, 3, 12, 4, 13, 1, 1, 4]),
    ("2c 4c 6c 8c Tc", [4, 2, 4, 4, 4, 6, 4, 8, 4, 10, 5]),
    ("2h 2s 2d 3c 3h", [1, 2, 2, 2, 3, 2, 4, 3, 1, 3, 6]),
    ("2h 2s 2d 2c 3h", [1, 2, 2, 2, 3, 2, 4, 2, 1, 3, 7]),
    ("Ad 2d 3d 4d 5d", [3, 1, 3, 2, 3, 3, 3, 4, 3, 5, 8]),
    ("Ts Js Qs Ks As", [2, 10, 2, 11, 2, 12, 2, 13, 2, 1, 9]),
]


def test_the_columns_and_classes_of_the_uci_data_set_are_as_documented() -> None:
    assert UCI_COLUMNS == ("S1", "C1", "S2", "C2", "S3", "C3", "S4", "C4", "S5", "C5", "CLASS")
    hands, rows = batch.parse([text for text, _ in DOCUMENTED]), [row for _, row in DOCUMENTED]
    np.testing.assert_array_equal(from_uci(rows), hands)
    np.testing.assert_array_equal(from_uci([row[:10] for row in rows]), hands)
    np.testing.assert_array_equal(to_uci(hands), rows)
    assert uci_classes(batch.strengths(hands)).tolist() == list(range(10))


def test_every_card_has_its_own_columns() -> None:
    hands = batch.random_hands(20_000, 5, seed=2)
    columns = to_uci(hands)
    assert len(np.unique(columns[:, :2], axis=0)) == 52
    np.testing.assert_array_equal(from_uci(columns), hands)
    np.testing.assert_array_equal(from_uci(columns[:, :10].astype(np.uint64)), hands)
    assert from_uci(columns[:0]).shape == (0, 5)
    assert to_uci(hands[:0]).shape == (0, 11)


def test_classes_of_missing_rows_are_missing() -> None:
    assert uci_classes(np.ma.MaskedArray([7462, 1, 7462], mask=[True, False, False])).tolist() == [None, 0, 9]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            lambda rows: rows[:, [1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 10]],
            r"suits are 1 to 4 in the UCI data set.*changed places",
        ),
        (lambda rows: rows[:, [10, *range(10)]], r"in the UCI data set, not \d+ \(row 0\)$"),
        (lambda rows: rows - 1, r"are 1 to \d+ in the UCI data set, not 0 \(row 0\)$"),
        (lambda rows: rows[:, :9], r"has the columns S1, C1, .*, not uint8\[10, 9\]"),
        (lambda rows: rows[0], r"not uint8\[11\]"),
        (
            lambda rows: np.vstack([rows[1:], rows[:1] + 3 * (np.arange(11) == 10)]),
            r"'Jh 9s .*' is of class 0, not 3: .* \(row 9\)",
        ),
        (lambda rows: np.ma.MaskedArray(rows, mask=rows == 9), r"a number is missing \(row 0\)"),
        (lambda rows: rows / 2, "the UCI columns are whole numbers, not"),
    ],
)
def test_columns_that_stand_otherwise_are_refused(change: Callable[[NDArray[Any]], Any], said: str) -> None:
    rows = np.array([row for _, row in DOCUMENTED], dtype=np.uint8)
    with pytest.raises(FivecardError, match=said):
        from_uci(change(rows))


def test_a_card_twice_is_refused_where_the_class_is_checked() -> None:
    with pytest.raises(DuplicateCardError, match="duplicate card 'Ah'"):
        from_uci([[1, 1, 1, 1, 3, 3, 4, 7, 1, 13, 1]])


@pytest.mark.parametrize("hands", [np.zeros((3, 7), np.uint8), np.zeros(5, np.uint8), np.ma.MaskedArray(HANDS)])
def test_only_five_cards_fit_into_the_columns(hands: Any) -> None:
    with pytest.raises(FormatError, match="hands of five cards"):
        to_uci(hands)

"""Arrays of hands: every path gives what the scalar evaluator gives, and finds every bad row."""

import contextlib
import os
import subprocess
import sys
from functools import cache
from itertools import chain, combinations
from math import comb
from typing import Any

import duckdb
import numpy as np
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.typing import NDArray

from fivecard import (
    ArgumentError,
    CardError,
    Category,
    DuplicateCardError,
    FivecardError,
    HandError,
    _core,
    evaluate,
    reference,
    strength,
)
from fivecard.batch import (
    NO_CARD,
    bad_rows,
    categories,
    format,  # noqa: A004
    omaha_strengths,
    omaha_winners,
    parse,
    random_deals,
    random_hands,
    strengths,
    winners,
)
from fivecard.batch import (
    kernel as kernel_in_use,
)
from fivecard.cards import ALL_CARDS, parse_cards
from fivecard.errors import FormatError
from tests.effort import effort

TAILS = [0, 1, 15, 16, 17, 31, 32, 33, 63, 64, 65, 95, 96, 97, 127, 128, 129, 2047, 2048, 2049, 4095, 4097]

HUGE = 10**5000  # a number that Python does not write

pytestmark = [pytest.mark.usefixtures("kernel"), pytest.mark.sanitized]


def sets_of(rows: NDArray[np.uint8]) -> NDArray[np.uint64]:
    sets: NDArray[np.uint64] = np.bitwise_or.reduce(np.uint64(1) << rows.astype(np.uint64), axis=1)
    return sets


def one_by_one(rows: NDArray[np.uint8]) -> list[int]:
    return [strength([ALL_CARDS[card] for card in row]) for row in rows.tolist()]


# Right answers


@cache
def every_five_cards() -> NDArray[np.uint8]:
    every = chain.from_iterable(combinations(range(52), 5))
    return np.fromiter(every, dtype=np.uint8, count=5 * comb(52, 5)).reshape(-1, 5)


@pytest.mark.sanitized(False)  # too slow with them
def test_all_five_card_hands() -> None:
    rows = every_five_cards()
    found = strengths(rows)
    counts = np.bincount(found, minlength=7463)
    by_category = np.bincount(categories(found)).tolist()
    assert by_category == [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40]  # published
    assert np.count_nonzero(counts) == 7462
    np.testing.assert_array_equal(strengths(sets_of(rows)), found)
    sample = np.random.default_rng(1).integers(0, len(rows), effort(4_000, 20_000))
    assert found[sample].tolist() == one_by_one(rows[sample])


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_random_hands_against_the_scalar_evaluator(cards: int) -> None:
    rows = random_hands(effort(10_000, 100_000), cards, seed=cards)
    assert strengths(rows).tolist() == strengths(sets_of(rows)).tolist() == one_by_one(rows)


@pytest.mark.sanitized(False)  # too slow with them
@pytest.mark.parametrize("cards", [6, 7])
def test_millions_of_random_hands_are_worth_the_same_on_every_path(cards: int, kernel: str) -> None:
    for seed in range(effort(1, 4)):
        rows = random_hands(effort(500_000, 5_000_000), cards, seed=100 + seed)
        found, of_sets = strengths(rows), strengths(sets_of(rows))
        _core.use_kernel("portable")
        expected = strengths(rows)
        _core.use_kernel(kernel)
        np.testing.assert_array_equal(found, expected)
        np.testing.assert_array_equal(of_sets, expected)
        sample = slice(seed, None, 200)
        assert found[sample].tolist() == one_by_one(rows[sample])


def test_sets_may_differ_in_size() -> None:
    sets = np.concatenate([sets_of(random_hands(1000, cards, seed=9)) for cards in (5, 6, 7)])
    np.random.default_rng(2).shuffle(sets)
    cards = [[ALL_CARDS[i] for i in range(52) if value >> i & 1] for value in sets.tolist()]
    assert strengths(sets).tolist() == [strength(hand) for hand in cards]


def best_of_all_choices(hole: NDArray[np.uint8], board: NDArray[np.uint8]) -> NDArray[np.uint16]:
    best = np.zeros(len(hole), dtype=np.uint16)
    for two in combinations(range(hole.shape[1]), 2):
        for three in combinations(range(5), 3):
            np.maximum(best, strengths(np.hstack([hole[:, two], board[:, three]])), out=best)
    return best


@pytest.mark.sanitized(False)  # too slow with them
@pytest.mark.parametrize("hole", [4, 5, 6])
def test_omaha_is_the_best_of_all_choices(hole: int) -> None:
    cards = random_hands(effort(100_000, 2_000_000), hole + 5, seed=hole)
    hands, boards = np.ascontiguousarray(cards[:, :hole]), np.ascontiguousarray(cards[:, hole:])
    np.testing.assert_array_equal(omaha_strengths(hands, boards), best_of_all_choices(hands, boards))


@pytest.mark.sanitized(False)  # too slow with them
def test_omaha_winners_of_many_deals() -> None:
    deals = random_deals(effort(200_000, 2_000_000), seed=3, game="omaha")
    first, second = omaha_strengths(deals[:, :4], deals[:, 8:]), omaha_strengths(deals[:, 4:8], deals[:, 8:])
    found = omaha_winners(deals)
    np.testing.assert_array_equal(found, winners(np.stack([first, second], axis=1)))
    sample = slice(0, effort(10_000, 100_000))
    np.testing.assert_array_equal(first[sample], best_of_all_choices(deals[sample, :4], deals[sample, 8:]))


@pytest.mark.parametrize("hole", [4, 5, 6])
def test_omaha_against_the_reference(hole: int) -> None:
    deals = random_hands(effort(10, 40), hole + 5, seed=40 + hole)
    found = omaha_strengths(deals[:, :hole], deals[:, hole:]).tolist()
    for deal, strength_found in zip(deals.tolist(), found, strict=True):
        cards = [ALL_CARDS[card] for card in deal]
        assert strength_found == max(
            reference.evaluate([*two, *three]).strength
            for two in combinations(cards[:hole], 2)
            for three in combinations(cards[hole:], 3)
        )


@pytest.mark.parametrize("cards", [6, 7])
def test_random_hands_against_the_reference(cards: int) -> None:
    rows = random_hands(effort(200, 1_000), cards, seed=50 + cards)
    assert strengths(rows).tolist() == [
        reference.evaluate([ALL_CARDS[c] for c in row]).strength for row in rows.tolist()
    ]


def test_straight_flushes_in_omaha_use_two_and_three() -> None:
    board = parse("9h 8h 7h 2h Ah")[0]
    hands = parse(["Th Jh 2c 3c", "6h 5h 2c 3c", "Th 2c 3c 4c", "Kh 3h Jh Th", "Kh Qh 2d 2s"])
    described = [str(evaluate(cards)) for cards in ("Jh Th 9h 8h 7h", "9h 8h 7h 6h 5h")]
    assert described == ["straight flush, Jack high", "straight flush, Nine high"]
    found = omaha_strengths(hands, board).tolist()
    assert found[:2] == [strength("Jh Th 9h 8h 7h"), strength("9h 8h 7h 6h 5h")]
    assert found[3] == strength("Jh Th 9h 8h 7h")
    assert found[4] == strength("Kh Qh Ah 9h 8h")
    assert categories(np.array(found[2:3]))[0] < Category.FLUSH


def test_one_board_serves_all_hands() -> None:
    cards = random_hands(500, 4, seed=1) % 40
    board = np.array([40, 41, 42, 43, 44], dtype=np.uint8)
    hands = cards[[len(set(row)) == 4 for row in cards.tolist()]]
    np.testing.assert_array_equal(
        omaha_strengths(hands, board), omaha_strengths(hands, np.tile(board, (len(hands), 1)))
    )


# The edges of blocks


@pytest.mark.parametrize("cards", [5, 6, 7])
@pytest.mark.parametrize("rows", TAILS)
def test_every_number_of_rows(rows: int, cards: int) -> None:
    hands = random_hands(rows, cards, seed=5)
    assert strengths(hands).tolist() == strengths(sets_of(hands)).tolist() == one_by_one(hands)


@pytest.mark.parametrize("rows", TAILS)
def test_every_number_of_deals(rows: int) -> None:
    deals = random_deals(rows, seed=6, game="omaha")
    expected = best_of_all_choices(deals[:, :4], deals[:, 8:]), best_of_all_choices(deals[:, 4:8], deals[:, 8:])
    np.testing.assert_array_equal(omaha_winners(deals), winners(np.stack(expected, axis=1)))


@pytest.mark.parametrize("offset", range(1, 9))
def test_memory_may_start_anywhere(offset: int) -> None:
    hands = random_hands(200, 7, seed=7)
    memory = np.zeros(offset + hands.size, dtype=np.uint8)
    memory[offset:] = hands.ravel()
    np.testing.assert_array_equal(strengths(memory[offset:].reshape(200, 7)), strengths(hands))


def test_slices_are_read_right() -> None:
    hands = random_hands(300, 7, seed=8)
    np.testing.assert_array_equal(strengths(hands[::3]), strengths(hands)[::3])
    np.testing.assert_array_equal(strengths(hands[::-1]), strengths(hands)[::-1])
    np.testing.assert_array_equal(strengths(hands[:, 1:6]), strengths(hands[:, 1:6].copy()))
    np.testing.assert_array_equal(strengths(np.asfortranarray(hands)), strengths(hands))


@pytest.mark.parametrize("threads", [1, 2, 3, 7])
def test_results_do_not_depend_on_threads(threads: int) -> None:
    hands, deals = random_hands(50_001, 7, seed=9), random_deals(20_001, seed=9, game="omaha")
    np.testing.assert_array_equal(strengths(hands, threads=threads), strengths(hands, threads=1))
    np.testing.assert_array_equal(omaha_winners(deals, threads=threads), omaha_winners(deals, threads=1))
    np.testing.assert_array_equal(random_hands(50_001, 7, seed=9, threads=threads), hands)


# Bad rows


@pytest.mark.parametrize("cards", [5, 6, 7])
@pytest.mark.parametrize("row", [*effort((*range(0, 70, 5), 31, 32, 63, 64), range(70)), 2047, 2048, 4999])
def test_a_bad_row_is_found_wherever_it_stands(row: int, cards: int) -> None:
    hands = random_hands(5000, cards, seed=10)
    column, other = row % cards, (row + 1 + row % (cards - 1)) % cards
    hands[row, column] = 52 + row % 200
    with pytest.raises(CardError, match=rf"card id {52 + row % 200} is not below 52 in '.*' \(row {row}\)"):
        strengths(hands)
    hands[row, column] = hands[row, other]
    with pytest.raises(DuplicateCardError, match=rf"\(row {row}\)"):
        strengths(hands, threads=2)
    assert np.flatnonzero(bad_rows(hands)).tolist() == [row]


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_every_pair_of_equal_cards_is_found(cards: int) -> None:
    for one, two in combinations(range(cards), 2):
        hands = random_hands(64, cards, seed=11)
        hands[40, one] = hands[40, two]
        assert np.flatnonzero(bad_rows(hands)).tolist() == [40], (one, two)


def test_every_pair_of_equal_cards_in_a_deal_is_found() -> None:
    for one, two in combinations(range(13), 2):
        for row in (0, 37, 63, 70):
            deals = random_deals(71, seed=12, game="omaha")
            deals[row, one] = deals[row, two]
            with pytest.raises(DuplicateCardError, match=rf"\(row {row}\)"):
                omaha_winners(deals)


@pytest.mark.parametrize("column", range(13))
def test_every_bad_id_in_a_deal_is_found(column: int) -> None:
    for bad in (52, 63, 64, 128, 240, 255):
        deals = random_deals(71, seed=13, game="omaha")
        deals[35, column] = bad
        with pytest.raises(CardError, match=rf"card id {bad} is not below 52 in '.*' \(row 35\)"):
            omaha_winners(deals)


@pytest.mark.parametrize("bad", [0, 1, 0b1111, (1 << 52) | 0b1111, 0xFF, (1 << 52) - 1, (1 << 64) - 1, 1 << 63])
@pytest.mark.parametrize("row", [0, 31, 32, 99])
def test_a_bad_set_is_found(bad: int, row: int) -> None:
    sets = sets_of(random_hands(100, 7, seed=14))
    sets[row] = bad
    shown = f"{bad:#x}" if bad else "0"
    with pytest.raises(HandError, match=rf"{shown} is not a set of 5 to 7 of the 52 cards \(row {row}\)"):
        strengths(sets)
    assert np.flatnonzero(bad_rows(sets)).tolist() == [row]


@given(hnp.arrays(np.uint8, st.tuples(st.integers(0, 150), st.integers(5, 7)), elements=st.integers(0, 60)))
def test_bad_rows_are_those_the_scalar_check_refuses(hands: NDArray[np.uint8]) -> None:
    expected = [len(set(row)) < len(row) or max(row) > 51 for row in hands.tolist()]
    assert bad_rows(hands).tolist() == expected


@example(np.array(np.nan))
@example(np.array([np.nan, 7.0]))
@example(np.array(7, np.uint64))
@given(
    hnp.arrays(
        dtype=st.sampled_from([np.uint8, np.int8, np.uint64, np.int64, np.uint16, np.float64, np.bool_]),
        shape=hnp.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=14),
    )
)
def test_any_array_gets_an_answer_or_an_error_of_ours(array: Any) -> None:
    for ask in (strengths, bad_rows, omaha_winners, winners, categories, format, lambda a: omaha_strengths(a, a)):
        with contextlib.suppress(FivecardError):
            ask(array)


# Output, threads and kernels


def test_out_is_filled_and_given_back() -> None:
    hands = random_hands(100, 7, seed=15)
    out = np.zeros(100, dtype=np.uint16)
    assert np.shares_memory(strengths(hands, out=out), out)
    np.testing.assert_array_equal(out, strengths(hands))
    np.testing.assert_array_equal(strengths(sets_of(hands), out=np.zeros(100, np.uint16)), out)


@pytest.mark.parametrize(
    "out",
    [
        np.zeros(99, np.uint16),
        np.zeros(100, np.int16),
        np.zeros((100, 1), np.uint16),
        np.zeros(200, np.uint16)[::2],
        [0] * 100,
    ],
)
def test_an_out_that_does_not_fit_is_refused(out: Any) -> None:
    with pytest.raises((ArgumentError, HandError), match="out"):
        strengths(random_hands(100, 7, seed=16), out=out)


@pytest.mark.parametrize("offset", [0, 2, 100, 700, 1298])
@pytest.mark.parametrize("threads", [1, 2])
def test_an_out_in_the_memory_of_the_hands_is_refused(offset: int, threads: int) -> None:
    for hands in (random_hands(200, 7, seed=23), sets_of(random_hands(175, 7, seed=23))):
        memory = np.zeros(1400 + 2 * len(hands), dtype=np.uint8)
        memory[:1400] = hands.view(np.uint8).ravel()
        same = memory[:1400].view(hands.dtype).reshape(hands.shape)
        out = memory[offset : offset + 2 * len(hands)].view(np.uint16)
        for ask in (strengths, _core.set_strengths if hands.ndim == 1 else _core.strengths):
            with pytest.raises(ArgumentError, match="out and the hands lie in the same memory"):
                ask(same, threads=threads, out=out)
        np.testing.assert_array_equal(same, hands)  # nothing was written
        np.testing.assert_array_equal(strengths(same, out=memory[1400:].view(np.uint16)), strengths(hands))


def test_an_out_beside_what_was_copied_is_filled() -> None:
    hands = random_hands(200, 7, seed=24)
    expected = strengths(hands)
    backwards = np.ascontiguousarray(hands[::-1])[::-1]  # not contiguous: copied before it is read
    out = backwards[::-1].view(np.uint8).ravel()[:400].view(np.uint16)
    np.testing.assert_array_equal(strengths(backwards, out=out), expected)


def test_an_out_that_cannot_be_written_is_refused() -> None:
    out = np.zeros(100, np.uint16)
    out.flags.writeable = False
    with pytest.raises(ArgumentError, match="writeable"):
        strengths(random_hands(100, 7, seed=16), out=out)
    with pytest.raises(TypeError):
        _core.strengths(random_hands(100, 7, seed=16), out=out)


@pytest.mark.parametrize("threads", [0, -1, 1.5, "two", 10_000, pytest.param(HUGE, id="huge")])
def test_threads_are_a_small_number(threads: Any) -> None:
    with pytest.raises(ArgumentError, match="threads"):
        strengths(random_hands(1, 5, seed=1), threads=threads)


def test_many_threads_for_few_rows_are_no_harm() -> None:
    hands = random_hands(100, 5, seed=1)
    np.testing.assert_array_equal(strengths(hands, threads=1024), strengths(hands))


@pytest.mark.parametrize(
    "wrong",
    [{"players": -1}, {"players": "x"}, {"players": 24}, {"hole": -4},
     {"game": "omaha", "players": np.uint8(64)}],  # 256 cards, which NumPy would take for 0
)  # fmt: skip
def test_impossible_deals_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ArgumentError, match=r"cards each has 1 to|a player has"):
        random_deals(1, 1, **wrong)


@pytest.mark.parametrize(
    ("strengths_", "said"),
    [
        (np.array([["a"]]), "strengths are an array"),
        (np.array([[None]]), "strengths are an array"),
        (np.array([[0.5]]), "strengths are whole numbers, not float64"),
        ("x", "strengths are an array"),
        ([[1]], "strengths are an array"),
        ([[7462, None], [1609, 5]], r"lists in a list may be either: \[\[7462, None\], \[1609, 5\]\]"),
    ],
)
def test_winners_are_asked_of_numbers(strengths_: Any, said: str) -> None:
    with pytest.raises(FormatError, match=said):
        winners(strengths_)


def test_the_environment_chooses_the_kernel(kernel: str) -> None:
    def run(name: str) -> subprocess.CompletedProcess[str]:
        script = "import fivecard.batch as b; print(b.kernel()); print(b.strengths(b.random_hands(1, 5, 1)))"
        environment = {**os.environ, "FIVECARD_KERNEL": name}
        return subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, env=environment, check=False, timeout=60
        )

    assert run(kernel).stdout.startswith(f"{kernel}\n")
    assert "UnknownNameError: 'quantum' is not a kernel of this machine" in run("quantum").stderr
    assert kernel_in_use() == kernel


# Text


@pytest.mark.parametrize("cards", [1, 5, 13])
def test_text_is_read_back(cards: int) -> None:
    hands = random_hands(100, cards, seed=17)
    np.testing.assert_array_equal(parse(format(hands)), hands)
    np.testing.assert_array_equal(parse("\n".join(format(hands)).upper()), hands)
    np.testing.assert_array_equal(parse(np.array(format(hands))), hands)
    np.testing.assert_array_equal(parse(np.array(format(hands), dtype="S")), hands)


def test_spellings_and_separators() -> None:
    expected = [[card.id for card in parse_cards("Ah Th 2c")]]
    for text in ("Ah Th 2c", "ah,10H,2C\r\n", "AhTh2c", b"Ah 10h 2c\n", ["Ah Th 2c"]):
        assert parse(text).tolist() == expected
    assert parse("").shape == (0, 0)


@pytest.mark.parametrize(
    ("texts", "error", "message"),
    [
        ("Ah Kh\nQh Xh", CardError, "'Xh' is not a card in 'Qh Xh' (row 1)"),
        ("Ah Kh\n\nQh Jh", HandError, "a hand has 1 to 52 cards, this one has 0: '' (row 1)"),
        ("Ah" * 53, HandError, "a hand has 1 to 52 cards, this one has 53: 'AhAh"),
        ("Ah 1", CardError, "'1' is not a card in 'Ah 1' (row 0)"),
        ("Ah " + "♥" * 30, CardError, "♥♥"),
        (b"Ah \xff", CardError, "xff' is not a card in 'Ah \\xff' (row 0)"),
        ("Ah \ud800", CardError, "'?' is not a card in 'Ah ?' (row 0)"),
        (["Ah", 17], HandError, "got 17 (row 1)"),
        (17, FormatError, "not 17"),
        (["\n" + "x" * 3_000_000], CardError, "xxx...' (row 0)"),
    ],
)
def test_bad_text_is_named_with_its_row(texts: Any, error: type[FivecardError], message: str) -> None:
    with pytest.raises(error) as caught:
        parse(texts)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 200


@given(st.text(alphabet="23456789TJQKAtjqka10cdhsCDHS ,\n\r\tx♥"))
@example("2C2S\n2C")  # the second row is shorter
def test_any_text_is_rows_or_an_error_of_ours(text: str) -> None:
    try:
        rows = parse(text)
    except FivecardError:
        return
    assert rows.dtype == np.uint8
    assert ((rows < 52) | (rows == NO_CARD)).all()


def test_format_names_a_bad_id() -> None:
    with pytest.raises(CardError, match=r"card id 52 is not below 52 \(row 1\)"):
        format(np.array([[0], [52]], dtype=np.uint8))


# Random hands


def test_random_hands_are_even_and_different() -> None:
    hands = random_hands(520_000, 5, seed=18)
    assert not bad_rows(hands).any()
    for column in range(5):
        counts = np.bincount(hands[:, column], minlength=52)
        assert ((counts - 10_000) ** 2 / 10_000).sum() < 97.0  # chi-squared, 51 degrees of freedom, 99.99 %


def test_a_seed_repeats_random_hands() -> None:
    np.testing.assert_array_equal(random_hands(10, 7, seed=1), random_hands(20, 7, seed=1)[:10])
    assert (random_hands(10, 7, seed=1) != random_hands(10, 7, seed=2)).any()
    assert sorted(random_hands(1, 52, seed=3)[0].tolist()) == list(range(52))


@pytest.mark.parametrize(
    ("n", "cards", "seed"),
    [
        (-1, 5, 0),
        (1.5, 5, 0),
        (1, 0, 0),
        (1, 53, 0),
        (1, 5, -1),
        (1, 5, 1 << 64),
        (1 << 60, 5, 0),
        *(pytest.param(*case, id="huge") for case in ((HUGE, 5, 0), (1, HUGE, 0), (1, 5, HUGE))),
    ],
)
def test_impossible_random_hands_are_refused(n: Any, cards: int, seed: int) -> None:
    with pytest.raises(ArgumentError):
        random_hands(n, cards, seed)


# Arrow


def columns_of(hands: NDArray[np.uint8]) -> dict[str, Any]:
    flat, width = pa.array(hands.ravel()), hands.shape[1]
    offsets = pa.array(np.arange(len(hands) + 1, dtype=np.int32) * width)
    wide = pa.array(np.arange(len(hands) + 1, dtype=np.int64) * width)
    fixed = pa.FixedSizeListArray.from_arrays(flat, width)
    relation = duckdb.from_arrow(pa.table({"hand": fixed}))
    return {
        "pyarrow fixed": fixed,
        "pyarrow list": pa.ListArray.from_arrays(offsets, flat),
        "pyarrow large list": pa.LargeListArray.from_arrays(wide, flat),
        "pyarrow chunks": pa.chunked_array([fixed[:10], fixed[10:]]),
        "pyarrow slice": pa.concat_arrays([fixed[:5], fixed])[5:],
        "polars array": pl.Series(hands.tolist(), dtype=pl.Array(pl.UInt8, width)),
        "polars list": pl.Series(hands.tolist(), dtype=pl.List(pl.UInt8)),
        "duckdb column": relation.to_arrow_table().column("hand"),
        "duckdb relation": relation,
        "pyarrow table": pa.table({"hand": fixed}),
        "polars frame": pl.DataFrame({"hand": pl.Series(hands.tolist(), dtype=pl.Array(pl.UInt8, width))}),
    }


# The names alone: a mark keeps what it was given to the very end, where duckdb reports its relation as a leak.
@pytest.mark.parametrize("name", [*columns_of(np.zeros((12, 7), np.uint8))])
def test_arrow_columns_of_rows(name: str) -> None:
    hands = random_hands(40, 7, seed=19)
    np.testing.assert_array_equal(strengths(columns_of(hands)[name]), strengths(hands))


def test_arrow_columns_of_sets_and_texts() -> None:
    hands = random_hands(40, 7, seed=20)
    for sets in (pa.array(sets_of(hands)), pl.Series(sets_of(hands))):
        np.testing.assert_array_equal(strengths(sets), strengths(hands))
    for texts in (pa.array(format(hands)), pl.Series(format(hands))):
        np.testing.assert_array_equal(parse(texts), hands)


def test_arrow_data_is_read_without_pyarrow(monkeypatch: pytest.MonkeyPatch) -> None:
    sets, texts = pl.Series([31], dtype=pl.UInt64), pl.Series(["2c 2d 2h 2s 3c"])
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert strengths(sets).tolist() == strengths(texts).tolist() == [7297]


def test_no_rows_at_all_are_fine_in_every_form() -> None:
    empty: list[Any] = [
        parse(""),
        pl.Series([], dtype=pl.List(pl.UInt8)),
        np.empty((0, 7), np.uint8),
        np.empty(0, np.uint64),
    ]
    assert all(strengths(nothing).shape == (0,) for nothing in empty)
    assert omaha_winners(parse([])).shape == (0,)


@pytest.mark.parametrize("offset", [1, 3, 7])
def test_sets_and_out_may_not_be_misaligned_for_the_kernels(offset: int) -> None:
    sets = sets_of(random_hands(40, 7, seed=22))
    memory = np.zeros(offset + sets.nbytes, dtype=np.uint8)
    memory[offset:] = sets.view(np.uint8)
    np.testing.assert_array_equal(strengths(memory[offset:].view(np.uint64)), strengths(sets))
    with pytest.raises(ArgumentError, match="aligned"):
        strengths(sets, out=np.zeros(81 + offset, np.uint8)[offset : 80 + offset].view(np.uint16))

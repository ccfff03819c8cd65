"""The compiled module, called directly with anything at all: it answers or raises, and never crashes."""

import ast
import contextlib
import itertools
import math
import random
import threading
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.typing import NDArray

import fivecard
from fivecard import (
    ArgumentError,
    Card,
    CardError,
    CardTypeError,
    DuplicateCardError,
    FivecardError,
    HandError,
    RulesError,
    UnknownNameError,
    _core,
    batch,
    evaluate,
    reference,
    strength,
)
from fivecard.cards import ALL_CARDS, parse_cards
from fivecard.errors import FormatError
from fivecard.rankings import BADUGI, EIGHT_OR_BETTER, HIGH, RANKINGS, SHORT_DECK, FiveCardRanking, Ranking
from tests.effort import effort

pytestmark = pytest.mark.sanitized

GOOD = np.array([[0, 4, 8, 12, 20]], dtype=np.uint8)


@pytest.mark.parametrize("ask", [strength, evaluate])
@pytest.mark.parametrize(
    ("cards", "error", "message"),
    [
        ("Ah", HandError, "a hand has 5 to 7 cards, this one has 1: 'Ah'"),
        ("Ah Kh Qh Jh", HandError, "a hand has 5 to 7 cards, this one has 4: 'Ah Kh Qh Jh'"),
        ("AhKhQhJhTh9h8h7h", HandError, "a hand has 5 to 7 cards, this one has 8: 'Ah Kh Qh Jh Th 9h 8h ...'"),
        ("As Kd As Qc Jc", DuplicateCardError, "duplicate card 'As' in 'As Kd As Qc Jc'"),
        ([*parse_cards("Ah Kh"), "Qx"], CardError, "'Qx' is not a card: no suit 'x'"),
        (["AhKh", "Qh", "Jh", "Th", "9h"], CardError, "'AhKh' is not a card: no rank 'AhK'"),
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


def test_cards_of_a_hand_may_be_texts_one_by_one() -> None:
    wanted = evaluate("Ah Kh Qh Jh Th 2c")
    hands: list[Sequence[Card | str]] = [
        ["Ah", "Kh", "Qh", "Jh", "10h", "2c"],
        ("A♥", *parse_cards("Kh Qh"), "jh", "TH", "2c"),
    ]
    for hand in hands:
        for cards in (hand, iter(hand)):
            found = evaluate(cards)
            assert (found, found.cards) == (wanted, wanted.cards)
        assert strength(hand) == wanted.strength
    assert evaluate(["As", "2s", "3d", "4c"], ranking=BADUGI).cards == parse_cards("4c 3d As")


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
    with pytest.raises(CardError, match=rf"card id {card} is not below 52 in '.*' \(row 777\)"):
        batch.strengths(hands)


def test_a_card_twice_is_named_with_its_row() -> None:
    hands = np.repeat(GOOD, 10, axis=0)
    hands[3, 4] = 8
    with pytest.raises(DuplicateCardError, match=r"duplicate card '4c' in '2c 3c 4c 5c 4c' \(row 3\)"):
        batch.strengths(hands)


def test_the_row_of_a_bad_hand_is_a_number_beside_the_message() -> None:
    hands = np.repeat(GOOD, 10, axis=0)
    hands[3, 4] = 8
    for ask in (_core.strengths, _core.best_cards, _core.format_rows):
        hands[7] = 99
        with pytest.raises(FivecardError) as caught:
            ask(hands)
        assert (caught.value.row, "row" in caught.value.message) == (7 if ask is _core.format_rows else 3, False)
    with pytest.raises(HandError) as caught:
        _core.set_strengths(np.array([31, 1], np.uint64))
    assert caught.value.row == 1


def test_a_text_that_ends_like_a_row_stays_a_text() -> None:
    assert HandError("'x' is not a card (row 3)").row is None


@pytest.mark.parametrize("columns", [0, 1, 4, 8, 52, 1000])
def test_the_wrong_number_of_columns_is_refused(columns: int) -> None:
    with pytest.raises(HandError, match=f"5 to 7 columns, this array has {columns}"):
        batch.strengths(np.zeros((3, columns), dtype=np.uint8))


@pytest.mark.parametrize(
    "hands", [GOOD.astype(np.float64), GOOD.astype(bool), GOOD[0], GOOD[None], None, 17, {1: GOOD}]
)
def test_what_is_not_an_array_of_hands_is_refused(hands: Any) -> None:
    with pytest.raises(FormatError, match="hands are texts, rows of card ids or uint64 sets of cards, not"):
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
    with pytest.raises(ArgumentError, match=f"not {count}"):
        batch.census(count)


# Every function and class, with nonsense


def stub() -> list[ast.stmt]:
    return ast.parse(Path(fivecard.__file__).with_name("_core.pyi").read_text()).body


def parameters() -> dict[str, list[str]]:
    """Collect the parameters of everything that the stub says can be called: `function`, `Class` and `Class.method`."""
    found = {}
    for node in stub():
        if isinstance(node, ast.FunctionDef):
            found[node.name] = [argument.arg for argument in node.args.args]
        elif isinstance(node, ast.ClassDef):
            for method in node.body:
                assert isinstance(method, ast.FunctionDef)
                name = node.name if method.name == "__init__" else f"{node.name}.{method.name}"
                found[name] = [argument.arg for argument in method.args.args if argument.arg != "self"]
    return found


def misaligned(count: int, dtype: type[Any]) -> NDArray[Any]:
    size = count * np.dtype(dtype).itemsize
    return np.zeros(size + 1, np.uint8)[1:].view(dtype)


def read_only(array: NDArray[Any]) -> NDArray[Any]:
    array.flags.writeable = False
    return array


@pytest.mark.parametrize(
    ("ask", "error"),
    [
        (lambda: _core.strengths(GOOD, absent=np.zeros(2, np.bool_)), ArgumentError),
        (lambda: _core.strengths(GOOD, mark=True), ArgumentError),
        (lambda: _core.julia(1, 1, 0.0, 0.0, 2.0, 1.0, 0.0, 0.0, b"11", 1, 1, 1), ArgumentError),
        (lambda: _core.julia(1, 1, 0.0, 0.0, 2.0, 1.0, 0.0, 0.0, b"", 0, 1, 1), ArgumentError),
        (lambda: _core.BettingGame.of_deck((1, 1), 0, (1, 2), (9, 9), 5, merged=True), RulesError),
        (lambda: _core.BettingGame.of_cards((1, 1), 0, (1, 2), (2, 2), 1, 3, 2, [0] * 3, [0] * 3), ArgumentError),
    ],
)
def test_what_is_refused_has_the_class_of_what_is_wrong(ask: Callable[[], object], error: type[FivecardError]) -> None:
    with pytest.raises(FivecardError) as caught:
        ask()
    assert caught.type is error


STRATEGY = bytes([31]) * 134459
POSTFLOP = ("PostflopAverages", "PostflopSolver")
# What is right, by the parameter's name, or by that of its function and its own.
RIGHT: dict[str, Any] = {
    "cards": parse_cards("Ah Kh Qh Jh Th"),
    "rank_hash.cards": 7,
    "name": "",
    "ranking": "deuce-to-seven",
    "hands": np.repeat(GOOD, 70, axis=0),
    "sets": np.full(70, 31, np.uint64),
    "out": None,
    "absent": np.zeros(70, np.bool_),
    "mark": False,
    "hole": np.array([[0, 1, 2, 3]] * 70, np.uint8),
    "board": np.array([[4, 5, 6, 7, 8]] * 70, np.uint8),
    "deals": np.array([range(13)] * 70, np.uint8),
    "rows": 3,
    "count": 5,
    "seed": 1,
    "threads": 1,
    "seconds": 1.0,
    "progress": None,
    "first_card": 16,
    "text": b"AH KH QH JH TH 2C 2D 2H 3C 3D\n",
    "texts": ("Ah Kh Qh Jh Th", None, b"x"),
    "read_fixed_texts.texts": np.frombuffer(b"AhKhQhJhTh" * 7, np.uint8).reshape(7, 10),
    "read_wide_texts.texts": np.frombuffer(("AhKhQhJhTh" * 7).encode("utf-32-le"), np.uint32).reshape(7, 10),
    "fewest": 5,
    "most": 10,
    "noun": "a hand",
    "rankings": ["high"],
    "Showdowns.board": 0,
    "from_hole": 0,
    "players": 2,
    "Showdowns.hole": 5,
    "keep_bad_lines": True,
    "words": None,
    "form": "text",
    "names": ["line", "winner", "strength_1", "category_1", "strength_2", "category_2"],
    "csv_slots": None,
    "json_keys": None,
    "own_cells": [],
    "first_line": 1,
    "columns": [(np.array([0, 29], np.int64).data, b"AH KH QH JH TH 2C 2D 2H 3C 3D")],
    "quoted": True,
    "hand": [0, 4, 8, 12, 20],
    "holds": STRATEGY,
    "draw_odds.holds": [0, 31],
    "HoldValues.best.holds": 1 << 31,
    "HoldValues.payoff": np.ones(2_598_960),
    "StrengthHolds.best.holds": 1 << 31,
    "jokers": 0,
    "wild_ranks": 1,
    "lines": [(11, 8191, 8191, 63, 7), (0, 8191, 8191, 63, 7)],
    "pays": [15, 1, 0],
    "seat": 0,
    "Rounds.gain.other": 0,
    "Rounds.try_out.drew": [-1],
    "DrawTable.best_response.holds": 1 << 31,
    "Rounds.try_out.holds": [31],
    "starts": [1, 1278],
    "hold": 31,
    "payoff": np.ones(7463),
    "lone_ace": True,
    "opponents": 1,
    "strategies": [STRATEGY],
    "seats": [0, 0],
    "decks": np.array([range(52)] * 3, np.uint8),
    "reserves": np.array([range(52)] * 3, np.uint8),
    "tell_result.strengths": [[5, 3], [0, 2]],
    "strengths": np.array([[5, 3], [0, 2]] * 35, np.uint16),
    "low": None,
    "shares.out": np.zeros((70, 2), np.uint16),
    "tell_result.words": [["a pair", "nothing"], ["no low", "a low"]],
    "first": 0,
    "rounds": 10,
    "strategy": 0,
    "width": 4,
    "height": 4,
    "real": 0.1,
    "imaginary": 0.1,
    "limit": 4.0,
    "zoom": 1.0,
    "centre_real": 0.0,
    "centre_imaginary": 0.0,
    "levels": b"abc",
    "julia.first": 0,
    "kept_cards.hands": np.full(70, 31, np.uint64),
    "Question.hole": 2,
    "board_size": 5,
    "ranges": [(np.array([cards], np.uint64), np.ones(1, np.uint32), np.zeros(1, np.uint64)) for cards in (3, 12)],
    "Question.board": 7 << 20,
    "dead": 0,
    "player": 0,
    "method": 0,
    "chunks": 2,
    "drew": 0,
    "others": [0, 4, 8, 12, 20],
    "AnnouncedDraws.opponents": [_core.DrawOpponent(STRATEGY, None, 1)],
    "AnnouncedDraws.shares.holds": [31],
    "posted": (1.0, 1.0),
    "bet": (2.0, 4.0),
    "cap": (1, 1),
    "most_drawn": 1,
    "merged": True,
    "deck": 6,
    "BettingGame.of_cards.hand": 2,
    "kind": [*range(15)],
    "group": [*range(15)],
    "BettingGame.kind.cards": [0, 1],
    "BettingGame.group.cards": [0, 1],
    "numbers": bytes(1455),
    **{f"BettingDealer.{method}.{name}": 0 for method in ("first", "draw", "second") for name in ("kind", "group")},
    "node": 0,
    "lane": 0,
    "path": 0,
    "BettingDealer.worth.cards": [0, 1],
    **{f"BettingDealer.worth.{name}": [] for name in ("thrown", "first", "drawn", "second")},
    "BettingDealer.worth.deals": 3,
    "tries": 100,
    "slip": 0.5,
    "BettingDealer.play.start": 0,
    "BettingDealer.play.count": 3,
    "of_groups": True,
    "iterations": 1,
    **{
        f"BettingResponse.{method}.decks": 2
        for method in ("learn_second", "doubt_second", "learn_first", "doubt_first")
    },
    "PostflopGame.ranking": "high",
    "PostflopGame.board": [0, 5, 10, 15, 20],
    "first_hands": np.array([3 << 50], np.uint64),
    "second_hands": np.array([3 << 48], np.uint64),
    **{f"{whose}_weights": np.ones(1, np.float32) for whose in ("first", "second")},
    "PostflopGame.streets": [([(0, [(0, 1), (0, 2)]), (1, [(2, 0)]), (1, [(1, 0), (2, 1)])], [(0, 0)])],
    "payoffs": [(0.5, 0.5, 0.0), (1.0, 1.0, 0.0)],
    "locks": [(0, 0, [], [0.5, 0.5])],
    "merge_suits": True,
    "rows_at_a_time": 24,
    "halves": True,
    "times": 2,
    "PostflopSolver.iterate_until.seconds": 1.0,
    "best": True,
    **{f"{kind}.{what}.steps": [0] for kind in POSTFLOP for what in ("look", "best_values", "next_cards")},
    **{f"{kind}.look_at_all.places": [[], [0]] for kind in POSTFLOP},
    **{f"{kind}.{what}.values": True for kind in POSTFLOP for what in ("look", "look_at_all")},
    "kept": (np.zeros(64, np.uint8), np.zeros(96, np.uint8)),
    "BettingResponse.measure.start": 0,
    "pairs": 2,
    "EngineRules.limit": 2,
    "EngineRules.streets": [
        *((0, *(0,) * 9), (1, 2, *(0,) * 8), (3, 0, 0, 0, 0, 0, 0, 4, 0, 0)),
        *((2, 5, *(0,) * 8), (5, *(0,) * 9)),
    ],
    "antes": (1, 1),
    "EngineRules.dead": (0, 0),
    "blinds": (2, 1),
    "EngineRules.posted": (2, 1),
    "amounts": (2, 0, 0, 2, 4),
    "trim_antes": False,
    "rake": (1, 20),
    "rake_cap": 3,
    "no_flop_no_drop": True,
    "EngineRules.rankings": ["high"],
    "heights": [range(13)],
    "held": [*range(52)],
    "stacks": [20, 20],
    "EngineHand.deal.deck": [*range(52)],
    "reserve": [*range(52)],
    "to": 4,
    "places": [0, 1],
    "EngineBatch.hands": 7,
    "parts": [(1, 2), (1, 1)],
    "actions": np.ones(7, np.uint8),
    "exactly": False,
    "EngineBatch.step.where": np.ones(7, np.uint8),
    "EngineBatch.step_randomly.steps": 3,
    "EngineBatch.reset.decks": np.tile(np.arange(52, dtype=np.uint8), (7, 1)),
    "EngineBatch.reset.reserves": np.tile(np.arange(52, dtype=np.uint8), (7, 1)),
    "row": 3,
}
WRONG: list[Any] = [
    None, True, -1, 0, 1, 6, 52, 1025, -(1 << 31), 1 << 31, 1 << 62, 1 << 63, 1 << 64, -(1 << 64),
    math.nan, math.inf, -math.inf, 1e308, -0.0, 1j,
    "", "x", "omaha", "\x00", "\ud800", "x" * 10_000,
    b"", b"\xff" * 7, b"AH", b"\n" * 50, bytes(134459), b"\xff" * 134459, bytearray(b"2C 3C\n"),
    memoryview(b"2C 3C 4C")[::2],
    [], (), {}, set(), [None], [-1], [0] * 5, [5, 4, 3, 2, 1], [0, 1, 2, 3, 52], [1, 2, 3, 4, 5], [1 << 40] * 5,
    [0] * 1000, [math.nan] * 5, ["x"] * 7463, [b""], [bytes(134459)],
    [2, 1], [1, 0, 7463, -5], [9999], object(), int, len,
    GOOD, GOOD[0], GOOD[None], GOOD[:0], GOOD[:, :0], np.zeros((1 << 60, 0), np.uint8), np.full((99, 7), 255, np.uint8),
    np.zeros((99, 13), np.uint8), np.zeros((3, 1000), np.uint8), np.asfortranarray(np.zeros((9, 5), np.uint8)),
    read_only(np.zeros(70, np.uint16)), np.zeros(70, np.uint16), np.zeros(140, np.uint16)[::2],
    np.zeros(140, np.uint16)[::-2], np.zeros((70, 2), np.uint16), np.zeros((70, 3), np.uint16)[:, ::2],
    np.full((71, 256), 65535, np.uint16), misaligned(140, np.uint16).reshape(70, 2), np.zeros((1 << 60, 0), np.uint16),
    misaligned(70, np.uint16), misaligned(70, np.uint64), misaligned(7463, np.float64), np.zeros(70, np.int16),
    np.full(70, 2**64 - 1, np.uint64), np.zeros(70, np.uint64), np.zeros(0, np.uint64), np.uint64(31),
    np.array(31, np.uint64), np.full(7463, np.nan), np.full(7463, -np.inf), np.zeros(7462),
    np.zeros(7463, np.float32), np.array([None] * 5, object),
    np.ma.masked_array(GOOD, mask=True), np.zeros(3, "S3"), np.zeros(3, "datetime64[s]"),
]  # fmt: skip
# Right, but it would take hours or all memory.
TOO_MUCH: dict[str, Callable[[Any], bool]] = {
    "rounds": lambda value: isinstance(value, int) and 1 << 20 < value < 1 << 64,
    "rows": lambda value: isinstance(value, int) and 1 << 20 < value < 1 << 40,
    "holds": lambda value: isinstance(value, list) and len(value) > 100,
    "decks": lambda value: isinstance(value, int) and value > 100,
    "times": lambda value: isinstance(value, int) and value > 100,
    "pairs": lambda value: isinstance(value, int) and 100 < value <= 1 << 24,
    "chunks": lambda value: isinstance(value, int) and 60 < value < 1 << 40,
    "steps": lambda value: isinstance(value, int) and 1 << 20 < value < 1 << 64,
}
# Where a call that is right takes a large part of a second, fewer are tried.
SLOW = {
    "BettingGame.of_deck",
    "DrawOpponent",
    "DrawTable",
    "DrawTable.best_response",
    "HoldValues",
    "HoldValues.best",
    "PayTable",
    "PayTable.nodes_of_holds",
    "PayTable.values_of_holds",
    "StrengthHolds",
}


def right(function: str, parameter: str) -> Any:
    if parameter in {"game", "other"} and f"{function}.{parameter}" not in RIGHT:
        return instance("PostflopGame" if function.startswith("Postflop") else "BettingGame")
    if parameter in {"schema", "array", "stream"}:  # a capsule can be used once
        column = pa.array(["Ah Kh Qh Jh Th", None])
        numbers = pa.record_batch({"strength": [1, None]})
        held = numbers if function.endswith("numbers") else column
        schema, array = held.__arrow_c_array__()
        return {"schema": schema, "array": array}.get(parameter) or pa.chunked_array([column]).__arrow_c_stream__()
    if parameter == "rules":
        return instance("EngineRules")
    if parameter == "question":
        return instance("RandomOpponents" if function.startswith("RoundRobin") else "Question")
    return RIGHT[f"{function}.{parameter}" if f"{function}.{parameter}" in RIGHT else parameter]


@cache
def instance(of: str) -> Any:
    if of == "Task":
        return instance("Showdowns").settle(b"")
    if of == "BettingGame":
        names = parameters()["BettingGame.of_cards"]
        return _core.BettingGame.of_cards(*(right("BettingGame.of_cards", name) for name in names))
    if of == "Answer":
        return instance("Enumeration").answer()
    if of == "RandomOpponents":  # a hand that is known, and one of which all is to come
        ranges = [(np.array([cards], np.uint64), np.ones(1, np.uint32), np.zeros(1, np.uint64)) for cards in (3, 0)]
        return _core.Question(["high"], 2, 5, 0, ranges, 31 << 20, 0)
    return getattr(_core, of)(*(right(of, parameter) for parameter in parameters()[of]))


def call(function: str, arguments: list[Any]) -> None:
    owner, _, method = function.partition(".")
    target = getattr(instance(owner), method) if method else getattr(_core, owner)
    said = "an answer"
    try:
        target(*arguments)
    except (ValueError, TypeError, MemoryError, BufferError) as error:  # a FivecardError is a ValueError
        said = str(error)
    assert said, (function, arguments)
    _core.use_kernel("")


def test_the_stub_names_everything_there_is() -> None:
    there = {name for name in dir(_core) if not name.startswith("__")}
    declared = (node.target for node in stub() if isinstance(node, ast.AnnAssign))
    constants = {target.id for target in declared if isinstance(target, ast.Name)}
    assert there == constants | {name.partition(".")[0] for name in parameters()}


@pytest.mark.parametrize("function", parameters())
def test_nonsense_gets_an_answer_or_an_error_in_words(function: str) -> None:
    names = parameters()[function]
    usual = [right(function, name) for name in names]
    call(function, [*usual, None])
    call(function, usual[:-1])
    for index, name in enumerate(names):
        for value in WRONG[::7] if function in SLOW else WRONG[:: effort(5, 1)]:
            if not TOO_MUCH.get(name, lambda _: False)(value):
                call(function, [*usual[:index], value, *usual[index + 1 :]])


@pytest.mark.parametrize("function", [name for name, names in parameters().items() if len(names) > 1])
def test_nonsense_in_several_places_gets_an_answer_or_an_error_in_words(function: str) -> None:
    source, names = random.Random(function), parameters()[function]
    for _ in range(effort(5, 10) if function in SLOW else effort(40, 150)):
        arguments = [source.choice([right(function, name), source.choice(WRONG)]) for name in names]
        if not any(TOO_MUCH.get(name, lambda _: False)(value) for name, value in zip(names, arguments, strict=True)):
            call(function, arguments)


@pytest.mark.parametrize("size", range(8))
def test_a_column_of_texts_has_at_least_one_whole_offset(size: int) -> None:
    showdowns = _core.Showdowns(["high"], 2, 4, 5, 2, False, None, "text")
    with pytest.raises(ArgumentError, match="a column has one offset more than rows"):
        showdowns.settle_columns([(memoryview(bytes(size)), memoryview(b""))])


def test_shares_of_high_and_low_are_for_as_many_players_as_a_byte_can_tell_apart() -> None:
    rankings = [HIGH, EIGHT_OR_BETTER]
    words = [["", *(each.category.words for each in ranking.classes[1:])] for ranking in rankings]
    for players in (22, 23):
        names = ["line", "winner", *(f"{number}" for number in range(5 * players))]
        ask = partial(
            _core.Showdowns, [ranking.name for ranking in rankings], players, 2, 5, 0, False, words, "columns", names
        )
        if players == 22:
            assert len(set(ask().shares())) == 249
            continue
        with pytest.raises(ArgumentError, match="records of high and low are for up to 22 players"):
            ask()


def test_a_result_is_taken_once_by_one_of_many_threads() -> None:
    task = _core.Showdowns(["high"], 2, 5, 0, 0, False, None, "text").settle(RIGHT["text"] * 20_000)
    results: list[object] = []

    def take() -> None:
        with contextlib.suppress(ArgumentError):
            results.append(task.result())

    threads = [threading.Thread(target=take) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 1


@pytest.mark.parametrize("starts", [[], [0], [2, 1], [1, 1278, 5]])
def test_categories_start_at_one_and_rise(starts: list[int]) -> None:
    with pytest.raises(ArgumentError, match="the starts of categories rise from 1"):
        _core.draw_odds([1, 2, 3, 4, 5], [1], starts)


FIVE_CARD_RANKINGS = [ranking for ranking in RANKINGS.values() if isinstance(ranking, FiveCardRanking)]


def some_hands(ranking: Ranking, count: int, rows: int) -> NDArray[np.uint8]:
    """Random hands of the ranking's deck, every fourth of few suits."""
    deck = np.array([card.id for card in ranking.deck], np.uint8)
    random = np.random.default_rng(count)
    hands = [random.choice(deck[deck % 4 < 2] if row % 4 == 0 else deck, count, replace=False) for row in range(rows)]
    return np.array(hands, np.uint8)


@pytest.mark.parametrize("count", [5, 6, 7])
@pytest.mark.parametrize("ranking", FIVE_CARD_RANKINGS, ids=lambda ranking: ranking.name)
def test_every_ranking_is_that_of_the_reference(ranking: FiveCardRanking, count: int, kernel: str) -> None:
    hands = some_hands(ranking, count, effort(30, 80))
    cards = [tuple(ALL_CARDS[card] for card in hand) for hand in hands]
    expected = [reference.evaluate(hand, ranking=ranking).strength for hand in cards]
    assert _core.strengths(hands, ranking=ranking.name).tolist() == expected
    assert [_core.ranked_strength(hand, ranking.name) for hand in cards] == expected
    for hand, five, worth in zip(cards, _core.best_cards(hands, ranking=ranking.name), expected, strict=True):
        found, chosen = _core.ranked_evaluate(hand, ranking.name)
        assert found == worth
        assert [card.id for card in chosen] == [card for card in five.tolist() if card != batch.NO_CARD]
        assert reference.evaluate(chosen, ranking=ranking).strength == worth


def test_badugi_is_that_of_the_reference(kernel: str) -> None:
    hands = some_hands(BADUGI, 4, 400)
    expected = [reference.evaluate([ALL_CARDS[card] for card in hand], ranking=BADUGI).strength for hand in hands]
    assert _core.strengths(hands, ranking="badugi").tolist() == expected


def test_a_card_outside_the_deck_is_named_with_its_row(kernel: str) -> None:
    hands = some_hands(SHORT_DECK, 5, 100)
    hands[70, 2] = 0
    with pytest.raises(HandError, match=r"card '2c' is not in the deck of short-deck in '.. .. 2c .. ..' \(row 70\)"):
        _core.strengths(hands, ranking="short-deck")
    assert np.flatnonzero(batch.bad_rows(hands, ranking=SHORT_DECK)).tolist() == [70]


def test_an_unknown_ranking_is_named() -> None:
    with pytest.raises(UnknownNameError, match="there is no ranking 'lowest' of five cards"):
        _core.strengths(GOOD, ranking="lowest")

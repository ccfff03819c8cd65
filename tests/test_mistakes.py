"""A value of the wrong kind is shown, and what was expected is said: never an error from within."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pytest

from fivecard import FivecardError, HistoryError, RankingError, batch
from fivecard.draw.odds import final_distribution, hold_values
from fivecard.draw.strategy import solve, solved
from fivecard.errors import ArgumentError
from fivecard.handouts.complex import Complex, ComplexError
from fivecard.handouts.julia import julia
from fivecard.histories import action_rows, load_all, loads, phh, pokerstars, record, statistics_of
from fivecard.players.simulation import simulate
from fivecard.showdown import Settling
from fivecard.solvers.limit_draw import Policy, Training


def wrong(value: object) -> Any:
    return value


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: final_distribution(wrong("sharp")), FivecardError, "expected a Strategy, got 'sharp'"),
        (lambda: hold_values(wrong("x")), ArgumentError, "a payoff is a list of numbers, not 'x'"),
        (lambda: hold_values([1.0] * 7462, rules=wrong(3)), FivecardError, "expected Rules, got 3"),
        (lambda: solved(wrong(3)), FivecardError, "expected Rules, got 3"),
        (lambda: solved(wrong([])), FivecardError, r"expected Rules, got \[\]"),
        (lambda: solved(players=wrong(2.0)), FivecardError, "the game is solved for 2 to 6 players, not 2.0"),
        (lambda: solved(players=wrong([2])), FivecardError, r"the game is solved for 2 to 6 players, not \[2\]"),
        (lambda: solve(wrong(3)), FivecardError, "expected Rules, got 3"),
        (lambda: solve(players=wrong(2.0)), FivecardError, "the game can be solved for 2 to 6 players, not 2.0"),
        (lambda: solve(start=wrong("sharp")), FivecardError, "expected a Strategy as start, got 'sharp'"),
        (lambda: solve(progress=wrong(5)), FivecardError, "expected a function as progress, got 5"),
        (lambda: simulate(["sharp"] * 2, 1, rules=wrong("A")), FivecardError, "expected Rules, got 'A'"),
        (
            lambda: simulate(["sharp"] * 2, 1, progress=wrong(5)),
            FivecardError,
            "expected a function as progress, got 5",
        ),
        (lambda: julia(2, 0, progress=wrong(5)), FivecardError, "expected a function as progress, got 5"),
        (
            lambda: Settling().write(io.BytesIO(), io.BytesIO(), progress=wrong(5)),
            FivecardError,
            "expected a function as progress, got 5",
        ),
        (lambda: Training.load(wrong(5)), FivecardError, "expected a file's path, got 5"),
        (lambda: Policy.load(wrong(None)), FivecardError, "expected a file's path, got None"),
        (lambda: Complex.parse(wrong(["1", "2"])), ComplexError, r"expected two numbers as text, got \['1', '2'\]"),
        (lambda: Complex.parse(wrong(b"1 2")), ComplexError, "expected two numbers as text, got b'1 2'"),
    ],
)
def test_a_wrong_value_is_shown(call: Callable[[], object], error: type[FivecardError], message: str) -> None:
    with pytest.raises(error, match=f"^{message}"):
        call()


@pytest.mark.parametrize("ranking", [3, None, [1], int], ids=str)
def test_what_is_no_ranking_is_shown(ranking: Any) -> None:
    for ask in (batch.words, batch.category_names, batch.categories):
        with pytest.raises(RankingError, match=r"^expected a Ranking or its name, got "):
            ask([5], ranking=ranking)
    with pytest.raises(RankingError, match=r"^expected a Ranking or its name, got "):
        batch.percentiles([5], cards=5, ranking=ranking)


@pytest.mark.parametrize("history", ["text", 5, None], ids=str)
def test_only_histories_are_written_and_counted(history: Any) -> None:
    for use in (phh.dumps, pokerstars.dumps, lambda each: list(action_rows(each)), lambda each: statistics_of([each])):
        with pytest.raises(HistoryError, match=f"^expected a History, got {history!r}$"):
            use(history)
    with pytest.raises(HistoryError, match=r"^expected Histories, got 5$"):
        statistics_of(wrong(5))


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (5, "expected lines of text, got 5"),
        (Path("hands.txt"), r"expected lines of text, got PosixPath|expected lines of text, got WindowsPath"),
        (pd.DataFrame({"a": ["x"]}), "expected lines of text, got a DataFrame: give one of its columns"),
        (pl.DataFrame({"a": ["x"]}), "expected lines of text, got a DataFrame: give one of its columns"),
        ([1, 2], "line 1: expected text, got 1"),
        ([b"PokerStars Hand #1"], "line 1: expected text, got b'PokerStars Hand #1'"),
        (["PokerStars Hand #1: ...\n", None], "line 2: expected text, got None"),
    ],
    ids=str,
)
def test_histories_are_read_from_lines_of_text(lines: Any, message: str) -> None:
    for read in (load_all, pokerstars.load_all):
        with pytest.raises(HistoryError, match=f"^(?:{message})"):
            list(read(lines))


def test_one_history_is_read_from_text() -> None:
    for read in (loads, phh.loads, record.loads):
        with pytest.raises(HistoryError, match=r"^expected a (hand|round) as text, got b'x'$"):
            read(wrong(b"x"))


def test_histories_are_read_from_a_text_too() -> None:
    text = "fivecard round\nrules: B\n"
    assert [str(each) for each in load_all(text)] == [str(each) for each in load_all(text.splitlines(keepends=True))]

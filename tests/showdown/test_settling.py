"""One value settles one deal, files, and columns in memory: all give the same."""

import io
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from fivecard import batch
from fivecard.batch import HandsLike
from fivecard.errors import ArgumentError, CardError, DuplicateCardError, FivecardError, HandError, UnknownNameError
from fivecard.games import GAMES
from fivecard.showdown import Settling, settle

SETTLINGS = [Settling(name, players) for name in GAMES for players in (2, 4)] + [Settling("omaha", 3, 6)]


def parts_of(settling: Settling, rows: np.ndarray[Any, Any]) -> list[np.ndarray[Any, Any]]:
    cells = np.cumsum([*settling.cells.values()])[:-1]
    return np.split(rows, cells, axis=1)


@pytest.mark.parametrize("settling", SETTLINGS, ids=repr)
def test_one_deal_a_file_and_columns_are_settled_alike(settling: Settling) -> None:
    deals = batch.random_deals(60, 3, game=settling.game, players=settling.players, hole=settling.hole)
    texts = batch.format(deals)
    shown = [
        settling.one(
            [" ".join(text.split()[at * settling.hole : (at + 1) * settling.hole]) for at in range(settling.players)],
            " ".join(text.split()[settling.players * settling.hole :]),
        )
        for text in texts
    ]
    wanted = [[hand.evaluation.strength for part in each.parts for hand in part.hands] for each in shown]
    strengths = np.concatenate([*settling.strengths(io.BytesIO("\n".join(texts).upper().encode()))])
    assert strengths.reshape(60, -1).tolist() == wanted
    for apart, columns in ((False, [texts]), (False, [deals]), (True, parts_of(settling, deals))):
        settled = settling.of_columns(columns, apart=apart)
        assert np.hstack(settled.strengths).tolist() == wanted
        sole = [each.winners[0] + 1 if 1 in each.shares else 0 for each in shown]
        assert settled.winners.tolist() == sole


@pytest.mark.parametrize("kind", [list, pa.array, pd.Series, pl.Series, np.array, pa.chunked_array])
def test_columns_may_be_of_any_kind(kind: Any) -> None:
    texts = ["AH AC KH KC QC 3H TS 8H JD", "2c 2d 7h 7s Ks Kd Qc 8d 9d"]
    column: HandsLike = kind([texts] if kind is pa.chunked_array else texts)
    assert Settling().of_columns([column]).winners.tolist() == [1, 2]


def test_bad_and_missing_deals_of_columns_have_no_winner() -> None:
    hands, boards = ["AH AC KH KC", "AH AC", None, "AH AH KH KC"], ["QC 3H TS 8H JD"] * 4
    keep = Settling(errors="null")
    assert keep.of_columns([hands, boards]).winners.tolist() == [1, None, None, None]
    assert keep.of_columns([hands, boards]).strengths[0][1:].mask.all()  # type: ignore[attr-defined]
    with pytest.raises(HandError, match=r"a deal has 9 cards, this one has 7 \(row 1\)"):
        Settling().of_columns([hands, boards])


@pytest.mark.parametrize(
    ("columns", "apart", "error", "problem"),
    [
        ([np.zeros((2, 8), np.uint8)], False, HandError, "a deal has 9 cards, not 8"),
        ([np.zeros((2, 2), np.uint8)] * 2, True, ArgumentError, "there are 2 columns, not 3"),
        (
            [["AH AC"], ["KH KC"], ["QC 3H TS 8H JD"] * 2],
            True,
            ArgumentError,
            r"the columns of deals have \[1, 1, 2\] rows",
        ),
        ([], False, ArgumentError, "there are 0 columns"),
    ],
)
def test_columns_that_are_no_deals_are_refused(
    columns: Any, apart: bool, error: type[FivecardError], problem: str
) -> None:
    with pytest.raises(error, match=problem):
        Settling().of_columns(columns, apart=apart)


def test_holdem_for_two_is_settled_unless_something_else_is_said() -> None:
    assert Settling() == Settling("holdem", 2, 2) == Settling(GAMES["holdem"], threads=3)
    assert Settling().cells == {"player_1": 2, "player_2": 2, "board": 5}
    assert repr(Settling()) == "Settling('holdem', players=2, hole=2)"
    assert replace(Settling("omaha", 3, 5), errors="null").hole == 5


@pytest.mark.parametrize(
    ("wrong", "kind", "problem"),
    [
        ({"game": "whist"}, UnknownNameError, "there is no game 'whist'"),
        ({"players": 24}, ArgumentError, "holdem with 2 cards each is for 2 to 23 players, not 24"),
        ({"hole": 3}, ArgumentError, "in Texas hold'em a player has 2 cards, not 3"),
        ({"columns": "deal"}, ArgumentError, "columns are a list of names, not 'deal'"),
        ({"errors": "keep"}, ArgumentError, "errors is 'raise' or 'null', not 'keep'"),
    ],
)
def test_what_cannot_be_settled_is_refused_at_once(wrong: dict[str, Any], kind: type[Exception], problem: str) -> None:
    with pytest.raises(kind, match=problem):
        Settling(**wrong)


@pytest.mark.parametrize(
    ("players", "board", "problem"),
    [
        (["AH AC"], "QC 3H TS 8H JD", "there are the cards of 1 player, not of 2"),
        (["AH AC", "KH"], "QC 3H TS 8H JD", "the hand of player 2 has 2 cards, this one has 1"),
        (["AH AC", "KH KC"], "QC", "the board of holdem has 5 cards, this one has 1"),
        (["AH AC", "KH AH"], "QC 3H TS 8H JD", "the hand of player 1 and the hand of player 2: duplicate card 'Ah'"),
        (["AH AC", "KH KD"], "QC 3H TS 8H KD", "the hand of player 2 and the board: duplicate card 'Kd'"),
    ],
)
def test_one_deal_has_the_cards_of_the_game(players: list[str], board: str, problem: str) -> None:
    with pytest.raises(HandError, match=problem):
        Settling().one(players, board)


def test_one_deal_says_whose_card_is_wrong() -> None:
    with pytest.raises(CardError, match="the hand of player 2: column 4: 'Xx' is not a card") as caught:
        settle(["AH AC", "KH Xx"], "QC 3H TS 8H JD")
    assert (caught.value.seat, caught.value.column) == (1, 4)
    with pytest.raises(CardError, match="the board: column 13: 'Xx' is not a card") as caught:
        settle(["AH AC", "KH KC"], "QC 3H TS 8H Xx")
    assert caught.value.seat is None
    with pytest.raises(HandError, match="the hand of player 2 has 2 cards, this one has 1") as short:
        settle(["AH AC", "KH"], "QC 3H TS 8H JD")
    assert short.value.seat == 1
    with pytest.raises(DuplicateCardError, match="the hand of player 1 and the board: duplicate card 'Ac'") as twice:
        settle(["AH AC", "KH KC"], "QC 3H TS 8H AC")
    assert twice.value.seat == 0
    with pytest.raises(ArgumentError, match="expected the cards of each player, got None"):
        settle(None)  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="columns are a list of names, not 5"):
        Settling(columns=5)  # type: ignore[arg-type]

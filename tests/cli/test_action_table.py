"""Tables of actions: every chip is where the engine has it, and what is written can be read by others."""

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from fivecard.histories import History, action_rows, loads
from fivecard.histories.actions import COLUMNS
from tests.cli import terminal
from tests.paths import GOLDEN

HISTORIES = GOLDEN / "histories"
HANDS = sorted(HISTORIES.glob("*.phh"))
FLOP = HISTORIES / "phua-xuan-2019.phh"
RECORD = (
    "fivecard round\nrules: draw-3\nplayers: 2\n"
    "deck: 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc\nreserve: -\nseat 1 discards: 8c\n"
)


def run(*words: str | Path, typed: str = "") -> subprocess.CompletedProcess[str]:
    return terminal.run("history", *words, typed=typed)


def hand(file: Path) -> History:
    return loads(file.read_text())


@pytest.mark.parametrize("file", HANDS, ids=lambda file: file.stem)
def test_chips_are_where_the_engine_has_them(file: Path) -> None:
    history = hand(file)
    stacks = [*history.stacks]
    for row in action_rows(history):
        if row.seat is not None:
            assert row.stack is not None
            change = row.stack - stacks[row.seat - 1]
            assert abs(change) == (row.amount or 0)
            assert (change > 0) == (row.action in {"return", "win"})
            stacks[row.seat - 1] = row.stack
        assert row.pot == sum(history.stacks) - sum(stacks)
    assert tuple(stacks) == history.check().stacks
    assert row.pot == 0


@pytest.mark.parametrize("file", HANDS, ids=lambda file: file.stem)
def test_decisions_are_those_of_the_history(file: Path) -> None:
    history = hand(file)
    decisions = {"fold", "check", "call", "bet", "raise", "bring-in", "discard"}
    forced = {"bring-in"} if not any(type(action).__name__ == "BringIn" for action in history.actions) else set()
    found = [(row.seat, row.action) for row in action_rows(history) if row.action in decisions - forced]
    names = {"Fold": "fold", "Check": "check", "Call": "call", "Discard": "discard", "BringIn": "bring-in"}
    expected = [(action.seat + 1, names.get(type(action).__name__)) for action in history.actions]  # type: ignore[union-attr]
    assert [(seat, action if action not in {"bet", "raise"} else None) for seat, action in found] == expected


def test_streets_of_a_flop_game_count_rounds_of_betting() -> None:
    rows = [*action_rows(hand(FLOP))]
    assert [(row.street, row.cards) for row in rows if row.action == "board"] == [(2, "9h 6c Kc"), (3, "Jh"), (4, "Ts")]
    assert {row.street for row in rows if row.action in {"ante", "blind", "deal", "fold", "raise"}} == {1}
    assert [row[1:6] for row in rows if row.action in {"raise", "call"}][-2:] == [
        (5, "raise", 298000, 298000, None), (3, "call", 263000, None, None),
    ]  # fmt: skip
    assert [(row.seat, row.cards) for row in rows if row.action == "show"] == [(3, "Qh Qd"), (5, "Kh Ks")]


def test_streets_of_stud_and_draw_games() -> None:
    stud = [*action_rows(hand(HISTORIES / "wsop-83-FR.phh"))]
    streets = [row.street for row in stud]
    assert streets == sorted(streets)
    assert {row.street for row in stud if row.action in {"ante", "bring-in"}} == {1}
    draw = [*action_rows(hand(HISTORIES / "alice-carol-wikipedia.phh"))]
    assert {row.street for row in draw if row.action in {"discard", "draw"}} <= {2, 3, 4}
    assert {row.street for row in draw if row.action in {"show", "win"}} == {4}


def test_cards_of_a_mucked_hand_are_told_and_the_hand_is_not_shown() -> None:
    rows = [*action_rows(hand(HISTORIES / "wsop-13-FO-8.phh"))]
    (seat,) = [row.seat for row in rows if row.action == "deal" and row.cards == "Ac 9c 7h 3s"]
    assert [(row.action, row.cards) for row in rows if row.seat == seat][-1] == ("muck", None)


@pytest.mark.parametrize("file", [FLOP, HISTORIES / "antonius-blom-2009.phh"], ids=["whole", "decimals"])
def test_all_formats_say_the_same(file: Path, tmp_path: Path) -> None:
    as_csv = [*csv.DictReader(io.StringIO(run("--format", "csv", file).stdout))]
    as_json = [json.loads(line) for line in run("--format", "json", file).stdout.splitlines()]
    assert run("--format", "parquet", "-o", tmp_path / "x.parquet", file).returncode == 0
    table = pq.read_table(tmp_path / "x.parquet")
    assert tuple(table.column_names) == COLUMNS == tuple(as_csv[0])
    assert table.to_pylist() == as_json
    words = {"file", "game", "player", "action", "cards"}
    assert as_json == [
        {name: (cell if name in words else float(cell)) if cell else None for name, cell in row.items()}
        for row in as_csv
    ]
    history = hand(file)
    assert [row["player"] for row in as_csv if row["action"] == "call"] == [
        history.name(row.seat - 1) for row in action_rows(history) if row.action == "call" and row.seat
    ]


def test_rows_say_where_they_come_from() -> None:
    rows = [json.loads(line) for line in run("--format", "json", *HANDS[:3]).stdout.splitlines()]
    assert list(dict.fromkeys((row["file"], row["hand"]) for row in rows)) == [(str(file), 1) for file in HANDS[:3]]


@pytest.mark.skipif(sys.platform in {"darwin", "win32"}, reason="names of files are Unicode there")
@pytest.mark.parametrize("form", ["csv", "json", "parquet"])
def test_a_file_whose_name_is_no_text_has_a_table(form: str, tmp_path: Path) -> None:
    file, table = tmp_path / os.fsdecode(b"\xff.phh"), tmp_path / "table"
    file.write_bytes(FLOP.read_bytes())
    assert run("--format", form, file, "-o", table).returncode == 0
    there = pq.read_table(table)["file"][0].as_py() if form == "parquet" else table.read_text()
    assert "udcff.phh" in there


def test_money_keeps_its_decimals() -> None:
    text = run("--format", "json", HISTORIES / "antonius-blom-2009.phh").stdout
    assert '"action": "return", "amount": 181526.50' in text


@pytest.mark.parametrize("form", ["csv", "json", "parquet"])
def test_a_table_is_of_the_hands_that_are_right_and_the_old_one_stays_where_none_is(form: str, tmp_path: Path) -> None:
    old = tmp_path / f"old.{form}"
    old.write_text("as it was")
    done = run("--format", form, "-o", old, "-", typed="nonsense\n")
    assert done.returncode == 1
    assert "this is no history" in done.stderr
    assert old.read_text() == "as it was"
    done = run("--format", form, "-o", old, FLOP, "-", typed="nonsense\n")
    assert done.returncode == 1
    assert "this is no history" in done.stderr
    run("--format", form, "-o", tmp_path / "right", FLOP)
    assert old.read_bytes() == (tmp_path / "right").read_bytes()


def test_a_game_without_chips_has_a_table_too() -> None:
    text = RECORD + "seat 2 discards: -\n"
    rows = [*csv.DictReader(io.StringIO(run("--format", "csv", "-", typed=text).stdout))]
    assert [(row["seat"], row["action"], row["cards"]) for row in rows if row["action"] in {"discard", "draw"}] == [
        ("1", "discard", "8c"), ("1", "draw", "Qc"), ("2", "discard", ""),
    ]  # fmt: skip


@pytest.mark.parametrize("form", ["csv", "json", "parquet"])
def test_a_table_of_actions_is_not_played_again(form: str, tmp_path: Path) -> None:
    run("--format", form, "-o", tmp_path / "table", FLOP)
    done = run("--check", tmp_path / "table")
    assert done.returncode == 1
    assert "this is a table of actions, which has no deck and no stakes: it cannot be played again" in done.stdout

"""Showdowns from and to tables: csv, lines of JSON and Parquet hold what text holds, and bad rows are named."""

import bz2
import csv
import gzip
import io
import json
import lzma
import random
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivecard import HandError, _core, batch
from fivecard.cards import CAPITALS, Card
from fivecard.errors import ArgumentError, CardError, FivecardError, FormatError, UnknownNameError
from fivecard.games import GAMES
from fivecard.showdown import FileFormat, Settling, settle
from fivecard.showdown.deal_formats import Deals
from fivecard.showdown.reading import NO_TEXTS, Rows
from fivecard.showdown.result_columns import names_of_columns
from tests.cli.terminal import process
from tests.effort import effort, some
from tests.showdown.memory import peak

pytestmark = pytest.mark.sanitized

SETTLINGS = [
    Settling(name, players)
    for name in GAMES
    for players in sorted({2, 3, GAMES[name].most_players(GAMES[name].hole[0])})
]
OMAHA = Settling("omaha")
GOOD = "8H AS 3S 3H TH AD 8D 9C 2C 9S JH 4D 5S"
ONE, TWO, BOARD = GOOD[:11], GOOD[12:23], GOOD[24:]
WRITES_VIEWS = int(pa.__version__.partition(".")[0]) >= 21


def deals_of(settling: Settling, count: int, seed: int = 5) -> list[list[Card]]:
    source = random.Random(seed)
    return [source.sample(settling.game.deck, settling.cards) for _ in range(count)]


def parts_of(settling: Settling, deal: Sequence[Card]) -> tuple[list[Sequence[Card]], Sequence[Card]]:
    """Everybody's cards, and the board."""
    hands = [deal[seat * settling.hole : (seat + 1) * settling.hole] for seat in range(settling.players)]
    return hands, deal[settling.players * settling.hole :]


def record_of(settling: Settling, line: int, deal: Sequence[Card]) -> dict[str, Any]:
    """What a record says, by the showdown of one deal."""
    hands, board = parts_of(settling, deal)
    shown = settle(hands, board, game=settling.game)
    shares = shown.shares
    values: list[Any] = [line, shares.index(1) + 1 if 1 in shares else 0]
    for seat in range(settling.players):
        for part in shown.parts:
            found = part.hands[seat].evaluation
            values += [found.strength, part.ranking.category(found.strength).words if found.strength else None]
        values += [str(shares[seat])] if len(shown.parts) > 1 else []
    return dict(zip(names_of_columns(settling), values, strict=True))


def settled(text: str | bytes, settling: Settling = OMAHA, **options: Any) -> bytes:
    source, written = io.BytesIO(text.encode() if isinstance(text, str) else text), io.BytesIO()
    how = {name: options.pop(name) for name in ("columns", "errors", "threads") if name in options}
    replace(settling, **how).write(source, written, **options)
    return written.getvalue()


def parquet_of(columns: dict[str, Any]) -> bytes:
    target = io.BytesIO()
    pq.write_table(pa.table(columns), target)
    return target.getvalue()


# Results


@pytest.mark.parametrize("settling", SETTLINGS, ids=repr)
def test_records_of_every_game_say_what_one_showdown_says(settling: Settling) -> None:
    deals = deals_of(settling, 100)
    lines = [CAPITALS.join(deal) for deal in deals]
    lines.insert(70, "bad")
    text = "\n".join(lines)
    names = names_of_columns(settling)
    records = [record_of(settling, line, deal) for line, deal in enumerate(deals[:70], 1)]
    records += [dict.fromkeys(names) | {"line": 71}]
    records += [record_of(settling, line, deal) for line, deal in enumerate(deals[70:], 72)]
    as_json = "".join(json.dumps(record) + "\n" for record in records)
    assert settled(text, settling, form="json", errors="null").decode() == as_json
    as_csv = io.StringIO()
    writer = csv.DictWriter(as_csv, names, lineterminator="\n")
    writer.writeheader()
    writer.writerows(records)
    assert settled(text, settling, form="csv", errors="null").decode() == as_csv.getvalue()
    target = io.BytesIO()
    tally = replace(settling, errors="null").write(io.BytesIO(text.encode()), target, "parquet")
    assert pq.read_table(target).to_pylist() == records
    assert tally.invalid == 1
    assert tally.lines == 101 == sum(tally.wins) + tally.ties + tally.invalid


@pytest.mark.parametrize("chunk", [100, 1000, 1 << 20])
@pytest.mark.parametrize("threads", [1, 3])
def test_lines_are_numbered_across_pieces_and_threads(
    chunk: int, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fivecard.showdown.reading._CHUNK", chunk)
    lines = [CAPITALS.join(deal) for deal in deals_of(OMAHA, 1200)]
    for row in (0, 9, 99, 998, 999):
        lines[row] = "bad"
    records = settled("\n".join(lines), form="json", errors="null", threads=threads).splitlines()
    assert [json.loads(record)["line"] for record in records] == [*range(1, 1201)]
    table = "deal\n" + "".join(f'"{line}"\r\n' for line in lines)
    assert settled(table, deals="csv", form="json", errors="null", threads=threads).splitlines() == records


def test_row_groups_do_not_show(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fivecard.showdown.reading._CHUNK", 4096)
    monkeypatch.setattr("fivecard.showdown.parquet._ROW_GROUP", 1000)
    text = "".join(CAPITALS.join(deal) + "\n" for deal in deals_of(OMAHA, 5000))
    target = io.BytesIO()
    OMAHA.write(io.BytesIO(text.encode()), target, "parquet")
    file = pq.ParquetFile(target)
    assert file.num_row_groups > 3
    assert pa.types.is_dictionary(file.schema_arrow.field("category_1").type)
    expected = [json.loads(line) for line in settled(text, form="json").splitlines()]
    assert file.read().to_pylist() == expected
    assert file.read().to_pandas()["category_2"].tolist() == [record["category_2"] for record in expected]


OTHERS: dict[str, tuple[FileFormat, bytes, str]] = {
    "gzip": ("text", gzip.compress(GOOD.encode()), "compressed by gzip: unpack it first"),
    "csv.gz": ("csv", gzip.compress(f"deal\n{GOOD}\n".encode()), r"a pipe \(a table with --input-format\): gunzip -c"),
    "json.gz": ("json", gzip.compress(b'{"deal": ""}'), "compressed by gzip: unpack it first"),
    "bzip2": ("text", bz2.compress(GOOD.encode()), "compressed by bzip2: unpack it first"),
    "xz": ("text", lzma.compress(GOOD.encode()), "compressed by xz: unpack it first"),
    "UTF-16": ("text", GOOD.encode("utf-16"), "UTF-16: save it as UTF-8"),
    "Parquet": ("text", b"PAR1\x15\x04", "Parquet, which is not read as text"),
    "tsv": ("csv", f"id\tdeal\n1\t{GOOD}\n".encode(), "the columns are parted by tabs: csv is read with commas"),
    "semicolons": ("csv", f"id;deal\n1;{GOOD}\n".encode(), "the columns are parted by semicolons: csv is read with"),
    "array": ("json", json.dumps([{"deal": GOOD}]).encode(), "a JSON array: an object a line is read"),
    "array on lines": (
        "json",
        json.dumps([{"deal": GOOD}], indent=2).encode(),
        "a JSON array: an object a line is read",
    ),
}


@pytest.mark.parametrize(("deals", "content", "sentence"), OTHERS.values(), ids=OTHERS)
def test_what_is_not_read_is_named_in_a_sentence(deals: FileFormat, content: bytes, sentence: str) -> None:
    for columns in ([], ["deal"] if deals != "text" else []):
        with pytest.raises(FormatError, match=sentence) as caught:
            Settling("omaha", columns=columns, errors="null").write(io.BytesIO(content), io.BytesIO(), deals=deals)
        assert str(caught.value).isprintable()


@pytest.mark.parametrize("deals", ["text", "csv", "json"])
def test_no_deals_give_no_records(deals: Any) -> None:
    assert settled("", deals=deals, form="csv") == b"line,winner,strength_1,category_1,strength_2,category_2\n"
    assert settled("", deals=deals, form="json") == b""
    target = io.BytesIO()
    OMAHA.write(io.BytesIO(), target, "parquet", deals=deals)
    assert pq.read_table(target).num_rows == 0


def test_reasons_and_other_formats_are_refused() -> None:
    with pytest.raises(ArgumentError, match="reasons are told as text"):
        settled(GOOD, form="csv", explain=True)
    with pytest.raises(UnknownNameError, match="results are written as text, csv, json or parquet, not 'xml'"):
        settled(GOOD, form="xml")
    with pytest.raises(UnknownNameError, match="deals are read as text, csv, json or parquet, not 'xml'"):
        settled(GOOD, deals="xml")


# Deals


def tables_of(settling: Settling, deals: list[list[Card]]) -> dict[str, tuple[str, bytes]]:
    """The same deals as tables of many kinds: the format, and the bytes."""
    texts = [CAPITALS.join(deal) for deal in deals]
    split = [parts_of(settling, deal) for deal in deals]
    names = [f"player_{number}" for number in range(1, settling.players + 1)] + ["board"] * (settling.game.board > 0)
    cells = [[CAPITALS.join(hand) for hand in (*hands, *([board] if board else []))] for hands, board in split]
    lists = [[cell.split() for cell in row] for row in cells]
    columns = {name: [row[at] for row in cells] for at, name in enumerate(names)}
    crlf = "\ufeffid,deal,note\r\n" + "".join(f'7,{text},"say ""hi"",\r\nthere"\r\n' for text in texts)
    quoted = ",".join(reversed(names)) + "\n" + "".join(
        ",".join(f'"{cell}"' for cell in reversed(row)) + "\n" for row in cells
    )  # fmt: skip
    return {
        "csv": ("csv", ("deal\n" + "".join(f"{text}\n" for text in texts)).encode()),
        "csv from Windows": ("csv", crlf.encode()),
        "csv in quotes": ("csv", quoted.encode()),
        "json": ("json", "".join(json.dumps({"n": {"deal": ["x"]}, "deal": text}) + "\n" for text in texts).encode()),
        "json apart": (
            "json",
            "".join(json.dumps(dict(reversed([*zip(names, row, strict=True)]))) + "\r\n" for row in cells).encode(),
        ),
        "json lists": (
            "json",
            "\n".join(json.dumps(dict(zip(names, row, strict=True)), separators=(",", ":")) for row in lists).encode(),
        ),
        "json escapes": (
            "json",
            "".join('{"d\\u0065al": "' + "".join(f"\\u{ord(c):04x}" for c in text) + '"}\n' for text in texts).encode(),
        ),
        "parquet": ("parquet", parquet_of({"id": range(len(texts)), "deal": texts})),
        "parquet apart": ("parquet", parquet_of(columns)),
        "parquet dictionary": ("parquet", parquet_of({"deal": pa.array(texts).dictionary_encode()})),
        "parquet large": ("parquet", parquet_of({"deal": pa.array(texts, pa.large_string())})),
        **(
            {"parquet views": ("parquet", parquet_of({"deal": pa.array(texts).cast(pa.string_view())}))}
            if WRITES_VIEWS
            else {}
        ),
        "parquet lists": ("parquet", parquet_of({"deal": [text.split() for text in texts]})),
    }


@pytest.mark.parametrize("settling", some(12, SETTLINGS), ids=repr)
def test_deals_of_every_game_are_read_from_tables(settling: Settling) -> None:
    deals = deals_of(settling, 80)
    expected = settled("".join(CAPITALS.join(deal) + "\n" for deal in deals), settling, explain=True)
    for name, (form, data) in tables_of(settling, deals).items():
        assert settled(data, settling, deals=form, explain=True) == expected, name


@pytest.mark.parametrize("chunk", [60, 200, 5000])
def test_borders_of_pieces_do_not_show_in_tables(chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fivecard.showdown.reading._CHUNK", chunk)
    monkeypatch.setattr("fivecard.showdown.deal_formats._BATCH", chunk // 40)
    deals = deals_of(OMAHA, 300)
    expected = settled("".join(CAPITALS.join(deal) + "\n" for deal in deals))
    for name, (form, data) in tables_of(OMAHA, deals).items():
        assert settled(data, deals=form, threads=2) == expected, name


CELLS = st.lists(
    st.sampled_from([ONE, TWO, BOARD, "", " ", "x", '"', ",", "\n", "\r", "é", "\\", "AH\nKH"]), max_size=3
)
TABLES = st.lists(st.tuples(CELLS, CELLS, CELLS).map(lambda row: tuple("".join(cells) for cells in row)), max_size=8)


def kept(rows: list[tuple[str, ...]]) -> list[str]:
    """What rows of cells come to, as lines of text have it: without places of mistakes, which are called otherwise."""
    lines = [" ".join(filter(None, row)).replace("\n", " ") for row in rows]
    return told(settled("".join(f"{line}\n" for line in [*lines, GOOD]), errors="null"))


def told(results: bytes) -> list[str]:
    return [line.partition(" at ")[0] for line in results.decode().splitlines()]


@pytest.mark.parametrize("quoting", [csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@given(rows=TABLES)
def test_csv_is_what_python_writes(quoting: Any, end: str, rows: list[tuple[str, ...]]) -> None:
    text = io.StringIO(newline="")
    writer = csv.writer(text, quoting=quoting, lineterminator=end)
    writer.writerows([("player_1", "player_2", "board"), *rows, (ONE, TWO, BOARD)])
    results = settled(text.getvalue(), deals="csv", columns=["player_1", "player_2", "board"], errors="null")
    assert told(results) == kept(rows)


@pytest.mark.parametrize("ascii_only", [True, False])
@given(
    rows=TABLES,
    other=st.recursive(st.none() | st.floats() | st.text(), lambda of: st.lists(of) | st.dictionaries(st.text(), of)),
)
def test_json_is_what_python_writes(ascii_only: bool, rows: list[tuple[str, ...]], other: Any) -> None:
    names = ("player_1", "player_2", "board")
    objects = [{"other": other} | dict(zip(names, row, strict=True)) for row in [*rows, (ONE, TWO, BOARD)]]
    try:
        text = "".join(json.dumps(each, ensure_ascii=ascii_only) + "\n" for each in objects).encode()
    except UnicodeEncodeError:  # a half of a pair
        return
    results = told(settled(text, deals="json", columns=names, errors="null"))
    if "\\ud8" not in json.dumps(other) and "\\udc" not in json.dumps(other):
        assert results == kept(rows)


@given(st.text(alphabet='a",\n\r', max_size=40))
def test_rows_end_where_python_ends_them(text: str) -> None:
    """Where quotes stand as RFC 4180 has them; elsewhere Python is more patient."""
    count, end, first = _core.whole_rows(text.encode(), True)
    ends = [place for place in range(1, len(text) + 1) if _core.whole_rows(text[:place].encode(), True)[1] == place]
    assert first == (ends[0] if ends else 0)
    whole = list(csv.reader(io.StringIO(text[:end], newline="")))
    if "\r" not in text:
        assert len(whole) == count
    assert text[:end].endswith("\n") or end == 0


def test_the_first_row_is_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked, whole_rows = [], _core.whole_rows

    def counted(text: memoryview, quoted: bool) -> tuple[int, ...]:
        looked.append(len(text))
        return whole_rows(text, quoted)

    monkeypatch.setattr(_core, "whole_rows", counted)
    first = b'player 1,"' + b"\n" * 10_000 + b'"\n'
    assert Rows(io.BytesIO(first + b"Ah,Kh\n"), quoted=True).first(take=False) == first
    assert sum(looked) < 4 * len(first)


@given(st.binary(max_size=200), st.sampled_from(["csv", "json"]))
def test_any_bytes_are_settled_or_refused(data: bytes, form: Any) -> None:
    head = b"deal\n" if form == "csv" else b""
    if form == "json" and (data.startswith(tuple(NO_TEXTS)) or data.partition(b"\n")[0].lstrip().startswith(b"[")):
        with pytest.raises(FormatError, match="this is "):
            settled(data, deals=form, columns=["deal"], errors="null")
        return
    lines = settled(head + data + b"\n" * (form == "json"), deals=form, columns=["deal"], errors="null")
    assert all(line.startswith((b"Invalid: ", b"Player", b"No ")) for line in lines.splitlines())


# Bad rows


@pytest.mark.parametrize(
    ("form", "text", "problem"),
    [
        ("csv", f"deal\n{GOOD}\n{GOOD[:-2]}\n", "too few cards: 12 of 13"),
        ("csv", f"deal\n{GOOD}\n3X\n", "'3X' is not a card at character 1"),
        ("csv", f"deal\n{GOOD}\n\n{GOOD}\n", "no cards"),
        ("csv", f"deal,n\n{GOOD},1\n{GOOD}\n", "1 field where the header has 2"),
        ("csv", f"deal,n\n{GOOD},1\n{GOOD.replace(' ', ',')},1\n", "14 fields where the header has 2"),
        ("csv", f'deal\n{GOOD}\n"{GOOD}" x\n', "' x' follows a quoted field"),
        ("csv", f'deal\n{GOOD}\n"{GOOD}\n', "a quoted field does not end"),
        ("csv", f"player_1,player_2,board\n{ONE},{TWO},{BOARD}\n{ONE},,{BOARD}\n", "too few cards: 9 of 13"),
        (
            "csv",
            f"player_1,player_2,board\n{ONE},{TWO},{BOARD}\n{ONE} {TWO[:2]},{TWO[3:]},{BOARD}\n",
            "'player_1' has 5 cards, not 4",
        ),
        (
            "csv",
            f"board,player_1,player_2\n{BOARD},{ONE},{TWO}\n{GOOD},,\n",
            "'board' has 13 cards, not 5",
        ),
        (
            "json",
            f'{{"player_1": "", "player_2": ["{ONE}", "{TWO}"], "board": "{BOARD}"}}\n',
            "line 1: 'player_2' has 8 cards, not 4",
        ),
        ("json", f'{{"deal": "{GOOD}"}}\n{{"deal": "{GOOD}", "deal": null}}\n', "line 2: 'deal' is there twice"),
        ("json", f'{{"deal": "{GOOD}"}}\n{{"deal": "8H"}}\n', "line 2: too few cards: 1 of 13"),
        ("json", f'{{"deal": "{GOOD}"}}\n{{"dea": "8H"}}\n', "line 2: there is no 'deal'"),
        ("json", f'{{"deal": "{GOOD}"}}\n{{"deal": 8}}\n', "line 2: 'deal' is neither a text nor a list of texts"),
        ("json", f'{{"deal": "{GOOD}"}}\n{{"deal": [8]}}\n', "line 2: 'deal' is neither a text nor a list of texts"),
        ("json", f'{{"deal": "{GOOD}"}}\n{{"deal": null}}\n', "line 2: no cards"),
        ("json", f'{{"deal": "{GOOD}"}}\n{{"deal": "\\u00"}}\n', "line 2: '.*' is not an object of JSON"),
        ("json", f'{{"deal": "{GOOD}"}}\n{{"deal": "8H"\n', "line 2: '.*' is not an object of JSON"),
        ("json", f'{{"deal": "{GOOD}"}}\n{{"a": , "deal": "8H"}}\n', "line 2: '.*' is not an object of JSON"),
        ("json", f'{{"deal": "{GOOD}"}}\n{GOOD}\n', "line 2: '.*' is not an object of JSON"),
        ("json", f"{GOOD}\n", "line 1: '.*' is not an object of JSON"),
        ("json", f'{{"deal": "{GOOD}"}}\n\n{{"deal": "{GOOD}"}}\n', "line 2: no cards"),
    ],
)
def test_a_bad_row_is_named(form: Any, text: str, problem: str) -> None:
    with pytest.raises((HandError, CardError), match=f"^{problem}") as caught:
        settled(text, deals=form)
    assert caught.value.row == (1 if form == "csv" else None)  # a line of JSON is a line
    results = settled(text, deals=form, errors="null").decode().splitlines()
    assert sum(line.startswith("Invalid: ") for line in results) == 1
    with pytest.raises((HandError, CardError), match=f"^{problem}"):
        settled(text, deals=form, form="json")


def test_cards_in_the_cell_of_another_are_no_deal_in_parquet() -> None:
    rows = {"player_1": [ONE, f"{ONE} {TWO[:2]}"], "player_2": [TWO, TWO[3:]], "board": [BOARD, BOARD]}
    data = parquet_of(rows)
    with pytest.raises(HandError, match="'player_1' has 5 cards, not 4"):
        settled(data, deals="parquet")
    assert settled(data, deals="parquet", columns=[*rows]) == b"Player 1 wins\n" * 2  # a deal in whatever parts


def test_a_row_group_is_not_read_at_once() -> None:
    class Counted(io.BytesIO):
        count = 0

        def read(self, size: int | None = -1) -> bytes:
            found = super().read(size)
            self.count += len(found)
            return found

    data = parquet_of({"deal": batch.format(batch.random_deals(400_000, 1, players=2, game="omaha"))})
    source = Counted(data)
    next(iter(Deals(source, "parquet", Settling("omaha")).pieces))
    assert 0 < source.count < len(data) // 2


def test_a_bad_row_of_parquet_is_named() -> None:
    data = parquet_of({"deal": [GOOD, None, GOOD.replace(" ", "\n"), "x"]})
    with pytest.raises(HandError, match="no cards"):
        settled(data, deals="parquet")
    assert settled(data, deals="parquet", errors="null").decode().splitlines() == [
        "Player 1 wins", "Invalid: no cards", "Player 1 wins", "Invalid: 'x' is not a card at character 1",
    ]  # fmt: skip


@pytest.mark.parametrize("end", ["", "\n", "\n\n", "\r\n \r\n"])
def test_blank_lines_at_the_end_of_a_table_are_no_rows(end: str) -> None:
    assert settled(f"deal\n{GOOD}{end}", deals="csv", errors="null") == b"Player 1 wins\n"
    assert settled(f'{{"deal": "{GOOD}"}}{end}', deals="json", errors="null") == b"Player 1 wins\n"
    assert settled(f"deal{end}", deals="csv") == b""


@pytest.mark.parametrize(
    ("header", "settling", "columns", "problem"),
    [
        (
            "a,b",
            OMAHA,
            [],
            "there is no column 'deal', nor 'player_1', 'player_2' and 'board': the columns are 'a', 'b'",
        ),
        ("", Settling("badugi"), [], "there is no column 'deal', nor 'player_1' and 'player_2': the columns are none"),
        ("deal;n", OMAHA, [], "the columns are parted by semicolons"),
        ("deal", OMAHA, ["cards"], "there is no column 'cards': the columns are 'deal'"),
        ("deal,deal", OMAHA, [], "there are 2 columns 'deal'"),
        ("deal,n", OMAHA, ["deal", "deal"], "column 'deal' is wanted twice"),
        (
            "player_1,player_2,player_3,board",
            OMAHA,
            [],
            "a column 'player_3', but omaha is settled for 2 players",
        ),
        ("player_1,player_2,board", Settling("badugi"), [], "a column 'board', but badugi is settled for no board"),
        ('"deal', OMAHA, [], "the header is not csv"),
    ],
)
def test_columns_that_are_not_there_are_named(
    header: str, settling: Settling, columns: list[str], problem: str
) -> None:
    with pytest.raises(FormatError, match=problem):
        settled(f"{header}\n{GOOD}\n", settling, deals="csv", columns=columns)


def test_columns_of_other_names_are_read_in_the_order_in_which_they_are_named() -> None:
    text = f"table,hero,villain\n{BOARD},{ONE},{TWO}\n"
    assert settled(text, deals="csv", columns=["hero", "villain", "table"]) == b"Player 1 wins\n"
    assert settled(text, deals="csv", columns=["villain", "hero", "table"]) == b"Player 2 wins\n"
    with pytest.raises(ArgumentError, match="columns are a list of names, not 'deal'"):
        settled(text, deals="csv", columns="deal")
    with pytest.raises(FormatError, match="a text has no column 'deal'"):
        settled(GOOD, columns=["deal"])


def test_what_is_no_parquet_is_refused() -> None:
    with pytest.raises(FormatError, match="this is no Parquet file"):
        settled(GOOD, deals="parquet")
    with pytest.raises(FormatError, match="column 'deal' holds int64: cards are texts"):
        settled(parquet_of({"deal": [1, 2]}), deals="parquet")
    whole = parquet_of({"deal": [GOOD] * 100})
    with pytest.raises(FivecardError):
        settled(whole[:4] + bytes(60) + whole[64:], deals="parquet")


def test_strengths_are_read_from_tables() -> None:
    text = f"deal\n{GOOD}\nbad\n".encode()
    pieces = Settling("omaha", errors="null").strengths(io.BytesIO(text), deals="csv")
    assert [list(piece) for piece in pieces] == [[5854, 3014, 0, 0]]


# The command


def run(*words: str | Path, typed: bytes = b"") -> subprocess.CompletedProcess[str]:
    """Input is a pipe here: it is no file, from which all formats can be read."""
    command = [sys.executable, "-m", "fivecard", "showdown", *map(str, words)]
    done = subprocess.run(command, input=typed, capture_output=True, check=False, timeout=60)
    return subprocess.CompletedProcess(command, done.returncode, done.stdout.decode(), done.stderr.decode())


@pytest.mark.parametrize("ending", some(3, ["csv", "json", "jsonl", "ndjson", "parquet", "pq", "CSV"]))
def test_the_ending_of_a_name_tells_the_format(ending: str, tmp_path: Path) -> None:
    form = {"jsonl": "json", "ndjson": "json", "pq": "parquet", "CSV": "csv"}.get(ending, ending)
    data = tables_of(OMAHA, deals_of(OMAHA, 50))[form][1]
    (tmp_path / f"deals.{ending}").write_bytes(data)
    by_name = run(tmp_path / f"deals.{ending}", "-o", tmp_path / f"results.{ending}")
    assert by_name.returncode == 0, by_name.stderr
    said = run("-", "--input-format", form, "--format", form, "-o", tmp_path / "said", typed=data)
    if form == "parquet":
        assert "Parquet is read from a file, not from a pipe" in said.stderr
        assert len(pq.read_table(tmp_path / f"results.{ending}")) == 50
    else:
        assert (tmp_path / f"results.{ending}").read_bytes() == (tmp_path / "said").read_bytes()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["-o", "x.csv", "--explain"], "--explain goes with --format text"),
        (["--column", "deal"], "--column goes with tables"),
        (["--input-format", "xml"], "--input-format 'xml' is not known; choose from text, csv, json, parquet"),
    ],
)
def test_a_wrong_command_line_has_status_2(words: list[str], message: str) -> None:
    done = run("-", *words)
    assert done.returncode == 2
    assert message in done.stderr


@pytest.mark.parametrize("form", ["csv", "json", "parquet"])
def test_a_bad_row_leaves_the_old_output_untouched(form: str, tmp_path: Path) -> None:
    (tmp_path / "deals.csv").write_text("deal\n" + f"{GOOD}\n" * 50_000 + "bad\n")
    old = tmp_path / f"old.{form}"
    old.write_text("as it was\n")
    done = run(tmp_path / "deals.csv", "-o", old)
    assert done.returncode == 1
    assert "'bad' is not a card at character 1 (row 50000 of " in done.stderr
    assert done.stderr.endswith("deals.csv)\n")
    assert old.read_text() == "as it was\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["deals.csv", old.name]


@pytest.mark.parametrize("form", some(2, ["csv", "json", "parquet"]))
@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGKILL])
def test_an_interrupted_run_leaves_the_old_output_untouched(form: str, stop: signal.Signals, tmp_path: Path) -> None:
    old = tmp_path / f"old.{form}"
    old.write_text("as it was\n")
    command = [sys.executable, "-m", "fivecard", "showdown", "-", "-o", str(old)]
    with process(*command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        assert child.stdin
        child.stdin.write(f"{GOOD}\n".encode() * 200_000)
        child.stdin.flush()
        time.sleep(0.2)
        child.send_signal(stop)
        assert child.stderr
        assert b"Traceback" not in child.stderr.read()
    assert child.returncode in {130, -signal.SIGKILL}
    assert old.read_text() == "as it was\n"
    assert [path.name for path in tmp_path.iterdir()] == [old.name]


@pytest.mark.parametrize("form", ["csv", "json", "parquet"])
def test_a_reader_who_has_had_enough_is_no_error(form: str, tmp_path: Path) -> None:
    (tmp_path / "deals.txt").write_text(f"{GOOD}\n" * 300_000)
    command = [sys.executable, "-m", "fivecard", "showdown", str(tmp_path / "deals.txt"), "--quiet", "--format", form]
    script = f"{shlex.join(command)} -o - | head -c 100"
    done = subprocess.run(["bash", "-c", script], capture_output=True, check=False, timeout=60)
    assert (len(done.stdout), done.stderr) == (100, b"")


@pytest.mark.sanitized(False)  # too slow with them
@pytest.mark.parametrize("form", ["csv", "json", "columns"])
def test_memory_stays_flat(form: str) -> None:
    script = f"""
import io, sys
from fivecard.showdown import Settling
from fivecard.showdown.pipeline import FileWork
class Pipe(io.RawIOBase):
    left, row = int(sys.argv[1]), b'1,"{GOOD}"\\n'
    def readinto(self, buffer):
        if self.row.startswith(b"1") and not hasattr(self, "begun"):
            self.begun = True
            buffer[:8] = b"id,deal\\n"
            return 8
        lines = min(len(buffer) // len(self.row), self.left)
        buffer[: len(self.row) * lines] = self.row * lines
        self.left -= lines
        return len(self.row) * lines
work = FileWork(Settling("omaha"), "{form}", "csv")
for piece in work.through(Pipe()):
    pass
assert work.tally.wins == [int(sys.argv[1]), 0]
"""
    small, large = peak(script, 300_000), peak(script, effort(1_500_000, 3_000_000))
    assert large < 100_000  # kilobytes, for 65 or 129 megabytes of input
    assert large < small + 12_000

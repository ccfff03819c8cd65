"""The log: what is in it is given back, whatever is damaged around it."""

import contextlib
import json
import os
import random
import resource
import sqlite3
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from fivecard.errors import FivecardError
from fivecard.table.fair import verify
from fivecard.table.house import House, Limits
from fivecard.table.log import DamagedRoundError, Log
from fivecard.table.room import Event, Room
from test_table import opened, play_round, seated

TABLES = ("ann-table", "bob_table", "T3", "short")


@contextlib.contextmanager
def opening(file: Path) -> Iterator[Log]:
    log = Log(str(file))
    try:
        yield log
    finally:
        log.close()


def write_rounds(file: Path, rounds: int = 4, tables: tuple[str, ...] = TABLES) -> dict[str, list[Event]]:
    """Play at several tables in turn, and write every event down as it would be: an entry a command."""
    played: dict[str, list[Event]] = {}
    with opening(file) as log:
        rooms = {}
        for table in tables:
            events = opened(seats=2 + len(rooms) % 2, id=table)
            rooms[table] = Room(events)
            events += seated(rooms[table], "Ann", "Bob")
            log.write([(table, [event], None) for event in events])
            played[table] = events
        for number in range(rounds):
            for table in tables[: len(tables) - number % 2]:
                events = []
                record = play_round(rooms[table], random.Random(number), events)
                log.write([(table, [event], None) for event in events[:-1]])
                log.write([(table, events[-1:], record)])
                played[table] += events
    return played


class Text(NamedTuple):
    """A text of the log, as any reader of RFC 7464 finds it."""

    data: bytes
    table: str
    events: list[Event]
    record: dict[str, Any] | None
    """The finished round that it is."""
    finishes: int | None
    """The number of the round that it finishes."""


def texts_of(data: bytes) -> list[Text]:
    """Read a whole log, without the code that is tested."""
    found = []
    for piece in data.split(b"\x1e")[1:]:
        _, table, content, *rest = json.loads(piece)
        if isinstance(content, dict):
            found.append(Text(b"\x1e" + piece, table, [], content, None))
        elif table != "fivecard log":
            found.append(Text(b"\x1e" + piece, table, rest[0], None, rest[1] if rest[1:] else None))
    return found


# What is written is given back


def test_the_log_gives_back_what_was_written(tmp_path: Path) -> None:
    played = write_rounds(tmp_path / "log.db")
    with opening(tmp_path / "log.db") as log:
        assert log.read() == played
        text = log.round("T3", 2)
        assert text is not None
        assert verify(json.loads(text))
        assert log.round("T3", 9) is None
        assert log.round("nobody", 1) is None
        assert log.notes == []


def test_any_reader_of_json_text_sequences_can_read_the_log(tmp_path: Path) -> None:
    played = write_rounds(tmp_path / "log.db")
    found: dict[str, list[Event]] = {}
    for text in texts_of((tmp_path / "log.db").read_bytes()):
        found.setdefault(text.table, []).extend(text.events)
    assert found == played


def test_a_log_without_tables_is_a_log(tmp_path: Path) -> None:
    for _ in range(2):
        with opening(tmp_path / "log.db") as log:
            assert log.read() == {}
            assert log.notes == []


def test_a_copy_that_was_made_while_the_server_writes_is_a_log(tmp_path: Path) -> None:
    """As `cp` would leave it: everything up to some byte of what is being written."""
    played = write_rounds(tmp_path / "log.db", 1)
    data = (tmp_path / "log.db").read_bytes()
    (tmp_path / "copy.db").write_bytes(data[:-7])
    with opening(tmp_path / "copy.db") as log:
        found = log.read()
    assert sum(map(len, found.values())) == sum(map(len, played.values())) - 1


# Damage


def cut(data: bytes, source: random.Random) -> bytes:
    return data[: source.randrange(len(data))]


def flip(count: int) -> Callable[[bytes, random.Random], bytes]:
    def flipped(data: bytes, source: random.Random) -> bytes:
        changed = bytearray(data)
        for _ in range(count):
            changed[source.randrange(len(data))] ^= 1 << source.randrange(8)
        return bytes(changed)

    return flipped


def flip_header(data: bytes, source: random.Random) -> bytes:
    place = source.randrange(60)
    return data[:place] + bytes([data[place] ^ 1 << source.randrange(8)]) + data[place + 1 :]


def flip_frame(data: bytes, source: random.Random) -> bytes:
    """Damage the bytes that part one text from the next."""
    place = source.choice([place for place, byte in enumerate(data) if byte in b"\x1e\n"])
    return data[:place] + bytes([data[place] ^ 1 << source.randrange(8)]) + data[place + 1 :]


def lose_a_sector(data: bytes, source: random.Random) -> bytes:
    place = source.randrange(0, len(data), 512)
    lost = min(512, len(data) - place)
    return data[:place] + source.choice([bytes(lost), source.randbytes(lost)]) + data[place + lost :]


def lose_a_part(data: bytes, source: random.Random) -> bytes:
    place = source.randrange(len(data))
    return data[:place] + data[place + source.randrange(1, 3000) :]


def add_a_part(data: bytes, source: random.Random) -> bytes:
    place, start = source.randrange(len(data)), source.randrange(len(data))
    return data[:place] + data[start : start + source.randrange(1, 3000)] + data[place:]


def repeat_the_end(data: bytes, source: random.Random) -> bytes:
    return data + data[source.randrange(len(data)) :]


DAMAGES = {
    "cut": cut,
    "one bit": flip(1),
    "five bits": flip(5),
    "sixty bits": flip(60),
    "first line": flip_header,
    "frames": flip_frame,
    "sector": lose_a_sector,
    "hole": lose_a_part,
    "insertion": add_a_part,
    "repeated end": repeat_the_end,
}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    file = tmp_path_factory.mktemp("log") / "log.db"
    write_rounds(file)
    return file.read_bytes()


@pytest.mark.parametrize("damage", DAMAGES)
def test_every_whole_event_is_kept_up_to_the_first_that_its_table_lacks(
    whole: bytes, damage: str, tmp_path: Path
) -> None:
    """Forty times each kind of damage; what must be kept is found by looking for every text's own bytes."""
    texts = texts_of(whole)
    for seed in range(40):
        data = DAMAGES[damage](whole, random.Random(f"{damage} {seed}"))
        file = tmp_path / f"{seed}.db"
        file.write_bytes(data)
        kept, finished, broken = dict[str, list[Event]](), set[tuple[str, int]](), set[str]()
        for text in (text for text in texts if not text.record):
            if text.data not in data:
                broken.add(text.table)
            if text.table not in broken:
                kept.setdefault(text.table, []).extend(text.events)
                if text.finishes is not None:
                    finished.add((text.table, text.finishes))
        with opening(file) as log:
            assert log.read() == kept
            for text in (text for text in texts if text.record):
                assert text.record is not None
                if (text.table, text.record["round"]) not in finished:
                    assert log.round(text.table, text.record["round"]) is None
                elif text.data in data:
                    assert json.loads(log.round(text.table, text.record["round"]) or "") == text.record
                else:
                    with pytest.raises(DamagedRoundError, match="this round is damaged"):
                        log.round(text.table, text.record["round"])
            if broken and not whole.startswith(data):  # where it was cut between two texts, nothing tells
                assert log.notes
            if log.notes:
                assert Path(f"{file}.damaged1").read_bytes() == data
            more: list[Event] = [{"kind": "sat", "seat": 1, "name": "Eve", "token": "0"}]
            log.write([(table, more, None) for table in TABLES])
        with opening(file) as log:  # and it goes on from there
            assert log.notes == []
            assert log.read() == {table: kept.get(table, []) + more for table in TABLES}

"""The log: what is in it is given back, whatever is damaged around it."""

import asyncio
import contextlib
import json
import os
import random
import re
import resource
import stat
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from hashlib import blake2b
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, TypeAlias

import msgspec
import pytest

from fivecard.errors import FivecardError
from fivecard.table.core.commands import Resume
from fivecard.table.core.events import Closed, Sat
from fivecard.table.fairness.verify import verify
from fivecard.table.runtime.limits import Limits
from fivecard.table.runtime.registry import TableRegistry
from fivecard.table.storage.base import FileStorage
from fivecard.table.storage.journal import Damage, Line, read_lines
from fivecard.table.storage.log import DamagedRoundError, Log, _read_archive
from tests.effort import effort
from tests.table.damages import DAMAGES, cut, flip
from tests.table.tables import LiveTable, as_json, opened, table_of

TIMES = effort(12, 40)
TABLES = ("ann-table", "bob_table", "T3", "short")
EVE_SAT = Sat(1, "Eve", "0", "c0")


@contextlib.contextmanager
def opening(file: Path) -> Iterator[Log]:
    log = Log(str(file))
    try:
        yield log
    finally:
        log.close()


Read: TypeAlias = dict[str, list[dict[str, Any]]]
"""The events of each table, as any reader of JSON has them."""


def read(log: Log) -> Read:
    """What the log hands over."""
    return {table: as_json(log.events(table)) for table in log.open_tables()}


def write_rounds(file: Path, rounds: int = 4, tables: tuple[str, ...] = TABLES) -> Read:
    """Play at several tables in turn, and write every event down as it would be: an entry a command."""
    live: dict[str, LiveTable] = {}
    with opening(file) as log:
        for table in tables:
            live[table] = table_of("Ann", "Bob", seats=2 + len(live) % 2, name=table)
            log.write([(table, [event], None) for event in live[table].events])
        for number in range(rounds):
            for table in tables[: len(tables) - number % 2]:
                before = live[table].table.seq
                record = live[table].play_round(random.Random(number))
                *events, last = live[table].events[before:]
                log.write([(table, [event], None) for event in events])
                log.write([(table, [last], record)])
    return {table: as_json(each.events) for table, each in live.items()}


class Text(NamedTuple):
    """A text of the log, as any reader of RFC 7464 finds it."""

    data: bytes
    table: str
    events: list[dict[str, Any]]
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
        assert read(log) == played
        text = log.round("T3", 2)
        assert text is not None
        assert verify(json.loads(text))
        assert log.round("T3", 9) is None
        assert log.round("nobody", 1) is None
        assert log.notes == []


def test_the_name_of_a_new_log_is_on_the_disk_before_anything_is_confirmed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that is on the disk under no name is lost when the plug is pulled."""
    synced: list[Path] = []
    monkeypatch.setattr("fivecard.table.storage.log._sync_folder", synced.append)
    with opening(tmp_path / "tables.db") as log:
        log.write([("table", [opened()], None)])
    assert tmp_path in synced


def test_any_reader_of_json_text_sequences_can_read_the_log(tmp_path: Path) -> None:
    played = write_rounds(tmp_path / "log.db")
    found: Read = {}
    for text in texts_of((tmp_path / "log.db").read_bytes()):
        found.setdefault(text.table, []).extend(text.events)
    assert found == played


def test_a_log_without_tables_is_a_log(tmp_path: Path) -> None:
    for _ in range(2):
        with opening(tmp_path / "log.db") as log:
            assert read(log) == {}
            assert log.notes == []


def test_a_copy_that_was_made_while_the_server_writes_is_a_log(tmp_path: Path) -> None:
    """As `cp` would leave it: everything up to some byte of what is being written."""
    played = write_rounds(tmp_path / "log.db", 1)
    data = (tmp_path / "log.db").read_bytes()
    (tmp_path / "copy.db").write_bytes(data[:-7])
    with opening(tmp_path / "copy.db") as log:
        found = read(log)
    assert sum(map(len, found.values())) == sum(map(len, played.values())) - 1


# Damage


def must_be_kept(texts: list[Text], data: bytes) -> tuple[Read, set[tuple[str, int]]]:
    """The events of each table before the first whose own bytes are gone, and the rounds that they finish."""
    kept: Read = {}
    finished, broken = set(), set()
    for text in (text for text in texts if not text.record):
        if text.data not in data:
            broken.add(text.table)
        if text.table not in broken:
            kept.setdefault(text.table, []).extend(text.events)
            if text.finishes is not None:
                finished.add((text.table, text.finishes))
    return kept, finished


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    file = tmp_path_factory.mktemp("log") / "log.db"
    write_rounds(file)
    return file.read_bytes()


@pytest.mark.parametrize("damage", DAMAGES)
def test_every_whole_event_is_kept_up_to_the_first_that_its_table_lacks(
    whole: bytes, damage: str, tmp_path: Path
) -> None:
    """Many times each kind of damage; what must be kept is found by looking for every text's own bytes."""
    texts, pieces = texts_of(whole), set(whole.split(b"\x1e"))
    for seed in range(TIMES):
        data = DAMAGES[damage](whole, random.Random(f"{damage} {seed}"))
        file = tmp_path / f"{seed}.db"
        file.write_bytes(data)
        kept, finished = must_be_kept(texts, data)
        with opening(file) as log:
            assert read(log) == kept
            for text in (text for text in texts if text.record):
                assert text.record is not None
                if (text.table, text.record["round"]) not in finished:
                    assert log.round(text.table, text.record["round"]) is None
                elif text.data in data:
                    assert json.loads(log.round(text.table, text.record["round"]) or "") == text.record
                else:
                    with pytest.raises(DamagedRoundError):
                        log.round(text.table, text.record["round"])
            entries = [text for text in texts if text.events and text.data in data]
            gap = any(text.events[-1] not in kept.get(text.table, []) for text in entries)
            if gap or (kept != must_be_kept(texts, whole)[0] and not set(data.split(b"\x1e")) <= pieces):
                assert log.notes  # only whole entries that are gone from the end of their table leave no trace
            if log.notes:
                assert Path(f"{file}.damaged1").read_bytes() == data
            log.write([(table, [EVE_SAT], None) for table in TABLES])
        with opening(file) as log:  # and it goes on from there
            assert log.notes == []
            assert read(log) == {table: kept.get(table, []) + as_json([EVE_SAT]) for table in TABLES}


def test_a_table_stands_alone(tmp_path: Path) -> None:
    """Damage to the very first entry of one table costs the others nothing."""
    file = tmp_path / "log.db"
    played = write_rounds(file)
    file.write_bytes(file.read_bytes().replace(b'"ann-table","rules"', b'"Ann-table","rules"', 1))
    with opening(file) as log:
        assert read(log) == {table: played[table] for table in TABLES if table != "ann-table"}
        whole, of_table = log.notes
        assert whole.startswith(str(file))
        assert whole.endswith(f" {file}.damaged1")
        assert "ann-table: event 1 " in of_table


def test_an_altered_round_is_not_served(tmp_path: Path) -> None:
    """Neither one that was altered before the log was opened, nor one that is altered while it is."""
    file = tmp_path / "log.db"
    write_rounds(file, 2)
    whole = file.read_bytes()
    altered = whole.replace(b'"names":["Ann"', b'"names":["Eve"')
    assert altered != whole
    with opening(file) as log:
        assert log.round("ann-table", 1)
        with file.open("r+b") as log_file:  # in place, as a bad disk would
            log_file.write(altered)
        with pytest.raises(DamagedRoundError):
            log.round("ann-table", 1)
    with opening(file) as log:
        assert any("ann-table: round 1 " in note for note in log.notes)
        with pytest.raises(DamagedRoundError):
            log.round("ann-table", 1)
    with opening(file) as log:
        assert log.notes == []  # it was said


def test_a_round_cannot_stand_for_another(tmp_path: Path) -> None:
    """A whole round in the place of another is not what its entry names."""
    file = tmp_path / "log.db"
    write_rounds(file, 3, ("one",))
    texts = texts_of(file.read_bytes())
    first, second = (text.data for text in texts if text.record)
    file.write_bytes(file.read_bytes().replace(second, first))
    with opening(file) as log:
        assert log.round("one", 1)
        with pytest.raises(DamagedRoundError):
            log.round("one", 2)


@pytest.mark.parametrize("content", [b"a letter to my bank\n", b"\x1e{}\n" * 9, bytes(5000)])
def test_what_is_no_log_is_left_alone(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "letter.txt").write_bytes(content)
    with pytest.raises(FivecardError, match=r"letter\.txt "):
        Log(str(tmp_path / "letter.txt"))
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("letter.txt", content)]
    (tmp_path / "folder").mkdir()
    with pytest.raises(FivecardError, match="folder: Is a directory"):
        Log(str(tmp_path / "folder"))


def test_a_log_of_a_later_version_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "log.db"
    checksum = blake2b(b'"fivecard log",3', digest_size=16).hexdigest()
    file.write_text(f'\x1e["{checksum}","fivecard log",3]\n')
    with pytest.raises(FivecardError, match=r"log\.db .*\b3\b"):
        Log(str(file))


# One server


@pytest.mark.parametrize("how", ["same", "symbolic link", "hard link", "link to the folder"])
def test_a_log_belongs_to_one_server_by_whatever_name(tmp_path: Path, how: str) -> None:
    (tmp_path / "real").mkdir()
    file = other = tmp_path / "real" / "log.db"
    write_rounds(file, 1)
    if how == "symbolic link":
        other = tmp_path / "other.db"
        other.symlink_to(file)
    elif how == "hard link":
        other = tmp_path / "other.db"
        other.hardlink_to(file)
    elif how == "link to the folder":
        (tmp_path / "link").symlink_to(tmp_path / "real")
        other = tmp_path / "link" / "log.db"
    for first, second in ((file, other), (other, file)):
        with opening(first), pytest.raises(FivecardError, match=re.escape(str(second))):
            Log(str(second))
    Log(str(other)).close()


def test_a_log_that_is_written_anew_stays_locked_under_its_other_names(tmp_path: Path) -> None:
    file, other = tmp_path / "log.db", tmp_path / "other.db"
    write_rounds(file, 1)
    file.write_bytes(file.read_bytes()[:-5])
    other.hardlink_to(file)
    with opening(file) as log:
        assert log.notes
        for name in (file, other):
            with pytest.raises(FivecardError, match=re.escape(str(name))):
                Log(str(name))


def test_a_link_leads_to_the_same_log(tmp_path: Path) -> None:
    """Also when the log is written anew: the link stays a link."""
    (tmp_path / "real").mkdir()
    file, link = tmp_path / "real" / "log.db", tmp_path / "link.db"
    played = write_rounds(file, 1)
    file.write_bytes(file.read_bytes() + b"rubbish")
    link.symlink_to(file)
    with opening(link) as log:
        assert read(log) == played
    assert link.is_symlink()
    with opening(file) as log:
        assert (read(log), log.notes) == (played, [])


# Closed tables


def test_a_closed_table_has_a_file_of_its_own_and_its_rounds_are_served(tmp_path: Path) -> None:
    file = tmp_path / "log.db"
    played = write_rounds(file)
    with opening(file) as log:
        before = log.round("T3", 2)
        log.write([("T3", [Closed()], None)])
        assert log.round("T3", 2) == before
        assert [log.last_round(table) for table in ("T3", TABLES[0], "no table")] == [4, 4, 0]
        with pytest.raises(FivecardError, match=" T3 "):
            log.write([("T3", [Closed()], None)])
    texts = texts_of((tmp_path / "log.db.closed" / "T3.log").read_bytes())
    assert [event for text in texts for event in text.events] == [*played["T3"], {"kind": "closed"}]
    with opening(file) as log:
        assert read(log) == {table: played[table] for table in TABLES if table != "T3"}
        assert log.round("T3", 2) == before
        assert log.round("T3", 99) is None
        assert log.notes == []


def test_nobody_else_on_the_machine_can_read_a_closed_table_or_its_name(tmp_path: Path) -> None:
    write_rounds(tmp_path / "log.db", 1)
    with opening(tmp_path / "log.db") as log:
        log.write([("T3", [Closed()], None)])
    closed = tmp_path / "log.db.closed"
    modes = [stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "log.db", closed, closed / "T3.log")]
    assert modes == [0o600, 0o700, 0o600]


def test_closed_tables_are_not_read_at_the_start(tmp_path: Path) -> None:
    """When most of the log is of closed tables, it is written anew without them."""
    file = tmp_path / "log.db"
    played = write_rounds(file)
    with opening(file) as log:
        log.write([(table, [Closed()], None) for table in TABLES[:-1]])
    size = file.stat().st_size
    with opening(file) as log:
        assert read(log) == {"short": played["short"]}
    assert file.stat().st_size < size / 2
    assert {text.table for text in texts_of(file.read_bytes())} == {"short"}
    with opening(file) as log:
        assert read(log) == {"short": played["short"]}
        assert all(log.round(table, 1) for table in TABLES)


def test_closed_tables_do_not_stay_in_the_log_of_a_server_that_runs_for_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fivecard.table.storage.log._MOST_DEAD", 100)
    file, other = tmp_path / "log.db", tmp_path / "other.db"
    played = write_rounds(file)
    other.hardlink_to(file)
    with opening(file) as log:
        rounds = {(table, number): log.round(table, number) for table in TABLES for number in range(1, 6)}
        for table in TABLES[:-1]:
            log.write([(table, [Closed()], None), ("short", [EVE_SAT], None)])
        assert {text.table for text in texts_of(file.read_bytes())} == {"short"}
        assert {each: log.round(*each) for each in rounds} == rounds
        log.write([("short", [EVE_SAT], None)])
        for name in (file, other):
            with pytest.raises(FivecardError, match=re.escape(str(name))):
                Log(str(name))
    with opening(file) as log:
        assert read(log) == {"short": played["short"] + 4 * [as_json(EVE_SAT)]}
        assert {each: log.round(*each) for each in rounds} == rounds
        assert log.notes == []


def test_a_table_that_was_closed_when_the_plug_was_pulled_gets_its_file_at_the_next_start(tmp_path: Path) -> None:
    file = tmp_path / "log.db"
    write_rounds(file)
    with opening(file) as log:
        log.write([("T3", [Closed()], None)])
    (tmp_path / "log.db.closed" / "T3.log").unlink()
    with opening(file) as log:
        assert "T3" not in read(log)
        assert log.round("T3", 1)
    assert (tmp_path / "log.db.closed" / "T3.log").exists()


def test_a_closed_table_that_cannot_get_a_file_stays_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "log.db"
    write_rounds(file)
    (tmp_path / "log.db.closed").write_text("in the way")
    with opening(file) as log:
        log.write([("T3", [Closed()], None)])
        assert " T3 " in caplog.text
        assert log.round("T3", 1)
    for _ in range(2):
        with opening(file) as log:
            assert "T3" not in read(log)
            assert log.round("T3", 1)
            assert log.notes == []


def test_a_closed_table_is_checked_before_a_round_of_it_is_served(tmp_path: Path) -> None:
    file, closed = tmp_path / "log.db", tmp_path / "log.db.closed" / "T3.log"
    write_rounds(file, 3)
    with opening(file) as log:
        log.write([("T3", [Closed()], None)])
        data = closed.read_bytes()
        texts = texts_of(data)
        for seed in range(effort(15, 60)):
            damaged = (cut, flip(1), flip(5))[seed % 3](data, random.Random(seed))
            closed.write_bytes(damaged)
            _, finished = must_be_kept(texts, damaged)
            for text in texts:
                if text.record and ("T3", text.record["round"]) in finished and text.data in damaged:
                    assert json.loads(log.round("T3", text.record["round"]) or "") == text.record
                elif text.record:
                    with pytest.raises(DamagedRoundError):
                        log.round("T3", text.record["round"])


def test_a_closed_table_is_read_once_for_all_its_rounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Until its file is another, and for the last tables that were asked for."""
    lines: list[str] = []

    def counted(file: BinaryIO, name: str) -> Iterator[Line | Damage]:
        for line in read_lines(file, name):
            lines.append(name)
            yield line

    monkeypatch.setattr("fivecard.table.storage.log.read_lines", counted)
    file, names = tmp_path / "log.db", tuple(f"table-{number}" for number in range(12))
    write_rounds(file, 3, names)
    with opening(file) as log:
        log.write([(table, [Closed()], None) for table in names])
        lines.clear()
        for _ in range(5):
            assert log.last_round(names[0]) == 3
            assert all(log.round(names[0], number) for number in (1, 2, 3))
        path = tmp_path / "log.db.closed" / f"{names[0]}.log"
        once = len(texts_of(path.read_bytes()))
        assert lines == once * [str(path)]
        path.write_bytes(path.read_bytes()[:-200])
        assert log.last_round(names[0]) == 2  # it lacks the end of the last
        assert len(lines) > once
        for table in names:
            assert log.round(table, 1)
        remembered = _read_archive.cache_info()
        assert remembered.currsize == remembered.maxsize
        assert remembered.maxsize is not None
        assert remembered.maxsize < len(names)


# A disk that takes nothing


@contextlib.contextmanager
def full_disk(file: Path, room: int = 100) -> Iterator[None]:
    """Let files grow to little more than this one has."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (file.stat().st_size + room, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_batch_that_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    file = tmp_path / "log.db"
    played = write_rounds(file, 1)
    before = file.read_bytes()
    with opening(file) as log:
        with full_disk(file, 150), pytest.raises(OSError, match="Errno 27"):
            log.write([("T3", [EVE_SAT], None), ("short", [EVE_SAT], None)])
        assert file.read_bytes() == before
        log.write([("T3", [EVE_SAT], None)])
    with opening(file) as log:
        assert read(log) == played | {"T3": [*played["T3"], as_json(EVE_SAT)]}
        assert log.notes == []


def test_a_batch_that_the_disk_did_not_confirm_did_not_happen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where cutting it off was not confirmed either: it is done again before the next batch."""
    file = tmp_path / "log.db"
    played = write_rounds(file, 1)
    with opening(file) as log:

        def fail(_: int) -> None:
            raise OSError(5, "Input/output error")

        with monkeypatch.context() as patched:
            patched.setattr(os, "fdatasync", fail)
            with pytest.raises(OSError, match=r"Errno 5"):
                log.write([("T3", [EVE_SAT], None), ("short", [EVE_SAT], None)])
        log.write([("short", [EVE_SAT], None)])
    with opening(file) as log:
        assert read(log) == played | {"short": [*played["short"], as_json(EVE_SAT)]}
        assert log.notes == []


def test_a_server_wakes_up_although_nothing_can_be_written(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A table in the middle of a question goes on when the disk does."""
    file = tmp_path / "log.db"
    live = table_of("Ann", "Bob", name="asking")
    live.begin()
    with opening(file) as log:
        log.write([("asking", live.events, None)])

    async def wake() -> None:
        registry = TableRegistry(FileStorage(Log(str(file))), Limits())
        with full_disk(file, 0):
            await registry.wake()
        assert set(registry.tables) == {"asking"}
        await asyncio.wait_for(registry.tables["asking"].do(Resume(1.0)), 10)
        await registry.close()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, wake()).result()
    assert "Errno 27" in caplog.text  # too large a file


class FromAnotherTime(msgspec.Struct, tag_field="kind"):
    """An event that is none."""


def test_a_table_that_cannot_be_played_on_keeps_no_other_from_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "log.db"
    write_rounds(file, 1, ("good",))
    with opening(file) as log:
        log.write([("odd", [FromAnotherTime()], None)])  # type: ignore[list-item]

    async def wake() -> set[str]:
        registry = TableRegistry(FileStorage(Log(str(file))), Limits())
        await registry.wake()
        await registry.close()
        return set(registry.tables)

    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(asyncio.run, wake()).result() == {"good"}
    [line] = caplog.messages
    assert " odd " in line
    with opening(file) as log:
        assert set(log.open_tables()) == {"good", "odd"}

"""The table: what is fair, what leaks nothing, what survives, and what is refused."""

import asyncio
import contextlib
import json
import os
import random
import re
import secrets
import signal
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

from fivecard.draw import Deal
from fivecard.errors import FivecardError
from fivecard.table.client import Person
from fivecard.table.fair import deal_from, encode, seat_commitment, server_commitment, verify
from fivecard.table.log import Log
from fivecard.table.protocol import FIELDS, clean_name, read_message
from fivecard.table.room import OPENING_SECONDS, Event, Room, TableError
from fivecard.table.server import COOKIE
from fivecard.table.view import room_view

VECTORS = Path(__file__).parent / "golden" / "fair.json"

# Fairness


def test_the_shuffle_gives_the_written_vectors() -> None:
    for vector in json.loads(VECTORS.read_text()):
        seeds = {int(seat): bytes.fromhex(seed) for seat, seed in vector["seeds"].items()}
        commitments = {
            seat: seat_commitment(vector["table"], vector["round"], seat, seed) for seat, seed in seeds.items()
        }
        server = bytes.fromhex(vector["server_seed"])
        deal = deal_from(vector["table"], vector["round"], seeds, server)
        assert {str(seat): text for seat, text in commitments.items()} == vector["commitments"]
        told = server_commitment(vector["table"], vector["round"], vector["agreed"], commitments, server)
        assert told == vector["server_commitment"]
        assert [str(card) for card in deal.deck] == vector["deck"]
        assert [str(card) for card in deal.reserve] == vector["reserve"]


def test_the_shuffle_favours_no_card() -> None:
    firsts = Counter(deal_from("t", number, {0: bytes(32)}, bytes(32)).deck[0] for number in range(5200))
    assert len(firsts) == 52
    assert sum((count - 100) ** 2 / 100 for count in firsts.values()) < 95  # chi-square with 51 degrees: 1 in 5000


def test_parts_cannot_be_mistaken_for_others() -> None:
    assert encode("ab", "c") != encode("a", "bc")
    assert encode("a") == b"\0\0\0\1a"


def play_round(
    room: Room, source: random.Random, events: list[Event], watch: "Any" = lambda: None, skip: float = 0.0
) -> dict[str, Any]:
    """Play one round with people who draw at random; gives its record."""
    record = None
    now = 1000.0 * room.seq

    def happen(new: list[Event]) -> None:
        nonlocal record
        for event in new:
            record = room.record_after(event) or record
            room.take(event)
            events.append(json.loads(json.dumps(event)))
            watch()

    happen(room.begin(now))
    seeds: dict[int, bytes] = {}
    while room.phase != "shown":
        if ahead := room.automatic(now, source.randbytes(32)):
            happen(ahead)
            continue
        assert room.round is not None
        if room.phase in {"committing", "opening"}:
            done = room.round.commitments if room.phase == "committing" else room.round.seeds
            player = source.choice([player for player in room.round.people() if player not in done])
            if room.phase == "committing":
                seeds[player] = source.randbytes(32)
                happen(room.commit(player, seat_commitment(room.id, room.round.number, player, seeds[player])))
            else:
                happen(room.open(player, seeds[player]))
        elif source.random() < skip:
            now += room.clock + 1
            happen(room.expire(now))
        else:
            turn = room.game.turn
            assert turn is not None
            hand = room.game.hands[turn]
            cards = tuple(source.sample(hand, source.randrange(min(3, room.game.replaceable) + 1)))
            happen(room.discard(turn, cards, now))
    assert record is not None
    return record


def opened(seats: int = 4, fill: str = "sharp", rules: str = "C", **more: Any) -> list[Event]:
    return [
        {"kind": "opened", "id": "table", "rules": rules, "seats": seats, "fill": fill, "clock": 30, "practice": False}
        | more
    ]


def seated(room: Room, *names: str) -> list[Event]:
    events = []
    for seat, name in enumerate(names):
        [event] = room.sit(seat, name, f"token of {name}")
        room.take(event)
        events.append(event)
    return events


def test_finished_rounds_can_be_verified_and_not_be_changed() -> None:
    source = random.Random(1)
    room = Room(opened())
    seated(room, "Ann", "Bob")
    record = play_round(room, source, [])
    witness = {"seat": 0, "seed": record["seeds"]["0"], "server_commitment": record["server_commitment"]}
    assert len(verify(record | {"witness": witness})) == 5
    other = secrets.token_hex(32)
    for changed, message in (
        ({"server_seed": other}, "the server's seed is not the one it committed to"),
        ({"seeds": record["seeds"] | {"1": other}}, "the seed of seat 2 is not the one it committed to"),
        ({"seeds": {"0": record["seeds"]["0"]}}, "not those that committed"),
        ({"deck": record["deck"][::-1]}, "the deck is not the one that follows"),
        ({"winners": [(record["winners"][0] + 1) % 4]}, "won, not"),
        ({"witness": witness | {"server_commitment": other}}, "not the one this browser saw"),
        ({"witness": witness | {"seed": other}}, "not the one this browser made"),
        ({"deck": "nonsense"}, "this is not a finished round"),
        ({"rules": "Z"}, "this is not a finished round"),
        ({"rules": "A"}, "not those that the server committed to"),
        ({"agreed": "A 0:person"}, "the server's seed is not the one it committed to"),
        ({"hands": [record["hands"][1], *record["hands"][1:]]}, "the hands that were shown are not those"),
        ({"witness": witness | {"hand": record["hands"][1]}}, "the cards dealt to seat 1 are not those"),
        ({"witness": {"seat": "x"}}, "this is not a finished round"),
    ):
        with pytest.raises(FivecardError, match=message):
            verify(record | changed)


def test_the_command_verifies_a_file(tmp_path: Path) -> None:
    room = Room(opened())
    seated(room, "Ann")
    file = tmp_path / "round.json"
    file.write_text(json.dumps(play_round(room, random.Random(2), [])))
    run = [sys.executable, "-m", "fivecard", "verify"]
    done = subprocess.run([*run, str(file)], capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert "The file agrees with itself." in done.stdout
    record = json.loads(file.read_text())
    witness = {"seat": 0, "seed": record["seeds"]["0"], "server_commitment": record["server_commitment"]}
    file.write_text(json.dumps(record | {"witness": witness}))
    done = subprocess.run([*run, str(file)], capture_output=True, text=True, check=False)
    assert "The deck was not chosen by anybody." in done.stdout
    file.write_text("{")
    done = subprocess.run([*run, str(file)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert "this is not JSON" in done.stderr


# What leaves the server

CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")


def leaks(room: Room, viewer: int | None) -> set[str]:
    """The cards and secrets in what a viewer is sent that the viewer may not know."""
    text = json.dumps(room_view(room, viewer, {0}, 0.0))
    shown = set(CARD.findall(text))
    allowed: set[str] = set()
    playing = room.round
    if playing and playing.state:
        if playing.state.is_over:
            allowed = {str(card) for hand in playing.state.hands for card in hand}
        else:
            mine = [n for n, player in enumerate(playing.players) if player.seat == viewer and player.level is None]
            allowed = {str(card) for number in mine for card in playing.state.hands[number]}
    secret = [] if playing is None else [playing.server_seed.hex(), *(seed.hex() for seed in playing.seeds.values())]
    return (
        (shown - allowed)
        | {seed for seed in secret if seed and seed in text}
        | ({"token"} if "token of" in text else set())
    )


def search_for_leaks(seed: int, rounds: int) -> None:
    source = random.Random(seed)
    looks = 0
    for fill, people in (("sharp", 2), ("classic", 1), ("nobody", 5)):
        room = Room(opened(seats=5, fill=fill, rules=source.choice("AC")))
        seated(room, *["Ann", "Bob", "Cy", "Di", "Eve"][:people])

        def watch(room: Room = room) -> None:
            nonlocal looks
            for viewer in (None, *range(5)):
                looks += 1
                assert leaks(room, viewer) == set()

        for _ in range(rounds // 3):
            play_round(room, source, [], watch, skip=0.02)
            for seat, person in enumerate(room.seats):
                if person and person.away:
                    room.take(room.come_back(seat)[0])
    assert looks > rounds * 60


@pytest.mark.parametrize("seed", range(4))
def test_nobody_is_sent_what_they_may_not_know(seed: int) -> None:
    search_for_leaks(seed, 120)


@pytest.mark.exhaustive
def test_nobody_is_sent_what_they_may_not_know_in_thousands_of_rounds() -> None:
    search_for_leaks(99, 3000)


def test_a_hand_that_is_known_is_there_to_be_found() -> None:
    """The search for leaks finds cards: it would see one."""
    room = Room(opened())
    seated(room, "Ann")
    seen: list[int] = []

    def watch() -> None:
        if room.phase == "drawing" and room.game.turn == 0:
            text = json.dumps(room_view(room, 0, set(), 0.0))
            seen.append(len(CARD.findall(text)))

    play_round(room, random.Random(1), [], watch)
    assert seen[0] == 5


# The room


def test_the_state_is_the_replay_of_its_events() -> None:
    source = random.Random(5)
    events = opened()
    room = Room(events)
    events += seated(room, "Ann", "Bob")
    for _ in range(4):
        play_round(room, source, events, skip=0.1)
    again = Room(events)
    for viewer in (None, 0, 1, 2):
        assert room_view(again, viewer, set(), 0.0) == room_view(room, viewer, set(), 0.0)
    assert sum(standing.share for standing in room.standings) == pytest.approx(4)


def dealt_room(**more: Any) -> Room:
    room = Room(opened(**more))
    seated(room, "Ann", "Bob")
    room.take(room.begin(0.0)[0])
    seeds = {0: bytes(32), 1: bytes(32)}
    for player, seed in seeds.items():
        room.take(room.commit(player, seat_commitment(room.id, 1, player, seed))[0])
    room.take(room.automatic(0.0, bytes(32))[0])
    for player, seed in seeds.items():
        room.take(room.open(player, seed)[0])
    room.take(room.automatic(0.0, bytes(32))[0])
    return room


def test_out_of_time_stands_pat_and_twice_is_away() -> None:
    room = dealt_room(seats=2)
    assert room.expire(29.9) == []
    for number in (1, 2):
        if number == 2:
            room = dealt_room(seats=2)
            person = room.seats[0]
            assert person is not None
            person.missed = 1
        events = room.expire(31.0)
        assert events[0] == {"kind": "discarded", "player": 0, "cards": "", "by": "clock", "until": 61.0}
        assert [event["kind"] for event in events[1:]] == ["away"] * (number == 2)


def test_a_computer_plays_for_those_who_are_away_until_they_return() -> None:
    room = dealt_room(seats=2)
    room.take({"kind": "away", "seat": 0})
    [event] = room.automatic(0.0, bytes(32))
    assert (event["kind"], event["by"]) == ("discarded", "computer")
    room.take(room.come_back(0)[0])
    assert room.automatic(0.0, bytes(32)) == []
    assert room.come_back(0) == []


def test_a_seat_that_does_not_open_voids_the_deal_and_the_seed_is_published() -> None:
    room = Room(opened(seats=3))
    seated(room, "Ann", "Bob")
    room.take(room.begin(0.0)[0])
    for player in (0, 1):
        room.take(room.commit(player, seat_commitment(room.id, 1, player, bytes(32)))[0])
    room.take(room.automatic(0.0, bytes([7]) * 32)[0])
    room.take(room.open(0, bytes(32))[0])
    assert room.automatic(0.0, bytes(32)) == []
    events = room.expire(OPENING_SECONDS + 1)
    assert events == [{"kind": "away", "seat": 1}, {"kind": "void", "reason": "seat 2 did not open", "seed": "07" * 32}]
    for event in events:
        room.take(event)
    published = room_view(room, None, set(), 0.0)["void"]
    assert (published["reason"], published["seed"]) == ("seat 2 did not open", "07" * 32)
    [again] = room.gather(20.0)
    assert again["round"] == 2
    assert again["players"] == [(0, None, "Ann"), (1, "sharp", "Bob"), (2, "sharp", "Computer 3")]


def test_commands_are_refused_with_a_code() -> None:
    room = dealt_room(seats=3)
    for code, call in (
        ("stale", lambda: room.check_seq(1)),
        ("stale", lambda: room.check_seq(room.seq + 1)),
        ("playing", lambda: room.begin(0.0)),
        ("not-your-turn", lambda: room.discard(1, (), 0.0)),
        ("illegal", lambda: room.discard(0, room.game.hands[1][:1], 0.0)),
        ("illegal", lambda: room.discard(0, room.game.hands[0], 0.0)),
        ("not-now", lambda: room.commit(0, "00" * 32)),
        ("not-now", lambda: room.open(0, bytes(32))),
        ("taken", lambda: room.sit(0, "Cy", "c")),
        ("no-seat", lambda: room.sit(3, "Cy", "c")),
        ("seated", lambda: room.sit(2, "Cy", "token of Ann")),
        ("name-taken", lambda: room.sit(2, "ANN", "c")),
        ("alone", lambda: alone().begin(0.0)),
        ("nobody", lambda: Room(opened()).begin(0.0)),
        ("wrong-seed", lambda: opening().open(0, bytes([1]) * 32)),
    ):
        with pytest.raises(TableError) as refusal:
            call()
        assert refusal.value.code == code


def alone() -> Room:
    room = Room(opened(fill="nobody"))
    seated(room, "Ann")
    return room


def opening() -> Room:
    room = Room(opened())
    seated(room, "Ann")
    room.take(room.begin(0.0)[0])
    room.take(room.commit(0, seat_commitment(room.id, 1, 0, bytes(32)))[0])
    room.take(room.automatic(0.0, bytes(32))[0])
    return room


def test_who_sits_down_in_a_round_sees_nothing_of_it_and_wins_nothing_by_it() -> None:
    room = dealt_room(seats=3)
    room.take(room.sit(2, "Cy", "token of Cy")[0])
    assert leaks(room, 2) == set()
    view = room_view(room, 2, {2}, 0.0)
    assert (view["you"], view["round"]["me"], view["round"]["hand"]) == (2, None, [])
    for player in (0, 1):
        room.take(room.discard(player, (), 0.0)[0])
    [last] = room.automatic(0.0, bytes(32))
    record = room.record_after(last)
    assert record is not None
    assert record["names"] == ["Ann", "Bob", "Computer 3"]
    room.take(last)
    assert [standing.rounds for standing in room.standings] == [1, 1, 0]


def test_who_leaves_is_played_for_to_the_end() -> None:
    room = dealt_room(seats=2)
    room.take(room.leave(0)[0])
    [event] = room.automatic(0.0, bytes(32))
    assert event["by"] == "computer"
    deal = room.round.actions[0] if room.round else None
    assert isinstance(deal, Deal)


# Messages

WRONG_MESSAGES = [
    "", "x", "[]", "1", "null", "{}", '{"type":"fly","seq":1}', '{"type":"begin"}', '{"type":"begin","seq":-1}',
    '{"type":"begin","seq":true}', '{"type":"begin","seq":1,"more":1}', '{"type":"sit","seq":1,"seat":9,"name":"Ann"}',
    '{"type":"sit","seq":1,"seat":0,"name":""}', '{"type":"sit","seq":1,"seat":0,"name":7}',
    '{"type":"commit","seq":1,"hash":"00"}', '{"type":"commit","seq":1,"hash":"' + "G" * 64 + '"}',
    '{"type":"open","seq":1,"seed":null}', '{"type":"discard","seq":1,"cards":"As"}',
    '{"type":"discard","seq":1,"cards":["Xx"]}', '{"type":"discard","seq":1,"cards":["As","As","As","As","As","As"]}',
    '{"type":["sit"],"seq":1}', "[" * 5000,
]  # fmt: skip


@pytest.mark.parametrize("text", WRONG_MESSAGES, ids=range(len(WRONG_MESSAGES)))
def test_what_is_not_a_message_is_refused(text: str) -> None:
    with pytest.raises(TableError):
        read_message(text)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@given(
    st.sampled_from(sorted(FIELDS)),
    st.dictionaries(st.sampled_from(["seq", "seat", "name", "hash", "cards"]), anything),
)
def test_any_message_is_read_or_refused(kind: str, fields: dict[str, object]) -> None:
    with contextlib.suppress(TableError):
        assert read_message(json.dumps({"type": kind} | fields))["type"] == kind


@given(st.text(max_size=40))
def test_names_are_short_and_control_nothing(name: str) -> None:
    with contextlib.suppress(TableError):
        cleaned = clean_name(name)
        assert 1 <= len(cleaned) <= 20
        assert cleaned.isprintable()


@pytest.mark.parametrize("name", ["", " ", "a" * 21, "a\u202eb", "a\x00", "\u200b", "\ud800"])
def test_wrong_names_are_refused(name: str) -> None:
    with pytest.raises(TableError):
        clean_name(name)


# The log


def a_log_with_rounds(file: Path, rounds: int = 3) -> list[Event]:
    log = Log(str(file))
    events = opened()
    room = Room(events)
    events += seated(room, "Ann", "Bob")
    written = 0
    for number in range(rounds):
        record = play_round(room, random.Random(number), events)
        log.write([("table", events[written:], record)])
        written = len(events)
    log.close()
    return events


def log_events(file: Path) -> list[Event]:
    log = Log(str(file))
    found = log.read().get("table", [])
    log.close()
    return found


def test_the_log_gives_back_what_was_written(tmp_path: Path) -> None:
    events = a_log_with_rounds(tmp_path / "log.db")
    assert log_events(tmp_path / "log.db") == json.loads(json.dumps(events))
    log = Log(str(tmp_path / "log.db"))
    text = log.round("table", 2)
    assert text is not None
    assert verify(json.loads(text))
    assert log.round("table", 9) is None
    assert log.notes == []
    log.close()


@pytest.mark.parametrize("seed", range(25))
def test_a_damaged_log_is_read_up_to_its_last_whole_event(tmp_path: Path, seed: int) -> None:
    file = tmp_path / "log.db"
    events = json.loads(json.dumps(a_log_with_rounds(file)))
    data = bytearray(file.read_bytes())
    source = random.Random(seed)
    if seed % 3 == 0:
        data = data[: source.randrange(len(data))]
    else:
        for _ in range(source.choice([1, 5, 400])):
            data[source.randrange(len(data))] = source.randrange(256)
    file.write_bytes(data)
    log = Log(str(file))
    found = log.read().get("table", [])
    assert found == events[: len(found)]
    if len(found) < len(events):
        assert log.notes
        assert list(tmp_path.glob("log.db.damaged*"))
    if found:
        Room(found)  # can be gone on with
    log.write([("table", [{"kind": "closed"}], None)])
    log.close()
    assert log_events(file) == [*found, {"kind": "closed"}]


def test_a_log_belongs_to_one_server(tmp_path: Path) -> None:
    log = Log(str(tmp_path / "log.db"))
    with pytest.raises(FivecardError, match="is in use by another server"):
        Log(str(tmp_path / "log.db"))
    log.close()
    Log(str(tmp_path / "log.db")).close()


def test_what_is_no_log_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(FivecardError, match="unable to open database file"):
        Log(str(tmp_path / "folder"))
    assert (tmp_path / "folder").is_dir()


def test_a_garbled_event_is_noticed_by_its_checksum(tmp_path: Path) -> None:
    file = tmp_path / "log.db"
    events = a_log_with_rounds(file)
    connection = sqlite3.connect(file)
    connection.execute("UPDATE events SET event = replace(event, 'Ann', 'Eve') WHERE number = 2")
    connection.commit()
    connection.close()
    log = Log(str(file))
    assert log.read() == {"table": events[:1]}
    assert "event 2 is missing or damaged; the 1 events before it are kept" in log.notes[0]
    log.close()


# The server


class Server:
    """A server of its own, in a process that can be killed."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.file = folder / "table.db"
        self.options = options
        self.port = 0
        self.errors = folder / "errors.txt"
        self.start()

    def start(self) -> None:
        command = [
            sys.executable,
            "-m",
            "fivecard",
            "table",
            "--port",
            str(self.port),
            "--data",
            str(self.file),
            "--pace",
            "0",
        ]
        with self.errors.open("a") as errors:
            self.process = subprocess.Popen([*command, *self.options], stdout=subprocess.PIPE, stderr=errors, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://localhost:(\d+)/", line)
        assert found, line + self.errors.read_text()
        self.port = int(found[1])
        self.base = f"http://localhost:{self.port}"

    def open_table(self, **wishes: object) -> str:
        answer = httpx.post(f"{self.base}/tables", content=json.dumps(wishes), headers={"Origin": self.base})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["table"])

    def stop(self, how: signal.Signals = signal.SIGINT) -> int:
        self.process.send_signal(how)
        self.process.communicate(timeout=15)
        return self.process.returncode


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("table"))
    yield running
    assert running.stop() == 0
    assert "Traceback" not in running.errors.read_text()


def run(work: Coroutine[Any, Any, Any]) -> Any:
    """Run asynchronous work in a thread of its own: a browser that is open in this one has a loop already."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, asyncio.wait_for(work, 25)).result()


async def play_at(person: Person, rounds: int, source: random.Random, think: float = 0.0) -> None:
    """Play rounds, beginning one whenever nobody else has."""
    while True:
        state = await person.until(lambda state: person.may_draw(state) or state["phase"] in {"shown", "lobby"})
        await asyncio.sleep(think)  # slower than a flood
        if person.may_draw(state):
            hand = state["round"]["hand"]
            await person.draw(source.sample(hand, source.randrange(min(3, state["round"]["most_discards"]) + 1)))
        elif state["seats"][state["you"]]["rounds"] >= rounds:
            return
        elif state["you"] == 0:
            await person.ask("begin")
        else:
            await person.receive()


def test_people_and_computers_play_rounds(server: Server) -> None:
    async def work() -> None:
        table = server.open_table(seats=4, fill="classic")
        async with (
            Person(server.base, table) as ann,
            Person(server.base, table) as bob,
            Person(server.base, table) as eve,
        ):
            assert (await ann.ask("sit", seat=0, name="Ann"))["type"] == "done"
            assert (await bob.ask("sit", seat=2, name="Bob"))["type"] == "done"
            await asyncio.gather(*(play_at(person, 3, random.Random(1)) for person in (ann, bob)))
            state = await eve.until(lambda state: state["phase"] == "shown" and state["seats"][0]["rounds"] == 3)
            assert state["you"] is None
            assert len(ann.acknowledged) == len(bob.acknowledged) == 3
        record = httpx.get(f"{server.base}/t/{table}/rounds/{state['round']['number']}.json").json()
        assert len(verify(record)) == 4
        text = httpx.get(f"{server.base}/t/{table}/rounds/{state['round']['number']}.txt").text
        assert "fivecard round\nrules: C\nplayers: 4" in text

    run(work())


def test_nothing_goes_over_the_wire_that_a_seat_may_not_know(server: Server) -> None:
    """Every byte that two people and a spectator are sent, errors and all, before the show."""

    async def work() -> None:
        table = server.open_table(seats=4, fill="sharp")
        async with (
            Person(server.base, table) as ann,
            Person(server.base, table) as bob,
            Person(server.base, table) as eve,
        ):
            for person in (ann, bob, eve):
                person.listening = True
            await ann.ask("sit", seat=0, name="Ann")
            await bob.ask("sit", seat=1, name="Bob")
            await asyncio.gather(*(play_at(person, 6, random.Random(3), think=0.05) for person in (ann, bob)))
            await eve.until(lambda state: state["phase"] == "shown" and state["seats"][0]["rounds"] == 6)
            await bob.ask("discard", cards=["As"])
        for person, seat in ((ann, 0), (bob, 1), (eve, None)):
            number, known = 0, set[str]()
            for text in person.heard:
                message = json.loads(text)
                if message["type"] != "state" or not message["round"] or "show" in message["round"]:
                    assert message["type"] == "state" or not CARD.findall(text)
                    continue
                if message["round"]["number"] != number:
                    number = message["round"]["number"]
                    record = httpx.get(f"{server.base}/t/{table}/rounds/{number}.json").json()
                    known = set()
                    if seat is not None:
                        dealt = record["deck"][seat : 5 * record["players"] : record["players"]]
                        known = {*dealt, *record["hands"][seat]}
                assert set(CARD.findall(text)) <= known
                assert record["server_seed"] not in text

    run(work())


def test_a_second_window_of_the_same_browser_has_the_same_seat(server: Server) -> None:
    async def work() -> None:
        table = server.open_table(seats=2)
        async with Person(server.base, table) as one:
            await one.ask("sit", seat=1, name="Ann")
            async with Person(server.base, table, one.token) as two:
                assert (await two.until(bool))["you"] == 1
            async with Person(server.base, table) as forged:
                assert (await forged.until(bool))["you"] is None
                assert (await forged.ask("leave"))["code"] == "spectator"

    run(work())


def test_illegal_stale_and_duplicate_commands_get_an_error_each(server: Server) -> None:
    async def work() -> None:
        table = server.open_table(seats=2, fill="sharp")
        async with Person(server.base, table) as ann:
            await ann.ask("sit", seat=0, name="Ann")
            await ann.ask("begin")
            state = await ann.until(ann.may_draw)
            assert (await ann.ask("discard", cards=["As", "As"]))["code"] == "illegal"
            assert (await ann.ask("hint"))["code"] == "no-hints"
            old = dict(state)
            assert (await ann.draw(state["round"]["hand"][:1]))["type"] == "done"
            ann.state = old
            assert (await ann.ask("discard", cards=[]))["code"] in {"stale", "not-your-turn", "not-now"}
            ann.state = old | {"seq": 10**9}
            assert (await ann.ask("begin"))["code"] == "stale"

    run(work())


def test_hints_are_for_practice_tables(server: Server) -> None:
    async def work() -> None:
        table = server.open_table(seats=2, practice=True)
        async with Person(server.base, table) as ann:
            await ann.ask("sit", seat=0, name="Ann")
            await ann.ask("begin")
            await ann.until(ann.may_draw)
            answer = await ann.ask("hint")
            assert answer["type"] == "hint"
            assert [choice["share"] for choice in answer["choices"]] == sorted(
                (choice["share"] for choice in answer["choices"]), reverse=True
            )

    run(work())


@pytest.mark.parametrize(
    "headers", [{}, {"Origin": "http://evil.example"}, {"Origin": "null"}, {"Origin": "http://localhost"}], ids=str
)
def test_sockets_and_tables_are_for_our_own_pages(server: Server, headers: dict[str, str]) -> None:
    async def work() -> None:
        table = server.open_table()
        address = f"{server.base.replace('http', 'ws')}/t/{table}/socket"
        cookie = {"Cookie": f"{COOKIE}={secrets.token_urlsafe(32)}"}
        with pytest.raises(InvalidStatus, match="403"):
            async with connect(address, additional_headers=headers | cookie):
                pass

    run(work())
    assert httpx.post(f"{server.base}/tables", content="{}", headers=headers).status_code == 403


def test_a_socket_needs_a_cookie_and_a_table(server: Server) -> None:
    async def work() -> None:
        table = server.open_table()
        for name, cookie in ((table, ""), (table, f"{COOKIE}=short"), ("nowhere", f"{COOKIE}={'x' * 43}")):
            with pytest.raises(InvalidStatus, match="403"):
                async with connect(
                    f"{server.base.replace('http', 'ws')}/t/{name}/socket",
                    origin=Origin(server.base),
                    additional_headers={"Cookie": cookie},
                ):
                    pass

    run(work())


async def closing_code(person: Person) -> int:
    """Read to the end of a connection, and give the reason for it."""
    try:
        while True:
            await person.receive()
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 0


def test_malformed_and_oversized_messages_are_answered(server: Server) -> None:
    async def work() -> None:
        table = server.open_table()
        async with Person(server.base, table) as person:
            await person.until(bool)
            for text in ("", "{", '{"type":"fly","seq":1}'):
                await person.socket.send(text)
                assert (await person.receive())["code"] == "malformed"
            await person.socket.send(b"\x00")
            assert (await person.receive())["code"] == "malformed"
            await person.socket.send("x" * 5000)
            assert await closing_code(person) == 1009  # too big

    run(work())


def test_floods_are_cut_off(server: Server) -> None:
    async def work() -> None:
        table = server.open_table()
        async with Person(server.base, table) as person:
            with contextlib.suppress(ConnectionClosed):
                for _ in range(2000):
                    await person.socket.send('{"type":"leave","seq":1}')
            assert await closing_code(person) == 1008

    run(work())


def test_one_address_has_so_many_sockets(tmp_path: Path) -> None:
    own = Server(tmp_path, "--sockets-per-address", "2", "--tables", "1")

    async def work() -> None:
        table = own.open_table()
        async with Person(own.base, table), Person(own.base, table):
            with pytest.raises((InvalidStatus, ConnectionClosed)):
                async with Person(own.base, table) as third:
                    await third.receive()

    run(work())
    answer = httpx.post(f"{own.base}/tables", content="{}", headers={"Origin": own.base})
    assert (answer.status_code, answer.json()["error"]) == (503, "full")
    assert own.stop() == 0


WRONG_TABLES = ["", "[]", '{"seats":1}', '{"seats":true}', '{"rules":"B"}', '{"rules":[]}', '{"fill":"x"}',
                '{"clock":0}', '{"clock":"30"}', '{"practice":1}', '{"x":1}', "[" * 3000]  # fmt: skip


@pytest.mark.parametrize("body", WRONG_TABLES, ids=range(len(WRONG_TABLES)))
def test_wrong_tables_are_not_opened(server: Server, body: str) -> None:
    answer = httpx.post(f"{server.base}/tables", content=body, headers={"Origin": server.base})
    assert (answer.status_code, answer.json()["error"]) == (400, "malformed")


def test_too_large_a_request_is_refused(server: Server) -> None:
    answer = httpx.post(f"{server.base}/tables", content="x" * 10_000, headers={"Origin": server.base})
    assert answer.status_code == 413


@given(
    st.sampled_from(["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS"]),
    st.lists(st.sampled_from(["t", "tables", "page", "cards", "rounds", "..", "%00", "1", "-1", "As.svg", "back-x.svg",
                              "9" * 30, "9" * 5000, "1.json", "table.html", "%2e%2e", "é"]), max_size=5),
    st.binary(max_size=50),
)  # fmt: skip
@settings(max_examples=150, deadline=None)
def test_any_request_is_answered(server: Server, method: str, parts: list[str], body: bytes) -> None:
    answer = httpx.request(method, f"{server.base}/{'/'.join(parts)}", content=body)
    assert answer.status_code < 500
    if answer.status_code == 200:
        assert answer.headers["content-security-policy"].startswith("default-src 'self'")


def test_the_seat_token_is_kept_from_scripts_and_stored_hashed(server: Server) -> None:
    table = server.open_table(seats=2)
    answer = httpx.get(f"{server.base}/t/{table}")
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    token = answer.cookies[COOKIE]
    assert len(token) == 43

    async def work() -> None:
        async with Person(server.base, table, token) as ann:
            await ann.ask("sit", seat=0, name="Ann")

    run(work())
    with contextlib.closing(sqlite3.connect(f"file:{server.file}?mode=ro", uri=True)) as log:
        text = "".join(row[0] for row in log.execute("SELECT event FROM events"))
    assert token not in text
    assert sha256(token.encode()).hexdigest() in text


# Pulling the plug


async def play_until_killed(people: list[Person], source: random.Random, server: Server) -> None:
    async def one(person: Person) -> None:
        with contextlib.suppress(ConnectionClosed, OSError):
            async with person:
                if (await person.until(bool))["you"] is None:
                    await person.ask("sit", seat=people.index(person), name=f"Player {people.index(person)}")
                    await person.until(lambda state: state["you"] is not None)
                await play_at(person, 10**9, source, think=0.12)

    playing = asyncio.gather(*(one(person) for person in people))
    await asyncio.sleep(source.uniform(0.3, 0.8))
    os.kill(server.process.pid, signal.SIGKILL)
    await playing


def logged(file: Path, table: str) -> list[Event]:
    """What is on the disk, beside a server that runs."""
    with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as log:
        rows = log.execute("SELECT event FROM events WHERE room = ? ORDER BY number", (table,)).fetchall()
    return [json.loads(text) for (text,) in rows]


def kill_and_go_on(server: Server, times: int) -> None:
    table = server.open_table(seats=3, fill="sharp")
    people = [Person(server.base, table) for _ in range(2)]
    source = random.Random(times)
    for _ in range(times):
        run(play_until_killed(people, source, server))
        server.process.communicate()
        before = {person.token: person.state for person in people}
        server.start()
        events = logged(server.file, table)
        number, draws = 0, set()
        for event in events:
            if event["kind"] == "gathering":
                number = event["round"]
            if event["kind"] == "discarded":
                draws.add((number, event["player"], tuple(event["cards"].split())))
        for person in people:
            assert set(person.acknowledged) <= draws
            state = before[person.token]
            room = Room(events)
            if state and state["phase"] == "drawing" and room.round and room.round.number == state["round"]["number"]:
                me = state["round"]["me"]
                if room.phase == "drawing" and me is not None and room.game.turn == me == state["round"]["turn"]:
                    assert [str(card) for card in room.game.hands[me]] == state["round"]["hand"]
            person.base, person.state = server.base, {}
    assert sum(len(person.acknowledged) for person in people) >= times / 2
    progress = [len(person.acknowledged) for person in people]
    for person in people:  # and it still goes on
        assert len(set(person.acknowledged)) == len(person.acknowledged)
    run(finish_a_round(people, source))
    assert [len(person.acknowledged) for person in people] > progress


async def finish_a_round(people: list[Person], source: random.Random) -> None:
    async def one(person: Person) -> None:
        async with person:
            rounds = (await person.until(bool))["seats"][people.index(person)]["rounds"]
            await play_at(person, rounds + 2, source, think=0.05)

    await asyncio.gather(*(one(person) for person in people))


def test_killing_the_server_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    server = Server(tmp_path)
    kill_and_go_on(server, 6)
    assert server.stop() == 0


@pytest.mark.exhaustive
def test_killing_the_server_a_hundred_times_loses_nothing(tmp_path: Path) -> None:
    server = Server(tmp_path)
    kill_and_go_on(server, 100)
    assert server.stop() == 0


def test_a_second_server_on_the_same_log_is_turned_away(server: Server) -> None:
    command = [sys.executable, "-m", "fivecard", "table", "--port", "0", "--data", str(server.file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=20)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"fivecard: {server.file} is in use by another server\n"
    assert server.open_table()


def test_a_port_that_is_taken_is_named(server: Server, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "fivecard", "table", "--port", str(server.port), "--data", str(tmp_path / "x.db")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=20)
    assert done.returncode == 1
    assert f"cannot listen on 127.0.0.1, port {server.port}: is it taken?" in done.stderr

"""The table without its server: the fair deck, the room, what may leave it and messages."""

import contextlib
import json
import random
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivecard.engine import Deal
from fivecard.table.protocol import FIELDS, read_message
from fivecard.table.room import COMMITTING_SECONDS, Event, Room, TableError
from fivecard.table.timelock import is_prime, puzzle_of
from fivecard.table.view import room_view


def some_primes(source: random.Random) -> Iterator[int]:
    while True:
        number = source.getrandbits(512) | 0b11 << 510 | 1
        if is_prime(number):
            yield number


PRIMES = list(islice(some_primes(random.Random(7)), 12))
FACTORS = list(zip(PRIMES[::2], PRIMES[1::2], strict=True))
"""Secrets of puzzles, the same in every round and every run: nothing here depends on them."""


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
    while room.phase != "shown":
        if ahead := room.automatic(now, source.randbytes(32)):
            happen(ahead)
            continue
        assert room.round is not None
        if room.phase in {"committing", "opening"}:
            done = room.round.puzzles if room.phase == "committing" else room.round.seeds
            player = source.choice([player for player in room.round.people() if player not in done])
            if room.phase == "committing":
                happen(room.commit(player, puzzle_of(FACTORS[player])))
            else:
                happen(room.open(player, FACTORS[player][0]))
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
    if playing:
        secret += [text for opening in playing.openings.values() for text in opening.values()]
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
    sealed(room)
    for player in (0, 1):
        room.take(room.open(player, FACTORS[player][0])[0])
    room.take(room.automatic(0.0, bytes(32))[0])
    return room


def sealed(room: Room) -> None:
    """Bring a room to where the puzzles are to be opened."""
    room.take(room.begin(0.0)[0])
    assert room.round is not None
    for player in room.round.people():
        room.take(room.commit(player, puzzle_of(FACTORS[player]))[0])
    room.take(room.automatic(0.0, bytes(32))[0])


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


def test_a_seat_that_does_not_commit_is_left_out_and_the_void_deal_is_a_record() -> None:
    room = Room(opened(seats=3))
    seated(room, "Ann", "Bob")
    room.take(room.begin(0.0)[0])
    room.take(room.commit(0, puzzle_of(FACTORS[0]))[0])
    assert room.automatic(0.0, bytes(32)) == []
    events = room.expire(COMMITTING_SECONDS + 1)
    assert events == [{"kind": "away", "seat": 1}, {"kind": "void", "reason": "seat 2 did not commit"}]
    record = room.record_after(events[1])
    assert record is not None
    assert (record["void"], record["puzzles"]) == ("seat 2 did not commit", {"0": puzzle_of(FACTORS[0])})
    for event in events:
        room.take(event)
    assert room_view(room, None, set(), 0.0)["voids"] == [{"round": 1, "reason": "seat 2 did not commit"}]
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
        ("not-now", lambda: room.commit(0, puzzle_of(FACTORS[0]))),
        ("not-now", lambda: room.open(0, FACTORS[0][1])),
        ("taken", lambda: room.sit(0, "Cy", "c")),
        ("no-seat", lambda: room.sit(3, "Cy", "c")),
        ("seated", lambda: room.sit(2, "Cy", "token of Ann")),
        ("name-taken", lambda: room.sit(2, "ANN", "c")),
        ("alone", lambda: alone().begin(0.0)),
        ("nobody", lambda: Room(opened()).begin(0.0)),
        ("wrong-factor", lambda: opening().open(0, FACTORS[1][0])),
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
    sealed(room)
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
    '{"type":"commit","seq":1,"puzzle":"00"}', '{"type":"commit","seq":1,"puzzle":"' + "G" * 256 + '"}',
    '{"type":"commit","seq":1,"puzzle":"' + "f" * 255 + '0"}', '{"type":"commit","seq":1,"puzzle":"' + "7" * 256 + '"}',
    '{"type":"commit","seq":1,"puzzle":"' + "f" * 258 + '"}', '{"type":"open","seq":1,"factor":"' + "F" * 128 + '"}',
    '{"type":"open","seq":1,"factor":null}',   '{"type":"discard","seq":1,"cards":"As"}',
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
    st.dictionaries(st.sampled_from(["seq", "seat", "name", "puzzle", "factor", "cards"]), anything),
)
def test_any_message_is_read_or_refused(kind: str, fields: dict[str, object]) -> None:
    with contextlib.suppress(TableError):
        assert read_message(json.dumps({"type": kind} | fields))["type"] == kind

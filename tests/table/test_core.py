"""The table without its server: what decide and evolve do, what may leave it, and messages."""

import contextlib
import json
import random
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivecard.engine import Action, Deal, Discard, State, apply
from fivecard.table.core import Command, Decision, Event, Message, Request, TableError, decide, is_due, replay
from fivecard.table.core.commands import (
    Act,
    Back,
    Begin,
    Hint,
    Leave,
    SitOut,
    Tick,
)
from fivecard.table.core.events import Acted, Closed, Sat, WentAway, decode, encode
from fivecard.table.core.shuffle import deal
from fivecard.table.fairness.verify import follow, verify
from fivecard.table.protocol.messages import read_message, read_wishes
from fivecard.table.protocol.view import table_view
from tests.table.tables import NONCES, LiveTable, as_json, dealt_table, opened, refused, table_of

# Events


def test_the_state_is_the_replay_of_its_events() -> None:
    """Also of those that the log gives back."""
    source = random.Random(5)
    live = table_of("Ann", "Bob")
    for _ in range(4):
        live.play_round(source, skip=0.1)
    assert replay(decode(encode(event)) for event in live.events) == live.table
    assert [standing.rounds for standing in live.table.standings] == [4] * 4


def test_what_has_happened_changes_nothing_that_was() -> None:
    """A state stays what it is, whatever happens after it: everything in it is frozen."""
    live = table_of("Ann", "Bob")
    states = [(live.table, repr(live.table))]
    for number in (3, 4):
        live.play_round(random.Random(number), lambda: states.append((live.table, repr(live.table))), skip=0.3)
    assert len(states) > 10
    assert all(repr(table) == then for table, then in states)


def test_the_engine_steps_once_for_one_action(monkeypatch: pytest.MonkeyPatch) -> None:
    live = table_of("Ann", "Bob")
    steps: list[Action] = []

    def counted(state: State, action: Action) -> Any:
        steps.append(action)
        return apply(state, action)

    monkeypatch.setattr("fivecard.table.core.game.apply", counted)
    monkeypatch.setattr(LiveTable, "accept", accept_unchecked)
    record = live.play_round(random.Random(1))
    assert isinstance(steps[0], Deal)
    draws = [step for step in steps[1:] if isinstance(step, Discard)]
    assert [" ".join(map(str, draw.cards)) for draw in draws] == [move.get("cards", "") for move in record["actions"]]
    assert len(steps) == 1 + 4


def accept_unchecked(live: LiveTable, decided: Decision) -> tuple[Event, ...]:
    """Adopt a decision as the server does, without making sure of it by its events."""
    live.table = decided.table
    live.records += [dict(decided.record)] if decided.record else []
    return tuple(decided.events)


def test_a_table_begins_with_its_opening_and_is_opened_once() -> None:
    for wrong in ([Closed()], [opened(), opened()]):
        with refused("broken"):
            replay(wrong)


@pytest.mark.parametrize(
    "text",
    [
        '{"kind":"flew"}', '{"kind":"sat","seat":0,"name":"Ann"}', '{"kind":"left","seat":"0"}', '{"seat":0}', "[]",
        '{"kind":"left","seat":true}', '{"kind":"left","seat":0,"more":1}', '{"kind":"resumed","until":NaN}',
        '{"kind":"acted","player":0,"do":"discard","by":"magic","until":1.0}',
        '{"kind":"acted","player":0,"do":"fly","by":"person","until":1.0}',
        '{"kind":"dealt","round":1,"players":[[0,null]],"deck":"","reserve":"","until":1.0}',
        '{"kind":"dealt","round":1,"players":[[0,null,"Ann",1]],"deck":"","reserve":"","until":1.0}',
        '{"kind":"sat","seat":0,"name":"Ann","token":"f00"}', '{"kind":"ready","seat":0,"until":1.0}',
    ],
)  # fmt: skip
def test_what_is_not_exactly_an_event_is_not_read(text: str) -> None:
    with pytest.raises(ValueError, match=r"Expected|Invalid|missing|unknown|malformed"):
        decode(text)


def test_no_text_in_an_event_can_end_a_line_of_the_log() -> None:
    written = encode([Sat(0, "".join(map(chr, range(0x250))), "f00", "c0")])
    assert not set(written) & set(range(0x20))


# Commands


@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_asked_for_in_whatever_order(seed: int) -> None:
    """A decision is where its events lead (see `LiveTable`), and a tick does something exactly when it is due."""
    source = random.Random(seed)
    fill = source.choice(["sharp", "classic", "nobody"])
    live = LiveTable(opened(source.randrange(2, 6), fill, source.choice("AC")))
    names, now = ["Ann", "Bób 🂡", "Cy", "Di", "Eve"], 0.0
    for _ in range(600):
        now += source.choice([0.0, 0.5, 4.0, 31.0])
        table, seat = live.table, source.randrange(len(live.table.seats))
        present = frozenset(number for number in range(len(table.seats)) if source.random() < 0.8)
        tick, player = Tick(now, present), table.player_of(seat)
        assert is_due(table, now, present) == bool(decide(table, tick).events)
        commands: list[Command] = [tick, tick]
        ready = Begin(table.seq, live.nonce(seat), live.commitment(seat))
        wanted: list[Message] = [live.to_sit(seat, names[seat]), *2 * [ready], Back()]
        if source.random() < 0.1:
            wanted += [Leave(table.seq), SitOut(), Begin(table.seq, NONCES[-1], live.commitment(seat))]
            wanted += [Begin(live.table.since, live.nonce(seat), live.commitment(seat))]
            wanted += [live.to_commit(seat)]
        if player is not None:
            hand = table.playing.state.hands[player] if table.playing.state else ()
            wanted += 3 * [Act(table.seq, "discard", None, hand[: source.randrange(5)])]
        commands += [Request(message, f"token {seat}", now, present) for message in wanted]
        with contextlib.suppress(TableError):
            live.do(source.choice(commands))
    assert replay(decode(encode(event)) for event in live.events) == live.table
    assert len(live.events) > 60
    for record in live.records:
        assert verify(record)
    assert follow(live.records)


def test_out_of_time_stands_pat_and_twice_is_away() -> None:
    live = dealt_table(seats=2)
    assert live.tick(29.9) == ()
    assert live.tick(31.0) == (Acted(0, "discard", "clock", 61.0),)
    live.discard(1, now=31.0)
    live.deal()
    assert live.tick(1e6) == (Acted(0, "discard", "clock", 1e6 + 30), WentAway(0))


def test_a_computer_plays_for_those_who_are_away_until_they_return() -> None:
    live = dealt_table(seats=2)
    live.take(WentAway(0))
    [event] = LiveTable(*live.events).tick()
    assert isinstance(event, Acted)
    assert event.by == "computer"
    live.come_back(0)
    assert live.tick() == ()
    assert live.come_back(0) == ()


def test_commands_are_refused_with_a_code() -> None:
    live = dealt_table(seats=3)
    hands = live.table.game.hands

    def sit(seat: int, name: str, token: str) -> Any:
        return live.do(Request(live.to_sit(seat, name), token, 0.0))

    def begin(seq: int) -> Begin:
        return Begin(seq, NONCES[0], live.commitment(0))

    alone, lobby, over = table_of("Ann", fill="nobody"), table_of("Ann"), dealt_table()
    over.play_on_to_the_end(random.Random(1))
    for code, call in (
        ("stale", lambda: live.ask(0, begin(1))),
        ("stale", lambda: live.ask(0, begin(live.table.seq + 1))),
        ("playing", live.begin),
        ("spectator", lambda: live.leave(2)),
        ("no-hints", lambda: live.ask(0, Hint(live.table.seq))),
        ("not-your-turn", lambda: live.discard(1)),
        ("illegal", lambda: live.discard(0, hands[1][:1])),
        ("illegal", lambda: live.discard(0, hands[0])),
        ("not-playing", lambda: lobby.ask(0, Act(lobby.table.seq, "discard"))),
        ("not-now", lambda: over.discard(0)),
        ("taken", lambda: sit(0, "Cy", "c")),
        ("no-seat", lambda: sit(3, "Cy", "c")),
        ("seated", lambda: sit(2, "Cy", "token of Ann")),
        ("name-taken", lambda: sit(2, "ANN", "c")),
        ("name", lambda: sit(2, "Dealer", "c")),
        ("alone", alone.begin),
        ("nobody", lambda: deal(LiveTable().table, 0.0)),
        ("wrong-nonce", lambda: lobby.ask(0, Begin(lobby.table.seq, NONCES[1], lobby.commitment(0)))),
        ("spectator", lambda: live.ask(2, live.to_commit(2))),
    ):
        with pytest.raises(TableError) as refusal:
            call()
        assert refusal.value.code == code
    assert live.ask(0, Back(seq=1)) == ()  # which answers no question, so it cannot come too late
    live.take(Closed())
    with refused("not-now"):
        live.tick()


def test_a_computer_has_one_name_which_no_person_gets() -> None:
    live = dealt_table(seats=3)
    assert [player["name"] for player in as_json(table_view(live.table, 0, {0}, 0.0))["round"]["players"]] == [
        "Ann", "Bob", "Carl",
    ]  # fmt: skip
    with refused("name-taken", "Carl"):
        live.do(Request(live.to_sit(2, "CARL"), "token of another", 0.0))
    live.leave(1)
    live.do(Request(live.to_sit(1, "Bob"), "token of Bob", 0.0))  # a computer plays on for him
    assert live.table.seats[1]


def test_who_leaves_is_played_for_to_the_end() -> None:
    live = dealt_table(seats=2)
    live.leave(0)
    [event] = live.tick()
    assert isinstance(event, Acted)
    assert event.by == "computer"


# Messages

HEX = "5e" * 32
BEGIN = f'"nonce":"{HEX}","commitment":"{HEX}"'
WRONG_MESSAGES = [
    "", "x", "[]", "1", "null", "{}", '{"type":"fly","seq":1}', '{"type":"begin","seq":1}',
    f'{{"type":"begin",{BEGIN}}}',
    f'{{"type":"begin","seq":1,"nonce":"{HEX}"}}', f'{{"type":"begin","seq":1,"commitment":"{HEX}"}}',
    *[
        f'{{"type":"begin","seq":{seq},{BEGIN}}}'
        for seq in ("-1", "true", "NaN", "1.0", "1e3", '"1"', "9007199254740992", "9" * 400)
    ],
    *[
        f'{{"type":"{kind},"commitment":{wrong}}}'
        for kind in (
            f'commit","instead":"{HEX}"', f'begin","seq":1,"nonce":"{HEX}"', 'sit","seq":1,"seat":0,"name":"Ann"'
        )
        for wrong in ("null", "7", '"00"', f'"{HEX[:-1]}G"', f'"{HEX[:-1]}E"', f'"{HEX}00"', f'"{HEX}\\n"')
    ],
    *[
        f'{{"type":"begin","seq":1,"commitment":"{HEX}","nonce":{wrong}}}'
        for wrong in ("null", '"00"', f'"{HEX.upper()}"', f'"{HEX}5e"', f'"{HEX}\\n"')
    ],
    f'{{"type":"commit","commitment":"{HEX}"}}', f'{{"type":"commit","commitment":"{HEX}","instead":"00"}}',
    f'{{"type":"begin","seq":1,{BEGIN},"more":1}}', f'{{"type":"begin","seq":1,{BEGIN}}} {{}}',
    f'{{"type":"sit","seq":1,"seat":9,"name":"Ann","commitment":"{HEX}"}}',
    '{"type":"sit","seq":1,"seat":0,"name":"Ann"}',
    f'{{"type":"sit","seq":1,"seat":0,"name":7,"commitment":"{HEX}"}}', '{"type":"commit","seq":1}',
    f'{{"type":"sit","seq":1,"seat":0,"name":"\\ud800","commitment":"{HEX}"}}',
    '{"type":"act","do":"discard","seq":1,"cards":"As"}', '{"type":"act","do":"discard","seq":1,"cards":["Xx"]}',
    '{"type":"act","do":"discard","seq":1,"cards":["As","As","As","As","As","As"]}',
    '{"type":["sit"],"seq":1}', "[" * 5000, '{"seq":1,"more":' + "[" * 3000,
    '{"type":"act","do":"discard","seq":1,"cards":[7]}',
    '{"type":"request","seq":1}',
]  # fmt: skip


def test_the_wrong_messages_are_wrong_in_one_thing() -> None:
    for text in (
        f'{{"type":"begin","seq":1,{BEGIN}}}',
        f'{{"type":"commit","commitment":"{HEX}","instead":"{HEX}"}}',
        f'{{"type":"sit","seq":1,"seat":0,"name":"Ann","commitment":"{HEX}"}}',
        '{"type":"act","do":"discard","seq":1,"cards":["As"]}',
    ):
        read_message(text)


@pytest.mark.parametrize("text", WRONG_MESSAGES, ids=range(len(WRONG_MESSAGES)))
def test_what_is_not_a_message_is_refused(text: str) -> None:
    with pytest.raises(TableError) as refusal:
        read_message(text)
    assert refusal.value.code == "malformed"


@pytest.mark.parametrize(
    "text",
    [
        "", "[]", "{}x", "[" * 5000, '{"seats":1}', '{"seats":10}', '{"seats":"2"}', '{"seats":2.5}', '{"seats":true}',
        '{"rules":"B"}', '{"rules":null}', '{"fill":"eve"}', '{"clock":0}', '{"clock":601}', '{"clock":NaN}',
        '{"clock":1e999}', '{"clock":true}', '{"practice":1}', '{"more":1}', '{"seats":2,"a":{"a":' + '{"a":' * 900,
    ],
)  # fmt: skip
def test_what_is_no_kind_of_table_is_refused(text: str) -> None:
    with pytest.raises(TableError) as refusal:
        read_wishes(text.encode(), "C")
    assert refusal.value.code == "malformed"


TYPES = sorted(message.__struct_config__.tag for message in get_args(Message))
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@given(
    st.sampled_from(TYPES),
    st.dictionaries(st.sampled_from(["seq", "seat", "name", "nonce", "commitment", "do", "cards"]), anything),
)
def test_any_message_is_read_or_refused(kind: str, fields: dict[str, object]) -> None:
    with contextlib.suppress(TableError):
        assert read_message(json.dumps({"type": kind} | fields)).__struct_config__.tag == kind

"""The table without its server: what decide and evolve do, what may leave it, and messages."""

import contextlib
import json
import random
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivecard.engine import Action, Deal, Discard, State, apply
from fivecard.table.core import Command, Decision, Event, Message, Request, TableError, decide, is_due, replay
from fivecard.table.core.commands import (
    Back,
    Begin,
    Commit,
    GatherAgain,
    Hint,
    Leave,
    Open,
    OpenByForce,
    Sit,
    Tick,
)
from fivecard.table.core.commands import Discard as Draw
from fivecard.table.core.events import Closed, Discarded, Entrant, Gathering, Voided, WentAway, decode, encode
from fivecard.table.core.shuffle import COMMITTING_SECONDS, gather
from fivecard.table.core.timelock import puzzle_of, squared
from fivecard.table.fairness.verify import follow, verify
from fivecard.table.protocol.messages import read_message, read_wishes
from fivecard.table.protocol.view import table_view
from tests.effort import effort
from tests.table.tables import CARD, FACTORS, LiveTable, as_json, dealt_table, opened, refused, table_of

# What leaves the server


def leaks(live: LiveTable, viewer: int | None) -> set[str]:
    """The cards and secrets in what a viewer is sent that the viewer may not know."""
    text = msgspec.json.encode(table_view(live.table, viewer, {0}, 0.0)).decode()
    shown = set(CARD.findall(text))
    allowed: set[str] = set()
    playing = live.table.round
    if playing and playing.state:
        if playing.state.is_over:
            allowed = {str(card) for hand in playing.state.hands for card in hand}
        else:
            mine = [n for n, player in enumerate(playing.players) if player.seat == viewer and player.level is None]
            allowed = {str(card) for number in mine for card in playing.state.hands[number]}
    secret = [] if playing is None else [playing.server_seed.hex(), *(seed.hex() for seed in playing.seeds.values())]
    if playing:
        secret += [opening for player in playing.players for opening in (player.factor, player.forced) if opening]
    return (
        (shown - allowed)
        | {seed for seed in secret if seed and seed in text}
        | ({"token"} if "token of" in text else set())
    )


def search_for_leaks(seed: int, rounds: int) -> None:
    source = random.Random(seed)
    looks = 0
    for fill, people in (("sharp", 2), ("classic", 1), ("nobody", 5)):
        names = ["Ann", "Bob", "Cy", "Di", "Eve"][:people]
        live = table_of(*names, seats=5, fill=fill, rules=source.choice("AC"))

        def watch(live: LiveTable = live) -> None:
            nonlocal looks
            for viewer in (None, *range(5)):
                looks += 1
                assert leaks(live, viewer) == set()

        for _ in range(rounds // 3):
            live.play_round(source, watch, skip=0.02)
            for seat, person in enumerate(live.table.seats):
                if person and person.away:
                    live.come_back(seat)
    assert looks > rounds * 60


@pytest.mark.parametrize("seed", range(effort(2, 4)))
def test_nobody_is_sent_what_they_may_not_know(seed: int) -> None:
    search_for_leaks(seed, effort(45, 120))


@pytest.mark.exhaustive
def test_nobody_is_sent_what_they_may_not_know_in_thousands_of_rounds() -> None:
    search_for_leaks(99, 3000)


def test_a_hand_that_is_known_is_there_to_be_found() -> None:
    """The search for leaks finds cards: it would see one."""
    live = table_of("Ann")
    seen: list[int] = []

    def watch() -> None:
        if live.table.phase == "drawing" and live.table.game.turn == 0:
            text = json.dumps(as_json(table_view(live.table, 0, set(), 0.0)))
            seen.append(len(set(CARD.findall(text))))

    live.play_round(random.Random(1), watch)
    assert seen[0] == 5


# Events


def test_the_state_is_the_replay_of_its_events() -> None:
    """Also of those that the log gives back."""
    source = random.Random(5)
    live = table_of("Ann", "Bob")
    for _ in range(4):
        live.play_round(source, skip=0.1)
    assert replay(decode(encode(event)) for event in live.events) == live.table
    assert sum(standing.share for standing in live.table.standings) == pytest.approx(4)


def test_what_has_happened_changes_nothing_that_was() -> None:
    """A state stays what it is, whatever happens after it: everything in it is frozen."""
    live = table_of("Ann", "Bob")
    states = [(live.table, repr(live.table))]
    live.play_round(random.Random(3), lambda: states.append((live.table, repr(live.table))), skip=0.3)
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
    assert [[str(card) for card in draw.cards] for draw in draws] == record["discards"]
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
        '{"kind":"discarded","player":0,"cards":"","by":"magic","until":1.0}',
        '{"kind":"gathering","round":1,"players":[[0,null]],"until":1.0}',
        '{"kind":"gathering","round":1,"players":[[0,null,"Ann",1]],"until":1.0}',
    ],
)  # fmt: skip
def test_what_is_not_exactly_an_event_is_not_read(text: str) -> None:
    with pytest.raises(ValueError, match=r"Expected|Invalid|missing|unknown|malformed"):
        decode(text)


def test_no_text_in_an_event_can_end_a_line_of_the_log() -> None:
    written = encode([Voided("".join(map(chr, range(0x250))))])
    assert not set(written) & set(range(0x20))


# Commands


@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_asked_for_in_whatever_order(seed: int) -> None:
    """A decision is where its events lead (see `LiveTable`), and a tick does something exactly when it is due."""
    source = random.Random(seed)
    fill = source.choice(["sharp", "classic", "nobody"])
    live = LiveTable(opened(source.randrange(2, 6), fill, source.choice("AC"), squarings=40))
    names, now = ["Ann", "Bób 🂡", "Cy", "Di", "Eve"], 0.0
    for _ in range(600):
        now += source.choice([0.0, 0.5, 4.0, 31.0])
        table, seat = live.table, source.randrange(len(live.table.seats))
        present = frozenset(number for number in range(len(table.seats)) if source.random() < 0.8)
        tick, player = Tick(now, source.randbytes(32), present), table.player_of(seat)
        assert is_due(table, now, present) == bool(decide(table, tick).events)
        commands: list[Command] = [tick, tick, GatherAgain(now, present)]
        wanted: list[Message] = [Sit(table.seq, seat, names[seat]), Begin(table.seq), Back()]
        if source.random() < 0.1:
            wanted.append(Leave(table.seq))
        if player is not None:
            hand = table.playing.state.hands[player] if table.playing.state else ()
            wanted += 3 * [Commit(table.seq, puzzle_of(FACTORS[player]))]
            wanted += 3 * [Open(table.seq, f"{FACTORS[player][0]:x}")]
            wanted += 3 * [Draw(table.seq, hand[: source.randrange(5)])]
        if silent := table.silent():
            commands.append(OpenByForce(silent[0], squared(silent[1], silent[2], 40)))
        commands += [Request(message, f"token {seat}", now, present) for message in wanted]
        with contextlib.suppress(TableError):
            live.do(source.choice(commands))
    assert replay(decode(encode(event)) for event in live.events) == live.table
    assert len(live.events) > 60
    for record in live.records:
        assert verify(record, least_squarings=40)
    assert follow(live.records)


def test_out_of_time_stands_pat_and_twice_is_away() -> None:
    live = dealt_table(seats=2)
    assert live.tick(29.9) == ()
    assert live.tick(31.0) == (Discarded(0, "", "clock", 61.0),)
    live.discard(1, now=31.0)
    live.deal()
    assert live.tick(1e6) == (Discarded(0, "", "clock", 1e6 + 30), WentAway(0))


def test_a_computer_plays_for_those_who_are_away_until_they_return() -> None:
    live = dealt_table(seats=2)
    live.take(WentAway(0))
    [event] = LiveTable(*live.events).tick()
    assert isinstance(event, Discarded)
    assert event.by == "computer"
    live.come_back(0)
    assert live.tick() == ()
    assert live.come_back(0) == ()


def test_a_seat_that_does_not_commit_is_left_out_and_the_void_deal_is_a_record() -> None:
    live = table_of("Ann", "Bob", seats=3)
    live.begin()
    [committed] = live.commit(0)
    assert live.tick() == ()
    assert live.tick(COMMITTING_SECONDS + 1) == (WentAway(1), Voided("seat 2 did not commit"))
    [record] = live.records
    assert (record["void"], record["puzzles"]) == ("seat 2 did not commit", {"0": as_json(committed)["puzzle"]})
    view = as_json(table_view(live.table, None, set(), 0.0))
    assert view["voids"] == [{"round": 1, "reason": "seat 2 did not commit"}]
    [again] = live.begin(20.0)
    assert isinstance(again, Gathering)
    assert again.round == 2
    assert again.players == (Entrant(0, None, "Ann"), Entrant(1, "sharp", "Bob"), Entrant(2, "sharp", "Carl"))


def test_commands_are_refused_with_a_code() -> None:
    live = dealt_table(seats=3)
    hands = live.table.game.hands

    def sit(seat: int, name: str, token: str) -> Any:
        return live.do(Request(Sit(live.table.seq, seat, name), token, 0.0))

    alone, opening = table_of("Ann", fill="nobody"), table_of("Ann")
    opening.seal()
    for code, call in (
        ("stale", lambda: live.ask(0, Begin(1))),
        ("stale", lambda: live.ask(0, Begin(live.table.seq + 1))),
        ("playing", live.begin),
        ("spectator", lambda: live.leave(2)),
        ("no-hints", lambda: live.ask(0, Hint(live.table.seq))),
        ("not-your-turn", lambda: live.discard(1)),
        ("illegal", lambda: live.discard(0, hands[1][:1])),
        ("illegal", lambda: live.discard(0, hands[0])),
        ("not-now", lambda: live.commit(0)),
        ("not-now", lambda: live.open(0, FACTORS[0][1])),
        ("taken", lambda: sit(0, "Cy", "c")),
        ("no-seat", lambda: sit(3, "Cy", "c")),
        ("seated", lambda: sit(2, "Cy", "token of Ann")),
        ("name-taken", lambda: sit(2, "ANN", "c")),
        ("name", lambda: sit(2, "Dealer", "c")),
        ("alone", alone.begin),
        ("nobody", lambda: gather(LiveTable().table, 0.0)),
        ("wrong-factor", lambda: opening.open(0, FACTORS[1][0])),
    ):
        with pytest.raises(TableError) as refusal:
            call()
        assert refusal.value.code == code
    assert live.ask(0, Back(seq=1)) == ()  # which answers no question, so it cannot come too late
    live.take(Closed())
    with refused("not-now"):
        live.tick()


def test_who_sits_down_in_a_round_sees_nothing_of_it_and_wins_nothing_by_it() -> None:
    live = dealt_table(seats=3)
    live.do(Request(Sit(live.table.seq, 2, "Cy"), "token of Cy", 0.0))
    assert leaks(live, 2) == set()
    view = as_json(table_view(live.table, 2, {2}, 0.0))
    assert (view["you"], view["round"]["me"], view["round"]["hand"]) == (2, None, [])
    for player in (0, 1):
        live.discard(player)
    live.tick()
    assert live.records[-1]["names"] == ["Ann", "Bob", "Carl"]
    assert [standing.rounds for standing in live.table.standings] == [1, 1, 0]


def test_a_computer_has_one_name_which_no_person_gets() -> None:
    live = dealt_table(seats=3)
    assert [player["name"] for player in as_json(table_view(live.table, 0, {0}, 0.0))["round"]["players"]] == [
        "Ann", "Bob", "Carl",
    ]  # fmt: skip
    with refused("name-taken", "Carl"):
        live.do(Request(Sit(live.table.seq, 2, "CARL"), "token of another", 0.0))
    live.leave(1)
    live.do(Request(Sit(live.table.seq, 1, "Bob"), "token of Bob", 0.0))  # a computer plays on for him
    assert live.table.seats[1]


def test_who_leaves_is_played_for_to_the_end() -> None:
    live = dealt_table(seats=2)
    live.leave(0)
    [event] = live.tick()
    assert isinstance(event, Discarded)
    assert event.by == "computer"


# Messages

WRONG_MESSAGES = [
    "", "x", "[]", "1", "null", "{}", '{"type":"fly","seq":1}', '{"type":"begin"}', '{"type":"begin","seq":-1}',
    '{"type":"begin","seq":true}', '{"type":"begin","seq":1,"more":1}', '{"type":"sit","seq":1,"seat":9,"name":"Ann"}',
    '{"type":"sit","seq":1,"seat":0,"name":7}',
    '{"type":"commit","seq":1,"puzzle":"00"}', '{"type":"commit","seq":1,"puzzle":"' + "G" * 256 + '"}',
    '{"type":"commit","seq":1,"puzzle":"' + "f" * 255 + '0"}', '{"type":"commit","seq":1,"puzzle":"' + "7" * 256 + '"}',
    '{"type":"commit","seq":1,"puzzle":"' + "f" * 258 + '"}', '{"type":"open","seq":1,"factor":"' + "F" * 128 + '"}',
    '{"type":"open","seq":1,"factor":null}',   '{"type":"discard","seq":1,"cards":"As"}',
    '{"type":"discard","seq":1,"cards":["Xx"]}', '{"type":"discard","seq":1,"cards":["As","As","As","As","As","As"]}',
    '{"type":["sit"],"seq":1}', "[" * 5000, '{"type":"begin","seq":NaN}', '{"type":"begin","seq":1.0}',
    '{"type":"begin","seq":1e3}', '{"type":"begin","seq":"1"}', '{"type":"begin","seq":9007199254740992}',
    '{"type":"begin","seq":' + "9" * 400 + "}", '{"type":"begin","seq":1} {}', '{"seq":1,"more":' + "[" * 3000,
    '{"type":"sit","seq":1,"seat":0,"name":"\\ud800"}', '{"type":"discard","seq":1,"cards":[7]}',
    '{"type":"commit","seq":1,"puzzle":"' + "f" * 256 + '\\n"}', '{"type":"request","seq":1}',
]  # fmt: skip


@pytest.mark.parametrize("text", WRONG_MESSAGES, ids=range(len(WRONG_MESSAGES)))
def test_what_is_not_a_message_is_refused(text: str) -> None:
    with pytest.raises(TableError) as refusal:
        read_message(text)
    assert refusal.value.code == "malformed"


@pytest.mark.parametrize(
    "text",
    [
        "", "[]", "{}x", "[" * 5000, '{"seats":1}', '{"seats":7}', '{"seats":"2"}', '{"seats":2.5}', '{"seats":true}',
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
    st.dictionaries(st.sampled_from(["seq", "seat", "name", "puzzle", "factor", "cards"]), anything),
)
def test_any_message_is_read_or_refused(kind: str, fields: dict[str, object]) -> None:
    with contextlib.suppress(TableError):
        assert read_message(json.dumps({"type": kind} | fields)).__struct_config__.tag == kind

"""Hands with chips at the table: played, replayed from the log, checked from their records, and kept secret."""

import random
from typing import Any

import pytest

from fivecard.engine import VARIANTS, BoardDealt, BringIn, Dealt, Drew, Fold, Stakes, legal, view_for
from fivecard.table.core import Request, TableError, replay
from fivecard.table.core.commands import Act, ChangeStakes, End, Grant, Kick, Pause, Rebuy, SitOut
from fivecard.table.core.events import Acted, Granted, Kicked, Left, decode, encode
from fivecard.table.core.game import passive_action
from fivecard.table.fairness.verify import AuditError, follow, verify
from fivecard.table.protocol.messages import read_message, read_wishes
from fivecard.table.protocol.types import Amounts, Sizes
from fivecard.table.protocol.view import table_view
from fivecard.table.web.hand_history import Past
from tests.effort import effort
from tests.engine.tables import table
from tests.table.tables import (
    NONCES,
    LiveTable,
    all_chips,
    come_round,
    disproved,
    refused,
    table_for,
)


@pytest.mark.parametrize("rules", VARIANTS)
def test_every_game_is_played_and_its_records_hold(rules: str) -> None:
    source = random.Random(5)
    live = table_for("Ann", "Bob", "Cy", rules=rules, seats=4, fill="nobody")
    for _ in range(4):
        live.play_round(source)
        assert all_chips(live.table) == 0
        come_round(live)
    for record in live.records:
        assert verify(record)
    assert {"1", "4"} <= {*follow(live.records).split()}
    assert replay(map(decode, [encode(event) for event in live.events])) == live.table


@pytest.mark.parametrize(
    ("rules", "players"), [("deuce-to-seven-triple", 6), ("seven-card-stud", 6), ("C", 6), ("holdem", 3)]
)
def test_records_say_who_got_each_card_of_the_deck(rules: str, players: int) -> None:
    """Also where folded hands and discards come back into the draw pile, and a card has had two owners."""
    source = random.Random(7)
    names = ("Ann", "Bob", "Cy", "Di", "Eve", "Flo")[:players]
    live = table_for(*names, rules=rules, seats=players, fill="nobody")
    for _ in range(effort(8, 40)):
        record = live.play_round(source)
        got: dict[str, int] = {}
        for event in (event for _, events in Past(record, None).steps() for event in events):
            taken: list[tuple[Any, int]] = []
            if isinstance(event, Dealt):
                taken = [(card, player) for player, hand in enumerate(event.hands) for card in hand]
            elif isinstance(event, Drew):
                taken = [(card, event.seat) for card in event.drawn]
            elif isinstance(event, BoardDealt):
                taken = [(card, -1) for card in event.cards]
            for card, player in taken:
                got.setdefault(str(card), player)
        places = dict(zip(record["deck"], record["dealt"], strict=False))
        assert places == got
        come_round(live)


def test_computers_play_by_the_deal_and_not_again_when_the_log_is_read() -> None:
    live = table_for("Ann", seats=4)
    for _ in range(3):
        live.play_round(random.Random(1))
        come_round(live)
    moves = [event for event in live.events if isinstance(event, Acted)]
    assert {event.by for event in moves} == {"person", "computer"}
    again = table_for("Ann", seats=4)
    for _ in range(3):
        again.play_round(random.Random(1))
        come_round(again)
    assert again.events == live.events
    assert replay(live.events) == live.table


def test_the_button_moves_to_the_next_who_plays() -> None:
    live = table_for("Ann", "Bob", "Cy", "Di", seats=4, fill="nobody")
    had = []
    for number in range(5):
        if number == 2:
            live.ask(2, SitOut())
        live.play_round(random.Random(number))
        had.append(live.table.button)
        come_round(live)
    assert had == [0, 1, 3, 0, 1]


# What may be asked for


def test_nobody_acts_out_of_turn_or_for_others_or_too_late() -> None:
    live = table_for("Ann", "Bob", "Cy", seats=3, fill="nobody")
    for call in (lambda: live.act(0, "check"), lambda: live.table.game):
        with pytest.raises(TableError):
            call()
    live.deal()
    turn = live.table.game.turn
    assert turn is not None
    other = (turn + 1) % 3
    old = live.table.seq
    with pytest.raises(TableError) as refusal:
        live.act(other, "check")
    assert refusal.value.code == "not-your-turn"
    live.act(turn, "check")
    with pytest.raises(TableError) as refusal:
        live.ask(live.table.playing.players[other].seat, Act(old, "check"))
    assert refusal.value.code == "stale"


@pytest.mark.parametrize(
    ("do", "more"),
    [
        ("raise", {"to": 0}),
        ("raise", {"to": 1}),
        ("raise", {"to": 3}),
        ("raise", {"to": 1_000_000_000}),
        ("raise", {}),
        ("call", {}),
        ("bringin", {}),
        ("check", {"to": 2}),
        ("fold", {"cards": ()}),
        ("discard", {"cards": ()}),
    ],
)
def test_what_is_not_legal_is_refused_and_changes_nothing(do: Any, more: dict[str, Any]) -> None:
    live = table_for("Ann", "Bob", seats=2)
    live.deal()
    before, turn = live.table, live.table.game.turn
    assert turn is not None
    with pytest.raises(TableError) as refusal:
        live.act(turn, do, **more)
    assert refusal.value.code == "illegal"
    assert live.table == before


@pytest.mark.parametrize("to", ["true", "2.0", "2.5", "-2", "1e9", "9000000001", '"2"', "[2]", 'null, "x": 1'])
def test_forged_amounts_are_no_messages(to: str) -> None:
    with refused("malformed"):
        read_message(f'{{"type": "act", "seq": 1, "do": "raise", "to": {to}}}')
    with refused("malformed"):
        read_message(f'{{"type": "grant", "seat": 0, "chips": {to}}}')
    with refused("malformed"):
        read_wishes(f'{{"rules": "holdem", "stack": {to}}}'.encode(), "C")


@pytest.mark.parametrize(
    "wish",
    [
        '"rules": "whist"',
        '"rules": "holdem", "limit": "none"',
        '"rules": "C", "limit": "pot"',
        '"rules": "C", "stack": 100',
        '"rules": "holdem", "fill": "sharp"',
        '"rules": "C", "fill": "solid"',
        '"rules": "holdem", "stakes": {"blinds": [0, 0]}',
        '"rules": "holdem", "stakes": {"blinds": [10, 5]}',
        '"rules": "holdem", "stakes": {"blinds": [1, 2, 4]}',
        '"rules": "holdem", "stakes": {"bring_in": 2}',
        '"rules": "razz", "stakes": {"bring_in": 0}',
        '"rules": "razz", "stakes": {"bring_in": 9, "small_bet": 4}',
        '"rules": "razz", "stakes": {"bring_in": 4, "small_bet": 4}',
        '"rules": "seven-card-stud", "stakes": {"small_bet": 2}',
        '"rules": "stud-hi-lo", "stakes": {"blinds": [1, 2]}',
        '"rules": "holdem", "stakes": {"small_bet": 1}',
        '"rules": "holdem", "stack": 3',
        '"rules": "holdem", "openers": true',
        '"rules": "holdem", "seats": 10',
        '"rules": "holdem", "bank": -1',
    ],
)
def test_tables_that_cannot_be_are_refused(wish: str) -> None:
    with refused("malformed"):
        read_wishes(f"{{{wish}}}".encode(), "C")


def test_the_usual_raises_are_parts_of_the_pot_and_legal() -> None:
    live = table_for("Ann", "Bob", "Cy", seats=3, fill="nobody", limit="pot", stakes={"ante": 10}, stack=2000)
    live.deal()
    first, second, _ = live.table.game.to_act
    state = table_view(live.table, first, {0}, 0.0).round
    assert state
    assert state.legal
    assert (state.pot, state.legal.lowest_raise, state.legal.highest_raise) == (30, 20, 30)
    assert state.legal.sizes == Sizes(half=None, two_thirds=20, pot=30)  # a half would be less than a bet
    live.act(first, "raise", to=30)
    state = table_view(live.table, second, {0}, 0.0).round
    assert state
    assert state.legal
    assert (state.price, state.legal.call, state.legal.highest_raise) == (30, 30, 120)
    assert state.legal.sizes == Sizes(half=75, two_thirds=90, pot=120)  # 30, and parts of 30 + 30 + 30
    assert [player.did for player in state.players if player.did] == ["bet 30"]


# The clock


def test_who_runs_out_of_time_checks_if_it_is_free_and_else_folds() -> None:
    live = table_for("Ann", "Bob", "Cy", seats=3, fill="nobody", bank=10)
    live.deal()
    first, second, third = live.table.game.to_act
    assert live.tick(39.9) == ()  # thirty seconds, and ten of the bank
    (event,) = live.tick(40.0)
    assert event == Acted(first, do="check", by="clock", until=70.0, used=10.0)
    live.act(second, "raise", now=40.0, to=2)
    live.tick(40.0 + 30 + 10)
    assert live.table.game.folded == (third,)
    assert [seat.bank for seat in live.table.seats if seat] == [
        0.0 if player in {first, third} else 10.0 for player in range(3)
    ]


def test_the_time_bank_is_used_after_the_clock_and_comes_back_slowly() -> None:
    live = table_for("Ann", "Bob", seats=2, fill="nobody", bank=12)
    live.deal()
    turn = live.table.game.turn
    assert turn is not None
    state = table_view(live.table, turn, {0, 1}, 34.0)
    assert (state.left, state.in_bank) == (8.0, True)
    live.act(turn, "check", now=34.0)
    assert live.table.seats[turn].bank == 8.0  # type: ignore[union-attr]
    live.play_on_to_the_end(random.Random(1))
    live.begin()
    assert live.table.seats[turn].bank == 12.0  # type: ignore[union-attr]


def test_who_leaves_in_the_middle_folds_and_has_the_chips_again_on_coming_back() -> None:
    live = table_for("Ann", "Bob", "Cy", seats=3, fill="nobody")
    live.deal()
    turn = live.table.game.turn
    assert turn is not None
    live.act(turn, "raise", to=2)
    person = live.table.seats[turn]
    assert person
    live.leave(turn)
    live.play_on_to_the_end(random.Random(2))
    assert all_chips(live.table) == 0
    (gone,) = live.table.gone
    assert gone.hand is None
    live.do(Request(live.to_sit(turn, person.name), person.token, 0.0))
    assert live.table.purses[turn] == gone.purse
    assert live.table.gone == ()


# The host, and chips between hands


def test_the_broke_sit_out_until_the_host_gives_them_chips() -> None:
    live = table_for("Ann", "Bob", seats=2, fill="nobody", rules="holdem", stack=10)
    live.deal()
    while live.table.phase == "playing":
        turn = live.table.game.turn
        now = legal(view_for(live.table.game, turn))
        assert turn is not None
        assert now
        if now.max_raise_to:
            live.act(turn, "raise", to=now.max_raise_to)
        else:
            live.act(turn, "call" if now.call_amount else "check")
    broke = next(seat for seat, purse in enumerate(live.table.purses) if not purse.stack)
    assert live.table.seats[broke].out  # type: ignore[union-attr]
    with refused("broke"):
        live.come_back(broke)
    with pytest.raises(TableError):
        live.ready(broke, set())
    live.ask(broke, Rebuy())
    assert table_view(live.table, 0, {0}, 0.0).seats[broke].asks
    host = live.table.host
    assert host is not None
    live.ask(host, Grant(seat=broke, chips=50))
    assert live.table.purses[broke].stack == 50
    assert not live.table.seats[broke].out  # type: ignore[union-attr]
    live.play_round(random.Random(1))
    assert all_chips(live.table) == 0


def test_only_the_host_decides() -> None:
    live = table_for("Ann", "Bob", "Cy", seats=3)
    assert live.table.host == 0
    for message in (Pause(on=True), Kick(seat=2), Grant(seat=1, chips=5), ChangeStakes(ante=3), End()):
        with pytest.raises(TableError) as refusal:
            live.ask(1, message)
        assert refusal.value.code == "not-host"
    live.leave(0)
    assert live.table.host == 1  # who has been here longest
    assert live.ask(1, Kick(seat=2)) == (Kicked(2), Left(2))
    with refused("kicked"):
        live.do(Request(live.to_sit(2, "Cy"), "token of Cy", 0.0))
    with refused("not-now"):
        live.ask(1, Kick(seat=1))
    with refused("no-seat", 5):
        live.ask(1, Kick(seat=4))


def test_a_pause_stops_the_clock_and_everybody() -> None:
    live = table_for("Ann", "Bob", seats=2)
    live.deal()
    turn = live.table.game.turn
    assert turn is not None
    until = live.table.until
    live.ask(0, Pause(on=True), 10.0)
    with refused("paused"):
        live.act(turn, "check", now=11.0)
    assert live.tick(9999.0) == ()
    live.ask(0, Pause(on=False), 110.0)
    assert until is not None
    assert live.table.until == until + 100
    live.act(turn, "check", now=120.0)


def test_stakes_change_with_the_next_hand() -> None:
    live = table_for("Ann", "Bob", seats=2, limit="pot")
    live.deal()
    live.ask(0, ChangeStakes(ante=5))
    assert live.table.playing.stakes == Stakes(ante=1, small_bet=2)
    live.play_on_to_the_end(random.Random(1))
    live.deal()
    assert live.table.playing.stakes == Stakes(ante=5, small_bet=10)


def test_after_the_end_there_is_a_summary_and_no_hand() -> None:
    live = table_for("Ann", "Bob", "Cy", seats=3, fill="nobody")
    live.deal()
    live.ask(0, End())
    assert table_view(live.table, 0, {0}, 0.0).summary == []
    live.play_on_to_the_end(random.Random(1))
    live.leave(2)
    summary = table_view(live.table, None, set(), 0.0).summary
    assert sorted(each.name for each in summary) == ["Ann", "Bob", "Cy"]
    assert sum(each.net for each in summary) == 0
    assert [each.net for each in summary] == sorted((each.net for each in summary), reverse=True)
    with refused("ended"):
        live.begin()


# Records


LIES: dict[str, Any] = {
    "won": lambda won: won[::-1],
    "finishing_stacks": lambda stacks: stacks[::-1],
    "winners": [],
    "lines": ["Ann wins."],
    "hands": lambda hands: hands[::-1],
    "stacks": lambda stacks: [stacks[0] + 1, *stacks[1:]],
    "button": lambda button: (button + 1) % 3,
    "limit": "none",
    "stakes": lambda stakes: stakes | {"ante": 2},
    "actions": lambda actions: actions[:-1],
    "rules": "badugi",
    "levels": lambda levels: ["solid", *levels[1:]],
    "nonces": lambda nonces: nonces | {"0": "00" * 32},
    "server_seed": "00" * 32,
    "deck": lambda deck: deck[::-1],
    "seats": lambda seats: ["0:solid", *seats[1:]],
}
PARTS: dict[str, tuple[str, Any]] = {
    "a big bet that goes without saying": ("stakes", lambda stakes: stakes | {"big_bet": stakes["small_bet"]}),
    **{
        f"stakes without {gone}": (
            "stakes",
            lambda stakes, gone=gone: {name: stakes[name] for name in {*stakes} - {gone}},
        )
        for gone in ("ante", "blinds", "bring_in", "big_bet", "trim_antes")
    },
    "more than stakes": ("stakes", lambda stakes: stakes | {"rake": 1}),
    "a computer on a person's seat": ("actions", lambda moves: [moves[0] | {"by": "computer"}, *moves[1:]]),
    "a person on a computer's seat": (
        "actions",
        lambda moves: [move | {"by": "person"} if move["by"] == "computer" else move for move in moves],
    ),
    "nobody knows who": ("actions", lambda moves: [moves[0] | {"by": "dealer"}, *moves[1:]]),
    "a clock that bets": (
        "actions",
        lambda moves: [move | {"by": "clock"} if move["do"] in {"raise", "call"} else move for move in moves],
    ),
    "more than an action": ("actions", lambda moves: [moves[0] | {"allowed": True}, *moves[1:]]),
}


@pytest.mark.parametrize("name", LIES)
def test_a_record_that_lies_is_found_out(name: str) -> None:
    source = random.Random(4)
    live = table_for("Ann", "Bob", "Cy", seats=3, fill="nobody")
    record = live.play_round(source)
    while not any(record["hands"]):
        come_round(live)
        record = live.play_round(source)
    lie = LIES[name](record[name]) if callable(LIES[name]) else LIES[name]
    assert lie != record[name]
    with pytest.raises(AuditError):
        verify(record | {name: lie})


@pytest.mark.parametrize("lie", PARTS)
def test_a_record_that_lies_in_a_part_is_found_out(lie: str) -> None:
    source = random.Random(4)
    live = table_for("Ann", "Bob", seats=3)
    name, changed = PARTS[lie]
    record = live.play_round(source)
    while record["actions"][0]["by"] != "person" or changed(record[name]) == record[name]:
        come_round(live)
        record = live.play_round(source)
    verify(record)
    with pytest.raises(AuditError):
        verify(record | {name: changed(record[name])})


def test_a_record_is_held_against_what_a_browser_saw() -> None:
    source = random.Random(6)
    live = table_for("Ann", "Bob", seats=2, fill="nobody")
    sealed = table_view(live.table, 0, {0}, 0.0)
    live.deal()
    hand = [str(card) for card in live.table.game.hands[0]]
    record = live.play_on_to_the_end(source)
    acts = [
        {name: move[name] for name in ("do", "to", "cards") if name in move}
        for move in record["actions"]
        if move["player"] == 0
    ]
    assert acts
    shown = {name: record[name] for name in ("hands", "made", "winners", "won", "returned")}
    witness: dict[str, Any] = {
        "player": 0,
        "nonce": NONCES[0],
        "server_commitment": sealed.next.commitment,
        "commitments": {str(seat): sealed.seats[seat].commitment for seat in (0, 1)},
    }
    witness |= {"hand": hand, "acts": acts, "shown": shown, "seen": {"hand": hand, "board": []}}
    assert len(verify(record | {"witness": witness})) == len(verify(record)) + 1  # that it is what the browser saw
    known = {"stacks": {"0": record["stacks"][0], "1": record["stacks"][1]}, "people": [0, 1]}
    for truth in (
        {"acts": acts[:-1], "unanswered": acts[-1:]},
        {"unanswered": [*acts, {"do": "fold"}]} | known,
        {"handed": True},
    ):
        assert verify(record | {"witness": witness | {"acts": []} | truth})
    lies: list[dict[str, Any]] = [
        {"stacks": {"1": record["stacks"][1] + 1}},
        {"people": [0, 1, 2]},
        {"people": [0]},
        {"acts": [], "unanswered": acts[:-1]},
        {"acts": acts[:-1]},
        {"acts": [*acts, {"do": "fold"}]},
        {"hand": [*hand[:4], "As" if "As" not in hand else "Ks"]},
        {"shown": shown | {"won": [1, 1]}},
        {"server_commitment": "00" * 32},
        {"nonce": NONCES[1]},
        {"commitments": {"0": sealed.seats[0].commitment}},
        {"seen": {"hand": [*hand[:4], "As" if "As" not in hand else "Ks"], "board": []}},
        {"seen": {"hand": hand, "board": ["As"]}},
    ]
    for lie in lies:
        with pytest.raises(AuditError):
            verify(record | {"witness": witness | lie})


def test_a_hand_that_is_over_with_its_deal_has_a_record_too() -> None:
    live = table_for("Ann", "Bob", rules="holdem", seats=2, fill="nobody", stack=1000)
    at_once = 0
    for _ in range(6):
        stack = live.table.purses[1].stack
        live.take(Granted(1, 1 - stack))
        live.begin()
        at_once += live.table.phase == "shown"
        live.play_on_to_the_end(random.Random(1))
        assert live.table.head[0] == len(live.records)
    assert at_once
    assert follow(live.records)
    assert all(map(verify, live.records))


def test_the_button_goes_from_player_to_player() -> None:
    live = table_for("Ann", "Bob", "Cy", rules="holdem", seats=4, stack=10_000)
    for _ in range(3):
        live.play_round(random.Random(3))
    live.ask(1, SitOut())
    for _ in range(3):
        live.play_round(random.Random(4))
    assert follow(live.records)
    assert len({record["seats"][record["button"]] for record in live.records}) > 2
    skipped = [dict(record) for record in live.records]
    skipped[0]["button"] = 1
    with disproved("button", 1):
        verify(skipped[0])
    second = live.records[1]
    skipped = [*live.records[:1], second | {"button": (second["button"] + 1) % len(second["names"])}]
    with disproved("button", 2):
        follow(skipped)


def test_computers_have_names_that_nobody_else_has() -> None:
    live = table_for("Ann", "Blaise", seats=4)
    live.begin()
    assert live.table.playing.names() == ["Ann", "Blaise", "Carl", "Emmy"]
    live = LiveTable(live.events[0])
    live.do(Request(live.to_sit(3, "Ada"), "token of Ada", 0.0))
    live.begin()
    assert live.table.playing.names() == ["Ada II", "Blaise", "Carl", "Ada"]


def test_other_stakes_are_told_at_once_and_played_from_the_next_hand_on() -> None:
    live = table_for("Ann", "Bob", rules="razz", seats=2, fill="nobody", limit="fixed")
    live.deal()

    def told() -> tuple[str, str]:
        view = table_view(live.table, 1, {0, 1}, 0.0)
        return view.game.stakes, view.next_stakes

    assert told() == ("ante 1, bring-in 2, bets 4/8", "")
    live.ask(0, ChangeStakes(ante=2, bring_in=3, small_bet=10, big_bet=15))
    after = "ante 2, bring-in 3, bets 10/15"
    assert told() == ("ante 1, bring-in 2, bets 4/8", after)
    amounts = table_view(live.table, 0, {0, 1}, 0.0).amounts
    assert amounts == Amounts(ante=2, blinds=None, bring_in=3, small_bet=10, big_bet=15)
    live.play_on_to_the_end(random.Random(1))
    assert told() == ("ante 1, bring-in 2, bets 4/8", after)  # what is seen is the hand that is over
    assert live.play_round(random.Random(1))["stakes"]["small_bet"] == 10
    live.ask(0, ChangeStakes(ante=4, bring_in=5, small_bet=20, big_bet=40))
    assert told()[1]
    live.ask(0, End())
    assert not told()[1]  # no hand is played for them


def test_who_does_not_answer_brings_in_only_what_has_to_be() -> None:
    cards = ("As Ks 2c", "Qs Js 3d", "9s 8s 4h")
    for stack, action in ((100, BringIn(0)), (3, Fold(1))):  # all in for the ante, the low card leaves it to the others
        state = table("seven-card-stud", (stack, 100, 100), *cards, ante=3, bring_in=2, small_bet=10)
        assert passive_action(state) == action

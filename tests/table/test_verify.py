"""What is made of records: honest ones hold, whoever left when, and nothing in them can be written otherwise."""

import copy
import random
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from fivecard.engine import legal, view_for
from fivecard.table.core.events import Opened
from fivecard.table.core.game import action_of, begun, settled, stepped, written
from fivecard.table.core.record import COMPUTERS, void_reason
from fivecard.table.core.timelock import squared
from fivecard.table.fairness.verify import COMPUTERS_HONEST, COMPUTERS_UNKNOWN, AuditError, verify
from fivecard.table.web.hand_history import Past
from tests.table.tables import LiveTable, as_json, disproved, opened, opened_for_chips

SQUARINGS = 64
WHEN = ["before committing", "committed", "before opening", "open", "playing", "acted"]


def as_opened(chips: bool, fill: str, seats: int = 3) -> Opened:
    if chips:
        return replace(opened_for_chips(fill=fill, seats=seats), squarings=SQUARINGS)
    return opened(seats, fill, squarings=SQUARINGS)


def verified(record: dict[str, Any]) -> list[str]:
    return verify(record, least_squarings=SQUARINGS)


def record_of_one_who_left(when: str, first: Opened) -> dict[str, Any]:
    """A round that Cy left at some time, everybody else answering."""
    live, source = LiveTable(first), random.Random(3)
    live.sit("Ann", "Bob", "Cy")
    live.begin()

    def leave(now: str) -> None:
        if now == when:
            live.leave(2)

    leave("before committing")
    for player in tuple(live.table.playing.people()):
        live.commit(player)
    leave("committed")
    live.tick()
    leave("before opening")
    for player in tuple(live.table.playing.people()):
        live.open(player)
    leave("open")
    live.tick(3.0)
    while found := live.table.silent():
        live.force(found[0], squared(found[1], found[2], SQUARINGS))
        live.tick(3.0)
    leave("playing")
    while when == "acted" and live.table.game.turn != 2:
        if not live.tick(4.0):
            step(live)
    if when == "acted" and live.table.chips:  # without, the last to draw ends the round
        step(live)
        leave("acted")
    return as_json(live.play_on_to_the_end(source))  # type: ignore[no-any-return]


def step(live: LiveTable) -> None:
    """Do something that folds nobody."""
    turn = live.table.game.turn
    assert turn is not None
    if not live.table.chips:
        live.discard(turn)
        return
    now = legal(view_for(live.table.game, turn))
    assert now is not None
    live.act(turn, "discard" if now.draw is not None else "check" if now.check else "call")


@pytest.mark.parametrize("when", WHEN)
@pytest.mark.parametrize(
    ("chips", "fill"), [(True, "nobody"), (True, "solid"), (False, "nobody"), (False, "sharp")], ids=str
)
def test_honest_rounds_hold_whenever_somebody_left(chips: bool, fill: str, when: str) -> None:
    record = record_of_one_who_left(when, as_opened(chips, fill))
    verified(record)
    seal = {"before committing": fill, "committed": fill}.get(when, "person")
    if chips:
        assert record["levels"][2] == "nobody"
        seal = "nobody" if seal != "person" else seal
    assert f"2:{seal}" in record["agreed"].split()


@pytest.mark.parametrize("when", ["committed", "playing"])
def test_nobody_does_what_costs_something(when: str) -> None:
    record = record_of_one_who_left(when, as_opened(chips=True, fill="nobody"))
    moves = [move | {"by": "person"} if move["player"] == 2 else move for move in record["actions"]]
    if when == "committed":
        with disproved("decided-by", "person", "seat 3"):
            verified(record | {"actions": moves})
    lie = doctored(record, 2, "clock")
    with disproved("clock", "seat 3"):
        verified(lie)


def doctored(record: dict[str, Any], liar: int, by: str) -> dict[str, Any]:
    """The same deal, but one player raises where that may be, and the others check or call."""
    past = Past(record, None)
    state, steps = begun(past.rules, past.stakes, record["stacks"], record["button"], past.deal)
    moves: list[dict[str, Any]] = []
    while not state.is_over:
        turn = state.turn
        now = legal(view_for(state, turn))
        assert turn is not None
        assert now is not None
        action = action_of(turn, "discard" if now.draw is not None else "check" if now.check else "call")
        if turn == liar and now.min_raise_to and not any(move["player"] == liar for move in moves):
            action = action_of(turn, "raise", now.min_raise_to)
        who = by if turn == liar else "computer" if record["levels"][turn] == "solid" else "person"
        moves.append({"player": turn, "by": who, **{name: it for name, it in written(action).items() if it}})
        state, steps = stepped(state, action)
    ended = settled(record["names"], state, steps) | {"finishing_stacks": list(state.stacks)}
    return as_json(record | {"actions": moves} | ended)  # type: ignore[no-any-return]


def played(chips: bool, fill: str, people: int, voids: int = 0) -> dict[str, Any]:
    live = LiveTable(as_opened(chips, fill))
    live.sit(*("Ann", "Bob", "Cy")[:people])
    for _ in range(voids):
        live.begin()
        live.tick(1e9)
        for seat in range(people):
            live.come_back(seat)
    return as_json(live.play_round(random.Random(5)))  # type: ignore[no-any-return]


def test_a_computer_that_does_something_else_is_found_out() -> None:
    record = played(chips=True, fill="solid", people=1)
    assert verified(record)[-1] == COMPUTERS_HONEST
    lie = doctored(record, 1, "computer")
    with disproved("computer"):
        verified(lie)
    older = verified(lie | {"computers": "fivecard 0.0.9"})[-1]
    assert older.startswith(COMPUTERS_UNKNOWN)
    assert "fivecard 0.0.9" in older
    del lie["computers"]
    assert verified(lie)[-1].startswith(COMPUTERS_UNKNOWN)


def test_a_computer_that_draws_otherwise_is_found_out() -> None:
    record = played(chips=False, fill="classic", people=1)
    assert record["computers"] == COMPUTERS
    verified(record)
    swapped = [*record["discards"][:2], record["discards"][2][1:] or record["deck"][2:3]]
    with disproved("computer", "seat 3"):
        verified(record | {"discards": swapped})


def test_a_computer_in_the_place_of_one_who_is_away_does_what_some_computer_does() -> None:
    live = LiveTable(as_opened(chips=False, fill="sharp", seats=2))
    live.sit("Ann", "Bob")
    live.deal()
    live.tick(1e9)
    record = as_json(live.play_on_to_the_end(random.Random(1)))
    assert verified(record)


def test_no_computer_decided_where_none_played() -> None:
    record = played(chips=True, fill="nobody", people=3)
    assert "computers" not in record
    with disproved("no-computer"):
        verified(record | {"computers": COMPUTERS})


# Nothing can be written otherwise


def places(node: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Everything in a record, with the way to it."""
    for key, value in node.items() if isinstance(node, dict) else enumerate(node):
        yield (*path, key), value
        if isinstance(value, dict | list):
            yield from places(value, (*path, key))


def otherwise(value: Any) -> Iterator[Any]:
    """The same, or nearly, written in another way."""
    match value:
        case bool() | None:
            yield from (0, "", not value)
        case int():
            yield from (float(value), str(value), value + 1, value - 1)
        case str():
            yield from (f" {value}", f"{value} ", f"0{value}", value[:-1], f"{value}x", value.swapcase())
        case list():
            yield from ([*value, value[-1] if value else 1], value[:-1], [*value, None])
        case dict():
            yield from ({**value, "extra": 1}, dict([*value.items()][1:]))


def void_deal(*committed: int) -> dict[str, Any]:
    """A deal in which only some of three sent a puzzle."""
    live = LiveTable(as_opened(chips=True, fill="nobody"))
    live.sit("Ann", "Bob", "Cy")
    live.begin()
    for player in committed:
        live.commit(player)
    live.tick(10.0)
    return as_json(live.records[0])  # type: ignore[no-any-return]


def test_a_void_deal_is_void_for_the_reason_that_it_says() -> None:
    void = void_deal(0, 1)
    [told] = verified(void)
    assert "round 1 " in told
    assert told.endswith(void["void"])
    assert void["void"] == void_reason([2])
    puzzle = void["puzzles"]["0"]
    left = void | {"players": ["0:nobody", "1:nobody", "2:nobody"], "void": void_reason([])}
    assert verified(left)
    for changed, code, fact in (
        ({"void": void_reason([0])}, "void-reason", f"{void_reason([2])}, "),
        ({"puzzles": {}}, "void-reason", void_reason([0, 1, 2])),
        ({"players": left["players"]}, "void-reason", void_reason([])),
        ({"names": ["Ann"]}, "written", "round 1 "),
        ({"players": ["1:person", "0:person", "2:person"]}, "written", "round 1 "),
        ({"players": ["0:person", "0:person", "2:person"]}, "written", "round 1 "),
        ({"players": [], "names": [], "puzzles": {}, "void": void_reason([])}, "written", "round 1 "),
        ({"players": ["0:person", "1:person", "x"]}, "not-a-round", ""),
        ({"puzzles": {"0": puzzle, "1": "0"}}, "puzzle", "seat 2 "),
        ({"puzzles": void["puzzles"] | {"9": puzzle}}, "not-a-round", ""),
        ({"after": 1}, "chain", "round 1 "),
        ({"round": 0}, "chain", "round 0 "),
        ({"previous": "00" * 32}, "chain", "round 0 "),
        ({"witness": 5}, "not-a-round", ""),
    ):
        with disproved(code, fact):
            verified(void | changed)


@pytest.mark.parametrize("chips", [True, False])
def test_who_made_the_last_move_had_not_left(chips: bool) -> None:
    record = played(chips, "nobody", 3)
    last = record["actions"][-1]["player"] if chips else 2
    for player in range(3):
        lie = record | {"levels": ["nobody" if each == player else None for each in range(3)]}
        if player != last:
            assert verified(lie)  # who left after a move of his cannot be told
            continue
        with disproved("left", f"seat {last + 1}"):
            verified(lie)


@pytest.mark.parametrize(
    ("chips", "fill", "people"), [(True, "solid", 2), (False, "sharp", 2), (True, "nobody", 3)], ids=str
)
def test_nothing_but_names_and_time_can_be_written_otherwise(chips: bool, fill: str, people: int) -> None:
    record = played(chips, fill, people, voids=1)
    verified(record)
    assert record["voids"]
    held = []
    for path, value in [*places(record), ((), record)]:
        for other in otherwise(value):
            lie = {"": copy.deepcopy(record)}
            node: Any = lie
            *way, last = ("", *path)
            for key in way:
                node = node[key]
            if type(other) is type(value) and other == value:
                continue
            node[last] = other
            try:
                verified(lie[""])
            except AuditError:
                continue
            held.append((path, other))
    known = {"names", "at", "computers"}
    assert [each for each in held if each[0][0] not in known] == []
    assert all(type(other) is int for (name, *_), other in held if name == "at")

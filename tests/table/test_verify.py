"""What is made of records: honest ones hold, whoever left when, and nothing in them can be written otherwise."""

import copy
import random
from collections.abc import Iterator
from typing import Any

import pytest

from fivecard.engine import Action, legal, view_for
from fivecard.table.core.events import Opened
from fivecard.table.core.game import action_of, places, settled, stepped, written
from fivecard.table.core.record import COMPUTERS
from fivecard.table.fairness.verify import COMPUTERS_HONEST, COMPUTERS_UNKNOWN, AuditError, verify
from fivecard.table.web.hand_history import Past
from tests.table.tables import LiveTable, as_json, disproved, opened_for

WHEN = ["before anybody is ready", "playing", "acted"]


def as_opened(chips: bool, fill: str, seats: int = 3) -> Opened:
    return opened_for("five-card-draw" if chips else "C", fill=fill, seats=seats)


def record_of_one_who_left(when: str, first: Opened) -> dict[str, Any]:
    """A round that Cy left at some time, everybody else answering."""
    live, source = LiveTable(first), random.Random(3)
    live.sit("Ann", "Bob", "Cy")

    def leave(now: str) -> None:
        if now == when:
            live.leave(2)

    leave("before anybody is ready")
    live.begin()
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
    now = legal(view_for(live.table.game, turn))
    assert now is not None
    live.act(turn, "discard" if now.draw is not None else "check" if now.check else "call")


@pytest.mark.parametrize("when", WHEN)
@pytest.mark.parametrize(
    ("chips", "fill"), [(True, "nobody"), (True, "solid"), (False, "nobody"), (False, "sharp")], ids=str
)
def test_honest_rounds_hold_whenever_somebody_left(chips: bool, fill: str, when: str) -> None:
    record = record_of_one_who_left(when, as_opened(chips, fill))
    verify(record)
    who = "person" if when != "before anybody is ready" else fill
    assert ("2:person" in record["seats"]) == (who == "person")
    if chips and who == "person":
        assert record["levels"][2] == "nobody"


def test_nobody_does_what_costs_something() -> None:
    record = record_of_one_who_left("playing", as_opened(chips=True, fill="nobody"))
    lie = doctored(record, 2, "clock")
    with disproved("clock", "seat 3"):
        verify(lie)


def doctored(record: dict[str, Any], liar: int, by: str) -> dict[str, Any]:
    """The same deal, but one player raises where that may be, and the others check or call."""
    past = Past(record, None)
    state, steps = next(past.steps())
    moves: list[dict[str, Any]] = []
    actions: list[Action] = []
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
        actions.append(action)
        state, steps = stepped(state, action)
    ended = settled(record["names"], state, steps) | {
        "finishing_stacks": list(state.stacks),
        "dealt": places(past.deal.deck, state, actions),
    }
    return as_json(record | {"actions": moves} | ended)  # type: ignore[no-any-return]


def played(chips: bool, fill: str, people: int) -> dict[str, Any]:
    live = LiveTable(as_opened(chips, fill))
    live.sit(*("Ann", "Bob", "Cy")[:people])
    return as_json(live.play_round(random.Random(5)))  # type: ignore[no-any-return]


def test_a_computer_that_does_something_else_is_found_out() -> None:
    record = played(chips=True, fill="solid", people=1)
    assert verify(record)[-1] == COMPUTERS_HONEST
    lie = doctored(record, 1, "computer")
    with disproved("computer"):
        verify(lie)
    older = verify(lie | {"computers": "fivecard 0.0.9"})[-1]
    assert older.startswith(COMPUTERS_UNKNOWN)
    assert "fivecard 0.0.9" in older
    del lie["computers"]
    assert verify(lie)[-1].startswith(COMPUTERS_UNKNOWN)


def test_a_computer_that_draws_otherwise_is_found_out() -> None:
    record = played(chips=False, fill="classic", people=1)
    assert record["computers"] == COMPUTERS
    verify(record)
    lie = copy.deepcopy(record)
    lie["actions"][2]["cards"] = record["deck"][2] if record["actions"][2].get("cards") != record["deck"][2] else ""
    with disproved("computer", "seat 3"):
        verify(lie)


def test_a_computer_in_the_place_of_one_who_is_away_does_what_some_computer_does() -> None:
    live = LiveTable(as_opened(chips=False, fill="sharp", seats=2))
    live.sit("Ann", "Bob")
    live.deal()
    live.tick(1e9)
    record = as_json(live.play_on_to_the_end(random.Random(1)))
    assert verify(record)


def test_no_computer_decided_where_none_played() -> None:
    record = played(chips=True, fill="nobody", people=3)
    assert "computers" not in record
    with disproved("no-computer"):
        verify(record | {"computers": COMPUTERS})


# Nothing can be written otherwise


def everything_in(node: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Everything in a record, with the way to it."""
    for key, value in node.items() if isinstance(node, dict) else enumerate(node):
        yield (*path, key), value
        if isinstance(value, dict | list):
            yield from everything_in(value, (*path, key))


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


@pytest.mark.parametrize("chips", [True, False])
def test_who_made_the_last_move_had_not_left(chips: bool) -> None:
    record = played(chips, "nobody", 3)
    last = record["actions"][-1]["player"]
    for player in range(3):
        lie = record | {"levels": ["nobody" if each == player else None for each in range(3)]}
        if player != last:
            assert verify(lie)  # who left after a move of his cannot be told
            continue
        with disproved("left", f"seat {last + 1}"):
            verify(lie)


@pytest.mark.parametrize(
    ("chips", "fill", "people"), [(True, "solid", 2), (False, "sharp", 2), (True, "nobody", 3)], ids=str
)
def test_nothing_but_names_and_time_can_be_written_otherwise(chips: bool, fill: str, people: int) -> None:
    record = played(chips, fill, people)
    verify(record)
    held = []
    for path, value in [*everything_in(record), ((), record)]:
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
                verify(lie[""])
            except AuditError:
                continue
            held.append((path, other))
    known = {"names", "at", "computers"}
    assert record["anew"] == 0  # or else because of whom is for nobody to check
    idle = {("stakes", name) for name in ("trim_antes", "no_small_blind", "unpaid_blind")}  # this hand never came to it
    assert [each for each in held if each[0][0] not in known and each[0] not in idle] == []
    assert all(type(other) is int for (name, *_), other in held if name == "at")

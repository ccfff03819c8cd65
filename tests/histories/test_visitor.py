"""One walk through a hand tells everybody who wants to know."""

from collections import Counter
from collections.abc import Callable
from typing import Any, get_args

import pytest

from fivecard.engine import Event, Showed, State, apply
from fivecard.histories import History, Visitor, history, loads, walk
from fivecard.histories import visitor as module
from tests.paths import GOLDEN

FLOP = GOLDEN / "histories" / "phua-xuan-2019.phh"


class Counting(Visitor):
    """Counts the events of each type."""

    def __init__(self) -> None:
        self.heard: Counter[str] = Counter()


def _count(name: str) -> Callable[[Counting, Event, State], None]:
    def hear(self: Counting, event: Event, state: State) -> None:
        self.heard[name] += type(event).__name__.lower() == name.replace("_", "")

    return hear


for _name in module._METHODS.values():
    setattr(Counting, _name, _count(_name))


def hand() -> History:
    return loads(FLOP.read_text())


def test_every_type_of_event_has_a_method() -> None:
    assert module._METHODS.keys() == {*get_args(Event)}
    assert all(hasattr(Visitor, name) for name in module._METHODS.values())


def test_several_visitors_hear_all_while_the_hand_is_played_once(monkeypatch: pytest.MonkeyPatch) -> None:
    played = hand()
    expected = Counter(type(event).__name__.lower() for step in played.steps() for event in step.events)
    calls: list[Any] = []

    def counted(state: State, action: Any) -> Any:
        calls.append(action)
        return apply(state, action)

    monkeypatch.setattr(history, "apply", counted)
    one, other = Counting(), Counting()
    end = walk(played, one, other)
    assert calls == [*played.actions]
    assert end.is_over
    assert Counter({name.replace("_", ""): count for name, count in one.heard.items()}) == expected
    assert one.heard == other.heard


SHOWN = """
variant = "NT"
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100]
actions = [
    "d dh p1 AsAd", "d dh p2 KsKd", "p2 cc", "p1 cc", "d db 2c7h9d", "p1 cc", "p2 cc", "d db 3s", "p1 cc", "p2 cc",
    "d db 4h", "p1 cbr 10", "p2 cc", "p1 sm AsAd", "p2 sm KsKd",
]
"""


@pytest.mark.parametrize(("as_written", "hands"), [(False, 1), (True, 2)])
def test_a_walk_as_written_knows_a_hand_that_was_shown_though_it_was_beaten(as_written: bool, hands: int) -> None:
    class Shown(Visitor):
        hands = 0

        def showed(self, event: Showed, state: State) -> None:
            self.hands = sum(map(bool, event.hands))

    shown = Shown()
    walk(loads(SHOWN), shown, as_written=as_written)
    assert shown.hands == hands

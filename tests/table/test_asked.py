"""What a seat is asked is what it may do: the page shows nothing else, and works nothing out by itself."""

import random
from collections import Counter

import pytest

from fivecard.engine import legal, view_for
from fivecard.table.core import Message, Request, TableError, decide
from fivecard.table.core.asked import asked, refusal
from fivecard.table.core.commands import Act, Back, Begin, Do, End, Grant, Pause, Rebuy, SitOut
from fivecard.table.core.events import Granted, WentAway
from tests.effort import effort
from tests.table.tables import LiveTable, table_for

SEATS = range(3)


def is_taken(live: LiveTable, seat: int, message: Message) -> bool:
    """Whether something would happen if the person in a seat asked for it."""
    person = live.table.seats[seat]
    try:
        return bool(person and decide(live.table, Request(message, person.token, 0.0, frozenset(SEATS))).events)
    except TableError:
        return False


def passive(live: LiveTable) -> Act:
    """What costs least, for whoever is to act."""
    state = live.table.game
    now = legal(view_for(state, state.turn)) if state.turn is not None else None
    if now is None:
        return Act(live.table.seq, "check")
    free: Do = "discard" if now.draw is not None else "check" if now.check else "fold" if now.fold else "bringin"
    return Act(live.table.seq, free)


def check_what_is_asked(live: LiveTable, seen: Counter[str]) -> None:
    table = live.table
    for seat in SEATS:
        what = asked(table, seat)
        seen[what] += 1
        begin = Begin(table.seq, live.nonce(seat), "5e" * 32)
        acts = table.phase == "playing" and is_taken(live, seat, passive(live))
        assert acts == (what in {"act", "draw"}) or what == "back"  # who does anything is back by that
        if what != "ready":  # who may be dealt in at once, where nobody is waited for
            assert is_taken(live, seat, begin) == (what == "begin" and not refusal(table, SEATS))
        if what in {"act", "draw"}:
            assert (what == "draw") == (passive(live).do == "discard")
        if what == "back":
            assert is_taken(live, seat, Back())
        if what == "chips":
            assert is_taken(live, seat, Rebuy()) or table.seats[seat].asks  # type: ignore[union-attr]
    assert asked(table, None) == "seat"


@pytest.mark.parametrize("rules", ["C", "five-card-draw", "holdem", "badugi", "razz"])
def test_what_is_asked_is_what_may_be_done(rules: str) -> None:
    source, seen = random.Random(6), Counter[str]()
    live = table_for("Ann", "Bob", "Cy", rules=rules, seats=3, fill="nobody")
    for _ in range(effort(250, 2500)):
        check_what_is_asked(live, seen)
        table, seat = live.table, source.choice(SEATS)
        chance, person = source.random(), table.seats[seat]
        try:
            if chance < 0.05:
                live.ask(seat, SitOut())
            elif chance < 0.1:
                live.take(WentAway(seat))
            elif chance < 0.15:
                live.ask(table.host or 0, Pause(on=table.paused is None))
            elif chance < 0.35:
                live.come_back(seat)
                if table.chips and person and not table.purses[seat].stack:
                    live.ask(table.host or 0, Grant(seat=seat, chips=table.stack))
            elif table.between_rounds:
                live.ready(seat, set(SEATS))
            elif not live.tick():
                live.act_at_random(source)
        except TableError:
            continue
    expected = {"act", "draw", "ahead", "begin", "ready", "back", "nothing"}
    expected -= {"act", "ahead"} if rules == "C" else {"draw"} if rules in {"holdem", "razz"} else set()
    assert expected <= seen.keys()


def test_who_has_lost_everything_is_asked_for_chips_and_who_comes_late_waits() -> None:
    live = table_for("Ann", "Bob", "Cy", rules="holdem", limit="fixed", seats=4, fill="nobody", stack=10_000)
    while live.table.purses[2].stack:
        live.take(Granted(2, 1 - live.table.purses[2].stack))
        live.play_round(random.Random(live.table.seq))
    assert asked(live.table, 2) == "chips"
    assert is_taken(live, 2, Rebuy())
    live.ready(0, set(SEATS))
    live.do(Request(live.to_sit(3, "Di"), "token of Di", 0.0))
    live.ask(0, Grant(seat=3, chips=100))
    assert asked(live.table, 3) == "late"


def test_in_the_last_hand_nobody_is_asked_for_the_next_one() -> None:
    live = table_for("Ann", "Bob", "Cy", rules="holdem", limit="fixed", seats=3, fill="nobody")
    while live.table.purses[2].stack:
        live.take(Granted(2, 1 - live.table.purses[2].stack))
        live.play_round(random.Random(live.table.seq))
    live.ready(0, set(SEATS))
    live.ready(1, set(SEATS))
    assert (live.table.phase, asked(live.table, 2)) == ("playing", "chips")
    live.ask(0, End())
    assert asked(live.table, 2) == "nothing"
    assert not is_taken(live, 2, Rebuy())

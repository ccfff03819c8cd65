"""Who takes part in a round, and when it begins: readiness, and sitting out."""

import asyncio
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from fivecard.table.client import Person
from fivecard.table.core import Request, is_due, replay
from fivecard.table.core.commands import (
    PATIENCE,
    Act,
    Begin,
    ChangeStakes,
    Grant,
    Hint,
    Leave,
    Pause,
    Return,
    Sit,
    SitOut,
)
from fivecard.table.core.commitments import deal_from, nonce_commitment, server_commitment, server_seed
from fivecard.table.core.events import (
    Acted,
    Committed,
    Dealt,
    Entrant,
    Granted,
    StoppedWaiting,
    WentAway,
    decode,
    encode,
)
from fivecard.table.core.state import Player
from fivecard.table.fairness.verify import follow, verify
from fivecard.table.protocol.view import table_view
from fivecard.table.web.static import COOKIE
from tests.table.readiness import OTHER, dealt_in, is_late, kinds, open_nonce
from tests.table.server import Server, http_client, meet, play_at, run, serving_here
from tests.table.tables import NONCES, SECRET, LiveTable, dealt_table, opened, refused, table_for, table_of


def sit(live: LiveTable, seat: int, name: str) -> None:
    live.do(Request(live.to_sit(seat, name), f"token of {name}", 0.0))


# Being ready


def test_the_next_round_begins_when_all_are_ready() -> None:
    live = table_of("Ann", "Bob", "Cy")
    present = {0, 1, 2}
    assert kinds(live.ready(0, present, 5.0)) == ["GotReady"]
    assert (live.table.phase, live.table.until) == ("lobby", 5.0 + PATIENCE)
    assert [seat.ready for seat in table_view(live.table, None, present, 6.0).seats] == [True, False, False, False]
    assert kinds(live.ready(2, present, 9.0)) == ["GotReady"]
    assert live.table.until == 5.0 + PATIENCE  # the first counts
    assert live.table.waits_for(present) == {1}
    assert kinds(live.ready(1, present, 9.0)) == ["GotReady", "Dealt"]
    assert dealt_in(live) == ["Ann", "Bob", "Cy"]
    assert not any(seat and seat.ready for seat in live.table.seats)


def test_being_ready_twice_changes_nothing() -> None:
    live = table_of("Ann", "Bob")
    live.ready(0, {0, 1}, 5.0)
    before = live.table
    assert live.ready(0, {0, 1}, 6.0) == ()
    assert live.ask(0, Begin(live.table.seq, NONCES[0], NONCES[0]), 7.0, {0, 1}) == ()  # with another commitment
    assert live.table == before


def test_a_person_with_computers_begins_at_once() -> None:
    assert kinds(table_of("Ann").ready(0, {0})) == ["GotReady", "Dealt"]


def test_nobody_waits_for_those_who_are_not_there() -> None:
    live = table_of("Ann", "Bob", "Cy")
    live.take(WentAway(2))
    assert live.table.waits_for({0, 2}) == {0}
    assert kinds(live.ready(0, {0, 2})) == ["GotReady", "Dealt"]
    assert dealt_in(live) == ["Ann"]


def test_a_round_begins_without_the_one_who_was_waited_for_and_has_gone() -> None:
    live = table_of("Ann", "Bob")
    live.ready(0, {0, 1})
    assert live.tick(1.0, present={0, 1}) == ()
    assert kinds(live.tick(1.0, present={0})) == ["Dealt"]
    assert dealt_in(live) == ["Ann"]
    bob = live.table.seats[1]
    assert bob
    assert not bob.away  # who was not there has not let others wait


def test_one_who_went_for_tea_is_waited_for_a_while_and_is_away_and_not_dealt_in() -> None:
    live = table_of("Ann", "Bob", "Cy")
    present = {0, 1, 2}
    for seat in (0, 2):
        live.ready(seat, present)
    assert not is_due(live.table, PATIENCE - 0.1, present)
    assert live.tick(PATIENCE - 0.1, present=present) == ()
    away, begun = live.tick(PATIENCE, present=present)
    assert away == WentAway(1)
    assert isinstance(begun, Dealt)
    assert begun.players[:3] == (Entrant(0, None, "Ann"), Entrant(1, "sharp", "Bob"), Entrant(2, None, "Cy"))
    assert dealt_in(live) == ["Ann", "Cy"]
    assert table_view(live.table, 1, present, 0.0).seats[1].away
    assert live.table.returns_by_itself(1)
    live.play_on_to_the_end(random.Random(1))
    with refused("out"):
        live.ready(1, present)
    live.do(Return("token of Bob"))
    live.begin()
    assert dealt_in(live) == ["Ann", "Bob", "Cy"]


def test_with_chips_nobody_plays_for_who_was_not_ready() -> None:
    live = table_for("Ann", "Bob", "Cy", seats=4)
    for seat in (0, 1):
        live.ready(seat, {0, 1, 2})
    assert kinds(live.tick(PATIENCE, present={0, 1, 2})) == ["WentAway", "Dealt"]
    assert [(player.seat, player.level is None) for player in live.table.playing.players] == [
        (0, True), (1, True), (3, False),
    ]  # fmt: skip


def test_waiting_ends_when_nobody_is_left_to_play_with() -> None:
    live = table_of("Ann", "Bob", fill="nobody")
    live.ready(0, {0, 1})
    live.leave(1)
    assert (live.table.until, live.table.waits_for({0})) == (None, {0})
    assert live.tick(PATIENCE, present={0}) == ()
    sit(live, 1, "Bob")
    live.ready(0, {0, 1})
    live.leave(0)
    assert live.table.until is None  # who waited has gone


def test_two_wait_for_each_other_twice_and_then_one_of_them_is_away() -> None:
    live = table_of("Ann", "Bob", fill="nobody")
    present = {0, 1}
    live.ready(0, present)
    assert live.tick(PATIENCE, present) == (StoppedWaiting((1,), (), 2 * PATIENCE),)
    assert live.table.waits_for(present) == {1}  # Ann waits on
    assert live.tick(2 * PATIENCE, present) == (StoppedWaiting(), WentAway(1))
    assert live.table.until is None
    assert not any(seat and seat.ready for seat in live.table.seats)
    live.come_back(1)
    live.ready(0, present)
    live.tick(PATIENCE, present)
    assert kinds(live.ready(1, present)) == ["GotReady", "Dealt"]
    live.play_on_to_the_end(random.Random(1))
    live.ready(0, present)
    assert kinds(live.tick(PATIENCE, present)) == ["StoppedWaiting"]  # who has played since has missed nothing


@pytest.mark.parametrize("present", [{1}, set[int]()])
def test_who_is_ready_and_not_there_when_time_is_up_has_to_be_ready_again_with_the_same_nonce(
    present: set[int],
) -> None:
    live = table_of("Ann", "Bob", "Cy", fill="nobody")
    for seat in (0, 2):
        live.ready(seat, {0, 1, 2})
    live.take(WentAway(2))  # so that Ann would be alone
    waited, until = ((1,), 2 * PATIENCE) if present else ((), None)  # without anybody, nobody has let others wait
    assert live.tick(PATIENCE, present) == (StoppedWaiting(waited, (0,), until),)
    assert [seat and seat.nonce for seat in live.table.seats] == [NONCES[0], None, NONCES[2], None]
    assert not any(seat and seat.ready for seat in live.table.seats)
    with refused("wrong-nonce"):
        open_nonce(live, 0, OTHER, {0, 1, 2})
    live.ready(0, {0, 1})
    live.ready(1, {0, 1})
    assert live.table.playing.nonces == dict(enumerate(NONCES[:2]))


def test_a_round_does_not_begin_by_itself_when_all_who_were_ready_sit_out() -> None:
    live = table_of("Ann", "Bob", "Cy", fill="nobody")
    for seat in (1, 2):
        live.ready(seat, {0, 1, 2})
    live.ask(2, SitOut())
    until = live.table.until
    assert until == PATIENCE  # Bob is still ready
    live.ask(1, SitOut())
    assert live.table.until is None
    assert live.tick(PATIENCE + 1, present={0, 1, 2}) == ()


def test_who_comes_back_while_others_are_ready_is_late() -> None:
    """They were ready without him: one who waits to see could choose to be in the hand or not."""
    live = table_of("Ann", "Bob", "Cy", "Di", fill="nobody")
    live.take(WentAway(3))
    for seat in (0, 1):
        live.ready(seat, {0, 1, 2})
    live.ask(1, SitOut())
    for seat in (1, 3):
        live.come_back(seat)
        assert is_late(live, seat)
        with refused("not-yet"):
            live.ready(seat, {0, 1, 2, 3})
    assert kinds(live.ready(2, {0, 1, 2, 3})) == ["GotReady", "Dealt"]
    assert dealt_in(live) == ["Ann", "Cy"]
    live.play_on_to_the_end(random.Random(1))
    live.begin()
    assert dealt_in(live) == ["Ann", "Bob", "Cy", "Di"]


def test_no_round_begins_while_the_clock_stands_still() -> None:
    live = table_for("Ann", "Bob", seats=2)
    live.ready(0, {0, 1})
    live.ask(0, Pause(on=True), 1.0)
    with refused("paused"):
        live.ready(1, {0, 1})
    for present in ({0, 1}, {0}):
        assert not is_due(live.table, 100.0, present)
        assert live.tick(100.0, present) == ()
    live.ask(0, Pause(on=False), 101.0)
    assert kinds(live.ready(1, {0, 1})) == ["GotReady", "Dealt"]


# Nonces


def test_a_nonce_that_was_not_committed_to_is_refused_and_changes_nothing() -> None:
    live = table_of("Ann", "Bob")
    before = live.table
    for wrong in (NONCES[1], OTHER, "00" * 32):
        with refused("wrong-nonce"):
            open_nonce(live, 0, wrong, {0, 1})
    assert live.table == before
    live.ready(0, {0, 1})
    with refused("wrong-nonce"):
        open_nonce(live, 1, OTHER, {0, 1})
    assert live.table.phase == "lobby"


def test_a_nonce_is_opened_for_one_round() -> None:
    live = table_of("Ann")
    other = nonce_commitment(live.table.id, OTHER)
    live.ask(0, Begin(live.table.seq, NONCES[0], other), 0.0, {0})
    live.play_on_to_the_end(random.Random(1))
    assert table_view(live.table, None, {0}, 0.0).seats[0].commitment == other
    with refused("wrong-nonce"):
        live.ready(0, {0})
    assert kinds(open_nonce(live, 0, OTHER, {0})) == ["GotReady", "Dealt"]


def test_a_browser_that_lost_its_nonce_commits_anew_and_can_play() -> None:
    live = table_of("Ann", "Bob")
    [event] = live.commit(0, OTHER)
    assert event == Committed(0, nonce_commitment(live.table.id, OTHER))
    assert live.commit(0, OTHER) == ()  # it has done so
    assert not is_late(live, 0)
    with refused("wrong-nonce"):
        open_nonce(live, 0, NONCES[0], {0, 1})
    open_nonce(live, 0, OTHER, {0, 1})
    live.ready(1, {0, 1})
    assert dealt_in(live) == ["Ann", "Bob"]
    live.commit(1, OTHER)  # in the middle of a hand: for the next one
    assert not is_late(live, 1)
    live.play_on_to_the_end(random.Random(1))
    live.ready(0, {0, 1})
    open_nonce(live, 1, OTHER, {0, 1})
    assert dealt_in(live) == ["Ann", "Bob"]


def test_who_is_ready_and_loses_the_nonce_for_the_round_after_commits_to_another() -> None:
    live = table_of("Ann", "Bob")
    live.ready(0, {0, 1})
    live.commit(0, OTHER)
    assert not is_late(live, 0)
    live.ready(1, {0, 1})
    assert dealt_in(live) == ["Ann", "Bob"]
    assert live.table.playing.nonces == {0: NONCES[0], 1: NONCES[1]}
    live.play_on_to_the_end(random.Random(1))
    with refused("wrong-nonce"):
        open_nonce(live, 0, NONCES[0], {0, 1})
    assert kinds(open_nonce(live, 0, OTHER, {0, 1})) == ["GotReady"]


# Being late


def test_who_sits_down_while_somebody_is_ready_is_late_and_plays_from_the_hand_after() -> None:
    live = table_of("Ann", "Bob")
    live.ready(0, {0, 1})
    sit(live, 2, "Cy")
    assert [is_late(live, seat) for seat in range(3)] == [False, False, True]
    assert live.table.waits_for({0, 1, 2}) == {1}
    before = live.table
    with refused("not-yet"):
        live.ready(2, {0, 1, 2})
    assert live.table == before
    assert kinds(live.ready(1, {0, 1, 2})) == ["GotReady", "Dealt"]
    assert live.table.playing.players[2] == Player(2, "sharp", "Cy")
    assert dealt_in(live) == ["Ann", "Bob"]
    assert not is_late(live, 2)
    live.play_on_to_the_end(random.Random(1))
    live.begin()
    assert dealt_in(live) == ["Ann", "Bob", "Cy"]


def test_who_is_late_is_not_away_when_time_is_up() -> None:
    live = table_for("Ann", "Bob", "Cy", seats=4, fill="nobody")
    for seat in (0, 1):
        live.ready(seat, {0, 1, 2})
    sit(live, 3, "Di")
    assert live.tick(PATIENCE, present={0, 1, 2, 3})[:-1] == (WentAway(2),)
    assert dealt_in(live) == ["Ann", "Bob"]
    assert not table_view(live.table, None, {0}, 0.0).seats[3].away
    live.play_on_to_the_end(random.Random(1))
    live.begin()
    assert dealt_in(live) == ["Ann", "Bob", "Di"]


def test_who_commits_anew_while_somebody_is_ready_is_late() -> None:
    """One who has seen the nonces of others could choose what becomes of them."""
    live = table_of("Ann", "Bob", "Cy")
    live.ready(0, {0, 1, 2})
    assert live.commit(1, NONCES[1]) == ()  # which is nothing new
    assert not is_late(live, 1)
    live.commit(1, OTHER)
    assert is_late(live, 1)
    for nonce in (OTHER, NONCES[1]):
        with refused("not-yet"):
            open_nonce(live, 1, nonce, {0, 1, 2})
    live.commit(1, NONCES[1])
    assert is_late(live, 1)  # it is too late to have chosen well, too
    live.ready(2, {0, 1, 2})
    assert dealt_in(live) == ["Ann", "Cy"]
    live.play_on_to_the_end(random.Random(1))
    live.begin()
    assert dealt_in(live) == ["Ann", "Bob", "Cy"]


def test_nobody_gets_another_nonce_into_a_round_by_leaving_or_sitting_out() -> None:
    live = table_of("Ann", "Bob", "Cy")
    live.ready(0, {0, 1, 2})
    live.ready(1, {0, 1, 2})
    live.leave(2)
    sit(live, 2, "Cy")
    assert is_late(live, 2)
    live.ask(1, SitOut())
    live.commit(1, OTHER)
    live.come_back(1)
    assert is_late(live, 1)
    with refused("not-yet"):
        open_nonce(live, 1, OTHER, {0, 1, 2})
    live.ask(0, SitOut())  # of those who had committed in time nobody is left, so that all begin anew
    assert not is_late(live, 1)
    assert not is_late(live, 2)
    live.come_back(0)
    with refused("wrong-nonce"):
        open_nonce(live, 0, NONCES[0], {0, 1, 2})
    live.begin()
    assert live.table.playing.nonces[1] == OTHER
    assert not {*live.table.playing.nonces.values()} & {*NONCES}


def sit_out(live: LiveTable) -> None:
    live.ask(0, SitOut())
    live.come_back(0)


def leave(live: LiveTable) -> None:
    live.leave(0)
    sit(live, 0, "Ann")


def go_away(live: LiveTable) -> None:
    live.take(WentAway(0))
    live.come_back(0)


def test_a_nonce_that_is_open_stays_that_of_its_hand() -> None:
    """Whoever is ready again gets the deck that the host may have seen, and no other."""
    live = table_of("Ann", "Bob", "Di", fill="nobody")
    for seat in (0, 1):
        live.ready(seat, {0, 1, 2})
    sit(live, 3, "Cy")
    live.take(StoppedWaiting(absent=(0,)))
    assert is_late(live, 3)
    assert table_view(live.table, 0, {0}, 0.0).next.anew == 0
    with refused("wrong-nonce"):
        open_nonce(live, 0, OTHER, {0, 1, 2})
    live.ready(0, {0, 1, 2, 3})
    live.ready(2, {0, 1, 2, 3})
    assert deck_of(live) == written(dict(enumerate(NONCES[:3])))


@pytest.mark.parametrize("go", [sit_out, leave, go_away])
def test_where_too_few_are_left_all_begin_anew_and_everybody_is_told_because_of_whom(
    go: Callable[[LiveTable], None],
) -> None:
    live = table_of("Ann", "Bob", fill="nobody")
    other = nonce_commitment(live.table.id, OTHER)
    live.ask(1, Begin(live.table.seq, NONCES[1], other), 0.0, {0, 1})
    sit(live, 2, "Cy")
    assert [is_late(live, seat) for seat in range(3)] == [False, False, True]
    go(live)
    assert live.table.until is None
    assert not any(seat and (seat.ready or seat.late) for seat in live.table.seats)
    told = table_view(live.table, 1, {1}, 0.0).next
    assert (told.anew, told.anew_by) == (1, [["Ann"]])
    with refused("wrong-nonce"):  # what was opened is for no round any more
        live.ready(1, {0, 1, 2})
    open_nonce(live, 1, OTHER, {0, 1, 2})
    for seat in (0, 2):
        live.ready(seat, {0, 1, 2})
    assert dealt_in(live) == ["Ann", "Bob", "Cy"]
    assert live.table.anew == 0
    record = live.play_on_to_the_end(random.Random(1))
    assert record["nonces"]["1"] == OTHER
    assert verify(record)


def test_when_who_was_ready_leaves_nobody_is_late() -> None:
    live = table_of("Ann", "Bob", "Di", fill="nobody")
    live.ready(0, {0, 1, 2})
    sit(live, 3, "Cy")
    live.leave(0)
    assert not is_late(live, 3)
    live.begin()
    assert dealt_in(live) == ["Bob", "Di", "Cy"]


def test_who_was_ready_and_is_not_any_more_keeps_nobody_from_playing() -> None:
    live = table_of("Ann", "Bob", fill="nobody")
    live.ready(0, {0, 1})
    live.tick(PATIENCE, {1})  # Ann is not here any more, and Bob does nothing
    assert live.table.until is None
    sit(live, 2, "Cy")
    assert live.table.anew_by == (("Ann",),)
    assert not is_late(live, 2)
    live.ready(2, {1, 2})
    assert kinds(live.ready(1, {1, 2})) == ["GotReady", "Dealt"]
    assert dealt_in(live) == ["Bob", "Cy"]


def test_two_people_can_play_when_one_of_them_was_late() -> None:
    """The one who is ready cannot play alone, so that both begin again."""
    live = table_of("Ann", "Bob", fill="nobody")
    other = nonce_commitment(live.table.id, OTHER)
    live.ask(0, Begin(live.table.seq, NONCES[0], other), 0.0, {0, 1})
    live.commit(1, OTHER)
    assert live.table.anew_by == (("Bob",),)
    open_nonce(live, 0, OTHER, {0, 1})
    open_nonce(live, 1, OTHER, {0, 1})
    assert dealt_in(live) == ["Ann", "Bob"]


def test_who_commits_before_a_nonce_arrives_that_did_not_know_of_it_is_late() -> None:
    """A host could have held it back, and have somebody sit down who knows it."""
    live = table_of("Ann", "Bob", "Cy")
    known = live.table.seq
    sit(live, 3, "Di")
    live.commit(2, OTHER)
    begin = Begin(known, NONCES[0], live.commitment(0))
    assert kinds(live.ask(0, begin, 0.0, {0, 1, 2, 3})) == ["GotReady"]
    assert [is_late(live, seat) for seat in range(4)] == [False, False, True, True]
    assert kinds(live.ready(1, {0, 1, 2, 3})) == ["GotReady", "Dealt"]
    assert dealt_in(live) == ["Ann", "Bob"]


def test_a_nonce_that_did_not_know_of_one_that_is_open_is_not_opened() -> None:
    live = table_of("Ann", "Bob", "Cy")
    known = live.table.seq
    live.commit(2, OTHER)
    open_nonce(live, 2, OTHER, {0, 1, 2})
    before = live.table
    with refused("stale"):
        live.ask(0, Begin(known, NONCES[0], live.commitment(0)), 0.0, {0, 1, 2})
    assert live.table == before
    live.ready(0, {0, 1, 2})
    assert live.table.waits_for({0, 1, 2}) == {1}


def test_a_nonce_that_knew_of_nobody_to_play_with_is_not_opened() -> None:
    live = table_of("Ann", fill="nobody")
    known = live.table.seq
    sit(live, 1, "Bob")
    before = live.table
    with refused("stale"):
        live.ask(0, Begin(known, NONCES[0], live.commitment(0)), 0.0, {0, 1})
    assert live.table == before


# The deck


def deck_of(live: LiveTable) -> str:
    """The deck, and the order in which discards would come back."""
    begun = next(event for event in reversed(live.events) if isinstance(event, Dealt))
    return f"{begun.deck} {begun.reserve}"


def written(nonces: dict[int, str], secret: str = SECRET, number: int = 1) -> str:
    """The deck that follows from seed and nonces, computed from what a record has."""
    found = deal_from("table", number, nonces, server_seed(bytes.fromhex(secret), number))
    return " ".join(map(str, (*found.deck, *found.reserve)))


def test_the_deck_follows_from_the_seed_and_the_nonces_of_those_who_are_dealt_in() -> None:
    live = table_of("Ann", "Bob", "Cy")
    for seat in (2, 0):
        live.ready(seat, {0, 1, 2})
    sit(live, 3, "Di")  # who is late, and Bob, who is not ready, have no part in it
    live.tick(PATIENCE, {0, 1, 2, 3})
    assert deck_of(live) == written({0: NONCES[0], 2: NONCES[2]})
    live.play_on_to_the_end(random.Random(1))
    live.come_back(1)
    live.begin()
    assert deck_of(live) == written(live.table.playing.nonces, number=2)
    assert live.table.playing.nonces[1] == NONCES[1]  # which has not been opened before
    assert {*live.table.playing.nonces} == {0, 1, 2, 3}
    assert len({deck_of(live), written({0: NONCES[0], 2: NONCES[2]}), written({0: NONCES[2], 2: NONCES[0]})}) == 3


def test_a_deck_needs_every_nonce_and_the_seed() -> None:
    nonces = dict(enumerate(NONCES[:2]))
    decks = [
        written(nonces),
        written(nonces, secret="5f" * 32),
        written(nonces, number=2),
        *[written(nonces | {seat: OTHER}) for seat in nonces],
        *[written({seat: nonces[seat]}) for seat in nonces],
        written({0: NONCES[0], 2: NONCES[1]}),
    ]
    assert len(set(decks)) == len(decks)


OTHER_WISHES: list[dict[str, Any]] = [
    {},
    {"stakes": {"ante": 10}, "stack": 2000},
    {"limit": "pot"},
    {"fill": "nobody"},
    {"clock": 60.0, "bank": 30.0},
    {"rules": "holdem"},
]


def test_nothing_else_changes_the_deck() -> None:
    others = [table_for("Ann", "Bob", seats=3, **wishes) for wishes in OTHER_WISHES]
    for live in (*others, table_for("Zoe", "Bob", seats=4), table_of("Ann", "Bob", seats=2)):
        live.begin()
        assert deck_of(live) == written(dict(enumerate(NONCES[:2])))
    live = table_for("Ann", "Bob")
    for seat in (1, 0):  # in another order, and at another time
        live.ready(seat, {0, 1}, 5.0 + seat)
    assert deck_of(live) == written(dict(enumerate(NONCES[:2])))


def test_while_somebody_is_ready_nothing_changes_what_the_hand_is_played_for() -> None:
    """The host may know the deck, if a friend is the last to be ready."""
    live = table_for("Ann", "Bob", "Cy", seats=3, fill="nobody", stack=100)
    live.take(Granted(2, -100))
    live.ready(1, {0, 1})
    for message in (ChangeStakes(ante=7), Grant(seat=1, chips=5)):
        with refused("not-now", "ready"):
            live.ask(0, message)
    assert live.ask(0, Grant(seat=2, chips=5)) == (Granted(2, 5),)  # who has none cannot play without
    live.ready(0, {0, 1})
    assert deck_of(live) == written(dict(enumerate(NONCES[:2])))
    assert kinds(live.ask(0, ChangeStakes(ante=7))) == ["StakesChanged"]


def test_the_server_has_always_committed_to_the_seed_of_the_coming_hand() -> None:
    """Before anybody sits down, and so before anybody's nonce is open."""
    live = LiveTable(opened(fill="nobody"))
    told = [table_view(live.table, None, set(), 0.0).next]
    live.sit("Ann", "Bob", "Cy")
    records = []
    for number in range(3):
        assert table_view(live.table, 0, {0}, 0.0).next == told[-1]  # the same to everybody, whoever comes
        live.ready(0, {0, 1, 2})
        if number == 1:
            live.take(StoppedWaiting((), (0,)))  # nor does it change when a round comes to nothing
            assert table_view(live.table, 0, {0}, 0.0).next == told[-1]
        live.begin()
        told.append(table_view(live.table, 1, {0}, 0.0).next)
        records.append(live.play_on_to_the_end(random.Random(number)))
    for before, now, record in zip(told, told[1:], records, strict=False):
        seed = bytes.fromhex(record["server_seed"])
        assert before.commitment == server_commitment("table", record["round"], seed)
        assert (before.round, record["next_commitment"]) == (record["round"], now.commitment)
        assert verify(record)
    follow(records)


# Sitting out, and going


def test_who_sits_out_is_not_waited_for_and_connecting_does_not_change_it() -> None:
    live = table_of("Ann", "Bob", "Cy")
    live.ask(1, SitOut())
    live.ready(0, {0, 1, 2})
    assert live.table.waits_for({0, 1, 2}) == {2}
    assert kinds(live.tick(PATIENCE, {0, 1, 2})) == ["WentAway", "Dealt"]
    assert live.do(Return("token of Bob")) == ()
    bob = table_view(live.table, 1, {0, 1}, 0.0).seats[1]
    assert (bob.out, bob.away) == ("asked", False)
    assert live.table.playing.players[1] == Player(1, "sharp", "Bob")
    live.come_back(1)
    live.play_on_to_the_end(random.Random(1))
    live.begin()
    assert dealt_in(live) == ["Ann", "Bob"]


def test_a_newcomer_has_not_missed_the_turns_of_who_left() -> None:
    live = dealt_table(seats=2, fill="nobody")
    turn = live.table.game.turn
    assert turn is not None
    live.leave(turn)
    sit(live, turn, "Eve")
    assert kinds(live.tick()) == ["Acted"]
    eve = live.table.seats[turn]
    assert eve
    assert eve.missed == 0


def test_sitting_down_is_never_too_late_and_those_who_watch_are_told_nothing_of_the_round() -> None:
    live = dealt_table(seats=4)
    for message in (Begin(1, NONCES[3], NONCES[3]), Act(1, "discard"), Leave(live.table.seq), Hint(1)):
        with refused("spectator"):
            live.do(Request(message, "token of Eve", 0.0))
    assert kinds(live.do(Request(Sit(1, 3, "Eve", live.commitment(3)), "token of Eve", 0.0))) == ["Sat"]


def test_where_nobody_fills_seats_nobody_plays_for_those_who_are_away() -> None:
    live = table_of("Ann", "Bob", "Cy", fill="nobody")
    for seat in (0, 1):
        live.ready(seat, {0, 1, 2})
    away, begun = live.tick(PATIENCE, {0, 1, 2})
    assert away == WentAway(2)
    assert isinstance(begun, Dealt)
    assert begun.players == (Entrant(0, None, "Ann"), Entrant(1, None, "Bob"))


def test_where_nobody_fills_seats_those_who_go_stand_pat() -> None:
    live = dealt_table(fill="nobody")
    live.leave(0)
    [first] = live.tick()
    live.take(WentAway(1))
    [last] = live.tick()
    for event in (first, last):
        assert isinstance(event, Acted)
        assert (event.by, event.cards) == ("clock", "")
    assert live.records


def test_readiness_and_sitting_out_are_replayed() -> None:
    live = table_of("Ann", "Bob", "Cy")
    for _ in range(2):
        live.ready(0, {0, 1, 2})
        live.commit(2, OTHER)
        live.ready(1, {0, 1, 2})
        live.play_on_to_the_end(random.Random(1))
    live.ask(1, SitOut())
    live.ready(0, {0, 1, 2})
    sit(live, 3, "Di")
    assert live.table.until == PATIENCE
    assert replay(decode(encode(event)) for event in live.events) == live.table


# Over the wire


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("table"), "--patience", "600") as running:
        yield running


def test_a_round_begins_when_the_one_it_waits_for_is_ready_or_goes(server: Server) -> None:
    async def work() -> None:
        table = server.open_table(seats=3)
        async with Person(server.base, table) as ann:
            await ann.sit(0, "Ann")
            async with Person(server.base, table) as bob:
                await bob.sit(1, "Bob")
                await meet(ann, bob)
                await ann.begin()
                state = await bob.until(lambda state: state["seats"][0]["ready"])
                assert (state["phase"], state["seats"][1]["ready"]) == ("lobby", False)
                await asyncio.gather(play_at(ann, 1, random.Random(1)), play_at(bob, 1, random.Random(2)))
                await ann.begin()
                assert (await ann.until(lambda state: state["seats"][0]["ready"]))["phase"] == "shown"
            await ann.until(lambda state: state["phase"] == "playing")  # Bob is gone: nobody else is waited for

    run(work())


def test_one_who_is_there_and_never_ready_holds_up_every_round_for_a_while_and_no_more(tmp_path: Path) -> None:
    """It connects again and asks for things in between, as one who wants to hold the others up would."""

    async def hold_up(base: str, eve: Person) -> None:
        while True:
            await eve.until(lambda state: state["seats"][2]["away"])
            async with Person(base, eve.table, eve.token) as again:
                await again.until(bool)
            await eve.until(lambda state: not state["seats"][2]["away"])

    async def work() -> None:
        async with serving_here(tmp_path, patience=0.3) as base, http_client(base) as http:
            wishes = json.dumps({"seats": 3, "fill": "nobody"})
            table = (await http.post(f"{base}/tables", content=wishes)).json()["table"]
            people = [Person(base, table) for _ in range(3)]
            async with people[0] as ann, people[1] as bob, people[2] as eve:
                for seat, person in enumerate(people):
                    await person.sit(seat, ("Ann", "Bob", "Eve")[seat])
                await meet(*people)
                holding = asyncio.create_task(hold_up(base, eve))
                await asyncio.gather(*(play_at(person, 3, random.Random(1), 0.02) for person in (ann, bob)))
                assert [player["name"] for player in ann.state["round"]["players"]] == ["Ann", "Bob"]
                holding.cancel()
                await asyncio.wait({holding})
                await eve.ask("back")
                assert (await eve.begin())["type"] == "done"  # it has not lost anything by that
                await eve.until(lambda state: state["seats"][2]["ready"])

    run(work())


def test_a_browser_that_lost_its_nonce_or_comes_late_is_told_so_and_plays(server: Server) -> None:
    async def work() -> None:
        table = server.open_table(seats=3, fill="nobody")
        async with (
            Person(server.base, table) as ann,
            Person(server.base, table) as bob,
            Person(server.base, table) as cy,
        ):
            await ann.sit(0, "Ann")
            await bob.sit(1, "Bob")
            await meet(ann, bob)
            ann.nonces.clear()
            assert (await ann.begin())["code"] == "wrong-nonce"
            known = ann.state["seats"][0]["commitment"]
            done = await ann.ask("commit", commitment=ann.commitment(), instead=known)
            assert done["type"] == "done"
            await ann.until(lambda state: state["seats"][0]["commitment"] in ann.nonces)
            assert (await ann.begin())["type"] == "done"
            await cy.sit(2, "Cy")
            assert (await cy.until(lambda state: state["you"] == 2))["seats"][2]["late"]
            assert (await cy.begin())["code"] == "not-yet"
            await asyncio.gather(*(play_at(person, 1, random.Random(1)) for person in (ann, bob)))
            assert [player["name"] for player in ann.state["round"]["players"]] == ["Ann", "Bob"]
            await cy.until(lambda state: state["phase"] == "shown")
            assert not cy.state["seats"][2]["late"]
            await asyncio.gather(
                *(play_at(person, rounds, random.Random(1)) for person, rounds in ((ann, 2), (bob, 2), (cy, 1)))
            )
            assert [player["name"] for player in ann.state["round"]["players"]] == ["Ann", "Bob", "Cy"]

    run(work())


def test_somebody_else_lets_the_clock_run_when_the_host_is_gone(tmp_path: Path) -> None:
    """One who sits out is never away, and one who pauses keeps everybody from a hand."""

    async def work() -> None:
        async with (
            serving_here(tmp_path, host_absence=0.2) as base,
            http_client(base) as http,
        ):
            host = Person(base, "")
            wishes = json.dumps({"rules": "holdem", "seats": 3, "fill": "nobody"})
            answer = await http.post(f"{base}/tables", content=wishes, headers={"Cookie": f"{COOKIE}={host.token}"})
            table = host.table = answer.json()["table"]
            async with Person(base, table) as bob:
                async with host:
                    await host.sit(1, "Ann")
                    await bob.sit(0, "Bob")
                    for wish, fields in (("sitout", {}), ("pause", {"on": True})):
                        assert (await host.ask(wish, **fields))["type"] == "done"
                    assert (await bob.ask("pause", on=False))["code"] == "not-host"
                await bob.until(lambda state: state["host"] == 0)
                assert (await bob.ask("pause", on=False))["type"] == "done"
                async with Person(base, table, host.token) as again:  # by being here, and no more
                    state = await again.until(lambda state: state["host"] == 1)
                    assert state["seats"][1]["out"] == "asked"

    run(work())

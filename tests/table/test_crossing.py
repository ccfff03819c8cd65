"""What two windows, or two people, do at the same moment: nobody plays for what a browser did not see."""

import random

import pytest

from fivecard.table.core import Message
from fivecard.table.core.commands import Begin, ChangeStakes, Grant, SitOut
from fivecard.table.core.commitments import nonce_commitment
from fivecard.table.core.events import WentAway
from fivecard.table.fairness.verify import verify
from fivecard.table.protocol.view import table_view
from tests.table.readiness import OTHER, dealt_in, is_late, kinds, open_nonce
from tests.table.tables import NONCES, disproved, refused, table_for, table_of


def test_two_windows_cannot_undo_what_the_other_has_committed_to() -> None:
    live = table_of("Ann", "Bob")
    first, second = live.to_commit(0, OTHER), live.to_commit(0, "9b" * 32)
    assert kinds(live.ask(0, first)) == ["Committed"]
    with refused("stale"):
        live.ask(0, second)
    assert kinds(open_nonce(live, 0, OTHER, {0, 1})) == ["GotReady"]


def test_who_comes_back_before_a_nonce_arrives_that_did_not_know_of_it_is_late() -> None:
    """Whom a browser did not wait for when it opened its nonce, nobody may deal in with it."""
    live = table_of("Ann", "Bob", "Cy", fill="nobody")
    live.take(WentAway(2))
    knew = live.table.seq
    live.come_back(2)
    live.ask(0, Begin(knew, NONCES[0], nonce_commitment("table", OTHER)), 0.0, {0, 1, 2})
    assert is_late(live, 2)
    live.ready(1, {0, 1, 2})
    assert dealt_in(live) == ["Ann", "Bob"]


@pytest.mark.parametrize("change", [ChangeStakes(ante=20), Grant(seat=1, chips=50)], ids=["stakes", "chips"])
def test_who_is_ready_for_something_else_than_is_played_for_has_to_look_again(change: Message) -> None:
    live = table_for("Ann", "Bob", fill="nobody", seats=3)
    knew = live.table.seq
    live.ask(0, change)
    late = Begin(knew, NONCES[1], nonce_commitment("table", OTHER))
    with refused("stale"):
        live.ask(1, late, 0.0, {0, 1})
    open_nonce(live, 1, NONCES[1], {0, 1})
    live.ready(0, {0, 1})
    assert dealt_in(live) == ["Ann", "Bob"]


def test_a_hand_says_how_often_all_began_anew_before_it_and_who_was_a_person_in_it() -> None:
    live = table_for("Ann", "Bob", "Cy", fill="nobody", seats=4)
    live.leave(2)
    live.ready(0, {0, 1})
    live.ask(1, SitOut())
    live.come_back(1)
    live.begin()
    live.leave(1)
    playing = table_view(live.table, 0, {0}, 0.0).round
    assert playing is not None
    assert (playing.anew, playing.anew_by) == (1, [["Bob"]])
    assert [(player.name, player.person) for player in playing.players] == [("Ann", True), ("Bob", True)]
    record = live.play_on_to_the_end(random.Random(1))
    assert (record["anew"], record["anew_by"]) == (1, [["Bob"]])
    assert verify(record)
    lies: list[dict[str, object]] = [{"anew": 2}, {"anew_by": []}, {"anew_by": [[]]}]
    for lie in lies:
        with disproved("written"):
            verify(record | lie)

"""Cards that are shown after a hand: by whom, to whom, and that they are those that were dealt."""

import asyncio
import random
from typing import Any

import pytest

from fivecard.histories import pokerstars
from fivecard.table.client import Person
from fivecard.table.core import replay
from fivecard.table.core.commitments import record_hash
from fivecard.table.core.events import ShowedCards, decode, encode
from fivecard.table.core.showing import may_show
from fivecard.table.fairness.verify import follow, verify
from fivecard.table.protocol.view import table_view
from fivecard.table.web.hand_history import Past
from fivecard.table.web.replay import steps_of
from tests.table.server import Server, get, meet, open_table, run
from tests.table.tables import LiveTable, disproved, refused, table_for


def folded(**wishes: object) -> tuple[LiveTable, int, int]:
    """A hand of hold'em that one folds at once: the table, who folded and who won."""
    live = table_for("Ann", "Bob", "Cy", rules="holdem", seats=3, fill="nobody", **wishes)
    live.begin()
    turn = live.table.game.turn or 0
    live.act(turn, "fold")
    other = live.table.game.turn or 0
    live.act(other, "fold")
    return live, turn, live.table.game.winners[0]


def test_who_folded_and_who_won_without_a_show_may_show_all_or_one() -> None:
    live, loser, winner = folded()
    held, won = live.table.game.hands[loser], live.table.game.hands[winner]
    before = live.records[-1]
    assert live.show(loser, held[1:]) == (ShowedCards(loser, str(held[1])),)
    assert live.show(winner, won[::-1]) == (ShowedCards(winner, " ".join(map(str, won))),)
    assert may_show(live.table, loser) == held[:1]
    assert may_show(live.table, winner) == ()
    after = live.records[-1]
    assert after["showed"] == [
        [str(held[1])] if n == loser else [*map(str, won)] if n == winner else [] for n in range(3)
    ]
    assert record_hash(after) == record_hash(before) == live.table.head[1]
    assert {name: value for name, value in after.items() if name != "showed"} == before
    assert verify(after)
    assert replay(map(decode, [encode(event) for event in live.events])) == live.table
    for viewer in (None, 0, 1, 2):
        round_ = table_view(live.table, viewer, {0, 1, 2}, 0.0).round
        assert round_
        assert round_.show
        assert round_.show.showed == after["showed"]
    live.begin()
    assert live.records[-1] == after
    assert live.table.playing.previous == record_hash(after)
    live.all_in()
    assert follow([after, live.records[-1]])


def test_nobody_shows_what_is_seen_already_or_is_no_card_of_theirs_or_too_late() -> None:
    live, loser, winner = folded()
    held = live.table.game.hands
    with refused("illegal", held[winner][0]):
        live.show(loser, (held[loser][0], held[winner][0]))
    live.show(loser, held[loser][:1])
    with refused("illegal", held[loser][0]):
        live.show(loser, held[loser][:1])
    live.begin()
    with refused("not-now"):
        live.show(winner, held[winner])


def test_nobody_shows_in_the_middle_of_a_hand() -> None:
    live = table_for("Ann", "Bob", rules="holdem", seats=2, fill="nobody")
    live.begin()
    live.act(live.table.game.turn or 0, "call")
    with refused("not-now"):
        live.show(0, live.table.game.hands[0])


def test_where_everybody_shows_there_is_nothing_to_show() -> None:
    live = table_for("Ann", "Bob", rules="C", seats=2, fill="nobody")
    live.play_round(random.Random(1))
    for player in (0, 1):
        assert may_show(live.table, player) == ()
        with refused("not-now"):
            live.show(player, live.table.game.hands[player])


def test_who_sits_down_on_the_seat_of_one_who_left_shows_nothing_of_theirs() -> None:
    live, loser, winner = folded()
    cards = live.table.game.hands[loser]
    seat = live.table.playing.players[loser].seat
    live.leave(seat)
    with refused("spectator"):
        live.show(loser, cards)
    live.sit_at(seat, "Dee")
    with refused("not-playing"):
        live.show(loser, cards)
    live.show(winner, live.table.game.hands[winner])  # and the record stays what it was
    assert record_hash(live.records[-1]) == live.table.head[1]


def test_open_cards_of_stud_are_seen_already() -> None:
    live = table_for("Ann", "Bob", rules="seven-card-stud", seats=2, fill="nobody")
    live.begin()
    live.act(live.table.game.turn or 0, "bringin")
    turn = live.table.game.turn or 0
    live.act(turn, "fold")
    state = live.table.game
    assert may_show(live.table, turn) == tuple(card for card in state.hands[turn] if card not in state.up[turn])
    live.show(turn, may_show(live.table, turn)[:1])
    assert verify(live.records[-1])


def test_a_record_that_shows_something_else_is_found_out() -> None:
    live, loser, winner = folded()
    live.show(loser, live.table.game.hands[loser][:1])
    record = live.records[-1]
    other = str(live.table.game.hands[winner][0])
    for cards in ([other], [*record["showed"][loser], other], record["showed"][loser] * 2):
        with disproved("showed", repr(other) if other in cards else ""):
            verify(record | {"showed": [cards if n == loser else [] for n in range(3)]})
    wrong: list[Any] = [[], [[], [], []], [record["showed"][loser]]]
    for showed in wrong:
        with disproved("written"):
            verify(record | {"showed": showed})
    showdown = table_for("Ann", "Bob", rules="holdem", limit="no", seats=2, fill="nobody")
    showdown.begin()
    showdown.all_in()
    with disproved("showed"):
        verify(showdown.records[-1] | {"showed": [showdown.records[-1]["hands"][0], []]})


def test_histories_and_replays_tell_what_was_shown() -> None:
    live, loser, winner = folded()
    live.show(loser, live.table.game.hands[loser][:1])
    live.show(winner, live.table.game.hands[winner])
    past = Past(live.records[-1], live.table.player_of(0))
    one, both = live.table.game.hands[loser][0], " ".join(map(str, live.table.game.hands[winner]))
    names = live.records[-1]["names"]
    text = past.text()
    assert f"{names[loser]}: shows [{one}]\n" in text
    assert f"{names[winner]}: shows [{both}]\n" in text
    assert "doesn't show hand" not in text
    assert pokerstars.loads(text).check().is_over
    assert past.public()["showed"] == live.records[-1]["showed"]
    steps = [*steps_of(live.records[-1], None)]
    assert [step.told for step in steps[-2:]] == sorted(
        ([f"{names[player]} shows {cards}."] for player, cards in ((loser, one), (winner, both))),
        key=lambda told: [f"{name} " in told[0] for name in names].index(True),
    )
    assert [*past.told()[-2:]] == [step.told[0].replace("Ann shows", "You show") for step in steps[-2:]]


def test_everybody_sees_it_and_the_record_is_served_with_it_also_after_a_restart(server: Server) -> None:
    async def work() -> None:
        ann = Person(server.base, "")
        table = open_table(server, ann, rules="holdem", fill="nobody", seats=2)
        bob, eve = Person(server.base, table), Person(server.base, table)
        async with ann, bob, eve:
            await ann.sit(0, "Ann")
            await bob.sit(1, "Bob")
            await meet(ann, bob)
            await asyncio.gather(ann.begin(), bob.begin())
            for person in (ann, bob):
                await person.until(lambda state: bool(state["round"]))
            loser = ann if ann.state["round"]["turn"] == ann.state["round"]["me"] else bob
            assert (await loser.ask("act", do="fold"))["type"] == "done"
            await loser.until(lambda state: state["phase"] == "shown")
            cards = loser.state["round"]["may_show"]
            assert cards == loser.state["round"]["hand"]
            assert (await loser.ask("show", cards=cards[:1]))["type"] == "done"
            for person in (ann, bob, eve):
                await person.until(lambda state: any((state["round"] or {}).get("show", {}).get("showed", [])))
                me = loser.state["round"]["me"]
                assert person.state["round"]["show"]["showed"][me] == cards[:1]
                told = get(server, f"/t/{table}/rounds/1.json", person).json()
                assert told["showed"][me] == cards[:1]
                assert told["hash"] == person.state["chain"]["hash"]
            assert f"shows [{cards[0]}]" in get(server, f"/t/{table}/rounds/1.txt", eve).text

    run(work())


@pytest.mark.parametrize("watching", [True, False])
def test_those_who_watch_later_see_later_what_was_shown(server: Server, watching: bool) -> None:
    async def work() -> None:
        ann = Person(server.base, "")
        table = open_table(server, ann, rules="holdem", fill="nobody", seats=2, delay=3)
        bob, eve = Person(server.base, table), Person(server.base, table)
        async with ann, bob, eve:
            await ann.sit(0, "Ann")
            await bob.sit(1, "Bob")
            await meet(ann, bob)
            await asyncio.gather(ann.begin(), bob.begin())
            for person in (ann, bob):
                await person.until(lambda state: bool(state["round"]))
            loser = ann if ann.state["round"]["turn"] == ann.state["round"]["me"] else bob
            await loser.ask("act", do="fold")
            await loser.until(lambda state: state["phase"] == "shown")
            await eve.until(lambda state: state["phase"] == "shown")
            await loser.ask("show", cards=loser.state["round"]["may_show"][:1])
            reader = eve if watching else bob
            told = get(server, f"/t/{table}/rounds/1.json", reader).json()
            assert ("showed" in told) is not watching
            first = loser.state["round"]["show"]["showed"]
            await eve.until(lambda state: state["round"]["show"]["showed"] == first)
            await loser.ask("show", cards=loser.state["round"]["may_show"])
            both = loser.state["round"]["show"]["showed"]
            assert both != first  # the second is to be seen later too
            assert get(server, f"/t/{table}/rounds/1.json", reader).json()["showed"] == (first if watching else both)

    run(work())

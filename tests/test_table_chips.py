"""Hands with chips at the table: played, replayed from the log, checked from their records, and kept secret."""

import random
import re
from typing import Any

import msgspec
import pytest

from fivecard.engine import VARIANTS
from fivecard.table.audit import AuditError, follow, verify
from fivecard.table.core import Table, TableError, replay
from fivecard.table.core.commands import ChangeStakes, End, Grant, Kick, Pause, Rebuy, SitOut, WantedStakes
from fivecard.table.core.events import Acted, Kicked, decode, encode
from fivecard.table.view import table_view
from tables import LiveTable, as_json, chips_table

CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")


def come_round(live: LiveTable) -> None:
    """Have everybody back who is away, with chips if there are none left."""
    for seat, person in enumerate(live.table.seats):
        if person and not live.table.purses[seat].stack:
            live.ask(live.table.host or 0, Grant(seat=seat, chips=live.table.stack))
        if person and live.table.seats[seat].away:  # type: ignore[union-attr]
            live.come_back(seat)


def all_chips(table: Table) -> int:
    """What everybody has, less what everybody bought: nothing is made, nothing is lost."""
    return sum(purse.net for purse in table.purses) + sum(gone.purse.net for gone in table.gone)


@pytest.mark.parametrize("rules", VARIANTS)
def test_every_game_is_played_and_its_records_hold(rules: str) -> None:
    source = random.Random(5)
    live = chips_table("Ann", "Bob", "Cy", rules=rules, seats=4, fill="nobody")
    for _ in range(4):
        live.play_round(source)
        assert all_chips(live.table) == 0
        come_round(live)
    for record in live.records:
        assert "to the last chip" in verify(record)[-1]
    assert follow(live.records) == "rounds 1 to 4 follow one another"
    assert replay(map(decode, [encode(event) for event in live.events])) == live.table


def test_computers_play_by_the_deal_and_not_again_when_the_log_is_read() -> None:
    live = chips_table("Ann", seats=4)
    for _ in range(3):
        live.play_round(random.Random(1))
        come_round(live)
    moves = [event for event in live.events if isinstance(event, Acted)]
    assert {event.by for event in moves} == {"person", "computer"}
    again = chips_table("Ann", seats=4)
    for _ in range(3):
        again.play_round(random.Random(1))
        come_round(again)
    assert again.events == live.events
    assert replay(live.events) == live.table


def test_the_button_moves_to_the_next_who_plays() -> None:
    live = chips_table("Ann", "Bob", "Cy", "Di", seats=4, fill="nobody")
    had = []
    for number in range(5):
        if number == 2:
            live.ask(2, SitOut())
        live.play_round(random.Random(number))
        had.append(live.table.button)
        come_round(live)
    assert had == [0, 1, 3, 0, 1]


# What leaves the server


def may_know(live: LiveTable, viewer: int | None) -> set[str]:
    playing = live.table.round
    if playing is None or playing.state is None:
        return set()
    state = playing.state
    mine = [n for n, player in enumerate(playing.players) if player.seat == viewer and player.level is None]
    known = [*state.board, *(card for cards in (*state.up, *state.shown) for card in cards)]
    return {str(card) for card in [*known, *(card for number in mine for card in state.hands[number])]}


def leaks(live: LiveTable, viewer: int | None) -> set[str]:
    """The cards and secrets in what a viewer is sent that the viewer may not know."""
    text = msgspec.json.encode(table_view(live.table, viewer, {0}, 0.0)).decode()
    playing = live.table.round
    secret = [] if playing is None else [playing.server_seed.hex(), *(seed.hex() for seed in playing.seeds.values())]
    found = {seed for seed in secret if seed and seed in text} | ({"token"} if "token of" in text else set())
    return (set(CARD.findall(text)) - may_know(live, viewer)) | found


@pytest.mark.parametrize("rules", ["five-card-draw", "badugi", "holdem", "omaha-hi-lo", "seven-card-stud", "razz"])
def test_folded_and_mucked_hands_are_never_sent_to_others(rules: str) -> None:
    source = random.Random(3)
    live = chips_table("Ann", "Bob", "Cy", "Di", rules=rules, seats=5, fill="nobody")
    folds = mucks = 0

    def watch() -> None:
        for viewer in (None, *range(5)):
            assert leaks(live, viewer) == set()

    for number in range(30):
        record = live.play_round(source, watch, skip=0.02)
        state = live.table.game
        folds += len(state.folded)
        mucks += sum(not hand for hand in state.shown) - len(state.folded) if state.shown else 0
        if number % 10 == 9 and live.table.seats[3]:
            live.leave(3)
        assert record["deck"]
        come_round(live)
    assert folds > 10
    assert mucks > 3


def test_a_hand_that_is_known_is_there_to_be_found() -> None:
    """The search for leaks finds cards: it would see one."""
    live = chips_table("Ann", "Bob", seats=2)
    live.deal()
    text = msgspec.json.encode(table_view(live.table, 0, {0}, 0.0)).decode()
    assert set(CARD.findall(text)) == {str(card) for card in live.table.game.hands[0]}


def test_states_are_of_the_same_size_whatever_is_dealt() -> None:
    sizes = set()
    for number in range(40):
        live = chips_table("Ann", "Bob", seats=2)
        live.seal()
        for player in (0, 1):
            live.open(player)
        live.tick(seed=number.to_bytes(32, "big"))
        sizes.add(len(msgspec.json.encode(table_view(live.table, 0, {0}, 0.0))))
    assert len(sizes) == 1

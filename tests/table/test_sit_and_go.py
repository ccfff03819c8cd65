"""Sit-and-go: the stakes rise, everybody has a place, and the buy-ins are paid out to the last chip."""

import random
from typing import Any

import pytest

from fivecard.table.core import Request, replay
from fivecard.table.core.commands import ChangeStakes, End, Grant, Kick, Pause, Rebuy, Resume
from fivecard.table.core.events import Left, SatOut, WentAway, decode, encode
from fivecard.table.core.ledger import accounts
from fivecard.table.core.tournament import FACTORS, prizes_of, ranked, stakes_at
from fivecard.table.fairness.verify import verify
from fivecard.table.protocol.view import table_view
from tests.effort import effort
from tests.table.tables import LiveTable, refused, table_for

NAMES = ("Ann", "Bob", "Cy", "Di", "Eve", "Flo", "Gus", "Hal", "Ines")


def sit_and_go(*names: str, hands: int = 2, minutes: int = 0, prizes: str = "two", **more: Any) -> LiveTable:
    wishes = {"seats": max(2, len(names)), "fill": "nobody", "stack": 100} | more
    levels = {"hands": hands, "minutes": minutes, "prizes": prizes}
    return table_for(*names, rules="holdem", sit_and_go=levels, **wishes)


def play(live: LiveTable, source: random.Random, *, away: float = 0.0, most: int = 400) -> None:
    """Play to the end; sometimes somebody is away, or comes back."""
    for _ in range(most):
        if live.table.ended:
            return
        people = [
            number for number, person in enumerate(live.table.seats) if person and live.table.purses[number].stack
        ]
        for seat in people:
            person = live.table.seats[seat]
            assert person
            if person.away or person.out:
                live.come_back(seat)
        if len(people) > 1 and source.random() < away:
            live.take(WentAway(source.choice(people)))
        live.play_round(source)
    raise AssertionError("it does not end")


@pytest.mark.parametrize("number", range(effort(6, 60)))
def test_it_ends_by_itself_with_a_place_for_everybody_and_all_buy_ins_paid(number: int) -> None:
    source = random.Random(number)
    names = NAMES[: source.randint(2, 9)]
    prizes = source.choice(["winner", "two", "three"])
    computers = source.random() < 0.3
    fill: dict[str, Any] = {"fill": "solid", "seats": min(9, len(names) + 2)} if computers else {}
    live = sit_and_go(*names, prizes=prizes, **fill)
    live.begin()
    field = len(live.table.playing.players)
    live.play_on_to_the_end(source)
    play(live, source, away=0.2)
    places = live.table.places
    assert sorted(each.seat for each in places) == sorted({each.seat for each in places})
    assert len(places) == field
    assert sum(each.prize for each in places) == field * 100
    assert [each.place for each in places] == sorted(each.place for each in places)
    assert places[0].prize == max(each.prize for each in places)
    assert sum(each.net for each in accounts(live.table)) == 0
    assert replay(map(decode, [encode(event) for event in live.events])) == live.table
    for record in live.records:
        verify(record)
    with refused("ended"):
        live.begin()


def test_the_stakes_rise_after_so_many_hands_and_everybody_sees_when() -> None:
    live = sit_and_go("Ann", "Bob", "Cy", hands=2, stack=100_000)
    seen = []
    for number in range(5):
        live.begin()
        state = table_view(live.table, 0, {0, 1, 2}, 0.0).sit_and_go
        assert state
        seen.append((live.table.playing.stakes.blinds, state.level, state.hands_left))  # type: ignore[union-attr]
        while live.table.phase == "playing":  # nobody wins much
            live.act(live.table.game.turn, "fold")  # type: ignore[arg-type]
        assert number + 1 == live.table.rounds_begun
    first = live.table.terms.stakes
    assert first
    assert [blinds for blinds, _, _ in seen] == [stakes_at(first, level).blinds for level in (0, 0, 1, 1, 2)]
    assert [(level, left) for _, level, left in seen] == [(1, 2), (1, 1), (2, 2), (2, 1), (3, 2)]


def test_the_stakes_rise_after_so_many_minutes_of_play() -> None:
    live = sit_and_go("Ann", "Bob", "Cy", stack=100_000, minutes=5)
    blinds = []
    for begun, ended in ((1000, 1299), (1299, 1300), (1310, 1320), (1600, 1620), (1700, 1719), (1721, 1725)):
        live.begin(begun)
        assert live.table.playing.stakes
        blinds.append(live.table.playing.stakes.blinds)
        while live.table.phase == "playing":
            live.act(live.table.game.turn, "fold", ended)  # type: ignore[arg-type]
        if ended == 1320:  # a pause of two minutes does not count
            live.ask(0, Pause(on=True), 1320)
            assert left(live, 1400) == left(live, 1320) == 280
            live.ask(0, Pause(on=False), 1440)
            assert left(live, 1440) == 280
    first = live.table.terms.stakes
    assert first
    assert blinds == [stakes_at(first, level).blinds for level in (0, 0, 1, 1, 1, 1)]
    state = table_view(live.table, 0, {0, 1, 2}, 1725).sit_and_go
    assert state
    assert (state.level, state.hands_left, state.seconds_left) == (3, 0, 295)
    assert replay(map(decode, [encode(event) for event in live.events])) == live.table


def test_the_time_that_a_machine_slept_is_no_time_of_a_level() -> None:
    live = sit_and_go("Ann", "Bob", "Cy", stack=100_000, minutes=5)
    live.begin(1000)
    asked_until = live.table.until
    assert asked_until
    out = asked_until + live.table.bank
    awake = out + 3600
    before = left(live, out)
    live.do(Resume(awake))
    assert left(live, awake) == before
    for _ in range(2):
        live.act(live.table.game.turn, "fold", awake + 1)  # type: ignore[arg-type]
    assert live.table.phase == "shown"
    assert live.table.stakes == live.table.terms.stakes
    assert replay(map(decode, [encode(event) for event in live.events])) == live.table


def left(live: LiveTable, now: float) -> float | None:
    state = table_view(live.table, 0, {0, 1, 2}, now).sit_and_go
    return state.seconds_left if state else None


def test_a_hand_that_runs_out_counts_until_all_were_all_in() -> None:
    live = sit_and_go("Ann", "Bob", "Cy", minutes=5, twice=True)
    live.begin(1000)
    live.act(live.table.game.turn, "fold", 1290)  # type: ignore[arg-type]
    live.act(live.table.game.turn, "raise", 1295, to=100)  # type: ignore[arg-type]
    live.act(live.table.game.turn, "call", 1299)  # type: ignore[arg-type]
    asked = live.table.phase
    live.agree(1, 1301, yes=False)
    assert (asked, live.table.phase) == ("playing", "shown")
    assert live.table.stakes == live.table.terms.stakes


def test_who_is_not_here_is_dealt_in_and_folds() -> None:
    live = sit_and_go("Ann", "Bob", "Cy")
    live.begin()
    live.play_on_to_the_end(random.Random(1))
    left = [seat for seat in range(3) if live.table.purses[seat].stack]
    away = left[-1]
    live.take(WentAway(away))
    live.begin()
    player = next(each for each in live.table.playing.players if each.seat == away)
    assert (player.level, player.nonce) == ("nobody", None)
    assert table_view(live.table, away, {away}, 0.0).round.hand == []  # type: ignore[union-attr]
    before = live.table.playing.stacks[live.table.playing.players.index(player)]
    live.play_on_to_the_end(random.Random(2))
    assert live.table.purses[away].stack <= before


def test_who_stands_up_with_chips_keeps_the_seat_and_pays_blinds() -> None:
    live = sit_and_go("Ann", "Bob", "Cy")
    live.begin()
    assert live.leave(2) == (SatOut(2),)
    live.play_on_to_the_end(random.Random(1))
    assert live.table.seats[2]
    play(live, random.Random(3))
    assert live.leave(2) == (Left(2),)


def test_nobody_buys_in_twice_comes_late_is_sent_away_or_changes_the_stakes() -> None:
    live = sit_and_go("Ann", "Bob", seats=3)
    for message in (Grant(seat=1, chips=5), ChangeStakes(ante=1), Rebuy()):
        with refused("not-now", "sit-and-go"):
            live.ask(0, message)
    live.begin()
    with refused("not-now", "begun"):
        live.do(Request(live.to_sit(2, "Cy"), "token of Cy", 0.0))
    with refused("not-now", "sit-and-go"):
        live.ask(0, Kick(seat=1))


def test_an_end_before_its_time_ranks_those_who_are_left_by_their_chips() -> None:
    live = sit_and_go("Ann", "Bob", "Cy", prizes="three")
    live.begin()
    while live.table.phase == "playing":
        live.act(live.table.game.turn, "fold")  # type: ignore[arg-type]
    live.ask(0, End())
    stacks = {seat: live.table.purses[seat].stack for seat in range(3)}
    assert [stacks[each.seat] for each in live.table.places] == sorted(stacks.values(), reverse=True)
    assert sum(each.prize for each in live.table.places) == 300
    assert table_view(live.table, 0, {0}, 0.0).asked == "over"


@pytest.mark.parametrize("players", range(2, 10))
@pytest.mark.parametrize("split", ["winner", "two", "three"])
def test_prizes_are_the_whole_pool_and_somebody_goes_without(split: str, players: int) -> None:
    prizes = prizes_of(split, 997, players)  # type: ignore[arg-type]
    assert sum(prizes) == 997
    assert 1 <= len(prizes) < players
    assert list(prizes) == sorted(prizes, reverse=True)


def test_equals_share_the_prizes_of_their_places_to_the_last_chip() -> None:
    source = random.Random(5)
    for _ in range(200):
        stacks = [(source.randint(1, 4), seat) for seat in range(source.randint(1, 6))]
        prizes = prizes_of("three", 997, 8)
        found = ranked(stacks, 1, prizes)
        assert sorted(seat for seat, _, _ in found) == [seat for _, seat in stacks]
        assert sum(prize for _, _, prize in found) == sum(prizes[: len(stacks)])


def test_levels_last_and_there_is_one_after_the_last() -> None:
    assert list(FACTORS) == sorted(set(FACTORS))
    live = sit_and_go("Ann", "Bob", hands=1, stack=1_000_000_000)
    for _ in range(len(FACTORS) + 2):
        live.begin()
        while live.table.phase == "playing":
            live.act(live.table.game.turn, "fold")  # type: ignore[arg-type]
    state = table_view(live.table, 0, {0}, 0.0).sit_and_go
    assert state
    assert (state.level, state.then, state.hands_left) == (len(FACTORS), "", 0)

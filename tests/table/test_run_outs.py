"""Hands in which all are all in: who is asked to run them twice, what everybody sees card by card, and what is kept."""

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from fivecard.engine import legal, view_for
from fivecard.equities import equity
from fivecard.errors import IllegalActionError
from fivecard.table.client import Person
from fivecard.table.core import Table, replay
from fivecard.table.core.commands import Pause
from fivecard.table.core.events import Agreed, RanOut, WentAway, decode, encode
from fivecard.table.core.game import ran_out
from fivecard.table.core.hand import TIME_TO_AGREE
from fivecard.table.fairness.verify import verify
from fivecard.table.protocol.messages import Wishes
from fivecard.table.protocol.view import table_view
from fivecard.table.runtime.run_outs import shares_of
from fivecard.table.web.hand_history import Past, is_in_phh
from fivecard.table.web.replay import steps_of
from tests.table.records import witness_of
from tests.table.server import Server, get, meet, open_table, run
from tests.table.tables import LiveTable, all_chips, as_json, disproved, refused, table_for

HOLDEM: dict[str, Any] = {"rules": "holdem", "limit": "no", "fill": "nobody", "seats": 3}


def all_in_at(*names: str, **wishes: Any) -> LiveTable:
    """A table at which everybody is all in before the flop."""
    live = table_for(*(names or ("Ann", "Bob")), **(HOLDEM | wishes))
    live.begin()
    live.all_in()
    return live


def kinds(live: LiveTable, count: int) -> list[str]:
    return [type(event).__name__ for event in live.events[-count:]]


def asked_at(table: Table) -> list[str]:
    return [table_view(table, seat, {0, 1, 2}, 0.0).asked for seat in range(len(table.seats))]


# Who is asked


def test_those_who_are_all_in_are_asked_and_all_have_to_agree() -> None:
    live = all_in_at(twice=True)
    assert live.table.phase == "playing"
    assert asked_at(live.table) == ["twice", "twice", "seat"]
    assert not live.table.game.board
    assert live.table.until == 30.0 - 30.0 + TIME_TO_AGREE
    assert live.agree(0) == (Agreed(0),)
    assert asked_at(live.table) == ["nothing", "twice", "seat"]
    assert live.agree(0) == ()
    live.agree(1)
    assert kinds(live, 3) == ["Agreed", "Agreed", "RanOut"]
    state = live.table.game
    assert (len(state.board), [len(board) for board in state.boards]) == (5, [5])
    assert live.records[-1]["runs"] == 2
    assert verify(live.records[-1])
    assert all_chips(live.table) == 0
    assert replay(map(decode, [encode(event) for event in live.events])) == live.table


@pytest.mark.parametrize("yes", [True, False])
def test_what_a_browser_saw_while_it_was_asked_is_true(yes: bool) -> None:
    live = table_for("Ann", "Bob", **(HOLDEM | {"twice": True}))
    purses = tuple([replace(purse, stack=1) for purse in live.table.purses])
    live.table = replace(live.table, purses=purses)
    live.begin()
    assert asked_at(live.table) == ["twice", "twice", "seat"]  # all in by their blinds
    shown = table_view(live.table, 0, {0, 1}, 0.0).round
    assert shown
    live.agree(0)
    live.agree(1, yes=yes)
    record = as_json(live.records[-1])
    witness = witness_of(record, hand=shown.hand, seen={"hand": shown.hand, "board": []})
    assert verify(record | {"witness": witness})
    with disproved("saw-later"):
        verify(record | {"witness": witness | {"seen": {"hand": shown.hand, "board": record["deck"][-3:]}}})


@pytest.mark.parametrize("how", ["no", "time", "away", "left"])
def test_one_who_does_not_agree_has_it_run_once(how: str) -> None:
    live = all_in_at(twice=True)
    live.agree(0)
    match how:
        case "no":
            live.agree(1, yes=False)
        case "time":
            assert live.tick(TIME_TO_AGREE - 0.1, {0, 1}) == ()
            live.tick(TIME_TO_AGREE, {0, 1})
        case "away":
            live.take(WentAway(1))
            live.tick(TIME_TO_AGREE, {0})
        case "left":
            live.leave(1)
    assert [event.runs for event in live.events if isinstance(event, RanOut)] == [1]
    assert live.table.game.boards == ()
    assert "runs" not in live.records[-1]
    assert verify(live.records[-1])


def test_nobody_is_asked_where_somebody_cannot_answer() -> None:
    live = table_for("Ann", "Bob", **HOLDEM, twice=True)
    live.begin()
    live.take(WentAway(live.table.playing.players[1 - (live.table.game.turn or 0)].seat))
    live.all_in()
    while live.table.phase == "playing":
        live.tick(1e6)
    assert live.records[-1]
    assert not any(isinstance(event, Agreed) for event in live.events)


def test_computers_agree_to_everything_and_alone_are_not_asked() -> None:
    live = table_for("Ann", **(HOLDEM | {"fill": "solid", "seats": 2}), twice=True)
    for number in range(40):
        live.begin(100.0 * number)
        while live.table.phase == "playing":
            if live.table.game.turn is None:
                break
            if live.tick(100.0 * number):
                continue
            options = legal(view_for(live.table.game, live.table.game.turn))
            assert options
            to = {"to": options.max_raise_to} if options.min_raise_to else {}
            live.act(live.table.player_of(0) or 0, "raise" if to else "call", 100.0 * number, **to)
        if live.table.phase == "playing":
            live.agree(live.table.player_of(0) or 0)
            assert live.records[-1]["runs"] == 2
            return
        if not live.table.purses[0].stack:
            break
    pytest.fail("the computer never called")


def test_only_who_is_asked_answers_and_not_while_the_clock_stands() -> None:
    live = table_for("Ann", "Bob", **HOLDEM, twice=True)
    live.begin()
    with refused("not-now"):
        live.agree(0)
    live.all_in()
    live.ask(live.table.host or 0, Pause(on=True))
    with refused("paused"):
        live.agree(0)
    assert live.tick(1e6, {0, 1}) == ()


def test_where_nobody_wished_it_nobody_is_asked() -> None:
    live = all_in_at()
    assert live.table.phase == "shown"
    assert not any(isinstance(event, RanOut) for event in live.events)


@pytest.mark.parametrize("rules", ["five-card-draw", "seven-card-stud", "C"])
def test_what_has_no_board_cannot_be_run_twice(rules: str) -> None:
    with pytest.raises(ValueError, match="nothing can be run twice in"):
        Wishes(rules, twice=True)


def test_the_engine_runs_out_what_waits_for_it_alone() -> None:
    live = all_in_at(twice=True)
    with pytest.raises(IllegalActionError, match="not 0 times"):
        ran_out(live.table.game, 0)
    live.agree(0, yes=False)
    with pytest.raises(IllegalActionError, match="nobody asks"):
        ran_out(live.table.game, 2)


# What is kept


def test_both_boards_are_told_replayed_and_verified() -> None:
    live = all_in_at(twice=True)
    live.agree(0)
    live.agree(1)
    record, state = live.records[-1], live.table.game
    second = " ".join(map(str, state.boards[0]))
    told = Past(record, 0).text()
    assert f"Board 2 is {second}." in told
    assert "on board 1" in told
    assert "on board 2" in told
    assert not is_in_phh(record)
    last = [*steps_of(record, 0)][-1].state.round
    assert last
    assert last.boards == [list(map(str, state.boards[0]))]
    with disproved("result"):
        verify({name: value for name, value in record.items() if name != "runs"})
    once = all_in_at().records[-1]
    with disproved("result"):
        verify(once | {"runs": 2})
    uncontested = table_for("Ann", "Bob", **HOLDEM)
    uncontested.begin()
    uncontested.act(uncontested.table.game.turn or 0, "fold")
    with disproved("runs"):
        verify(uncontested.records[-1] | {"runs": 2})


# What everybody sees


@pytest.mark.parametrize("twice", [False, True])
def test_the_cards_come_one_after_the_other_with_exact_shares(twice: bool) -> None:
    live = all_in_at("Ann", "Bob", "Cy", twice=twice)
    for player in range(3 if twice else 0):
        live.agree(player)
    shares, state = shares_of(live.table.playing), live.table.game
    show = table_view(live.table, None, set(), 0.0).round
    assert show
    assert show.show
    stages = show.show.stages
    assert [len(stage.board) for stage in stages[:6]] == [0, 1, 2, 3, 4, 5]
    assert len(stages) == len(shares) == (11 if twice else 6)
    assert stages[-1].board == show.board
    assert stages[-1].boards == show.boards
    assert all(stage.hands == [list(map(str, hand)) for hand in state.hands] for stage in stages)
    hands = ["".join(map(str, hand)) for hand in state.hands]
    for at, board in ((0, state.board[:0]), (3, state.board[:3]), (4, state.board[:4]), (5, state.board)):
        assert shares[at] == pytest.approx(equity(*hands, board=board, exact=True).share, abs=1e-4)
    assert shares[1] is shares[2] is None
    if twice:
        second = state.boards[0]
        assert shares[8] == pytest.approx(equity(*hands, board=second[:3], dead=state.board).share, abs=1e-4)
        assert shares[10] == pytest.approx(equity(*hands, board=second, dead=state.board).share, abs=1e-4)


def test_stud_comes_a_street_at_a_time_and_knows_open_cards_of_folded_hands() -> None:
    live = table_for("Ann", "Bob", "Cy", rules="seven-card-stud", seats=3, fill="nobody", stack=20)
    live.begin()
    first = live.table.game.turn
    live.act(first or 0, "bringin")
    live.act(live.table.game.turn or 0, "fold")
    live.all_in()
    shares, state = shares_of(live.table.playing), live.table.game
    view = table_view(live.table, None, set(), 0.0).round
    assert view
    assert view.show
    stages = view.show.stages
    assert len(state.folded) == 1
    assert [len(hand) for hand in stages[-1].hands if hand] == [7, 7]
    assert {len(hand) for stage in stages for hand in stage.hands} <= {0, 3, 4, 5, 6, 7}
    held = [stage.hands for stage in stages]
    seats = [seat for seat in range(3) if seat not in state.folded]
    dead = [card for seat in state.folded for card in state.up[seat]]
    hands = ["".join(held[-2][seat]) for seat in seats]
    exact = equity(*hands, dead=dead, game=state.rules.game).share
    assert [shares[-2][seat] for seat in seats] == pytest.approx(exact, abs=1e-4)  # type: ignore[index]


def test_hands_that_go_on_by_decisions_have_no_stages() -> None:
    live = table_for("Ann", "Bob", **HOLDEM)
    live.begin()
    while live.table.phase == "playing":
        turn = live.table.game.turn or 0
        options = legal(view_for(live.table.game, turn))
        assert options
        live.act(turn, "call" if options.call_amount else "check")
    show = table_view(live.table, 0, {0, 1}, 0.0).round
    assert show
    assert show.show
    assert show.show.stages == []


def test_a_hand_that_is_not_over_shows_nothing_of_its_end() -> None:
    live = all_in_at(twice=True)
    for viewer in (None, 0, 1):
        view = table_view(live.table, viewer, {0, 1}, 0.0).round
        assert view
        assert view.board == []
        assert not view.show
        assert all(not player.cards or not player.up for player in view.players)
        assert all(player.all_in for player in view.players)


# Pot by pot


def test_wins_are_told_pot_by_pot_ones_own_first_with_the_cards_that_win() -> None:
    found = set()
    for number in range(1, 30):
        live = table_for(
            "Ann", "Bob", "Cy", rules="omaha-hi-lo", limit="no", seats=3, fill="nobody", secret=f"{number:064x}"
        )
        live.begin()
        live.all_in()
        state = live.table.game
        for seat in (None, 0, 1, 2):
            round_ = table_view(live.table, seat, {0, 1, 2}, 0.0).round
            assert round_
            assert round_.show
            wins = round_.show.wins
            assert sum(sum(win.amounts) for win in wins) == sum(state.won)
            own = [seat is not None and live.table.player_of(seat) in win.players for win in wins]
            assert own == sorted(own, reverse=True)
            if seat is not None and any(own):
                assert round_.show.lines[0].startswith("You win")
        for win in wins:
            found.add(win.part)
            for player, cards in zip(win.players, win.cards, strict=True):
                assert {*cards} <= {*map(str, (*state.hands[player], *state.board))}
                if win.part == "low":
                    assert len({card[0] for card in cards}) == 5
                    assert all(card[0] in "A2345678" for card in cards)
    assert found == {"", "high", "low"}


# On the wire


def test_watchers_and_players_get_the_same_cards_and_shares_soon(server: Server) -> None:
    async def work() -> None:
        ann = Person(server.base, "")
        table = open_table(server, ann, rules="holdem", limit="no", fill="nobody", seats=2, twice=True, stack=50)
        bob, eve = Person(server.base, table), Person(server.base, table)
        async with ann, bob, eve:
            for seat, person in enumerate((ann, bob)):
                assert (await person.sit(seat, ("Ann", "Bob")[seat]))["type"] == "done"
            await meet(ann, bob)
            await asyncio.gather(ann.begin(), bob.begin())
            people = (ann, bob)
            for do in ("raise", "call"):
                await asyncio.gather(*(person.until(lambda state: bool(state["round"])) for person in people))
                turn = next(iter([p for p in people if p.state["round"]["turn"] == p.state["round"]["me"]]))
                to = {"to": turn.state["round"]["legal"]["highest_raise"]} if do == "raise" else {}
                assert (await turn.ask("act", do=do, **to))["type"] == "done"
                seq = turn.state["seq"]
                await asyncio.gather(*(person.until(lambda state, seq=seq: state["seq"] >= seq) for person in people))  # type: ignore[misc]
            assert {person.state["asked"] for person in people} == {"twice"}
            for person in people:
                await person.until(lambda state: state["asked"] == "twice")
                assert (await person.ask("twice", yes=True))["type"] == "done"
            ends = []
            for person in (ann, bob, eve):
                state = await person.until(
                    lambda state: (
                        state["phase"] == "shown" and state["round"]["show"]["stages"][0]["shares"] is not None
                    )
                )
                ends.append((state["round"]["show"]["stages"], state["round"]["board"], state["round"]["boards"]))
            assert ends[0] == ends[1] == ends[2]
            assert "Board 2" in get(server, f"/t/{table}/rounds/1.txt", ann).text
            assert get(server, f"/t/{table}/rounds/1.phh", ann).status_code == 404
            assert "run twice" in get(server, f"/t/{table}/hands.phhs", ann).text

    run(work())

"""Verdicts and hints at practice tables, thought about aside: in turn, never late, and never the end of a socket."""

import asyncio
import re
import threading
from pathlib import Path
from time import perf_counter

import pytest

from fivecard.players.solver.coaching import advice_for
from fivecard.players.solver.ranges import Given
from fivecard.solvers.limit_draw import Policy, policy
from fivecard.table.client import Person
from fivecard.table.protocol.messages import Hints, Wishes
from fivecard.table.protocol.view import table_view
from fivecard.table.runtime.background import MOST_HINTS, MOST_VERDICTS, Background
from fivecard.table.runtime.hints import hints_for
from fivecard.table.runtime.limits import Limits
from fivecard.table.runtime.registry import TableRegistry
from fivecard.table.storage.base import FileStorage
from fivecard.table.storage.log import Log
from fivecard.table.web.app import _hints
from tests.players.spots import CHECKED, after
from tests.table.server import First, Server, open_table, play_hands, run
from tests.table.tables import dealt_to_ann, refused, table_for


def test_what_goes_wrong_in_a_thought_is_logged_and_refused(caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        aside = Background()
        with refused("no-hint"):
            await aside.think("north", lambda: 1 // 0)
        assert await aside.think("north", lambda: 5) == 5
        assert not aside.is_busy(1)

    run(work())
    assert "north" in caplog.messages[0]
    assert "ZeroDivisionError" in caplog.text


def test_a_solved_spot_is_hinted_aside_while_the_server_goes_on() -> None:
    """Heads-up hold'em on the turn: what the solver says, with its ranges, and other tables do not wait for it."""
    view = after(*CHECKED)
    assert view.turn is not None

    async def work() -> Hints:
        aside, gaps, thinking = Background(), [0.0], True

        async def others() -> None:
            while thinking:
                began = perf_counter()
                await asyncio.sleep(0.005)
                gaps.append(perf_counter() - began)

        beside = asyncio.create_task(others())
        hints = await aside.think("north", hints_for, view)
        thinking = False
        await beside
        assert len(gaps) > 5
        assert max(gaps) < 5
        return hints

    hints, advice = run(work()), advice_for(view, Given(), threads=1)
    assert advice is not None
    assert [(each.do, each.chance, each.value) for each in hints.options] == [
        (each.action, each.chance, each.value) for each in advice.options
    ]
    assert hints.units == "chips"
    assert "Your range at the flop (our chart, no equilibrium): " in hints.words


def test_where_nothing_is_solved_a_hint_says_why_and_what_solid_would_do() -> None:
    words = hints_for(after()).words
    assert words.startswith("No solution: push or fold answers up to 15 big blinds, and the smaller stack has 100. ")
    assert "you can expect" in words


def test_decisions_in_solved_spots_are_judged_at_a_practice_table(server: Server) -> None:
    async def work() -> None:
        ann = Person(server.base, "")
        open_table(server, ann, rules="holdem", seats=2, practice=True, clock=60)
        async with ann:
            await ann.sit(0, "Ann")
            await play_hands(ann, 6, First())
            while not ann.verdict:
                await ann.receive()
        assert ann.verdict["words"].startswith(("Good: ", "That cost "))
        assert re.match("[0-9]+ decisions?, ", ann.verdict["so_far"][0])

    run(work())


def test_who_asks_while_many_wait_is_refused_instead_of_late() -> None:
    table = dealt_to_ann(table_for("Ann", seats=2, practice=True))

    async def work() -> None:
        aside, go_on = Background(), threading.Event()
        waiting = [asyncio.create_task(aside.think("north", go_on.wait)) for _ in range(MOST_HINTS - 1)]
        await asyncio.sleep(0)
        assert aside.is_busy(MOST_VERDICTS)
        assert not aside.is_busy(MOST_HINTS)
        waiting.append(asyncio.create_task(aside.think("north", go_on.wait)))
        await asyncio.sleep(0)
        with refused("busy"):
            await _hints(table, "token of Ann", aside)
        go_on.set()
        assert await asyncio.gather(*waiting) == [True] * MOST_HINTS
        assert (await _hints(table, "token of Ann", aside)).words

    run(work())


def test_strategies_are_read_in_a_thread_before_a_table_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Opened or woken: everybody at every table would wait for that."""
    readers = []
    load = Policy.load

    def watched(file: Path) -> Policy:
        readers.append(threading.current_thread())
        return load(file)

    monkeypatch.setattr(Policy, "load", watched)
    wishes = Wishes("five-card-draw", seats=2, fill="solved")

    async def open_one(*, again: bool) -> None:
        policy._read.cache_clear()
        readers.clear()
        registry = TableRegistry(FileStorage(Log(str(tmp_path / "table.db"))), Limits())
        await registry.wake()
        actor = next(iter(registry.tables.values())) if again else await registry.open_table(wishes, "")
        assert "its own strategy" in table_view(actor.table, None, set(), 0.0).computers
        assert len(readers) == 1
        assert threading.current_thread() not in readers
        await registry.close()

    run(open_one(again=False))
    run(open_one(again=True))


def test_a_verdict_names_its_hand_and_who_leaves_and_sits_down_again_begins_anew(server: Server) -> None:
    async def one_hand(ann: Person, number: int) -> None:
        await ann.sit(0, "Ann")
        await ann.begin()
        await ann.until(lambda state: ann.may_act(state) and state["round"]["number"] == number)
        assert (await ann.act("fold"))["type"] == "done"
        while not ann.verdict:
            await ann.receive()
        assert ann.verdict["hand"] == number
        assert ann.verdict["so_far"][0].startswith("1 decision, ")

    async def work() -> None:
        ann = Person(server.base, "")
        open_table(server, ann, rules="five-card-draw", seats=2, practice=True, clock=60)
        async with ann:
            await one_hand(ann, 1)
            await ann.ask("leave")
            await ann.until(lambda state: state["you"] is None)
            ann.verdict = {}
            await one_hand(ann, 2)

    run(work())

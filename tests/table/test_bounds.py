"""What one stranger, one hand or one mishap can take from everybody else: so much, and no more."""

import asyncio
import gc
import json
import logging
import stat
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from fivecard.engine import State
from fivecard.table.client import Person
from fivecard.table.core import Command, Decision, Event, Record, Table
from fivecard.table.core.commands import Act, Tick
from fivecard.table.core.decide import decide
from fivecard.table.core.events import Dealt
from fivecard.table.core.hand import MOST_RAISES
from fivecard.table.protocol.messages import Wishes
from fivecard.table.protocol.view import table_view
from fivecard.table.runtime import table_actor
from fivecard.table.runtime.limits import Limits
from fivecard.table.runtime.registry import TableRegistry
from fivecard.table.storage.base import FileStorage
from fivecard.table.storage.log import Log
from fivecard.table.web.hand_history import Past
from fivecard.table.web.replay import steps_of
from fivecard.table.web.static import COOKIE, SAFE_COOKIE
from tests.table.server import Server, closing_code, fetch, http_client, meet, run, serving_here
from tests.table.tables import LiveTable, refused, table_for


def raise_often(times: int) -> LiveTable:
    """A hand in which two people raise each other by as little as they may."""
    live = table_for("Ann", "Bob", rules="holdem", seats=2, fill="nobody", stack=1_000_000)
    live.begin()
    for _ in range(times):
        turn = live.table.game.turn
        assert turn is not None
        legal = table_view(live.table, turn, {0, 1}, 0.0).round.legal  # type: ignore[union-attr]
        assert legal
        live.act(turn, "raise", to=legal.lowest_raise)
    return live


def call_and_check(live: LiveTable) -> None:
    """Play a hand to its end without another raise."""
    assert live.table.game.turn is not None
    live.act(live.table.game.turn, "call")
    while live.table.phase == "playing":
        turn = live.table.game.turn
        assert turn is not None
        live.act(turn, "check")


def test_a_hand_has_so_many_raises() -> None:
    live = raise_often(MOST_RAISES)
    turn = live.table.game.turn
    assert turn is not None
    legal = table_view(live.table, turn, {0, 1}, 0.0).round.legal  # type: ignore[union-attr]
    assert legal
    assert (legal.lowest_raise, legal.highest_raise) == (0, 0)
    assert legal.sizes.pot is None
    with refused("illegal", MOST_RAISES):
        live.ask(turn, Act(live.table.seq, "raise", to=999_999))
    call_and_check(live)
    began = time.process_time()
    assert sum(1 for _ in steps_of(live.records[-1], None)) > MOST_RAISES
    assert time.process_time() - began < 20  # and not minutes


def test_a_hand_is_played_again_without_keeping_a_state_of_each_action() -> None:
    def alive() -> int:
        gc.collect()
        return sum(isinstance(each, State) for each in gc.get_objects())

    live = raise_often(20)
    call_and_check(live)
    record = live.records[-1]
    before = alive()
    most = [alive() for _ in steps_of(record, 0)]
    assert len(most) == len(record["actions"]) + 1 > 20
    past = Past(record, 0)
    most += [alive() for _ in past.steps()]
    assert max(most) <= before + 4
    assert alive() == before + 1  # the last


def test_an_address_has_so_many_tables_however_quickly_it_asks(tmp_path: Path) -> None:
    async def work() -> None:
        log = FileStorage(Log(str(tmp_path / "table.db")))
        registry = TableRegistry(log, Limits(tables=12, tables_per_address=5))
        for address, expected in (("192.0.2.1", 5), ("192.0.2.2", 5), ("192.0.2.3", 2)):
            asked = [registry.open_table(Wishes("C", seats=2), address) for _ in range(9)]
            answers = await asyncio.gather(*asked, return_exceptions=True)
            assert sum(not isinstance(answer, Exception) for answer in answers) == expected
        await registry.close()

    run(work())


def test_what_is_written_down_beside_play_is_bounded(tmp_path: Path) -> None:
    """Twenty windows of one person are one person."""

    async def work() -> None:
        async with (
            serving_here(tmp_path, messages_a_second=1e6, burst=10**6, changes_at_once=10) as base,
            http_client(base) as http,
        ):
            ann = Person(base, "")
            cookie = {"Cookie": f"{COOKIE}={ann.token}"}
            wishes = json.dumps({"rules": "holdem"})
            table = ann.table = (await http.post("/tables", content=wishes, headers=cookie)).json()["table"]
            async with ann, Person(base, table, ann.token) as again, Person(base, table) as bob:
                assert (await ann.sit(0, "Ann"))["type"] == "done"
                answers = []
                for number in range(20):
                    person = again if number % 2 else ann
                    answers.append(await person.ask("pause", on=number % 2 == 0))
                assert [answer["type"] for answer in answers] == ["done"] * 9 + ["error"] * 11
                assert {answer["code"] for answer in answers[9:]} == {"slow"}
                assert (await bob.sit(1, "Bob"))["type"] == "done"  # for others it is nothing

    run(work())


def test_a_new_cookie_is_no_new_allowance(tmp_path: Path) -> None:
    """Who deletes the cookie is somebody else to the table, but comes from the same address."""

    async def work() -> None:
        limits = Limits(sockets_per_address=4)
        async with serving_here(tmp_path, sockets_per_address=4) as base, http_client(base) as http:
            table = (await http.post("/tables", content='{"rules": "holdem", "fill": "nobody"}')).json()["table"]
            answers = []
            for _ in range(limits.address_changes_at_once):
                async with Person(base, table) as stranger:
                    answers += [await stranger.sit(0, "Eve"), await stranger.ask("leave")]
            done = [answer["type"] for answer in answers].count("done")
            assert limits.address_changes_at_once <= done <= limits.address_changes_at_once + 5
            assert answers[-1]["code"] in {"slow", "spectator"}

    run(work())


def test_who_does_not_say_the_password_moves_nobody(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving_here(tmp_path) as base, http_client(base) as http:
            ann = Person(base, "")
            cookie = {"Cookie": f"{COOKIE}={ann.token}"}
            wishes = json.dumps({"rules": "holdem", "password": "secret"})
            ann.table = (await http.post("/tables", content=wishes, headers=cookie)).json()["table"]
            async with ann:
                await ann.sit(0, "Ann")
                ann.listening = True
                for _ in range(5):
                    async with Person(base, ann.table) as stranger:
                        assert '"locked"' in await stranger.socket.recv(decode=True)
                await ann.ask("say", text="hello")
                assert sum('"type":"state"' in text for text in ann.heard) <= 1  # of what she said herself

    run(work())


def test_what_was_on_its_way_when_the_machine_slept_costs_no_time_bank(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with serving_here(tmp_path) as base, http_client(base) as http:
            wishes = json.dumps({"rules": "holdem", "seats": 2, "fill": "nobody", "clock": 30, "next_in": 0})
            table = (await http.post("/tables", content=wishes)).json()["table"]
            async with Person(base, table) as ann, Person(base, table) as bob:
                await ann.sit(0, "Ann")
                await bob.sit(1, "Bob")
                await meet(ann, bob)
                await ann.begin()
                await bob.until(lambda state: state["seats"][0]["ready"])
                await bob.begin()
                for person in (ann, bob):
                    await person.until(lambda state: state["phase"] == "playing")
                first = ann if ann.may_act(ann.state) else bob
                monkeypatch.setattr(TableRegistry, "now", staticmethod(lambda: time.time() + 3600))
                assert (await first.act("call"))["type"] == "done"
                state = await first.until(lambda state: state["round"]["turn"] != state["round"]["me"])
                assert [player["bank"] for player in state["round"]["players"]] == [60, 60]
                assert 25 < state["left"] <= 30

    run(work())


def test_a_machine_that_slept_while_the_deal_was_written_folds_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock of the table did not wait for anybody by then."""
    slept = 0.0
    write_down = TableRegistry.write_down

    async def asleep(self: TableRegistry, table: str, happened: Sequence[Event], record: Record | None = None) -> None:
        nonlocal slept
        await write_down(self, table, happened, record)
        slept = 15.0 if any(isinstance(event, Dealt) for event in happened) else slept

    async def work() -> None:
        async with serving_here(tmp_path, patience=60) as base, http_client(base) as http:
            wishes = json.dumps({"rules": "holdem", "seats": 2, "fill": "nobody", "clock": 5, "bank": 0, "next_in": 0})
            table = (await http.post("/tables", content=wishes)).json()["table"]
            async with Person(base, table) as ann, Person(base, table) as bob:
                await ann.sit(0, "Ann")
                await bob.sit(1, "Bob")
                await meet(ann, bob)
                await ann.begin()
                await bob.until(lambda state: state["seats"][0]["ready"])
                await bob.begin()
                state = await ann.until(lambda state: state["phase"] != "lobby" and state["left"] != 0)
                assert state["phase"] == "playing"
                assert state["left"] > 3

    monkeypatch.setattr(TableRegistry, "write_down", asleep)
    monkeypatch.setattr(TableRegistry, "now", staticmethod(lambda: time.time() + slept))
    run(work())


@pytest.mark.parametrize("hours", [1, -1])
def test_a_machine_that_slept_gives_everybody_the_whole_clock_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    """And no more than that if its clock was set back: the others do not wait for an hour."""

    async def work() -> None:
        async with serving_here(tmp_path) as base, http_client(base) as http:
            wishes = json.dumps({"seats": 2, "fill": "nobody", "clock": 30})
            table = (await http.post("/tables", content=wishes)).json()["table"]
            async with Person(base, table) as ann, Person(base, table) as bob:
                await ann.sit(0, "Ann")
                await bob.sit(1, "Bob")
                await meet(ann, bob)
                await ann.begin()
                await bob.until(lambda state: state["seats"][0]["ready"])
                await bob.begin()
                before = await ann.until(lambda state: state["phase"] == "playing")
                asleep = time.time() + 3600 * hours
                monkeypatch.setattr(TableRegistry, "now", staticmethod(lambda: asleep))
                async with Person(base, table):  # something happens, and the server looks at its clock
                    after = await ann.until(lambda state: state["seq"] > before["seq"])
                assert after["phase"] == "playing"
                assert after["round"]["turn"] == before["round"]["turn"]
                assert 29 < after["left"] <= 30
                assert not any(seat["away"] for seat in after["seats"])

    run(work())


def test_a_table_that_fails_again_and_again_is_closed_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def failing(table: Table, command: Command) -> Decision:
        if isinstance(command, Tick):
            raise ZeroDivisionError("a bug")
        return decide(table, command)

    async def work() -> None:
        async with serving_here(tmp_path) as base, http_client(base) as http:
            tables = [
                (await http.post("/tables", content='{"seats": 2, "clock": 1}')).json()["table"] for _ in range(2)
            ]
            async with Person(base, tables[0]) as ann:
                await ann.sit(0, "Ann")
                await ann.begin()
                assert await closing_code(ann) == 1011
            assert (await http.get(f"/t/{tables[0]}")).status_code == 404
            assert (await http.get(f"/t/{tables[1]}")).status_code == 200

    monkeypatch.setattr(table_actor, "decide", failing)
    monkeypatch.setattr(table_actor, "LONGEST_PAUSE", 0)
    with caplog.at_level(logging.ERROR, "fivecard.table"):
        run(work())
    told = [record.getMessage() for record in caplog.records if record.name == "fivecard.table"]
    assert len(told) == table_actor.MOST_FAILURES + 1
    assert "is closed" in told[-1]


def test_nobody_else_on_the_machine_can_read_the_log(server: Server) -> None:
    server.open_table()
    assert stat.S_IMODE(server.file.stat().st_mode) == 0o600


def test_answers_with_somebodys_cards_are_kept_by_nobody_on_the_way(server: Server) -> None:
    table = server.open_table(seats=2, fill="classic")

    async def work() -> None:
        async with Person(server.base, table) as ann:
            await ann.sit(0, "Ann")
            await ann.begin()
            await ann.until(ann.may_act)
            await ann.draw([])
            await ann.until(lambda state: state["phase"] == "shown")

    run(work())
    for path in ("rounds/1.json", "rounds/1.txt", "rounds/1/steps", "hands"):
        headers = fetch(f"{server.base}/t/{table}/{path}").headers
        varies = "Accept, Cookie" if path == "hands" else "Cookie"  # browsers get a page
        assert (headers["cache-control"], headers["vary"]) == ("private, no-store", varies)


def test_by_https_a_seat_has_a_cookie_that_no_other_name_can_set(tmp_path: Path) -> None:
    with Server(tmp_path, "--origin", "https://cards.example.org") as own:
        page = fetch(own.base, headers={"Host": "cards.example.org"})
        cookie = page.headers["set-cookie"]
        assert cookie.startswith(f"{SAFE_COOKIE}=")
        assert {"Secure", "Path=/", "HttpOnly"} <= {part.strip() for part in cookie.split(";")}
        assert "Domain" not in cookie
        again = {"Host": "cards.example.org", "Cookie": f"{COOKIE}={'x' * 43}"}  # set by somebody else
        assert "set-cookie" in fetch(own.base, headers=again).headers

"""Hands with chips at a real server: what is played, said, downloaded and refused, on the wire."""

import asyncio
import contextlib
import json
import random
import re
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from websockets.exceptions import ConnectionClosed

from fivecard.histories import History, load_all
from fivecard.table.client import Person
from fivecard.table.fairness.public import verify_public
from fivecard.table.fairness.verify import follow, verify
from tests.table.server import Server, get, meet, open_table, play_hands, run
from tests.table.tables import CARD

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.mark.parametrize("game", [{"limit": "pot"}, {"rules": "holdem"}, {"rules": "stud-hi-lo"}])
def test_people_and_computers_play_hands_with_chips(server: Server, game: dict[str, str]) -> None:
    async def work() -> None:
        ann = Person(server.base, "")
        table = open_table(server, ann, seats=4, stack=100_000, **game)
        bob, eve = Person(server.base, table), Person(server.base, table)
        async with ann, bob, eve:
            for person in (ann, bob, eve):
                person.listening = True
            assert (await ann.sit(0, "Ann"))["type"] == "done"
            assert (await bob.sit(2, "Bob"))["type"] == "done"
            await meet(ann, bob)
            await asyncio.gather(
                *(play_hands(person, 3, random.Random(seat)) for seat, person in enumerate((ann, bob)))
            )
            state = await eve.until(lambda state: state["phase"] == "shown" and state["round"]["number"] == 3)
            assert state["watching"] == 1
            assert state["host"] == 0
            assert sum(seat["net"] for seat in state["seats"]) % 100_000 == 0  # a broke computer is replaced
            told = get(server, f"/t/{table}/rounds/2.json", ann).json()
            assert told["public"]
            assert told["me"] == 0
            assert not {"deck", "reserve", "server_seed", "nonces"} & told.keys()
            for person in (ann, bob, eve):
                steps = get(server, f"/t/{table}/rounds/2/steps", person).json()["steps"]
                first, last = (step["state"]["round"] for step in (steps[0], steps[-1]))
                assert bool(first["hand"]) == (person is not eve)
                assert "show" in last
                assert "show" not in first
            hands = get(server, f"/t/{table}/hands").json()["hands"]
            assert [hand["number"] for hand in hands] == [3, 2, 1]
            assert all(sum(hand["net"]) == 0 for hand in hands)
            assert [hand["number"] for hand in get(server, f"/t/{table}/hands?before=3").json()["hands"]] == [2, 1]
            await ann.ask("end")
            await ann.until(lambda state: state["ended"])
            sealed = [get(server, f"/t/{table}/rounds/{number}.json", ann).json() for number in (1, 2, 3)]
            for hand in sealed:  # the end opens nothing
                assert not {"deck", "reserve", "server_seed", "nonces"} & hand.keys()
                assert verify_public(hand)
            follow(sealed)
            for person in (ann, bob):
                assert (await person.ask("agree"))["type"] == "done"
            assert (await eve.ask("agree"))["code"] == "not-playing"
            records = [get(server, f"/t/{table}/rounds/{number}.json").json() for number in (1, 2, 3)]
            for record in records:
                assert "finishing_stacks" in record
                assert verify(record)
            follow(records)
            check_the_wire(records, {None: eve, 0: ann, 2: bob})
            seen = get(server, f"/t/{table}/rounds/2/steps", bob).json()
            await bob.ask("leave")
            assert (await eve.sit(2, "Eve"))["code"] == "ended"
            assert get(server, f"/t/{table}/rounds/2/steps", bob).json() == seen
            assert get(server, f"/t/{table}/rounds/2/steps", eve).json() != seen
            phhs = get(server, f"/t/{table}/hands.phhs", bob).text
            found = list(load_all(phhs.splitlines(keepends=True)))
            assert [isinstance(history, History) and history.check().is_over for history in found] == [True] * 3
            assert "Bob" in get(server, f"/t/{table}/rounds/1.txt", bob).text
            assert "actions" in get(server, f"/t/{table}/rounds/1.phh").text
            for path, also in (("rounds/1.json", "1.phh"), ("hands", "hands.phhs")):
                assert get(server, f"/t/{table}/{path}").links["alternate"]["url"] == also

    run(work())


def test_what_phh_has_no_name_for_is_not_offered_in_it(server: Server, browser: "Browser") -> None:
    ann = Person(server.base, "")
    table = open_table(server, ann, seats=2, rules="omaha-5")

    async def work() -> None:
        async with ann:
            await ann.sit(0, "Ann")
            await play_hands(ann, 1, random.Random(1))
        for path in ("rounds/1.json", "hands"):
            assert not get(server, f"/t/{table}/{path}").links
        for path in ("rounds/1.phh", "hands.phhs"):
            refused = get(server, f"/t/{table}/{path}")
            assert refused.status_code == 404
            assert {"PHH", "Omaha", "5", "text"} <= set(re.findall(r"\w+", refused.json()["message"]))
        assert "Ann" in get(server, f"/t/{table}/rounds/1.txt").text

    run(work())
    page = browser.new_page()
    page.goto(f"{server.base}/t/{table}/rounds/1")
    page.wait_for_selector("#again:not([hidden])")
    assert page.is_visible("#text")
    assert not page.is_visible("#phh")
    page.close()


def check_the_wire(records: list[dict[str, Any]], heard: dict[int | None, Person]) -> None:
    """Nobody was sent a card that was not his own, on the board, open, or shown."""
    for seat, person in heard.items():
        for text in person.heard:
            message = json.loads(text)
            if message["type"] != "state" or not message["round"]:
                continue
            told, record = message["round"], records[message["round"]["number"] - 1]
            assert told["me"] is None or told["players"][told["me"]]["seat"] == seat
            known = {*told["hand"], *told["board"], *(card for player in told["players"] for card in player["up"])}
            shown = told.get("show", {"hands": []})["hands"]
            assert shown in ([], record["hands"])
            assert set(CARD.findall(text)) <= known | {card for hand in shown for card in hand}
            assert record["server_seed"] not in text


def test_talk_is_bounded_and_spectators_do_not_talk(server: Server) -> None:
    async def work() -> None:
        ann = Person(server.base, "")
        table = open_table(server, ann, seats=2)
        eve = Person(server.base, table)
        async with ann, eve:
            assert (await eve.ask("say", text="hello"))["code"] == "spectator"
            await ann.sit(0, "Ann")
            assert (await ann.ask("say", text="well\u202e <b>played</b>"))["type"] == "done"
            assert (await ann.ask("react", what="👏"))["type"] == "done"
            assert (await ann.ask("react", what="💩"))["code"] == "malformed"
            assert (await ann.ask("say", text="x" * 201))["code"] == "malformed"
            heard: list[dict[str, Any]] = []
            while len(heard) < 2:
                message = await eve.receive()
                heard += message["talk"] if message["type"] == "state" else []
            assert [(line["name"], line["text"], line["reaction"]) for line in heard] == [
                ("Ann", "well <b>played</b>", False),
                ("Ann", "👏", True),
            ]
            answers = [await ann.ask("say", text=f"line {number}") for number in range(8)]
            assert "slow" in {answer.get("code") for answer in answers}
            async with Person(server.base, table) as late:
                state = await late.until(bool)
                assert [line["text"] for line in state["talk"]][:2] == ["well <b>played</b>", "👏"]
        assert b"played" not in server.file.read_bytes()  # it is not written down

    run(work())


def test_those_who_watch_see_everything_later_if_the_host_wishes(server: Server) -> None:
    async def work() -> None:
        ann = Person(server.base, "")
        table = open_table(server, ann, seats=2, delay=1.0)
        eve = Person(server.base, table)
        async with ann, eve:
            eve.listening = True
            await eve.until(bool)
            await ann.sit(0, "Ann")
            before = time.monotonic()
            await ann.ask("say", text="hello")
            assert [line["text"] for line in (await ann.until(lambda state: bool(state["talk"])))["talk"]] == ["hello"]
            state = await eve.until(lambda state: bool(state["talk"]))
            assert time.monotonic() > before + 0.9
            assert [line["text"] for line in state["talk"]] == ["hello"]  # once
            assert state["seats"][0]["name"] == "Ann"
            assert sum("hello" in text for text in eve.heard) == 1

    run(work())


def test_those_who_watch_learn_nothing_earlier_and_may_sit_down_at_any_time(server: Server) -> None:
    async def work() -> None:
        ann, bob = Person(server.base, ""), Person(server.base, "")
        bob.table = table = open_table(server, ann, seats=3, fill="nobody", delay=600)
        eve = Person(server.base, table)
        eve.listening = True
        async with ann, eve:
            await eve.until(bool)
            async with bob:
                for seat, person in enumerate((ann, bob)):
                    await person.sit(seat, "AB"[seat])
                await meet(ann, bob)
                for person in (ann, bob):
                    await person.begin()
                await asyncio.gather(*(each.until(lambda state: state["phase"] == "playing") for each in (ann, bob)))
                first = ann if ann.may_act(ann.state) else bob
                assert (await first.act("check"))["type"] == "done"
                assert (await ann.ask("say", text="hello"))["type"] == "done"
            await ann.until(lambda state: not state["seats"][1]["connected"])
            refused = await eve.ask("act", do="fold")
            assert (refused["code"], refused["seq"]) == ("spectator", 1)
            assert [json.loads(text)["type"] for text in eve.heard] == ["state", "error"]
            assert (eve.state["seq"], eve.state["watching"]) == (1, 0)
            assert await eve.sit(2, "Eve") == {"type": "done", "of": "sit", "seq": eve.state["seq"]}
            state = await eve.until(lambda state: state["you"] == 2)
            assert (state["phase"], state["seats"][1]["connected"]) == ("playing", False)
            assert [line["text"] for line in state["talk"]] == ["hello"]
            await eve.ask("leave")  # and is back in the past
            assert (await eve.until(lambda state: state["you"] is None))["seq"] == 1

    run(work())


def test_no_address_tells_those_who_watch_earlier(tmp_path: Path) -> None:
    with Server(tmp_path) as running:
        ann = Person(running.base, "")
        table = open_table(running, ann, seats=2, delay=600, stack=100_000)
        eve = Person(running.base, table)
        ways = [f"rounds/1{kind}" for kind in ("", ".json", ".txt", ".phh", "/steps")]

        def check() -> None:
            for way in ways:
                assert get(running, f"/t/{table}/{way}", ann).status_code == 200, way
                for stranger in (eve, None):
                    answers = [get(running, f"/t/{table}/{each}", stranger) for each in (way, way.replace("1", "2", 1))]
                    assert [each.status_code for each in answers] == [404, 404], way
                    assert answers[0].text == answers[1].text  # of what was played meanwhile, and of what was not
            assert len(get(running, f"/t/{table}/hands", ann).json()["hands"]) == 1
            assert get(running, f"/t/{table}/hands", eve).json()["hands"] == []
            assert "actions" in get(running, f"/t/{table}/hands.phhs", ann).text
            assert "actions" not in get(running, f"/t/{table}/hands.phhs", eve).text

        async def play() -> None:
            async with ann:
                await ann.sit(0, "Ann")
                await play_hands(ann, 1, random.Random(1))

        async def watch() -> None:
            async with eve:
                state = await eve.until(bool)
                assert state["round"] is None
                assert [seat["name"] for seat in state["seats"]] == [None, None]

        async def end() -> None:
            async with ann:
                assert (await ann.ask("end"))["type"] == "done"
                await ann.until(lambda state: state["ended"])

        run(play())
        check()
        run(watch())
        running.stop(signal.SIGKILL)
        running.start()
        ann.base = eve.base = running.base
        run(watch())  # the log does not say what was when
        check()
        run(end())
        check()


def test_after_a_restart_those_who_watch_wait_for_the_delay_and_no_longer(tmp_path: Path) -> None:
    with Server(tmp_path) as running:
        ann = Person(running.base, "")
        table = open_table(running, ann, seats=2, delay=1.0)

        async def sit() -> None:
            async with ann:
                await ann.sit(0, "Ann")

        async def watch() -> None:
            async with Person(running.base, table) as eve:
                assert (await eve.until(bool))["seats"][0]["name"] is None
                await eve.until(lambda state: state["seats"][0]["name"] == "Ann")

        run(sit())
        running.stop(signal.SIGKILL)
        running.start()
        run(watch())


def test_more_windows_make_nobody_louder(server: Server) -> None:
    async def work() -> None:
        ann = Person(server.base, "")
        table = open_table(server, ann, seats=2)
        async with ann:
            await ann.sit(0, "Ann")
            said = 0
            for _ in range(6):
                async with Person(server.base, table, token=ann.token) as window:
                    said += [(await window.ask("say", text="hear me"))["type"] for _ in range(4)].count("done")
            assert 5 <= said < 15  # of 24

    run(work())


def test_a_flood_of_acts_ends_the_connection_and_not_the_hand(server: Server) -> None:
    async def work() -> None:
        ann = Person(server.base, "")
        open_table(server, ann, seats=2)
        async with ann:
            await ann.sit(0, "Ann")
            await ann.begin()
            before = await ann.until(ann.may_act)
            wrong = json.dumps({"type": "act", "seq": before["seq"], "do": "raise", "to": 999_999_999})
            answers: list[str] = []
            with contextlib.suppress(ConnectionClosed):
                for _ in range(100):  # without a breath: the allowance grows with time
                    await ann.socket.send(wrong)
            with contextlib.suppress(ConnectionClosed):
                while True:
                    message = await ann.receive()
                    answers += [message["code"]] if message["type"] == "error" else []
            assert set(answers) <= {"illegal", "flood"}
            assert 20 < answers.count("illegal") < 90
        async with ann:
            after = await ann.until(ann.may_act)
            assert after["round"]["players"] == before["round"]["players"]

    run(work())


def test_a_hand_goes_on_after_the_server_was_killed(tmp_path: Path) -> None:
    with Server(tmp_path) as running:

        async def begin() -> tuple[Person, dict[str, Any]]:
            ann = Person(running.base, "")
            open_table(running, ann, seats=3)
            async with ann:
                await ann.sit(0, "Ann")
                await ann.begin()
                return ann, await ann.until(ann.may_act)

        async def go_on(ann: Person) -> dict[str, Any]:
            async with ann:
                state = await ann.until(ann.may_act)
                await play_hands(ann, 1, random.Random(1))
                return state

        ann, before = run(begin())
        running.stop(signal.SIGKILL)
        running.start()
        ann.base = running.base
        after = run(go_on(ann))
        for name in ("hand", "players", "pot", "legal"):
            assert after["round"][name] == before["round"][name]


def test_the_lobby_offers_every_game(server: Server) -> None:
    games = get(server, "/choices").json()["games"]
    assert [game["name"] for game in games][:1] == ["five-card-draw"]
    assert all(game["about"] for game in games)
    for game in games:
        wish = {"rules": game["name"]} | ({"limit": game["limit"], "stakes": {}} if game["chips"] else {})
        server.open_table(**wish)

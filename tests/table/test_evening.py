"""An evening as people see it: passwords, the host passed on, the ledger, a new table; on the wire and on the page."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from fivecard.table.client import Person
from fivecard.table.core import TableError
from fivecard.table.runtime.passwords import hashed, matches
from tests.table import states
from tests.table.looks import CHECKS, SIZES, faults_here, resized
from tests.table.page_screens import Screen
from tests.table.server import Server, fetch, get, open_table, run
from tests.table.window import Window

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PASSWORD = "swordfish \N{SNOWMAN}"


def test_a_password_is_recognized_and_nowhere_to_be_read() -> None:
    async def work() -> None:
        kept = await hashed(PASSWORD)
        assert PASSWORD not in kept
        assert kept != await hashed(PASSWORD)  # by its salt
        assert await matches(PASSWORD, kept)
        for wrong in ("", "swordfish", PASSWORD + " ", PASSWORD.upper()):
            assert not await matches(wrong, kept)

    run(work())


def test_nothing_of_a_table_is_sent_before_its_password(tmp_path: Path) -> None:
    with Server(tmp_path) as server:

        async def work() -> None:
            ann = Person(server.base, "")
            table = open_table(server, ann, rules="holdem", password=PASSWORD, fill="nobody")
            stranger, wrong = Person(server.base, table), Person(server.base, table, password="guess")
            bob = Person(server.base, table, password=PASSWORD)
            bob.listening = stranger.listening = True
            async with ann:
                assert (await ann.sit(0, "Ann"))["type"] == "done"  # who opened it need not say it
                async with stranger:
                    with pytest.raises(TableError) as refusal:
                        await stranger.receive()
                    assert refusal.value.code == "locked"
                    await stranger.socket.send(
                        '{"type":"sit","seq":1,"seat":1,"name":"Eve","commitment":"' + "00" * 32 + '"}'
                    )
                    assert "locked" in await stranger.socket.recv(decode=True)
                    assert stranger.heard == ['{"type":"locked"}']
                with pytest.raises(TableError) as refusal:
                    async with wrong:
                        await wrong.receive()
                assert refusal.value.code == "password"
                for path in ("hands", "ledger.json", "ledger.csv", "rounds/1.json", "hands.phhs"):
                    assert get(server, f"/t/{table}/{path}", stranger).status_code == 403
                    assert get(server, f"/t/{table}/{path}", ann).status_code != 403
                async with bob:
                    answer = await bob.sit(1, "Bob")
                    assert answer["type"] == "done", answer
                async with Person(server.base, table, token=bob.token) as again:  # who was let in stays so
                    assert (await again.until(bool))["locked"]
                await ann.until(lambda state: state["seats"][1]["name"] == "Bob")
                assert (await ann.ask("passhost", seat=1))["type"] == "done"
                assert (await ann.until(lambda state: state["host"] == 1))["you"] == 0
            server.stop()
            server.start()
            for person in (ann, bob):
                person.base = server.base
            async with ann, bob:  # also after a restart
                assert (await ann.until(bool))["host"] == 1
                await bob.until(bool)

        run(work())
        assert PASSWORD.encode() not in server.file.read_bytes()


@pytest.mark.parametrize("path", ["hands.json", "hands", "ledger.json", "ledger.csv", "rounds/1.json"])
def test_who_has_no_cookie_is_not_who_opened_a_table_without_one(server: Server, path: str) -> None:
    """A program opens tables without a cookie."""
    table = server.open_table(rules="holdem", password=PASSWORD)
    assert fetch(f"{server.base}/t/{table}/{path}").status_code == 403


def test_passwords_are_not_guessed_quickly(tmp_path: Path) -> None:
    with Server(tmp_path) as server:

        async def work() -> None:
            ann = Person(server.base, "")
            table = open_table(server, ann, password=PASSWORD)
            async with Person(server.base, table) as eve:
                assert "locked" in await eve.socket.recv(decode=True)
                codes = []
                for guess in range(12):
                    await eve.socket.send(f'{{"type":"enter","password":"{guess}"}}')
                    codes.append(str(await eve.socket.recv(decode=True)))
                assert "slow" in codes[-1]
                assert sum('"code":"password"' in code for code in codes) <= 11
            other = open_table(server, ann, password=PASSWORD)  # all tables are one to a processor
            async with Person(server.base, other) as eve:
                assert "locked" in await eve.socket.recv(decode=True)
                await eve.socket.send('{"type":"enter","password":"guess"}')
                assert "slow" in await eve.socket.recv(decode=True)

        run(work())


def test_who_ends_an_evening_leads_all_to_a_new_table(server: Server) -> None:
    async def work() -> None:
        ann = Person(server.base, "")
        table = open_table(server, ann, rules="holdem", fill="nobody", stack=300, rebuys=2, seats=9, password="x")
        bob, eve = Person(server.base, table, password="x"), Person(server.base, table, password="x")
        async with ann, bob, eve:
            await ann.sit(0, "Ann")
            await bob.sit(8, "Bob")
            await eve.until(bool)
            assert (await ann.ask("again"))["code"] == "not-now"
            await ann.ask("stakes", blinds=[5, 10])
            await ann.ask("end")
            assert (await eve.ask("again"))["code"] == "spectator"
            assert (await eve.sit(1, "Eve"))["code"] == "ended"
            answers = await asyncio.gather(ann.ask("again"), bob.ask("again"))
            assert sorted(answer["type"] for answer in answers) == ["done", "error"]
            state = await eve.until(lambda state: bool(state["next_table"]))
            assert state["next_by"] in {"Ann", "Bob"}
            assert state["asked"] == "over"
            after = state["next_table"]
        async with Person(server.base, after, token=bob.token) as again:  # who was there need not say the password
            state = await again.until(bool)
            assert (state["stack"], state["rebuys"], len(state["seats"])) == (300, 2, 9)
            assert (state["game"]["stakes"], state["locked"], state["ended"]) == ("blinds 5/10", True, False)
            told = get(server, f"/t/{table}/ledger.json", ann).json()
            assert [account["name"] for account in told["accounts"]] == ["Ann", "Bob"]
            assert told["ended"]
            assert get(server, f"/t/{table}/ledger.csv", bob).text.startswith(
                "name,buy-ins,bought,cash-out,net\r\nAnn,1,300"
            )

    run(work())


def test_there_is_no_ledger_without_chips(server: Server) -> None:
    ann = Person(server.base, "")
    table = open_table(server, ann, rules="C")
    for path in ("ledger", "ledger.json", "ledger.csv"):
        assert get(server, f"/t/{table}/{path}", ann).status_code == 404
        assert fetch(f"{server.base}/t/nowhere/{path}").status_code == 404


# On the page


def test_the_host_gives_a_stack_or_none_where_it_is_asked_for(screen: Screen) -> None:
    screen.show(states.shown())
    screen.show(states.chips_asked_for())
    requests = screen.page.locator("#requests .request")
    assert requests.all_inner_texts()[1].split("\n")[0].startswith("Mia asks for chips.")
    assert screen.page.text_content("[data-seat='5'] .did") == "asks for chips"
    screen.page.click("[data-id='give 5']")
    screen.page.click("[data-id='decline 1']")
    assert screen.messages() == [
        {"type": "grant", "seat": 5, "chips": 1000, "seq": 40}, {"type": "decline", "seat": 1, "seq": 40},
    ]  # fmt: skip
    screen.show(states.chips_asked_for() | {"host": 2})
    assert requests.count() == 0  # that is not for others


def test_everybody_reads_who_gets_chips(screen: Screen) -> None:
    def buy(seq: int, seat: int, name: str, by: str) -> dict[str, Any]:
        return {"seq": seq, "seat": seat, "name": name, "chips": 1500, "by": by}

    before = states.shown() | {"buys": [buy(3, 1, "Bob", "start"), buy(39, 1, "Bob", "host")]}
    screen.show(before)
    assert screen.page.text_content("#notice") == ""
    more = [
        buy(41, 5, "Mia", "host"),
        buy(42, 4, "Dan", "rebuy"),
        buy(43, 2, "Clara", "start"),
        buy(44, 0, "Ann", "host"),
    ]
    screen.show(before | {"seq": 44, "buys": [*before["buys"], *more]})
    told = screen.page.text_content("#notice")
    assert told == "Mia gets 1,500 from the host. Dan bought in again for 1,500. You take 1,500 as host."


def test_who_becomes_host_is_told(screen: Screen) -> None:
    screen.show(states.shown() | {"host": None})
    screen.show(states.shown() | {"host": 1})
    assert screen.page.text_content("#notice") == ""
    screen.show(states.shown() | {"host": 2})
    assert screen.page.text_content("#notice") == "Clara is the host now."
    screen.show(states.shown())
    assert screen.page.text_content("#notice") == "You are the host now."


def test_that_a_hand_is_the_last_is_told(screen: Screen) -> None:
    screen.show(states.waiting())
    screen.show(states.waiting() | {"ended": True})
    assert screen.page.text_content("#notice") == "The host ends the evening: this is the last hand."
    assert (screen.page.text_content("#hand-number") or "").startswith("the last hand")


def test_who_is_broke_takes_a_stack_or_asks(screen: Screen) -> None:
    screen.ask(states.broke())
    assert "Take another 1,000" in (screen.page.text_content("#status") or "")
    screen.page.click("#actions button.main")
    screen.ask(states.broke() | {"takes_chips": 0})
    screen.page.click("#actions button.main:has-text('Ask for chips')")
    assert [message["type"] for message in screen.messages()] == ["rebuy", "rebuy"]


def test_a_stack_is_topped_up_when_the_hand_is_over(screen: Screen) -> None:
    playing = states.betting() | {"takes_chips": 400}
    screen.ask(playing)
    for words in ("Top up to 1,000", "Do not top up", "Top up to 1,000"):
        screen.page.click("#open-menu")
        screen.page.click(f"#menu [data-id='top up']:text-is('{words}')")
    assert screen.page.inner_text("#notice") == "You top up to 1,000 before the next hand."
    assert screen.messages() == []
    awaited = "async (state) => (await import('/page/table/money.js')).buyAwaited(state)"
    screen.page.evaluate(awaited, playing)
    assert screen.messages() == []
    for _ in range(2):
        screen.page.evaluate(awaited, states.shown() | {"takes_chips": 400})
    assert screen.messages() == [{"type": "rebuy"}]


def test_an_evening_that_is_over_says_so_and_goes_on_elsewhere(screen: Screen) -> None:
    screen.show(states.shown())
    screen.show(states.over())
    assert screen.page.text_content("#summary-title") == "The evening is over"
    assert screen.page.get_attribute("#summary [data-id='ledger']", "href", timeout=1000).endswith("/ledger")  # type: ignore[union-attr]
    screen.page.click("#summary [data-id='agree']")
    screen.page.click("#summary [data-id='close']")
    screen.wait()
    assert screen.page.inner_text("#status b") == "The evening is over"
    assert "240 up" in screen.page.inner_text("#status")
    assert screen.page.is_hidden("#join")
    assert screen.page.is_hidden("#sit-out")
    screen.page.click("#actions button.main:has-text('New table')")
    assert [message["type"] for message in screen.messages()] == ["agree", "again"]
    screen.show(states.over() | {"next_table": "south", "next_by": "Bob"})
    assert screen.page.get_attribute("#actions a.main", "href") == "/t/south"
    assert screen.page.text_content("#notice") == "Bob has opened a new table for all of you."
    screen.show(states.over() | {"you": None})
    assert screen.page.locator(".seat button").count() == 0
    for size in resized(screen.page, SIZES):
        assert faults_here(screen.page, f"over-{size}", axe=False) == {check: [] for check in CHECKS}


def test_a_sit_and_go_tells_level_and_places(screen: Screen) -> None:
    screen.show(states.sit_and_go())
    assert "level 3" in (screen.page.text_content("#hand-number") or "")
    screen.show(states.placed())
    assert screen.page.inner_text("#status b") == "You finished 4th"
    screen.page.click("#open-menu")
    screen.page.click("#menu [data-id='summary']")
    told = screen.page.inner_text("#summary")
    assert "3 players left, level 3, blinds 30/60 in 4 hands." in told
    assert "Prizes: 1st 3,000, 2nd 1,800, 3rd 1,200." in told
    assert screen.page.locator("#summary .sums li").all_inner_texts()[0].split("\n")[0] == "4th Ann (you)"


def test_a_password_is_asked_for_before_anything_is_shown(browser: "Browser", server: Server) -> None:
    ann = Person(server.base, "")
    address = f"{server.base}/t/{open_table(server, ann, rules='holdem', password=PASSWORD)}"
    window = Window(browser, 390, 844)
    window.page.goto(address)
    window.page.fill("#password", "guess")
    window.page.press("#password", "Enter")
    window.page.wait_for_selector("#locked .notice:has-text('not the password')")
    assert window.page.locator(".seat").count() == 0
    assert faults_here(window.page, "locked", axe=True)["axe"] == []
    window.page.fill("#password", PASSWORD)
    window.page.press("#password", "Enter")
    window.page.wait_for_selector(".seat button")
    assert window.page.is_hidden("#locked")
    window.page.fill("#name", "bob")
    window.page.press("#name", "Enter")
    window.page.wait_for_selector("#mine:has-text('(you)')")
    window.page.goto(f"{address}/ledger")
    assert window.page.inner_text("#accounts th[scope=row]") == "bob"  # as he writes himself
    for size in resized(window.page, SIZES):
        found = faults_here(window.page, f"ledger-{size}", axe=size == SIZES[-1])
        assert {check: items for check, items in found.items() if items and check != "scrolls"} == {}
    window.close()

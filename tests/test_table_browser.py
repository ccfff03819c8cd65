"""The table in a real browser: two people, the keyboard alone, a phone, reloads and lost networks."""

import json
import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fivecard.table.audit import verify
from looks import SCREENSHOTS, accessibility_faults
from tables import table_of
from test_fair import VECTORS
from test_table_server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

CAN_DRAW = "#hand button:not([disabled])"
NEXT = '#actions button:has-text("Next hand")'
DECK = '#actions button:has-text("How the deck was checked")'
DOWNLOAD = "#download"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if shutil.which("chromium") is None:
        pytest.skip("NO CHROMIUM ON THIS MACHINE: the table is not tested in a browser")
    running = Server(tmp_path_factory.mktemp("table"))
    yield running
    assert running.stop() == 0
    assert "Traceback" not in running.errors.read_text()


class Window:
    """A browser of its own, whose errors fail the test."""

    def __init__(self, browser: "Browser", width: int, height: int, *, still: bool = True) -> None:
        self.context: BrowserContext = browser.new_context(
            viewport={"width": width, "height": height}, reduced_motion="reduce" if still else "no-preference",
            accept_downloads=True,
        )  # fmt: skip
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(10_000)
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    def picture(self, name: str) -> None:
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=SCREENSHOTS / f"{name}.png")

    def sit(self, address: str, name: str) -> None:
        self.page.goto(address)
        self.page.fill("#name", name)
        self.page.press("#name", "Enter")
        self.page.wait_for_selector("#mine:has-text('(you)')")

    def close(self) -> None:
        assert self.errors == []
        self.context.close()


def assert_accessible(page: "Page", name: str) -> None:
    assert accessibility_faults(page) == [], name


def test_the_browser_shuffles_as_python_does(server: Server, browser: "Browser") -> None:
    window = Window(browser, 800, 600)
    window.page.goto(server.base)
    for vector in json.loads(VECTORS.read_text(encoding="utf-8")):
        found = window.page.evaluate(
            """async (v) => {
                const fair = { ...(await import("/page/fair.js")), ...(await import("/page/sha256.js")) };
                const lock = await import("/page/timelock.js");
                const each = (values, make) =>
                    Object.fromEntries(Object.entries(values).map(([seat, value]) => [seat, make(value, seat)]));
                const server = fair.unhex(v.server_seed);
                const puzzles = each(v.factors, lock.puzzleOf);
                const values = each(v.factors, (factors, seat) => {
                    const base = fair.lockBase(v.table, v.round, seat, puzzles[seat]);
                    return factors.map((factor) =>
                        lock.valueToHex(lock.valueByFactor(base, puzzles[seat], lock.fromHex(factor), v.squarings)));
                });
                if (Object.values(values).some(([one, two]) => one !== two)) return "the factors do not agree";
                const seeds = each(values, ([value]) => fair.seedOf(value));
                const seal = fair.serverCommitment(v.table, v.round, v.previous, v.agreed, puzzles, server);
                return { from: v, first_link: fair.firstLink(v.table), puzzles, seeds: each(seeds, fair.hex),
                         values: each(values, ([value]) => value), server_commitment: seal,
                         ...fair.dealFrom(v.table, v.round, seeds, server) };
            }""",
            vector["from"],
        )
        assert found == vector
    window.close()


def test_two_people_and_two_computers_play_three_rounds(server: Server, browser: "Browser", tmp_path: Path) -> None:
    table = server.open_table(seats=4, fill="sharp", clock=60, practice=True)
    address = f"{server.base}/t/{table}"
    ann, bob = Window(browser, 1280, 800), Window(browser, 360, 640)
    ann.sit(address, "Ann")
    bob.sit(address, "<b>Bob</b>")  # shown as text
    ann.page.wait_for_selector("text=<b>Bob</b>")
    assert_accessible(ann.page, "lobby of the table")
    ann.picture("table-lobby")
    ann.page.click('#actions button:has-text("Deal")')
    for number in (1, 2, 3):
        ann.page.wait_for_selector(CAN_DRAW)
        if number == 1:  # by hand, with a hint
            ann.page.click('#actions button:has-text("Hint")')
            ann.page.wait_for_selector("#hint button")
            assert " % ± 0." in ann.page.inner_text("#hint")  # a share is not exact, and says so
            ann.page.click("#hand button >> nth=4")
            assert ann.page.get_attribute("#hand button >> nth=4", "aria-pressed") == "true"
            assert_accessible(ann.page, "drawing")
            ann.picture("table-1280x800")
            ann.page.click('#actions button:has-text("Throw 1 away")')
        elif number == 2:  # reloads with the cards in the hand
            hand = [item.get_attribute("aria-label") for item in ann.page.query_selector_all("#hand button")]
            ann.page.reload()
            ann.page.wait_for_selector(CAN_DRAW)
            assert [item.get_attribute("aria-label") for item in ann.page.query_selector_all("#hand button")] == hand
            ann.page.click('#actions button:has-text("Keep all")')
        else:  # with the keyboard alone
            ann.page.keyboard.press("1")
            ann.page.keyboard.press("2")
            ann.page.wait_for_selector('#actions button.main:not([aria-disabled="true"])')
            ann.page.keyboard.press("Enter")
        bob.page.wait_for_selector(CAN_DRAW)
        if number == 1:
            bob.picture("table-360x640")
            assert bob.page.evaluate("document.documentElement.scrollWidth") <= 360
        elif number == 2:  # loses the network, and finds the same cards again
            hand = [item.get_attribute("aria-label") for item in bob.page.query_selector_all("#hand button")]
            bob.context.set_offline(True)
            bob.page.evaluate("window.dispatchEvent(new Event('offline'))")
            bob.page.wait_for_timeout(300)
            bob.context.set_offline(False)
            bob.page.reload()
            bob.page.wait_for_selector(CAN_DRAW)
            assert [item.get_attribute("aria-label") for item in bob.page.query_selector_all("#hand button")] == hand
        bob.page.click('#actions button:has-text("Keep all")')
        ann.page.wait_for_selector(NEXT)
        bob.page.wait_for_selector(NEXT)
        assert " wins with " in ann.page.inner_text("#status") or " tie with " in ann.page.inner_text("#status")
        ann.page.wait_for_selector("#fair li", state="attached")
        checks = ann.page.eval_on_selector_all("#fair li", "items => items.map((item) => item.textContent)")
        assert len(checks) == (16 if number == 1 else 17)  # from the second round on the standings too
        assert all(check.startswith("✓") for check in checks)
        if number < 3:
            ann.page.click(NEXT)
    ann.page.click(DECK)
    ann.picture("table-shown")
    bob.picture("table-shown-phone")
    assert_accessible(ann.page, "shown")
    with ann.page.expect_download() as download:
        ann.page.click(DOWNLOAD)
    download.value.save_as(tmp_path / "round.json")
    record = json.loads((tmp_path / "round.json").read_text())
    assert "all of it is what this browser saw" in verify(record)
    ann.page.click("text=Replay")
    ann.page.wait_for_selector("#fair li")
    assert_accessible(ann.page, "replay")
    ann.picture("table-replay")
    ann.close()
    bob.close()


def test_the_browser_notices_a_round_that_was_changed(server: Server, browser: "Browser") -> None:
    record = table_of("Ann", "Bob").play_round(random.Random(4))
    window = Window(browser, 800, 600)
    window.page.goto(server.base)
    extra = {"puzzles": record["puzzles"] | {"9": record["puzzles"]["0"]}}
    forged = {"openings": record["openings"] | {"1": record["openings"]["0"]}}
    for changed in (
        {}, {"deck": record["deck"][::-1]}, {"server_seed": "00" * 32}, {"agreed": "A"}, extra, forged,
        {"previous": "00" * 32}, {"round": 2}, {"after": 1},
        {"voids": [{"round": 1, "table": "table", "previous": "", "puzzles": {}}]},
    ):  # fmt: skip
        results = window.page.evaluate(
            'async (record) => (await import("/page/fair.js")).check(record)', record | changed
        )
        assert all(holds for holds, _ in results) == (not changed), changed
    window.close()


def test_a_lost_connection_comes_back_by_itself(server: Server, browser: "Browser") -> None:
    table = server.open_table(seats=2, fill="classic", clock=60)
    window = Window(browser, 390, 844)
    window.sit(f"{server.base}/t/{table}", "Ann")
    window.page.click('#actions button:has-text("Deal")')
    window.page.wait_for_selector(CAN_DRAW)
    hand = [item.get_attribute("aria-label") for item in window.page.query_selector_all("#hand button")]
    server.process.kill()  # with the cards in the hand
    server.process.communicate()
    window.page.wait_for_selector("text=The connection is lost.")
    server.start()
    window.page.wait_for_selector("#notice:empty", state="attached")
    window.page.wait_for_selector(CAN_DRAW)
    assert [item.get_attribute("aria-label") for item in window.page.query_selector_all("#hand button")] == hand
    window.picture("table-390x844")
    for words in ("Keep all", "Yes, keep all"):
        window.page.wait_for_selector(f'#actions button:text-is("{words}"):not([aria-disabled="true"])')
        window.page.keyboard.press("Enter")
    window.page.wait_for_selector(NEXT)
    assert (window.page.text_content("#mine") or "").startswith("Ann (you)")
    window.close()


def test_somebody_who_is_out_of_time_twice_is_played_for_until_back(server: Server, browser: "Browser") -> None:
    table = server.open_table(seats=2, fill="classic", clock=1)
    window = Window(browser, 800, 700)
    window.sit(f"{server.base}/t/{table}", "Ann")
    for button in ("Deal", "Next hand"):
        window.page.click(f'#actions button:has-text("{button}")')
        window.page.wait_for_selector(CAN_DRAW)
        window.page.wait_for_selector(f'{NEXT}, #actions button:has-text("I am back")')
    window.page.click('#actions button:has-text("I am back")')
    window.page.click(NEXT)
    window.page.wait_for_selector(CAN_DRAW)
    window.close()


def test_the_lobby_opens_a_table(server: Server, browser: "Browser") -> None:
    window = Window(browser, 1280, 800, still=False)
    window.page.goto(server.base)
    assert_accessible(window.page, "lobby")
    window.picture("lobby")
    window.page.select_option("select[name=rules]", "A")
    window.page.check("[name=seats][value='6']")
    window.page.click('button:has-text("Open a table")')
    window.page.wait_for_selector(".seat .plate >> nth=5")
    window.page.click('button:has-text("Sit here") >> nth=2')
    assert window.page.inner_text("#notice") == "Type your name first."
    window.page.fill("#name", "Eve")
    window.page.click('button:has-text("Sit here") >> nth=2')
    window.page.wait_for_selector("#mine:has-text('Eve (you)')")
    window.page.click("#open-menu")
    window.page.check("[name=deck][value=four]")
    assert window.page.evaluate("document.documentElement.dataset.deck") == "four"
    assert_accessible(window.page, "menu")
    window.page.click("#leave")
    window.page.wait_for_selector("#join:not([hidden])")
    window.close()


def test_the_lobby_opens_a_practice_table_that_takes_jacks_to_open(server: Server, browser: "Browser") -> None:
    window = Window(browser, 390, 844)
    window.page.goto(server.base)
    window.page.click("summary")
    window.page.check("[name=openers]")
    window.page.check("[name=practice]")
    assert "jacks or better to open" in window.page.inner_text("#words")
    window.page.select_option("select[name=rules]", "holdem")
    assert window.page.locator("[name=openers]").count() == 0
    assert window.page.is_checked("[name=practice]")
    window.page.select_option("select[name=rules]", "five-card-draw")
    window.page.check("[name=openers]")
    window.page.fill("[name=name]", "Ann")
    window.page.click('button:has-text("Open a table")')
    window.page.click('button:has-text("Sit here") >> nth=0')
    window.page.click('#actions button:has-text("Deal")')
    window.page.click("[data-id=hint]")
    window.page.wait_for_selector("#hint p:has-text('you can expect'), #hint button")
    window.page.click("#open-guide")
    assert "The first bet takes a pair of jacks or better." in window.page.inner_text("#guide[open]")
    assert "jacks or better to open" in window.page.inner_text("#guide[open]")
    window.close()


def test_nothing_is_fetched_from_elsewhere(server: Server, browser: "Browser") -> None:
    window = Window(browser, 800, 700)
    asked: list[str] = []
    window.page.on("request", lambda request: asked.append(request.url))
    window.sit(f"{server.base}/t/{server.open_table()}", "Ann")
    window.page.click('#actions button:has-text("Deal")')
    window.page.wait_for_selector("#hand button")
    assert len(asked) > 6
    assert all(url.startswith((server.base, "data:", "ws://localhost")) for url in asked)
    window.close()


def test_the_page_says_whom_the_next_round_waits_for(browser: "Browser", tmp_path: Path) -> None:
    own = Server(tmp_path, "--patience", "600")
    address = f"{own.base}/t/{own.open_table(seats=3)}"
    ann, bob = Window(browser, 1280, 800), Window(browser, 390, 780)
    ann.sit(address, "Ann")
    bob.sit(address, "Bob")
    ann.page.wait_for_selector(".seat .name:has-text('Bob')")
    for window, other in ((ann, bob), (bob, ann)):  # whoever is first
        window.page.click('#actions button:has-text("Deal"), ' + NEXT)
        window.page.wait_for_selector("#actions :text('You are ready.')")
        assert f"Waiting for {'Bob' if window is ann else 'Ann'}." in window.page.inner_text("#status")
        other.page.wait_for_selector("#status:has-text('The next hand waits for you.')")
        window.picture(f"table-ready-{'wide' if window is ann else 'phone'}")
        other.page.click('#actions button:has-text("Deal"), ' + NEXT)
        for player in (ann, bob):
            player.page.wait_for_selector(CAN_DRAW)
            player.page.click('#actions button:has-text("Keep all")')
        for player in (ann, bob):
            player.page.wait_for_selector(NEXT)
    ann.close()
    bob.close()
    assert own.stop() == 0

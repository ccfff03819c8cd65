"""Hands for chips in real browsers, with a real server: played to the end, checked when the table has ended."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fivecard.table.audit import verify
from test_table_browser import DOWNLOAD, NEXT, Window, assert_accessible
from test_table_server import Server

pytestmark = pytest.mark.exhaustive  # whole evenings in two browsers

if TYPE_CHECKING:
    from playwright.sync_api import Browser

READY = '#actions button.main[aria-disabled="false"]'


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("table"))
    yield running
    assert running.stop() == 0
    assert "Traceback" not in running.errors.read_text()


class Host(Window):
    """Somebody who opens a table from the lobby, and is its host."""

    def open(self, server: Server, game: str, **fields: str) -> str:
        self.page.goto(server.base)
        self.page.select_option("#rules", game)
        self.page.check("[name=seats][value='2']")
        self.page.click("#more summary")
        for name, value in fields.items():
            self.page.fill(f"[name={name}]", value)
        self.page.select_option("[name=fill]", "nobody")
        self.page.click("button:has-text('Open a table')")
        self.page.wait_for_url("**/t/*")
        return self.page.url


def act(players: list[Window]) -> str | None:
    """Let whoever is asked press the gold button; gives its words, or nothing when the hand is over."""
    for _ in range(200):
        for player in players:
            if player.page.locator(NEXT).count():
                return None
            button = player.page.locator(READY)
            if button.count():
                words = button.text_content()
                button.click()
                player.page.wait_for_timeout(50)
                return words
        players[0].page.wait_for_timeout(50)
    raise AssertionError(players[0].page.inner_text("#status"))


def begin(players: list[Window]) -> None:
    for player in players:
        player.page.click(READY)
    players[0].page.wait_for_selector("#hand .card")


def test_five_card_draw_is_played_to_the_end_and_checked(server: Server, browser: "Browser", tmp_path: Path) -> None:
    ann, bob = Host(browser, 1280, 800), Window(browser, 390, 844)
    address = ann.open(server, "five-card-draw", ante="5", stack="400")
    ann.sit(address, "Ann")
    bob.sit(address, "Bob")
    players: list[Window] = [ann, bob]
    begin(players)
    assert "ante 5" in ann.page.inner_text(".where")
    hand = ann.page.eval_on_selector_all("#hand .card", "cards => cards.map((card) => card.ariaLabel ?? '')")
    ann.page.reload()  # in the middle
    ann.page.wait_for_selector("#hand .card")
    found = ann.page.eval_on_selector_all("#hand .card", "cards => cards.map((card) => card.ariaLabel ?? '')")
    assert len(found) == len(hand) == 5
    assert_accessible(ann.page, "betting")
    said = []
    while words := act(players):
        said.append(words)
    assert {"Check", "Keep all"} <= set(said)
    for player in players:
        assert re.search(r"(You|Ann|Bob) wins? [\d,]+ with|split", player.page.inner_text("#status"))
        assert player.page.inner_text("#objections") == ""
    assert_accessible(ann.page, "shown")
    ann.picture("chips-shown")
    ann.page.wait_for_selector("#played li")
    net = ann.page.inner_text("#played .sum >> nth=0")
    assert re.fullmatch(r"[+−]5|0", net)
    ann.page.fill("#text", "well played")
    ann.page.press("#text", "Enter")
    bob.page.wait_for_selector("#unread:not([hidden])")

    begin(players)  # the second hand, which Ann gives up by a key
    fold = ann.page.locator("#actions button.move:text-is('Fold')")
    for _ in range(200):
        if fold.count():
            break
        if bob.page.locator(READY).count():
            bob.page.keyboard.press("r")
        elif ann.page.locator(READY).count():
            ann.page.keyboard.press("c")
        ann.page.wait_for_timeout(50)
    ann.page.wait_for_selector(READY)
    ann.page.keyboard.press("f")
    bob.page.wait_for_selector(NEXT)
    assert "You win" in bob.page.inner_text("#status")
    assert bob.page.locator(".held .mini").count() == 0  # what was folded stays secret

    ann.page.click("#open-menu")
    for button in ("End after this hand", "Yes, end it"):
        ann.page.click(f"#menu button:text-is('{button}')")
    for player in players:
        player.page.wait_for_selector("#summary[open]")
        assert_accessible(player.page, "the end")
        player.page.keyboard.press("Escape")
        player.page.wait_for_selector("#fair li", state="attached")
        checks = player.page.eval_on_selector_all("#fair li", "items => items.map((item) => item.textContent)")
        assert len(checks) > 10
        assert [check for check in checks if not check.startswith("✓")] == []
        assert player.page.inner_text("#objections") == ""
    ann.page.click(".tabs [data-tab=deck]")
    with ann.page.expect_download() as download:
        ann.page.click(DOWNLOAD)
    download.value.save_as(tmp_path / "hand.json")
    assert "all of it is what this browser saw" in verify(json.loads((tmp_path / "hand.json").read_text()))
    ann.page.goto(f"{address}/rounds/1")
    ann.page.wait_for_selector("#fair li")
    assert_accessible(ann.page, "replay")
    ann.close()
    bob.close()


@pytest.mark.parametrize(
    ("game", "cards", "seen"), [("holdem", 2, ".board .card"), ("seven-card-stud", 7, ".held .mini")]
)
def test_other_games_are_played_to_the_end(
    server: Server, browser: "Browser", game: str, cards: int, seen: str
) -> None:
    ann, bob = Host(browser, 1280, 800), Window(browser, 844, 390)
    address = ann.open(server, game)
    ann.sit(address, "Ann")
    bob.sit(address, "Bob")
    players: list[Window] = [ann, bob]
    begin(players)
    while act(players):
        pass
    assert ann.page.locator("#hand .card").count() == cards
    assert ann.page.locator(seen).count() >= 5
    assert ann.page.inner_text("#objections") == ""
    ann.picture(f"{game}-shown")
    bob.picture(f"{game}-shown-phone")
    ann.page.click("#actions a:text-is('Replay')")
    ann.page.wait_for_selector(".told li")
    assert ann.page.is_visible("#phh")
    ann.page.keyboard.press("ArrowLeft")
    assert re.match(r"Step \d+ of", ann.page.inner_text("#steps [role=status]"))
    assert_accessible(ann.page, "replay")
    ann.close()
    bob.close()

"""Hands for chips in real browsers, with a real server: played to the end, checked when the table has ended."""

import json
import re
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fivecard.table.fairness.verify import verify
from tests.table.browsers import PATIENCE
from tests.table.server import Server
from tests.table.window import DOWNLOAD, NEXT, Window, assert_accessible

pytestmark = pytest.mark.exhaustive  # whole evenings in two browsers

if TYPE_CHECKING:
    from playwright.sync_api import Browser

READY = '#actions button.main[aria-disabled="false"]'
FOLD = "#actions button.move:text-is('Fold')"


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


def asked(players: list[Window]) -> Window:
    """Whoever is asked, as soon as their page takes an answer."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for player in players:
            if player.page.locator(READY).count():
                return player
        time.sleep(0.02)
    raise AssertionError([player.page.inner_text("#status") for player in players])


def act(players: list[Window]) -> str | None:
    """Let whoever is asked press the gold button; gives its words, or nothing when all see that the hand is over."""
    player = asked(players)
    if player.page.locator(NEXT).count():
        for each in players:
            each.page.wait_for_selector(NEXT)
        return None
    words = player.page.text_content(READY)
    player.page.click(READY)  # from then on it takes no answer until the next question
    return words


def begin(players: list[Window], number: int = 1) -> None:
    """Have all be ready, and wait until this hand is dealt: until then they look at the one before."""
    for player in players:
        player.page.click(READY)
    for player in players:
        player.page.wait_for_selector(f"#hand-number:has-text('hand {number}')", state="attached")
        player.page.wait_for_selector("#hand .card")


def test_five_card_draw_is_played_to_the_end_and_checked(server: Server, browser: "Browser", tmp_path: Path) -> None:
    ann, bob = Host(browser, 1280, 800, pause="none"), Window(browser, 390, 844, pause="none")
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
    assert {"Check", "Stand pat"} <= set(said)
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

    begin(players, 2)  # Ann gives it up by a key as soon as Bob has raised
    while (player := asked(players)) is bob or not ann.page.locator(FOLD).count():
        player.page.keyboard.press("r" if player is bob else "c")
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
        player.page.wait_for_selector("#fair li", state="attached")
        assert player.page.is_hidden(DOWNLOAD)  # what was folded is secret until all agree
    for player in players:
        player.page.click("#summary [data-id=agree]")
        player.page.keyboard.press("Escape")
    for player in players:
        player.page.wait_for_selector(f"{DOWNLOAD}:not([hidden])", state="attached")
        checks = player.page.eval_on_selector_all("#fair li", "items => items.map((item) => item.textContent)")
        assert len(checks) > 8
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
    ("game", "cards", "seen", "count"), [("holdem", 2, ".board .card", 5), ("seven-card-stud", 7, ".shown .mini", 7)]
)
def test_other_games_are_played_to_the_end(
    server: Server, browser: "Browser", game: str, cards: int, seen: str, count: int
) -> None:
    ann, bob = Host(browser, 1280, 800, pause="none"), Window(browser, 844, 390, pause="none")
    address = ann.open(server, game)
    ann.sit(address, "Ann")
    bob.sit(address, "Bob")
    players: list[Window] = [ann, bob]
    begin(players)
    while act(players):
        pass
    assert ann.page.locator("#hand .card").count() == cards
    loser = bob if "You win" in ann.page.inner_text("#status") else ann  # need not show, but sees the winner's cards
    assert loser.page.locator(seen).count() == count
    assert ann.page.inner_text("#objections") == ""
    ann.picture(f"{game}-shown")
    bob.picture(f"{game}-shown-phone")
    ann.page.goto(f"{address}/rounds/1")
    ann.page.wait_for_selector("#again:not([hidden])")
    ann.page.keyboard.press("End")
    assert ann.page.locator("#hand .card").count() == cards
    assert re.search(r"\bwins?\b", ann.page.inner_text("#step"))
    assert ann.page.is_visible("#phh")
    assert_accessible(ann.page, "replay")
    ann.close()
    bob.close()

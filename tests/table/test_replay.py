"""Finished hands on the page: played again on the table, by buttons, by keys and by themselves, at every size."""

import json
import random
from typing import TYPE_CHECKING, Any

import pytest

from fivecard.table.web.hand_history import Past
from fivecard.table.web.replay import steps_of
from tests.effort import THOROUGH, some
from tests.table.looks import SIZES, faults_here, resize, resized
from tests.table.server import Server
from tests.table.tables import as_json, come_round, table_for
from tests.table.window import Window

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

NAMES = ("Maximiliane-Ottoline", "Bob", "Wolfgang Amadeus MWW", "Dora", "Eve", "Frida")


def hand_of(rules: str, players: int, seed: int = 2) -> dict[str, Any]:
    """A hand that somebody wins by a show."""
    live = table_for(*NAMES[:players], rules=rules, seats=players, fill="nobody")
    source = random.Random(seed)
    while True:
        record = live.play_round(source)
        if sum(map(bool, record["hands"])) > 1:
            return record
        come_round(live)


class Replay(Window):
    """The page of a finished hand, whose server has only this one."""

    def __init__(self, browser: "Browser", server: Server, record: dict[str, Any], me: int | None) -> None:
        super().__init__(browser, 1280, 800)
        self.steps = as_json(list(steps_of(record, me)))
        told = Past(record, me).public() if record["stakes"] else record
        address = f"{server.base}/t/{server.open_table()}/rounds/1"
        answers = {
            address: "",
            f"{address}.json": json.dumps(told),
            f"{address}/steps": json.dumps({"steps": self.steps}),
        }

        def answer(route: "Route") -> None:
            text = answers[route.request.url] or self.page.request.get(f"{server.base}/page/replay.html").text()
            route.fulfill(body=text, content_type="application/json" if text[0] == "{" else "text/html")

        self.page.route("**/rounds/1*", answer)
        self.page.route("**/rounds/1/*", answer)
        self.page.goto(address)
        self.page.wait_for_selector("#again:not([hidden])")

    @property
    def words(self) -> str:
        return self.page.inner_text("#step")

    def told(self, step: int) -> str:
        return " ".join(self.steps[step]["told"])


KINDS = {
    "draw": ("five-card-draw", 6, 0),
    "board": ("holdem", 4, 1),
    "stud": ("seven-card-stud", 6, None),
    "free": ("C", 5, 2),
}


TALL = ("scrolls", "outside")
"""What is not asked of a page that may be longer than the window."""


@pytest.mark.parametrize("kind", some(2, KINDS))
def test_a_hand_that_is_played_again_looks_right_at_every_size(browser: "Browser", server: Server, kind: str) -> None:
    """At the deal, in the middle and at the end."""
    rules, players, me = KINDS[kind]
    opened = Replay(browser, server, hand_of(rules, players), me)
    opened.page.wait_for_selector("#fair:not(:empty)", state="attached")
    last = len(opened.steps) - 1
    for size in resized(opened.page, SIZES):
        for name, step in {"deal": 0, "middle": last // 2, "end": last}.items():
            opened.page.locator("#where").fill(str(step))
            assert opened.words == opened.told(step)
            axe = THOROUGH or (step == last and size == SIZES[-1])
            found = faults_here(opened.page, f"replay-{kind}-{name}", axe=axe)
            assert {check: items for check, items in found.items() if items and check not in TALL} == {}
    opened.close()


def test_a_hand_goes_forwards_backwards_and_by_itself(browser: "Browser", server: Server) -> None:
    opened = Replay(browser, server, hand_of("five-card-draw", 3), 0)
    page, last = opened.page, len(opened.steps) - 1
    assert opened.words == opened.told(0)
    assert page.locator("#hand .card").count() == 5
    assert page.locator(".seat .held .back").count() == 10  # two others, whose cards nobody saw
    page.get_by_role("button", name="One step on").click()
    assert opened.words == opened.told(1)
    page.get_by_role("button", name="One step back").click()
    assert opened.words == opened.told(0)
    resize(page, 320, 640)
    before = page.locator(".steer").bounding_box()
    page.get_by_role("button", name="To the end").click()
    assert opened.words == opened.told(last)
    assert page.locator(".steer").bounding_box() == before  # whatever there is to say
    assert before
    assert before["y"] + before["height"] <= 640
    assert page.locator(".seat .held.shown").count() >= 1
    page.locator("body").press("Home")
    assert opened.words == opened.told(0)
    page.locator("body").press("ArrowRight")
    page.locator("body").press("ArrowRight")
    assert opened.words == opened.told(2)
    page.locator("body").press("ArrowLeft")
    assert opened.words == opened.told(1)
    page.clock.install()
    page.get_by_role("button", name="Play").click()
    assert opened.words == opened.told(2)
    page.clock.run_for(60_000)
    assert opened.words == opened.told(last)
    assert page.get_by_role("button", name="Play").is_visible()
    opened.close()


def test_somebody_who_watched_sees_no_hand_before_it_is_shown(browser: "Browser", server: Server) -> None:
    record = hand_of("five-card-draw", 3)
    opened = Replay(browser, server, record, None)
    assert opened.page.locator("#hand .card").count() == 0
    assert opened.page.locator(".seat .held .back").count() == 15
    assert opened.page.locator("#again svg.card").count() == 0
    opened.close()

"""Finished hands on the page: played again on the table, by buttons, by keys and by themselves, at every size."""

import json
import random
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from fivecard.table.past import Past
from fivecard.table.steps import steps_of
from looks import BY_SIZE, CHECKS, look
from page_screens import covered
from tables import as_json, chips_table, come_round, table_of
from test_table_browser import Window
from test_table_server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

NAMES = ("Maximiliane-Ottoline", "Bob", "Wolfgang Amadeus MWW", "Dora", "Eve", "Frida")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("table"))
    yield running
    assert running.stop() == 0


def hand_of(rules: str, players: int, seed: int = 2) -> dict[str, Any]:
    """A hand that somebody wins by a show."""
    chips = rules not in {"A", "C"}
    live = (chips_table if chips else table_of)(*NAMES[:players], rules=rules, seats=players, fill="nobody")
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
        self.steps = as_json(steps_of(record, me))
        told = Past(record, me).public() if "stakes" in record else record
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


@pytest.fixture(scope="module", params=BY_SIZE)
def faults(request: pytest.FixtureRequest, browser: "Browser", server: Server) -> dict[str, list[str]]:
    """What is wrong at the deal, in the middle and at the end of hands."""
    found: dict[str, list[str]] = {check: [] for check in (*CHECKS, "covered")}
    for kind, (rules, players, me) in KINDS.items():
        opened = Replay(browser, server, hand_of(rules, players), me)
        opened.page.wait_for_selector("#fair:not(:empty)", state="attached")
        for name, step in {"deal": 0, "middle": len(opened.steps) // 2, "end": len(opened.steps) - 1}.items():
            opened.page.locator("#where").fill(str(step))
            assert opened.words == opened.told(step)
            seen = look(opened.page, f"replay-{kind}-{name}", request.param)
            for check, items in (seen | {"covered": covered(opened.page, request.param)}).items():
                found[check] += [f"{kind}, {name}: {item}" for item in items]
        opened.close()
    return found


@pytest.mark.parametrize("check", ["sideways", "cut", "small", "axe", "covered"])
def test_a_hand_that_is_played_again_looks_right_at_every_size(faults: dict[str, list[str]], check: str) -> None:
    assert faults[check] == []


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
    page.set_viewport_size({"width": 320, "height": 640})
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

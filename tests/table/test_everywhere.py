"""The main scenarios in each engine that people have: a round to its end, a reload, a phone, the keyboard alone."""

from collections.abc import Callable, Iterator

import pytest

from tests.effort import effort
from tests.table import browsers
from tests.table.browsers import AnyTab
from tests.table.server import Server

LABELS = "[...document.querySelectorAll('#hand button:enabled')].map((card) => card.getAttribute('aria-label'))"
"""The cards in the hand, while some may go."""
SHOWN = "/ (wins?|tie) with /.test(document.getElementById('status').textContent)"
CHECKS = "[...document.querySelectorAll('#fair li')].map((item) => item.textContent)"
SIDEWAYS = "document.documentElement.scrollWidth - innerWidth"
READY = "document.querySelector('#actions .main[aria-disabled=false]')?.textContent"
"""The button that answers what is asked, once it takes an answer."""
CHOOSE = """(() => {
    const rules = document.querySelector('select[name=rules]');
    rules.value = 'C';
    rules.dispatchEvent(new Event('change', { bubbles: true }));
    document.querySelector('input[name=clock]').value = '300';
})()"""
"""The game without chips, and time for browsers on a busy machine."""
FOCUSED = "document.activeElement.id || document.activeElement.textContent"


LONGER = [pytest.param(name, marks=pytest.mark.exhaustive) for name in ("firefox", "webkit")]


@pytest.fixture(scope="module", params=["chromium", *LONGER])
def open_tab(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[], AnyTab]]:
    if request.param == "chromium":
        browser = request.getfixturevalue("browser")
        yield lambda: browsers.PlaywrightTab(browser)
    else:
        with getattr(browsers, request.param)(tmp_path_factory.mktemp(request.param)) as opener:
            yield opener


@pytest.fixture
def tab(open_tab: Callable[[], AnyTab]) -> Iterator[AnyTab]:
    opened = open_tab()
    yield opened
    opened.close()


def answer(tab: AnyTab, name: str) -> None:
    """Press a button of the table as soon as it takes an answer."""
    tab.wait(f"{READY} === '{name}'")
    tab.click("button", name)


def test_a_round_is_played_to_its_end_with_a_reload_in_the_middle(server: Server, tab: AnyTab) -> None:
    tab.resize(1280, 800)
    tab.go(server.base)
    tab.wait("document.querySelector('select[name=rules]').options.length > 0")
    tab.evaluate(CHOOSE)
    tab.click("button", "Open a table")
    tab.wait("location.pathname.startsWith('/t/')")  # the lobby asks for a name too
    tab.click("textbox", "Your name")
    tab.type("Ann")
    tab.press("Enter")
    answer(tab, "Deal")
    hand = tab.wait(f"{LABELS}.length && {LABELS}")
    assert len(hand) == 5
    tab.reload()
    assert tab.wait(f"{LABELS}.length && {LABELS}") == hand
    tab.click("button", hand[0])
    answer(tab, "Draw 1")
    tab.wait(SHOWN)
    checks = tab.wait(f"{CHECKS}.length && {CHECKS}")
    assert len(checks) > 8
    assert [check for check in checks if not check.startswith("✓")] == []
    assert tab.evaluate("document.querySelectorAll('#objections li').length") == 0


def test_a_phone_shows_everything_in_its_width(server: Server, tab: AnyTab) -> None:
    tab.resize(390, 844)
    tab.go(server.base)
    assert tab.evaluate(SIDEWAYS) <= 0
    tab.go(f"{server.base}/t/{server.open_table(clock=300)}")
    tab.click("textbox", "Your name")
    tab.type("Bob")
    tab.press("Enter")
    answer(tab, "Deal")
    tab.wait(f"{LABELS}.length")
    assert tab.evaluate("innerWidth") == 390
    assert tab.evaluate(SIDEWAYS) <= 0
    answer(tab, "Stand pat")
    tab.wait(SHOWN)
    assert tab.evaluate(SIDEWAYS) <= 0


def test_rounds_are_played_with_the_keyboard_alone(server: Server, tab: AnyTab) -> None:
    tab.resize(800, 700)
    tab.go(f"{server.base}/t/{server.open_table(seats=2, clock=300)}")
    tab.wait("!document.getElementById('join').hidden")
    for _ in range(10):
        tab.press("Tab")
        if tab.evaluate(FOCUSED) == "name":
            break
    tab.type("Eve")
    tab.press("Enter")
    rounds = effort(1, 2)
    for _ in range(rounds):
        tab.wait(READY)
        tab.press("Enter")  # deals
        tab.wait(f"{LABELS}.length")
        tab.press("1")
        tab.press("5")
        tab.wait("document.querySelectorAll('#hand [aria-pressed=true]').length === 2")
        tab.wait(f"{READY} === 'Draw 2'")
        tab.press("Enter")
        tab.wait(SHOWN)
    assert tab.evaluate("document.getElementById('hand-number').textContent") == f"hand {rounds}"

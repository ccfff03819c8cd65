"""The table in a real browser: two people, what is typed while the page is busy, reloads and lost networks."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.effort import effort
from tests.table.server import Server
from tests.table.window import CAN_DRAW, NEXT, READY, Player, Window

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route, WebSocketRoute


def cards(window: Window) -> list[str | None]:
    """The names of the cards in the hand."""
    return [item.get_attribute("aria-label") for item in window.page.query_selector_all("#hand button")]


def test_two_people_and_two_computers_play(server: Server, browser: "Browser") -> None:
    table = server.open_table(seats=4, fill="sharp", clock=300, practice=True)
    address = f"{server.base}/t/{table}"
    ann, bob = Window(browser, 1280, 800, fresh=False, pause="none"), Window(browser, 360, 640, pause="none")
    ann.sit(address, "Ann")
    bob.sit(address, "<b>Bob</b>")  # shown as text
    ann.page.wait_for_selector("text=<b>Bob</b>")
    for player in (ann, bob):
        player.page.click('#actions button:has-text("Deal")')
    for number in (1, 2):
        ann.page.wait_for_selector(CAN_DRAW)
        if number == 1:  # with a hint
            ann.page.click('#actions button:has-text("Hint")')
            ann.page.wait_for_selector("#hint button")
            assert " % ± 0." in ann.page.inner_text("#hint")  # a share is not exact, and says so
            ann.page.click("#hand button >> nth=4")
            assert ann.page.get_attribute("#hand button >> nth=4", "aria-pressed") == "true"
            ann.page.click('#actions button:has-text("Draw 1")')
        else:
            ann.page.click('#actions button:has-text("Stand pat")')
        bob.page.wait_for_selector(CAN_DRAW)
        if number == 1:
            assert bob.page.evaluate("document.documentElement.scrollWidth") <= 360
        else:  # loses the network, and finds the same cards again
            hand = cards(bob)
            bob.context.set_offline(True)
            bob.page.evaluate("window.dispatchEvent(new Event('offline'))")
            bob.context.set_offline(False)
            bob.page.reload()
            bob.page.wait_for_selector(CAN_DRAW)
            assert cards(bob) == hand
        bob.page.click('#actions button:has-text("Stand pat")')
        ann.page.wait_for_selector(NEXT)
        bob.page.wait_for_selector(NEXT)
        assert re.search(r" (wins?|tie) with ", ann.page.inner_text("#status"))
        ann.page.wait_for_selector(f"#fair[data-round='{number}'] li", state="attached")
        checks = ann.page.eval_on_selector_all("#fair li", "items => items.map((item) => item.textContent)")
        assert len(checks) == (22 if number == 1 else 21)
        assert all(check.startswith("✓") for check in checks)
        if number == 1:
            ann.page.click(NEXT)
            bob.page.click(NEXT)
    ann.close()
    bob.close()


def test_a_lost_connection_comes_back_by_itself(server: Server, browser: "Browser") -> None:
    window = Player(browser, server)
    window.sit(window.address, "Ann")
    window.page.click('#actions button:has-text("Deal")')
    window.page.wait_for_selector(CAN_DRAW)
    hand = cards(window)
    server.process.kill()  # with the cards in the hand
    server.process.communicate(timeout=60)
    window.page.wait_for_selector("text=The connection is lost.")
    server.start()
    window.page.wait_for_selector("#notice:empty", state="attached")
    window.page.wait_for_selector(CAN_DRAW)
    assert cards(window) == hand
    for words in ("Stand pat", "Yes, stand pat"):
        window.page.wait_for_selector(f'#actions button:text-is("{words}"):not([aria-disabled="true"])')
        window.page.keyboard.press("Enter")
    window.page.wait_for_selector(NEXT)
    assert (window.page.text_content("#mine") or "").startswith("Ann (you)")
    window.close()


FORGET = "Object.keys(localStorage).filter((key) => !/name/.test(key)).forEach((key) => localStorage.removeItem(key))"
OBJECTIONS = "[...document.querySelectorAll('#objections li')].map((item) => item.textContent)"


def test_a_browser_that_has_forgotten_its_nonce_commits_to_another_and_plays_on(
    server: Server, browser: "Browser"
) -> None:
    """Before the page is loaded again, before a press, in a hand, and with somebody ready already.

    Of a hand whose nonce is gone the page cannot know why, and says so.
    """
    player = Player(browser, server, fresh=True, seats=3)
    player.sit(player.address, "Ann")
    for forget in ("before a reload", "before a press"):
        player.page.evaluate(FORGET)
        if forget == "before a reload":
            player.page.reload()
        player.page.click(READY)
        player.draw_one()
    player.page.click(READY)
    player.page.wait_for_selector(CAN_DRAW)
    player.page.evaluate(FORGET)
    player.draw_one()
    player.page.wait_for_selector("#objections li")
    bob = Window(browser, 390, 844, pause="none")
    bob.sit(player.address, "Bob")
    bob.page.click(READY)
    player.page.wait_for_selector("#status:has-text('The next hand waits for you.')")
    player.page.evaluate(FORGET)
    player.page.click(NEXT)  # too late for this hand: the nonce could have been chosen by Bob's
    player.page.wait_for_selector("#status:has-text('You play from the next hand on')")
    bob.page.wait_for_selector(CAN_DRAW)
    bob.page.click('#actions button:has-text("Stand pat")')
    for window in (bob, player):
        window.page.click(NEXT)
    for window in (player, bob):
        window.page.wait_for_selector(CAN_DRAW)
        window.page.click('#actions button:has-text("Stand pat")')
    for window in (player, bob):
        window.page.wait_for_selector(NEXT)
    said = player.page.evaluate(OBJECTIONS)
    assert [words for words in said if "dealt in without a nonce of this browser" not in words] == []
    assert bob.page.evaluate(OBJECTIONS) == []
    bob.close()
    player.close()


def test_two_windows_of_one_browser_are_one_person(server: Server, browser: "Browser") -> None:
    one = Player(browser, server)
    other = Window(browser, 800, 700, fresh=False, pause="none")
    one.sit(one.address, "Ann")
    other.page.goto(one.address)
    for number in range(1, 5):
        ready, draws = ((one, other), (other, one), (one, one), (other, other))[number - 1]
        ready.page.click(READY)
        for window in (one, other):
            window.page.wait_for_selector(f"#hand-number:has-text('hand {number}')", state="attached")
            window.page.wait_for_selector(CAN_DRAW)
        draws.page.click('#actions button:has-text("Stand pat")')
        for window in (one, other):
            window.page.wait_for_selector(NEXT)
            window.page.wait_for_selector(f"#fair[data-round='{number}'] li", state="attached")
            checks = window.page.eval_on_selector_all("#fair li", "items => items.map((item) => item.textContent)")
            assert [check for check in checks if not check.startswith("✓")] == []
            assert window.page.evaluate(OBJECTIONS) == []
    other.close()
    one.close()


def test_who_leaves_when_ready_and_sits_down_again_accuses_nobody(server: Server, browser: "Browser") -> None:
    """The hand is not dealt, or is dealt to others only, for a good reason."""
    ann, bob = Player(browser, server, fresh=True, seats=3), Window(browser, 390, 844, pause="none")
    ann.sit(ann.address, "Ann")
    bob.sit(ann.address, "Bob")
    ann.page.click(READY)
    ann.page.wait_for_selector("#actions :text('You are ready.')")
    ann.page.click("#open-menu")
    ann.page.click("#leave")
    ann.page.wait_for_selector("#join:not([hidden])")
    ann.page.press("#name", "Enter")
    ann.page.wait_for_selector("#mine:has-text('(you)')")
    bob.page.wait_for_selector(".seat .name:has-text('Ann')")
    ann.page.wait_for_selector(READY)
    for window in (bob, ann):
        window.page.click(READY)
    for window in (ann, bob):
        window.page.wait_for_selector(CAN_DRAW)
        window.page.click('#actions button:has-text("Stand pat")')
    for window in (ann, bob):
        window.page.wait_for_selector(NEXT)
        assert window.page.evaluate(OBJECTIONS) == []
    ann.close()
    bob.close()


def test_somebody_who_is_out_of_time_twice_is_played_for_until_back(server: Server, browser: "Browser") -> None:
    player = Player(browser, server, clock=1)
    player.sit(player.address, "Ann")
    player.page.click(READY)
    player.page.wait_for_selector(NEXT)  # the clock has answered
    player.page.click(NEXT)
    player.page.wait_for_selector('#actions button:has-text("I\'m back")')
    player.page.click('#actions button:has-text("I\'m back")')
    player.page.wait_for_selector(NEXT)
    player.page.evaluate(WATCH)
    player.page.click(NEXT)
    player.page.wait_for_function("() => window.wasAsked")
    player.close()


WATCH = f"""() => {{
    window.wasAsked = false;
    new MutationObserver(() => {{ window.wasAsked ||= Boolean(document.querySelector("{CAN_DRAW}")); }})
        .observe(document.body, {{ subtree: true, childList: true, attributes: true }});
}}"""
"""Notice that the person is asked, however shortly: a second may be over before a busy machine looks."""


def test_the_lobby_opens_a_table(server: Server, browser: "Browser") -> None:
    window = Window(browser, 1280, 800, still=False)
    window.page.goto(server.base)
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
    window.page.click("#leave")
    window.page.wait_for_selector("#join:not([hidden])")
    window.close()


def test_a_name_typed_while_the_lobby_is_busy_is_not_lost(server: Server, browser: "Browser") -> None:
    """On a slow network somebody types before the games are there, or after the table was asked for."""
    window = Window(browser, 800, 700)
    held: list[Route] = []
    for path in ("**/choices", "**/tables"):
        window.page.route(path, lambda route: held.append(route))
    window.page.goto(server.base, wait_until="commit")
    window.page.fill("[name=name]", "Ann")
    while not held:
        window.page.wait_for_timeout(20)
    held.pop().continue_()
    window.page.wait_for_selector("select[name=rules] option", state="attached")
    assert window.page.input_value("[name=name]") == "Ann"
    window.page.click('button:has-text("Open a table")')
    window.page.fill("[name=name]", "Eve")
    window.page.press("[name=name]", "Enter")  # in what looks like the place to sit down
    window.page.wait_for_function("() => localStorage.getItem('fivecard name')")
    while not held:
        window.page.wait_for_timeout(20)
    [asked] = held
    asked.continue_()
    window.page.wait_for_selector("#join:not([hidden])")
    assert window.page.input_value("#name") == "Eve"
    window.close()


def test_a_lobby_whose_network_is_lost_can_be_asked_again(server: Server, browser: "Browser") -> None:
    window = Window(browser, 800, 700, fresh=False)
    window.page.goto(server.base)
    window.page.wait_for_selector("select[name=rules] option", state="attached")
    window.page.route("**/tables", lambda route: route.abort())
    window.page.click('button:has-text("Open a table")')
    window.page.wait_for_selector("#notice:has-text('There is no connection at the moment.')")
    window.page.unroute("**/tables")
    window.page.click('button:has-text("Open a table")')
    window.page.wait_for_selector("#join:not([hidden])")
    window.close()


@pytest.mark.parametrize("heard", [False, True], ids=["before", "after"])
def test_who_sits_down_as_the_connection_is_lost_is_seated_when_it_is_back(
    server: Server, browser: "Browser", heard: bool
) -> None:
    """The press came when there was no connection, or was sent and never arrived."""
    window = Window(browser, 800, 700, fresh=False)
    lines: list[WebSocketRoute] = []
    broken = [False]

    def handle(line: "WebSocketRoute") -> None:
        if broken[0]:
            line.close()
        else:
            lines.append(line)
            upstream = line.connect_to_server()
            line.on_message(lambda text: None if heard and len(lines) == 1 else upstream.send(text))

    window.page.route_web_socket(re.compile("socket"), handle)
    window.page.goto(f"{server.base}/t/{server.open_table(seats=2)}")
    window.page.fill("#name", "Ann")
    broken[0] = True
    if heard:
        window.page.press("#name", "Enter")
    lines[0].close()
    window.page.wait_for_selector("#notice:has-text('Trying again')")
    if not heard:
        window.page.press("#name", "Enter")
    broken[0] = False
    window.page.wait_for_selector("#mine:has-text('Ann (you)')")
    window.close()


def test_the_lobby_opens_a_practice_table_that_takes_jacks_to_open(server: Server, browser: "Browser") -> None:
    window = Window(browser, 390, 844, fresh=False, pause="none")
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


def test_the_page_says_whom_the_next_round_waits_for(browser: "Browser", tmp_path: Path) -> None:
    with Server(tmp_path, "--patience", "600") as own:
        address = f"{own.base}/t/{own.open_table(seats=3, clock=300)}"
        ann, bob = Window(browser, 1280, 800, fresh=False, pause="none"), Window(browser, 390, 780, pause="none")
        ann.sit(address, "Ann")
        bob.sit(address, "Bob")
        ann.page.wait_for_selector(".seat .name:has-text('Bob')")
        for window, other in ((ann, bob), (bob, ann))[: effort(1, 2)]:  # whoever is first
            window.page.click('#actions button:has-text("Deal"), ' + NEXT)
            window.page.wait_for_selector("#actions :text('You are ready.')")
            assert f"Waiting for {'Bob' if window is ann else 'Ann'}." in window.page.inner_text("#status")
            other.page.wait_for_selector("#status:has-text('The next hand waits for you.')")
            window.picture(f"table-ready-{'wide' if window is ann else 'phone'}")
            other.page.click('#actions button:has-text("Deal"), ' + NEXT)
            for player in (ann, bob):
                player.page.wait_for_selector(CAN_DRAW)
                player.page.click('#actions button:has-text("Stand pat")')
            for player in (ann, bob):
                player.page.wait_for_selector(NEXT)
        ann.close()
        bob.close()

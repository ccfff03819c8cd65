"""The page of the table: what it asks for, what it objects to, which presses it takes, and links that are dead."""

import gzip
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from fivecard.table.client import Person
from fivecard.table.fairness.verify import verify
from fivecard.table.web.static import back_content
from tests.effort import effort
from tests.table.server import PLAIN, Server, fetch, run
from tests.table.window import CAN_DRAW, DECK, DOWNLOAD, NEXT, READY, Player, Window, assert_accessible

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route, WebSocketRoute


def choose_deck(page: "Page", name: str) -> None:
    page.click("#open-menu")
    page.check(f"[name=deck][value={name}]")
    page.keyboard.press("Escape")


CARD_NAME = re.compile(r"(?<![0-9A-Za-z])[2-9TJQKA][cdhs](?![0-9A-Za-z])")


def test_who_was_refused_a_hand_can_ask_for_it_when_somebody_comes(browser: "Browser", server: Server) -> None:
    """The question is the same one then: the first press must not have been the answer to it."""
    ann, bob = (Player(browser, server, fresh=True, fill="nobody") for _ in range(2))
    ann.sit(ann.address, "Ann")
    ann.page.click(READY)
    ann.page.wait_for_selector("#notice:has-text('Two players are needed')")
    bob.sit(ann.address, "Bob")
    bob.page.click(READY)
    bob.page.wait_for_selector("text=You are ready.")
    ann.page.click(READY)
    for each in (ann, bob):
        each.page.wait_for_selector("#hand .card")
        each.close()


# What is asked for


def requests_of_a_game(browser: "Browser", server: Server, rounds: int) -> tuple[list[str], list[str]]:
    """Play rounds and look at a replay; gives the requests before the first deal and after it."""
    player = Player(browser, server, fresh=True)
    player.sit(player.address, "Ann")
    player.page.wait_for_selector(READY)
    player.page.wait_for_load_state("networkidle")
    loaded = len(player.requests)
    for _ in range(rounds):
        player.page.click(READY)
        player.page.wait_for_selector(CAN_DRAW)
        widths = player.page.eval_on_selector_all("#hand .card", "cards => cards.map((card) => card.getBBox().width)")
        assert len(widths) == 5
        assert min(widths) > 200  # they are drawn
        player.draw_one()
        player.page.wait_for_selector("#fair li", state="attached")
        choose_deck(player.page, "four")
    player.page.wait_for_load_state("networkidle")
    player.page.click("text=Replay")
    player.page.wait_for_selector("#fair li")
    player.page.wait_for_load_state("networkidle")
    assert all(request.startswith(f"GET {server.base}/") for request in player.requests)  # nothing is from elsewhere
    texts = [request.replace(server.base, "").replace(player.table, "TABLE") for request in player.requests]
    player.close()
    return texts[:loaded], texts[loaded:]


def test_no_request_depends_on_a_card(server: Server, browser: "Browser") -> None:
    """Whoever reads a proxy's log, or the sizes of what is sent, learns nothing of a hand."""
    rounds = effort(1, 2)
    games = [requests_of_a_game(browser, server, rounds) for _ in range(2)]
    assert [sorted(texts) for texts in games[0]] == [sorted(texts) for texts in games[1]]
    before, after = games[0]
    assert [text for text in before + after if CARD_NAME.search(text)] == []
    at_the_table = after[: after.index(f"GET /t/TABLE/rounds/{rounds}")]
    assert set(at_the_table) == {f"GET /t/TABLE/rounds/{number}.json" for number in range(1, rounds + 1)}


def test_nothing_that_is_sent_is_compressed(server: Server) -> None:
    async def extensions() -> str | None:
        async with Person(server.base, server.open_table()) as person:
            assert person.socket.response
            return person.socket.response.headers.get("Sec-WebSocket-Extensions")

    assert run(extensions()) is None  # or its size would tell what is in it


def test_cards_have_names_and_two_sets_of_colours(server: Server, browser: "Browser") -> None:
    player = Player(browser, server, fresh=True)  # which keeps the deck that is chosen
    player.sit(player.address, "Ann")
    player.page.click(READY)
    player.draw_one()
    labels = player.page.eval_on_selector_all(
        ".held .card, #hand .card", "cards => cards.map((card) => card.ariaLabel)"
    )
    assert len(labels) == 10
    assert all(re.fullmatch(r"[A-Z][a-z]+ of (clubs|diamonds|hearts|spades)", label) for label in labels)
    assert len(set(player.page.evaluate(COLOURS))) == 2
    choose_deck(player.page, "four")
    assert len(set(player.page.evaluate(COLOURS))) == 4
    choose_deck(player.page, "orange")
    assert len(set(player.page.evaluate(COLOURS))) == 2
    player.close()


COLOURS = """async () => {
    const { picture } = await import("/page/lib/dom.js");
    const cards = ["2c", "2d", "2h", "2s"].map((card) => document.body.appendChild(picture(card)));
    const colours = cards.map((card) => getComputedStyle(card).color);
    cards.forEach((card) => card.remove());
    return colours;
}"""


def test_a_table_comes_in_few_bytes(server: Server) -> None:
    table = server.open_table()
    with httpx.Client(base_url=server.base, verify=PLAIN, trust_env=False) as client:
        named = re.findall(r'"(/page/[\w./]+)"', client.get(f"/t/{table}").text)
        paths = [f"/t/{table}", *sorted(set(named))]
        assert len(paths) > 30
        size = 0
        for path in paths:
            with client.stream("GET", path, headers={"Accept-Encoding": "gzip"}) as answer:
                assert answer.headers["content-encoding"] == "gzip"
                packed = b"".join(answer.iter_raw())
            plain = client.get(path, headers={"Accept-Encoding": "identity"})
            assert "content-encoding" not in plain.headers
            assert plain.content == gzip.decompress(packed)
            size += len(packed)
    assert size < 82_000
    backs = [back_content(f"a table {number}").small for number in range(effort(20, 500))]  # by the table: 6 to 33 KB
    assert max(map(len, backs)) < 36_000


# What is objected to


def between(change: Callable[[dict[str, Any]], None]) -> Callable[["WebSocketRoute"], None]:
    """Forward a server's words to the page, changed."""

    def handle(route: "WebSocketRoute") -> None:
        server = route.connect_to_server()

        def forward(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] == "state" and (message["round"] or {}).get("show"):
                change(message)
            route.send(json.dumps(message))

        server.on_message(forward)

    return handle


def announce_a_royal_flush(state: dict[str, Any]) -> None:
    show = state["round"]["show"]
    show["made"][1] = "royal flush"
    show["winners"] = [1]


def test_the_page_objects_to_what_the_record_does_not_say(server: Server, browser: "Browser") -> None:
    words = "what stands on the page is what the record says"
    player = Player(browser, server)
    lying = [False]

    def lie(state: dict[str, Any]) -> None:
        if lying[0]:
            announce_a_royal_flush(state)

    player.page.route_web_socket(re.compile("socket"), between(lie))
    player.sit(player.address, "Ann")
    player.page.click(READY)
    player.draw_one()
    player.page.wait_for_selector("#fair li", state="attached")
    assert player.page.inner_text("#objections") == ""
    lying[0] = True
    player.page.click(READY)
    player.draw_one()
    player.page.wait_for_selector("#objections li")
    assert words in player.page.inner_text("#objections")
    assert_accessible(player.page, "objections")
    player.page.set_viewport_size({"width": 390, "height": 844})
    player.picture("objections")
    lying[0] = False
    player.page.click(READY)
    player.draw_one()
    assert words in player.page.inner_text("#objections")  # what follows cannot unsay it
    player.close()


def test_a_record_that_cannot_be_had_is_objected_to(server: Server, browser: "Browser") -> None:
    player = Player(browser, server)
    player.page.route(re.compile(r"rounds/1\.json"), lambda route: route.fulfill(status=404, json={"message": "gone"}))
    player.sit(player.address, "Ann")
    player.page.click(READY)
    player.draw_one()
    player.page.wait_for_selector("#objections li:has-text('the server has no record of hand 1')")
    player.close()


def test_both_pages_download_a_round_with_what_this_browser_kept(
    server: Server, browser: "Browser", tmp_path: Path
) -> None:
    player = Player(browser, server)
    player.sit(player.address, "Ann")
    player.page.click(READY)
    player.draw_one()
    texts = []
    player.page.click(DECK)
    for _ in range(2):
        with player.page.expect_download() as download:
            player.page.click(f"{DOWNLOAD} >> visible=true")
        download.value.save_as(tmp_path / "round.json")
        texts.append((tmp_path / "round.json").read_text())
        player.page.goto(f"{player.address}/rounds/1")
        player.page.wait_for_selector("#fair li")
    assert texts[0] == texts[1]
    record = json.loads(texts[1])
    witness = record["witness"]
    assert "all of it is what this browser saw" in verify(record)
    [act] = witness["acts"]
    assert {name: act[name] for name in ("do", "cards")} == {
        name: record["actions"][0][name] for name in ("do", "cards")
    }
    assert witness["unanswered"] == []
    assert witness["drew"] == [[len(move.get("cards", "").split())] for move in record["actions"]]
    checks = player.page.eval_on_selector_all("#fair li", "items => items.map((item) => item.textContent)")
    assert len(checks) == 14
    assert all(check.startswith("✓") for check in checks)
    player.close()


# Which presses are taken


def repeat_enter(page: "Page", times: int = 5) -> None:
    """Go on holding the key down: every press of one that is down already is a repetition."""
    for _ in range(times):
        page.keyboard.down("Enter")


@pytest.mark.parametrize("focused", ["body", "#actions button.main"])
def test_a_key_that_is_held_down_answers_once(server: Server, browser: "Browser", focused: str) -> None:
    player = paused(browser, server)
    for number in (1, 2):
        player.pass_pause()
        player.page.wait_for_selector(READY)
        player.page.focus(focused)
        repeat_enter(player.page)
        player.page.wait_for_selector(CAN_DRAW)
        repeat_enter(player.page)
        player.pass_pause()  # it could be answered now
        player.page.wait_for_selector(READY)
        repeat_enter(player.page)
        player.page.keyboard.up("Enter")
        assert player.answers() == ["begin", "act", "begin"][: 2 * number - 1]
        if number == 1:
            player.draw_one()
    player.close()


def test_a_key_that_is_held_down_opens_one_table(server: Server, browser: "Browser") -> None:
    window = Window(browser, 800, 700, fresh=False)
    asked: list[Route] = []
    window.page.route("**/tables", lambda route: asked.append(route))  # a slow network
    window.page.goto(server.base)
    window.page.wait_for_selector("select[name=rules] option", state="attached")
    window.page.focus("button.main")
    with window.page.expect_request("**/tables"):
        repeat_enter(window.page)
    window.page.keyboard.up("Enter")
    asked[0].continue_()
    window.page.wait_for_selector("#seats .plate")
    assert len(asked) == 1
    window.close()


def paused(browser: "Browser", server: Server) -> Player:
    """Sit down, where the pause before each question takes answers lasts until the test has it pass."""
    player = Player(browser, server, pause="held")
    player.sit(player.address, "Ann")
    player.page.wait_for_selector("#actions button.main")
    return player


def press_enter(player: Player) -> None:
    player.page.keyboard.press("Enter")


def press_the_button(player: Player) -> None:
    player.page.locator("#actions button.main").dispatch_event("click")


def click_there(player: Player) -> None:
    box = player.page.locator("#actions button.main").bounding_box()
    if box:
        player.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


@pytest.mark.parametrize("press", [press_enter, press_the_button, click_there])
def test_a_second_press_does_not_answer_the_next_question(
    server: Server, browser: "Browser", press: Callable[[Player], None]
) -> None:
    player = paused(browser, server)
    player.pass_pause()
    player.page.wait_for_selector(READY)
    press(player)
    press(player)
    player.page.wait_for_selector(CAN_DRAW)
    press(player)
    player.page.keyboard.press("1")
    press(player)
    player.page.wait_for_selector('#actions button.main:has-text("Draw 1")')
    assert player.answers() == ["begin"]
    player.pass_pause()
    press(player)
    press(player)
    player.page.wait_for_selector(NEXT)
    press(player)
    player.page.wait_for_selector("#fair li", state="attached")
    assert player.answers() == ["begin", "act"]
    player.pass_pause()
    press(player)
    player.page.wait_for_selector(CAN_DRAW)
    assert player.answers() == ["begin", "act", "begin"]
    player.close()


@pytest.mark.parametrize("focused", ["body", "#actions button.main"])
def test_standing_pat_by_a_key_is_asked_for_twice(server: Server, browser: "Browser", focused: str) -> None:
    player = paused(browser, server)
    player.pass_pause()
    player.page.wait_for_selector(READY)
    player.page.keyboard.press("Enter")
    player.page.wait_for_selector(CAN_DRAW)
    player.pass_pause()
    player.page.focus(focused)
    player.page.keyboard.press("Enter")
    player.page.wait_for_selector('#actions button:text-is("Yes, stand pat")')
    assert "Press Enter again" in player.page.inner_text("#notice")
    player.page.keyboard.press("Enter")  # too soon
    assert player.answers() == ["begin"]
    player.page.keyboard.press("3")  # thinks better of it
    player.page.keyboard.press("3")
    player.page.wait_for_selector('#actions button:text-is("Stand pat")')
    for _ in range(2):
        assert player.answers() == ["begin"]
        player.pass_pause()
        player.page.keyboard.press("Enter")
    player.page.wait_for_selector(NEXT)
    player.close()


@pytest.mark.parametrize("device", ["keyboard", "mouse"])
def test_a_press_that_began_too_soon_answers_nothing(server: Server, browser: "Browser", device: str) -> None:
    player = paused(browser, server)
    player.pass_pause()
    player.page.wait_for_selector(READY)
    player.page.keyboard.press("Enter")
    player.page.wait_for_selector(CAN_DRAW)
    player.page.click("#hand button >> nth=0")
    if device == "keyboard":
        player.page.focus("#actions button.main")
        player.page.keyboard.down("Space")  # a button is pressed when the key goes up
    else:
        player.page.hover("#actions button.main", force=True)
        player.page.mouse.down()
    player.pass_pause()
    player.page.wait_for_selector(READY)
    if device == "keyboard":
        player.page.keyboard.up("Space")
    else:
        player.page.mouse.up()
    player.page.click("#hand button >> nth=1")
    player.page.wait_for_selector('#actions button:has-text("Draw 2")')
    assert player.answers() == ["begin"]
    player.close()


def test_enter_on_something_else_is_no_answer(server: Server, browser: "Browser") -> None:
    player = Player(browser, server)
    player.sit(player.address, "Ann")
    player.page.wait_for_selector(READY)
    player.page.focus("#open-guide")
    player.page.keyboard.press("Enter")
    player.page.wait_for_selector("#guide[open]")
    assert player.answers() == []
    player.close()


# Dead links


NO_TABLE = "There is no such table: it may have been closed after a long time without use."
DEAD = {
    "/t/unknown": NO_TABLE,
    "/t/unknown/rounds/1": "There is no such finished hand.",
    "/t/unknown/rounds/1.json": "There is no such finished hand.",
    "/nowhere": "There is nothing at this address.",
    "/page/nowhere.js": "There is no such file.",
    "/t/<script>": NO_TABLE,
}


def test_a_dead_link_is_a_page_for_people_and_json_for_programs(server: Server, browser: "Browser") -> None:
    window = Window(browser, 390, 844, fresh=False)
    for path, words in DEAD.items():
        answer = fetch(server.base + path)
        assert (answer.status_code, answer.json()["error"]) == (404, 404)
        assert answer.json()["message"].casefold() == words.removesuffix(".").casefold()
        found = window.page.goto(server.base + path)
        assert found
        assert found.status == 404
        assert found.headers["content-security-policy"].startswith("default-src 'self'")
        assert words in window.page.inner_text("main")
    window.page.click("main a")
    window.page.wait_for_selector("text=Five-card draw with friends")
    window.close()

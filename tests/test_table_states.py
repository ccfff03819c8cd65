"""The page, state in and DOM out: every phase at every size, and what must never happen."""

import re
import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, get_args

import pytest

import table_states
from fivecard.table.core.commands import Reaction
from looks import BY_SIZE, CHECKS, OTHER_SIZES, USUAL_SIZES, look
from table_states import STATES, State
from test_table_browser import Window
from test_table_server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, WebSocketRoute

OPEN = '#actions button.main[aria-disabled="false"]'


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("table"), "--tables-per-address", "300", "--tables", "300")
    yield running
    assert running.stop() == 0


class Screen(Window):
    """A table's page whose server says only what the test says."""

    def __init__(self, browser: "Browser", server: Server, width: int = 1280, height: int = 800) -> None:
        super().__init__(browser, width, height)
        self.sent: list[Any] = []
        self.page.route_web_socket(re.compile("socket"), lambda route: None)
        self.page.goto(f"{server.base}/t/{server.open_table()}")
        self.page.evaluate("""async () => {
            window.sent = [];
            const { session } = await import("/page/session.js");
            session.send = (type, fields) => window.sent.push({ type, ...fields });
        }""")

    def show(self, state: State) -> None:
        self.page.evaluate("async (state) => (await import('/page/screen.js')).show(state)", state)

    def messages(self) -> list[Any]:
        found: list[Any] = self.page.evaluate("window.sent")
        return found


@pytest.fixture
def screen(browser: "Browser", server: Server) -> Iterator[Screen]:
    opened = Screen(browser, server)
    yield opened
    opened.close()


# How it looks


COVERED = """() => {
    const boxes = [...document.querySelectorAll(
        ".plate, .bet, .pot b, .pots li, .board > *, .hand > *, .me, .move, .held > .mini, .did")]
        .filter((each) => each.checkVisibility({ visibilityProperty: true }))
        .map((each) => [each, each.getBoundingClientRect()]);
    const found = [];
    for (const [one, a] of boxes)
        for (const [two, b] of boxes) {
            if (one === two || one.contains(two) || two.contains(one)) continue;
            if (one.compareDocumentPosition(two) & Node.DOCUMENT_POSITION_PRECEDING) continue;
            if (one.closest(".player") && one.closest(".player") === two.closest(".player")) continue;
            if (one.closest(".hand") && two.closest(".hand")) continue;
            if (one.closest(".board, .pots") && one.closest(".board, .pots") === two.closest(".board, .pots")) continue;
            const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            const name = (each) => `${each.getAttribute("class")} ${each.textContent}`;
            if (wide > 3 && high > 3) found.push(`${name(one)} and ${name(two)}`);
        }
    return found;
}"""


def covered(page: "Page", sizes: Sequence[tuple[int, int]]) -> list[str]:
    """What lies on something else, at some sizes."""
    found = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        found += [f"at {width}x{height}: {each}" for each in page.evaluate(COVERED)]
    return found


@pytest.mark.parametrize("name", STATES)
@pytest.mark.parametrize("sizes", BY_SIZE)
def test_every_state_looks_right_at_every_size(screen: Screen, name: str, sizes: Sequence[tuple[int, int]]) -> None:
    screen.show(STATES[name]())
    screen.page.wait_for_timeout(700)  # until buttons take answers
    seen = look(screen.page, f"state-{name}", sizes) | {"covered": covered(screen.page, sizes)}
    assert seen == {check: [] for check in [*CHECKS, "covered"]}


def test_the_panel_never_lies_on_the_dock(browser: "Browser", server: Server) -> None:
    opened = Screen(browser, server, 320, 640)
    opened.show(table_states.betting())
    opened.page.click("#open-panel")
    for width, height in ((320, 640), (844, 390), (768, 1024)):
        opened.page.set_viewport_size({"width": width, "height": height})
        for tab in ("talk", "hands", "deck"):
            opened.page.click(f".tabs [data-tab={tab}]")
            panel, me, actions = (opened.page.locator(each).bounding_box() for each in ("#panel", "#me", "#actions"))
            assert panel
            assert me
            assert actions
            assert panel["y"] + panel["height"] <= min(me["y"], actions["y"]), (tab, width)
    opened.close()


LINES = """(element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map((box) => Math.round(box.bottom / 8))).size;
}"""


def test_a_long_name_leaves_room_for_the_words_beside_it(browser: "Browser", server: Server) -> None:
    opened = Screen(browser, server, 390, 844)
    opened.show(table_states.long_names())
    assert opened.page.locator("#status b").evaluate(LINES) <= 3
    assert opened.page.locator("#mine .whose").evaluate(LINES) == 1
    assert opened.page.locator("#hand-number").evaluate(LINES) == 1
    assert opened.page.text_content("#mine .whose") == "Wolfgang Amadeus MWW (you), dealer"  # for those who listen
    opened.close()


def test_the_smallest_phone_says_everything_in_few_lines(browser: "Browser", server: Server) -> None:
    opened = Screen(browser, server, 320, 640)
    for state in (table_states.betting(), table_states.stud()):
        opened.show(state)
        assert opened.page.locator("#game").evaluate(LINES) == 1
        for did in opened.page.locator(".did").all():
            assert did.evaluate(LINES) == 1, did.inner_text()
    assert opened.page.text_content("[data-seat='5'] .did") == "raised to 1,240"
    opened.show(table_states.shown())
    assert opened.page.inner_text("[data-seat='5'] .did") == "pair of jacks"
    opened.close()


OFF_THE_FELT = """() => {
    const label = document.querySelector(".join .field").firstChild, range = document.createRange();
    range.selectNode(label);
    return range.getBoundingClientRect().top >= document.querySelector("#name").getBoundingClientRect().top;
}"""


def test_the_question_for_a_name_is_not_written_on_the_table(browser: "Browser", server: Server) -> None:
    opened = Screen(browser, server, 844, 390)
    opened.show(table_states.watching())
    assert opened.page.evaluate(OFF_THE_FELT)
    opened.close()


def test_seven_cards_are_no_wider_than_what_is_under_them(browser: "Browser", server: Server) -> None:
    opened = Screen(browser, server, 768, 1024)
    opened.show(table_states.stud())
    first, last, me = (
        opened.page.locator(each).bounding_box() for each in ("#hand > * >> nth=0", "#hand > * >> nth=6", "#me")
    )
    assert first
    assert last
    assert me
    assert first["x"] >= me["x"]
    assert last["x"] + last["width"] <= me["x"] + me["width"]
    opened.close()


# What must never happen


def test_there_is_never_more_than_one_gold_button(screen: Screen) -> None:
    for name, make in STATES.items():
        screen.show(make())
        assert screen.page.locator("button.main >> visible=true").count() <= 1, name


@pytest.mark.parametrize(
    ("mine", "words", "button"),
    [
        ({"out": "asked"}, "You sit out. Press “I am back” to be dealt in.", "I am back"),
        ({"out": "silent", "away": True}, "Your browser did not answer the shuffle. Press", "I am back"),
        ({"out": "broke", "stack": 0}, "You have no chips left. Ask the host for more.", "Ask for chips"),
        ({"out": "asked", "stack": 0}, "You have no chips left. Ask the host for more.", "Ask for chips"),
        ({"away": True}, "You were away, and nobody plays with your chips. Press", "I am back"),
    ],
)
def test_who_does_not_play_is_told_why(screen: Screen, mine: State, words: str, button: str) -> None:
    state = table_states.shown() | {"fill": "solid"}
    screen.show(state | {"seats": [state["seats"][0] | mine, *state["seats"][1:]]})
    assert screen.page.text_content("#status > :nth-child(2)").startswith(words)  # type: ignore[union-attr]
    assert screen.page.text_content("#actions button.main") == button


@pytest.mark.parametrize(
    ("theirs", "chips", "words"),
    [
        ({"out": "asked"}, True, "sits out"),
        ({"out": "broke", "stack": 0}, True, "no chips"),
        ({"away": True}, True, "away"),
        ({"away": True}, False, "away, computer plays"),
    ],
)
def test_others_see_why_somebody_does_not_play(screen: Screen, theirs: State, chips: bool, words: str) -> None:
    state = table_states.lobby() | {"fill": "solid", "game": table_states.DRAW | {"chips": chips}}
    screen.show(state | {"seats": [state["seats"][0], state["seats"][1] | theirs, *state["seats"][2:]]})
    assert screen.page.text_content('[data-seat="1"] .did') == words


def test_who_sits_out_from_the_next_hand_on_plays_this_one(screen: Screen) -> None:
    state = table_states.betting()
    screen.show(state | {"seats": [state["seats"][0] | {"out": "asked"}, *state["seats"][1:]]})
    assert "to call" in screen.page.text_content("#status > :nth-child(2)")  # type: ignore[operator]
    assert screen.page.locator('#actions [data-id="f"]').count() == 1
    assert screen.page.get_attribute("#sit-out", "aria-pressed") == "true"


def test_fold_is_not_offered_when_checking_is_free(screen: Screen) -> None:
    screen.show(table_states.checked_to())
    assert screen.page.locator(".move:text-is('Fold')").count() == 0
    assert screen.page.inner_text("#actions .main") == "Check"


def test_nothing_is_gold_at_a_paused_table(screen: Screen) -> None:
    screen.show(table_states.paused())
    assert screen.page.locator(".me.turn, #actions .main").count() == 0
    assert "when the host goes on" in screen.page.inner_text("#status")


def test_a_press_is_ignored_when_the_amount_has_just_changed(screen: Screen) -> None:
    state = table_states.betting()
    screen.show(state)
    screen.page.wait_for_selector(OPEN)
    dearer = state["round"] | {"legal": state["round"]["legal"] | {"call": 90}, "price": 90}
    screen.show(state | {"round": dearer, "seq": 41})
    screen.page.locator("#actions .main").dispatch_event("click")
    assert screen.messages() == []
    screen.page.wait_for_selector(OPEN)
    screen.page.click("#actions .main")
    assert screen.messages() == [{"type": "act", "do": "call"}]
    screen.page.locator("#actions .main").dispatch_event("click")  # once
    assert len(screen.messages()) == 1


def test_talk_takes_no_focus_and_changes_no_button(screen: Screen) -> None:
    state = table_states.betting()
    screen.show(state)
    screen.page.wait_for_selector(OPEN)
    screen.page.focus("#actions .main")
    screen.page.evaluate("window.button = document.activeElement")
    line = {"seat": 1, "name": "Bob", "text": "<b>hurry</b>", "at": 1763236300.0, "reaction": False}
    screen.show(state | {"seq": 41, "talk": [line]})
    assert screen.page.evaluate("document.activeElement === window.button && window.button.isConnected")
    assert "<b>hurry</b>" in screen.page.inner_text("#talk")  # as text


def test_the_last_hand_stays_until_the_next_deal(screen: Screen) -> None:
    screen.show(table_states.shown())
    screen.show(table_states.next_hand())
    screen.show(table_states.shuffling() | {"seq": 42})
    assert screen.page.locator("#hand .card").count() == 5


def test_cards_of_others_are_not_in_the_page(screen: Screen) -> None:
    for name in ("betting", "waiting", "drawing", "holdem", "watching"):
        screen.show(STATES[name]())
        assert screen.page.locator('#seats use[href^="#card"]').count() == 0, name


# Betting


def test_an_amount_is_chosen_by_slider_typing_and_sizes(screen: Screen) -> None:
    screen.show(table_states.betting())
    screen.page.wait_for_selector(OPEN)
    raising = screen.page.locator("[data-id=r]")
    assert raising.text_content() == "Raise to 120"
    for label, amount in {"Half the pot": 160, "Two thirds of the pot": 193, "The pot": 260}.items():
        screen.page.get_by_label(label, exact=True).click()
        assert raising.text_content() == f"Raise to {amount}"
    screen.page.get_by_label("Raise to, typed").fill("500")
    assert raising.text_content() == "Raise to 500"
    screen.page.get_by_label("Raise to, typed").fill("99999")
    assert raising.text_content() == "All in: 1,240"
    screen.page.get_by_label("Raise to", exact=True).focus()
    screen.page.keyboard.press("ArrowLeft")
    assert raising.text_content() == "Raise to 1,239"
    screen.page.locator("body").press("r")
    assert screen.messages() == [{"type": "act", "do": "raise", "to": 1239}]


@pytest.mark.parametrize(("key", "sent"), [("f", "fold"), ("c", "call"), ("Shift+C", "call"), ("Enter", "call")])
def test_moves_have_keys(screen: Screen, key: str, sent: str) -> None:
    screen.show(table_states.betting())
    screen.page.wait_for_selector(OPEN)
    screen.page.keyboard.press(key)
    assert screen.messages() == [{"type": "act", "do": sent}]


def test_a_fixed_limit_offers_no_amounts(screen: Screen) -> None:
    screen.show(table_states.stud())
    assert screen.page.locator(".raise").count() == 0
    assert screen.page.text_content("[data-id=r]") == "Raise to 120"


def test_cards_are_thrown_away_by_tapping_or_keys(screen: Screen) -> None:
    screen.show(table_states.drawing())
    screen.page.wait_for_selector(OPEN)
    screen.page.click("#hand button >> nth=2")
    screen.page.keyboard.press("4")
    assert screen.page.inner_text("#actions .main") == "Throw 2 away"
    screen.page.click("#actions .main")
    assert screen.messages() == [{"type": "act", "do": "discard", "cards": ["9h", "6h"]}]


# Deciding ahead


DECISION = """async (state) => {
    const { decision } = await import("/page/ahead.js");
    (await import("/page/screen.js")).show(state);
    return decision(state);
}"""


def my_turn(price: int, **legal: Any) -> State:
    state = table_states.waiting()
    changed = table_states.LEGAL | {"call": price, "check": not price, "fold": bool(price)} | legal
    return state | {"seq": 50, "round": state["round"] | {"turn": 0, "price": price, "legal": changed}}


def test_a_call_decided_ahead_is_made_at_the_same_price_only(screen: Screen) -> None:
    for price, expected in ((80, {"do": "call"}), (120, None)):
        screen.show(table_states.waiting())
        screen.page.check("[name=ahead][value=call]")
        assert screen.messages() == []  # nothing leaves the browser before the turn
        assert screen.page.evaluate(DECISION, my_turn(price)) == expected
    assert screen.page.inner_text("#notice").startswith("It costs 120 now")


@pytest.mark.parametrize(
    ("choice", "price", "expected"),
    [("check or fold", 0, "check"), ("check or fold", 40, "fold"), ("check", 0, "check"), ("check", 40, None)],
)
def test_a_check_decided_ahead_never_pays(screen: Screen, choice: str, price: int, expected: str | None) -> None:
    state = table_states.waiting()
    screen.show(state | {"round": state["round"] | {"price": 0}})
    screen.page.check(f"[name=ahead][value='{choice}']")
    found = screen.page.evaluate(DECISION, my_turn(price))
    assert found == (expected and {"do": expected})


def test_what_was_decided_ahead_is_not_for_the_next_street(screen: Screen) -> None:
    state = table_states.waiting()
    free = state | {"round": state["round"] | {"price": 0}}
    screen.show(free)
    screen.page.check("[name=ahead][value='check or fold']")
    later = my_turn(40)
    assert screen.page.evaluate(DECISION, later | {"round": later["round"] | {"street": "after the draw"}}) is None


def free() -> State:
    """Others think, and checking is free."""
    state = table_states.waiting()
    return state | {"round": state["round"] | {"price": 0}}


def chosen_ahead(screen: Screen) -> str | None:
    found: str | None = screen.page.evaluate("document.querySelector('[name=ahead]:checked')?.value ?? null")
    return found


def test_a_second_press_decides_nothing_ahead(screen: Screen) -> None:
    screen.show(table_states.checked_to())
    screen.page.wait_for_selector(OPEN)
    box = screen.page.locator("#actions .main").bounding_box()
    assert box
    for part in (0.2, 0.5, 0.8):
        screen.show(table_states.checked_to() | {"seq": 41})
        screen.page.wait_for_selector(OPEN)
        screen.show(free() | {"seq": 42})
        screen.page.mouse.click(box["x"] + part * box["width"], box["y"] + box["height"] / 2)
        assert chosen_ahead(screen) == "wait"
    there = screen.page.locator("label:has([value=check])").bounding_box()
    assert there
    screen.show(free() | {"seq": 43, "round": free()["round"] | {"street": "after the draw"}})
    screen.page.mouse.move(there["x"] + 9, there["y"] + 9)
    screen.page.mouse.down()  # too soon, however long the finger stays
    screen.page.wait_for_selector("[name=ahead][aria-disabled=false]")
    screen.page.mouse.up()
    assert chosen_ahead(screen) == "wait"
    screen.page.mouse.click(there["x"] + 9, there["y"] + 9)
    assert chosen_ahead(screen) == "check"


@pytest.mark.parametrize(("width", "height"), [*USUAL_SIZES, *OTHER_SIZES])
def test_what_folds_is_not_where_checking_or_calling_was(screen: Screen, width: int, height: int) -> None:
    screen.page.set_viewport_size({"width": width, "height": height})
    for asked, others, fold in (
        (table_states.checked_to(), free(), "check or fold"),
        (table_states.betting(), table_states.waiting(), "fold"),
    ):
        screen.show(asked)
        was = screen.page.locator("#actions .main").bounding_box()
        screen.show(others)
        now = screen.page.locator(f"label:has([value='{fold}'])").bounding_box()
        assert was
        assert now
        assert now["x"] >= was["x"] + was["width"]


def test_a_press_does_not_pay_what_has_just_become_the_price(screen: Screen) -> None:
    screen.show(free())
    screen.page.check("[name=ahead][value=check]")
    screen.show(table_states.waiting() | {"seq": 41})
    screen.page.locator("[name=ahead][value=call]").click(force=True)
    assert chosen_ahead(screen) == "wait"
    assert screen.page.evaluate(DECISION, my_turn(80)) is None


def test_others_may_act_while_something_is_decided_ahead(screen: Screen) -> None:
    screen.show(free())
    screen.page.wait_for_selector("[name=ahead][aria-disabled=false]")
    screen.show(free() | {"seq": 41, "round": free()["round"] | {"turn": 3}})
    assert screen.page.get_attribute("[name=ahead][value=check]", "aria-disabled") == "false"


def test_a_fold_that_waits_is_seen_and_can_be_taken_back(screen: Screen) -> None:
    for choice, expected in ((None, {"do": "fold"}), ("wait", None)):
        screen.show(free())
        screen.page.check("[name=ahead][value='check or fold']")
        screen.show(table_states.waiting() | {"seq": 41})
        assert chosen_ahead(screen) == "fold"
        if choice:
            screen.page.check(f"[name=ahead][value={choice}]")
        assert screen.page.evaluate(DECISION, my_turn(80)) == expected


def test_a_notice_is_said_again_and_goes_away(screen: Screen) -> None:
    screen.page.evaluate("""() => {
        window.said = [];
        const seen = () => notice.textContent && window.said.push(notice.textContent);
        new MutationObserver(seen).observe(notice, { childList: true });
    }""")
    for price in (120, 120):
        screen.show(table_states.waiting())
        screen.page.check("[name=ahead][value=call]")
        assert screen.page.inner_text("#notice") == ""  # by what was done
        screen.show(table_states.waiting() | {"round": table_states.waiting()["round"] | {"price": price}})
    assert screen.page.evaluate("window.said") == ["It costs 120 now: what you had decided ahead does not count."] * 2
    later = table_states.waiting()["round"] | {"street": "after the draw", "price": 0}
    screen.show(table_states.waiting() | {"round": later})
    assert screen.page.inner_text("#notice") == ""


def test_nothing_is_asked_while_the_table_is_paused(screen: Screen) -> None:
    for state in (table_states.betting(), table_states.drawing(), table_states.waiting()):
        screen.show(state | {"paused": True})
        assert screen.page.inner_text("#actions") == ""


# The rest of the page


def menu_of_the_host(screen: Screen, **bob: Any) -> State:
    state = table_states.betting()
    return state | {"seats": [state["seats"][0], state["seats"][1] | bob, *state["seats"][2:]]}


def test_what_the_host_types_stays_when_the_table_goes_on(screen: Screen) -> None:
    screen.show(table_states.betting())
    screen.page.click("#open-menu")
    field = screen.page.get_by_label("Chips for Bob")
    field.fill("25")
    screen.show(menu_of_the_host(screen, stack=900))
    assert field.input_value() == "25"
    screen.page.keyboard.type("0")
    assert field.input_value() == "250"
    assert screen.page.get_by_label("Chips for Clara").input_value() == "1000"
    screen.page.get_by_label("Give chips to Bob").click()
    assert screen.messages() == [{"type": "grant", "seat": 1, "chips": 250}]
    assert field.input_value() == "1000"
    field.fill("77")
    screen.show(menu_of_the_host(screen, name="Eve"))  # another person on the seat
    assert screen.page.get_by_label("Chips for Eve").input_value() == "1000"


@pytest.mark.parametrize("amount", ["", "-5", "1.5"])
def test_no_amount_that_is_none_is_sent(screen: Screen, amount: str) -> None:
    screen.show(table_states.betting())
    screen.page.click("#open-menu")
    screen.page.get_by_label("Chips for Bob").fill(amount)
    screen.page.get_by_label("Give chips to Bob").click()
    assert screen.messages() == []


def test_a_notice_is_seen_in_the_sheet_that_is_open(screen: Screen) -> None:
    screen.show(table_states.betting())
    screen.page.click("#open-menu")
    screen.page.evaluate("async () => (await import('/page/session.js')).notice('nobody has more')")
    screen.show(menu_of_the_host(screen, stack=900))
    assert screen.page.inner_text("#menu .notice") == "nobody has more"
    assert look(screen.page, "menu-notice")["axe"] == []
    assert look(screen.page, "menu-notice")["small"] == []
    screen.page.keyboard.press("Escape")
    screen.page.click("#open-menu")
    assert screen.page.inner_text("#menu .notice") == ""


def test_a_double_press_removes_nobody(screen: Screen) -> None:
    screen.show(table_states.betting())
    screen.page.click("#open-menu")
    screen.page.dblclick("#menu button:text-is('Remove Bob')")
    assert screen.messages() == []
    screen.show(menu_of_the_host(screen, stack=900))
    assert screen.page.locator("#menu button:text-is('Yes, remove Bob')").count() == 1  # the question stays
    screen.page.keyboard.press("Escape")
    screen.page.click("#open-menu")
    assert screen.page.locator("#menu button:text-is('Remove Bob')").count() == 1


def test_who_has_to_leave_is_told_and_the_host_sees_it(screen: Screen) -> None:
    screen.show(menu_of_the_host(screen, leaving=True))
    screen.page.click("#open-menu")
    assert "Bob, 1,240, leaves after this hand" in screen.page.inner_text("#menu")
    assert screen.page.locator("#menu button:has-text('Remove Bob')").count() == 0
    screen.page.keyboard.press("Escape")
    seats = table_states.betting()["seats"]
    screen.show(table_states.betting() | {"host": 1, "seats": [seats[0] | {"leaving": True}, *seats[1:]]})
    assert screen.page.inner_text("#notice") == "The host has you leave after this hand."
    screen.show(table_states.watching() | {"seats": [table_states.seat(None), *seats[1:]]})
    assert screen.page.inner_text("#notice") == "The host had you leave the table."


def test_long_words_are_broken(screen: Screen) -> None:
    line = {"seat": 1, "name": "Bob", "text": "M" * 200, "at": 1763236300.0, "reaction": False}
    screen.show(table_states.betting() | {"talk": [line]})
    assert screen.page.evaluate("talk.scrollWidth <= talk.clientWidth")


def test_rules_and_ranks_are_one_tap_away(screen: Screen) -> None:
    screen.show(table_states.betting())
    screen.page.click("#open-guide")
    assert "Full house" in screen.page.inner_text("#guide")
    assert "best hand wins" in screen.page.inner_text("#guide")
    assert look(screen.page, "guide")["axe"] == []


def test_the_host_can_pause_give_remove_and_end(screen: Screen) -> None:
    state = table_states.betting()
    seats = [*state["seats"]]
    seats[1] = seats[1] | {"asks": True, "stack": 0}
    screen.show(state | {"seats": seats})
    screen.page.click("#open-menu")
    assert "Bob, 0, asks for chips" in screen.page.inner_text("#menu")
    assert look(screen.page, "menu")["axe"] == []
    for button in ("Pause", "End after this hand", "Yes, end it"):
        screen.page.click(f"#menu button:text-is('{button}')")
    screen.page.get_by_label("Give chips to Bob").click()
    for button in ("Remove Bob", "Yes, remove Bob"):
        screen.page.click(f"#menu button:text-is('{button}')", click_count=1)
    assert [message["type"] for message in screen.messages()] == ["pause", "end", "grant", "kick"]
    screen.show(state | {"host": 1})
    assert "You are the host" not in screen.page.inner_text("#menu")


def test_somebody_who_is_muted_is_not_heard(screen: Screen) -> None:
    screen.show(table_states.betting())
    screen.page.click("#open-menu")
    screen.page.get_by_label("Bob", exact=True).check()
    assert "tea" not in screen.page.inner_text("#talk")
    assert "an hour ago" in screen.page.inner_text("#talk")
    screen.page.get_by_label("Bob", exact=True).uncheck()
    assert "tea" in screen.page.inner_text("#talk")


def test_the_time_is_told_and_the_title_says_whose_turn_it_is(screen: Screen) -> None:
    screen.show(table_states.betting() | {"left": 4.0})
    assert screen.page.title() == "Your turn: 60 to call"
    assert screen.page.inner_text("#face") == "4"
    assert re.fullmatch("[34] seconds left", screen.page.text_content("#time") or "")
    screen.show(table_states.waiting() | {"left": 4.0})
    assert screen.page.title() == "Five-card draw · fivecard"


HINT: State = {
    "type": "hint", "margin": None, "choices": [],
    "words": "Raise to 120: judging by bets and draws, you can expect 21\xa0% of the pot, less than the 40\xa0% that a "
    "call needs, but others may fold.",
}  # fmt: skip
DISCARDS = {
    "type": "hint", "margin": None, "words": "",
    "choices": [
        {"keep": ["Kh", "Kc"], "share": 0.41, "better": 0.287},
        {"keep": ["Kh", "9h", "6h", "2h"], "share": 0.34, "better": None},
    ],
}  # fmt: skip
TELL = "async (hint) => (await import('/page/hint.js')).showHint(hint, (await import('/page/moves.js')).showMoves)"


@pytest.mark.parametrize(
    ("state", "hint"), [*((each, HINT) for each in ("betting", "holdem", "side_pots")), ("drawing", DISCARDS)]
)
def test_a_hint_covers_nothing(screen: Screen, state: str, hint: State) -> None:
    screen.show(STATES[state]())
    screen.page.wait_for_selector(OPEN)
    screen.page.click("[data-id=hint]")
    screen.page.evaluate(TELL, hint)
    sizes = [*USUAL_SIZES, *OTHER_SIZES]
    faults = look(screen.page, f"state-{state}-hint", sizes) | {"covered": covered(screen.page, sizes)}
    assert faults == {name: [] for name in [*CHECKS, "covered"]}


def test_a_hint_stays_with_its_question(screen: Screen) -> None:
    screen.show(table_states.betting())
    screen.page.locator("body").press("h")
    assert screen.messages() == [{"type": "hint"}]
    screen.show(table_states.drawing() | {"seq": 41})
    screen.page.evaluate(TELL, HINT)  # too late
    assert screen.page.inner_text("#hint") == ""
    screen.page.click("[data-id=hint]")
    screen.page.evaluate(TELL, DISCARDS)
    screen.page.click("#hint button >> nth=0")
    assert screen.page.inner_text("#actions .main") == "Throw 3 away"
    assert "41 %" in screen.page.inner_text("#hint")  # it is still there
    screen.page.click("[data-id=hint]")  # once more, and it is gone
    assert screen.page.inner_text("#hint") == ""
    screen.show(table_states.drawing() | {"seq": 42, "practice": False})
    assert screen.page.locator("[data-id=hint], #hint").count() == 0


def test_the_end_shows_what_the_evening_brought(screen: Screen) -> None:
    ann = {"name": "Ann", "here": True, "hands": 18, "won": 5, "net": -40, "biggest": 680, "best": "three kings"}
    mww = {"name": "Wolfgang Amadeus MWW", "here": False, "hands": 1180, "won": 250, "net": 12400, "biggest": 6800}
    sums = [mww | {"best": "full house, kings over fives"}, ann]
    screen.show(table_states.shown() | {"ended": True, "summary": sums})
    assert screen.page.inner_text("#summary[open] .brought") == "You are 40 down after 18 hands."
    assert [line.split("\n") for line in screen.page.locator("#summary[open] li").all_inner_texts()] == [
        ["Wolfgang Amadeus MWW", "+12,400", "250 of 1,180 hands won, biggest pot 6,800",
         "Best hand: full house, kings over fives"],
        ["Ann (you)", "−40", "5 of 18 hands won, biggest pot 680", "Best hand: three kings"],
    ]  # fmt: skip
    faults = look(screen.page, "state-summary", [(320, 640), *USUAL_SIZES])
    assert faults == {name: [] for name in CHECKS}


# The host and the stakes


@pytest.mark.parametrize(
    ("game", "amounts", "change", "sent"),
    [
        (table_states.DRAW, {}, {"Ante": 25}, {"ante": 25, "blinds": [0, 0]}),
        (
            table_states.HOLDEM,
            {"ante": 0, "blinds": [5, 10]},
            {"Ante": 1, "Small blind": 10, "Big blind": 20},
            {"ante": 1, "blinds": [10, 20]},
        ),
        (
            table_states.STUD,
            {"ante": 1, "blinds": None, "bring_in": 2, "small_bet": 4, "big_bet": 8},
            {"Bring-in": 3, "Early bets": 6, "Late bets": 12},
            {"ante": 1, "bring_in": 3, "small_bet": 6, "big_bet": 12},
        ),
    ],
)
def test_the_host_changes_everything_that_is_played_for(
    screen: Screen, game: State, amounts: State, change: dict[str, int], sent: State
) -> None:
    screen.show(table_states.table(game, amounts=table_states.AMOUNTS | amounts))
    screen.page.click("#open-menu")
    form = screen.page.locator("#menu form")
    assert form.locator("input").count() == len(sent) + ("blinds" in sent)  # and nothing that this game does not have
    for words, amount in change.items():
        form.get_by_label(words).fill(str(amount))
    form.get_by_role("button", name="Change the stakes").click()
    assert screen.messages() == [{"type": "stakes", **sent}]
    assert not screen.page.locator("#menu").is_visible()  # what the server says to it is to be seen


def test_everybody_is_told_of_other_stakes(screen: Screen) -> None:
    state = table_states.betting() | {"host": 1}
    screen.show(state)
    assert screen.page.inner_text("#notice") == ""
    screen.show(state | {"next_stakes": "ante 20"})
    assert screen.page.inner_text("#notice") == "From the next hand on: ante 20."
    assert screen.page.inner_text("#hand-number") == "hand 18, ante 10, then ante 20"
    screen.page.evaluate("document.getElementById('notice').textContent = ''")
    screen.show(state | {"game": table_states.DRAW | {"stakes": "ante 20"}})  # the next hand has begun
    assert screen.page.inner_text("#notice") == ""


@pytest.mark.parametrize(
    ("code", "reason", "words"),
    [
        (1012, "this table has moved: connect again", "Your table is moving, or the server starts again: your seat,"),
        (1013, "full: as many people watch this table as it takes", "Full: as many people watch this table as it"),
        (1008, "", "it was too much at once. Trying again"),
        (1011, "", "The connection is lost. Trying again"),
    ],
)
def test_the_page_says_why_it_is_cut_off(
    browser: "Browser", server: Server, code: int, reason: str, words: str
) -> None:
    window = Window(browser, 390, 844)
    window.page.route_web_socket(re.compile("socket"), lambda route: route.close(code=code, reason=reason))
    window.page.goto(f"{server.base}/t/{server.open_table()}")
    window.page.wait_for_selector(f"#notice:has-text('{words}')")
    assert window.page.inner_text("#notice").endswith("Trying again ...")
    window.close()


def test_what_is_still_so_is_not_said_again(browser: "Browser", server: Server) -> None:
    window = Window(browser, 390, 844)
    closed: list[float] = []

    def close(route: "WebSocketRoute") -> None:
        closed.append(time.monotonic())
        route.close(code=1011)

    window.page.route_web_socket(re.compile("socket"), close)
    window.page.goto(f"{server.base}/t/{server.open_table()}")
    window.page.wait_for_selector("#notice:has-text('The connection is lost')")
    window.page.evaluate("""() => {
        window.said = 0;
        new MutationObserver(() => window.said++).observe(document.getElementById("notice"), { childList: true });
    }""")
    tried = len(closed)
    while len(closed) < tried + 2:
        window.page.wait_for_timeout(100)
    assert window.page.evaluate("window.said") == 0
    window.close()


def test_reactions_are_drawn_and_named(screen: Screen) -> None:
    reactions = get_args(Reaction)
    said = [{"seat": 1, "name": "Bob", "text": each, "at": time.time() + 60, "reaction": True} for each in reactions]
    screen.show(table_states.betting() | {"talk": said})
    buttons = screen.page.locator("#reactions button")
    names = ["Applause", "Laughter", "Surprise", "Ouch", "On fire", "Thumbs up"]
    assert [buttons.nth(each).get_attribute("aria-label") for each in range(buttons.count())] == names
    assert screen.page.locator(".said").first.get_attribute("aria-label") == "Bob: Applause"
    lines = screen.page.locator("#talk li").all_inner_texts()
    assert all(name in line for name, line in zip(names, lines, strict=True))
    text = screen.page.evaluate("document.body.textContent")
    assert not [each for each in reactions if each in text]  # no font is asked for them
    drawn = screen.page.evaluate(
        """[...document.querySelectorAll(".reaction use")]
            .map((use) => document.querySelector(use.getAttribute("href")))
            .filter((symbol) => symbol?.childElementCount > 0).length"""
    )
    assert drawn == 3 * len(reactions)
    buttons.last.click()
    assert screen.messages() == [{"type": "react", "what": reactions[-1]}]

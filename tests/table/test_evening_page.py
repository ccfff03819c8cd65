"""The page through an evening: being offline, deciding ahead, amounts, invitations, devices, hands and names."""

import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.table import states
from tests.table.page_screens import PAUSE, Screen
from tests.table.server import Server, fetch
from tests.table.states import LEGAL, State
from tests.table.window import NEXT, READY, Player, Window

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# The network


def test_being_offline_is_said_at_once_and_ends_by_itself(browser: "Browser", server: Server) -> None:
    ann = Player(browser, server, fresh=True)
    ann.sit(ann.address, "Ann")
    ann.context.set_offline(True)
    ann.page.wait_for_selector("#notice[data-wrong]:has-text('You are offline.')")
    assert ann.page.locator("body[data-offline]").count() == 1
    ann.context.set_offline(False)
    ann.page.wait_for_selector("body:not([data-offline])")
    ann.page.wait_for_selector("#notice:empty", state="attached")
    assert ann.page.locator("#mine:has-text('Ann (you)')").count() == 1
    ann.close()


def test_a_server_that_is_not_heard_any_more_is_noticed(browser: "Browser", server: Server) -> None:
    """The network may go without a word: nothing closes, and nothing comes."""
    window = Window(browser, 800, 700)
    table = server.open_table()
    sockets: list[Any] = []
    deaf = False

    def between(socket: Any) -> None:
        there = socket.connect_to_server()
        sockets.append(socket)
        there.on_message(lambda message: None if deaf else socket.send(message))

    window.page.clock.install()
    window.page.route_web_socket(re.compile("socket"), between)
    window.page.goto(f"{server.base}/t/{table}")
    window.page.wait_for_selector(".seat button")
    window.page.clock.run_for(20_000)
    assert window.page.locator("body[data-offline]").count() == 0
    deaf = True
    window.page.clock.run_for(25_000)
    window.page.wait_for_selector("#notice:has-text('You are offline.')")
    deaf = False
    window.page.clock.run_for(10_000)
    window.page.wait_for_selector("body:not([data-offline])")
    assert len(sockets) >= 2
    window.close()


# Amounts


def before_the_flop(**sizes: int | None) -> State:
    legal = LEGAL | {"sizes": {"half": 25, "two_thirds": 30, "pot": 35, "blinds_2_5": 25, "blinds_3": 30} | sizes}
    state = states.flop(board="", legal=legal | {"highest_raise": 1280})
    return state | {"round": state["round"] | {"street": "before the flop"}}


def test_enter_sends_the_amount_that_was_typed(screen: Screen) -> None:
    screen.ask(states.betting())
    screen.page.fill("[data-id=typed]", "345")
    screen.page.press("[data-id=typed]", "Enter")
    assert screen.messages() == [{"type": "act", "do": "raise", "to": 345}]
    screen.page.press("[data-id=typed]", "Enter")
    assert len(screen.messages()) == 1  # once


def test_before_the_flop_sizes_are_in_big_blinds(screen: Screen) -> None:
    screen.ask(before_the_flop())
    assert screen.page.locator(".raise button").all_inner_texts() == ["2.5 BB", "3 BB", "Pot", "All in"]
    screen.page.click("text=3 BB")
    assert screen.page.input_value("[data-id=typed]") == "120"  # no less than may be
    screen.ask_first(states.flop())
    assert screen.page.locator(".raise button").all_inner_texts() == ["½ pot", "⅔ pot", "Pot", "Max"]


def test_a_call_that_takes_all_says_so(screen: Screen) -> None:
    state = states.betting()
    mine = state["round"]["players"][0] | {"stack": 60}
    screen.ask(state | {"round": state["round"] | {"players": [mine, *state["round"]["players"][1:]]}})
    assert screen.page.inner_text("#actions .main").replace("\n", " ") == "Call 60, all in"


@pytest.mark.parametrize("size", [(320, 640), (390, 844), (844, 390)])
def test_large_amounts_are_whole(screen: Screen, size: tuple[int, int]) -> None:
    state = states.flop(scale=1_000_000)
    legal = state["round"]["legal"] | {"highest_raise": 1_000_000_000}
    screen.resize(*size)
    screen.ask(state | {"round": state["round"] | {"legal": legal}})
    typed = screen.page.locator("[data-id=typed]")
    typed.fill("200000000")
    assert typed.evaluate("(each) => each.scrollWidth <= each.clientWidth")


# Deciding ahead


def others_draw() -> State:
    state = states.drawing()
    return state | {"asked": "choose", "round": state["round"] | {"turn": 2, "legal": None}}


DECISION = "async (state) => (await import('/page/table/pre_actions.js')).decision(state)"


def test_discards_are_chosen_ahead_and_drawn_on_ones_turn(screen: Screen) -> None:
    screen.ask(others_draw())
    screen.page.click("#hand button >> nth=2")
    screen.page.click("#hand button >> nth=3")
    assert screen.page.inner_text("#actions button") == "Draw 2 when it is your turn"
    assert screen.page.evaluate(DECISION, states.drawing()) is None  # nothing is drawn that was not said
    screen.page.click("#actions button")
    assert screen.page.get_attribute("#actions button", "aria-pressed") == "true"
    assert screen.messages() == []  # nothing of it leaves the browser
    assert screen.page.evaluate(DECISION, states.drawing()) == {"do": "discard", "cards": ["9h", "6h"]}


def test_other_cards_take_the_decision_back_and_stay_chosen(screen: Screen) -> None:
    screen.ask(others_draw())
    screen.page.click("#hand button >> nth=2")
    screen.page.click("#actions button")
    screen.page.click("#hand button >> nth=3")
    assert screen.page.get_attribute("#actions button", "aria-pressed") == "false"
    assert screen.page.evaluate(DECISION, states.drawing()) is None
    screen.ask(states.drawing())
    assert screen.page.inner_text("#actions .main") == "Draw 2"


def test_any_price_can_be_called_ahead(screen: Screen) -> None:
    screen.ask(states.waiting())
    screen.page.check("[name=ahead][value='call any']")
    dearer = states.waiting()
    screen.show(dearer | {"round": dearer["round"] | {"price": 400}})
    assert screen.page.is_checked("[name=ahead][value='call any']")
    assert screen.page.evaluate(DECISION, states.betting()) == {"do": "call"}


# Leaving


def test_the_link_to_a_seat_goes_when_it_has_been_used(screen: Screen) -> None:
    state = states.waiting()
    screen.show(state)
    link = {"type": "seatlink", "code": "once", "seconds": 120, "picture": "<svg xmlns='http://www.w3.org/2000/svg'/>"}
    screen.page.evaluate("async (link) => (await import('/page/table/devices.js')).showSeatLink(link)", link)
    assert screen.page.is_visible("#invite")
    screen.show(state | {"you": None, "asked": "seat", "round": state["round"] | {"me": None, "hand": []}})
    assert screen.page.is_hidden("#invite")
    assert screen.page.text_content("#notice") == "You play on the other device now. This one watches."


def test_leaving_in_a_hand_takes_a_second_press(screen: Screen) -> None:
    screen.ask(states.betting())
    screen.page.click("#open-menu")
    screen.page.click("#leave")
    assert screen.messages() == []
    screen.page.click("#leave:has-text('Yes, leave this hand and the table')")
    assert screen.messages() == [{"type": "leave"}]
    folded = states.betting()
    folded["round"]["players"] = [folded["round"]["players"][0] | {"folded": True}, *folded["round"]["players"][1:]]
    screen.ask_first(folded | {"asked": "nothing"})
    screen.page.click("#open-menu")
    screen.page.click("#leave")
    assert screen.messages() == [{"type": "leave"}] * 2


def test_news_that_is_good_is_no_alarm(screen: Screen) -> None:
    screen.ask(states.betting())
    screen.page.evaluate("async () => (await import('/page/table/session.js')).notice('Copied.')")
    assert screen.page.locator("#notice[data-wrong]").count() == 0
    screen.hear({"type": "error", "code": "illegal", "message": "no", "seq": 40})
    assert screen.page.inner_text("#notice[data-wrong]") == "No."


# Names


def test_names_of_every_script_keep_to_their_place(screen: Screen) -> None:
    state = states.waiting()
    arabic, family = "محمد عبد الله", "\U0001f469\u200d\U0001f9b0 Zoe"
    players = [each | {"name": name} for each, name in zip(
        state["round"]["players"], ("Ann", family, arabic, "Ada", "Dan", "Mia"), strict=True)]  # fmt: skip
    screen.show(state | {"round": state["round"] | {"players": players}})
    assert screen.page.text_content("#status span") == f"\u2068{arabic}\u2069 is thinking: 80 more to call."
    assert screen.page.text_content("[data-seat='1'] .face") == "\U0001f469\u200d\U0001f9b0"
    assert screen.page.locator("bdi.name").count() == 5


ARABIC = "\u0645\u062d\u0645\u062f"


def test_names_that_are_read_from_the_right_leave_the_order_of_a_sentence(screen: Screen) -> None:
    state = states.run_out()
    show = state["round"]["show"] | {"lines": [f"{ARABIC} wins 2,480 with a straight, king high."], "stages": []}
    players = [each | {"name": ARABIC} if each["name"] == "Mia" else each for each in state["round"]["players"]]
    screen.show(state | {"round": state["round"] | {"show": show, "players": players}})
    assert screen.page.text_content("#status b") == f"\u2068{ARABIC}\u2069 wins 2,480 with a straight, king high."
    assert f"to \u2068{ARABIC}\u2069" in (screen.page.text_content("#middle") or "")
    seats = [states.seat("Ann"), states.seat(ARABIC), *[states.seat(None)] * 4]
    screen.show(states.chips_asked_for() | {"seats": seats})
    screen.hear({"type": "error", "code": "not-now", "message": f"{ARABIC} leaves after this hand", "seq": 40})
    assert screen.page.text_content("#notice") == f"\u2068{ARABIC}\u2069 leaves after this hand."


def test_two_cards_are_called_as_people_call_them(screen: Screen) -> None:
    for hand, called in (("Ks 6d", "King-six offsuit"), ("Td Ad", "Ace-ten suited"), ("6s 6d", "Pocket sixes")):
        state = states.flop(board="", hand=hand)
        screen.show(state | {"round": state["round"] | {"made": None}})
        assert screen.page.inner_text("#status b") == called


def test_who_waits_can_invite_from_the_felt(screen: Screen) -> None:
    screen.show(states.lobby())
    assert screen.page.locator("#middle .qr").is_visible()
    screen.page.click("#middle [data-id=invite]")
    assert screen.page.input_value("#invite .link") == screen.address
    screen.page.keyboard.press("Escape")
    screen.resize(320, 640)
    assert not screen.page.locator("#middle .qr").is_visible()
    assert screen.page.locator("#middle [data-id=invite]").is_visible()


DARK = """(each) => {
    const light = (colour) => colour.match(/[\\d.]+/g).slice(0, 3).map(Number).reduce((sum, part) => sum + part) / 765;
    const style = getComputedStyle(each.querySelector(".name"));
    return light(style.color) > .8 && light(getComputedStyle(each).backgroundColor) < .3;
}"""


def test_empty_seats_can_be_read_in_a_light_room_while_others_play(screen: Screen) -> None:
    screen.page.emulate_media(color_scheme="light")
    state = states.betting()
    empty = [each for number, each in enumerate(state["round"]["players"]) if number != 5]
    seats = [*state["seats"][:5], states.seat(None)]
    screen.show(state | {"fill": "nobody", "seats": seats, "round": state["round"] | {"players": empty}})
    assert screen.page.locator(".plate.empty").evaluate(DARK)
    screen.page.emulate_media(color_scheme="no-preference")


def test_words_fit_after_a_phone_was_turned(screen: Screen) -> None:
    screen.show(states.shown())
    for size in ((320, 640), (844, 390), (390, 844)):
        screen.resize(*size)
        status = screen.page.locator("#status")
        assert status.evaluate("(each) => each.scrollHeight <= each.clientHeight + 1 || each.tabIndex === 0"), size


def test_a_seat_has_the_dealers_button_and_no_word_for_it(screen: Screen) -> None:
    state = states.betting()
    mine = state["round"]["players"][0] | {"button": True}
    screen.show(state | {"round": state["round"] | {"players": [mine, *state["round"]["players"][1:]]}})
    assert screen.page.get_attribute("#mine .dealer", "title") == "dealer"


def test_empty_seats_are_called_what_they_are(screen: Screen) -> None:
    screen.show(states.lobby() | {"fill": "nobody"})
    assert screen.page.locator(".plate.empty").all_inner_texts() == ["Empty seat"] * 4
    screen.show(states.lobby())
    assert screen.page.locator(".plate.empty").all_inner_texts() == ["Computer"] * 4
    assert "2 of 6 here" in screen.page.inner_text("#middle")


def test_a_hint_is_contradicted_by_no_gold_button(screen: Screen) -> None:
    screen.ask(states.heads_up())
    gold = screen.page.locator("#actions .main").evaluate("(each) => getComputedStyle(each).backgroundColor")
    screen.page.click("[data-id=hint]")
    screen.hear({"type": "hint", "margin": None, "choices": [], "words": "Fold.", "options": [], "units": ""})
    assert screen.page.locator("#actions .main").evaluate("(each) => getComputedStyle(each).backgroundColor") != gold


# The lobby


def test_each_game_comes_with_its_own_limit_until_one_is_chosen(browser: "Browser", server: Server) -> None:
    window = Window(browser, 800, 700)
    window.page.goto(server.base)
    window.page.wait_for_selector("select[name=rules] option", state="attached")
    for game, limit in (("holdem", "no"), ("five-card-draw", "fixed"), ("omaha", "pot")):
        window.page.select_option("select[name=rules]", game)
        assert window.page.input_value("[name=limit]:checked") == limit
    window.page.check("[name=limit][value=fixed]", force=True)
    window.page.select_option("select[name=rules]", "holdem")
    assert window.page.input_value("[name=limit]:checked") == "fixed"
    window.close()


# The invitation, and another device


def test_the_invitation_says_who_is_here_and_shows_the_link(browser: "Browser", server: Server) -> None:
    ann = Player(browser, server)
    ann.sit(ann.address, "Ann")
    ann.page.click("#copy")
    assert ann.page.input_value("#invite .link") == ann.address
    assert ann.page.inner_text("#invite .here") == "1 of 2 here"
    width = ann.page.locator("#invite .qr").evaluate(
        "async (each) => { await each.decode(); return each.naturalWidth }"
    )
    assert width > 0
    ann.close()


def test_the_seat_goes_to_the_phone_by_its_link_and_the_laptop_watches(browser: "Browser", server: Server) -> None:
    ann = Player(browser, server, fresh=True)
    phone, eve = Window(browser, 390, 844, pause="none"), Window(browser, 800, 700)
    ann.sit(ann.address, "Ann")
    ann.page.click("#open-menu")
    ann.page.click("[data-id='other device']")
    link = ann.page.input_value("#invite .link")
    assert "#seat=" in link
    phone.page.goto(link)
    phone.page.click("text=Play here")
    phone.page.wait_for_selector("#mine:has-text('Ann (you)')")
    assert phone.page.url == ann.address  # the code is not left in the address
    ann.page.wait_for_selector("#mine:not(:has-text('(you)'))", state="attached")
    ann.page.keyboard.press("Escape")
    eve.page.goto(link)
    eve.page.click("text=Play here")
    eve.page.wait_for_selector("#notice[data-wrong]:has-text('This link is used or too old')")
    phone.page.wait_for_selector(READY)
    phone.page.click(READY)  # deals, with a nonce of its own
    phone.page.wait_for_selector("#hand .card")
    for window in (ann, phone, eve):
        window.close()


# The list of hands


def test_the_list_of_hands_is_a_page_for_people_and_json_for_programs(server: Server) -> None:
    table = server.open_table()
    people = fetch(f"{server.base}/t/{table}/hands", headers={"Accept": "text/html,*/*;q=0.8"})
    assert people.headers["Content-Type"] == "text/html; charset=utf-8"
    assert "Accept" in people.headers["Vary"]
    for address, accept in (("hands", "*/*"), ("hands", "application/json"), ("hands.json", "text/html")):
        program = fetch(f"{server.base}/t/{table}/{address}", headers={"Accept": accept})
        assert program.json() == {"hands": []}
    assert fetch(f"{server.base}/t/nowhere/hands", headers={"Accept": "text/html"}).status_code == 404


def test_people_go_from_the_list_to_a_hand(browser: "Browser", server: Server) -> None:
    ann = Player(browser, server)
    ann.sit(ann.address, "Ann")
    ann.page.click(READY)
    ann.draw_one()
    ann.page.wait_for_selector(NEXT)
    ann.page.goto(f"{ann.address}/hands")
    ann.page.click("#list a")
    ann.page.wait_for_selector("#fair li", state="attached")
    assert ann.page.url.endswith("/rounds/1")
    ann.close()


def test_the_pause_before_answers_holds_for_enter_too(screen: Screen) -> None:
    screen.freeze()
    screen.show(states.betting())
    screen.page.fill("[data-id=typed]", "345")
    screen.wait(PAUSE - 1)
    screen.page.press("[data-id=typed]", "Enter")
    assert screen.messages() == []

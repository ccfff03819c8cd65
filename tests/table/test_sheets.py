"""What lies around the table on its page: the host's menu, notices, talk, hints, the summary."""

import re
from typing import TYPE_CHECKING, Any, get_args

from fivecard.solvers.limit_draw.review import OFF_POLICY, OFF_TREE
from fivecard.table.core.commands import Reaction
from tests.effort import effort
from tests.table import states as table_states
from tests.table.looks import CHECKS, SIZES, USUAL_SIZES, look, resized
from tests.table.page_screens import Screen
from tests.table.server import Server
from tests.table.states import STATES, State
from tests.table.window import Window

if TYPE_CHECKING:
    from playwright.sync_api import Browser, WebSocketRoute


DESK = USUAL_SIZES[-1:]

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


def test_no_amount_that_is_none_is_sent(screen: Screen) -> None:
    screen.show(table_states.betting())
    screen.page.click("#open-menu")
    for amount in ("", "-5", "1.5"):
        screen.page.get_by_label("Chips for Bob").fill(amount)
        screen.page.get_by_label("Give chips to Bob").click()
        assert screen.messages() == [], amount


def test_a_notice_is_seen_in_the_sheet_that_is_open(screen: Screen) -> None:
    screen.show(table_states.betting())
    screen.page.click("#open-menu")
    screen.page.evaluate("async () => (await import('/page/table/session.js')).notice('nobody has more')")
    screen.show(menu_of_the_host(screen, stack=900))
    assert screen.page.inner_text("#menu .notice") == "nobody has more"
    faults = look(screen.page, "menu-notice", USUAL_SIZES)
    assert faults["axe"] == faults["small"] == []
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
    assert screen.page.inner_text("#notice") == "The host removes you after this hand."
    screen.show(table_states.watching() | {"seats": [table_states.seat(None), *seats[1:]]})
    assert screen.page.inner_text("#notice") == "The host removed you."


def test_long_words_are_broken(screen: Screen) -> None:
    line = {"seat": 1, "name": "Bob", "text": "M" * 200, "at": 1763236300.0, "reaction": False}
    screen.show(table_states.betting() | {"talk": [line]})
    assert screen.page.evaluate("talk.scrollWidth <= talk.clientWidth")


def test_rules_and_ranks_are_one_tap_away(screen: Screen) -> None:
    screen.show(table_states.betting())
    screen.page.click("#open-guide")
    screen.page.wait_for_selector("#guide >> text=Full house")
    assert "best hand wins" in screen.page.inner_text("#guide")
    assert look(screen.page, "guide", effort(DESK, USUAL_SIZES))["axe"] == []


def test_the_host_can_pause_give_remove_and_end(screen: Screen) -> None:
    state = table_states.betting()
    seats = [*state["seats"]]
    seats[1] = seats[1] | {"asks": True, "stack": 0}
    screen.show(state | {"seats": seats})
    screen.page.click("#open-menu")
    assert "Bob, 0, asks for chips" in screen.page.inner_text("#menu")
    assert look(screen.page, "menu", effort(DESK, USUAL_SIZES))["axe"] == []
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
    screen.freeze()
    screen.show(table_states.betting() | {"left": 4.0})
    assert screen.page.title() == "Your turn: 60 to call"
    assert screen.page.inner_text("#face") == "4"
    assert screen.page.text_content("#time") == "4 seconds left"
    screen.show(table_states.waiting() | {"left": 4.0})
    assert screen.page.title() == "Five-card draw · fivecard"


HINT: State = {
    "type": "hint", "margin": None, "choices": [],
    "words": "Raise to 120: judging by bets and draws, you can expect 21\xa0% of the pot, less than the 40\xa0% that a "
    "call needs, but others may fold.",
}  # fmt: skip
DISCARDS: State = {
    "type": "hint", "margin": None, "words": "",
    "choices": [
        {"keep": ["Kh", "Kc"], "share": 0.41, "better": 0.287},
        {"keep": ["Kh", "9h", "6h", "2h"], "share": 0.34, "better": None},
    ],
}  # fmt: skip
ESTIMATED = DISCARDS | {
    "margin": 0.012,
    "choices": [
        {"keep": [*table_states.HAND], "share": 1.0, "better": 0.0},
        {"keep": ["Kh", "Kc"], "share": 0.412, "better": 0.974},
        {"keep": ["Kh", "9h", "6h", "2h"], "share": 0.34, "better": 0.98},
    ],
}  # fmt: skip
SOLVED = {
    "type": "hint", "margin": None, "choices": [], "units": "antes",
    "words": "Raise 79\xa0% of the time, call 21\xa0%. Folding is 2.87 antes worse.",
    "options": [
        {"do": "fold", "keep": [], "chance": 0.0, "value": 0.0, "error": 0.0},
        {"do": "call", "keep": [], "chance": 0.21, "value": 2.865, "error": 0.01},
        {"do": "raise", "keep": [], "chance": 0.79, "value": 2.87, "error": 0.01},
    ],
}  # fmt: skip
DRAWN: State = {
    "type": "hint", "margin": None, "choices": [], "units": "antes",
    "words": "Keep Kh Kc. Keeping Kh 9h 6h 2h is 1.20 antes worse.",
    "options": [
        {"do": "keep", "keep": ["Kh", "Kc"], "chance": 1.0, "value": 2.2, "error": 0.01},
        {"do": "keep", "keep": ["Kh", "9h", "6h", "2h"], "chance": 0.0, "value": -1.0, "error": 0.01},
        {"do": "keep", "keep": [], "chance": 0.0, "value": -1.5, "error": 0.01},
    ],
}  # fmt: skip
VERDICT: State = {
    "type": "verdict", "hand": 18, "mistake": True, "words": "That cost 0.12 antes: calling was better.",
    "so_far": [
        "12 decisions, 1 mistake that cost 0.120 ± 0.004 antes.",
        "Before the draw: 7 decisions, no mistakes.",
        "After the draw: 5 decisions, 1 mistake that cost 0.120 ± 0.004 antes.",
        "The worst: folding after the draw with Kh Kd 9s 4c 2d cost 0.12 antes: calling was better.",
    ],
}  # fmt: skip
MEASURED = "Good: the solution hardly ever does that, but it costs nothing that could be measured."
LONG_DRAWN: State = DRAWN | {
    "words": "Keep all five 52\xa0% of the time, keep Kh 9h 6h 2h 48\xa0%. Throwing all five away is 1.20 antes worse. "
    f"{OFF_POLICY} {OFF_TREE}",
    "options": [
        {"do": "keep", "keep": [*table_states.HAND], "chance": 0.52, "value": -12.2, "error": 0.01},
        *DRAWN["options"][1:],
    ],
}  # fmt: skip
LONG_SOLVED: State = SOLVED | {
    "words": f"Raise 41\xa0% of the time, call 38\xa0%, fold 21\xa0%. {OFF_POLICY} {OFF_TREE}"
}
TELL = """async (hint) => {
    const { showMoves } = await import("/page/table/actions.js");
    (await import("/page/table/hint.js")).showHint(hint, showMoves);
}"""


HINTS: list[tuple[str, State]] = [
    *((each, HINT) for each in ("betting", "holdem", "side_pots")),
    ("drawing", DISCARDS),
    ("without_chips", ESTIMATED),
    ("heads_up", SOLVED),
    ("heads_up_draw", DRAWN),
]


def test_a_hint_covers_nothing(screen: Screen) -> None:
    for state, hint in HINTS:
        screen.ask_first(STATES[state]())
        screen.page.click("[data-id=hint]")
        screen.page.evaluate(TELL, hint)
        faults = look(screen.page, f"state-{state}-hint", axe=state not in {"holdem", "side_pots"})
        assert faults == {name: [] for name in CHECKS}


ALL_SIZES = ((320, 568), *SIZES)
"""The smallest phone too."""


def test_the_longest_hint_and_verdict_cover_nothing(screen: Screen) -> None:
    for state, hint in (("heads_up", LONG_SOLVED), ("heads_up_draw", LONG_DRAWN)):
        screen.ask_first(STATES[state]())
        screen.hear(VERDICT | {"words": MEASURED, "mistake": False})
        screen.page.click("[data-id=hint]")
        screen.page.evaluate(TELL, hint)
        assert look(screen.page, f"state-{state}-long-hint", ALL_SIZES) == {name: [] for name in CHECKS}


def test_five_cards_that_are_kept_stand_in_one_row(screen: Screen) -> None:
    screen.ask(STATES["heads_up_draw"]())
    screen.page.click("[data-id=hint]")
    screen.page.evaluate(TELL, LONG_DRAWN)
    for size in resized(screen.page, ALL_SIZES):
        tops = (
            screen.page.locator("#hint .option >> nth=0")
            .locator(".mini")
            .evaluate_all("(minis) => minis.map((each) => each.getBoundingClientRect().top)")
        )
        assert len(tops) == 5
        assert max(tops) - min(tops) < 1, size


def test_a_verdict_is_whole_beside_an_objection(screen: Screen) -> None:
    screen.show(table_states.heads_up())
    screen.hear(VERDICT | {"words": MEASURED, "mistake": False})
    for number in range(1, 6):
        objection = f"{number} times the server had another record of this hand than when it was played"
        screen.page.evaluate("async (words) => (await import('/page/fairness/checks.js')).object(17, words)", objection)
    faults = look(screen.page, "state-verdict-objection", ALL_SIZES, axe=False)
    assert [each for each in faults["cut"] if "verdict" in each] == []
    assert faults["scrolls"] == []


def test_a_verdict_that_comes_too_late_is_not_shown_and_who_leaves_begins_anew(screen: Screen) -> None:
    state = table_states.heads_up()
    screen.show(state)
    screen.hear(VERDICT | {"hand": 17})
    assert screen.page.inner_text("#verdict") == ""
    lessons = "async () => (await import('/page/table/session.js')).ui.lessons"
    assert screen.page.evaluate(lessons) == VERDICT["so_far"]
    screen.show(table_states.watching() | {"seq": 41})
    screen.show(state | {"seq": 42})
    assert screen.page.evaluate(lessons) == []


def test_a_hint_stays_with_its_question(screen: Screen) -> None:
    screen.ask(table_states.betting())
    screen.page.locator("body").press("h")
    assert screen.messages() == [{"type": "hint"}]
    screen.ask(table_states.drawing() | {"seq": 41})
    screen.page.evaluate(TELL, HINT)  # too late
    assert screen.page.inner_text("#hint") == ""
    screen.page.click("[data-id=hint]")
    screen.page.evaluate(TELL, DISCARDS)
    screen.page.click("#hint button >> nth=0")
    assert screen.page.inner_text("#actions .main") == "Draw 3"
    assert "41 %" in screen.page.inner_text("#hint")  # it is still there
    screen.page.click("[data-id=hint]")  # once more, and it is gone
    assert screen.page.inner_text("#hint") == ""
    screen.show(table_states.drawing() | {"seq": 42, "practice": False})
    assert screen.page.locator("[data-id=hint], #hint").count() == 0


def test_a_hint_by_the_solution_says_how_often_and_what_it_is_worth(screen: Screen) -> None:
    screen.ask(table_states.heads_up())
    screen.page.click("[data-id=hint]")
    screen.page.evaluate(TELL, SOLVED)
    rows = [row.split("\n") for row in screen.page.locator("#hint .option").all_inner_texts()]
    assert rows == [["Fold", "0 %", "0.00 antes"], ["Call", "21 %", "2.87 antes"], ["Raise", "79 %", "2.87 antes"]]
    screen.ask(table_states.heads_up_draw() | {"seq": 41})
    screen.page.click("[data-id=hint]")
    screen.page.evaluate(TELL, DRAWN)
    assert "−1.50 antes" in screen.page.inner_text("#hint")
    screen.page.click("#hint button >> nth=0")
    assert screen.page.inner_text("#actions .main") == "Draw 3"


def test_a_verdict_is_there_until_the_next_hand_and_all_of_them_in_the_summary(screen: Screen) -> None:
    state = table_states.heads_up()
    screen.show(state)
    screen.hear(VERDICT)
    assert screen.page.inner_text("#verdict.mistake") == VERDICT["words"]
    assert look(screen.page, "state-verdict") == {name: [] for name in CHECKS}
    screen.hear(VERDICT | {"words": "Good: that is what the solution does.", "mistake": False})
    assert screen.page.inner_text("#verdict:not(.mistake)") == "Good: that is what the solution does."
    screen.show(state | {"round": state["round"] | {"number": state["round"]["number"] + 1}})
    assert screen.page.inner_text("#verdict") == ""
    screen.show(table_states.shown() | {"ended": True, "seats": state["seats"]})
    assert screen.page.locator("#summary[open] .lessons p").all_inner_texts() == VERDICT["so_far"]
    screen.hear(VERDICT | {"words": "", "so_far": ["13 decisions, no mistake that could be measured."]})
    assert screen.page.inner_text("#summary[open] .lessons p") == "13 decisions, no mistake that could be measured."
    assert screen.page.inner_text("#verdict") == ""
    screen.hear(VERDICT)
    assert look(screen.page, "state-lessons", [(320, 640), *USUAL_SIZES]) == {name: [] for name in CHECKS}


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


STAKES: list[tuple[State, State, dict[str, int], State]] = [
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
]


def test_the_host_changes_everything_that_is_played_for(screen: Screen) -> None:
    for game, amounts, change, sent in STAKES:
        screen.show(table_states.table(game, amounts=table_states.AMOUNTS | amounts))
        screen.page.click("#open-menu")
        form = screen.page.locator("#menu form")
        assert form.locator("input").count() == len(sent) + ("blinds" in sent)  # and none that this game does not have
        for words, amount in change.items():
            form.get_by_label(words).fill(str(amount))
        form.get_by_role("button", name="Change the stakes").click()
        assert screen.messages()[-1] == {"type": "stakes", **sent}
        assert not screen.page.locator("#menu").is_visible()  # what the server says to it is to be seen
    assert len(screen.messages()) == len(STAKES)


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


CUT_OFF = [
    (1012, "this table has moved: connect again", "Your table is moving, or the server starts again: your seat,"),
    (1013, "full: as many people watch this table as it takes", "Full: as many people watch this table as it"),
    (1008, "", "it was too much at once. Trying again"),
    (1011, "", "The connection is lost. Trying again"),
]
LONGEST = 8000
"""Milliseconds between two trials to connect, at most."""


def test_the_page_says_why_it_is_cut_off_and_what_is_still_so_once(browser: "Browser", server: Server) -> None:
    window = Window(browser, 390, 844)
    closed: list[int] = []

    def close(route: "WebSocketRoute") -> None:
        code, reason, _ = CUT_OFF[min(len(closed), len(CUT_OFF) - 1)]
        closed.append(code)
        route.close(code=code, reason=reason)

    window.page.clock.install(time=0)
    window.page.clock.pause_at(1)
    window.page.route_web_socket(re.compile("socket"), close)
    window.page.goto(f"{server.base}/t/{server.open_table()}")
    for number, (code, _, words) in enumerate(CUT_OFF):
        window.page.wait_for_selector(f"#notice:has-text('{words}')")
        assert window.page.inner_text("#notice").endswith("Trying again ...")
        assert closed[number] == code
        if code != CUT_OFF[-1][0]:
            window.page.clock.run_for(LONGEST)
    window.page.evaluate("""() => {
        window.said = 0;
        new MutationObserver(() => window.said++).observe(document.getElementById("notice"), { childList: true });
    }""")
    tried = len(closed)
    while len(closed) < tried + 2:
        window.page.clock.run_for(LONGEST)
    assert window.page.evaluate("window.said") == 0
    window.close()


def test_reactions_are_drawn_and_named(screen: Screen) -> None:
    screen.freeze()  # they are seen for a few seconds
    now = screen.page.evaluate("Date.now()") / 1000
    reactions = get_args(Reaction)
    said = [{"seat": 1, "name": "Bob", "text": each, "at": now, "reaction": True} for each in reactions]
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

"""How the table's page looks in every state, at every size, and what must never happen on it."""

import pytest

from tests.effort import THOROUGH, effort
from tests.table import states as table_states
from tests.table.looks import CHECKS, SIZES, faults_here, resized
from tests.table.page_screens import PAUSE, Screen
from tests.table.states import STATES, State

# How it looks


GROUPS = effort([[*STATES][half::2] for half in range(2)], [[name] for name in STATES])
"""States that are shown one after the other on the same page: to load it takes longer than to look at one."""


@pytest.mark.parametrize("names", GROUPS, ids=" ".join)
def test_every_state_looks_right_at_every_size(screen: Screen, names: list[str]) -> None:
    for size in resized(screen.page, SIZES):
        for name in names:
            screen.ask_first(STATES[name]())
            found = faults_here(screen.page, f"state-{name}", axe=THOROUGH or size == SIZES[-1])
            assert found == {check: [] for check in CHECKS}
            assert screen.page.locator("button.main >> visible=true").count() <= 1, name  # and gold


def test_the_panel_never_lies_on_the_dock(screen: Screen) -> None:
    screen.show(table_states.betting())
    screen.resize(320, 640)
    screen.page.click("#open-panel")
    for width, height in ((320, 640), (844, 390), (768, 1024)):
        screen.resize(width, height)
        for tab in ("talk", "hands", "deck"):
            screen.page.click(f".tabs [data-tab={tab}]")
            panel, me, actions = (screen.page.locator(each).bounding_box() for each in ("#panel", "#me", "#actions"))
            assert panel
            assert me
            assert actions
            assert panel["y"] + panel["height"] <= min(me["y"], actions["y"]), (tab, width)


LINES = """(element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const [all, first] = [range.getBoundingClientRect(), range.getClientRects()[0]];
    return 1 + Math.round((all.height - first.height) / parseFloat(getComputedStyle(element).lineHeight));
}"""


def test_a_long_name_leaves_room_for_the_words_beside_it(screen: Screen) -> None:
    screen.resize(390, 844)
    screen.show(table_states.long_names())
    assert screen.page.locator("#status b").evaluate(LINES) <= 3
    assert screen.page.locator("#mine .whose").evaluate(LINES) == 1
    assert screen.page.locator("#hand-number").evaluate(LINES) == 1
    assert screen.page.text_content("#mine .whose") == "Wolfgang Amadeus MWW (you)D"


def test_the_smallest_phone_says_everything_in_few_lines(screen: Screen) -> None:
    screen.resize(320, 640)
    for state in (table_states.betting(), table_states.stud()):
        screen.show(state)
        assert screen.page.locator("#game").evaluate(LINES) == 1
        lines = screen.page.locator(".did").evaluate_all(f"(all) => all.map({LINES})")
        assert set(lines) == {1}
    assert screen.page.text_content("[data-seat='5'] .did") == "raised to 1,240"
    screen.show(table_states.shown())
    assert screen.page.inner_text("[data-seat='5'] .did") == "pair of jacks"


OFF_THE_FELT = """() => {
    const label = document.querySelector(".join .field").firstChild, range = document.createRange();
    range.selectNode(label);
    return range.getBoundingClientRect().top >= document.querySelector("#name").getBoundingClientRect().top;
}"""


def test_the_question_for_a_name_is_not_written_on_the_table(screen: Screen) -> None:
    screen.resize(844, 390)
    screen.show(table_states.watching())
    assert screen.page.evaluate(OFF_THE_FELT)


def test_seven_cards_are_no_wider_than_what_is_under_them(screen: Screen) -> None:
    screen.resize(768, 1024)
    screen.show(table_states.stud())
    first, last, me = (
        screen.page.locator(each).bounding_box() for each in ("#hand > * >> nth=0", "#hand > * >> nth=6", "#me")
    )
    assert first
    assert last
    assert me
    assert first["x"] >= me["x"] - 1
    assert last["x"] + last["width"] <= me["x"] + me["width"] + 1


def test_open_cards_are_whole_on_a_phone_on_its_side(screen: Screen) -> None:
    screen.resize(844, 390)
    screen.show(table_states.stud())
    cards = screen.page.locator(".held .card")
    assert cards.count() > 10
    cards.evaluate_all("(all) => all.forEach((each) => each.classList.add('raised'))")
    tops = cards.evaluate_all("(all) => all.map((each) => each.getBoundingClientRect().top)")
    assert min(tops) >= 0


# What must never happen


def test_who_does_not_play_is_told_why(screen: Screen) -> None:
    broke = "You have no chips left. Ask the host for more."
    cases: list[tuple[State, str, str, str]] = [
        ({"out": "asked"}, "back", "You are sitting out.", "I'm back"),
        ({"out": "broke", "stack": 0}, "chips", broke, "Ask for chips"),
        ({"out": "asked", "stack": 0}, "chips", broke, "Ask for chips"),
        ({"away": True}, "back", "You were away, and nobody plays with your chips.", "I'm back"),
    ]
    state = table_states.shown() | {"fill": "solid"}
    for mine, asked, words, button in cases:
        screen.show(state | {"seats": [state["seats"][0] | mine, *state["seats"][1:]], "asked": asked})
        assert screen.page.text_content("#status > :nth-child(2)").startswith(words)  # type: ignore[union-attr]
        assert screen.page.text_content("#actions button.main") == button, mine


def test_who_came_when_others_were_ready_waits_for_the_hand_after(screen: Screen) -> None:
    screen.show(table_states.late())
    assert "you play the one after it" in screen.page.inner_text("#actions")
    assert screen.page.locator("#actions button.main").count() == 0
    assert "waits for you" not in screen.page.inner_text("#status")
    state = table_states.next_hand()
    screen.show(state | {"seats": [*state["seats"][:5], state["seats"][5] | {"late": True}]})
    screen.page.click("#actions button.main")
    ready = [seat | {"ready": seat["name"] == "Ann" or seat["ready"]} for seat in state["seats"]]
    screen.show(state | {"seats": [*ready[:5], ready[5] | {"late": True}], "asked": "ready", "waited": [2]})
    assert screen.page.inner_text("#status").endswith("Waiting for Clara.")


def test_others_see_why_somebody_does_not_play(screen: Screen) -> None:
    cases: list[tuple[State, str, str]] = [
        ({"out": "asked"}, "nobody", "sits out"),
        ({"out": "broke", "stack": 0}, "nobody", "no chips"),
        ({"away": True}, "nobody", "away"),
        ({"away": True}, "solid", "away, computer plays"),
    ]
    for theirs, substitute, words in cases:
        state = table_states.lobby() | {"substitute": substitute}
        screen.show(state | {"seats": [state["seats"][0], state["seats"][1] | theirs, *state["seats"][2:]]})
        assert screen.page.text_content('[data-seat="1"] .did') == words


def test_who_sits_out_from_the_next_hand_on_plays_this_one(screen: Screen) -> None:
    state = table_states.betting()
    screen.show(state | {"seats": [state["seats"][0] | {"out": "asked"}, *state["seats"][1:]], "sits_out": True})
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
    screen.freeze()
    screen.ask(state)
    dearer = state["round"] | {"legal": state["round"]["legal"] | {"call": 90}, "price": 90}
    screen.show(state | {"round": dearer, "seq": 41})
    screen.wait(PAUSE - 1)
    screen.page.locator("#actions .main").dispatch_event("click")
    assert screen.messages() == []
    screen.wait(1)
    screen.page.click("#actions .main")
    assert screen.messages() == [{"type": "act", "do": "call"}]
    screen.wait()
    screen.page.locator("#actions .main").dispatch_event("click")  # once
    assert len(screen.messages()) == 1


def test_talk_takes_no_focus_and_changes_no_button(screen: Screen) -> None:
    state = table_states.betting()
    screen.ask(state)
    screen.page.focus("#actions .main")
    screen.page.evaluate("window.button = document.activeElement")
    line = {"seat": 1, "name": "Bob", "text": "<b>hurry</b>", "at": 1763236300.0, "reaction": False}
    screen.show(state | {"seq": 41, "talk": [line]})
    assert screen.page.evaluate("document.activeElement === window.button && window.button.isConnected")
    assert "<b>hurry</b>" in screen.page.inner_text("#talk")  # as text


def test_the_last_hand_stays_until_the_next_deal(screen: Screen) -> None:
    screen.show(table_states.shown())
    screen.show(table_states.next_hand())
    assert screen.page.locator("#hand .card").count() == 5


def test_cards_of_others_are_not_in_the_page(screen: Screen) -> None:
    for name in ("betting", "waiting", "drawing", "holdem", "watching"):
        screen.show(STATES[name]())
        assert screen.page.locator('#seats use[href^="#card"]').count() == 0, name

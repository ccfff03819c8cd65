"""What the page does at the end of a hand: cards come one by one, wins pot by pot, and the next hand by itself."""

from typing import Any

import pytest

from tests.table import states
from tests.table.looks import resized
from tests.table.page_screens import Screen
from tests.table.states import AROUND, State

STEP = 800
"""Milliseconds that a card stays, as in run_out.js."""
STAY = 2000
"""Milliseconds that a win stays, as in wins.js."""


def board(screen: Screen) -> list[int]:
    """How many cards lie on each board."""
    return [row.locator(".card").count() for row in screen.page.locator("#middle .board").all()]


def told(screen: Screen) -> dict[str, str]:
    """What stands beside each seat."""
    seats = screen.page.locator(".seat[data-seat]").all()
    return {
        seat.locator(".name").inner_text(): seat.locator(".did").inner_text()
        for seat in seats
        if seat.locator(".did").count()
    }


def result(screen: Screen) -> str:
    """Whatever tells of the end."""
    return " ".join(
        [screen.page.inner_text("#status"), screen.page.inner_text("#middle"), screen.page.inner_text("#actions")]
    )


# All in


def begin_run_out(screen: Screen, over: State) -> None:
    screen.freeze()
    screen.show(states.all_in())
    screen.show(over)


def test_a_hand_that_is_shown_at_the_top_covers_nothing_of_the_bar(screen: Screen) -> None:
    state = states.run_out()
    hands = [["Qs", "Qd"] if number == 3 else hand for number, hand in enumerate(state["round"]["show"]["hands"])]
    show = state["round"]["show"] | {"hands": hands, "stages": []}
    for size in resized(screen.page, ((320, 640), (390, 844), (844, 390), (1280, 800))):
        screen.show(state | {"round": state["round"] | {"show": show}})
        cards = screen.page.locator("[data-seat='3'] .held.shown").bounding_box()
        words = screen.page.locator("#hand-number").bounding_box()
        assert cards
        assert cards["y"] >= (words["y"] + words["height"] if words else 0), size


def test_cards_come_one_by_one_with_open_hands_and_shares_and_the_end_comes_last(screen: Screen) -> None:
    begin_run_out(screen, states.run_out())
    for cards, mine, mia in ((3, "71.8%", "7.1%"), (4, "77.4%", "13.1%"), (5, "0%", "100%")):
        assert board(screen) == [cards]
        assert screen.page.inner_text("#status b") == f"All in: {mine}"
        assert told(screen)["Mia"] == mia
        assert screen.page.locator(".held.shown").count() == 2
        assert "Pot" in screen.page.inner_text("#middle")
        assert "2,480" in screen.page.inner_text("#middle")
        assert "Mia" not in result(screen)
        assert "straight" not in result(screen) + str(told(screen))
        assert screen.page.locator("#actions button, .won, .raised, .flying").count() == 0
        screen.wait(STEP)
    assert "Mia wins 2,480" in screen.page.inner_text("#status")
    assert "to Mia" in screen.page.inner_text("#middle")
    assert screen.page.locator(".seat.won").count() == 1
    assert screen.page.locator("#middle .raised").count() == 3
    assert screen.page.locator("#actions .main").inner_text() == "Next hand"


@pytest.mark.parametrize("how", ["tap", "Escape", "Enter", " "])
def test_a_tap_or_a_key_skips_to_the_end_and_presses_nothing(screen: Screen, how: str) -> None:
    begin_run_out(screen, states.run_out())
    if how == "tap":
        screen.page.mouse.click(640, 300)
    else:
        screen.page.keyboard.press(how)
    assert "Mia wins 2,480" in screen.page.inner_text("#status")
    assert screen.messages() == []


def test_a_hand_that_was_over_before_the_page_saw_it_is_shown_as_it_ended(screen: Screen) -> None:
    screen.freeze()
    screen.show(states.run_out())
    assert board(screen) == [5]
    assert "Mia wins 2,480" in screen.page.inner_text("#status")


def test_what_comes_meanwhile_does_not_begin_it_anew(screen: Screen) -> None:
    over = states.run_out()
    early = over | {"round": over["round"] | {"show": over["round"]["show"] | {
        "stages": [stage | {"shares": None} for stage in over["round"]["show"]["stages"]]}}}  # fmt: skip
    begin_run_out(screen, early)
    assert screen.page.inner_text("#status b") == "All in"
    screen.wait(STEP)
    screen.show(over)
    assert board(screen) == [4]
    assert screen.page.inner_text("#status b") == "All in: 77.4%"
    following = states.all_in()
    screen.show(following | {"round": following["round"] | {"number": 19, "board": []}})
    assert screen.page.locator("#middle .board .card").count() == 0


def test_the_second_board_comes_after_the_first(screen: Screen) -> None:
    begin_run_out(screen, states.run_out(twice=True))
    seen = []
    for _ in range(6):
        seen.append(board(screen))
        screen.wait(STEP)
    assert seen == [[3], [4], [5], [5, 4], [5, 5], [5, 5]]
    assert "board 2 to Bob" in screen.page.inner_text("#middle")


def test_those_who_want_nothing_to_move_get_the_pauses_all_the_same(screen: Screen) -> None:
    assert screen.page.evaluate("matchMedia('(prefers-reduced-motion: reduce)').matches")
    begin_run_out(screen, states.run_out())
    assert board(screen) == [3]
    screen.wait(STEP)
    assert board(screen) == [4]
    screen.wait(2 * STEP)
    assert "Mia wins" in screen.page.inner_text("#status")
    assert screen.page.locator(".flying").count() == 0


def test_those_who_are_all_in_are_asked_to_run_it_twice(screen: Screen) -> None:
    state = states.all_in() | {"asked": "twice"}
    state["round"]["turn"] = None
    screen.ask(state)
    assert "twice" in screen.page.inner_text("#status")
    screen.page.get_by_role("button", name="Run it twice").click()
    screen.ask(state | {"round": state["round"] | {"number": 19}})
    screen.page.get_by_role("button", name="Run it once").click()
    assert screen.messages() == [{"type": "twice", "yes": True}, {"type": "twice", "yes": False}]


# Pot by pot


def test_wins_are_shown_one_after_the_other_with_their_own_cards(screen: Screen) -> None:
    state = states.shown()
    show = state["round"]["show"]
    show["wins"] = [
        states.win(340, 0, ["Kh", "Kc", "Ks"], pot=1),
        states.win(200, 2, ["9c", "9d"], part="high"),
        states.win(140, 5, ["3s", "8d"], part="low"),
    ]
    screen.freeze()
    screen.show(state)
    seen = []
    for _ in range(4):
        raised = [card.get_attribute("aria-label") for card in screen.page.locator(".mini.raised").all()]
        mine = screen.page.locator("#hand .raised").count()
        seen.append((screen.page.inner_text("#middle .home").split("\n")[0], mine, len(raised)))
        screen.wait(STAY)
    assert [words.replace("\xa0", " ")[:20].strip() for words, _, _ in seen] == [
        "side pot 1 to you", "main pot, high to Cl", "main pot, low to Mia", "side pot 1 to you",
    ]  # fmt: skip
    assert [(mine, others) for _, mine, others in seen] == [(3, 0), (0, 2), (0, 2), (3, 0)]


# The next hand


def coming(screen: Screen, **changes: Any) -> State:
    """A hand that is over, at a table where the next one deals itself; what the page asks for is kept in `begun`."""
    screen.page.evaluate("""async () => {
        const { session } = await import("/page/table/session.js");
        window.begun = 0;
        session.begin = () => { window.begun += 1; };
    }""")
    state = states.shown() | {"next_in": 5} | changes
    screen.freeze()
    screen.show(state)
    return state


def begun(screen: Screen) -> int:
    return int(screen.page.evaluate("window.begun"))


def test_the_next_hand_deals_itself_and_says_when(screen: Screen) -> None:
    coming(screen)
    assert screen.page.inner_text("#actions .main").split() == ["Next", "hand", "5"]
    assert screen.page.get_by_role("button", name="Next hand", exact=True).count() == 1
    screen.wait(2250)
    assert screen.page.inner_text("#actions .main").split() == ["Next", "hand", "3"]
    screen.wait(2700)
    assert begun(screen) == 0
    screen.wait(100)
    assert begun(screen) == 1


def test_a_press_goes_sooner_and_sitting_out_ends_it(screen: Screen) -> None:
    state = coming(screen)
    screen.wait(1000)
    screen.page.get_by_role("button", name="Next hand").click()
    assert begun(screen) == 1
    screen.show(state | {"asked": "ready"})
    screen.wait(20_000)
    assert begun(screen) == 1


@pytest.mark.parametrize(
    "changes",
    [{"next_in": 0}, {"refused": "two players are needed"}, {"asked": "back"}, {"asked": "chips"}, {"asked": "late"}],
    ids=str,
)
def test_nobody_is_ready_who_is_not_asked(screen: Screen, changes: dict[str, Any]) -> None:
    coming(screen, **changes)
    screen.wait(20_000)
    assert begun(screen) == 0


def test_a_browser_that_objects_leaves_it_to_its_person(screen: Screen) -> None:
    screen.page.evaluate("""async () => {
        const { object } = await import("/page/fairness/checks.js");
        object(18, "something is wrong");
    }""")
    coming(screen)
    screen.wait(20_000)
    assert begun(screen) == 0


def test_it_is_not_counted_while_cards_are_still_to_come(screen: Screen) -> None:
    coming(screen)
    screen.show(states.all_in() | {"next_in": 5})
    screen.show(states.run_out() | {"next_in": 5})
    screen.wait(3 * STEP + 4900)
    assert begun(screen) == 0
    screen.wait(200)
    assert begun(screen) == 1


def test_sitting_out_is_offered_instead(screen: Screen) -> None:
    screen.ask(states.shown() | {"next_in": 5})
    screen.page.locator("#actions").get_by_role("button", name="Sit out").click()
    assert screen.messages() == [{"type": "sitout"}]


# Showing cards


def test_all_cards_or_one_are_shown_by_a_press_that_is_meant_for_it(screen: Screen) -> None:
    state = states.run_out()
    state["round"]["may_show"] = ["Kh", "9c"]
    screen.freeze()
    screen.show(state)
    row = screen.page.get_by_role("group", name="Show cards")
    row.get_by_role("button", name="Show all").click()
    assert screen.messages() == []  # it was meant for the question before
    screen.wait()
    row.get_by_role("button", name="Show all").click()
    row.get_by_role("button", name="Show the Nine of clubs").click()
    assert screen.messages() == [{"type": "show", "cards": ["Kh", "9c"]}, {"type": "show", "cards": ["9c"]}]
    assert screen.page.locator('#actions .main[aria-disabled="false"]').count() == 1  # the question is still there


def test_what_somebody_shows_lies_at_the_seat_and_is_told_to_those_who_listen(screen: Screen) -> None:
    state = states.shown()
    screen.show(state)
    showed = [[], ["As"], [], [], [], []]
    screen.show(state | {"round": state["round"] | {"show": state["round"]["show"] | {"showed": showed}}})
    held = screen.page.get_by_role("group", name="Bob shows")
    assert held.get_by_role("img", name="Ace of spades").count() == 1
    assert screen.page.text_content("#heard") == "Bob shows the Ace of spades."


def test_what_somebody_shows_lies_beside_the_open_cards(screen: Screen) -> None:
    state = states.shown()
    players = [each | {"up": ["Kd", "2c"]} if number == 1 else each for number, each in enumerate(AROUND)]
    show = state["round"]["show"] | {"showed": [[], ["As"], [], [], [], []]}
    screen.show(state | {"round": state["round"] | {"players": players, "show": show}})
    held = screen.page.get_by_role("group", name="Bob shows").get_by_role("img")
    assert [each.get_attribute("aria-label") for each in held.all()] == [
        "King of diamonds",
        "Two of clubs",
        "Ace of spades",
    ]


def test_what_was_said_is_said_once_while_the_cards_come(screen: Screen) -> None:
    screen.freeze()
    screen.show(states.all_in() | {"talk": []})
    screen.show(states.run_out())
    screen.wait(5 * STEP)
    assert screen.page.locator("#talk li").count() == len(states.TALK)

"""What can be done on the table's page, now and ahead, and what no press does."""

from typing import Any

from tests.table import states as table_states
from tests.table.looks import SIZES, resized
from tests.table.page_screens import PAUSE, Screen
from tests.table.states import State

# Betting


def test_an_amount_is_chosen_by_slider_typing_and_sizes(screen: Screen) -> None:
    screen.ask(table_states.betting())
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


def test_moves_have_keys(screen: Screen) -> None:
    keys = {"f": "fold", "c": "call", "Shift+C": "call", "Enter": "call"}
    state = table_states.betting()
    for hand, key in enumerate(keys, start=1):
        screen.ask(state | {"round": state["round"] | {"number": hand}})
        screen.page.keyboard.press(key)
    assert screen.messages() == [{"type": "act", "do": sent} for sent in keys.values()]


def test_a_fixed_limit_offers_no_amounts(screen: Screen) -> None:
    screen.show(table_states.stud())
    assert screen.page.locator(".raise").count() == 0
    assert screen.page.text_content("[data-id=r]") == "Raise to 120"


def test_cards_are_thrown_away_by_tapping_or_keys(screen: Screen) -> None:
    screen.ask(table_states.drawing())
    screen.page.click("#hand button >> nth=2")
    screen.page.keyboard.press("4")
    assert screen.page.inner_text("#actions .main") == "Draw 2"
    screen.page.click("#actions .main")
    assert screen.messages() == [{"type": "act", "do": "discard", "cards": ["9h", "6h"]}]


# Deciding ahead


DECISION = """async (state) => {
    const { decision } = await import("/page/table/pre_actions.js");
    (await import("/page/table/render.js")).show(state);
    return decision(state);
}"""


def my_turn(price: int, **legal: Any) -> State:
    state = table_states.waiting()
    changed = table_states.LEGAL | {"call": price, "check": not price, "fold": bool(price)} | legal
    return state | {"seq": 50, "asked": "act", "round": state["round"] | {"turn": 0, "price": price, "legal": changed}}


def free() -> State:
    """Others think, and checking is free."""
    state = table_states.waiting()
    return state | {"round": state["round"] | {"price": 0}}


def test_a_call_decided_ahead_is_made_at_the_same_price_only(screen: Screen) -> None:
    for price, expected in ((80, {"do": "call"}), (120, None)):
        screen.ask(table_states.waiting())
        screen.page.check("[name=ahead][value=call]")
        assert screen.messages() == []  # nothing leaves the browser before the turn
        assert screen.page.evaluate(DECISION, my_turn(price)) == expected
    assert screen.page.inner_text("#notice").startswith("Raised to 1,240")


def test_a_check_decided_ahead_never_pays(screen: Screen) -> None:
    for choice, price, expected in (
        ("check or fold", 0, {"do": "check"}),
        ("check or fold", 40, {"do": "fold"}),
        ("check", 0, {"do": "check"}),
        ("check", 40, None),
    ):
        screen.ask(free())
        screen.page.check(f"[name=ahead][value='{choice}']")
        assert screen.page.evaluate(DECISION, my_turn(price)) == expected, (choice, price)


def test_what_was_decided_ahead_is_not_for_the_next_street(screen: Screen) -> None:
    screen.ask(free())
    screen.page.check("[name=ahead][value='check or fold']")
    later = my_turn(40)
    assert screen.page.evaluate(DECISION, later | {"round": later["round"] | {"street": "after the draw"}}) is None


def chosen_ahead(screen: Screen) -> str | None:
    found: str | None = screen.page.evaluate("document.querySelector('[name=ahead]:checked')?.value ?? null")
    return found


def test_a_second_press_decides_nothing_ahead(screen: Screen) -> None:
    screen.freeze()
    screen.ask(table_states.checked_to())
    box = screen.page.locator("#actions .main").bounding_box()
    assert box
    for part in (0.2, 0.5, 0.8):
        screen.ask(table_states.checked_to() | {"seq": 41})
        screen.show(free() | {"seq": 42})
        screen.wait(PAUSE - 1)
        screen.page.mouse.click(box["x"] + part * box["width"], box["y"] + box["height"] / 2)
        assert chosen_ahead(screen) is None
    there = screen.page.locator("label:has([value=check])").bounding_box()
    assert there
    screen.show(free() | {"seq": 43, "round": free()["round"] | {"street": "after the draw"}})
    screen.page.mouse.move(there["x"] + 9, there["y"] + 9)
    screen.wait(PAUSE - 1)
    screen.page.mouse.down()  # too soon, however long the finger stays
    screen.wait()
    assert screen.page.get_attribute("[name=ahead][value=check]", "aria-disabled") == "false"
    screen.page.mouse.up()
    assert chosen_ahead(screen) is None
    screen.page.mouse.click(there["x"] + 9, there["y"] + 9)
    assert chosen_ahead(screen) == "check"


def test_what_folds_is_not_where_checking_or_calling_was(screen: Screen) -> None:
    for size in resized(screen.page, SIZES):
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
            assert now["x"] >= was["x"] + was["width"], size


def test_a_press_does_not_pay_what_has_just_become_the_price(screen: Screen) -> None:
    screen.freeze()
    screen.ask(free())
    screen.page.check("[name=ahead][value=check]")
    screen.show(table_states.waiting() | {"seq": 41})
    screen.wait(PAUSE - 1)
    screen.page.locator("[name=ahead][value=call]").click(force=True)
    assert chosen_ahead(screen) is None
    assert screen.page.evaluate(DECISION, my_turn(80)) is None


def test_others_may_act_while_something_is_decided_ahead(screen: Screen) -> None:
    screen.freeze()
    screen.ask(free())
    screen.show(free() | {"seq": 41, "round": free()["round"] | {"turn": 3}})
    assert screen.page.get_attribute("[name=ahead][value=check]", "aria-disabled") == "false"


def test_a_fold_that_waits_is_seen_and_can_be_taken_back(screen: Screen) -> None:
    for choice, expected in ((None, {"do": "fold"}), ("fold", None)):
        screen.ask(free())
        screen.page.check("[name=ahead][value='check or fold']")
        screen.ask(table_states.waiting() | {"seq": 41})
        assert chosen_ahead(screen) == "fold"
        if choice:
            screen.page.uncheck(f"[name=ahead][value={choice}]")
        assert screen.page.evaluate(DECISION, my_turn(80)) == expected


def test_a_notice_is_said_again_and_goes_away(screen: Screen) -> None:
    screen.page.evaluate("""() => {
        window.said = [];
        const seen = () => notice.textContent && window.said.push(notice.textContent);
        new MutationObserver(seen).observe(notice, { childList: true });
    }""")
    for price in (120, 120):
        screen.ask(table_states.waiting())
        screen.page.check("[name=ahead][value=call]")
        assert screen.page.inner_text("#notice") == ""  # by what was done
        screen.show(table_states.waiting() | {"round": table_states.waiting()["round"] | {"price": price}})
    assert screen.page.evaluate("window.said") == ["Raised to 1,240: your choice was cleared."] * 2
    later = table_states.waiting()["round"] | {"street": "after the draw", "price": 0}
    screen.show(table_states.waiting() | {"round": later})
    assert screen.page.inner_text("#notice") == ""


def test_nothing_is_asked_while_the_table_is_paused(screen: Screen) -> None:
    for state in (table_states.betting(), table_states.drawing(), table_states.waiting()):
        screen.show(state | {"paused": True, "asked": "nothing"})
        assert screen.page.inner_text("#actions") == ""

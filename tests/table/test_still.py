"""Nothing moves in a hand: cards, seats and the dock stay where they are from the deal to the show, at every size."""

from typing import Any

import pytest

from tests.table import states
from tests.table.looks import resized
from tests.table.page_screens import Screen
from tests.table.states import AROUND, HOLDEM, LEGAL, State, seat, table

SIZES = ((320, 640), (390, 844), (844, 390), (1280, 800), (1920, 1080))
WHERE = """() => Object.fromEntries(
    [...document.querySelectorAll(".dock, .hand, .hand > *, .me, .controls, .seat .plate, .board")].map((each) => {
        const { left, top, width, height } = each.getBoundingClientRect();
        const number = [...each.parentElement.children].indexOf(each);
        const name = `${each.className} ${number} ${each.closest("[data-seat]")?.dataset.seat}`;
        const moved = getComputedStyle(each).translate.split(" ").map(parseFloat);  // what is raised lies where it lay
        const [x, y] = each.closest(".hand") ? [moved[0] || 0, moved[1] || 0] : [0, 0];
        return [name.replace(/ (dealt|raised|lowered|past|turn|won|tight|open)\\\\b/g, ""),
            [left - x, top - y, width, height].map(Math.round)];
    }))"""


def hand_of_draw() -> dict[str, State]:
    """A hand of five-card draw from the deal to the show, with all that is said on the way."""
    long = {"stack": 999_999_999, "name": "Wolfgang Amadeus MWW"}
    turn = states.betting()
    names = [seat(each["name"], stack=each["stack"]) for each in turn["seats"]]
    return {
        "others think": states.waiting(),
        "my turn": turn,
        "long name at another": turn | {"seats": [names[0], names[1] | long, *names[2:]]},
        "paused": states.paused(),
        "draw": states.drawing(),
        "won": states.shown(),
        "lost": states.shown(won=False),
        "next hand": states.next_hand(),
    }


def hand_of_holdem() -> dict[str, State]:
    before = table(HOLDEM, AROUND, round_={"hand": ["Kh", "9c"], "legal": LEGAL, "price": 60, "made": "a king"})
    ended = [each | {"bet": 0, "cards": 0, "folded": number > 1} for number, each in enumerate(AROUND)]
    board = ["Kd", "9s", "4h", "2c", "Th"]
    show: State = {
        "hands": [["Kh", "9c"], ["Ah", "Ac"], [], [], [], []], "made": ["two pair", "a pair of aces", "", "", "", ""],
        "made_of": [["Kh", "9c", "Kd", "9s"], [], [], [], [], []], "winners": [0], "won": [480, 0, 0, 0, 0, 0],
        "returned": [0] * 6, "lines": ["You win 480 with two pair, kings and nines.", "Bob had a pair of aces."],
        "wins": [states.win(480, 0, ["Kh", "Kd", "9c", "9s"])], "stages": [], "showed": [[]] * 6,
    }  # fmt: skip
    over = {"turn": None, "hand": ["Kh", "9c"], "board": board, "show": show, "pot": 0}
    pots = [{"amount": 300, "players": [0, 1, 2]}, {"amount": 200, "players": [0, 1]}]
    side = states.flop(turn=2, legal=None)
    wolfgang = [each | {"name": "Wolfgang Amadeus MWW"} if number == 1 else each for number, each in enumerate(ended)]
    wraps = show | {
        "winners": [0, 1],
        "wins": [{"pot": 0, "board": 0, "part": "high", "players": [0, 1], "amounts": [240, 240], "cards": [[], []]},
                 states.win(200, 1, ["Ah", "Ac"], pot=1, part="high")],
        "lines": ["You win 240 from the main pot with two pair, kings and nines.",
                  *["Wolfgang Amadeus MWW wins 240 from side pot 1 with a pair of aces, king ten nine kickers."] * 3],
    }  # fmt: skip
    return {
        "before the flop": before,
        "side pots": side | {"asked": "ahead", "round": side["round"] | {"pots": pots}},
        "who won wraps": table(
            HOLDEM, wolfgang, round_=over | {"show": wraps}, phase="shown", left=None, asked="begin"
        ),
        "flop": states.flop(),
        "others think": states.flop(turn=2, legal=None) | {"asked": "ahead"},
        "river": states.holdem(),
        "show": table(HOLDEM, ended, round_=over, phase="shown", left=None, asked="begin"),
        "show one": table(
            HOLDEM, ended, round_=over | {"may_show": ["Kh", "9c"]}, phase="shown", left=None, asked="begin"
        ),
    }


def places(screen: Screen, state: State) -> dict[str, list[int]]:
    screen.show(state)
    found: dict[str, list[int]] = screen.page.evaluate(WHERE)
    return found


@pytest.mark.parametrize("play", [hand_of_draw, hand_of_holdem], ids=["draw", "hold'em"])
def test_nothing_moves_from_the_deal_to_the_show(screen: Screen, play: Any) -> None:
    phases = play()
    for size in resized(screen.page, SIZES):
        first = places(screen, next(iter(phases.values())))
        assert sum("plate" in name for name in first) == 5
        for name, state in phases.items():
            now = places(screen, state)
            moved = {each: (first[each], now[each]) for each in first.keys() & now.keys() if first[each] != now[each]}
            assert moved == {}, (name, size)


def test_words_stay_in_their_place_however_many_they_are(screen: Screen) -> None:
    state = hand_of_holdem()["who won wraps"]
    for size in resized(screen.page, SIZES):
        for you in (0, None):
            screen.show(state | {"you": you, "round": state["round"] | {"me": you}})
            words, place = (screen.page.locator(each).bounding_box() for each in ("#status", "#me"))
            assert words
            assert place
            assert place["y"] <= words["y"], (size, you)
            assert words["y"] + words["height"] <= place["y"] + place["height"], (size, you)


def test_notices_and_hints_lie_over_the_felt(screen: Screen) -> None:
    for size in resized(screen.page, SIZES):
        screen.ask_first(states.drawing())
        before = screen.page.evaluate(WHERE)
        screen.page.evaluate("async () => (await import('/page/table/session.js')).notice('The street has changed.')")
        screen.page.evaluate("async () => { document.getElementById('verdict').textContent = 'That cost .57 antes.' }")
        assert screen.page.locator("#notice").bounding_box()
        assert screen.page.evaluate(WHERE) == before, size


def test_a_large_screen_has_larger_seats_and_whole_names(screen: Screen) -> None:
    widths, cut = {}, {}
    for size in resized(screen.page, ((1280, 800), (1920, 1080))):
        state = states.betting()
        named = [each | {"name": "Bartholomäus Öztürk-W"[:20]} for each in state["round"]["players"]]
        screen.show(state | {"round": state["round"] | {"players": named}})
        widths[size] = screen.page.locator(".plate >> nth=0").evaluate("(each) => each.offsetWidth")
        cut[size] = screen.page.locator(".plate .name").evaluate_all(
            "(all) => all.filter((each) => each.scrollWidth > each.clientWidth).length"
        )
    assert widths[1920, 1080] > 1.4 * widths[1280, 800]
    assert cut[1920, 1080] == 0

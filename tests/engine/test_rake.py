"""What the house takes: a part of each pot up to a cap; nothing of uncalled bets and of hands without a flop."""

import re
from fractions import Fraction
from typing import Any

import pytest

from fivecard.engine import VARIANTS, Call, Deal, Event, Raise, Rake, Raked, Returned, Stakes, Won
from fivecard.errors import HistoryError, RulesError
from fivecard.histories import History, action_rows, dumps, loads
from fivecard.words.narrating import Narrator
from tests.engine.tables import ACES_KINGS_QUEENS, DRY, after, play, table

TENTH = Rake(Fraction(1, 10))
BLINDS: dict[str, Any] = {"blinds": (1, 2), "small_bet": 2}


def rakes(events: list[Event]) -> list[Event]:
    return [event for event in events if isinstance(event, Raked)]


def test_each_pot_is_raked_before_it_is_divided() -> None:
    state = table("holdem", (30, 60, 100), *ACES_KINGS_QUEENS, DRY, **BLINDS, rake=TENTH)
    state, events = play(state, "r100 c c")
    assert Returned(2, 40, 40, 150, 2) in events  # and is not raked
    assert events[-4:] == [
        Raked(9, 141, 9, 0), Won(0, 81, 81, 60, 9, 0, 0), Raked(6, 54, 9, 1), Won(1, 54, 54, 0, 9, 1, 0)
    ]  # fmt: skip
    assert (state.stacks, state.raked) == ((81, 54, 40), 15)


@pytest.mark.parametrize(
    ("cap", "taken"),
    [
        (15, [Raked(9, 141, 9, 0), Raked(6, 54, 9, 1)]),
        (11, [Raked(9, 141, 9, 0), Raked(2, 58, 9, 1)]),
        (9, [Raked(9, 141, 9, 0)]),
        (0, []),
    ],
)
def test_the_cap_is_for_all_pots_of_a_hand(cap: int, taken: list[Event]) -> None:
    rake = Rake(Fraction(1, 10), cap=cap)
    state = table("holdem", (30, 60, 100), *ACES_KINGS_QUEENS, DRY, **BLINDS, rake=rake)
    assert rakes(play(state, "r100 c c")[1]) == taken


def test_what_is_left_of_a_chip_stays_in_the_pot() -> None:
    state = table("holdem", (100,) * 3, *ACES_KINGS_QUEENS, DRY, ante=13, rake=TENTH)
    assert play(state, "x x x " * 4)[1][-2:] == [Raked(3, 36, 9), Won(0, 36, 123, 0, 9, 0, 0)]


@pytest.mark.parametrize(
    ("name", "stakes", "first_round", "later", "pots"),
    [
        ("holdem", BLINDS, "r20 r60 f f", "r20 c f r20 f", (42, 42)),
        ("five-card-draw", {"ante": 10, "small_bet": 8}, "r8 f f", "r8 c f pat pat r8 f", (30, 46)),
        ("razz", {"ante": 10, "bring_in": 1, "small_bet": 8}, "r8 f f", "r8 c c f f", (30, 54)),
    ],
)
def test_no_flop_no_drop(
    name: str, stakes: dict[str, Any], first_round: str, later: str, pots: tuple[int, int]
) -> None:
    """PokerStars: nothing is taken of hands that end before the flop, before the draw, or on third street."""
    for no_flop_no_drop in (True, False):
        rake = Rake(Fraction(1, 10), no_flop_no_drop=no_flop_no_drop)
        state = table(name, (100,) * 3, **stakes, rake=rake)
        early, late = (play(state, actions) for actions in (first_round, later))
        assert early[0].raked == (0 if no_flop_no_drop else pots[0] // 10)
        assert late[0].raked == pots[1] // 10
        assert [sum(over.stacks) + over.raked for over, _ in (early, late)] == [300, 300]


def test_who_is_all_in_before_the_flop_sees_it_and_is_raked() -> None:
    state = table("holdem", (100, 100), "As Ah", "Ks Kh", DRY, **BLINDS, rake=TENTH)
    assert after(state, "r100 c").raked == 20


def test_a_bomb_pot_has_a_flop_before_the_first_round_of_betting() -> None:
    state = table(VARIANTS["omaha"].as_bomb_pot(), (100,) * 3, ante=5, small_bet=2, rake=TENTH)
    assert after(state, "r15 f f").raked == 1


def test_a_void_deal_is_not_raked() -> None:
    cards = ("2c 3c 4c 5c 7d", "9s 9h 2d 3d 4d", "Ts Th 2h 3h 5h")
    rake = Rake(Fraction(1, 10), no_flop_no_drop=False)
    state = after(table(VARIANTS["five-card-draw"].with_openers(), (100,) * 3, *cards, ante=9, rake=rake), "x x x")
    assert (state.stacks, state.raked) == ((100,) * 3, 0)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"part": 0.05}, "the rake is a Fraction between 0 and 1, not 0.05"),
        ({"part": Fraction(1)}, "the rake is a Fraction between 0 and 1, not Fraction(1, 1)"),
        ({"part": Fraction(1, 20), "cap": -1}, "the cap of the rake is a whole number of chips, not -1"),
        ({"part": Fraction(1, 20), "cap": 1.5}, "the cap of the rake is a whole number of chips, not 1.5"),
        ({"part": Fraction(1, 20), "no_flop_no_drop": 1}, "no flop, no drop, or not: 1 is neither True nor False"),
    ],
)
def test_what_is_no_rake_is_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(RulesError, match=f"^{re.escape(message)}$"):
        Rake(**given)
    with pytest.raises(RulesError, match="not a Rake: 5"):
        Stakes(rake=5)  # type: ignore[arg-type]


# Told and written


def raked_hand() -> History:
    """Three are all in for different stacks."""
    begun = table("holdem", (30, 60, 100), *ACES_KINGS_QUEENS, DRY, **BLINDS, rake=TENTH)
    assert begun.stakes is not None
    deck = (*[card for cards in zip(*begun.hands, strict=True) for card in cards], *begun.stub)
    return History(begun.rules, begun.stakes, (30, 60, 100), Deal(deck), (Raise(2, 100), Call(0), Call(1)))


def test_a_rake_is_told() -> None:
    *_, (_, state, events) = raked_hand().steps()
    told = Narrator(("Ann", "Bob", "Cleo")).tell(events, state)
    assert told[-4] == "The house takes 9 from the pot."
    assert told[-2] == "The house takes 6 from side pot 1."
    rows = [*action_rows(raked_hand())]
    assert [(row.action, row.amount, row.pot) for row in rows[-4:]] == [
        ("rake", 9, 141), ("win", 81, 60), ("rake", 6, 54), ("win", 54, 0)
    ]  # fmt: skip


def test_a_rake_is_written_as_pokerstars_does_and_read_again() -> None:
    text = dumps(raked_hand(), "pokerstars")
    assert "Total pot 150 Main pot 90. Side pot 60. | Rake 15\n" in text
    again = loads(text)
    assert (again.details["rake"], again.details["collected"]) == (15, (81, 54, 0))
    with pytest.raises(HistoryError, match="PHH cannot say that the house takes a rake"):
        dumps(raked_hand())

"""Boards that are run more than once: who is all in before the last card plays each board for a part of the pot."""

import re
from fractions import Fraction
from random import Random

import pytest

from fivecard import IllegalActionError
from fivecard.cards import parse_cards
from fivecard.engine import VARIANTS, BoardDealt, Deal, Rake, Raked, Stakes, Won, apply, start
from fivecard.words.narrating import Narrator
from tests.engine.tables import after, now, play, refused, table

ACES, KINGS = "As Ah", "Ks Kh"
BLANKS, KING_HIGH = "2c 3d 8h 9c Jd", "Kc 4d 5s 6c Th"


def test_each_board_is_for_half_of_the_pot() -> None:
    state = table("holdem", (100, 100), ACES, KINGS, BLANKS, KING_HIGH, blinds=(1, 2), small_bet=2, runs=2)
    state, events = play(state, "r100 c")
    dealt = [event for event in events if isinstance(event, BoardDealt)]
    assert [(len(event.cards), event.board) for event in dealt] == [(3, 0), (1, 0), (1, 0), (5, 1)]
    assert (state.board, state.boards) == (parse_cards(BLANKS), (parse_cards(KING_HIGH),))
    assert events[-2:] == [Won(0, 100, 100, 100, 9, 0, 0, 0), Won(1, 100, 100, 0, 9, 0, 0, 1)]
    assert (state.stacks, state.winners) == ((100, 100), (0, 1))


def test_the_boards_share_what_lay_there_before_all_were_all_in() -> None:
    cards = (ACES, KINGS, "2c 3d 8h", "9c Jd", "Kc Qd", "Kd 2h")
    state = table("holdem", (100, 100), *cards, blinds=(1, 2), small_bet=2, runs=3)
    state, events = play(state, "c x r98 c")
    assert [event for event in events if isinstance(event, BoardDealt)][3:] == [
        BoardDealt(parse_cards("Kc Qd"), 9, 1), BoardDealt(parse_cards("Kd 2h"), 9, 2)
    ]  # fmt: skip
    assert [board[:3] for board in (state.board, *state.boards)] == [parse_cards("2c 3d 8h")] * 3
    assert [event.seat for event in events if isinstance(event, Won)] == [0, 1, 1]


def test_odd_chips_go_with_the_first_board() -> None:
    cards = (ACES, KINGS, "7c 6d", BLANKS, KING_HIGH)
    state = table("holdem", (10, 10, 100), *cards, ante=1, small_bet=1, runs=2)
    assert after(state, "r9 c f").stacks == (11, 10, 99)  # 21 chips


@pytest.mark.parametrize(
    ("stacks", "actions", "parts"),
    [((4, 4), "r3 c", [3, 3, 2]), ((5, 5), "r4 c", [4, 3, 3]), ((5, 5, 9), "r4 c f", [4, 4, 3])],
)
def test_no_board_has_two_odd_chips(stacks: tuple[int, ...], actions: str, parts: list[int]) -> None:
    cards = (ACES, KINGS, "7c 6d")[: len(stacks)]
    state = table("holdem", stacks, *cards, BLANKS, KING_HIGH, "Qc 4h 5d 6s Tc", ante=1, small_bet=1, runs=3)
    wins = [event for event in play(state, actions)[1] if isinstance(event, Won)]
    assert [sum(event.amount for event in wins if event.board == board) for board in range(3)] == parts


def test_who_ties_on_both_boards_gets_one_odd_chip() -> None:
    """Robert's Rules, ties: no player gets more than one odd chip. Of six, each board leaves one."""
    boards = ("Ac Kd Qc Jd Td", "Ad Kc Qd Jc Tc")
    state = table("holdem", (3, 3), "2s 3s", "2h 3h", *boards, ante=1, small_bet=1, runs=2)
    assert after(state, "r2 c").won == (3, 3)


def test_side_pots_are_divided_by_board_too() -> None:
    cards = (ACES, KINGS, "Qs Qh", BLANKS, "Qc 4d 5s 6c Th")
    state = table("holdem", (30, 60, 100), *cards, blinds=(1, 2), small_bet=2, runs=2)
    wins = [event for event in play(state, "r100 c c")[1] if isinstance(event, Won)]
    assert wins == [
        Won(0, 45, 45, 105, 9, 0, 0, 0), Won(2, 45, 85, 60, 9, 0, 0, 1),
        Won(1, 30, 30, 30, 9, 1, 0, 0), Won(2, 30, 115, 0, 9, 1, 0, 1),
    ]  # fmt: skip


def test_a_pot_is_raked_once_before_it_is_divided() -> None:
    rake = Rake(Fraction(1, 20))
    state = table("holdem", (100, 100), ACES, KINGS, BLANKS, KING_HIGH, blinds=(1, 2), small_bet=2, runs=2, rake=rake)
    assert play(state, "r100 c")[1][-3:] == [
        Raked(10, 190, 9), Won(0, 95, 95, 95, 9, 0, 0, 0), Won(1, 95, 95, 0, 9, 0, 0, 1)
    ]  # fmt: skip


@pytest.mark.parametrize(
    "actions",
    [
        "c x" + " x x" * 3,  # nobody is all in
        "c x x x x x r98 c",  # all cards are out
        "r50 f",
    ],
)
def test_there_is_one_board_where_nothing_is_to_be_run(actions: str) -> None:
    state = table("holdem", (100, 100), ACES, KINGS, BLANKS, KING_HIGH, blinds=(1, 2), small_bet=2, runs=2)
    once = table("holdem", (100, 100), ACES, KINGS, BLANKS, KING_HIGH, blinds=(1, 2), small_bet=2)
    assert after(state, actions) == after(once, actions)._replace(runs=2)


def test_who_has_chips_left_but_nobody_to_bet_against_runs_it_too() -> None:
    state = table("holdem", (100, 40), ACES, KINGS, BLANKS, KING_HIGH, blinds=(1, 2), small_bet=2, runs=2)
    assert after(state, "c r40 c").stacks == (100, 40)


def test_players_who_can_still_bet_do_not_run_it_though_one_is_all_in() -> None:
    state = table("holdem", (20, 100, 100), ACES, KINGS, "7c 6d", BLANKS, blinds=(1, 2), small_bet=2, runs=2)
    state = after(state, "r20 c c")
    assert (now(state).check, state.boards) == (True, ())
    over = after(state, "x r80 c")  # all in on the flop now
    assert [len(board) for board in over.boards] == [5]
    assert over.boards[0][:3] == over.board[:3]


@pytest.mark.parametrize("name", ["holdem", "omaha", "omaha-hi-lo", "short-deck"])
def test_two_boards_pay_as_both_would_by_themselves(name: str) -> None:
    """By itself, each board is run once: the second after the cards of the first have been put below the deck."""
    rules = VARIANTS[name]
    for seed in range(30):
        deal = Deal.shuffled(Random(seed), cards=sorted(rules.deck), reserve=False)
        dealt, deck = 3 * rules.hole, deal.deck
        rotated = (*deck[:dealt], *deck[dealt + 5 :], *deck[dealt : dealt + 5])
        won = []
        for runs, cards in ((2, deck), (1, deck), (1, rotated)):
            state = start(rules, 3, stakes=Stakes(ante=48, small_bet=48), stacks=48, runs=runs)
            won.append(apply(state, Deal(cards))[0].won)
        assert [2 * chips for chips in won[0]] == [first + second for first, second in zip(*won[1:], strict=True)]


def test_boards_are_told_apart() -> None:
    state = table("holdem", (100, 100), ACES, KINGS, BLANKS, KING_HIGH, blinds=(1, 2), small_bet=2, runs=2)
    state, events = play(state, "r100 c")
    told = Narrator(("Ann", "Bob")).tell(events[-4:], state)
    assert told == [
        "Board 2 is Kc 4d 5s 6c Th.",
        "Ann shows As Ah.",
        "Bob shows Ks Kh.",
        "Ann wins 100 on board 1 with a pair of aces, jack nine eight kickers.",
        "Bob wins 100 on board 2 with three kings, ten six kickers.",
    ]


@pytest.mark.parametrize(
    ("name", "players", "runs", "message"),
    [
        ("holdem", 2, -1, "a board is run once or more often, not -1 times"),
        ("holdem", 2, True, "a board is run once or more often, not True times"),
        ("razz", 2, 2, "there is no board to run more than once in razz"),
        ("five-card-draw", 2, 2, "there is no board to run more than once in five-card draw"),
        ("omaha-6", 7, 3, "there are too few cards for 3 boards and 7 players"),
    ],
)
def test_what_cannot_be_run_is_refused(name: str, players: int, runs: int, message: str) -> None:
    stakes = Stakes(ante=1, bring_in=int(name == "razz"), small_bet=2)
    with pytest.raises(IllegalActionError, match=f"^{re.escape(message)}$"):
        start(VARIANTS[name], players, stakes=stakes, stacks=9, runs=runs)


def test_a_deck_must_have_cards_for_all_boards() -> None:
    state = start(VARIANTS["holdem"], 2, stakes=Stakes(ante=1), stacks=9, runs=2)
    deck = sorted(VARIANTS["holdem"].deck)
    assert refused(state, Deal(tuple(deck[:13]))) == "2 players need 14 cards, the deck has 13"

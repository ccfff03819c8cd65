"""What is told of a hand: everything that happens, in sentences, and nothing that is not to be seen."""

import random
import re

import pytest

from fivecard.cards import parse_cards
from fivecard.engine import (
    RULES,
    THREE_CARD_DRAW,
    VARIANTS,
    Action,
    Call,
    Check,
    Deal,
    Discard,
    Drew,
    Fold,
    Limit,
    Raise,
    Rules,
    Stakes,
    State,
    apply,
    legal,
    start,
    view_for,
)
from fivecard.words.narrating import Narrator

NAMES = ("Ann", "Bob", "You")
CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")


def told(state: State, *actions: Action, names: tuple[str, ...] = NAMES) -> list[str]:
    """What is told of some actions to somebody who sees everything."""
    lines: list[str] = []
    for action in actions:
        state, events = apply(state, action)
        lines += Narrator(names).tell(events, state)
    return lines


def holdem(deck: str, *stacks: int) -> State:
    stakes = Stakes(blinds=(1, 2), small_bet=2)
    begin = start(VARIANTS["holdem"], len(stacks), stakes=stakes, stacks=stacks)
    return apply(begin, Deal(parse_cards(deck)))[0]


def test_side_pots_and_all_ins_are_told() -> None:
    state = holdem("As Ks Qs Ad Kd Qd 2c 7d 9h Js 3c", 10, 20, 30)
    assert told(state, Raise(2, 30), Call(0), Call(1)) == [
        "You raise to 30, all in.",
        "Ann calls 9, all in.",
        "Bob calls 18, all in.",
        "You get 10 back.",
        "The flop is 2c 7d 9h.",
        "The turn is Js: 2c 7d 9h Js.",
        "The river is 3c: 2c 7d 9h Js 3c.",
        "Ann shows As Ad: a pair of aces, jack nine seven kickers.",
        "Bob shows Ks Kd: a pair of kings, jack nine seven kickers.",
        "You show Qs Qd: a pair of queens, jack nine seven kickers.",
        "Ann wins 30 with a pair of aces, jack nine seven kickers.",
        "Bob wins 20 from side pot 1 with a pair of kings, jack nine seven kickers.",
    ]


def test_high_and_low_are_told_apart() -> None:
    rules, stakes = VARIANTS["omaha-hi-lo"], Stakes(blinds=(1, 2), small_bet=2, big_bet=4)
    deck = parse_cards("As Kc 2d Kd Qc 9c Qh 9d 3c 4d 8s Ks 9h")
    state, _ = apply(start(rules, 2, stakes=stakes, stacks=2), Deal(deck))
    lines = told(state, Call(1), names=("Ann", "Bob"))
    assert lines[-2:] == [
        "Bob wins 2 with three kings, nine eight kickers.",
        "Ann wins 2 with eight-four low, 8-4-3-2-A.",
    ]


def test_a_deal_that_nobody_opens_is_void() -> None:
    rules = VARIANTS["five-card-draw"].with_openers()
    stakes = Stakes(ante=1, small_bet=2)
    deck = parse_cards("2c 3d 4h 5s 7c 8d 9h Ts Jc Qd")
    state, _ = apply(start(rules, 2, stakes=stakes, stacks=10), Deal(deck))
    lines = told(state, Check(0), Check(1), names=("Ann", "Bob"))
    assert lines == [
        "Ann checks.",
        "Bob checks.",
        "Ann gets 1 back.",
        "Bob gets 1 back.",
        "Nobody opens: the deal is void.",
    ]


def test_a_draw_pile_that_runs_out_is_told() -> None:
    deck = parse_cards("2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc")
    state, _ = apply(start(THREE_CARD_DRAW, 2), Deal(deck))
    lines = told(state, Discard(0, parse_cards("2c")), Discard(1, parse_cards("3c")), names=("Ann", "You"))
    assert lines[:3] == [
        "Ann discards 2c and draws Qc.",
        "You discard 3c and draw 2c.",
        "The draw pile ran out: 1 discard was shuffled into a new one.",
    ]


@pytest.mark.parametrize("rules", [*VARIANTS.values(), *RULES.values()], ids=lambda rules: rules.name)
def test_nothing_is_told_that_a_seat_may_not_see(rules: Rules) -> None:
    source = random.Random(rules.name)
    for _ in range(10):
        if rules.limit is Limit.NO_BETS:
            begin = start(rules, 3)
        else:
            blinds = () if rules.has_bring_in else (1, 2)
            stakes = Stakes(ante=1, blinds=blinds, bring_in=int(rules.has_bring_in), small_bet=2, big_bet=4)
            begin = start(rules, 3, stakes=stakes, stacks=tuple(source.randint(2, 40) for _ in range(3)))
        state, events = apply(begin, Deal.shuffled(source, cards=sorted(rules.deck)))
        while True:
            for seat in (0, 1, 2, None):
                view = view_for(state, seat)
                lines = Narrator(NAMES).tell([event.seen_by(seat) for event in events], view)
                assert lines
                own = state.hands[seat] if seat is not None else ()
                gone = [
                    card
                    for event in events
                    if isinstance(event, Drew) and event.seat == seat
                    for card in event.discarded
                ]
                seen = {*own, *gone, *view.board, *(card for hand in (*view.up, *view.shown) for card in hand)}
                assert {str(card) for card in seen} >= {*CARD.findall(" ".join(lines))}
            if state.turn is None:
                break
            now = legal(view_for(state, state.turn))
            assert now is not None
            action = now.sample(source)
            if isinstance(action, Fold) and now.check:
                action = Check(now.seat)
            state, events = apply(state, action)

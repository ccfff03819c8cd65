"""Counts of what players did, against plain counting written apart, and what all-ins were worth against brute force."""

import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations

import pandas as pd
import polars as pl
import pytest

from fivecard.cards import ALL_CARDS, parse_cards
from fivecard.engine import (
    VARIANTS,
    Action,
    Call,
    Check,
    Deal,
    Fold,
    Raise,
    Stakes,
    apply,
    legal,
    start,
    view_for,
)
from fivecard.engine.pots import pots_of
from fivecard.equities.all_in import expected_net
from fivecard.errors import ArgumentError
from fivecard.histories import History, columns_of, loads, statistics_of
from fivecard.histories.statistics import position_of, stake_of
from fivecard.showdown import hand_strengths
from tests.paths import GOLDEN

STAKES = Stakes(blinds=(1, 2), small_bet=2)


def played(seed: int, *, folds: float = 0.3, known: Callable[[int], bool] = lambda seat: True) -> History:
    """A hand of hold'em of random actions, in which nobody folds too often."""
    source = random.Random(seed)
    players = source.randint(2, 6)
    stacks = tuple(source.randint(2, 60) for _ in range(players))
    deal = Deal.shuffled(source)
    state, _ = apply(start(VARIANTS["holdem"], players, stakes=STAKES, stacks=stacks), deal)
    actions: list[Action] = []
    while state.turn is not None:
        now = legal(view_for(state, state.turn))
        assert now is not None
        action = now.sample(source)
        if isinstance(action, Fold) and source.random() > folds:
            action = Check(now.seat) if now.check else Call(now.seat)
        state, _ = apply(state, action)
        actions.append(action)
    return History(VARIANTS["holdem"], STAKES, stacks, deal, tuple(actions), names=tuple("ABCDEF"[:players]))


HANDS = [played(seed) for seed in range(150)]


def test_first_street_counts_are_those_of_plain_counting() -> None:
    """The actions before the flop alone, without the engine's events."""
    vpip, pfr, chances, three_bets = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    for hand in HANDS:
        first = hand.rules.first_bet
        state, raises, last = hand.dealt[0], 1, None
        did: dict[str, set[str]] = {name: set() for name in hand.names}
        for action in hand.actions:
            if state.street != first:
                break
            assert not isinstance(action, Deal)
            name = hand.names[action.seat]
            if raises == 2 and last != action.seat:
                did[name] |= {"chance"} | ({"three-bet"} if isinstance(action, Raise) else set())
            if isinstance(action, Call | Raise):
                did[name].add("vpip")
            if isinstance(action, Raise):
                did[name].add("pfr")
                raises, last = raises + 1, action.seat
            state, _ = apply(state, action)
        for name, what in did.items():
            vpip[name] += "vpip" in what
            pfr[name] += "pfr" in what
            chances[name] += "chance" in what
            three_bets[name] += "three-bet" in what
    counts = {each.player: each for each in statistics_of(HANDS)}
    assert {name: each.vpip for name, each in counts.items()} == vpip
    assert {name: each.pfr for name, each in counts.items()} == pfr
    assert {name: each.three_bet_chances for name, each in counts.items()} == chances
    assert {name: each.three_bets for name, each in counts.items()} == three_bets
    assert min(sum(each.values()) for each in (vpip, pfr, chances, three_bets)) > 20


def test_later_counts_are_those_of_plain_counting() -> None:
    bets, calls, flops, shown = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    for hand in HANDS:
        state = hand.dealt[0]
        left = {*range(hand.players)}
        for action in hand.actions:
            assert not isinstance(action, Deal)
            later = state.street > hand.rules.first_bet
            bets[hand.names[action.seat]] += later and isinstance(action, Raise)
            calls[hand.names[action.seat]] += later and isinstance(action, Call)
            if not later and isinstance(action, Fold):
                left.discard(action.seat)
            state, _ = apply(state, action)
        for seat in left if state.board else ():
            flops[hand.names[seat]] += 1
        if len(state.folded) < hand.players - 1:
            shown.update(hand.names[seat] for seat in range(hand.players) if seat not in state.folded)
    counts = {each.player: each for each in statistics_of(HANDS)}
    assert {name: each.bets for name, each in counts.items()} == {name: bets[name] for name in counts}
    assert {name: each.calls for name, each in counts.items()} == {name: calls[name] for name in counts}
    assert {name: each.flops for name, each in counts.items()} == {name: flops[name] for name in counts}
    assert {name: each.showdowns for name, each in counts.items()} == {name: shown[name] for name in counts}
    assert min(sum(each.values()) for each in (bets, calls, flops, shown)) > 20


def test_groups_add_up_to_the_whole() -> None:
    whole = statistics_of(HANDS)
    for by in (["position"], ["player", "position"], ["stake"], ["game"], ["position", "stake", "game"]):
        parts = statistics_of(HANDS, by)
        for name in ("hands", "vpip", "three_bets", "bets", "showdowns", "net", "net_bb"):
            assert sum(getattr(each, name) for each in parts) == sum(getattr(each, name) for each in whole)
    assert {each.position for each in statistics_of(HANDS, ["position"])} == {
        "SB", "BB", "UTG", "HJ", "CO", "BTN",
    }  # fmt: skip
    wrong: list[list[str] | str] = [[], ["height"], "player"]
    for names in wrong:
        with pytest.raises(ArgumentError, match="hands are counted by some of player, position, stake, game, not by"):
            statistics_of(HANDS, names)


def test_the_net_is_after_the_rake() -> None:
    hand = loads((GOLDEN / "pokerstars" / "cash.txt").read_text(encoding="utf-8"))
    counts = {each.player: each.net for each in statistics_of([hand])}
    assert counts["Ann"] == Fraction("16.12") - Fraction("8.30")
    assert sum(counts.values()) == -Fraction("0.78")
    assert (stake_of(hand), [position_of(hand, seat) for seat in range(5)]) == (
        "0.05/0.10",
        ["SB", "BB", "UTG", "CO", "BTN"],
    )


def test_counts_are_frames() -> None:
    columns = columns_of(statistics_of(HANDS, ["player", "position"], expected=expected_net))
    frame = pl.DataFrame(columns)
    assert frame["hands"].sum() == sum(hand.players for hand in HANDS) == pd.DataFrame(columns)["hands"].sum()
    assert abs(float(frame["net_bb"].sum())) < 1e-9
    assert abs(float(frame["expected"].sum())) < 1e-9
    assert frame["net"].to_list() != frame["expected"].to_list()
    assert "game" not in frame.columns


# What all-ins were worth


def brute(hand: History) -> tuple[Fraction, ...]:
    """Every run-out that could have come, dealt and divided by hand; before the flop there are too many."""
    state = start(hand.rules, hand.players, stakes=hand.stakes, stacks=hand.stacks, runs=0)
    for action in (hand.deal, *hand.actions):
        state, _ = apply(state, action)
    if not state.waits_for_runs:
        return tuple(map(Fraction, hand.net))
    gone = {*state.board, *(card for cards in state.hands for card in cards)}
    left = [card for card in ALL_CARDS if card not in gone]
    found = [Fraction(stack - begin) for stack, begin in zip(state.stacks, hand.stacks, strict=True)]
    outs = [*combinations(left, 5 - len(state.board))]
    for more in outs:
        [ranking] = hand.rules.game.rankings
        strengths = hand_strengths(state.hands, (*state.board, *more), hand.rules.game, ranking)
        for pot in pots_of(state):
            best = max(strengths[seat] for seat in pot.seats)
            winners = [seat for seat in pot.seats if strengths[seat] == best]
            for seat in winners:
                found[seat] += Fraction(pot.amount, len(winners) * len(outs))
    return tuple(found)


def test_what_an_all_in_was_worth_is_what_all_run_outs_come_to() -> None:
    tried = side_pots = 0
    for hand in (played(seed, folds=0.5) for seed in range(3000)):
        state = start(hand.rules, hand.players, stakes=hand.stakes, stacks=hand.stacks, runs=0)
        for action in (hand.deal, *hand.actions):
            state, _ = apply(state, action)
        if not state.waits_for_runs or not 3 <= len(state.board) <= 4 or (len(state.board) == 3 and tried > 4):
            continue
        assert expected_net(hand) == brute(hand)
        tried += 1
        side_pots += len(pots_of(state)) > 1
        if tried > 12 and side_pots > 2:
            break
    assert tried > 8 < tried + side_pots
    assert side_pots > 2


def test_before_the_flop_an_all_in_is_worth_its_equity() -> None:
    deck = parse_cards("As Ks Ah Kh 2c 7d 9h Js Kc")
    rest = tuple(card for card in ALL_CARDS if card not in deck)
    hand = History(VARIANTS["holdem"], STAKES, (50, 50), Deal((*deck, *rest)), (Raise(1, 50), Call(0)))
    assert hand.net == (-50, 50)
    share = Fraction(expected_net(hand)[0] + 50) / 100
    assert round(float(share), 4) == 0.8264  # aces against kings that share both suits: a published number


def test_hands_without_a_run_out_are_worth_what_was_won() -> None:
    for file in sorted((GOLDEN / "histories").glob("*FR.phh")):
        hand = loads(file.read_text())
        assert expected_net(hand) == hand.net
    folded = History(VARIANTS["holdem"], STAKES, (50, 50), Deal.shuffled(random.Random(1)), (Fold(1),))
    assert [*expected_net(folded)] == [1, -1]


def test_the_rake_is_taken_off_in_proportion() -> None:
    text = """PokerStars Hand #7:  Hold'em No Limit ($0.05/$0.10 USD) - 2026/02/07 9:15:13 ET
Table 'Hebe' 2-max Seat #1 is the button
Seat 1: Ann ($10 in chips)
Seat 2: Bob ($10 in chips)
Ann: posts small blind $0.05
Bob: posts big blind $0.10
*** HOLE CARDS ***
Ann: calls $0.05
Bob: checks
*** FLOP *** [As 7c 2c]
Bob: bets $9.90 and is all-in
Ann: calls $9.90 and is all-in
*** TURN *** [As 7c 2c] [3h]
*** RIVER *** [As 7c 2c 3h] [9s]
*** SHOW DOWN ***
Bob: shows [Kh Kd] (x)
Ann: shows [Ah Ad] (x)
Ann collected $19 from pot
*** SUMMARY ***
Total pot $20 | Rake $1
"""
    hand = loads(text)
    raked, free = (
        expected_net(hand),
        expected_net(loads(text.replace("$19 from", "$20 from").replace("e $1\n", "e $0\n"))),
    )
    assert [1000 + each for each in raked] == [(1000 + each) * Fraction(19, 20) for each in free]
    assert sum(raked) == -100

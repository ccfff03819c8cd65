"""Hands of five-card draw a second, from Python on one core: bench/run.sh bench/bench_engine.py."""

import random

import pokerkit
from pokerkit import Automation, BettingStructure, Opening, Street

from fivecard.engine import (
    FOUR_WITH_AN_ACE,
    VARIANTS,
    Action,
    Call,
    Check,
    Deal,
    Discard,
    Fold,
    Raise,
    Stakes,
    apply,
    start,
)
from fivecard.engine.legal import legal_at
from fivecard.players import PLAYERS, play_out
from harness import Contender, report

SEATS, STACK, ANTE, SMALL_BET, BIG_BET = 4, 200, 1, 2, 4


def handout_rounds(rounds: int) -> int:
    """The handouts' game: shuffle, deal, let four classic players draw, show; everything a round has."""
    source = random.Random(1)
    seats = [PLAYERS["classic"]] * SEATS
    won = 0
    for _ in range(rounds):
        dealt, _ = apply(start(FOUR_WITH_AN_ACE, SEATS), Deal.shuffled(source, reserve=False))
        state, _ = play_out(dealt, seats, source)
        won += state.winners[0]
    return won


def fivecard_hands(hands: int) -> int:
    """Fixed limit with antes; every player does something legal, but nobody folds without a bet to call."""
    source = random.Random(1)
    stakes = Stakes(ante=ANTE, small_bet=SMALL_BET, big_bet=BIG_BET)
    won = 0
    for _ in range(hands):
        table = start(VARIANTS["five-card-draw"], SEATS, stakes=stakes, stacks=STACK)
        state, _ = apply(table, Deal.shuffled(source, reserve=False))
        while (seat := state.turn) is not None:
            now = legal_at(state, state.hands[seat])
            if now is None:
                raise AssertionError(state)
            if now.draw is not None:
                count = source.randint(0, min(5, now.replaceable))
                state, _ = apply(state, Discard(seat, tuple(source.sample(now.hand, count))))
                continue
            choices: list[Action] = [Fold(seat), Call(seat)] if now.call_amount else [Check(seat)]
            if now.min_raise_to:
                choices.append(Raise(seat, now.min_raise_to))
            state, _ = apply(state, source.choice(choices))
        won += state.stacks[0] > STACK
    return won


def pokerkit_hands(hands: int) -> int:
    """The same on pokerkit's general engine."""
    source = random.Random(1)
    street = {
        "card_burning_status": False,
        "board_dealing_count": 0,
        "opening": Opening.POSITION,
        "max_completion_betting_or_raising_count": 4,
    }
    before = {"hole_dealing_statuses": (False,) * 5, "draw_status": False}
    after = {"hole_dealing_statuses": (), "draw_status": True}
    streets = (
        Street(min_completion_betting_or_raising_amount=SMALL_BET, **before, **street),
        Street(min_completion_betting_or_raising_amount=BIG_BET, **after, **street),
    )
    won = 0
    for _ in range(hands):
        state = pokerkit.State(
            tuple(Automation), pokerkit.Deck.STANDARD, (pokerkit.StandardHighHand,), streets,
            BettingStructure.FIXED_LIMIT, True, ANTE, 0, 0, STACK, SEATS,
        )  # fmt: skip
        while state.status:
            if (seat := state.stand_patter_or_discarder_index) is not None:
                state.stand_pat_or_discard(source.sample(state.hole_cards[seat], source.randint(0, 5)))
                continue
            choices = [state.fold, state.check_or_call] if state.checking_or_calling_amount else [state.check_or_call]
            if state.can_complete_bet_or_raise_to():
                choices.append(state.complete_bet_or_raise_to)
            source.choice(choices)()
        won += state.stacks[0] > STACK
    return won


if __name__ == "__main__":
    report(
        f"Limit five-card draw with bets, {SEATS} players who do anything legal",
        [
            Contender("fivecard", lambda: fivecard_hands(500), 500),
            Contender("pokerkit", lambda: pokerkit_hands(50), 50),
        ],
    )
    report(
        f"The handouts' five-card draw without bets, {SEATS} classic players",
        [Contender("fivecard", lambda: handout_rounds(2_000), 2_000)],
        unit="rounds",
    )

"""Rounds of five-card draw a second, from Python on one core: bench/run.sh bench/bench_engine.py."""

import random

import pokerkit
from pokerkit import Automation, BettingStructure, Opening, Street

from fivecard.engine import FOUR_WITH_AN_ACE, Deal, apply, start
from fivecard.players import PLAYERS, play_out
from harness import Contender, report

SEATS = 4


def fivecard_rounds(rounds: int) -> int:
    """Shuffle, deal, let four classic players draw, show: everything a round has."""
    source = random.Random(1)
    seats = [PLAYERS["classic"]] * SEATS
    won = 0
    for _ in range(rounds):
        dealt, _ = apply(start(FOUR_WITH_AN_ACE, SEATS), Deal.shuffled(source, reserve=False))
        state, _ = play_out(dealt, seats, source)
        won += state.winners[0]
    return won


def pokerkit_rounds(rounds: int) -> int:
    """The same course of play on pokerkit's general engine; everybody checks, and draws three cards unthinkingly."""
    street = {
        "card_burning_status": False,
        "board_dealing_count": 0,
        "opening": Opening.POSITION,
        "min_completion_betting_or_raising_amount": 2,
        "max_completion_betting_or_raising_count": None,
    }
    streets = (
        Street(hole_dealing_statuses=(False,) * 5, draw_status=False, **street),
        Street(hole_dealing_statuses=(), draw_status=True, **street),
    )
    won = 0
    for _ in range(rounds):
        state = pokerkit.State(
            tuple(Automation), pokerkit.Deck.STANDARD, (pokerkit.StandardHighHand,), streets,
            BettingStructure.NO_LIMIT, True, 0, (1, 2), 0, 200, SEATS,
        )  # fmt: skip
        while state.status:
            if state.can_stand_pat_or_discard():
                seat = state.stand_patter_or_discarder_index
                state.stand_pat_or_discard(tuple(state.hole_cards[seat][:3]))
            else:
                state.check_or_call()
        won += state.stacks[0] > 200
    return won


if __name__ == "__main__":
    report(
        f"Five-card draw, {SEATS} players",
        [
            Contender("fivecard, classic players", lambda: fivecard_rounds(2_000), 2_000),
            Contender("pokerkit, no thought, no betting", lambda: pokerkit_rounds(100), 100),
        ],
        unit="rounds",
    )

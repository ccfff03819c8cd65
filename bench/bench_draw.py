"""Rounds of five-card draw a second: bench/run.sh bench/bench_draw.py."""

import random

from fivecard.draw import HANDOUT_C, Deal, apply, start
from fivecard.players import PLAYERS, play_out
from harness import Contender, report

ROUNDS = 2_000
PLAYERS_AT_TABLE = 4


def fivecard_rounds() -> int:
    """Shuffle, deal, let four classic players draw, show: everything a round has."""
    source = random.Random(1)
    seats = [PLAYERS["classic"]] * PLAYERS_AT_TABLE
    won = 0
    for _ in range(ROUNDS):
        dealt, _ = apply(start(HANDOUT_C, PLAYERS_AT_TABLE), Deal.shuffled(source, reserve=False))
        state, _ = play_out(dealt, seats, source)
        won += state.winners[0]
    return won


if __name__ == "__main__":
    report("Five-card draw, four players", [Contender("fivecard", fivecard_rounds, ROUNDS)], unit="rounds")

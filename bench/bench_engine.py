"""Hands and decisions a second on one core, in Python and natively: bench/run.sh bench/bench_engine.py."""

import random
from collections.abc import Callable
from time import thread_time

import numpy as np
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
from fivecard.engine.defaults import default_stakes
from fivecard.engine.legal import legal_at
from fivecard.environments import Batch
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


# Decisions, each any of the legal ones: fold, check or call, the least raise, half the pot, the pot, all in.

ROWS, STEPS = 8192, 60
GAMES = [("holdem", 2), ("holdem", 6), ("five-card-draw", 2)]


def side_by_side(name: str, players: int) -> Batch:
    """A batch that has been played for a while: its hands are at all stages."""
    batch = Batch(name, ROWS, players=players, seed=1, threads=1)
    batch.step_randomly(100)
    return batch


def inside(name: str, players: int) -> Callable[[], object]:
    """Decisions that are made natively, with observations of each."""
    batch = side_by_side(name, players)
    return lambda: batch.step_randomly(STEPS)


def through_numpy(name: str, players: int) -> Callable[[], object]:
    """Decisions that NumPy makes, by tables: 60 random numbers choose among one to six actions alike."""
    batch = side_by_side(name, players)
    numbers = range(60)
    choices = np.zeros((1 << 6, len(numbers)), np.uint8)
    choices[0] = [number % (1 << batch.rules.hole) if batch.rules.hole < 6 else 0 for number in numbers]  # in a draw
    for legal in range(1, 1 << 6):
        actions = [action for action in range(6) if legal >> action & 1]
        choices[legal] = [actions[number % len(actions)] for number in numbers]
    source = np.random.default_rng(1).integers(0, len(numbers), (STEPS, ROWS))

    def work() -> None:
        seen = batch.observations
        for random_numbers in source:
            batch.step(choices[seen.legal, random_numbers])

    return work


def python_decisions(name: str, players: int, hands: int) -> int:
    """The same in the engine in Python; gives how many there were."""
    source, rules = random.Random(1), VARIANTS[name]
    stakes = default_stakes(rules)
    stack, decisions = 100 * (stakes.largest_blind or stakes.small_bet), 0
    for _ in range(hands):
        table = start(rules, players, stakes=stakes, stacks=stack)
        state, _ = apply(table, Deal.shuffled(source, reserve=False))
        while (seat := state.turn) is not None:
            now = legal_at(state, state.hands[seat])
            if now is None:
                raise AssertionError(state)
            state, _ = apply(state, now.sample(source))
            decisions += 1
    return decisions


def pokerkit_decisions(players: int, hands: int) -> int:
    """No-limit hold'em on pokerkit; gives how many there were."""
    source, decisions = random.Random(1), 0
    for _ in range(hands):
        state = pokerkit.NoLimitTexasHoldem.create_state(tuple(Automation), True, 0, (1, 2), 2, 200, players)
        while state.status:
            choices = [state.check_or_call]
            if state.can_fold():
                choices.append(state.fold)
            least, most = (
                state.min_completion_betting_or_raising_to_amount,
                state.max_completion_betting_or_raising_to_amount,
            )
            if least is not None and most is not None:
                choices.append(lambda: state.complete_bet_or_raise_to(source.randint(least, most)))  # noqa: B023
            source.choice(choices)()
            decisions += 1
    return decisions


def report_decisions(name: str, players: int) -> None:
    """Measure the native engine beside the others."""
    decisions = ROWS * STEPS
    contenders = [
        Contender("native, through NumPy", through_numpy(name, players), decisions),
        Contender("native, inside", inside(name, players), decisions),
        Contender(
            "fivecard in Python", lambda: python_decisions(name, players, 200), python_decisions(name, players, 200)
        ),
    ]
    if name == "holdem":
        contenders.append(
            Contender("pokerkit", lambda: pokerkit_decisions(players, 40), pokerkit_decisions(players, 40))
        )
    report(
        f"{VARIANTS[name].title}, {players} players, any legal action", contenders, unit="decisions", clock=thread_time
    )


def report_slowest() -> None:
    """Find the game that takes the longest natively, of all with 2 and with 6 players."""
    found = [
        Contender(f"{name}, {players} players", inside(name, players), ROWS * STEPS)
        for name in VARIANTS
        for players in (2, 6)
    ]
    report("All games natively, inside", found, unit="decisions", rounds=3, clock=thread_time)


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
    for game, players in GAMES:
        report_decisions(game, players)
    report_slowest()

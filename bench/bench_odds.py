"""Draw odds, the solved game and simulation: bench/run.sh bench/bench_odds.py.

The last part makes certain what the sharp player wins against classic ones: hundreds of millions of rounds.
"""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from time import perf_counter, process_time

import numpy as np

from fivecard import _core, batch, strength
from fivecard.cards import ALL_CARDS, card_id, parse_cards
from fivecard.draw import video_poker
from fivecard.draw.odds import draw_odds, win_odds
from fivecard.draw.strategy import solve
from fivecard.engine import FOUR_WITH_AN_ACE, THREE_CARD_DRAW, Rules
from fivecard.players.simulation import simulate
from harness import Contender, Work, keep, report
from paths import KERNELS, on

HAND = parse_cards("As Kh Td Tc 6s")
ROUNDS = 20_000_000
ROUNDS_BY_SEED = 100_000_000


def payoff() -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
    """What 9/6 jacks or better pays for each strength."""
    pays = {
        "Jc Jd 4c 3c 2d": 1, "3c 3d 2c 2d 4c": 2, "2c 2d 2h 3c 4c": 3, "5c 4s 3s 2s As": 4, "7s 5s 4s 3s 2s": 6,
        "2c 2d 2h 3c 3d": 9, "2c 2d 2h 2s 3c": 25, "5s 4s 3s 2s As": 50, "As Ks Qs Js Ts": 800,
    }  # fmt: skip
    numbers = np.zeros(7463)
    for lowest, pay in pays.items():
        numbers[strength(lowest) :] = pay
    return numbers


def all_holds() -> Work:
    """By suit classes, the sums of payoffs included."""
    numbers = payoff()
    return lambda: _core.StrengthHolds(numbers).best(0xFFFFFFFF, False)


def all_holds_of_hands() -> Work:
    """Hand by hand, for a payoff that tells suits apart."""
    numbers = payoff()[_core.all_strengths()]
    return lambda: _core.HoldValues(numbers).best(0xFFFFFFFF, False)


def one_hand_by_counting() -> object:
    """What the tables save: all draws of all 32 holds of one hand, through the array evaluator."""
    numbers = payoff()
    others = [card_id(card) for card in ALL_CARDS if card not in HAND]
    sums = 0.0
    for size in range(6):
        draws = np.array(list(combinations(others, 5 - size)), dtype=np.uint8)
        for kept in combinations(HAND, size):
            held = np.tile(np.array([card_id(card) for card in kept], dtype=np.uint8), (len(draws), 1))
            sums += float(numbers[batch.strengths(np.hstack([held, draws]))].mean())
    return sums


def timed(work: Callable[[], object], rounds: int = 7) -> float:
    best = float("inf")
    for _ in range(rounds):
        start = perf_counter()
        work()
        best = min(best, perf_counter() - start)
    return best


def in_processor_time(work: Callable[[], object], rounds: int = 9) -> float:
    """The best of some rounds, in time of this process: what others do on the machine counts less."""
    best = float("inf")
    for _ in range(rounds):
        start = process_time()
        work()
        best = min(best, process_time() - start)
    return best


def machine(name: str) -> Callable[[], object]:
    """A machine by its name, from its lines to how often each is paid."""
    found = video_poker.game(name)

    def work() -> object:
        video_poker.solve.cache_clear()
        return video_poker.solve(replace(found)).outcomes

    return work


def prove(rules: Rules, players: int, seeds: int, at_least: float) -> None:
    """Deal by several seeds, so that a lucky one shows."""
    table, rounds = ["sharp"] + ["classic"] * (players - 1), seeds * ROUNDS_BY_SEED
    results = [simulate(table, ROUNDS_BY_SEED, seed=seed, rules=rules) for seed in range(1, seeds + 1)]
    share = sum(result.shares[0] for result in results) / seeds
    margin = sum(result.margins[0] for result in results) / seeds**1.5
    print("    by seed: " + ", ".join(f"{result.shares[0]:.5f}" for result in results))
    verdict = "certain" if share - margin > at_least else "NOT CERTAIN"
    print(f"  rules {rules.name}, {players} players: {share:.5f} +- {margin:.5f} in {rounds:,} rounds, "
          f"at least {at_least}: {verdict}")  # fmt: skip


def main() -> None:
    contenders = [
        *(Contender(f"by class, {kernel}", on(kernel, all_holds()), 2_598_960) for kernel in KERNELS),
        *(Contender(f"by hand, {kernel}", on(kernel, all_holds_of_hands()), 2_598_960) for kernel in KERNELS),
        Contender("counting, one hand at a time", one_hand_by_counting, 1),
    ]
    seconds = report("All 32 holds of all hands, one core", contenders, rounds=7)
    for contender in contenders:
        print(f"  {contender.name:<38}{seconds[contender.name] * 2_598_960:12.3f} s for all hands")
    keep({"all_holds": seconds["by class, avx512"] * 2_598_960})
    _core.use_kernel("")

    print("\nThe same in processor time, and machines by name\n")
    for kernel in KERNELS:
        by_class, by_hand = (in_processor_time(on(kernel, work)) for work in (all_holds(), all_holds_of_hands()))
        print(f"  {kernel:<38}{1000 * by_class:8.2f} ms by class, {1000 * by_hand:.1f} ms by hand")
    _core.use_kernel("")
    for name in ("jacks or better", "double double bonus", "deuces wild", "joker poker", "double joker"):
        print(f"  {name:<38}{1000 * in_processor_time(machine(name)):8.2f} ms")

    win_odds(HAND, 3)
    print("\nOne hand from Python, once loaded\n")
    print(f"  draw_odds, all legal discards         {1000 * timed(lambda: draw_odds(HAND), 50):8.3f} ms")
    print(f"  win_odds, all legal discards          {1000 * timed(lambda: win_odds(HAND, 3), 50):8.3f} ms")
    for drew in ([3], [1, 3, 3], [0, 1, 2, 3, 4]):
        win_odds(HAND, len(drew), drew=drew)
        words = f"win_odds, drew {', '.join(map(str, drew))}"
        print(f"  {words:<37} {1000 * timed(lambda: win_odds(HAND, len(drew), drew=drew), 10):8.3f} ms")  # noqa: B023
    command = [str(Path(sys.executable).parent / "fivecard"), "odds", "AS KH TD TC 6S", "--opponents", "3"]
    whole = timed(lambda: subprocess.run(command, check=True, capture_output=True))
    print(f"  fivecard odds, the whole command      {1000 * whole:8.0f} ms")

    print("\nSolving 2 to 6 players\n")
    for rules in (THREE_CARD_DRAW, FOUR_WITH_AN_ACE):
        start, previous, steps = perf_counter(), None, 0
        for players in range(2, 7):
            solution = solve(rules, players, start=previous)
            previous, steps = solution.strategy, steps + len(solution.steps)
        took = perf_counter() - start
        print(f"  rules {rules.name}: {took:.1f} s, {steps} steps")
    keep({"solving": took})

    print("\nSimulation\n")
    for players in (2, 4, 6):
        seats = ["sharp"] + ["classic"] * (players - 1)
        simulate(seats, 1000)
        each = timed(lambda seats=seats: simulate(seats, ROUNDS), 3)  # type: ignore[misc]
        print(f"  {players} players: {ROUNDS / each / 1e6:.1f} million rounds a second")
    print("\nOne sharp player against classic ones\n")
    prove(FOUR_WITH_AN_ACE, 2, 2, 0.5038)
    prove(FOUR_WITH_AN_ACE, 4, 3, 0.2512)
    prove(FOUR_WITH_AN_ACE, 6, 4, 0.1688)
    prove(THREE_CARD_DRAW, 2, 2, 0.5011)


if __name__ == "__main__":
    main()

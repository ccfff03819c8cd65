"""Whether a better machine is ever slower than a worse one: python bench/bench_kernels.py, or bench/run.sh with it.

Everything that machines do in ways of their own runs on every path of this one, in turn, on one thread; the best time
of each counts, in processor time. Ends with 1 where a path takes over a tenth longer than the next worse one. Names say
which to measure: python bench/bench_kernels.py Omaha walk.
"""

import sys
from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from math import comb
from time import process_time

import numpy as np

from fivecard import (
    EIGHT_OR_BETTER,
    _core,  # noqa: TID251  (to force a path)
    batch,
)
from fivecard.equities import methods
from fivecard.equities.question import Question
from harness import Contender, Work, measure
from paths import KERNELS, on

ROWS, ROUNDS = 100_000, 25
SLOWER = 1.1
A, B, FLOP = "QQ+,AKs", "22+,A2s+,KTs+,QJs,AJo+", "2c7dTh"


def exactly(players: list[str], board: str = "", game: str = "holdem", times: int = 1) -> Work:
    """An exact answer, without what Python does around it."""
    _, plan = methods.plan(Question(players, board, "", game))
    return lambda: [method.answer(group.native, 1, lambda _: None) for group, method, *_ in plan for _ in range(times)]


def walk(players: list[str], game: str = "holdem") -> Work:
    native = Question(players, "", "", game).groups[0].native
    return lambda: _core.Walk(native, 1).run(0, 2, 1)


def round_robin() -> Work:
    unknown = Question(["AsKs", "random", "random", "random"], "", "", "holdem").unknown
    assert unknown is not None
    return lambda: _core.RoundRobin(unknown.native, 1).run(0, 4, 1)


def solver() -> Work:
    kinds = [number % 60 for number in range(comb(20, 5))]
    game = _core.BettingGame.of_cards((1, 1), 0, (1, 2), (2, 2), 3, 20, 5, kinds, kinds)

    def work() -> None:
        training = _core.BettingSolver(game, 1, 1)
        for _ in range(4):
            training.iterate()

    return work


def lines() -> Work:
    text = ("\n".join(batch.format(batch.random_deals(ROWS // 4, seed=1, game="omaha"))).upper() + "\n").encode()
    showdowns = _core.Showdowns(["high"], 2, 4, 5, 2, False, None, "text")
    return lambda: showdowns.settle(text).result()


def works() -> Iterator[tuple[str, Work]]:
    """What to measure, with a name."""
    for cards in (5, 6, 7):
        hands = batch.random_hands(ROWS, cards, seed=1)
        yield f"{cards} cards in rows", partial(_core.strengths, hands)
    sets = np.left_shift(np.uint64(1), batch.random_hands(ROWS, 7, seed=1).astype(np.uint64)).sum(
        axis=1, dtype=np.uint64
    )
    yield "7 cards in sets", lambda: _core.set_strengths(sets)
    lows = batch.random_hands(ROWS, 7, seed=1)
    yield "7 cards, low", lambda: _core.strengths(lows, ranking=EIGHT_OR_BETTER.name)
    badugi = batch.random_hands(ROWS, 4, seed=1)
    yield "badugi", lambda: _core.strengths(badugi, ranking="badugi")
    for hole in (4, 5, 6):
        deals = batch.random_hands(ROWS // 4, hole + 5, seed=1)
        own, board = np.ascontiguousarray(deals[:, :hole]), np.ascontiguousarray(deals[:, hole:])
        yield f"Omaha of {hole}", partial(_core.omaha_strengths, own, board, 1)
        yield f"Omaha of {hole}, low", partial(_core.omaha_low_strengths, own, board, 1)
    yield "lines of Omaha", lines()
    payoff = np.linspace(0, 1, 7463)
    yield "best holds", lambda: _core.StrengthHolds(payoff).best(0xFFFFFFFF, False)
    levels = bytes(range(256))
    yield "a picture", lambda: _core.julia(160, 120, -0.8, 0.156, 4.0, 1.0, 0.0, 0.0, levels, 0, 120, 1)
    yield "hand v hand", exactly(["AsKs", "QhQd"], times=20)
    yield "Omaha hand v hand", exactly(["AsAhKsKh", "JdTd9c8c"], game="omaha", times=20)
    yield "two ranges on a flop", exactly([A, B], FLOP)
    yield "two weighted ranges on a flop", exactly([A, "22+:30%,A2s+:50%,KTs+,AJo+"], FLOP)
    yield "three ranges on a flop", exactly([A, B, B], FLOP)
    for players in (2, 6, 9):
        yield f"walk of {players}", walk([B] * players)
    yield "walk of 3 in Omaha", walk(["AAxx", "KKxx", "JT98ds"], "omaha")
    yield "rounds of random hands", round_robin()
    yield "betting", solver()


def main() -> None:
    wanted, slower = sys.argv[1:], []
    print(f"microseconds{'':22}" + "".join(f"{kernel:>12}" for kernel in KERNELS))
    for name, work in works():
        if wanted and not any(word in name for word in wanted):
            continue
        found = measure(
            [Contender(kernel, on(kernel, work), 1) for kernel in KERNELS], rounds=ROUNDS, clock=process_time
        )
        _core.use_kernel("")
        bad = [pair for pair in pairwise(KERNELS) if found[pair[0]] > SLOWER * found[pair[1]]]
        slower += [f"{name}: {better} takes {found[better] / found[worse]:.2f} x {worse}" for better, worse in bad]
        print(
            f"  {name:<32}" + "".join(f"{found[kernel] * 1e6:12.1f}" for kernel in KERNELS), "  SLOWER" if bad else ""
        )
    if slower:
        sys.exit("A better machine is slower than a worse one:\n  " + "\n  ".join(slower))


if __name__ == "__main__":
    main()

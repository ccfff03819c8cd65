"""Equities beside OMPEval (in pokerfast), poker-equity and eval7: bench/run.sh bench/bench_equity.py.

Exact answers are checked against the peers' before they are timed, all on one thread; what is sampled is told as the
standard error after one second of the processor, never as samples a second.
"""

import sys
from collections.abc import Callable
from functools import partial
from random import Random
from statistics import stdev
from time import perf_counter, process_time

import eval7
import poker_equity
from pokerfast import equity as ompeval

from fivecard import _core
from fivecard.cards import ALL_CARDS
from fivecard.equities import equity, methods
from fivecard.equities.question import Question

A, B, FLOP = "QQ+,AKs", "22+,A2s+,KTs+,QJs,AJo+", "2c7dTh"
PATIENCE = 5.0  # seconds for a peer: what takes longer is measured once


def best(work: Callable[[], object], least: float = 0.3) -> float:
    """The best of many calls, in processor time."""
    fastest, start = float("inf"), perf_counter()
    while fastest == float("inf") or perf_counter() - start < least:
        before = process_time()
        work()
        fastest = min(fastest, process_time() - before)
        if fastest > PATIENCE:
            break
    return fastest


def told(seconds: float) -> str:
    for unit, size in (("s", 1), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-6:.2g} us"


def native(question: Question) -> tuple[str, Callable[[], object]]:
    _, ((group, method, *_), *_) = methods.plan(question)
    if method is methods.ENUMERATION:
        return method.name, lambda: method.answer(group.native, 1, lambda _: None)
    return method.name, partial(_core.exact_answer, methods.METHODS.index(method), group.native, 1)


def by_ompeval(players: tuple[str, ...], board: str) -> Callable[[], list[float]]:
    return lambda: ompeval.equity(list(players), board=board, threads=1)


def by_poker_equity(players: tuple[str, ...], board: str, game: str) -> Callable[[], list[float]]:
    def ask() -> list[float]:
        found = poker_equity.exact_from_text(game, list(players), board)
        return [player["equity"] for player in found["players"]]

    return ask


EXACT: list[tuple[str, tuple[str, ...], str, str, bool, bool]] = [
    # what, players, board, game, whether OMPEval and poker-equity are asked
    ("AA v KK", ("AA", "KK"), "", "holdem", True, False),
    ("A v B", (A, B), "", "holdem", True, False),
    ("B v random", (B, "random"), "", "holdem", False, False),
    ("random v random", ("random", "random"), "", "holdem", False, False),
    ("A v weighted B", (A, f"0.3({B}), AA"), "", "holdem", False, False),
    ("AsKs v QhQd", ("AsKs", "QhQd"), "", "holdem", True, True),
    ("Omaha AsAhKsKh v JdTd9c8c", ("AsAhKsKh", "JdTd9c8c"), "", "omaha", False, True),
    ("AsKs v QhQd, flop", ("AsKs", "QhQd"), FLOP, "holdem", True, True),
    ("A v B, flop", (A, B), FLOP, "holdem", True, False),
    ("B v random, flop", (B, "random"), FLOP, "holdem", True, False),
    ("random v random, flop", ("random", "random"), FLOP, "holdem", False, False),
    ("A v B v B, flop", (A, B, B), FLOP, "holdem", True, False),
    ("A v B v B", (A, B, B), "", "holdem", False, False),
    ("Omaha AsAhKsKh v random, flop", ("AsAhKsKh", "random"), FLOP, "omaha", False, False),
]

SAMPLED: list[tuple[str, tuple[str, ...], str]] = [
    *((f"AsKs v {number} random", ("AsKs", *["random"] * number), "holdem") for number in (2, 3, 5, 9)),
    ("A v B v random", (A, B, "random"), "holdem"),
    ("A v five B", (A, *[B] * 5), "holdem"),
    ("Omaha AA** v random", ("AA**", "random"), "omaha"),
]


EVAL7_SAMPLES = 10_000


def by_eval7(board: str, *, exact: bool) -> float:
    """Both take texts: eval7 reads hand, range and board here too."""
    hand, cards = ([eval7.Card(text[at : at + 2]) for at in range(0, len(text), 2)] for text in ("AsKs", board))
    theirs = eval7.HandRange("QhQd")
    if exact:
        return float(eval7.py_hand_vs_range_exact(hand, theirs, cards))
    return float(eval7.py_hand_vs_range_monte_carlo(hand, theirs, cards, EVAL7_SAMPLES))


def a_call(board: int, times: int = 50) -> float:
    """Of two hands on a board of so many cards: others in every call, so that nothing remembered helps."""
    deck, random, fastest = [str(card) for card in ALL_CARDS], Random(1), float("inf")
    for _ in range(60):
        deals = [random.sample(deck, 4 + board) for _ in range(times)]
        texts = [("".join(deal[:2]), "".join(deal[2:4]), "".join(deal[4:])) for deal in deals]
        before = process_time()
        for one, two, cards in texts:
            equity(one, two, board=cards, threads=1)
        fastest = min(fastest, (process_time() - before) / times)
    return fastest


def one_call() -> None:
    """What a call costs, hand against hand. eval7 is exact on the river alone; elsewhere it samples."""
    print("\nOne call from Python, hand against hand: exact here; eval7 exact on the river, else 10,000 samples\n")
    for street, board in (("before the flop", ""), ("flop", FLOP), ("turn", f"{FLOP}4s"), ("river", f"{FLOP}4s5d")):
        exact = len(board) == 10
        ask, ours = partial(by_eval7, board, exact=exact), partial(equity, "AsKs", "QhQd", board=board, threads=1)
        if abs(ask() - ours().share[0]) > (1e-9 if exact else 0.03):
            sys.exit(f"{street}: {ask()} and {ours().share} differ")
        mine, other = a_call(len(board) // 2), best(ask)
        print(f"  {street:<32}{told(mine):>12}{told(other):>12}{other / mine:>11.1f}x")


def main() -> None:
    print(f"Exact, one thread, {_core.kernel()}: native time, from Python, and the peers\n")
    for what, players, board, game, omp, other in EXACT:
        question = Question(players, board, "", game)
        if methods.plan(question)[0] > 60:
            print(f"  {what:<32}no method answers it within a minute")
            continue
        name, work = native(question)
        work()  # tables are made once
        ours = partial(equity, *players, board=board, game=game, exact=True, threads=1)
        result = ours()
        columns = [told(best(work)), told(best(ours))]
        for asked, ask in ((omp, by_ompeval(players, board)), (other, by_poker_equity(players, board, game))):
            if not asked:
                columns.append("-")
                continue
            if max(abs(x - y) for x, y in zip(ask(), result.share, strict=True)) > 1e-9:
                sys.exit(f"{what}: {ask()} and {result.share} differ")
            columns.append(told(best(ask)))
        print(f"  {what:<32}{''.join(f'{column:>12}' for column in columns)}   {name}")
    one_call()
    print("\nSampled on one thread: the first player's standard error after a second of the processor, in 1e-5\n")
    for what, players, game in SAMPLED:
        start = process_time()
        sampled = equity(*players, game=game, exact=False, error=None, seconds=1, seed=1, threads=1)
        columns = [f"{1e5 * sampled.standard_errors[0] * (process_time() - start) ** 0.5:.2f}"]
        if game == "holdem" and len(players) <= ompeval.MAX_PLAYERS:
            start, ends = process_time(), []
            for _ in range(12):
                ends.append(ompeval.equity(list(players), exact=False, stdev=1e-9, time_limit=1.0, threads=1)[0])
            used = (process_time() - start) / len(ends)
            columns.append(f"{1e5 * stdev(ends) * used**0.5:.2f}")
        print(f"  {what:<32}{''.join(f'{column:>12}' for column in columns)}   {sampled.method}")


if __name__ == "__main__":
    main()

"""Threads may share everything that does not change, from its first use on, with the interpreter's lock or without."""

import io
import os
import random
import subprocess
import sys
import sysconfig
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from math import comb
from typing import Any, Final

import pytest

from fivecard import FivecardError, _core, strength  # noqa: TID251  (what changes, and is shared nevertheless)
from fivecard.equities.question import Question
from tests.paths import ROOT

THREADS: Final = int(os.environ.get("FIVECARD_TEST_THREADS", "8"))


def cards_of(seed: int) -> list[str]:
    """A deck in some order."""
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    random.Random(seed).shuffle(deck)
    return deck


def one_by_one() -> Any:
    from fivecard import Card, evaluate

    decks = ([Card(text) for text in cards_of(seed)] for seed in range(60))
    return [(strength(cards[:7]), str(evaluate(cards[7:12]))) for cards in decks]


def arrays() -> Any:
    from fivecard import DEUCE_TO_SEVEN, batch

    hands = batch.random_hands(5_000, 7, seed=3)
    low = batch.strengths(hands[:, :5], ranking=DEUCE_TO_SEVEN)
    return batch.kernel(), batch.strengths(hands).tolist(), low.tolist()


def omaha() -> Any:
    from fivecard import batch

    deals = batch.random_hands(2_000, 13, seed=4)
    return batch.omaha_winners(deals).tolist(), batch.omaha_high_low_quarters(deals).tolist()


def rankings() -> Any:
    from fivecard import RANKINGS

    return [(ranking.name, ranking.strongest, ranking.classes[::50]) for ranking in RANKINGS.values()]


def odds() -> Any:
    from fivecard.draw.odds import win_odds

    return [(choice.hold, choice.share) for choice in win_odds("2c 2d Ah Ks 9c", opponents=2)]


def rounds() -> Any:
    from fivecard.players.simulation import simulate

    return simulate(["sharp", "sharp"], rounds=2_000, seed=5)


def files() -> Any:
    from fivecard.showdown import Settling

    lines = "".join(" ".join(cards_of(seed)[:13]).upper() + "\n" for seed in range(3_000))
    results = io.BytesIO()
    Settling("omaha").write(io.BytesIO(lines.encode()), results, explain=True)
    return results.getvalue()


def picture() -> Any:
    from fivecard.handouts.julia import julia

    return [bytes(rows) for rows in julia((60, 40), -0.8 + 0.156j).rows()]


WORK: Final[list[Callable[[], Any]]] = [one_by_one, arrays, omaha, rankings, odds, rounds, files, picture]


def work_side_by_side() -> list[list[str]]:
    """Do everything in every thread at once, each in an order of its own: what each found, in the order of WORK."""
    sys.setswitchinterval(1e-6)
    start = threading.Barrier(THREADS, timeout=120)

    def run(number: int) -> list[str]:
        found = {}
        for step in range(len(WORK)):
            work = WORK[(number // 2 + step) % len(WORK)]  # two threads meet in each
            start.wait()
            found[work] = repr(work())
        return [found[work] for work in WORK]

    with ThreadPoolExecutor(THREADS) as threads:
        return list(threads.map(run, range(THREADS)))


def in_new_process(code: str) -> str:
    command = [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r})\n{code}"]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=600).stdout


def test_threads_that_use_everything_first_at_once_find_what_one_finds() -> None:
    # A new process, in which no table is filled and no card is known yet.
    code = "import tests.test_threads as t\nfor found in t.work_side_by_side(): print(*map(ascii, found), sep='\\t')"
    lines = in_new_process(code).splitlines()
    assert len(lines) == THREADS
    alone = [ascii(repr(work())) for work in WORK]
    for line in lines:
        for work, found, expected in zip(WORK, line.split("\t"), alone, strict=True):
            assert found == expected, work.__name__


def test_a_list_that_another_thread_changes_gives_one_of_its_hands_or_an_error() -> None:
    from fivecard import Card

    class Other:
        """No card, and gone as soon as it is out of the list."""

    two, three = ([Card(text) for text in texts.split()] for texts in ("2c 2d Ah Ks 9c", "3c 3d Ah Ks 9c"))
    shared: list[Any] = list(two)
    stop = threading.Event()

    def change() -> None:
        while not stop.is_set():
            shared[:2] = three[:2]
            shared[1] = Other()
            shared[:2] = two[:2]
            shared.pop()
            shared.append(two[4])

    thread = threading.Thread(target=change)
    thread.start()
    answers, errors = set(), set()
    try:
        for _ in range(20_000):
            try:
                answers.add(strength(shared))
            except (FivecardError, IndexError) as error:
                errors.add(str(error).partition(",")[0])
    finally:
        stop.set()
        thread.join()
    assert answers
    assert answers <= {strength(two), strength(three)}
    assert errors <= {"expected a Card at position 1", "a hand has 5 to 7 cards", "list index out of range"}


def all_at_once(*works: Callable[[], object]) -> None:
    """Run them in threads that start together."""
    ready = threading.Barrier(len(works))

    def begin(work: Callable[[], object]) -> None:
        ready.wait()
        work()

    with ThreadPoolExecutor(len(works)) as pool:
        for done in [pool.submit(begin, work) for work in works]:
            done.result()


def test_an_enumeration_that_several_threads_run_misses_no_deal() -> None:
    players = ["22+,A2+,K2+,Q2+,J2+", "random"]
    native = Question(players, "2c 7d Th", "", "holdem").groups[0].native
    alone, shared = _core.Enumeration(native), _core.Enumeration(native)
    steps = range(400)
    alone.run(0, len(steps), 1)

    def run(first: int) -> None:
        for step in steps[first::4]:
            shared.run(step, 1, 1)

    all_at_once(*(partial(run, first) for first in range(4)))
    assert shared.answer().hands(1).tolist() == alone.answer().hands(1).tolist()


def test_a_solver_that_several_threads_iterate_goes_on_as_one() -> None:
    kinds = [number % 7 for number in range(comb(20, 5))]
    game = _core.BettingGame.of_cards((1, 1), 0, (1, 2), (2, 2), 3, 20, 5, kinds, kinds)
    alone, shared = (_core.BettingSolver(game, 1, 1) for _ in range(2))
    for _ in range(40):
        alone.iterate()

    def iterate() -> None:
        for _ in range(10):
            shared.iterate()

    all_at_once(*[iterate] * 4)
    assert shared.iterations == 40
    assert all((one == other).all() for one, other in zip(shared.regrets(), alone.regrets(), strict=True))


def test_a_response_that_several_threads_teach_learns_as_from_one() -> None:
    kinds = [number % 7 for number in range(comb(20, 5))]
    game = _core.BettingGame.of_cards((1, 1), 0, (1, 2), (2, 2), 3, 20, 5, kinds, kinds)
    alone, shared = (_core.BettingResponse(game, 1, 1) for _ in range(2))
    for _ in range(20):
        alone.learn_second(3)

    def learn() -> None:
        for _ in range(5):
            shared.learn_second(3)

    all_at_once(*[learn] * 4)
    for response in (alone, shared):
        response.answer_second()
    assert all((one == other).all() for one, other in zip(shared.answer(), alone.answer(), strict=True))
    assert any(part.any() for part in shared.answer())


@pytest.mark.skipif(
    not sysconfig.get_config_var("Py_GIL_DISABLED"),
    reason="NO FREE-THREADED PYTHON: that fivecard leaves the interpreter's lock off is not tested by this interpreter",
)
def test_a_free_threaded_python_stays_so() -> None:
    code = "import fivecard.batch, fivecard.draw.odds, fivecard.showdown; print(sys._is_gil_enabled())"
    assert in_new_process(code) == "False\n"

"""Native work is a job: signals are heard, seconds kept, threads shared, and none of it changes a result."""

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from textwrap import dedent
from time import monotonic, sleep

import numpy as np
import pytest

from fivecard import _core, batch
from fivecard.equities import equity, methods
from fivecard.equities.question import Question
from fivecard.errors import FivecardError, MemoryLimitError
from tests.cli.terminal import hearing_signals
from tests.effort import effort, some
from tests.endless import ENDLESS, GAME
from tests.paths import ROOT

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows sends no SIGINT to one process")

GENEROUS = 60  # seconds; without a stop each of these takes minutes or hours, and machines are busy


@pytest.mark.parametrize("name", some(4, ENDLESS))
def test_ctrl_c_ends_a_call(name: str) -> None:
    setup, _, call = ENDLESS[name].rpartition("\n")
    script = f"{setup}\nprint('begun', flush=True)\n{call}"
    command = [sys.executable, "-c", script]
    with (
        hearing_signals(),
        subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process,
    ):
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "begun\n", process.communicate()[1]
            sleep(0.5)
            assert process.poll() is None, process.communicate()[1]
            process.send_signal(signal.SIGINT)
            _, said = process.communicate(timeout=GENEROUS)
        finally:
            process.kill()
    assert said.rstrip().endswith("KeyboardInterrupt")


def run(script: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", dedent(script)], cwd=ROOT, capture_output=True, text=True, timeout=GENEROUS, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


# Calls that end while Python does: an object that is deleted late gives other threads the time.
LATE = """
import threading, time

class Late:
    def __del__(self, sleep=time.sleep):
        sleep(0.3)

late, begun = Late(), threading.Event()
def work():
    names = {{}}
    exec({setup!r}, names)
    begun.set()
    exec({call!r}, names)

threading.Thread(target=work, daemon=True).start()
begun.wait()
time.sleep(0.3)
"""


SHORT = {
    "short calls": """
from fivecard import _core
while True: _core.julia(64, 64, 0.0, 0.0, 2.0, 100.0, 0.0, 0.0, bytes(1 << 12), 0, 64, 1)""",
    "progress": """
from fivecard.equities import equity
equity(*4 * ['30%'], board='As 7d 2c', exact=True, progress=lambda _: None)""",
    "questions": """
from fivecard.equities import equity
while True: equity('AA', 'KK', exact=False, error=None, seconds=0.01)""",
}


# But for Arrow's streams: before Python 3.14 a thread that ends inside pyarrow's own code aborts there.
QUIET = [*SHORT, *some(3, [name for name in ENDLESS if name != "a stream of columns"])]


@pytest.mark.parametrize("name", QUIET)
def test_python_ends_quietly_while_a_daemon_thread_is_in_a_call(name: str) -> None:
    setup, _, call = (SHORT | ENDLESS)[name].rpartition("\n")
    run(LATE.format(setup=setup, call=call))


def test_what_a_handler_raises_ends_the_call_and_the_next_one_works() -> None:
    run("""
        import signal
        from fivecard import _core
        from fivecard.equities import equity

        class Enough(Exception): pass
        heard = []
        def handler(*_):
            heard.append(equity("AsKs", "QhQd").wins)  # a handler may ask for something itself
            raise Enough
        signal.signal(signal.SIGALRM, handler)
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        try:
            equity(*6 * ["30%"], exact=False, error=1e-12, threads=2)
        except Enough:
            pass
        assert heard == [equity("AsKs", "QhQd").wins]
    """)


def test_a_handler_that_raises_nothing_changes_nothing() -> None:
    run("""
        import signal
        from fivecard.equities import equity

        heard = []
        signal.signal(signal.SIGALRM, lambda *_: heard.append(1))
        signal.setitimer(signal.ITIMER_REAL, 0.1, 0.1)
        equity(*6 * ["30%"], exact=False, error=None, seconds=1, threads=2)
        signal.setitimer(signal.ITIMER_REAL, 0)
        assert heard
    """)


@pytest.mark.parametrize(
    ("players", "game"),
    [
        (["AsKs", "QhQd"], "holdem"),
        (["20%", *5 * ["random"]], "holdem"),
        (10 * ["20%"], "holdem"),
        (["1%", "1%"], "omaha"),
        (6 * ["5%"], "omaha-hi-lo"),
        (10 * ["TT+, ATs+, KTs+, QTs+, JTs, ATo+, KTo+, QTo+, JTo"], "holdem"),
    ],
)
def test_seconds_are_kept(players: list[str], game: str) -> None:
    start = monotonic()
    equity(*players, game=game, exact=False, error=None, seconds=0.2, threads=2)
    assert monotonic() - start < 30  # on a busy machine; without a deadline some of these take minutes


def test_an_exact_answer_keeps_the_seconds_or_is_refused() -> None:
    start = monotonic()
    with pytest.raises(methods.OutOfTimeError, match="no exact answer within these seconds"):
        equity(*3 * ["100%"], dead="2c 3d", exact=True, seconds=0.2)
    with pytest.raises(FivecardError):
        equity(*4 * ["30%"], board="As 7d 2c", exact=True, seconds=0.2)
    assert monotonic() - start < 30
    assert equity("AA", "KK", exact=True, seconds=60).exact


def test_what_takes_longer_than_reckoned_is_sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(methods, "plan", lambda *asked, plan=methods.plan: (0.0, plan(*asked)[1]))
    assert not equity(*3 * ["100%"], dead="2c 3d", seconds=0.5).exact


EXACT = {
    "ranks first": (["90%", "90%"], {"dead": "2c 3c 4d"}, "holdem"),
    "every hand": (["90%", "90%"], {"dead": "2c 3d 4h"}, "holdem"),
    "inclusion": (["90%", "90%", "90%"], {"dead": "2c 3d"}, "holdem"),
    "all boards": (["5%", "5%"], {"board": "As 7d 2c"}, "omaha"),
    "sets of cards": (["0.1%", "random"], {}, "omaha"),
    "all deals": (4 * ["30%"], {"board": "As 7d 2c"}, "holdem"),
}


@pytest.mark.parametrize("name", EXACT)
def test_every_exact_method_tells_how_far_it_is_and_ends_with_what_the_callable_raises(name: str) -> None:
    class EnoughError(Exception):
        pass

    def tell(done: float) -> None:
        told.append(done)
        if len(told) == 3:
            raise EnoughError

    told: list[float] = []
    players, known, game = EXACT[name]
    question = Question(players, known.get("board", ""), known.get("dead", ""), game)
    [method] = [method for method in methods.METHODS if method.name.startswith(name)]

    def answer() -> None:
        while True:  # quick ones end before they have told enough
            method.answer((question.unknown or question.groups[0]).native, 2, tell)

    with pytest.raises(EnoughError):
        answer()
    assert told == sorted(told) or 1 in told
    assert all(0 <= done <= 1 for done in told)


def test_progress_is_told_from_any_thread_that_calls() -> None:
    def work() -> int:
        told: list[tuple[int, int]] = []
        _core.julia(2000, 2000, 0, 0, 2, 100, 0, 0, bytes(1 << 12), 0, 2000, 2, lambda *each: told.append(each))
        return len({total for _, total in told})

    with ThreadPoolExecutor(2) as pool:
        assert [*pool.map(lambda _: work(), range(2))] == [1, 1]


def test_what_takes_too_much_memory_is_refused_before_it_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIVECARD_MEMORY", "70M")
    game = _core.BettingGame.of_deck((1, 1), 0, (1, 2), (4, 4), 5, merged=True)
    for refused in (
        lambda: batch.random_hands(10**10, 7, seed=1),
        lambda: _core.BettingSolver(game, 1, 1),
        lambda: _core.BettingResponse(game, 1, 1),
        lambda: _core.Rounds.deals(1, 0, 1 << 24),
        lambda: _core.julia(1 << 14, 1 << 14, 0, 0, 2, 1, 0, 0, bytes(2), 0, 1 << 14, 1),
    ):
        with pytest.raises(MemoryLimitError, match=r"would take about .* GB of memory, and 0\.07 GB are allowed: "):
            refused()
    assert len(batch.random_hands(100_000, 7, seed=1)) == 100_000


def test_an_exact_answer_that_takes_too_much_memory_is_sampled_unless_it_must_be_exact(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ask = partial(equity, "20%", "AsKsQhJh", "TdTc9d8c", board="2c 7d Th", game="omaha", threads=128)
    monkeypatch.setattr(
        methods, "plan", lambda question, threads=1, plan=methods.plan: (0.0, plan(question, threads)[1])
    )
    monkeypatch.setenv("FIVECARD_MEMORY", "1M")
    with pytest.raises(MemoryLimitError, match="use fewer threads, name fewer hands, or leave out exact=True"):
        ask(exact=True)
    assert not ask(error=0.1).exact


@pytest.mark.parametrize("wrong", ["much", "0", "-1", "1X", "nan", "1e99"])
def test_a_wrong_limit_of_memory_is_named(wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIVECARD_MEMORY", wrong)
    with pytest.raises(FivecardError, match="FIVECARD_MEMORY is a number of bytes above 0, such as 8G"):
        batch.random_hands(10**10, 7, seed=1)


def test_a_forked_child_shares_its_work_among_threads_of_its_own() -> None:
    run("""
        import os, warnings
        from fivecard import batch

        hands = batch.random_hands(200_000, 7, seed=1)
        right = batch.strengths(hands, threads=2)
        warnings.simplefilter("ignore")  # Python warns of forks where there are threads
        child = os.fork()
        if not child:
            os._exit(int((batch.strengths(hands, threads=2) != right).any()))
        assert os.waitpid(child, 0)[1] == 0
        assert (batch.strengths(hands, threads=2) == right).all()
    """)


def test_no_forked_child_waits_for_a_thread_that_it_has_not() -> None:
    children = effort(12, 40)
    run(f"""
        import io, os, signal, threading, time, warnings
        from fivecard import _core, batch
        from fivecard.equities.methods import cheapest
        from fivecard.equities.question import Question
        from fivecard.showdown import Settling

        warnings.simplefilter("ignore")  # Python warns of forks where there are threads
        deals = batch.random_hands(200, 13, seed=4)
        lines = b"8H AS 3S 3H TH AD 8D 9C 2C 9S JH 4D 5S\\n" * 200

        def make_tables():
            batch.omaha_winners(deals)
            batch.omaha_high_low_quarters(deals)
            cheapest(question).answer(question, 1, lambda _: None)
            _core.final_counts(bytes([31]) * 134459, 1)

        def write_texts():
            for _ in range(20):
                Settling("omaha", threads=1).write(io.BytesIO(lines), io.BytesIO(), explain=True)

        def work():
            make_tables()
            while working:
                write_texts()

        question = Question(("AA, KK", "AsKs, QsJs"), "", "", "holdem").whole
        write_texts()  # a cached_property of Python 3.11 has a lock of its own, which is taken the first time
        working = True
        thread = threading.Thread(target=work)
        thread.start()
        children = []
        for _ in range({children}):
            time.sleep(0.003)
            child = os.fork()
            if not child:
                signal.alarm({GENEROUS - 10})
                make_tables()
                write_texts()
                os._exit(0)
            children.append(child)
        ended = [os.waitpid(child, 0)[1] for child in children]
        working = False
        thread.join()
        assert not any(ended), ended
    """)


def test_what_another_thread_used_at_a_fork_is_refused_in_the_child() -> None:
    run(
        GAME
        + """
import os, signal, threading, time, warnings

warnings.simplefilter("ignore")
threading.Thread(target=response.learn_second, args=[10**9], daemon=True).start()
time.sleep(0.5)
child = os.fork()
if not child:
    signal.alarm(20)
    try:
        response.answer_second()
    except RuntimeError as error:
        os._exit("in use by another thread when this process was forked" not in str(error))
    os._exit(1)
assert os.waitpid(child, 0)[1] == 0
os._exit(0)
"""
    )


def test_a_call_in_whose_middle_its_process_is_forked_fails_in_the_child() -> None:
    run(
        GAME
        + """
import os, signal, warnings

def fork(*_):
    global child
    child = os.fork()
    if child:
        raise InterruptedError
    signal.alarm(20)

warnings.simplefilter("ignore")
signal.signal(signal.SIGALRM, fork)
signal.setitimer(signal.ITIMER_REAL, 0.3)
try:
    response.learn_second(10**9)
except InterruptedError:
    assert os.waitpid(child, 0)[1] == 0
except RuntimeError as error:
    os._exit("forked in the middle of a call" not in str(error))
"""
    )


def test_the_interpreter_ends_while_the_pool_sleeps() -> None:
    run("""
        import threading
        from fivecard import batch

        hands = batch.random_hands(200_000, 7, seed=1, threads=2)
        thread = threading.Thread(target=batch.strengths, args=(hands,), kwargs={"threads": 2})
        thread.start()
        thread.join()
    """)


def test_several_threads_work_at_once() -> None:
    def work(seed: int) -> tuple[object, ...]:
        hands = batch.random_hands(100_000, 7, seed=seed, threads=3)
        found = batch.strengths(hands, threads=3)
        exact = equity("20%", "10%", board="As 7d 2c", threads=3).wins
        return int(found.sum()), exact, equity("AA", "KK", "QQ", exact=False, error=1e-3, seed=seed, threads=3).share

    right = [work(seed) for seed in range(4)]
    with ThreadPoolExecutor(8) as pool:
        assert [*pool.map(work, [*range(4)] * 4)] == right * 4


def test_results_do_not_depend_on_threads() -> None:
    hands = batch.random_hands(150_000, 7, seed=1)
    fives, holds = batch.strengths(hands), bytes([31]) * 134459
    for threads in effort((3,), (2, 3, 1024)):
        assert (batch.random_hands(150_000, 7, seed=1, threads=threads) == hands).all()
        assert (batch.strengths(hands, threads=threads) == fives).all()
        rounds = _core.Rounds([holds])
        assert rounds.play([0, 0], 1, 0, 10_000, threads) == rounds.play([0, 0], 1, 0, 10_000, 1)
        assert equity("20%", "10%", dead="2c", threads=threads).wins == equity("20%", "10%", dead="2c", threads=1).wins
        assert _core.final_counts(holds, threads) == _core.final_counts(holds, 1)


def test_the_first_bad_row_is_named_whatever_the_threads() -> None:
    hands = batch.random_hands(150_000, 7, seed=1)
    hands[[140_000, 70_001, 99_999], 3] = hands[[140_000, 70_001, 99_999], 0]
    for threads in (1, 2, 8):
        with pytest.raises(FivecardError, match="row 70001"):
            batch.strengths(hands, threads=threads)
    assert np.flatnonzero(batch.bad_rows(hands)).tolist() == [70_001, 99_999, 140_000]

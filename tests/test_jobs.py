"""Native work is a job: signals are heard, seconds kept, threads shared, and none of it changes a result."""

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from textwrap import dedent
from time import monotonic, sleep

import numpy as np
import pytest

from fivecard import _core, batch
from fivecard.equity import equity, methods
from fivecard.errors import FivecardError
from tests.effort import effort, some
from tests.paths import ROOT
from tests.programs.terminal import hearing_signals

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows sends no SIGINT to one process")

GENEROUS = 60  # seconds; without a stop each of these takes minutes or hours, and machines are busy

QUESTIONS = """
from fivecard.equity.methods import METHODS
from fivecard.equity.question import Question

def answer(name, *players, board="", dead="", game="holdem"):
    question = Question(players, board, dead, game, None, None)
    native = (question.unknown or question.groups[0]).native
    [method] = [method for method in METHODS if method.name == name]
    assert method.cost(native) < float("inf")
    while True:
        method.answer(native, 2, lambda _: None)
"""
GAME = """
from itertools import combinations
from fivecard import _core

numbers = [number % 100 for number, _ in enumerate(combinations(range(26), 3))]
game = _core.BettingGame.of_cards((1, 1), 0, (1, 2), (4, 4), 3, 26, 3, numbers, numbers)
response = _core.BettingResponse(game, 2, 1)
for part in response.strategy():
    part[...] = 0.25
"""
ENDLESS = {
    "ranks first": QUESTIONS + "answer('ranks first, flushes as corrections', '90%', '90%', dead='2c 3c 4d')",
    "two ranges": QUESTIONS + "answer('every hand against a range, board by board', '90%', '90%', dead='2c 3d 4h')",
    "three ranges": QUESTIONS
    + "answer('inclusion and exclusion over three ranges, board by board', '90%', '90%', '90%', dead='2c 3d')",
    "run-outs": QUESTIONS + "answer('all boards for each pair of hands', '5%', '5%', board='As 7d 2c', game='omaha')",
    "random Omaha": QUESTIONS
    + "answer('sets of cards none of whose pairs is stronger', '0.1%', 'random', game='omaha')",
    "all deals": QUESTIONS + "answer('all deals', *4 * ['30%'], board='As 7d 2c')",
    "a walk": """
from fivecard.equity import equity
equity(*6 * ['30%'], exact=False, error=1e-12)""",
    "round robin": """
from fivecard.equity import equity
equity('20%', *3 * ['random'], exact=False, error=1e-12, seconds=1e4)""",
    "learning": GAME + "response.learn_second(10**9)",
    "doubting": GAME + "response.doubt_second(10**9)",
    "measuring": GAME + "response.measure(0, 1 << 24)",
    "rounds": """
from fivecard import _core
_core.Rounds([bytes([31]) * 134459]).play([0, 0], 1, 0, 10**15, 2)""",
    "a picture": """
from fivecard import _core
_core.julia(10_000, 10_000, 0.0, 0.0, 2.0, 100.0, 0.0, 0.0, bytes(1 << 12), 0, 10_000, 2)""",
    "a time-lock": """
from fivecard import _core
_core.squarings(bytes([1]) * 128, bytes([255]) * 128, 10**12)""",
    "a file": """
import io
from fivecard.showdown import settle_file

class Endless(io.BytesIO):
    def readinto(self, buffer):
        return super().readinto(buffer) or (self.seek(0), super().readinto(buffer))[1]

deals = Endless(b"8H AS 3S 3H TH AD 8D 9C 2C 9S JH 4D 5S\\n" * 100_000)
settle_file(deals, len, explain=True, threads=2)""",
    "a stream of columns": """
import pyarrow as pa
from fivecard import batch

rows = pa.RecordBatch.from_pydict({"hand": ["A♥ K♥ Q♥ J♥ T♥"] * 1000})
batch.strengths(pa.RecordBatchReader.from_batches(rows.schema, iter(lambda: rows, None)))""",
    "columns": """
import pyarrow as pa
from fivecard import batch

column = pa.chunked_array([pa.array(["A♥ K♥ Q♥ J♥ T♥"] * 10_000)] * 1000)
while True: batch.strengths(column, threads=2)""",
    "an array": """
import mmap
import numpy as np
from fivecard import _core

flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | getattr(mmap, "MAP_NORESERVE", 0x4000)  # zeros that take no memory
strengths = np.frombuffer(mmap.mmap(-1, 255 << 33, flags), np.uint16).reshape(-1, 255)
_core.winners(strengths, 2)""",
    "odds": """
from fivecard import _core
while True: _core.DrawTable(bytes([31]) * 134459, 5, 2)""",
}


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


def test_what_a_handler_raises_ends_the_call_and_the_next_one_works() -> None:
    run("""
        import signal
        from fivecard import _core
        from fivecard.equity import equity

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
        from fivecard.equity import equity

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
    assert np.flatnonzero(_core.bad_rows(hands)).tolist() == [70_001, 99_999, 140_000]

"""Calls of every kind that last for ever, or for hours: the last line of each is the call, the others prepare it."""

from typing import Final

QUESTIONS: Final = """
from fivecard.equities.methods import METHODS
from fivecard.equities.question import Question

def answer(name, *players, board="", dead="", game="holdem"):
    question = Question(players, board, dead, game, None, None)
    native = (question.unknown or question.groups[0]).native
    [method] = [method for method in METHODS if method.name == name]
    assert method.cost(native) < float("inf")
    while True:
        method.answer(native, 2, lambda _: None)
"""
GAME: Final = """
from itertools import combinations
from fivecard import _core

numbers = [number % 100 for number, _ in enumerate(combinations(range(26), 3))]
game = _core.BettingGame.of_cards((1, 1), 0, (1, 2), (4, 4), 3, 26, 3, numbers, numbers)
response = _core.BettingResponse(game, 2, 1)
for part in response.strategy():
    part[...] = 0.25
"""
ENDLESS: Final = {
    "ranks first": QUESTIONS + "answer('ranks first, flushes as corrections', '90%', '90%', dead='2c 3c 4d')",
    "two ranges": QUESTIONS + "answer('every hand against a range, board by board', '90%', '90%', dead='2c 3d 4h')",
    "three ranges": QUESTIONS
    + "answer('inclusion and exclusion over three ranges, board by board', '90%', '90%', '90%', dead='2c 3d')",
    "run-outs": QUESTIONS + "answer('all boards for each pair of hands', '5%', '5%', board='As 7d 2c', game='omaha')",
    "random Omaha": QUESTIONS
    + "answer('sets of cards none of whose pairs is stronger', '0.1%', 'random', game='omaha')",
    "all deals": QUESTIONS + "answer('all deals', *4 * ['30%'], board='As 7d 2c')",
    "a walk": """
from fivecard.equities import equity
equity(*6 * ['30%'], exact=False, error=1e-12)""",
    "round robin": """
from fivecard.equities import equity
equity('20%', *3 * ['random'], exact=False, error=1e-12, seconds=1e4)""",
    "learning": GAME + "response.learn_second(10**9)",
    "doubting": GAME + "response.doubt_second(10**9)",
    "measuring": GAME + "response.measure(0, 1 << 24)",
    "after the flop": """
from fivecard.solvers.postflop import Spot, solve
solve(Spot("Td 9d 6h", ("66+, A8s+", "QQ-22, AQs-A2s"), 10, 50, bets="50%", raises="a"), target=0, iterations=10**9)""",
    "places after the flop": """
from fivecard.solvers.postflop import Spot, solve
spot = Spot("Td 9d 6h", ("66+, A8s+", "QQ-22, AQs-A2s"), 10, 50, bets="50%", raises="a")
solution = solve(spot, target=0, iterations=1)
while True: solution.native.look_at_all([()] * 100, True)""",
    "rounds": """
from fivecard import _core
_core.Rounds([bytes([31]) * 134459]).play([0, 0], 1, 0, 10**15, 2)""",
    "a picture": """
from fivecard import _core
_core.julia(10_000, 10_000, 0.0, 0.0, 2.0, 100.0, 0.0, 0.0, bytes(1 << 12), 0, 10_000, 2)""",
    "a file": """
import io, os
from fivecard.showdown import Settling

class Endless(io.BytesIO):
    def readinto(self, buffer):
        return super().readinto(buffer) or (self.seek(0), super().readinto(buffer))[1]

deals = Endless(b"8H AS 3S 3H TH AD 8D 9C 2C 9S JH 4D 5S\\n" * 100_000)
Settling("omaha", threads=2).write(deals, open(os.devnull, "wb"), explain=True)""",
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
    "a census": """
from fivecard import _core
while True: _core.census(7)""",
    "holds": """
import numpy as np
from fivecard import _core

hands = np.full(10**7, 31, np.uint64)
while True: _core.kept_cards(bytes([31]) * 134459, hands)""",
    "text": """
import numpy as np
from fivecard import _core

hands = np.zeros((10**7, 5), np.uint8)
while True: _core.format_rows(hands)""",
    "draws": """
from fivecard import _core
_core.draw_odds([0, 1, 2, 3, 4], [0] * 10**6, [1])""",
    "one row of a picture": """
from fivecard import _core
_core.julia(1 << 20, 1, 0.0, 0.0, 2.0, 100.0, 0.0, 0.0, bytes(1 << 20), 0, 1, 2)""",
    "hands side by side": """
from fivecard.environments import Batch
Batch("omaha", 10_000, players=6, threads=2).step_randomly(10**12)""",
    "waiting for another thread": GAME
    + """
import threading
threading.Thread(target=response.learn_second, args=[10**9], daemon=True).start()
while True: response.answer_second()  # which waits as soon as the thread has begun""",
}

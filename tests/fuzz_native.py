"""Throws random arrays and texts at the binding for a while: python tests/fuzz_native.py [SECONDS] [SEED].

Every call must give an answer or an error of ours; under the sanitizers (tests/sanitized.sh) nothing may be read or
written outside a buffer. Answers are compared with the scalar evaluator.
"""

import random
import sys
from contextlib import suppress
from io import BytesIO
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from fivecard import FivecardError, _core, batch, strength  # noqa: TID251
from fivecard.cards import ALL_CARDS
from fivecard.showdown import Layout, settle_file, strengths_of_file

DRAW = Layout("five-card-draw", 2)


def try_everything(hands: NDArray[np.uint8], sets: NDArray[np.uint64], text: bytes, threads: int) -> int:
    """Call every function; give the number of calls."""
    board = max(hands.shape[1] - 5, 0)
    lines = bytes(_core.format_rows(np.minimum(hands, 51)))
    asks = (
        lambda: batch.strengths(hands, threads=threads),
        lambda: batch.strengths(sets, threads=threads),
        lambda: batch.omaha_winners(hands, threads=threads),
        lambda: batch.omaha_strengths(hands[:, :board], hands[:, board:], threads=threads),
        lambda: batch.bad_rows(hands),
        lambda: batch.bad_rows(sets),
        lambda: batch.parse(text),
        lambda: batch.parse(text.decode("utf-8", errors="surrogateescape")),
        lambda: batch.parse(batch.format(hands)),
        lambda: settle_file(BytesIO(text), bytes, threads=threads),
        lambda: settle_file(BytesIO(text), bytes, keep_bad_lines=True, explain=True, threads=threads),
        lambda: settle_file(BytesIO(lines), bytes, keep_bad_lines=True, threads=threads),
        lambda: settle_file(BytesIO(lines.upper()), bytes, keep_bad_lines=True, threads=threads),
        lambda: settle_file(BytesIO(lines.upper()), bytes, threads=threads),
        lambda: list(strengths_of_file(BytesIO(lines), DRAW, keep_bad_lines=True, threads=threads)),
    )
    for ask in asks:
        with suppress(FivecardError):
            ask()
    return len(asks)


def check_one_row(hands: NDArray[np.uint8], row: int) -> None:
    """Compare a row's answer with the scalar evaluator's."""
    cards = hands[row].tolist()
    while len(cards) > 5 and cards[-1] == batch.NO_CARD:
        cards.pop()
    if batch.bad_rows(hands)[row]:
        assert len(set(cards)) < len(cards) or max(cards) > 51, cards
    else:
        assert batch.strengths(hands[row : row + 1])[0] == strength([ALL_CARDS[card] for card in cards]), cards


def mutate_lines(source: random.Random) -> int:
    """Settle good lines of some game with a few bytes changed; there must be a result for every line."""
    game = source.choice([Layout(), Layout("omaha-hi-lo", 3, 5), Layout("omaha", 7, 6), Layout("holdem", 9), DRAW])
    deals = batch.random_hands(source.randrange(1, 200), game.cards, source.getrandbits(64))
    text = bytearray(_core.format_rows(deals).upper())
    for _ in range(source.randrange(8)):
        text[source.randrange(len(text))] = source.choice(b" 8HAT10xh\t\r~\x00\xff")
    results: list[memoryview] = []
    settle_file(BytesIO(text), results.append, game, keep_bad_lines=True, explain=source.random() < 0.5, threads=2)
    lines = text.count(b"\n") + (not text.endswith(b"\n"))
    assert b"".join(results).count(b"\n") == lines, bytes(text)
    return 1


def fuzz(seconds: float, seed: int) -> int:
    source, random_array = random.Random(seed), np.random.default_rng(seed)
    end, calls = monotonic() + seconds, 0
    while monotonic() < end:
        with suppress(FivecardError):
            _core.use_kernel(source.choice(["", "portable", "avx512"]))
        rows = source.choice([0, 1, 31, 32, 33, 64, 65, source.randrange(300)])
        columns, start = source.choice([5, 6, 7, 13, 4]), source.randrange(8)
        memory = random_array.integers(0, source.choice([52, 53, 64, 256]), rows * columns + 8, dtype=np.uint8)
        hands = memory[start : start + rows * columns].reshape(rows, columns)
        if source.random() < 0.5:
            hands = batch.random_hands(rows, columns, seed=source.getrandbits(64))
            if rows and source.random() < 0.5:
                hands[source.randrange(rows), source.randrange(columns)] = source.randrange(256)
        sets = random_array.integers(0, 1 << source.choice([8, 52, 63]), rows, dtype=np.uint64)
        calls += mutate_lines(source)
        calls += try_everything(hands, sets, bytes(memory), source.choice([1, 2, 3]))
        if columns in (5, 6, 7) and rows:
            check_one_row(hands, source.randrange(rows))
    return calls


if __name__ == "__main__":
    seconds, seed = float(sys.argv[1]) if len(sys.argv) > 1 else 10.0, int(sys.argv[2]) if len(sys.argv) > 2 else 1
    sys.stdout.write(f"{fuzz(seconds, seed):,} calls in {seconds:g} s, seed {seed}: all answered\n")

"""Text columns to strengths, from whatever holds them: bench/run.sh bench/bench_columns.py.

One thread, processor time, every hand checked. "As before" is how such columns were read until now: a Python string a
row by pyarrow's to_pylist, joined to one text (which is read as quickly as it is now). The limit is what memory allows:
the bytes that must be read and written, at the speed of a copy.
"""

from collections.abc import Callable
from importlib.util import find_spec
from time import thread_time
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa

from fivecard import batch
from harness import Contender, Work, report

ROWS = 1_000_000
FEW = 20_000
ROUNDS = 15


def as_before(column: Any) -> object:  # noqa: ANN401
    lines = []
    for text in column.to_pylist():
        if not isinstance(text, str) or "\n" in text:
            raise ValueError(text)
        lines.append(f"{text}\n")
    return batch.strengths(batch.parse("".join(lines), threads=1), threads=1)


def ours(column: Any) -> Work:  # noqa: ANN401
    return lambda: batch.strengths(column, threads=1)


def columns_of(rows: Any) -> dict[str, Any]:  # noqa: ANN401
    texts = batch.format(rows)
    symbols = [text.replace("h", "♥").replace("s", "♠").replace("T", "10") for text in texts]
    width = rows.shape[1]
    return {
        "Arrow strings": pa.array(texts),
        "Arrow large strings": pa.array(texts, pa.large_string()),
        "Arrow string views": pa.array(texts, pa.string_view()),
        "Arrow strings without spaces": pa.array(["".join(text.split()) for text in texts]),
        "Arrow strings with symbols": pa.array(symbols),
        "Arrow dictionary of 1,000": pa.array(texts[:1000] * (len(texts) // 1000)).dictionary_encode(),
        "polars strings": pl.Series(texts),
        "pandas strings": pd.Series(texts),
        "pandas objects": pd.Series(texts, dtype=object),
        "list of str": texts,
        "NumPy S": np.array(texts, dtype="S"),
        "NumPy U": np.array(texts),
        "one text": "\n".join(texts),
        "Arrow lists of int64": pa.array(list(rows.astype(np.int64))),
        "polars frame, a column a card": pl.DataFrame({str(i): rows[:, i] for i in range(width)}),
        "NumPy int64 rows": rows.astype(np.int64),
        "NumPy uint8 rows": rows,
    }


def peers(texts: list[str]) -> list[Contender]:
    """What is installed of other libraries, from the same texts."""
    few = texts[:FEW]
    found: list[Contender] = []

    def add(name: str, work: Callable[[], object]) -> None:
        found.append(Contender(name, work, len(few)))

    if find_spec("phevaluator"):
        import phevaluator

        add("phevaluator", lambda: [phevaluator.evaluate_cards(*text.split()) for text in few])
    if find_spec("treys"):
        import treys

        evaluator = treys.Evaluator()
        add("treys", lambda: [evaluator.evaluate([], [treys.Card.new(card) for card in text.split()]) for text in few])
    if find_spec("poker_equity"):
        import poker_equity

        tight = ["".join(text.split()) for text in few]
        add("poker-equity, list without spaces", lambda: poker_equity.score_batch("high", tight))
    return found


def copy_speed() -> float:
    """Measure bytes a second, read and written together."""
    source = np.ones(100_000_000, np.uint8)
    target = np.empty_like(source)
    copy = Contender("copy", lambda: np.copyto(target, source), 2 * source.size)
    seconds = report("A copy", [copy], unit="bytes", clock=thread_time)
    return 1 / seconds["copy"]


if __name__ == "__main__":
    speed = copy_speed()
    for cards in (5, 7):
        rows = batch.random_hands(ROWS, cards, seed=1)
        columns = columns_of(rows)
        arrow = columns["Arrow strings"]
        contenders = [
            *(Contender(name, ours(column), ROWS) for name, column in columns.items()),
            Contender("Arrow strings, as before", lambda arrow=arrow: as_before(arrow), ROWS),  # type: ignore[misc]
            *peers(columns["list of str"]),
        ]
        report(f"{cards} cards from columns to strengths", contenders, rounds=ROUNDS, clock=thread_time)
        # The text and its offset are read; the row of ids is written and read again, the strength is written.
        moved = (3 * cards - 1) + 4 + 2 * cards + 2
        print(f"\n  {moved} bytes a hand of Arrow strings: memory allows {speed / moved / 1e6:.0f} M hands/s")

"""Columns of pandas, of the current major version and of the one before it, in a process each."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.needs import missing

# `make test` puts the older one there, beside the environment, where only its own process finds it.
FOLDERS = {3: None, 2: Path(sys.prefix) / "pandas2"}

SCRIPT = """
import numpy as np
import pandas as pd
from fivecard import HandError, batch

assert pd.__version__.startswith("{version}."), pd.__version__
texts = ["Ah Kh Qh Jh Th", "2c 2d 2h 3s 3d"]
ids = batch.parse(texts).tolist()
columns = {{
    "as pandas likes it": pd.Series(texts),
    "objects": pd.Series(texts, dtype=object),
    "strings": pd.Series(texts, dtype="string"),
    "strings of Arrow": pd.Series(texts, dtype="string[pyarrow]"),
    "categories": pd.Series(texts).astype("category"),
    "in another order": pd.Series(texts, index=[7, 3]),
    "an index": pd.Index(texts),
    "an array": pd.array(texts),
    "bytes": pd.Series([text.encode() for text in texts], dtype=object),
}}
for name, column in columns.items():
    assert batch.parse(column).tolist() == ids, name

for missing in (None, np.nan, pd.NA):
    column = pd.Series([texts[0], missing, texts[1]], dtype=object)
    assert batch.strengths(column).tolist() == [7462, None, 7141], missing
try:
    batch.parse(pd.Series([texts[0], 7], dtype=object))
except HandError as error:
    assert str(error) == "expected a hand, as a text or a list of cards, got 7 (row 1)", error
else:
    raise AssertionError(7)
for dtype in ("string", "string[pyarrow]", "string[python]", "category"):
    column = pd.Series([texts[0], None]).astype(dtype)
    assert batch.strengths(column).tolist() == [7462, None], dtype
    column = pd.Series([texts[0], "what"]).astype(dtype)
    try:
        batch.strengths(column)
    except HandError as error:
        raise AssertionError(error)
    except ValueError as error:
        assert str(error) == "'what' is not a card (row 1)", error
    assert batch.strengths(column, errors="null").tolist() == [7462, None], dtype

cards = pd.DataFrame(batch.parse(texts), index=[5, 3])
for frame in (cards, cards.astype("int64"), cards.astype("Int64"), cards.astype("UInt8"), cards.astype(object)):
    assert batch.strengths(frame).tolist() == [7462, 7141], frame.dtypes
words = pd.DataFrame([text.split() for text in texts], index=[5, 3])
for frame in (words, words.astype("string"), words.astype("category"), words.astype(object)):
    assert batch.strengths(frame).tolist() == [7462, 7141], frame.dtypes
players = pd.DataFrame({{"one": [5, 6], "two": pd.array([7, None], dtype="Int64")}}, index=[5, 3])
assert batch.winners(players).tolist() == [1, None]
assert batch.winners([players["one"], players["two"]]).tolist() == [1, None]

frame = pd.DataFrame({{"hand": texts}})  # the line of docs/batch.md
frame["strength"] = batch.strengths(frame["hand"])
assert frame["strength"].tolist() == [7462, 7141], frame
assert batch.strengths(pd.Series([31, 62], dtype=np.uint64)).tolist() == [7297, 7141]
assert batch.strengths(pd.Series([31, None], dtype="UInt64")).tolist() == [7297, None]
"""


@pytest.mark.parametrize("version", FOLDERS)
def test_columns_of_pandas_are_read_and_what_is_missing_is_named_with_its_row(version: int) -> None:
    environment = dict(os.environ)
    if (folder := FOLDERS[version]) is not None:
        if not (folder / "pandas").is_dir():
            missing(f"NO PANDAS {version} HERE: its columns are not tested (make test installs it)")
        environment["PYTHONPATH"] = str(folder)
    command = [sys.executable, "-W", "error::FutureWarning", "-c", SCRIPT.format(version=version)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False, timeout=60)
    assert done.returncode == 0, done.stderr

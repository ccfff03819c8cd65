"""The recipe of docs/distributed.md settles a folder with every engine, whatever is killed meanwhile."""

import os
import re
import signal
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from fivecard import batch
from fivecard.integrations.arrow import SettleDeals
from tests.paths import ROOT

PACKAGES: Final = {"dask": "distributed", "ray": "ray", "spark": "pyspark"}
FILES: Final = 6
KILLED_ONCE: Final = '''
import os, pathlib, signal
import pyarrow.parquet as pq
import settle_folder

def settle(name, source, target):
    """Be killed in the middle of a file, once."""
    if name == "2.parquet":
        try:
            pathlib.Path("killed").touch(exist_ok=False)
        except FileExistsError:
            return settle_folder.settle(name, source, target)
        pq.ParquetWriter.write_batch = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
    return settle_folder.settle(name, source, target)

left_to_do = settle_folder.left_to_do
'''
ALONE: Final = """
import sys
from settle_folder import left_to_do, settle
for name in left_to_do(*sys.argv[1:]):
    print(settle(name, *sys.argv[1:]))
"""


def why_not(engine: str) -> str | None:
    """Why nothing can be tested with an engine here."""
    if find_spec(PACKAGES[engine]) is None:
        return f"NO {PACKAGES[engine].upper()}: it is not installed (make engines); nothing is tested with it"
    if engine == "spark" and not (which("java") or os.environ.get("JAVA_HOME")):
        return "NO JAVA: Spark needs it; nothing is tested with Spark"
    return None


ENGINES: Final = [  # the two large ones, which take seconds to start, in `make test-all`
    pytest.param(engine, marks=pytest.mark.exhaustive if engine != "dask" else ())
    for engine in PACKAGES
    if not why_not(engine)
]


@pytest.mark.parametrize("engine", PACKAGES)
def test_an_engine_is_here(engine: str) -> None:
    """Say loudly, and once, what is not tested."""
    if why := why_not(engine):
        pytest.skip(why)


@pytest.fixture(scope="module")
def programs() -> dict[str, str]:
    """The programs of the document, by the heading that they stand under."""
    text = (ROOT / "docs" / "distributed.md").read_text(encoding="utf-8")
    parts = re.split(r"^#+ (.*)$", text, flags=re.MULTILINE)[1:]
    found = {
        head.lower(): re.findall(r"```python\n(.*?)```", body, re.DOTALL)
        for head, body in zip(parts[::2], parts[1::2], strict=True)
    }
    return {head: only[0] for head, only in found.items() if only}


@pytest.fixture
def place(programs: dict[str, str], tmp_path: Path) -> Path:
    """A folder with the recipe, and deals."""
    (tmp_path / "settle_folder.py").write_text(programs["more than one machine"], encoding="utf-8")
    (tmp_path / "deals").mkdir()
    for number in range(FILES):
        texts = batch.format(batch.random_deals(200, seed=number))
        table = pa.table({"id": range(number, number + len(texts)), "deal": texts})
        pq.write_table(table, tmp_path / "deals" / f"{number}.parquet", row_group_size=50)
    return tmp_path


def run(place: Path, program: str, target: str = "results", *, status: int = 0) -> str:
    (place / "program.py").write_text(program, encoding="utf-8")
    command = [sys.executable, "program.py", str(place / "deals"), target if "://" in target else str(place / target)]
    environment = {**os.environ, "PYTHONPATH": str(place), "PYSPARK_PYTHON": sys.executable, "PYTHONWARNINGS": "ignore"}
    done = subprocess.run(command, cwd=place, env=environment, capture_output=True, text=True, check=False, timeout=200)
    assert done.returncode == status, done.stderr
    return done.stdout


def told(output: str) -> list[str]:
    """The files that were settled, among whatever an engine prints."""
    return re.findall(r"^\d+\.parquet$", output, re.MULTILINE)


def results(place: Path, target: str = "results") -> dict[str, Any]:
    return {path.name: pq.read_table(path) for path in (place / target).glob("*.parquet")}


def wanted(place: Path) -> dict[str, Any]:
    return {path.name: SettleDeals().batch(pq.read_table(path)) for path in (place / "deals").glob("*.parquet")}


def parts(place: Path) -> list[Path]:
    return [*(place / "results" / ".parts").iterdir()]


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest, programs: dict[str, str]) -> str:
    """The program of an engine."""
    return programs[request.param]


@pytest.mark.timeout(450)  # engines take long to start beside other work
def test_every_engine_settles_a_folder_and_a_killed_worker_loses_nothing(place: Path, engine: str) -> None:
    (place / "killed_once.py").write_text(KILLED_ONCE, encoding="utf-8")
    program = engine.replace("from settle_folder import", "from killed_once import")
    assert sorted(told(run(place, program))) == [f"{number}.parquet" for number in range(FILES)]
    assert (place / "killed").exists()
    assert results(place) == wanted(place)
    assert len(parts(place)) == 1  # of the one that was killed
    assert told(run(place, engine)) == []
    assert parts(place) == []


def test_a_killed_run_goes_on_where_it_was(place: Path) -> None:
    (place / "killed_once.py").write_text(KILLED_ONCE, encoding="utf-8")
    run(place, ALONE.replace("from settle_folder", "from killed_once"), status=-signal.SIGKILL)
    assert sorted(results(place)) == ["0.parquet", "1.parquet"]
    assert len(parts(place)) == 1
    assert run(place, ALONE).split() == [f"{number}.parquet" for number in range(2, FILES)]
    assert results(place) == wanted(place)
    assert parts(place) == []


def test_a_bad_deal_ends_the_run_and_leaves_no_part(place: Path) -> None:
    table = pa.table({"deal": ["AH AC KH KC QC 3H TS 8H JD"] * 60 + ["AH AH KH KC QC 3H TS 8H JD"]})
    pq.write_table(table, place / "deals" / "1.parquet", row_group_size=50)
    program = f"try:\n{re.sub('^', '    ', ALONE, flags=re.MULTILINE)}\nexcept ValueError as error:\n    print(error)"
    assert "duplicate card 'Ah' in 'Ah Ah Kh Kc Qc 3h Ts 8h Jd' (row 60)" in run(place, program)
    assert sorted(results(place)) == ["0.parquet"]
    assert parts(place) == []


def test_an_object_store_has_the_same_results(place: Path) -> None:
    compare = """
import fsspec
import pyarrow.parquet as pq
fs, folder = fsspec.url_to_fs("memory://results")
for path in sorted(fs.glob(folder + "/*.parquet")):
    with fs.open(path) as file:
        # By this thread alone: pyarrow's own may still hold the file when Python ends, and then abort.
        print(pq.read_table(file, use_threads=False, pre_buffer=False)["winner"].to_pylist())
"""
    told = run(place, ALONE + compare, "memory://results").splitlines()
    assert told[FILES:] == [str(table["winner"].to_pylist()) for _, table in sorted(wanted(place).items())]

"""A folder of deals is settled the same by every engine, whatever is killed meanwhile."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from tempfile import gettempdir
from typing import Any, BinaryIO, Final

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq
import pytest

from fivecard import batch
from fivecard.distributed import settle
from fivecard.distributed.tasks import NOTES
from fivecard.errors import FivecardError, HandError
from fivecard.integrations.arrow import EvaluateHands
from fivecard.showdown import Layout, parquet
from tests.cli import terminal
from tests.cli.terminal import process
from tests.paths import ROOT

pytestmark = [
    pytest.mark.filterwarnings("ignore"),  # the engines' own
    pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="workers are found by their open files in /proc"),
]

PACKAGES: Final = {"dask": "distributed", "ray": "ray", "spark": "pyspark"}
PATIENCE: Final = 60  # seconds that an engine on a busy machine may take


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


def started(engine: str) -> Any:
    """A cluster of two processes of this machine."""
    if engine == "dask":
        from distributed import Client

        return Client(n_workers=2, threads_per_worker=1, dashboard_address=None)  # type: ignore[no-untyped-call]
    if engine == "ray":
        import ray

        return ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master("local[2,4]").appName("test").config("spark.ui.enabled", "false")
    return builder.getOrCreate()


@pytest.fixture(scope="module", params=ENGINES)
def cluster(request: pytest.FixtureRequest) -> Iterator[tuple[Any, Any]]:
    """An engine, and what it is reached by."""
    client = started(request.param)
    yield request.param, client if request.param != "ray" else None
    if request.param == "dask":
        client.shutdown()
    elif request.param == "ray":
        import ray

        ray.shutdown()
    else:
        client.stop()


def lines(count: int, seed: int, layout: Layout) -> list[str]:
    cards = batch.random_deals(count, seed, players=layout.players, hole=layout.hole, board=layout.game.board)
    return batch.format(cards)


@pytest.fixture(scope="module")
def deals(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Deals for three in every format, in folders, one Parquet file of seven row groups among them."""
    folder = tmp_path_factory.mktemp("deals")
    layout = Layout("holdem", 3)
    for number in range(4):
        (folder / f"part-{number}.txt").write_text("\n".join(lines(1_000, number, layout)) + "\n")
    (folder / "tables" / "deep").mkdir(parents=True)
    texts = lines(700, 50, layout)
    table = pa.table({"id": range(len(texts)), "deal": texts})
    pq.write_table(table, folder / "tables" / "big.parquet", row_group_size=100)
    pyarrow.csv.write_csv(table, folder / "tables" / "deep" / "other.csv")
    rows = "".join(json.dumps({"deal": text}) + "\n" for text in texts[:50])
    (folder / "tables" / "deep" / "some.jsonl").write_text(rows)
    (folder / "README.md").write_text("no deals")
    (folder / "_SUCCESS.txt").write_text("no deals")
    (folder / "empty.txt").write_text("")
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    """All that is seen of results."""
    paths = (path for path in folder.rglob("*") if path.is_file() and NOTES not in path.parts)
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


HOLDEM: Final[dict[str, Any]] = {"game": "holdem", "players": 3, "rows_a_task": 200}


@pytest.fixture(scope="module")
def alone(deals: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, bytes]]:
    """The results of one process, by their format."""
    found = {}
    for form in ("parquet", "text", "csv", "json"):
        folder = tmp_path_factory.mktemp(form)
        settle(deals, folder, engine=None, form=form, **HOLDEM)
        found[form] = contents(folder)
    return found


def test_results_are_those_of_the_command(deals: Path, alone: dict[str, dict[str, bytes]], tmp_path: Path) -> None:
    command = ["showdown", "--game", "holdem", "--players", "3", "--quiet"]
    for name, result in (("part-1.txt", "part-1.csv"), ("tables/deep/other.csv", "tables/deep/other.csv")):
        assert terminal.run(*command, deals / name, "-o", tmp_path / "out.csv").returncode == 0
        assert (tmp_path / "out.csv").read_bytes() == alone["csv"][result]


def test_parts_of_a_file_have_its_line_numbers(deals: Path, alone: dict[str, dict[str, bytes]], tmp_path: Path) -> None:
    settle(deals / "tables" / "big.parquet", tmp_path, engine=None, form="csv", game="holdem", players=3)
    whole = (tmp_path / "big.csv").read_text().splitlines()
    parts = [alone["csv"][f"tables/big-{number:05}.csv"].decode().splitlines() for number in range(4)]
    assert [len(part) - 1 for part in parts] == [200, 200, 200, 100]
    assert whole == [whole[0], *(row for part in parts for row in part[1:])]
    tables = [
        pq.read_table(pa.BufferReader(alone["parquet"][f"tables/big-{number:05}.parquet"])) for number in range(4)
    ]
    assert [number for table in tables for number in table["line"].to_pylist()] == list(range(1, 701))


@pytest.mark.parametrize("form", ["parquet", "text", "csv", "json"])
def test_every_engine_gives_the_same_bytes(
    cluster: tuple[Any, Any], form: Any, deals: Path, alone: dict[str, dict[str, bytes]], tmp_path: Path
) -> None:
    engine, client = cluster
    summary = settle(deals, tmp_path, engine=engine, client=client, form=form, **HOLDEM)
    assert contents(tmp_path) == alone[form]
    assert len(alone[form]) == summary.tasks == 11
    assert summary.lines == 4 * 1_000 + 700 + 700 + 50 == sum(summary.wins) + summary.ties
    assert summary.done_before == 0
    again = settle(deals, tmp_path, engine=engine, client=client, form=form, **HOLDEM)
    assert again.done_before == 11
    assert (again.lines, again.wins, again.ties) == (summary.lines, summary.wins, summary.ties)
    assert "11 tasks, 11 of them done before: 5,450 deals: player 1 won" in str(again)


def test_a_killed_worker_loses_nothing(cluster: tuple[Any, Any], tmp_path: Path) -> None:
    engine, client = cluster
    texts = {f"{number}.txt": "\n".join(lines(2_000, number, Layout("holdem", 3))) + "\n" for number in range(3)}
    (tmp_path / "deals").mkdir()
    for name, text in texts.items():
        (tmp_path / "deals" / name).write_text(text)
    settle(tmp_path / "deals", tmp_path / "alone", engine=None, **HOLDEM)
    pipe = _make_pipe(tmp_path / "deals" / "1.txt")  # what a worker reads until it is killed
    seen: dict[str, Any] = {}

    def disturb() -> None:
        # One end stays open all the time: who reads next would find the end of the file if it were closed between.
        with _open_at_once(pipe) as target:
            seen["worker"] = _reader_of(pipe)
            target.write(texts["1.txt"][:30_000].encode())
            _wait_until(lambda: _unread(target.fileno()) == 0)
            _wait_until(lambda: any((tmp_path / "results" / NOTES).glob("*.part")))
            os.kill(seen["worker"], signal.SIGKILL)
            _wait_until(lambda: not Path(f"/proc/{seen['worker']}/fd").exists() or _is_dead(seen["worker"]))
            seen["results"] = {name for name in contents(tmp_path / "results") if name == "1.parquet"}
            seen["next"] = _reader_of(pipe)
            target.write(texts["1.txt"].encode())

    thread = threading.Thread(target=disturb, daemon=True)
    thread.start()
    summary = settle(tmp_path / "deals", tmp_path / "results", engine=engine, client=client, **HOLDEM)
    thread.join(PATIENCE)
    assert seen["worker"] != os.getpid()
    assert seen["next"] != seen["worker"]
    assert seen["results"] == set()  # nothing was seen of what the first had begun
    assert summary.lines == 6_000
    assert contents(tmp_path / "results") == contents(tmp_path / "alone")
    assert not list((tmp_path / "results" / NOTES).glob("*.part"))


def test_a_killed_run_goes_on_where_it_was(tmp_path: Path) -> None:
    (tmp_path / "deals").mkdir()
    texts = {f"{number}.txt": "\n".join(lines(500, number, Layout("holdem", 3))) + "\n" for number in range(4)}
    for name, text in texts.items():
        (tmp_path / "deals" / name).write_text(text)
    pipe = _make_pipe(tmp_path / "deals" / "2.txt")
    program = f"from fivecard.distributed import settle; settle('deals', 'results', engine=None, **{HOLDEM})"
    with process(sys.executable, "-c", program, cwd=tmp_path) as run, _open_at_once(pipe) as target:
        _reader_of(pipe)
        target.write(texts["2.txt"][:5_000].encode())
        _wait_until(lambda: _unread(target.fileno()) == 0)
        run.kill()
        run.wait()
    assert set(contents(tmp_path / "results")) == {"0.parquet", "1.parquet"}
    assert len(list((tmp_path / "results" / NOTES).glob("*.part"))) == 1
    kept = {name: (tmp_path / "results" / name).stat().st_mtime_ns for name in ("0.parquet", "1.parquet")}
    pipe.unlink()
    pipe.write_text(texts["2.txt"])
    steps: list[tuple[int, int]] = []
    summary = settle(
        tmp_path / "deals", tmp_path / "results", engine=None, progress=lambda *each: steps.append(each), **HOLDEM
    )
    assert (summary.done_before, summary.tasks, steps) == (2, 4, [(3, 4), (4, 4)])
    assert kept == {name: (tmp_path / "results" / name).stat().st_mtime_ns for name in kept}
    assert not list((tmp_path / "results" / NOTES).glob("*.part"))
    settle(tmp_path / "deals", tmp_path / "fresh", engine=None, **HOLDEM)
    assert contents(tmp_path / "results") == contents(tmp_path / "fresh")


def test_a_bad_deal_ends_the_run_with_its_file_and_line(cluster: tuple[Any, Any], tmp_path: Path) -> None:
    engine, client = cluster
    (tmp_path / "deals").mkdir()
    (tmp_path / "deals" / "a.txt").write_text("AH AC KH KC QC 3H TS 8H JD\n")
    (tmp_path / "deals" / "b.txt").write_text("AH AC KH KC QC 3H TS 8H JD\nAH AC KH KC QC 3H TS 8H AH\n")
    with pytest.raises(HandError, match=r"b.txt: line 2: duplicate card 'AH' at column 25"):
        settle(tmp_path / "deals", tmp_path / "results", engine=engine, client=client, game="holdem")
    assert "b.parquet" not in contents(tmp_path / "results")
    kept = settle(
        tmp_path / "deals", tmp_path / "kept", engine=engine, client=client, game="holdem", keep_bad_lines=True
    )
    assert (kept.lines, kept.invalid) == (3, 1)
    assert "1 invalid" in str(kept)


def test_engines_take_a_judge_for_their_frames(cluster: tuple[Any, Any]) -> None:
    engine, client = cluster
    cards = batch.random_hands(500, 7, seed=2)
    hands = [*batch.format(cards), None]
    wanted = [*batch.strengths(cards).tolist(), None]
    judge = EvaluateHands("hand", plain=engine == "spark")
    table = pa.table({"id": range(len(hands)), "hand": hands})
    if engine == "dask":
        import dask.dataframe as dd

        frame = dd.from_pandas(table.to_pandas(), npartitions=3)  # type: ignore[no-untyped-call]
        found = frame.map_partitions(judge.pandas, meta=judge.pandas(frame._meta)).compute()
        rows = pa.Table.from_pandas(found).to_pylist()
    elif engine == "ray":
        import ray

        rows = ray.data.from_arrow(table).repartition(3).map_batches(judge.batch, batch_format="pyarrow").take_all()
    else:
        frame = client.createDataFrame(table.to_pylist(), "id int, hand string").repartition(3)
        answered = frame.mapInArrow(judge.batches, "id int, hand string, strength int, category string")
        rows = [row.asDict() for row in answered.collect()]
    rows.sort(key=lambda row: row["id"])
    assert [row["strength"] for row in rows] == wanted
    assert [row["category"] for row in rows[:-1]] == batch.category_names(batch.strengths(cards)).tolist()
    assert rows[-1]["category"] is None


@pytest.fixture
def two(tmp_path: Path) -> Path:
    (tmp_path / "deals").mkdir()
    (tmp_path / "deals" / "a.txt").write_text("AH AC KH KC QC 3H TS 8H JD\n")
    (tmp_path / "deals" / "b.txt").write_text("AH AD KH KD QC 3H TS 8H JD\n")
    settle(tmp_path / "deals", tmp_path / "results", engine=None, game="holdem")
    return tmp_path


def run_again(two: Path, **changed: Any) -> Any:
    return settle(two / "deals", two / "results", engine=None, **{"game": "holdem", **changed})


def test_changed_deals_and_lost_results_are_settled_again(two: Path) -> None:
    assert run_again(two).done_before == 2
    (two / "deals" / "a.txt").write_text("2H 2C KH KC QC 3H TS 8H JD\n")
    summary = run_again(two)
    assert (summary.done_before, summary.wins) == (1, [1, 1])
    (two / "results" / "b.parquet").unlink()
    assert run_again(two).done_before == 1
    (two / "results" / "b.parquet").write_bytes(b"cut off")
    assert run_again(two).done_before == 1
    assert pq.read_table(two / "results" / "b.parquet")["winner"].to_pylist() == [1]


def test_results_of_other_settings_are_not_mixed(two: Path) -> None:
    with pytest.raises(FivecardError, match="has results with form='parquet', not 'csv'"):
        run_again(two, form="csv")
    with pytest.raises(FivecardError, match="has results with rows_a_task=16777216, not 5"):
        run_again(two, rows_a_task=5)
    (two / "deals" / "a.txt").unlink()
    with pytest.raises(FivecardError, match=r"a.parquet is of deals that are gone"):
        run_again(two)


def test_results_below_the_deals_are_not_taken_for_deals(two: Path) -> None:
    for _ in range(2):
        summary = settle(two / "deals", two / "deals" / "results", engine=None, game="holdem", form="text")
        assert summary.tasks == 2


def test_a_result_that_cannot_be_written_is_named(two: Path) -> None:
    (two / "results" / "a.parquet").unlink()
    (two / "results" / "a.parquet" / "in the way").mkdir(parents=True)
    with pytest.raises(HandError, match=r"a.parquet"):
        run_again(two)


def test_files_of_no_earlier_run_are_not_replaced(two: Path) -> None:
    (two / "mine").mkdir()
    (two / "mine" / "b.parquet").write_text("mine")
    with pytest.raises(FivecardError, match=r"b.parquet is there, of no earlier run"):
        settle(two / "deals", two / "mine", engine=None, game="holdem")
    assert contents(two / "mine") == {"b.parquet": b"mine"}
    assert not (two / "mine" / NOTES).exists()


def test_results_never_take_the_place_of_deals(two: Path) -> None:
    deals = two / "deals"
    (deals / "deals").mkdir()
    (deals / "deals" / "a.txt").write_bytes((deals / "b.txt").read_bytes())
    (two / "link").symlink_to(deals)
    (two / NOTES).mkdir()
    (two / NOTES / "settings").write_bytes(
        (two / "results" / NOTES / "settings").read_bytes().replace(b"parquet", b"text")
    )
    before = contents(deals)
    for source, target, problem in (
        (deals / "a.txt", deals, r"a.txt would take the place of deals"),
        (deals, two, r"deals/deals/a.txt would take the place of deals, .*deals/a.txt"),
        (deals, two / "link", "results would be among the deals"),
        (deals, two / "results" / ".." / "deals", "results would be among the deals"),
    ):
        with pytest.raises(FivecardError, match=problem):
            settle(source, target, engine=None, game="holdem", form="text")
        assert contents(deals) == before


def test_links_to_folders_are_followed_but_not_in_circles(two: Path) -> None:
    deals = two / "deals"
    (two / "more").mkdir()
    (two / "more" / "c.txt").write_bytes((deals / "b.txt").read_bytes())
    (deals / "more").symlink_to(two / "more")
    (two / "more" / "back").symlink_to(deals)
    (deals / "results").symlink_to(two / "results")
    assert (run_again(two).tasks, run_again(two).done_before) == (3, 3)
    assert {*contents(two / "results")} == {"a.parquet", "b.parquet", "more/c.parquet"}
    (deals / "d.txt").symlink_to("nowhere")
    with pytest.raises(FivecardError, match=r"d.txt is a link that leads nowhere"):
        run_again(two)


def test_names_that_are_no_text_have_results(two: Path) -> None:
    (two / "deals" / "b.txt").rename(two / "deals" / os.fsdecode(b"\xff.txt"))
    for done_before in (0, 2):
        summary = settle(two / "deals", two / "odd", engine=None, game="holdem")
        assert (summary.lines, summary.done_before) == (2, done_before)


def test_what_is_no_note_of_a_run_is_named(two: Path) -> None:
    notes = two / "results" / NOTES
    for note in notes.glob("*.json"):
        note.write_text(note.read_text().replace('"lines"', '"rows"'))
    assert run_again(two).done_before == 0
    for note in notes.glob("*.json"):
        note.write_text(note.read_text().replace('"wins": [', '"wins": [1, '))
    assert run_again(two).done_before == 0
    for name in ("other.json", "settings"):
        for text in ("{", "[]"):
            (notes / name).write_text(text)
            with pytest.raises(FivecardError, match=f"{name} is no note of fivecard's"):
                run_again(two)
        (notes / "other.json").unlink(missing_ok=True)


def once_settled(monkeypatch: pytest.MonkeyPatch, then: Callable[[], object]) -> None:
    """Let something happen after the deals of the next task are settled, before its result is put in place."""

    def settle_to_parquet(*arguments: Any, **options: Any) -> Any:
        monkeypatch.undo()
        score = parquet.settle_to_parquet(*arguments, **options)
        then()
        return score

    monkeypatch.setattr("fivecard.distributed.work.settle_to_parquet", settle_to_parquet)


def test_deals_that_change_while_they_are_settled_end_the_run(two: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deals = two / "deals" / "b.txt"
    deals.touch()
    once_settled(monkeypatch, lambda: deals.write_bytes(deals.read_bytes() * 2))
    with pytest.raises(HandError, match=r"b.txt: the deals changed while they were settled"):
        run_again(two)
    assert [run_again(two).done_before for _ in range(2)] == [1, 2]
    assert run_again(two).lines == 3


def test_a_run_whose_files_another_takes_away_says_so(two: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (two / "results" / "b.parquet").unlink()
    once_settled(monkeypatch, lambda: run_again(two))
    with pytest.raises(HandError, match=r"b.parquet was taken away before it was whole: another run"):
        run_again(two)
    assert run_again(two).done_before == 2


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"engine": "beam"}, "no engine 'beam': there are dask, ray, spark, and None"),
        ({"form": "xml"}, "written as text, csv, json, parquet, not 'xml'"),
        ({"game": "chess"}, "chess"),
        ({"players": 40}, "2 to 23 players, not 40"),
        ({"columns": "deal"}, "a list of names, not 'deal'"),
        ({"columns": ["deal"]}, "a text has no column 'deal'"),
        ({"rows_a_task": 0}, "one row or more, not 0"),
        ({"source": "nowhere"}, "no file or folder"),
        ({"source": "s3://deals"}, "folders that all workers see"),
        ({"target": "deals"}, "results would be among the deals"),
    ],
)
def test_mistakes_are_told_before_anything_is_done(
    two: Path, monkeypatch: pytest.MonkeyPatch, changed: dict[str, Any], message: str
) -> None:
    monkeypatch.chdir(two)
    wanted = {"source": "deals", "target": "fresh", "game": "holdem", "engine": None, **changed}
    with pytest.raises(FivecardError, match=message):
        settle(wanted.pop("source"), wanted.pop("target"), **wanted)
    assert not (two / "fresh").exists()


def test_two_files_with_one_place_and_folders_without_deals_are_refused(two: Path) -> None:
    (two / "deals" / "a.csv").write_text("deal\n")
    with pytest.raises(FivecardError, match=r"a.txt and .*a.csv would both have their results in a.parquet"):
        run_again(two)
    (two / "none").mkdir()
    with pytest.raises(FivecardError, match="there are no deals in"):
        settle(two / "none", two / "fresh", engine=None)


def test_an_engine_that_is_not_installed_is_named(two: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for engine, package in PACKAGES.items():
        for name in [name for name in sys.modules if name.partition(".")[0] == package]:
            monkeypatch.delitem(sys.modules, name)
        monkeypatch.setitem(sys.modules, package, None)
        monkeypatch.setitem(sys.modules, f"{package}.sql", None)
        with pytest.raises(FivecardError, match=rf"engine '{engine}' needs {package}: pip install '\.\[{engine}\]'"):
            settle(two / "deals", two / engine, engine=engine, game="holdem")  # type: ignore[arg-type]


DOCUMENT: Final = (ROOT / "docs" / "distributed.md").read_text(encoding="utf-8")


@pytest.mark.exhaustive
@pytest.mark.parametrize("engine", ENGINES)
def test_the_example_of_each_engine_prints_what_the_document_shows(engine: str, tmp_path: Path) -> None:
    mark = {"dask": "from distributed", "ray": "import ray", "spark": "pyspark"}[engine]
    (program,) = (block for block in re.findall(r"^```python\n(.*?)^```", DOCUMENT, re.S | re.M) if mark in block)
    (told,) = re.findall(r"^```text\n(.*?)^```", DOCUMENT, re.S | re.M)
    (tmp_path / "example.py").write_text(program)
    own = {
        "PYSPARK_PYTHON": sys.executable,
        "TMPDIR": str(tmp_path),
        "RAY_TMPDIR": gettempdir(),
    }  # sockets: short names
    environment = {**os.environ, **own}
    command = [sys.executable, "example.py"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=2 * PATIENCE)
    assert done.returncode == 0, done.stderr
    assert done.stdout == told


def _make_pipe(path: Path) -> Path:
    path.unlink()
    os.mkfifo(path)
    return path


def _open_at_once(pipe: Path) -> BinaryIO:
    """The end of a named pipe that is written to, also while nobody reads: nothing waits for a reader for ever."""
    both = os.open(pipe, os.O_RDWR)
    try:
        end = os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
    finally:
        os.close(both)
    os.set_blocking(end, True)
    return os.fdopen(end, "wb", buffering=0)


def _wait_until(happens: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < end, "nothing happened"
        time.sleep(0.02)


def _reader_of(pipe: Path) -> int:
    """The process, other than this one, that has a pipe open."""
    found: list[int] = []

    def look() -> bool:
        for entry in Path("/proc").iterdir():
            if entry.name.isdecimal() and int(entry.name) != os.getpid():
                try:
                    if any(link.samefile(pipe) for link in (entry / "fd").iterdir()):
                        found.append(int(entry.name))
                except OSError:  # it has ended, or is not ours
                    continue
        return bool(found)

    _wait_until(look)
    return found[0]


def _unread(descriptor: int) -> int:
    import fcntl
    import struct
    import termios

    size: int = struct.unpack("i", fcntl.ioctl(descriptor, termios.FIONREAD, bytes(4)))[0]
    return size


def _is_dead(process: int) -> bool:
    """Whether a process has ended, though nobody has asked for its status."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except OSError:
        return True

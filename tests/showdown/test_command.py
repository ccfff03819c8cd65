"""`fivecard showdown` in a process of its own, with its pipes, files, signals and memory."""

import contextlib
import json
import os
import re
import select
import shlex
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Self

import pexpect
import polars as pl
import pytest

from fivecard.cli.commands import showdown as program
from tests.cli import terminal
from tests.cli.terminal import at_terminal, ends, process
from tests.effort import effort
from tests.showdown.deals import GOOD, HANDOUT, HANDOUT_TEXT
from tests.showdown.memory import peak

pytestmark = pytest.mark.sanitized

COMMAND = [sys.executable, "-m", "fivecard", "showdown"]


def run(*words: str, typed: str = "", folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    return terminal.run("showdown", *words, typed=typed, cwd=folder)


# Pipes


class SlowPipe:
    """A pipe into `fivecard showdown`, whose answers are read one by one."""

    def __init__(self, *words: str) -> None:
        command = [*COMMAND, "-", "--quiet", "-o", "-", *words]
        self._child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._child.kill()
        self._child.communicate()

    def ask(self, text: bytes) -> None:
        assert self._child.stdin
        self._child.stdin.write(text)
        self._child.stdin.flush()

    def answer(self) -> bytes:
        """Wait for the next line; one that never comes fails by the time-out of a poll."""
        assert self._child.stdout
        assert select.select([self._child.stdout], [], [], 30)[0], "there is no answer"
        return os.read(self._child.stdout.fileno(), 1 << 16)

    def end(self) -> bytes:
        rest, _ = self._child.communicate(timeout=60)
        assert self._child.returncode == 0
        return rest


def test_input_that_comes_slowly_is_answered_as_it_comes() -> None:
    with SlowPipe() as pipe:
        for line in HANDOUT_TEXT.splitlines(keepends=True):
            pipe.ask(line.encode())
            assert pipe.answer() in (b"Player 1 wins\n", b"Player 2 wins\n", b"No single winner\n")
        pipe.ask(GOOD[:9].encode())
        pipe.ask(GOOD[9:].encode())
        assert pipe.end() == b"Player 1 wins\n"
        pipe = SlowPipe("--errors", "null")
        pipe.ask(b"bad\n\n" + GOOD[:9].encode())
        assert pipe.answer() == b"Invalid: 'bad' is not a card at column 1\n"
        pipe.ask(GOOD[9:].encode())
        assert pipe.end() == b"Invalid: no cards\nPlayer 1 wins\n"


def test_records_for_machines_come_as_slowly_as_their_lines() -> None:
    with SlowPipe("--format", "json") as pipe:
        for line in (1, 2):
            pipe.ask(f"{GOOD}\n".encode())
            assert json.loads(pipe.answer())["line"] == line
        assert pipe.end() == b""


def test_a_burst_before_a_pause_is_answered_before_the_pause_ends() -> None:
    """Also where it fills buffers to their ends, so that parts are at work in several threads."""
    with SlowPipe() as pipe:
        lines = 3 * (1 << 20) // 39
        writer = threading.Thread(target=pipe.ask, args=[f"{GOOD}\n".encode() * lines], daemon=True)
        writer.start()
        found = 0
        while found < lines:
            found += pipe.answer().count(b"\n")
        writer.join()
        assert pipe.end() == b""


def test_a_pipe_that_has_nothing_yet_is_waited_for(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    os.set_blocking(reader, False)
    with process(*COMMAND, "-", "-o", tmp_path / "out.txt", stdin=reader, stderr=subprocess.DEVNULL) as child:
        for _ in range(2):
            time.sleep(0.4)
            os.write(writer, HANDOUT_TEXT.encode())
        os.close(writer)
        os.close(reader)
    assert child.returncode == 0
    assert len((tmp_path / "out.txt").read_text().splitlines()) == 16


@pytest.mark.sanitized(False)  # too slow with them
def test_memory_stays_flat() -> None:
    script = f"""
import io, os, sys
from fivecard.showdown import Settling
class Pipe(io.RawIOBase):
    left = int(sys.argv[1])
    def readinto(self, buffer):
        lines = min(len(buffer) // 39, self.left)
        buffer[: 39 * lines] = b"{GOOD}\\n" * lines
        self.left -= lines
        return 39 * lines
assert Settling("omaha").write(Pipe(), open(os.devnull, "wb")).wins == [int(sys.argv[1]), 0]
"""
    small, large = peak(script, 200_000), peak(script, effort(2_000_000, 4_000_000))
    assert large < 60_000  # kilobytes, for 78 or 156 megabytes of input
    assert large < small + 8_000


# Files


def test_the_handouts_command_writes_output_txt(tmp_path: Path) -> None:
    (tmp_path / "deals.txt").write_text(HANDOUT_TEXT)
    done = run("deals.txt", folder=tmp_path)
    assert (done.returncode, done.stdout) == (0, "")
    assert (tmp_path / "Output.txt").read_text().splitlines() == [result for *_, result, _ in HANDOUT]
    said = r"Output\.txt has 8 lines: player 1 won 4, player 2 won 3, 1 tied \([0-9.]+ s\)\n"
    assert re.fullmatch(said, done.stderr)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["Output.txt", "deals.txt"]


@pytest.mark.parametrize("typed", ["", "\n\n"])
@pytest.mark.parametrize("output", ["Output.txt", "results.json"])
def test_an_input_without_deals_leaves_the_output_as_it_was(output: str, typed: str, tmp_path: Path) -> None:
    (tmp_path / output).write_text("as it was\n")
    done = run("-", "-o", output, typed=typed, folder=tmp_path)
    assert (done.stdout, done.returncode) == ("", 1)
    assert done.stderr == f"fivecard: standard input: there is no deal in it, so {output} is not written\n"
    assert (tmp_path / output).read_text() == "as it was\n"


def test_an_input_without_deals_is_no_error_in_a_pipe() -> None:
    done = run("-", "-o", "-", "--quiet")
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)


def test_pipes_on_both_sides() -> None:
    done = run("-", "-o", "-", "--explain", "--quiet", typed=HANDOUT_TEXT)
    assert done.stdout.splitlines()[0] == f"Player 1 wins: {HANDOUT[0][4]}"
    assert done.stderr == ""


def test_a_bad_line_leaves_the_old_output_untouched(tmp_path: Path) -> None:
    (tmp_path / "Output.txt").write_text("as it was\n")
    (tmp_path / "deals.txt").write_text(HANDOUT_TEXT * 100_000 + GOOD.replace("3H", "3X"))
    done = run("deals.txt", folder=tmp_path)
    assert done.returncode == 1
    assert done.stderr == "fivecard: deals.txt: line 800001: '3X' is not a card at column 10\n"
    assert (tmp_path / "Output.txt").read_text() == "as it was\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["Output.txt", "deals.txt"]


def test_bad_lines_can_be_kept(tmp_path: Path) -> None:
    done = run("--errors", "null", "-o", "-", typed=f"{GOOD}\nbad\n{GOOD}")
    assert done.stdout == "Player 1 wins\nInvalid: 'bad' is not a card at column 1\nPlayer 1 wins\n"
    assert "1 invalid" in done.stderr


def test_killing_a_run_leaves_the_old_output_intact(tmp_path: Path) -> None:
    (tmp_path / "Output.txt").write_text("as it was\n")
    with process(*COMMAND, "-", stdin=subprocess.PIPE, cwd=tmp_path) as child:
        assert child.stdin
        child.stdin.write(HANDOUT_TEXT.encode() * 20_000)
        child.stdin.flush()
        wait_for_output(child.pid, tmp_path, least=1)
        child.send_signal(signal.SIGKILL)
    assert (tmp_path / "Output.txt").read_text() == "as it was\n"
    assert [path.name for path in tmp_path.iterdir()] == ["Output.txt"]  # nothing is left of the other


def wait_for_output(process: int, folder: Path, *, least: int) -> None:
    """Wait until a process has written to a file without a name in a folder."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        for number in Path(f"/proc/{process}/fd").iterdir():
            with contextlib.suppress(OSError):
                if str(number.readlink()).startswith(f"{folder}/#") and number.stat().st_size >= least:
                    return
        time.sleep(0.01)
    raise AssertionError("nothing was written")


@pytest.mark.parametrize(("stop", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, -signal.SIGTERM)])
def test_being_stopped_takes_the_unfinished_file_away(tmp_path: Path, stop: signal.Signals, status: int) -> None:
    with process(*COMMAND, "-", stdin=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path) as child:
        assert child.stdin
        child.stdin.write(HANDOUT_TEXT.encode())
        child.stdin.flush()
        wait_for_output(child.pid, tmp_path, least=0)
        time.sleep(0.1)
        child.send_signal(stop)
        assert child.stderr
        assert b"Traceback" not in child.stderr.read()
    assert child.returncode == status
    assert list(tmp_path.iterdir()) == []


def test_csv_json_and_parquet(tmp_path: Path) -> None:
    text = HANDOUT_TEXT + "bad\n"
    common = ("--errors", "null", "--quiet", "-o")
    csv = run("--format", "csv", *common, "-", typed=text).stdout.splitlines()
    assert csv[0] == "line,winner,strength_1,category_1,strength_2,category_2"
    assert csv[1] == "1,1,5854,straight,3014,one pair"
    assert csv[8].startswith("8,0,5863,straight,5863")
    assert csv[9] == "9,,,,,"
    records = [json.loads(line) for line in run("--format", "json", *common, "-", typed=text).stdout.splitlines()]
    assert records[4]["category_2"] == "flush"
    assert records[8]["winner"] is None
    assert run("--format", "parquet", *common, str(tmp_path / "x.parquet"), typed=text).returncode == 0
    frame = pl.read_parquet(tmp_path / "x.parquet")
    assert frame["winner"].to_list() == [1, 1, 1, 1, 2, 2, 2, 0, None]
    assert frame["strength_1"].to_list() == [record["strength_1"] for record in records]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--players", "1"], "omaha with 4 cards each is for 2 to 11 players, not 1"),
        (["--players", "12"], "2 to 11 players, not 12"),
        (["--game", "omaha-7"], "--game 'omaha-7' is not known; did you mean omaha-6?"),
        (["--format", "csv", "--explain"], "--explain goes with --format text"),
        (["--game", "stud"], "--game 'stud' is not known"),
    ],
)
def test_a_wrong_command_line_has_status_2(words: list[str], message: str) -> None:
    done = run(*words)
    assert done.returncode == 2
    assert message in done.stderr


def test_files_that_cannot_be_used_are_named(tmp_path: Path) -> None:
    assert run("missing.txt", folder=tmp_path).stderr == "fivecard: missing.txt: No such file or directory\n"
    done = run("-", "-o", "no/such/folder/out.txt", folder=tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "No such file or directory" in done.stderr
    assert run(".", folder=tmp_path).stderr == "fivecard: .: Is a directory\n"


def test_closed_streams_are_named() -> None:
    for redirection, message in (
        ("<&-", "standard input is closed"),
        ("-o - < /dev/null >&-", "standard output is closed"),
    ):
        script = f"{shlex.join(COMMAND)} - {redirection}"
        done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False, timeout=60)
        assert (done.returncode, done.stderr) == (1, f"fivecard: {message}\n")


def test_a_terminal_is_told_what_is_waited_for() -> None:
    for words, expected in (
        ([], "a line each: 4 cards of each of 2 players, and 5 of the board. Ctrl-D ends."),
        (["--game", "five-card-draw", "--players", "3"], "a line each: 5 cards of each of 3 players. Ctrl-D ends."),
    ):
        wide = {**os.environ, "COLUMNS": "120"}
        child = at_terminal(*COMMAND, "-o", "-", *words, env=wide)
        child.expect_exact(f"Waiting for deals from the keyboard, {expected}")
        child.sendintr()
        child.expect_exact("fivecard: stopped")
        ends(child, 130)


def test_deals_typed_at_a_terminal_are_answered_one_by_one() -> None:
    child = at_terminal(*COMMAND, "-o", "-")
    for _ in range(2):
        child.sendline(GOOD)
        child.expect_exact("Player 1 wins")
    child.sendeof()
    child.expect_exact("2 lines: player 1 won 2")
    child.expect(pexpect.EOF)


def test_a_device_is_written_to_as_it_is() -> None:
    assert run("-", "-o", "/dev/null", typed=HANDOUT_TEXT).returncode == 0
    done = run("-", "-o", "/dev/full", "--quiet", typed=HANDOUT_TEXT)
    assert (done.returncode, done.stderr) == (1, "fivecard: /dev/full: No space left on device\n")


def test_big_inputs_show_progress_on_a_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from fivecard.cli.main import main

    (tmp_path / "deals.txt").write_text(HANDOUT_TEXT * 10_000)
    monkeypatch.setattr(program, "PROGRESS_FROM", 1000)
    monkeypatch.setattr("fivecard.showdown.reading._CHUNK", 1 << 20)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.chdir(tmp_path)
    assert main(["showdown", "deals.txt"]) == 0
    shown = capsys.readouterr().err
    assert "[#############                           ]  34%  " in shown
    assert "100%  80,000 lines" in shown
    assert shown.splitlines()[-1].endswith("million hands a second)")

"""fivecard does its work where a system lacks what Linux has: it is taken away, and the real programs run."""

import os
import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

WITHOUT = """
import os, select, signal, sys
for module in {modules}:
    sys.modules[module] = None
for module, names in {names}.items():
    for name in names:
        if hasattr(sys.modules[module], name):
            delattr(sys.modules[module], name)
from fivecard.cli.main import command
command()
"""
MODULES = ["fcntl", "grp", "pty", "pwd", "readline", "resource", "termios", "tty", "uvloop"]
NAMES = {
    "os": ["O_TMPFILE", "fchmod", "fchown", "fdatasync", "fork", "forkpty", "sched_getaffinity", "setpriority"],
    "select": ["epoll", "poll"],
    "signal": ["SIGHUP", "SIGPIPE", "SIGUSR1"],
}
COMMAND = [sys.executable, "-c", WITHOUT.format(modules=MODULES, names=NAMES)]
DEAL = "8H AS 3S 3H TH AD 8D 9C 2C 9S JH 4D 5S\n"


def run(*words: str, folder: Path, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *words], input=typed, cwd=folder, capture_output=True, text=True, check=False, timeout=60
    )


def test_what_is_taken_away_was_there_and_is_gone(tmp_path: Path) -> None:
    assert all(hasattr(os, name) for name in ("fchmod", "fork", "sched_getaffinity"))
    ask = COMMAND[2].replace(
        "from fivecard.cli.main import command\ncommand()", "print(hasattr(os, 'fchmod')); import fcntl"
    )
    done = subprocess.run(
        [COMMAND[0], "-c", ask], capture_output=True, text=True, check=False, cwd=tmp_path, timeout=60
    )
    assert (done.returncode, done.stdout) == (1, "False\n")
    assert "import of fcntl halted" in done.stderr


@pytest.mark.parametrize(
    ("words", "typed"),
    [
        ("evaluate AhKhQhJhTh", ""),
        ("deal --seed 1", ""),
        ("odds AhAdKh3d2c", ""),
        ("draw --seed 1 --rounds 1", "2\n" + "0\n" * 9),
    ],
)
def test_programs_answer_as_they_do_elsewhere(words: str, typed: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "fivecard", *words.split()]
    elsewhere = subprocess.run(
        command, input=typed, capture_output=True, text=True, check=False, cwd=tmp_path, timeout=60
    )
    done = run(*words.split(), folder=tmp_path, typed=typed)
    assert (done.returncode, done.stdout, done.stderr) == (elsewhere.returncode, elsewhere.stdout, elsewhere.stderr)
    assert done.stdout


def test_a_file_is_replaced_and_keeps_its_rights(tmp_path: Path) -> None:
    (tmp_path / "deals.txt").write_text(DEAL)
    target = tmp_path / "results.txt"
    target.write_text("old")
    target.chmod(0o640)
    done = run("showdown", "deals.txt", "--quiet", "-o", "results.txt", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert target.read_text() == run("showdown", "-", "-o", "-", folder=tmp_path, typed=DEAL).stdout != ""
    assert target.stat().st_mode & 0o777 == 0o640
    assert sorted(path.name for path in tmp_path.iterdir()) == ["deals.txt", "results.txt"]


def test_results_come_while_a_writer_pauses(tmp_path: Path) -> None:
    with subprocess.Popen(
        [*COMMAND, "showdown", "-", "--quiet", "-o", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
        cwd=tmp_path,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(3):
            process.stdin.write(DEAL)
            process.stdin.flush()
            assert process.stdout.readline().strip()
        process.stdin.close()
        assert process.stdout.read() == ""
    assert process.returncode == 0


def test_closed_streams_are_named_where_a_folder_cannot_be_opened(tmp_path: Path) -> None:
    refuse = "import os\nreal = os.open\n" + "\n".join([
        "def refuse(path, *rest, **more):",
        "    if path == os.sep: raise PermissionError(13, 'Permission denied', path)",
        "    return real(path, *rest, **more)",
        "os.open = refuse",
    ])  # fmt: skip
    script = 'exec "$0" -c "$1" evaluate "Ah Kh Qh Jh Th" >&-'
    done = subprocess.run(
        ["sh", "-c", script, sys.executable, refuse + COMMAND[2]],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (1, "fivecard: standard output is closed\n")


def test_the_table_serves_and_finds_its_log_again(tmp_path: Path) -> None:
    table = ""
    for open_table in (True, False):
        with subprocess.Popen(
            [*COMMAND, "table", "--port", "0", "--data", "log.db"], stdout=subprocess.PIPE, text=True, cwd=tmp_path
        ) as process:
            try:
                assert process.stdout is not None
                found = re.search(r"http://localhost:\d+", process.stdout.readline())
                assert found
                if open_table:
                    answer = httpx.post(f"{found[0]}/tables", content="{}", headers={"Origin": found[0]})
                    assert answer.status_code == 201, answer.text
                    table = answer.json()["table"]
                assert httpx.get(f"{found[0]}/t/{table}").status_code == 200
                assert httpx.get(f"{found[0]}/t/nowhere").status_code == 404
            finally:
                process.terminate()

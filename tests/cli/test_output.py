"""Programs never write the wrong file: whatever lies there, whatever stops them, whatever the output is."""

import contextlib
import gzip
import os
import resource
import shlex
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest

from fivecard._util import atomic_file
from fivecard.cli.terminal.output import replacing, would_replace
from fivecard.errors import FivecardError
from tests.cli.terminal import hears, process, run
from tests.effort import some

GOOD = "8H AS 3S 3H TH AD 8D 9C 2C 9S JH 4D 5S\n"
COMMAND = [sys.executable, "-m", "fivecard"]
PICTURE = ["picture", "--size", "90", "--c", "0", "0", "--iterations", "100", "--border", "1", "--exponent", "1",
           "--bailout", "4", "-o"]  # fmt: skip

ROOT = os.geteuid() == 0


def showdown(*words: str, folder: Path, typed: str = GOOD) -> subprocess.CompletedProcess[str]:
    return run("showdown", *words, typed=typed, cwd=folder)


@pytest.fixture(params=["without a name", "with a name"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Both ways to write: with files that have no name until they are whole, and where there are none such."""
    if request.param == "with a name":
        monkeypatch.setattr(atomic_file, "_without_a_name", lambda folder: None)
    return str(request.param)


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# The file beside


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("kind", ["file", "link", "link to nowhere", "folder"])
def test_what_lies_under_the_name_of_the_file_beside_is_left_alone(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = tmp_path / f".fivecard-{bytes(8).hex()}.part"
    other = tmp_path / "other.txt"
    other.write_text("another's")
    make: dict[str, Callable[[], object]] = {
        "file": lambda: taken.write_text("another's"),
        "link": lambda: taken.symlink_to("other.txt"),
        "link to nowhere": lambda: taken.symlink_to("nowhere.txt"),
        "folder": taken.mkdir,
    }
    make[kind]()
    before = names_in(tmp_path)
    drawn = iter([bytes(8), bytes(8), bytes(7) + b"\1", bytes(7) + b"\2"])
    monkeypatch.setattr(os, "urandom", lambda size: next(drawn))
    with replacing(str(tmp_path / "out.txt")) as target:
        target.write(b"ours")
    assert (tmp_path / "out.txt").read_bytes() == b"ours"
    assert names_in(tmp_path) == sorted([*before, "out.txt"])
    assert other.read_text() == "another's"
    if kind == "file":
        assert taken.read_text() == "another's"


def test_a_part_left_by_somebody_else_is_never_installed(tmp_path: Path) -> None:
    script = (
        "import os, sys\n"
        "open(f'.Output.txt.{os.getpid()}.part', 'w').write('forged')\n"
        "from fivecard.cli.main import main\n"
        "sys.exit(main(['showdown', '-', '--quiet']))\n"
    )
    subprocess.run([sys.executable, "-c", script], input=GOOD, text=True, cwd=tmp_path, check=True, timeout=60)
    assert (tmp_path / "Output.txt").read_text() == "Player 1 wins\n"


@pytest.mark.usefixtures("way")
def test_an_error_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    wanted = tmp_path / "out.txt"
    wanted.write_text("as it was")
    with contextlib.suppress(ZeroDivisionError), replacing(str(wanted)) as target:
        target.write(b"half")
        raise ZeroDivisionError
    assert wanted.read_text() == "as it was"
    assert names_in(tmp_path) == ["out.txt"]


@pytest.mark.usefixtures("way")
def test_the_longest_name_can_be_written(tmp_path: Path) -> None:
    wanted = tmp_path / ("x" * 255)
    with replacing(str(wanted)) as target:
        target.write(b"whole")
    assert wanted.read_bytes() == b"whole"


# Rights and links


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize(("mask", "mode"), [(0o022, 0o644), (0o077, 0o600)])
def test_a_new_file_has_the_rights_that_the_umask_leaves(mask: int, mode: int, tmp_path: Path) -> None:
    before = os.umask(mask)
    try:
        with replacing(str(tmp_path / "out.txt")) as target:
            target.write(b"whole")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "out.txt").stat().st_mode) == mode


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("mode", [0o600, 0o666, 0o755])
def test_an_old_file_keeps_its_rights(mode: int, tmp_path: Path) -> None:
    wanted = tmp_path / "out.txt"
    wanted.write_text("old")
    wanted.chmod(mode)
    with replacing(str(wanted)) as target:
        target.write(b"new")
    assert (stat.S_IMODE(wanted.stat().st_mode), wanted.read_text()) == (mode, "new")


@pytest.mark.usefixtures("way")
def test_a_link_stays_and_the_file_that_it_leads_to_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "real.txt").write_text("old")
    (tmp_path / "one").symlink_to("folder/real.txt")
    (tmp_path / "two").symlink_to("one")
    (tmp_path / "new").symlink_to("folder/new.txt")
    for link in ("two", "new"):
        with replacing(str(tmp_path / link)) as target:
            target.write(b"new")
        assert (tmp_path / link).is_symlink()
    assert names_in(tmp_path) == ["folder", "new", "one", "two"]
    assert {path.name: path.read_text() for path in (tmp_path / "folder").iterdir()} == {
        "real.txt": "new",
        "new.txt": "new",
    }


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (".", "Is a directory"),
        ("new/", "Is a directory"),
        ("no/such/out.txt", "No such file or directory"),
        ("file/out.txt", "Not a directory"),
        ("loop", "Too many levels of symbolic links"),
        ("x" * 256, "File name too long"),
        ("/dev/fd/99", "Bad file descriptor"),
        ("/dev/fd/" + "9" * 20, "Bad file descriptor"),
    ],
)
def test_what_cannot_be_written_is_named_in_one_line(name: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "loop").symlink_to("loop")
    done = showdown("-", "-o", name, folder=tmp_path)
    assert (done.returncode, done.stderr) == (1, f"fivecard: {name}: {message}\n")
    assert names_in(tmp_path) == ["file", "loop"]


def test_a_folder_that_cannot_be_written_to_is_named_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "out.txt").write_text("old")
    tmp_path.chmod(0o500)
    if ROOT:  # who may everything, so that it must be pretended

        def refuse(name: str) -> NoReturn:
            raise PermissionError(13, "Permission denied", name)

        monkeypatch.setattr(atomic_file, "_without_a_name", lambda folder: None)
        monkeypatch.setattr(atomic_file, "_with_a_name", refuse)
    try:
        done = showdown("-", "-o", "out.txt", folder=tmp_path)
    finally:
        tmp_path.chmod(0o700)
    assert (done.returncode, done.stderr) == (1, "fivecard: out.txt: Permission denied\n")
    assert (tmp_path / "out.txt").read_text() == "old"


@pytest.mark.usefixtures("way")
def test_a_file_that_may_not_be_written_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = tmp_path / "out.txt"
    wanted.write_text("old")
    wanted.chmod(0o444)
    if ROOT:  # who may everything, so that it must be pretended
        monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(FivecardError, match=r"out\.txt: Permission denied"), replacing(str(wanted)):
        pass
    assert wanted.read_text() == "old"


# A full disk, and being stopped


@pytest.mark.usefixtures("way")
def test_a_full_disk_leaves_the_old_file_and_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = tmp_path / "out.txt"
    wanted.write_text("old")
    most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, most[1]))
    try:
        with pytest.raises(FivecardError, match=r"out\.txt: File too large"):  # noqa: SIM117
            with replacing(str(wanted)) as target:
                target.write(bytes(20_000))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, most)
    assert wanted.read_text() == "old"
    assert names_in(tmp_path) == ["out.txt"]


@pytest.mark.parametrize(
    "words",
    some(3, [
        ["showdown", "-", "-o", "wanted.bmp"],
        [*PICTURE, "wanted.bmp"],
        [*PICTURE, "wanted.jpg"],
        ["gallery", "--size", "20", "-o", "wanted.bmp"],
        ["odds", "AS KH TD TC 6S", "--plot", "wanted.png"],
    ]),
    ids=lambda words: f"{words[0]} {words[-1]}",
)  # fmt: skip
def test_every_program_keeps_the_old_file_when_the_disk_is_full(words: list[str], tmp_path: Path) -> None:
    wanted = tmp_path / words[-1]
    wanted.write_text("old")
    script = (
        "import resource, sys\n"
        "if sys.argv[1] == 'odds': import matplotlib.font_manager\n"  # which writes a cache of its own
        "from fivecard.cli.main import main\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (500, 500))\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, *words],
        input=GOOD * 500,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.stderr.splitlines()[-1] == f"fivecard: {wanted.name}: File too large"
    assert done.returncode == 1
    assert wanted.read_text() == "old"
    assert names_in(tmp_path) == [wanted.name]


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_takes_the_named_file_beside_away(stop: signal.Signals, tmp_path: Path) -> None:
    (tmp_path / "Output.txt").write_text("old")
    script = (
        "import sys\n"
        "from fivecard._util import atomic_file\n"
        "atomic_file._without_a_name = lambda folder: None\n"
        "from fivecard.cli.main import main\n"
        "sys.exit(main(['showdown', '-']))\n"
    )
    with process(sys.executable, "-c", script, stdin=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path) as child:
        assert child.stdin
        assert child.stderr
        child.stdin.write(GOOD.encode())
        child.stdin.flush()
        while len(names_in(tmp_path)) < 2 or not hears(child.pid, signal.SIGTERM):
            assert child.poll() is None
            time.sleep(0.01)
        child.send_signal(stop)
        assert b"Traceback" not in child.stderr.read()
    assert child.returncode == (130 if stop == signal.SIGINT else 128 + stop)
    assert names_in(tmp_path) == ["Output.txt"]
    assert (tmp_path / "Output.txt").read_text() == "old"


# What is no file


def test_standard_output_has_many_names(tmp_path: Path) -> None:
    for name in ("-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"):
        done = showdown("-", "--quiet", "-o", name, folder=tmp_path)
        assert (done.returncode, done.stdout, done.stderr) == (0, "Player 1 wins\n", ""), name
    assert names_in(tmp_path) == []


def test_what_stands_in_a_redirected_output_already_stays(tmp_path: Path) -> None:
    script = f"{{ echo first; {shlex.join(COMMAND)} showdown - --quiet -o /dev/stdout; echo last; }} > out.txt"
    subprocess.run(["bash", "-c", script], input=GOOD, cwd=tmp_path, text=True, check=True, timeout=60)
    assert (tmp_path / "out.txt").read_text() == "first\nPlayer 1 wins\nlast\n"


def test_a_shells_other_program_can_be_written_to(tmp_path: Path) -> None:
    script = f"{shlex.join(COMMAND)} showdown - --quiet -o >(gzip > out.gz); wait $!"
    subprocess.run(["bash", "-c", script], input=GOOD, cwd=tmp_path, text=True, check=True, timeout=60)
    assert gzip.decompress((tmp_path / "out.gz").read_bytes()) == b"Player 1 wins\n"


def test_a_named_pipe_stays_a_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.bmp")
    with process(*COMMAND, *PICTURE, "pipe.bmp", cwd=tmp_path, stdout=subprocess.DEVNULL) as child:
        assert (tmp_path / "pipe.bmp").read_bytes().startswith(b"BM")
    assert child.returncode == 0
    assert (tmp_path / "pipe.bmp").is_fifo()


def test_a_reader_of_a_pipe_that_stops_early_is_no_error(tmp_path: Path) -> None:
    script = f"{shlex.join(COMMAND)} showdown - --quiet -o >(head -n 1)"
    done = subprocess.run(
        ["bash", "-c", script],
        input=GOOD * 100_000,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")


# Results in the place of the deals


@pytest.fixture
def deals(tmp_path: Path) -> Path:
    path = tmp_path / "Output.txt"
    path.write_text(GOOD)
    (tmp_path / "hard.txt").hardlink_to(path)
    (tmp_path / "soft.txt").symlink_to("Output.txt")
    return path


@pytest.mark.parametrize(
    "words",
    ["Output.txt", "Output.txt -o ./Output.txt", "hard.txt", "soft.txt", "Output.txt -o soft.txt",
     "Output.txt -o hard.txt", "- -o Output.txt < hard.txt", "/dev/stdin < Output.txt",
     "Output.txt -o - >> Output.txt"],
)  # fmt: skip
def test_the_deals_are_not_replaced_by_their_results(words: str, deals: Path) -> None:
    script = f"{shlex.join(COMMAND)} showdown {words}"
    done = subprocess.run(
        ["bash", "-c", script],
        stdin=subprocess.DEVNULL,
        cwd=deals.parent,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 2
    assert "is the same file: the results would take the place of the deals" in done.stderr
    assert done.stderr.count("\n") == 1
    assert deals.read_text() == GOOD


def test_the_deals_are_replaced_by_force(deals: Path) -> None:
    assert showdown("Output.txt", "--force", folder=deals.parent).returncode == 0
    assert deals.read_text() == "Player 1 wins\n"
    assert (deals.parent / "hard.txt").read_text() == GOOD  # another name for the old file goes on being one


def test_a_terminal_or_a_device_may_be_both() -> None:
    with Path("/dev/null").open() as device:
        assert not would_replace("/dev/null", device.fileno())

"""The command line, run for real: in a pipe and on a terminal."""

import io
import json
import os
import resource
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pexpect
import pytest

from fivecard import Card, Deck, __version__, evaluate
from fivecard.cli.main import SUMMARIES, main
from fivecard.errors import FivecardError, quoted
from fivecard.handouts import HandoutDeck
from fivecard.showdown import Settling
from tests.cli.terminal import at_terminal, ends, run, run_process
from tests.effort import some


def on_a_terminal(*words: str, **environment: str) -> str:
    child = at_terminal(
        sys.executable, "-m", "fivecard", *words, dimensions=(60, 150),
        env={"PATH": "", "TERM": "xterm", "PYTHONUTF8": "1", **environment},
    )  # fmt: skip
    child.expect(pexpect.EOF)
    return str(child.before)


@pytest.mark.parametrize(
    ("words", "typed"),
    some(
        8,
        [
            (["evaluate", "JH JS TS TD 8S"], ""),
            (["evaluate", "-"], "AhKhQhJhTh\nAh Kh\n"),
            (["explain", "--json", "JC JD TH TC 7S"], ""),
            (["shuffle"], ""),
            (["draw", "--seed", "1"], "two\n2\n1\n1\n0\n"),
            (["draw", "--seed", "1"], "2\n"),
            (["play", "--seed", "3"], "2\n\n"),
            (["play", "--game", "holdem", "--seed", "3"], "c\nq\n"),
            (["rank", "--seed", "3"], ""),
            (["rank", "no-such-file-é.txt"], ""),
            (["deal", "--seed", "3"], ""),
            (["history", "-"], "Dear diary,\n"),
            (["equity", "AsAh", "KsKh"], ""),
            (["odds", "AS KH TD TC 6S"], ""),
            (["simulate", "--rounds", "0"], ""),
            (["showdown", "-", "-o", "-", "--quiet"], "8H AS 3S 3H TH AD 8D 9C 2C 9S JH 4D 5S\nbad\n"),
            (["picture"], "9\n½\n"),
            (["completion", "bash"], ""),
        ],
    ),
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_process_says_and_ends_as_in_this_process(words: list[str], typed: str) -> None:
    """Most tests call `main`; this is what they leave out."""
    there, here = run_process(*words, typed=typed), run(*words, typed=typed)
    assert (there.returncode, there.stdout, there.stderr) == (here.returncode, here.stdout, here.stderr)


def test_a_hand_is_named() -> None:
    done = run("evaluate", "JH JS TS TD 8S")
    assert (done.returncode, done.stdout) == (0, "Jh Js Ts Td 8s  two pair, Jacks and Tens, Eight kicker  4628\n")


def test_cards_typed_one_by_one_are_one_hand() -> None:
    assert run("evaluate", "10s", "As", "Ks", "Js", "Qs").stdout == "Ts As Ks Js Qs  royal flush  7462\n"


def test_hands_are_read_from_standard_input() -> None:
    done = run("evaluate", "-", typed="AhKhQhJhTh\n\n2c 3d 4h 5s 7c\n")
    assert [line.split()[-1] for line in done.stdout.splitlines()] == ["7462", "1"]


def test_json_holds_everything_that_is_known() -> None:
    record = json.loads(run("evaluate", "--json", "Ah2h3h4h5hKsKd").stdout)
    assert record == {
        "ranking": "high",
        "cards": ["Ah", "2h", "3h", "4h", "5h", "Ks", "Kd"],
        "category": "straight flush",
        "ranks": ["5"],
        "playing": ["5h", "4h", "3h", "2h", "Ah"],
        "strength": 7453,
        "description": "straight flush, Five high",
    }


@pytest.mark.parametrize("command", ["evaluate", "explain"])
@pytest.mark.parametrize(
    ("hand", "message"),
    [
        ("Ah Kh Qh Jh 1x", "column 13: '1x' is not a card"),
        ("As Kd As Qc Jc", "duplicate card 'As' in 'As Kd As Qc Jc'"),
        ("As Kd", "a hand has 5 to 7 cards, this one has 2: 'As Kd'"),
        ("", "a hand without cards"),
    ],
)
def test_a_bad_hand_gets_one_line_and_status_1(command: str, hand: str, message: str) -> None:
    done = run(command, hand)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith("fivecard: ")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_bad_line_of_input_is_named() -> None:
    done = run("evaluate", "-", typed="AhKhQhJhTh\nAh Kh\n")
    assert done.returncode == 1
    assert done.stderr == "fivecard: input line 2: a hand has 5 to 7 cards, this one has 2: 'Ah Kh'\n"


def test_explain_compares_two_hands_and_says_what_decided() -> None:
    done = run("explain", "JC JD TH TC 7S", "JH JS TS TD 8S")
    assert "Jh Js Ts Td 8s  beats  Jc Jd Th Tc 7s" in done.stdout
    assert done.stdout.endswith("4. Kicker: Eight beats Seven.\n")
    assert "count  . . . . . 1 . . 2 2 . . ." in done.stdout


def test_explain_as_json() -> None:
    record = json.loads(run("explain", "--json", "JC JD TH TC 7S", "JH JS TS TD 8S").stdout)
    assert [hand["strength"] for hand in record["hands"]] == [4627, 4628]
    assert record["comparisons"][0]["steps"][-1] == "Kicker: Eight beats Seven."


def test_a_terminal_gets_colour_and_suit_symbols() -> None:
    shown = on_a_terminal("evaluate", "Ah Kh Qh Jh Th")
    assert "\x1b[31mA♥\x1b[0m" in shown
    assert "\x1b[1mroyal flush\x1b[0m" in shown


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_colour_can_be_switched_off(environment: dict[str, str]) -> None:
    shown = on_a_terminal("evaluate", "Ah Kh Qh Jh Th", **environment)
    assert shown.startswith("A♥ K♥ Q♥ J♥ T♥  royal flush")


def test_a_terminal_that_knows_no_escapes_gets_none() -> None:
    """A bar of progress is written over with spaces."""
    for words in (["simulate", "--rounds", "1000"], ["equity", "AA", "KK", "--board", "Td 9s 2h"]):
        shown = on_a_terminal(*words, TERM="dumb")
        assert "\r " in shown
        assert "\x1b" not in shown


def test_the_demo_is_a_tour() -> None:
    done = run("demo")
    assert done.returncode == 0
    assert "Player 6   8s 8h 8d Kd 7d   three of a kind" in done.stdout
    assert "antes worse" in done.stdout
    assert "133,784,560 hands" in done.stdout


def test_the_version_is_told() -> None:
    assert run("--version").stdout == f"fivecard {__version__}\n"


@pytest.mark.parametrize("words", [["--help"], ["evaluate", "--help"], ["explain", "--help"], ["demo", "--help"]])
def test_help_shows_examples(words: list[str]) -> None:
    done = run(*words)
    assert done.returncode == 0
    assert "examples:\n  fivecard " in done.stdout


@pytest.mark.parametrize("words", [["shuffle"], ["evaluate"], ["demo", "--seed", "x"]])
def test_a_wrong_command_line_has_status_2(words: list[str]) -> None:
    assert run(*words).returncode == 2


def test_a_reader_that_stops_early_is_no_error() -> None:
    script = f"yes AhKhQhJhTh | head -n 100000 | {shlex.quote(sys.executable)} -m fivecard evaluate - | head -n 1"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False, timeout=60)
    assert (done.stdout, done.stderr) == ("Ah Kh Qh Jh Th  royal flush  7462\n", "")


@pytest.mark.parametrize("words", [["rank"], ["--version"], ["--help"], ["evaluate", "AhKhQhJhTh"]])
def test_output_that_cannot_be_written_is_said_in_one_line(words: list[str]) -> None:
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with open("/dev/full", "w") as full:  # noqa: PTH123
        command = [sys.executable, "-m", "fivecard", *words]
        done = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, text=True, env=buffered, check=False, timeout=60
        )
    assert done.stderr == "fivecard: cannot write the output: No space left on device\n"
    assert done.returncode == 1


def test_a_mistyped_card_is_named() -> None:
    assert "'T' is not a card" in run("evaluate", "Ah", "Kh", "Qh", "Jh", "T").stderr
    assert run("evaluate", "10h,", "9h,", "8h,", "7h,", "6h").stdout.endswith("straight flush, Ten high  7458\n")


def test_ctrl_c_ends_politely() -> None:
    child = at_terminal(sys.executable, "-m", "fivecard", "evaluate", "-")
    child.sendline("AhKhQhJhTh")
    child.expect("royal flush")
    child.sendintr()
    child.expect("fivecard: stopped")
    ends(child, 130)


@pytest.mark.parametrize("command", sorted(SUMMARIES))
def test_every_command_has_help_with_an_example(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "--help"]) == 0
    shown = capsys.readouterr().out
    assert f"examples:\n  fivecard {command}" in shown


@pytest.mark.parametrize("shell", ["bash", "zsh", "tcsh"])
def test_completion_knows_every_command(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert all(command in script for command in SUMMARIES)
    assert "input-format" in script


# Streams that are closed, full or broken

USES = {
    "draw": ["draw"],
    "play": ["play"],
    "rank": ["rank"],
    "deal": ["deal"],
    "showdown": ["showdown", "-", "-o", "-"],
    "odds": ["odds", "AsKhTdTc6s"],
    "simulate": ["simulate", "--rounds", "1000"],
    "videopoker": ["videopoker", "AsKhTdTc6s"],
    "evaluate": ["evaluate", "-"],
    "explain": ["explain", "-"],
    "complex": ["complex"],
    "picture": ["picture"],
    "completion": ["completion", "bash"],
    "demo": ["demo"],
}
READERS = {"draw", "play", "showdown", "evaluate", "explain", "complex", "picture"}  # of standard input
WRITERS = {"rank", "deal", "odds", "simulate", "videopoker", "completion", "demo", *READERS} - {"evaluate", "explain"}


def in_a_shell(words: list[str], redirection: str) -> subprocess.CompletedProcess[str]:
    script = f'"$@" {redirection}'
    command = ["bash", "-c", script, "bash", sys.executable, "-m", "fivecard", *words]
    hand = "8H AS 3S 3H TH AD 8D 9C 2C 9S JH 4D 5S\n"
    return subprocess.run(command, input=hand, capture_output=True, text=True, check=False, timeout=60)


@pytest.mark.parametrize("command", some(6, sorted(READERS | WRITERS)))
def test_closed_streams_are_said_to_be_closed(command: str) -> None:
    words = USES[command]
    for redirection, users, sentence in (
        ("<&-", READERS, "fivecard: standard input is closed\n"),
        (">&-", WRITERS, "fivecard: standard output is closed\n"),
    ):
        if command in users:
            done = in_a_shell(words, redirection)
            assert (done.returncode, done.stderr) == (1, sentence)


@pytest.mark.parametrize(
    ("words", "status"),
    [(["showdown", "-", "-o", "-"], 0), (["rank", "no-such-file"], 1), (["draw"], 1), (["shuffle"], 2)],
)
def test_errors_that_nobody_can_read_leave_the_status_as_it_is(words: list[str], status: int) -> None:
    for redirection in ("2>&-", "2>/dev/full"):
        done = in_a_shell(words, redirection)
        assert (done.returncode, done.stderr) == (status, "")


@pytest.mark.parametrize("words", [["--version"], ["--help"], ["rank", "--help"], ["shuffle"]])
def test_closed_streams_before_a_command_begins(words: list[str]) -> None:
    expected = (2, "") if words == ["shuffle"] else (1, "fivecard: standard output is closed\n")
    done = in_a_shell(words, ">&-")
    assert done.returncode == expected[0]
    assert done.stderr.endswith(expected[1])
    for redirection in ("<&- >&- 2>&-", ">&- 2>&-"):
        assert in_a_shell(words, redirection).returncode == expected[0]


def test_files_do_not_take_the_numbers_of_closed_streams(tmp_path: Path) -> None:
    """A result that were opened as number 2 would hold whatever is written to standard error."""
    script = (
        "import os\n"
        "from fivecard.cli.main import main\n"
        "from fivecard.cli.terminal.output import replacing\n"
        "main(['--version'])\n"
        "with replacing('out.txt') as target:\n"
        "    assert target.fileno() > 2\n"
        "    for number in range(3):\n"
        "        try:\n"
        "            os.write(number, b'off_policy')\n"
        "        except OSError:\n"
        "            target.write(b'%d ' % number)\n"
    )
    subprocess.run(
        ["bash", "-c", '"$@" <&- >&- 2>&-', "bash", sys.executable, "-c", script], cwd=tmp_path, check=True, timeout=60
    )
    assert (tmp_path / "out.txt").read_text() == "0 1 2 "


@pytest.mark.parametrize("words", [["showdown", "-", "-o", "/dev/stdout"], ["showdown", "/dev/stdin", "-o", "-"]])
def test_closed_streams_have_no_other_names(words: list[str]) -> None:
    done = in_a_shell(words, ">&-" if words[-1] == "/dev/stdout" else "<&-")
    assert done.returncode == 1
    assert done.stderr.startswith("fivecard: ")
    assert (done.stdout, done.stderr.count("\n")) == ("", 1)


@pytest.mark.parametrize("words", [["draw"], ["evaluate", "-"], ["showdown", "-", "-o", "-"]])
def test_input_that_cannot_be_read_is_said_in_one_line(words: list[str]) -> None:
    done = in_a_shell(words, "0>/dev/null")
    assert done.returncode == 1
    assert done.stderr.endswith("cannot be read: Bad file descriptor\n")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("words", [["draw"], ["evaluate", "-"]])
def test_a_line_without_an_end_does_not_fill_the_memory(words: list[str]) -> None:
    done = in_a_shell(words, "< /dev/zero")
    assert done.returncode == 1
    assert "a line of standard input has more than 1,000,000 characters" in done.stderr


def test_a_reader_that_stops_early_ends_every_command_quietly() -> None:
    for command in ("rank", "deal", "completion", "demo"):
        done = in_a_shell(USES[command], "| true")
        assert "Traceback" not in done.stderr
        assert "fivecard: " not in done.stderr


# Values that are shown


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Card("x" * 3_000_000),
        lambda: Card("x" * 3_000_000 + "h"),
        lambda: Card.from_id(10**5000),
        lambda: Card.from_id("9" * 5000),  # type: ignore[arg-type]
        lambda: Deck("As " * 50_000),
        lambda: HandoutDeck.from_text("1" * 3_000_000 + " 0"),
        lambda: HandoutDeck.from_text("0 " * 3 + "1" * 5000),
        lambda: evaluate("x" * 3_000_000),
        lambda: evaluate(["x" * 3_000_000] * 5),
        lambda: evaluate(evaluate),  # type: ignore[arg-type]
    ],
)
def test_errors_quote_the_beginning_of_a_long_value(wrong: Callable[[], object]) -> None:
    with pytest.raises(FivecardError) as caught:
        wrong()
    assert len(str(caught.value)) < 180


def test_python_and_native_messages_quote_alike() -> None:
    for word in ("x", "♠" * 40, "♠" * 41, "x" * 39 + "♠x", "y" * 5000, "\x00" * 41, "é\x7f"):
        with pytest.raises(FivecardError) as caught:
            Settling().write(io.BytesIO(word.encode()), io.BytesIO())
        assert str(caught.value) == f"line 1: {quoted(word)} is not a card at column 1"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["rank", "--players", "9999999999"], "--players: there may be 2 to 10 players, not 9999999999"),
        (["rank", "--players", "9" * 5000], f"--players: '{'9' * 40}...' has more than 40 digits"),
        (["rank", "--players", "٣"], "--players: '٣' is not a whole number"),
        (["rank", "--players", "1_0"], "--players: '1_0' is not a whole number"),
        (["rank", "--players", ""], "--players: '' is not a whole number"),
        (["rank", "--players", "-3"], "--players: there may be 2 to 10 players, not -3"),
        (["rank", "x" * 200, "y" * 5000], f"unrecognized arguments: {'y' * 40}...\n"),
        (["picture", "--zoom", "nan"], "--zoom: 'nan' is not a number"),
        (["picture", "--zoom", "1e999"], "--zoom: '1e999' is not a number"),
        (["videopoker", "--pay", "1,2,3,4,5,6,7,8," + "x" * 5000], f"--pay: '{'x' * 40}...' is not a number"),
        (["simulate", "z" * 5000], f"there is no player '{'z' * 40}...'"),
        (["x" * 5000], f"command '{'x' * 40}...' is not known; see fivecard --help\n"),
    ],
)
def test_options_without_sense_are_named_and_cut(words: list[str], message: str) -> None:
    done = run(*words)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", [["rank"], ["draw", "--deck"], ["verify"], ["showdown", "-o", "-"]], ids=" ".join)
@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("word", b"x" * 3_000_000),
        ("digits", b"1" * 3_000_000),
        ("nothing but NUL", bytes(1000)),
        ("not UTF-8", b"\xff\xfe\x00"),
        ("nested", b"[" * 200_000),
        ("a folder", None),
    ],
)
def test_files_that_are_not_what_they_should_be_get_one_short_line(
    command: list[str], name: str, content: bytes | None, tmp_path: Path
) -> None:
    path = tmp_path / name
    if content is None:
        path.mkdir()
    else:
        path.write_bytes(content)
    done = run(*command, str(path))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"fivecard: {path}")
    assert (done.stderr.count("\n"), len(done.stderr) - len(str(path)) < 300) == (1, True)


@pytest.mark.parametrize("name", ["/proc/self/mem", "loop", "file/in.txt", "x" * 300, "\udcff"])
def test_files_that_cannot_be_read_are_named(name: str, tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "file").touch()
    for command in (["draw", "--deck"], ["verify"], ["showdown", "-o", "-"]):
        done = run(*command, name, cwd=tmp_path)
        shown = name.encode(errors="backslashreplace").decode()
        assert (done.returncode, done.stderr.count("\n")) == (1, 1)
        assert done.stderr.startswith(f"fivecard: {shown}: ")


def test_a_deck_without_an_end_does_not_fill_the_memory() -> None:
    done = run("rank", "/dev/zero")
    assert done.stderr == "fivecard: /dev/zero: this is no pile of cards: it has more than 10,000,000 characters\n"


def test_too_little_memory_is_said_in_one_line(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "fivecard", "picture", "--size", "30000", "--c", "0", "0", "--iterations", "1",
         "--border", "1", "--exponent", "1", "--bailout", "4"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (1 << 29, 1 << 29)),
    timeout=60)  # fmt: skip
    assert (done.returncode, done.stderr) == (1, "fivecard: this needs more memory than there is\n")
    assert list(tmp_path.iterdir()) == []

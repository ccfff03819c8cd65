"""The command line in this process, in a pipe and in a pseudo-terminal, and hands with chips that it shows."""

import contextlib
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO
from unittest import mock

import pexpect

from fivecard.cli.main import main
from fivecard.engine import (
    Deal,
    Rules,
    State,
    View,
    apply,
    start,
    view_for,
)
from fivecard.engine.defaults import default_stakes

CONTROLS = re.compile(r"\x1b\[[?0-9;]*[A-Za-z]|\r")


def run(*words: str | Path, typed: str = "", cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run fivecard in this process, which need not start Python; its three streams are files, as far as it can see.

    That a process of its own says the same is for `run_process` to prove.
    """
    command = [str(word) for word in words]
    with contextlib.ExitStack() as stack:
        answers, output, errors = (stack.enter_context(tempfile.TemporaryFile()) for _ in range(3))
        answers.write(typed.encode("utf-8", "surrogateescape"))
        answers.seek(0)
        with _streams(answers, output, errors), contextlib.chdir(cwd or Path.cwd()), mock.patch.dict(os.environ):
            os.environ.pop("COLUMNS", None)
            status = main(command)
        said = [_text_of(file) for file in (output, errors)]
    return subprocess.CompletedProcess(command, status, *said)


@contextlib.contextmanager
def _streams(*files: BinaryIO) -> Iterator[None]:
    """Let the three streams be these files, by number too: for /dev/stdin, and for native code."""
    before = [os.dup(number) for number in range(3)]
    try:
        for number, file in enumerate(files):
            os.dup2(file.fileno(), number)
        with (
            open(0, encoding="utf-8", closefd=False) as stdin,
            open(1, "w", encoding="utf-8", closefd=False) as stdout,
            open(2, "w", encoding="utf-8", errors="backslashreplace", closefd=False, buffering=1) as stderr,
            mock.patch.multiple(sys, stdin=stdin, stdout=stdout, stderr=stderr),
        ):
            yield
    finally:
        for number, old in enumerate(before):
            os.dup2(old, number)
            os.close(old)


def _text_of(file: BinaryIO) -> str:
    file.seek(0)
    return file.read().decode("utf-8", "surrogateescape").replace("\r\n", "\n")


def run_process(*words: str | Path, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run fivecard as people do: exit statuses, pipes and encodings are those of a real process."""
    command = [sys.executable, "-m", "fivecard", *map(str, words)]
    return subprocess.run(command, input=typed, capture_output=True, encoding="utf-8", check=False, timeout=60)


@contextlib.contextmanager
def hearing_signals() -> Iterator[None]:
    """Start children that hear signals: under nohup, or behind `&`, they would ignore some from birth.

    What is ignored stays so in a program that is started; what has a handler is as usual there.
    """
    stops = (signal.SIGINT, signal.SIGHUP, signal.SIGTERM)
    before = {each: signal.getsignal(each) for each in stops if signal.getsignal(each) is signal.SIG_IGN}
    for each in before:
        signal.signal(each, lambda *_: None)
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


@contextlib.contextmanager
def process(*command: str | Path, **settings: Any) -> "Iterator[subprocess.Popen[bytes]]":
    """Start a program that hears signals, wait for its end, and leave nothing of it behind."""
    with hearing_signals():
        child = subprocess.Popen(list(map(str, command)), **settings)
    try:
        yield child
        if child.stdin:
            child.stdin.close()
        child.wait(60)
    finally:
        child.kill()
        child.wait()
        for stream in (child.stdin, child.stdout, child.stderr):
            if stream:
                stream.close()


def hears(number: int, stop: signal.Signals) -> bool:
    """Whether a process has a handler for a signal by now."""
    caught = re.search(r"^SigCgt:\s*([0-9a-f]+)", Path(f"/proc/{number}/status").read_text(), re.M)
    return caught is not None and bool(int(caught[1], 16) >> (stop - 1) & 1)


def at_terminal(*command: str, timeout: int = 60, **settings: Any) -> "pexpect.spawn[str]":
    """Start a program at a pseudo-terminal; it hears signals, and may take its time on a busy machine."""
    with hearing_signals():
        return pexpect.spawn(command[0], list(command[1:]), encoding="utf-8", timeout=timeout, **settings)


def spawn(*words: str, columns: int = 120, term: str = "xterm", before: str = "pass") -> "pexpect.spawn[str]":
    """Start fivecard at a terminal; what is to be done `before` is Python."""
    code = f"import sys; {before}; from fivecard.cli.main import main; sys.exit(main())"
    return at_terminal(
        sys.executable, "-c", code, *words, dimensions=(30, columns),
        env={"PATH": "", "TERM": term, "PYTHONUTF8": "1"},
    )  # fmt: skip


def ends(child: "pexpect.spawn[str]", status: int = 0) -> None:
    """Wait for the end of a program at a pseudo-terminal; what it says before that is not looked at."""
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == status


def evening(*words: str, typed: str) -> str:
    """Play with answers from a pipe; the program must end well."""
    done = run("play", "--game", *words, typed=typed)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def dealt(rules: Rules, players: int = 3, *, stacks: int | list[int] = 200, seed: int = 1, **stakes: object) -> State:
    random_source = random.Random(seed)
    deal = Deal.shuffled(random_source, cards=rules.game.deck)
    return apply(start(rules, players, stakes=default_stakes(rules, **stakes), stacks=stacks), deal)[0]  # type: ignore[arg-type]


def after(state: State, *actions: object) -> State:
    for action in actions:
        state, _ = apply(state, action)  # type: ignore[arg-type]
    return state


def legal_view(state: State) -> View:
    assert state.turn is not None
    return view_for(state, state.turn)

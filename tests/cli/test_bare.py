"""What is not installed is asked for in one line, by the commands that need it."""

import subprocess
import sys

from tests.paths import TESTS


def test_help_and_failures_need_nothing_but_numpy() -> None:
    command = [sys.executable, str(TESTS / "bare.py"), "--emulate"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)

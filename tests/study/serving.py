"""A server of the study in a process of its own."""

import re
import signal
import subprocess
import sys
import threading
from pathlib import Path

from tests.table.server import PATIENCE, end


class StudyServer:
    """`fivecard study` at a free port; as a context, it ends well or with the test."""

    def __init__(self, folder: Path, *options: str) -> None:
        command = [sys.executable, "-m", "fivecard", "study", "--port", "0", "--threads", "1"]
        self.errors = folder / "errors.txt"
        self.progress = folder / "study.json"
        with self.errors.open("a") as errors:
            self.process = subprocess.Popen(
                [*command, "--progress", str(self.progress), *options], stdout=subprocess.PIPE, stderr=errors, text=True
            )
        assert self.process.stdout is not None
        too_late = threading.Timer(PATIENCE, self.process.kill)  # what says nothing is read to its end then
        too_late.start()
        line = self.process.stdout.readline()
        too_late.cancel()
        found = re.search(r"http://localhost:\d+", line)
        assert found, line + self.errors.read_text()
        self.base = found[0]

    def __enter__(self) -> "StudyServer":
        return self

    def __exit__(self, kind: type[BaseException] | None, *problem: object) -> None:
        if kind:
            end(self.process)
            return
        status, _ = self.stop()
        assert status == 0
        assert "Traceback" not in self.errors.read_text()

    def stop(self) -> tuple[int, str]:
        """Have it end as Ctrl-C does; gives its exit status and its last words."""
        self.process.send_signal(signal.SIGINT)
        try:
            said, _ = self.process.communicate(timeout=PATIENCE)
        finally:
            end(self.process)
        return self.process.returncode, said

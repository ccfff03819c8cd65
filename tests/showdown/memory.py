"""How much memory a program takes at its most."""

import subprocess
import sys

TELL = r"""
import re
print(re.search(r"VmHWM:\s+(\d+)", open("/proc/self/status").read())[1])
"""


def peak(program: str, lines: int) -> int:
    """The kilobytes that a program took which is told how many lines there are."""
    command = [sys.executable, "-c", program + TELL, str(lines)]
    return int(subprocess.run(command, capture_output=True, check=True, timeout=60).stdout)

"""What a test needs besides Python's packages, and what happens where it is not there."""

import importlib
import importlib.util
import os
import shutil
from typing import Any, NoReturn

import pytest


def missing(reason: str) -> NoReturn:
    """Skip a test, loudly; where `CI` is set, the machine can have it all, and it fails."""
    if os.environ.get("CI"):
        pytest.fail(f"{reason} (CI is set: it must be there)", pytrace=False)
    pytest.skip(reason)


def openspiel() -> Any:
    """Import OpenSpiel, which is large; `make engines` installs it, also for `make test-all`."""
    if importlib.util.find_spec("pyspiel") is None:
        pytest.skip("NO OPENSPIEL: it is not installed (make engines); nothing is tested with it")
    return importlib.import_module("pyspiel")


def program(*names: str) -> str:
    """Find a program by the first of its names that is there; `make browsers` installs what the tests need."""
    found = next(filter(None, map(shutil.which, names)), None)
    return found or missing(f"NO {names[0].upper()} ON THIS MACHINE: what needs it is not tested")


def chromium() -> str:
    # Without the windows of a desktop, for half the processor time; any other does.
    return program("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def gpus() -> int:
    """How many GPUs CuPy finds."""
    if importlib.util.find_spec("cupy") is None:
        return 0
    cupy = importlib.import_module("cupy")
    try:
        return int(cupy.cuda.runtime.getDeviceCount())
    except cupy.cuda.runtime.CUDARuntimeError:
        return 0

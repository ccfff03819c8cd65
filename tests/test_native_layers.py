"""The check of native layers: it passes for the code as it is, and fails for what it is there for."""

import shutil
from pathlib import Path

import pytest

from tests import native_layers


def test_native_includes_point_one_way() -> None:
    assert native_layers.faults() == []


@pytest.fixture
def native(tmp_path: Path) -> Path:
    copy = tmp_path / "native"
    for folder in ("bindings", "include", "src"):
        shutil.copytree(native_layers.NATIVE / folder, copy / folder)
    return copy


@pytest.mark.parametrize(
    ("file", "line", "fault"),
    [
        ("src/jobs/job.hpp", '#include "src/batch.hpp"', "src/jobs does not include src/{batch,"),
        ("src/jobs/job.hpp", '#include "src/pictures/julia.hpp"', "src/jobs does not include src/pictures"),
        ("src/columns/layout.hpp", '#  include "src/equity/question.hpp"', "src/columns does not include src/equity"),
        ("src/kernels/avx2.cpp", '#include "src/batch.hpp"', "src/kernels does not include src/{batch,"),
        ("include/fivecard/cards.hpp", '#include "src/letters.hpp"', "include does not include src/{bad_row,"),
        ("src/threads.hpp", "#include <nanobind/nanobind.h>", "does not include nanobind (nanobind/nanobind.h)"),
        ("src/batch.cpp", "#include <Python.h>", "does not include nanobind (nanobind/Python.h)"),
        ("src/batch.cpp", '#include "random.hpp"', "random.hpp is written from another folder than native/"),
        ("src/novelty.hpp", '#include "src/batch.hpp"', "src/novelty.hpp has no layer in native_layers.py"),
    ],
)
def test_an_include_against_the_order_is_a_fault(native: Path, file: str, line: str, fault: str) -> None:
    with (native / file).open("a") as text:
        text.write(f"\n{line}\n")
    [found] = native_layers.faults(native)
    assert found.startswith(f"native/{file}:")
    assert fault in found

"""Checks the native library on every platform that this machine can build for, and prints what came of it.

make platforms                 # all of them
make platforms ONLY="clang musl"
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
BUILD = CHECKOUT / "build" / "platforms"
BIN = Path(sys.executable).parent


class FailedError(Exception):
    """A command did not do what it should; what it said is in a log."""


class MissingError(Exception):
    """Something that a check needs cannot be had here."""


@dataclass(frozen=True)
class Platform:
    """A way to build, and how to run the tests of what was built, if that is possible."""

    name: str
    about: str
    settings: Callable[[], Sequence[str]]
    needs: Sequence[str] = ()
    runs: bool = True
    bindings: bool = False
    emulator: Sequence[str] = ()  # of another processor than the compiler's own
    then: Sequence[str] = ()

    def check(self) -> str:
        """Build and, where it can be, run; say what was done."""
        missing = [need for need in self.needs if shutil.which(need) is None]
        if missing:
            raise MissingError(f"MISSING HERE: {', '.join(missing)}")
        folder, log = BUILD / self.name, BUILD / f"{self.name}.log"
        with log.open("w") as self_log:

            def run(*words: str | Path) -> None:
                done = subprocess.run(
                    [str(word) for word in words],
                    stdout=self_log,
                    stderr=self_log,
                    cwd=CHECKOUT,
                    check=False,
                    timeout=1800,
                )
                if done.returncode:
                    raise FailedError(f"FAILED, see {log.relative_to(CHECKOUT)}")

            run(
                BIN / "cmake", "-G", "Ninja", "-S", "native", "-B", folder, "-DCMAKE_BUILD_TYPE=Release",
                "-DFIVECARD_STRICT=ON", f"-DPython_EXECUTABLE={sys.executable}",
                f"-DCMAKE_MAKE_PROGRAM={BIN / 'ninja'}", f"-DFIVECARD_BINDINGS={int(self.bindings)}",
                f"-DFIVECARD_FEW_TRIES={int(any(need.startswith('qemu') for need in self.needs))}",
                *([] if self.runs else ["-DCMAKE_CXX_FLAGS_RELEASE=-O1"]), *self.settings(),
            )  # fmt: skip
            run(BIN / "cmake", "--build", folder, "--target", "all", "native_tests")
            if not self.runs:
                return "compiles and links"
            if self.emulator:
                for test in sorted(
                    path for path in folder.glob("test_*") if os.access(path, os.X_OK) and path.is_file()
                ):
                    run(*self.emulator, test)
            else:
                run(BIN / "ctest", "--test-dir", folder, "--output-on-failure")
            if self.then:
                run(*self.then, folder.relative_to(CHECKOUT))
        return "runs"


def zig(target: str, system: str, processor: str) -> Callable[[], Sequence[str]]:
    """Settings for zig's cross compiler, which CMake wants as programs without arguments."""

    def settings() -> Sequence[str]:
        install = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--constraint",
                   "constraints.txt", "ziglang"]  # fmt: skip
        if subprocess.run(install, cwd=CHECKOUT, check=False, timeout=1800).returncode:
            raise MissingError("MISSING HERE: ziglang, which pip cannot install")
        tools = {}
        for tool, words in {"cxx": f"c++ -target {target}", "ar": "ar", "ranlib": "ranlib"}.items():
            tools[tool] = BUILD / f"zig-{tool}-{target}"
            tools[tool].write_text(f'#!/bin/sh\nexec "{sys.executable}" -m ziglang {words} "$@"\n')
            tools[tool].chmod(0o755)
        return [f"-DCMAKE_SYSTEM_NAME={system}", f"-DCMAKE_SYSTEM_PROCESSOR={processor}", f"-DCMAKE_AR={tools['ar']}",
                f"-DCMAKE_CXX_COMPILER={tools['cxx']}", f"-DCMAKE_RANLIB={tools['ranlib']}"]  # fmt: skip

    return settings


PLATFORMS = [
    Platform(
        "clang", "Linux x86-64, clang; the module too", lambda: ["-DCMAKE_CXX_COMPILER=clang++"], ["clang++"],
        bindings=True,
    ),
    Platform("standard", "no extensions of GCC, as for MSVC", lambda: ["-DFIVECARD_STANDARD_CPP=ON"]),
    Platform(
        "nehalem", "Linux x86-64 of 2008, without AVX", lambda: ["-DCMAKE_CXX_COMPILER=g++"], ["g++", "qemu-x86_64"],
        emulator=["qemu-x86_64", "-cpu", "Nehalem"],
    ),
    Platform(
        "aarch64", "Linux AArch64, NEON; arrays from Python too",
        lambda: ["-DCMAKE_TOOLCHAIN_FILE=cmake/aarch64-linux-gnu.cmake"],
        ["aarch64-linux-gnu-g++", "qemu-aarch64", "apt-get"], then=["tests/aarch64-python.sh"],
    ),
    Platform("musl", "Linux x86-64, musl, clang", zig("x86_64-linux-musl", "Linux", "x86_64")),
    Platform("macos-arm64", "macOS AArch64, clang", zig("aarch64-macos", "Darwin", "arm64"), runs=False),
    Platform("macos-x86-64", "macOS x86-64, clang", zig("x86_64-macos", "Darwin", "x86_64"), runs=False),
    Platform("windows", "Windows x86-64, gnu, clang", zig("x86_64-windows-gnu", "Windows", "AMD64"), runs=False),
]  # fmt: skip


def main(wanted: Sequence[str]) -> int:
    """Check the platforms that are wanted, or all; 1 if one of them failed or something was missing."""
    unknown = set(wanted) - {platform.name for platform in PLATFORMS}
    if unknown:
        sys.exit(f"unknown platform {', '.join(sorted(unknown))}: there are {', '.join(p.name for p in PLATFORMS)}")
    BUILD.mkdir(parents=True, exist_ok=True)
    bad = 0
    for platform in PLATFORMS:
        if wanted and platform.name not in wanted:
            continue
        try:
            result = platform.check()
        except (FailedError, MissingError) as error:
            result, bad = str(error), 1
        sys.stdout.write(f"{platform.name:<13} {platform.about:<44} {result}\n")
        sys.stdout.flush()
    return bad


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

#!/usr/bin/env bash
# Runs the tests of the native code with the address and undefined-behaviour sanitizers, in an environment of its own.
set -euo pipefail
cd "$(dirname "$0")/.."
venv=.venv-sanitized
if [ ! -e $venv/ready ] || [ constraints.txt -nt $venv/ready ]; then
    "${PYTHON:-python3}" -m venv $venv
    $venv/bin/pip --disable-pip-version-check install --quiet --constraint constraints.txt \
        scikit-build-core nanobind cmake ninja numpy hypothesis pytest pexpect phevaluator pillow pyarrow pandas polars duckdb
    touch $venv/ready
fi
# Without -Werror: GCC warns of every loop that it does not unroll at -O1.
$venv/bin/pip --disable-pip-version-check install --quiet --no-build-isolation --no-deps --force-reinstall \
    --config-settings=cmake.define.FIVECARD_STRICT=OFF --config-settings=cmake.define.FIVECARD_SANITIZE=ON \
    --config-settings=build-dir=build/sanitized .
# Python itself is not instrumented: the runtime is loaded first, and its own leaks are not ours to report.
export LD_PRELOAD="$(c++ -print-file-name=libasan.so) $(c++ -print-file-name=libubsan.so)"
# What asks for more memory than there is gets a MemoryError, as without them.
export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 PYTHONMALLOC=malloc
# Tests choose themselves with the mark `sanitized`. Arrays are changed while they are read for a minute a kernel.
FIVECARD_THOROUGH=1 FIVECARD_CHANGING_SECONDS=60 $venv/bin/python -m pytest -q -p no:cacheprovider -o addopts= -o filterwarnings=default --strict-markers \
    --sanitized -m 'not exhaustive' $(grep -rl 'pytest.mark.sanitized' --include='test_*.py' tests)
$venv/bin/python tests/fuzz_native.py 30

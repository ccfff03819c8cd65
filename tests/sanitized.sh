#!/usr/bin/env bash
# Runs the tests of the native code with the address and undefined-behaviour sanitizers, in an environment of its own.
set -euo pipefail
cd "$(dirname "$0")/.."
venv=.venv-sanitized
if [ ! -e $venv/ready ] || [ constraints.txt -nt $venv/ready ]; then
    "${PYTHON:-python3}" -m venv $venv
    $venv/bin/pip --disable-pip-version-check install --quiet --constraint constraints.txt \
        scikit-build-core nanobind cmake ninja numpy hypothesis pytest pexpect phevaluator pillow pyarrow polars duckdb
    touch $venv/ready
fi
$venv/bin/pip --disable-pip-version-check install --quiet --no-build-isolation --no-deps --force-reinstall \
    --config-settings=cmake.define.FIVECARD_STRICT=ON --config-settings=cmake.define.FIVECARD_SANITIZE=ON \
    --config-settings=build-dir=build/sanitized .
# Python itself is not instrumented: the runtime is loaded first, and its own leaks are not ours to report.
export LD_PRELOAD="$(c++ -print-file-name=libasan.so) $(c++ -print-file-name=libubsan.so)"
export ASAN_OPTIONS=detect_leaks=0 PYTHONMALLOC=malloc
$venv/bin/python -m pytest -q -p no:cacheprovider --rootdir tests -c /dev/null -o filterwarnings=default -m 'not exhaustive' -o markers=exhaustive \
    tests/test_native.py tests/test_timelock.py tests/test_batch.py tests/test_showdown.py tests/test_evaluation.py tests/test_explanation.py \
    -k "not twenty_million and not best_of_all_choices and not two_million and not all_five_card and not environment and not million and not memory_stays_flat"
$venv/bin/python -m pytest -q -p no:cacheprovider --rootdir tests -c /dev/null -o filterwarnings=default -m 'not exhaustive' -o markers=exhaustive \
    tests/test_odds.py tests/test_strategy.py tests/test_pictures.py \
    -k "draws or payoff or nine_six or pixels or any_size or zoom or discards_come_back or its_seed or refused"
$venv/bin/python tests/fuzz_native.py 30

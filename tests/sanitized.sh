#!/usr/bin/env bash
# Runs the native tests, and the Python tests that are for it, under sanitizers: tests/sanitized.sh address|thread
set -euo pipefail
cd "$(dirname "$0")/.."
unset FIVECARD_THOROUGH  # what is looked for shows in a few examples
run=()
case ${1-} in
    address) sanitizers=address,undefined libraries="libasan.so libubsan.so" ;;
    thread) sanitizers=thread libraries=libtsan.so run=(setarch -R) ;;  # GCC 12's wants addresses where older kernels put them
    *) echo "usage: tests/sanitized.sh address|thread" >&2; exit 2 ;;
esac
venv=.venv-$1
build=build/$1
# An environment of its own for the module; all else is that of .venv.
if [ ! -e "$venv/ready" ]; then
    .venv/bin/python -m venv "$venv"
    for packages in "$venv"/lib/python3*/site-packages; do
        echo "../../../../.venv/${packages#"$venv/"}" > "$packages/development.pth"
    done
    touch "$venv/ready"
fi
# Without -Werror: GCC warns of every loop that it does not unroll at -O1, and of fences that its ThreadSanitizer does not see.
"$venv/bin/python" -m pip --disable-pip-version-check install --quiet --no-build-isolation --no-deps --force-reinstall \
    --config-settings=cmake.define.FIVECARD_STRICT=OFF --config-settings=cmake.define.FIVECARD_SANITIZE=$sanitizers \
    --config-settings=build-dir="$build" .
.venv/bin/cmake --build "$build" --target native_tests
"${run[@]}" .venv/bin/ctest --test-dir "$build" --output-on-failure --timeout 900 --parallel "$(getconf _NPROCESSORS_ONLN)"

# Python itself is not instrumented: the runtime is loaded first, and its own leaks are not ours to report.
preload=
for library in $libraries; do preload="$preload $(c++ -print-file-name=$library)"; done
export LD_PRELOAD=$preload PYTHONMALLOC=malloc
# What asks for more memory than there is gets a MemoryError, as without them.
export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 TSAN_OPTIONS=ignore_noninstrumented_modules=1
pytest=("${run[@]}" "$venv/bin/python" -m pytest -q -p no:cacheprovider -o addopts= -o filterwarnings=default --strict-markers --timeout=900)
if [ "$1" = thread ]; then  # it is some twenty times as slow, and four threads meet as eight do
    FIVECARD_TEST_THREADS=4 "${pytest[@]}" tests/test_threads.py
else  # tests choose themselves with the mark `sanitized`; arrays are changed while they are read for a while
    FIVECARD_CHANGING_SECONDS=20 "${pytest[@]}" --sanitized -m 'not exhaustive' \
        $(grep -rl 'pytest.mark.sanitized' --include='test_*.py' tests)
    "$venv/bin/python" -m tests.fuzz --list | xargs --max-args=1 --max-procs="$(getconf _NPROCESSORS_ONLN)" "$venv/bin/python" -m tests.fuzz 60 1
fi
